//! Observations, and public events.

use super::{Bonus, Card, Cards, Rules};
use parlour_engine::{Seat, Viewer};
use serde::{Deserialize, Serialize};

/// The game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The seat or spectator whose view it is.
    pub viewer: Viewer,
    /// The rules in force.
    pub rules: Rules,
    /// The number of the round, from 0.
    pub round: u8,
    /// Who started the round.
    pub starter: Seat,
    /// The seat that is to move; `None` when the game is over.
    pub to_move: Option<Seat>,
    /// The market: five cards, fewer only when the round ended for want of them.
    pub market: Cards,
    /// Cards left in the deck.
    pub deck: u8,
    /// The cards sold so far in this round.
    pub discard: Cards,
    /// Goods tokens taken from each pile, in the order of [`Card::GOODS`].
    pub tokens_taken: [u8; 6],
    /// Bonus tokens left in each pile, in the order of [`Bonus::ALL`].
    pub bonus_left: [u8; 3],
    /// Exchanges since the last other action.
    pub exchanges: u8,
    /// The two players, by seat.
    pub players: [PlayerView; 2],
    /// The result of the last round that ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_result: Option<RoundResult>,
}

/// One player as the viewer sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerView {
    /// The goods in hand, if the viewer may see them.
    pub hand: Option<Cards>,
    /// How many cards are in hand.
    pub hand_len: u8,
    /// The goods that everybody knows to be in this hand: seen to be taken and not since given or sold.
    pub known: Cards,
    /// Camels in the herd.
    pub herd: u8,
    /// Rupees on the goods tokens taken, by good.
    pub rupees: [u8; 6],
    /// How many goods tokens were taken.
    pub tokens: u8,
    /// How many bonus tokens were taken from each pile.
    pub bonus: [u8; 3],
    /// Their values by pile in the order taken, if the viewer may see them.
    pub bonus_values: Option<[Vec<u8>; 3]>,
    /// Seals of excellence.
    pub seals: u8,
}

impl PlayerView {
    /// Rupees that the viewer can count: goods tokens, and bonus tokens if they see them.
    pub fn rupees_seen(&self) -> u16 {
        let goods: u16 = self.rupees.iter().map(|&value| u16::from(value)).sum();
        let bonus: u16 = self
            .bonus_values
            .iter()
            .flatten()
            .flatten()
            .map(|&value| u16::from(value))
            .sum();
        goods + bonus
    }
}

impl parlour_engine::View for View {
    fn viewer(&self) -> Viewer {
        self.viewer
    }
}

/// Something that happened in public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round was dealt, and the camels dealt were laid in the herds.
    Deal {
        /// The number of the round, from 0.
        round: u8,
        /// Who starts.
        starter: Seat,
        /// The market.
        market: Cards,
        /// The herds.
        herds: [u8; 2],
    },
    /// A good was taken.
    Take {
        /// By whom.
        seat: Seat,
        /// Which.
        good: Card,
        /// The card turned up in its place, if the deck had one.
        refill: Cards,
    },
    /// All camels were taken.
    Camels {
        /// By whom.
        seat: Seat,
        /// How many.
        count: u8,
        /// The cards turned up in their place.
        refill: Cards,
    },
    /// Goods were exchanged.
    Exchange {
        /// By whom.
        seat: Seat,
        /// Taken from the market.
        take: Cards,
        /// Given to the market, from hand and herd.
        give: Cards,
    },
    /// Goods were sold.
    Sell {
        /// By whom.
        seat: Seat,
        /// Which.
        good: Card,
        /// How many cards.
        count: u8,
        /// How many goods tokens they brought.
        tokens: u8,
        /// Rupees on those tokens.
        rupees: u8,
        /// The bonus token they brought; its value shows at the end of the round.
        bonus: Option<Bonus>,
    },
    /// A round ended.
    RoundEnd(RoundResult),
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundResult {
    /// The number of the round, from 0.
    pub round: u8,
    /// Why it ended.
    pub reason: EndReason,
    /// Rupees on goods tokens.
    pub goods: [u16; 2],
    /// Rupees on bonus tokens.
    pub bonus: [u16; 2],
    /// Cards in the herds.
    pub herds: [u8; 2],
    /// The seat that got the camel token; `None` if the herds are equal.
    pub camel_token: Option<Seat>,
    /// Rupees in all.
    pub rupees: [u16; 2],
    /// How many bonus tokens each has, the first tie-breaker.
    pub bonus_tokens: [u8; 2],
    /// How many goods tokens each has, the second tie-breaker.
    pub goods_tokens: [u8; 2],
    /// The seat that gets the seal; `None` if all is equal.
    pub winner: Option<Seat>,
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Three kinds of goods tokens are gone.
    TokensGone,
    /// The market cannot be filled from the deck.
    DeckEmpty,
    /// Forty exchanges in a row.
    ExchangeLimit,
}
