//! The inner loops of version 1: one layer computed from the next, 64 states at a time.

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::rows::{Level, Move};

/// Rows of a tile, and states of a line.
pub(super) const LANES: usize = 64;
/// 64 states: one row of the mover by 64 of the opponent, or the reverse.
pub(super) type Line = [u8; LANES];
/// 64 rows of the mover by 64 of the opponent.
pub(super) type Tile = [Line; LANES];
/// The byte of a difference of 0.
pub(super) const ZERO: u8 = 128;
/// Maximum number of cards in a hand.
pub(super) const MAX_HAND: usize = 16;

/// The lines of one layer, aligned to cache lines.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
}

impl Buffer {
    /// Makes room for `lines` lines. What they hold is unspecified.
    pub(super) fn reserve(&mut self, lines: usize) {
        // One line more than is used, for the alignment.
        let size = (lines + 1) * LANES;
        if self.bytes.is_empty() {
            // Zeroed pages come from the system without being touched.
            self.bytes = vec![0; size];
        } else if self.bytes.len() < size {
            // Keeps the pages there are: they would have to be cleared by the system again.
            self.bytes.resize(size, 0);
        }
    }

    fn skipped(&self) -> usize {
        self.bytes.as_ptr().align_offset(LANES).min(LANES)
    }

    /// The first `lines` lines.
    pub(super) fn lines(&self, lines: usize) -> &[Line] {
        &self.bytes[self.skipped()..].as_chunks().0[..lines]
    }

    /// The first `lines` lines.
    pub(super) fn lines_mut(&mut self, lines: usize) -> &mut [Line] {
        let skipped = self.skipped();
        &mut self.bytes[skipped..].as_chunks_mut().0[..lines]
    }
}

/// What one layer is computed from, besides the next layer.
pub(super) struct Layer<'a> {
    pub(super) mover: &'a Level,
    pub(super) other: &'a Level,
    /// Lines of a panel of the next layer.
    pub(super) depth: usize,
    /// What each card of the mover's hand scores, by run of the mover and run of the opponent.
    pub(super) gains: Vec<[u8; MAX_HAND]>,
    /// Whether the mover plays `greedy_asc` instead of the best card.
    pub(super) greedy: bool,
}

impl Layer<'_> {
    /// Computes the layer, with AVX2 where the processor has it.
    pub(super) fn compute(&self, next: &[Line], out: &mut [Line]) {
        #[cfg(target_arch = "x86_64")]
        if avx2::compute(self, next, out) {
            return;
        }
        self.compute_portable(next, out);
    }

    /// Computes the layer with the vectors of the compilation target, in WebAssembly with those of 128 bits.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn compute_portable(&self, next: &[Line], out: &mut [Line]) {
        self.compute_with(next, out, transpose, |_| ());
    }

    /// The loops over panels, runs and rows. They are inlined into one function per instruction set and vectorised
    /// there. `prefetch` is given the lines that the next panel will read.
    #[inline(always)]
    pub(super) fn compute_with(
        &self,
        next: &[Line],
        out: &mut [Line],
        transpose: impl Fn(&Tile, &mut Tile),
        prefetch: impl Fn(&[Line]),
    ) {
        let (mover, other) = (self.mover, self.other);
        let panels = other.panels();
        let out = out.as_chunks_mut().0;
        let mut scores = [[0; LANES]; MAX_HAND];
        let mut tile = [[ZERO; LANES]; LANES];
        let mut first_run = 0;
        // The runs of a panel, each with 255 in the lanes from its first on.
        let mut facing: Vec<(usize, Line)> = Vec::new();
        for panel in 0..panels {
            let start = panel * LANES;
            let end = (start + LANES).min(other.rows.len());
            while other.runs[first_run].end <= start {
                first_run += 1;
            }
            facing.clear();
            let mut from = 0;
            for (at, run) in other.runs.iter().enumerate().skip(first_run) {
                let lanes = std::array::from_fn(|lane| if lane >= from { 255 } else { 0 });
                facing.push((at, lanes));
                if run.end >= end {
                    break;
                }
                from = run.end - start;
            }
            let slab = &next[panel * self.depth..][..self.depth];
            let following = next.get((panel + 1) * self.depth..).unwrap_or(&[]);
            let mut fetched = 0;
            let mut row = 0;
            for (run, gains) in mover.runs.iter().zip(self.gains.chunks(other.runs.len())) {
                for (card, score) in scores.iter_mut().enumerate() {
                    for (run, lanes) in &facing {
                        let gain = gains[*run][card];
                        for lane in 0..LANES {
                            score[lane] = score[lane] & !lanes[lane] | gain & lanes[lane];
                        }
                    }
                }
                while row < run.end {
                    let until = run.end.min((row / LANES + 1) * LANES);
                    let lines = &mut tile[row % LANES..][..until - row];
                    let moves = mover.moves(row..until).chunks_exact(mover.options);
                    for (line, moves) in lines.iter_mut().zip(moves) {
                        *line = if self.greedy {
                            greediest(moves, &scores, slab)
                        } else {
                            best(moves, &scores, slab)
                        };
                    }
                    row = until;
                    // Spread evenly over the rows.
                    let fetch = (self.depth * row / mover.rows.len()).min(following.len());
                    prefetch(&following[fetched..fetch]);
                    fetched = fetch;
                    if row.is_multiple_of(LANES) || row == mover.rows.len() {
                        let block = (row - 1) / LANES;
                        transpose(&tile, &mut out[block * panels + panel]);
                    }
                }
            }
        }
    }
}

/// The value of one row against 64 rows of the opponent: the best of `score − value of the child`.
#[inline(always)]
fn best(moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
    let mut best = [0u8; LANES];
    for step in moves {
        let (score, rest) = (&scores[step.card()], &slab[step.row()]);
        for lane in 0..LANES {
            // 128 + score − (rest − 128), modulo 256; no difference reaches 127.
            best[lane] = best[lane].max(score[lane].wrapping_sub(rest[lane]));
        }
    }
    best
}

/// The value of one row against 64 rows of the opponent when the lowest of the cards that score most is played.
#[inline(always)]
fn greediest(moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
    let mut most = [0u8; LANES];
    let mut value = [0u8; LANES];
    for step in moves {
        let (score, rest) = (&scores[step.card()], &slab[step.row()]);
        for lane in 0..LANES {
            // Cards come in ascending order: only a higher score replaces a lower card.
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
#[inline(always)]
fn transpose(tile: &Tile, out: &mut Tile) {
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
