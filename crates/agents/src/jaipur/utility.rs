//! The seed's AI: four scorers, and two ways to pick by their scores.
//!
//! Each kind of move is scored once, for the selection of cards the AI thinks
//! best for it: [`take_one`], [`sell`], [`camels`] and [`exchange`], considered
//! in this order. [`Utility`] picks the highest score above 0, the first
//! considered among equals; [`Weighted`] picks in proportion to the scores. When
//! every score is 0 both make any legal move.
//!
//! The formulas are those of the seed's notes on its AI; where these are silent
//! the project's rules page decides, and the scorers' docs say what.

use crate::random;
use parlour_engine::{Policy, Rng, View as _};
use parlour_games::jaipur::rules::HAND_LIMIT;
use parlour_games::jaipur::{Action, Card, Cards, Jaipur, View};
use rand::RngExt as _;
use std::fmt;

/// What the AI looks at.
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
    /// What the AI looks at in a view.
    ///
    /// # Panics
    /// When the view is not that of a seat.
    pub fn of(view: &View) -> Situation {
        let seat = (view.viewer().seat()).expect("a policy is handed the view of a seat");
        let own = &view.players[seat.index()];
        Situation {
            hand: own.hand.expect("a seat sees its own hand"),
            herd: own.herd,
            market: view.market,
            opponent_goods: view.players[seat.other().index()].hand_len,
        }
    }

    /// The four proposals, in the order in which they are considered.
    pub fn proposals(&self) -> [Option<Proposal>; 4] {
        [take_one(self), sell(self), camels(self), exchange(self)]
    }
}

/// A score from 0 to 1, in exact eightieths: every formula of the seed is a
/// number of eightieths, so that scores that are equal on paper are equal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u8);

impl Score {
    /// 1.
    pub const ONE: Score = Score(80);

    /// So many eightieths, clamped to 0..1.
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

    /// Whether the score is 0: not worth a thought.
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
    let in_market = situation.market.goods().iter();
    first_best(in_market.map(|(good, _)| Proposal {
        action: Action::Take(good),
        score: Score::of_goods(situation.hand.count(good) + 1, good),
    }))
}

/// Sell all cards of the good of which the hand holds the most, by
/// `count * 20 / 100` and 1.5 times that for a high-value good. The count
/// decides which good, not the score; among equals the first in the order of
/// the goods. A single high-value good is not considered.
pub fn sell(situation: &Situation) -> Option<Proposal> {
    let mut most: Option<(Card, u8)> = None;
    for (good, count) in situation.hand.iter() {
        if count >= good.least_sale() && most.is_none_or(|(_, other)| count > other) {
            most = Some((good, count));
        }
    }
    most.map(|(good, count)| Proposal {
        action: Action::Sell(good, count),
        score: Score::of_goods(count, good),
    })
}

/// Take all camels, by
/// `[camels_in_market² − 2 · (0.5 · goods_in_hand)² + goods_of_opponent] · 0.8 / 32`.
/// Nothing when there is none.
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
    let Situation {
        hand, herd, market, ..
    } = *situation;
    let market = market.goods();
    let after = hand.plus(market);
    // In place: playouts come here millions of times. There are six kinds.
    let mut line = [(0, Card::Camel); Card::GOODS.len()];
    let mut length = 0;
    for (good, _) in market.iter() {
        let after = after.count(good);
        if after < 2 && !good.is_high_value() {
            continue;
        }
        // Behind its equals: they stand in the order of the goods.
        let mut place = length;
        while place > 0 && line[place - 1].0 < after {
            line[place] = line[place - 1];
            place -= 1;
        }
        line[place] = (after, good);
        length += 1;
    }
    let line = &line[..length];
    let (highest, _) = *line.first()?;

    let camels = herd.min(HAND_LIMIT - hand.len());
    let singles = (hand.iter()).filter(|&(good, count)| count == 1 && market.count(good) == 0);
    let mut offered = camels + singles.clone().count() as u8;
    let mut take = Cards::NONE;
    for &(_, good) in line {
        let count = market.count(good).min(offered);
        take = take.plus(Cards::of(good, count));
        offered -= count;
    }
    let pairs = take.len();
    if pairs < 2 {
        return None;
    }
    let camels = camels.min(pairs);
    let give = (singles.take(usize::from(pairs - camels)))
        .fold(Cards::of(Card::Camel, camels), |give, (good, _)| {
            give.plus(Cards::one(good))
        });
    Some(Proposal {
        action: Action::Exchange { take, give },
        score: Score::eightieths((i32::from(highest) + 1) * 16),
    })
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
    fn choose(&mut self, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let pick = Utility::pick(&Situation::of(view)).map(|proposal| proposal.action);
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
        let proposals = situation.proposals();
        let scored = || proposals.iter().flatten();
        let total: u32 = scored().map(|proposal| u32::from(proposal.score.0)).sum();
        if total == 0 {
            return None;
        }
        let mut left = rng.random_range(0..total);
        scored()
            .find(|proposal| {
                let share = u32::from(proposal.score.0);
                let chosen = left < share;
                left = left.saturating_sub(share);
                chosen
            })
            .copied()
    }
}

impl Policy<Jaipur> for Weighted {
    fn choose(&mut self, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let pick = Weighted::pick(&Situation::of(view), rng).map(|proposal| proposal.action);
        debug_assert!(pick.is_none_or(|action| legal.contains(&action)));
        pick.unwrap_or_else(|| random::any(legal, rng))
    }
}

#[cfg(test)]
mod tests;
