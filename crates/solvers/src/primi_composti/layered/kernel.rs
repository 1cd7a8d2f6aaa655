//! The inner loops of version 1: one layer computed from the next, 64 states at a time.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::memory::Memory;
#[cfg(not(target_arch = "wasm32"))]
use super::portable::Portable;
use super::rows::{Level, Move};
#[cfg(target_arch = "wasm32")]
use super::simd128;

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
    bytes: Memory,
}

impl Buffer {
    /// Makes room for `lines` lines. What they hold is unspecified.
    pub(super) fn reserve(&mut self, lines: usize) {
        // One line more than is used, for the alignment.
        self.bytes.reserve((lines + 1) * LANES);
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

/// The steps of the loops that are written or compiled differently for each instruction set. A value of a type that
/// implements it stands for a processor that has the instructions.
pub(super) trait Instructions: Copy {
    /// Sets the lanes of `scores` that are 255 in `lanes` to `gain`.
    fn set(self, scores: &mut Line, gain: u8, lanes: &Line);

    /// The value of one row against 64 rows of the opponent: the maximum over cards of the score minus the value of the
    /// next state. `scores` is indexed by the card, `slab` by the row that the card leads to.
    fn best(self, moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line;

    /// As [`Instructions::best`] when the lowest of the cards that score most is played.
    fn greediest(self, moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line;

    /// Writes a tile transposed.
    fn transpose(self, tile: &Tile, out: &mut Tile);

    /// Is given the lines that the next panel will read.
    #[inline(always)]
    fn prefetch(self, _lines: &[Line]) {}
}

impl Layer<'_> {
    /// Computes the layer with the widest vectors that the loops are written for and that the processor has.
    pub(super) fn compute(&self, next: &[Line], out: &mut [Line]) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return avx2.compute(self, next, out);
        }
        #[cfg(target_arch = "wasm32")]
        simd128::compute(self, next, out);
        #[cfg(not(target_arch = "wasm32"))]
        self.compute_with(Portable, next, out);
    }

    /// The loops over panels, runs and rows. They are inlined into one function per instruction set.
    #[inline(always)]
    pub(super) fn compute_with(
        &self,
        instructions: impl Instructions,
        next: &[Line],
        out: &mut [Line],
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
                        instructions.set(score, gains[*run][card], lanes);
                    }
                }
                while row < run.end {
                    let until = run.end.min((row / LANES + 1) * LANES);
                    let lines = &mut tile[row % LANES..][..until - row];
                    let moves = mover.moves(row..until).chunks_exact(mover.options);
                    for (line, moves) in lines.iter_mut().zip(moves) {
                        *line = if self.greedy {
                            instructions.greediest(moves, &scores, slab)
                        } else {
                            instructions.best(moves, &scores, slab)
                        };
                    }
                    row = until;
                    // Spread evenly over the rows.
                    let fetch = (self.depth * row / mover.rows.len()).min(following.len());
                    instructions.prefetch(&following[fetched..fetch]);
                    fetched = fetch;
                    if row.is_multiple_of(LANES) || row == mover.rows.len() {
                        let block = (row - 1) / LANES;
                        instructions.transpose(&tile, &mut out[block * panels + panel]);
                    }
                }
            }
        }
    }
}
