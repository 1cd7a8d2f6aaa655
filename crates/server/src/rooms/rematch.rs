//! After the game: whether those who sit here want another, and their way to its table.
//!
//! The next game has a table of its own, so that this one can still be looked at: the same people, own agents and
//! programs, one seat further round, so that another begins. Each is given the token of the new seat over the connection he
//! has here; programs are handed on with theirs.

use super::agent_task::Job;
use super::client::ClientConnection;
use super::registry::{TableSpec, TransferredAgent, new_room_seat, random_seed};
use super::room::{Event, Room};
use super::seat::{RoomSeat, SeatPlayer};
use super::table_request::{SeatRequest, TableError};
use super::turns::OVER;
use crate::token::Token;
use axum::body::Bytes;
use parlour_engine::{DealSource, Seat, SeatSet};
use parlour_protocol::Hosted;
use parlour_protocol::lines::ToAgent;
use parlour_protocol::summary::SeatKind;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

/// While another game may be asked for.
#[derive(Clone, Copy)]
pub(super) struct RematchOffer {
    /// Until when.
    pub(super) until: Instant,
    /// Who has asked.
    wanted: SeatSet,
    /// Whether everybody has, and the table is being made.
    settled: bool,
}

/// The table of the next game.
pub(super) struct NextTable {
    /// What it is found by.
    pub(super) id: String,
    /// The tokens of its seats.
    pub(super) tokens: Vec<Option<Token>>,
}

/// Where whoever sat at `index` of so many seats sits in the next game: who sat second begins.
const fn next_seat_of(index: usize, seats: usize) -> usize {
    (index + seats - 1) % seats
}

impl<G: Hosted> Room<G> {
    /// The game is over: says goodbye, unless there are people who may want another.
    pub(super) fn offer_rematch(&mut self) {
        let people = self.room_seats.iter_mut().filter_map(RoomSeat::client);
        let (mut anybody, mut everybody) = (false, true);
        people.for_each(|client| {
            anybody |= client.again;
            everybody &= client.again;
        });
        if !(anybody && everybody) {
            return self.disconnect_all(OVER);
        }
        let bye = Self::line(&ToAgent::Bye {
            reason: OVER,
            code: None,
        });
        let spectators = std::mem::take(&mut self.spectators).into_iter();
        let (stay, go): (Vec<ClientConnection>, Vec<ClientConnection>) =
            spectators.partition(|spectator| spectator.again);
        for spectator in go {
            // It goes either way.
            let _ = spectator.send(bye.clone());
        }
        self.spectators = stay;
        self.again = Some(RematchOffer {
            until: Instant::now() + self.shared.limits.again,
            wanted: SeatSet::EMPTY,
            settled: false,
        });
        self.send_rematch_offer();
    }

    /// Whether a connection stays although the game is over.
    pub(super) fn stays(&self, client: &ClientConnection) -> bool {
        self.again.is_some() && client.again
    }

    /// Shows to everybody who wants another game.
    fn send_rematch_offer(&mut self) {
        self.summary.again = self.again.map(|again| again.wanted);
        self.published.publish(&self.summary, self.awaits_agents());
        let message = self.table_message();
        self.send_to_all(&message);
    }

    /// Somebody wants another game, or does not.
    ///
    /// # Errors
    /// Why that cannot be asked for.
    pub(super) fn request_rematch(&mut self, seat: Seat, want: bool) -> Result<(), String> {
        let Some(again) = self.again.as_mut().filter(|again| !again.settled) else {
            return Err("another game can be asked for when this one is over".to_owned());
        };
        if !want {
            let name = self.room_seats[seat.index()]
                .name
                .clone()
                .unwrap_or_default();
            self.disconnect_all(&format!("{name} does not want another game"));
            return Ok(());
        }
        again.wanted = again.wanted.with(seat);
        let wanted = again.wanted;
        self.send_rematch_offer();
        let people = |room_seat: &RoomSeat<G>| room_seat.kind() == SeatKind::Person;
        let mut seats = Seat::all(self.room_seats.len()).zip(&self.room_seats);
        if seats.all(|(seat, room_seat)| !people(room_seat) || wanted.contains(seat)) {
            self.start_rematch();
        }
        Ok(())
    }

