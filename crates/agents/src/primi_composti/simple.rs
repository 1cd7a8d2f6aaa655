//! Policies that look at most at what a card gains now.

use parlour_engine::{Policy, Rng};
use parlour_games::primi_composti::{Action, PrimiComposti, View};
use rand::RngExt as _;

/// Which of several equally good cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The lowest.
    Lowest,
    /// The highest.
    Highest,
    /// Any, uniformly.
    Any,
}

/// `asc`, `desc`, `rand`, and their greedy forms, which look only at the cards that gain most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simple {
    greedy: bool,
    choice: Choice,
}

impl Simple {
    /// A policy that chooses among all cards, or greedily among those with the largest gain: the points
    /// scored in version 1, the VALUE of the card and of what it steals in version 2.
    pub const fn new(greedy: bool, choice: Choice) -> Simple {
        Simple { greedy, choice }
    }
}

impl Policy<PrimiComposti> for Simple {
    fn choose(&mut self, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let board = view.board();
        let seat = view.to_move.unwrap_or(view.first);
        let gain = |action: &Action| board.play(seat, *action).gain;
        // Where stealing is chosen, every card is played in the way that gains most.
        let mut cards: Vec<(Action, u8)> = Vec::with_capacity(legal.len());
        for &action in legal {
            let gain = gain(&action);
            match cards.last_mut() {
                Some((last, most)) if last.card == action.card => {
                    if gain > *most {
                        (*last, *most) = (action, gain);
                    }
                }
                _ => cards.push((action, gain)),
            }
        }
        if self.greedy {
            let most = cards.iter().map(|&(_, gain)| gain).max();
            cards.retain(|&(_, gain)| Some(gain) == most);
        }
        let at = match self.choice {
            Choice::Lowest => 0,
            Choice::Highest => cards.len() - 1,
            Choice::Any => rng.random_range(0..cards.len() as u32) as usize,
        };
        cards[at].0
    }
}
