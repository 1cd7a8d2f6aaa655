//! What a seat may know.

use super::board::Board;
use super::rules::{CardSet, MOST_PLAYERS, Rules};
use parlour_engine::{Seat, Viewer};
use serde::{Deserialize, Serialize};

/// The game as one viewer sees it. All cards played lie on the board, in the order
/// that the plays and steals left; nothing else ever happens in the open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The rules in force.
    pub rules: Rules,
    /// All cards that were dealt.
    pub deck: CardSet,
    /// Who began: with the 2 in the deck, the one who was dealt it.
    pub starter: Seat,
    /// Who is to move; nobody when the game is over.
    pub to_move: Option<Seat>,
    /// The hands by seat that the viewer knows: with two players both, with more his own.
    /// Entries beyond the players are `None`.
    pub hands: [Option<CardSet>; MOST_PLAYERS],
    /// Cards in each hand by seat.
    pub hand_sizes: [u8; MOST_PLAYERS],
    /// The stacks.
    pub board: Board,
    /// The scores so far by seat.
    pub scores: [i32; MOST_PLAYERS],
}

impl parlour_engine::View for View {
    fn viewer(&self) -> Viewer {
        self.viewer
    }
}
