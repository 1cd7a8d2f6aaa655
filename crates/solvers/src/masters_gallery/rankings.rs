//! Rankings of a round, and what the artists may have gained before each.

use super::model::{ARTISTS, Model};
use parlour_games::masters_gallery::rules::GAINS;
use std::collections::HashMap;

/// The first, second and third artist of a round, as far as there are cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ranking {
    /// The first has the closing number of cards.
    pub(super) artists: Vec<usize>,
    pub(super) unranked: Vec<usize>,
}

/// Everything that does not depend on a node of the search.
pub(super) struct Space {
    pub(super) rankings: Vec<Ranking>,
    /// For each round, what the artists may have gained by rank before it.
    pub(super) gained: Vec<Vec<[i32; ARTISTS]>>,
    /// For each round, state and ranking: the state before the next round.
    pub(super) next: Vec<Vec<u32>>,
}

impl Space {
    pub(super) fn new(model: &Model) -> Space {
        let rankings = rankings(model.artists);
        let mut gained = vec![vec![[0; ARTISTS]]];
        let mut next = Vec::new();
        for round in 0..model.rounds {
            let mut index = HashMap::new();
            let mut states = Vec::new();
            let mut row = Vec::with_capacity(gained[round].len() * rankings.len());
            for before in &gained[round] {
                for ranking in &rankings {
                    let mut after = *before;
                    for (&artist, gain) in ranking.artists.iter().zip(GAINS) {
                        after[artist] += gain;
                    }
                    row.push(*index.entry(after).or_insert_with(|| {
                        states.push(after);
                        states.len() as u32 - 1
                    }));
                }
            }
            next.push(row);
            gained.push(states);
        }
        Space {
            rankings,
            gained,
            next,
        }
    }

    pub(super) fn next(&self, round: usize, state: usize, ranking: usize) -> usize {
        self.next[round][state * self.rankings.len() + ranking] as usize
    }
}

fn rankings(artists: usize) -> Vec<Ranking> {
    let mut all = Vec::new();
    let mut lists = vec![Vec::new()];
    for _ in 0..GAINS.len().min(artists) {
        lists = lists
            .iter()
            .flat_map(|list: &Vec<usize>| {
                (0..artists)
                    .filter(|artist| !list.contains(artist))
                    .map(|artist| [list.as_slice(), &[artist]].concat())
            })
            .collect();
        all.extend(lists.iter().cloned());
    }
    all.into_iter()
        .map(|ranked| Ranking {
            unranked: (0..artists).filter(|a| !ranked.contains(a)).collect(),
            artists: ranked,
        })
        .collect()
}
