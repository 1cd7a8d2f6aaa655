//! Messages of a room to people and spectators: to each the view of their seat, and every event once.

use super::agent_task::Job;
use super::room::Room;
use super::seat::SeatPlayer;
use axum::body::Bytes;
use parlour_engine::{Seat, Table, Viewer};
use parlour_protocol::Hosted;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::catch_up;
use parlour_protocol::legal::Legal;
use parlour_protocol::lines::{Listing, ToAgent};
use parlour_protocol::summary::State;
use std::sync::Arc;
use tokio::time::Instant;

impl<G: Hosted> Room<G> {
    /// Announces the game.
    pub(super) fn send_game(&mut self) {
        let Some(game) = &self.game else { return };
        let table = Arc::new(game.table.clone());
        for index in 0..self.room_seats.len() {
            let message = self.game_message(Some(index));
            let room_seat = &mut self.room_seats[index];
            match &mut room_seat.player {
                SeatPlayer::Person(_) => room_seat.send(message),
                SeatPlayer::Agent(agent) => {
                    agent.send(Job::Begin(Arc::clone(&table)));
                }
                SeatPlayer::Policy { .. } => {}
            }
        }
        let message = self.game_message(None);
        self.spectators
            .retain(|spectator| spectator.send(message.clone()));
    }

    fn game_message(&self, index: Option<usize>) -> Bytes {
        let names: Vec<String> = (self.room_seats.iter())
            .map(|room_seat| room_seat.name.clone().unwrap_or_default())
            .collect();
        Self::line(&ToAgent::Game {
            number: 1,
            seat: index.map(|index| Seat(index as u8)),
            names: &names,
        })
    }

    /// Sends the request for an action, if a person is connected.
    pub(super) fn send_turn(&mut self, seat: Seat) {
        let Some(client) = self.room_seats[seat.index()].client() else {
            return;
        };
        let (listing, mut told) = (client.listing, client.told);
        let message = self.turn_message(seat.index(), listing, &mut told);
        if let Some(client) = self.room_seats[seat.index()].client() {
            client.told = told;
        }
        if let Some(message) = message {
            self.room_seats[seat.index()].send(message);
        }
    }

    fn turn_message(&self, index: usize, listing: Listing, told: &mut usize) -> Option<Bytes> {
        let (table, seat) = (&self.game.as_ref()?.table, Seat(index as u8));
        let pending = self.room_seats[index].pending?;
        let (view, events) = catch_up(table, Viewer::Seat(seat), told);
        let left = pending.deadline.map(|deadline| deadline - Instant::now());
        Some(Self::line(&ToAgent::Turn {
            id: pending.id,
            seat,
            time: left.map(|left| left.as_millis() as u64),
            legal: Legal {
                actions: &table.state().legal_actions(seat),
                listing,
            },
            events,
            view: &view,
        }))
    }

    /// Sends the news to clients that watch, except those whose turn message contains it.
    pub(super) fn send_news(&mut self) {
        let Some(game) = &self.game else { return };
        let table = &game.table;
        for (index, room_seat) in self.room_seats.iter_mut().enumerate() {
            let just_asked = room_seat
                .pending
                .is_some_and(|pending| pending.id == game.id)
                && game.table.actions().len() as u64 == game.id;
            let Some(client) = room_seat.client().filter(|client| client.watch) else {
                continue;
            };
            if !just_asked {
                let message = Self::news(table, Viewer::Seat(Seat(index as u8)), &mut client.told);
                room_seat.send(message);
            }
        }
        // All spectators but new ones get the same message.
        let mut same: Option<(usize, usize, Bytes)> = None;
        self.spectators.retain_mut(|spectator| {
            let message = match &same {
                Some((from, to, message)) if *from == spectator.told => {
                    spectator.told = *to;
                    message.clone()
                }
                _ => {
                    let from = spectator.told;
                    let message = Self::news(table, Viewer::Public, &mut spectator.told);
                    same = Some((from, spectator.told, message.clone()));
                    message
                }
            };
            spectator.send(message)
        });
    }

    fn news(table: &Table<G>, viewer: Viewer, told: &mut usize) -> Bytes {
        let (view, events) = catch_up(table, viewer, told);
        Self::line(&ToAgent::News {
            events,
            view: &view,
        })
    }

    /// Sends the result of the game.
    pub(super) fn send_result(&mut self) {
        for index in 0..self.room_seats.len() {
            let Some(client) = self.room_seats[index].client() else {
                continue;
            };
            let mut told = client.told;
            if let Some(message) = self.result_message(Viewer::Seat(Seat(index as u8)), &mut told) {
                self.room_seats[index].send(message);
            }
        }
        let mut spectators = std::mem::take(&mut self.spectators);
        spectators.retain_mut(|spectator| {
            match self.result_message(Viewer::Public, &mut spectator.told) {
                Some(message) => spectator.send(message),
                None => true,
            }
        });
        self.spectators = spectators;
    }

    fn result_message(&self, viewer: Viewer, told: &mut usize) -> Option<Bytes> {
        let table = &self.game.as_ref()?.table;
        let outcome = table.outcome()?;
        let (view, events) = catch_up(table, viewer, told);
        Some(Self::line(&ToAgent::Result {
            events,
            scores: &outcome.scores,
            winners: outcome.winners,
            resigned: table.resigned(),
            view: &view,
        }))
    }

    /// The messages for a client that has joined late. Ends with a bye if the table has ended, unless the client stays for
    /// a rematch.
    pub(super) fn backlog(
        &self,
        index: Option<usize>,
        listing: Listing,
        told: &mut usize,
        stays: bool,
    ) -> Vec<Bytes> {
        let mut backlog = Vec::new();
        let viewer = index.map_or(Viewer::Public, |index| Viewer::Seat(Seat(index as u8)));
        if let Some(game) = &self.game {
            backlog.push(self.game_message(index));
            let turn = index.and_then(|index| self.turn_message(index, listing, told));
            backlog.push(turn.unwrap_or_else(|| Self::news(&game.table, viewer, told)));
        }
        let bye = match self.summary.state {
            State::Waiting | State::Playing => return backlog,
            State::Over => ByeCode::Over,
            State::Abandoned => ByeCode::Abandoned,
        };
        backlog.extend(self.result_message(viewer, told));
        if stays {
            return backlog;
        }
        backlog.extend(self.next_message(index));
        backlog.push(Self::bye(&bye));
        backlog
    }

    /// The same for a remote agent.
    pub(super) fn agent_backlog(&self, index: usize) -> Vec<Job<G>> {
        let mut jobs = Vec::new();
        if let Some(game) = &self.game {
            let table = Arc::new(game.table.clone());
            jobs.push(Job::Begin(Arc::clone(&table)));
            if let Some(pending) = self.room_seats[index].pending {
                let left = pending.deadline.map(|deadline| deadline - Instant::now());
                jobs.push(Job::Ask {
                    table: Arc::clone(&game.before),
                    id: pending.id,
                    think: left.unwrap_or(self.agent_clock()),
                });
            }
            if self.summary.state == State::Over {
                jobs.push(Job::Finish(table));
            }
        }
        if self.summary.state.is_final() {
            jobs.push(Job::Close(ByeCode::Over.to_string()));
        }
        jobs
    }
}
