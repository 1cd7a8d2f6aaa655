//! Policies that look at most at what a card gains now.

use parlour_engine::{InformationState, Policy, Rng};
use parlour_games::primi_composti::rules::MAX_CARD;
use parlour_games::primi_composti::{Action, PrimiComposti};
use rand::RngExt as _;

/// Which of several equally good cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The lowest.
    Lowest,
    /// The highest.
    Highest,
    /// The first in an order that is drawn once for the whole game: any of them at first, and later
    /// sooner one that was not passed over before. The study does so (it takes the first of the best in a hand
    /// that was shuffled at the deal), and its mean scores come out only so.
    Any,
}

/// `asc`, `desc`, `rand`, and their greedy forms, which look only at the cards that gain most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simple {
    greedy: bool,
    choice: Choice,
    /// Where each card stands in the order of [`Choice::Any`].
    order: Vec<u32>,
}

impl Simple {
    /// A policy that chooses among all cards, or greedily among those with the largest gain: the points
    /// scored in version 1, the VALUE of the card and of what it steals in version 2.
    pub const fn new(greedy: bool, choice: Choice) -> Simple {
        Simple {
            greedy,
            choice,
            order: Vec::new(),
        }
    }
}

impl Policy<PrimiComposti> for Simple {
    fn choose(
        &mut self,
        known: &InformationState<'_, PrimiComposti>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let view = known.view();
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
            Choice::Any => {
                if self.order.is_empty() {
                    self.order = (0..=MAX_CARD).map(|_| rng.random()).collect();
                }
                let place = |&at: &usize| self.order[usize::from(cards[at].0.card)];
                (0..cards.len()).min_by_key(place).unwrap_or(0)
            }
        };
        cards[at].0
    }
}
