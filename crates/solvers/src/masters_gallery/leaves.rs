//! The search by leaves: all rankings of all rounds are gone through; what prices do not rule out is branched.
//!
//! 1. Prices are sought for the leaves with the highest bounds, and each set of prices is held against all leaves.
//! 2. Leaves that no prices rule out (hard leaves) are branched: by the numbers of an artist's cards in a
//!    round, by who uses a symbol, by who closes a round.
//! 3. A branch in which all is whole is a plan: a game is made of it, if it can be played.

use super::column_generation::{self, Mixture};
use super::model::Model;
use super::plan::Plan;
use super::proof::{LEAVES, number};
use super::rankings::Space;
use super::relaxation::{Branch, By, Column, Leaf, POINT, Part, Prices, ROWS, Relaxation, Tables};
use parlour_games::masters_gallery::rules::ROUNDS;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Leaves listed while there are still too many.
const LISTED: usize = 3000;
/// A set of prices is for the leaf with the highest bound; one that gains less is not kept.
const LEAST_GAIN: i32 = POINT / 20;
/// Steps in which the first leaves are sought from above.
const STEP: i32 = 5 * POINT;
/// Branches of one leaf: first few for each, then more for those that are left.
const BRANCHES: [u64; 3] = [100, 3_000, 100_000];
/// A number this close to a whole one is whole.
const WHOLE: f64 = 0.02;

/// Why a branch holds nothing better.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// Under these prices its bound is too low.
    Cut(Prices),
    /// An artist's part in a round is more than the number, or it is not.
    Part(usize, usize, Part, i32, Box<[Tree; 2]>),
    /// The maximised player closes the round, or another does.
    Closes(usize, Box<[Tree; 2]>),
}

/// Why nothing better is anywhere.
#[derive(Clone, Debug)]
pub(super) struct LeafProof {
    pub(super) sets: Vec<Prices>,
    /// One for each leaf that the sets leave over, in order.
    pub(super) trees: Vec<Tree>,
}

