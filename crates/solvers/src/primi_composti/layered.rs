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

use super::position::{Duel, Position, PositionError, Table};
use super::{Solution, Step};
use parlour_games::primi_composti::Version;

/// Rows of a tile, and states of a line.
const LANES: usize = 64;
/// 64 states: one row of the mover against 64 of the other, or the reverse.
type Line = [u8; LANES];
/// The byte that stands for a difference of nought.
const NOUGHT: u8 = 128;
/// Layers of at most so many lines are kept, to read the principal line from: 4 MiB each.
const KEPT: usize = 1 << 16;

/// What one player alone decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Row {
    prime: u8,
    composite: u8,
    /// Cards played, as a set over the hand at the start.
    played: u32,
}

/// Neighbouring rows that show the same cards.
struct Run {
    end: usize,
    shown: (u8, u8),
}

/// The rows of one player after a number of his moves.
struct Level {
    rows: Vec<Row>,
    runs: Vec<Run>,
    /// Where the moves of each row begin; one entry more than rows.
    first: Vec<u32>,
    /// Which card of the hand, and the row it leads to.
    moves: Vec<(u8, u32)>,
}

impl Level {
    fn panels(&self) -> usize {
        self.rows.len().div_ceil(LANES)
    }
}

/// One player's hand and his rows by the number of cards played.
struct Side {
    hand: Vec<u8>,
    levels: Vec<Level>,
}

impl Side {
    fn new(table: &Table, duel: &Duel, player: usize) -> Side {
        let hand: Vec<u8> = (1..32)
            .filter(|&card| duel.hand[player] >> card & 1 == 1)
            .collect();
        let top = |stack: usize| (duel.stack[stack] & 31) as u8;
        let shown = (top(player * 2), top(player * 2 + 1));
        let prime = |card: u8| table.primes >> card & 1 == 1;
        let mut rows: Vec<Vec<Row>> = vec![Vec::new(); hand.len() + 1];
        for played in 0u32..1 << hand.len() {
            let cards = (0..hand.len()).filter(|at| played >> at & 1 == 1);
            let (mut primes, mut composites): (Vec<u8>, Vec<u8>) =
                cards.map(|at| hand[at]).partition(|&card| prime(card));
            // As long as none of a kind is played, what lay there before shows.
            if primes.is_empty() {
                primes.push(shown.0);
            }
            if composites.is_empty() {
                composites.push(shown.1);
            }
            let level = &mut rows[played.count_ones() as usize];
            for &prime in &primes {
                level.extend(composites.iter().map(|&composite| Row {
                    prime,
                    composite,
                    played,
                }));
            }
        }
        rows.iter_mut().for_each(|level| level.sort_unstable());
        let levels = (0..=hand.len())
            .map(|played| {
                let next = rows.get(played + 1).map_or(&[][..], Vec::as_slice);
                Level::new(&rows[played], next, &hand, prime)
            })
            .collect();
        Side { hand, levels }
    }
}

impl Level {
    fn new(rows: &[Row], next: &[Row], hand: &[u8], prime: impl Fn(u8) -> bool) -> Level {
        let mut first = vec![0];
        let mut moves = Vec::new();
        for row in rows {
            for (at, &card) in hand.iter().enumerate() {
                if row.played >> at & 1 == 1 {
                    continue;
                }
                let mut child = Row {
                    played: row.played | 1 << at,
                    ..*row
                };
                if prime(card) {
                    child.prime = card;
                } else {
                    child.composite = card;
                }
                let to = next
                    .binary_search(&child)
                    .expect("every set of cards has a row for each card that can be on top");
                moves.push((at as u8, to as u32));
            }
            first.push(moves.len() as u32);
        }
        let mut runs: Vec<Run> = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let shown = (row.prime, row.composite);
            match runs.last_mut() {
                Some(run) if run.shown == shown => run.end = at + 1,
                _ => runs.push(Run { end: at + 1, shown }),
            }
        }
        Level {
            rows: rows.to_vec(),
            runs,
            first,
            moves,
        }
    }
}

