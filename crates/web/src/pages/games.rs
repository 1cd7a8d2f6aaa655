//! The games. To add one is to add an entry.

use super::jaipur;
use crate::art;
use crate::store::StoredGame;
use crate::text;
use leptos::prelude::*;
use parlour_engine::Seat;

/// What the pages need to know about a game.
pub(crate) struct Game {
    /// Its name in addresses and records.
    pub(crate) id: &'static str,
    /// Its name for people.
    pub(crate) name: &'static str,
    /// What it is, in a line.
    pub(crate) about: &'static str,
    /// What one asks first: how many players, how long.
    pub(crate) facts: &'static [&'static str],
    /// Its picture, 640 by 400 units.
    pub(crate) picture: fn() -> String,
    /// The form for a new game.
    pub(crate) new_game: fn() -> AnyView,
    /// The rules.
    pub(crate) rules: fn() -> AnyView,
    /// The tutorial.
    pub(crate) learn: fn() -> AnyView,
    /// Puts a record on the shelf and tells its id there, or why it cannot.
    pub(crate) import: fn(&str) -> Result<String, String>,
    /// How a saved game stands, or why that cannot be told.
    pub(crate) glance: fn(&StoredGame) -> Result<Glance, String>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.id == other.id
    }
}

/// How a game stands, for a card on the home page. It shows nothing that is hidden from the
/// people at this device.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Glance {
    /// Whose turn it is.
    pub(crate) turn: Option<Seat>,
    /// The score of each seat.
    pub(crate) scores: Vec<String>,
    /// Where in the game this is, e.g. the round.
    pub(crate) stage: String,
    /// What lies in the middle: drawings of cards.
    pub(crate) cards: Vec<String>,
    /// The same in words.
    pub(crate) cards_named: String,
}

/// Every game that can be played.
pub(crate) const GAMES: &[Game] = &[Game {
    id: "jaipur",
    name: text::jaipur_pages::NAME,
    about: text::jaipur_pages::ABOUT,
    facts: text::jaipur_pages::FACTS,
    picture: art::home::jaipur,
    new_game: || view! { <jaipur::NewGame /> }.into_any(),
    rules: || view! { <jaipur::RulesPage /> }.into_any(),
    learn: || view! { <jaipur::Learn /> }.into_any(),
    import: jaipur::import,
    glance: jaipur::glance,
}];

/// The game of that id.
pub(crate) fn find(id: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.id == id)
}
