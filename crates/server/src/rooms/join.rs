//! Joining a room: people, spectators and remote agents.

use super::agent_task::{AgentHandle, AgentTask, Job};
use super::client::ClientConnection;
use super::new_table::TransferredAgent;
use super::room::{AnsweredName, Room};
use super::seat::{AgentSeat, RoomSeat, SeatPlayer};
use crate::agents::link::Link;
use crate::agents::remote_agent::{Dialect, RemoteAgent, public_name, request_name};
use crate::agents::seat_offer::{self, Named, SeatOffer};
use crate::distinct_name::distinct_name;
use crate::token::{SeatToken, Token, TokenHash};
use axum::body::Bytes;
use parlour_engine::{Seat, Streams};
use parlour_protocol::Hosted;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::exchange::check_hello;
use parlour_protocol::lines::{self, Hello, ToAgent};
use parlour_protocol::summary::{SeatKind, State};
use std::io;
use tokio::time::Instant;

/// Classic connections that may be asked for their name at the same time.
const MAX_UNIDENTIFIED: usize = 256;
/// Number of spectators of a table.
const MAX_SPECTATORS: usize = 200;

/// A connection that asks for a seat.
pub(crate) struct JoinRequest {
    pub(crate) link: Link,
    /// Its first message; `None` in the classic dialect.
    pub(crate) hello: Option<Hello>,
    /// Whether it watches if it presents no token.
    pub(crate) spectates: bool,
    /// The tables that had no free seat for it.
    pub(crate) tried: Vec<String>,
    /// When it connected.
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

/// A code and its sentence.
fn with_text(code: ByeCode) -> (String, Option<ByeCode>) {
    (code.to_string(), Some(code))
}

impl<G: Hosted> Room<G> {
    /// Handles a connection that asks for a seat.
    pub(super) fn join(&mut self, mut request: JoinRequest) {
        let Some(hello) = request.hello.take() else {
            return self.request_name(request, None);
        };
        let (refusal, code) = if let Err(refusal) = check_hello(&hello, G::NAME, "this table") {
            (refusal, None)
        } else if let Some(token) = &hello.token {
            match self.seat_of(token) {
                Some(index) => return self.seat(index, request.link, hello),
                None => with_text(ByeCode::UnknownToken),
            }
        } else if request.spectates && hello.sit {
            match self.open_seat() {
                Some(index) => return self.seat(index, request.link, hello),
                None => with_text(ByeCode::NoOpenSeat),
            }
        } else if request.spectates {
            match self.spectators.len() < MAX_SPECTATORS {
                true => return self.seat_spectator(request.link, &hello),
                false => with_text(ByeCode::TooManySpectators),
            }
        } else {
            match seat_offer::free_seat(&self.offers()) {
                Some(index) if self.summary.listed && !self.summary.state.is_final() => {
                    return self.seat(index, request.link, hello);
                }
                _ => {
                    request.hello = Some(hello);
                    return self.return_to_lobby(request);
                }
            }
        };
        self.reject(request.link, &refusal, code);
    }

    /// Returns an agent to the lobby, to wait for another table.
    fn return_to_lobby(&self, mut request: JoinRequest) {
        request.tried.push(self.summary.id.clone());
        // If the lobby is full, the connection is closed.
        let _ = self.shared.lobby.try_send(request);
    }

