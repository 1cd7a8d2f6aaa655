//! The study's depth-limited search: `minimax_d` looks d plies ahead and compares points.

use super::position::{Class, Duel, Masks, NOTHING, Position, PositionError, Table};
use parlour_games::primi_composti::{Action, Version};

/// Further from zero than any difference.
const INFINITE: i32 = 10_000;

/// What is thought of a position at the horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Horizon {
    /// The difference in points, as the study has it.
    #[default]
    Points,
    /// The difference in points with the values of the cards still in hand, which are sure.
    Hands,
    /// As [`Horizon::Hands`], and the operation that the player to move has at hand.
    Threat,
}

/// The cards whose play is best when one looks `plies` ahead, in ascending order, with what they
/// are worth: the difference at the horizon for the player to move, less that of now.
///
/// # Errors
/// [`PositionError`] when the position is none.
pub fn best_moves(
    position: &Position,
    plies: u32,
    horizon: Horizon,
) -> Result<(Vec<Action>, i32), PositionError> {
    position.check()?;
    let (table, duel) = Table::new(position);
    let search = Search {
        table: &table,
        horizon,
    };
    let me = position.to_move;
    let moves = search.moves(&duel, me);
    let mut best = -INFINITE;
    let mut found = Vec::new();
    // Equal moves must be told from worse ones: the window stays open by one.
    let mut ordered = moves.clone();
    ordered.sort_unstable_by_key(|&(card, class)| std::cmp::Reverse(table.gain(card, class)));
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
        let value = gain - rest;
        if value > best {
            best = value;
            found.clear();
        }
        if value == best {
            found.push((card, class));
        }
    }
    found.sort_unstable_by_key(|&(card, class)| (card, std::cmp::Reverse(class)));
    let action = |(card, class): (usize, Class)| Action {
        card: table.cards[card],
        using: (position.version == Version::Free)
            .then(|| super::alphabeta::pair_of(position, table.cards[card], class))
            .flatten(),
    };
    Ok((found.into_iter().map(action).collect(), best))
}

/// The line that a search of `plies` expects, both playing the first of equally good cards.
///
/// # Errors
/// [`PositionError`] when the position is none.
pub fn line(
    position: &Position,
    plies: u32,
    horizon: Horizon,
) -> Result<Vec<Action>, PositionError> {
    let mut now = position.clone();
    let mut line = Vec::new();
    for left in (1..=plies).rev() {
        if now.hands[now.to_move].is_empty() {
            break;
        }
        let (moves, _) = best_moves(&now, left, horizon)?;
        let first = moves[0];
        super::play(&mut now, first);
        line.push(first);
    }
    Ok(line)
}

struct Search<'a> {
    table: &'a Table,
    horizon: Horizon,
}

impl Search<'_> {
    fn moves(&self, duel: &Duel, me: usize) -> Vec<(usize, Class)> {
        let masks = self.table.masks(duel, me);
        let mut moves = Vec::new();
        self.each(duel.hand[me], masks, |card, class| {
            moves.push((card, class));
            true
        });
        moves
    }

    /// Every move, the best class first, until `visit` says no.
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

    fn value(&self, duel: &Duel, me: usize, plies: u32, alpha: i32, beta: i32) -> i32 {
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
            alpha < beta
        });
        best
    }

    fn at_horizon(&self, duel: &Duel, me: usize, masks: Masks) -> i32 {
        let table = self.table;
        let hands = table.worth(duel.hand[me]) - table.worth(duel.hand[1 - me]);
        match self.horizon {
            Horizon::Points => 0,
            Horizon::Hands => hands,
            Horizon::Threat => {
                let at_hand = table
                    .order
                    .into_iter()
                    .find(|&class| class != NOTHING && masks[class] & duel.hand[me] != 0);
                hands + at_hand.map_or(0, |class| table.bonus[class])
            }
        }
    }
}
