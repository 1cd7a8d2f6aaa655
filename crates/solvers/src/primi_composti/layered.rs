//! Version 1: layered backward induction over (hand sets, visible cards).
//!
//! A state of version 1 is the two hands and the four visible cards. All states with the same
//! number of cards played form a *layer*, one byte a state, and two layers are held at a time.
//! Let the *row* of a player be what he alone decides: the set of cards he has played, his visible
//! prime and his visible composite. A layer is a matrix over the mover's rows and the other's:
//!
//! ```text
//! value[mover's row][other's row] = max over cards of (score − value'[other's row][mover's next row])
//! ```
//!
//! The score depends on the visible cards alone, so that a move is a row of the next layer plus a
//! vector of scores that is constant over long runs (rows are sorted by visible cards), and the best
//! move an element-wise maximum of bytes: both vectorise without intrinsics. The mover changes
//! with every layer, so that the matrix is wanted the other way round: it is kept in tiles of 64 × 64, each
//! transposed in registers the moment it is computed, and a panel of 64 of the other's rows,
//! which is all that a tile reads, lies together and fits the second-level cache.
//!
//! The browser's build gets its 128-bit vectors here, where they count: every browser of the last years has them.
//!
//! Values are those of the player to move: what he will still gain more than the other, plus 128.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod kernel;
mod rows;

use super::position::{Position, PositionError, Table};
use super::{Solution, Step};
use kernel::{Buffer, LANES, Layer, Line, MAX_HAND, ZERO};
use parlour_games::primi_composti::Version;
use rows::{Level, Row, Side};

/// Layers of at most so many lines are kept, to read the principal line from: 4 MiB each.
const KEPT: usize = 1 << 16;

/// A solver that keeps its two layers from one position to the next.
#[derive(Debug, Default)]
pub struct Layered {
    layers: [Buffer; 2],
}

impl Layered {
    /// A solver without memory of its own yet: a full deal of 24 cards takes up to 150 MB.
    pub fn new() -> Layered {
        Layered::default()
    }

