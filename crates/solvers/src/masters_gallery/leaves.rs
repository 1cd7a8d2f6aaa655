//! The search by leaves: all rankings of all rounds are gone through; what prices do not rule out is branched.
//!
//! 1. Prices are sought for the leaves with the highest bounds, and each set of prices is held against all leaves.
//! 2. Leaves that no prices rule out (hard leaves) are branched: by the numbers of an artist's cards in a
//!    round, by who uses a symbol, by who closes a round.
//! 3. A branch in which all is whole is a plan: a game is made of it, if it can be played.

use super::case::Case;
use super::column_generation::{self, Mixture};
use super::model::Model;
use super::proof::number;
use super::rankings::Space;
use super::relaxation::{
    Branch, Column, Leaf, NONE, PARTS, POINT, Part, Prices, ROWS, Relaxation, Tables,
};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Leaves listed while there are still too many.
const LISTED: usize = 3000;
/// A set of prices is for the leaf with the highest bound; one that gains less is not kept.
const LEAST_GAIN: i64 = POINT / 20;
/// Branches of one leaf: first few for each, then more for those that are left.
const BRANCHES: [u64; 3] = [100, 3_000, 100_000];
/// How much it says that a part is not whole, in the order of [`Part::ALL`].
const WEIGHTS: [f64; PARTS] = [1.0, 0.5, 0.4, 0.35, 0.3, 0.15, 0.1, 0.01];
/// A number this close to a whole one is whole.
const WHOLE: f64 = 0.02;

/// Why a branch holds nothing better.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// Under these prices its bound is too low.
    Cut(Box<Prices>),
    /// An artist's part in a round is more than the number, or it is not.
    Part(usize, usize, Part, i32, Box<[Tree; 2]>),
    /// The maximised player closes the round, or another does.
    Closes(usize, Box<[Tree; 2]>),
}

/// Why nothing better is anywhere in a case.
#[derive(Clone, Debug)]
pub(super) struct LeafProof {
    /// Rows of the relaxation that are used.
    pub(super) rows: Vec<usize>,
    pub(super) sets: Vec<Prices>,
    /// One for each leaf that the sets leave over, in order.
    pub(super) trees: Vec<Tree>,
}

impl LeafProof {
    /// Appends the proof in the form that the checker reads.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        number(self.sets.len() as u32, out);
        self.sets.iter().for_each(|set| self.put(set, out));
        self.trees.iter().for_each(|tree| self.tree(tree, out));
    }

    fn put(&self, prices: &Prices, out: &mut Vec<u8>) {
        for &row in &self.rows {
            number(prices[row] as u32, out);
        }
    }

    fn tree(&self, tree: &Tree, out: &mut Vec<u8>) {
        let parts = match tree {
            Tree::Cut(prices) => {
                out.push(0);
                return self.put(prices, out);
            }
            Tree::Part(artist, round, part, number, parts) => {
                out.extend([1, *artist as u8, *round as u8, *part as u8, *number as u8]);
                parts
            }
            Tree::Closes(round, parts) => {
                out.extend([2, *round as u8]);
                parts
            }
        };
        parts.iter().for_each(|part| self.tree(part, out));
    }
}

/// What a search by leaves found.
pub(super) enum Outcome {
    /// No game has as many points.
    Proven(LeafProof),
    /// A game with as many points was found.
    Found,
    /// Nothing is above this many points; the time is over, or the relaxation allows more than the rules.
    Open(i32),
}

/// How far the search by leaves is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafProgress {
    /// No game has more points.
    pub bound: i32,
    /// Leaves that are left.
    pub leaves: u64,
    /// Leaves that have been branched to the end.
    pub done: u64,
    /// Seconds until all of these are, if the others take as long.
    pub seconds: Option<u64>,
}

/// Makes a game of one column of each artist, if it can; the highest score of a known game then.
pub(super) type Offer<'a> = dyn Fn(&Leaf, &[Column]) -> i32 + Sync + 'a;

/// Goes through all leaves for a game with at least so many points, for one number after the other.
pub(super) struct LeafSearch<'a> {
    relaxation: Relaxation<'a>,
    /// Prices found so far, with the bounds under them.
    sets: Vec<Prices>,
    tables: Vec<Tables>,
    /// What is looked for, in thousandths of a point.
    cut: i64,
    deadline: Option<Instant>,
    branches: AtomicU64,
    /// Tries one column of each artist: the highest score of a known game then.
    offer: &'a Offer<'a>,
    progress: &'a (dyn Fn(u64, LeafProgress) + Sync),
    found: AtomicBool,
    /// When branching began.
    begun: Option<Instant>,
}

