//! Rooms between restarts: their state is stored whenever it changes, and restored when the server starts.

use super::outbox::Release;
use super::rematch::RematchOffer;
use super::room::{GameInProgress, Room};
use super::seat::{PendingAction, RoomSeat, SeatPlayer};
use super::table_store::TableSlot;
use super::unix_ms;
use crate::token::TokenHash;
use axum::body::Bytes;
use parlour_arena::Secret;
use parlour_arena::store::server_tables::{StoredState, TableSave};
use parlour_engine::{Seat, SeatSet};
use parlour_protocol::Hosted;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::daily;
use parlour_protocol::lines::ToAgent;
use parlour_protocol::stored_table::{self, StoredGame, StoredSeat, StoredTable};
use parlour_protocol::summary::{SeatKind, State};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// How long a remote agent has at least to come back after a restart, before fallback moves are played for it.
const AGENT_RETURN_TIMEOUT: Duration = Duration::from_secs(30);
/// The time that a person has at least left for the pending answer after a restart, unless the clock is shorter.
const MIN_TIME_LEFT: Duration = Duration::from_secs(10);
/// The reason for closing connections when the server stops and the database fails.
const RESTARTS_UNSTORED: &str =
    "the server restarts, your game continues; the last actions could not be stored";

/// The store of a room.
pub(super) struct RoomStore {
    slot: TableSlot,
    /// The state that was stored last, and its number.
    last: String,
    number: u64,
    /// Messages, with the number of the state that has to be stored before.
    releases: mpsc::UnboundedSender<(u64, Vec<Release>)>,
}

impl RoomStore {
    fn new(slot: TableSlot, last: String) -> RoomStore {
        let (releases, mut queue) = mpsc::unbounded_channel::<(u64, Vec<Release>)>();
        let mut hold = slot.hold();
        tokio::spawn(async move {
            while let Some((number, messages)) = queue.recv().await {
                if !hold.released(number).await {
                    return;
                }
                messages.into_iter().for_each(|release| release());
            }
        });
        RoomStore {
            slot,
            last,
            number: 1,
            releases,
        }
    }
}

impl<G: Hosted> Room<G> {
    /// Whether the table is to be stored: if people play.
    pub(super) fn has_people(&self) -> bool {
        let mut room_seats = self.room_seats.iter();
        room_seats.any(|room_seat| room_seat.kind() == SeatKind::Person)
    }

    /// Stores the table from now on, if the server has a store.
    pub(super) fn keep_stored(&mut self) {
        if let Some(store) = &self.shared.store
            && self.outbox.is_waiting()
        {
            let save = self.snapshot();
            let last = save.data.clone();
            self.store = Some(RoomStore::new(store.insert(save), last));
        }
    }

    /// Stores the state if it has changed, and sends the messages that wait once that is done.
    pub(super) fn store_changes(&mut self) {
        if self.store.is_none() {
            return;
        }
        let save = self.snapshot();
        let messages = self.outbox.take();
        let Some(store) = &mut self.store else { return };
        if save.data != store.last {
            store.last.clone_from(&save.data);
            let Some(number) = store.slot.save(save) else {
                // `Event::Lost` follows.
                return;
            };
            store.number = number;
        }
        if !messages.is_empty() {
            // Fails if another server has claimed the table.
            let _ = store.releases.send((store.number, messages));
        }
    }

    /// Leaves the table to the server that has claimed it.
    pub(super) fn lose(&mut self) {
        // What was not stored does not count.
        drop(self.outbox.take());
        self.dismiss(&Self::line(&ToAgent::Bye {
            reason: "another server has taken over the table",
            code: Some(ByeCode::Restart),
        }));
        let messages = self.outbox.take();
        messages.into_iter().for_each(|release| release());
    }

    fn snapshot(&self) -> TableSave {
        let mut summary = self.summary.clone();
        // These follow from the rest, or change without the game.
        summary.to_move = SeatSet::EMPTY;
        summary.updated = summary.created;
        // An undo can be requested again.
        summary.undo = None;
        let mut seats = Vec::new();
        for (room_seat, public) in self.room_seats.iter().zip(&mut summary.seats) {
            *public = room_seat.summary();
            public.here = public.kind == SeatKind::Policy;
            seats.push(stored_seat(room_seat));
        }
        let stored = StoredTable::<G> {
            version: stored_table::VERSION,
            rules: self.rules.clone(),
            deal: self.deal.clone(),
            seed: self.seed,
            secret: self.secret.as_ref().map(Secret::reveal),
            keeper: self.keeper.to_hex(),
            owner: self.owner,
            seats,
            game: self.game.as_ref().map(|game| StoredGame {
                actions: game.table.actions().to_vec(),
                resigned: game.table.resigned(),
            }),
            next: self.next_table.clone(),
            summary,
        };
        TableSave {
            id: self.summary.id.clone(),
            game: G::NAME,
            state: match self.summary.state {
                State::Waiting | State::Playing => StoredState::Live,
                State::Over => StoredState::Over,
                State::Abandoned => StoredState::Abandoned,
            },
            updated: match self.ended {
                Some(_) => self.ended_at,
                None => unix_ms(),
            },
            data: stored.to_line(),
            margin: self.daily_margin(),
        }
    }

