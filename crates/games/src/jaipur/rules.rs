//! Constants and options: cards, tokens, and the deal.

use parlour_engine::SetupError;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::fmt;

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
/// Cards of each kind, in the order of [`Card::ALL`].
pub const CARD_COUNTS: [u8; 7] = [6, 6, 6, 8, 8, 10, 11];
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

/// A kind of card. The order is the one in which equal goods are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Card {
    /// Sold two at a time or more.
    Diamond,
    /// Sold two at a time or more.
    Gold,
    /// Sold two at a time or more.
    Silver,
    /// A good.
    Cloth,
    /// A good.
    Spice,
    /// A good.
    Leather,
    /// No good: it lies in the herd, and cannot be sold.
    Camel,
}

impl Card {
    /// The goods, which can be sold.
    pub const GOODS: [Card; 6] = [
        Card::Diamond,
        Card::Gold,
        Card::Silver,
        Card::Cloth,
        Card::Spice,
        Card::Leather,
    ];

    /// All kinds.
    pub const ALL: [Card; 7] = [
        Card::Diamond,
        Card::Gold,
        Card::Silver,
        Card::Cloth,
        Card::Spice,
        Card::Leather,
        Card::Camel,
    ];

    /// The kind as an index in the order of [`Card::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The fewest cards of this good that may be sold at once: 2 for the high-value goods.
    pub const fn least_sale(self) -> u8 {
        if self.is_high_value() { 2 } else { 1 }
    }

    /// Whether this is diamonds, gold or silver.
    pub const fn is_high_value(self) -> bool {
        matches!(self, Card::Diamond | Card::Gold | Card::Silver)
    }

    /// The English name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Card::Diamond => "diamond",
            Card::Gold => "gold",
            Card::Silver => "silver",
            Card::Cloth => "cloth",
            Card::Spice => "spice",
            Card::Leather => "leather",
            Card::Camel => "camel",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
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

/// How many cards of each kind: a hand, the market, one side of an exchange.
///
/// Seven counters of four bits each, so that adding and comparing are single
/// instructions. No counter may pass 15; the game has at most 11 of a kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u32);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);

    /// `count` cards of one kind.
    ///
    /// # Panics
    /// When `count` is above 15.
    pub const fn of(card: Card, count: u8) -> Cards {
        assert!(count < 16);
        Cards((count as u32) << (4 * card as u32))
    }

    /// One card.
    pub const fn one(card: Card) -> Cards {
        Cards(1 << (4 * card as u32))
    }

    /// How many cards of this kind.
    pub const fn count(self, card: Card) -> u8 {
        (self.0 >> (4 * card as u32) & 15) as u8
    }

    /// How many cards in all.
    pub const fn len(self) -> u8 {
        // Neighbouring counters added in bytes, the bytes added by the multiplication.
        let pairs = (self.0 & 0x0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Without the camels.
    #[must_use]
    pub const fn goods(self) -> Cards {
        Cards(self.0 & 0x00ff_ffff)
    }

    /// How many camels.
    pub const fn camels(self) -> u8 {
        self.count(Card::Camel)
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }

    /// What is left when `other`, which must be held, is taken away.
    #[must_use]
    pub const fn minus(self, other: Cards) -> Cards {
        Cards(self.0 - other.0)
    }

    /// Whether every card of `other` is here.
    pub const fn holds(self, other: Cards) -> bool {
        // A borrow from a counter shows in the guard bit above it; split the
        // counters into even and odd ones to make room for the guards.
        const EVEN: u32 = 0x0f0f_0f0f;
        const GUARD: u32 = 0x1010_1010;
        let even = ((self.0 & EVEN) | GUARD).wrapping_sub(other.0 & EVEN);
        let odd = ((self.0 >> 4 & EVEN) | GUARD).wrapping_sub(other.0 >> 4 & EVEN);
        even & odd & GUARD == GUARD
    }

    /// Of the kinds of which there are two or more, all; of the others none.
    #[must_use]
    pub const fn several(self) -> Cards {
        let several = (self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & 0x1111_1111;
        Cards(self.0 & (several * 15))
    }

    /// Of the kinds that are in `other` too, all; of the others none.
    #[must_use]
    pub const fn of_kinds(self, other: Cards) -> Cards {
        Cards(self.0 & other.counters())
    }

    /// Of the kinds that are not in `other`, all; of the others none.
    #[must_use]
    pub const fn of_other_kinds(self, other: Cards) -> Cards {
        Cards(self.0 & !other.counters())
    }

    /// How many there are of the kind of which there are most.
    pub fn most(self) -> u8 {
        (Card::ALL.into_iter()).fold(0, |most, card| most.max(self.count(card)))
    }

    /// All bits of the counters of the kinds of which there is a card.
    pub(super) const fn counters(self) -> u32 {
        let low = self.0 | self.0 >> 1;
        ((low | low >> 2) & 0x1111_1111) * 15
    }

    /// Whether there is a card of any of these counters.
    pub(super) const fn any_of(self, counters: u32) -> bool {
        self.0 & counters != 0
    }

    /// The cards that are in both.
    #[must_use]
    pub const fn common(self, other: Cards) -> Cards {
        // As in `holds`: where the guard is left, the other has no more, and its counter counts.
        const EVEN: u32 = 0x0f0f_0f0f;
        const GUARD: u32 = 0x1010_1010;
        const fn least(one: u32, other: u32) -> u32 {
            let left = ((one | GUARD) - other) & GUARD;
            let others = left - (left >> 4);
            other & others | one & !others
        }
        let even = least(self.0 & EVEN, other.0 & EVEN);
        let odd = least(self.0 >> 4 & EVEN, other.0 >> 4 & EVEN);
        Cards(even | odd << 4)
    }

    /// How many cards there are up to each kind, in counters of four bits; right as long as there are at
    /// most 15 in all.
    pub(super) const fn running_sums(self) -> u32 {
        self.0.wrapping_mul(0x1111_1111)
    }

    /// The kinds that are here, with how many of each.
    pub fn iter(self) -> impl Iterator<Item = (Card, u8)> + Clone {
        // Straight from kind to kind: the lowest bit of each counter that counts.
        let mut left = self.counters() & 0x1111_1111;
        std::iter::from_fn(move || {
            let card = *Card::ALL.get(left.trailing_zeros() as usize / 4)?;
            left &= left - 1;
            Some((card, self.count(card)))
        })
    }

    /// Every single card, in the order of the kinds.
    pub fn each(self) -> impl Iterator<Item = Card> {
        self.iter()
            .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards
            .into_iter()
            .fold(Cards::NONE, |sum, card| sum.plus(Cards::one(card)))
    }
}

impl FromIterator<(Card, u8)> for Cards {
    fn from_iter<I: IntoIterator<Item = (Card, u8)>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |sum, (card, count)| {
            sum.plus(Cards::of(card, count))
        })
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
            sorted.sort_unstable();
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
