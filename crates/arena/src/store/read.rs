//! Reading the store.

use super::{Store, StoreError};
use crate::deals::Secret;
use crate::outcome::{FaultNote, GameResult, ModelUsage, SeatResult};
use crate::stats::Rating;
use parlour_engine::Seat;
use parlour_protocol::AgentFault;
use serde::Serialize;
use sqlx::Row as _;
use sqlx::any::AnyRow;

/// A tournament in the store.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tournament {
    /// Its key.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The game.
    pub game: String,
    /// Everything that decides the games, as JSON.
    pub definition: String,
    /// Games by the schedule.
    pub planned: u64,
    /// Games in the store.
    pub played: u64,
    /// Games that count, once it is over.
    pub finished: Option<u64>,
    /// Seconds since 1970.
    pub created: i64,
    /// When the last game was stored, in seconds since 1970.
    pub last: Option<i64>,
}

/// A player's rating at the end of a period.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatingPoint {
    /// The period, from 0.
    pub period: u64,
    /// By the order of the players.
    pub player: usize,
    /// The rating.
    #[serde(flatten)]
    pub rating: Rating,
}

/// What is read of a tournament.
pub(super) const TOURNAMENT: &str = "SELECT id, name, game, definition, planned, finished, created, \
    games, last_played FROM tournaments";

/// What is read of a seat.
pub(super) const SEATS: &str = "SELECT number, player, score, place, share, faults FROM seats";

impl Store {
    /// All tournaments, the latest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tournaments(&self) -> Result<Vec<Tournament>, StoreError> {
        let rows = sqlx::query(&format!("{TOURNAMENT} ORDER BY id DESC"))
            .fetch_all(&self.pool)
            .await;
        self.each(rows, tournament)
    }

    /// The tournament of a name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tournament(&self, name: &str) -> Result<Option<Tournament>, StoreError> {
        let rows = sqlx::query(&format!("{TOURNAMENT} WHERE name = $1"))
            .bind(name)
            .fetch_all(&self.pool)
            .await;
        Ok(self.each(rows, tournament)?.pop())
    }

    /// The secrets of its deals, each with the number of the first game that it is for. None if the deals follow from a
    /// seed. They are not for the public before the tournament is finished.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn secrets(&self, tournament: i64) -> Result<Vec<(u64, Secret)>, StoreError> {
        let rows =
            sqlx::query("SELECT first, secret FROM secrets WHERE tournament = $1 ORDER BY first")
                .bind(tournament)
                .fetch_all(&self.pool)
                .await;
        let texts: Vec<(u64, String)> =
            self.each(rows, |row| Ok((whole(row, 0)? as u64, row.try_get(1)?)))?;
        let read = |(first, text): (u64, String)| match Secret::from_hex(&text) {
            Some(secret) => Ok((first, secret)),
            None => Err(StoreError::Altered {
                place: self.place.clone(),
                reason: "a secret is unreadable".to_owned(),
            }),
        };
        texts.into_iter().map(read).collect()
    }

    /// The names of its players, in the order of the definition.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn players(&self, tournament: i64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT name FROM players WHERE tournament = $1 ORDER BY player")
            .bind(tournament)
            .fetch_all(&self.pool)
            .await;
        self.each(rows, |row| row.try_get(0))
    }

    /// The results of its games, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn results(&self, tournament: i64) -> Result<Vec<GameResult>, StoreError> {
        let rows = sqlx::query(&format!(
            "{SEATS} WHERE tournament = $1 ORDER BY number, seat"
        ))
        .bind(tournament)
        .fetch_all(&self.pool)
        .await;
        self.results_of(rows)
    }

    /// The results of games whose seats were read with [`SEATS`], by number and seat.
    pub(super) fn results_of(
        &self,
        rows: Result<Vec<AnyRow>, sqlx::Error>,
    ) -> Result<Vec<GameResult>, StoreError> {
        let seats = self.each(rows, |row| Ok((whole(row, 0)? as u64, seat_result(row)?)))?;
        let mut games: Vec<GameResult> = Vec::new();
        for (number, seat) in seats {
            match games.last_mut().filter(|game| game.number == number) {
                Some(game) => game.seats.push(seat),
                None => games.push(GameResult {
                    number,
                    seats: vec![seat],
                }),
            }
        }
        Ok(games)
    }

    /// Its rating curves, by period and player.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ratings(&self, tournament: i64) -> Result<Vec<RatingPoint>, StoreError> {
        let rows = sqlx::query(
            "SELECT period, player, rating, deviation, volatility FROM ratings \
             WHERE tournament = $1 ORDER BY period, player",
        )
        .bind(tournament)
        .fetch_all(&self.pool)
        .await;
        self.each(rows, |row| {
            Ok(RatingPoint {
                period: whole(row, 0)? as u64,
                player: whole(row, 1)? as usize,
                rating: Rating {
                    rating: row.try_get(2)?,
                    deviation: row.try_get(3)?,
                    volatility: row.try_get(4)?,
                },
            })
        })
    }

    /// Its faults with the numbers of their games, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn faults(&self, tournament: i64) -> Result<Vec<(u64, FaultNote)>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, seat, player, reason, played FROM faults \
             WHERE tournament = $1 ORDER BY number, fault",
        )
        .bind(tournament)
        .fetch_all(&self.pool)
        .await;
        self.each(rows, fault)
    }

    /// What the language models of its players used in all games in the store, by the order of the players.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn model_usage(
        &self,
        tournament: i64,
    ) -> Result<Vec<(usize, ModelUsage)>, StoreError> {
        let rows = sqlx::query(
            "SELECT player, CAST(SUM(requests) AS BIGINT), CAST(SUM(metered) AS BIGINT), \
             CAST(SUM(retries) AS BIGINT), CAST(SUM(input_tokens) AS BIGINT), CAST(SUM(output_tokens) AS BIGINT) \
             FROM model_usage WHERE tournament = $1 GROUP BY player ORDER BY player",
        )
        .bind(tournament)
        .fetch_all(&self.pool)
        .await;
        self.each(rows, |row| {
            let count = |column| Ok::<_, sqlx::Error>(whole(row, column)? as u64);
            let usage = ModelUsage {
                requests: count(1)?,
                metered: count(2)?,
                retries: count(3)?,
                input_tokens: count(4)?,
                output_tokens: count(5)?,
            };
            Ok((whole(row, 0)? as usize, usage))
        })
    }

    /// The records of at most `limit` games from number `from` on, with their numbers, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn records(
        &self,
        tournament: i64,
        from: u64,
        limit: u64,
    ) -> Result<Vec<(u64, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, record FROM games WHERE tournament = $1 AND number >= $2 \
             ORDER BY number LIMIT $3",
        )
        .bind(tournament)
        .bind(from as i64)
        .bind(limit as i64)
        .fetch_all(&self.pool)
        .await;
        self.each(rows, |row| Ok((whole(row, 0)? as u64, row.try_get(1)?)))
    }

    pub(crate) fn each<T>(
        &self,
        rows: Result<Vec<AnyRow>, sqlx::Error>,
        read: impl Fn(&AnyRow) -> Result<T, sqlx::Error>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = rows.map_err(|error| self.failed(error))?;
        let read: Result<Vec<T>, sqlx::Error> = rows.iter().map(read).collect();
        read.map_err(|error| self.failed(error))
    }
}

