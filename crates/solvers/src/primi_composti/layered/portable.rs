//! The steps of version 1 in code that compilers vectorise for any processor.

use super::kernel::{Instructions, LANES, Line, MAX_HAND, Tile};
use super::rows::Move;

/// Vectors of the compilation target, or of the function that the steps are inlined into.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Instructions for Portable {
    #[inline(always)]
    fn set(self, scores: &mut Line, gain: u8, lanes: &Line) {
        for lane in 0..LANES {
            scores[lane] = scores[lane] & !lanes[lane] | gain & lanes[lane];
        }
    }

    #[inline(always)]
    fn best(self, moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
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

    #[inline(always)]
    fn greediest(self, moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
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
    fn transpose(self, tile: &Tile, out: &mut Tile) {
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
}
