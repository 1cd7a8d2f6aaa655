//! Duplicate games. Every seating plays the same deal, and the games of one deal are no
//! independent trials: what is favourable to a seat is so in each of them. So the *group* is the
//! observation: the mean score of a player over the games of one deal.

use super::interval::Interval;
use super::proportion::wilson;
use super::sample::Sample;
use std::collections::BTreeMap;

/// The scores of groups, each from 0 (lost all) to 1 (won all).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupScores {
    sample: Sample,
    /// How many groups have a score, by the score in billionths.
    tally: BTreeMap<u64, u64>,
}

/// The unit of the tally's keys: sums of thirds that were added in another order are one score.
const FINE: f64 = 1e9;

impl GroupScores {
    /// Adds a group: the mean of its games, from 0 to 1.
    pub fn add(&mut self, score: f64) {
        self.sample.add(score);
        *self.tally.entry((score * FINE).round() as u64).or_default() += 1;
    }

    /// How many groups.
    pub fn count(&self) -> u64 {
        self.sample.count()
    }

    /// The mean score; 0 without groups.
    pub fn mean(&self) -> f64 {
        self.sample.mean()
    }

    /// The interval of the mean score: Student's, with groups as observations, cut to 0..1.
    ///
    /// When all groups have the same score that would have no width, as if it were certain;
    /// then it is Wilson's interval with the groups as trials.
    pub fn interval(&self) -> Interval {
        if self.tally.len() < 2 {
            let count = self.count();
            return wilson(self.mean() * count as f64, count);
        }
        self.sample.interval().within_unit()
    }

    /// Each score that occurs, ascending, and in how many groups.
    pub fn tally(&self) -> impl Iterator<Item = (f64, u64)> {
        (self.tally.iter()).map(|(&score, &count)| (score as f64 / FINE, count))
    }
}

impl FromIterator<f64> for GroupScores {
    fn from_iter<I: IntoIterator<Item = f64>>(scores: I) -> GroupScores {
        let mut groups = GroupScores::default();
        scores.into_iter().for_each(|score| groups.add(score));
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known value: as in [`Sample`], from SciPy.
    #[test]
    fn the_group_is_the_unit() {
        let groups: GroupScores = [0.5, 0.25, 1.0, 0.75, 0.5, 0.0, 0.75].into_iter().collect();
        assert_eq!(groups.count(), 7);
        assert!((groups.interval().low - 0.224_692).abs() < 1e-6);
        assert!((groups.interval().high - 0.846_737).abs() < 1e-6);
        assert_eq!(
            groups.tally().collect::<Vec<_>>(),
            [(0.0, 1), (0.25, 1), (0.5, 2), (0.75, 2), (1.0, 1)]
        );
    }

    /// What duplicate play is for: where the deal decides all, single games swing and groups do not.
    #[test]
    fn deals_that_favour_a_seat_cancel_out() {
        let games: GroupScores = (0..40).map(|game| f64::from(game % 2)).collect();
        let pairs: GroupScores = (0..20)
            .map(|pair| 0.5 + 0.05 * f64::from(pair % 2))
            .collect();
        assert!(pairs.interval().half() < games.interval().half() / 10.0);
    }

    #[test]
    fn equal_groups_are_not_certainty() {
        let groups: GroupScores = [1.0; 10].into_iter().collect();
        let found = groups.interval();
        assert!((found.low - 0.722_467).abs() < 1e-5, "{found:?}");
        assert!((found.high - 1.0).abs() < 1e-12);
        assert_eq!(GroupScores::default().interval(), wilson(0.0, 0));
    }

    #[test]
    fn thirds_are_one_score_however_they_are_added() {
        let third = 1.0 / 3.0;
        let groups: GroupScores = [third + third, 2.0 / 3.0, 1.0 - third]
            .into_iter()
            .collect();
        assert_eq!(groups.tally().count(), 1);
    }
}
