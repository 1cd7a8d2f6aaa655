//! Toy games that the search must play well, and must not cheat at.

use super::*;
use parlour_engine::{
    DealSource, EventSink, Game, InformationState, Outcome, Rules as _, Seat, SeatSet, SetupError,
    Streams, View as _, Viewer,
};
use parlour_games::jaipur::Jaipur;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A number as an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pick(u8);

impl parlour_engine::Action for Pick {
    fn number(self) -> u64 {
        self.0.into()
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Pick {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Pick, Self::Err> {
        text.parse().map(Pick)
    }
}

parlour_engine::serde_as_text!(Pick);

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("not now")]
struct NotNow;

/// What a toy game hides, and what each seat has picked.
trait Toy: Clone + fmt::Debug + Default + PartialEq + Send + Sync + 'static
where
    for<'a> Self: Serialize + Deserialize<'a>,
{
    const SEATS: usize;

    /// A hidden number for each seat.
    fn deal(rng: &mut Rng) -> [u8; 3];

    fn to_move(picks: &[Option<u8>; 3]) -> SeatSet;

    fn options(hidden: &[u8; 3], picks: &[Option<u8>; 3], seat: Seat) -> u8;

    /// The winners, once all have picked.
    fn winners(hidden: &[u8; 3], picks: &[Option<u8>; 3]) -> SeatSet;
}

impl<T: Toy> parlour_engine::Rules for ToyRules<T> {
    fn seats(&self) -> usize {
        T::SEATS
    }

    fn names() -> &'static [&'static str] {
        &["toy"]
    }

    fn named(name: &str) -> Option<Self> {
        (name == "toy").then(Self::default)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
struct ToyRules<T: Toy>(T);

/// A toy at play: the view of a seat is the same with the others' numbers removed,
/// and their picks as long as the turn is not over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
struct Playing<T: Toy> {
    rules: ToyRules<T>,
    hidden: [u8; 3],
    picks: [Option<u8>; 3],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ToyView {
    viewer: Viewer,
    own: u8,
    picks: [Option<u8>; 3],
}

impl parlour_engine::View for ToyView {
    fn viewer(&self) -> Viewer {
        self.viewer
    }
}

fn known<G: Game>(state: &G, seat: Seat) -> InformationState<'static, G> {
    InformationState::new(state.view(Viewer::Seat(seat)), Vec::new())
}

impl<T: Toy> Game for Playing<T> {
    const NAME: &'static str = "toy";
    type Rules = ToyRules<T>;
    type Deal = [u8; 3];
    type Action = Pick;
    type View = ToyView;
    type Event = ();
    type IllegalMove = NotNow;

    fn deal(_rules: &ToyRules<T>, seed: u64) -> [u8; 3] {
        T::deal(&mut Streams::new(seed).deal())
    }

    fn start(
        rules: ToyRules<T>,
        hidden: [u8; 3],
        _: &mut impl EventSink<()>,
    ) -> Result<Self, SetupError> {
        Ok(Playing {
            rules,
            hidden,
            picks: [None; 3],
        })
    }

    fn rules(&self) -> &ToyRules<T> {
        &self.rules
    }

    fn to_move(&self) -> SeatSet {
        T::to_move(&self.picks)
    }

    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Pick>) {
        out.clear();
        if self.to_move().contains(seat) {
            out.extend((0..T::options(&self.hidden, &self.picks, seat)).map(Pick));
        }
    }

    fn check(&self, seat: Seat, action: Pick) -> Result<(), NotNow> {
        let legal = self.legal_actions(seat);
        legal.contains(&action).then_some(()).ok_or(NotNow)
    }

    fn apply(&mut self, seat: Seat, action: Pick, _: &mut impl EventSink<()>) {
        self.picks[seat.index()] = Some(action.0);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.to_move().is_empty().then(|| Outcome {
            scores: self.scores(),
            winners: T::winners(&self.hidden, &self.picks),
        })
    }

    fn scores(&self) -> Vec<i32> {
        vec![0; T::SEATS]
    }

    fn view(&self, viewer: Viewer) -> ToyView {
        let seat = viewer.seat().unwrap();
        let common = self.to_move().len() > 1;
        ToyView {
            viewer,
            own: self.hidden[seat.index()],
            picks: if common { [None; 3] } else { self.picks },
        }
    }

    fn audit(&self) -> Result<(), String> {
        Ok(())
    }
}

impl<T: Toy> Resample for Playing<T> {
    fn resample(view: &ToyView, rng: &mut Rng) -> Self {
        let mut hidden = T::deal(rng);
        hidden[view.viewer().seat().unwrap().index()] = view.own;
        Playing {
            rules: ToyRules::default(),
            hidden,
            picks: view.picks,
        }
    }
}

fn analyse<G: Resample<Rules: Default, View: Clone>>(
    state: &G,
    seat: Seat,
    simulations: u32,
) -> Analysis<G::Action> {
    let mut search = Search::<G, NoHeuristics>::new(&known(state, seat));
    search.run(simulations, &mut Streams::new(1).task(0));
    search.analysis()
}

/// Seat 0 has a hidden 0 to 9 and folds (0) or bets (1); seat 1, who has another,
/// folds or calls. The higher number wins a call, who folds loses, and a
/// fold of seat 0 is worth half: all three share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Bet;

impl Toy for Bet {
    const SEATS: usize = 2;

