//! Encoding: actions as indices, views as vectors.
//!
//! | index | action |
//! |---|---|
//! | 0–5 | take a good, in the order of [`Card::GOODS`] |
//! | 6 | take the camels |
//! | 7–48 | sell: 7 + 7 × good + cards − 1 |
//! | 49–25504 | exchange: every pair of equally many cards, 2 to 5, without a kind on both sides and without camels taken, in the order of (take, give) |

use super::cards::{Card, Cards};
use super::choices::{MARKETFULS, MAX_OTHERS, NO_PLACE, number};
use super::compact;
use super::rules::{Bonus, EXCHANGE_LIMIT, HAND_LIMIT, MARKET, Rules, STOCK, TOKENS};
use super::state::{Action, Jaipur};
use super::view::View;
use parlour_engine::encoding::{self, Observer, around};
use parlour_engine::{Encode, Game as _, Seat};
use std::sync::LazyLock;

pub(super) const CAMELS: usize = Card::GOODS.len();
pub(super) const SELL: usize = CAMELS + 1;
pub(super) const EXCHANGE: usize = SELL + Card::GOODS.len() * HAND_LIMIT as usize;

/// All exchanges that any position may allow, sorted.
static EXCHANGES: LazyLock<Vec<(Cards, Cards)>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for size in 2..=MARKET {
        for take in choices(size, &Card::GOODS) {
            let kinds: Vec<Card> = (Card::ALL.into_iter())
                .filter(|&card| take.count(card) == 0)
                .collect();
            let gives = choices(size, &kinds);
            all.extend(gives.into_iter().map(|give| (take, give)));
        }
    }
    all.sort_unstable();
    all
});

/// By the numbers of the goods taken and of the goods given, the index of the exchange among all: legal
/// lists hold hundreds, and a search for each would take longer than all else. The number of camels follows.
static PLACES: LazyLock<Vec<[u16; MARKETFULS]>> = LazyLock::new(|| {
    let mut places = vec![[NO_PLACE; MARKETFULS]; MARKETFULS];
    for (place, &(take, give)) in EXCHANGES.iter().enumerate() {
        places[number(take)][number(give.goods())] = place as u16;
    }
    places
});

/// The index of an exchange among all.
fn place(take: Cards, give: Cards) -> Option<usize> {
    let row = PLACES.get(number(take))?;
    let place = usize::from(*row.get(number(give.goods()))?);
    // Numbers are those of handfuls only: other cards may have the same.
    (EXCHANGES.get(place)? == &(take, give)).then_some(place)
}

/// Every way to choose `size` cards of these kinds.
fn choices(size: u8, kinds: &[Card]) -> Vec<Cards> {
    let Some((&first, rest)) = kinds.split_first() else {
        return match size {
            0 => vec![Cards::NONE],
            _ => Vec::new(),
        };
    };
    (0..=size)
        .flat_map(|count| {
            let own = Cards::of(first, count);
            choices(size - count, rest)
                .into_iter()
                .map(move |others| own.plus(others))
        })
        .collect()
}

impl Encode for Jaipur {
    fn action_count(_rules: &Rules) -> usize {
        EXCHANGE + EXCHANGES.len()
    }

    fn action_id(_rules: &Rules, action: Action) -> Option<usize> {
        match action {
            Action::Take(Card::Camel) | Action::Sell(Card::Camel, _) => None,
            Action::Take(good) => Some(good.index()),
            Action::Camels => Some(CAMELS),
            Action::Sell(good, count @ 1..=HAND_LIMIT) => {
                Some(SELL + good.index() * usize::from(HAND_LIMIT) + usize::from(count) - 1)
            }
            Action::Sell(..) => None,
            Action::Exchange { take, give } => Some(EXCHANGE + place(take, give)?),
        }
    }

    fn action_of(_rules: &Rules, id: usize) -> Option<Action> {
        match id {
            0..CAMELS => Some(Action::Take(Card::GOODS[id])),
            CAMELS => Some(Action::Camels),
            SELL..EXCHANGE => {
                let (good, count) = (
                    (id - SELL) / usize::from(HAND_LIMIT),
                    (id - SELL) % usize::from(HAND_LIMIT),
                );
                Some(Action::Sell(Card::GOODS[good], count as u8 + 1))
            }
            _ => {
                let &(take, give) = EXCHANGES.get(id - EXCHANGE)?;
                Some(Action::Exchange { take, give })
            }
        }
    }

