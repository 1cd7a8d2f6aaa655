//! Who comes to a room, and where he sits.

use super::house::Guest;
use super::listener::Listener;
use super::place::{Agent, Place, Sitter};
use super::program::{Job, Post, Program};
use super::registry::Handed;
use super::room::{Named, Room};
use crate::agents::link::Link;
use crate::agents::outside::{Dialect, Outside, ask_name};
use axum::body::Bytes;
use parlour_engine::{Seat, Streams};
use parlour_protocol::Hosted;
use parlour_protocol::lines::{self, ByeCode, Hello, ToAgent};
use parlour_protocol::summary::{SeatKind, State};
use tokio::time::Instant;

/// Classic connections asked for their name at the same time.
const MAX_UNIDENTIFIED: usize = 256;
/// Spectators of one table.
const MAX_SPECTATORS: usize = 200;

impl<G: Hosted> Room<G> {
    /// A connection wants something here.
    pub(super) fn receive(&mut self, mut guest: Guest) {
        let Some(hello) = guest.hello.take() else {
            return self.ask_name(guest, None);
        };
        let refusal = if hello.version != lines::VERSION {
            format!("this server speaks version {}", lines::VERSION)
        } else if hello.game.as_deref().is_some_and(|game| game != G::NAME) {
            format!("this table plays {}", G::NAME)
        } else if let Some(token) = &hello.token {
            match self.places.iter().position(|place| place.has_token(token)) {
                Some(index) => return self.seat(index, guest.link, hello),
                None => "no seat of this table has that token".to_owned(),
            }
        } else if guest.spectates {
            match self.spectators.len() < MAX_SPECTATORS {
                true => return self.seat_spectator(guest.link, &hello),
                false => "too many watch this table".to_owned(),
            }
        } else {
            let free = |place: &Place<G>| place.kind() == SeatKind::Agent && !place.is_taken();
            match self.places.iter().position(free) {
                Some(index) if !self.summary.state.is_final() => {
                    return self.seat(index, guest.link, hello);
                }
                _ => {
                    guest.hello = Some(hello);
                    return self.send_back(guest);
                }
            }
        };
        self.send_away(guest.link, &refusal);
    }

    /// Lets a program wait for another table.
    fn send_back(&self, mut guest: Guest) {
        guest.tried.push(self.summary.id.clone());
        // Where the lobby is full there is no place to wait.
        let _ = self.house.lobby.try_send(guest);
    }

    /// The number of a new connection.
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn listen(&mut self, link: Link, hello: &Hello) -> Listener {
        let limits = &self.house.limits;
        let (messages, patience) = (limits.messages, limits.patience);
        let who = self.number();
        Listener::new(link, who, hello, messages, patience, self.events.clone())
    }

    /// Gives a seat its name, told apart from the others at the table.
    fn call(&mut self, index: usize, said: &str) {
        if self.places[index].is_taken() {
            return;
        }
        let taken = |name: &str| {
            let mut places = self.places.iter();
            places.any(|place| place.name.as_deref() == Some(name))
        };
        let mut name = said.to_owned();
        let mut number = 2;
        while taken(&name) {
            name = format!("{said}-{number}");
            number += 1;
        }
        self.places[index].name = Some(name);
    }

    /// Somebody has shown the token of a seat, or is given it.
    fn seat(&mut self, index: usize, link: Link, hello: Hello) {
        let person = self.places[index].kind() == SeatKind::Person;
        let nameless = if person { "player" } else { "agent" };
        let said = lines::tidy_name(hello.name.as_deref().unwrap_or(nameless));
        self.call(index, &said);
        let welcome = self.welcome(index);
        if person {
            let listener = self.listen(link, &hello);
            let bye = Self::line(&ToAgent::Bye {
                reason: "this seat was opened in another window",
                code: Some(ByeCode::Replaced),
            });
            self.places[index].hear(bye);
            self.places[index].sitter = Sitter::Person(Some(listener));
            self.places[index].hear(welcome);
            if !self.refresh() {
                let table = self.table_message();
                self.places[index].hear(table);
            }
        } else {
            let outside = Outside::new(link, Dialect::Lines(hello));
            self.seat_program(index, outside, None);
            if let Some(agent) = self.places[index].agent() {
                agent.send(Job::Say(welcome.to_vec()));
            }
        }
        self.bring_up_to_date(index);
    }

    /// What whoever has just sat down hears first.
    fn welcome(&self, index: usize) -> Bytes {
        let place = &self.places[index];
        let think = match place.kind() {
            SeatKind::Person => self.clock,
            SeatKind::Agent | SeatKind::Policy => Some(self.agent_clock()),
        };
        Self::line(&ToAgent::Welcome {
            version: lines::VERSION,
            game: G::NAME,
            rules: &self.rules,
            name: place.name.as_deref(),
            token: place.token.as_ref().map(|token| token.reveal()),
            seat: Some(Seat(index as u8)),
            games: 1,
            think: think.map(|think| think.as_millis() as u64),
        })
    }

    /// Seats a program that comes with its connection from the table of the game before.
    pub(super) fn seat_handed(&mut self, handed: Handed<G>) {
        let (index, is_classic) = (handed.seat, handed.classic.is_some());
        self.places[index].name = Some(handed.name);
        self.seat_program(index, handed.outside, handed.classic);
        // The classic dialect has no word for it: the next game tells the seat.
        if !is_classic {
            let welcome = self.welcome(index);
            if let Some(agent) = self.places[index].agent() {
                agent.send(Job::Say(welcome.to_vec()));
            }
        }
    }

