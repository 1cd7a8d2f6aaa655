//! Solver for version 1: backward induction, layer by layer, over the cards played and the cards visible.
//!
//! | module | what it holds |
//! |---|---|
//! | `rows` | the rows of each player, and the row that each card leads to |
//! | `kernel` | one layer computed from the next: the loops, and the trait of the steps that differ by instruction set |
//! | `memory` | the memory of two layers |
//! | `prospects` | what each card brings against an opponent who errs |
//! | `portable` | these steps in code that compilers vectorise |
//! | `avx2` | these steps compiled for AVX2, with streaming stores and prefetch |
//! | `simd128` | these steps with the vectors of WebAssembly |
//!
//! A state of version 1 is the two hands and the four visible cards. All states with the same
//! number of cards played form a *layer*, one byte per state; two layers are held at a time.
//! The *row* of a player is the part of the state that only they decide: the set of cards they have played, their
//! visible prime and their visible composite. A layer is a matrix of the mover's rows by the opponent's:
//!
//! ```text
//! value[mover's row][opponent's row] = max over cards of (score − value'[opponent's row][mover's next row])
//! ```
//!
//! The score depends only on the visible cards. A move is therefore a row of the next layer plus a
//! vector of scores that is constant over long runs (rows are sorted by visible cards), and the best
//! move is an element-wise maximum of bytes: the compiler vectorises both. The mover alternates from layer to layer, so
//! the next step needs the matrix transposed: it is stored in tiles of 64 × 64 bytes, each
//! transposed in registers as soon as it is computed. A panel of 64 rows of the opponent, which is all that a tile
//! reads, is contiguous and fits the second-level cache.
//!
//! A value is the mover's gain to come minus the opponent's, plus 128.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod kernel;
mod memory;
#[cfg(not(target_arch = "wasm32"))]
mod portable;
mod prospects;
mod rows;
#[cfg(target_arch = "wasm32")]
mod simd128;

pub use prospects::Prospect;

use super::position::{Position, PositionError, ScoringTable};
use super::{Limit, Solution, SolveError, Step};
use kernel::{Buffer, LANES, Layer, Line, MAX_HAND, ZERO};
use parlour_games::primi_composti::Version;
use rows::{Level, Row, Side};
use std::time::Duration;
use web_time::Instant;

/// Layers of at most this number of lines (4 MiB) are kept for reading the principal line.
const MAX_KEPT_LINES: usize = 1 << 16;
/// The part of the work after which its speed tells whether all of it can be done by a deadline.
const MIN_MEASURED: f64 = 0.05;

/// A solver that reuses the memory of its two layers for the next position.
#[derive(Debug, Default)]
pub struct Layered {
    layers: [Buffer; 2],
}

impl Layered {
    /// A solver that has not allocated yet; a full deal of 24 cards takes up to 150 MB.
    pub fn new() -> Layered {
        Layered::default()
    }

    /// The exact value of a position of version 1, and a principal line.
    ///
    /// # Errors
    /// [`PositionError`] if the position is invalid.
    ///
    /// # Panics
    /// If the position is not of version 1.
    pub fn solve(&mut self, position: &Position) -> Result<Solution, PositionError> {
        let (value, states, mut line) = self.solve_part(position, true)?;
        // The line is known as far as layers were kept; the position after it is much smaller.
        let mut now = position.clone();
        let mut shown = 0;
        loop {
            for step in &line[shown..] {
                super::advance(&mut now, step.card);
            }
            shown = line.len();
            if now.hands.iter().all(Vec::is_empty) {
                return Ok(Solution {
                    value,
                    line,
                    states,
                });
            }
            let (_, _, rest) = self.solve_part(&now, true)?;
            line.extend(rest);
        }
    }

