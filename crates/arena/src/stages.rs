//! Swiss and knockout tournaments: stages, whose pairings follow from the results of the stages before.
//!
//! Each stage is a tournament of its own in the store, named `NAME, stage N`, in which the players meet in given
//! pairings. A pairing plays all rounds of the definition, and decides one point. The pairings of a stage are a pure
//! function of the results, so that a tournament that is resumed equals one without a break, and the number of threads
//! makes no difference.

use crate::definition::{Definition, Format};
use crate::report::Report;
use parlour_engine::Streams;
use serde::Serialize;

/// Stages of a Swiss tournament if the file names no number: enough for a single player without a loss.
fn default_stages(players: usize) -> u64 {
    players.next_power_of_two().trailing_zeros().max(1).into()
}

/// The result of a pairing in a stage, for the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The players, by the order in the file.
    pub players: [usize; 2],
    /// The share of the wins of the first one.
    pub share: f64,
    /// The difference of their mean scores.
    pub difference: f64,
}

/// A player of a tournament in stages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageStanding {
    /// The name.
    pub name: String,
    /// 1 for a won pairing, ½ for an even one. A player without an opponent gets 1.
    pub points: f64,
    /// The sum of the shares of the wins against others.
    pub share: f64,
    /// The last stage that it has played, from 1; 0 before the first.
    pub stage: u64,
}

/// The stages of a tournament.
#[derive(Clone, Debug)]
pub struct Stages {
    definition: Definition,
    knockout: bool,
    names: Vec<String>,
    /// The pairings of each stage that is over, and the player without an opponent.
    played: Vec<Vec<Match>>,
}

impl Stages {
    /// The stages of a definition; `None` if its format has none.
    ///
    /// # Errors
    /// Why the definition is invalid, as one line. `names` are those of the players, `seats` the number at a table.
    pub fn new(
        definition: &Definition,
        names: Vec<String>,
        seats: usize,
    ) -> Result<Option<Stages>, String> {
        let knockout = match definition.format {
            Format::Swiss => false,
            Format::Knockout => true,
            Format::RoundRobin | Format::Gauntlet | Format::League | Format::Pairings => {
                return match definition.stages {
                    None => Ok(None),
                    Some(_) => Err("stages is for a Swiss tournament".to_owned()),
                };
            }
        };
        if seats != 2 {
            return Err(format!(
                "Swiss and knockout tournaments are for two seats, and this table has {seats}"
            ));
        }
        if names.len() < 2 {
            return Err("a Swiss or knockout tournament needs two players".to_owned());
        }
        if definition.sprt.is_some() {
            return Err("sprt tests one player against another: not in stages".to_owned());
        }
        match definition.stages {
            Some(_) if knockout => {
                return Err("a knockout has as many stages as its players need".to_owned());
            }
            Some(0) => return Err("stages is 0: there is nothing to play".to_owned()),
            Some(stages) if stages >= names.len() as u64 + names.len() as u64 % 2 => {
                return Err(format!(
                    "{} players cannot meet others in {stages} stages: make it a round robin",
                    names.len()
                ));
            }
            _ => {}
        }
        Ok(Some(Stages {
            definition: definition.clone(),
            knockout,
            names,
            played: Vec::new(),
        }))
    }

    /// Number of stages.
    #[must_use]
    pub fn count(&self) -> u64 {
        let all = default_stages(self.names.len());
        match self.knockout {
            true => all,
            // With few players, everybody has met everybody before.
            false => (self.definition.stages).unwrap_or(all.min(self.names.len() as u64 - 1)),
        }
    }

    /// The number of the next stage, from 1; `None` after the last.
    #[must_use]
    pub fn next(&self) -> Option<u64> {
        let next = self.played.len() as u64 + 1;
        (next <= self.count()).then_some(next)
    }

