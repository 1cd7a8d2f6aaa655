//! Everything that is saved on this device as one file: games, analyses, daily deals, progress and settings. Tokens are
//! left out, since others may read the file.
//!
//! The file is one JSON object: `parlour_backup` is its version, and `entries` has the texts of the storage by their
//! keys. Reading it adds what is missing here and replaces games that were played on since. A game whose record is
//! here already is not added a second time.

use super::daily::{self, ATTEMPTS};
use super::puzzles::progress::{self, PROGRESS};
use super::saved_analysis::{self, ANALYSES};
use super::saved_game::{self, Entry, GAMES, StoredGame};
use crate::platform::settings;
use crate::platform::storage::{self, StoreError, TextStore};
use parlour_engine::json;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The version of the file.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Backup {
    parlour_backup: u32,
    entries: BTreeMap<String, String>,
}

/// What was read from a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Restored {
    /// Games that were not here.
    pub(crate) new: usize,
    /// Games that were played on since they were saved here.
    pub(crate) newer: usize,
    /// Games that were here.
    pub(crate) known: usize,
    /// Games of the file that cannot be read.
    pub(crate) unreadable: usize,
}

/// The text of the file.
pub(crate) fn text() -> String {
    storage::read(text_of)
}

fn text_of(store: &impl TextStore) -> String {
    let is_part = |key: &String| {
        key.starts_with(GAMES)
            || key.starts_with(ANALYSES)
            || key == settings::SETTINGS
            || key == PROGRESS
            || key == ATTEMPTS
    };
    let keys = store.keys().into_iter().filter(is_part);
    let backup = Backup {
        parlour_backup: VERSION,
        entries: keys
            .filter_map(|key| store.get(&key).map(|text| (key, text)))
            .collect(),
    };
    serde_json::to_string(&backup).expect("a backup has string keys only")
}

/// Adds what a file holds to what is saved here; `None` if it is no such file. What the browser refuses lasts as long
/// as the page, and [`storage::problem`] is set.
pub(crate) fn restore(text: &str) -> Option<Restored> {
    let backup = read(text)?;
    let mut restored = Restored::default();
    // `storage::problem` tells of an error.
    let _ = storage::change(|store| {
        let (counts, saved) = merge(store, &backup);
        restored = counts;
        saved
    });
    if let Some(stored) = backup.entries.get(settings::SETTINGS) {
        settings::adopt(stored);
    }
    Some(restored)
}

fn read(text: &str) -> Option<Backup> {
    let backup: Backup = json::from_str(text).ok()?;
    (backup.parlour_backup == VERSION).then_some(backup)
}

fn merge(store: &mut impl TextStore, backup: &Backup) -> (Restored, Result<(), StoreError>) {
    let mut restored = Restored::default();
    let mut saved = Ok(());
    let by_record = saved_game::games_on(store).into_iter();
    let mut by_record: HashMap<String, String> = by_record
        .filter_map(|entry| match entry {
            Entry::Game(game) => Some((game.record, game.id)),
            Entry::Damaged(_) => None,
        })
        .collect();
    // The ids here of games that have another one in the file.
    let mut ids: HashMap<String, String> = HashMap::new();
    let mut games = Vec::new();
    for (key, raw) in &backup.entries {
        let Some(id) = key.strip_prefix(GAMES) else {
            continue;
        };
        match saved_game::read(id, raw.clone()) {
            Entry::Damaged(_) => restored.unreadable += 1,
            Entry::Game(game) => match by_record.get(&game.record) {
                Some(known) => {
                    restored.known += 1;
                    ids.insert(game.id, known.clone());
                }
                None => {
                    by_record.insert(game.record.clone(), game.id.clone());
                    games.push(*game);
                }
            },
        }
    }
    for mut game in games {
        let here = saved_game::game_on(store, &game.id);
        let count = match &here {
            Some(Entry::Game(here)) if here.updated >= game.updated => {
                restored.known += 1;
                continue;
            }
            Some(Entry::Game(_)) => &mut restored.newer,
            Some(Entry::Damaged(_)) | None => &mut restored.new,
        };
        *count += 1;
        game.revision = revision(here);
        if let Some(branch) = &mut game.branch
            && let Some(parent) = ids.get(&branch.parent)
        {
            branch.parent = parent.clone();
        }
        saved = saved.and(saved_game::save_on(store, &mut game));
    }
    for (key, raw) in &backup.entries {
        if let Some(id) = key.strip_prefix(ANALYSES) {
            let id = ids.get(id).map_or(id, String::as_str);
            if let Some(Entry::Game(game)) = saved_game::game_on(store, id) {
                // Without room for it, it can be computed again.
                let _ = saved_analysis::add(store, id, &game.record, raw);
            }
        }
    }
    let id = |id: &str| ids.get(id).map_or(id, String::as_str).to_owned();
    if let Some(raw) = backup.entries.get(ATTEMPTS) {
        saved = saved.and(daily::restore(store, raw, id));
    }
    if let Some(raw) = backup.entries.get(PROGRESS) {
        saved = saved.and(progress::restore(store, raw, id));
    }
    (restored, saved)
}

