//! The state of a room that is read outside its task.

use super::join::JoinRequest;
use super::list_cache::ListCache;
use crate::token::TokenHash;
use parlour_protocol::summary::{SeatKind, State, Summary};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::Notify;

/// The state of a room that is read outside its task.
pub(super) struct Published {
    snapshot: Mutex<Snapshot>,
    record: OnceLock<String>,
    /// The tokens that give access to a seat.
    tokens: Mutex<Vec<TokenHash>>,
    wanted: Arc<Notify>,
    list: Arc<ListCache>,
}

struct Snapshot {
    summary: Summary,
    /// Number of free seats for remote agents, and whether a classic agent may take one.
    awaits: (usize, bool),
}

impl Published {
    pub(super) fn new(
        summary: Summary,
        awaits: (usize, bool),
        wanted: Arc<Notify>,
        list: Arc<ListCache>,
    ) -> Published {
        Published {
            snapshot: Mutex::new(Snapshot { summary, awaits }),
            record: OnceLock::new(),
            tokens: Mutex::default(),
            wanted,
            list,
        }
    }

    fn snapshot(&self) -> MutexGuard<'_, Snapshot> {
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn publish(&self, summary: Summary, awaits: (usize, bool)) {
        let mut snapshot = self.snapshot();
        if snapshot.summary.state != summary.state {
            self.list.invalidate();
        }
        *snapshot = Snapshot { summary, awaits };
        if awaits.0 > 0 || awaits.1 {
            self.wanted.notify_one();
        }
    }

    pub(super) fn summary(&self) -> Summary {
        self.snapshot().summary.clone()
    }

    pub(super) fn state(&self) -> State {
        self.snapshot().summary.state
    }

    /// Whether it is listed and has not ended.
    pub(super) fn is_listed(&self) -> bool {
        let snapshot = self.snapshot();
        snapshot.summary.listed && !snapshot.summary.state.is_final()
    }

    /// Whether a seat is for a person.
    pub(super) fn has_people(&self) -> bool {
        let snapshot = self.snapshot();
        let mut seats = snapshot.summary.seats.iter();
        seats.any(|seat| seat.kind == SeatKind::Person)
    }

    pub(super) fn updated(&self) -> u64 {
        self.snapshot().summary.updated
    }

    pub(super) fn has_token(&self, token: TokenHash) -> bool {
        let tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.contains(&token)
    }

    pub(super) fn set_tokens(&self, tokens: Vec<TokenHash>) {
        *self.tokens.lock().unwrap_or_else(PoisonError::into_inner) = tokens;
    }

    /// Whether there may be a free seat for a remote agent without a token. Never at an unlisted table: its seats are for
    /// those who were given a token.
    pub(super) fn awaits(&self, request: &JoinRequest) -> bool {
        let snapshot = self.snapshot();
        if !snapshot.summary.listed || request.tried.contains(&snapshot.summary.id) {
            return false;
        }
        let Some(hello) = &request.hello else {
            return snapshot.awaits.1;
        };
        let fits =
            |wanted: &Option<String>, is: &str| wanted.as_ref().is_none_or(|wanted| wanted == is);
        snapshot.awaits.0 > 0
            && fits(&hello.game, &snapshot.summary.game)
            && fits(&hello.table, &snapshot.summary.id)
    }

    pub(super) fn keep_record(&self, record: String) {
        // Set once, as a game ends once.
        let _ = self.record.set(record);
    }

    pub(super) fn record(&self) -> Option<String> {
        self.record.get().cloned()
    }
}
