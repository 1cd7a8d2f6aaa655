//! Features of Jaipur's actions, for a [log-linear policy](crate::log_linear).
//!
//! They say what an action makes of the own hand, the herd and the market before new cards are turned up, what it
//! earns, and how the round may end. Of the other player they know what everybody sees: the number of cards in hand,
//! the herd, and the tokens. A bonus token counts as much as one of its pile does on average.

use crate::log_linear::{Block, Features};
use parlour_engine::Seat;
use parlour_games::jaipur::rules::{BONUS_TOKENS, Bonus, CAMEL_TOKEN, TOKENS, tokens_of_sale};
use parlour_games::jaipur::{Action, Cards, Jaipur};
use std::cmp::Ordering;

/// The kind of the action, by the stage of the round.
const KIND_AT: Block = Block::first([5, 6, 1]);
/// Each good: how many the own hand has, by the tokens left. With what was before subtracted.
const HAND: Block = KIND_AT.then([6, 8, 5]);
/// Each good: how many the market has, by the tokens left. With what was before subtracted.
const MARKET: Block = HAND.then([6, 6, 3]);
/// The camels in the market.
const MARKET_CAMELS: Block = MARKET.then([6, 1, 1]);
/// The number of goods in the own hand, by the third of the round.
const HAND_LEN: Block = MARKET_CAMELS.then([8, 3, 1]);
/// The camels that the own herd has more than the other's, from −4 to 4, by the third of the round.
const HERD_LEAD: Block = HAND_LEN.then([9, 3, 1]);
/// The own herd.
const HERD: Block = HERD_LEAD.then([9, 1, 1]);
/// How many cards are turned up.
const TURNED_UP: Block = HERD.then([6, 1, 1]);
/// A sale: the good and the number of cards.
const SALE: Block = TURNED_UP.then([6, 8, 1]);
/// A sale: half the rupees that it earns, by the third of the round.
const EARNED: Block = SALE.then([16, 3, 1]);
/// An exchange: the number of cards, and of camels given.
const EXCHANGE: Block = EARNED.then([6, 6, 1]);
/// The kind of the action, by the goods in the other player's hand.
const KIND_OTHER: Block = EXCHANGE.then([5, 8, 1]);
/// The kind of the action, by the goods in the own hand before.
const KIND_OWN: Block = KIND_OTHER.then([5, 8, 1]);
/// Near the end of the round: the number of empty piles, 4 if the deck does not suffice, by who is ahead.
const ENDING: Block = KIND_OWN.then([5, 3, 1]);

/// A lead of rupees that counts as level.
const LEVEL: f32 = 1.0;
/// With fewer cards than this left in the deck after a turn, the round may end soon.
const LAST_CARDS: u8 = 3;

/// What a seat knows, as far as the features need it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    hand: Cards,
    market: Cards,
    herds: [u8; 2],
    other_goods: u8,
    tokens_left: [u8; 6],
    empty_piles: usize,
    deck: u8,
    /// Rupees that the seat is ahead without the camel token.
    lead: f32,
}

/// Kinds of actions.
#[derive(Clone, Copy)]
enum Kind {
    /// Take a good of high value.
    HighValue,
    /// Take another good.
    LowValue,
    Camels,
    Sale,
    Exchange,
}

/// What an action makes of it.
struct After {
    kind: Kind,
    /// The goods of which hand, market or tokens change.
    changed: Cards,
    hand: Cards,
    market: Cards,
    herd: u8,
    tokens_left: [u8; 6],
    empty_piles: usize,
    turned_up: u8,
    earned: f32,
}

/// What a token of this pile is worth on average.
fn mean(bonus: Bonus) -> f32 {
    let values = BONUS_TOKENS[bonus.index()];
    let sum: f32 = values.iter().map(|&value| f32::from(value)).sum();
    sum / values.len() as f32
}

/// The place of a number of tokens left among five.
fn tokens(left: u8) -> usize {
    match left {
        0..=2 => left.into(),
        3..=4 => 3,
        _ => 4,
    }
}

impl Position {
    fn after(&self, action: Action) -> After {
        let mut after = After {
            kind: Kind::LowValue,
            changed: Cards::NONE,
            hand: self.hand,
            market: self.market,
            herd: self.herds[0],
            tokens_left: self.tokens_left,
            empty_piles: self.empty_piles,
            turned_up: 0,
            earned: 0.0,
        };
        match action {
            Action::Take(good) => {
                if good.is_high_value() {
                    after.kind = Kind::HighValue;
                }
                after.changed = Cards::one(good);
                after.hand.add(good);
                after.market.remove(good);
                after.turned_up = 1;
            }
            Action::Camels => {
                after.kind = Kind::Camels;
                after.turned_up = self.market.camels();
                after.herd += self.market.camels();
                after.market = self.market.goods();
            }
            Action::Sell(good, count) => {
                after.kind = Kind::Sale;
                after.changed = Cards::one(good);
                after.hand = self.hand.minus(Cards::of(good, count));
                let left = &mut after.tokens_left[good.index()];
                let taken = TOKENS[good.index()].len() as u8 - *left;
                let values = tokens_of_sale(good, count, taken);
                *left -= values.len() as u8;
                after.empty_piles += usize::from(*left == 0 && !values.is_empty());
                after.earned = values.iter().map(|&value| f32::from(value)).sum();
                after.earned += Bonus::for_sale(count).map_or(0.0, mean);
            }
            Action::Exchange { take, give } => {
                after.kind = Kind::Exchange;
                after.changed = take.plus(give).goods();
                after.hand = self.hand.plus(take).minus(give.goods());
                after.market = self.market.minus(take).plus(give);
                after.herd -= give.camels();
            }
        }
        after
    }
}

