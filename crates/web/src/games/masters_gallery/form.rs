//! The form for a new game, and how a saved game stands.

use super::strings::{form as words, table as table_words};
use crate::play::registry::Glance;
use crate::play::saved_game::StoredGame;
use crate::play::session::{self, Session};
use crate::play::setup_form::{Form, LevelList, RulesChoice};
use crate::play::strings::gallery::{counted, joined};
use parlour_art::painting::{Artist as Painter, card};
use parlour_engine::Game as _;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::masters_gallery::rules::Artist;

/// What can be chosen for a new game.
pub(super) const FORM: Form = Form {
    title: words::new,
    lede: words::new_lede,
    link: words::new_rules,
    players: [2, 5],
    levels: |_| &LEVELS,
    about_level: words::level,
    rules_legend: words::rules,
    rules: &[
        RulesChoice {
            name: "seed-base",
            label: words::base,
            hint: words::base_hint,
        },
        RulesChoice {
            name: "full",
            label: words::full,
            hint: words::full_hint,
        },
    ],
    rule_set: |rules, players| match players {
        4 => rules.to_owned(),
        _ => format!("{rules}-{players}"),
    },
    starter: false,
};

const LEVELS: LevelList = LevelList {
    levels: &["random", "greedy", "network", "ismcts:4000"],
    first: "greedy",
    watched: ["greedy", "network"],
};

/// How a saved game stands, as far as the people at this device may know.
pub(super) fn glance(stored: &StoredGame) -> Result<Glance, String> {
    let session = Session::resume::<MastersGallery>(stored.clone())?;
    let view = session
        .state::<MastersGallery>()
        .view(session::viewer(&session, None));
    let shown = |artist: Artist| -> u8 {
        let displays = view.players.iter();
        displays
            .map(|player| player.display.of_artist(artist))
            .sum()
    };
    let on_display: Vec<(Artist, u8)> = Artist::ALL
        .into_iter()
        .map(|artist| (artist, shown(artist)))
        .filter(|&(_, count)| count > 0)
        .collect();
    let cards = on_display.iter().map(|&(artist, count)| {
        let painter = Painter::ALL[artist.index()];
        card(painter, u32::from(count), None)
    });
    let named = counted(table_words::artists(), Artist::ALL.map(shown));
    let players = view.players.iter();
    Ok(Glance {
        turn: session.to_move().first(),
        scores: players.map(|player| words::points(player.score)).collect(),
        stage: words::stage(view.round),
        cards: cards.collect(),
        cards_named: words::on_display(&joined(&named)),
    })
}
