//! The bounds of all leaves under one set of prices: a look-up for each artist.

use super::choices::Round;
use super::rows::{Prices, Rates};
use super::{FIRST, Leaf, NONE, PLACES, Relaxation, THIRD};
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use std::collections::BTreeMap;
use std::ops::Range;

/// Cards of one artist, at most, and one.
pub(super) const LIMIT: usize = 22;
/// Which of the draw card, the second card and the card to lay another with of an artist have been used.
pub(super) const FLAGS: usize = 8;
/// Roles of an artist: without awards, with them, with those of later rounds.
const ROLES: usize = 3;
/// Values of a card are below this.
const VALUES: usize = 32;

/// For cards of one artist so far, and the flags: the best.
pub(super) type Layer = [[i64; FLAGS]; LIMIT];

/// Bounds of all leaves under one set of prices.
pub(in crate::masters_gallery) struct Tables {
    /// By artist, role, rounds so far, and places so far: the best.
    pub(super) best: Vec<[Vec<Vec<i64>>; ROLES]>,
    /// What ties cost, by round and ranking; and the most of this and all later rounds.
    pub(super) ties: Vec<Vec<i64>>,
    pub(super) ties_from: Vec<i64>,
    /// The price of all that there is, by variant; and the most.
    pub(super) variants: Vec<i64>,
    pub(super) any_variant: i64,
    pub(super) least_variant: i64,
}

impl Tables {
    /// No leaf is above this.
    pub(in crate::masters_gallery) fn highest(&self) -> i64 {
        let artists: i64 = self
            .best
            .iter()
            .map(|best| best.iter().map(|best| best[0][0]).max().unwrap_or(NONE))
            .sum();
        self.any_variant + self.ties_from[0] + artists
    }
}

impl Relaxation<'_> {
    /// The bounds of all leaves under these prices.
    pub(in crate::masters_gallery) fn tables(&self, prices: &Prices) -> Tables {
        let model = self.model;
        let empty: Vec<Vec<i64>> = (0..=model.rounds)
            .map(|round| vec![NONE; PLACES.pow(round as u32)])
            .collect();
        let mut fill = Fill {
            relaxation: self,
            rates: Rates::new(prices, self.others()),
            known: vec![None; model.rounds * PLACES * VALUES],
            best: vec![std::array::from_fn(|_| empty.clone()); model.artists],
        };
        for role in 0..self.roles() {
            fill.role(role);
        }
        let ties: Vec<Vec<i64>> = (0..model.rounds)
            .map(|round| {
                let cost = |ranking| -self.cost_of_ties(round, ranking, prices);
                (0..self.space.rankings.len()).map(cost).collect()
            })
            .collect();
        let mut ties_from = vec![0; model.rounds + 1];
        for round in (0..model.rounds).rev() {
            ties_from[round] = ties_from[round + 1] + ties[round].iter().max().unwrap_or(&0);
        }
        let variants: Vec<i64> = self
            .stocks
            .iter()
            .map(|stock| {
                let worth = self
                    .rows
                    .iter()
                    .map(|&row| i64::from(stock[row]) * prices[row]);
                worth.sum()
            })
            .collect();
        let any_variant = variants.iter().copied().max().unwrap_or(NONE);
        let least_variant = variants.iter().copied().min().unwrap_or(NONE);
        Tables {
            best: fill.best,
            ties,
            ties_from,
            variants,
            any_variant,
            least_variant,
        }
    }

    /// The bound of a leaf.
    pub(in crate::masters_gallery) fn bound(&self, tables: &Tables, leaf: &Leaf) -> i64 {
        let variants = leaf.variants.ones().map(|variant| tables.variants[variant]);
        let most = variants.max().unwrap_or(NONE);
        (most + self.apart(tables, leaf)).max(NONE)
    }

    /// Takes the variants out of a leaf that are below the cut; the bound of the leaf before.
    pub(in crate::masters_gallery) fn restrict(
        &self,
        tables: &Tables,
        leaf: &mut Leaf,
        cut: i64,
    ) -> i64 {
        let apart = self.apart(tables, leaf);
        let variants = leaf.variants.ones().map(|variant| tables.variants[variant]);
        let most = variants.max().unwrap_or(NONE);
        if most + apart < cut {
            leaf.variants.clear();
        } else if tables.least_variant + apart < cut {
            let left = leaf.variants.ones();
            let left = left.filter(|&variant| tables.variants[variant] + apart >= cut);
            leaf.variants = left.collect();
        }
        (most + apart).max(NONE)
    }

    /// The part of a leaf's bound that all its variants have in common.
    fn apart(&self, tables: &Tables, leaf: &Leaf) -> i64 {
        let rounds = self.model.rounds;
        let mut bound = 0;
        for (ties, &ranking) in tables.ties.iter().zip(&leaf.rankings) {
            bound += ties[ranking];
        }
        for (artist, best) in tables.best.iter().enumerate() {
            let code = (0..rounds).fold(0, |code, r| code * PLACES + self.place(leaf, r, artist));
            bound += best[Self::role(leaf.awarded, artist)][rounds][code];
        }
        bound
    }
}

