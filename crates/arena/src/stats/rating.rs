//! Ratings: Glicko-2 for two seats, Weng–Lin for more, both by the crate `skillratings`.
//!
//! Glickman, *Example of the Glicko-2 system*, 2012 (<http://www.glicko.net/glicko/glicko2.pdf>), with
//! τ = 0.5. Weng and Lin, *A Bayesian approximation method for online ranking*, Journal of Machine
//! Learning Research 12, 2011: algorithm 1, Bradley–Terry with full pairs, κ = 10⁻⁴, β = 25/6.

use super::interval::{Interval, Z};
use serde::{Deserialize, Serialize};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

/// A way to rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = RatingSystem))]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Glicko-2, for games of two. Everybody starts at 1500 ± 686.
    #[serde(rename = "glicko-2")]
    Glicko2,
    /// Weng and Lin's, for any number of seats. Everybody starts at 25 ± 16.
    WengLin,
}

impl System {
    /// The system for games with `seats` seats.
    pub fn of(seats: usize) -> System {
        match seats {
            2 => System::Glicko2,
            _ => System::WengLin,
        }
    }

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            System::Glicko2 => "Glicko-2",
            System::WengLin => "Weng-Lin",
        }
    }

    /// The rating of a player without games.
    pub fn start(self) -> Rating {
        match self {
            System::Glicko2 => Glicko2Rating::new().into(),
            System::WengLin => WengLinRating::new().into(),
        }
    }
}

/// How strong a player is, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The estimate, in the system's own unit.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How erratic the player is: Glicko-2 only, else 0.
    pub volatility: f64,
}

