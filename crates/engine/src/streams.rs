//! Randomness: one named, portable generator, and the streams a seed gives.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, 2021), seeded through
//! SplitMix64; it gives the same numbers on every platform, wasm too. A game's
//! seed opens one stream for the deal and one for each seat, so that others can
//! play the same deal again whatever random choices they make.

use crate::Seat;
use rand_xoshiro::rand_core::SeedableRng;

/// The random number generator of the workspace.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// Seeds stay below 2^53, so that they survive JSON readers that know only doubles.
const SEED_MASK: u64 = (1 << 53) - 1;

/// The streams of random numbers that belong to one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    seed: u64,
}

impl Streams {
    /// The streams of a seed. Any value is a seed.
    pub const fn new(seed: u64) -> Streams {
        Streams { seed }
    }

    /// The seed of game number `game` in a series that was given this seed. Below 2^53.
    pub const fn game_seed(self, game: u64) -> u64 {
        mix(self.seed, 0x6761_6d65, game) & SEED_MASK
    }

    /// The stream of the deal.
    pub fn deal(self) -> Rng {
        Rng::seed_from_u64(mix(self.seed, 0x6465_616c, 0))
    }

    /// The stream of a seat's own random choices.
    pub fn seat(self, seat: Seat) -> Rng {
        Rng::seed_from_u64(mix(self.seed, 0x7365_6174, seat.0 as u64))
    }

    /// The stream of a deal that follows the first ones, numbered by the game: a round that is played again.
    pub fn extra_deal(self, number: u64) -> Rng {
        Rng::seed_from_u64(mix(self.seed, 0x7874_7261, number))
    }

    /// A stream for a numbered piece of work: a thread's search, a sample of an experiment.
    pub fn task(self, task: u64) -> Rng {
        Rng::seed_from_u64(mix(self.seed, 0x7461_736b, task))
    }
}

/// Two rounds of the SplitMix64 finaliser over seed, purpose and number.
const fn mix(seed: u64, purpose: u64, number: u64) -> u64 {
    finalise(finalise(seed ^ purpose.rotate_left(32)).wrapping_add(number))
}

const fn finalise(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt as _;

    /// Pinned: a change here would make every stored seed mean another game.
    #[test]
    fn streams_never_change() {
        let streams = Streams::new(1);
        let first = [
            streams.deal().random::<u64>(),
            streams.seat(Seat(0)).random::<u64>(),
            streams.seat(Seat(1)).random::<u64>(),
            streams.task(0).random::<u64>(),
            streams.game_seed(0),
            streams.game_seed(1),
            streams.extra_deal(3).random::<u64>(),
        ];
        assert_eq!(first, PINNED, "{first:?}");
    }

    const PINNED: [u64; 7] = [
        5953060136382654622,
        12742058188904559488,
        10804064072188389399,
        7654655767805993274,
        8703479206257263,
        846317442408297,
        6708846763588242761,
    ];

    #[test]
    fn game_seeds_survive_doubles() {
        for game in 0..1000 {
            let seed = Streams::new(u64::MAX).game_seed(game);
            assert_eq!(seed as f64 as u64, seed);
        }
    }
}
