//! What the rooms of a server share, and what they show of themselves.

use super::limits::Limits;
use super::registry::RoomRegistry;
use crate::agents::link::Link;
use crate::token::Token;
use parlour_protocol::lines::Hello;
use parlour_protocol::summary::{State, Summary};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::time::Instant;

/// What the rooms of a server share.
pub(super) struct Shared {
    pub(super) limits: Limits,
    /// The places in which own agents think.
    pub(super) thinkers: Arc<Semaphore>,
    /// Where programs wait that have no table.
    pub(super) lobby: mpsc::Sender<JoinRequest>,
    /// Rung when a table waits for programs.
    pub(super) wanted: Arc<Notify>,
    /// All tables: another game has a table of its own.
    pub(super) rooms: Weak<RoomRegistry>,
}

/// A connection on its way to a seat.
pub(crate) struct JoinRequest {
    pub(crate) link: Link,
    /// What it said; nothing in the classic dialect.
    pub(crate) hello: Option<Hello>,
    /// Whether it only watches when it shows no token.
    pub(crate) spectates: bool,
    /// The tables that had no seat for it.
    pub(crate) tried: Vec<String>,
    /// When it came.
    pub(crate) since: Instant,
}

impl JoinRequest {
    pub(crate) fn new(link: Link, hello: Option<Hello>, spectates: bool) -> JoinRequest {
        JoinRequest {
            link,
            hello,
            spectates,
            tried: Vec::new(),
            since: Instant::now(),
        }
    }
}

/// What a room shows to those who do not sit in it.
pub(super) struct Published {
    shown: Mutex<Shown>,
    record: OnceLock<String>,
    /// The tokens of the seats, those that have one.
    tokens: Vec<Token>,
    wanted: Arc<Notify>,
}

struct Shown {
    summary: Summary,
    /// How many programs may come, and whether a classic one is waited for.
    awaits: (usize, bool),
}

impl Published {
    pub(super) fn new(
        summary: Summary,
        awaits: (usize, bool),
        tokens: Vec<Token>,
        wanted: Arc<Notify>,
    ) -> Published {
        Published {
            shown: Mutex::new(Shown { summary, awaits }),
            record: OnceLock::new(),
            tokens,
            wanted,
        }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn publish(&self, summary: &Summary, awaits: (usize, bool)) {
        let mut shown = self.shown();
        shown.summary.clone_from(summary);
        shown.awaits = awaits;
        if awaits.0 > 0 || awaits.1 {
            self.wanted.notify_one();
        }
    }

    pub(super) fn summary(&self) -> Summary {
        self.shown().summary.clone()
    }

    pub(super) fn state(&self) -> State {
        self.shown().summary.state
    }

    pub(super) fn updated(&self) -> u64 {
        self.shown().summary.updated
    }

    pub(super) fn has_token(&self, token: &str) -> bool {
        self.tokens.iter().any(|own| own.is(token))
    }

    /// Whether a program that has no token may find a seat here.
    pub(super) fn awaits(&self, request: &JoinRequest) -> bool {
        let shown = self.shown();
        if request.tried.contains(&shown.summary.id) {
            return false;
        }
        let Some(hello) = &request.hello else {
            return shown.awaits.1;
        };
        let fits =
            |wanted: &Option<String>, is: &str| wanted.as_ref().is_none_or(|wanted| wanted == is);
        shown.awaits.0 > 0
            && fits(&hello.game, shown.summary.game)
            && fits(&hello.table, &shown.summary.id)
    }

    pub(super) fn keep_record(&self, record: String) {
        // A game ends once.
        let _ = self.record.set(record);
    }

    pub(super) fn record(&self) -> Option<String> {
        self.record.get().cloned()
    }
}
