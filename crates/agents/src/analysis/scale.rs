//! [`Scale`] and [`Judgement`]: what results are measured in, and what a cost amounts to.

use parlour_engine::{Outcome, Seat};
use serde::{Deserialize, Serialize};

/// What the results of a game are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// The share of the win, 0 to 1: the probability to win, where a win that is shared counts in part.
    WinShare,
    /// The same of a round, whose rules make a match of several.
    RoundWinShare,
    /// Points more than the best of the others.
    Points,
}

/// What a costly move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// A small loss.
    Inaccuracy,
    /// A clear loss.
    Mistake,
    /// A loss that often decides the game.
    Blunder,
}

impl Judgement {
    /// All, the mildest first.
    pub const ALL: [Judgement; 3] = [
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
    ];
}

impl Scale {
    /// The least cost of an inaccuracy, of a mistake and of a blunder.
    ///
    /// For the win they are those of Lichess (0.1, 0.2 and 0.3 on its scale from −1 to 1). In points of
    /// Primi Composti, a composite is worth 1, a prime 2, and the cards of an operation together mostly 4 or more.
    pub const fn thresholds(self) -> [f64; 3] {
        match self {
            Scale::WinShare | Scale::RoundWinShare => [0.05, 0.1, 0.15],
            Scale::Points => [1.0, 2.0, 4.0],
        }
    }

    /// What a cost amounts to.
    pub fn judge(self, cost: f64) -> Option<Judgement> {
        let thresholds = self.thresholds().into_iter().zip(Judgement::ALL);
        let mut reached = thresholds.rev().filter(|&(least, _)| cost >= least);
        reached.next().map(|(_, judgement)| judgement)
    }

    /// The result of a seat at the end of the game. The winner of a match wins its last round.
    pub fn result(self, outcome: &Outcome, seat: Seat) -> f64 {
        match self {
            Scale::WinShare | Scale::RoundWinShare => outcome.share(seat),
            Scale::Points => {
                let scores = (0..).zip(&outcome.scores);
                let others = scores.filter(|&(index, _)| index != seat.index());
                let best = others.map(|(_, &score)| score).max().unwrap_or(0);
                f64::from(outcome.scores[seat.index()] - best)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_judged_by_the_threshold_that_it_reaches() {
        for (scale, cost, judgement) in [
            (Scale::WinShare, 0.049, None),
            (Scale::WinShare, 0.05, Some(Judgement::Inaccuracy)),
            (Scale::WinShare, 0.12, Some(Judgement::Mistake)),
            (Scale::WinShare, 1.0, Some(Judgement::Blunder)),
            (Scale::Points, 0.0, None),
            (Scale::Points, 1.0, Some(Judgement::Inaccuracy)),
            (Scale::Points, 3.0, Some(Judgement::Mistake)),
            (Scale::Points, 4.0, Some(Judgement::Blunder)),
        ] {
            assert_eq!(scale.judge(cost), judgement, "{cost}");
        }
    }

    #[test]
    fn points_are_those_ahead_of_the_best_other() {
        let outcome = Outcome::highest_score_wins(vec![7, 12, 9]);
        let points = [0, 1, 2].map(|seat| Scale::Points.result(&outcome, Seat(seat)));
        assert_eq!(points, [-5.0, 3.0, -3.0]);
        assert_eq!(Scale::WinShare.result(&outcome, Seat(1)), 1.0);
    }
}
