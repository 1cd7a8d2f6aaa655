//! Analysis of games: what each move of a record cost, judged by what its seat could know.
//!
//! [`analyse_move`] receives the [`InformationState`] of the seat that chose, never a state, so that its judgement
//! cannot depend on hidden cards or, in a turn of several seats, on what the others chose. Random numbers follow from
//! a seed and the number of public events: the same record gives the same analysis everywhere, and moves can be
//! analysed in any order.
//!
//! A search of [`Settings::simulations`] finds the best action as `ismcts` does. If another was played, both are then
//! compared by half as many pairs of fresh simulations: both simulations of a pair start from the same
//! determinization, one with each action. So the played action is measured however seldom the search tried it, the
//! best one is not flattered by having been selected, and the luck of the hidden cards cancels out of the
//! difference. A difference of less than [`NOISE`] standard errors counts as none.
//!
//! Values are expected results on the [`Scale`] of the game, whatever reward guides the search. Where the game can be
//! solved in time ([`Analyse::solve`]) they are exact.
//!
//! ```
//! use parlour_agents::analysis::{Settings, analyse_move};
//! use parlour_engine::{DealSource, Game, Seat, Table, Viewer};
//! use parlour_games::jaipur::{Jaipur, Rules};
//!
//! let names = vec!["me".to_owned(), "you".to_owned()];
//! let table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(1), names).unwrap();
//! let known = table.information_state(Viewer::Seat(Seat(0)));
//! let legal = table.state().legal_actions(Seat(0));
//! let settings = Settings { simulations: 100, seed: 1 };
//! let judged = analyse_move(&known, &legal, legal[0], settings).unwrap();
//! assert!((0.0..=1.0).contains(&judged.value.mean));
//! assert!(judged.cost.mean >= 0.0);
//! ```

mod estimate;
mod scale;

pub use estimate::Estimate;
pub use scale::{Judgement, Scale};

use crate::{Heuristics, Search};
pub(crate) use estimate::Tally;
use parlour_engine::{InformationState, Resample, Rng, Seat, Streams, Table, Viewer};
use serde::{Deserialize, Serialize};

/// Differences of fewer standard errors than this count as none: of 40 moves that are as good as the best one, one
/// is charged with a cost.
pub const NOISE: f64 = 2.0;

/// Games whose moves can be analysed.
pub trait Analyse: Resample {
    /// What guides searches: analysis, hints, benchmarks.
    type Heuristics: Heuristics<Self>;

    /// What guides the search of an analysis, for results on the game's scale.
    fn heuristics() -> Self::Heuristics {
        Self::Heuristics::default()
    }

    /// What results are measured in.
    const SCALE: Scale = Scale::WinShare;

    /// What a seat can expect in a state in which a simulation ended, on the game's scale. `rewards` is what
    /// [`Heuristics::evaluate`] said of it: before the end of the game it has to be such an expectation, unless
    /// the game overrides this.
    fn expected_result(ended: &Self, rewards: &[f64], seat: Seat) -> f64 {
        match ended.outcome() {
            Some(outcome) => Self::SCALE.result(&outcome, seat),
            None => rewards[seat.index()],
        }
    }

    /// The score of each seat in a state in which a simulation ended; in a game of rounds that of the round.
    fn expected_scores(ended: &Self) -> Vec<i32> {
        ended.scores()
    }

    /// The exact values for the seat to move, where they can be had within a second or two in a browser.
    fn solve(view: &Self::View, played: Self::Action) -> Option<Solved<Self::Action>> {
        let _ = (view, played);
        None
    }

    /// The exact value after each of the legal actions of the seat to move, where [`solve`](Analyse::solve) has values.
    fn solve_each(view: &Self::View, legal: &[Self::Action]) -> Option<Vec<f64>> {
        let _ = (view, legal);
        None
    }
}

/// Exact values for the seat to move, on the game's scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved<A> {
    /// With best play by all.
    pub value: f64,
    /// After the action that was played.
    pub played: f64,
    /// Best play by all to the end, from here.
    pub line: Vec<A>,
}

/// How much is searched for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Simulations of the search. If another action than the best was played, as many again compare the two.
    pub simulations: u32,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            simulations: 500,
            seed: 0,
        }
    }
}

