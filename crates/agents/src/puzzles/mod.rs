//! Puzzles: positions of strong play in which exactly one action is best, clearly and stably.
//!
//! [`candidates`] plays a game by a search and looks at every decision on the way, from the [`InformationState`] of
//! the seat. A decision becomes a puzzle if
//!
//! 1. the action that the search tries most is ahead of every other legal one by at least a mistake on the game's
//!    [`Scale`](crate::analysis::Scale), and by an inaccuracy beyond the noise ([`find_best`]);
//! 2. two searches of [`TENFOLD`] times the simulations, each with other random numbers, find the same;
//! 3. where the game is solved, exact values say the same instead of both.
//!
//! The [`grade`] of a puzzle is the number of simulations with which a search finds the action: what a weak
//! search finds already is easy. [`PuzzleFile`] is the form in which prepared puzzles are stored.

mod file;

pub use file::{PuzzleFile, StoredPuzzle};

use crate::Search;
use crate::analysis::{Analyse, Comparison, Estimate, NOISE, Settings, Tally};
use parlour_engine::{
    DealSource, Game, InformationState, Rules as _, Seat, SetupError, Streams, Table, Viewer,
};
use serde::{Deserialize, Serialize};

/// How much more is searched to confirm a puzzle.
pub const TENFOLD: u32 = 10;

/// The number of grades, from 1, the easiest.
pub const GRADES: u8 = 4;

/// Searches with these numbers of simulations find the action of a puzzle of grade 1, 2 and 3; grade 4 is the rest.
pub const GRADE_SIMULATIONS: [u32; 3] = [8, 32, 128];

/// The number of searches of each size for a grade.
const GRADE_SEARCHES: u32 = 16;

/// The number of these that have to find the action.
const GRADE_FOUND: u32 = 12;

/// Fewer legal actions make no puzzle.
const MIN_OPTIONS: usize = 3;

/// The first comparison of two actions has this number of pairs of simulations.
const FIRST_PAIRS: u32 = 25;

/// The best action of a decision, and how far it is ahead. Values are those of the seat, on the game's scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestMove<A> {
    /// The action.
    pub best: A,
    /// Its expected result.
    pub value: Estimate,
    /// The action that comes closest to it.
    pub rival: A,
    /// How much less that one can expect.
    pub lead: Estimate,
    /// The number of simulations of the search; 0 if the values are exact.
    pub simulations: u32,
}

/// A decision with exactly one best action.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle<A> {
    /// The number of actions before it.
    pub ply: usize,
    /// Who chooses.
    pub seat: Seat,
    /// The number of legal actions.
    pub options: usize,
    /// 1 to [`GRADES`].
    pub grade: u8,
    /// What the search found that found the puzzle.
    pub found: BestMove<A>,
    /// What the first search of [`TENFOLD`] times the simulations found.
    pub confirmed: BestMove<A>,
}

/// The best action, and how far it is ahead, if that is at least `least` and, beyond the noise, an inaccuracy.
pub fn find_best<G: Analyse>(
    known: &InformationState<'_, G>,
    legal: &[G::Action],
    settings: Settings,
    least: f64,
) -> (G::Action, Option<BestMove<G::Action>>) {
    if let Some(values) = G::solve_each(known.view(), legal) {
        return exact_best(legal, &values, least);
    }
    let seat = seat_of(known);
    let mut comparison = Comparison::<G>::new(known, seat, streams(known, settings).seat(seat));
    let simulations = settings.simulations.max(1);
    let ranked = comparison.ranked(simulations);
    let best = ranked[0];
    if legal.len() < MIN_OPTIONS {
        return (best, None);
    }
    let pairs = (simulations / 4).max(2);
    let mut nearest: Option<(G::Action, f64)> = None;
    for &rival in &ranked[1..] {
        let Some([_, lead]) = clear_lead(&mut comparison, [best, rival], FIRST_PAIRS, pairs, least)
        else {
            return (best, None);
        };
        if nearest.is_none_or(|(_, least)| lead.mean < least) {
            nearest = Some((rival, lead.mean));
        }
    }
    // The least of many estimates is too low or too high by chance: that rival is measured again.
    let found = nearest.and_then(|(rival, _)| {
        let [value, lead] = clear_lead(&mut comparison, [best, rival], pairs, pairs, least)?;
        Some(BestMove {
            best,
            value,
            rival,
            lead,
            simulations,
        })
    });
    (best, found)
}