pub(super) fn fault(row: &AnyRow) -> Result<(u64, FaultNote), sqlx::Error> {
    let stored: String = row.try_get(3)?;
    let fault: Option<AgentFault> = serde_json::from_str(&stored).ok();
    let note = FaultNote {
        seat: Seat(whole(row, 1)? as u8),
        player: whole(row, 2)? as usize,
        reason: (fault.as_ref()).map_or(stored, AgentFault::to_string),
        fault,
        played: row.try_get(4)?,
    };
    Ok((whole(row, 0)? as u64, note))
}

/// The result in a row that begins with the columns of [`SEATS`].
pub(super) fn seat_result(row: &AnyRow) -> Result<SeatResult, sqlx::Error> {
    Ok(SeatResult {
        player: whole(row, 1)? as usize,
        score: whole(row, 2)? as i32,
        place: whole(row, 3)? as usize,
        share: row.try_get(4)?,
        faults: whole(row, 5)? as u64,
    })
}

pub(crate) fn whole(row: &AnyRow, column: usize) -> Result<i64, sqlx::Error> {
    row.try_get(column)
}

pub(super) fn tournament(row: &AnyRow) -> Result<Tournament, sqlx::Error> {
    let finished: Option<i64> = row.try_get(5)?;
    Ok(Tournament {
        id: whole(row, 0)?,
        name: row.try_get(1)?,
        game: row.try_get(2)?,
        definition: row.try_get(3)?,
        planned: whole(row, 4)? as u64,
        finished: finished.map(|games| games as u64),
        created: whole(row, 6)?,
        played: whole(row, 7)? as u64,
        last: row.try_get(8)?,
    })
}
