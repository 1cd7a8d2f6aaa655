//! The intervals of strengths hold what they promise: true strengths lie inside the 95 % intervals in 93 to 97 % of
//! simulated tournaments, although the games of a deal share its luck.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

use parlour_arena::stats::strength::Rankings;
use parlour_engine::{Rng, Streams};
use rand::RngExt as _;

const TOURNAMENTS: u64 = 1000;
const DEALS: usize = 60;
/// In Elo, with the mean 0.
const TRUE_STRENGTHS: [f64; 5] = [-170.0, -60.0, 0.0, 70.0, 160.0];
/// The part of the weaker player's wins that become ties, where there are ties.
const TIES: f64 = 0.4;
/// The part of a player's luck in a game that is the luck of the deal, the same in all its games of this deal.
const DEAL_LUCK: f64 = 0.6;

/// A number of the normal distribution (Box and Muller, 1958).
fn normal(rng: &mut Rng) -> f64 {
    let (u, v) = (1.0 - rng.random::<f64>(), rng.random::<f64>());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// The distribution function of the normal distribution, by its integral.
fn distribution(z: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF as _, Normal};
    Normal::standard().cdf(z)
}

/// A tournament in which every set of `seats` players plays every deal once in each rotation. A game is won by the
/// highest sum of strength and luck, with luck of the Gumbel distribution: that is the model of Plackett and Luce.
fn tournament(seats: usize, number: u64, with_ties: bool) -> Rankings {
    let mut rng = Streams::new(number).task(seats as u64);
    let players = TRUE_STRENGTHS.len();
    let mut rankings = Rankings::new(players);
    for _ in 0..DEALS {
        let deal: Vec<f64> = (0..players).map(|_| normal(&mut rng)).collect();
        let mut games = Vec::new();
        for set in 0_usize..1 << players {
            if set.count_ones() as usize != seats {
                continue;
            }
            for _ in 0..seats {
                let mut sums: Vec<(usize, f64)> = (0..players)
                    .filter(|player| set >> player & 1 == 1)
                    .map(|player| {
                        let own = normal(&mut rng);
                        let z = DEAL_LUCK.sqrt() * deal[player] + (1.0 - DEAL_LUCK).sqrt() * own;
                        let luck = -(-distribution(z).ln()).ln();
                        let strength = TRUE_STRENGTHS[player] * std::f64::consts::LN_10 / 400.0;
                        (player, strength + luck)
                    })
                    .collect();
                sums.sort_by(|one, other| other.1.total_cmp(&one.1));
                let ties = with_ties && is_tie(sums[0].0, sums[1].0, &mut rng);
                let places = (1..)
                    .zip(&sums)
                    .map(|(place, &(player, _))| (player, if ties { 1 } else { place }));
                games.push(places.collect::<Vec<_>>());
            }
        }
        rankings.add_deal(games.iter().map(Vec::as_slice));
    }
    rankings
}

/// Whether a game of two that `winner` would win ends in a tie. As many wins of the stronger player as of the weaker one
/// become ties, so that the mean score, which the strengths stand for, stays as it is.
fn is_tie(winner: usize, loser: usize, rng: &mut Rng) -> bool {
    let lead = TRUE_STRENGTHS[winner] - TRUE_STRENGTHS[loser];
    let odds_of_loser = 10f64.powf(-lead / 400.0);
    rng.random::<f64>() < TIES * odds_of_loser.min(1.0)
}

fn assert_coverage(seats: usize, with_ties: bool) {
    let mut inside = [0_u64; TRUE_STRENGTHS.len()];
    for number in 0..TOURNAMENTS {
        let strengths = tournament(seats, number, with_ties).strengths();
        for ((count, found), truth) in inside.iter_mut().zip(strengths).zip(TRUE_STRENGTHS) {
            let interval = found.unwrap().interval.unwrap();
            *count += u64::from((interval.low..=interval.high).contains(&truth));
        }
    }
    let trials = TOURNAMENTS * TRUE_STRENGTHS.len() as u64;
    let share = inside.iter().sum::<u64>() as f64 / trials as f64;
    println!(
        "{seats} seats, ties: {with_ties}: {:.2} % inside; by player {inside:?}",
        100.0 * share
    );
    assert!((0.93..=0.97).contains(&share), "{share}: {inside:?}");
}

#[test]
fn intervals_of_two_seats_cover_the_truth() {
    assert_coverage(2, false);
}

#[test]
fn intervals_of_two_seats_with_ties_cover_the_truth() {
    assert_coverage(2, true);
}

#[test]
fn intervals_of_three_seats_cover_the_truth() {
    assert_coverage(3, false);
}
