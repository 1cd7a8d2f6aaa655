//! Classes: leaves that differ only in the names of artists.
//!
//! What rules out one leaf of a class rules out most others, with the names changed: artists differ only in how many
//! cards there are, and in how ties are decided.

use super::model::ARTISTS;
use super::rankings::Space;
use super::relaxation::{ENOUGH, Leaf, ORDER, Prices};

/// The artists of a leaf in the order in which it names them: who get the awards, then as they are ranked.
pub(super) struct Names([usize; ARTISTS]);

impl Names {
    /// The names, and what the leaves of a class have in common.
    pub(super) fn of(space: &Space, leaf: &Leaf) -> (Vec<u8>, Names) {
        let mut names = Vec::with_capacity(ARTISTS);
        let mut class = Vec::new();
        let rankings = leaf
            .rankings
            .iter()
            .map(|&ranking| &space.rankings[ranking].artists);
        let ranked = rankings.clone().flatten().copied();
        for artist in leaf.awarded.into_iter().chain(ranked).chain(0..ARTISTS) {
            if !names.contains(&artist) {
                names.push(artist);
            }
        }
        let number = |artist: &usize| {
            names
                .iter()
                .position(|name| name == artist)
                .map(|n| n as u8)
        };
        class.extend(leaf.awarded.iter().filter_map(number));
        for ranking in rankings {
            class.extend(ranking.iter().filter_map(number));
            class.push(u8::MAX);
        }
        let order = std::array::from_fn(|at| names[at]);
        (class, Names(order))
    }
}

/// How the names of a leaf become those of another of its class.
pub(super) struct Renaming<'a> {
    space: &'a Space,
    artists: [usize; ARTISTS],
    from: &'a Leaf,
    to: &'a Leaf,
}

impl<'a> Renaming<'a> {
    pub(super) fn new(
        space: &'a Space,
        (from, old): (&'a Leaf, &Names),
        (to, new): (&'a Leaf, &Names),
    ) -> Renaming<'a> {
        let mut artists = [0; ARTISTS];
        for (&old, &new) in old.0.iter().zip(&new.0) {
            artists[old] = new;
        }
        Renaming {
            space,
            artists,
            from,
            to,
        }
    }

    pub(super) fn artist(&self, artist: usize) -> usize {
        self.artists[artist]
    }

    /// Two artists who are not ranked may change their order in the row, and so their rows.
    pub(super) fn prices(&self, prices: &Prices) -> Prices {
        let mut prices = *prices;
        let rankings = self.from.rankings.iter().zip(&self.to.rankings);
        for (round, (&from, &to)) in rankings.enumerate() {
            let first = |ranking: usize| self.space.rankings[ranking].unranked.first();
            if first(from).map(|&artist| self.artists[artist]) != first(to).copied() {
                prices.swap(ORDER[1] + round, ORDER[2] + round);
                prices.swap(ENOUGH[2] + round, ENOUGH[3] + round);
            }
        }
        prices
    }
}
