//! The answer by leaves, stage by stage: the best known game, a bound of each case, its leaves, and what prices leave
//! over of them. Games are made of whole solutions on the way.

use super::case::Case;
use super::certificate;
use super::game::{self, GameRecord};
use super::leaves::{LeafProgress, LeafProof, LeafSearch, Outcome};
use super::model::{Model, Question};
use super::plan::Plan;
use super::rankings::Space;
use super::relaxation::{By, Column, Leaf, Prices};
use super::search::{Best, Search};
use super::{Answer, Progress, ProgressFn, random_restarts};
use parlour_engine::Streams;
use parlour_games::masters_gallery::Rules;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The longest that games are sought before the proof begins when there is no limit of time, for each of two ways.
const HEURISTIC_TIME: Duration = Duration::from_secs(5);
/// The part of the time for games before the proof, of rules without extra cards and of `full`, whose games are found by
/// trial only; and at the end if nothing is proven.
const HEURISTIC_SHARES: [f64; 2] = [0.05, 0.3];
const LAST_SHARE: f64 = 0.1;

/// Steps of a walk from a plan of the relaxation, and the temperature at which it begins.
const PLAN_STEPS: u32 = 30_000;
const PLAN_HEAT: f64 = 2.0;

/// A case, the points that none of its games exceeds, and why.
struct Part<'a> {
    search: LeafSearch<'a>,
    bound: i32,
    proof: Option<(i32, LeafProof)>,
    /// The relaxation allows more than any game that was found.
    stuck: bool,
}

/// A player's highest score, by leaves.
pub(super) fn answer(
    question: &Question,
    rules: &Rules,
    model: &Model,
    space: &Space,
    time: Option<Duration>,
    progress: &ProgressFn<'_>,
) -> Answer {
    let start = Instant::now();
    let build = |plan: &_, score: &_| game::build(model, rules, plan, score);
    let quiet = |_, _| ();
    let search = Search::new(model, space, None, &build, &quiet);
    let known = Known {
        rules,
        model,
        progress,
        search: &search,
        best: Mutex::new(None),
    };
    known.first_games(space, start, time);
    let deadline = time.map(|time| start + time.mul_f64(1.0 - LAST_SHARE));
    let proven = Mutex::new(None);
    let offer = |leaf: &Leaf, columns: &[Column]| known.offer(leaf, columns);
    let told = |parts, at: LeafProgress| {
        let bound = proven.lock().map_or(None, |bound| *bound);
        progress(Progress {
            best: known.score(),
            parts,
            leaves: Some(LeafProgress {
                bound: bound.unwrap_or(at.bound).min(at.bound),
                ..at
            }),
        });
    };
    let mut best_proof: Option<Proof> = None;
    let mut believed: Option<i32> = None;
    let mut branches = 0;
    let mut sets: Vec<Prices> = Vec::new();
    for (cover, cases) in Case::covers(model).into_iter().enumerate() {
        let mut parts: Vec<Part<'_>> = Vec::new();
        for case in cases {
            let mut search =
                LeafSearch::new(model, space, case, deadline, &offer, &told).starting_with(&sets);
            // Only the highest case counts.
            let highest = parts.iter().map(|part| part.bound).max();
            let bound = search.top(highest.max(known.score()).unwrap_or(0));
            sets = search.sets().to_vec();
            parts.push(Part {
                search,
                bound,
                proof: None,
                stuck: false,
            });
        }
        lower(&mut parts, &known, &proven);
        sets = parts[0].search.sets().to_vec();
        branches += parts.iter().map(|part| part.search.branches()).sum::<u64>();
        let highest = parts.iter().map(|part| part.bound).max();
        believed = believed.min(highest).or(highest);
        let proofs: Option<Vec<_>> = parts.into_iter().map(|part| part.proof).collect();
        if let Some(proof) = proofs.and_then(|proofs| Proof::new(cover, proofs)) {
            let better = |other: &Proof| proof.bound < other.bound;
            if best_proof.as_ref().is_none_or(better) {
                best_proof = Some(proof);
            }
        }
        let bound = best_proof.as_ref().map(|proof| proof.bound);
        let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || bound.is_some_and(|bound| known.score().is_some_and(|score| score >= bound)) {
            break;
        }
    }
    let bound = best_proof.as_ref().map(|proof| proof.bound);
    if bound.is_none_or(|bound| known.score().is_none_or(|score| score < bound)) {
        known.last_games(time.map(|time| start + time));
    }
    let best = known.best();
    let score = best.as_ref().map(|best| best.score.score);
    let certified = bound.map(|bound| bound.max(score.unwrap_or(bound)));
    let proven = best.as_ref().zip(best_proof).zip(certified);
    let certificate = proven.map(|((best, proof), bound)| {
        let body = certificate::leaves(proof.cover, &proof.cases);
        certificate::write(question, &best.game, best.score.score, bound, &body)
    });
    Answer {
        score,
        bound: certified.or(believed.max(score)).unwrap_or(i32::MAX),
        seat: best.as_ref().map_or(0, |best| best.score.seat),
        record: best.map(|best| best.game),
        nodes: branches,
        certificate,
    }
}

/// A proof of a bound.
struct Proof {
    /// The number of the cover, and for each of its cases what none of its games reaches.
    cover: usize,
    cases: Vec<(i32, LeafProof)>,
    bound: i32,
}

impl Proof {
    fn new(cover: usize, cases: Vec<(i32, LeafProof)>) -> Option<Proof> {
        let bound = cases.iter().map(|case| case.0 - 1).max()?;
        Some(Proof {
            cover,
            cases,
            bound,
        })
    }
}

