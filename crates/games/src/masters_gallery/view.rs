//! Observations, and public events.

use super::cards::{Artist, Card, Cards};
use super::phase::Phase;
use super::rules::{GAINS, MAX_PLAYERS, ROUNDS, Rules};
use arrayvec::ArrayVec;
use parlour_engine::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// The game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The seat or spectator whose view it is.
    pub viewer: Viewer,
    /// The rules in force.
    pub rules: Rules,
    /// The round, from 0; stays 3 at the end.
    pub round: u8,
    /// What is asked now.
    pub phase: Phase,
    /// Of whom.
    pub to_move: SeatSet,
    /// Whose turn it is, also while all show a card.
    pub active: Seat,
    /// Who closed the round, while cards are added.
    pub closer: Option<Seat>,
    /// Cards left in the deck.
    pub deck: u8,
    /// The extra card of this round.
    pub extra: Option<Card>,
    /// Cards discarded with the displays of earlier rounds.
    pub discard: Cards,
    /// What each artist has gained so far, ranks and awards, in row order.
    pub values: [i32; 5],
    /// Award tokens on each artist.
    pub awards: [u8; 5],
    /// The rounds that are over.
    pub results: ArrayVec<RoundResult, ROUNDS>,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
}

/// One player as the viewer sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerView {
    /// The hand, if the viewer may see it.
    pub hand: Option<Cards>,
    /// How many cards are in hand.
    pub hand_len: u8,
    /// The cards on display.
    pub display: Cards,
    /// The cards laid face down, if the viewer may see them.
    pub hidden: Option<Vec<Card>>,
    /// How many lie face down.
    pub hidden_len: u8,
    /// The card chosen to be shown together, if the viewer may see it.
    pub chosen: Option<Card>,
    /// Points so far.
    pub score: i32,
}

impl parlour_engine::View for View {
    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn at_turn_start(&self) -> View {
        let mut view = self.clone();
        if view.phase == Phase::Together {
            let holders = (0u8..)
                .zip(&self.players)
                .filter(|(_, player)| player.hand_len > 0);
            view.to_move = holders.map(|(seat, _)| Seat(seat)).collect();
            view.players
                .iter_mut()
                .for_each(|player| player.chosen = None);
        }
        view
    }
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundResult {
    /// The seat that closed it; `None` if the cards ran out.
    pub closer: Option<Seat>,
    /// Cards of each artist on display, in row order, all players and the extra card together.
    pub cards: [u8; 5],
    /// The first, second and third artist, as far as there are cards.
    pub ranked: ArrayVec<Artist, { GAINS.len() }>,
    /// What a card of each artist paid in this round.
    pub paid: [i32; 5],
    /// What each player scored in this round.
    pub scored: ArrayVec<i32, MAX_PLAYERS>,
}

/// Something that happened in public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round began.
    Round {
        /// From 0.
        round: u8,
        /// Who opens it.
        opener: Seat,
        /// The extra card.
        extra: Option<Card>,
    },
    /// A card was displayed.
    Play(Seat, Card),
    /// A card was drawn.
    Draw(Seat),
    /// A second card was displayed.
    Second(Seat, Card),
    /// A card was laid face down.
    Hidden(Seat),
    /// A card was shown together with the others'.
    Show(Seat, Card),
    /// An artist was awarded.
    Award(Seat, Artist),
    /// A player chose to do nothing.
    Pass(Seat),
    /// The round closed.
    Close(Seat),
    /// A face-down card was turned up.
    TurnUp(Seat, Card),
    /// A card was added after the close.
    Add(Seat, Card),
    /// The round ended; its result is the one of this number.
    End {
        /// From 0.
        round: u8,
    },
}
