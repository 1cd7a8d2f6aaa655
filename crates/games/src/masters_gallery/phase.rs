//! The steps of a turn.

use super::cards::Artist;
use serde::{Deserialize, Serialize};

/// What is asked of the seats that are to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Display a card.
    Play,
    /// Display a second card of this artist, or not.
    Second(Artist),
    /// Lay a card face down, or not.
    Hidden,
    /// Everybody shows a card.
    Together,
    /// Award an artist; whether the round is closed after that.
    Award {
        /// The card that carried the award closed the round.
        closing: bool,
    },
    /// Add cards after the close: at most one of each artist from `from` on, in row order.
    Add {
        /// The first artist that may still be added.
        from: u8,
        /// Players who come after this one.
        left: u8,
    },
    /// The game is over.
    Over,
}
