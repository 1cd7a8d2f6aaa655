//! The walk through all leaves, which leaves those out that prices rule out.

use super::tables::Tables;
use super::{Leaf, PLACES, Relaxation};
use crate::masters_gallery::case::Tokens;
use crate::masters_gallery::deadline::Deadline;
use crate::masters_gallery::model::ARTISTS;
use parlour_games::masters_gallery::rules::ROUNDS;
use rayon::prelude::*;
use std::iter;

impl Relaxation<'_> {
    /// Some of the leaves whose bound is at least `cut` under each of the prices: at least one if there is any, and
    /// about `most` at most of each award and first ranking. After the deadline, fewer or none.
    pub(in crate::masters_gallery) fn some_leaves(
        &self,
        tables: &[Tables],
        cut: i64,
        most: usize,
        deadline: Deadline<'_>,
    ) -> Vec<(i64, Leaf)> {
        let walks = self.walks(tables, cut, most, deadline).into_iter();
        walks.flat_map(|walk| walk.found).collect()
    }

    /// All leaves whose bound is at least `cut` under each of the prices, in the order in which the checker goes
    /// through them; `None` with `most` or more of one award and first ranking, and after the deadline.
    pub(in crate::masters_gallery) fn all_leaves(
        &self,
        tables: &[Tables],
        cut: i64,
        most: usize,
        deadline: Deadline<'_>,
    ) -> Option<Vec<(i64, Leaf)>> {
        let walks = self.walks(tables, cut, most, deadline);
        let complete = walks.iter().all(|walk| walk.found.len() < most);
        (complete && !deadline.is_over())
            .then(|| walks.into_iter().flat_map(|walk| walk.found).collect())
    }

    /// How often each of the prices rules something out in the walk through all leaves that ends with the same leaves.
    pub(in crate::masters_gallery) fn uses(&self, tables: &[Tables], cut: i64) -> Vec<u64> {
        let mut uses = vec![0; tables.len()];
        for walk in self.walks(tables, cut, usize::MAX, Deadline::default()) {
            for (sum, uses) in uses.iter_mut().zip(walk.uses) {
                *sum += uses;
            }
        }
        uses
    }

    fn walks<'b>(
        &'b self,
        tables: &'b [Tables],
        cut: i64,
        most: usize,
        deadline: Deadline<'b>,
    ) -> Vec<Walk<'b>> {
        let awarded = self.awarded().into_iter();
        let starts: Vec<([usize; 2], usize)> = awarded
            .flat_map(|awarded| (0..self.places.len()).map(move |ranking| (awarded, ranking)))
            .collect();
        let walk = |(awarded, ranking): ([usize; 2], usize)| {
            let mut walk = Walk {
                relaxation: self,
                tables,
                cut,
                most,
                deadline,
                awarded,
                rankings: [ranking; ROUNDS],
                found: Vec::new(),
                uses: vec![0; tables.len()],
                last: tables.len().saturating_sub(1),
            };
            let codes = self.places[ranking];
            walk.from(1, codes, (0..self.variants.len()).collect());
            walk
        };
        starts.into_par_iter().map(walk).collect()
    }

    /// Who may get the awards.
    fn awarded(&self) -> Vec<[usize; 2]> {
        let artists = 0..self.model.artists;
        match self.case.tokens {
            Tokens::Split => artists
                .clone()
                .flat_map(|one| artists.clone().map(move |other| [one, other]))
                .filter(|[one, other]| one != other)
                .collect(),
            _ => artists.map(|artist| [artist; 2]).collect(),
        }
    }
}

/// A walk through all leaves.
struct Walk<'a> {
    relaxation: &'a Relaxation<'a>,
    tables: &'a [Tables],
    cut: i64,
    most: usize,
    deadline: Deadline<'a>,
    awarded: [usize; 2],
    rankings: [usize; ROUNDS],
    found: Vec<(i64, Leaf)>,
    /// How often each of the prices ruled something out.
    uses: Vec<u64>,
    /// Which of the prices did so last.
    last: usize,
}

impl Walk<'_> {
    /// Goes on from a round, with the variants that no prices have ruled out.
    fn from(&mut self, round: usize, codes: [usize; ARTISTS], mut variants: Vec<usize>) {
        if self.found.len() >= self.most || self.deadline.is_over() {
            return;
        }
        let relaxation = self.relaxation;
        let roles: [usize; ARTISTS] =
            std::array::from_fn(|artist| Relaxation::role(self.awarded, artist));
        let sum = |tables: &Tables| {
            let mut bound = tables.ties_from[round];
            for (ties, &ranking) in tables.ties.iter().zip(&self.rankings[..round]) {
                bound += ties[ranking];
            }
            for (artist, best) in tables.best.iter().enumerate() {
                bound += best[roles[artist]][round][codes[artist]];
            }
            bound
        };
        let is_leaf = round == relaxation.model.rounds;
        let mut sums = Vec::new();
        // What ruled out the one before often rules out the next too; else the newest prices cut most.
        let first = self.last;
        let others = (0..self.tables.len())
            .rev()
            .filter(|&number| number != first);
        for number in iter::once(first).chain(others) {
            let Some(tables) = self.tables.get(number) else {
                continue;
            };
            let sum = sum(tables);
            if sum + tables.any_variant < self.cut {
                self.uses[number] += 1;
                self.last = number;
                return;
            }
            if !is_leaf && sum + tables.least_variant >= self.cut {
                continue;
            }
            if is_leaf {
                sums.push((sum, tables));
            }
            let before = variants.len();
            variants.retain(|&variant| sum + tables.variants[variant] >= self.cut);
            self.uses[number] += u64::from(variants.len() < before);
            if variants.is_empty() {
                self.last = number;
                return;
            }
        }
        if is_leaf {
            let each = variants.iter().map(|&variant| {
                let bounds = sums
                    .iter()
                    .map(|(sum, tables)| sum + tables.variants[variant]);
                (bounds.min().unwrap_or(i64::MAX), variant)
            });
            let leaf = |(bound, variants)| {
                let leaf = Leaf {
                    awarded: self.awarded,
                    variants,
                    rankings: self.rankings,
                };
                (bound, leaf)
            };
            if relaxation.model.has_full_rules() {
                // One tree for all.
                let highest = each.map(|(bound, _)| bound).max();
                let highest = highest.unwrap_or(i64::MAX);
                self.found
                    .push(leaf((highest, variants.into_iter().collect())));
            } else {
                let each = each.map(|(bound, one)| leaf((bound, iter::once(one).collect())));
                self.found.extend(each);
            }
            return;
        }
        for (ranking, places) in relaxation.places.iter().enumerate() {
            let mut codes = codes;
            for (code, place) in codes.iter_mut().zip(places) {
                *code = *code * PLACES + place;
            }
            self.rankings[round] = ranking;
            self.from(round + 1, codes, variants.clone());
        }
    }
}