    /// The definition of the next stage, as a tournament of its own.
    #[must_use]
    pub fn definition(&self) -> Option<Definition> {
        let stage = self.next()?;
        let name = |&player: &usize| self.names[player].clone();
        let pairings = self.pairings();
        let takes_part = |index: usize| pairings.iter().flatten().any(|&player| player == index);
        let players = (self.definition.players.iter().enumerate())
            .filter(|(index, _)| takes_part(*index))
            .map(|(_, player)| player.clone());
        Some(Definition {
            name: format!("{}, stage {stage}", self.definition.name),
            format: Format::Pairings,
            stages: None,
            // Other deals in each stage.
            seed: (self.definition.seed).map(|seed| Streams::new(seed).game_seed(stage - 1)),
            pairings: Some(
                pairings
                    .iter()
                    .map(|pair| pair.iter().map(name).collect())
                    .collect(),
            ),
            players: players.collect(),
            ..self.definition.clone()
        })
    }

    /// Adds the report of the stage that was next. Returns false if it lacks a pairing.
    #[must_use]
    pub fn add(&mut self, report: &Report) -> bool {
        let of = |player: usize| {
            let name = &self.names[player];
            report.players.iter().find(|row| row.name == *name)
        };
        let mut matches = Vec::new();
        for pair in self.pairings() {
            let (Some(one), Some(other)) = (of(pair[0]), of(pair[1])) else {
                return false;
            };
            matches.push(Match {
                players: [pair[0], pair[1]],
                share: one.score,
                difference: one.points - other.points,
            });
        }
        self.played.push(matches);
        true
    }

    /// The pairings of the next stage.
    fn pairings(&self) -> Vec<Vec<usize>> {
        match self.knockout {
            true => self.knockout_pairings(),
            false => self.swiss_pairings(),
        }
    }

    /// The order of the players of a knockout's first stage: the first meets the last, and so on, so that the first two
    /// players of the file meet in the last stage at the earliest.
    fn bracket(&self) -> Vec<usize> {
        let mut order = vec![0];
        while order.len() < self.names.len() {
            let size = order.len() * 2;
            order = order.iter().flat_map(|&at| [at, size - 1 - at]).collect();
        }
        order
    }

    fn knockout_pairings(&self) -> Vec<Vec<usize>> {
        let count = self.names.len();
        let mut left = self.bracket();
        for stage in &self.played {
            let winner = |pair: &[usize]| match (pair[0] < count, pair[1] < count) {
                (true, true) => {
                    let same = |played: &&Match| {
                        played.players == [pair[0], pair[1]] || played.players == [pair[1], pair[0]]
                    };
                    let found = stage.iter().find(same);
                    found.map_or(pair[0].min(pair[1]), Match::winner)
                }
                // The other place of the bracket is empty.
                _ => pair[0].min(pair[1]),
            };
            left = left.chunks_exact(2).map(winner).collect();
        }
        (left.chunks_exact(2))
            .filter(|pair| pair.iter().all(|&player| player < count))
            .map(<[usize]>::to_vec)
            .collect()
    }

