//! What the browser keeps: games, finished or not, and the settings.
//!
//! Nothing read from here is trusted. An entry that cannot be read becomes a
//! [`Entry::Damaged`], which the pages show with its reason. When the browser
//! keeps nothing (storage off, or full), games go on in memory, and
//! [`problem`] holds one message that says so.
//!
//! Every saved game carries a revision that grows by one with each save. Who
//! saves names the revision he started from; if the shelf holds a later one,
//! another tab has played on, and nothing is overwritten.

use crate::session::SeatKind;
use crate::text;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The version of the stored forms.
const VERSION: u32 = 1;
const GAMES: &str = "parlour/game/";
const SETTINGS: &str = "parlour/settings";

/// A game on the shelf.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredGame {
    /// The version of this form.
    pub(crate) version: u32,
    /// The id in the page's address.
    pub(crate) id: String,
    /// The game's name, e.g. `jaipur`.
    pub(crate) game: String,
    /// The name of the rule set, e.g. `match`.
    pub(crate) rules: String,
    /// Who sits where.
    pub(crate) seats: Vec<SeatKind>,
    /// The record so far: one line of JSON.
    pub(crate) record: String,
    /// The number of actions after which the player has last pressed on: how
    /// much of what the page shows between turns he has seen.
    pub(crate) acknowledged: usize,
    /// How it stands, so that lists need not replay the record.
    pub(crate) summary: Summary,
    /// Milliseconds since 1970.
    pub(crate) started: f64,
    /// Milliseconds since 1970.
    pub(crate) updated: f64,
    /// Grows by one with each save.
    pub(crate) revision: u64,
}

/// How a stored game stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Summary {
    /// Actions played.
    pub(crate) actions: usize,
    /// The score of each seat as far as everybody knows it.
    pub(crate) scores: Vec<i32>,
    /// The seats that won; nothing while the game is on.
    pub(crate) winners: Option<Vec<u8>>,
    /// The seat that resigned.
    pub(crate) resigned: Option<u8>,
}

impl StoredGame {
    /// Whether the game is over.
    pub(crate) fn finished(&self) -> bool {
        self.summary.winners.is_some()
    }

    /// Whether no person plays.
    pub(crate) fn is_watched(&self) -> bool {
        self.seats
            .iter()
            .all(|seat| matches!(seat, SeatKind::Ai { .. }))
    }
}

/// What lies under one key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entry {
    /// A game that can be read. (Its record may still turn out not to replay.)
    Game(Box<StoredGame>),
    /// Something else.
    Damaged(Damaged),
}

/// A saved game that cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Damaged {
    /// Its id.
    pub(crate) id: String,
    /// Why, in one line.
    pub(crate) reason: String,
    /// What is stored, for those who want to download it.
    pub(crate) raw: String,
}

/// Why something was not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StoreError {
    /// The browser keeps nothing for this page.
    #[error("{}", text::store::OFF)]
    Off,
    /// There is no room left.
    #[error("{}", text::store::FULL)]
    Full,
    /// Another tab has played on.
    #[error("{}", text::store::NEWER)]
    Newer,
}

/// A place that keeps strings by key.
pub(crate) trait Shelf {
    /// What lies there.
    fn get(&self, key: &str) -> Option<String>;
    /// Puts it there.
    fn set(&mut self, key: &str, value: &str) -> Result<(), StoreError>;
    /// Takes it away.
    fn remove(&mut self, key: &str);
    /// Every key.
    fn keys(&self) -> Vec<String>;
}

impl Shelf for BTreeMap<String, String> {
    fn get(&self, key: &str) -> Option<String> {
        BTreeMap::get(self, key).cloned()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        self.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn remove(&mut self, key: &str) {
        BTreeMap::remove(self, key);
    }

    fn keys(&self) -> Vec<String> {
        BTreeMap::keys(self).cloned().collect()
    }
}

/// The browser's local storage; what it refuses is kept in memory.
#[derive(Default)]
struct Browser {
    memory: BTreeMap<String, String>,
}

impl Browser {
    fn storage() -> Option<web_sys::Storage> {
        window().local_storage().ok().flatten()
    }
}

impl Shelf for Browser {
    fn get(&self, key: &str) -> Option<String> {
        let in_memory = Shelf::get(&self.memory, key);
        in_memory.or_else(|| Browser::storage()?.get_item(key).ok()?)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        let stored = match Browser::storage() {
            None => Err(StoreError::Off),
            Some(storage) => storage.set_item(key, value).map_err(|_| StoreError::Full),
        };
        match stored {
            Ok(()) => Shelf::remove(&mut self.memory, key),
            Err(_) => Shelf::set(&mut self.memory, key, value)?,
        }
        stored
    }

    fn remove(&mut self, key: &str) {
        Shelf::remove(&mut self.memory, key);
        if let Some(storage) = Browser::storage() {
            // Only a storage that is switched off refuses, and then there is nothing to remove.
            let _ = storage.remove_item(key);
        }
    }

