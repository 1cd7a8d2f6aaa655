//! The time of each seat for all its answers: a base, and an increment for each answer.

use super::room::Room;
use super::seat::RoomSeat;
use parlour_engine::Seat;
use parlour_protocol::Hosted;
use parlour_protocol::summary::SeatKind;
use std::time::Duration;
use tokio::time::Instant;

impl<G: Hosted> Room<G> {
    /// Fills the banks of the seats that have none yet.
    pub(super) fn fill_banks(&mut self) {
        let Some(bank) = self.summary.bank else {
            return;
        };
        for room_seat in &mut self.room_seats {
            // That of a policy is a limit of the server, not of the table.
            if room_seat.kind() != SeatKind::Policy {
                let base = Duration::from_millis(bank.base_ms);
                room_seat.bank_left.get_or_insert(base);
            }
        }
    }

    /// The time limit for the next answer of a seat, from the limit of each answer and its bank.
    pub(super) fn time_limit(&self, seat: Seat, per_answer: Option<Duration>) -> Option<Duration> {
        let bank_left = self.room_seats[seat.index()].bank_left;
        per_answer.into_iter().chain(bank_left).min()
    }

    /// A seat has answered, or its time limit has passed.
    pub(super) fn spend_time(&mut self, seat: Seat) {
        let increment = self.summary.bank.map_or(0, |bank| bank.increment_ms);
        let room_seat = &mut self.room_seats[seat.index()];
        if let Some(left) = left_now(room_seat) {
            room_seat.bank_left = Some(left + Duration::from_millis(increment));
        }
    }

    /// Milliseconds in the bank of each seat now; empty if the table has none.
    pub(super) fn bank_left(&self) -> Vec<Option<u64>> {
        match self.summary.bank {
            None => Vec::new(),
            Some(_) => (self.room_seats.iter())
                .map(|room_seat| left_now(room_seat).map(|left| left.as_millis() as u64))
                .collect(),
        }
    }

    /// Tells everybody the clocks, if the table has a bank: nobody else could know them.
    pub(super) fn send_clocks(&mut self) {
        if self.summary.bank.is_some() {
            let message = self.table_message();
            self.send_to_all(&message);
        }
    }
}

/// The time in the bank of a seat, without what the pending answer has taken so far.
fn left_now<G: Hosted>(room_seat: &RoomSeat<G>) -> Option<Duration> {
    let bank_left = room_seat.bank_left?;
    let used = room_seat.pending.and_then(|pending| {
        let left = pending.deadline?.saturating_duration_since(Instant::now());
        Some(pending.limit?.saturating_sub(left))
    });
    Some(bank_left.saturating_sub(used.unwrap_or_default()))
}
