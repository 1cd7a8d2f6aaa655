//! A season: the games between two frozen tables, and its final.

use super::board::Board;
use super::storage::LadderError;
use super::totals::{SeasonTotals, Standing};
use crate::Store;
use crate::deals::{DealProof, Deals, Purpose, Secret};
use parlour_protocol::ladder::SeasonState;

/// Finalists of a season, if there are as many; more if the game has more seats.
const FINALISTS: usize = 4;
/// Rated games without which an agent cannot be a finalist.
pub const MIN_FINALIST_GAMES: u64 = 10;

/// A season of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// Its key.
    pub id: i64,
    /// Its number on the board, from 1.
    pub number: u64,
    /// Its state.
    pub state: SeasonState,
    /// Games of smaller numbers may have begun.
    pub reserved: u64,
    /// Games of each group in the final.
    pub final_games: u64,
    /// In seconds since 1970.
    pub opened: i64,
    /// When its table was frozen.
    pub frozen: Option<i64>,
    /// The secret from which the deals follow.
    pub secret: Secret,
}

impl Season {
    /// The deals of its games. The number of the deal is that of the game.
    #[must_use]
    pub fn deals(&self) -> Deals {
        Deals::Secrets(vec![(0, self.secret.clone())])
    }

    /// What is public about the deals: everything once the season is closed. `numbers` are those of the games in the
    /// order of the records.
    #[must_use]
    pub fn proof(&self, numbers: Vec<u64>) -> DealProof {
        let games = self.reserved.max(1);
        let finished = (self.state == SeasonState::Closed).then_some(games);
        DealProof {
            numbers: Some(numbers),
            ..self.deals().proof(1, games, finished)
        }
    }
}

/// Freezes the table of the season that is open, and opens the next one. Each group of finalists is to play
/// `final_games` games. Returns the number of the season, its table, and the finalists.
///
/// # Errors
/// [`LadderError`].
pub async fn freeze(
    store: &Store,
    board: &Board,
    final_games: u64,
) -> Result<(u64, Vec<Standing>, Vec<i64>), LadderError> {
    let mut seasons = store.ladder_seasons(board).await?.into_iter();
    let season = seasons.find(|season| season.state == SeasonState::Open);
    let season = season.ok_or_else(|| LadderError::NoSeason(board.to_string()))?;
    let agents = store.ladder_agents(board).await?;
    let anchors: Vec<i64> = (agents.iter())
        .filter(|agent| agent.policy.is_some())
        .map(|agent| agent.id)
        .collect();
    let table = SeasonTotals::read(store, season.id)
        .await?
        .standings(&anchors);
    let is_eligible = |id: i64| {
        let agent = agents.iter().find(|agent| agent.id == id);
        agent.is_some_and(|agent| agent.policy.is_none() && agent.token.is_some())
    };
    let finalists = finalists(&table, board.seats(), is_eligible);
    (store.freeze_ladder_season(board, &season, final_games, &table, &finalists)).await?;
    Ok((season.number, table, finalists))
}

/// A game of a final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalGame {
    /// Its number in the schedule.
    pub slot: u64,
    /// The agents in the order of the seats.
    pub agents: Vec<i64>,
}

/// The finalists of a frozen table: the best agents that are not anchors and have played enough.
#[must_use]
pub fn finalists(table: &[Standing], seats: usize, is_eligible: impl Fn(i64) -> bool) -> Vec<i64> {
    let eligible = |row: &&Standing| row.games >= MIN_FINALIST_GAMES && is_eligible(row.agent);
    let best = table.iter().filter(eligible).take(FINALISTS.max(seats));
    best.map(|row| row.agent).collect()
}

/// The schedule of a final: each group of finalists that fills a table plays `games` games, and the seats rotate. With
/// fewer finalists than seats, anchors fill the table. Without two finalists there is no final.
#[must_use]
pub fn final_schedule(
    finalists: &[i64],
    anchors: &[i64],
    seats: usize,
    games: u64,
    secret: &Secret,
) -> Vec<FinalGame> {
    if finalists.len() < 2 {
        return Vec::new();
    }
    let mut groups = Vec::new();
    if finalists.len() < seats {
        let missing = seats - finalists.len();
        let fill = anchors.iter().rev().cycle().take(missing);
        let group: Vec<i64> = finalists.iter().chain(fill).copied().collect();
        // Without anchors the table cannot be filled.
        groups.extend((group.len() == seats).then_some(group));
    } else {
        choose(finalists, seats, &mut Vec::new(), &mut groups);
    }
    // Game by game, so that every group has played about as often when the final is ended early.
    let count = groups.len() as u64;
    let mut schedule = Vec::new();
    for round in 0..games {
        for (group, at) in groups.iter().zip(0..) {
            let slot = round * count + at;
            let mut agents = group.clone();
            // A random order for each cycle of rotations.
            let cycle = round / seats as u64 * count + at;
            shuffle(&mut agents, secret, cycle);
            agents.rotate_left((round % seats as u64) as usize);
            schedule.push(FinalGame { slot, agents });
        }
    }
    schedule
}

fn shuffle(agents: &mut [i64], secret: &Secret, cycle: u64) {
    use rand::seq::SliceRandom as _;
    agents.shuffle(&mut secret.rng(Purpose::Order, cycle));
}

/// All subsets of `size`, in order.
fn choose(from: &[i64], size: usize, chosen: &mut Vec<i64>, groups: &mut Vec<Vec<i64>>) {
    if size == 0 {
        return groups.push(chosen.clone());
    }
    for (at, &agent) in from.iter().enumerate() {
        chosen.push(agent);
        choose(&from[at + 1..], size - 1, chosen, groups);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    fn secret() -> Secret {
        Secret::from_hex(&"07".repeat(32)).unwrap()
    }

    #[test]
    fn finalists_are_the_best_agents_with_enough_games() {
        let row = |agent, games| Standing {
            agent,
            games,
            score: 0.5,
            faults: 0,
            rating: 2000.0 - agent as f64,
            interval: Interval::around(0.0, 1.0),
        };
        let table = [
            row(1, 9),
            row(2, 10),
            row(3, 50),
            row(4, 50),
            row(5, 50),
            row(6, 50),
            row(7, 50),
        ];
        assert_eq!(finalists(&table, 2, |agent| agent != 3), [2, 4, 5, 6]);
        assert_eq!(finalists(&table, 5, |_| true), [2, 3, 4, 5, 6]);
    }

    #[test]
    fn every_group_plays_its_games_and_seats_rotate() {
        let schedule = final_schedule(&[1, 2, 3, 4], &[], 2, 4, &secret());
        assert_eq!(schedule.len(), 6 * 4);
        assert!(
            schedule
                .iter()
                .zip(0..)
                .all(|(game, slot)| game.slot == slot)
        );
        for one in 1..=4 {
            for other in (1..=4).filter(|&other| other != one) {
                let order = schedule.iter().filter(|game| game.agents == [one, other]);
                assert_eq!(order.count(), 2, "{one} before {other}");
            }
        }
    }

    #[test]
    fn anchors_fill_a_table_of_few_finalists() {
        let schedule = final_schedule(&[1, 2], &[-1, -2], 5, 1, &secret());
        let mut agents = schedule[0].agents.clone();
        agents.sort_unstable();
        assert_eq!((schedule.len(), agents), (1, vec![-2, -2, -1, 1, 2]));
        assert!(final_schedule(&[1], &[-1], 2, 4, &secret()).is_empty());
        assert!(final_schedule(&[1, 2], &[], 3, 4, &secret()).is_empty());
    }
}
