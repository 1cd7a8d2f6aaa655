//! Encoding: actions as indices, views as vectors.
//!
//! | index | action |
//! |---|---|
//! | 0–71 | play the card 2 + index |
//! | from 72 | free choice of the steal only: every card with every operation that makes it, in the order of (card, lower operand, higher operand) |

use super::cards::{CardSet, MAX_CARD, MIN_CARD, Pair, results};
use super::rules::{Rules, Version};
use super::state::{Action, PrimiComposti};
use super::view::View;
use parlour_engine::encoding::{Observer, around, turns_after};
use parlour_engine::{Encode, Seat};
use std::sync::LazyLock;

/// Different cards in the box.
const CARDS: usize = (MAX_CARD - MIN_CARD + 1) as usize;

/// Every card with every operation that makes it, sorted.
static OPERATIONS: LazyLock<Vec<(u8, Pair)>> = LazyLock::new(|| {
    let cards = MIN_CARD..=MAX_CARD;
    let pairs = cards
        .clone()
        .flat_map(|low| (low + 1..=MAX_CARD).map(move |high| Pair::new(low, high)));
    let mut all: Vec<(u8, Pair)> = pairs
        .flat_map(|pair| {
            let [low, high] = pair.cards();
            results(low, high).iter().map(move |card| (card, pair))
        })
        .collect();
    all.sort_unstable();
    all
});

fn place(card: u8) -> Option<usize> {
    let at = usize::from(card.checked_sub(MIN_CARD)?);
    (at < CARDS).then_some(at)
}

fn places(cards: CardSet) -> impl Iterator<Item = usize> {
    cards.iter().filter_map(place)
}

impl Encode for PrimiComposti {
    fn action_count(rules: &Rules) -> usize {
        match rules.version {
            Version::One | Version::Greedy => CARDS,
            Version::Free => CARDS + OPERATIONS.len(),
        }
    }

    fn action_id(rules: &Rules, action: Action) -> Option<usize> {
        match action.using {
            None => place(action.card),
            Some(pair) if rules.version == Version::Free => {
                let at = OPERATIONS.binary_search(&(action.card, pair)).ok()?;
                Some(CARDS + at)
            }
            Some(_) => None,
        }
    }

    fn action_of(rules: &Rules, id: usize) -> Option<Action> {
        if id < CARDS {
            return Some(Action::plain(MIN_CARD + id as u8));
        }
        let &(card, pair) = OPERATIONS.get(id - CARDS)?;
        (rules.version == Version::Free).then_some(Action {
            card,
            using: Some(pair),
        })
    }

    fn observe(view: &View, out: &mut Observer<'_>) {
        let seats = view.players.len();
        let me = view.viewer.seat();
        out.marks(
            "turns until each moves",
            seats,
            view.to_move
                .map(|seat| turns_after(view.viewer, seat, seats)),
        );
        let hand = (me.and_then(|seat| view.players[seat.index()].hand)).unwrap_or(CardSet::EMPTY);
        let known: CardSet = (view.players.iter())
            .filter_map(|player| player.hand)
            .fold(CardSet::EMPTY, CardSet::union);
        out.marks("my hand", CARDS, places(hand));
        out.marks(
            "hands of others that I know",
            CARDS,
            places(known.minus(hand)),
        );
        let hidden = view.unplayed().minus(known);
        out.marks("hands that I do not know", CARDS, places(hidden));
        let board = view.board();
        let mut gains = [0u8; CARDS];
        (board.gains(me.unwrap_or(Seat(0)), hand)).for_each(|(card, gain)| {
            if let Some(at) = place(card) {
                gains[at] = gain;
            }
        });
        out.put("what each card of mine gains now", [0.0, 60.0], gains);
        let points = f32::from(view.rules.prime.max(view.rules.composite)) * 3.0 * CARDS as f32;
        for (turn, seat) in around(view.viewer, seats).enumerate() {
            let player = &view.players[seat.index()];
            out.put(
                format_args!("player {turn}: cards in hand"),
                [0.0, 36.0],
                [player.hand_len],
            );
            let top = |stack: &[u8]| stack.last().copied().unwrap_or(0);
            let tops = [top(&player.primes), top(&player.composites)];
            out.put(
                format_args!("player {turn}: top prime and composite"),
                [0.0, f32::from(MAX_CARD)],
                tops,
            );
            let heights = [player.primes.len() as u8, player.composites.len() as u8];
            out.put(
                format_args!("player {turn}: primes and composites"),
                [0.0, 72.0],
                heights,
            );
            out.put(
                format_args!("player {turn}: points"),
                [0.0, points],
                [player.points as f32],
            );
        }
    }
}
