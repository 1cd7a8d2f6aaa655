//! The form for a new game, and how a saved game stands.

use super::strings::{form as words, table as table_words};
use crate::play::registry::Glance;
use crate::play::saved_game::StoredGame;
use crate::play::session::{self, Session};
use crate::play::setup_form::{Form, LevelList, RulesChoice};
use crate::play::strings::gallery::joined;
use parlour_art::painting::{Artist, card};
use parlour_engine::{Game as _, Seat};
use parlour_games::modern_art::{Auctions, Event, ModernArt};

/// What can be chosen for a new game.
pub(super) const FORM: Form = Form {
    title: words::new,
    lede: words::new_lede,
    link: words::new_rules,
    players: [3, 5],
    levels: |_| &LEVELS,
    about_level: words::level,
    rules_legend: words::auctions,
    rules: &[
        RulesChoice {
            name: "simple",
            label: words::simple,
            hint: words::simple_hint,
        },
        RulesChoice {
            name: "full",
            label: words::full,
            hint: words::full_hint,
        },
    ],
    rule_set: |rules, players| match players {
        5 => rules.to_owned(),
        _ => format!("{rules}-{players}"),
    },
    starter: false,
};

const LEVELS: LevelList = LevelList {
    levels: &["random", "simple", "ismcts:200", "appraiser", "ismcts:4000"],
    first: "simple",
    watched: ["appraiser", "simple"],
};

/// How a saved game stands, as far as the people at this device may know.
pub(super) fn glance(stored: &StoredGame) -> Result<Glance, String> {
    let session = Session::resume::<ModernArt>(stored.clone())?;
    let view = session
        .state::<ModernArt>()
        .view(session::viewer(&session, None));
    let events = session.events::<ModernArt>();
    let round = |event: &Event| matches!(event, Event::Round { .. });
    let start = events.iter().rposition(round).unwrap_or(0);
    let offered: Vec<_> = events[start..]
        .iter()
        .filter_map(|event| match event {
            Event::Offer { painting, .. } | Event::Add { painting, .. } => Some(*painting),
            _ => None,
        })
        .collect();
    // The last five: more do not fit.
    let shown = &offered[offered.len().saturating_sub(5)..];
    let cards = shown.iter().map(|painting| {
        let artist = Artist::ALL[painting.artist()];
        card(artist, u32::from(painting.artist), None)
    });
    let named: Vec<&str> = offered
        .iter()
        .map(|painting| table_words::artist(painting.artist()))
        .collect();
    Ok(Glance {
        turn: session.to_move().first(),
        scores: Seat::all(view.players.len())
            .map(|seat| {
                let cash = view.players[seat.index()].cash;
                words::cash(view.shows_cash(seat).then_some(cash))
            })
            .collect(),
        stage: words::stage(view.round, view.rules.auctions == Auctions::Simple),
        cards: cards.collect(),
        cards_named: words::offered(&joined(&named)),
    })
}
