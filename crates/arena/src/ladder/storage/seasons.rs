//! Seasons in the store, and their frozen tables.

use super::super::board::Board;
use super::super::season::Season;
use super::super::totals::Standing;
use super::{LadderError, is_duplicate};
use crate::deals::Secret;
use crate::stats::Interval;
use crate::store::read::whole;
use crate::store::write::{Value, insert, now};
use crate::{Store, StoreError};
use parlour_protocol::ladder::SeasonState;
use sqlx::{Any, Row as _, Transaction};

const SEASON: &str =
    "SELECT id, number, state, reserved, final_games, opened, frozen, secret FROM ladder_seasons";

impl Store {
    /// The seasons of a board, the latest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_seasons(&self, board: &Board) -> Result<Vec<Season>, StoreError> {
        let rows = sqlx::query(&format!("{SEASON} WHERE board = $1 ORDER BY number DESC"))
            .bind(board.to_string())
            .fetch_all(&self.pool)
            .await;
        let read = self.each(rows, |row| {
            let frozen: Option<i64> = row.try_get(6)?;
            let season = Season {
                id: whole(row, 0)?,
                number: whole(row, 1)? as u64,
                state: SeasonState::Open,
                reserved: whole(row, 3)? as u64,
                final_games: whole(row, 4)? as u64,
                opened: whole(row, 5)?,
                frozen,
                secret: Secret::from_hex(&row.try_get::<String, _>(7)?)
                    .ok_or_else(|| sqlx::Error::ColumnNotFound("secret".to_owned()))?,
            };
            let state: String = row.try_get(2)?;
            Ok((season, state))
        })?;
        let states = [SeasonState::Open, SeasonState::Final, SeasonState::Closed];
        let with_state = |(season, name): (Season, String)| {
            let state = states.into_iter().find(|state| state.name() == name);
            let state = state.ok_or_else(|| self.unreadable("a season"))?;
            Ok(Season { state, ..season })
        };
        read.into_iter().map(with_state).collect()
    }

    /// The season of a key, and its board.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_season(&self, id: i64) -> Result<Option<(Board, Season)>, StoreError> {
        let board: Option<String> =
            sqlx::query_scalar("SELECT board FROM ladder_seasons WHERE id = $1")
                .bind(id)
                .fetch_optional(&self.pool)
                .await
                .map_err(|error| self.failed(error))?;
        let Some(board) = board else { return Ok(None) };
        let board: Board = board.parse().map_err(|_| self.unreadable("a board"))?;
        let seasons = self.ladder_seasons(&board).await?;
        let season = seasons.into_iter().find(|season| season.id == id);
        Ok(season.map(|season| (board, season)))
    }

    /// The season of a board that is open. The first one is opened if there is none.
    ///
    /// # Errors
    /// [`LadderError`].
    pub async fn open_ladder_season(&self, board: &Board) -> Result<Season, LadderError> {
        loop {
            let seasons = self.ladder_seasons(board).await?;
            let number = seasons.first().map_or(1, |season| season.number + 1);
            let open = |season: &Season| season.state == SeasonState::Open;
            if let Some(season) = seasons.into_iter().find(open) {
                return Ok(season);
            }
            let secret = new_secret()?;
            let mut transaction = self.begin().await?;
            let inserted = insert_season(&mut transaction, board, number, &secret).await;
            match inserted {
                Ok(()) => transaction
                    .commit()
                    .await
                    .map_err(|error| self.failed(error))?,
                // Another process has opened it meanwhile.
                Err(error) if is_duplicate(&error) => {}
                Err(error) => return Err(self.failed(error).into()),
            }
        }
    }

    /// Reserves numbers of games, and returns the first. A number is never used again, even if its game is not played to
    /// its end, because its deal may have been seen.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn reserve_ladder_games(&self, season: i64, count: u64) -> Result<u64, StoreError> {
        let failed = |error| self.failed(error);
        let mut transaction = self.begin().await?;
        sqlx::query("UPDATE ladder_seasons SET reserved = reserved + $2 WHERE id = $1")
            .bind(season)
            .bind(count as i64)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        let end: i64 = sqlx::query_scalar("SELECT reserved FROM ladder_seasons WHERE id = $1")
            .bind(season)
            .fetch_one(&mut *transaction)
            .await
            .map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        Ok(end as u64 - count)
    }

    /// Freezes the table of a season and opens the next one. The finalists play `final_games` games in each group.
    ///
    /// # Errors
    /// [`LadderError`]; also if the season is not open.
    pub async fn freeze_ladder_season(
        &self,
        board: &Board,
        season: &Season,
        final_games: u64,
        table: &[Standing],
        finalists: &[i64],
    ) -> Result<(), LadderError> {
        let failed = |error| LadderError::from(self.failed(error));
        let secret = new_secret()?;
        let mut transaction = self.begin().await?;
        let changed = sqlx::query(
            "UPDATE ladder_seasons SET state = 'final', final_games = $2, frozen = $3 \
             WHERE id = $1 AND state = 'open'",
        )
        .bind(season.id)
        .bind(final_games as i64)
        .bind(now())
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        if changed.rows_affected() == 0 {
            return Err(LadderError::NoSeason(board.to_string()));
        }
        let row = |(row, place): (&Standing, i64)| {
            vec![
                Value::Whole(season.id),
                Value::Whole(row.agent),
                Value::Whole(place),
                Value::Whole(row.games as i64),
                Value::Real(row.score),
                Value::Whole(row.faults as i64),
                Value::Real(row.rating),
                Value::Real(row.interval.low),
                Value::Real(row.interval.high),
                Value::Whole(finalists.contains(&row.agent).into()),
            ]
        };
        let rows: Vec<_> = table.iter().zip(1..).map(row).collect();
        let columns = "ladder_standings (season, agent, place, games, score, faults, rating, low, high, finalist)";
        insert(&mut transaction, columns, &rows)
            .await
            .map_err(failed)?;
        insert_season(&mut transaction, board, season.number + 1, &secret)
            .await
            .map_err(failed)?;
        transaction.commit().await.map_err(failed)
    }

    /// Ends the final of a season early: no more games of it begin.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn end_ladder_final(&self, season: i64) -> Result<(), StoreError> {
        self.ladder_change(
            "UPDATE ladder_seasons SET final_games = 0 WHERE id = $1 AND state = 'final'",
            season,
        )
        .await
    }

    /// Closes a season whose final is over: its secret is public from now on. No game of it may be in progress.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn close_ladder_season(&self, season: i64) -> Result<(), StoreError> {
        self.ladder_change(
            "UPDATE ladder_seasons SET state = 'closed' WHERE id = $1 AND state = 'final'",
            season,
        )
        .await
    }

    /// The frozen table of a season, the best first, and its finalists.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_standings(
        &self,
        season: i64,
    ) -> Result<(Vec<Standing>, Vec<i64>), StoreError> {
        let rows = sqlx::query(
            "SELECT agent, games, score, faults, rating, low, high, finalist FROM ladder_standings \
             WHERE season = $1 ORDER BY place",
        )
        .bind(season)
        .fetch_all(&self.pool)
        .await;
        let read = self.each(rows, |row| {
            let standing = Standing {
                agent: whole(row, 0)?,
                games: whole(row, 1)? as u64,
                score: row.try_get(2)?,
                faults: whole(row, 3)? as u64,
                rating: row.try_get(4)?,
                interval: Interval {
                    low: row.try_get(5)?,
                    high: row.try_get(6)?,
                },
            };
            Ok((standing, whole(row, 7)? == 1))
        })?;
        let finalist = |(row, is_finalist): &(Standing, bool)| is_finalist.then_some(row.agent);
        let finalists = read.iter().filter_map(finalist).collect();
        Ok((read.into_iter().map(|(row, _)| row).collect(), finalists))
    }
}

fn new_secret() -> Result<Secret, LadderError> {
    Secret::new().map_err(|error| LadderError::System(error.to_string()))
}

async fn insert_season(
    transaction: &mut Transaction<'_, Any>,
    board: &Board,
    number: u64,
    secret: &Secret,
) -> Result<(), sqlx::Error> {
    let id: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) + 1 FROM ladder_seasons")
        .fetch_one(&mut **transaction)
        .await?;
    let (board, secret) = (board.to_string(), secret.reveal());
    let row = vec![
        Value::Whole(id),
        Value::Text(&board),
        Value::Whole(number as i64),
        Value::Text(SeasonState::Open.name()),
        Value::Text(&secret),
        Value::Whole(0),
        Value::Whole(0),
        Value::Whole(now()),
    ];
    let columns =
        "ladder_seasons (id, board, number, state, secret, reserved, final_games, opened)";
    insert(transaction, columns, &[row]).await
}
