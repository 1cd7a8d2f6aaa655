//! Phrases that people at a table say to each other.

use super::room::Room;
use super::seat::RoomSeat;
use parlour_engine::Seat;
use parlour_protocol::lines::ToAgent;
use parlour_protocol::{Hosted, Phrase, RefusedCode};
use std::time::Duration;
use tokio::time::Instant;

/// The time between two phrases of a person.
const PHRASE_INTERVAL: Duration = Duration::from_secs(2);

impl<G: Hosted> Room<G> {
    /// Tells everybody who follows the table what a person has said.
    ///
    /// # Errors
    /// If the person has just said something.
    pub(super) fn say(&mut self, seat: Seat, phrase: Phrase) -> Result<(), RefusedCode> {
        let now = Instant::now();
        let last = &mut self.room_seats[seat.index()].last_phrase;
        if last.is_some_and(|last| now - last < PHRASE_INTERVAL) {
            return Err(RefusedCode::TooManyPhrases);
        }
        *last = Some(now);
        let message = Self::line(&ToAgent::Phrase { seat, phrase });
        for room_seat in &mut self.room_seats {
            if RoomSeat::client(room_seat).is_some_and(|client| client.watch) {
                room_seat.send(message.clone());
            }
        }
        self.spectators
            .retain(|spectator| !spectator.watch || spectator.send(message.clone()));
        Ok(())
    }
}
