//! Rematches: after a game, the people at a table can request another one.
//!
//! It is played at a new table, and this one stays available. The same players take part, each one seat earlier, so that
//! another begins. People receive the token of their new seat over their connection here; agents are transferred with
//! their connections.

use super::agent_task::Job;
use super::client::ClientConnection;
use super::limits::Limits;
use super::new_table::{TableSpec, TransferredAgent, new_room_seat, seeds};
use super::room::{Event, Room};
use super::seat::{RoomSeat, SeatPlayer};
use super::table_request::SeatRequest;
use crate::token::{SeatToken, Token, random_hex};
use axum::body::Bytes;
use parlour_arena::Secret;
use parlour_engine::{DealSource, Seat, SeatSet};
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::lines::ToAgent;
use parlour_protocol::summary::SeatKind;
use parlour_protocol::{ApiError, Hosted, RefusedCode};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

/// An offer of a rematch.
#[derive(Clone, Copy)]
pub(super) struct RematchOffer {
    /// When it ends.
    pub(super) deadline: Instant,
    /// The seats that have requested it.
    wanted: SeatSet,
    /// The seats that have requested it before the server restarted, and are not back yet.
    returning: SeatSet,
    /// Whether all have, and the table is being made.
    settled: bool,
}

impl RematchOffer {
    /// An offer that was made before the server restarted.
    pub(super) fn restored(wanted: SeatSet, limits: &Limits) -> RematchOffer {
        RematchOffer {
            deadline: Instant::now() + limits.rematch,
            wanted,
            returning: wanted,
            settled: false,
        }
    }
}

/// The code for a table that cannot be made.
fn failed(reason: &impl ToString) -> ByeCode {
    ByeCode::RematchFailed {
        reason: reason.to_string(),
    }
}

/// The seat of a player in the rematch: the player of the second seat begins.
const fn next_seat_of(index: usize, seats: usize) -> usize {
    (index + seats - 1) % seats
}

impl<G: Hosted> Room<G> {
    /// Offers a rematch after the game, or closes the connections if the clients do not support it.
    pub(super) fn offer_rematch(&mut self) {
        let people = self.room_seats.iter_mut().filter_map(RoomSeat::client);
        let (mut anybody, mut everybody) = (false, true);
        people.for_each(|client| {
            anybody |= client.again;
            everybody &= client.again;
        });
        // A daily deal is played once.
        if !(anybody && everybody) || self.summary.daily.is_some() {
            return self.disconnect_all(ByeCode::Over);
        }
        let bye = Self::bye(&ByeCode::Over);
        let spectators = std::mem::take(&mut self.spectators).into_iter();
        let (stay, go): (Vec<ClientConnection>, Vec<ClientConnection>) =
            spectators.partition(|spectator| spectator.again);
        for spectator in go {
            // Its connection is dropped either way.
            let _ = spectator.send(bye.clone());
        }
        self.spectators = stay;
        self.again = Some(RematchOffer {
            deadline: Instant::now() + self.shared.limits.rematch,
            wanted: SeatSet::EMPTY,
            returning: SeatSet::EMPTY,
            settled: false,
        });
        self.send_rematch_offer();
    }

    /// Whether a connection stays open for a rematch.
    pub(super) fn stays(&self, client: &ClientConnection) -> bool {
        self.again.is_some() && client.again
    }

    /// Publishes who has requested a rematch.
    fn send_rematch_offer(&mut self) {
        self.summary.again = self.again.map(|again| again.wanted);
        self.publish();
        let message = self.table_message();
        self.send_to_all(&message);
    }

    /// Requests or declines a rematch for a seat.
    ///
    /// # Errors
    /// If no rematch is offered.
    pub(super) fn request_rematch(&mut self, seat: Seat, want: bool) -> Result<(), RefusedCode> {
        let Some(again) = self.again.as_mut().filter(|again| !again.settled) else {
            return Err(RefusedCode::NoRematch);
        };
        if !want {
            let player = self.room_seats[seat.index()]
                .name
                .clone()
                .unwrap_or_default();
            self.disconnect_all(ByeCode::RematchDeclined { player });
            return Ok(());
        }
        again.wanted = again.wanted.with(seat);
        self.send_rematch_offer();
        self.start_rematch_if_wanted();
        Ok(())
    }

    /// Starts a rematch if every person is there and wants it.
    fn start_rematch_if_wanted(&mut self) {
        let Some(again) = self.again.filter(|again| !again.settled) else {
            return;
        };
        let ready = |(seat, room_seat): (Seat, &RoomSeat<G>)| {
            let wants = again.wanted.contains(seat) && room_seat.is_here();
            room_seat.kind() != SeatKind::Person || wants
        };
        let mut seats = Seat::all(self.room_seats.len()).zip(&self.room_seats);
        if seats.all(ready) {
            self.start_rematch();
        }
    }

    /// Withdraws the requests of people who have disconnected, and extends the offer.
    pub(super) fn update_presence(&mut self) {
        let Some(again) = self.again.as_mut().filter(|again| !again.settled) else {
            return;
        };
        let limits = &self.shared.limits;
        let (mut anybody, mut wanted) = (false, again.wanted);
        let before = again.returning;
        for (seat, room_seat) in Seat::all(self.room_seats.len()).zip(&self.room_seats) {
            match room_seat.kind() == SeatKind::Person && room_seat.is_here() {
                true => {
                    anybody = true;
                    again.returning = again.returning.without(seat);
                }
                false if again.returning.contains(seat) => {}
                false => wanted = wanted.without(seat),
            }
        }
        let message_timeout = if anybody {
            limits.rematch
        } else {
            limits.message_timeout
        };
        again.deadline = Instant::now() + message_timeout;
        let returned = again.returning != before;
        if again.wanted != wanted {
            again.wanted = wanted;
            self.send_rematch_offer();
        }
        if returned {
            self.start_rematch_if_wanted();
        }
    }