    /// The exact value only: the final difference for player 1, and the number of states computed.
    ///
    /// # Errors
    /// As [`Layered::solve`].
    ///
    /// # Panics
    /// As [`Layered::solve`].
    pub fn value(&mut self, position: &Position) -> Result<(i32, u64), PositionError> {
        let (value, states, _) = self.solve_part(position, false)?;
        Ok((value, states))
    }

    /// The value of each card of the player to move, in ascending order of cards: the final difference for player 1
    /// after it, with best play by both. A single induction computes all of them. It looks at the limit between layers.
    ///
    /// # Errors
    /// [`SolveError`] if the position is invalid or the limit was reached, or a deadline cannot be met.
    ///
    /// # Panics
    /// As [`Layered::solve`].
    pub fn options(
        &mut self,
        position: &Position,
        limit: Limit<'_>,
    ) -> Result<Vec<Step>, SolveError> {
        let induction = Induction::new(position)?;
        if induction.plies == 0 {
            return Ok(Vec::new());
        }
        self.run_until(&induction, limit, &mut |_, _, _| ())?;
        let after = induction.lines(1);
        Ok(induction.options(position, self.layers[1].lines(after)))
    }

    /// Runs the induction, unless it cannot be done within the limit.
    fn run_until(
        &mut self,
        induction: &Induction,
        limit: Limit<'_>,
        seen: &mut dyn FnMut(usize, &[Line], u64),
    ) -> Result<(), SolveError> {
        let start = Instant::now();
        let go_on = |done| {
            let can_be_met =
                |deadline: Instant| can_be_met(start.elapsed(), done, deadline - start);
            !limit.is_reached() && limit.deadline.is_none_or(can_be_met)
        };
        match induction.run_while(&mut self.layers, &go_on, seen) {
            true => Ok(()),
            false => Err(SolveError::Stopped),
        }
    }

    /// The final difference for player 1 if player `greedy` (0 or 1) always plays the lowest of the cards that
    /// score most, and the other player a best reply.
    ///
    /// # Errors
    /// As [`Layered::solve`].
    ///
    /// # Panics
    /// As [`Layered::solve`].
    pub fn best_reply(&mut self, position: &Position, greedy: usize) -> Result<i32, PositionError> {
        let induction = Induction {
            greedy: Some(greedy),
            ..Induction::new(position)?
        };
        induction.run(&mut self.layers, |_, _, _| ());
        let root = induction.read(0, self.layers[0].lines(1), 0, 0);
        Ok(position.score + [1, -1][position.to_move] * root)
    }

    fn solve_part(
        &mut self,
        position: &Position,
        with_line: bool,
    ) -> Result<(i32, u64, Vec<Step>), PositionError> {
        let induction = Induction::new(position)?;
        let mut kept: Vec<Vec<Line>> = Vec::new();
        let mut states = 1;
        induction.run(&mut self.layers, |_, layer, size| {
            states += size;
            if with_line && layer.len() <= MAX_KEPT_LINES {
                kept.push(layer.to_vec());
            } else {
                kept.clear();
            }
        });
        // Layers were kept from the last to the first.
        kept.reverse();
        let sign = [1, -1];
        let value = |ply: usize| sign[induction.mover(ply)];
        let root = induction.read(0, self.layers[0].lines(1), 0, 0);
        let mut line = Vec::new();
        let mut rows = [0usize; 2];
        let mut score = position.score;
        for (ply, layer) in kept.iter().enumerate().skip(1) {
            let mover = induction.mover(ply - 1);
            let (level, other) = (induction.level(ply - 1, mover), rows[1 - mover]);
            let masks = induction.table.scoring(
                level.rows[rows[mover]].visible(),
                induction.level(ply - 1, 1 - mover).rows[other].visible(),
            );
            let row = rows[mover];
            let best = (level.moves(row..row + 1).iter())
                .map(|step| {
                    let number = usize::from(induction.sides[mover].hand[step.card()]);
                    let gain = induction
                        .table
                        .gain(number, induction.table.class(number, masks));
                    // In the next layer the other is to move.
                    let rest = induction.read(ply, layer, other, step.row());
                    (gain - rest, number, gain, step.row(), rest)
                })
                // Of equally good cards the lowest: the first is kept.
                .reduce(|best, option| if option.0 > best.0 { option } else { best });
            let Some((_, number, gain, to, rest)) = best else {
                break;
            };
            rows[mover] = to;
            score += sign[mover] * gain;
            line.push(Step {
                card: induction.table.cards[number],
                steal: None,
                value: score - sign[mover] * rest,
            });
        }
        Ok((position.score + value(0) * root, states, line))
    }
}

