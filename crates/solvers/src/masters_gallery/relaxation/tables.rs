//! The bounds of all leaves under one set of prices: a look-up for each artist.

use super::choices::Round;
use super::rows::{ORDER, Prices, Rates};
use super::{FIRST, Leaf, NONE, PLACES, Relaxation, THIRD};
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};

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
    /// By artist, rounds so far, places so far, and role: the best.
    pub(super) best: Vec<Vec<Vec<[i64; ROLES]>>>,
    /// What ties cost, by round and ranking; and the most of this and all later rounds.
    pub(super) ties: Vec<Vec<i64>>,
    pub(super) ties_from: Vec<i64>,
    /// The price of all that there is, by variant; and the most.
    pub(super) variants: Vec<i64>,
    pub(super) any_variant: i64,
}

impl Tables {
    /// No leaf is above this.
    pub(in crate::masters_gallery) fn highest(&self) -> i64 {
        let artists: i64 = self
            .best
            .iter()
            .map(|best| best[0][0].into_iter().max().unwrap_or(NONE))
            .sum();
        self.any_variant + self.ties_from[0] + artists
    }
}

impl Relaxation<'_> {
    /// The bounds of all leaves under these prices.
    pub(in crate::masters_gallery) fn tables(&self, prices: &Prices) -> Tables {
        let model = self.model;
        let mut fill = Fill {
            relaxation: self,
            rates: Rates::new(prices),
            known: vec![None; model.rounds * PLACES * VALUES],
            best: vec![
                (0..=model.rounds)
                    .map(|round| vec![[NONE; ROLES]; PLACES.pow(round as u32)])
                    .collect();
                model.artists
            ],
        };
        let mut start = [[NONE; FLAGS]; LIMIT];
        start[0][0] = 0;
        for role in 0..self.roles() {
            fill.from(role, 0, 0, 0, &start);
        }
        let ties: Vec<Vec<i64>> = (0..model.rounds)
            .map(|round| {
                let cost = |ranking| {
                    let ties = ORDER.into_iter().zip(self.ties(ranking));
                    -ties
                        .filter(|&(_, tie)| tie)
                        .map(|(row, _)| prices[row + round])
                        .sum::<i64>()
                };
                (0..self.space.rankings.len()).map(cost).collect()
            })
            .collect();
        let mut ties_from = vec![0; model.rounds + 1];
        for round in (0..model.rounds).rev() {
            ties_from[round] = ties_from[round + 1] + ties[round].iter().max().unwrap_or(&0);
        }
        let variants: Vec<i64> = self
            .variants
            .iter()
            .map(|&(seat, skips)| {
                let stock = self.stock(seat, skips, &[None; ROUNDS]);
                let worth = self
                    .rows
                    .iter()
                    .map(|&row| i64::from(stock[row]) * prices[row]);
                worth.sum()
            })
            .collect();
        let any_variant = variants.iter().copied().max().unwrap_or(NONE);
        Tables {
            best: fill.best,
            ties,
            ties_from,
            variants,
            any_variant,
        }
    }

    /// The bound of a leaf.
    pub(in crate::masters_gallery) fn bound(&self, tables: &Tables, leaf: &Leaf) -> i64 {
        let rounds = self.model.rounds;
        let variant = (leaf.seat, leaf.skips);
        let variant = self.variants.iter().position(|&other| other == variant);
        let mut bound = variant.map_or(NONE, |variant| tables.variants[variant]);
        for (ties, &ranking) in tables.ties.iter().zip(&leaf.rankings) {
            bound += ties[ranking];
        }
        for (artist, best) in tables.best.iter().enumerate() {
            let code = (0..rounds).fold(0, |code, r| code * PLACES + self.place(leaf, r, artist));
            bound += best[rounds][code][Self::role(leaf.awarded, artist)];
        }
        bound.max(NONE)
    }
}

/// Fills the tables of all artists: they differ only in how many cards there are.
struct Fill<'a> {
    relaxation: &'a Relaxation<'a>,
    rates: [Rates; ROUNDS],
    /// The best of a round, by round, place and value.
    known: Vec<Option<Round>>,
    best: Vec<Vec<Vec<[i64; ROLES]>>>,
}

impl Fill<'_> {
    /// The best of all from a round on, by the places so far, for each continuation.
    fn from(&mut self, role: usize, round: usize, code: usize, gained: i32, layer: &Layer) {
        let relaxation = self.relaxation;
        let model = relaxation.model;
        if round == model.rounds {
            let mut most = NONE;
            let mut used = 0;
            let mut artists: Vec<usize> = (0..model.artists).collect();
            artists.sort_by_key(|&artist| model.limits[artist]);
            for artist in artists {
                while used <= model.limits[artist] as usize {
                    most = layer[used].into_iter().fold(most, i64::max);
                    used += 1;
                }
                self.best[artist][round][code][role] = most;
            }
            return;
        }
        let limit = model.limits.into_iter().max().unwrap_or(0) as usize;
        for place in 0..PLACES {
            let gained = gained + gain(place);
            let value = gained + relaxation.tokens(role, round);
            let key = (round * PLACES + place) * VALUES + value as usize;
            if self.known[key].is_none() {
                let limits = relaxation.limits(round, place);
                let best = relaxation.round(&self.rates[round], round, place, value, &limits);
                self.known[key] = Some(best);
            }
            let next = self.known[key]
                .as_ref()
                .map(|best| step(layer, best, limit));
            let code = code * PLACES + place;
            if let Some(next) = next {
                self.from(role, round + 1, code, gained, &next);
            }
        }
        for best in &mut self.best {
            let next = &best[round + 1][code * PLACES..(code + 1) * PLACES];
            let most = next.iter().map(|best| best[role]).max().unwrap_or(NONE);
            best[round][code][role] = most;
        }
    }
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
