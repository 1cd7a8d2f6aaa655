//! The state of a room that is read outside its task.

use super::join::JoinRequest;
use super::list_cache::ListCache;
use super::seat_index::{AgentKind, SeatIndex};
use crate::token::TokenHash;
use parlour_protocol::summary::{SeatKind, State, Summary};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The state of a room that is read outside its task.
pub(super) struct Published {
    snapshot: Mutex<Snapshot>,
    record: OnceLock<String>,
    /// The tokens that give access to a seat.
    tokens: Mutex<Vec<TokenHash>>,
    id: String,
    /// The sequence number of the table.
    number: u64,
    index: Arc<SeatIndex>,
    list: Arc<ListCache>,
}

struct Snapshot {
    summary: Summary,
    /// Number of free seats for remote agents, and whether a classic agent may take one.
    awaits: (usize, bool),
}

impl Published {
    /// That of a table with this sequence number.
    pub(super) fn new(
        summary: Summary,
        number: u64,
        index: Arc<SeatIndex>,
        list: Arc<ListCache>,
    ) -> Published {
        Published {
            id: summary.id.clone(),
            snapshot: Mutex::new(Snapshot {
                summary,
                awaits: (0, false),
            }),
            record: OnceLock::new(),
            tokens: Mutex::default(),
            number,
            index,
            list,
        }
    }

    /// The sequence number of the table.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    fn snapshot(&self) -> MutexGuard<'_, Snapshot> {
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn publish(&self, summary: Summary, awaits: (usize, bool)) {
        // The index is never changed while the snapshot is locked.
        let state = summary.state;
        let before = mem::replace(&mut *self.snapshot(), Snapshot { summary, awaits });
        if before.summary.state != state {
            self.list.invalidate();
        }
        // The seats of an unlisted table are for those who were given a token.
        if !before.summary.listed {
            return;
        }
        let (agents, classic) = awaits;
        if (agents > 0) != (before.awaits.0 > 0) {
            self.set_waiting(AgentKind::Any, agents > 0);
            self.set_waiting(AgentKind::Of(before.summary.game), agents > 0);
        }
        if classic != before.awaits.1 {
            self.set_waiting(AgentKind::Classic, classic);
        }
        if agents > before.awaits.0 || classic && !before.awaits.1 {
            self.index.wanted.notify_one();
        }
    }

    fn set_waiting(&self, kind: AgentKind, waits: bool) {
        (self.index).set_waiting(kind, self.number, &self.id, waits);
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

    pub(super) fn set_tokens(&self, tokens: Vec<TokenHash>) {
        let mut own = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        self.index.set_tokens(&self.id, &own, &tokens);
        *own = tokens;
    }

    /// Whether there may be a free seat for a remote agent without a token. Never at an unlisted table: its seats are for
    /// those who were given a token.
    pub(super) fn awaits(&self, request: &JoinRequest) -> bool {
        let snapshot = self.snapshot();
        if !snapshot.summary.listed || request.tried.contains(&self.id) {
            return false;
        }
        let Some(hello) = &request.hello else {
            return snapshot.awaits.1;
        };
        let fits =
            |wanted: &Option<String>, is: &str| wanted.as_ref().is_none_or(|wanted| wanted == is);
        snapshot.awaits.0 > 0
            && fits(&hello.game, &snapshot.summary.game)
            && fits(&hello.table, &self.id)
    }

    pub(super) fn keep_record(&self, record: String) {
        // Set once, as a game ends once.
        let _ = self.record.set(record);
    }

    pub(super) fn record(&self) -> Option<String> {
        self.record.get().cloned()
    }
}

impl Drop for Published {
    fn drop(&mut self) {
        let game = self.snapshot().summary.game.clone();
        for kind in [AgentKind::Any, AgentKind::Of(game), AgentKind::Classic] {
            self.set_waiting(kind, false);
        }
        self.set_tokens(Vec::new());
    }
}
