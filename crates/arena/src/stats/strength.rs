//! Strengths of players by all results at once, independent of the order of the games: Bradley–Terry for two seats,
//! Plackett–Luce for more.
//!
//! Bradley and Terry, *Rank analysis of incomplete block designs*, Biometrika 39, 1952. Plackett, *The analysis of
//! permutations*, Applied Statistics 24, 1975; Luce, *Individual choice behavior*, 1959. The fit is the algorithm of
//! Hunter, *MM algorithms for generalized Bradley–Terry models*, Annals of Statistics 32, 2004. The intervals come from
//! the bootstrap of Efron, *Bootstrap methods: another look at the jackknife*, Annals of Statistics 7, 1979, with deals
//! as observations: games of one deal share its luck.

use super::interval::{Interval, student};
use parlour_engine::Streams;
use rand::RngExt as _;
use serde::Serialize;
use std::collections::HashMap;

/// Elo of a factor *e* in strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Samples of the bootstrap.
const SAMPLES: u64 = 200;
/// More deals than this are joined to as many batches, which are resampled. Bounds the time.
const MAX_BATCHES: usize = 500;
/// Games against an average player, half of them won, that are added for everybody. Who has won all games would have an
/// infinite strength otherwise.
const PRIOR_GAMES: f64 = 1.0;
/// The fit ends when no strength changes by a larger part in one step; that of a sample sooner, since its error averages
/// out.
const PRECISION: f64 = 1e-7;
const SAMPLE_PRECISION: f64 = 1e-4;
const MAX_STEPS: usize = 1000;

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Strength {
    /// In Elo; the mean of all players, or of those of reference, is 0.
    pub elo: f64,
    /// Its interval; `None` for fewer than two deals.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub interval: Option<Interval>,
}

/// The results of some games, as far as strengths follow from them. Each game is a sequence of choices: the best of all
/// seats, then the best of the others, and so on.
#[derive(Clone, Debug)]
pub struct Rankings {
    players: usize,
    /// The players of each set from which one was chosen, one for each seat, in ascending order.
    sets: Vec<Vec<usize>>,
    index: HashMap<Vec<usize>, usize>,
    batches: Vec<Batch>,
    deals: usize,
}

/// The choices in the games of some deals.
#[derive(Clone, Debug)]
struct Batch {
    /// How often each player was chosen.
    chosen: Vec<f64>,
    /// How often there was a choice from each set; sets that were met later are missing.
    choices: Vec<f64>,
}

/// Sums over batches.
struct Sums {
    chosen: Vec<f64>,
    choices: Vec<f64>,
}

impl Rankings {
    /// Of no games.
    #[must_use]
    pub fn new(players: usize) -> Rankings {
        Rankings {
            players,
            sets: Vec::new(),
            index: HashMap::new(),
            batches: Vec::new(),
            deals: 0,
        }
    }

    /// Adds a player, and returns its number.
    pub fn add_player(&mut self) -> usize {
        self.players += 1;
        self.players - 1
    }