    fn deal(rng: &mut Rng) -> [u8; 3] {
        use rand::RngExt as _;
        [rng.random_range(0..10u8), rng.random_range(0..10u8), 0]
    }

    fn to_move(picks: &[Option<u8>; 3]) -> SeatSet {
        match picks {
            [None, ..] => SeatSet::one(Seat(0)),
            [Some(1), None, _] => SeatSet::one(Seat(1)),
            _ => SeatSet::EMPTY,
        }
    }

    fn options(_: &[u8; 3], _: &[Option<u8>; 3], _: Seat) -> u8 {
        2
    }

    fn winners(hidden: &[u8; 3], picks: &[Option<u8>; 3]) -> SeatSet {
        match picks {
            [Some(1), Some(0), _] => SeatSet::one(Seat(0)),
            [Some(1), Some(_), _] if hidden[0] > hidden[1] => SeatSet::one(Seat(0)),
            [Some(1), Some(_), _] if hidden[0] < hidden[1] => SeatSet::one(Seat(1)),
            _ => SeatSet::all(2),
        }
    }
}

fn bet(own: u8) -> Playing<Bet> {
    Game::new(ToyRules::default(), [own, 5, 0]).unwrap()
}

#[test]
fn a_good_hand_bets_and_a_bad_one_folds() {
    for (own, best) in [(9, 1), (8, 1), (0, 0), (1, 0)] {
        let analysis = analyse(&bet(own), Seat(0), 4000);
        assert_eq!(
            analysis.actions[0].action,
            Pick(best),
            "{own}: {analysis:?}"
        );
        let visits: u32 = analysis.actions.iter().map(|stats| stats.visits).sum();
        assert_eq!(u64::from(visits), analysis.simulations);
        assert!(
            analysis
                .actions
                .iter()
                .all(|stats| (0.0..=1.0).contains(&stats.value))
        );
    }
    // A fold is worth exactly half.
    let fold = analyse(&bet(0), Seat(0), 500).actions[0];
    assert_eq!(fold.value, 0.5);
}

/// The other number is drawn anew in each simulation: what it really is changes nothing.
#[test]
fn hidden_numbers_do_not_count() {
    let real = |other| {
        let state: Playing<Bet> = Game::new(ToyRules::default(), [6, other, 0]).unwrap();
        analyse(&state, Seat(0), 1000)
    };
    assert_eq!(real(0), real(9));
}

/// Three seats, two of which choose at once. Seat 0: the safe 0 shares the win with all three;
/// 1 or 2 wins alone if seat 1 does not choose the same, else seat 1 wins.
/// Against one who does not see the choice, 1 and 2 are worth a half, and the safe
/// choice a third; against one who does, nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Pennies;

impl Toy for Pennies {
    const SEATS: usize = 3;

    fn deal(_: &mut Rng) -> [u8; 3] {
        [0; 3]
    }

    fn to_move(picks: &[Option<u8>; 3]) -> SeatSet {
        (Seat::all(2))
            .filter(|seat| picks[seat.index()].is_none())
            .collect()
    }

    fn options(_: &[u8; 3], _: &[Option<u8>; 3], _: Seat) -> u8 {
        3
    }

