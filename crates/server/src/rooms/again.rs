//! After the game: whether those who sit here want another, and their way to its table.
//!
//! The next game has a table of its own, so that this one can still be looked at: the same people, own agents and
//! programs, one seat further round, so that another begins. Each is given the token of the new seat over the connection he
//! has here; programs are handed on with theirs.

use super::listener::Listener;
use super::place::{Place, Sitter};
use super::playing::OVER;
use super::program::Job;
use super::registry::{Draft, Handed, place, random_seed};
use super::request::{Refusal, SeatRequest};
use super::room::{Event, Room};
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
pub(super) struct Again {
    /// Until when.
    pub(super) until: Instant,
    /// Who has asked.
    wanted: SeatSet,
    /// Whether everybody has, and the table is being made.
    settled: bool,
}

/// The table of the next game.
pub(super) struct Next {
    /// What it is found by.
    pub(super) id: String,
    /// The tokens of its seats.
    pub(super) tokens: Vec<Option<Token>>,
}

/// Where whoever sat at `index` of so many seats sits in the next game: who sat second begins.
const fn moved(index: usize, seats: usize) -> usize {
    (index + seats - 1) % seats
}

impl<G: Hosted> Room<G> {
    /// The game is over: says goodbye, unless there are people who may want another.
    pub(super) fn offer_again(&mut self) {
        let people = self.places.iter_mut().filter_map(Place::listener);
        let (mut anybody, mut everybody) = (false, true);
        people.for_each(|listener| {
            anybody |= listener.again;
            everybody &= listener.again;
        });
        if !(anybody && everybody) {
            return self.dismiss(OVER);
        }
        let bye = Self::line(&ToAgent::Bye { reason: OVER, code: None });
        let spectators = std::mem::take(&mut self.spectators).into_iter();
        let (stay, go): (Vec<Listener>, Vec<Listener>) =
            spectators.partition(|spectator| spectator.again);
        for spectator in go {
            // It goes either way.
            let _ = spectator.send(bye.clone());
        }
        self.spectators = stay;
        self.again = Some(Again {
            until: Instant::now() + self.house.limits.again,
            wanted: SeatSet::EMPTY,
            settled: false,
        });
        self.tell_again();
    }

    /// Whether a connection stays although the game is over.
    pub(super) fn stays(&self, listener: &Listener) -> bool {
        self.again.is_some() && listener.again
    }

    /// Shows to everybody who wants another game.
    fn tell_again(&mut self) {
        self.summary.again = self.again.map(|again| again.wanted);
        self.shared.publish(&self.summary, self.awaits_agents());
        let message = self.table_message();
        self.tell_all(&message);
    }

    /// Somebody wants another game, or does not.
    ///
    /// # Errors
    /// Why that cannot be asked for.
    pub(super) fn want_again(&mut self, seat: Seat, want: bool) -> Result<(), String> {
        let Some(again) = self.again.as_mut().filter(|again| !again.settled) else {
            return Err("another game can be asked for when this one is over".to_owned());
        };
        if !want {
            let name = self.places[seat.index()].name.clone().unwrap_or_default();
            self.dismiss(&format!("{name} does not want another game"));
            return Ok(());
        }
        again.wanted = again.wanted.with(seat);
        let wanted = again.wanted;
        self.tell_again();
        let people = |place: &Place<G>| place.kind() == SeatKind::Person;
        let mut seats = Seat::all(self.places.len()).zip(&self.places);
        if seats.all(|(seat, place)| !people(place) || wanted.contains(seat)) {
            self.play_again();
        }
        Ok(())
    }

