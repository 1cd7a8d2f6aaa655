//! The form for a new game, and how a saved game stands.

use super::strings::{form as words, table as table_words};
use crate::play::registry::Glance;
use crate::play::saved_game::StoredGame;
use crate::play::session::{self, Session};
use crate::play::setup_form::{Form, LevelList, RulesChoice};
use parlour_art::jaipur::{JaipurCard, card};
use parlour_engine::{Game as _, Seat};
use parlour_games::jaipur::{Card, Jaipur};

/// What can be chosen for a new game.
pub(super) const FORM: Form = Form {
    title: words::new,
    lede: words::new_lede,
    link: words::new_learn,
    players: [2, 2],
    levels: |_| &LEVELS,
    about_level: words::level,
    rules_legend: words::length,
    rules: &[
        RulesChoice {
            name: "round",
            label: words::round,
            hint: words::round_hint,
        },
        RulesChoice {
            name: "match",
            label: words::match_text,
            hint: words::match_hint,
        },
    ],
    rule_set: |rules, _| rules.to_owned(),
    starter: true,
};

const LEVELS: LevelList = LevelList {
    levels: &["random", "weighted", "utility", "ismcts:30", "ismcts:2000"],
    first: "utility",
    watched: ["utility", "ismcts:30"],
};

/// The drawing's name of a card.
pub(super) const fn art(card: Card) -> JaipurCard {
    match card {
        Card::Diamond => JaipurCard::Diamond,
        Card::Gold => JaipurCard::Gold,
        Card::Silver => JaipurCard::Silver,
        Card::Cloth => JaipurCard::Cloth,
        Card::Spice => JaipurCard::Spice,
        Card::Leather => JaipurCard::Leather,
        Card::Camel => JaipurCard::Camel,
    }
}

/// How a saved game stands, as far as the people at this device may know.
pub(super) fn glance(stored: &StoredGame) -> Result<Glance, String> {
    let session = Session::resume::<Jaipur>(stored.clone())?;
    let view = session
        .state::<Jaipur>()
        .view(session::viewer(&session, None));
    let is_match = view.rules.best_of > 1;
    let outcome = session.outcome();
    let scores = Seat::all(2)
        .map(|seat| {
            let player = &view.players[seat.index()];
            match &outcome {
                Some(outcome) if is_match => words::seals(outcome.scores[seat.index()]),
                Some(outcome) => {
                    let score = outcome.scores[seat.index()];
                    table_words::rupees(u16::try_from(score).unwrap_or_default())
                }
                None if is_match => words::seals_and_rupees(player.seals, player.rupees_seen()),
                None => table_words::rupees(player.rupees_seen()),
            }
        })
        .collect();
    Ok(Glance {
        turn: session.to_move().first(),
        scores,
        stage: words::stage(view.round, is_match),
        cards: view.market.each().map(|each| card(art(each))).collect(),
        cards_named: words::market(&table_words::cards(view.market)),
    })
}
