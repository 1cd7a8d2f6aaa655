//! The search itself.

use super::Heuristics;
use parlour_engine::{
    ACTION_NUMBER_BITS, Action, InformationState, Resample, Rng, Seat, View, sort_short,
};
use rand::RngExt as _;
use std::cmp::Reverse;

/// Nodes a tree may have; a search that reaches it goes on without growing.
const MAX_NODES: usize = 1 << 18;
/// Actions a tree may hold at all its nodes together.
const MAX_EDGES: usize = 1 << 20;
/// No node yet.
const NONE: u32 = u32::MAX;
/// What an action not tried yet is taken to be worth below the mean of its node, when there are weights.
const FIRST_PLAY_REDUCTION: f64 = 0.1;

/// A search from what one seat knows. It can be run in pieces.
///
/// The memory is bounded: less than 100 MB when the tree has grown to its
/// limit, which takes a quarter of a million simulations; a few thousand need one or two.
#[derive(Clone, Debug)]
pub struct Search<G: Resample, H> {
    heuristics: H,
    view: G::View,
    seat: Seat,
    simulations: u64,
    /// The first `used` are the tree, 0 its root; the others wait with their memory.
    nodes: Vec<Node<G::Action>>,
    used: usize,
    edges: usize,
    /// Scratch space, kept so that simulations do not allocate.
    path: Vec<Step>,
    legal: Vec<G::Action>,
    fresh: Vec<G::Action>,
    available: Vec<u32>,
    weights: Vec<f32>,
    rewards: Vec<f64>,
    /// Natural logarithms of 0 (as 0), 1, 2, …, by `libm`: the same on every platform.
    logarithms: Vec<f64>,
}

/// A sequence of actions from the root.
#[derive(Clone, Debug)]
struct Node<A> {
    /// Simulations that came through.
    visits: u32,
    /// The keys of the edges, in ascending order.
    keys: Vec<u64>,
    edges: Vec<Edge<A>>,
}

/// An action at a node, with what is known of it.
#[derive(Clone, Debug)]
struct Edge<A> {
    seat: Seat,
    action: A,
    /// The node below: for a turn of several seats, on the first seat's edge the
    /// node that holds the second seat's edges, and so on to the last.
    child: u32,
    visits: u32,
    /// Simulations in which it could have been chosen, as UCB1 counts them.
    available: u32,
    weight: f32,
    /// Sum of the rewards.
    total: f64,
}

/// An edge that a simulation went along.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: u32,
    edge: u32,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    /// How many simulations it rests on.
    pub simulations: u64,
    /// The legal actions, the most visited first.
    pub actions: Vec<ActionStats<A>>,
}

/// What a search has found about one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionStats<A> {
    /// The action.
    pub action: A,
    /// How many simulations tried it.
    pub visits: u32,
    /// Its mean reward to the seat that searches, 0 to 1; 0 when it was never tried.
    pub value: f64,
}

impl<A: Action> Analysis<A> {
    /// What several searches from the same view have found together.
    pub(super) fn sum(mut parts: impl Iterator<Item = Analysis<A>>) -> Analysis<A> {
        let mut sum = parts.next().expect("there is at least one search");
        for part in parts {
            sum.simulations += part.simulations;
            for found in part.actions {
                let known = (sum.actions.iter_mut()).find(|stats| stats.action == found.action);
                match known {
                    Some(stats) => stats.add(found),
                    None => sum.actions.push(found),
                }
            }
        }
        sort(&mut sum.actions);
        sum
    }
}

impl<A> ActionStats<A> {
    fn add(&mut self, found: ActionStats<A>) {
        let visits = self.visits + found.visits;
        if found.visits > 0 {
            let part = f64::from(found.visits) / f64::from(visits);
            self.value += part * (found.value - self.value);
        }
        self.visits = visits;
    }
}

/// The most visited first; of these the one worth most, and then in the order of the actions.
fn sort<A: Action>(actions: &mut [ActionStats<A>]) {
    sort_short(actions, |stats| {
        let ActionStats {
            action,
            visits,
            value,
        } = *stats;
        (Reverse(visits), Reverse(value), action.number())
    });
}

impl<G: Resample, H: Heuristics<G>> Search<G, H> {
    /// A search without simulations. It starts from the [start of the turn](View::at_turn_start): the choice
    /// does not depend on which other seats have already answered.
    ///
    /// # Panics
    /// If the viewer is not a seat.
    pub fn new(known: &InformationState<'_, G>) -> Search<G, H> {
        Search::guided(known, H::default())
    }

