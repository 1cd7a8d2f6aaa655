//! Depth-limited minimax search of the study: `minimax_d` searches d plies and compares points.

use super::position::{Class, Masks, NO_OPERATION, PackedPosition, Position, ScoringTable};
use super::{Limit, SolveError};
use parlour_engine::sort_short;
use parlour_games::primi_composti::{Action, Version};

/// Larger than every difference.
const INFINITE: i32 = 10_000;
/// The limit is looked at only where at least this number of plies is left: a search of fewer takes milliseconds.
const MIN_LIMIT_PLIES: u32 = 6;

/// Evaluation of a position at the horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Horizon {
    /// The difference in points, as in the study.
    #[default]
    Points,
    /// The difference in points plus the values of the cards in hand, which are certain to be scored.
    Hands,
    /// As [`Horizon::Hands`], plus the best operation available to the player to move.
    Threat,
}

/// The best cards by a search of `plies` plies, in ascending order, and their value: the difference at the horizon
/// for the player to move, minus the current one.
///
/// # Errors
/// [`SolveError`] if the position is invalid or the search was stopped.
pub fn best_moves(
    position: &Position,
    plies: u32,
    horizon: Horizon,
    limit: Limit<'_>,
) -> Result<(Vec<Action>, i32), SolveError> {
    position.check()?;
    let (table, duel) = ScoringTable::new(position);
    let search = Search {
        table: &table,
        horizon,
        limit,
    };
    let me = position.to_move;
    let moves = search.moves(&duel, me);
    let mut best = -INFINITE;
    let mut found = Vec::new();
    // Equal moves must be told from worse ones: the window stays open by one.
    let mut ordered = moves.clone();
    sort_short(&mut ordered, |&(card, class)| {
        std::cmp::Reverse(table.gain(card, class))
    });
    for (card, class) in ordered {
        let next = table.play(&duel, me, card, class);
        let gain = table.gain(card, class);
        let rest = search.value(
            &next,
            1 - me,
            plies.max(1) - 1,
            gain - INFINITE,
            gain - best + 1,
        );
        if limit.is_reached() {
            return Err(SolveError::Stopped);
        }
        let value = gain - rest;
        if value > best {
            best = value;
            found.clear();
        }
        if value == best {
            found.push((card, class));
        }
    }
    sort_short(&mut found, |&(card, class)| {
        (card, std::cmp::Reverse(class))
    });
    let action = |(card, class): (usize, Class)| Action {
        card: table.cards[card],
        using: (position.version == Version::Free)
            .then(|| super::alphabeta::pair_of(position, table.cards[card], class))
            .flatten(),
    };
    Ok((found.into_iter().map(action).collect(), best))
}

/// The line that a search of `plies` plies expects; of equally good cards, the first is played.
///
/// # Errors
/// [`SolveError::Position`] if the position is invalid.
pub fn line(position: &Position, plies: u32, horizon: Horizon) -> Result<Vec<Action>, SolveError> {
    let mut now = position.clone();
    let mut line = Vec::new();
    for left in (1..=plies).rev() {
        if now.hands[now.to_move].is_empty() {
            break;
        }
        let (moves, _) = best_moves(&now, left, horizon, Limit::default())?;
        let first = moves[0];
        super::play(&mut now, first);
        line.push(first);
    }
    Ok(line)
}

struct Search<'a> {
    table: &'a ScoringTable,
    horizon: Horizon,
    limit: Limit<'a>,
}

impl Search<'_> {
    fn moves(&self, duel: &PackedPosition, me: usize) -> Vec<(usize, Class)> {
        let masks = self.table.masks(duel, me);
        let mut moves = Vec::new();
        self.each(duel.hand[me], masks, |card, class| {
            moves.push((card, class));
            true
        });
        moves
    }

    /// Calls `visit` with every move, the best class first, until it returns false.
    #[inline(always)]
    fn each(&self, hand: u32, masks: Masks, mut visit: impl FnMut(usize, Class) -> bool) {
        let mut left = hand;
        for class in self.table.order {
            let mut cards = left & masks.get(class).copied().unwrap_or(u32::MAX);
            if self.table.version != Version::Free {
                left &= !cards;
            }
            while cards != 0 {
                let card = cards.trailing_zeros() as usize;
                cards &= cards - 1;
                if !visit(card, class) {
                    return;
                }
            }
        }
    }

    fn value(&self, duel: &PackedPosition, me: usize, plies: u32, alpha: i32, beta: i32) -> i32 {
        let table = self.table;
        let own = duel.hand[me];
        if own == 0 {
            return 0;
        }
        let masks = table.masks(duel, me);
        if plies == 0 {
            return self.at_horizon(duel, me, masks);
        }
        let mut best = -INFINITE;
        let mut alpha = alpha;
        self.each(own, masks, |card, class| {
            let gain = table.gain(card, class);
            let value = if plies == 1 && self.horizon == Horizon::Points {
                gain
            } else {
                let next = table.play(duel, me, card, class);
                gain - self.value(&next, 1 - me, plies - 1, gain - beta, gain - alpha)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            // A search that has ended early has no valid result, and its caller knows.
            alpha < beta && (plies < MIN_LIMIT_PLIES || !self.limit.is_reached())
        });
        best
    }

    fn at_horizon(&self, duel: &PackedPosition, me: usize, masks: Masks) -> i32 {
        let table = self.table;
        let hands = table.worth(duel.hand[me]) - table.worth(duel.hand[1 - me]);
        match self.horizon {
            Horizon::Points => 0,
            Horizon::Hands => hands,
            Horizon::Threat => {
                let at_hand = table
                    .order
                    .into_iter()
                    .find(|&class| class != NO_OPERATION && masks[class] & duel.hand[me] != 0);
                hands + at_hand.map_or(0, |class| table.bonus[class])
            }
        }
    }
}
