//! [`Prospect`]: what a card brings against an opponent who errs.
//!
//! Perfect play does not tell lost positions apart, nor ties. Against an opponent who does not play perfectly some are
//! better than others: those in which most replies are errors (*speculative play*; Jansen, *Problematic positions and
//! speculative play*, in Computers, Chess, and Cognition, 1990). Here the opponent is taken to know the exact values
//! and to err at random, and the other player to know that: backward induction over the layers nearest to the position,
//! with exact values in place of what lies below.

use super::kernel::Line;
use super::rows::Run;
use super::{Induction, Layered};
use crate::primi_composti::{Limit, Position, SolveError, Step};
use std::iter;
use std::ops::Range;

/// How likely a card is for each point that it loses by best play of both, in comparison to one that loses a point less.
///
/// Of 1,144 choices of a tree search without heuristics with 100,000 simulations, in positions that it could still lose,
/// this made the mean log likelihood −0.82, factors of 0.04 and 0.37 made it −0.86 and −0.96, and 1 made it −1.88.
const ERROR: f32 = 0.135;
/// Final differences that are told apart: 0, −1 and so on. Lower ones count as lost.
const DEFICITS: usize = 8;
/// The states of the last layer that is looked at.
const MAX_STATES: usize = 200_000;

/// A card, and what it brings against an opponent who errs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// The card, and its exact value.
    pub step: Step,
    /// The share of the win to be expected, 0 to 1; half of it for a tie. It is 1 where the exact value is a win.
    pub share: f32,
}

/// The share of the win to be expected in a state, by how far the exact final difference is below 0.
type Shares = [f32; DEFICITS];

/// What a state counts for at the end, or where the layers below are not looked at.
///
/// A player of this kind won a share of 0.74, 0.55 and 0.12 of the game against the search above from positions of twelve
/// cards each whose exact final difference was 0, −1 and −2.
fn estimate(deficit: usize, opponents_cards: usize) -> f32 {
    let is_over = opponents_cards == 0;
    match deficit {
        0 if is_over => 0.5,
        0 => 0.6,
        _ => {
            // With few cards left there are hardly any errors.
            let caught_up = 0.08 * opponents_cards.saturating_sub(4) as f32;
            0.5 * iter::repeat_n(caught_up, deficit).product::<f32>()
        }
    }
}

impl Layered {
    /// The prospects of each card of the player to move, in ascending order of cards. A single induction computes all of
    /// them. It looks at the limit between layers.
    ///
    /// # Errors
    /// As [`Layered::options`].
    ///
    /// # Panics
    /// As [`Layered::solve`].
    pub fn prospects(
        &mut self,
        position: &Position,
        limit: Limit<'_>,
    ) -> Result<Vec<Prospect>, SolveError> {
        let induction = Induction::new(position)?;
        let depth = (1..=induction.plies)
            .take_while(|&ply| induction.states(ply) <= MAX_STATES)
            .last();
        let Some(depth) = depth else {
            return Ok(Vec::new());
        };
        let mut layers: Vec<Vec<Line>> = Vec::new();
        let keep = &mut |ply, layer: &[Line], _| {
            if ply <= depth {
                layers.push(layer.to_vec());
            }
        };
        self.run_until(&induction, limit, keep)?;
        // They were kept from the last to the first.
        layers.reverse();
        let opponents_cards = (induction.plies - depth).div_ceil(2);
        let bottom = std::array::from_fn(|deficit| estimate(deficit, opponents_cards));
        let mut shares = vec![bottom; induction.states(depth)];
        for ply in (1..depth).rev() {
            shares = induction.shares(ply, &layers[ply + 1], &shares);
        }
        let me = position.to_move;
        let options = induction.options(position, &layers[1]);
        let moves = induction.level(0, me).moves(0..1);
        let prospects = options.into_iter().zip(moves).map(|(step, to)| {
            let value = [1, -1][me] * step.value;
            let share = match usize::try_from(-value) {
                Ok(deficit) => shares[to.row()].get(deficit).copied().unwrap_or(0.0),
                Err(_) => 1.0,
            };
            Prospect { step, share }
        });
        Ok(prospects.collect())
    }
}

