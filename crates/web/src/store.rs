//! What the browser keeps: games, finished or not, and the settings.
//!
//! Nothing read from here is trusted. An entry that cannot be read becomes a
//! [`Entry::Damaged`], which the pages show with its reason. When the browser
//! keeps nothing (storage off, or full), games go on in memory, and
//! [`problem`] holds one message that says so.
//!
//! Tabs share the storage. Every saved game carries a revision that grows by one
//! with each save, and a save replaces only the very revision that it goes on
//! from: a game that another tab has played on or deleted is left alone. Of the
//! settings a save replaces only what was changed here. [`on_change`] tells what
//! other tabs do.

use crate::session::SeatKind;
use crate::text;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// The version of the stored forms.
const VERSION: u32 = 1;
/// What every key begins with.
const PREFIX: &str = "parlour/";
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
    /// The revision in the browser's storage that this is or goes on from; 0 before the first.
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

impl Entry {
    /// The id under which it lies.
    pub(crate) fn id(&self) -> &str {
        match self {
            Entry::Game(game) => &game.id,
            Entry::Damaged(damaged) => &damaged.id,
        }
    }
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
    /// Another tab has deleted it.
    #[error("{}", text::store::DELETED)]
    Deleted,
}

/// A place that keeps strings by key.
pub(crate) trait Shelf {
    /// What every tab sees there.
    fn shared(&self, key: &str) -> Option<String>;
    /// What could not be shared.
    fn unsaved(&self, key: &str) -> Option<String>;
    /// Shares it.
    fn set(&mut self, key: &str, value: &str) -> Result<(), StoreError>;
    /// Keeps it for this tab only.
    fn keep(&mut self, key: &str, value: String);
    /// Removes both.
    fn remove(&mut self, key: &str);
    /// Every key.
    fn keys(&self) -> Vec<String>;

    /// What this tab goes by, where it need not be the latest.
    fn get(&self, key: &str) -> Option<String> {
        self.unsaved(key).or_else(|| self.shared(key))
    }

    /// Shares it, or keeps it for this tab.
    fn put(&mut self, key: &str, value: String) -> Result<(), StoreError> {
        let shared = self.set(key, &value);
        if shared.is_err() {
            self.keep(key, value);
        }
        shared
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
    fn shared(&self, key: &str) -> Option<String> {
        Browser::storage()?.get_item(key).ok()?
    }

    fn unsaved(&self, key: &str) -> Option<String> {
        self.memory.get(key).cloned()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        let storage = Browser::storage().ok_or(StoreError::Off)?;
        storage.set_item(key, value).map_err(|_| StoreError::Full)?;
        self.memory.remove(key);
        Ok(())
    }

    fn keep(&mut self, key: &str, value: String) {
        self.memory.insert(key.to_owned(), value);
    }

    fn remove(&mut self, key: &str) {
        self.memory.remove(key);
        if let Some(storage) = Browser::storage() {
            // Only a storage that is switched off refuses, and then there is nothing to remove.
            let _ = storage.remove_item(key);
        }
    }

    fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = self.memory.keys().cloned().collect();
        if let Some(storage) = Browser::storage() {
            keys.extend(keys_of(&storage));
        }
        keys.sort();
        keys.dedup();
        keys
    }
}

fn keys_of(storage: &web_sys::Storage) -> Vec<String> {
    let length = storage.length().unwrap_or(0);
    (0..length)
        .filter_map(|index| storage.key(index).ok().flatten())
        .collect()
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
    let keys = shelf.keys();
    let ids = keys.iter().filter_map(|key| key.strip_prefix(GAMES));
    let mut entries: Vec<Entry> = ids.filter_map(|id| game_on(shelf, id)).collect();
    sort(&mut entries);
    entries
}

/// The damaged ones first, then the latest first.
pub(crate) fn sort(entries: &mut [Entry]) {
    let updated = |entry: &Entry| match entry {
        Entry::Game(game) => game.updated,
        Entry::Damaged(_) => f64::INFINITY,
    };
    entries.sort_by(|a, b| updated(b).total_cmp(&updated(a)));
}

