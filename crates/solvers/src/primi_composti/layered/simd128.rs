//! The steps of version 1 with WebAssembly's vectors of 128 bits.
//!
//! They are written out because the compiler does not vectorise the portable ones there: the browser build is optimised
//! for size when it is linked, and with link-time optimisation loops are vectorised only then. The longer ones are
//! functions of their own, since browsers replace a function by its optimised form between calls, and not within one.
#![allow(unsafe_code, reason = "vectors are loaded and stored through pointers")]

use super::kernel::{Instructions, LANES, Layer, Line, MAX_HAND, Tile};
use super::rows::Move;
use std::arch::wasm32::{
    u8x16_gt, u8x16_max, u8x16_shuffle, u8x16_splat, u8x16_sub, v128, v128_bitselect, v128_load,
    v128_store,
};

/// Bytes of a vector.
const WIDTH: usize = 16;
/// Vectors of a line.
const VECTORS: usize = LANES / WIDTH;

/// Vectors of 128 bits. A WebAssembly engine that does not have them refuses to load the module.
#[derive(Clone, Copy)]
struct Simd128;

/// Computes a layer.
#[target_feature(enable = "simd128")]
pub(super) fn compute(layer: &Layer<'_>, next: &[Line], out: &mut [Line]) {
    layer.compute_with(Simd128, next, out);
}

impl Instructions for Simd128 {
    #[inline(always)]
    fn set(self, scores: &mut Line, gain: u8, lanes: &Line) {
        set(scores, gain, lanes);
    }

    #[inline(always)]
    fn best(self, moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
        best(moves, scores, slab)
    }

    #[inline(always)]
    fn greediest(self, moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
        greediest(moves, scores, slab)
    }

    #[inline(always)]
    fn transpose(self, tile: &Tile, out: &mut Tile) {
        transpose(tile, out);
    }
}

#[inline]
#[target_feature(enable = "simd128")]
fn set(scores: &mut Line, gain: u8, lanes: &Line) {
    let (old, mask, gain) = (load(scores), load(lanes), u8x16_splat(gain));
    let mut new = old;
    for i in 0..VECTORS {
        new[i] = v128_bitselect(gain, old[i], mask[i]);
    }
    *scores = store(new);
}

#[inline(never)]
#[target_feature(enable = "simd128")]
fn best(moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
    let mut best = [u8x16_splat(0); VECTORS];
    for step in moves {
        let (score, rest) = (load(&scores[step.card()]), load(&slab[step.row()]));
        for i in 0..VECTORS {
            best[i] = u8x16_max(best[i], u8x16_sub(score[i], rest[i]));
        }
    }
    store(best)
}

#[inline(never)]
#[target_feature(enable = "simd128")]
fn greediest(moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
    let mut most = [u8x16_splat(0); VECTORS];
    let mut value = most;
    for step in moves {
        let (score, rest) = (load(&scores[step.card()]), load(&slab[step.row()]));
        for i in 0..VECTORS {
            // Cards come in ascending order: only a higher score replaces a lower card.
            let more = u8x16_gt(score[i], most[i]);
            most[i] = u8x16_max(score[i], most[i]);
            value[i] = v128_bitselect(u8x16_sub(score[i], rest[i]), value[i], more);
        }
    }
    store(value)
}

/// Transposes 16 × 16 bytes at a time: four rounds of interleaving the upper half of the rows with the lower.
#[inline(never)]
#[target_feature(enable = "simd128")]
fn transpose(tile: &Tile, out: &mut Tile) {
    for down in 0..VECTORS {
        let (rows, lines) = (&tile[down * WIDTH..][..WIDTH], out.as_flattened_mut());
        for across in 0..VECTORS {
            let mut mixed = [u8x16_splat(0); WIDTH];
            for (vector, row) in mixed.iter_mut().zip(rows) {
                *vector = load_vector(&row.as_chunks().0[across]);
            }
            let mixed = interleave(interleave(interleave(interleave(mixed))));
            let columns = lines.as_chunks_mut::<WIDTH>().0;
            for (at, &vector) in mixed.iter().enumerate() {
                store_vector(vector, &mut columns[(across * WIDTH + at) * VECTORS + down]);
            }
        }
    }
}

/// Interleaves the upper half of the rows with the lower. Written out: a loop is not unrolled, and an array with a
/// variable index stays in memory.
#[inline]
#[target_feature(enable = "simd128")]
fn interleave(rows: [v128; WIDTH]) -> [v128; WIDTH] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = rows;
    [
        interleave_low(a, i),
        interleave_high(a, i),
        interleave_low(b, j),
        interleave_high(b, j),
        interleave_low(c, k),
        interleave_high(c, k),
        interleave_low(d, l),
        interleave_high(d, l),
        interleave_low(e, m),
        interleave_high(e, m),
        interleave_low(f, n),
        interleave_high(f, n),
        interleave_low(g, o),
        interleave_high(g, o),
        interleave_low(h, p),
        interleave_high(h, p),
    ]
}

#[inline]
#[target_feature(enable = "simd128")]
fn interleave_low(a: v128, b: v128) -> v128 {
    u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b)
}

#[inline]
#[target_feature(enable = "simd128")]
fn interleave_high(a: v128, b: v128) -> v128 {
    u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b)
}

#[inline]
#[target_feature(enable = "simd128")]
fn load(line: &Line) -> [v128; VECTORS] {
    let mut vectors = [u8x16_splat(0); VECTORS];
    for (vector, bytes) in vectors.iter_mut().zip(line.as_chunks().0) {
        *vector = load_vector(bytes);
    }
    vectors
}

#[inline]
#[target_feature(enable = "simd128")]
fn store(vectors: [v128; VECTORS]) -> Line {
    let mut line = [0; LANES];
    for (to, vector) in line.as_chunks_mut().0.iter_mut().zip(vectors) {
        store_vector(vector, to);
    }
    line
}

#[inline]
#[target_feature(enable = "simd128")]
fn load_vector(bytes: &[u8; WIDTH]) -> v128 {
    // SAFETY: reads the 16 bytes of the reference, which may have any alignment.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "simd128")]
fn store_vector(vector: v128, to: &mut [u8; WIDTH]) {
    // SAFETY: writes the 16 bytes of the reference, which may have any alignment.
    unsafe { v128_store(to.as_mut_ptr().cast(), vector) };
}
