//! The answer by leaves, stage by stage: the best known game, a bound of each case, its leaves, and what prices leave
//! over of them. Games are made of whole solutions on the way.

use super::annealing::Schedule;
use super::case::Case;
use super::certificate::{self, CaseProof, Written};
use super::deadline::Deadline;
use super::game::{self, GameRecord};
use super::leaves::{LeafProgress, LeafProof, LeafSearch, Outcome};
use super::model::{Model, Question};
use super::plan::Plan;
use super::random_restarts::{self, Walk};
use super::rankings::Space;
use super::relaxation::{By, Column, Prices, ROWS};
use super::search::{Best, Search};
use super::{Answer, Progress, ProgressFn};
use parlour_engine::Streams;
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::ROUNDS;
use std::collections::HashSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The longest that games are sought before the proof begins when there is no limit of time, for each of two ways.
const HEURISTIC_TIME: Duration = Duration::from_secs(5);
/// The part of the time for games before the proof, of rules without extra cards and of `full`, whose games are found by
/// trial only; and at the end if nothing is proven.
const HEURISTIC_SHARES: [f64; 2] = [0.05, 0.3];
/// The longest of these parts: the proof finds games too, of rules without extra cards the better ones.
const MAX_HEURISTIC_TIMES: [Duration; 2] = [HEURISTIC_TIME, Duration::from_secs(120)];
const LAST_SHARE: f64 = 0.1;

/// Steps of a walk from a plan of the relaxation, and the temperature at which it begins.
const PLAN_STEPS: u32 = 30_000;
const PLAN_HEAT: f64 = 2.0;

/// A case, the points that none of its games exceeds, and why.
struct Part<'a> {
    case: Case,
    search: LeafSearch<'a>,
    bound: i32,
    proof: Option<(i32, LeafProof)>,
    /// The relaxation allows more than any game that was found.
    stuck: bool,
}

impl Part<'_> {
    /// The prices that are of use for it.
    fn sets(&self) -> &[Prices] {
        match &self.proof {
            Some((_, proof)) => &proof.sets,
            None => self.search.sets(),
        }
    }

    /// What none of its games reaches, and why. When there was no time, what follows from single artists.
    fn proof(mut self) -> CaseProof {
        let proof = self.proof.take();
        let (points, proof) = proof.unwrap_or_else(|| self.search.by_artists());
        (self.case, points, proof)
    }
}