fn game_on(shelf: &impl Shelf, id: &str) -> Option<Entry> {
    let key = format!("{GAMES}{id}");
    let shared = shelf.shared(&key).map(|raw| read(id, raw));
    let Some(unsaved) = shelf.unsaved(&key).map(|raw| read(id, raw)) else {
        return shared;
    };
    // What could not be saved counts as long as no other tab has changed what it goes on from.
    match (&unsaved, &shared) {
        (Entry::Game(own), Some(Entry::Game(other))) if own.revision != other.revision => shared,
        (Entry::Game(own), None) if own.revision > 0 => None,
        _ => Some(unsaved),
    }
}

fn save_on(shelf: &mut impl Shelf, game: &mut StoredGame) -> Result<(), StoreError> {
    let key = format!("{GAMES}{}", game.id);
    match shelf.shared(&key).map(|raw| read(&game.id, raw)) {
        Some(Entry::Game(other)) if other.revision != game.revision => {
            return Err(StoreError::Newer);
        }
        None if game.revision > 0 => return Err(StoreError::Deleted),
        _ => {}
    }
    let raw = |game: &StoredGame| {
        serde_json::to_string(game).expect("a stored game has string keys only")
    };
    game.version = VERSION;
    game.revision += 1;
    let saved = shelf.set(&key, &raw(game));
    if saved.is_err() {
        game.revision -= 1;
        shelf.keep(&key, raw(game));
    }
    saved
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
/// [`StoreError::Newer`] or [`StoreError::Deleted`] when another tab has saved or
/// deleted it since; then nothing is changed. After the other errors the game is
/// kept in memory, and [`problem`] is set.
pub(crate) fn save(game: &mut StoredGame) -> Result<(), StoreError> {
    note(SHELF.with_borrow_mut(|shelf| save_on(shelf, game)))
}

/// Deletes a game, damaged or not.
pub(crate) fn remove(id: &str) {
    SHELF.with_borrow_mut(|shelf| Shelf::remove(shelf, &format!("{GAMES}{id}")));
}

/// A text that the app keeps under a key of its own, which begins with [`PREFIX`].
pub(crate) fn text(key: &str) -> Option<String> {
    SHELF.with_borrow(|shelf| shelf.get(key))
}

/// Keeps a text under its key.
///
/// # Errors
/// As [`save`]; then it lasts until the page is closed.
pub(crate) fn put_text(key: &str, value: String) -> Result<(), StoreError> {
    SHELF.with_borrow_mut(|shelf| shelf.put(key, value))
}

/// What lasts as long as the tab: a text under its key, which begins with [`PREFIX`].
pub(crate) fn tab_text(key: &str) -> Option<String> {
    tab_storage()?.get_item(key).ok().flatten()
}

/// Keeps a text as long as the tab, or forgets it; false where the browser keeps nothing.
pub(crate) fn put_tab_text(key: &str, value: Option<&str>) -> bool {
    let Some(storage) = tab_storage() else {
        return false;
    };
    match value {
        Some(value) => storage.set_item(key, value).is_ok(),
        None => storage.remove_item(key).is_ok(),
    }
}

fn tab_storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// Deletes everything that the app keeps in this browser: games, settings, tokens.
pub(crate) fn clear() {
    SHELF.with_borrow_mut(|shelf| {
        for key in shelf.keys() {
            if key.starts_with(PREFIX) {
                Shelf::remove(shelf, &key);
            }
        }
    });
    for key in tab_storage().iter().flat_map(keys_of) {
        if key.starts_with(PREFIX) {
            put_tab_text(&key, None);
        }
    }
    SYNCED.set(Settings::default());
    settings().set(Settings::default());
}

/// What another tab has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The game of this id.
    Game(String),
    /// The settings.
    Settings,
    /// All is gone.
    Everything,
}

