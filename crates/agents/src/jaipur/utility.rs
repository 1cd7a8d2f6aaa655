//! The original's AI: four scorers, and two ways to pick by their scores.
//!
//! Each kind of move is scored once, for the selection of cards the AI thinks
//! best for it: [`take_one`], [`sell`], [`camels`] and [`exchange`], considered
//! in this order. [`Utility`] picks the highest score above 0, the first
//! considered among equals; [`Weighted`] picks in proportion to the scores. When
//! every score is 0 both make any legal move.
//!
//! The formulas are those of the original's notes on its AI; where these are silent
//! the project's rules page decides, and the scorers' docs say what.

use crate::random;
use parlour_engine::{InformationState, Policy, Rng, Seat};
use parlour_games::jaipur::rules::HAND_LIMIT;
use parlour_games::jaipur::{Action, Card, Cards, Jaipur, View};
use rand::RngExt as _;
use std::fmt;

/// What a [`Situation`] reads of a view, whose viewer is the seat, or of a state.
pub trait Accessor {
    /// The goods in a seat's hand.
    fn hand(&self, seat: Seat) -> Cards;
    /// The number of goods in a seat's hand.
    fn hand_len(&self, seat: Seat) -> u8;
    /// The camels in a seat's herd.
    fn herd(&self, seat: Seat) -> u8;
    /// The market.
    fn market(&self) -> Cards;
}

impl Accessor for Jaipur {
    fn hand(&self, seat: Seat) -> Cards {
        self.hand(seat)
    }

    fn hand_len(&self, seat: Seat) -> u8 {
        self.hand(seat).len()
    }

    fn herd(&self, seat: Seat) -> u8 {
        self.herd(seat)
    }

    fn market(&self) -> Cards {
        self.market()
    }
}

impl Accessor for View {
    fn hand(&self, seat: Seat) -> Cards {
        let hand = self.players[seat.index()].hand;
        hand.expect("a seat sees its own hand")
    }

    fn hand_len(&self, seat: Seat) -> u8 {
        self.players[seat.index()].hand_len
    }

    fn herd(&self, seat: Seat) -> u8 {
        self.players[seat.index()].herd
    }

    fn market(&self) -> Cards {
        self.market
    }
}

/// What the original looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The goods in its hand.
    pub hand: Cards,
    /// The camels in its herd.
    pub herd: u8,
    /// The market.
    pub market: Cards,
    /// How many goods the opponent holds.
    pub opponent_goods: u8,
}

impl Situation {
    /// What the original looks at in a position, from this seat.
    ///
    /// # Panics
    /// If the position is the view of another viewer.
    pub fn of(position: &impl Accessor, seat: Seat) -> Situation {
        Situation {
            hand: position.hand(seat),
            herd: position.herd(seat),
            market: position.market(),
            opponent_goods: position.hand_len(seat.other()),
        }
    }

    fn known(known: &InformationState<'_, Jaipur>) -> Situation {
        let seat = (known.viewer().seat()).expect("a policy is handed the view of a seat");
        Situation::of(known.view(), seat)
    }

    /// What the hand would hold if it took all goods of the market.
    fn with_market(&self) -> Cards {
        self.hand.plus(self.market.goods())
    }

    /// The goods of the market that an exchange may take.
    fn wanted(&self) -> Cards {
        let high_value = Cards::one(Card::Diamond)
            .plus(Cards::one(Card::Gold))
            .plus(Cards::one(Card::Silver));
        let pairs = self.with_market().several().plus(high_value);
        self.market.goods().of_kinds(pairs)
    }

    /// How many camels an exchange may give without more than seven goods in hand.
    fn offered_camels(&self) -> u8 {
        let room = HAND_LIMIT - self.hand.len();
        self.herd.min(room)
    }

    /// The goods that an exchange may give: one in hand, none in the market.
    fn offered_goods(&self) -> Cards {
        let singles = self.hand.minus(self.hand.several());
        singles.of_other_kinds(self.market)
    }