    /// Adds the games of one deal: for each the player and the place of every seat, 1 the best.
    pub fn add_deal<'a>(&mut self, games: impl IntoIterator<Item = &'a [(usize, usize)]>) {
        let at = self.deals % MAX_BATCHES;
        self.deals += 1;
        if at == self.batches.len() {
            self.batches.push(Batch {
                chosen: vec![0.0; self.players],
                choices: Vec::new(),
            });
        }
        for game in games {
            let mut seats = game.to_vec();
            seats.sort_by_key(|&(_, place)| place);
            let mut left: Vec<usize> = seats.iter().map(|&(player, _)| player).collect();
            while left.len() > 1 {
                let place = seats[seats.len() - left.len()].1;
                let tied = seats.iter().filter(|&&(_, other)| other == place).count();
                // Of equal places each comes first in an equal part of the game.
                for turn in 0..tied {
                    let mut order = left.clone();
                    order[..tied].rotate_left(turn);
                    for next in 0..tied {
                        self.choose(at, &order[next..], 1.0 / tied as f64);
                    }
                }
                left.drain(..tied);
            }
        }
    }

    /// The first of these was chosen.
    fn choose(&mut self, batch: usize, order: &[usize], weight: f64) {
        let mut set = order.to_vec();
        set.sort_unstable();
        if set.first() == set.last() {
            return;
        }
        let number = self.sets.len();
        let set = *self.index.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            number
        });
        let batch = &mut self.batches[batch];
        batch.chosen.resize(self.players, 0.0);
        batch.chosen[order[0]] += weight;
        batch.choices.resize(batch.choices.len().max(set + 1), 0.0);
        batch.choices[set] += weight;
    }

    /// The strengths, by player; `None` for those without games against others.
    #[must_use]
    pub fn strengths(&self) -> Vec<Option<Strength>> {
        let everybody: Vec<usize> = (0..self.players).collect();
        self.strengths_relative_to(&everybody)
    }

    /// The strengths relative to the mean of some players, and the intervals of these differences.
    #[must_use]
    pub fn strengths_relative_to(&self, reference: &[usize]) -> Vec<Option<Strength>> {
        let all = self.sums(self.batches.iter());
        let fitted = self.fit(&all, &vec![1.0; self.players], PRECISION);
        let start: Vec<f64> = fitted.iter().map(|elo| (elo / ELO).exp()).collect();
        let fitted = relative_to(fitted, reference);
        let count = self.batches.len();
        let mut squares = vec![0.0; self.players];
        for sample in 0..SAMPLES {
            let mut rng = Streams::new(0).task(sample);
            let drawn = (0..count).map(|_| rng.random_range(0..count as u32) as usize);
            let sums = self.sums(drawn.map(|at| &self.batches[at]));
            let sampled = self.fit(&sums, &start, SAMPLE_PRECISION);
            for ((square, elo), all) in (squares.iter_mut())
                .zip(relative_to(sampled, reference))
                .zip(&fitted)
            {
                *square += (elo - all).powi(2);
            }
        }
        let met = |player: usize| self.sets.iter().any(|set| set.contains(&player));
        let strength = |player: usize| Strength {
            elo: fitted[player],
            interval: (count > 1).then(|| {
                // The variance in samples is too small by (n - 1) / n.
                let variance = squares[player] / SAMPLES as f64 * count as f64 / (count - 1) as f64;
                let half = student(count as u64 - 1) * variance.sqrt();
                Interval::around(fitted[player], half)
            }),
        };
        (0..self.players)
            .map(|player| met(player).then(|| strength(player)))
            .collect()
    }

    fn sums<'a>(&self, batches: impl Iterator<Item = &'a Batch>) -> Sums {
        let mut sums = Sums {
            chosen: vec![0.0; self.players],
            choices: vec![0.0; self.sets.len()],
        };
        for batch in batches {
            for (sum, count) in sums.chosen.iter_mut().zip(&batch.chosen) {
                *sum += count;
            }
            for (sum, count) in sums.choices.iter_mut().zip(&batch.choices) {
                *sum += count;
            }
        }
        sums
    }

    /// The most likely strengths in Elo, by steps from `start`.
    fn fit(&self, sums: &Sums, start: &[f64], precision: f64) -> Vec<f64> {
        let mut strengths = start.to_vec();
        for _ in 0..MAX_STEPS {
            let mut rates: Vec<f64> = (strengths.iter())
                .map(|strength| PRIOR_GAMES / (strength + 1.0))
                .collect();
            for (set, &count) in self.sets.iter().zip(&sums.choices) {
                if count > 0.0 {
                    let total: f64 = set.iter().map(|&player| strengths[player]).sum();
                    set.iter()
                        .for_each(|&player| rates[player] += count / total);
                }
            }
            let mut change = 0.0_f64;
            for ((strength, rate), chosen) in strengths.iter_mut().zip(&rates).zip(&sums.chosen) {
                let next = (chosen + PRIOR_GAMES / 2.0) / rate;
                change = change.max((next / *strength - 1.0).abs());
                *strength = next;
            }
            if change < precision {
                break;
            }
        }
        let elo = |strength: &f64| ELO * strength.ln();
        strengths.iter().map(elo).collect()
    }
}