/// What the analysis found about one move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedMove<A> {
    /// Who chose.
    pub seat: Seat,
    /// What was played.
    pub played: A,
    /// The best action that was found; the played one if none is better.
    pub best: A,
    /// The number of legal actions.
    pub options: usize,
    /// The number of simulations behind the values; 0 if they are exact.
    pub simulations: u32,
    /// The expected result with the best action.
    pub value: Estimate,
    /// How much less the played action can expect; 0 if that is within the noise.
    pub cost: Estimate,
    /// What the cost amounts to.
    pub judgement: Option<Judgement>,
    /// Best play by all to the end; empty unless the values are exact.
    pub line: Vec<A>,
    /// How the cost shows in the scores; `None` without a cost, and if the values are exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<ScoreChange>,
}

/// What the best action changed in the scores where simulations ended, compared with the action that was played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreChange {
    /// The number of pairs of simulations.
    pub pairs: u32,
    /// The seat's own score.
    pub own: Estimate,
    /// The best score of the others.
    pub others: Estimate,
}

impl<A> AnalysedMove<A> {
    /// The same with actions in another form.
    pub fn map<B>(self, mut form: impl FnMut(A) -> B) -> AnalysedMove<B> {
        AnalysedMove {
            seat: self.seat,
            played: form(self.played),
            best: form(self.best),
            options: self.options,
            simulations: self.simulations,
            value: self.value,
            cost: self.cost,
            judgement: self.judgement,
            line: self.line.into_iter().map(form).collect(),
            scores: self.scores,
        }
    }
}

/// Analyses the choice of a seat from what it knew. `None` if there was nothing to choose, unless the game is solved.
///
/// # Panics
/// If the viewer is not a seat that is to move, or `played` is not legal.
pub fn analyse_move<G: Analyse>(
    known: &InformationState<'_, G>,
    legal: &[G::Action],
    played: G::Action,
    settings: Settings,
) -> Option<AnalysedMove<G::Action>> {
    let seat = known.viewer().seat().expect("a choice is a seat's");
    assert!(legal.contains(&played), "{played} is not legal");
    let judged = |best, simulations, value, cost: Estimate, line| AnalysedMove {
        seat,
        played,
        best,
        options: legal.len(),
        simulations,
        value,
        cost,
        judgement: G::SCALE.judge(cost.mean),
        line,
        scores: None,
    };
    if let Some(solved) = G::solve(known.view(), played) {
        let cost = Estimate::exact(solved.value - solved.played);
        let best = match solved.line.first() {
            Some(&best) if cost.mean > 0.0 => best,
            _ => played,
        };
        return Some(judged(
            best,
            0,
            Estimate::exact(solved.value),
            cost,
            solved.line,
        ));
    }
    if legal.len() < 2 {
        return None;
    }
    // No event shows a choice of a turn that goes on, so that all its seats begin at the same number.
    let turn = known.events().len() as u64;
    let streams = Streams::new(Streams::new(settings.seed).game_seed(turn));
    let mut comparison = Comparison::<G>::new(known, seat, streams.seat(seat));
    let (best, value) = comparison.best(settings.simulations.max(1));
    if best == played {
        let none = Estimate::exact(0.0);
        return Some(judged(best, settings.simulations, value, none, Vec::new()));
    }
    let pairs = (settings.simulations / 2).max(2);
    let ([better, own, difference], scores) = comparison.pairs(best, played, pairs);
    let simulations = settings.simulations + 2 * pairs;
    let found = match difference.mean > NOISE * difference.error {
        true => AnalysedMove {
            scores: Some(scores),
            ..judged(best, simulations, better, difference, Vec::new())
        },
        false => {
            let none = Estimate {
                mean: 0.0,
                ..difference
            };
            let value = if own.mean > better.mean { own } else { better };
            judged(played, simulations, value, none, Vec::new())
        }
    };
    Some(found)
}

/// Analyses the move after the first `ply` actions of a game. `None` if there is none, or nothing to choose.
pub fn analyse_ply<G: Analyse>(
    table: &Table<G>,
    ply: usize,
    settings: Settings,
) -> Option<AnalysedMove<G::Action>> {
    let &(seat, played) = table.actions().get(ply)?;
    let state = table.at(ply);
    let view = state.view(Viewer::Seat(seat));
    let known = InformationState::<G>::new(view, table.events_at(ply));
    analyse_move(&known, &state.legal_actions(seat), played, settings)
}

/// A search whose results are measured.
pub(crate) struct Comparison<G: Analyse> {
    search: Search<G, G::Heuristics>,
    seat: Seat,
    rng: Rng,
}

impl<G: Analyse> Comparison<G> {
    pub(crate) fn new(known: &InformationState<'_, G>, seat: Seat, rng: Rng) -> Comparison<G> {
        Comparison {
            search: Search::guided(known, G::heuristics()),
            seat,
            rng,
        }
    }