    /// As [`new`](Search::new), with these heuristics.
    ///
    /// # Panics
    /// If the viewer is not a seat.
    pub fn guided(known: &InformationState<'_, G>, heuristics: H) -> Search<G, H> {
        let mut search = Search {
            heuristics,
            seat: seat_of(known),
            view: known.view().at_turn_start(),
            simulations: 0,
            nodes: Vec::new(),
            used: 0,
            edges: 0,
            path: Vec::new(),
            legal: Vec::new(),
            fresh: Vec::new(),
            available: Vec::new(),
            weights: Vec::new(),
            rewards: Vec::new(),
            logarithms: vec![0.0],
        };
        search.heuristics.start(known);
        search.grow();
        search
    }

    /// Discards the tree, keeps its memory, and starts from other knowledge.
    ///
    /// # Panics
    /// If the viewer is not a seat.
    pub fn restart(&mut self, known: &InformationState<'_, G>) {
        self.seat = seat_of(known);
        self.view = known.view().at_turn_start();
        self.heuristics.start(known);
        self.simulations = 0;
        self.used = 0;
        self.edges = 0;
        self.grow();
    }

    /// Runs `simulations` more.
    ///
    /// # Panics
    /// If the seat is not to move.
    pub fn run(&mut self, simulations: u32, rng: &mut Rng) {
        for _ in 0..simulations {
            let start = self.determinization(rng);
            self.simulate(start, None, rng);
        }
    }

    /// A state that the seat thinks possible, to start a simulation from.
    pub(crate) fn determinization(&self, rng: &mut Rng) -> G {
        G::resample(&self.view, rng)
    }

    /// Runs one simulation from a [`determinization`](Search::determinization), with this action of the seat if one is
    /// given; it must be legal. Returns the action, and the state in which the simulation ended.
    ///
    /// # Panics
    /// If the seat is not to move.
    pub(crate) fn sample(
        &mut self,
        start: G,
        action: Option<G::Action>,
        rng: &mut Rng,
    ) -> (G::Action, G) {
        let end = self.simulate(start, action, rng);
        let edges =
            |step: &Step| (step.node == 0).then(|| &self.nodes[0].edges[step.edge as usize]);
        let own = (self.path.iter().filter_map(edges)).find(|edge| edge.seat == self.seat);
        (own.expect("the seat is to move").action, end)
    }

    /// What the last simulation was worth to each seat.
    pub(crate) fn rewards(&self) -> &[f64] {
        &self.rewards
    }

    /// What was found so far about the actions of the seat that searches.
    pub fn analysis(&self) -> Analysis<G::Action> {
        let mut actions: Vec<ActionStats<G::Action>> = self.nodes[0]
            .edges
            .iter()
            .filter(|edge| edge.seat == self.seat)
            .map(|edge| ActionStats {
                action: edge.action,
                visits: edge.visits,
                value: edge.mean(),
            })
            .collect();
        sort(&mut actions);
        Analysis {
            simulations: self.simulations,
            actions,
        }
    }

    /// A new node at the end of the tree, with the memory of an old one if there is one.
    fn grow(&mut self) -> u32 {
        let index = self.used;
        self.used += 1;
        match self.nodes.get_mut(index) {
            Some(node) => {
                node.visits = 0;
                node.keys.clear();
                node.edges.clear();
            }
            None => self.nodes.push(Node {
                visits: 0,
                keys: Vec::new(),
                edges: Vec::new(),
            }),
        }
        index as u32
    }

    fn full(&self) -> bool {
        self.used >= MAX_NODES || self.edges >= MAX_EDGES
    }

    /// Returns the state in which the simulation ended. The seat's own first action is `forced`, if that is given.
    // Inlined into both callers it would be in the web app twice, for every game.
    #[inline(never)]
    fn simulate(&mut self, start: G, forced: Option<G::Action>, rng: &mut Rng) -> G {
        let mut state = start;
        self.simulations += 1;
        self.path.clear();

        // Down the tree, as far as it goes and one node further.
        let mut node = Some(0);
        while let Some(index) = node {
            let visited = &mut self.nodes[index as usize];
            visited.visits += 1;
            // The root alone chooses at its first visit: its actions are what is asked for.
            if visited.visits == 1 && index != 0 {
                break;
            }
            node = None;
            let mut over = self.heuristics.evaluate(&state, &mut self.rewards);
            // Others who are modelled play on until this seat is asked.
            while H::MODEL_OPPONENTS && !over && !state.to_move().contains(self.seat) {
                self.play_on(&mut state, rng);
                over = self.heuristics.evaluate(&state, &mut self.rewards);
            }
            if over {
                break;
            }
            let mut first = true;
            for seat in state.to_move().iter() {
                if H::MODEL_OPPONENTS && seat != self.seat {
                    let action = self
                        .heuristics
                        .rollout_action(&state, seat, &mut self.legal, rng);
                    state.play_unchecked(seat, action);
                    continue;
                }
                let mut edge = self.select(index, &state, seat, rng);
                if let Some(action) = forced.filter(|_| index == 0 && seat == self.seat) {
                    let found = self.nodes[0].keys.binary_search(&key(seat, action));
                    edge = found.expect("every legal action has an edge at the root") as u32;
                }
                self.path.push(Step { node: index, edge });
                let action = self.nodes[index as usize].edges[edge as usize].action;
                node = match first {
                    true => self.child(index, edge),
                    false => node.and_then(|link| self.linked(link, seat, action)),
                };
                first = false;
                state.play_unchecked(seat, action);
            }
        }

        while !self.heuristics.evaluate(&state, &mut self.rewards) {
            self.play_on(&mut state, rng);
        }

        for &Step { node, edge } in &self.path {
            let edge = &mut self.nodes[node as usize].edges[edge as usize];
            edge.visits += 1;
            edge.total += self.rewards[edge.seat.index()];
        }
        state
    }