/// A solver that keeps its two layers from one position to the next.
#[derive(Debug, Default)]
pub struct Layered {
    layers: [Vec<Line>; 2],
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
            level.rows[0].shown(),
            sweep.level(0, 1 - me).rows[0].shown(),
        );
        let after = sweep.lines(1);
        let options = level.moves.iter().map(|&(card, to)| {
            let number = usize::from(sweep.sides[me].hand[usize::from(card)]);
            let gain = sweep.table.gain(number, sweep.table.class(number, masks));
            let rest = sweep.read(1, &self.layers[1][..after], 0, to as usize);
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
        let root = sweep.read(0, &self.layers[0], 0, 0);
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
        let root = sweep.read(0, &self.layers[0], 0, 0);
        let mut line = Vec::new();
        let mut rows = [0usize; 2];
        let mut score = position.score;
        for (ply, layer) in kept.iter().enumerate().skip(1) {
            let mover = sweep.mover(ply - 1);
            let (level, other) = (sweep.level(ply - 1, mover), rows[1 - mover]);
            let masks = sweep.table.scoring(
                level.rows[rows[mover]].shown(),
                sweep.level(ply - 1, 1 - mover).rows[other].shown(),
            );
            let options = level.first[rows[mover]]..level.first[rows[mover] + 1];
            let best = options
                .map(|at| {
                    let (card, to) = level.moves[at as usize];
                    let number = usize::from(sweep.sides[mover].hand[usize::from(card)]);
                    let gain = sweep.table.gain(number, sweep.table.class(number, masks));
                    // In the next layer the other is to move.
                    let rest = sweep.read(ply, layer, other, to as usize);
                    (gain - rest, number, gain, to as usize, rest)
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
            level.rows[own].shown(),
            self.sweep.level(ply, 1 - me).rows[other].shown(),
        );
        let moves = level.first[own] as usize..level.first[own + 1] as usize;
        level.moves[moves]
            .iter()
            .map(|&(card, to)| {
                let number = usize::from(self.sweep.sides[me].hand[usize::from(card)]);
                let gain = table.gain(number, table.class(number, masks));
                gain - self
                    .sweep
                    .read(ply + 1, &self.layers[ply + 1], other, to as usize)
            })
            .collect()
    }
}

impl Row {
    fn shown(self) -> (u8, u8) {
        (self.prime, self.composite)
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
        i32::from(byte) - i32::from(NOUGHT)
    }

    /// Computes every layer from the last to the first, in the two buffers by turns; `seen` is
    /// shown each with its ply and its number of states. The first ends in buffer 0.
    fn run(&self, buffers: &mut [Vec<Line>; 2], mut seen: impl FnMut(usize, &[Line], u64)) {
        for (parity, buffer) in buffers.iter_mut().enumerate() {
            let plies = (0..=self.plies).filter(|ply| ply % 2 == parity);
            let most = plies.map(|ply| self.lines(ply)).max().unwrap_or(0);
            if buffer.len() < most {
                // Grown by a new zeroed allocation: the old content is not wanted.
                *buffer = vec![[0; LANES]; most];
            }
        }
        let last = self.plies;
        buffers[last % 2][..self.lines(last)].fill([NOUGHT; LANES]);
        seen(last, &buffers[last % 2][..self.lines(last)], 1);
        for ply in (0..last).rev() {
            let [even, odd] = &mut *buffers;
            let (out, next) = if ply % 2 == 0 {
                (even, &*odd)
            } else {
                (odd, &*even)
            };
            let out = &mut out[..self.lines(ply)];
            self.layer(ply, next, out);
            let states = self.level(ply, 0).rows.len() * self.level(ply, 1).rows.len();
            seen(ply, out, states as u64);
        }
    }

    /// Computes one layer from the next.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    fn layer(&self, ply: usize, next: &[Line], out: &mut [Line]) {
        let me = self.mover(ply);
        let (mover, other) = (self.level(ply, me), self.level(ply, 1 - me));
        let hand = &self.sides[me].hand;
        let depth = self.level(ply + 1, me).panels() * LANES;
        let panels = other.panels();
        let greedy = self.greedy == Some(me);
        let mut scores = [[0u8; LANES]; 32];
        let mut tile = [[NOUGHT; LANES]; LANES];
        let mut first_run = 0;
        for panel in 0..panels {
            let start = panel * LANES;
            let end = (start + LANES).min(other.rows.len());
            while other.runs[first_run].end <= start {
                first_run += 1;
            }
            let slab = &next[panel * depth..(panel + 1) * depth];
            let mut row = 0;
            for run in &mover.runs {
                let mut from = start;
                for facing in &other.runs[first_run..] {
                    let to = facing.end.min(end);
                    let masks = self.table.scoring(run.shown, facing.shown);
                    for (line, &card) in scores.iter_mut().zip(hand) {
                        let card = usize::from(card);
                        let gain = self.table.gain(card, self.table.class(card, masks));
                        line[from - start..to - start].fill(gain as u8);
                    }
                    from = to;
                    if from == end {
                        break;
                    }
                }
                while row < run.end {
                    let moves = mover.first[row] as usize..mover.first[row + 1] as usize;
                    let moves = &mover.moves[moves];
                    tile[row % LANES] = if greedy {
                        greediest(moves, &scores, slab)
                    } else {
                        best(moves, &scores, slab)
                    };
                    row += 1;
                    if row.is_multiple_of(LANES) || row == mover.rows.len() {
                        let block = (row - 1) / LANES;
                        let at = (block * panels + panel) * LANES;
                        transpose(&tile, &mut out[at..at + LANES]);
                    }
                }
            }
        }
    }
}

/// The value of one row against 64 of the other: the best of `score − value of the child`.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn best(moves: &[(u8, u32)], scores: &[Line; 32], slab: &[Line]) -> Line {
    let mut best = [0u8; LANES];
    for &(card, child) in moves {
        let score = &scores[usize::from(card) & 31];
        let rest = &slab[child as usize];
        for lane in 0..LANES {
            // 128 + score − (rest − 128), modulo 256; no difference reaches 127.
            best[lane] = best[lane].max(score[lane].wrapping_sub(rest[lane]));
        }
    }
    best
}