/// A player's highest score, by leaves.
pub(super) fn answer(
    question: &Question,
    rules: &Rules,
    model: &Model,
    space: &Space,
    deadline: Deadline<'_>,
    from: Option<Written>,
    progress: &ProgressFn<'_>,
) -> Answer {
    let start = Instant::now();
    let (from, proofs) = match from {
        Some(from) => (Some((from.score, from.seat, from.game)), from.proofs),
        None => (None, Vec::new()),
    };
    let build = |plan: &_, score: &_| game::build(model, rules, plan, score);
    let quiet = |_, _| ();
    let search = Search::new(model, space, Deadline::default(), &build, &quiet);
    let known = Known {
        rules,
        model,
        progress,
        search: &search,
        deadline,
        from,
        best: Mutex::new(None),
        offered: Mutex::default(),
    };
    let time = deadline.at.map(|at| at.saturating_duration_since(start));
    if known.from.is_none() {
        known.first_games(space, start, time, deadline);
    }
    let proved_by = time.map(|time| start + time.mul_f64(1.0 - LAST_SHARE));
    let proved_by = deadline.with(proved_by);
    let proven = Mutex::new(None);
    let offer = |seat: usize, columns: &[Column]| known.offer(seat, columns);
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
    let search = |case: Case, sets: &[Prices]| {
        LeafSearch::new(model, space, case, sets, proved_by, &offer, &told)
    };
    let mut parts: Vec<Part<'_>> = Vec::new();
    let is_new = proofs.is_empty();
    for (case, points, proof) in proofs {
        parts.push(Part {
            case,
            search: search(case, &proof.sets),
            bound: points - 1,
            proof: Some((points, proof)),
            stuck: false,
        });
    }
    // A case with a first bound. Only the highest case counts: it is not sought below what is known.
    let first = |case: Case, sets: &[Prices], known: Option<i32>| {
        let mut search = search(case, sets);
        let (bound, proof) = search.top(known.unwrap_or(0));
        Part {
            case,
            search,
            bound,
            proof: proof.map(|proof| (bound + 1, proof)),
            stuck: false,
        }
    };
    let cover = Case::cover(model, Case::first_divided(model));
    for case in cover.into_iter().filter(|_| is_new) {
        // Prices of closed rounds say little of others. When the time is over, a weak bound has to do: it takes tables of
        // one set of prices instead of many.
        let alike = parts.last().filter(|part| part.case.open == case.open);
        let sets = match (parts.last(), alike) {
            (Some(part), _) if proved_by.is_over() => part.search.best_set(),
            (None, _) if deadline.is_stopped() => &[[0; ROWS]],
            (_, Some(part)) => part.sets(),
            (_, None) => &[],
        };
        let highest = parts.iter().map(|part| part.bound).max();
        parts.push(first(case, sets, highest.max(known.score())));
    }
    let divide = |part: &Part<'_>| {
        let cases = part.case.by_tokens(model).into_iter();
        let known = known.score().max(Some(part.bound));
        cases.map(|case| first(case, part.sets(), known)).collect()
    };
    lower(&mut parts, &known, &proven, &divide);
    let branches = parts.iter().map(|part| part.search.branches()).sum();
    let proofs: Vec<_> = parts.into_iter().map(Part::proof).collect();
    let bounds = proofs.iter().map(|(_, points, _)| points - 1);
    let bound = bounds.max().unwrap_or(i32::MAX);
    if known.score().is_none_or(|score| score < bound) {
        known.last_games(deadline);
    }
    let best = known.best_game();
    let score = best.as_ref().map(|&(score, ..)| score);
    let bound = bound.max(score.unwrap_or(bound));
    let certificate = best.as_ref().map(|(score, _, game)| {
        let body = certificate::leaves(&proofs);
        certificate::write(question, game, *score, bound, &body)
    });
    Answer {
        score,
        bound,
        seat: best.as_ref().map_or(0, |&(_, seat, _)| seat),
        record: best.map(|(.., game)| game),
        nodes: branches,
        certificate,
    }
}

