//! Branch and bound: parts of all games, cut where the bound shows that nothing better is there.

use super::annealing::{self, Schedule};
use super::deadline::Deadline;
use super::dual::{Bound, Bounder, POINT, Step};
use super::model::{ARTISTS, Model, PLAYERS};
use super::node::{Dual, Node, Split};
use super::plan::{Course, Plan, Score};
use super::proof::Proof;
use super::rankings::Space;
use parlour_engine::Streams;
use parlour_games::masters_gallery::rules::ROUNDS;
use rayon::prelude::*;
use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::time::Instant;

/// Walks before the search, and their steps.
const WALKS: u64 = 4;
const WALK_STEPS: u32 = 40_000;
/// Steps of a walk from a solution of the relaxed problem.
const REPAIR_STEPS: u32 = 1_500;
/// Steps of a walk from a plan that is tried.
const TRY_STEPS: u32 = 2_000;
/// Steps of a walk from a solution for the whole, and from the best plan.
const LONG_STEPS: u32 = 20_000;
/// Nodes of which each is followed by a walk; after as many, a long one.
const WALKED: u64 = 500;
/// Nodes this deep are no longer split among threads.
const PARALLEL_DEPTH: u32 = 6;
/// From this depth on, prices of what is left over are tried without.
const RELIEF_DEPTH: u32 = 8;
/// Multipliers stay below this, so that sums fit.
const MAX_PRICE: f64 = 60_000.0;

/// The best plan found, with what shows that it can be played.
#[derive(Clone, Debug)]
pub(super) struct Best<T> {
    pub(super) plan: Plan,
    pub(super) score: Score,
    pub(super) game: T,
}

/// A search in progress, shared by its threads.
pub(super) struct Search<'a, T> {
    model: &'a Model,
    space: &'a Space,
    deadline: Deadline<'a>,
    /// Makes a game of a plan, if it can be played.
    build: &'a (dyn Fn(&Plan, &Score) -> Option<T> + Sync),
    best: Mutex<Option<Best<T>>>,
    score: AtomicI32,
    nodes: AtomicU64,
    /// Walks have their usual number of steps divided by this: small models need no more.
    shorter: u32,
    /// Multipliers that a search before found good for the whole, by who gets the first awards.
    known: Mutex<[Option<Dual>; ARTISTS + 1]>,
    /// Called now and then with the best score, nodes so far, and a bound once there is one.
    progress: &'a (dyn Fn(i32, u64) + Sync),
}

/// What a search of a part found.
pub(super) struct Part {
    /// Why nothing better is there, when it is cut altogether.
    pub(super) proof: Option<Proof>,
    /// The highest bound of what is not cut, in points; `i32::MIN` when all is.
    pub(super) open: i32,
}

impl Part {
    fn cut(proof: Proof) -> Part {
        Part {
            proof: Some(proof),
            open: i32::MIN,
        }
    }

    fn open(bound: i32) -> Part {
        Part {
            proof: None,
            open: bound,
        }
    }
}