    /// Somebody has left, or has come back, while another game may be asked for. Who leaves has not asked.
    pub(super) fn note_presence(&mut self) {
        let Some(again) = self.again.as_mut().filter(|again| !again.settled) else {
            return;
        };
        let limits = &self.house.limits;
        let (mut anybody, mut wanted) = (false, again.wanted);
        for (seat, place) in Seat::all(self.places.len()).zip(&self.places) {
            match place.kind() == SeatKind::Person && place.is_here() {
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
            self.tell_again();
        }
    }

    /// Everybody wants another game: programs give their connections back, then there is a table.
    fn play_again(&mut self) {
        let draft = match self.next_draft() {
            Ok(draft) => draft,
            Err(refusal) => return self.go_on(Err(refusal.to_string())),
        };
        let seats = self.places.len();
        let mut given = Vec::new();
        for (index, place) in self.places.iter_mut().enumerate() {
            let name = place.name.clone().unwrap_or_default();
            let Some(agent) = place.agent().filter(|agent| agent.here) else {
                continue;
            };
            let (give, taken) = oneshot::channel();
            let classic = agent.classic.clone();
            if agent.send(Job::Give(give)) {
                given.push((moved(index, seats), name, classic, taken));
            }
            (agent.program, agent.here) = (None, false);
        }
        if let Some(again) = &mut self.again {
            again.settled = true;
            again.until = Instant::now() + self.house.limits.keep;
        }
        let (house, id) = (self.house.clone(), self.summary.id.clone());
        let room = self.events.clone();
        tokio::spawn(async move {
            let patience = house.limits.patience;
            let mut handed = Vec::new();
            for (seat, name, classic, taken) in given {
                // A program that does not read what it was sent before stays behind.
                if let Ok(Ok(outside)) = timeout(patience, taken).await {
                    handed.push(Handed {
                        seat,
                        name,
                        classic,
                        outside,
                    });
                }
            }
            handed.retain(|handed| handed.outside.is_here());
            let next = match house.rooms.upgrade() {
                Some(rooms) => rooms.open_next(&id, draft, &mut handed),
                None => Err("the server stops".to_owned()),
            };
            // Programs that have no table now.
            for Handed { mut outside, .. } in handed {
                outside.bye(OVER, Instant::now() + patience).await;
            }
            // The server may have forgotten the table meanwhile.
            let _ = room.send(Event::Next(next)).await;
        });
    }

    /// The next table: its deal is nobody's choice.
    fn next_draft(&self) -> Result<Draft<G>, Refusal> {
        let seed = random_seed()?;
        let seats = self.places.len();
        let mut places = Vec::new();
        for seat in Seat::all(seats) {
            let before = &self.places[(seat.index() + 1) % seats];
            let wanted = match &before.sitter {
                Sitter::Person(_) => SeatRequest::Person,
                Sitter::Agent(_) => SeatRequest::Agent,
                Sitter::Policy { text, .. } => SeatRequest::Policy {
                    policy: text.clone(),
                },
            };
            let mut place = place::<G>(&self.rules, seed, seat, &wanted)?;
            // The seat of a program is free until that is there.
            if wanted != SeatRequest::Agent {
                place.name.clone_from(&before.name);
            }
            places.push(place);
        }
        Ok(Draft {
            rules: self.rules.clone(),
            rules_name: self.summary.rules.clone(),
            deal: DealSource::Seed(seed),
            seed,
            seeded: false,
            places,
            clock: self.summary.clock,
            listed: self.summary.listed,
        })
    }

    /// There is a table for the next game, or it cannot be had.
    pub(super) fn go_on(&mut self, next: Result<Next, String>) {
        match next {
            Err(reason) => self.dismiss(&format!("there is no other game: {reason}")),
            Ok(next) => {
                self.next_table = Some(next);
                for index in 0..self.places.len() {
                    if let Some(message) = self.next_message(Some(index)) {
                        self.places[index].hear(message);
                    }
                }
                if let Some(message) = self.next_message(None) {
                    (self.spectators).retain(|spectator| spectator.send(message.clone()));
                }
                self.dismiss(OVER);
            }
        }
    }

    /// Where the next game is, for whoever sat there or looked on.
    pub(super) fn next_message(&self, index: Option<usize>) -> Option<Bytes> {
        let next = self.next_table.as_ref()?;
        let seat = index.map(|index| moved(index, self.places.len()));
        let token = seat.and_then(|seat| next.tokens.get(seat)?.as_ref());
        Some(Self::line(&ToAgent::Next {
            table: &next.id,
            seat: seat.map(|seat| Seat(seat as u8)),
            token: token.map(Token::reveal),
        }))
    }
}