/// The revision that a game has to go on from.
fn revision(here: Option<Entry>) -> u64 {
    match here {
        Some(Entry::Game(here)) => {
            let StoredGame { revision, .. } = *here;
            revision
        }
        Some(Entry::Damaged(_)) | None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::storage::TestStore;
    use parlour_agents::analysis::Settings;
    use saved_analysis::StoredAnalysis;
    use serde_json::json;

    fn game(id: &str, record: &str, updated: f64) -> String {
        json!({
            "version": 1, "id": id, "game": "jaipur", "rules": "round", "seats": [], "record": record,
            "acknowledged": 0, "summary": {"actions": 0, "scores": [], "winners": null, "resigned": null},
            "started": 1.0, "updated": updated, "revision": 7,
        })
        .to_string()
    }

    fn analysis(record: &str, done: usize) -> String {
        let analysis = StoredAnalysis::new(record, Settings::default(), done, Vec::new());
        serde_json::to_string(&analysis).unwrap()
    }

    fn store(entries: &[(&str, String)]) -> TestStore {
        let mut store = TestStore::default();
        for (key, text) in entries {
            store.set(&format!("parlour/{key}"), text).unwrap();
        }
        store
    }

    fn merged(store: &mut TestStore, text: &str) -> Restored {
        let (restored, saved) = merge(store, &read(text).unwrap());
        saved.unwrap();
        restored
    }

    #[test]
    fn a_backup_is_added_once() {
        let there = store(&[
            ("game/a", game("a", "one", 1.0)),
            ("game/b", game("b", "two", 5.0)),
            ("game/bad", "{}".to_owned()),
            ("analysis/a", analysis("one", 3)),
            ("settings", "{}".to_owned()),
            (
                "exercises",
                r#"{"version":1,"solved":["jaipur/1/a"]}"#.to_owned(),
            ),
            (
                "daily",
                r#"{"attempts":[{"game":"jaipur","day":4,"id":"a","online":false}]}"#.to_owned(),
            ),
            ("tables", "[\"a token\"]".to_owned()),
            ("visitor", "a token".to_owned()),
        ]);
        let text = text_of(&there);
        assert!(!text.contains("token"), "{text}");
        let mut here = store(&[
            // The same game under another id, with less of its analysis.
            ("game/x", game("x", "one", 1.0)),
            ("analysis/x", analysis("one", 2)),
            // An earlier state.
            ("game/b", game("b", "tw", 4.0)),
        ]);
        let expected = Restored {
            new: 0,
            newer: 1,
            known: 1,
            unreadable: 1,
        };
        assert_eq!(merged(&mut here, &text), expected);
        assert_eq!(here.shared("parlour/analysis/x"), Some(analysis("one", 3)));
        let exercises = here.shared("parlour/exercises");
        assert!(exercises.is_some_and(|text| text.contains("jaipur/1/a")));
        let daily = here.shared(ATTEMPTS);
        assert!(daily.is_some_and(|text| text.contains("\"id\":\"x\"")));
        let again = Restored {
            newer: 0,
            known: 2,
            ..expected
        };
        assert_eq!(merged(&mut here, &text), again);
        assert_eq!(saved_game::games_on(&here).len(), 2);
        let mut empty = TestStore::default();
        assert_eq!(merged(&mut empty, &text).new, 2);
        // An older state does not come back.
        let older = text_of(&store(&[("game/b", game("b", "t", 3.0))]));
        assert_eq!(merged(&mut empty, &older).known, 1);
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "{}", "{\"parlour_backup\":2,\"entries\":{}}", "[1]"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
