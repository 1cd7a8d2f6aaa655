//! Attempts at the daily deals of a server, and the secret from which the deals follow.
//!
//! The result of an attempt is stored with its table: see [`TableSave::margin`](super::server_tables::TableSave).

use super::read::whole;
use super::server_tables::StoredState;
use super::{Store, StoreError};
use sqlx::Row as _;

/// How many days attempts are stored.
const MAX_DAYS: u64 = 30;

/// An attempt that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyStart<'a> {
    /// The game.
    pub game: &'a str,
    /// Days since 1970 in UTC.
    pub day: u64,
    /// The hash of the visitor's token.
    pub visitor: &'a str,
    /// A hash of the network address.
    pub network: &'a str,
    /// When it begins, in milliseconds since 1970.
    pub begun: u64,
    /// The table at which it is played.
    pub table: &'a str,
}

/// An attempt in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAttempt {
    /// The table at which it is played.
    pub table: String,
    /// The score less the best of the others, if the game was played to its end.
    pub margin: Option<i32>,
    /// Whether the game is in progress.
    pub is_live: bool,
    /// Whether it is the first of its network address, and so counts.
    pub counts: bool,
}

/// Another attempt of the same network address began before attempt `a`.
const EARLIER: &str = "EXISTS (SELECT 1 FROM daily_attempts b WHERE b.game = a.game AND b.day = a.day \
     AND b.network = a.network \
     AND (b.begun < a.begun OR (b.begun = a.begun AND b.visitor < a.visitor)))";

impl Store {
    /// The secret of that name. The first call stores `new`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn server_secret(&self, name: &str, new: &str) -> Result<String, StoreError> {
        let failed = |error| self.failed(error);
        sqlx::query(
            "INSERT INTO server_secrets (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        )
        .bind(name)
        .bind(new)
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        let secret = sqlx::query_scalar("SELECT secret FROM server_secrets WHERE name = $1")
            .bind(name)
            .fetch_one(&self.pool)
            .await;
        secret.map_err(failed)
    }

    /// Stores that an attempt begins, and deletes old ones. Returns false if the visitor has begun one already.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn begin_daily(&self, start: &DailyStart<'_>) -> Result<bool, StoreError> {
        let failed = |error| self.failed(error);
        let begun = sqlx::query(
            "INSERT INTO daily_attempts (game, day, visitor, network, begun, table_id) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game, day, visitor) DO NOTHING",
        )
        .bind(start.game)
        .bind(start.day as i64)
        .bind(start.visitor)
        .bind(start.network)
        .bind(start.begun as i64)
        .bind(start.table)
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        sqlx::query("DELETE FROM daily_attempts WHERE game = $1 AND day < $2")
            .bind(start.game)
            .bind(start.day.saturating_sub(MAX_DAYS) as i64)
            .execute(&self.pool)
            .await
            .map_err(failed)?;
        Ok(begun.rows_affected() == 1)
    }

    /// Deletes an attempt whose table could not be made.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn cancel_daily(&self, table: &str) -> Result<(), StoreError> {
        let done = sqlx::query("DELETE FROM daily_attempts WHERE table_id = $1")
            .bind(table)
            .execute(&self.pool)
            .await;
        done.map(drop).map_err(|error| self.failed(error))
    }

    /// The attempt of a visitor.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn daily_attempt(
        &self,
        game: &str,
        day: u64,
        visitor: &str,
    ) -> Result<Option<StoredAttempt>, StoreError> {
        let rows = sqlx::query(&format!(
            "SELECT a.table_id, a.margin, t.state, CAST(CASE WHEN {EARLIER} THEN 0 ELSE 1 END AS BIGINT) \
             FROM daily_attempts a LEFT JOIN server_tables t ON t.id = a.table_id \
             WHERE a.game = $1 AND a.day = $2 AND a.visitor = $3"
        ))
        .bind(game)
        .bind(day as i64)
        .bind(visitor)
        .fetch_all(&self.pool)
        .await;
        let found = self.each(rows, |row| {
            let margin: Option<i64> = row.try_get(1)?;
            let state: Option<String> = row.try_get(2)?;
            Ok(StoredAttempt {
                table: row.try_get(0)?,
                margin: margin.map(|margin| margin as i32),
                is_live: state.as_deref() == Some(StoredState::Live.name()),
                counts: whole(row, 3)? != 0,
            })
        })?;
        Ok(found.into_iter().next())
    }

    /// The margins of the games that were played to their end, in ascending order, each with how often it was reached.
    /// Only the first attempt of each network address counts.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn daily_results(&self, game: &str, day: u64) -> Result<Vec<(i32, u64)>, StoreError> {
        let rows = sqlx::query(&format!(
            "SELECT a.margin, COUNT(*) FROM daily_attempts a \
             WHERE a.game = $1 AND a.day = $2 AND a.margin IS NOT NULL AND NOT {EARLIER} \
             GROUP BY a.margin ORDER BY a.margin"
        ))
        .bind(game)
        .bind(day as i64)
        .fetch_all(&self.pool)
        .await;
        self.each(rows, |row| {
            Ok((whole(row, 0)? as i32, whole(row, 1)? as u64))
        })
    }
}