    /// The result of a daily deal that was played to its end.
    fn daily_margin(&self) -> Option<i32> {
        self.summary.daily?;
        let resigned = self.game.as_ref()?.table.resigned();
        let is_over = self.summary.state == State::Over && resigned.is_none();
        daily::margin(self.summary.scores.as_deref().filter(|_| is_over)?)
    }

    /// Stops the table because the server stops. It continues when the server has restarted, if it is stored.
    pub(super) async fn suspend(&mut self) {
        self.store_changes();
        let Some(store) = &self.store else {
            self.abandon(ByeCode::Stopped);
            return;
        };
        let reason = match store.slot.stored(store.number).await {
            true => ByeCode::Restart.to_string(),
            false => RESTARTS_UNSTORED.to_owned(),
        };
        let bye = Self::line(&ToAgent::Bye {
            reason: &reason,
            code: Some(ByeCode::Restart),
        });
        self.dismiss(&bye);
        self.store_changes();
    }

    /// Closes every connection after a last message, and leaves the game as it is.
    pub(super) fn dismiss(&mut self, bye: &Bytes) {
        self.send_to_all(bye);
        self.spectators.clear();
        for room_seat in &mut self.room_seats {
            match &mut room_seat.player {
                SeatPlayer::Person(client) => *client = None,
                SeatPlayer::Agent(agent) => {
                    // The classic dialect has no such message: the connection is just closed.
                    if agent.classic.is_none() {
                        agent.send(super::agent_task::Job::Send(bye.to_vec()));
                    }
                    (agent.handle, agent.here) = (None, false);
                }
                SeatPlayer::Policy { .. } => {}
            }
        }
    }

    /// Continues the game of a stored table. `stopped` is when the server stopped, in milliseconds since 1970: clocks
    /// have stood still since.
    pub(super) fn resume(
        &mut self,
        stored: &StoredTable<G>,
        game: Option<GameInProgress<G>>,
        stopped: u64,
    ) {
        self.game = game;
        if self.summary.state.is_final() {
            self.ended = Some(Instant::now());
            if let (Some(game), State::Over) = (&self.game, self.summary.state) {
                self.published.keep_record(game.table.record().to_line());
            }
            self.again = (self.summary.again)
                .map(|wanted| RematchOffer::restored(wanted, &self.shared.limits));
            return;
        }
        let now = Instant::now();
        for (index, seat) in stored.seats.iter().enumerate() {
            if let Some(agent) = self.room_seats[index].agent() {
                agent.returns_until = Some(now + AGENT_RETURN_TIMEOUT);
                continue;
            }
            let Some(until) = seat.deadline else {
                continue;
            };
            let seat = Seat(index as u8);
            let limit = self.time_limit(seat, self.clock);
            let clock = limit.unwrap_or(self.shared.limits.think);
            let left = Duration::from_millis(until.saturating_sub(stopped));
            let left = left.clamp(MIN_TIME_LEFT.min(clock), clock);
            self.room_seats[index].pending = Some(PendingAction::new(0, limit, Some(now + left)));
        }
        self.request_actions();
    }
}

fn stored_seat<G: Hosted>(room_seat: &RoomSeat<G>) -> StoredSeat {
    let (mut policy, mut classic) = (None, None);
    match &room_seat.player {
        SeatPlayer::Person(_) => {}
        SeatPlayer::Agent(agent) => classic.clone_from(&agent.classic),
        SeatPlayer::Policy { text, .. } => policy = Some(text.clone()),
    }
    let hex = |hash: TokenHash| hash.to_hex();
    StoredSeat {
        token: room_seat.token.as_ref().map(|token| hex(token.hash)),
        invitation: room_seat.unconfirmed.or(room_seat.invitation).map(hex),
        policy,
        classic,
        deadline: room_seat.pending.and_then(|pending| pending.until),
        bank_left: room_seat.bank_left.map(|left| left.as_millis() as u64),
    }
}

/// The seats of a stored table, with their secrets.
///
/// # Errors
/// A one-line message that quotes nothing.
pub(super) fn restore_seat<G: Hosted>(
    room_seat: &mut RoomSeat<G>,
    stored: &StoredSeat,
    name: Option<&String>,
) -> Result<(), &'static str> {
    let hash = |text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => TokenHash::from_hex(text)
            .map(Some)
            .ok_or("it is damaged: the hash of a token"),
    };
    room_seat.token = hash(&stored.token)?.map(Into::into);
    room_seat.invitation = hash(&stored.invitation)?;
    room_seat.name = name.cloned();
    room_seat.bank_left = stored.bank_left.map(Duration::from_millis);
    if let Some(agent) = room_seat.agent() {
        agent.classic.clone_from(&stored.classic);
    }
    Ok(())
}
