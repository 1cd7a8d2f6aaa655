//! Matching: who plays the next game.
//!
//! The agent that has waited longest is matched with agents of similar rating and similar speed, rarely with the same
//! ones again. Now and then a seat goes to an anchor, so that the ratings of all agents have one scale; an agent
//! without suitable opponents plays against anchors only.

use rand::{Rng, RngExt as _};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// The difference in rating that makes a meeting less likely by the factor e.
const RATING_SCALE: f64 = 150.0;
/// The additional tolerance for an agent without games; it falls with the root of their number.
const NEW_TOLERANCE: f64 = 600.0;
/// The part of the seats that goes to anchors, and that for agents with few games.
const ANCHOR_SHARE: f64 = 0.15;
const NEW_ANCHOR_SHARE: f64 = 0.5;
/// An agent with fewer games is new.
const NEW_GAMES: u64 = 10;
/// How long an agent waits for others before anchors take the remaining seats.
pub const MATCH_TIMEOUT: Duration = Duration::from_secs(2);
/// Games whose meetings are remembered.
const MAX_MEETINGS: usize = 2000;

/// An agent that can play now, or an anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The key of the agent.
    pub agent: i64,
    /// Its rating.
    pub rating: f64,
    /// Its rated games.
    pub games: u64,
    /// Whether its answers take long: it only meets agents like itself, so that it delays nobody.
    pub slow: bool,
    /// How long it has waited.
    pub waited: Duration,
}

/// How often agents have met in the latest games.
#[derive(Clone, Debug, Default)]
pub struct Meetings {
    counts: HashMap<(i64, i64), u32>,
    latest: VecDeque<(i64, i64)>,
}

fn pair(one: i64, other: i64) -> (i64, i64) {
    (one.min(other), one.max(other))
}

impl Meetings {
    /// The agents play a game.
    pub fn add(&mut self, agents: &[i64]) {
        for (at, &one) in agents.iter().enumerate() {
            for &other in &agents[at + 1..] {
                let pair = pair(one, other);
                *self.counts.entry(pair).or_default() += 1;
                self.latest.push_back(pair);
            }
        }
        while self.latest.len() > MAX_MEETINGS {
            let Some(oldest) = self.latest.pop_front() else {
                return;
            };
            if let Some(count) = self.counts.get_mut(&oldest) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&oldest);
                }
            }
        }
    }

    fn count(&self, one: i64, other: i64) -> u32 {
        self.counts.get(&pair(one, other)).copied().unwrap_or(0)
    }
}

/// The opponents of an agent for a game with `seats` seats, or `None` if it should wait for others. `idle` are the other
/// agents that can play now; anchors may have several seats.
pub fn opponents<R: Rng>(
    first: &Candidate,
    idle: &[Candidate],
    anchors: &[Candidate],
    seats: usize,
    meetings: &Meetings,
    rng: &mut R,
) -> Option<Vec<i64>> {
    let is_new = first.games < NEW_GAMES;
    let anchor_share = if is_new {
        NEW_ANCHOR_SHARE
    } else {
        ANCHOR_SHARE
    };
    let wanted = seats.saturating_sub(1);
    let for_anchors = match anchors.is_empty() {
        true => 0,
        false => (0..wanted)
            .filter(|_| rng.random_bool(anchor_share))
            .count(),
    };
    let mut suitable: Vec<&Candidate> = (idle.iter())
        .filter(|other| other.agent != first.agent && other.slow == first.slow)
        .collect();
    let missing = (wanted - for_anchors).saturating_sub(suitable.len());
    if missing > 0 && (anchors.is_empty() || first.waited < MATCH_TIMEOUT) {
        return None;
    }
    let tolerance = |one: &Candidate, other: &Candidate| {
        let fewer = one.games.min(other.games) + 1;
        RATING_SCALE + NEW_TOLERANCE / (fewer as f64).sqrt()
    };
    let weight = |other: &Candidate| {
        let difference = (first.rating - other.rating).abs() / tolerance(first, other);
        let met = f64::from(meetings.count(first.agent, other.agent));
        // Never 0, so that everybody meets at some time.
        (-difference).exp().max(1e-6) / (1.0 + met)
    };
    let mut chosen = Vec::new();
    while chosen.len() < wanted - for_anchors && !suitable.is_empty() {
        let at = draw(suitable.iter().map(|other| weight(other)), rng);
        chosen.push(suitable.swap_remove(at).agent);
    }
    while chosen.len() < wanted {
        let at = draw(anchors.iter().map(weight), rng);
        chosen.push(anchors[at].agent);
    }
    Some(chosen)
}