    /// The four proposals, in the order in which they are considered.
    pub fn proposals(&self) -> [Option<Proposal>; 4] {
        [take_one(self), sell(self), camels(self), exchange(self)]
    }
}

/// A score from 0 to 1, in exact eightieths: every formula of the original is a
/// number of eightieths, so that scores that are equal on paper are equal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u8);

impl Score {
    /// 0: the move is not considered.
    pub const ZERO: Score = Score(0);

    /// 1.
    pub const ONE: Score = Score(80);

    /// A number of eightieths, clamped to 0..1.
    pub const fn eightieths(count: i32) -> Score {
        match count {
            ..0 => Score(0),
            0..=80 => Score(count as u8),
            _ => Score::ONE,
        }
    }

    /// `count * 20 / 100`, times 1.5 for a high-value good.
    fn of_goods(count: u8, good: Card) -> Score {
        let each = if good.is_high_value() { 24 } else { 16 };
        Score::eightieths(i32::from(count) * each)
    }

    /// The score as a number from 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 80.0
    }

    /// Whether the score is 0.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Score {
    /// As a percentage, e.g. `18.75 %`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", 100.0 * self.value())
    }
}

/// The best move of one kind, with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The move.
    pub action: Action,
    /// Its score.
    pub score: Score,
}

/// Take the single good of which the hand would then hold the most, by
/// `count * 20 / 100` and 1.5 times that for a high-value good. The score
/// decides, not the count; among equals the first in the order of the goods.
/// Nothing with seven goods in hand.
pub fn take_one(situation: &Situation) -> Option<Proposal> {
    if situation.hand.len() >= HAND_LIMIT {
        return None;
    }
    // The loop has no early exit: playouts come here millions of times, and unpredictable
    // branches cost more than the rest.
    let mut best = (Score::ZERO, Card::Camel);
    for good in Card::GOODS {
        let score = Score::of_goods(situation.hand.count(good) + 1, good);
        if situation.market.count(good) > 0 && score > best.0 {
            best = (score, good);
        }
    }
    let (score, good) = best;
    (!score.is_zero()).then_some(Proposal {
        action: Action::Take(good),
        score,
    })
}

/// Sell all cards of the good of which the hand holds the most, by
/// `count * 20 / 100` and 1.5 times that for a high-value good. The count
/// decides which good, not the score; among equals the first in the order of
/// the goods. A single high-value good is not considered.
pub fn sell(situation: &Situation) -> Option<Proposal> {
    let mut most = (0, Card::Camel);
    for good in Card::GOODS {
        let count = situation.hand.count(good);
        if count >= good.least_sale() && count > most.0 {
            most = (count, good);
        }
    }
    let (count, good) = most;
    (count > 0).then(|| Proposal {
        action: Action::Sell(good, count),
        score: Score::of_goods(count, good),
    })
}

/// Take all camels, by
/// `[camels_in_market² − 2 · (0.5 · goods_in_hand)² + goods_of_opponent] · 0.8 / 32`.
/// Returns `None` if there is none.
pub fn camels(situation: &Situation) -> Option<Proposal> {
    let camels = i32::from(situation.market.camels());
    if camels == 0 {
        return None;
    }
    let goods = i32::from(situation.hand.len());
    let opponent = i32::from(situation.opponent_goods);
    // The formula times 80: twice the bracket.
    let score = Score::eightieths(2 * camels * camels - goods * goods + 2 * opponent);
    Some(Proposal {
        action: Action::Camels,
        score,
    })
}