    fn swiss_pairings(&self) -> Vec<Vec<usize>> {
        let standings = self.totals();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&one, &other| {
            let (one, other) = (&standings[one], &standings[other]);
            let by_points = other.points.total_cmp(&one.points);
            by_points.then(other.share.total_cmp(&one.share))
        });
        // The lowest that has always had an opponent has none in this stage.
        if order.len() % 2 == 1 {
            let met = |player: usize| {
                (self.played.iter()).all(|stage| Match::of(stage, player).is_some())
            };
            let at = order.iter().rposition(|&player| met(player));
            order.remove(at.unwrap_or(order.len() - 1));
        }
        let mut pairs = Vec::new();
        // If all pairings without a rematch fail, rematches are better than none.
        if !self.pair(&order, &mut pairs, &mut 0) {
            pairs = order.chunks_exact(2).map(<[usize]>::to_vec).collect();
        }
        pairs
    }

    /// Pairs the first player with the next one that it has not met, such that the others can be paired too.
    fn pair(&self, order: &[usize], pairs: &mut Vec<Vec<usize>>, steps: &mut u32) -> bool {
        /// Bounds the time of a search that finds nothing.
        const MAX_STEPS: u32 = 100_000;
        let Some((&first, rest)) = order.split_first() else {
            return true;
        };
        for (at, &other) in rest.iter().enumerate() {
            *steps += 1;
            if *steps > MAX_STEPS {
                return false;
            }
            let mut stages = self.played.iter().flatten();
            if stages
                .any(|played| played.players.contains(&first) && played.players.contains(&other))
            {
                continue;
            }
            let others: Vec<usize> = [&rest[..at], &rest[at + 1..]].concat();
            pairs.push(vec![first, other]);
            if self.pair(&others, pairs, steps) {
                return true;
            }
            pairs.pop();
        }
        false
    }

    /// The totals in the order of the file.
    fn totals(&self) -> Vec<StageStanding> {
        let mut all: Vec<StageStanding> = (self.names.iter())
            .map(|name| StageStanding {
                name: name.clone(),
                points: 0.0,
                share: 0.0,
                stage: 0,
            })
            .collect();
        for (stage, number) in self.played.iter().zip(1..) {
            for (player, standing) in all.iter_mut().enumerate() {
                match Match::of(stage, player) {
                    Some((share, points)) => {
                        standing.points += points;
                        standing.share += share;
                        standing.stage = number;
                    }
                    // In a knockout only the first stage has players without an opponent who are still in it.
                    None if !self.knockout || number == 1 => {
                        standing.points += 1.0;
                        standing.stage = number;
                    }
                    None => {}
                }
            }
        }
        all
    }

    /// The standings after the stages that are over, the best first.
    #[must_use]
    pub fn standings(&self) -> Vec<StageStanding> {
        let mut order: Vec<(usize, StageStanding)> =
            self.totals().into_iter().enumerate().collect();
        let last = self.played.last().filter(|_| self.knockout);
        let winner = last.and_then(|stage| stage.first()).map(Match::winner);
        let key = |player: usize, standing: &StageStanding| {
            let stage = if self.knockout { standing.stage } else { 0 };
            (stage, winner == Some(player))
        };
        order.sort_by(|(one, first), (other, second)| {
            let by_stage = key(*other, second).cmp(&key(*one, first));
            let by_points = by_stage.then(second.points.total_cmp(&first.points));
            by_points.then(second.share.total_cmp(&first.share))
        });
        order.into_iter().map(|(_, standing)| standing).collect()
    }
}

impl Match {
    /// The share and the points of a player in a stage; `None` without an opponent.
    fn of(stage: &[Match], player: usize) -> Option<(f64, f64)> {
        let played = stage
            .iter()
            .find(|played| played.players.contains(&player))?;
        let share = match played.players[0] == player {
            true => played.share,
            false => 1.0 - played.share,
        };
        Some((
            share,
            if share > 0.5 {
                1.0
            } else if share < 0.5 {
                0.0
            } else {
                0.5
            },
        ))
    }

