//! Conformance tests: one set of checks that every game and every policy has to pass.
//!
//! A game's tests call [`battery`], a policy's [`policy`]; the first broken
//! promise comes back as a [`Violation`] with the seed and the ply that show it.

use crate::{
    ACTION_NUMBER_BITS, Action as _, DealSource, Encode, Game, Policy, Record, Resample, Reveals,
    Rng, Rules, Seat, SeatSet, Streams, Table, View, Viewer, encoding,
};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde::{Serialize, de::DeserializeOwned};
use std::collections::HashSet;
use std::fmt::Debug;

/// What the tests need to know of a game beyond its contract.
pub trait Probe: Game {
    /// An upper bound on the number of actions in a game of these rules.
    fn max_plies(rules: &Self::Rules) -> usize;

    /// A random action, legal or not, close enough to legal to be worth a try: `play` must
    /// accept it exactly if it is in the legal list.
    fn probe(&self, rng: &mut Rng) -> Self::Action;

    /// The cards hidden from a seat.
    fn hidden(&self, seat: Seat) -> Vec<Pool>;
}

/// Hidden cards that can be exchanged for each other, by place: a hand, a face-down pile, the deck or a
/// part of it. A card is any number that is equal for identical cards.
pub type Pool = Vec<Vec<u32>>;

/// The amount of work.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Games played with random actions.
    pub games: u64,
    /// Actions of [`Probe::probe`] tried in each position.
    pub probes: u32,
    /// Resampled states for each seat in each position.
    pub resamples: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            games: 60,
            probes: 40,
            resamples: 2,
        }
    }
}

/// What a battery without violations has checked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// Positions seen.
    pub positions: u64,
    /// Illegal actions that were rejected.
    pub rejected: u64,
    /// Resampled states that agreed with their view.
    pub resampled: u64,
    /// Resampled states that differed from the real one.
    pub differed: u64,
    /// How much more often than by chance resampled hidden cards are in their real place.
    pub leak: Excess,
    /// How much more often than by chance two resampled states have the same card in a place.
    pub bias: Excess,
}

/// The sum of differences whose expectation is 0 if cards are dealt uniformly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Excess {
    sum: f64,
    squares: f64,
}

impl Excess {
    /// Standard errors at which a deviation is no chance any more: less than once in a million batteries.
    const LIMIT: f64 = 5.0;

    fn add(&mut self, difference: f64) {
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// The sum in standard errors; 0 if nothing was compared.
    pub fn z(&self) -> f64 {
        if self.squares > 0.0 {
            self.sum / self.squares.sqrt()
        } else {
            0.0
        }
    }
}

/// A violated promise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{check:?} does not hold (seed {seed}, ply {ply}): {detail}")]
pub struct Violation {
    /// Which promise.
    pub check: Check,
    /// The seed of the game that shows it.
    pub seed: u64,
    /// After how many actions.
    pub ply: usize,
    /// What was seen.
    pub detail: String,
}

/// The promises, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// A seed's deal can be played, and always gives the same state.
    Deals,
    /// While the game is on somebody is to move and has an action; others have none.
    Turn,
    /// Legal lists are in ascending order of the actions' numbers, which differ and are not too high.
    Order,
    /// `play` accepts every action of the list.
    ListIsPlayable,
    /// `play` refuses every action that is not in the list, and leaves the state alone.
    OnlyListIsPlayable,
    /// `play_unchecked` does what `play` does.
    UncheckedAgrees,
    /// Text and serde forms come back as they went out.
    RoundTrip,
    /// A view does not change with what its seat cannot know.
    ViewLeaksNothing,
    /// Seats that choose at once see nothing of each other's choice.
    SimultaneousIsSealed,
    /// A resampled state has the view it was made from, and is itself sound.
    ResampleAgrees,
    /// Resampling really deals the hidden cards again.
    ResampleVaries,
    /// An action that reveals nothing has the same events and the same next view whatever is hidden.
    RevealsIsTrue,
    /// Resampled cards are uniform over the hidden places: no card stays where it is more often than by chance.
    ResampleIsUniform,
    /// The view at the start of a turn does not depend on the answers given since.
    TurnStart,
    /// Indices and actions are one to one, masks agree with legal lists, observations are within their bounds.
    Encoding,
    /// A policy chooses a legal action, and the same one again for the same seed and knowledge.
    ChoiceRepeats,
    /// In a turn of several seats a choice does not depend on who has already answered.
    ChoiceIgnoresAnswers,
    /// The game's own audit: every card in one place.
    Audit,
    /// The game ends within its bound, with an outcome and nobody to move.
    Ends,
    /// A record replays to the same state; undo comes back to the state before.
    Replay,
}