    fn winners(_: &[u8; 3], picks: &[Option<u8>; 3]) -> SeatSet {
        match picks {
            [Some(0), ..] => SeatSet::all(3),
            [own, other, _] if own == other => SeatSet::one(Seat(1)),
            _ => SeatSet::one(Seat(0)),
        }
    }
}

#[test]
fn no_choice_depends_on_one_made_at_the_same_time() {
    let state: Playing<Pennies> = Game::new(ToyRules::default(), [0; 3]).unwrap();
    for seed in 0..20 {
        let mut search = Search::<Playing<Pennies>, NoHeuristics>::new(&known(&state, Seat(0)));
        search.run(3000, &mut Streams::new(seed).task(0));
        let analysis = search.analysis();
        assert_ne!(analysis.actions[0].action, Pick(0), "{analysis:?}");
        let best = analysis.actions[0].value;
        assert!(best > 1.0 / 3.0, "{analysis:?}");
        // Seat 1 searches the same turn and sees as little: no sure win either.
        let mut search = Search::<Playing<Pennies>, NoHeuristics>::new(&known(&state, Seat(1)));
        search.run(3000, &mut Streams::new(seed).task(0));
        let analysis = search.analysis();
        assert!(analysis.actions[0].value < 0.8, "{analysis:?}");
    }
}

/// Which actions the second seat has depends on its hidden number, so that the
/// availability counts differ from edge to edge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Rare;

impl Toy for Rare {
    const SEATS: usize = 2;

    fn deal(rng: &mut Rng) -> [u8; 3] {
        use rand::RngExt as _;
        [0, u8::from(rng.random_range(0..10u8) == 0), 0]
    }

    fn to_move(picks: &[Option<u8>; 3]) -> SeatSet {
        match picks {
            [None, ..] => SeatSet::one(Seat(0)),
            [_, None, _] => SeatSet::one(Seat(1)),
            _ => SeatSet::EMPTY,
        }
    }

    fn options(hidden: &[u8; 3], _: &[Option<u8>; 3], seat: Seat) -> u8 {
        match seat {
            Seat(0) => 2,
            // One action nine times of ten, else a second that wins.
            _ => 1 + hidden[1],
        }
    }

    fn winners(_: &[u8; 3], picks: &[Option<u8>; 3]) -> SeatSet {
        match picks {
            // The second action of seat 0 gives the win away at once.
            [Some(1), ..] | [_, Some(1), _] => SeatSet::one(Seat(1)),
            _ => SeatSet::one(Seat(0)),
        }
    }
}

#[test]
fn a_rare_answer_is_found_whenever_it_is_available() {
    let state: Playing<Rare> = Game::new(ToyRules::default(), [0; 3]).unwrap();
    let analysis = analyse(&state, Seat(0), 4000);
    assert_eq!(analysis.actions[0].action, Pick(0));
    // Seat 1 wins when it can: one time of ten, less a few tries at losing.
    let value = analysis.actions[0].value;
    assert!((0.88..0.93).contains(&value), "{value}");
}

/// Others play any action, and are not searched; only the last action is kept after the first turn.
#[derive(Clone, Copy, Debug, Default)]
struct Modelling;

impl<T: Toy> Heuristics<Playing<T>> for Modelling {
    const MODEL_OPPONENTS: bool = true;