    /// Who goes on: more wins, then a higher mean score, then the first in the file.
    fn winner(&self) -> usize {
        let [one, other] = self.players;
        let by_share = self.share.total_cmp(&0.5);
        match by_share.then(self.difference.total_cmp(&0.0)) {
            std::cmp::Ordering::Greater => one,
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Equal => one.min(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(format: &str, players: usize) -> Stages {
        let names: Vec<String> = (0..players).map(|player| format!("p{player}")).collect();
        let entries: String = (names.iter())
            .map(|name| format!("[[player]]\nname = '{name}'\npolicy = 'random'\n"))
            .collect();
        let text =
            format!("name = 'a'\ngame = 'jaipur'\nrounds = 1\nformat = '{format}'\n{entries}");
        let definition = Definition::read(&text).unwrap();
        Stages::new(&definition, names, 2).unwrap().unwrap()
    }

    /// Plays a stage in which the player with the smaller number always wins.
    fn play(stages: &mut Stages) -> Vec<Vec<usize>> {
        let pairings = stages.pairings();
        let played = |pair: &Vec<usize>| Match {
            players: [pair[0], pair[1]],
            share: f64::from(u8::from(pair[0] < pair[1])),
            difference: 0.0,
        };
        stages.played.push(pairings.iter().map(played).collect());
        pairings
    }

    #[test]
    fn a_swiss_tournament_has_no_rematch_and_finds_the_best() {
        for players in 2..=17 {
            let mut stages = stages("swiss", players);
            let mut met = std::collections::BTreeSet::new();
            while stages.next().is_some() {
                let pairings = play(&mut stages);
                assert_eq!(pairings.len(), players / 2);
                let mut all: Vec<usize> = pairings.iter().flatten().copied().collect();
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len(), players / 2 * 2);
                for pair in pairings {
                    let pair = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                    assert!(met.insert(pair), "{players}: {pair:?} again");
                }
            }
            assert_eq!(stages.standings()[0].name, "p0", "{players}");
        }
    }

    #[test]
    fn equal_points_meet_and_nobody_lacks_an_opponent_twice() {
        let mut stages = stages("swiss", 5);
        stages.definition.stages = Some(4);
        let mut without = Vec::new();
        while stages.next().is_some() {
            let pairings = play(&mut stages);
            let met = |player: &usize| pairings.iter().flatten().any(|other| other == player);
            without.extend((0..5).filter(|player| !met(player)));
        }
        let count = without.len();
        without.sort_unstable();
        without.dedup();
        assert_eq!((count, without.len()), (4, 4));
    }

    #[test]
    fn a_knockout_halves_the_players() {
        for players in 2..=17 {
            let mut stages = stages("knockout", players);
            let mut games = 0;
            let mut last = Vec::new();
            while stages.next().is_some() {
                last = play(&mut stages);
                games += last.len();
            }
            // Each pairing but the last ends the tournament for one player.
            assert_eq!(games, players - 1, "{players}");
            assert_eq!(last, [[0, 1]], "{players}");
            let standings = stages.standings();
            assert_eq!((&*standings[0].name, &*standings[1].name), ("p0", "p1"));
        }
    }

    #[test]
    fn an_even_knockout_pairing_goes_to_the_higher_score() {
        let even = |difference| Match {
            players: [3, 1],
            share: 0.5,
            difference,
        };
        assert_eq!(even(2.0).winner(), 3);
        assert_eq!(even(-2.0).winner(), 1);
        assert_eq!(even(0.0).winner(), 1, "the first in the file");
    }

    #[test]
    fn a_stage_is_a_tournament_of_its_own() {
        let mut stages = stages("knockout", 3);
        let first = stages.definition().unwrap();
        assert_eq!(first.name, "a, stage 1");
        assert_eq!(first.players.len(), 2, "the first player waits");
        assert_eq!(
            first.pairings,
            Some(vec![vec!["p1".to_owned(), "p2".to_owned()]])
        );
        play(&mut stages);
        let second = stages.definition().unwrap();
        assert_eq!(second.pairings.unwrap(), [["p0", "p1"]]);
        play(&mut stages);
        assert!(stages.definition().is_none());
    }

    #[test]
    fn invalid_definitions_are_one_error_line() {
        let valid = stages("swiss", 4);
        let error = |change: fn(&mut Definition), seats| {
            let mut definition = valid.definition.clone();
            change(&mut definition);
            Stages::new(&definition, valid.names.clone(), seats).unwrap_err()
        };
        assert!(error(|_| {}, 3).contains("two seats"));
        assert!(error(|definition| definition.stages = Some(0), 2).contains("is 0"));
        assert!(error(|definition| definition.stages = Some(4), 2).contains("round robin"));
        let knockout = |definition: &mut Definition| {
            definition.format = Format::Knockout;
            definition.stages = Some(2);
        };
        assert!(error(knockout, 2).contains("as many stages"));
        let other = |definition: &mut Definition| {
            definition.format = Format::League;
            definition.stages = Some(2);
        };
        assert!(error(other, 2).contains("Swiss"));
    }
}
