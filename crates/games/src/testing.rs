//! What the tests of every game share: golden playthroughs, node counts, and resampling against enumeration.

use parlour_engine::{
    DealSource, Game, PlayError, Resample, Rules, Seat, Streams, Table, Viewer, perft,
};
use rand::RngExt as _;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::ops::{Deref, DerefMut};

/// A state with the events that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Recorded<G: Game> {
    state: G,
    pub(crate) events: Vec<G::Event>,
}

impl<G: Game> Recorded<G> {
    pub(crate) fn start(rules: G::Rules, deal: G::Deal) -> Recorded<G> {
        let mut events = Vec::new();
        let state = G::start(rules, deal, &mut events).unwrap();
        Recorded { state, events }
    }

    pub(crate) fn play(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<(), PlayError<G::Action, G::IllegalMove>> {
        self.state.validate(seat, action)?;
        self.state.apply(seat, action, &mut self.events);
        Ok(())
    }
}

impl<G: Game> From<G> for Recorded<G> {
    /// A state set up in the middle of a game: no event is known.
    fn from(state: G) -> Recorded<G> {
        let events = Vec::new();
        Recorded { state, events }
    }
}

impl<G: Game> Deref for Recorded<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.state
    }
}

impl<G: Game> DerefMut for Recorded<G> {
    fn deref_mut(&mut self) -> &mut G {
        &mut self.state
    }
}

/// A random game as text: every position as everybody would see it with open
/// cards, the legal actions, the action played, the scores.
pub(crate) fn playthrough<G: Game>(rules: G::Rules, seed: u64) -> String {
    let names = vec!["random".to_owned(); rules.seats()];
    let rules_text = serde_json::to_string(&rules).unwrap();
    let mut table = Table::<G>::new(rules, DealSource::Seed(seed), names).unwrap();
    let mut rng = Streams::new(seed).task(1);
    let mut out = format!("{} {rules_text} seed {seed}\n", G::NAME);
    while let Some(seat) = table.to_move().first() {
        let state = table.state();
        let mut view = serde_json::to_value(state.view(Viewer::Everything)).unwrap();
        let fields = view.as_object_mut().unwrap();
        for constant in ["viewer", "rules"] {
            fields.remove(constant);
        }
        let legal = state.legal_actions(seat);
        let pick = rng.random_range(0..legal.len() as u32) as usize;
        let list: Vec<String> = legal.iter().map(ToString::to_string).collect();
        writeln!(out, "\n#{} {seat} {view}", table.actions().len()).unwrap();
        writeln!(out, "{} legal: {}", list.len(), list.join(" | ")).unwrap();
        writeln!(out, "> {}", list[pick]).unwrap();
        table.play(seat, legal[pick]).unwrap();
    }
    writeln!(out, "\n{}", table.record().to_line()).unwrap();
    out
}

/// Node counts of the deals of seeds 0 to 4, a line each: `seed: depth 1, depth 2, …`.
pub(crate) fn node_counts<G: Game>(rules: &G::Rules, depth: u32) -> String {
    let mut out = String::new();
    for seed in 0..5 {
        let start: G = DealSource::Seed(seed).start(rules.clone()).unwrap();
        let counts: Vec<String> = (1..=depth).map(|d| perft(&start, d).to_string()).collect();
        writeln!(out, "seed {seed}: {}", counts.join(", ")).unwrap();
    }
    out
}

/// A place of cards that a viewer does not see: a hand or a pile.
pub(crate) struct HiddenPlace {
    pub(crate) cards: usize,
    /// Whether the order of the cards counts, as it does in a deck.
    pub(crate) ordered: bool,
}

/// Hidden cards by place; those of a place without an order are sorted.
pub(crate) type Assignment<C> = Vec<Vec<C>>;

/// Assignments with the number of permutations of the single cards that lead to each.
pub(crate) type Assignments<C> = BTreeMap<Assignment<C>, u32>;

