//! A WebSocket of messages in JSON that is opened again after it was lost.

use super::socket::{Socket, wait};
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_engine::json;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// A connection, which belongs to the owner under which it was made. At most one socket is open, and at most one
/// attempt at another is under way: what an earlier one says late is ignored.
#[derive(Clone, Copy)]
pub(crate) struct Connection {
    socket: StoredValue<Option<Socket>, LocalStorage>,
    /// Attempts in a row that failed.
    failed: StoredValue<u32>,
    /// The number of the latest attempt; a callback of an earlier one is void.
    attempt: StoredValue<u64>,
}

impl Connection {
    /// A connection that is not open yet.
    pub(crate) fn new() -> Connection {
        Connection {
            socket: StoredValue::new_local(None),
            failed: StoredValue::new(0),
            attempt: StoredValue::new(0),
        }
    }

    /// Opens a socket at a path within the app, in place of the one there is. `lost` is called when it is closed from
    /// outside or cannot be opened.
    pub(crate) fn open<M: DeserializeOwned>(
        self,
        path: &str,
        opened: impl Fn() + 'static,
        hear: impl Fn(M) + 'static,
        lost: impl Fn() + Copy + 'static,
    ) {
        let attempt = self.next_attempt();
        let opened = move || {
            if self.is_current(attempt) {
                opened();
            }
        };
        let hear = move |text: String| {
            if self.is_current(attempt) {
                match json::from_str(&text) {
                    Ok(message) => hear(message),
                    Err(error) => leptos::logging::warn!("unreadable: {error}"),
                }
            }
        };
        let closed = move || {
            if self.is_current(attempt) {
                lost();
            }
        };
        let socket = Socket::open(path, opened, hear, closed).ok();
        let failed = socket.is_none();
        self.socket.set_value(socket);
        if failed {
            lost();
        }
    }

    /// Closes the socket and gives up any attempt at another.
    pub(crate) fn close(self) {
        self.next_attempt();
        self.socket.set_value(None);
    }

    /// Whether it was closed here, or never opened.
    pub(crate) fn is_closed(self) -> bool {
        self.socket.with_value(Option::is_none)
    }

    /// Sends a message; false when the socket is not open.
    pub(crate) fn send(self, message: &impl Serialize) -> bool {
        let text = serde_json::to_string(message).expect("messages have string keys");
        self.socket.with_value(|socket| {
            let socket = socket.as_ref();
            socket.is_some_and(|socket| socket.send(&text))
        })
    }

    /// Says that the other side has answered: the next wait is short again.
    pub(crate) fn answered(self) {
        self.failed.set_value(0);
    }

    /// Calls `then` after a wait that grows with every failure, unless something else is done before.
    pub(crate) fn retry(self, then: impl FnOnce() + 'static) {
        let failed = self.failed.get_value();
        self.failed.set_value(failed + 1);
        let attempt = self.next_attempt();
        let later = move || {
            if self.is_current(attempt) {
                then();
            }
        };
        let pause = wait(failed, js_sys::Math::random());
        set_timeout(later, Duration::from_millis(pause as u64));
    }

    /// Calls `then` with the result of a request, unless something else is done before.
    pub(crate) fn request<T: 'static>(
        self,
        request: impl Future<Output = T> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        let attempt = self.next_attempt();
        spawn_local(async move {
            let result = request.await;
            if self.is_current(attempt) {
                then(result);
            }
        });
    }

    /// Whether the page that it belongs to is still there.
    pub(crate) fn exists(self) -> bool {
        self.attempt.try_get_value().is_some()
    }

    fn next_attempt(self) -> u64 {
        self.attempt.update_value(|attempt| *attempt += 1);
        self.attempt.get_value()
    }

    /// Whether the page is still there and has not begun another attempt.
    fn is_current(self, attempt: u64) -> bool {
        self.attempt.try_get_value() == Some(attempt)
    }
}