/// Runs every check over random games from seeds 0, 1, 2, ….
///
/// # Errors
/// The first [`Violation`].
pub fn battery<G>(rules: &G::Rules, options: Options) -> Result<Report, Violation>
where
    G: Resample + Reveals + Encode + Probe + Serialize + DeserializeOwned,
{
    let mut report = Report::default();
    let overall = |check, detail| Violation {
        check,
        seed: 0,
        ply: 0,
        detail,
    };
    encoding::check_indices::<G>(rules).map_err(|detail| overall(Check::Encoding, detail))?;
    for seed in 0..options.games {
        let mut run = Run::<G>::new(rules, seed, options)?;
        run.play_to_the_end(&mut report)?;
        run.check_record()?;
        encoding::check::<G>(rules, seed).map_err(|detail| Violation {
            check: Check::Encoding,
            seed,
            ply: 0,
            detail,
        })?;
        report.games += 1;
    }
    if rules.hides_something() == (report.differed == 0) {
        let (resampled, differed) = (report.resampled, report.differed);
        return Err(overall(
            Check::ResampleVaries,
            match rules.hides_something() {
                true => format!("{resampled} resampled states were all the real one"),
                false => format!(
                    "nothing is hidden, but {differed} resampled states were not the real one"
                ),
            },
        ));
    }
    for excess in [report.leak, report.bias] {
        if excess.z().abs() > Excess::LIMIT {
            return Err(overall(
                Check::ResampleIsUniform,
                format!(
                    "resampled cards agree {:.1} standard errors more often than by chance",
                    excess.z()
                ),
            ));
        }
    }
    Ok(report)
}

/// Checks a policy over random games from seeds 0, 1, 2, …: its choices are legal, follow from the seed
/// and its knowledge alone, and in a turn of several seats do not depend on who has answered.
/// Returns the number of choices that were compared after others had answered.
///
/// # Errors
/// The first [`Violation`].
pub fn policy<G: Game>(
    rules: &G::Rules,
    games: u64,
    make: impl Fn() -> Box<dyn Policy<G>>,
) -> Result<u64, Violation> {
    let mut compared = 0;
    for seed in 0..games {
        let violation = |table: &Table<G>, check, detail| Violation {
            check,
            seed,
            ply: table.actions().len(),
            detail,
        };
        let names = vec!["random".to_owned(); rules.seats()];
        let mut table = Table::<G>::new(rules.clone(), DealSource::Seed(seed), names)
            .expect("the battery has dealt from these seeds");
        let mut rng = Streams::new(seed).task(3);
        let choose = |table: &Table<G>, seat| {
            let known = table.information_state(Viewer::Seat(seat));
            let legal = table.state().legal_actions(seat);
            make().choose(&known, &legal, &mut Streams::new(seed).seat(seat))
        };
        while let Some(first) = table.to_move().first() {
            let mut seats: Vec<Seat> = table.to_move().iter().collect();
            let choice = choose(&table, first);
            if choose(&table, first) != choice || table.state().validate(first, choice).is_err() {
                let detail = format!("{first} chooses '{choice}' once");
                return Err(violation(&table, Check::ChoiceRepeats, detail));
            }
            if seats.len() > 1 {
                seats.shuffle(&mut rng);
                for &last in &seats {
                    let alone = choose(&table, last);
                    let mut answered = table.clone();
                    for &other in seats.iter().filter(|&&seat| seat != last) {
                        let action = random_action(answered.state(), other, &mut rng);
                        answered
                            .play(other, action)
                            .map_err(|error| violation(&table, Check::Turn, error.to_string()))?;
                        let after = choose(&answered, last);
                        compared += 1;
                        if after != alone {
                            return Err(violation(
                                &table,
                                Check::ChoiceIgnoresAnswers,
                                format!(
                                    "{last} chooses '{alone}', and '{after}' after {other} has answered"
                                ),
                            ));
                        }
                    }
                }
            }
            let seat = seats[0];
            let action = random_action(table.state(), seat, &mut rng);
            table
                .play(seat, action)
                .map_err(|error| violation(&table, Check::ListIsPlayable, error.to_string()))?;
        }
    }
    Ok(compared)
}

