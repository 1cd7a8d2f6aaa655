//! The turns of a room: requests for actions, their answers, and the end of the game.

use super::agent_task::{AgentHandle, Job};
use super::room::{GameInProgress, Reply, Room};
use super::seat::{PendingAction, RoomSeat, SeatPlayer};
use super::think_pool::{ThinkRequest, think};
use crate::agents::link::AgentFault;
use parlour_engine::{Seat, Table};
use parlour_protocol::lines::{self, FromAgent, ToAgent};
use parlour_protocol::summary::{SeatKind, State};
use parlour_protocol::{Answer, Hosted, RefusedCode};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

impl<G: Hosted> Room<G> {
    /// The time limit for each answer of a remote agent. There always is one.
    pub(super) fn agent_clock(&self) -> Duration {
        self.clock.unwrap_or(self.shared.limits.think)
    }

    /// Begins the game if every seat is taken.
    pub(super) fn start_if_full(&mut self) {
        if self.summary.state != State::Waiting || !self.room_seats.iter().all(RoomSeat::is_taken) {
            return;
        }
        let names = (self.room_seats.iter())
            .map(|room_seat| room_seat.name.clone().unwrap_or_default())
            .collect();
        let table = match Table::<G>::new(self.rules.clone(), self.deal.clone(), names) {
            Ok(table) => table,
            Err(error) => unreachable!("the deal was tried when the table was made: {error}"),
        };
        self.shared.metrics.count_game("begun");
        tracing::info!("the game has begun");
        self.summary.state = State::Playing;
        self.game = Some(GameInProgress {
            id: 0,
            awaited: table.to_move(),
            before: Arc::new(table.clone()),
            table,
        });
        self.refresh();
        self.send_game();
        self.request_actions();
        self.send_news();
    }

    /// Requests an action from each seat to move.
    pub(super) fn request_actions(&mut self) {
        let Some(game) = &self.game else { return };
        let (id, awaited, table) = (game.id, game.awaited, Arc::clone(&game.before));
        let now = Instant::now();
        for seat in awaited.iter() {
            let agent_clock = self.agent_clock();
            let think_time = (self.time_limit(seat, Some(agent_clock))).unwrap_or(agent_clock);
            let clock = self.time_limit(seat, self.clock);
            let room_seat = &mut self.room_seats[seat.index()];
            // Of a table that was restored.
            let left = room_seat
                .pending
                .take()
                .and_then(|pending| pending.deadline);
            let deadline = match &mut room_seat.player {
                SeatPlayer::Person(_) => left.or(clock.map(|clock| now + clock)),
                SeatPlayer::Agent(agent) => {
                    let pending = agent.send(Job::Ask {
                        table: Arc::clone(&table),
                        id,
                        think: think_time,
                    });
                    if agent.returns_until.is_none() {
                        if !pending {
                            self.absent.push_back((seat, id));
                        }
                        Some(now + think_time)
                    } else {
                        // Its time begins when it has come back.
                        None
                    }
                }
                SeatPlayer::Policy { thinker, .. } => {
                    let deadline = now + self.shared.limits.policy_timeout;
                    if let Some(thinker) = thinker.take() {
                        let request = ThinkRequest {
                            thinker,
                            table: Arc::clone(&table),
                            seat,
                            deadline,
                            owner: self.owner,
                        };
                        think(&self.shared.thinkers, request, id, self.replies.clone());
                    }
                    Some(deadline)
                }
            };
            let limit = match room_seat.kind() {
                SeatKind::Person => clock,
                SeatKind::Agent => Some(think_time),
                SeatKind::Policy => None,
            };
            room_seat.pending = Some(PendingAction::new(id, limit, deadline));
            self.send_turn(seat);
        }
        self.send_clocks();
    }