/// Lowers the bounds of all cases, the highest first, as few leaves are left there: until a game has as many points
/// as nothing can exceed.
fn lower(parts: &mut [Part<'_>], known: &Known<'_>, proven: &Mutex<Option<i32>>) {
    loop {
        let score = known.score().unwrap_or(i32::MIN);
        let open =
            |part: &&mut Part<'_>| !part.stuck && (part.proof.is_none() || part.bound > score);
        let highest = parts.iter().map(|part| part.bound).max();
        if let Ok(mut bound) = proven.lock() {
            *bound = highest;
        }
        // First a bound of every case.
        let next = parts.iter_mut().filter(open);
        let Some(part) = next.max_by_key(|part| (part.proof.is_none(), part.bound)) else {
            return;
        };
        let points = match part.proof {
            None => part.bound.max(score) + 1,
            Some(_) => part.bound,
        };
        match part.search.run(points) {
            Outcome::Proven(proof) => {
                part.proof = Some((points, proof));
                part.bound = points - 1;
            }
            Outcome::Found => {}
            Outcome::Open(bound) => {
                part.bound = part.bound.min(bound);
                part.stuck = true;
                if part.search.is_late() {
                    return;
                }
            }
        }
    }
}

/// The best known game, and the ways to better ones.
struct Known<'a> {
    rules: &'a Rules,
    model: &'a Model,
    progress: &'a ProgressFn<'a>,
    /// Finds games near plans, with rules in which nobody is skipped.
    search: &'a Search<'a, GameRecord>,
    best: Mutex<Option<Best<GameRecord>>>,
}

impl Known<'_> {
    fn best(&self) -> Option<Best<GameRecord>> {
        self.best.lock().expect("no thread panics").clone()
    }

    fn score(&self) -> Option<i32> {
        let best = self.best.lock().expect("no thread panics");
        best.as_ref().map(|best| best.score.score)
    }

    fn keep(&self, found: Option<Best<GameRecord>>) {
        let Some(found) = found else { return };
        let mut best = self.best.lock().expect("no thread panics");
        let score = best.as_ref().map(|best| best.score.score);
        if score.is_none_or(|score| found.score.score > score) {
            *best = Some(found);
        }
    }

    fn tell(&self, best: Option<i32>, parts: u64) {
        (self.progress)(Progress {
            best,
            parts,
            leaves: None,
        });
    }

    /// The best game without second cards (nobody has to use one), and games found by random restarts.
    fn first_games(&self, space: &Space, start: Instant, time: Option<Duration>) {
        let share = HEURISTIC_SHARES[usize::from(self.model.has_full_rules())];
        let share = time.map_or(HEURISTIC_TIME, |time| time.mul_f64(share));
        let build = |plan: &_, score: &_| game::build(self.model, self.rules, plan, score);
        if !self.model.has_full_rules() {
            let heard = |score: i32, parts| self.tell((score >= 0).then_some(score), parts);
            let plain = Model {
                seconds: false,
                ..self.model.clone()
            };
            let until = Some(start + share / 2);
            let search = Search::new(&plain, space, until, &build, &heard);
            search.explore();
            search.run();
            self.keep(search.best());
        }
        self.restarts(Some(start + share));
        if !self.model.has_full_rules() {
            self.search.start(self.best());
            self.search.explore();
            self.keep(self.search.best());
        }
    }

    /// What time is left goes to games.
    fn last_games(&self, until: Option<Instant>) {
        if until.is_some() {
            self.restarts(until);
        }
    }

    fn restarts(&self, until: Option<Instant>) {
        let heard = |best: Option<i32>, parts| self.tell(best.max(self.score()), parts);
        let best = random_restarts::run(self.rules, self.model, self.best(), until, &heard).0;
        self.keep(best);
    }

    /// Makes a game of one column of each artist, or of a plan near it. The highest score of a known game.
    fn offer(&self, leaf: &Leaf, columns: &[Column]) -> i32 {
        let plan = plan(self.model, leaf, columns);
        let full = self.model.has_full_rules();
        let before = self.search.score();
        if full || self.search.try_plan(&plan.without_symbols()) == before {
            // The symbols that the relaxation uses are part of what makes the plan playable.
            let mut rng = Streams::new(0).task(2);
            let seat = leaf.seat;
            let (heat, steps) = (PLAN_HEAT, PLAN_STEPS);
            let from = Some(plan);
            let found = random_restarts::walk_from(
                self.rules, self.model, seat, from, heat, steps, &mut rng,
            );
            match full {
                true => self.keep(found),
                false => self.search.start(found),
            }
        }
        self.keep(self.search.best());
        self.score().unwrap_or(-1)
    }
}

/// The plan of one column of each artist, with the symbol cards that the maximised player uses.
fn plan(model: &Model, leaf: &Leaf, columns: &[Column]) -> Plan {
    let mut plan = Plan::default();
    for column in columns {
        let artist = column.artist;
        for (round, choice) in column.choices[..model.rounds].iter().enumerate() {
            plan.cards[round][artist] = choice.open[0] + choice.open[1] + choice.extra;
            plan.hidden[round][artist] = choice.hidden[0];
            plan.added[round][artist] = choice.added[0];
            if choice.extra > 0 {
                plan.extra[round] = artist;
            }
            let symbols = [
                (choice.draw, &mut plan.draws),
                (choice.second, &mut plan.doubles),
                (choice.lay, &mut plan.lays),
            ];
            for (by, masks) in symbols {
                if by == By::Maximised {
                    masks[round] |= 1 << artist;
                }
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