impl Features for Jaipur {
    const FEATURES: usize = ENDING.end();

    type Situation = Position;

    fn situation(state: &Jaipur, seat: Seat) -> Position {
        let taken = state.tokens_taken();
        let mut left = TOKENS.map(|pile| pile.len() as u8);
        for (left, taken) in left.iter_mut().zip(taken) {
            *left -= taken;
        }
        let [own, other] = [seat, seat.other()].map(|seat| {
            let bonus = Bonus::ALL.iter().zip(state.bonus_taken(seat));
            let bonus: f32 = bonus
                .map(|(&pile, count)| mean(pile) * f32::from(count))
                .sum();
            f32::from(state.goods_rupees(seat)) + bonus
        });
        Position {
            hand: state.hand(seat),
            market: state.market(),
            herds: [state.herd(seat), state.herd(seat.other())],
            other_goods: state.hand(seat.other()).len(),
            tokens_left: left,
            empty_piles: left.iter().filter(|&&left| left == 0).count(),
            deck: state.deck_len(),
            lead: own - other,
        }
    }

    fn features(position: &Position, action: Action, mut add: impl FnMut(usize, i32)) {
        let after = position.after(action);
        let stage = usize::from(position.deck / 8);
        let third = usize::from(position.deck / 14);
        let kind = after.kind as usize;
        add(KIND_AT.at([kind, stage, 0]), 1);
        for good in after.changed.kinds() {
            let index = good.index();
            let left = [position.tokens_left[index], after.tokens_left[index]].map(tokens);
            let held = [position.hand, after.hand].map(|cards| usize::from(cards.count(good)));
            add(HAND.at([index, held[1], left[1]]), 1);
            add(HAND.at([index, held[0], left[0]]), -1);
            let offered =
                [position.market, after.market].map(|cards| usize::from(cards.count(good)));
            add(MARKET.at([index, offered[1], left[1] / 2]), 1);
            add(MARKET.at([index, offered[0], left[0] / 2]), -1);
        }
        add(MARKET_CAMELS.at([after.market.camels().into(), 0, 0]), 1);
        add(HAND_LEN.at([after.hand.len().into(), third, 0]), 1);
        let lead = usize::from((after.herd + 4).saturating_sub(position.herds[1]));
        add(HERD_LEAD.at([lead, third, 0]), 1);
        add(HERD.at([after.herd.into(), 0, 0]), 1);
        add(TURNED_UP.at([after.turned_up.into(), 0, 0]), 1);
        match action {
            Action::Sell(good, count) => {
                add(SALE.at([good.index(), count.into(), 0]), 1);
                add(EARNED.at([(after.earned / 2.0) as usize, third, 0]), 1);
            }
            Action::Exchange { take, give } => {
                let cards = [take.len().into(), give.camels().into(), 0];
                add(EXCHANGE.at(cards), 1);
            }
            Action::Take(_) | Action::Camels => {}
        }
        add(KIND_OTHER.at([kind, position.other_goods.into(), 0]), 1);
        add(KIND_OWN.at([kind, position.hand.len().into(), 0]), 1);
        let is_last = after.turned_up > position.deck;
        if is_last
            || after.empty_piles > position.empty_piles
            || after.turned_up + LAST_CARDS > position.deck
        {
            let camel_token = match after.herd.cmp(&position.herds[1]) {
                Ordering::Greater => f32::from(CAMEL_TOKEN),
                Ordering::Equal => 0.0,
                Ordering::Less => -f32::from(CAMEL_TOKEN),
            };
            let lead = position.lead + after.earned + camel_token;
            let ahead = usize::from(lead >= -LEVEL) + usize::from(lead > LEVEL);
            let piles = if is_last { 4 } else { after.empty_piles.min(3) };
            add(ENDING.at([piles, ahead, 0]), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::new_table;
    use parlour_engine::{Game as _, Resample as _, Streams, Viewer};
    use parlour_games::jaipur::Rules;
    use rand::RngExt as _;

    /// In random games: every feature has a weight, and hidden cards do not matter.
    #[test]
    fn features_are_of_what_a_seat_knows() {
        let mut seen = vec![false; Jaipur::FEATURES];
        for seed in 0..200 {
            let mut table = new_table::<Jaipur>(Rules::ROUND, seed);
            let mut rng = Streams::new(seed).task(0);
            while let Some(seat) = table.to_move().first() {
                let known = table.information_state(Viewer::Seat(seat));
                let situation = Jaipur::situation(table.state(), seat);
                let other = Jaipur::resample(known.view(), &mut rng);
                assert_eq!(Jaipur::situation(&other, seat), situation);
                let legal = table.state().legal_actions(seat);
                for &action in &legal {
                    Jaipur::features(&situation, action, |feature, value| {
                        seen[feature] = true;
                        assert!(value.abs() == 1);
                    });
                }
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                table.play(seat, action).unwrap();
            }
        }
        let seen = seen.iter().filter(|&&seen| seen).count();
        assert!(seen * 10 > Jaipur::FEATURES * 7, "{seen} features occur");
    }
}
