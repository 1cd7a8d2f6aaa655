//! What a seat may know.

use parlour_engine::{Seat, Viewer};
use serde::{Deserialize, Serialize};

/// The game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub viewer: Viewer,
    /// The hands, as far as the viewer sees them.
    pub hands: [Option<Vec<u8>>; 2],
    /// The number of cards in each hand.
    pub hand_lens: [u8; 2],
    /// Every card played, in order.
    pub played: Vec<u8>,
    /// The card to be answered.
    pub led: Option<u8>,
    /// The seat to move; `None` if the game is over.
    pub to_move: Option<Seat>,
    /// Points of each seat.
    pub points: [i32; 2],
}

impl parlour_engine::View for View {
    fn viewer(&self) -> Viewer {
        self.viewer
    }
}

/// A card was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The seat that played it.
    pub seat: Seat,
    /// The card.
    pub card: u8,
}
