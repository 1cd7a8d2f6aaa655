//! The rows of CSV and Parquet files: one for each seat of each game, read a part at a time.

use super::ExportError;
use crate::outcome::SeatResult;
use crate::schedule::Schedule;
use crate::store::read::whole;
use crate::store::{Store, StoreError};
use crate::stored_tournament::StoredTournament;
use sqlx::Row as _;

/// Games that are read at once: a bound on memory.
const CHUNK: u64 = 1000;

/// A seat of a game. Times are in milliseconds. Games that an earlier version has stored lack what is optional.
#[derive(Clone, Debug)]
pub(super) struct SeatRow {
    pub(super) game: u64,
    pub(super) seat: u8,
    pub(super) result: SeatResult,
    pub(super) deal: u64,
    pub(super) round: u64,
    pub(super) pairing: u64,
    pub(super) rotation: u64,
    pub(super) plies: Option<i64>,
    pub(super) duration_ms: Option<f64>,
    pub(super) thinking_ms: Option<f64>,
    pub(super) max_thinking_ms: Option<f64>,
    pub(super) stop: Option<String>,
}

/// The rows of a tournament that have not been read.
#[derive(Debug)]
pub(super) struct SeatRows {
    store: Store,
    tournament: i64,
    schedule: Schedule,
    /// The names of the players.
    pub(super) names: Vec<String>,
    next: u64,
    end: u64,
}

impl SeatRows {
    /// The rows of all games, or of those below number `end`.
    ///
    /// # Errors
    /// [`ExportError`].
    pub(super) async fn new(
        store: &Store,
        tournament: i64,
        end: Option<u64>,
    ) -> Result<SeatRows, ExportError> {
        let found = store.tournament_by_id(tournament).await?;
        let found = found.ok_or_else(|| {
            ExportError::Definition("the tournament is gone from the database".to_owned())
        })?;
        let stored = StoredTournament::read(&found).map_err(ExportError::Definition)?;
        Ok(SeatRows {
            store: store.clone(),
            tournament,
            names: stored.outline.names(),
            next: 0,
            end: end.unwrap_or(u64::MAX).min(found.planned),
            schedule: stored.schedule,
        })
    }

    /// The rows of the next games; `None` after the last.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) async fn next(&mut self) -> Result<Option<Vec<SeatRow>>, StoreError> {
        while self.next < self.end {
            let first = self.next;
            self.next = self.end.min(first + CHUNK);
            let rows = self.read(first, self.next).await?;
            if !rows.is_empty() {
                return Ok(Some(rows));
            }
        }
        Ok(None)
    }

    async fn read(&self, first: u64, end: u64) -> Result<Vec<SeatRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT games.number, seat, player, score, place, share, faults, deal, plies, duration, thinking, \
             longest, stop FROM games JOIN seats ON seats.tournament = games.tournament \
             AND seats.number = games.number WHERE games.tournament = $1 AND games.number >= $2 \
             AND games.number < $3 ORDER BY games.number, seat",
        )
        .bind(self.tournament)
        .bind(first as i64)
        .bind(end as i64)
        .fetch_all(&self.store.pool)
        .await;
        self.store.each(rows, |row| {
            let game = whole(row, 0)? as u64;
            let (round, pairing, rotation) = self.schedule.position(game);
            let milliseconds = |column| {
                let time: Option<i64> = row.try_get(column)?;
                Ok::<_, sqlx::Error>(time.map(|time| time as f64 / 1000.0))
            };
            Ok(SeatRow {
                game,
                seat: whole(row, 1)? as u8,
                result: SeatResult {
                    player: whole(row, 2)? as usize,
                    score: whole(row, 3)? as i32,
                    place: whole(row, 4)? as usize,
                    share: row.try_get(5)?,
                    faults: whole(row, 6)? as u64,
                },
                deal: whole(row, 7)? as u64,
                round,
                pairing: pairing as u64,
                rotation,
                plies: row.try_get(8)?,
                duration_ms: milliseconds(9)?,
                thinking_ms: milliseconds(10)?,
                max_thinking_ms: milliseconds(11)?,
                stop: row.try_get(12)?,
            })
        })
    }
}
