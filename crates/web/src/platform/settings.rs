//! The user's settings, shared by all pages and tabs.
//!
//! Saving replaces only what was changed in this tab.

use super::storage::{self, TextStore};
use leptos::prelude::*;
use parlour_engine::json;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// The key of the settings.
pub(crate) const SETTINGS: &str = "parlour/settings";

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

/// How large cards are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CardSize {
    /// More of the table is seen at once.
    Small,
    /// As the table is designed.
    #[default]
    Normal,
    /// Easier to see and to touch.
    Large,
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
    /// The code of the language; `None` for the browser's.
    pub(crate) language: Option<String>,
    /// Whether keys of one character are shortcuts.
    pub(crate) shortcuts: bool,
    /// Whether a game makes sounds. An earlier version had one sound, for one's turn.
    #[serde(alias = "turn_sound")]
    pub(crate) sounds: bool,
    /// Whether a notification of the system tells that it is one's turn at a table of a server.
    pub(crate) turn_notification: bool,
    /// How large cards are.
    pub(crate) card_size: CardSize,
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
            language: None,
            shortcuts: true,
            sounds: false,
            turn_notification: false,
            card_size: CardSize::default(),
            pace: Pace::default(),
            watch_pace: Pace::default(),
            show_legal: true,
            study: false,
            name: String::new(),
            setups: BTreeMap::new(),
        }
    }
}

fn settings_on(store: &impl TextStore) -> Settings {
    store
        .get(SETTINGS)
        .and_then(|raw| json::from_str(&raw).ok())
        .unwrap_or_default()
}

/// The settings as stored; what cannot be read is as it was at first.
fn load_settings() -> Settings {
    storage::read(settings_on)
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
        language: newer(&before.language, &now.language, stored.language),
        shortcuts: newer(&before.shortcuts, &now.shortcuts, stored.shortcuts),
        sounds: newer(&before.sounds, &now.sounds, stored.sounds),
        turn_notification: newer(
            &before.turn_notification,
            &now.turn_notification,
            stored.turn_notification,
        ),
        card_size: newer(&before.card_size, &now.card_size, stored.card_size),
        pace: newer(&before.pace, &now.pace, stored.pace),
        watch_pace: newer(&before.watch_pace, &now.watch_pace, stored.watch_pace),
        show_legal: newer(&before.show_legal, &now.show_legal, stored.show_legal),
        study: newer(&before.study, &now.study, stored.study),
        name: newer(&before.name, &now.name, stored.name),
        setups,
    }
}

/// The settings. [`provide`] creates them.
///
/// # Panics
/// Before [`provide`].
pub(crate) fn shared() -> RwSignal<Settings> {
    SHARED.get().expect("the app has called `provide`")
}

/// Takes from a stored text what was never changed here. The language stays: it is the device's.
pub(crate) fn adopt(raw: &str) {
    let Ok(mut stored) = json::from_str::<Settings>(raw) else {
        return;
    };
    shared().update(|now| {
        stored.language.clone_from(&now.language);
        *now = merged(&Settings::default(), now, stored);
    });
}

/// Forgets all settings; the stored ones are already deleted.
pub(crate) fn reset() {
    SYNCED.set(Settings::default());
    shared().set(Settings::default());
}

thread_local! {
    static SHARED: Cell<Option<RwSignal<Settings>>> = const { Cell::new(None) };
    /// The settings as they were last read from the storage, or written there.
    static SYNCED: RefCell<Settings> = RefCell::default();
}

/// Reads the settings and writes them when they change. Called once, by the app.
pub(crate) fn provide() {
    let settings = RwSignal::new(load_settings());
    SYNCED.set(settings.get_untracked());
    SHARED.set(Some(settings));
    let sync = move |now: &Settings| {
        let before = SYNCED.with_borrow(Settings::clone);
        let stored = load_settings();
        let next = merged(&before, now, stored.clone());
        SYNCED.set(next.clone());
        if next != stored && *now != before {
            let raw = serde_json::to_string(&next).expect("settings have string keys only");
            // `storage::problem` shows what went wrong.
            let _ = storage::change(|store| store.put(SETTINGS, raw));
        }
        if next != *now {
            settings.set(next);
        }
    };
    Effect::watch(move || settings.get(), move |now, _, _| sync(now), false);
    storage::on_change(move |key| {
        if matches!(key, None | Some(SETTINGS)) {
            sync(&settings.get_untracked());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::storage::TestStore;

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
    fn settings_survive_anything() {
        let mut store = TestStore::default();
        assert_eq!(settings_on(&store), Settings::default());
        store
            .shared
            .insert(SETTINGS.to_owned(), "{\"theme\":\"dark\"}".to_owned());
        assert_eq!(settings_on(&store).theme, Theme::Dark);
        assert!(settings_on(&store).show_legal);
        store
            .shared
            .insert(SETTINGS.to_owned(), "{\"theme\":7}".to_owned());
        assert_eq!(settings_on(&store), Settings::default());
    }
}