    /// The number of a new connection.
    fn next_connection_id(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn connect_client(&mut self, link: Link, hello: &Hello) -> ClientConnection {
        let limits = &self.shared.limits;
        let (messages, message_timeout) = (limits.messages, limits.message_timeout);
        let connection_id = self.next_connection_id();
        ClientConnection::new(
            link,
            connection_id,
            hello,
            messages,
            message_timeout,
            self.events.clone(),
            self.outbox.clone(),
        )
    }

    /// A free seat that anybody may take.
    fn open_seat(&self) -> Option<usize> {
        let free = |room_seat: &RoomSeat<G>| room_seat.open && !room_seat.is_taken();
        let waits = self.summary.state == State::Waiting;
        self.room_seats.iter().position(free).filter(|_| waits)
    }

    /// The seat with a token. After a restart, the token before that is accepted where it is not certain that the owner
    /// has received the new one; it is replaced again.
    fn seat_of(&mut self, token: &str) -> Option<usize> {
        let hash = TokenHash::of(token);
        let index = (self.room_seats.iter()).position(|room_seat| {
            let own = room_seat.token.as_ref().map(|token| token.hash);
            own == Some(hash) || room_seat.invitation == Some(hash)
        })?;
        let room_seat = &mut self.room_seats[index];
        if (room_seat.token.as_mut()).is_some_and(|own| own.accepts(token)) {
            if room_seat.is_taken() {
                (room_seat.invitation, room_seat.unconfirmed) = (None, None);
            }
        } else {
            room_seat.token = Token::new().ok().map(SeatToken::from);
            room_seat.unconfirmed = room_seat.invitation.take();
        }
        self.publish_tokens();
        Some(index)
    }

    /// Publishes the tokens of the seats.
    pub(super) fn publish_tokens(&self) {
        let tokens = self.room_seats.iter().flat_map(|room_seat| {
            let own = room_seat.token.as_ref().map(|token| token.hash);
            own.into_iter().chain(room_seat.invitation)
        });
        self.published.set_tokens(tokens.collect());
    }

    /// The owner of a seat has received its token.
    pub(super) fn confirm(&mut self, connection_id: u64) {
        let owner = |room_seat: &&mut RoomSeat<G>| room_seat.connection_id() == Some(connection_id);
        if let Some(room_seat) = self.room_seats.iter_mut().find(owner) {
            room_seat.unconfirmed = None;
        }
    }

    /// Takes a free seat: names it, distinct from the other names, and replaces its token. The creator of the table and
    /// anybody else who has seen the old one cannot enter the seat with it any more.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    fn take_seat(&mut self, index: usize, name: &str) -> io::Result<()> {
        if self.room_seats[index].is_taken() {
            return Ok(());
        }
        let token = SeatToken::from(Token::new()?);
        self.room_seats[index].token = Some(token);
        self.publish_tokens();
        let taken = |name: &str| {
            let mut room_seats = self.room_seats.iter();
            room_seats.any(|room_seat| room_seat.name.as_deref() == Some(name))
        };
        self.room_seats[index].name = Some(distinct_name(name, taken));
        Ok(())
    }

    /// Seats the owner of a token, or an agent at a free seat.
    fn seat(&mut self, index: usize, link: Link, hello: Hello) {
        let person = self.room_seats[index].kind() == SeatKind::Person;
        let nameless = if person { "player" } else { "agent" };
        let name = lines::tidy_name(hello.name.as_deref().unwrap_or(nameless));
        let before = (self.room_seats[index].token.as_ref()).map(|token| token.hash);
        if self.take_seat(index, &name).is_err() {
            return self.reject(link, "the server cannot seat you now", None);
        }
        tracing::debug!(seat = index, person, "a player has joined");
        let room_seat = &mut self.room_seats[index];
        let now = room_seat.token.as_ref().map(|token| token.hash);
        if now != before {
            room_seat.unconfirmed = before;
        }
        let welcome = self.welcome(index);
        if person {
            let client = self.connect_client(link, &hello);
            self.room_seats[index].send(Self::bye(&ByeCode::Replaced));
            self.room_seats[index].player =
                SeatPlayer::Person(Some(client).filter(|client| client.send_confirmed(welcome)));
            if !self.refresh() {
                let table = self.table_message();
                self.room_seats[index].send(table);
            }
        } else {
            let remote = RemoteAgent::new(link, Dialect::Lines(hello));
            self.seat_agent(index, remote, None);
            if let Some(agent) = self.room_seats[index].agent() {
                agent.send(Job::Welcome(welcome.to_vec()));
            }
        }
        self.send_backlog(index);
    }

    /// The first message to a player who has joined.
    fn welcome(&self, index: usize) -> Bytes {
        let room_seat = &self.room_seats[index];
        let think = match room_seat.kind() {
            SeatKind::Person => self.clock,
            SeatKind::Agent | SeatKind::Policy => Some(self.agent_clock()),
        };
        Self::line(&ToAgent::Welcome {
            version: lines::VERSION,
            game: G::NAME,
            rules: &self.rules,
            name: room_seat.name.as_deref(),
            token: (room_seat.token.as_ref())
                .and_then(|token| token.text.as_ref().map(Token::reveal)),
            seat: Some(Seat(index as u8)),
            games: 1,
            think: think.map(|think| think.as_millis() as u64),
        })
    }

    /// Seats an agent that was transferred from the table of the previous game.
    pub(super) fn seat_transferred(&mut self, transferred: TransferredAgent<G>) {
        let (index, is_classic) = (transferred.seat, transferred.classic.is_some());
        self.room_seats[index].name = Some(transferred.name);
        self.seat_agent(index, transferred.agent, transferred.classic);
        // The classic dialect has no such message: the announcement of the game contains the seat.
        if !is_classic {
            let welcome = self.welcome(index);
            if let Some(agent) = self.room_seats[index].agent() {
                agent.send(Job::Send(welcome.to_vec()));
            }
        }
    }