/// Whether work of which a part is done, 0 to 1, can be expected to end in `time`.
fn can_be_met(elapsed: Duration, done: f64, time: Duration) -> bool {
    done < MIN_MEASURED || elapsed.as_secs_f64() <= done * time.as_secs_f64()
}

/// The values of all states of a position at once.
pub(super) struct Values {
    induction: Induction,
    /// By ply.
    layers: Vec<Vec<Line>>,
}

impl Values {
    /// Solves a position of version 1 and keeps every layer: up to 410 MB for 24 cards.
    pub(super) fn new(position: &Position) -> Result<Values, PositionError> {
        let induction = Induction::new(position)?;
        let mut layers = Vec::new();
        induction.run(&mut Default::default(), |_, layer, _| {
            layers.push(layer.to_vec())
        });
        layers.reverse();
        Ok(Values { induction, layers })
    }

    /// The gain to come of each card of the player to move, in ascending order of cards, its own score included. The
    /// state is given by the cards played, as sets over the sorted hands, and by the visible prime and composite of
    /// each player.
    pub(super) fn options(&self, played: [u16; 2], shown: [[u8; 2]; 2]) -> Vec<i32> {
        let ply = (played[0].count_ones() + played[1].count_ones()) as usize;
        let me = self.induction.mover(ply);
        let table = &self.induction.table;
        let row = |player: usize| {
            let [prime, composite] = shown[player].map(|card| table.number(card) as u8);
            let wanted = Row {
                prime,
                composite,
                played: played[player].into(),
            };
            let rows = &self.induction.level(ply, player).rows;
            rows.binary_search(&wanted).expect("a state of this deal")
        };
        let (own, other) = (row(me), row(1 - me));
        let level = self.induction.level(ply, me);
        let masks = table.scoring(
            level.rows[own].visible(),
            self.induction.level(ply, 1 - me).rows[other].visible(),
        );
        (level.moves(own..own + 1).iter())
            .map(|step| {
                let number = usize::from(self.induction.sides[me].hand[step.card()]);
                let gain = table.gain(number, table.class(number, masks));
                gain - self
                    .induction
                    .read(ply + 1, &self.layers[ply + 1], other, step.row())
            })
            .collect()
    }
}

/// A backward induction from one position.
struct Induction {
    table: ScoringTable,
    sides: [Side; 2],
    to_move: usize,
    plies: usize,
    /// The player who plays `greedy_asc` instead of the best card, if any.
    greedy: Option<usize>,
}

impl Induction {
    fn new(position: &Position) -> Result<Induction, PositionError> {
        assert_eq!(position.version, Version::One, "layers are for version 1");
        position.check()?;
        let (table, duel) = ScoringTable::new(position);
        let sides = [0, 1].map(|player| Side::new(&table, &duel, player));
        Ok(Induction {
            to_move: position.to_move,
            greedy: None,
            plies: sides[0].hand.len() + sides[1].hand.len(),
            table,
            sides,
        })
    }

    /// The player to move after `ply` plies.
    fn mover(&self, ply: usize) -> usize {
        (self.to_move + ply) % 2
    }

    /// The rows of a player after `ply` plies.
    fn level(&self, ply: usize, player: usize) -> &Level {
        let played = if player == self.to_move {
            ply.div_ceil(2)
        } else {
            ply / 2
        };
        &self.sides[player].levels[played]
    }