impl Induction {
    /// The shares in all states of a ply, from those of the next. States are numbered by the row of the mover, then by
    /// that of the other.
    fn shares(&self, ply: usize, next_layer: &[Line], next: &[Shares]) -> Vec<Shares> {
        let layer = self.layer(ply);
        let (mover, other) = (layer.mover, layer.other);
        let width = self.level(ply + 1, self.mover(ply)).rows.len();
        let choice = match self.mover(ply) == self.mover(0) {
            true => shares_before_own,
            false => shares_before_opponents,
        };
        let mut shares = Vec::with_capacity(self.states(ply));
        let mut options = Vec::with_capacity(mover.options);
        for (rows, gains) in ranges(&mover.runs).zip(layer.gains.chunks(other.runs.len())) {
            for row in rows {
                let moves = mover.moves(row..row + 1);
                for (facing, gains) in ranges(&other.runs).zip(gains) {
                    for opposite in facing {
                        options.clear();
                        options.extend(moves.iter().map(|step| {
                            let rest = self.read(ply + 1, next_layer, opposite, step.row());
                            let value = i32::from(gains[step.card()]) - rest;
                            (value, &next[opposite * width + step.row()])
                        }));
                        shares.push(choice(&options));
                    }
                }
            }
        }
        shares
    }
}

/// The rows of each run.
fn ranges(runs: &[Run]) -> impl Iterator<Item = Range<usize>> {
    let starts = iter::once(0).chain(runs.iter().map(|run| run.end));
    starts.zip(runs).map(|(start, run)| start..run.end)
}

/// Each card's loss by best play in points, and the shares after it. `options` has its gain to come.
fn losses<'a>(options: &[(i32, &'a Shares)]) -> impl Iterator<Item = (usize, &'a Shares)> {
    let best = options.iter().map(|option| option.0).max();
    let best = best.unwrap_or_default();
    (options.iter()).map(move |&(value, shares)| (best.abs_diff(value) as usize, shares))
}

/// The shares before a card of the player who speculates: the best card for each difference. A tie is not given up.
fn shares_before_own(options: &[(i32, &Shares)]) -> Shares {
    let mut shares = Shares::default();
    for (loss, after) in losses(options) {
        let kept = after.iter().skip(loss);
        for (deficit, (share, &after)) in shares.iter_mut().zip(kept).enumerate() {
            if deficit > 0 || loss == 0 {
                *share = share.max(after);
            }
        }
    }
    shares
}

/// The shares before a card of the opponent: the mean, by how likely each error is.
fn shares_before_opponents(options: &[(i32, &Shares)]) -> Shares {
    let (mut shares, mut total) = (Shares::default(), 0.0);
    for (loss, after) in losses(options) {
        // A product, unlike a power, is the same on every platform.
        let weight: f32 = iter::repeat_n(ERROR, loss).product();
        total += weight;
        // Errors that bring the difference above 0 lose the game.
        let after = iter::repeat_n(&1.0, loss).chain(after);
        for (share, after) in shares.iter_mut().zip(after) {
            *share += weight * after;
        }
    }
    shares.map(|share| share / total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::DealSource;
    use parlour_games::primi_composti::{PrimiComposti, Rules, Version};

    #[test]
    fn states_count_by_what_can_be_caught_up() {
        let expected = [
            (0, [0.5, 0.0, 0.0]),
            (4, [0.6, 0.0, 0.0]),
            (9, [0.6, 0.2, 0.08]),
        ];
        for (cards, shares) in expected {
            for (deficit, share) in shares.into_iter().enumerate() {
                let error: f32 = estimate(deficit, cards) - share;
                assert!(error.abs() < 1e-6, "{deficit} with {cards} cards");
            }
        }
    }

    /// Of a whole deal only the layers nearest to the position are looked at. This one is tied.
    #[test]
    fn prospects_of_a_whole_deal_tell_cards_of_the_same_value_apart() {
        let start = DealSource::Seed(8).start(Rules::two(Version::One));
        let game: PrimiComposti = start.unwrap();
        let position = Position::of(&game).unwrap();
        let prospects = Layered::new().prospects(&position, Limit::default());
        let prospects = prospects.unwrap();
        assert_eq!(prospects.len(), 12);
        let of_value = |value: i32| {
            let with = prospects.iter().filter(move |it| it.step.value == value);
            let shares: Vec<f32> = with.map(|prospect| prospect.share).collect();
            let least = shares.iter().copied().fold(1.0, f32::min);
            (least, shares.into_iter().fold(0.0, f32::max))
        };
        let [(tie, best), (lost, close), (_, far)] = [0, -1, -2].map(of_value);
        assert!(best < 1.0 && tie > close, "{prospects:?}");
        assert!(close > lost + 0.05, "{prospects:?}");
        assert!(lost > far && far > 0.0, "{prospects:?}");
    }
}