    /// A move of a playout.
    fn play_on(&mut self, state: &mut G, rng: &mut Rng) {
        let to_move = state.to_move().first();
        let seat = to_move.expect("a game that is not over has a seat to move");
        let action = self
            .heuristics
            .rollout_action(state, seat, &mut self.legal, rng);
        state.play_unchecked(seat, action);
    }

    /// The node below an edge, made if there is none and still room.
    fn child(&mut self, node: u32, edge: u32) -> Option<u32> {
        let child = self.nodes[node as usize].edges[edge as usize].child;
        if child != NONE {
            return Some(child);
        }
        if self.full() {
            return None;
        }
        let child = self.grow();
        self.nodes[node as usize].edges[edge as usize].child = child;
        Some(child)
    }

    /// Within a turn of several seats: the node below the choice of a later one. The
    /// edges that lead there hold no statistics; those are at the node of the turn.
    fn linked(&mut self, link: u32, seat: Seat, action: G::Action) -> Option<u32> {
        let node = &mut self.nodes[link as usize];
        let key = key(seat, action);
        let edge = node.keys.binary_search(&key).unwrap_or_else(|place| {
            node.keys.insert(place, key);
            node.edges.insert(place, Edge::new(seat, action, 1.0));
            self.edges += 1;
            place
        });
        self.child(link, edge as u32)
    }

    /// Chooses for one seat of the turn among what it may do in this deal.
    fn select(&mut self, node: u32, state: &G, seat: Seat, rng: &mut Rng) -> u32 {
        if node == 0 && seat == self.seat && self.simulations > 1 {
            // What can be done now depends on nothing that is hidden: it is known since the first time.
            let keys = &self.nodes[0].keys;
            let first = keys.partition_point(|&key| key < first_key(seat));
            let actions = keys[first..]
                .partition_point(|&key| key >> ACTION_NUMBER_BITS == u64::from(seat.0));
            self.available.clear();
            self.available
                .extend(first as u32..(first + actions) as u32);
        } else {
            state.legal_actions_into(seat, &mut self.legal);
            if node != 0 {
                self.heuristics.prune(state, seat, &mut self.legal);
            }
            if !self.find_available(node, seat) {
                self.add_missing(node, state, seat);
                self.find_available(node, seat);
            }
        }
        if H::HAS_PRIORS {
            self.nodes[node as usize].puct(&self.available, H::EXPLORATION, rng)
        } else {
            self.extend_logarithms(node);
            let node = &mut self.nodes[node as usize];
            node.ucb1(&self.available, H::EXPLORATION, &self.logarithms, rng)
        }
    }

    /// Notes where the edges of the legal list are, and the actions that have none yet. Whether all have one.
    fn find_available(&mut self, node: u32, seat: Seat) -> bool {
        let keys = &self.nodes[node as usize].keys;
        self.available.clear();
        self.fresh.clear();
        let mut at = keys.partition_point(|&key| key < first_key(seat));
        for &action in &self.legal {
            let key = key(seat, action);
            let before = |&other: &u64| other < key;
            // In steps twice as long each time: the node may hold the actions of many deals.
            let (mut from, mut step) = (at, 1);
            while keys.get(at).is_some_and(before) {
                from = at + 1;
                at += step;
                step *= 2;
            }
            at = from + keys[from..at.min(keys.len())].partition_point(before);
            if keys.get(at) == Some(&key) {
                self.available.push(at as u32);
                at += 1;
            } else {
                self.fresh.push(action);
            }
        }
        self.fresh.is_empty()
    }