fn exact_best<A: Copy>(legal: &[A], values: &[f64], least: f64) -> (A, Option<BestMove<A>>) {
    let mut ranked: Vec<(A, f64)> = legal.iter().copied().zip(values.iter().copied()).collect();
    ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let (best, value) = ranked[0];
    let found = match ranked[..] {
        [_, (rival, next), _, ..] if value - next >= least => Some(BestMove {
            best,
            value: Estimate::exact(value),
            rival,
            lead: Estimate::exact(value - next),
            simulations: 0,
        }),
        _ => None,
    };
    (best, found)
}

/// The value of the first action and its lead over the second, measured by more and more pairs of simulations until it
/// is clear or clearly too small; `None` if it is too small, or not clear after `pairs`.
fn clear_lead<G: Analyse>(
    comparison: &mut Comparison<G>,
    [best, rival]: [G::Action; 2],
    first: u32,
    pairs: u32,
    least: f64,
) -> Option<[Estimate; 2]> {
    let [inaccuracy, ..] = G::SCALE.thresholds();
    let mut tallies = [Tally::default(); 2];
    let mut done = 0;
    let mut target = first.min(pairs);
    loop {
        comparison.add_pairs(best, rival, target - done, &mut tallies);
        done = target;
        let [value, lead] = tallies.map(Tally::estimate);
        let noise = NOISE * lead.error;
        if lead.mean >= least && lead.mean - noise >= inaccuracy {
            return Some([value, lead]);
        }
        if lead.mean + noise < least || done == pairs {
            return None;
        }
        target = (4 * target).min(pairs);
    }
}

/// The grade of a puzzle: 1 if of 16 searches with [`GRADE_SIMULATIONS`]`[0]` simulations at least 12 find the best
/// action, else 2 if those with the next number do, and so on.
pub fn grade<G: Analyse>(known: &InformationState<'_, G>, best: G::Action, seed: u64) -> u8 {
    let seat = seat_of(known);
    let mut search = Search::<G, G::Heuristics>::guided(known, G::heuristics());
    let mut finds = |simulations: u32, number: u32| {
        let settings = Settings {
            simulations,
            seed: Streams::new(seed).game_seed(u64::from(simulations) << 32 | u64::from(number)),
        };
        search.restart(known);
        search.run(simulations, &mut streams(known, settings).seat(seat));
        search.analysis().actions[0].action == best
    };
    let enough = |&simulations: &u32| {
        let found = (0..GRADE_SEARCHES).filter(|&number| finds(simulations, number));
        found.count() as u32 >= GRADE_FOUND
    };
    let first = GRADE_SIMULATIONS.iter().position(enough);
    first.map_or(GRADES, |index| index as u8 + 1)
}

/// A game and the puzzles in it.
pub type GameWithPuzzles<G> = (Table<G>, Vec<Puzzle<<G as Game>::Action>>);

