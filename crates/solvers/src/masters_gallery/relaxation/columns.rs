//! What an artist does in all rounds: the best of it in a branch of a leaf.

use super::choices::{Branch, Choice, Round};
use super::rows::{Prices, ROWS, Rates};
use super::tables::{FLAGS, LIMIT, gain, step};
use super::{FIRST, Leaf, NONE, Relaxation, THIRD};
use parlour_games::masters_gallery::rules::ROUNDS;

/// What an artist does in all rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::masters_gallery) struct Column {
    pub(in crate::masters_gallery) artist: usize,
    pub(in crate::masters_gallery) choices: [Choice; ROUNDS],
    /// Points.
    pub(in crate::masters_gallery) score: i32,
    /// What it uses of each row.
    pub(in crate::masters_gallery) usage: [i32; ROWS],
}

impl Relaxation<'_> {
    /// The best of each artist in a branch of a leaf under these prices, and the bound; `None` when there is nothing
    /// in the branch.
    pub(in crate::masters_gallery) fn best(
        &self,
        leaf: &Leaf,
        branch: &Branch,
        prices: &Prices,
    ) -> Option<(i64, Vec<Column>)> {
        let rates = Rates::new(prices, self.others());
        let mut bound = self.worth(leaf, branch, prices);
        let mut columns = Vec::with_capacity(self.model.artists);
        for artist in 0..self.model.artists {
            let (points, column) = self.best_of(leaf, branch, &rates, artist)?;
            bound += points;
            columns.push(column);
        }
        Some((bound, columns))
    }

    fn best_of(
        &self,
        leaf: &Leaf,
        branch: &Branch,
        rates: &[Rates; ROUNDS],
        artist: usize,
    ) -> Option<(i64, Column)> {
        let rounds = self.model.rounds;
        let limit = self.model.limits[artist] as usize;
        let mut layers = [[[NONE; FLAGS]; LIMIT]; ROUNDS + 1];
        layers[0][0][0] = 0;
        let mut known: [(i32, Round); ROUNDS] = Default::default();
        let mut gained = 0;
        let role = Self::role(leaf.awarded, artist);
        for round in 0..rounds {
            let place = self.place(leaf, round, artist);
            gained += gain(place);
            let value = gained + self.tokens(role, round);
            let best = self.round(
                &rates[round],
                round,
                place,
                value,
                &branch.limits[artist][round],
            );
            layers[round + 1] = step(&layers[round], &best, limit);
            known[round] = (value, best);
        }
        let (mut used, mut flag, mut points) = (0, 0, NONE);
        for (cards, row) in layers[rounds].iter().enumerate() {
            for (flags, &best) in row.iter().enumerate() {
                if best > points {
                    (used, flag, points) = (cards, flags, best);
                }
            }
        }
        if points <= NONE / 2 {
            return None;
        }
        let mut column = Column {
            artist,
            choices: [Choice::default(); ROUNDS],
            score: 0,
            usage: [0; ROWS],
        };
        for round in (0..rounds).rev() {
            let place = self.place(leaf, round, artist);
            let (value, best) = &known[round];
            let target = layers[round + 1][used][flag];
            let found = best.iter().find(|&&(cards, more, points)| {
                cards <= used && more & flag == more && {
                    let before = layers[round][used - cards][flag & !more];
                    before > NONE / 2 && before + points == target
                }
            })?;
            let limits = &branch.limits[artist][round];
            let choice = self.choice(&rates[round], round, place, *value, limits, *found)?;
            used -= found.0;
            flag &= !found.1;
            if (FIRST..=THIRD).contains(&place) {
                column.score += choice.own() * value;
            }
            self.use_rows(round, place, &choice, &mut column.usage);
            column.choices[round] = choice;
        }
        Some((points, column))
    }
}