    /// Handles a message of a person or a spectator.
    pub(super) fn receive_message(
        &mut self,
        connection_id: u64,
        line: Result<Vec<u8>, AgentFault>,
    ) {
        let index = (self.room_seats.iter())
            .position(|room_seat| room_seat.connection_id() == Some(connection_id));
        let message = match &line {
            Ok(line) => serde_json::from_slice(line).map_err(|_| RefusedCode::Unreadable),
            Err(AgentFault::TooLong) => Err(RefusedCode::TooLong),
            Err(_) => Err(RefusedCode::Unreadable),
        };
        let (id, refusal) = match (index, message) {
            (None, _) => (None, RefusedCode::Spectator),
            (Some(_), Err(refusal)) => (None, refusal),
            (Some(_), Ok(FromAgent::Hello(_))) => (None, RefusedCode::HelloRepeated),
            (Some(index), Ok(FromAgent::Resign)) => match self.resign(Seat(index as u8)) {
                Ok(()) => return,
                Err(refusal) => (None, refusal),
            },
            (Some(index), Ok(FromAgent::Again { want })) => {
                match self.request_rematch(Seat(index as u8), want) {
                    Ok(()) => return,
                    Err(refusal) => (None, refusal),
                }
            }
            (Some(index), Ok(FromAgent::Undo { want })) => {
                match self.answer_undo(Seat(index as u8), want) {
                    Ok(()) => return,
                    Err(refusal) => (None, refusal),
                }
            }
            (Some(index), Ok(FromAgent::Phrase { phrase })) => {
                match self.say(Seat(index as u8), phrase) {
                    Ok(()) => return,
                    Err(refusal) => (None, refusal),
                }
            }
            (Some(index), Ok(FromAgent::Action { id, action })) => {
                match self.read(index, id, &action) {
                    Ok(action) => return self.play(Seat(index as u8), action),
                    Err(refusal) => (id, refusal),
                }
            }
        };
        let refused = Self::line(&ToAgent::Refused {
            id,
            message: &refusal.to_string(),
            code: &refusal,
        });
        match index {
            Some(index) => self.room_seats[index].send(refused),
            None => self.spectators.retain(|spectator| {
                spectator.connection_id != connection_id || spectator.send(refused.clone())
            }),
        }
    }

    /// Reads the action of a person, if it answers the pending request.
    fn read(&self, index: usize, id: Option<u64>, text: &str) -> Result<G::Action, RefusedCode> {
        let game = match (&self.game, self.summary.state) {
            (Some(game), State::Playing) => game,
            (None, _) => return Err(RefusedCode::NotBegun),
            (Some(_), _) => return Err(RefusedCode::Over),
        };
        let Some(pending) = self.room_seats[index].pending else {
            return Err(RefusedCode::NotYourTurn);
        };
        if id.is_some_and(|id| id != pending.id) {
            return Err(RefusedCode::TurnOver);
        }
        lines::read_action(game.table.state(), Seat(index as u8), text).map_err(|invalid| {
            RefusedCode::Illegal {
                reason: invalid.reason,
            }
        })
    }

    /// Handles the answer of an agent or a policy.
    pub(super) fn receive_reply(&mut self, reply: Reply<G>) {
        match reply {
            Reply::Agent {
                connection_id,
                id,
                answer,
            } => {
                let mut room_seats = self.room_seats.iter();
                let Some(index) = room_seats
                    .position(|room_seat| room_seat.connection_id() == Some(connection_id))
                else {
                    return;
                };
                if (self.room_seats[index].pending).is_none_or(|pending| pending.id != id) {
                    return;
                }
                let seat = Seat(index as u8);
                match answer {
                    Answer::Action { action, .. } => self.play(seat, action),
                    Answer::Fault { fallback, .. } => {
                        self.shared.metrics.count_fault("agent");
                        tracing::info!(seat = index, "a fallback move is played for an agent");
                        self.play(seat, fallback);
                    }
                    Answer::Resign => {
                        // Cannot fail: a request is pending, so the game is in progress.
                        let _ = self.resign(seat);
                    }
                }
            }
            Reply::Policy { seat, id, choice } => {
                let room_seat = &mut self.room_seats[seat.index()];
                if room_seat.pending.is_none_or(|pending| pending.id != id) {
                    // Its time was over: another thinks in its place.
                    return;
                }
                let Some(choice) = choice else {
                    room_seat.replace_thinker();
                    return self.play_fallback(seat, id, &AgentFault::Disconnected);
                };
                if let SeatPlayer::Policy { thinker, .. } = &mut room_seat.player {
                    *thinker = Some(choice.thinker);
                    self.play(seat, choice.action);
                }
            }
        }
    }

