//! A response of the server that is requested again while it may change and the page is visible.

use crate::platform::http::{self, Trouble};
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_engine::json;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// The interval at which it is checked whether a request is due.
const TICK: Duration = Duration::from_secs(2);
/// What changes rarely is requested once in this number of ticks.
const RARELY: u32 = 5;

/// How often a response changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::site) enum Changes {
    /// All the time.
    Often,
    /// Now and then.
    Rarely,
    /// No more.
    Never,
}

/// A response as text: requests do not depend on its type.
#[derive(Clone, Copy)]
pub(in crate::site) struct Source {
    path: Signal<String>,
    text: RwSignal<Option<Arc<str>>>,
    pub(in crate::site) trouble: RwSignal<Option<Trouble>>,
    /// The path that is being requested.
    pending: StoredValue<Option<String>>,
    is_valid: fn(&str) -> bool,
}

impl Source {
    /// Whether there is a response.
    pub(in crate::site) fn is_there(self) -> bool {
        self.text.with(Option::is_some)
    }

    /// Requests it, unless that is being done.
    fn request(self) {
        let path = self.path.get_untracked();
        let is_pending = |pending: &Option<String>| pending.as_ref() == Some(&path);
        if self.pending.with_value(is_pending) {
            return;
        }
        self.pending.set_value(Some(path.clone()));
        spawn_local(async move {
            let response = http::text("GET", &path, None, None).await;
            let is_pending = |pending: &Option<String>| pending.as_ref() == Some(&path);
            // The page may have been left, or wants something else by now.
            if self.pending.try_with_value(is_pending) != Some(true) {
                return;
            }
            self.pending.set_value(None);
            match response {
                Ok(text) if (self.is_valid)(&text) => {
                    if self.trouble.with_untracked(Option::is_some) {
                        self.trouble.set(None);
                    }
                    if self
                        .text
                        .with_untracked(|now| now.as_deref() != Some(&text))
                    {
                        self.text.set(Some(text.into()));
                    }
                }
                // A plain file server may answer with anything.
                Ok(_) => self.fail(Trouble::NoRooms),
                Err(trouble) => self.fail(trouble),
            }
        });
    }

    fn fail(self, trouble: Trouble) {
        if matches!(trouble, Trouble::Gone(_)) {
            self.text.set(None);
        }
        if self
            .trouble
            .with_untracked(|now| now.as_ref() != Some(&trouble))
        {
            self.trouble.set(Some(trouble));
        }
    }
}

/// Requests all of them.
pub(in crate::site) fn request_all(sources: &[Source]) {
    sources.iter().for_each(|source| source.request());
}

/// Requests them again as long as the owner lives. What no longer changes is not requested, and what is not there
/// yet may come.
pub(in crate::site) fn poll(sources: Vec<Source>, changes: Signal<Option<Changes>>) {
    let ticks = StoredValue::new(0u32);
    let tick = move || {
        if document().visibility_state() != web_sys::VisibilityState::Visible {
            return;
        }
        ticks.update_value(|ticks| *ticks = ticks.wrapping_add(1));
        let rarely = ticks.get_value().is_multiple_of(RARELY);
        let trouble = |source: &Source| source.trouble.get_untracked();
        let due = match changes.get_untracked() {
            Some(Changes::Often) => true,
            Some(Changes::Rarely) => rarely,
            Some(Changes::Never) => sources.iter().any(|source| trouble(source).is_some()),
            None => rarely && trouble(&sources[0]) != Some(Trouble::NoRooms),
        };
        if due {
            request_all(&sources);
        }
    };
    let ticking = set_interval_with_handle(tick, TICK);
    on_cleanup(move || {
        if let Ok(ticking) = ticking {
            ticking.clear();
        }
    });
}

/// A response of a type.
pub(in crate::site) struct Response<T> {
    pub(in crate::site) source: Source,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for Response<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Response<T> {}

impl<T: DeserializeOwned + 'static> Response<T> {
    /// The response at a path, requested now and when the path changes.
    pub(in crate::site) fn new(path: impl Fn() -> String + Send + Sync + 'static) -> Response<T> {
        let source = Source {
            path: Memo::new(move |_| path()).into(),
            text: RwSignal::new(None),
            trouble: RwSignal::new(None),
            pending: StoredValue::new(None),
            is_valid: |text| json::from_str::<T>(text).is_ok(),
        };
        Effect::new(move |_| {
            source.path.track();
            source.request();
        });
        Response {
            source,
            kind: PhantomData,
        }
    }

    /// The response, if there is one.
    pub(in crate::site) fn get(self) -> Option<T> {
        let text = self.source.text.get()?;
        json::from_str(&text).ok()
    }
}