/// Lowers the bounds of all cases, the highest first, as few leaves are left there: until a game has as many points
/// as nothing can exceed. A case in which the relaxation allows more is divided by when tokens count.
fn lower<'a>(
    parts: &mut Vec<Part<'a>>,
    known: &Known<'_>,
    proven: &Mutex<Option<i32>>,
    divide: &dyn Fn(&Part<'a>) -> Vec<Part<'a>>,
) {
    loop {
        let score = known.score().unwrap_or(i32::MIN);
        let is_open = |part: &Part<'_>| !part.stuck && (part.proof.is_none() || part.bound > score);
        let highest = parts.iter().map(|part| part.bound).max();
        if let Ok(mut bound) = proven.lock() {
            *bound = highest;
        }
        // First a bound of every case.
        let stuck = parts
            .iter()
            .filter(|part| part.stuck)
            .map(|part| part.bound)
            .max();
        let next = (0..parts.len()).filter(|&at| is_open(&parts[at]));
        let Some(at) = next.max_by_key(|&at| (parts[at].proof.is_none(), parts[at].bound)) else {
            return;
        };
        let part = &mut parts[at];
        if part.proof.is_some() && stuck.is_some_and(|stuck| stuck >= part.bound) {
            return;
        }
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
                let finer = divide(part);
                // What was proven of the whole case is better than bounds for which there was no time.
                if part.search.is_late() {
                    return;
                }
                if !finer.is_empty() {
                    parts.splice(at..=at, finer);
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
    deadline: Deadline<'a>,
    /// The score, seat and game of the certificate that the search goes on from.
    from: Option<(i32, usize, GameRecord)>,
    best: Mutex<Option<Best<GameRecord>>>,
    /// The plans that games were sought near, with the seats that they are for.
    offered: Mutex<HashSet<(usize, Plan)>>,
}

impl Known<'_> {
    fn best(&self) -> Option<Best<GameRecord>> {
        self.best.lock().expect("no thread panics").clone()
    }

    fn score(&self) -> Option<i32> {
        let best = self.best.lock().expect("no thread panics");
        let found = best.as_ref().map(|best| best.score.score);
        found.max(self.from.as_ref().map(|&(score, ..)| score))
    }

    /// The score, seat and game.
    fn best_game(&self) -> Option<(i32, usize, GameRecord)> {
        let found = self.best();
        let found = found.map(|best| (best.score.score, best.score.seat, best.game));
        let games = self.from.clone().into_iter().chain(found);
        games.max_by_key(|&(score, ..)| score)
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
    fn first_games(
        &self,
        space: &Space,
        start: Instant,
        time: Option<Duration>,
        deadline: Deadline<'_>,
    ) {
        let full = usize::from(self.model.has_full_rules());
        let share = time.map_or(HEURISTIC_TIME, |time| {
            let share = time.mul_f64(HEURISTIC_SHARES[full]);
            share.min(MAX_HEURISTIC_TIMES[full])
        });
        let build = |plan: &_, score: &_| game::build(self.model, self.rules, plan, score);
        if !self.model.has_full_rules() {
            let heard = |score: i32, parts| self.tell((score >= 0).then_some(score), parts);
            let plain = Model {
                seconds: false,
                ..self.model.clone()
            };
            let until = deadline.with(Some(start + share / 2));
            let search = Search::new(&plain, space, until, &build, &heard);
            search.explore();
            if !deadline.is_stopped() {
                search.run();
            }
            self.keep(search.best());
        }
        self.restarts(deadline.with(Some(start + share)));
        if !self.model.has_full_rules() {
            self.search.start(self.best());
            self.search.explore();
            self.keep(self.search.best());
        }
    }

    /// What time is left goes to games.
    fn last_games(&self, until: Deadline<'_>) {
        if until.at.is_some() && !until.is_stopped() {
            self.restarts(until);
        }
    }

    fn restarts(&self, until: Deadline<'_>) {
        let heard = |best: Option<i32>, parts| self.tell(best.max(self.score()), parts);
        let best = random_restarts::run(self.rules, self.model, self.best(), until, &heard).0;
        self.keep(best);
    }

    /// Makes a game of one column of each artist, or of a plan near it. The highest score of a known game.
    fn offer(&self, seat: usize, columns: &[Column]) -> i32 {
        let plan = plan(self.model, seat, columns);
        let mut offered = self.offered.lock().expect("no thread panics");
        if !offered.insert((seat, plan)) {
            return self.score().unwrap_or(-1);
        }
        drop(offered);
        let full = self.model.has_full_rules();
        let before = self.search.score();
        if full || self.search.try_plan(&plan.without_symbols()) == before {
            // The symbols that the relaxation uses are part of what makes the plan playable.
            let mut rng = Streams::new(0).task(2);
            let walk = Walk {
                seat,
                from: Some(plan),
                schedule: Schedule {
                    steps: PLAN_STEPS,
                    temperature: PLAN_HEAT,
                    keeps_choices: false,
                },
                above: self.score().unwrap_or(-1),
            };
            let until = self.deadline;
            let found = random_restarts::walk_from(self.rules, self.model, &walk, until, &mut rng);
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
fn plan(model: &Model, seat: usize, columns: &[Column]) -> Plan {
    let mut plan = Plan::default();
    let mut excess = [0; ROUNDS];
    for column in columns {
        let artist = column.artist;
        for (round, choice) in column.choices[..model.rounds].iter().enumerate() {
            plan.cards[round][artist] = choice.open[0] + choice.open[1] + choice.extra;
            plan.hidden[round][artist] = choice.hidden[0];
            plan.added[round][artist] = choice.added[0];
            plan.others_hidden[round][artist] = choice.hidden[1];
            plan.others_added[round][artist] = choice.added[1];
            excess[round] += choice.excess;
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
                By::Maximised => seat,
                By::Another => (seat + 1) % model.players,
            };
            plan.seconds[round][seat] += 1;
        }
    }
    for (round, _) in excess.iter().enumerate().filter(|(_, excess)| **excess > 1) {
        // The relaxation does not say whose card lets all show one: of whom there are fewest.
        let some = (0..model.artists).filter(|&artist| plan.cards[round][artist] > 0);
        plan.together[round] = some.min_by_key(|&artist| plan.cards[round][artist]);
    }
    plan
}