    fn prune(&self, _: &Playing<T>, _: Seat, legal: &mut Vec<Pick>) {
        legal.drain(..legal.len() - 1);
    }
}

fn modelling<T: Toy>(state: &Playing<T>, seat: Seat, simulations: u32) -> Analysis<Pick> {
    let mut search = Search::<Playing<T>, Modelling>::new(&known(state, seat));
    search.run(simulations, &mut Streams::new(1).task(0));
    search.analysis()
}

/// Seat 1 folds half of its hands, good or bad: a bet with a bad hand wins those, and pays.
#[test]
fn others_who_are_modelled_play_as_in_playouts() {
    let analysis = modelling(&bet(2), Seat(0), 4000);
    assert_eq!(analysis.actions[0].action, Pick(1), "{analysis:?}");
    // Half of the bets are folded to; of the others two in ten are won and one is shared.
    let value = analysis.actions[0].value;
    assert!((0.5 + 0.5 * 0.25 - value).abs() < 0.04, "{value}");
    assert_eq!(
        analysis.actions.len(),
        2,
        "the first turn keeps its whole list"
    );
}

/// A seat that chooses at the same time is modelled too: a third of the choices meet, from both seats.
#[test]
fn who_chooses_at_the_same_time_is_modelled_too() {
    let state: Playing<Pennies> = Game::new(ToyRules::default(), [0; 3]).unwrap();
    for (seat, best) in [(Seat(0), 2.0 / 3.0), (Seat(1), 1.0 / 3.0 + 1.0 / 9.0)] {
        let analysis = modelling(&state, seat, 4000);
        let value = analysis.actions[0].value;
        assert!((value - best).abs() < 0.05, "{seat}: {analysis:?}");
    }
}

fn jaipur(seed: u64) -> Jaipur {
    let deal: Result<Jaipur, _> = DealSource::Seed(seed).start(Default::default());
    deal.unwrap()
}

#[test]
fn a_seed_and_a_budget_give_one_choice() {
    let state = jaipur(3);
    assert_eq!(state.rules().seats(), 2);
    let (here, other) = (known(&state, Seat(0)), known(&jaipur(4), Seat(0)));
    let legal = state.legal_actions(Seat(0));
    let mut policy = Ismcts::<Jaipur, NoHeuristics>::new(Budget::Simulations(300));
    let rng = Streams::new(9).seat(Seat(0));
    let first = policy.choose(&here, &legal, &mut rng.clone());
    assert!(legal.contains(&first));
    // The memory of the first search changes nothing in the second.
    policy.analyse(&other, &mut Streams::new(1).task(0));
    assert_eq!(policy.choose(&here, &legal, &mut rng.clone()), first);
    let fresh = Ismcts::<Jaipur, NoHeuristics>::new(Budget::Simulations(300))
        .analyse(&here, &mut rng.clone());
    assert_eq!(policy.analyse(&here, &mut rng.clone()), fresh);
    // In pieces or at once.
    let mut search = Search::<Jaipur, NoHeuristics>::new(&here);
    let mut rng = rng.clone();
    (0..30).for_each(|_| search.run(10, &mut rng));
    assert_eq!(search.analysis(), fresh);
}

#[test]
fn a_budget_of_time_is_kept() {
    let state = jaipur(3);
    let mut policy = Ismcts::<Jaipur, NoHeuristics>::new("30ms".parse::<Effort>().unwrap());
    let start = Instant::now();
    let known = known(&state, Seat(0));
    let analysis = policy.analyse(&known, &mut Streams::new(1).task(0));
    assert!(start.elapsed().as_millis() >= 30);
    assert!(analysis.simulations >= u64::from(CHUNK));
}

#[test]
fn a_search_ends_on_request() {
    let state = jaipur(3);
    let known = known(&state, Seat(0));
    let mut rng = Streams::new(1).task(0);
    for effort in ["4000000000", "4000000000@2", "86400s"] {
        let mut policy = Ismcts::<Jaipur, NoHeuristics>::new(effort.parse::<Effort>().unwrap());
        let stop = Arc::new(AtomicBool::new(true));
        let analysis = crate::stoppable(stop, || policy.analyse(&known, &mut rng));
        assert!((8..=16).contains(&analysis.simulations), "{effort}");
    }
    // The request concerns that work only.
    let mut policy = Ismcts::<Jaipur, NoHeuristics>::new(Budget::Simulations(300));
    assert_eq!(policy.analyse(&known, &mut rng).simulations, 300);
}

#[test]
fn several_threads_add_up_what_each_would_find_alone() {
    let state = jaipur(3);
    let known = known(&state, Seat(0));
    let effort: Effort = "301@3".parse().unwrap();
    let rng = Streams::new(9).seat(Seat(0));
    let mut policy = Ismcts::<Jaipur, NoHeuristics>::new(effort);
    let together = policy.analyse(&known, &mut rng.clone());
    assert_eq!(policy.analyse(&known, &mut rng.clone()), together);
    assert_eq!(together.simulations, 301);

    let streams = Streams::new(rng.clone().random());
    let alone: Vec<_> = [101, 100, 100]
        .into_iter()
        .zip(0..)
        .map(|(simulations, task)| {
            let mut search = Search::<Jaipur, NoHeuristics>::new(&known);
            search.run(simulations, &mut streams.task(task));
            search.analysis()
        })
        .collect();
    assert_eq!(together.actions.len(), alone[0].actions.len());
    for stats in &together.actions {
        let parts = (alone.iter().flat_map(|part| &part.actions))
            .filter(|part| part.action == stats.action);
        let (visits, total) = parts.fold((0, 0.0), |(visits, total), part| {
            (
                visits + part.visits,
                total + f64::from(part.visits) * part.value,
            )
        });
        assert_eq!(stats.visits, visits);
        assert!((stats.value * f64::from(visits) - total).abs() < 1e-9);
    }
}

#[test]
fn every_legal_action_is_reported() {
    let state = jaipur(5);
    let legal = state.legal_actions(Seat(0));
    let analysis = analyse(&state, Seat(0), 100);
    assert_eq!(analysis.actions.len(), legal.len());
    assert!(
        analysis
            .actions
            .iter()
            .all(|stats| legal.contains(&stats.action))
    );
    assert!(
        analysis
            .actions
            .windows(2)
            .all(|pair| pair[0].visits >= pair[1].visits)
    );
}