fn random_action<G: Game>(state: &G, seat: Seat, rng: &mut Rng) -> G::Action {
    let legal = state.legal_actions(seat);
    legal[rng.random_range(0..legal.len() as u32) as usize]
}

/// The state after an action, and the events of the action.
fn after<G: Game>(state: &G, seat: Seat, action: G::Action) -> (G, Vec<G::Event>) {
    let (mut next, mut events) = (state.clone(), Vec::new());
    next.apply(seat, action, &mut events);
    (next, events)
}

/// The number of cards that are in the same place in both.
fn equal_cards(one: &Pool, other: &Pool) -> f64 {
    let in_place = |(cards, others): (&Vec<u32>, &Vec<u32>)| {
        let mut others = others.clone();
        let found = cards.iter().filter(|card| {
            let at = others.iter().position(|other| other == *card);
            at.map(|at| others.swap_remove(at)).is_some()
        });
        found.count()
    };
    one.iter().zip(other).map(in_place).sum::<usize>() as f64
}

/// One game of the battery.
struct Run<G: Game> {
    rules: G::Rules,
    seed: u64,
    options: Options,
    rng: Rng,
    table: Table<G>,
    /// Some seats of a common turn have chosen, others not yet.
    half_chosen: bool,
}

impl<G> Run<G>
where
    G: Resample + Reveals + Probe + Serialize + DeserializeOwned,
{
    fn new(rules: &G::Rules, seed: u64, options: Options) -> Result<Self, Violation> {
        let names = vec!["random".to_owned(); rules.seats()];
        let start = || Table::<G>::new(rules.clone(), DealSource::Seed(seed), names.clone());
        let deals = |detail: String| Violation {
            check: Check::Deals,
            seed,
            ply: 0,
            detail,
        };
        let table = start().map_err(|error| deals(error.to_string()))?;
        let again = start().map_err(|error| deals(error.to_string()))?;
        if table != again {
            return Err(deals("two deals of one seed differ".to_owned()));
        }
        let cards = DealSource::Cards(G::deal(rules, seed));
        let explicit: G = cards
            .start(rules.clone())
            .map_err(|error| deals(error.to_string()))?;
        if explicit != *table.state() {
            return Err(deals(
                "the explicit cards of a seed are another deal".to_owned(),
            ));
        }
        Ok(Run {
            rules: rules.clone(),
            seed,
            options,
            rng: Streams::new(seed).task(0),
            table,
            half_chosen: false,
        })
    }

    fn violation(&self, check: Check, detail: impl Into<String>) -> Violation {
        Violation {
            check,
            seed: self.seed,
            ply: self.table.actions().len(),
            detail: detail.into(),
        }
    }

    fn require(
        &self,
        holds: bool,
        check: Check,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Violation> {
        if holds {
            Ok(())
        } else {
            Err(self.violation(check, detail()))
        }
    }

    fn play_to_the_end(&mut self, report: &mut Report) -> Result<(), Violation> {
        let bound = G::max_plies(&self.rules);
        loop {
            report.positions += 1;
            self.check_position(report)?;
            let to_move = self.table.state().to_move();
            if to_move.is_empty() {
                return Ok(());
            }
            let plies = self.table.actions().len();
            self.require(plies < bound, Check::Ends, || {
                format!("still going after {bound} actions")
            })?;
            // Any of the seats to move may answer first.
            let nth = self.rng.random_range(0..to_move.len() as u32) as usize;
            let seat = to_move.iter().nth(nth).expect("nth is below the length");
            self.check_simultaneous(to_move, seat)?;
            let legal = self.table.state().legal_actions(seat);
            let pick = self.rng.random_range(0..legal.len() as u32) as usize;
            self.step(seat, legal[pick])?;
            let next = self.table.state().to_move();
            self.half_chosen = !next.is_empty() && next == to_move.without(seat);
        }
    }

    /// Everything that can be asked of a position before anybody moves.
    fn check_position(&mut self, report: &mut Report) -> Result<(), Violation> {
        let state = self.table.state().clone();
        state
            .audit()
            .map_err(|detail| self.violation(Check::Audit, detail))?;
        self.round_trip(&state, "state")?;

        let to_move = state.to_move();
        let outcome = state.outcome();
        self.require(to_move.is_empty() == outcome.is_some(), Check::Ends, || {
            format!("to move: {to_move:?}, outcome: {outcome:?}")
        })?;
        if let Some(outcome) = &outcome {
            let seats = self.rules.seats();
            let winners_sit = outcome.winners.iter().all(|seat| seat.index() < seats);
            self.require(
                winners_sit && outcome.scores.len() == seats && outcome.scores == state.scores(),
                Check::Ends,
                || format!("outcome {outcome:?}, scores {:?}", state.scores()),
            )?;
        }

        for seat in Seat::all(self.rules.seats()) {
            let legal = state.legal_actions(seat);
            self.require(
                legal.is_empty() != to_move.contains(seat),
                Check::Turn,
                || format!("{seat} has {} actions, to move: {to_move:?}", legal.len()),
            )?;
            self.check_list(&state, seat, &legal, report)?;
            self.check_views(&state, seat, &legal, report)?;
        }
        self.round_trip(&state.view(Viewer::Public), "public view")?;
        self.round_trip(&state.view(Viewer::Everything), "open view")
    }

    fn check_list(
        &mut self,
        state: &G,
        seat: Seat,
        legal: &[G::Action],
        report: &mut Report,
    ) -> Result<(), Violation> {
        let set: HashSet<G::Action> = legal.iter().copied().collect();
        let numbers: Vec<u64> = legal.iter().map(|action| action.number()).collect();
        self.require(numbers.is_sorted_by(|a, b| a < b), Check::Order, || {
            format!("the numbers of {legal:?} do not ascend: {numbers:?}")
        })?;
        let highest = numbers.last().copied().unwrap_or_default();
        self.require(highest >> ACTION_NUMBER_BITS == 0, Check::Order, || {
            format!("{highest} is too high a number")
        })?;
        for &action in legal {
            let text = action.to_string();
            let parsed = text.parse::<G::Action>().map_err(|e| e.to_string());
            self.require(parsed == Ok(action), Check::RoundTrip, || {
                format!("'{text}' is read as {parsed:?}")
            })?;
            self.round_trip(&action, "action")?;
            let mut played = state.clone();
            played
                .play(seat, action)
                .map_err(|error| self.violation(Check::ListIsPlayable, error.to_string()))?;
            let (unchecked, events) = after(state, seat, action);
            self.require(played == unchecked, Check::UncheckedAgrees, || text.clone())?;
            for event in &events {
                self.round_trip(event, "event")?;
            }
        }
        for _ in 0..self.options.probes {
            let action = state.probe(&mut self.rng);
            if set.contains(&action) {
                continue;
            }
            let found = numbers.binary_search(&action.number());
            self.require(found.is_err(), Check::Order, || {
                format!("{action} has the number of another action")
            })?;
            let mut played = state.clone();
            let rejected = played.play(seat, action).is_err();
            self.require(
                rejected && played == *state,
                Check::OnlyListIsPlayable,
                || format!("{seat} may play '{action}', which is not in the list"),
            )?;
            report.rejected += 1;
        }
        Ok(())
    }

    fn check_views(
        &mut self,
        state: &G,
        seat: Seat,
        legal: &[G::Action],
        report: &mut Report,
    ) -> Result<(), Violation> {
        let viewer = Viewer::Seat(seat);
        let view = state.view(viewer);
        self.require(view.viewer() == viewer, Check::RoundTrip, || {
            format!("the view of {seat} says it is of {:?}", view.viewer())
        })?;
        self.round_trip(&view, "view")?;
        for _ in 0..self.options.resamples {
            let other = G::resample(&view, &mut self.rng);
            other
                .audit()
                .map_err(|detail| self.violation(Check::ResampleAgrees, detail))?;
            // The two states differ only in what the seat cannot know: a view that
            // shows any of it differs as well.
            self.require(other.view(viewer) == view, Check::ViewLeaksNothing, || {
                format!("the view of {seat} changes with hidden cards")
            })?;
            self.require(
                other.to_move() == state.to_move() && other.legal_actions(seat) == legal,
                Check::ResampleAgrees,
                || format!("{seat} has other actions in a resampled state"),
            )?;
            self.compare_hidden(state, &other, seat, report);
            report.resampled += 1;
            // A sealed choice is no hidden card: it does not count as dealt again.
            report.differed += u64::from(other != *state && !self.half_chosen);
            // With others still to answer, the turn is not over and nothing shows yet.
            if state.to_move() == SeatSet::one(seat) {
                self.check_reveals(state, &other, seat, legal)?;
            }
        }
        Ok(())
    }

    /// Compares the hidden cards of a resampled state with the real ones and with those of a second resampled state,
    /// each time against cards dealt uniformly.
    fn compare_hidden(&mut self, state: &G, other: &G, seat: Seat, report: &mut Report) {
        let second = G::resample(&state.view(Viewer::Seat(seat)), &mut self.rng).hidden(seat);
        for ((real, one), two) in (state.hidden(seat).iter().zip(other.hidden(seat))).zip(second) {
            let mut uniform = || {
                let mut cards = real.concat();
                cards.shuffle(&mut self.rng);
                let mut rest = &cards[..];
                let place = |place: &Vec<u32>| {
                    let (cards, others) = rest.split_at(place.len());
                    rest = others;
                    cards.to_vec()
                };
                real.iter().map(place).collect::<Pool>()
            };
            let dealt = [uniform(), uniform()];
            report
                .leak
                .add(equal_cards(real, &one) - equal_cards(real, &dealt[0]));
            report
                .bias
                .add(equal_cards(&one, &two) - equal_cards(&dealt[0], &dealt[1]));
        }
    }

    fn check_reveals(
        &mut self,
        state: &G,
        other: &G,
        seat: Seat,
        legal: &[G::Action],
    ) -> Result<(), Violation> {
        for &action in legal {
            if state.reveals(seat, action) {
                continue;
            }
            let (real, events) = after(state, seat, action);
            let (imagined, other_events) = after(other, seat, action);
            let viewer = Viewer::Seat(seat);
            self.require(
                real.view(viewer) == imagined.view(viewer) && events == other_events,
                Check::RevealsIsTrue,
                || format!("'{action}' shows {seat} something"),
            )?;
        }
        Ok(())
    }

    /// While several seats choose at once, one seat's choice must not show in another's view.
    fn check_simultaneous(&mut self, to_move: SeatSet, seat: Seat) -> Result<(), Violation> {
        if to_move.len() < 2 {
            return Ok(());
        }
        let state = self.table.state();
        let legal = state.legal_actions(seat);
        let (first, events) = after(state, seat, legal[0]);
        let pick = self.rng.random_range(0..legal.len() as u32) as usize;
        let (second, other_events) = after(state, seat, legal[pick]);
        self.require(events == other_events, Check::SimultaneousIsSealed, || {
            format!("{seat} has chosen, and everybody is told {other_events:?}")
        })?;
        self.require(
            first.to_move() == to_move.without(seat),
            Check::Turn,
            || format!("after {seat} chose, {:?} are to move", first.to_move()),
        )?;
        for viewer in Seat::all(self.rules.seats())
            .filter(|&other| other != seat)
            .map(Viewer::Seat)
            .chain([Viewer::Public])
        {
            self.require(
                first.view(viewer) == second.view(viewer),
                Check::SimultaneousIsSealed,
                || format!("{viewer:?} sees what {seat} chose"),
            )?;
            self.require(
                first.view(viewer).at_turn_start() == state.view(viewer).at_turn_start(),
                Check::TurnStart,
                || format!("the turn of {viewer:?} starts differently after {seat} has answered"),
            )?;
        }
        self.check_order(to_move)
    }

    /// The order in which the seats of a common turn answer changes nothing.
    fn check_order(&mut self, to_move: SeatSet) -> Result<(), Violation> {
        let state = self.table.state();
        let mut choices = Vec::new();
        for seat in to_move.iter() {
            let legal = state.legal_actions(seat);
            let pick = self.rng.random_range(0..legal.len() as u32) as usize;
            choices.push((seat, legal[pick]));
        }
        let (mut upwards, mut downwards) = (state.clone(), state.clone());
        for &(seat, action) in &choices {
            upwards.play_unchecked(seat, action);
        }
        for &(seat, action) in choices.iter().rev() {
            downwards.play_unchecked(seat, action);
        }
        self.require(upwards == downwards, Check::SimultaneousIsSealed, || {
            format!("another order of {choices:?} leads elsewhere")
        })
    }

    fn step(&mut self, seat: Seat, action: G::Action) -> Result<(), Violation> {
        let before = self.table.state().clone();
        self.table
            .play(seat, action)
            .map_err(|error| self.violation(Check::ListIsPlayable, error.to_string()))?;
        let after = self.table.state().clone();
        let mut undone = self.table.clone();
        let last = undone.undo();
        self.require(
            last == Some((seat, action))
                && *undone.state() == before
                && undone.events() == self.table.events_at(undone.actions().len()),
            Check::Replay,
            || format!("undo of '{action}' does not come back"),
        )?;
        undone
            .play(seat, action)
            .map_err(|error| self.violation(Check::Replay, error.to_string()))?;
        self.require(*undone.state() == after, Check::Replay, || {
            format!("'{action}' played again leads elsewhere")
        })
    }

    fn check_record(&mut self) -> Result<(), Violation> {
        let record = self.table.record();
        let line = record.to_line();
        let read = Record::<G>::read(&line)
            .map_err(|error| self.violation(Check::RoundTrip, error.to_string()))?;
        self.require(read == record, Check::RoundTrip, || line.clone())?;
        let replayed = read
            .replay()
            .map_err(|error| self.violation(Check::Replay, error.to_string()))?;
        self.require(replayed == self.table, Check::Replay, || line.clone())
    }

    fn round_trip<T>(&self, value: &T, what: &str) -> Result<(), Violation>
    where
        T: Serialize + DeserializeOwned + PartialEq + Debug,
    {
        let text = serde_json::to_string(value)
            .map_err(|error| self.violation(Check::RoundTrip, format!("{what}: {error}")))?;
        let back: T = serde_json::from_str(&text)
            .map_err(|error| self.violation(Check::RoundTrip, format!("{what} {text}: {error}")))?;
        self.require(back == *value, Check::RoundTrip, || {
            format!("{what} comes back different: {text}")
        })
    }
}