/// Exchange camels, then single goods, for the goods of the market.
///
/// The goods of the market stand in line by how many the hand would hold after
/// taking all of the kind, the most first, equals in the order of the goods; a good
/// stands in line only if that would be two or more, or if it is of high value.
/// Against them stand the camels, no more than keep the hand at seven, and then
/// the goods of which the hand holds just one and the market none, in the order of
/// the goods. Two pairs or more are a move, scored by
/// `(highest_count_after_take + 1) * 20 / 100`.
pub fn exchange(situation: &Situation) -> Option<Proposal> {
    let score = score_exchange(situation)?;
    let after = situation.with_market();
    // In place: playouts come here millions of times. There are six kinds.
    let mut line = [Card::Camel; Card::GOODS.len()];
    let mut length = 0;
    for good in situation.wanted().kinds() {
        // Behind its equals: they stand in the order of the goods.
        let mut place = length;
        while place > 0 && after.count(line[place - 1]) < after.count(good) {
            line[place] = line[place - 1];
            place -= 1;
        }
        line[place] = good;
        length += 1;
    }

    let (camels, goods) = (situation.offered_camels(), situation.offered_goods());
    let mut left = camels + goods.len();
    let mut take = Cards::NONE;
    for &good in &line[..length] {
        let count = situation.market.count(good).min(left);
        take = take.plus(Cards::of(good, count));
        left -= count;
    }
    let camels = camels.min(take.len());
    let goods = goods.kinds().take(usize::from(take.len() - camels));
    let give = goods.fold(Cards::of(Card::Camel, camels), |give, good| {
        give.plus(Cards::one(good))
    });
    Some(Proposal {
        action: Action::Exchange { take, give },
        score,
    })
}

/// The score of [`exchange`], which a playout often needs without the cards.
fn score_exchange(situation: &Situation) -> Option<Score> {
    let wanted = situation.wanted();
    let offered = situation.offered_camels() + situation.offered_goods().len();
    let highest = situation.with_market().of_kinds(wanted).most();
    (wanted.len().min(offered) >= 2).then(|| Score::eightieths((i32::from(highest) + 1) * 16))
}

/// The proposal with the highest score, the first among equals.
fn first_best(proposals: impl Iterator<Item = Proposal>) -> Option<Proposal> {
    proposals.reduce(|best, next| if next.score > best.score { next } else { best })
}

/// Plays the move with the highest score above 0, the first considered among
/// equals; any legal move when every score is 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utility;

impl Utility {
    /// Its move, if any score is above 0.
    pub fn pick(situation: &Situation) -> Option<Proposal> {
        first_best(situation.proposals().into_iter().flatten())
            .filter(|proposal| !proposal.score.is_zero())
    }
}

impl Policy<Jaipur> for Utility {
    fn choose(
        &mut self,
        known: &InformationState<'_, Jaipur>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let pick = Utility::pick(&Situation::known(known)).map(|proposal| proposal.action);
        debug_assert!(pick.is_none_or(|action| legal.contains(&action)));
        pick.unwrap_or_else(|| random::any(legal, rng))
    }
}

/// Plays each of the four moves with a chance in proportion to its score; any
/// legal move when every score is 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weighted;

impl Weighted {
    /// A move drawn in proportion to the scores, if any is above 0.
    pub fn pick(situation: &Situation, rng: &mut Rng) -> Option<Proposal> {
        let simple = [take_one(situation), sell(situation), camels(situation)];
        let share = |score: Option<Score>| score.map_or(0, |score| u32::from(score.0));
        let shares = simple.map(|proposal| share(proposal.map(|proposal| proposal.score)));
        let total = shares.iter().sum::<u32>() + share(score_exchange(situation));
        if total == 0 {
            return None;
        }
        let mut left = rng.random_range(0..total);
        for (proposal, share) in simple.into_iter().zip(shares) {
            if left < share {
                return proposal;
            }
            left -= share;
        }
        exchange(situation)
    }
}

impl Policy<Jaipur> for Weighted {
    fn choose(
        &mut self,
        known: &InformationState<'_, Jaipur>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let pick = Weighted::pick(&Situation::known(known), rng).map(|proposal| proposal.action);
        debug_assert!(pick.is_none_or(|action| legal.contains(&action)));
        pick.unwrap_or_else(|| random::any(legal, rng))
    }
}

#[cfg(test)]
mod tests;
