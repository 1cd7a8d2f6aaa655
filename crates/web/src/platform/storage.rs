//! Texts that the browser stores by key: in local storage, which all tabs share, and for one tab.
//!
//! When the browser stores nothing (storage off, or full), texts stay in memory, and [`problem`] holds one
//! message that says so. [`on_change`] reports the changes of other tabs.

use super::strings as words;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// The prefix of every key.
const PREFIX: &str = "parlour/";

/// Why something was not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StoreError {
    /// The browser keeps nothing for this page.
    #[error("{}", words::off())]
    Off,
    /// There is no room left.
    #[error("{}", words::full())]
    Full,
    /// Another tab has played on.
    #[error("{}", words::newer())]
    Newer,
    /// Another tab has deleted it.
    #[error("{}", words::deleted())]
    Deleted,
}

/// A place that keeps strings by key.
pub(crate) trait TextStore {
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
pub(crate) struct Browser {
    memory: BTreeMap<String, String>,
}

impl Browser {
    fn storage() -> Option<web_sys::Storage> {
        window().local_storage().ok().flatten()
    }
}

impl TextStore for Browser {
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
            let shared = keys_of(&storage).into_iter();
            keys.extend(shared.filter(|key| !self.memory.contains_key(key)));
        }
        keys
    }
}

fn keys_of(storage: &web_sys::Storage) -> Vec<String> {
    let length = storage.length().unwrap_or(0);
    (0..length)
        .filter_map(|index| storage.key(index).ok().flatten())
        .collect()
}

thread_local! {
    static STORE: RefCell<Browser> = RefCell::default();
    static PROBLEM: Cell<Option<RwSignal<Option<StoreError>>>> = const { Cell::new(None) };
}

/// Creates [`problem`]. Called once, by the app.
pub(crate) fn provide() {
    PROBLEM.set(Some(RwSignal::new(None)));
}

/// What is wrong with the browser's storage, if anything; shown once, on every page.
///
/// # Panics
/// Before [`provide`].
pub(crate) fn problem() -> RwSignal<Option<StoreError>> {
    PROBLEM.get().expect("the app has called `provide`")
}

/// Reads the texts of this tab.
pub(crate) fn read<T>(read: impl FnOnce(&Browser) -> T) -> T {
    STORE.with_borrow(read)
}

/// Changes the texts of this tab, and remembers a failure for [`problem`].
///
/// # Errors
/// As `change`.
pub(crate) fn change<T>(
    change: impl FnOnce(&mut Browser) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let changed = STORE.with_borrow_mut(change);
    if let Err(error @ (StoreError::Off | StoreError::Full)) = changed
        && let Some(problem) = PROBLEM.get()
        && problem.get_untracked() != Some(error)
    {
        problem.set(Some(error));
    }
    changed
}

/// A text that the app stores under a key that begins with [`PREFIX`].
pub(crate) fn text(key: &str) -> Option<String> {
    STORE.with_borrow(|store| store.get(key))
}

/// The keys of the texts that the browser has not stored: they last until the page is closed.
pub(crate) fn unsaved() -> Vec<String> {
    STORE.with_borrow(|store| store.memory.keys().cloned().collect())
}

/// Keeps a text under its key.
///
/// # Errors
/// [`StoreError::Off`], [`StoreError::Full`]; then it lasts until the page is closed.
pub(crate) fn put_text(key: &str, value: String) -> Result<(), StoreError> {
    STORE.with_borrow_mut(|store| store.put(key, value))
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
    STORE.with_borrow_mut(|store| {
        for key in store.keys() {
            if key.starts_with(PREFIX) {
                TextStore::remove(store, &key);
            }
        }
    });
    for key in tab_storage().iter().flat_map(keys_of) {
        if key.starts_with(PREFIX) {
            put_tab_text(&key, None);
        }
    }
}

/// Calls `tell` for each key that another tab changes, and with `None` when it clears everything, as long as
/// the owner lives.
pub(crate) fn on_change(tell: impl Fn(Option<&str>) + 'static) {
    let listening = window_event_listener(leptos::ev::storage, move |event| {
        tell(event.key().as_deref());
    });
    on_cleanup(move || listening.remove());
}

/// A store that may be full.
#[cfg(test)]
#[derive(Default)]
pub(crate) struct TestStore {
    pub(crate) shared: BTreeMap<String, String>,
    pub(crate) unsaved: BTreeMap<String, String>,
    pub(crate) full: bool,
}

#[cfg(test)]
impl TextStore for TestStore {
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