impl<'a> LeafSearch<'a> {
    pub(super) fn new(
        model: &'a Model,
        space: &'a Space,
        case: Case,
        deadline: Option<Instant>,
        offer: &'a Offer<'a>,
        progress: &'a (dyn Fn(u64, LeafProgress) + Sync),
    ) -> LeafSearch<'a> {
        let relaxation = Relaxation::new(model, space, case);
        LeafSearch {
            tables: Vec::new(),
            sets: Vec::new(),
            relaxation,
            cut: 0,
            deadline,
            branches: AtomicU64::new(0),
            offer,
            progress,
            found: AtomicBool::new(false),
            begun: None,
        }
        .starting_with(&[[0; ROWS]])
    }

    /// With prices found before, as far as there are such rows here.
    pub(super) fn starting_with(mut self, sets: &[Prices]) -> Self {
        for set in sets {
            let mut prices = [0; ROWS];
            for &row in &self.relaxation.rows {
                prices[row] = set[row];
            }
            self.keep(prices);
        }
        self
    }

    /// Branches looked at.
    pub(super) fn branches(&self) -> u64 {
        self.branches.load(Ordering::Relaxed)
    }

    /// Whether the time is over.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|time| Instant::now() >= time)
    }

    fn tell(&self, leaves: usize, done: u64, bound: i64) {
        let at = LeafProgress {
            bound: points(bound),
            leaves: leaves as u64,
            done,
            seconds: self.begun.filter(|_| done > 0).map(|begun| {
                let each = begun.elapsed().as_secs_f64() / done as f64;
                (each * (leaves as u64).saturating_sub(done) as f64) as u64
            }),
        };
        (self.progress)(self.branches(), at);
    }

    fn keep(&mut self, prices: Prices) {
        self.tables.push(self.relaxation.tables(&prices));
        self.sets.push(prices);
    }

    /// Prices found so far.
    pub(super) fn sets(&self) -> &[Prices] {
        &self.sets
    }

    /// No game has more points, as far as that follows from single artists.
    fn highest(&self) -> i64 {
        let highest = self.tables.iter().map(Tables::highest);
        highest.min().unwrap_or(i64::MAX)
    }

    /// No game has more points: the highest bound of a leaf under the prices that are best for it, or what is known.
    pub(super) fn top(&mut self, known: i32) -> i32 {
        // Without prices the highest bounds say nothing: those of an ordinary leaf are a better beginning.
        let leaf = self.relaxation.ordinary();
        let mut top = (i64::from(known) + 1) * POINT - 1;
        let mut next = Some(leaf);
        while let Some(leaf) = next {
            if self.is_late() {
                return points(self.highest());
            }
            let whole = self.relaxation.whole(&leaf);
            let start = self.sets.last().expect("there is one");
            let cut = top + 1;
            let priced = column_generation::price(&self.relaxation, &leaf, &whole, start, cut);
            top = priced.bound.unwrap_or(NONE).max(top);
            self.keep(priced.prices);
            // The highest of those that are above the top so far.
            let leaves = self.relaxation.leaves(&self.tables, top + 1, LISTED);
            self.tell(leaves.len(), 0, self.highest());
            next = leaves
                .into_iter()
                .max_by_key(|leaf| leaf.0)
                .map(|leaf| leaf.1);
        }
        points(top)
    }

    /// Seeks prices for a leaf; whether they lower its bound.
    fn gain(&mut self, leaf: &Leaf, bound: i64, cut: i64) -> bool {
        let whole = self.relaxation.whole(leaf);
        let start = self.sets.last().expect("there is one");
        let priced = column_generation::price(&self.relaxation, leaf, &whole, start, cut);
        let gained = priced.bound.is_none_or(|least| least < bound - LEAST_GAIN);
        if gained {
            self.keep(priced.prices);
        }
        gained
    }

    /// Looks for a game with at least so many points.
    pub(super) fn run(&mut self, least: i32) -> Outcome {
        self.cut = i64::from(least) * POINT;
        self.found.store(false, Ordering::Relaxed);
        // While there are too many leaves, prices for the highest ones come first.
        let leaves = loop {
            if self.is_late() {
                return Outcome::Open(i32::MAX);
            }
            let leaves = self.relaxation.leaves(&self.tables, self.cut, LISTED);
            let highest = leaves.iter().max_by_key(|leaf| leaf.0).cloned();
            match highest {
                Some((bound, leaf)) if leaves.len() >= LISTED => {
                    self.tell(leaves.len(), 0, bound);
                    if !self.gain(&leaf, bound, self.cut) {
                        break self.relaxation.leaves(&self.tables, self.cut, usize::MAX);
                    }
                }
                _ => break leaves,
            }
        };
        let hard = match self.more_prices(leaves) {
            Ok(hard) => hard,
            Err(above) => return Outcome::Open(points(above)),
        };
        let top = hard.iter().map(|hard| hard.0).max().unwrap_or(self.cut - 1);
        self.begun = Some(Instant::now());
        // A game is found soonest where few branches suffice.
        let mut trees: Vec<Option<Tree>> = vec![None; hard.len()];
        for budget in BRANCHES {
            let done = AtomicU64::new(trees.iter().flatten().count() as u64);
            trees
                .par_iter_mut()
                .zip(&hard)
                .for_each(|(tree, (_, leaf, prices))| {
                    if tree.is_some() || self.is_late() || self.found.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut left = budget;
                    let whole = self.relaxation.whole(leaf);
                    *tree = self.tree(leaf, &whole, prices, &mut left);
                    if tree.is_some() {
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        self.tell(hard.len(), done, top);
                    }
                });
        }
        if self.found.load(Ordering::Relaxed) {
            return Outcome::Found;
        }
        let open = trees.iter().zip(&hard).filter(|(tree, _)| tree.is_none());
        match open.map(|(_, hard)| hard.0).max() {
            Some(open) => Outcome::Open(points(open)),
            None => Outcome::Proven(LeafProof {
                rows: self.relaxation.rows.clone(),
                sets: self.sets.clone(),
                trees: trees.into_iter().flatten().collect(),
            }),
        }
    }

    /// Prices for one leaf after the other, the highest first: those that they rule out are gone, those that no
    /// prices rule out are hard. In the order of [`Relaxation::leaves`]. `Err` has a bound when the time is over.
    fn more_prices(&mut self, leaves: Vec<(i64, Leaf)>) -> Result<Vec<(i64, Leaf, Prices)>, i64> {
        let mut left: Vec<(usize, i64, Leaf)> = leaves
            .into_iter()
            .enumerate()
            .map(|(number, (bound, leaf))| (number, bound, leaf))
            .collect();
        let mut hard: Vec<(usize, i64, Leaf, Prices)> = Vec::new();
        while let Some(at) = (0..left.len()).max_by_key(|&at| left[at].1) {
            let (number, bound, leaf) = left[at].clone();
            if self.is_late() {
                let highest = hard.iter().map(|hard| hard.1).max();
                return Err(highest.unwrap_or(bound).max(bound));
            }
            let whole = self.relaxation.whole(&leaf);
            let start = self.sets.last().expect("there is one");
            let priced = column_generation::price(&self.relaxation, &leaf, &whole, start, self.cut);
            let least = priced.bound.unwrap_or(i64::MIN).min(bound);
            if least >= self.cut {
                left.swap_remove(at);
                hard.push((number, least, leaf, priced.prices));
                if least > bound - LEAST_GAIN {
                    continue;
                }
            }
            self.keep(priced.prices);
            let (relaxation, tables) = (&self.relaxation, &self.tables[self.tables.len() - 1]);
            left.par_iter_mut().for_each(|(_, bound, leaf)| {
                *bound = relaxation.bound(tables, leaf).min(*bound);
            });
            left.retain(|&(_, bound, _)| bound >= self.cut);
            // Sets that come later may rule out what was hard.
            hard.retain(|(_, _, leaf, _)| relaxation.bound(tables, leaf) >= self.cut);
            self.tell(left.len() + hard.len(), 0, bound);
        }
        hard.sort_by_key(|&(number, ..)| number);
        Ok(hard
            .into_iter()
            .map(|(_, bound, leaf, prices)| (bound, leaf, prices))
            .collect())
    }

    /// Why a branch holds no game with so many points; `None` when that is not shown.
    fn tree(&self, leaf: &Leaf, branch: &Branch, start: &Prices, left: &mut u64) -> Option<Tree> {
        self.branches.fetch_add(1, Ordering::Relaxed);
        *left = left.saturating_sub(1);
        let priced = column_generation::price(&self.relaxation, leaf, branch, start, self.cut);
        if priced.bound.is_none_or(|bound| bound < self.cut) {
            return Some(Tree::Cut(Box::new(priced.prices)));
        }
        if *left == 0 || self.is_late() {
            return None;
        }
        if let Some(columns) = &priced.whole
            && i64::from((self.offer)(leaf, columns)) * POINT >= self.cut
        {
            self.found.store(true, Ordering::Relaxed);
        }
        if self.found.load(Ordering::Relaxed) {
            return None;
        }
        let mut split = |branches: [Branch; 2]| -> Option<Box<[Tree; 2]>> {
            let [one, other] = branches;
            let one = self.tree(leaf, &one, &priced.prices, left)?;
            let other = self.tree(leaf, &other, &priced.prices, left)?;
            Some(Box::new([one, other]))
        };
        let fraction = self.most_fractional(branch, &priced.mixture);
        if fraction.is_none_or(|(worth, ..)| worth < 0.1)
            && let Some(round) = self.open_close(leaf, branch, &priced.mixture)
        {
            let parts = [true, false].map(|closes| self.closing(leaf, branch, round, closes));
            return Some(Tree::Closes(round, split(parts)?));
        }
        let (_, artist, round, part, number) =
            fraction.or_else(|| self.any_part(branch, &priced.mixture))?;
        let parts = [true, false].map(|more| {
            let mut branch = branch.clone();
            let [least, most] = &mut branch.limits[artist][round][part as usize];
            match more {
                true => *least = number + 1,
                false => *most = number,
            }
            branch
        });
        Some(Tree::Part(artist, round, part, number, split(parts)?))
    }

    /// The part that is farthest from a whole number.
    fn most_fractional(
        &self,
        branch: &Branch,
        mixture: &Mixture,
    ) -> Option<(f64, usize, usize, Part, i32)> {
        let model = self.relaxation.model;
        let mut best = None;
        let mut worth = WHOLE;
        for (artist, row) in mixture[..model.artists].iter().enumerate() {
            for (round, numbers) in row[..model.rounds].iter().enumerate() {
                for (part, weight) in Part::ALL.into_iter().zip(WEIGHTS) {
                    let [least, most] = branch.limits[artist][round][part as usize];
                    let number = numbers[part as usize];
                    let below = number.floor();
                    let fraction = (number - below).min(below + 1.0 - number) * weight;
                    let number = below as i32;
                    if (least..most).contains(&number) && fraction > worth {
                        worth = fraction;
                        best = Some((fraction, artist, round, part, number));
                    }
                }
            }
        }
        best
    }

    /// Where all are whole: any part that is not fixed.
    fn any_part(
        &self,
        branch: &Branch,
        mixture: &Mixture,
    ) -> Option<(f64, usize, usize, Part, i32)> {
        let model = self.relaxation.model;
        for part in Part::ALL {
            for (artist, row) in mixture[..model.artists].iter().enumerate() {
                for (round, numbers) in row[..model.rounds].iter().enumerate() {
                    let [least, most] = branch.limits[artist][round][part as usize];
                    if least < most {
                        let number = numbers[part as usize].round() as i32;
                        let number = number.clamp(least, most - 1);
                        return Some((0.0, artist, round, part, number));
                    }
                }
            }
        }
        None
    }

    /// A round in which the maximised player has all closing cards, though it is not fixed that they close it.
    fn open_close(&self, leaf: &Leaf, branch: &Branch, mixture: &Mixture) -> Option<usize> {
        let model = self.relaxation.model;
        let rounds = if model.has_full_rules() {
            0
        } else {
            model.rounds
        };
        (0..rounds).find(|&round| {
            let first = self.relaxation.first(leaf, round);
            let own = mixture[first][round][Part::Own as usize];
            branch.closes[round].is_none() && own > f64::from(model.closing as i32) - 0.5
        })
    }

    fn closing(&self, leaf: &Leaf, branch: &Branch, round: usize, closes: bool) -> Branch {
        let mut branch = branch.clone();
        branch.closes[round] = Some(closes);
        let first = self.relaxation.first(leaf, round);
        let [least, most] = &mut branch.limits[first][round][Part::Own as usize];
        match closes {
            true => *least = (*least).max(1),
            false => *most = (*most).min(self.relaxation.model.closing as i32 - 1),
        }
        branch
    }
}

/// Whole points.
fn points(bound: i64) -> i32 {
    i32::try_from(bound.div_euclid(POINT)).unwrap_or(i32::MAX)
}