    /// Gives the node an edge for every action that has none yet.
    fn add_missing(&mut self, node: u32, state: &G, seat: Seat) {
        self.edges += self.fresh.len();
        self.weights.clear();
        if H::HAS_PRIORS {
            let (heuristics, weights) = (&self.heuristics, &mut self.weights);
            heuristics.priors(state, seat, &self.fresh, weights);
        } else {
            self.weights.resize(self.fresh.len(), 1.0);
        }
        // Two sorted runs, merged from the back. Steps already taken in this turn
        // stay valid: they belong to lower seats, which sort before this one's.
        let Node { keys, edges, .. } = &mut self.nodes[node as usize];
        let fresh = (self.fresh.iter().zip(&self.weights))
            .map(|(&action, &weight)| Edge::new(seat, action, weight));
        let mut known = edges.len();
        edges.extend(fresh.clone());
        keys.extend(fresh.clone().map(|edge| key(seat, edge.action)));
        if known == 0 {
            return;
        }
        let mut place = edges.len();
        for edge in fresh.rev() {
            let key = key(seat, edge.action);
            while known > 0 && keys[known - 1] > key {
                known -= 1;
                place -= 1;
                keys.swap(known, place);
                edges.swap(known, place);
            }
            place -= 1;
            keys[place] = key;
            edges[place] = edge;
        }
    }

    /// No action was available more often than its node was visited.
    fn extend_logarithms(&mut self, node: u32) {
        let needed = self.nodes[node as usize].visits as usize + 1;
        for number in self.logarithms.len()..needed {
            self.logarithms.push(libm::log(number as f64));
        }
    }
}

impl<A: Action> Node<A> {
    /// UCB1 over the available actions; one that was never tried comes first.
    fn ucb1(
        &mut self,
        available: &[u32],
        exploration: f64,
        logarithms: &[f64],
        rng: &mut Rng,
    ) -> u32 {
        let mut untried = 0;
        self.for_each(available, |_, edge| {
            edge.available += 1;
            untried += u32::from(edge.visits == 0);
        });
        if untried > 0 {
            let mut countdown = rng.random_range(0..untried);
            let mut chosen = 0;
            self.for_each(available, |index, edge| {
                if edge.visits == 0 {
                    if countdown == 0 {
                        chosen = index;
                    }
                    countdown = countdown.wrapping_sub(1);
                }
            });
            return chosen;
        }
        let mut best = (f64::NEG_INFINITY, 0);
        self.for_each(available, |index, edge| {
            let visits = f64::from(edge.visits);
            let bonus = (logarithms[edge.available as usize] / visits).sqrt();
            let bound = edge.total / visits + exploration * bonus;
            if bound > best.0 {
                best = (bound, index);
            }
        });
        best.1
    }

    /// PUCT over the available actions.
    fn puct(&mut self, available: &[u32], exploration: f64, rng: &mut Rng) -> u32 {
        let (mut visits, mut total, mut weight) = (0, 0.0, 0.0);
        self.for_each(available, |_, edge| {
            visits += edge.visits;
            total += edge.total;
            weight += f64::from(edge.weight);
        });
        if visits == 0 {
            // Nothing is known: in proportion to the weights.
            let mut left = rng.random_range(0.0..weight);
            let mut chosen = None;
            self.for_each(available, |index, edge| {
                left -= f64::from(edge.weight);
                if left < 0.0 && chosen.is_none() {
                    chosen = Some(index);
                }
            });
            if let Some(chosen) = chosen {
                return chosen;
            }
        }
        let first_play = match visits {
            0 => 0.5,
            _ => total / f64::from(visits) - FIRST_PLAY_REDUCTION,
        };
        let spread = exploration * f64::from(visits.max(1)).sqrt() / weight;
        let mut best = (f64::NEG_INFINITY, 0);
        self.for_each(available, |index, edge| {
            let bonus = spread * f64::from(edge.weight);
            let bound = match edge.visits {
                0 => first_play + bonus,
                visits => edge.total / f64::from(visits) + bonus / f64::from(visits + 1),
            };
            if bound > best.0 {
                best = (bound, index);
            }
        });
        best.1
    }

    /// Calls for each of these edges.
    fn for_each(&mut self, edges: &[u32], mut each: impl FnMut(u32, &mut Edge<A>)) {
        for &edge in edges {
            each(edge, &mut self.edges[edge as usize]);
        }
    }
}

impl<A> Edge<A> {
    fn new(seat: Seat, action: A, weight: f32) -> Edge<A> {
        Edge {
            seat,
            action,
            child: NONE,
            visits: 0,
            available: 0,
            weight,
            total: 0.0,
        }
    }

    fn mean(&self) -> f64 {
        match self.visits {
            0 => 0.0,
            visits => self.total / f64::from(visits),
        }
    }
}

/// The place of an action of a seat among the edges of a node: the seat stands above the number.
fn key(seat: Seat, action: impl Action) -> u64 {
    first_key(seat) | action.number()
}

/// The lowest key of a seat.
const fn first_key(seat: Seat) -> u64 {
    (seat.0 as u64) << ACTION_NUMBER_BITS
}

fn seat_of<G: Resample>(known: &InformationState<'_, G>) -> Seat {
    let viewer = known.viewer();
    viewer.seat().expect("a search is for a seat")
}
