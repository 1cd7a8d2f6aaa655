//! Constants, tokens, options, and the deal.

pub use super::cards::{CARD_COUNTS, Card, Cards};

use parlour_engine::{SetupError, sort_short};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

/// Cards in the market.
pub const MARKET: u8 = 5;
/// Goods a hand may hold.
pub const HAND_LIMIT: u8 = 7;
/// Cards dealt to each hand.
pub const HAND_DEALT: usize = 5;
/// Camels that lie in the market before the deal.
pub const MARKET_CAMELS: u8 = 3;
/// Cards that are shuffled: 55 less the camels in the market.
pub const DECK: usize = 52;
/// Cards left in the deck once both hands and the market are dealt.
pub const STOCK: usize = DECK - 2 * HAND_DEALT - (MARKET - MARKET_CAMELS) as usize;
/// Rupees of the camel token.
pub const CAMEL_TOKEN: u16 = 5;
/// Kinds of goods tokens that must be gone for the round to end.
pub const EMPTY_PILES: usize = 3;
/// Exchanges in a row after which the round ends: our own rule, so that every game ends.
pub const EXCHANGE_LIMIT: u8 = 40;
/// Rounds after which a match ends with the seals as they stand. A round that ends level
/// in everything is played again; this bound is our own rule, so that every match ends.
pub const ROUND_LIMIT: u8 = 9;
/// Values of the goods tokens in rupees, taken from the front, in the order of [`Card::GOODS`].
pub const TOKENS: [&[u8]; 6] = [
    &[7, 7, 5, 5, 5],
    &[6, 6, 5, 5, 5],
    &[5, 5, 5, 5, 5],
    &[5, 3, 3, 2, 2, 1, 1],
    &[5, 3, 3, 2, 2, 1, 1],
    &[4, 3, 2, 1, 1, 1, 1, 1, 1],
];
/// Values of the bonus tokens in rupees, unshuffled, in the order of [`Bonus::ALL`].
pub const BONUS_TOKENS: [&[u8]; 3] = [
    &[1, 1, 2, 2, 2, 3, 3],
    &[4, 4, 5, 5, 6, 6],
    &[8, 8, 9, 10, 10],
];

/// The values of the goods tokens that a sale earns, when `taken` tokens of the pile are gone.
///
/// # Panics
/// For a camel, or if the pile never had that many tokens.
pub fn tokens_of_sale(good: Card, count: u8, taken: u8) -> &'static [u8] {
    let left = &TOKENS[good.index()][usize::from(taken)..];
    &left[..left.len().min(count.into())]
}

/// A pile of bonus tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Bonus {
    /// For selling three cards.
    Three,
    /// For selling four cards.
    Four,
    /// For selling five cards or more.
    Five,
}

impl Bonus {
    /// All piles.
    pub const ALL: [Bonus; 3] = [Bonus::Three, Bonus::Four, Bonus::Five];

    /// The pile that selling `count` cards takes from, if any.
    pub const fn for_sale(count: u8) -> Option<Bonus> {
        match count {
            0..=2 => None,
            3 => Some(Bonus::Three),
            4 => Some(Bonus::Four),
            _ => Some(Bonus::Five),
        }
    }

    /// The pile as an index in the order of [`Bonus::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many cards earn it: 3, 4, or 5 and more.
    pub const fn cards(self) -> u8 {
        self as u8 + 3
    }
}

/// What can be chosen before the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// 1: a single round, scored in rupees. 3: a match, scored in seals; two seals win it.
    pub best_of: u8,
}

impl Rules {
    /// A single round.
    pub const ROUND: Rules = Rules { best_of: 1 };
    /// A match for two seals.
    pub const MATCH: Rules = Rules { best_of: 3 };

    /// How many seals win.
    pub const fn seals(&self) -> u8 {
        self.best_of / 2 + 1
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        match self.best_of {
            1 | 3 => Ok(()),
            other => Err(SetupError::Rules(format!(
                "a match is the best of 1 or of 3 rounds, not of {other}"
            ))),
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::ROUND
    }
}

impl parlour_engine::Rules for Rules {
    fn seats(&self) -> usize {
        2
    }

    fn names() -> &'static [&'static str] {
        &["round", "match"]
    }

    fn named(name: &str) -> Option<Rules> {
        match name {
            "round" => Some(Rules::ROUND),
            "match" => Some(Rules::MATCH),
            _ => None,
        }
    }
}

/// The deals of a game: one for each round as far as they are given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The rounds in order.
    pub rounds: Vec<RoundDeal>,
    /// The seed that deals every round beyond those given. A match needs a
    /// fourth when a round ends level.
    #[serde(default)]
    pub then: u64,
}

/// What chance decides about one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundDeal {
    /// 52 cards in the order they are dealt: five to seat 0, five to seat 1, two
    /// to the market, the others from the top of the deck.
    pub deck: Vec<Card>,
    /// The values of the bonus tokens in rupees, the first to be taken first.
    pub bonus: [Vec<u8>; 3],
}

impl RoundDeal {
    /// A shuffled round.
    pub fn shuffled(rng: &mut parlour_engine::Rng) -> RoundDeal {
        let mut left = CARD_COUNTS;
        left[Card::Camel.index()] -= MARKET_CAMELS;
        let mut deck: Vec<Card> = Card::ALL
            .into_iter()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(left[card.index()])))
            .collect();
        deck.shuffle(rng);
        let bonus = BONUS_TOKENS.map(|values| {
            let mut pile = values.to_vec();
            pile.shuffle(rng);
            pile
        });
        RoundDeal { deck, bonus }
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        if self.deck.len() != DECK {
            return Err(SetupError::Deal(format!(
                "a round deals {DECK} cards, not {}",
                self.deck.len()
            )));
        }
        for card in Card::ALL {
            let expected = match card {
                Card::Camel => CARD_COUNTS[card.index()] - MARKET_CAMELS,
                _ => CARD_COUNTS[card.index()],
            };
            let found = self.deck.iter().filter(|&&other| other == card).count();
            if found != usize::from(expected) {
                return Err(SetupError::Deal(format!(
                    "a round deals {expected} cards of {card}, not {found}"
                )));
            }
        }
        for (bonus, values) in Bonus::ALL.into_iter().zip(&self.bonus) {
            let mut sorted = values.clone();
            sort_short(&mut sorted, |&value| value);
            if sorted != BONUS_TOKENS[bonus.index()] {
                return Err(SetupError::Deal(format!(
                    "the bonus tokens for {} cards are {:?} in any order",
                    bonus.cards(),
                    BONUS_TOKENS[bonus.index()]
                )));
            }
        }
        Ok(())
    }
}