    /// Somebody has left, or has come back, while another game may be asked for. Who leaves has not asked.
    pub(super) fn update_presence(&mut self) {
        let Some(again) = self.again.as_mut().filter(|again| !again.settled) else {
            return;
        };
        let limits = &self.shared.limits;
        let (mut anybody, mut wanted) = (false, again.wanted);
        for (seat, room_seat) in Seat::all(self.room_seats.len()).zip(&self.room_seats) {
            match room_seat.kind() == SeatKind::Person && room_seat.is_here() {
                true => anybody = true,
                false => wanted = wanted.without(seat),
            }
        }
        let patience = if anybody {
            limits.again
        } else {
            limits.patience
        };
        again.until = Instant::now() + patience;
        if again.wanted != wanted {
            again.wanted = wanted;
            self.send_rematch_offer();
        }
    }

    /// Everybody wants another game: programs give their connections back, then there is a table.
    fn start_rematch(&mut self) {
        let spec = match self.next_spec() {
            Ok(spec) => spec,
            Err(refusal) => return self.finish_rematch(Err(refusal.to_string())),
        };
        let seats = self.room_seats.len();
        let mut given = Vec::new();
        for (index, room_seat) in self.room_seats.iter_mut().enumerate() {
            let name = room_seat.name.clone().unwrap_or_default();
            let Some(agent) = room_seat.agent().filter(|agent| agent.here) else {
                continue;
            };
            let (give, taken) = oneshot::channel();
            let classic = agent.classic.clone();
            if agent.send(Job::HandOver(give)) {
                given.push((next_seat_of(index, seats), name, classic, taken));
            }
            (agent.program, agent.here) = (None, false);
        }
        if let Some(again) = &mut self.again {
            again.settled = true;
            again.until = Instant::now() + self.shared.limits.keep;
        }
        let (shared, id) = (self.shared.clone(), self.summary.id.clone());
        let room = self.events.clone();
        tokio::spawn(async move {
            let patience = shared.limits.patience;
            let mut transferred = Vec::new();
            for (seat, name, classic, taken) in given {
                // A program that does not read what it was sent before stays behind.
                if let Ok(Ok(outside)) = timeout(patience, taken).await {
                    transferred.push(TransferredAgent {
                        seat,
                        name,
                        classic,
                        outside,
                    });
                }
            }
            transferred.retain(|transferred| transferred.outside.is_here());
            let next = match shared.rooms.upgrade() {
                Some(rooms) => rooms.open_next(&id, spec, &mut transferred),
                None => Err("the server stops".to_owned()),
            };
            // Programs that have no table now.
            for TransferredAgent { mut outside, .. } in transferred {
                outside.bye(OVER, Instant::now() + patience).await;
            }
            // The server may have forgotten the table meanwhile.
            let _ = room.send(Event::Next(next)).await;
        });
    }

    /// The next table: its deal is nobody's choice.
    fn next_spec(&self) -> Result<TableSpec<G>, TableError> {
        let seed = random_seed()?;
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
            // The seat of a program is free until that is there.
            if wanted != SeatRequest::Agent {
                room_seat.name.clone_from(&before.name);
            }
            room_seats.push(room_seat);
        }
        Ok(TableSpec {
            rules: self.rules.clone(),
            rules_name: self.summary.rules.clone(),
            deal: DealSource::Seed(seed),
            seed,
            seeded: false,
            room_seats,
            clock: self.summary.clock,
            listed: self.summary.listed,
        })
    }

    /// There is a table for the next game, or it cannot be had.
    pub(super) fn finish_rematch(&mut self, next: Result<NextTable, String>) {
        match next {
            Err(reason) => self.disconnect_all(&format!("there is no other game: {reason}")),
            Ok(next) => {
                self.next_table = Some(next);
                for index in 0..self.room_seats.len() {
                    if let Some(message) = self.next_message(Some(index)) {
                        self.room_seats[index].send(message);
                    }
                }
                if let Some(message) = self.next_message(None) {
                    (self.spectators).retain(|spectator| spectator.send(message.clone()));
                }
                self.disconnect_all(OVER);
            }
        }
    }

    /// Where the next game is, for whoever sat there or looked on.
    pub(super) fn next_message(&self, index: Option<usize>) -> Option<Bytes> {
        let next = self.next_table.as_ref()?;
        let seat = index.map(|index| next_seat_of(index, self.room_seats.len()));
        let token = seat.and_then(|seat| next.tokens.get(seat)?.as_ref());
        Some(Self::line(&ToAgent::Next {
            table: &next.id,
            seat: seat.map(|seat| Seat(seat as u8)),
            token: token.map(Token::reveal),
        }))
    }
}