    /// The exact value of a position of version 1, and a principal line.
    ///
    /// # Errors
    /// [`PositionError`] when the position is none.
    ///
    /// # Panics
    /// When the position is not of version 1.
    pub fn solve(&mut self, position: &Position) -> Result<Solution, PositionError> {
        let (value, states, mut line) = self.solve_part(position, true)?;
        // The line is known as far as the layers kept; what follows is a much smaller position.
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

    /// The exact value alone: the final difference for player 1, and the states visited.
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

    /// What each card of the player to move is worth, in ascending order: the final difference for player 1
    /// after it, under best play by both. One induction answers for all cards.
    ///
    /// # Errors
    /// As [`Layered::solve`].
    ///
    /// # Panics
    /// As [`Layered::solve`].
    pub fn options(&mut self, position: &Position) -> Result<Vec<Step>, PositionError> {
        let sweep = Sweep::new(position)?;
        if position.hands[position.to_move].is_empty() {
            return Ok(Vec::new());
        }
        sweep.run(&mut self.layers, |_, _, _| ());
        let me = position.to_move;
        let level = sweep.level(0, me);
        let masks = sweep.table.scoring(
            level.rows[0].visible(),
            sweep.level(0, 1 - me).rows[0].visible(),
        );
        let after = sweep.lines(1);
        let options = level.moves(0..1).iter().map(|step| {
            let number = usize::from(sweep.sides[me].hand[step.card()]);
            let gain = sweep.table.gain(number, sweep.table.class(number, masks));
            let rest = sweep.read(1, self.layers[1].lines(after), 0, step.row());
            Step {
                card: sweep.table.cards[number],
                steal: None,
                value: position.score + [1, -1][me] * (gain - rest),
            }
        });
        Ok(options.collect())
    }

    /// What player 1's final difference is when `greedy` (0 or 1) always plays the lowest of the cards that
    /// score most, and the other the best there is against that.
    ///
    /// # Errors
    /// As [`Layered::solve`].
    ///
    /// # Panics
    /// As [`Layered::solve`].
    pub fn best_reply(&mut self, position: &Position, greedy: usize) -> Result<i32, PositionError> {
        let sweep = Sweep {
            greedy: Some(greedy),
            ..Sweep::new(position)?
        };
        sweep.run(&mut self.layers, |_, _, _| ());
        let root = sweep.read(0, self.layers[0].lines(1), 0, 0);
        Ok(position.score + [1, -1][position.to_move] * root)
    }

    fn solve_part(
        &mut self,
        position: &Position,
        with_line: bool,
    ) -> Result<(i32, u64, Vec<Step>), PositionError> {
        let sweep = Sweep::new(position)?;
        let mut kept: Vec<Vec<Line>> = Vec::new();
        let mut states = 1;
        sweep.run(&mut self.layers, |_, layer, size| {
            states += size;
            if with_line && layer.len() <= KEPT {
                kept.push(layer.to_vec());
            } else {
                kept.clear();
            }
        });
        // Layers were kept from the last to the first.
        kept.reverse();
        let sign = [1, -1];
        let value = |ply: usize| sign[sweep.mover(ply)];
        let root = sweep.read(0, self.layers[0].lines(1), 0, 0);
        let mut line = Vec::new();
        let mut rows = [0usize; 2];
        let mut score = position.score;
        for (ply, layer) in kept.iter().enumerate().skip(1) {
            let mover = sweep.mover(ply - 1);
            let (level, other) = (sweep.level(ply - 1, mover), rows[1 - mover]);
            let masks = sweep.table.scoring(
                level.rows[rows[mover]].visible(),
                sweep.level(ply - 1, 1 - mover).rows[other].visible(),
            );
            let row = rows[mover];
            let best = (level.moves(row..row + 1).iter())
                .map(|step| {
                    let number = usize::from(sweep.sides[mover].hand[step.card()]);
                    let gain = sweep.table.gain(number, sweep.table.class(number, masks));
                    // In the next layer the other is to move.
                    let rest = sweep.read(ply, layer, other, step.row());
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
                card: sweep.table.cards[number],
                steal: None,
                value: score - sign[mover] * rest,
            });
        }
        Ok((position.score + value(0) * root, states, line))
    }
}

/// The values of all states of a position at once.
pub(super) struct Values {
    sweep: Sweep,
    /// By ply.
    layers: Vec<Vec<Line>>,
}

impl Values {
    /// Solves a position of version 1 and keeps every layer: up to 410 MB for 24 cards.
    pub(super) fn new(position: &Position) -> Result<Values, PositionError> {
        let sweep = Sweep::new(position)?;
        let mut layers = Vec::new();
        sweep.run(&mut Default::default(), |_, layer, _| {
            layers.push(layer.to_vec())
        });
        layers.reverse();
        Ok(Values { sweep, layers })
    }

    /// What each card of the player to move leads to, in ascending order: how much more than the other he gains
    /// with it and after it. The state is given by the cards played, as sets over the hands in ascending order, and by
    /// the visible prime and composite of each player.
    pub(super) fn options(&self, played: [u16; 2], shown: [[u8; 2]; 2]) -> Vec<i32> {
        let ply = (played[0].count_ones() + played[1].count_ones()) as usize;
        let me = self.sweep.mover(ply);
        let table = &self.sweep.table;
        let row = |player: usize| {
            let [prime, composite] = shown[player].map(|card| table.number(card) as u8);
            let wanted = Row {
                prime,
                composite,
                played: played[player].into(),
            };
            let rows = &self.sweep.level(ply, player).rows;
            rows.binary_search(&wanted).expect("a state of this deal")
        };
        let (own, other) = (row(me), row(1 - me));
        let level = self.sweep.level(ply, me);
        let masks = table.scoring(
            level.rows[own].visible(),
            self.sweep.level(ply, 1 - me).rows[other].visible(),
        );
        (level.moves(own..own + 1).iter())
            .map(|step| {
                let number = usize::from(self.sweep.sides[me].hand[step.card()]);
                let gain = table.gain(number, table.class(number, masks));
                gain - self
                    .sweep
                    .read(ply + 1, &self.layers[ply + 1], other, step.row())
            })
            .collect()
    }
}

/// One backward induction.
struct Sweep {
    table: Table,
    sides: [Side; 2],
    to_move: usize,
    plies: usize,
    /// Who plays by `greedy_asc` instead of the best, if anybody does.
    greedy: Option<usize>,
}

impl Sweep {
    fn new(position: &Position) -> Result<Sweep, PositionError> {
        assert_eq!(position.version, Version::One, "layers are for version 1");
        position.check()?;
        let (table, duel) = Table::new(position);
        let sides = [0, 1].map(|player| Side::new(&table, &duel, player));
        Ok(Sweep {
            to_move: position.to_move,
            greedy: None,
            plies: sides[0].hand.len() + sides[1].hand.len(),
            table,
            sides,
        })
    }