    /// The number of lines of a layer.
    fn lines(&self, ply: usize) -> usize {
        self.level(ply, 0).panels() * self.level(ply, 1).panels() * LANES
    }

    /// The number of states of a layer.
    fn states(&self, ply: usize) -> usize {
        self.level(ply, 0).rows.len() * self.level(ply, 1).rows.len()
    }

    /// The cards of the player to move in the position itself, by the layer after it.
    fn options(&self, position: &Position, after: &[Line]) -> Vec<Step> {
        let me = position.to_move;
        let level = self.level(0, me);
        let masks = self.table.scoring(
            level.rows[0].visible(),
            self.level(0, 1 - me).rows[0].visible(),
        );
        let options = level.moves(0..1).iter().map(|step| {
            let number = usize::from(self.sides[me].hand[step.card()]);
            let gain = self.table.gain(number, self.table.class(number, masks));
            let rest = self.read(1, after, 0, step.row());
            Step {
                card: self.table.cards[number],
                steal: None,
                value: position.score + [1, -1][me] * (gain - rest),
            }
        });
        options.collect()
    }

    /// The value of a state for the mover, by the rows of both players.
    fn read(&self, ply: usize, layer: &[Line], mover: usize, other: usize) -> i32 {
        let depth = self.level(ply, 1 - self.mover(ply)).panels() * LANES;
        let byte = layer[mover / LANES * depth + other][mover % LANES];
        i32::from(byte) - i32::from(ZERO)
    }

    /// Computes all layers from the last to the first, alternating between the two buffers, and calls `seen` with the
    /// ply, the layer and the number of its states. The first layer ends in buffer 0.
    fn run(&self, buffers: &mut [Buffer; 2], mut seen: impl FnMut(usize, &[Line], u64)) {
        self.run_while(buffers, &|_| true, &mut seen);
    }

    /// The same, as long as `go_on` holds for the part of the work that is done, 0 to 1. Returns whether all of it was.
    fn run_while(
        &self,
        buffers: &mut [Buffer; 2],
        go_on: &dyn Fn(f64) -> bool,
        seen: &mut dyn FnMut(usize, &[Line], u64),
    ) -> bool {
        // Every card of the mover in every state.
        let work = |ply| self.states(ply) as f64 * self.level(ply, self.mover(ply)).options as f64;
        let all: f64 = (0..self.plies).map(work).sum();
        let mut done = 0.0;
        for (parity, buffer) in buffers.iter_mut().enumerate() {
            let plies = (0..=self.plies).filter(|ply| ply % 2 == parity);
            let most = plies.map(|ply| self.lines(ply)).max().unwrap_or(0);
            buffer.reserve(most);
        }
        let last = self.plies;
        let out = buffers[last % 2].lines_mut(self.lines(last));
        out.fill([ZERO; LANES]);
        seen(last, out, 1);
        for ply in (0..last).rev() {
            if !go_on(done / all) {
                return false;
            }
            let [even, odd] = &mut *buffers;
            let (out, next) = if ply % 2 == 0 {
                (even, &*odd)
            } else {
                (odd, &*even)
            };
            let out = out.lines_mut(self.lines(ply));
            (self.layer(ply)).compute(next.lines(self.lines(ply + 1)), out);
            seen(ply, out, self.states(ply) as u64);
            done += work(ply);
        }
        true
    }

