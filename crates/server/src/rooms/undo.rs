//! Undo by agreement: a person wants to take their last action back, and everybody else at the table agrees.
//!
//! The game goes back to the beginning of the turn in which the action was played; what was shown since is known. Any
//! action ends the request.

use super::room::{GameInProgress, Room};
use super::seat::RoomSeat;
use parlour_engine::{Seat, SeatSet, Table};
use parlour_protocol::summary::{SeatKind, State, UndoRequest};
use parlour_protocol::{Hosted, RefusedCode};
use std::sync::Arc;

impl<G: Hosted> Room<G> {
    /// A person wants an undo or agrees to one, or declines it.
    ///
    /// # Errors
    /// If nothing can be taken back, or there is no request to decline.
    pub(super) fn answer_undo(&mut self, seat: Seat, want: bool) -> Result<(), RefusedCode> {
        let agreed = match (self.summary.undo, want) {
            (None, true) if self.undo_start(seat).is_some() => SeatSet::EMPTY.with(seat),
            (None, _) => return Err(RefusedCode::NoUndo),
            (Some(_), false) => {
                self.summary.undo = None;
                self.send_undo_request();
                return Ok(());
            }
            (Some(undo), true) => undo.agreed.with(seat),
        };
        let seat = self.summary.undo.map_or(seat, |undo| undo.seat);
        let people = Seat::all(self.room_seats.len()).zip(&self.room_seats);
        let mut people = people.filter(|(_, room_seat)| room_seat.kind() == SeatKind::Person);
        if people.all(|(seat, _)| agreed.contains(seat)) {
            self.undo(seat);
        } else {
            self.summary.undo = Some(UndoRequest { seat, agreed });
            self.send_undo_request();
        }
        Ok(())
    }

    fn send_undo_request(&mut self) {
        self.publish();
        let message = self.table_message();
        self.send_to_all(&message);
    }

    /// The number of actions before the turn of a seat's last action; `None` if it cannot be taken back. Remote agents
    /// could not follow, and a policy that is thinking would answer to a position that is gone.
    fn undo_start(&self, seat: Seat) -> Option<usize> {
        let game = self.game.as_ref()?;
        let kind_of = |seat: Seat| self.room_seats[seat.index()].kind();
        let has_agents = (self.room_seats.iter()).any(|seat| seat.kind() == SeatKind::Agent);
        let thinks = (game.awaited.iter()).any(|seat| kind_of(seat) == SeatKind::Policy);
        // A daily deal is one attempt.
        let is_daily = self.summary.daily.is_some();
        if self.summary.state != State::Playing || has_agents || thinks || is_daily {
            return None;
        }
        let last = game
            .table
            .actions()
            .iter()
            .rposition(|(other, _)| *other == seat)?;
        Some(turn_start(&game.table, last))
    }

    /// Goes back, and tells everybody the game from its beginning.
    fn undo(&mut self, seat: Seat) {
        self.summary.undo = None;
        let start = self.undo_start(seat);
        let (Some(start), Some(game)) = (start, &mut self.game) else {
            return;
        };
        tracing::info!(seat = seat.index(), "an action is taken back");
        while game.table.actions().len() > start {
            game.table.undo();
        }
        *game = GameInProgress {
            id: start as u64,
            awaited: game.table.to_move(),
            before: Arc::new(game.table.clone()),
            table: game.table.clone(),
        };
        for room_seat in &mut self.room_seats {
            room_seat.pending = None;
            // A policy may remember what it has seen.
            room_seat.replace_thinker();
        }
        for client in self.room_seats.iter_mut().filter_map(RoomSeat::client) {
            client.told = 0;
        }
        for spectator in &mut self.spectators {
            spectator.told = 0;
        }
        self.refresh();
        self.send_undo_request();
        self.send_game();
        self.request_actions();
        self.send_news();
    }
}

/// The number of actions before the turn of action `last`.
fn turn_start<G: Hosted>(table: &Table<G>, last: usize) -> usize {
    let (mut start, mut awaited) = (0, SeatSet::EMPTY);
    for (ply, (seat, _)) in table.actions()[..=last].iter().enumerate() {
        if awaited.is_empty() {
            (start, awaited) = (ply, table.at(ply).to_move());
        }
        awaited = awaited.without(*seat);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Game as _, Rules as _};
    use parlour_games::modern_art::{ModernArt, Rules};

    #[test]
    fn a_sealed_bid_belongs_to_the_turn_of_all_bids() {
        let rules = Rules::named("simple-3").unwrap();
        let names = vec![String::new(); 3];
        let mut table = Table::<ModernArt>::new(rules, DealSource::Seed(7), names).unwrap();
        for _ in 0..9 {
            let seat = table.to_move().iter().last().unwrap();
            let action = table.state().legal_actions(seat)[0];
            table.play(seat, action).unwrap();
        }
        // An offer and three bids, each of them twice, and a third offer.
        let starts = [0, 1, 1, 1, 4, 5, 5, 5, 8];
        for (last, start) in starts.into_iter().enumerate() {
            assert_eq!(turn_start(&table, last), start);
        }
    }
}