/// The value of one row against 64 of the other when the lowest of the cards that score most is played.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn greediest(moves: &[(u8, u32)], scores: &[Line; 32], slab: &[Line]) -> Line {
    let mut most = [0u8; LANES];
    let mut value = [0u8; LANES];
    for &(card, child) in moves {
        let score = &scores[usize::from(card) & 31];
        let rest = &slab[child as usize];
        for lane in 0..LANES {
            // Cards come in ascending order: only a higher score takes the place of a lower card.
            let more = score[lane] > most[lane];
            most[lane] = if more { score[lane] } else { most[lane] };
            let this = score[lane].wrapping_sub(rest[lane]);
            value[lane] = if more { this } else { value[lane] };
        }
    }
    value
}

/// Transposes a tile, 16 × 16 bytes at a time: four rounds of interleaving the upper half of the
/// rows with the lower, which compile to `punpck` instructions.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn transpose(tile: &[Line; LANES], out: &mut [Line]) {
    const SIDE: usize = 16;
    for block in 0..(LANES / SIDE) * (LANES / SIDE) {
        let (across, down) = (block / (LANES / SIDE) * SIDE, block % (LANES / SIDE) * SIDE);
        let mut rows = [[0u8; SIDE]; SIDE];
        for (at, row) in rows.iter_mut().enumerate() {
            row.copy_from_slice(&tile[down + at][across..across + SIDE]);
        }
        for _ in 0..4 {
            let mut mixed = [[0u8; SIDE]; SIDE];
            for i in 0..SIDE / 2 {
                for j in 0..SIDE / 2 {
                    mixed[2 * i][2 * j] = rows[i][j];
                    mixed[2 * i][2 * j + 1] = rows[i + 8][j];
                    mixed[2 * i + 1][2 * j] = rows[i][j + 8];
                    mixed[2 * i + 1][2 * j + 1] = rows[i + 8][j + 8];
                }
            }
            rows = mixed;
        }
        for (at, row) in rows.iter().enumerate() {
            out[across + at][down..down + SIDE].copy_from_slice(row);
        }
    }
}