    fn seat_spectator(&mut self, link: Link, hello: &Hello) {
        let mut client = self.connect_client(link, hello);
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
        let stays = self.stays(&client);
        messages.extend(self.backlog(None, client.listing, &mut client.told, stays));
        if messages.into_iter().all(|message| client.send(message))
            && (stays || !self.summary.state.is_final())
        {
            self.spectators.push(client);
        }
    }

    /// Seats an agent, and disconnects the one that had the seat.
    fn seat_agent(&mut self, index: usize, remote: RemoteAgent<G>, classic: Option<String>) {
        let connection_id = self.next_connection_id();
        let seat = Seat(index as u8);
        let task = AgentTask {
            seat,
            rng: Streams::new(self.seed).seat(seat),
            message_timeout: self.shared.limits.message_timeout,
            room: self.events.clone(),
            replies: self.replies.clone(),
        };
        let Some(agent) = self.room_seats[index].agent() else {
            return;
        };
        if agent.handle.is_some() {
            agent.send(Job::Close("another agent took this seat".to_owned()));
        }
        *agent = AgentSeat {
            handle: Some(AgentHandle::new(
                connection_id,
                remote,
                task,
                self.outbox.clone(),
            )),
            here: true,
            classic,
            pending_names: agent.pending_names,
            returns_until: None,
        };
    }

    /// Sends a player who has joined the messages of the game so far.
    fn send_backlog(&mut self, index: usize) {
        if self.summary.state == State::Waiting {
            return self.start_if_full();
        }
        if self.room_seats[index].kind() == SeatKind::Person {
            let again = self.again.is_some();
            let Some(client) = self.room_seats[index].client() else {
                return;
            };
            let (listing, stays) = (client.listing, again && client.again);
            let mut told = 0;
            for message in self.backlog(Some(index), listing, &mut told, stays) {
                self.room_seats[index].send(message);
            }
            match self.room_seats[index].client() {
                Some(client) if stays || !self.summary.state.is_final() => client.told = told,
                _ => self.room_seats[index].player = SeatPlayer::Person(None),
            }
            return self.update_presence();
        }
        let (jobs, is_final) = (self.agent_backlog(index), self.summary.state.is_final());
        let Some(agent) = self.room_seats[index].agent() else {
            return;
        };
        for job in jobs {
            agent.send(job);
        }
        if is_final {
            (agent.handle, agent.here) = (None, false);
        }
    }

    /// Opens the game for a classic agent, whose answer is its name. It is offered a free seat, or one whose agent has
    /// disconnected.
    fn request_name(&mut self, mut request: JoinRequest, wanted: Option<usize>) {
        let index = wanted.or_else(|| seat_offer::classic_offer(&self.offers()));
        let (Some(classic), Some(index)) = (self.classic, index) else {
            return self.return_to_lobby(request);
        };
        if self.summary.state.is_final() || self.name_requests.len() >= MAX_UNIDENTIFIED {
            return self.return_to_lobby(request);
        }
        if let Some(agent) = self.room_seats[index].agent() {
            agent.pending_names += 1;
        }
        let opening = (classic.initialize)(&self.rules, Seat(index as u8));
        let deadline = Instant::now() + self.shared.limits.message_timeout;
        self.name_requests.spawn(async move {
            let name = request_name(&mut request.link, &opening, deadline).await;
            (index, request, name)
        });
    }

    /// Seats a classic agent that has told its name.
    pub(super) fn seat_named(&mut self, (index, request, name): AnsweredName) {
        if let Some(agent) = self.room_seats[index].agent() {
            agent.pending_names -= 1;
        }
        // Connections that send no name are closed.
        let Ok(name) = name else { return };
        let name = match public_name(&name) {
            Ok(name) => name,
            Err(reason) => return tracing::info!("a classic agent is rejected: {reason}"),
        };
        let Some(classic) = self.classic.filter(|_| !self.summary.state.is_final()) else {
            return self.return_to_lobby(request);
        };
        match seat_offer::named(&self.offers(), index, &name) {
            // Without random numbers the connection is closed: the dialect has no message for it.
            Named::Seated(index) if self.take_seat(index, &name).is_ok() => {
                let remote = RemoteAgent::new(request.link, Dialect::Classic(classic));
                self.seat_agent(index, remote, Some(name));
                self.send_backlog(index);
            }
            Named::Seated(_) => {}
            Named::Offered(other) => self.request_name(request, Some(other)),
            Named::Nothing => self.return_to_lobby(request),
        }
    }

    /// The seats as connections that ask for one see them.
    pub(super) fn offers(&self) -> Vec<SeatOffer<'_>> {
        self.room_seats.iter().map(RoomSeat::offer).collect()
    }
}
