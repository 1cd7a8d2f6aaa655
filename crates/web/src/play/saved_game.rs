//! Saved games: in progress or finished, in the browser's storage.
//!
//! Nothing that is read from there is trusted. An entry that cannot be read becomes an [`Entry::Damaged`], which
//! the pages show with its reason.
//!
//! Every saved game carries a revision that grows by one with each save, and a save replaces only the revision
//! that it is based on: a game that another tab has played on or deleted is left alone.

use super::saved_analysis;
use super::strings::{policies, session as words};
use crate::platform::sort::sort_short;
use crate::platform::storage::{self, StoreError, TextStore};
use parlour_engine::json;
use serde::{Deserialize, Serialize};

/// The version of the stored form.
const VERSION: u32 = 1;
pub(super) const GAMES: &str = "parlour/game/";

/// Who controls a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatKind {
    /// A person at this device.
    Person {
        /// Their name.
        name: String,
    },
    /// A program.
    Ai {
        /// Its policy, e.g. `ismcts:2000`.
        policy: String,
    },
    /// A person or a program at another device.
    Away {
        /// Their name.
        name: String,
    },
}

impl SeatKind {
    /// The name on the page.
    pub(crate) fn name(&self) -> String {
        match self {
            SeatKind::Person { name } | SeatKind::Away { name } => name.clone(),
            SeatKind::Ai { policy } => policies::policy(policy),
        }
    }

    /// Whether a person at this device sits there.
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, SeatKind::Person { .. })
    }

    /// The name in records: an AI's is its policy.
    pub(crate) fn recorded(&self) -> String {
        match self {
            SeatKind::Person { name } | SeatKind::Away { name } => name.clone(),
            SeatKind::Ai { policy } => policy.clone(),
        }
    }
}

/// A name without the number by which a server tells seats of the same policy apart: `greedy` of `greedy-2`. No policy's
/// own name ends in a hyphen and a number.
pub(crate) fn unnumbered(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((rest, number)) if number.parse::<u32>().is_ok() => rest,
        _ => name,
    }
}

/// Where a game comes from that was not played at this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Origin {
    /// A loaded record or link.
    Record,
    /// A table of a server.
    Server,
}

/// Where a game goes on from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Branch {
    /// The id of the other game.
    pub(crate) parent: String,
    /// The number of actions that both have.
    pub(crate) ply: usize,
    /// Whether hidden cards were dealt again.
    pub(crate) redealt: bool,
}

/// A deal that others play too: there is one attempt, without hints and undo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SharedDeal {
    /// The daily deal of a day, in days since 1970 in UTC.
    Daily(u32),
    /// That of a challenge: the text of its link.
    Challenge(String),
}

/// A game on the store.
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
    /// much of what the page shows between turns they have seen.
    pub(crate) acknowledged: usize,
    /// Where it goes on from another game, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) branch: Option<Branch>,
    /// Where it comes from; `None` if it was played here, or saved before this was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) origin: Option<Origin>,
    /// Whether others play the same deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shared: Option<SharedDeal>,
    /// The time at the table in milliseconds; `None` if that was not measured from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) active: Option<f64>,
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

/// What is stored under an id.
pub(super) fn read(id: &str, raw: String) -> Entry {
    let damaged = |reason: String, raw: String| {
        Entry::Damaged(Damaged {
            id: id.to_owned(),
            reason,
            raw,
        })
    };
    match json::from_str::<StoredGame>(&raw) {
        Ok(game) if game.version > VERSION => damaged(words::later_version().to_owned(), raw),
        Ok(game) if game.id != id => damaged(words::other_id().to_owned(), raw),
        Ok(game) => Entry::Game(Box::new(game)),
        Err(_) => damaged(words::unreadable().to_owned(), raw),
    }
}

pub(super) fn games_on(store: &impl TextStore) -> Vec<Entry> {
    let keys = store.keys();
    let ids = keys.iter().filter_map(|key| key.strip_prefix(GAMES));
    let mut entries: Vec<Entry> = ids.filter_map(|id| game_on(store, id)).collect();
    sort(&mut entries);
    entries
}

/// The damaged ones first, then the latest first.
pub(crate) fn sort(entries: &mut [Entry]) {
    let updated = |entry: &Entry| match entry {
        Entry::Game(game) => game.updated,
        Entry::Damaged(_) => f64::INFINITY,
    };
    sort_short(entries, |entry| -updated(entry));
}