    /// A simulation from `start`, with this action if one is given: the action, its result for the seat, and the
    /// state in which it ended.
    fn sample(&mut self, start: G, action: Option<G::Action>) -> (G::Action, f64, G) {
        let (action, end) = self.search.sample(start, action, &mut self.rng);
        let result = G::expected_result(&end, self.search.rewards(), self.seat);
        (action, result, end)
    }

    /// The seat's own score in a state in which a simulation ended, and the best of the others.
    fn scores(&self, ended: &G) -> [f64; 2] {
        let scores = G::expected_scores(ended);
        let others = (0..)
            .zip(&scores)
            .filter(|&(seat, _)| seat != self.seat.index());
        let best = others.map(|(_, &score)| score).max();
        [scores[self.seat.index()], best.unwrap_or(0)].map(f64::from)
    }

    /// Searches, and returns the actions of the seat, the one that was tried most first.
    pub(crate) fn ranked(&mut self, simulations: u32) -> Vec<G::Action> {
        self.search.run(simulations, &mut self.rng);
        let actions = self.search.analysis().actions.into_iter();
        actions.map(|stats| stats.action).collect()
    }

    /// Adds the results of this number of pairs of simulations: that of `best`, and how much it is ahead of that of
    /// `rival`.
    pub(crate) fn add_pairs(
        &mut self,
        best: G::Action,
        rival: G::Action,
        pairs: u32,
        [value, lead]: &mut [Tally; 2],
    ) {
        for _ in 0..pairs {
            let start = self.search.determinization(&mut self.rng);
            let (_, better, _) = self.sample(start.clone(), Some(best));
            let (_, worse, _) = self.sample(start, Some(rival));
            value.add(better);
            lead.add(better - worse);
        }
    }

    /// The action that a search with this number of simulations tries most, and its expected result.
    fn best(&mut self, simulations: u32) -> (G::Action, Estimate) {
        let mut tallies: Vec<(G::Action, Tally)> = Vec::new();
        for _ in 0..simulations {
            let start = self.search.determinization(&mut self.rng);
            let (action, result, _) = self.sample(start, None);
            match tallies.iter_mut().find(|(tried, _)| *tried == action) {
                Some((_, tally)) => tally.add(result),
                None => tallies.push((action, Tally::of(result))),
            }
        }
        let best = self.search.analysis().actions[0].action;
        let tally = tallies.iter().find(|(tried, _)| *tried == best);
        let (_, tally) = tally.expect("the action that was tried most was tried");
        (best, tally.estimate())
    }

    /// What two actions can expect, and the difference; and how their scores differ.
    fn pairs(
        &mut self,
        best: G::Action,
        played: G::Action,
        pairs: u32,
    ) -> ([Estimate; 3], ScoreChange) {
        let mut tallies = [Tally::default(); 5];
        for _ in 0..pairs {
            let start = self.search.determinization(&mut self.rng);
            let (_, better, end) = self.sample(start.clone(), Some(best));
            let [own_better, others_better] = self.scores(&end);
            let (_, worse, end) = self.sample(start, Some(played));
            let [own, others] = self.scores(&end);
            let numbers = [
                better,
                worse,
                better - worse,
                own_better - own,
                others_better - others,
            ];
            for (tally, number) in tallies.iter_mut().zip(numbers) {
                tally.add(number);
            }
        }
        let [better, worse, difference, own, others] = tallies.map(Tally::estimate);
        let scores = ScoreChange { pairs, own, others };
        ([better, worse, difference], scores)
    }
}

/// The moves of one seat, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Moves with a choice.
    pub moves: u32,
    /// The average cost of these moves, on the game's scale.
    pub average_loss: f64,
    /// The number of inaccuracies.
    pub inaccuracies: u32,
    /// The number of mistakes.
    pub mistakes: u32,
    /// The number of blunders.
    pub blunders: u32,
}

impl Summary {
    /// The summary of the moves of `seat` among these.
    pub fn of<'a, A: 'a>(
        seat: Seat,
        moves: impl IntoIterator<Item = &'a AnalysedMove<A>>,
    ) -> Summary {
        let mut summary = Summary::default();
        let own = moves.into_iter().filter(|judged| judged.seat == seat);
        for judged in own.filter(|judged| judged.options > 1) {
            summary.moves += 1;
            summary.average_loss += judged.cost.mean;
            match judged.judgement {
                None => {}
                Some(Judgement::Inaccuracy) => summary.inaccuracies += 1,
                Some(Judgement::Mistake) => summary.mistakes += 1,
                Some(Judgement::Blunder) => summary.blunders += 1,
            }
        }
        summary.average_loss /= f64::from(summary.moves.max(1));
        summary
    }
}

#[cfg(test)]
mod tests;