    /// Starts a rematch: takes over the agents, then opens the table.
    fn start_rematch(&mut self) {
        let spec = match self.next_spec() {
            Ok(spec) => spec,
            Err(refusal) => return self.finish_rematch(Err(failed(&refusal))),
        };
        // Stored before the table is, so that people do not find themselves at two tables after a restart.
        self.next_table = Some(spec.id.clone());
        let seats = self.room_seats.len();
        let mut given = Vec::new();
        for (index, room_seat) in self.room_seats.iter_mut().enumerate() {
            let name = room_seat.name.clone().unwrap_or_default();
            let Some(agent) = room_seat.agent() else {
                continue;
            };
            let (give, taken) = oneshot::channel();
            let classic = agent.classic.clone();
            // If that fails, so does what waits for it.
            agent.send(Job::HandOver(give));
            given.push((next_seat_of(index, seats), name, classic, taken));
            (agent.handle, agent.here) = (None, false);
        }
        if let Some(again) = &mut self.again {
            again.settled = true;
            again.deadline = Instant::now() + self.shared.limits.keep;
        }
        let (shared, keeper, owner) = (self.shared.clone(), self.keeper, self.owner);
        let room = self.events.clone();
        tokio::spawn(async move {
            let message_timeout = shared.limits.message_timeout;
            let (mut transferred, mut left) = (Vec::new(), None);
            for (seat, name, classic, taken) in given {
                // An agent that does not read its messages counts as one that has left.
                match timeout(message_timeout, taken).await {
                    Ok(Ok(agent)) if agent.is_connected() => transferred.push(TransferredAgent {
                        seat,
                        name,
                        classic,
                        agent,
                    }),
                    _ => left = Some(name),
                }
            }
            let next = match (left, shared.rooms.upgrade()) {
                (Some(program), _) => Err(ByeCode::RematchProgramLeft { program }),
                (None, Some(rooms)) => (rooms.launch(spec, keeper, owner, &mut transferred))
                    .map_err(|refusal| failed(&refusal)),
                (None, None) => Err(failed(&"the server stops")),
            };
            let reason = next.as_ref().err().unwrap_or(&ByeCode::Over).to_string();
            // Agents that were not seated.
            for TransferredAgent { mut agent, .. } in transferred {
                agent
                    .close(&reason, None, Instant::now() + message_timeout)
                    .await;
            }
            // Fails if the table has been removed.
            let _ = room.send(Event::Next(next)).await;
        });
    }

    /// The specification of the next table, with a random deal.
    fn next_spec(&self) -> Result<TableSpec<G>, ApiError> {
        let id = random_hex::<8>()?;
        let secret = Secret::new()?;
        let (deal_seed, seed) = seeds(&secret);
        let seats = self.room_seats.len();
        let mut room_seats = Vec::new();
        for seat in Seat::all(seats) {
            let before = &self.room_seats[(seat.index() + 1) % seats];
            let wanted = match &before.player {
                SeatPlayer::Person(_) => SeatRequest::Person,
                SeatPlayer::Agent(_) => SeatRequest::Agent,
                SeatPlayer::Policy { text, .. } => SeatRequest::Policy {
                    policy: text.clone(),
                },
            };
            let mut room_seat = new_room_seat::<G>(&self.rules, seed, seat, &wanted)?;
            if let Some(token) = self.next_token(before, &id) {
                room_seat.token = Some(SeatToken::from(token));
            }
            // The seat of an agent stays free until it is transferred.
            if wanted != SeatRequest::Agent {
                room_seat.name.clone_from(&before.name);
            }
            room_seats.push(room_seat);
        }
        Ok(TableSpec {
            id,
            rules: self.rules.clone(),
            rules_name: self.summary.rules.clone(),
            deal: DealSource::Seed(deal_seed),
            seed,
            secret: Some(secret),
            seeded: false,
            room_seats,
            clock: self.summary.clock,
            bank: self.summary.bank,
            listed: self.summary.listed,
            daily: None,
        })
    }

    /// The token of a person's seat in the rematch. It follows from the token here, so that it need not be stored.
    fn next_token(&self, room_seat: &RoomSeat<G>, id: &str) -> Option<Token> {
        let token = (room_seat.token.as_ref()).filter(|_| room_seat.kind() == SeatKind::Person)?;
        Some(token.text.as_ref()?.derive(id))
    }

    /// Sends the clients to the table of the rematch, or says why there is none.
    pub(super) fn finish_rematch(&mut self, next: Result<String, ByeCode>) {
        match next {
            Err(code) => {
                self.next_table = None;
                self.disconnect_all(code);
            }
            Ok(_) => {
                self.again = None;
                for index in 0..self.room_seats.len() {
                    if let Some(message) = self.next_message(Some(index)) {
                        self.room_seats[index].send(message);
                    }
                }
                if let Some(message) = self.next_message(None) {
                    (self.spectators).retain(|spectator| spectator.send(message.clone()));
                }
                self.disconnect_all(ByeCode::Over);
            }
        }
    }

    /// The message with the table of the rematch.
    pub(super) fn next_message(&self, index: Option<usize>) -> Option<Bytes> {
        // While the rematch is offered, the table is not made yet.
        let next = self.next_table.as_ref().filter(|_| self.again.is_none())?;
        let seat = index.map(|index| next_seat_of(index, self.room_seats.len()));
        let token = index.and_then(|index| self.next_token(&self.room_seats[index], next));
        Some(Self::line(&ToAgent::Next {
            table: next,
            seat: seat.map(|seat| Seat(seat as u8)),
            token: token.as_ref().map(Token::reveal),
        }))
    }
}