/// Tells what other tabs change, as long as the owner lives.
pub(crate) fn on_change(tell: impl Fn(Change) + 'static) {
    let listening = window_event_listener(leptos::ev::storage, move |event| {
        match event.key().as_deref() {
            None => tell(Change::Everything),
            Some(SETTINGS) => tell(Change::Settings),
            Some(key) => {
                if let Some(id) = key.strip_prefix(GAMES) {
                    tell(Change::Game(id.to_owned()));
                }
            }
        }
    });
    on_cleanup(move || listening.remove());
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
fn load_settings() -> Settings {
    SHELF.with_borrow(settings_on)
}

/// The settings `now`, with what was not changed since `before` as it is `stored`: another tab
/// may have changed that.
fn merged(before: &Settings, now: &Settings, stored: Settings) -> Settings {
    fn newer<T: PartialEq + Clone>(before: &T, now: &T, stored: T) -> T {
        if now == before { stored } else { now.clone() }
    }
    let mut setups = stored.setups;
    for (game, setup) in &now.setups {
        if before.setups.get(game) != Some(setup) {
            setups.insert(game.clone(), setup.clone());
        }
    }
    Settings {
        theme: newer(&before.theme, &now.theme, stored.theme),
        sound: newer(&before.sound, &now.sound, stored.sound),
        pace: newer(&before.pace, &now.pace, stored.pace),
        watch_pace: newer(&before.watch_pace, &now.watch_pace, stored.watch_pace),
        show_legal: newer(&before.show_legal, &now.show_legal, stored.show_legal),
        study: newer(&before.study, &now.study, stored.study),
        name: newer(&before.name, &now.name, stored.name),
        setups,
    }
}

/// The settings, shared by every page. [`provide`] puts them there.
///
/// # Panics
/// Before [`provide`].
pub(crate) fn settings() -> RwSignal<Settings> {
    shared().settings
}

/// What is wrong with the browser's storage, if anything; shown once, on every page.
pub(crate) fn problem() -> RwSignal<Option<StoreError>> {
    shared().problem
}

fn shared() -> Shared {
    SHARED.get().expect("the app has called `provide`")
}

#[derive(Clone, Copy)]
struct Shared {
    settings: RwSignal<Settings>,
    problem: RwSignal<Option<StoreError>>,
}

thread_local! {
    static SHARED: Cell<Option<Shared>> = const { Cell::new(None) };
    /// The settings as they were last read from the storage, or written there.
    static SYNCED: RefCell<Settings> = RefCell::default();
}

/// Reads the settings and keeps them as they are stored. Called once, by the app.
pub(crate) fn provide() {
    let settings = RwSignal::new(load_settings());
    SYNCED.set(settings.get_untracked());
    let problem = RwSignal::new(None);
    SHARED.set(Some(Shared { settings, problem }));
    let sync = move |now: &Settings| {
        let before = SYNCED.with_borrow(Settings::clone);
        let stored = load_settings();
        let next = merged(&before, now, stored.clone());
        SYNCED.set(next.clone());
        if next != stored && *now != before {
            let raw = serde_json::to_string(&next).expect("settings have string keys only");
            // `note` shows what went wrong.
            let _ = note(put_text(SETTINGS, raw));
        }
        if next != *now {
            settings.set(next);
        }
    };
    Effect::watch(move || settings.get(), move |now, _, _| sync(now), false);
    on_change(move |change| {
        if matches!(change, Change::Settings | Change::Everything) {
            sync(&settings.get_untracked());
        }
    });
}

/// Remembers a problem with the storage for [`problem`].
fn note(result: Result<(), StoreError>) -> Result<(), StoreError> {
    if let Err(error @ (StoreError::Off | StoreError::Full)) = result
        && let Some(Shared { problem, .. }) = SHARED.get()
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
        let mut shelf = Disk::default();
        let (mut older, mut later) = (stored("a", 1.0), stored("b", 2.0));
        save_on(&mut shelf, &mut older).unwrap();
        save_on(&mut shelf, &mut later).unwrap();
        assert_eq!(older.revision, 1);
        let expected = [later, older].map(|game| Entry::Game(Box::new(game)));
        assert_eq!(games_on(&shelf), expected);
    }

    #[test]
    fn what_another_tab_has_saved_is_not_overwritten() {
        let mut shelf = Disk::default();
        let mut here = stored("a", 1.0);
        save_on(&mut shelf, &mut here).unwrap();
        let mut there = here.clone();
        save_on(&mut shelf, &mut there).unwrap();
        assert_eq!(save_on(&mut shelf, &mut here), Err(StoreError::Newer));
        assert_eq!(game_on(&shelf, "a"), Some(Entry::Game(Box::new(there))));
    }

    /// A storage that may be full.
    #[derive(Default)]
    struct Disk {
        shared: BTreeMap<String, String>,
        unsaved: BTreeMap<String, String>,
        full: bool,
    }

    impl Shelf for Disk {
        fn shared(&self, key: &str) -> Option<String> {
            self.shared.get(key).cloned()
        }

        fn unsaved(&self, key: &str) -> Option<String> {
            self.unsaved.get(key).cloned()
        }

        fn set(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
            if self.full {
                return Err(StoreError::Full);
            }
            self.unsaved.remove(key);
            self.shared.insert(key.to_owned(), value.to_owned());
            Ok(())
        }

        fn keep(&mut self, key: &str, value: String) {
            self.unsaved.insert(key.to_owned(), value);
        }

        fn remove(&mut self, key: &str) {
            self.unsaved.remove(key);
            self.shared.remove(key);
        }

        fn keys(&self) -> Vec<String> {
            self.shared.keys().cloned().collect()
        }
    }

    #[test]
    fn a_full_storage_does_not_hide_what_another_tab_saves() {
        let mut shelf = Disk::default();
        let mut here = stored("a", 1.0);
        save_on(&mut shelf, &mut here).unwrap();
        let mut there = here.clone();
        shelf.full = true;
        here.updated = 2.0;
        assert_eq!(save_on(&mut shelf, &mut here), Err(StoreError::Full));
        let kept = Some(Entry::Game(Box::new(here.clone())));
        assert_eq!(game_on(&shelf, "a"), kept);
        // The other tab has room again.
        let unsaved = std::mem::take(&mut shelf.unsaved);
        shelf.full = false;
        save_on(&mut shelf, &mut there).unwrap();
        shelf.unsaved = unsaved;
        assert_eq!(save_on(&mut shelf, &mut here), Err(StoreError::Newer));
        assert_eq!(game_on(&shelf, "a"), Some(Entry::Game(Box::new(there))));
    }

    #[test]
    fn what_another_tab_has_deleted_does_not_come_back() {
        let mut shelf = Disk::default();
        let mut here = stored("a", 1.0);
        save_on(&mut shelf, &mut here).unwrap();
        shelf.remove("parlour/game/a");
        assert_eq!(save_on(&mut shelf, &mut here), Err(StoreError::Deleted));
        assert_eq!(game_on(&shelf, "a"), None);
    }

    #[test]
    fn settings_of_two_tabs_are_merged() {
        let before = Settings::default();
        let mut here = before.clone();
        here.theme = Theme::Dark;
        here.setups.insert("jaipur".to_owned(), 1.into());
        let mut there = before.clone();
        there.pace = Pace::Slow;
        there.setups.insert("modern-art".to_owned(), 2.into());
        let both = merged(&before, &here, there);
        assert_eq!((both.theme, both.pace), (Theme::Dark, Pace::Slow));
        assert_eq!(both.setups.len(), 2);
    }

    #[test]
    fn damage_is_told_not_hidden() {
        let mut shelf = Disk::default();
        let mut good = stored("good", 1.0);
        save_on(&mut shelf, &mut good).unwrap();
        let whole = shelf.shared("parlour/game/good").unwrap();
        for (id, raw) in [
            ("empty", ""),
            ("cut", &whole[..whole.len() / 2]),
            ("null", "null"),
            ("good2", &whole),
            ("later", &whole.replace("\"version\":1", "\"version\":2")),
        ] {
            shelf.shared.insert(format!("{GAMES}{id}"), raw.to_owned());
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
        let mut shelf = Disk::default();
        assert_eq!(settings_on(&shelf), Settings::default());
        shelf
            .shared
            .insert(SETTINGS.to_owned(), "{\"theme\":\"dark\"}".to_owned());
        assert_eq!(settings_on(&shelf).theme, Theme::Dark);
        assert!(settings_on(&shelf).show_legal);
        shelf
            .shared
            .insert(SETTINGS.to_owned(), "{\"theme\":7}".to_owned());
        assert_eq!(settings_on(&shelf), Settings::default());
    }
}