    /// Who is to move after so many plies.
    fn mover(&self, ply: usize) -> usize {
        (self.to_move + ply) % 2
    }

    /// The rows of a player after so many plies.
    fn level(&self, ply: usize, player: usize) -> &Level {
        let played = if player == self.to_move {
            ply.div_ceil(2)
        } else {
            ply / 2
        };
        &self.sides[player].levels[played]
    }

    /// Lines that a layer takes.
    fn lines(&self, ply: usize) -> usize {
        self.level(ply, 0).panels() * self.level(ply, 1).panels() * LANES
    }

    /// The difference in a layer, for its mover, by the rows of both.
    fn read(&self, ply: usize, layer: &[Line], mover: usize, other: usize) -> i32 {
        let depth = self.level(ply, 1 - self.mover(ply)).panels() * LANES;
        let byte = layer[mover / LANES * depth + other][mover % LANES];
        i32::from(byte) - i32::from(ZERO)
    }

    /// Computes every layer from the last to the first, in the two buffers by turns; `seen` is
    /// shown each with its ply and its number of states. The first ends in buffer 0.
    fn run(&self, buffers: &mut [Buffer; 2], mut seen: impl FnMut(usize, &[Line], u64)) {
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
            let [even, odd] = &mut *buffers;
            let (out, next) = if ply % 2 == 0 {
                (even, &*odd)
            } else {
                (odd, &*even)
            };
            let out = out.lines_mut(self.lines(ply));
            (self.layer(ply)).compute(next.lines(self.lines(ply + 1)), out);
            let states = self.level(ply, 0).rows.len() * self.level(ply, 1).rows.len();
            seen(ply, out, states as u64);
        }
    }

    /// What the layer of a ply is computed from.
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
            let sweep = Sweep {
                greedy,
                ..Sweep::new(&position).unwrap()
            };
            for ply in 0..sweep.plies {
                let (mut next, mut found) = (Buffer::default(), Buffer::default());
                let (before, lines) = (sweep.lines(ply + 1), sweep.lines(ply));
                next.reserve(before);
                next.lines_mut(before)
                    .as_flattened_mut()
                    .fill_with(|| rng.random());
                found.reserve(lines);
                let mut expected = vec![[0; LANES]; lines];
                let layer = sweep.layer(ply);
                layer.compute(next.lines(before), found.lines_mut(lines));
                layer.compute_portable(next.lines(before), &mut expected);
                assert!(found.lines(lines) == expected, "ply {ply}, {greedy:?}");
            }
        }
    }

    /// Rows in ascending order, one for each state of the player, each with every card that is left.
    #[test]
    fn rows_are_the_states_of_a_player() {
        let mut position = Position::start(Version::One, [&[2, 4, 5, 6, 8], &[3, 7, 9, 10, 12]]);
        position.stacks[1] = vec![15];
        let sweep = Sweep::new(&position).unwrap();
        for side in &sweep.sides {
            let is_prime = |number: u8| sweep.table.primes >> number & 1 == 1;
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
        assert_eq!(sweep.sides[0].levels[2].rows.len(), by_kinds(2, 3));
    }
}
