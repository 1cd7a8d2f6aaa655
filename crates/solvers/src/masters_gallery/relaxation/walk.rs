//! The walk through all leaves, which leaves those out that prices rule out.

use super::tables::Tables;
use super::{Leaf, PLACES, Relaxation};
use crate::masters_gallery::case::Tokens;
use crate::masters_gallery::deadline::Deadline;
use crate::masters_gallery::model::ARTISTS;
use parlour_games::masters_gallery::rules::ROUNDS;
use rayon::prelude::*;
use std::{iter, mem};

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
                left: Default::default(),
                uses: vec![0; tables.len()],
                last: tables.len().saturating_sub(1),
            };
            walk.left[0].extend(0..self.variants.len() as u16);
            walk.from(1, &self.places[ranking]);
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
    /// By round: the variants that no prices have ruled out up to it. Most nodes of a walk end at once, so that lists of
    /// their own would cost as much as all else.
    left: [Vec<u16>; ROUNDS + 1],
    /// How often each of the prices ruled something out.
    uses: Vec<u64>,
    /// Which of the prices did so last.
    last: usize,
}

impl Walk<'_> {
    /// Goes on from a round, with the variants that are left before it.
    fn from(&mut self, round: usize, codes: &[usize; ARTISTS]) {
        if self.found.len() >= self.most || self.deadline.is_over() {
            return;
        }
        let mut variants = mem::take(&mut self.left[round]);
        variants.clone_from(&self.left[round - 1]);
        self.rule_out(round, codes, &mut variants);
        let (is_empty, is_leaf) = (variants.is_empty(), round == self.relaxation.model.rounds);
        if is_leaf && !is_empty {
            self.find(codes, &variants);
        }
        self.left[round] = variants;
        if is_leaf || is_empty {
            return;
        }
        for (ranking, places) in self.relaxation.places.iter().enumerate() {
            let mut codes = *codes;
            for (code, place) in codes.iter_mut().zip(places) {
                *code = *code * PLACES + place;
            }
            self.rankings[round] = ranking;
            self.from(round + 1, &codes);
        }
    }

    /// The part of the bound under some prices that all variants have in common.
    fn apart(&self, tables: &Tables, round: usize, codes: &[usize; ARTISTS]) -> i64 {
        let mut bound = tables.ties_from[round];
        for (ties, &ranking) in tables.ties.iter().zip(&self.rankings[..round]) {
            bound += ties[ranking];
        }
        for (artist, best) in tables.best.iter().enumerate() {
            bound += best[Relaxation::role(self.awarded, artist)][round][codes[artist]];
        }
        bound
    }

    /// Takes out the variants that some prices rule out.
    fn rule_out(&mut self, round: usize, codes: &[usize; ARTISTS], variants: &mut Vec<u16>) {
        // What ruled out the one before often rules out the next too; else the newest prices cut most.
        let first = self.last;
        let others = (0..self.tables.len())
            .rev()
            .filter(|&number| number != first);
        for number in iter::once(first).chain(others) {
            let Some(tables) = self.tables.get(number) else {
                continue;
            };
            let apart = self.apart(tables, round, codes);
            if apart + tables.least_variant >= self.cut {
                continue;
            }
            let before = variants.len();
            match apart + tables.any_variant < self.cut {
                true => variants.clear(),
                false => variants
                    .retain(|&variant| apart + tables.variants[usize::from(variant)] >= self.cut),
            }
            self.uses[number] += u64::from(variants.len() < before);
            if variants.is_empty() {
                self.last = number;
                return;
            }
        }
    }

    /// Adds a leaf, for all its variants that are left or for each.
    fn find(&mut self, codes: &[usize; ARTISTS], variants: &[u16]) {
        let round = self.relaxation.model.rounds;
        let tables = self.tables.iter();
        let apart: Vec<i64> = tables
            .clone()
            .map(|tables| self.apart(tables, round, codes))
            .collect();
        let bound = |variants: &[usize]| {
            let bounds = variants.iter().map(|&variant| {
                let each = tables.clone().zip(&apart);
                let bounds = each.map(|(tables, apart)| apart + tables.variants[variant]);
                bounds.min().unwrap_or(i64::MAX)
            });
            bounds.max().unwrap_or(i64::MAX)
        };
        let variants: Vec<usize> = variants.iter().map(|&variant| variant.into()).collect();
        // With all the rules, one tree for all.
        let size = match self.relaxation.model.has_full_rules() {
            true => variants.len(),
            false => 1,
        };
        let leaves = variants.chunks(size).map(|variants| {
            let leaf = Leaf {
                awarded: self.awarded,
                variants: variants.iter().copied().collect(),
                rankings: self.rankings,
            };
            (bound(variants), leaf)
        });
        let leaves: Vec<_> = leaves.collect();
        self.found.extend(leaves);
    }
}