pub(super) fn game_on(store: &impl TextStore, id: &str) -> Option<Entry> {
    let key = format!("{GAMES}{id}");
    let shared = store.shared(&key).map(|raw| read(id, raw));
    let Some(unsaved) = store.unsaved(&key).map(|raw| read(id, raw)) else {
        return shared;
    };
    // What could not be saved counts as long as no other tab has changed what it goes on from.
    match (&unsaved, &shared) {
        (Entry::Game(own), Some(Entry::Game(other))) if own.revision != other.revision => shared,
        (Entry::Game(own), None) if own.revision > 0 => None,
        _ => Some(unsaved),
    }
}

pub(super) fn save_on(store: &mut impl TextStore, game: &mut StoredGame) -> Result<(), StoreError> {
    let key = format!("{GAMES}{}", game.id);
    match store.shared(&key).map(|raw| read(&game.id, raw)) {
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
    let saved = store.set(&key, &raw(game));
    if saved.is_err() {
        game.revision -= 1;
        store.keep(&key, raw(game));
    }
    saved
}

/// Every game, the damaged ones first, then the latest first.
pub(crate) fn games() -> Vec<Entry> {
    storage::read(games_on)
}

/// One game; `None` if there is none of that id.
pub(crate) fn game(id: &str) -> Option<Entry> {
    storage::read(|store| game_on(store, id))
}

/// The saved game of this record, if there is one.
pub(crate) fn with_record(line: &str) -> Option<StoredGame> {
    readable(games()).find(|game| game.record == line)
}

/// The first game that was played here with the deal and the rules of this record, and these opponents.
pub(crate) fn with_deal(line: &str, seats: &[SeatKind]) -> Option<StoredGame> {
    let wanted = beginning(line)?;
    let opponents = |seats: &[SeatKind]| -> Vec<Option<String>> {
        let policy = |seat: &SeatKind| (!seat.is_person()).then(|| seat.recorded());
        seats.iter().map(policy).collect()
    };
    let same = |game: &StoredGame| {
        let is_own = game.origin.is_none() && game.branch.is_none();
        is_own
            && opponents(&game.seats) == opponents(seats)
            && beginning(&game.record).as_ref() == Some(&wanted)
    };
    readable(games()).filter(same).last()
}

/// A record without what was played and who did.
fn beginning(line: &str) -> Option<serde_json::Value> {
    let mut record = json::parse(line).ok()?;
    let fields = record.as_object_mut()?;
    for name in ["seats", "actions", "result"] {
        fields.remove(name);
    }
    Some(record)
}

/// The games that go on from this one: by where they leave it, then the oldest first.
pub(crate) fn branches(id: &str) -> Vec<StoredGame> {
    storage::read(|store| branches_on(store, id))
}

fn branches_on(store: &impl TextStore, id: &str) -> Vec<StoredGame> {
    let of = |branch: &Branch| branch.parent == id;
    let mut branches: Vec<StoredGame> = readable(games_on(store))
        .filter(|game| game.branch.as_ref().is_some_and(of))
        .collect();
    sort_short(&mut branches, |game| {
        let ply = game.branch.as_ref().map_or(0, |branch| branch.ply);
        (ply, game.started)
    });
    branches
}

fn readable(entries: Vec<Entry>) -> impl Iterator<Item = StoredGame> {
    entries.into_iter().filter_map(|entry| match entry {
        Entry::Game(game) => Some(*game),
        Entry::Damaged(_) => None,
    })
}

/// Saves a game and counts its revision up.
///
/// # Errors
/// [`StoreError::Newer`] or [`StoreError::Deleted`] when another tab has saved or
/// deleted it since; then nothing is changed. After the other errors the game is
/// kept in memory, and [`storage::problem`] is set.
pub(crate) fn save(game: &mut StoredGame) -> Result<(), StoreError> {
    storage::change(|store| save_on(store, game))
}

/// Deletes a game, damaged or not, and its analysis.
pub(crate) fn remove(id: &str) {
    saved_analysis::remove(id);
    // Removing cannot fail.
    let _ = storage::change(|store| {
        TextStore::remove(store, &format!("{GAMES}{id}"));
        Ok(())
    });
}

/// What another tab has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The game of this id.
    Game(String),
    /// Everything is deleted.
    Everything,
}

