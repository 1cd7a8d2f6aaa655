//! The search by leaves: all rankings of all rounds are gone through; what prices do not rule out is branched.
//!
//! 1. Prices are sought for the leaves with the highest bounds, and each set of prices is held against all leaves.
//! 2. Leaves that no prices rule out (hard leaves) are branched: by the numbers of an artist's cards in a
//!    round, by who uses a symbol, by who closes a round, by the variants of the leaf.
//! 3. A branch in which all is whole is a plan: a game is made of it, if it can be played.

use super::case::Case;
use super::classes::{Names, Renaming};
use super::column_generation::{self, Mixture, Priced, Start};
use super::deadline::Deadline;
use super::model::Model;
use super::proof::number;
use super::rankings::Space;
use super::relaxation::{
    Branch, Column, Leaf, NONE, PARTS, POINT, Part, Prices, ROWS, Relaxation, Tables, Trait,
    Variants,
};
use super::verify::CertificateError;
use super::verify::read::Bytes;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Leaves listed for each award and first ranking while there may be too many.
const SAMPLED: usize = 8;
/// Branches of branches, at most: each takes 17 KB of a thread's stack, of which there are 2 MB if nobody asks for
/// more.
const MAX_DEPTH: u32 = 90;
/// More leaves than these for each award and first ranking are not gone through one by one.
const MAX_LEAVES: usize = 3_000;
/// A set of prices is for the leaf with the highest bound; one that gains less is not kept.
const LEAST_GAIN: i64 = POINT / 20;
/// Prices of a set are sought until they bring a leaf this far below the cut: then they rule out more others.
const SET_MARGIN: i64 = POINT;
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
    /// Variants of which the trait is more than the number, or is not.
    Variants(Trait, usize, Box<[Tree; 2]>),
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
        number(self.trees.len() as u32, out);
        self.trees.iter().for_each(|tree| self.tree(tree, out));
    }

    /// Reads what [`Self::write`] wrote, of a case with these rows.
    ///
    /// # Errors
    /// [`CertificateError::Damaged`] when something is missing or makes no sense.
    pub(super) fn read(rows: &[usize], bytes: &mut Bytes<'_>) -> Result<Self, CertificateError> {
        let prices = |bytes: &mut Bytes<'_>| {
            let mut prices = [0; ROWS];
            for &row in rows {
                prices[row] = bytes.price()?;
            }
            Ok(prices)
        };
        let sets = bytes.number()?;
        let sets = (0..sets).map(|_| prices(bytes)).collect::<Result<_, _>>()?;
        let trees = bytes.number()?;
        let mut read = || Self::read_tree(&prices, bytes, 0);
        Ok(LeafProof {
            rows: rows.to_vec(),
            sets,
            trees: (0..trees).map(|_| read()).collect::<Result<_, _>>()?,
        })
    }

    fn read_tree(
        prices: &impl Fn(&mut Bytes<'_>) -> Result<Prices, CertificateError>,
        bytes: &mut Bytes<'_>,
        depth: u32,
    ) -> Result<Tree, CertificateError> {
        let kind = bytes.byte()?;
        if depth > MAX_DEPTH {
            return Err(CertificateError::Damaged);
        }
        if kind == 0 {
            return Ok(Tree::Cut(Box::new(prices(bytes)?)));
        }
        let mut next = || bytes.byte().map(usize::from);
        let (artist, round, part, number) = match kind {
            1 => (next()?, next()?, next()?, next()?),
            2 => (0, next()?, 0, 0),
            3 => (next()?, 0, 0, next()?),
            _ => return Err(CertificateError::Damaged),
        };
        let part = Part::numbered(part).ok_or(CertificateError::Damaged)?;
        let which = Trait::numbered(artist);
        let one = Self::read_tree(prices, bytes, depth + 1)?;
        let parts = Box::new([one, Self::read_tree(prices, bytes, depth + 1)?]);
        Ok(match kind {
            1 => Tree::Part(artist, round, part, number as i32, parts),
            2 => Tree::Closes(round, parts),
            _ => Tree::Variants(which.ok_or(CertificateError::Damaged)?, number, parts),
        })
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
            Tree::Variants(which, number, parts) => {
                out.extend([3, *which as u8, *number as u8]);
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

/// Makes a game of one column of each artist for a seat, if it can; the highest score of a known game then.
pub(super) type Offer<'a> = dyn Fn(usize, &[Column]) -> i32 + Sync + 'a;

/// Goes through all leaves for a game with at least a given score, for one score after the other.
pub(super) struct LeafSearch<'a> {
    relaxation: Relaxation<'a>,
    /// Prices found so far, with the bounds under them.
    sets: Vec<Prices>,
    tables: Vec<Tables>,
    /// What is looked for, in thousandths of a point.
    cut: i64,
    deadline: Deadline<'a>,
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
        sets: &[Prices],
        deadline: Deadline<'a>,
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
        .starting_with(sets)
    }

    /// With prices found before, as far as there are such rows here; if there are none, with a grid of them.
    fn starting_with(mut self, sets: &[Prices]) -> Self {
        let first = match sets {
            [] => self.relaxation.first_prices(),
            sets => sets.to_vec(),
        };
        self.sets = first
            .iter()
            .map(|set| {
                let mut prices = [0; ROWS];
                for &row in &self.relaxation.rows {
                    prices[row] = set[row];
                }
                prices
            })
            .collect();
        let tables = self.sets.par_iter().map(|set| self.relaxation.tables(set));
        self.tables = tables.collect();
        self
    }

    /// Branches looked at.
    pub(super) fn branches(&self) -> u64 {
        self.branches.load(Ordering::Relaxed)
    }

    /// Whether the time is over.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_over()
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

    /// The rows of the case, which are those of its proofs.
    pub(super) fn rows(model: &Model, space: &Space, case: Case) -> Vec<usize> {
        Relaxation::new(model, space, case).rows
    }

    /// Prices found so far.
    pub(super) fn sets(&self) -> &[Prices] {
        &self.sets
    }

    /// Of these prices the ones with the lowest bound that follows from single artists.
    pub(super) fn best_set(&self) -> &[Prices] {
        let bounds = self.tables.iter().map(Tables::highest).enumerate();
        let best = bounds.min_by_key(|&(_, bound)| bound);
        best.map_or(&[], |(at, _)| &self.sets[at..=at])
    }

    /// No game has more points, as far as that follows from single artists.
    fn highest(&self) -> i64 {
        let highest = self.tables.iter().map(Tables::highest);
        highest.min().unwrap_or(i64::MAX)
    }

    /// No game has more points: the highest bound of a leaf under the prices that are best for it, or what is known;
    /// with the proof that no game has one point more, if there was time for it.
    pub(super) fn top(&mut self, known: i32) -> (i32, Option<LeafProof>) {
        let cut = (i64::from(known) + 1) * POINT;
        if self.is_late() {
            return (points(self.highest()), None);
        }
        if !self.relaxation.model.has_full_rules() {
            // Without prices the highest bounds say nothing: those of an ordinary leaf are a better beginning.
            self.improve(&self.relaxation.ordinary(), cut, 0);
        }
        let Some(cut) = self.raise(cut) else {
            return (points(self.highest()), None);
        };
        // What is below the next point is below the cut.
        (points(cut - 1), Some(self.proof(cut, Vec::new())))
    }

    /// A number of points that no game has, computed from the bounds of single artists alone, and its proof.
    pub(super) fn by_artists(&mut self) -> (i32, LeafProof) {
        let cut = (i64::from(points(self.highest())) + 1) * POINT;
        (points(cut), self.proof(cut, Vec::new()))
    }

    /// The proof, with the prices that rule something out: the checker computes tables of each. The order changes which
    /// of them does so first, and not what is left; in this one few suffice.
    fn proof(&mut self, cut: i64, trees: Vec<Tree>) -> LeafProof {
        // All of a proof from single artists may come from one set, whose leaves are many to go through.
        if let [set] = self.sets[..] {
            return LeafProof {
                rows: self.relaxation.rows.clone(),
                sets: vec![set],
                trees,
            };
        }
        let uses = self.relaxation.uses(&self.tables, cut).into_iter();
        let tables = std::mem::take(&mut self.tables).into_iter();
        let mut sorted: Vec<_> = uses.zip(tables).enumerate().collect();
        sorted.sort_by_key(|(_, (uses, _))| *uses);
        let (order, tables): (Vec<usize>, Vec<Tables>) = sorted
            .into_iter()
            .map(|(number, (_, tables))| (number, tables))
            .unzip();
        let uses = self.relaxation.uses(&tables, cut);
        let used = order.iter().zip(uses).filter(|(_, uses)| *uses > 0);
        let sets = used.map(|(&number, _)| self.sets[number]).collect();
        // The search goes on from the newest prices.
        let mut sorted: Vec<_> = order.into_iter().zip(tables).collect();
        sorted.sort_by_key(|(number, _)| *number);
        self.tables = sorted.into_iter().map(|(_, tables)| tables).collect();
        LeafProof {
            rows: self.relaxation.rows.clone(),
            sets,
            trees,
        }
    }

    /// Seeks prices that bring a leaf's bound below `cut`, and keeps them if they lower it; the bound, and parts of the
    /// leaf whose bounds may be lower still.
    fn improve(&mut self, leaf: &Leaf, cut: i64, margin: i64) -> (i64, Option<[Leaf; 2]>) {
        let bounds = self
            .tables
            .iter()
            .map(|tables| self.relaxation.bound(tables, leaf));
        let bound = bounds.min().unwrap_or(i64::MAX);
        let (priced, parts) = self.price(leaf, cut, margin);
        let least = priced.bound.unwrap_or(NONE);
        if least < cut.max(bound.saturating_sub(LEAST_GAIN)) && least < bound {
            self.keep(priced.prices);
        }
        (least.min(bound), parts)
    }

    /// Prices that bring a leaf as far below the cut as the margin, and if they leave it at the cut, its parts: two sets
    /// of its variants, where none of these allows what the best mixture uses.
    fn price(&self, leaf: &Leaf, cut: i64, margin: i64) -> (Priced, Option<[Leaf; 2]>) {
        let relaxation = &self.relaxation;
        let whole = relaxation.whole(leaf);
        let start = Start {
            prices: self.sets.last().expect("there is one"),
            columns: &[],
        };
        let priced = column_generation::price(relaxation, leaf, &whole, start, cut - margin);
        let is_below = priced.bound.is_none_or(|bound| bound < cut);
        if is_below || relaxation.fitting(&whole, &priced.usage).is_some() {
            return (priced, None);
        }
        let parts = relaxation
            .split(&whole, &priced.usage)
            .map(|(which, number)| {
                let halves = relaxation.halves(&leaf.variants, which, number);
                halves.map(|variants| Leaf {
                    variants,
                    ..leaf.clone()
                })
            });
        (priced, parts)
    }

    /// Seeks prices for the highest of some leaves from everywhere, and puts the cut above whatever leaf no prices
    /// bring below it, until none is left at the cut: then that is returned. `None` when the time is over, or no prices
    /// help.
    fn raise(&mut self, mut cut: i64) -> Option<i64> {
        loop {
            let (relaxation, deadline) = (&self.relaxation, self.deadline);
            let left = relaxation.some_leaves(&self.tables, cut, SAMPLED, deadline);
            if self.is_late() {
                return None;
            }
            if left.is_empty() {
                return Some(cut);
            }
            let before = (self.sets.len(), cut);
            cut = self.refine(left, cut, true)?;
            if (self.sets.len(), cut) == before {
                return None;
            }
        }
    }

    /// Seeks prices that bring some leaves below the cut, the highest first. If `raise`, the cut is put above whatever
    /// leaf no prices bring below it, and is returned. `None` when the time is over.
    fn refine(&mut self, mut left: Vec<(i64, Leaf)>, mut cut: i64, raise: bool) -> Option<i64> {
        while let Some(at) = (0..left.len()).max_by_key(|&at| left[at].0) {
            if self.is_late() {
                return None;
            }
            self.tell(left.len(), 0, left[at].0.max(cut));
            let (_, leaf) = left.swap_remove(at);
            let sets = self.sets.len();
            let margin = if raise { 0 } else { SET_MARGIN };
            let (least, parts) = self.improve(&leaf, cut, margin);
            if least >= cut {
                match parts {
                    // A first bound of every case is needed soon, and what is below the next whole point need not be
                    // brought down further.
                    _ if raise => cut = (i64::from(points(least)) + 1) * POINT,
                    Some(parts) => left.extend(parts.map(|part| (least, part))),
                    None => (),
                }
            }
            if self.sets.len() > sets {
                let tables = self.tables.last().expect("one was added");
                for (bound, leaf) in &mut left {
                    *bound = self.relaxation.restrict(tables, leaf, cut).min(*bound);
                }
            }
            left.retain(|leaf| leaf.0 >= cut);
        }
        Some(cut)
    }

    /// All leaves at the cut, after prices have been sought until they can be listed; `None` when the time is over, or
    /// no prices help.
    fn listed(&mut self) -> Option<Vec<(i64, Leaf)>> {
        loop {
            let (relaxation, tables, deadline) = (&self.relaxation, &self.tables, self.deadline);
            let all = relaxation.all_leaves(tables, self.cut, MAX_LEAVES, deadline);
            if all.is_some() {
                return all;
            }
            let sets = self.sets.len();
            let some = relaxation.some_leaves(tables, self.cut, SAMPLED, deadline);
            self.refine(some, self.cut, false)?;
            if self.sets.len() == sets {
                return None;
            }
        }
    }

    /// Looks for a game with at least `least` points.
    pub(super) fn run(&mut self, least: i32) -> Outcome {
        self.cut = i64::from(least) * POINT;
        self.found.store(false, Ordering::Relaxed);
        if self.is_late() {
            return Outcome::Open(i32::MAX);
        }
        let Some(leaves) = self.listed().filter(|_| !self.is_late()) else {
            return Outcome::Open(i32::MAX);
        };
        let hard = match self.more_prices(leaves) {
            Ok(hard) => hard,
            Err(above) => return Outcome::Open(points(above)),
        };
        let top = hard.iter().map(|hard| hard.0).max().unwrap_or(self.cut - 1);
        self.begun = Some(Instant::now());
        let trees = self.trees(&hard, top);
        if self.found.load(Ordering::Relaxed) {
            return Outcome::Found;
        }
        let open = trees.iter().zip(&hard).filter(|(tree, _)| tree.is_none());
        match open.map(|(_, hard)| hard.0).max() {
            Some(open) => Outcome::Open(points(open)),
            None => Outcome::Proven(self.proof(self.cut, trees.into_iter().flatten().collect())),
        }
    }

    /// Trees of hard leaves, as far as they are found: first of one leaf of each class, then of the others after it.
    fn trees(&self, hard: &[(i64, Leaf, Prices)], top: i64) -> Vec<Option<Tree>> {
        let space = self.relaxation.space;
        let mut classes: BTreeMap<Vec<u8>, Vec<(usize, Names)>> = BTreeMap::new();
        for (at, (_, leaf, _)) in hard.iter().enumerate() {
            let (class, names) = Names::of(space, leaf);
            classes.entry(class).or_default().push((at, names));
        }
        let mut first: Vec<_> = classes.into_values().map(|class| (class, None)).collect();
        let begin = |at: usize, budget: u64, known: Option<(&Tree, &Renaming<'_>)>| {
            let (_, leaf, prices) = &hard[at];
            if self.is_late() || self.found.load(Ordering::Relaxed) {
                return None;
            }
            let mut left = budget;
            let whole = self.relaxation.whole(leaf);
            match known {
                Some((tree, renaming)) => self.renamed(leaf, &whole, tree, renaming, 0, &mut left),
                None => {
                    let start = Start {
                        prices,
                        columns: &[],
                    };
                    self.tree(leaf, &whole, start, 0, &mut left)
                }
            }
        };
        // A game is found soonest where few branches suffice.
        let done = AtomicU64::new(0);
        for budget in BRANCHES {
            first.par_iter_mut().for_each(|(class, tree)| {
                if tree.is_none() {
                    *tree = begin(class[0].0, budget, None);
                    let more = u64::from(tree.is_some());
                    let done = done.fetch_add(more, Ordering::Relaxed) + more;
                    self.tell(hard.len(), done, top);
                }
            });
        }
        let others = first.par_iter().flat_map_iter(|(class, tree)| {
            let (at, from) = &class[0];
            let others = class.iter().map(move |(other, to)| (*at, from, *other, to));
            others.filter_map(move |names| tree.as_ref().map(|tree| (tree, names)))
        });
        let others = others.map(|(tree, (at, from, other, to))| {
            if at == other {
                return (other, Some(tree.clone()));
            }
            let renaming = Renaming::new(space, (&hard[at].1, from), (&hard[other].1, to));
            let tree = begin(other, BRANCHES[BRANCHES.len() - 1], Some((tree, &renaming)));
            let more = u64::from(tree.is_some());
            let done = done.fetch_add(more, Ordering::Relaxed) + more;
            self.tell(hard.len(), done, top);
            (other, tree)
        });
        let mut trees = vec![None; hard.len()];
        for (at, tree) in others.collect::<Vec<_>>() {
            trees[at] = tree;
        }
        trees
    }

    /// A leaf's tree after that of another leaf of its class.
    fn renamed(
        &self,
        leaf: &Leaf,
        branch: &Branch,
        tree: &Tree,
        renaming: &Renaming<'_>,
        depth: u32,
        left: &mut u64,
    ) -> Option<Tree> {
        let mut both = |halves: [Branch; 2], parts: &[Tree; 2]| -> Option<Box<[Tree; 2]>> {
            let [one, other] = halves;
            let one = self.renamed(leaf, &one, &parts[0], renaming, depth + 1, left)?;
            let other = self.renamed(leaf, &other, &parts[1], renaming, depth + 1, left)?;
            Some(Box::new([one, other]))
        };
        Some(match tree {
            Tree::Cut(prices) => {
                let prices = renaming.prices(prices);
                let best = self.relaxation.best(leaf, branch, &prices);
                self.branches.fetch_add(1, Ordering::Relaxed);
                if best.is_some_and(|(bound, _)| bound >= self.cut) {
                    let start = Start {
                        prices: &prices,
                        columns: &[],
                    };
                    return self.tree(leaf, branch, start, depth, left);
                }
                Tree::Cut(Box::new(prices))
            }
            Tree::Part(artist, round, part, number, parts) => {
                let artist = renaming.artist(*artist);
                let halves = branch.halves(artist, *round, *part, *number);
                Tree::Part(artist, *round, *part, *number, both(halves, parts)?)
            }
            Tree::Closes(round, parts) => {
                let halves = [true, false].map(|closes| self.closing(leaf, branch, *round, closes));
                Tree::Closes(*round, both(halves, parts)?)
            }
            Tree::Variants(which, number, parts) => {
                let halves = branch.split(&self.relaxation, *which, *number);
                Tree::Variants(*which, *number, both(halves, parts)?)
            }
        })
    }

    /// Prices for one leaf after the other, the highest first, and for parts of its variants: those that they rule out
    /// are gone, those that no prices rule out are hard. In the order of [`Relaxation::all_leaves`]. `Err` has a bound
    /// when the time is over.
    fn more_prices(&mut self, leaves: Vec<(i64, Leaf)>) -> Result<Vec<(i64, Leaf, Prices)>, i64> {
        let mut left: Vec<(usize, i64, Leaf)> = leaves
            .into_iter()
            .enumerate()
            .map(|(number, (bound, leaf))| (number, bound, leaf))
            .collect();
        let mut hard: Vec<(usize, i64, Leaf, Prices)> = Vec::new();
        // No leaf of these classes is likely to be ruled out in these variants.
        let mut classes: HashMap<(Vec<u8>, Variants), Prices> = HashMap::new();
        while let Some(at) = (0..left.len()).max_by_key(|&at| left[at].1) {
            let (number, bound, leaf) = left.swap_remove(at);
            if self.is_late() {
                let highest = hard.iter().map(|hard| hard.1).max();
                return Err(highest.unwrap_or(bound).max(bound));
            }
            let (class, _) = Names::of(self.relaxation.space, &leaf);
            let class = (class, leaf.variants.clone());
            if let Some(prices) = classes.get(&class) {
                hard.push((number, bound, leaf, *prices));
                continue;
            }
            let (priced, parts) = self.price(&leaf, self.cut, SET_MARGIN);
            let least = priced.bound.unwrap_or(i64::MIN).min(bound);
            if least >= self.cut {
                if let Some(parts) = parts {
                    left.extend(parts.map(|part| (number, least, part)));
                } else {
                    classes.insert(class, priced.prices);
                    hard.push((number, least, leaf, priced.prices));
                }
                if least > bound - LEAST_GAIN {
                    continue;
                }
            }
            self.keep(priced.prices);
            let (relaxation, tables) = (&self.relaxation, &self.tables[self.tables.len() - 1]);
            left.par_iter_mut().for_each(|(_, bound, leaf)| {
                *bound = relaxation.restrict(tables, leaf, self.cut).min(*bound);
            });
            left.retain(|(_, _, leaf)| !leaf.variants.is_clear());
            // Sets that come later may rule out what was hard.
            hard.retain_mut(|(_, _, leaf, _)| {
                relaxation.restrict(tables, leaf, self.cut);
                !leaf.variants.is_clear()
            });
            self.tell(left.len() + hard.len(), 0, bound);
        }
        // One tree for all variants of a leaf.
        hard.sort_by_key(|&(number, ..)| number);
        hard.dedup_by(|(number, bound, leaf, _), (before, highest, whole, _)| {
            let is_part = number == before;
            if is_part {
                whole.variants.union_with(&leaf.variants);
                *highest = (*highest).max(*bound);
            }
            is_part
        });
        Ok(hard
            .into_iter()
            .map(|(_, bound, leaf, prices)| (bound, leaf, prices))
            .collect())
    }

    /// Why a branch holds no game with the score that is looked for; `None` when that is not shown.
    fn tree(
        &self,
        leaf: &Leaf,
        branch: &Branch,
        start: Start<'_>,
        depth: u32,
        left: &mut u64,
    ) -> Option<Tree> {
        self.branches.fetch_add(1, Ordering::Relaxed);
        *left = left.saturating_sub(1);
        let priced = column_generation::price(&self.relaxation, leaf, branch, start, self.cut);
        if priced.bound.is_none_or(|bound| bound < self.cut) {
            return Some(Tree::Cut(Box::new(priced.prices)));
        }
        if *left == 0 || depth == MAX_DEPTH || self.is_late() {
            return None;
        }
        let fraction = self.farthest_from_whole(branch, &priced.mixture, &WEIGHTS);
        let whole = match &priced.whole {
            None if fraction.is_none() => self.rounded(leaf, branch, &priced),
            whole => whole.clone(),
        };
        let seat = self.relaxation.fitting(branch, &priced.usage);
        if let (Some(columns), Some(seat)) = (whole, seat)
            && i64::from((self.offer)(seat, &columns)) * POINT >= self.cut
        {
            self.found.store(true, Ordering::Relaxed);
        }
        if self.found.load(Ordering::Relaxed) {
            return None;
        }
        let mut split = |branches: [Branch; 2]| -> Option<Box<[Tree; 2]>> {
            let [one, other] = branches;
            let start = Start {
                prices: &priced.prices,
                columns: &priced.columns,
            };
            let one = self.tree(leaf, &one, start, depth + 1, left)?;
            let other = self.tree(leaf, &other, start, depth + 1, left)?;
            Some(Box::new([one, other]))
        };
        if seat.is_none()
            && let Some((which, number)) = self.relaxation.split(branch, &priced.usage)
        {
            let parts = branch.split(&self.relaxation, which, number);
            return Some(Tree::Variants(which, number, split(parts)?));
        }
        if fraction.is_none_or(|(worth, ..)| worth < 0.1)
            && let Some(round) = self.open_close(leaf, branch, &priced.mixture)
        {
            let parts = [true, false].map(|closes| self.closing(leaf, branch, round, closes));
            return Some(Tree::Closes(round, split(parts)?));
        }
        let (_, artist, round, part, number) = fraction
            .or_else(|| self.farthest_from_whole(branch, &priced.mixture, &[1.0; PARTS]))
            .or_else(|| self.any_part(branch, &priced.mixture))?;
        let parts = branch.halves(artist, round, part, number);
        Some(Tree::Part(artist, round, part, number, split(parts)?))
    }

    /// The choices where all parts of a mixture are whole numbers, though it is one of several columns of an artist.
    fn rounded(&self, leaf: &Leaf, branch: &Branch, priced: &Priced) -> Option<Vec<Column>> {
        let mut branch = branch.clone();
        let limits = branch.limits.iter_mut().flatten().flatten();
        let numbers = priced.mixture.iter().flatten().flatten();
        for ([least, most], number) in limits.zip(numbers) {
            let number = (number.round() as i32).clamp(*least, *most);
            (*least, *most) = (number, number);
        }
        let (_, columns) = self.relaxation.best(leaf, &branch, &priced.prices)?;
        Some(columns)
    }

    /// The part that is farthest from a whole number.
    fn farthest_from_whole(
        &self,
        branch: &Branch,
        mixture: &Mixture,
        weights: &[f64; PARTS],
    ) -> Option<(f64, usize, usize, Part, i32)> {
        let model = self.relaxation.model;
        let mut best = None;
        let mut worth = WHOLE;
        for (artist, row) in mixture[..model.artists].iter().enumerate() {
            for (round, numbers) in row[..model.rounds].iter().enumerate() {
                for (part, weight) in Part::ALL.into_iter().zip(weights) {
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