    /// Resigns for a seat.
    fn resign(&mut self, seat: Seat) -> Result<(), RefusedCode> {
        match (&mut self.game, self.summary.state) {
            (Some(game), State::Playing) => game.table.resign(seat),
            (None, _) => return Err(RefusedCode::NotBegun),
            (Some(_), _) => return Err(RefusedCode::Over),
        }
        self.finish();
        Ok(())
    }

    /// Plays the fallback move for a seat without an answer.
    pub(super) fn play_fallback(&mut self, seat: Seat, id: u64, fault: &AgentFault) {
        let Some(game) = &self.game else { return };
        let room_seat = &mut self.room_seats[seat.index()];
        if room_seat.pending.is_none_or(|pending| pending.id != id) {
            return;
        }
        let kind = match room_seat.kind() {
            SeatKind::Person => "person",
            SeatKind::Agent => "agent",
            SeatKind::Policy => "policy",
        };
        self.shared.metrics.count_fault(kind);
        tracing::info!(seat = seat.index(), kind, %fault, "a fallback move is played");
        let legal = game.table.state().legal_actions(seat);
        let action = (game.table.state()).fallback_action(seat, &legal, &mut room_seat.rng);
        let message = Self::line(&ToAgent::Fault {
            id,
            message: &fault.to_string(),
            played: &action.to_string(),
            code: fault,
        });
        room_seat.send(message);
        self.play(seat, action);
    }

    /// Plays a legal action.
    fn play(&mut self, seat: Seat, action: G::Action) {
        let Some(game) = &mut self.game else { return };
        if let Err(error) = game.table.play(seat, action) {
            unreachable!("answers and fallback moves are checked: {error}");
        }
        game.awaited = game.awaited.without(seat);
        let others_choose = !game.awaited.is_empty();
        self.spend_time(seat);
        self.room_seats[seat.index()].pending = None;
        if self.summary.undo.take().is_some() {
            self.publish();
            let message = self.table_message();
            self.send_to_all(&message);
        }
        if others_choose {
            // That this seat has chosen is public, the action is not.
            self.send_news();
            return self.send_clocks();
        }
        let Some(game) = &mut self.game else { return };
        let after = Arc::new(game.table.clone());
        let before = std::mem::replace(&mut game.before, Arc::clone(&after));
        (game.awaited, game.id) = (game.table.to_move(), game.table.actions().len() as u64);
        let hears = |program: &AgentHandle<G>| program.hears_turns;
        for agent in self.room_seats.iter_mut().filter_map(RoomSeat::agent) {
            if agent.handle.as_ref().is_some_and(hears) {
                let (before, after) = (Arc::clone(&before), Arc::clone(&after));
                agent.send(Job::Tell { before, after });
            }
        }
        if after.to_move().is_empty() {
            self.send_news();
            return self.finish();
        }
        self.request_actions();
        self.send_news();
    }

    /// Publishes and sends the result.
    fn finish(&mut self) {
        let Some(game) = &self.game else { return };
        let table = Arc::new(game.table.clone());
        let Some(outcome) = table.outcome() else {
            return;
        };
        self.summary.scores = Some(outcome.scores);
        self.summary.winners = Some(outcome.winners);
        let (published, record) = (Arc::clone(&self.published), table.record().to_line());
        self.outbox.queue(move || published.keep_record(record));
        self.end(State::Over);
        self.send_result();
        for agent in self.room_seats.iter_mut().filter_map(RoomSeat::agent) {
            agent.send(Job::Finish(Arc::clone(&table)));
        }
        self.refresh();
        self.offer_rematch();
    }
}