impl LeafProof {
    /// Appends the proof in the form that the checker reads.
    pub(super) fn write(&self, rounds: usize, out: &mut Vec<u8>) {
        let put = |prices: &Prices, out: &mut Vec<u8>| {
            for (row, &price) in prices.iter().enumerate() {
                if row % ROUNDS < rounds {
                    number(price as u32, out);
                }
            }
        };
        fn tree_bytes(tree: &Tree, put: &dyn Fn(&Prices, &mut Vec<u8>), out: &mut Vec<u8>) {
            let parts = match tree {
                Tree::Cut(prices) => {
                    out.push(0);
                    return put(prices, out);
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
            for part in parts.iter() {
                tree_bytes(part, put, out);
            }
        }
        out.push(LEAVES);
        number(self.sets.len() as u32, out);
        self.sets.iter().for_each(|set| put(set, out));
        self.trees.iter().for_each(|one| tree_bytes(one, &put, out));
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
}

/// Goes through all leaves for a game with at least so many points, for one number after the other.
pub(super) struct LeafSearch<'a> {
    relaxation: Relaxation<'a>,
    /// Prices found so far, with the bounds under them.
    sets: Vec<Prices>,
    tables: Vec<Tables>,
    /// What is looked for, in thousandths of a point.
    cut: i32,
    deadline: Option<Instant>,
    branches: AtomicU64,
    /// Tries a plan for a seat: the highest score of a known game then.
    offer: &'a (dyn Fn(&Plan, usize) -> i32 + Sync),
    progress: &'a (dyn Fn(u64, LeafProgress) + Sync),
    found: AtomicBool,
}

impl<'a> LeafSearch<'a> {
    pub(super) fn new(
        model: &'a Model,
        space: &'a Space,
        deadline: Option<Instant>,
        offer: &'a (dyn Fn(&Plan, usize) -> i32 + Sync),
        progress: &'a (dyn Fn(u64, LeafProgress) + Sync),
    ) -> LeafSearch<'a> {
        let relaxation = Relaxation::new(model, space);
        let free = [0; ROWS];
        LeafSearch {
            tables: vec![relaxation.tables(&free)],
            sets: vec![free],
            relaxation,
            cut: 0,
            deadline,
            branches: AtomicU64::new(0),
            offer,
            progress,
            found: AtomicBool::new(false),
        }
    }

    /// Branches looked at.
    pub(super) fn branches(&self) -> u64 {
        self.branches.load(Ordering::Relaxed)
    }

    fn late(&self) -> bool {
        self.deadline.is_some_and(|time| Instant::now() >= time)
    }

    fn tell(&self, leaves: usize, done: u64, bound: i32) {
        let at = LeafProgress {
            bound: bound.div_euclid(POINT),
            leaves: leaves as u64,
            done,
        };
        (self.progress)(self.branches(), at);
    }

    fn keep(&mut self, prices: Prices) {
        self.tables.push(self.relaxation.tables(&prices));
        self.sets.push(prices);
    }

    /// No game has more points: the highest bound of a leaf under the prices that are best for it.
    pub(super) fn top(&mut self) -> i32 {
        let mut level = self
            .tables
            .iter()
            .map(Tables::highest)
            .min()
            .unwrap_or(i32::MAX);
        loop {
            let leaves = self.relaxation.leaves(&self.tables, level, LISTED);
            let Some((bound, leaf)) = leaves.into_iter().max_by_key(|leaf| leaf.0) else {
                level -= STEP;
                continue;
            };
            if self.late() || !self.gain(&leaf, bound, level) {
                return (level + STEP).div_euclid(POINT);
            }
            self.tell(0, 0, level + STEP);
        }
    }

    /// Seeks prices for a leaf; whether they lower its bound.
    fn gain(&mut self, leaf: &Leaf, bound: i32, cut: i32) -> bool {
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
    pub(super) fn run(&mut self, points: i32) -> Outcome {
        self.cut = points * POINT;
        self.found.store(false, Ordering::Relaxed);
        // While there are too many leaves, prices for the highest ones come first.
        let leaves = loop {
            if self.late() {
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
            Err(above) => return Outcome::Open(above.div_euclid(POINT)),
        };
        let top = hard.iter().map(|hard| hard.0).max().unwrap_or(self.cut - 1);
        // A game is found soonest where few branches suffice.
        let mut trees: Vec<Option<Tree>> = vec![None; hard.len()];
        for budget in BRANCHES {
            let done = AtomicU64::new(trees.iter().flatten().count() as u64);
            trees
                .par_iter_mut()
                .zip(&hard)
                .for_each(|(tree, (_, leaf, prices))| {
                    if tree.is_some() || self.late() || self.found.load(Ordering::Relaxed) {
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
            Some(open) => Outcome::Open(open.div_euclid(POINT)),
            None => Outcome::Proven(LeafProof {
                sets: self.sets.clone(),
                trees: trees.into_iter().flatten().collect(),
            }),
        }
    }

    /// Prices for one leaf after the other, the highest first: those that they rule out are gone, those that no
    /// prices rule out are hard. In the order of [`Relaxation::leaves`]. `Err` has a bound when the time is over.
    fn more_prices(&mut self, leaves: Vec<(i32, Leaf)>) -> Result<Vec<(i32, Leaf, Prices)>, i32> {
        let mut left: Vec<(usize, i32, Leaf)> = leaves
            .into_iter()
            .enumerate()
            .map(|(number, (bound, leaf))| (number, bound, leaf))
            .collect();
        let mut hard: Vec<(usize, i32, Leaf, Prices)> = Vec::new();
        while let Some(at) = (0..left.len()).max_by_key(|&at| left[at].1) {
            let (number, bound, leaf) = left[at].clone();
            if self.late() {
                let highest = hard.iter().map(|hard| hard.1).max();
                return Err(highest.unwrap_or(bound).max(bound));
            }
            let whole = self.relaxation.whole(&leaf);
            let start = self.sets.last().expect("there is one");
            let priced = column_generation::price(&self.relaxation, &leaf, &whole, start, self.cut);
            let least = priced.bound.unwrap_or(i32::MIN).min(bound);
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
            return Some(Tree::Cut(priced.prices));
        }
        if *left == 0 || self.late() {
            return None;
        }
        if let Some(columns) = &priced.whole {
            let plan = plan(self.relaxation.model, leaf, columns);
            if (self.offer)(&plan, leaf.seat) * POINT >= self.cut {
                self.found.store(true, Ordering::Relaxed);
            }
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
                for (part, weight) in Part::ALL.into_iter().zip([1.0, 0.4, 0.15, 0.01]) {
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
        (0..model.rounds).find(|&round| {
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

/// The plan of one column of each artist, with the symbol cards that the maximised player uses.
fn plan(model: &Model, leaf: &Leaf, columns: &[Column]) -> Plan {
    let mut plan = Plan::default();
    for column in columns {
        for (round, choice) in column.choices[..model.rounds].iter().enumerate() {
            plan.cards[round][column.artist] = choice.cards;
            if choice.draw == By::Maximised {
                plan.draws[round] |= 1 << column.artist;
            }
            if choice.second == By::Maximised {
                plan.doubles[round] |= 1 << column.artist;
            }
            let seat = match choice.second {
                By::Nobody => continue,
                By::Maximised => leaf.seat,
                By::Another => (leaf.seat + 1) % model.players,
            };
            plan.seconds[round][seat] += 1;
        }
    }
    plan
}