    fn seat_spectator(&mut self, link: Link, hello: &Hello) {
        let mut listener = self.listen(link, hello);
        let welcome = Self::line(&ToAgent::Welcome {
            version: lines::VERSION,
            game: G::NAME,
            rules: &self.rules,
            name: None,
            token: None,
            seat: None,
            games: 1,
            think: self.clock.map(|clock| clock.as_millis() as u64),
        });
        let mut messages = vec![welcome, self.table_message()];
        let stays = self.stays(&listener);
        messages.extend(self.story(None, listener.listing, &mut listener.told, stays));
        if messages.into_iter().all(|message| listener.send(message))
            && (stays || !self.summary.state.is_final())
        {
            self.spectators.push(listener);
        }
    }

    /// Puts a program into its seat, in the place of the one that was there.
    fn seat_program(&mut self, index: usize, outside: Outside<G>, classic: Option<String>) {
        let who = self.number();
        let seat = Seat(index as u8);
        let post = Post {
            seat,
            rng: Streams::new(self.seed).seat(seat),
            patience: self.house.limits.patience,
            room: self.events.clone(),
            replies: self.replies.clone(),
        };
        let Some(agent) = self.places[index].agent() else {
            return;
        };
        if agent.program.is_some() {
            agent.send(Job::Bye("another program took this seat".to_owned()));
        }
        *agent = Agent {
            program: Some(Program::new(who, outside, post)),
            here: true,
            classic,
            hopeful: agent.hopeful,
        };
    }

    /// Tells whoever has just sat down what he has missed.
    fn bring_up_to_date(&mut self, index: usize) {
        if self.summary.state == State::Waiting {
            return self.start_if_full();
        }
        if self.places[index].kind() == SeatKind::Person {
            let again = self.again.is_some();
            let Some(listener) = self.places[index].listener() else {
                return;
            };
            let (listing, stays) = (listener.listing, again && listener.again);
            let mut told = 0;
            for message in self.story(Some(index), listing, &mut told, stays) {
                self.places[index].hear(message);
            }
            match self.places[index].listener() {
                Some(listener) if stays || !self.summary.state.is_final() => listener.told = told,
                _ => self.places[index].sitter = Sitter::Person(None),
            }
            return self.note_presence();
        }
        let (jobs, is_final) = (self.program_story(index), self.summary.state.is_final());
        let Some(agent) = self.places[index].agent() else {
            return;
        };
        for job in jobs {
            agent.send(job);
        }
        if is_final {
            (agent.program, agent.here) = (None, false);
        }
    }

    // ---- the classic dialect ---------------------------------------------------------------

    /// Opens the game for a classic agent that may sit on a free seat, or on one that
    /// its agent has left; its answer is its name.
    fn ask_name(&mut self, mut guest: Guest, wanted: Option<usize>) {
        let open = (0..self.places.len()).filter(|&index| self.places[index].awaits_classic());
        let hopeful = |&index: &usize| match &self.places[index].sitter {
            Sitter::Agent(agent) => agent.hopeful,
            _ => usize::MAX,
        };
        let index = wanted.or(open.min_by_key(hopeful));
        let (Some(classic), Some(index)) = (self.classic, index) else {
            return self.send_back(guest);
        };
        if self.summary.state.is_final() || self.naming.len() >= MAX_UNIDENTIFIED {
            return self.send_back(guest);
        }
        if let Some(agent) = self.places[index].agent() {
            agent.hopeful += 1;
        }
        let opening = (classic.initialize)(&self.rules, Seat(index as u8));
        let until = Instant::now() + self.house.limits.patience;
        self.naming.spawn(async move {
            let said = ask_name(&mut guest.link, &opening, until).await;
            (index, guest, said)
        });
    }

    /// A classic agent has told its name.
    pub(super) fn seat_named(&mut self, (index, guest, said): Named) {
        if let Some(agent) = self.places[index].agent() {
            agent.hopeful -= 1;
        }
        // Without a name it is no agent, but a connection that says nothing.
        let Ok(said) = said else { return };
        let said = lines::tidy_name(&String::from_utf8_lossy(&said));
        let fits = |place: &Place<G>| match &place.sitter {
            Sitter::Agent(agent) => {
                !place.is_taken()
                    || (!agent.here && agent.classic.as_deref() == Some(said.as_str()))
            }
            Sitter::Person(_) | Sitter::Policy { .. } => false,
        };
        let Some(classic) = self.classic.filter(|_| !self.summary.state.is_final()) else {
            return self.send_back(guest);
        };
        if fits(&self.places[index]) {
            self.call(index, &said);
            let outside = Outside::new(guest.link, Dialect::Classic(classic));
            self.seat_program(index, outside, Some(said));
            return self.bring_up_to_date(index);
        }
        // Another took that seat: it is told anew which one it has.
        match self.places.iter().position(fits) {
            Some(other) => self.ask_name(guest, Some(other)),
            None => self.send_back(guest),
        }
    }
}

impl<G: Hosted> Place<G> {
    fn has_token(&self, shown: &str) -> bool {
        self.token.as_ref().is_some_and(|token| token.is(shown))
    }
}