/// Every allowed assignment of the unseen cards to the places, identical cards counted as
/// different ones.
pub(crate) fn assignments<C: Copy + Ord>(
    unseen: &[C],
    places: &[HiddenPlace],
    is_allowed: impl Fn(&Assignment<C>) -> bool,
) -> Assignments<C> {
    let total: usize = places.iter().map(|place| place.cards).sum();
    assert_eq!(unseen.len(), total);
    let mut found = BTreeMap::new();
    for_permutations(&mut unseen.to_vec(), 0, &mut |cards| {
        let mut rest = cards;
        let assign = |place: &HiddenPlace| {
            let (here, others) = rest.split_at(place.cards);
            rest = others;
            let mut here = here.to_vec();
            if !place.ordered {
                here.sort_unstable();
            }
            here
        };
        let assignment = places.iter().map(assign).collect();
        if is_allowed(&assignment) {
            *found.entry(assignment).or_insert(0) += 1;
        }
    });
    found
}

fn for_permutations<C>(cards: &mut [C], fixed: usize, visit: &mut impl FnMut(&[C])) {
    if fixed == cards.len() {
        return visit(cards);
    }
    for next in fixed..cards.len() {
        cards.swap(fixed, next);
        for_permutations(cards, fixed + 1, visit);
        cards.swap(fixed, next);
    }
}

/// Resamples a view 50,000 times and compares how often each assignment occurs with its share of
/// all permutations (Pearson's chi-square statistic).
pub(crate) fn compare_with_resamples<G: Resample, C: Ord + Debug>(
    view: &G::View,
    expected: &Assignments<C>,
    read: impl Fn(&G) -> Assignment<C>,
) {
    const SAMPLES: u32 = 50_000;
    let mut rng = Streams::new(13).task(0);
    let mut counts: BTreeMap<&Assignment<C>, u32> =
        expected.keys().map(|assignment| (assignment, 0)).collect();
    for _ in 0..SAMPLES {
        let assignment = read(&G::resample(view, &mut rng));
        let count = counts.get_mut(&assignment);
        *count.unwrap_or_else(|| panic!("{assignment:?} is not allowed")) += 1;
    }
    let permutations: u32 = expected.values().sum();
    let statistic: f64 = expected
        .iter()
        .map(|(assignment, &number)| {
            let mean = f64::from(SAMPLES) * f64::from(number) / f64::from(permutations);
            assert!(mean > 5.0, "{assignment:?} is too rare for the statistic");
            (f64::from(counts[assignment]) - mean).powi(2) / mean
        })
        .sum();
    let freedom = (expected.len() - 1) as f64;
    assert!(
        (statistic - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
        "chi-square {statistic} with {freedom} degrees of freedom"
    );
}

/// The first positions of random games, each of another game and seen by a seat that is to move, for
/// which `enumerate` returns at least 20 assignments and few enough to compare them with resamples.
pub(crate) fn positions_to_enumerate<G: Game, C>(
    rules: &G::Rules,
    number: usize,
    enumerate: impl Fn(&G::View) -> Option<Assignments<C>>,
) -> Vec<(G::View, Assignments<C>)> {
    let position = |seed| {
        let mut state: G = DealSource::Seed(seed).start(rules.clone()).unwrap();
        let mut rng = Streams::new(seed).task(1);
        while let Some(seat) = state.to_move().first() {
            let view = state.view(Viewer::Seat(seat));
            if let Some(found) = enumerate(&view) {
                let permutations: u32 = found.values().sum();
                let rarest = found.values().min().map_or(0, |&number| number);
                if found.len() >= 20 && 5000 * rarest >= permutations {
                    return Some((view, found));
                }
            }
            let legal = state.legal_actions(seat);
            let at = rng.random_range(0..legal.len() as u32) as usize;
            state.play_unchecked(seat, legal[at]);
        }
        None
    };
    let positions: Vec<_> = (0..10_000).filter_map(position).take(number).collect();
    assert_eq!(positions.len(), number, "too few positions to enumerate");
    positions
}
