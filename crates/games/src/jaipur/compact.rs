//! Compact encoding: actions as sequences of 62 indices, for learners.
//!
//! | index | what it says |
//! |---|---|
//! | 0–48 | a whole action that is no exchange, with its index in the encoding |
//! | 49–54 | exchange: take one card of a good, in the order of [`Card::GOODS`] |
//! | 55–61 | exchange: give one card of a kind, in the order of [`Card::ALL`] |
//!
//! An exchange is its cards one by one: first all that are taken, then those that are given, each side in the
//! order of the kinds. It is whole when as many are given as were taken.

use super::cards::{Card, Cards};
use super::encoding::{CAMELS, EXCHANGE, SELL};
use super::rules::{HAND_LIMIT, MARKET};
use super::state::{Action, Jaipur};
use parlour_engine::{Game as _, Seat};

const GIVE: usize = EXCHANGE + Card::GOODS.len();
/// The number of indices.
pub(super) const COUNT: usize = GIVE + Card::ALL.len();

/// The sequence of an exchange; `None` for any other action.
pub(super) fn sequence(action: Action) -> Option<Vec<usize>> {
    let Action::Exchange { take, give } = action else {
        return None;
    };
    let takes = take.each().map(|card| EXCHANGE + card.index());
    let gives = give.each().map(|card| GIVE + card.index());
    Some(takes.chain(gives).collect())
}

/// The cards of an exchange that has begun.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Begun {
    /// Taken so far.
    pub(super) take: Cards,
    /// Given so far.
    pub(super) give: Cards,
    /// The first kind that the side in progress may go on with.
    from: usize,
}

impl Begun {
    /// Reads the sequence of an exchange; `None` if it is none, or not in order.
    pub(super) fn read(sequence: &[usize]) -> Option<Begun> {
        let mut begun = Begun::default();
        if sequence.len() > 2 * usize::from(MARKET) {
            return None;
        }
        for &id in sequence {
            let (kind, first) = match id {
                EXCHANGE..GIVE if begun.give.is_empty() => (id - EXCHANGE, begun.from),
                GIVE..COUNT => (
                    id - GIVE,
                    if begun.give.is_empty() { 0 } else { begun.from },
                ),
                _ => return None,
            };
            if kind < first {
                return None;
            }
            let card = Cards::one(Card::ALL[kind]);
            if id < GIVE {
                begun.take = begun.take.plus(card);
            } else {
                begun.give = begun.give.plus(card);
            }
            begun.from = kind;
        }
        Some(begun)
    }

    /// The exchange, if it is whole.
    pub(super) fn exchange(self) -> Option<Action> {
        let Begun { take, give, .. } = self;
        let whole = (2..MARKET + 1).contains(&take.len())
            && take.len() == give.len()
            && take.of_kinds(give).is_empty();
        whole.then_some(Action::Exchange { take, give })
    }
}

/// Marks what continues the sequence to a legal action.
pub(super) fn mask(game: &Jaipur, seat: Seat, sequence: &[usize], mask: &mut [i8]) {
    mask.fill(0);
    let (Some(begun), true) = (Begun::read(sequence), game.to_move().contains(seat)) else {
        return;
    };
    let hand = game.hand(seat);
    let market = game.market().goods();
    let free = HAND_LIMIT.saturating_sub(hand.len());
    // More camels given would leave too many goods in hand.
    let pool = hand.plus(Cards::of(Card::Camel, game.herd(seat).min(free)));
    if sequence.is_empty() {
        for good in market.kinds() {
            mask[good.index()] = i8::from(free > 0);
        }
        mask[CAMELS] = i8::from(game.market().camels() > 0);
        for (good, held) in hand.iter() {
            for count in good.least_sale()..=held {
                let place = good.index() * usize::from(HAND_LIMIT) + usize::from(count) - 1;
                mask[SELL + place] = 1;
            }
        }
    }
    if begun.give.is_empty() {
        let open = market.minus(begun.take);
        for good in open.from_kind(Card::ALL[begun.from]).kinds() {
            mask[EXCHANGE + good.index()] = i8::from(goes_on(market, pool, begun.take, good));
        }
    }
    let size = begun.take.len();
    if size >= 2 && begun.give.len() < size {
        let open = pool.of_other_kinds(begun.take).minus(begun.give);
        let first = if begun.give.is_empty() { 0 } else { begun.from };
        let missing = size - begun.give.len();
        for card in open.from_kind(Card::ALL[first]).kinds() {
            mask[GIVE + card.index()] = i8::from(open.from_kind(card).len() >= missing);
        }
    }
}

/// Whether an exchange takes these cards, then one of this good, and then perhaps goods from there on.
fn goes_on(market: Cards, pool: Cards, taken: Cards, good: Card) -> bool {
    let gives = |take: Cards| pool.of_other_kinds(take).len() >= take.len();
    let take = taken.plus(Cards::one(good));
    if take.len() >= 2 {
        // More taken would leave no more to give.
        return gives(take);
    }
    let open = market.minus(take).from_kind(good);
    open.kinds().any(|next| gives(take.plus(Cards::one(next))))
}
