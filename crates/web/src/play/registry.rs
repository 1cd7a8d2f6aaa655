//! The games, as the pages of the site see them.

use super::saved_game::StoredGame;
use super::session::{Positions, Session, SessionGame, Setup};
use super::setup_form::Form;
use super::strings::{daily as words_daily, policies};
use super::table::{self, Sitting, TableGame};
use super::worker::{self, Think};
use crate::ui::later::{Load, later};
use crate::ui::strings as words;
use leptos::prelude::*;
use parlour_agents::analysis::Scale;
use parlour_engine::Seat;
use parlour_protocol::daily::DailyGame;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// What the pages need to know about a game.
pub(crate) struct Game {
    /// Its name in addresses and records.
    pub(crate) id: &'static str,
    /// Its name for people.
    pub(crate) name: fn() -> &'static str,
    /// What it is, in a line.
    pub(crate) about: fn() -> &'static str,
    /// What one asks first: how many players, how long.
    pub(crate) facts: fn() -> &'static [&'static str],
    /// Its picture, 640 by 400 units.
    pub(crate) picture: fn() -> String,
    /// The form for a new game.
    pub(crate) form: &'static Form,
    /// What the results of its moves are measured in.
    pub(crate) scale: Scale,
    /// Whether there is a tutorial.
    pub(crate) has_tutorial: bool,
    /// The link to what perfect play is known to bring, where there is such a page.
    pub(crate) optima: Option<fn() -> &'static str>,
    /// Everything else, with the module of the game: [`load`].
    pub(crate) parts: Load<Parts>,
}

/// A page that needs nothing but the address.
pub(crate) type Page = fn() -> AnyView;

/// What is loaded when a game is first played, shown or explained, and in the worker.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    /// Saves a new game and returns its id, or why it cannot be started.
    pub(crate) start: fn(Setup) -> Result<String, String>,
    /// The game of a record, or why it cannot be replayed: [`Session::import`].
    pub(crate) import: fn(&str) -> Result<Session, String>,
    /// How a saved game stands, or why that cannot be told.
    pub(crate) glance: fn(&StoredGame) -> Result<Glance, String>,
    /// The table: of a saved game, to play or to replay, or of the server: [`open`](super::table::open).
    pub(crate) table: fn(Sitting) -> Result<AnyView, String>,
    /// What the worker answers: [`think`](super::worker::think).
    pub(crate) think: Think,
    /// What the position editor asks for.
    pub(crate) positions: Positions,
    /// The rules.
    pub(crate) rules: Page,
    /// The tutorial, if there is one.
    pub(crate) learn: Option<Page>,
    /// What perfect play brings, where that is known.
    pub(crate) optima: Option<Page>,
}

impl Parts {
    /// Those of a game without a tutorial.
    pub(crate) fn of<G: TableGame>(
        glance: fn(&StoredGame) -> Result<Glance, String>,
        rules: Page,
    ) -> Parts {
        Parts {
            start: start::<G>,
            import: Session::import::<G>,
            glance,
            table: table::open::<G>,
            think: worker::think::<G>,
            positions: Positions::of::<G>(),
            rules,
            learn: None,
            optima: None,
        }
    }
}

fn start<G: SessionGame>(setup: Setup) -> Result<String, String> {
    Session::start::<G>(setup).map(|session| session.id().to_owned())
}

/// The parts of a game, loaded if they are not there yet.
///
/// # Errors
/// In words, if they cannot be loaded.
pub(crate) async fn load(game: &'static Game) -> Result<Parts, String> {
    let parts = (game.parts)().await;
    let parts = parts.map_err(|_| words::not_loaded_text().to_owned())?;
    LOADED.with_borrow_mut(|loaded| loaded.insert(game.id, parts));
    Ok(parts)
}

/// The parts of a game, if they have been [loaded](load).
pub(crate) fn loaded(game: &Game) -> Option<Parts> {
    LOADED.with_borrow(|loaded| loaded.get(game.id).copied())
}

/// The table of a game, or what `failed` makes of the reason why there is none.
pub(crate) fn table(
    game: &'static Game,
    sitting: Sitting,
    failed: impl FnOnce(String) -> AnyView + 'static,
) -> AnyView {
    later(game.parts, |parts| {
        (parts.table)(sitting).unwrap_or_else(failed)
    })
}

impl Game {
    /// What is played every day: the rules, where there are several, and the opponents.
    pub(crate) fn daily_terms(&self, daily: &DailyGame) -> String {
        let rules = self.form.rules_label(daily.rules, daily.seats);
        words_daily::terms(rules, &policies::policy(daily.policy), daily.seats - 1)
    }
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

thread_local! {
    static GAMES: Cell<&'static [&'static Game]> = const { Cell::new(&[]) };
    static LOADED: RefCell<HashMap<&'static str, Parts>> = RefCell::default();
}

/// Registers the games that can be played. Called once, by the app.
pub(crate) fn provide(games: &'static [&'static Game]) {
    GAMES.set(games);
}

/// Every game that can be played.
pub(crate) fn games() -> &'static [&'static Game] {
    GAMES.get()
}

/// The game of that id.
pub(crate) fn find(id: &str) -> Option<&'static Game> {
    games().iter().copied().find(|game| game.id == id)
}

/// The picture of a game, cut to the shape it is given rather than framed by it.
pub(crate) fn covering(game: &Game) -> String {
    let cut = "<svg preserveAspectRatio=\"xMidYMid slice\" ";
    (game.picture)().replacen("<svg ", cut, 1)
}