    fn legal_ids_into(&self, seat: Seat, legal: &mut Vec<Action>, ids: &mut Vec<usize>) {
        let Some(choices) = self.choices(seat) else {
            ids.clear();
            return;
        };
        // Exchanges are looked up by the numbers of their sides: they are not written as actions first.
        legal.resize(MAX_OTHERS, Action::Camels);
        let others = choices.write_others(legal);
        encoding::ids::<Self>(self.rules(), &legal[..others], ids);
        ids.resize(others + choices.exchanges.bound(), 0);
        let exchanges = (choices.exchanges).write_places(&PLACES, &mut ids[others..]);
        ids.truncate(others + exchanges);
    }

    fn observe(view: &View, out: &mut Observer<'_>) {
        let me = view.viewer.seat();
        let to_move = view.to_move;
        out.put(
            "my turn",
            [0.0, 1.0],
            [u8::from(to_move.is_some() && to_move == me)],
        );
        out.put("round", [0.0, 9.0], [view.round]);
        let kinds = Cards::counts::<{ Card::ALL.len() }>;
        let goods = Cards::counts::<{ Card::GOODS.len() }>;
        out.put("market by kind", [0.0, 5.0], kinds(view.market));
        out.put("deck", [0.0, STOCK as f32], [view.deck]);
        out.put("sold by good", [0.0, 10.0], goods(view.discard));
        let left = TOKENS.iter().zip(view.tokens_taken);
        let left = left.map(|(pile, taken)| pile.len() as u8 - taken);
        out.put("tokens left by good", [0.0, 9.0], left);
        let next = TOKENS.iter().zip(view.tokens_taken);
        let next = next.map(|(pile, taken)| pile.get(usize::from(taken)).copied().unwrap_or(0));
        out.put("next token by good", [0.0, 7.0], next);
        out.put("bonus tokens left", [0.0, 7.0], view.bonus_left);
        let limit = f32::from(EXCHANGE_LIMIT);
        out.put("exchanges in a row", [0.0, limit], [view.exchanges]);
        let own = me.map(|seat| &view.players[seat.index()]);
        let hand = own.and_then(|player| player.hand).unwrap_or(Cards::NONE);
        out.put("my hand by good", [0.0, 7.0], goods(hand));
        let bonus: u16 = (own.and_then(|player| player.bonus_values.as_ref())).map_or(0, |piles| {
            piles.iter().flatten().map(|&v| u16::from(v)).sum()
        });
        out.put("my bonus rupees", [0.0, 150.0], [bonus]);
        for (who, seat) in ["my", "their"].into_iter().zip(around(view.viewer, 2)) {
            let player = &view.players[seat.index()];
            out.put(
                format_args!("{who} cards in hand"),
                [0.0, 7.0],
                [player.hand_len],
            );
            out.put(
                format_args!("{who} known cards by good"),
                [0.0, 7.0],
                goods(player.known),
            );
            out.put(format_args!("{who} herd"), [0.0, 11.0], [player.herd]);
            out.put(
                format_args!("{who} token rupees by good"),
                [0.0, 30.0],
                player.rupees,
            );
            out.put(format_args!("{who} tokens"), [0.0, 38.0], [player.tokens]);
            let piles = Bonus::ALL.map(|bonus| player.bonus[bonus.index()]);
            out.put(format_args!("{who} bonus tokens"), [0.0, 7.0], piles);
            out.put(format_args!("{who} seals"), [0.0, 9.0], [player.seals]);
        }
    }

    fn compact_count(_rules: &Rules) -> Option<usize> {
        Some(compact::COUNT)
    }

    fn compact(rules: &Rules, action: Action) -> Option<Vec<usize>> {
        let id = Self::action_id(rules, action)?;
        Some(compact::sequence(action).unwrap_or_else(|| vec![id]))
    }

    fn expand(rules: &Rules, sequence: &[usize]) -> Option<Action> {
        match *sequence {
            [id] if id < EXCHANGE => Self::action_of(rules, id),
            _ => compact::Begun::read(sequence)?.exchange(),
        }
    }

    fn compact_mask(&self, seat: Seat, begun: &[usize], mask: &mut [i8]) {
        compact::mask(self, seat, begun, mask);
    }

    fn observe_begun(begun: &[usize], out: &mut Observer<'_>) {
        let begun = compact::Begun::read(begun).unwrap_or_default();
        let limit = f32::from(MARKET);
        let taking = begun.take.counts::<{ Card::GOODS.len() }>();
        out.put("taking by good", [0.0, limit], taking);
        let giving = begun.give.counts::<{ Card::ALL.len() }>();
        out.put("giving by kind", [0.0, limit], giving);
    }
}