impl Rating {
    /// The interval of the estimate.
    pub fn interval(&self) -> Interval {
        Interval::around(self.rating, Z * self.deviation)
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        Rating {
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Glicko2Rating {
        Glicko2Rating {
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

impl From<WengLinRating> for Rating {
    fn from(rating: WengLinRating) -> Rating {
        Rating {
            rating: rating.rating,
            deviation: rating.uncertainty,
            volatility: 0.0,
        }
    }
}

impl From<Rating> for WengLinRating {
    fn from(rating: Rating) -> WengLinRating {
        WengLinRating {
            rating: rating.rating,
            uncertainty: rating.deviation,
        }
    }
}

/// Ratings of some players, kept up as they play.
#[derive(Clone, Debug)]
pub struct RatedPlayers {
    system: System,
    ratings: Vec<Rating>,
    /// Glicko-2: the games of the period that is not closed yet.
    period: Vec<Vec<(usize, Outcomes)>>,
}

impl RatedPlayers {
    /// Players with the ratings they have.
    pub fn new(system: System, ratings: Vec<Rating>) -> RatedPlayers {
        RatedPlayers {
            system,
            period: vec![Vec::new(); ratings.len()],
            ratings,
        }
    }

    /// A number of new players.
    pub fn of_new(system: System, players: usize) -> RatedPlayers {
        RatedPlayers::new(system, vec![system.start(); players])
    }

    /// The ratings now.
    pub fn ratings(&self) -> &[Rating] {
        &self.ratings
    }

    /// Counts a game: who sat in each seat, and the place each seat took, 1 the best; equal
    /// places are a tie.
    ///
    /// Weng–Lin rates at once. A player of several seats enters for each of them, and the
    /// changes are averaged. Glicko-2 waits for the end of the period.
    pub fn count(&mut self, players: &[usize], places: &[usize]) {
        match self.system {
            System::Glicko2 => {
                if let (&[one, other], &[first, second]) = (players, places) {
                    let (won, lost) = match first.cmp(&second) {
                        std::cmp::Ordering::Less => (Outcomes::WIN, Outcomes::LOSS),
                        std::cmp::Ordering::Equal => (Outcomes::DRAW, Outcomes::DRAW),
                        std::cmp::Ordering::Greater => (Outcomes::LOSS, Outcomes::WIN),
                    };
                    self.period[one].push((other, won));
                    self.period[other].push((one, lost));
                }
            }
            System::WengLin => self.count_weng_lin(players, places),
        }
    }

    fn count_weng_lin(&mut self, players: &[usize], places: &[usize]) {
        let teams: Vec<[WengLinRating; 1]> = (players.iter())
            .map(|&player| [self.ratings[player].into()])
            .collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = (teams.iter().zip(places))
            .map(|(team, &place)| (&team[..], MultiTeamOutcome::new(place)))
            .collect();
        let rated = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for (player, rating) in self.ratings.iter_mut().enumerate() {
            let own: Vec<&WengLinRating> = (players.iter().zip(&rated))
                .filter(|&(&sitter, _)| sitter == player)
                .flat_map(|(_, team)| team)
                .collect();
            if !own.is_empty() {
                let mean = |of: fn(&WengLinRating) -> f64| {
                    own.iter().map(|&rating| of(rating)).sum::<f64>() / own.len() as f64
                };
                rating.rating = mean(|rating| rating.rating);
                rating.deviation = mean(|rating| rating.uncertainty);
            }
        }
    }

    /// Ends a rating period. Glicko-2 rates all its games at once, each against the ratings
    /// from before it; the deviation of a player without games grows.
    pub fn close_period(&mut self) {
        if self.system != System::Glicko2 {
            return;
        }
        let before = self.ratings.clone();
        for (player, games) in self.period.iter_mut().enumerate() {
            let results: Vec<(Glicko2Rating, Outcomes)> = (games.drain(..))
                .map(|(other, outcome)| (before[other].into(), outcome))
                .collect();
            let own = before[player].into();
            self.ratings[player] =
                glicko2_rating_period(&own, &results, &Glicko2Config::new()).into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating {
            rating,
            deviation,
            volatility: 0.06,
        }
    }

    /// Known value: Glickman's own worked example.
    #[test]
    fn glicko_2_gives_glickmans_example() {
        let players = vec![
            rating(1500.0, 200.0),
            rating(1400.0, 30.0),
            rating(1550.0, 100.0),
            rating(1700.0, 300.0),
        ];
        let mut rated = RatedPlayers::new(System::Glicko2, players);
        rated.count(&[0, 1], &[1, 2]);
        rated.count(&[2, 0], &[1, 2]);
        rated.count(&[0, 3], &[2, 1]);
        rated.close_period();
        let found = rated.ratings()[0];
        assert!((found.rating - 1464.06).abs() < 0.01, "{found:?}");
        assert!((found.deviation - 151.52).abs() < 0.01, "{found:?}");
        assert!((found.volatility - 0.05999).abs() < 1e-5, "{found:?}");
    }

    /// Known values: `openskill` 6 for Python, `BradleyTerryFull(tau=0)`.
    #[test]
    fn weng_lin_gives_the_values_of_another_implementation() {
        for (places, expected) in [
            (
                &[1, 2][..],
                &[(27.635_231, 8.065_506), (22.364_769, 8.065_506)][..],
            ),
            (
                &[1, 2, 3],
                &[
                    (30.270_463, 7.788_475),
                    (25.0, 7.788_475),
                    (19.729_537, 7.788_475),
                ],
            ),
            (
                &[1, 2, 2, 4],
                &[
                    (32.905_694, 7.501_219),
                    (25.0, 7.501_219),
                    (25.0, 7.501_219),
                    (17.094_306, 7.501_219),
                ],
            ),
        ] {
            let mut rated = RatedPlayers::of_new(System::WengLin, places.len());
            let players: Vec<usize> = (0..places.len()).collect();
            rated.count(&players, places);
            for (found, (rating, deviation)) in rated.ratings().iter().zip(expected) {
                assert!((found.rating - rating).abs() < 1e-5, "{found:?}");
                assert!((found.deviation - deviation).abs() < 1e-5, "{found:?}");
            }
        }
    }

    #[test]
    fn a_player_of_several_seats_is_rated_once() {
        let mut rated = RatedPlayers::of_new(System::WengLin, 2);
        rated.count(&[0, 1, 1], &[1, 2, 3]);
        let mut apart = RatedPlayers::of_new(System::WengLin, 3);
        apart.count(&[0, 1, 2], &[1, 2, 3]);
        let mean = f64::midpoint(apart.ratings()[1].rating, apart.ratings()[2].rating);
        assert_eq!(rated.ratings()[0], apart.ratings()[0]);
        assert!((rated.ratings()[1].rating - mean).abs() < 1e-12);
    }

    #[test]
    fn deviations_grow_without_games() {
        let mut rated = RatedPlayers::new(System::Glicko2, vec![rating(1500.0, 50.0); 3]);
        rated.count(&[0, 1], &[1, 2]);
        rated.close_period();
        let [played, _, idle] = rated.ratings() else {
            panic!()
        };
        assert!(idle.deviation > 50.0 && played.deviation < idle.deviation);
    }
}
