//! What the tests of every game share: golden playthroughs and node counts.

use parlour_engine::{DealSource, Game, PlayError, Rules, Seat, Streams, Table, Viewer, perft};
use rand::RngExt as _;
use std::fmt::Write as _;
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
