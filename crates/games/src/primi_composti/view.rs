//! Observations, and public events.

use super::board::{Board, Shown};
use super::cards::{COMPOSITES, CardSet, PRIMES, Pair};
use super::rules::Rules;
use arrayvec::ArrayVec;
use parlour_engine::{Seat, Viewer};
use serde::{Deserialize, Serialize};

/// The game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The seat or spectator whose view it is.
    pub viewer: Viewer,
    /// The rules in force.
    pub rules: Rules,
    /// Every card that was dealt.
    pub deck: CardSet,
    /// Who moved first: the holder of the 2, if it was dealt.
    pub first: Seat,
    /// The seat that is to move; `None` when the game is over.
    pub to_move: Option<Seat>,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
}

/// One player as the viewer sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerView {
    /// The hand, if the viewer knows it: with two players, each knows the other's.
    pub hand: Option<CardSet>,
    /// How many cards are in hand.
    pub hand_len: u8,
    /// The stack of primes; the top, the only visible card, is the last. What lies below was
    /// played in public.
    pub primes: ArrayVec<u8, PRIMES>,
    /// The stack of composites, likewise.
    pub composites: ArrayVec<u8, COMPOSITES>,
    /// Points so far: on the scoreboard, or the VALUE of their stacks.
    pub points: i32,
}

impl View {
    /// The visible cards.
    pub fn board(&self) -> Board {
        Board::new(
            &self.rules,
            self.players.iter().map(|player| Shown {
                prime: player.primes.last().copied(),
                composite: player.composites.last().copied(),
            }),
        )
    }

    /// The cards that have not been played.
    pub fn unplayed(&self) -> CardSet {
        let mut hands = self.players.iter().map(|player| player.hand);
        let held = hands.try_fold(CardSet::EMPTY, |held, hand| Some(held.union(hand?)));
        held.unwrap_or_else(|| {
            let stacks = (self.players.iter())
                .flat_map(|player| player.primes.iter().chain(&player.composites));
            self.deck.minus(stacks.copied().collect())
        })
    }

    /// The number of cards played so far.
    pub fn plies(&self) -> usize {
        self.deck.len() - self.unplayed().len()
    }
}

impl parlour_engine::View for View {
    fn viewer(&self) -> Viewer {
        self.viewer
    }
}

/// A card that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// By whom.
    pub seat: Seat,
    /// Which.
    pub card: u8,
    /// The operands that scored or were used to steal, the lower first.
    pub operands: Option<[u8; 2]>,
    /// Points it scored (version 1), or the VALUE of the card and of what it stole (version 2).
    pub gain: u8,
    /// What was stolen from whom, in the order it was laid on the own stacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stolen: Vec<(Seat, u8)>,
}

impl Event {
    /// The operation as it is written, `2+3`.
    pub fn operation(&self) -> Option<String> {
        let [a, b] = self.operands?;
        Pair::new(a, b).written(self.card)
    }
}