/// Reports the changes of other tabs, as long as the owner lives.
pub(crate) fn on_change(tell: impl Fn(Change) + 'static) {
    storage::on_change(move |key| match key {
        None => tell(Change::Everything),
        Some(key) => {
            if let Some(id) = key.strip_prefix(GAMES) {
                tell(Change::Game(id.to_owned()));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::storage::TestStore;

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
            branch: None,
            origin: None,
            shared: None,
            active: None,
            summary: Summary::default(),
            started: 0.0,
            updated,
            revision: 0,
        }
    }

    #[test]
    fn the_number_of_a_name_is_dropped() {
        for (name, policy) in [
            ("greedy-2", "greedy"),
            ("ismcts:200-12", "ismcts:200"),
            ("minimax_4", "minimax_4"),
            ("Jean-Luc", "Jean-Luc"),
            ("", ""),
        ] {
            assert_eq!(unnumbered(name), policy);
        }
    }

    #[test]
    fn games_come_back_as_they_were_saved() {
        let mut store = TestStore::default();
        let (mut older, mut later) = (stored("a", 1.0), stored("b", 2.0));
        save_on(&mut store, &mut older).unwrap();
        save_on(&mut store, &mut later).unwrap();
        assert_eq!(older.revision, 1);
        let expected = [later, older].map(|game| Entry::Game(Box::new(game)));
        assert_eq!(games_on(&store), expected);
    }

    #[test]
    fn what_another_tab_has_saved_is_not_overwritten() {
        let mut store = TestStore::default();
        let mut here = stored("a", 1.0);
        save_on(&mut store, &mut here).unwrap();
        let mut there = here.clone();
        save_on(&mut store, &mut there).unwrap();
        assert_eq!(save_on(&mut store, &mut here), Err(StoreError::Newer));
        assert_eq!(game_on(&store, "a"), Some(Entry::Game(Box::new(there))));
    }

    #[test]
    fn a_full_storage_does_not_hide_what_another_tab_saves() {
        let mut store = TestStore::default();
        let mut here = stored("a", 1.0);
        save_on(&mut store, &mut here).unwrap();
        let mut there = here.clone();
        store.full = true;
        here.updated = 2.0;
        assert_eq!(save_on(&mut store, &mut here), Err(StoreError::Full));
        let kept = Some(Entry::Game(Box::new(here.clone())));
        assert_eq!(game_on(&store, "a"), kept);
        // The other tab has room again.
        let unsaved = std::mem::take(&mut store.unsaved);
        store.full = false;
        save_on(&mut store, &mut there).unwrap();
        store.unsaved = unsaved;
        assert_eq!(save_on(&mut store, &mut here), Err(StoreError::Newer));
        assert_eq!(game_on(&store, "a"), Some(Entry::Game(Box::new(there))));
    }

    #[test]
    fn what_another_tab_has_deleted_does_not_come_back() {
        let mut store = TestStore::default();
        let mut here = stored("a", 1.0);
        save_on(&mut store, &mut here).unwrap();
        store.remove("parlour/game/a");
        assert_eq!(save_on(&mut store, &mut here), Err(StoreError::Deleted));
        assert_eq!(game_on(&store, "a"), None);
    }

    #[test]
    fn branches_are_found_by_the_game_that_they_leave() {
        let mut store = TestStore::default();
        let branch = |id: &str, parent: &str, ply, updated| StoredGame {
            branch: Some(Branch {
                parent: parent.to_owned(),
                ply,
                redealt: ply == 3,
            }),
            started: updated,
            ..stored(id, updated)
        };
        for mut game in [
            stored("a", 1.0),
            branch("late", "a", 9, 2.0),
            branch("newer", "a", 3, 4.0),
            branch("older", "a", 3, 3.0),
            branch("other", "late", 12, 5.0),
        ] {
            save_on(&mut store, &mut game).unwrap();
        }
        let ids = |of: &str| -> Vec<String> {
            let branches = branches_on(&store, of);
            branches.into_iter().map(|game| game.id).collect()
        };
        assert_eq!(ids("a"), ["older", "newer", "late"]);
        assert_eq!(ids("late"), ["other"]);
        assert!(ids("other").is_empty());
        // As it was saved before there were branches, origins and times.
        let plain = store.shared("parlour/game/a").unwrap();
        for name in ["branch", "origin", "shared", "active"] {
            assert!(!plain.contains(name), "{plain}");
        }
    }

    #[test]
    fn damage_is_told_not_hidden() {
        let mut store = TestStore::default();
        let mut good = stored("good", 1.0);
        save_on(&mut store, &mut good).unwrap();
        let whole = store.shared("parlour/game/good").unwrap();
        for (id, raw) in [
            ("empty", ""),
            ("cut", &whole[..whole.len() / 2]),
            ("null", "null"),
            ("good2", &whole),
            ("later", &whole.replace("\"version\":1", "\"version\":2")),
        ] {
            store.shared.insert(format!("{GAMES}{id}"), raw.to_owned());
            match game_on(&store, id) {
                Some(Entry::Damaged(damaged)) => {
                    assert_eq!(damaged.raw, raw);
                    assert!(!damaged.reason.is_empty());
                }
                other => panic!("{id}: {other:?}"),
            }
        }
        assert_eq!(games_on(&store).len(), 6);
        assert!(matches!(games_on(&store).last(), Some(Entry::Game(_))));
    }
}