    fn keys(&self) -> Vec<String> {
        let mut keys = Shelf::keys(&self.memory);
        if let Some(storage) = Browser::storage() {
            let length = storage.length().unwrap_or(0);
            keys.extend((0..length).filter_map(|index| storage.key(index).ok().flatten()));
        }
        keys.sort();
        keys.dedup();
        keys
    }
}

fn read(id: &str, raw: String) -> Entry {
    let damaged = |reason: String, raw: String| {
        Entry::Damaged(Damaged {
            id: id.to_owned(),
            reason,
            raw,
        })
    };
    match serde_json::from_str::<StoredGame>(&raw) {
        Ok(game) if game.version > VERSION => damaged(text::store::LATER_VERSION.to_owned(), raw),
        Ok(game) if game.id != id => damaged(text::store::OTHER_ID.to_owned(), raw),
        Ok(game) => Entry::Game(Box::new(game)),
        Err(error) => damaged(error.to_string(), raw),
    }
}

fn games_on(shelf: &impl Shelf) -> Vec<Entry> {
    let mut entries: Vec<Entry> = shelf
        .keys()
        .iter()
        .filter_map(|key| Some(read(key.strip_prefix(GAMES)?, shelf.get(key)?)))
        .collect();
    let updated = |entry: &Entry| match entry {
        Entry::Game(game) => game.updated,
        Entry::Damaged(_) => f64::INFINITY,
    };
    entries.sort_by(|a, b| updated(b).total_cmp(&updated(a)));
    entries
}

fn game_on(shelf: &impl Shelf, id: &str) -> Option<Entry> {
    Some(read(id, shelf.get(&format!("{GAMES}{id}"))?))
}

fn save_on(shelf: &mut impl Shelf, game: &mut StoredGame) -> Result<(), StoreError> {
    if let Some(Entry::Game(other)) = game_on(shelf, &game.id)
        && other.revision > game.revision
    {
        return Err(StoreError::Newer);
    }
    game.version = VERSION;
    game.revision += 1;
    let raw = serde_json::to_string(game).expect("a stored game has string keys only");
    shelf.set(&format!("{GAMES}{}", game.id), &raw)
}

thread_local! {
    static SHELF: RefCell<Browser> = RefCell::default();
}

/// Every game, the damaged ones first, then the latest first.
pub(crate) fn games() -> Vec<Entry> {
    SHELF.with_borrow(games_on)
}

/// One game; nothing when there is none of that id.
pub(crate) fn game(id: &str) -> Option<Entry> {
    SHELF.with_borrow(|shelf| game_on(shelf, id))
}

/// Saves a game and counts its revision up.
///
/// # Errors
/// [`StoreError::Newer`] when another tab has saved it since; then nothing is
/// overwritten. After the other errors the game is kept in memory, and
/// [`problem`] is set.
pub(crate) fn save(game: &mut StoredGame) -> Result<(), StoreError> {
    note(SHELF.with_borrow_mut(|shelf| save_on(shelf, game)))
}

/// Deletes a game, damaged or not.
pub(crate) fn remove(id: &str) {
    SHELF.with_borrow_mut(|shelf| Shelf::remove(shelf, &format!("{GAMES}{id}")));
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How fast the AIs play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pace {
    /// Time to read every move.
    Slow,
    /// A short pause before a move.
    #[default]
    Normal,
    /// At once.
    Fast,
}

impl Pace {
    /// The least time that an AI seems to think, in milliseconds.
    pub(crate) const fn pause(self) -> u32 {
        match self {
            Pace::Slow => 1800,
            Pace::Normal => 600,
            Pace::Fast => 0,
        }
    }
}

/// What people like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Light or dark.
    pub(crate) theme: Theme,
    /// Whether moves make a sound.
    pub(crate) sound: bool,
    /// How fast the AIs play against people.
    pub(crate) pace: Pace,
    /// How fast they play when one watches.
    pub(crate) watch_pace: Pace,
    /// Whether the legal cards are shown.
    pub(crate) show_legal: bool,
    /// Whether exact values are shown while one plays, where there are any.
    pub(crate) study: bool,
    /// The name given last in the form for a new game.
    pub(crate) name: String,
    /// What was chosen last in each game's form for a new game, by the game's name.
    pub(crate) setups: BTreeMap<String, serde_json::Value>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::default(),
            sound: false,
            pace: Pace::default(),
            watch_pace: Pace::default(),
            show_legal: true,
            study: false,
            name: String::new(),
            setups: BTreeMap::new(),
        }
    }
}

fn settings_on(shelf: &impl Shelf) -> Settings {
    shelf
        .get(SETTINGS)
        .and_then(|raw| serde_json::from_str(&raw).ok())
        .unwrap_or_default()
}

/// The settings as stored; what cannot be read is as it was at first.
pub(crate) fn load_settings() -> Settings {
    SHELF.with_borrow(settings_on)
}