/// The differences to the mean of the players of reference.
fn relative_to(mut elo: Vec<f64>, reference: &[usize]) -> Vec<f64> {
    let sum: f64 = reference.iter().map(|&player| elo[player]).sum();
    let mean = sum / reference.len().max(1) as f64;
    elo.iter_mut().for_each(|elo| *elo -= mean);
    elo
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(rankings: &Rankings) -> Vec<f64> {
        let strengths = rankings.strengths();
        strengths
            .into_iter()
            .map(|strength| strength.unwrap().elo)
            .collect()
    }

    /// Two players: the odds of the wins, with half a win more for each by the prior.
    #[test]
    fn two_players_have_the_elo_of_their_score() {
        let mut rankings = Rankings::new(2);
        for game in 0..1000 {
            let places = if game % 4 == 0 { [2, 1] } else { [1, 2] };
            rankings.add_deal([&[(0, places[0]), (1, places[1])][..]]);
        }
        let found = elo(&rankings);
        assert!((found[0] - found[1] - 190.85).abs() < 1.0, "{found:?}");
        assert!((found[0] + found[1]).abs() < 1e-9);
    }

    /// Results in proportion to their probabilities give back the strengths.
    #[test]
    fn three_seats_give_the_plackett_luce_strengths() {
        let mut rankings = Rankings::new(3);
        // Exact frequencies of strengths 4, 2, 1: orders in proportion to their probabilities, of 10,500 games.
        for (order, games) in [
            ([0, 1, 2], 4000),
            ([0, 2, 1], 2000),
            ([1, 0, 2], 2400),
            ([1, 2, 0], 600),
            ([2, 0, 1], 1000),
            ([2, 1, 0], 500),
        ] {
            let mut game = [(0, 0); 3];
            for (place, player) in order.into_iter().enumerate() {
                game[player] = (player, place + 1);
            }
            (0..games).for_each(|_| rankings.add_deal([&game[..]]));
        }
        let found = elo(&rankings);
        let octave = 400.0 * 2f64.log10();
        assert!((found[0] - octave).abs() < 0.5, "{found:?}");
        assert!(found[1].abs() < 0.5 && (found[2] + octave).abs() < 0.5);
    }

    #[test]
    fn the_order_of_the_deals_does_not_matter_for_the_estimate() {
        let mut one = Rankings::new(3);
        let mut other = Rankings::new(3);
        let games: Vec<[(usize, usize); 2]> = (0..90)
            .map(|game| [(game % 3, 1 + game / 5 % 2), ((game + 1) % 3, 1)])
            .collect();
        games.iter().for_each(|game| one.add_deal([&game[..]]));
        games
            .iter()
            .rev()
            .for_each(|game| other.add_deal([&game[..]]));
        for (one, other) in elo(&one).into_iter().zip(elo(&other)) {
            assert!((one - other).abs() < 1e-3, "{one} {other}");
        }
    }

    /// The reference has the strength 0, and no interval around it when it is a single player.
    #[test]
    fn strengths_are_differences_to_the_reference() {
        let mut rankings = Rankings::new(1);
        let second = rankings.add_player();
        for game in 0..200 {
            let places = if game % 4 == 0 { [2, 1] } else { [1, 2] };
            rankings.add_deal([&[(0, places[0]), (second, places[1])][..]]);
        }
        let newcomer = rankings.add_player();
        rankings.add_deal([&[(0, 1), (newcomer, 2)][..]]);
        let [around, of_second] = [vec![0, second, newcomer], vec![second]]
            .map(|reference| rankings.strengths_relative_to(&reference));
        let difference = |found: &[Option<Strength>]| found[0].unwrap().elo - found[1].unwrap().elo;
        assert!((difference(&around) - difference(&of_second)).abs() < 1e-9);
        let fixed = of_second[second].unwrap();
        assert_eq!(fixed.elo, 0.0);
        let Interval { low, high } = fixed.interval.unwrap();
        assert!(high - low < 1e-9);
    }

    /// Neither an unbroken series of wins nor a tie of all breaks the fit.
    #[test]
    fn extreme_results_are_finite() {
        let mut rankings = Rankings::new(4);
        for _ in 0..30 {
            rankings.add_deal([&[(0, 1), (1, 2), (2, 2)][..], &[(1, 1), (2, 1), (1, 1)][..]]);
        }
        let found = rankings.strengths();
        assert_eq!(found[3], None, "without games");
        let [best, one, other] = [0, 1, 2].map(|player| found[player].unwrap().elo);
        assert!(best.is_finite() && best > one + 300.0, "{best}");
        assert!((one - other).abs() < 1.0, "{one} {other}");
        assert!(Rankings::new(2).strengths().iter().all(Option::is_none));
    }
}
