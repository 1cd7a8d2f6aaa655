//! What a session needs of its game: the log and the sums, in words.

use crate::play::worker::Thinks;
use parlour_engine::{Redeal, Reveals};

/// Games that can be played in a session.
pub(crate) trait SessionGame: Thinks + Redeal + Reveals {
    /// The log of a position: every event that led to it, in words. `names` are as the page shows them.
    fn log(state: &Self, events: &[Self::Event], names: &[String]) -> Vec<LogLine>;

    /// Whether the last action ended a round and another has begun: then there are sums to look at.
    fn between_rounds(_events: &[Self::Event]) -> bool {
        false
    }

    /// The sums of the last round that ended, if one has.
    fn sums(state: &Self, events: &[Self::Event], names: &[String]) -> Option<Sums>;

    /// What an action would do, in words.
    fn proposal(state: &Self, action: Self::Action) -> String;

    /// Why the rules forbid an action, in words.
    fn illegal(illegal: &Self::IllegalMove) -> String;

    /// What the rules say in numbers about an action of the seat whose view this is, in a sentence.
    fn fact(_view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// An action in a line of best play.
    fn brief(action: Self::Action) -> String {
        action.to_string()
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogLine {
    /// The number of the action that brought it about, from 1; none for what is no move.
    pub(crate) number: Option<usize>,
    /// In words.
    pub(crate) text: String,
    /// What it brought.
    pub(crate) gain: String,
}

/// The sums at the end of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Who won it.
    pub(crate) heading: String,
    /// Why it ended, and what else there is to say.
    pub(crate) notes: Vec<String>,
    /// What is counted.
    pub(crate) unit: &'static str,
    /// Who the columns are.
    pub(crate) names: Vec<String>,
    /// Line by line.
    pub(crate) rows: Vec<SumRow>,
    /// All together.
    pub(crate) total: SumRow,
    /// Below: what the match stands at, if it is one.
    pub(crate) standing: Option<SumRow>,
    /// A drawing.
    pub(crate) picture: String,
}

/// One line of [`Sums`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SumRow {
    /// What.
    pub(crate) name: String,
    /// How much, by seat.
    pub(crate) values: Vec<i32>,
}

impl SumRow {
    /// Who has the most, if one alone has.
    pub(crate) fn best(&self) -> Option<usize> {
        let most = self.values.iter().max()?;
        let mut best = (0..self.values.len()).filter(|&seat| self.values[seat] == *most);
        best.next().filter(|_| best.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_one_alone() {
        let row = |values: &[i32]| SumRow {
            name: String::new(),
            values: values.to_vec(),
        };
        assert_eq!(row(&[3, 5]).best(), Some(1));
        assert_eq!(row(&[5, 5]).best(), None);
        assert_eq!(row(&[]).best(), None);
        assert_eq!(row(&[-5, -2, -9]).best(), Some(1));
    }
}
