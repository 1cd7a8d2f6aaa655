//! The form for a new game, and how a saved game stands.

use super::strings::{form as words, table as table_words};
use crate::play::registry::Glance;
use crate::play::saved_game::StoredGame;
use crate::play::session::{self, Session};
use crate::play::setup_form::{Form, LevelList, RulesChoice};
use parlour_art::primi::card;
use parlour_engine::{Game as _, Seat};
use parlour_games::primi_composti::PrimiComposti;

/// What can be chosen for a new game.
pub(super) const FORM: Form = Form {
    title: words::new,
    lede: words::new_lede,
    link: words::new_learn,
    players: [2, 4],
    levels: |players| if players == 2 { &TWO } else { &MORE },
    about_level: words::level,
    rules_legend: words::version,
    rules: &[
        RulesChoice {
            name: "1",
            label: words::scoring,
            hint: words::scoring_hint,
        },
        RulesChoice {
            name: "2-greedy",
            label: words::stealing,
            hint: words::stealing_hint,
        },
        RulesChoice {
            name: "2-free",
            label: words::free,
            hint: words::free_hint,
        },
    ],
    rule_set: |rules, players| match players {
        2 => rules.to_owned(),
        _ => format!("{rules}-{players}p"),
    },
    starter: true,
};

/// The levels of the game of two, which is one of perfect information.
const TWO: LevelList = LevelList {
    levels: &[
        "rand",
        "greedy_asc",
        "minimax_2",
        "minimax_4",
        "minimax_8",
        "minimax_12",
        "perfect",
    ],
    first: "greedy_asc",
    watched: ["minimax_4", "perfect"],
};

/// The levels at a larger table, where hands are hidden.
const MORE: LevelList = LevelList {
    levels: &["rand", "greedy_asc", "ismcts:200", "ismcts:2000"],
    first: "greedy_asc",
    watched: ["greedy_asc", "ismcts:200"],
};

/// How a saved game stands.
pub(super) fn glance(stored: &StoredGame) -> Result<Glance, String> {
    let session = Session::resume::<PrimiComposti>(stored.clone())?;
    let view = session
        .state::<PrimiComposti>()
        .view(session::viewer(&session, None));
    let visible: Vec<u8> = Seat::all(view.players.len())
        .flat_map(|seat| {
            let player = &view.players[seat.index()];
            [player.primes.last(), player.composites.last()]
        })
        .flatten()
        .copied()
        .collect();
    Ok(Glance {
        turn: session.to_move().first(),
        scores: view
            .players
            .iter()
            .map(|player| table_words::points(player.points))
            .collect(),
        stage: words::stage(view.rules.version, view.plies(), view.deck.len()),
        cards_named: words::visible(&visible),
        cards: visible.into_iter().map(card).collect(),
    })
}