impl<'a, T: Clone + Send> Search<'a, T> {
    pub(super) fn new(
        model: &'a Model,
        space: &'a Space,
        deadline: Deadline<'a>,
        build: &'a (dyn Fn(&Plan, &Score) -> Option<T> + Sync),
        progress: &'a (dyn Fn(i32, u64) + Sync),
    ) -> Search<'a, T> {
        Search {
            model,
            space,
            deadline,
            build,
            best: Mutex::new(None),
            score: AtomicI32::new(-1),
            nodes: AtomicU64::new(0),
            shorter: if model.artists < ARTISTS { 20 } else { 1 },
            known: Mutex::default(),
            progress,
        }
    }

    /// The best found so far.
    pub(super) fn best(&self) -> Option<Best<T>> {
        self.best.lock().expect("no thread panics").clone()
    }

    /// The best score found so far; below 0 before there is one.
    pub(super) fn score(&self) -> i32 {
        self.score.load(Ordering::Relaxed)
    }

    /// Nodes looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Keeps a plan found before if it is the best, and looks near it for a better one.
    pub(super) fn start(&self, known: Option<Best<T>>) {
        let Some(known) = known else { return };
        // Here symbols go to whichever cards are there.
        let plan = known.plan.without_symbols();
        self.keep(Best { plan, ..known });
        (0..WALKS).into_par_iter().for_each(|task| {
            self.walk(plan, WALK_STEPS, 1.0 + task as f64, task);
        });
    }

    /// Looks for a good plan by trial.
    pub(super) fn explore(&self) {
        (0..WALKS).into_par_iter().for_each(|task| {
            let mut rng = Streams::new(task).task(0);
            let start = annealing::any(self.model, &mut rng);
            self.walk(start, WALK_STEPS, 8.0, task);
        });
    }

    /// Keeps the plan if it is the best, or one near it; the best score then.
    pub(super) fn try_plan(&self, plan: &Plan) -> i32 {
        self.walk(*plan, TRY_STEPS, 2.0, self.nodes());
        self.score()
    }

    fn walk(&self, start: Plan, steps: u32, temperature: f64, task: u64) {
        let mut rng = Streams::new(task).task(1);
        let mut candidates = Vec::new();
        annealing::walk(
            self.model,
            start,
            Schedule {
                steps: steps / self.shorter,
                temperature,
                keeps_choices: false,
            },
            self.deadline,
            &mut rng,
            |plan, score| {
                candidates.push((*plan, score));
                true
            },
        );
        // The last is the best; when it cannot be played, one before it may.
        for (plan, score) in candidates.iter().rev() {
            if score.score <= self.score() || self.offer(plan, score) {
                break;
            }
        }
    }

    /// Keeps a plan that is better than the best, if it can be played.
    fn offer(&self, plan: &Plan, score: &Score) -> bool {
        let Some(game) = (self.build)(plan, score) else {
            return false;
        };
        self.keep(Best {
            plan: *plan,
            score: *score,
            game,
        });
        true
    }

    fn keep(&self, found: Best<T>) {
        let mut best = self.best.lock().expect("no thread panics");
        if found.score.score > self.score() {
            self.score.store(found.score.score, Ordering::Relaxed);
            *best = Some(found);
        }
    }

    /// Searches all games. At first only as far as good multipliers for the whole and a good plan are found, so that
    /// the search itself cuts more from its beginning.
    pub(super) fn run(&self) -> Part {
        let all = || Node::root(self.model, self.space);
        let mut bound = self
            .part(all(), self.deadline.with(Some(Instant::now())))
            .open;
        loop {
            let before = self.score();
            let part = self.part(all(), self.deadline);
            let late = self.deadline.is_over();
            bound = bound.min(part.open).max(self.score());
            if part.proof.is_some() {
                return part;
            }
            if late || self.score() == before {
                return Part::open(bound);
            }
            // What was left open was so before the best plan was found: with it from the start, more is cut.
        }
    }

    /// The least bound that is of interest: a better whole score.
    fn cut(&self) -> i32 {
        (self.score() + 1) * POINT
    }

    fn part(&self, node: Node, until: Deadline<'_>) -> Part {
        let done = self.nodes.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(16) {
            (self.progress)(self.score(), done);
        }
        // Where a better plan would cut much, looking for one costs little.
        if done % WALKED == WALKED - 1
            && let Some(best) = self.best()
        {
            let heat = 1.0 + (done / WALKED % 4) as f64;
            self.walk(best.plan, LONG_STEPS, heat, done);
        }
        if let Some(round) = node.open_target(self.model) {
            let split = Split::Target(round as u8);
            return self.split(&node, Vec::new(), split, i32::MAX, until);
        }
        if self.hands_fail(&node) {
            return Part::cut(Proof::Hands);
        }
        let mut node = node;
        let mut duals = Vec::new();
        let whole = (node.depth <= 1).then(|| node.target[0].map_or(ARTISTS, usize::from));
        let known =
            whole.and_then(|which| self.known.lock().expect("no thread panics")[which].clone());
        node.dual = known.unwrap_or(node.dual);
        let Some(bound) = self.tighten(&mut node, &mut duals) else {
            return Part::cut(Proof::Cut(duals));
        };
        if let Some(which) = whole {
            self.known.lock().expect("no thread panics")[which] = Some(node.dual.clone());
        }
        let points = bound.bound.div_euclid(POINT);
        if until.is_over() {
            return Part::open(points);
        }
        match self.choose(&node, &bound) {
            Some(split) => self.split(&node, duals, split, points, until),
            None => Part::open(points),
        }
    }

    fn split(
        &self,
        node: &Node,
        duals: Vec<Dual>,
        split: Split,
        bound: i32,
        until: Deadline<'_>,
    ) -> Part {
        let parts = node.parts(self.model, self.space, split);
        let search = |(number, part)| (number, self.part(part, until));
        let parts: Vec<(u8, Part)> = if node.depth < PARALLEL_DEPTH {
            parts.into_par_iter().map(search).collect()
        } else {
            parts.into_iter().map(search).collect()
        };
        let open = parts.iter().map(|(_, part)| part.open).max();
        let open = open.unwrap_or(i32::MIN);
        let proofs: Option<Vec<(u8, Proof)>> = parts
            .into_iter()
            .map(|(number, part)| Some((number, part.proof?)))
            .collect();
        Part {
            proof: proofs.map(|parts| Proof::Split(duals, split, parts)),
            open: open.min(bound),
        }
    }

    /// Whether turn order is fixed, and asks of hands more than there is. Without second cards only.
    fn hands_fail(&self, node: &Node) -> bool {
        let model = self.model;
        if model.seconds || node.seats.count_ones() > 1 && !model.total {
            return false;
        }
        let mut plan = Plan::default();
        for round in 0..model.rounds {
            let [least, most] = node.size[round];
            if least != most {
                return false;
            }
            plan.cards[round][0] = least.into();
        }
        plan.course(model).is_none_or(|course| {
            course.needed[model.rounds - 1].iter().sum::<i32>() > model.draw_cards()
        })
    }

    /// Lowers the bound of the node by better and better multipliers, and takes rankings away that lead to nothing
    /// better. `None` when nothing is left. The multipliers that took something away are kept.
    fn tighten(&self, node: &mut Node, duals: &mut Vec<Dual>) -> Option<Bound> {
        let mut dual = node.dual.clone();
        let mut best = i32::MAX;
        let mut history = Vec::new();
        let mut length = 1.0;
        let mut stalled = 0;
        let tries = if node.depth == 0 { 12 } else { 16 };
        for _ in 0..tries {
            let bound = self.apply(node, &dual, duals)?;
            if bound.bound < best {
                best = bound.bound;
                node.dual = dual.clone();
                stalled = 0;
            } else {
                stalled += 1;
                if stalled == 4 {
                    length *= 0.6;
                    stalled = 0;
                    dual = node.dual.clone();
                }
            }
            // It goes on only while a good part of the way is covered.
            history.push(best);
            let cut = self.cut();
            let slow = history.len() > 7 && (history[history.len() - 7] - best) * 8 < best - cut;
            if slow || self.deadline.is_stopped() {
                break;
            }
            if !self.improve(
                &mut dual,
                &bound,
                length * f64::from(bound.bound - cut + POINT / 2),
            ) {
                break;
            }
        }
        let dual = node.dual.clone();
        let mut bound = self.apply(node, &dual, duals)?;
        // What is not used up may be had for nothing: where much is fixed, steps come to that slowly.
        if node.depth >= RELIEF_DEPTH {
            let dual = self.relieved(&dual, &bound);
            if dual != node.dual {
                let relieved = self.apply(node, &dual, duals)?;
                if relieved.bound <= bound.bound {
                    bound = relieved;
                    node.dual = dual;
                }
            }
        }
        self.repair(&bound, node.depth);
        if bound.bound < self.cut() {
            // A better plan has been found meanwhile: now these multipliers suffice.
            duals.push(node.dual.clone());
            return None;
        }
        Some(bound)
    }

    /// Takes away the rankings whose bound is too low.
    fn apply(&self, node: &mut Node, dual: &Dual, duals: &mut Vec<Dual>) -> Option<Bound> {
        thread_local! {
            static MEMORY: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
        }
        let cut = self.cut();
        let bound = MEMORY.with_borrow_mut(|memory| {
            let mut bounder = Bounder::new(self.model, self.space, std::mem::take(memory));
            let bound = bounder.bound(node, dual, cut);
            *memory = bounder.into_memory();
            bound
        });
        let Some(bound) = bound.filter(|bound| bound.bound >= cut) else {
            duals.push(dual.clone());
            return None;
        };
        let mut removed = false;
        for (mask, through) in node.rankings.iter_mut().zip(&bound.through) {
            for (ranking, &through) in through.iter().enumerate() {
                if *mask >> ranking & 1 == 1 && through < cut {
                    *mask &= !(1 << ranking);
                    removed = true;
                }
            }
        }
        if removed {
            duals.push(dual.clone());
        }
        let empty = node.rankings[..self.model.rounds].contains(&0);
        (!empty).then_some(bound)
    }

    /// The multipliers without the prices of what a relaxed solution leaves over.
    fn relieved(&self, dual: &Dual, bound: &Bound) -> Dual {
        let model = self.model;
        let mut relieved = dual.clone();
        for (artist, price) in relieved.artist.iter_mut().enumerate() {
            let used: i32 = bound.path.iter().map(|step| step.cards[artist]).sum();
            if used < model.limits[artist] {
                *price = 0;
            }
        }
        let needed = self.plan(bound).1.map(|course| {
            let needed = course.needed[model.rounds - 1];
            needed.iter().sum::<i32>()
        });
        if needed.is_some_and(|needed| needed <= model.draw_cards()) {
            relieved.hand = Default::default();
        }
        relieved
    }

    /// A step along the subgradient at the relaxed solution: limits that it exceeds become dearer. `false` when
    /// it exceeds none and wastes none.
    fn improve(&self, dual: &mut Dual, bound: &Bound, length: f64) -> bool {
        let model = self.model;
        let mut artists = [0; ARTISTS];
        for (artist, slack) in artists[..model.artists].iter_mut().enumerate() {
            let used: i32 = bound.path.iter().map(|step| step.cards[artist]).sum();
            *slack = model.limits[artist] - used;
        }
        // Drawn cards go where they are worth most: to all seats for which that is about the same.
        let price = |seat: usize| dual.hand[seat].iter().sum::<i32>();
        let dearest = (0..model.players).map(price).max().unwrap_or(0);
        let draws = |seat: usize| price(seat) * 10 >= dearest * 7;
        let drawers = (0..model.players)
            .filter(|&seat| draws(seat))
            .count()
            .max(1) as i32;
        let mut hands = [[0; ROUNDS]; PLAYERS];
        for (seat, row) in hands[..model.players].iter_mut().enumerate() {
            let mut played = 0;
            for (round, slack) in row[..model.rounds].iter_mut().enumerate() {
                played += bound.path[round].played[seat];
                let drawn = i32::from(draws(seat)) * model.draw_cards() / drawers;
                *slack = model.dealt[round] + drawn - played;
            }
        }
        let used: i32 = bound.path.iter().flat_map(|step| step.seconds).sum();
        let second = model.second_cards() as i32 - used;

        let prices = dual.artist.iter_mut().chain(dual.hand.iter_mut().flatten());
        let slacks = artists.iter().chain(hands.iter().flatten());
        let mut pairs: Vec<(&mut i32, i32)> = prices.zip(slacks.copied()).collect();
        pairs.push((&mut dual.second, second));
        let norm: i32 = pairs
            .iter()
            .filter(|(price, slack)| **price > 0 || *slack < 0)
            .map(|(_, slack)| slack * slack)
            .sum();
        if norm == 0 {
            return false;
        }
        for (price, slack) in pairs {
            let changed = f64::from(*price) - length / f64::from(norm) * f64::from(slack);
            *price = changed.round().clamp(0.0, MAX_PRICE) as i32;
        }
        true
    }

    /// Looks for a good plan near a relaxed solution.
    fn repair(&self, bound: &Bound, depth: u32) {
        let (plan, course) = self.plan(bound);
        let task = self.nodes();
        if let Some(course) = course
            && course.excess == 0
        {
            let score = plan.score(self.model, &course);
            if score.score > self.score() {
                self.offer(&plan, &score);
            }
        }
        if depth <= 1 {
            self.walk(plan, LONG_STEPS, 3.0, task);
        } else if task < WALKED {
            self.walk(plan, REPAIR_STEPS, 1.0, task);
        }
    }

    fn plan(&self, bound: &Bound) -> (Plan, Option<Course>) {
        let n = self.model.players;
        let mut plan = Plan::default();
        for (round, step) in bound.path.iter().enumerate() {
            plan.cards[round] = step.cards;
            for seat in 0..n {
                plan.seconds[round][(bound.seat + seat) % n] = step.seconds[seat];
            }
        }
        (plan, plan.course(self.model))
    }

    /// How to split a node whose bound is too high: where its relaxed solution breaks a rule, if it does.
    fn choose(&self, node: &Node, bound: &Bound) -> Option<Split> {
        let model = self.model;
        let path = &bound.path;
        if model.award > 0 {
            let missing = (0..model.artists).find(|&artist| {
                let round = usize::from(node.award[artist]);
                round < model.rounds && path[round].cards[artist] == 0
            });
            if let Some(artist) = missing {
                return Some(Split::Award(artist as u8));
            }
        }
        let several_firsts = |round: usize| {
            let mut firsts =
                super::node::bits(node.rankings[round]).map(|r| self.space.rankings[r].artists[0]);
            let one = firsts.next();
            firsts.any(|first| Some(first) != one)
        };
        if let Some(round) = (0..model.rounds).rev().find(|&round| several_firsts(round)) {
            return Some(Split::First(round as u8));
        }
        let seats = (node.seats.count_ones() > 1).then_some(Split::Seat);
        // A limit with a price that is exceeded or not used up is what keeps the bound from the truth.
        let (_, course) = self.plan(bound);
        let course = course?;
        let slack = |artist: usize| {
            let used: i32 = path.iter().map(|step| step.cards[artist]).sum();
            model.limits[artist] - used
        };
        let weight = |slack: i32, price: i32| {
            let least = if slack < 0 { POINT } else { 0 };
            slack.abs() * price.max(least)
        };
        let artist = (0..model.artists)
            .max_by_key(|&artist| weight(slack(artist), node.dual.artist[artist]))?;
        let drawn: i32 = course.needed[model.rounds - 1].iter().sum();
        let price = (0..model.players).map(|seat| node.dual.hand[seat].iter().sum::<i32>());
        let hands = weight(model.draw_cards() - drawn, price.max().unwrap_or(0));
        let artists = weight(slack(artist), node.dual.artist[artist]);
        let by_hands = || seats.or_else(|| self.size(node, path));
        let by_cards = || self.cards(node, path, artist);
        let split = match (hands, artists) {
            (0, 0) => None,
            _ if hands >= artists => by_hands().or_else(by_cards),
            _ => by_cards().or_else(by_hands),
        };
        if split.is_some() {
            return split;
        }
        (0..model.rounds)
            .filter(|&round| node.rankings[round].count_ones() > 1)
            .min_by_key(|&round| node.rankings[round].count_ones())
            .map(|round| Split::Ranking(round as u8))
            .or(seats)
            .or_else(|| self.size(node, path))
            .or_else(|| (0..model.artists).find_map(|artist| self.cards(node, path, artist)))
    }

    fn size(&self, node: &Node, path: &[Step]) -> Option<Split> {
        let round = (0..self.model.rounds)
            .rev()
            .find(|&round| node.size[round][0] < node.size[round][1])?;
        let size: i32 = path[round].cards.iter().sum();
        let at = (size as u8).min(node.size[round][1] - 1);
        Some(Split::Size(round as u8, at))
    }

    fn cards(&self, node: &Node, path: &[Step], artist: usize) -> Option<Split> {
        let round = (0..self.model.rounds)
            .filter(|&round| node.low[round][artist] < node.high[round][artist])
            .filter(|&round| path[round].cards[artist] < self.model.closing as i32)
            .max_by_key(|&round| path[round].cards[artist])?;
        let at = path[round].cards[artist] as u8;
        Some(Split::Cards(
            round as u8,
            artist as u8,
            at.max(node.low[round][artist] + 1),
        ))
    }
}
