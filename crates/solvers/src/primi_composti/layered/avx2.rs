//! The inner loops of version 1 with AVX2, streaming stores and prefetch.
//!
//! Measured as a ratio to the portable loops with SSE2, on a full deal: vectors of 32 bytes alone 1.4, the
//! transposition written out 1.5 (the compiler's own takes a third of the time), streaming stores 2.1, since a layer is
//! written once and does not fit a cache, prefetch 2.3. AVX-512 added nothing: memory is the limit then.
#![allow(
    unsafe_code,
    reason = "instructions chosen at run time, and stores that bypass the cache, have no safe form"
)]

use super::kernel::{Instructions, LANES, Layer, Line, MAX_HAND, Tile};
use super::portable::Portable;
use super::rows::Move;
use std::arch::x86_64::{
    __m256i, _MM_HINT_T1, _mm_prefetch, _mm_sfence, _mm256_loadu_si256, _mm256_permute2x128_si256,
    _mm256_setzero_si256, _mm256_stream_si256, _mm256_unpackhi_epi8, _mm256_unpacklo_epi8,
};

/// Bytes of a vector.
const WIDTH: usize = 32;

/// A processor that has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// `None` if this processor does not have it.
    pub(super) fn detect() -> Option<Avx2> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }

    /// Computes a layer.
    pub(super) fn compute(self, layer: &Layer<'_>, next: &[Line], out: &mut [Line]) {
        // SAFETY: the value was made by `detect`: the processor has AVX2, the only feature that the function is
        // compiled for.
        unsafe { compute(self, layer, next, out) };
    }
}

#[target_feature(enable = "avx2")]
fn compute(avx2: Avx2, layer: &Layer<'_>, next: &[Line], out: &mut [Line]) {
    layer.compute_with(avx2, next, out);
    // SAFETY: a fence accesses no memory. It completes the streaming stores before any thread reads the lines.
    #[allow(unused_unsafe, reason = "the intrinsic is unsafe in older toolchains")]
    unsafe {
        _mm_sfence();
    }
}

/// Where nothing else is written, compilers vectorise the portable steps for AVX2: they are inlined into [`compute`].
impl Instructions for Avx2 {
    #[inline(always)]
    fn set(self, scores: &mut Line, gain: u8, lanes: &Line) {
        Portable.set(scores, gain, lanes);
    }

    #[inline(always)]
    fn best(self, moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
        Portable.best(moves, scores, slab)
    }

    #[inline(always)]
    fn greediest(self, moves: &[Move], scores: &[Line; MAX_HAND], slab: &[Line]) -> Line {
        Portable.greediest(moves, scores, slab)
    }

    #[inline(always)]
    fn transpose(self, tile: &Tile, out: &mut Tile) {
        // SAFETY: as in `Avx2::compute`.
        unsafe { transpose(tile, out) }
    }

    /// Starts to load lines into the second-level cache.
    #[inline(always)]
    fn prefetch(self, lines: &[Line]) {
        for line in lines {
            // SAFETY: a hint that has no effect a program could observe; the pointer is that of a reference.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(line.as_ptr().cast()) };
        }
    }
}

/// Transposes a tile, 16 rows of 32 bytes at a time: in each half of a vector four rounds of interleaving the upper half
/// of the rows with the lower, which transpose 16 × 16 bytes; then the halves are put in their places.
///
/// # Panics
/// If `out` is not aligned to vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose(tile: &Tile, out: &mut Tile) {
    assert!(out.as_ptr().addr().is_multiple_of(WIDTH));
    let out = out.as_flattened_mut().as_chunks_mut::<WIDTH>().0;
    for across in [0, 1] {
        let mut groups = [[_mm256_setzero_si256(); 16]; 4];
        for (group, rows) in groups.iter_mut().zip(tile.as_chunks::<16>().0) {
            let mut mixed = [_mm256_setzero_si256(); 16];
            for (vector, row) in mixed.iter_mut().zip(rows) {
                *vector = load(&row.as_chunks().0[across]);
            }
            for _ in 0..4 {
                let old = mixed;
                for i in 0..8 {
                    mixed[2 * i] = _mm256_unpacklo_epi8(old[i], old[i + 8]);
                    mixed[2 * i + 1] = _mm256_unpackhi_epi8(old[i], old[i + 8]);
                }
            }
            *group = mixed;
        }
        // Vectors `at` hold the bytes of rows `at` and `at + 16` of the output, 16 bytes of each in each group.
        #[expect(
            clippy::needless_range_loop,
            reason = "the arrays zipped, the whole solver is a tenth slower"
        )]
        for at in 0..16 {
            let (a, b) = (groups[0][at], groups[1][at]);
            let (c, d) = (groups[2][at], groups[3][at]);
            let line = (across * WIDTH + at) * (LANES / WIDTH);
            // Both halves of a line at once: they leave as one write.
            stream(_mm256_permute2x128_si256::<0x20>(a, b), &mut out[line]);
            stream(_mm256_permute2x128_si256::<0x20>(c, d), &mut out[line + 1]);
            let line = line + 16 * (LANES / WIDTH);
            stream(_mm256_permute2x128_si256::<0x31>(a, b), &mut out[line]);
            stream(_mm256_permute2x128_si256::<0x31>(c, d), &mut out[line + 1]);
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; WIDTH]) -> __m256i {
    // SAFETY: reads the 32 bytes of the reference, which may have any alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn stream(vector: __m256i, to: &mut [u8; WIDTH]) {
    // SAFETY: writes the 32 bytes of the reference. They are aligned: the caller has checked the first of its vectors, and
    // the others follow at multiples of 32 bytes. `compute` fences before anything reads them.
    unsafe { _mm256_stream_si256(to.as_mut_ptr().cast(), vector) };
}