/// Saves the settings.
///
/// # Errors
/// As [`save`]; then they hold until the page is closed.
pub(crate) fn save_settings(settings: &Settings) -> Result<(), StoreError> {
    let raw = serde_json::to_string(settings).expect("settings have string keys only");
    note(SHELF.with_borrow_mut(|shelf| Shelf::set(shelf, SETTINGS, &raw)))
}

/// The settings, shared by every page. [`provide`] puts them there.
pub(crate) fn settings() -> RwSignal<Settings> {
    expect_context::<Shared>().settings
}

/// What is wrong with the browser's storage, if anything; shown once, on every page.
pub(crate) fn problem() -> RwSignal<Option<StoreError>> {
    expect_context::<Shared>().problem
}

#[derive(Clone, Copy)]
struct Shared {
    settings: RwSignal<Settings>,
    problem: RwSignal<Option<StoreError>>,
}

thread_local! {
    static PROBLEM: RefCell<Option<RwSignal<Option<StoreError>>>> = const { RefCell::new(None) };
}

/// Reads the settings and keeps them saved. Called once, by the app.
pub(crate) fn provide() {
    let settings = RwSignal::new(load_settings());
    let problem = RwSignal::new(None);
    PROBLEM.set(Some(problem));
    provide_context(Shared { settings, problem });
    Effect::watch(
        move || settings.get(),
        |now, before, _| {
            if Some(now) != before {
                // `note` shows what went wrong.
                let _ = save_settings(now);
            }
        },
        false,
    );
}

/// Remembers a problem with the storage for [`problem`].
fn note(result: Result<(), StoreError>) -> Result<(), StoreError> {
    if let Err(error @ (StoreError::Off | StoreError::Full)) = result
        && let Some(problem) = PROBLEM.with_borrow(|problem| *problem)
        && problem.get_untracked() != Some(error)
    {
        problem.set(Some(error));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(id: &str, updated: f64) -> StoredGame {
        StoredGame {
            version: VERSION,
            id: id.to_owned(),
            game: "jaipur".to_owned(),
            rules: "round".to_owned(),
            seats: vec![
                SeatKind::Person {
                    name: "Ada".to_owned(),
                },
                SeatKind::Ai {
                    policy: "random".to_owned(),
                },
            ],
            record: "{}".to_owned(),
            acknowledged: 0,
            summary: Summary::default(),
            started: 0.0,
            updated,
            revision: 0,
        }
    }

    #[test]
    fn games_come_back_as_they_were_saved() {
        let mut shelf = BTreeMap::new();
        let (mut older, mut later) = (stored("a", 1.0), stored("b", 2.0));
        save_on(&mut shelf, &mut older).unwrap();
        save_on(&mut shelf, &mut later).unwrap();
        assert_eq!(older.revision, 1);
        let expected = [later, older].map(|game| Entry::Game(Box::new(game)));
        assert_eq!(games_on(&shelf), expected);
    }

    #[test]
    fn what_another_tab_has_saved_is_not_overwritten() {
        let mut shelf = BTreeMap::new();
        let mut here = stored("a", 1.0);
        save_on(&mut shelf, &mut here).unwrap();
        let mut there = here.clone();
        save_on(&mut shelf, &mut there).unwrap();
        assert_eq!(save_on(&mut shelf, &mut here), Err(StoreError::Newer));
        assert_eq!(game_on(&shelf, "a"), Some(Entry::Game(Box::new(there))));
    }

    #[test]
    fn damage_is_told_not_hidden() {
        let mut shelf = BTreeMap::new();
        let mut good = stored("good", 1.0);
        save_on(&mut shelf, &mut good).unwrap();
        let whole = Shelf::get(&shelf, "parlour/game/good").unwrap();
        for (id, raw) in [
            ("empty", ""),
            ("cut", &whole[..whole.len() / 2]),
            ("null", "null"),
            ("good2", &whole),
            ("later", &whole.replace("\"version\":1", "\"version\":2")),
        ] {
            shelf.insert(format!("{GAMES}{id}"), raw.to_owned());
            match game_on(&shelf, id) {
                Some(Entry::Damaged(damaged)) => {
                    assert_eq!(damaged.raw, raw);
                    assert!(!damaged.reason.is_empty());
                }
                other => panic!("{id}: {other:?}"),
            }
        }
        assert_eq!(games_on(&shelf).len(), 6);
        assert!(matches!(games_on(&shelf).last(), Some(Entry::Game(_))));
    }

    #[test]
    fn settings_survive_anything() {
        let mut shelf = BTreeMap::new();
        assert_eq!(settings_on(&shelf), Settings::default());
        shelf.insert(SETTINGS.to_owned(), "{\"theme\":\"dark\"}".to_owned());
        assert_eq!(settings_on(&shelf).theme, Theme::Dark);
        assert!(settings_on(&shelf).show_legal);
        shelf.insert(SETTINGS.to_owned(), "{\"theme\":7}".to_owned());
        assert_eq!(settings_on(&shelf), Settings::default());
    }
}
