//! Positions as examples: the features of each legal action, and its share of the visits of a search.

use super::games::Played;
use crate::matches::table;
use anyhow::{Result, ensure};
use parlour_agents::log_linear::Learned;

/// Positions in which there was a choice.
#[derive(Debug, Default)]
pub(crate) struct Examples {
    /// The number of different features.
    count: usize,
    /// Index and value of all features, action by action.
    features: Vec<(u16, i16)>,
    /// For each action, the end of its features, and its share of the visits.
    actions: Vec<(usize, f32)>,
    /// For each position, the end of its actions.
    positions: Vec<usize>,
}

/// An action of an example.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<'a> {
    pub(crate) features: &'a [(u16, i16)],
    pub(crate) share: f32,
}

impl Examples {
    /// No examples, of this number of different features.
    pub(crate) fn new(count: usize) -> Examples {
        Examples {
            count,
            ..Examples::default()
        }
    }

    /// Adds a position: the features of each action, and its share of the visits.
    pub(crate) fn add(&mut self, actions: impl Iterator<Item = (Vec<(u16, i16)>, f32)>) {
        for (features, share) in actions {
            self.features.extend(features);
            self.actions.push((self.features.len(), share));
        }
        self.positions.push(self.actions.len());
    }

    /// The positions of these games.
    ///
    /// # Errors
    /// If a game cannot be replayed: it is of other rules.
    pub(crate) fn of<G: Learned>(games: &[Played]) -> Result<Examples> {
        let mut examples = Examples::new(G::FEATURES);
        for game in games {
            let mut table = table::<G>(game.seed)?;
            for one in &game.moves {
                let legal = match table.to_move().first() {
                    Some(seat) => table.state().legal_actions(seat),
                    None => Vec::new(),
                };
                ensure!(
                    legal.len() == one.visits.len(),
                    "game {} of the file is not by these rules: remove the file",
                    game.number
                );
                let seat = table.to_move().first().expect("there are legal actions");
                let sum: u32 = one.visits.iter().sum();
                if legal.len() > 1 && sum > 0 {
                    let situation = G::situation(table.state(), seat);
                    examples.add(legal.iter().zip(&one.visits).map(|(&action, &visits)| {
                        let mut features = Vec::new();
                        G::features(&situation, action, |feature, value| {
                            features.push((feature as u16, value as i16));
                        });
                        (features, visits as f32 / sum as f32)
                    }));
                }
                table.play(seat, legal[one.played])?;
            }
        }
        Ok(examples)
    }

    /// The number of different features.
    pub(crate) fn features(&self) -> usize {
        self.count
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The actions of a position.
    pub(crate) fn actions(&self, position: usize) -> impl Iterator<Item = Choice<'_>> + Clone {
        let end = |position: Option<usize>| position.map_or(0, |at| self.positions[at]);
        let actions = end(position.checked_sub(1))..self.positions[position];
        actions.map(|action| {
            let first = action.checked_sub(1).map_or(0, |at| self.actions[at].0);
            let (end, share) = self.actions[action];
            Choice {
                features: &self.features[first..end],
                share,
            }
        })
    }
}
