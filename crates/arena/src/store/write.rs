//! Adding to the store.

use super::{Holder, RatingPoint, Store, StoreError, lease};
use crate::deals::Secret;
use crate::outcome::{FaultNote, Played};
use serde_json::json;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, Transaction};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{SystemTime, UNIX_EPOCH};

/// Rows in one statement: SQLite takes 32,766 parameters, and no row has more than 10.
const MAX_ROWS: usize = 2000;

/// Count the totals of a tournament and of its players again.
const COUNT_GAMES: &str = "UPDATE tournaments SET games = \
    (SELECT COUNT(*) FROM games WHERE tournament = tournaments.id) WHERE id = $1";
const COUNT_SEATS: &str = "UPDATE players SET games = (SELECT COUNT(*) FROM seats \
    WHERE seats.tournament = players.tournament AND seats.player = players.player), \
    faults = (SELECT CAST(COALESCE(SUM(seats.faults), 0) AS BIGINT) FROM seats \
    WHERE seats.tournament = players.tournament AND seats.player = players.player) \
    WHERE tournament = $1";

/// A value of a row.
pub(crate) enum Value<'a> {
    Whole(i64),
    Real(f64),
    Text(&'a str),
}

impl Store {
    /// Adds a tournament, which its holder is to play, and returns its key. `secret` is that of its deals, if they do not
    /// follow from a seed.
    ///
    /// # Errors
    /// [`StoreError`]; also when there is one of that name already.
    #[expect(clippy::too_many_arguments, reason = "the columns of one row")]
    pub async fn create(
        &self,
        name: &str,
        game: &str,
        definition: &str,
        planned: u64,
        players: &[String],
        holder: &Holder,
        secret: Option<&Secret>,
    ) -> Result<i64, StoreError> {
        let failed = |error| self.failed(error);
        let mut transaction = self.begin().await?;
        let id: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) + 1 FROM tournaments")
            .fetch_one(&mut *transaction)
            .await
            .map_err(failed)?;
        let row = vec![
            Value::Whole(id),
            Value::Text(name),
            Value::Text(game),
            Value::Text(definition),
            Value::Whole(planned as i64),
            Value::Whole(now()),
        ];
        let columns = "tournaments (id, name, game, definition, planned, created)";
        insert(&mut transaction, columns, &[row])
            .await
            .map_err(failed)?;
        insert_players(&mut transaction, id, players, 0)
            .await
            .map_err(failed)?;
        if let Some(secret) = secret {
            insert_secret(&mut transaction, id, 0, secret)
                .await
                .map_err(failed)?;
        }
        lease::first(&mut transaction, id, holder)
            .await
            .map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        Ok(id)
    }

    /// Adds players to a league, which then is not over any more. `players` are all of them. `secret` is for the deals
    /// of games from a number on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn extend(
        &self,
        tournament: i64,
        definition: &str,
        planned: u64,
        players: &[String],
        secret: Option<(u64, Secret)>,
    ) -> Result<(), StoreError> {
        let failed = |error| self.failed(error);
        let known = self.players(tournament).await?.len();
        let mut transaction = self.begin().await?;
        sqlx::query(
            "UPDATE tournaments SET definition = $2, planned = $3, finished = NULL WHERE id = $1",
        )
        .bind(tournament)
        .bind(definition)
        .bind(planned as i64)
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        insert_players(&mut transaction, tournament, players, known)
            .await
            .map_err(failed)?;
        if let Some((first, secret)) = secret {
            insert_secret(&mut transaction, tournament, first, &secret)
                .await
                .map_err(failed)?;
        }
        transaction.commit().await.map_err(failed)
    }

    /// Adds games, all or none. Those that are there already stay as they are, so that the same
    /// call can be repeated when it is not known whether it has succeeded.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn add_games(&self, tournament: i64, games: &[Played]) -> Result<(), StoreError> {
        let failed = |error| self.failed(error);
        let (Some(first), Some(last)) = (
            games.iter().map(|game| game.number).min(),
            games.iter().map(|game| game.number).max(),
        ) else {
            return Ok(());
        };
        let mut transaction = self.begin().await?;
        let there: BTreeSet<i64> = sqlx::query_scalar(
            "SELECT number FROM games WHERE tournament = $1 AND number BETWEEN $2 AND $3",
        )
        .bind(tournament)
        .bind(first as i64)
        .bind(last as i64)
        .fetch_all(&mut *transaction)
        .await
        .map_err(failed)?
        .into_iter()
        .collect();
        let new = || {
            games
                .iter()
                .filter(|game| !there.contains(&(game.number as i64)))
        };
        let key = |game: &Played| [Value::Whole(tournament), Value::Whole(game.number as i64)];
        let played = now();
        let rows: Vec<_> = new()
            .map(|game| {
                let rest = [
                    Value::Whole(game.deal as i64),
                    Value::Whole(played),
                    Value::Text(&game.record),
                    Value::Whole(game.plies as i64),
                    Value::Whole(game.duration as i64),
                    Value::Text(game.stop.name()),
                ];
                key(game).into_iter().chain(rest).collect()
            })
            .collect();
        let columns = "games (tournament, number, deal, played, record, plies, duration, stop)";
        insert(&mut transaction, columns, &rows)
            .await
            .map_err(failed)?;

        let mut rows = Vec::new();
        for game in new() {
            for (seat, (result, time)) in game.seats.iter().zip(&game.thinking).enumerate() {
                let rest = [
                    Value::Whole(seat as i64),
                    Value::Whole(result.player as i64),
                    Value::Whole(result.score.into()),
                    Value::Whole(result.place as i64),
                    Value::Real(result.share),
                    Value::Whole(result.faults as i64),
                    Value::Whole(time.total as i64),
                    Value::Whole(time.longest as i64),
                ];
                rows.push(key(game).into_iter().chain(rest).collect());
            }
        }
        let columns = "seats (tournament, number, seat, player, score, place, share, faults, thinking, longest)";
        insert(&mut transaction, columns, &rows)
            .await
            .map_err(failed)?;

        let stored = |note: &FaultNote| match &note.fault {
            Some(fault) => json!(fault).to_string(),
            None => note.reason.clone(),
        };
        let mut noted = Vec::new();
        for game in new() {
            for (at, note) in game.faults.iter().enumerate() {
                noted.push((game, at, note, stored(note)));
            }
        }
        let mut rows = Vec::new();
        for (game, at, note, reason) in &noted {
            let rest = [
                Value::Whole(*at as i64),
                Value::Whole(note.seat.0.into()),
                Value::Whole(note.player as i64),
                Value::Text(reason),
                Value::Text(&note.played),
            ];
            rows.push(key(game).into_iter().chain(rest).collect());
        }
        let columns = "faults (tournament, number, fault, seat, player, reason, played)";
        insert(&mut transaction, columns, &rows)
            .await
            .map_err(failed)?;

        let mut rows = Vec::new();
        for game in new() {
            for (seat, (usage, result)) in game.usage.iter().zip(&game.seats).enumerate() {
                let Some(usage) = usage else {
                    continue;
                };
                let rest = [
                    Value::Whole(seat as i64),
                    Value::Whole(result.player as i64),
                    Value::Whole(usage.requests as i64),
                    Value::Whole(usage.metered as i64),
                    Value::Whole(usage.retries as i64),
                    Value::Whole(usage.input_tokens as i64),
                    Value::Whole(usage.output_tokens as i64),
                ];
                rows.push(key(game).into_iter().chain(rest).collect());
            }
        }
        let columns = "model_usage (tournament, number, seat, player, requests, metered, retries, input_tokens, \
                       output_tokens)";
        insert(&mut transaction, columns, &rows)
            .await
            .map_err(failed)?;

        let games = new().count() as i64;
        if games > 0 {
            sqlx::query(
                "UPDATE tournaments SET games = games + $2, last_played = $3 WHERE id = $1",
            )
            .bind(tournament)
            .bind(games)
            .bind(played)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        }
        // In order, so that two processes lock the rows in the same order.
        let mut totals: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
        for seat in new().flat_map(|game| &game.seats) {
            let (games, faults) = totals.entry(seat.player).or_default();
            *games += 1;
            *faults += seat.faults as i64;
        }
        for (player, (games, faults)) in totals {
            sqlx::query(
                "UPDATE players SET games = games + $3, faults = faults + $4 \
                 WHERE tournament = $1 AND player = $2",
            )
            .bind(tournament)
            .bind(player as i64)
            .bind(games)
            .bind(faults)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        }
        transaction.commit().await.map_err(failed)
    }

    /// Puts points of the rating curves in place of those of the same periods.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_ratings(
        &self,
        tournament: i64,
        points: &[RatingPoint],
    ) -> Result<(), StoreError> {
        let failed = |error| self.failed(error);
        let Some(first) = points.iter().map(|point| point.period).min() else {
            return Ok(());
        };
        let mut transaction = self.begin().await?;
        sqlx::query("DELETE FROM ratings WHERE tournament = $1 AND period >= $2")
            .bind(tournament)
            .bind(first as i64)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        let rows: Vec<_> = (points.iter())
            .map(|point| {
                vec![
                    Value::Whole(tournament),
                    Value::Whole(point.period as i64),
                    Value::Whole(point.player as i64),
                    Value::Real(point.rating.rating),
                    Value::Real(point.rating.deviation),
                    Value::Real(point.rating.volatility),
                ]
            })
            .collect();
        let columns = "ratings (tournament, period, player, rating, deviation, volatility)";
        insert(&mut transaction, columns, &rows)
            .await
            .map_err(failed)?;
        transaction.commit().await.map_err(failed)
    }

    /// Ends a tournament after this number of games. Games beyond them, which were being played when a
    /// test decided, are taken out: they would make the result depend on the number of threads.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn finish(&self, tournament: i64, games: u64) -> Result<(), StoreError> {
        let failed = |error| self.failed(error);
        let mut transaction = self.begin().await?;
        sqlx::query("UPDATE tournaments SET finished = $2 WHERE id = $1")
            .bind(tournament)
            .bind(games as i64)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        let deleted = sqlx::query("DELETE FROM games WHERE tournament = $1 AND number >= $2")
            .bind(tournament)
            .bind(games as i64)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        if deleted.rows_affected() > 0 {
            for statement in [COUNT_GAMES, COUNT_SEATS] {
                sqlx::query(statement)
                    .bind(tournament)
                    .execute(&mut *transaction)
                    .await
                    .map_err(failed)?;
            }
        }
        transaction.commit().await.map_err(failed)
    }
}