/// Fills the tables of all artists: they differ only in how many cards there are. What the first half of the rounds
/// comes to is put together with what the second half does, for each number of cards and each use of symbols.
struct Fill<'a> {
    relaxation: &'a Relaxation<'a>,
    rates: [Rates; ROUNDS],
    /// The best of a round, by round, place and value.
    known: Vec<Option<Round>>,
    best: Vec<[Vec<Vec<i64>>; ROLES]>,
}

/// The places of some rounds, and what an artist does there.
struct Half {
    code: usize,
    gained: i32,
    layer: Box<Layer>,
}

impl Fill<'_> {
    fn role(&mut self, role: usize) {
        let rounds = self.relaxation.model.rounds;
        let middle = rounds / 2;
        let mut later: BTreeMap<i32, Vec<Half>> = BTreeMap::new();
        for half in self.halves(role, 0..middle, 0) {
            let ends = later.entry(half.gained).or_insert_with(|| {
                let mut ends = self.halves(role, middle..rounds, half.gained);
                for end in &mut ends {
                    at_most(&mut end.layer);
                }
                ends
            });
            for end in ends {
                let code = half.code * PLACES.pow((rounds - middle) as u32) + end.code;
                for (artist, &limit) in self
                    .relaxation
                    .model
                    .limits
                    .iter()
                    .enumerate()
                    .take(self.best.len())
                {
                    self.best[artist][role][rounds][code] =
                        join(&half.layer, &end.layer, limit as usize);
                }
            }
        }
        for best in &mut self.best {
            let best = &mut best[role];
            for round in (0..rounds).rev() {
                for code in 0..best[round].len() {
                    let next = &best[round + 1][code * PLACES..(code + 1) * PLACES];
                    best[round][code] = next.iter().copied().max().unwrap_or(NONE);
                }
            }
        }
    }

    /// All places in these rounds.
    fn halves(&mut self, role: usize, rounds: Range<usize>, gained: i32) -> Vec<Half> {
        let mut layer = Box::new([[NONE; FLAGS]; LIMIT]);
        layer[0][0] = 0;
        let mut halves = vec![Half {
            code: 0,
            gained,
            layer,
        }];
        for round in rounds {
            let mut next = Vec::with_capacity(halves.len() * PLACES);
            for half in &halves {
                for place in 0..PLACES {
                    let gained = half.gained + gain(place);
                    next.push(Half {
                        code: half.code * PLACES + place,
                        gained,
                        layer: Box::new(self.onward(role, round, place, gained, &half.layer)),
                    });
                }
            }
            halves = next;
        }
        halves
    }

    fn onward(
        &mut self,
        role: usize,
        round: usize,
        place: usize,
        gained: i32,
        layer: &Layer,
    ) -> Layer {
        let relaxation = self.relaxation;
        let limit = relaxation.model.limits.into_iter().max().unwrap_or(0) as usize;
        let value = gained + relaxation.tokens(role, round);
        let key = (round * PLACES + place) * VALUES + value as usize;
        let best = self.known[key].get_or_insert_with(|| {
            let limits = relaxation.limits(round, place);
            relaxation.round(&self.rates[round], round, place, value, &limits)
        });
        step(layer, best, limit)
    }
}

/// Turns the best with exactly each number of cards and these flags into the best with at most that number and some of
/// the flags.
fn at_most(layer: &mut Layer) {
    for cards in 0..LIMIT {
        if cards > 0 {
            let fewer = layer[cards - 1];
            for (best, fewer) in layer[cards].iter_mut().zip(fewer) {
                *best = fewer.max(*best);
            }
        }
        let row = &mut layer[cards];
        for flag in [1, 2, 4] {
            for flags in (0..FLAGS).filter(|flags| flags & flag != 0) {
                row[flags] = row[flags].max(row[flags ^ flag]);
            }
        }
    }
}

/// The best of two halves with no more cards than the limit, and each symbol in one of them.
fn join(one: &Layer, other: &Layer, limit: usize) -> i64 {
    let mut most = NONE;
    for (row, left) in one[..=limit].iter().zip(other[..=limit].iter().rev()) {
        for (flags, points) in row.iter().enumerate() {
            most = most.max(points + left[FLAGS - 1 - flags]);
        }
    }
    most.max(NONE)
}

/// One round more.
pub(super) fn step(before: &Layer, best: &Round, limit: usize) -> Layer {
    let mut after = [[NONE; FLAGS]; LIMIT];
    for (used, row) in before.iter().enumerate() {
        for (flags, &so_far) in row.iter().enumerate() {
            if so_far <= NONE / 2 {
                continue;
            }
            for &(cards, more, points) in best {
                if more & flags == 0 && used + cards <= limit {
                    let after = &mut after[used + cards][flags | more];
                    *after = (so_far + points).max(*after);
                }
            }
        }
    }
    after
}

pub(super) fn gain(place: usize) -> i32 {
    match place {
        FIRST..=THIRD => GAINS[place - FIRST],
        _ => 0,
    }
}