    /// The inputs of the layer of a ply, besides the next layer.
    fn layer(&self, ply: usize) -> Layer<'_> {
        let me = self.mover(ply);
        let (mover, other) = (self.level(ply, me), self.level(ply, 1 - me));
        let mut gains = Vec::with_capacity(mover.runs.len() * other.runs.len());
        for run in &mover.runs {
            for facing in &other.runs {
                let masks = self.table.scoring(run.visible, facing.visible);
                let mut line = [0; MAX_HAND];
                for (gain, &card) in line.iter_mut().zip(&self.sides[me].hand) {
                    let card = usize::from(card);
                    *gain = self.table.gain(card, self.table.class(card, masks)) as u8;
                }
                gains.push(line);
            }
        }
        Layer {
            mover,
            other,
            depth: self.level(ply + 1, me).panels() * LANES,
            gains,
            greedy: self.greedy == Some(me),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::Streams;
    use rand::RngExt as _;

    #[test]
    fn what_will_be_late_is_noticed() {
        let [elapsed, time] = [30, 100].map(Duration::from_millis);
        assert!(can_be_met(elapsed, 0.3, time));
        assert!(!can_be_met(elapsed, 0.29, time));
        // Too little to tell.
        assert!(can_be_met(elapsed, 0.01, time));
    }

    /// Layers computed from random lines, by the loops for this processor and by the portable ones.
    #[test]
    fn every_instruction_set_computes_the_same_layer() {
        let hands: [&[u8]; 2] = [&[2, 6, 9, 11, 12, 13, 14, 24], &[3, 4, 5, 7, 8, 10, 15, 23]];
        let mut position = Position::start(Version::One, hands);
        // Visible from the start: a prime only, a composite only.
        position.stacks[0] = vec![17];
        position.stacks[3] = vec![16];
        let mut rng = Streams::new(1).task(0);
        for greedy in [None, Some(0), Some(1)] {
            let induction = Induction {
                greedy,
                ..Induction::new(&position).unwrap()
            };
            for ply in 0..induction.plies {
                let (mut next, mut found) = (Buffer::default(), Buffer::default());
                let (before, lines) = (induction.lines(ply + 1), induction.lines(ply));
                next.reserve(before);
                next.lines_mut(before)
                    .as_flattened_mut()
                    .fill_with(|| rng.random());
                found.reserve(lines);
                let mut expected = vec![[0; LANES]; lines];
                let layer = induction.layer(ply);
                layer.compute(next.lines(before), found.lines_mut(lines));
                layer.compute_with(portable::Portable, next.lines(before), &mut expected);
                assert!(found.lines(lines) == expected, "ply {ply}, {greedy:?}");
            }
        }
    }

    /// Rows in ascending order, one for each state of the player, each with every card that is left.
    #[test]
    fn rows_are_the_states_of_a_player() {
        let mut position = Position::start(Version::One, [&[2, 4, 5, 6, 8], &[3, 7, 9, 10, 12]]);
        position.stacks[1] = vec![15];
        let induction = Induction::new(&position).unwrap();
        for side in &induction.sides {
            let is_prime = |number: u8| induction.table.primes >> number & 1 == 1;
            for (played, level) in side.levels.iter().enumerate() {
                assert!(level.rows.is_sorted_by(|a, b| a < b));
                assert_eq!(level.options, side.hand.len() - played);
                for (at, row) in level.rows.iter().enumerate() {
                    assert_eq!(row.played.count_ones() as usize, played);
                    let moves = level.moves(at..at + 1);
                    let left = (0..side.hand.len()).filter(|card| row.played >> card & 1 == 0);
                    assert!(left.eq(moves.iter().map(|step| step.card())));
                    for step in moves {
                        let mut next = Row {
                            played: row.played | 1 << step.card(),
                            ..*row
                        };
                        let card = side.hand[step.card()];
                        *(if is_prime(card) {
                            &mut next.prime
                        } else {
                            &mut next.composite
                        }) = card;
                        assert_eq!(side.levels[played + 1].rows[step.row()], next);
                    }
                }
            }
        }
        // Two of five cards played: a prime and a composite, two primes, two composites.
        let by_kinds = |primes: usize, composites: usize| {
            primes * composites + primes * (primes - 1) + composites * (composites - 1)
        };
        assert_eq!(induction.sides[0].levels[2].rows.len(), by_kinds(2, 3));
    }
}