/// Plays a game by a search with these settings and returns it with the puzzles on the way.
///
/// # Errors
/// If the rules or the seed make no deal.
pub fn candidates<G: Analyse>(
    rules: &G::Rules,
    settings: Settings,
) -> Result<GameWithPuzzles<G>, SetupError> {
    let names = vec![format!("ismcts:{}", settings.simulations); rules.seats()];
    let mut table = Table::<G>::new(rules.clone(), DealSource::Seed(settings.seed), names)?;
    let mut puzzles: Vec<Puzzle<G::Action>> = Vec::new();
    while let Some(seat) = table.to_move().first() {
        let known = table.information_state(Viewer::Seat(seat));
        let legal = table.state().legal_actions(seat);
        let [best] = legal[..] else {
            let (best, puzzle) = examine(&known, &legal, settings);
            let is_new = |puzzle: &Puzzle<G::Action>| {
                // What is asked again and again in an auction is one puzzle.
                let mut others = puzzles.iter().rev();
                let before = others.find(|other| other.seat == seat);
                before.is_none_or(|before| before.found.best != puzzle.found.best)
            };
            let ply = table.actions().len();
            let puzzle = puzzle.map(|puzzle| Puzzle { ply, ..puzzle });
            puzzles.extend(puzzle.filter(is_new));
            table
                .play(seat, best)
                .expect("a search finds legal actions");
            continue;
        };
        table.play(seat, best).expect("it is the legal action");
    }
    puzzles.retain(|puzzle| is_found_again(&table, puzzle, settings));
    Ok((table, puzzles))
}

/// Whether another search of ten times the simulations finds the action of a puzzle too.
fn is_found_again<G: Analyse>(
    table: &Table<G>,
    puzzle: &Puzzle<G::Action>,
    settings: Settings,
) -> bool {
    let [_, mistake, _] = G::SCALE.thresholds();
    let again = find_at(
        table,
        puzzle.ply,
        puzzle.seat,
        tenfold(settings, 1),
        mistake,
    );
    again.is_some_and(|again| again.best == puzzle.found.best)
}

/// The action that is played in strong play, and the puzzle if there is one.
fn examine<G: Analyse>(
    known: &InformationState<'_, G>,
    legal: &[G::Action],
    settings: Settings,
) -> (G::Action, Option<Puzzle<G::Action>>) {
    let [_, mistake, _] = G::SCALE.thresholds();
    let (played, found) = find_best(known, legal, settings, mistake);
    let puzzle = || {
        let found = found?;
        let (_, confirmed) = find_best(known, legal, tenfold(settings, 0), mistake);
        let confirmed = confirmed.filter(|confirmed| confirmed.best == found.best)?;
        Some(Puzzle {
            ply: 0,
            seat: seat_of(known),
            options: legal.len(),
            grade: grade(known, found.best, settings.seed),
            found,
            confirmed,
        })
    };
    (played, puzzle())
}

/// Ten times the search, with random numbers that differ by `number`.
fn tenfold(settings: Settings, number: u64) -> Settings {
    Settings {
        simulations: settings.simulations.saturating_mul(TENFOLD),
        seed: Streams::new(settings.seed).game_seed(u64::from(TENFOLD) + number),
    }
}

/// Whether a search of [`TENFOLD`] times these settings finds that `best` is ahead of all other actions by at least an
/// inaccuracy; what it has found if it is.
///
/// # Panics
/// If the seat is not to move after `ply` actions.
pub fn confirm<G: Analyse>(
    table: &Table<G>,
    ply: usize,
    seat: Seat,
    best: G::Action,
    settings: Settings,
) -> Option<BestMove<G::Action>> {
    let [inaccuracy, ..] = G::SCALE.thresholds();
    let found = find_at(table, ply, seat, tenfold(settings, 0), inaccuracy);
    found.filter(|found| found.best == best)
}

fn find_at<G: Analyse>(
    table: &Table<G>,
    ply: usize,
    seat: Seat,
    settings: Settings,
    least: f64,
) -> Option<BestMove<G::Action>> {
    let state = table.at(ply);
    let known = InformationState::<G>::new(state.view(Viewer::Seat(seat)), table.events_at(ply));
    find_best(&known, &state.legal_actions(seat), settings, least).1
}

/// The streams of random numbers for a decision: as those of an analysis they follow from the seed and the number of
/// public events.
fn streams<G: Analyse>(known: &InformationState<'_, G>, settings: Settings) -> Streams {
    Streams::new(Streams::new(settings.seed).game_seed(known.events().len() as u64))
}

fn seat_of<G: Analyse>(known: &InformationState<'_, G>) -> Seat {
    known.viewer().seat().expect("a choice is a seat's")
}

#[cfg(test)]
mod tests;