/// Inserts the names of players from number `first` on.
async fn insert_players(
    transaction: &mut Transaction<'_, Any>,
    tournament: i64,
    names: &[String],
    first: usize,
) -> Result<(), sqlx::Error> {
    let row = |(player, name)| {
        vec![
            Value::Whole(tournament),
            Value::Whole(player as i64),
            Value::Text(name),
        ]
    };
    let rows: Vec<_> = (names.iter().map(String::as_str).enumerate().skip(first))
        .map(row)
        .collect();
    insert(transaction, "players (tournament, player, name)", &rows).await
}

/// Inserts the secret of the deals from game `first` on.
async fn insert_secret(
    transaction: &mut Transaction<'_, Any>,
    tournament: i64,
    first: u64,
    secret: &Secret,
) -> Result<(), sqlx::Error> {
    let text = secret.reveal();
    let row = vec![
        Value::Whole(tournament),
        Value::Whole(first as i64),
        Value::Text(&text),
    ];
    insert(transaction, "secrets (tournament, first, secret)", &[row]).await
}

/// Inserts rows into `table (columns)`.
pub(crate) async fn insert(
    transaction: &mut Transaction<'_, Any>,
    columns: &str,
    rows: &[Vec<Value<'_>>],
) -> Result<(), sqlx::Error> {
    for rows in rows.chunks(MAX_ROWS) {
        let mut statement = format!("INSERT INTO {columns} VALUES ");
        let mut parameter = 0;
        for (at, row) in rows.iter().enumerate() {
            let marks: Vec<String> = (row.iter())
                .map(|_| {
                    parameter += 1;
                    format!("${parameter}")
                })
                .collect();
            let comma = if at == 0 { "" } else { ", " };
            statement += &format!("{comma}({})", marks.join(", "));
        }
        let query: Query<'_, Any, AnyArguments<'_>> = sqlx::query(&statement).persistent(false);
        let query = rows
            .iter()
            .flatten()
            .fold(query, |query, value| match *value {
                Value::Whole(value) => query.bind(value),
                Value::Real(value) => query.bind(value),
                Value::Text(value) => query.bind(value),
            });
        query.execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Seconds since 1970; 0 for a clock before it.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_secs() as i64)
}