/// The number of one of these weights, with a probability in proportion to it.
fn draw<R: Rng>(weights: impl Iterator<Item = f64> + Clone, rng: &mut R) -> usize {
    let sum: f64 = weights.clone().sum();
    let mut left = rng.random_range(0.0..1.0) * sum;
    let mut last = 0;
    for (at, weight) in weights.enumerate() {
        last = at;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::Streams;

    fn candidate(agent: i64, rating: f64) -> Candidate {
        Candidate {
            agent,
            rating,
            games: 100,
            slow: false,
            waited: Duration::ZERO,
        }
    }

    /// How often each of `others` is drawn in 2,000 games of two.
    fn drawn(first: &Candidate, others: &[Candidate], anchors: &[Candidate]) -> HashMap<i64, u32> {
        let mut rng = Streams::new(1).task(0);
        let mut counts = HashMap::new();
        for _ in 0..2000 {
            let met = opponents(first, others, anchors, 2, &Meetings::default(), &mut rng);
            for agent in met.unwrap() {
                *counts.entry(agent).or_default() += 1;
            }
        }
        counts
    }

    #[test]
    fn similar_ratings_meet_more_often_and_anchors_now_and_then() {
        let first = candidate(1, 1500.0);
        let others = [candidate(2, 1520.0), candidate(3, 2400.0)];
        let anchors = [candidate(-1, 1500.0)];
        let counts = drawn(&first, &others, &anchors);
        assert!(counts[&2] > 10 * counts.get(&3).copied().unwrap_or(0));
        assert!((200..400).contains(&counts[&-1]), "{counts:?}");
        let new = Candidate { games: 0, ..first };
        assert!(drawn(&new, &others, &anchors)[&-1] > 900);
    }

    #[test]
    fn slow_agents_meet_slow_agents_and_anchors_only() {
        let slow = |agent| Candidate {
            slow: true,
            ..candidate(agent, 1500.0)
        };
        let others = [candidate(2, 1500.0), slow(3)];
        let anchors = [candidate(-1, 1500.0)];
        let counts = drawn(&slow(1), &others, &anchors);
        assert!(!counts.contains_key(&2) && counts[&3] > 1000);
        let counts = drawn(&candidate(1, 1500.0), &others, &anchors);
        assert!(!counts.contains_key(&3) && counts[&2] > 1000);
    }

    #[test]
    fn an_agent_waits_for_others_and_then_plays_anchors() {
        let mut rng = Streams::new(2).task(0);
        let first = candidate(1, 1500.0);
        let anchors = [candidate(-1, 1000.0), candidate(-2, 1500.0)];
        let others = [candidate(2, 1500.0)];
        let meetings = Meetings::default();
        let mut found =
            |first: &Candidate| opponents(first, &others, &anchors, 5, &meetings, &mut rng);
        // Four seats are anchors' only by chance: one other agent is not enough.
        let waiting = (0..100).filter(|_| found(&first).is_none()).count();
        assert!(waiting > 90, "{waiting}");
        let patient = Candidate {
            waited: MATCH_TIMEOUT,
            ..first
        };
        for _ in 0..100 {
            let chosen = found(&patient).unwrap();
            assert_eq!(chosen.len(), 4);
            assert!(chosen.iter().filter(|&&agent| agent == 2).count() <= 1);
        }
        let alone = opponents(
            &patient,
            &[],
            &[],
            2,
            &meetings,
            &mut Streams::new(0).task(0),
        );
        assert_eq!(alone, None);
    }

    #[test]
    fn agents_that_have_met_meet_less_often() {
        let mut meetings = Meetings::default();
        (0..20).for_each(|_| meetings.add(&[1, 2]));
        let mut rng = Streams::new(3).task(0);
        let first = candidate(1, 1500.0);
        let others = [candidate(2, 1500.0), candidate(3, 1500.0)];
        let again = (0..1000)
            .filter(|_| opponents(&first, &others, &[], 2, &meetings, &mut rng) == Some(vec![2]));
        assert!(again.count() < 120);
        (0..MAX_MEETINGS).for_each(|_| meetings.add(&[3, 4]));
        assert_eq!(meetings.count(2, 1), 0, "forgotten");
    }
}
