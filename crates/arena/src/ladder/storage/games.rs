//! Games of the ladder in the store.
//!
//! A game is stored with its seats and logs in one transaction, before its result is told to anybody.

use super::super::totals::SeatTotals;
use crate::outcome::{SeatResult, Stop, ThinkingTime};
use crate::store::read::whole;
use crate::store::write::{Value, insert, now};
use crate::{Store, StoreError};
use parlour_protocol::ladder::{GameKind, GameRow, GameSeat, OpponentRow, SeasonState};
use sqlx::{Any, Row as _, Transaction};
use std::collections::BTreeSet;

/// Games of an agent whose logs are kept.
pub const MAX_LOGS: u64 = 10;

/// A game to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderGame {
    /// The key of its season.
    pub season: i64,
    /// Its number.
    pub number: u64,
    /// Its kind. A rated game of a season that is not open any more is stored as a late one.
    pub kind: GameKind,
    /// The number in the schedule of the final.
    pub slot: Option<u64>,
    /// The record, a line without its break.
    pub record: String,
    /// The number of actions.
    pub plies: u64,
    /// In microseconds.
    pub duration: u64,
    /// Why it stopped.
    pub stop: Stop,
    /// By seat; players are the keys of agents.
    pub seats: Vec<(SeatResult, ThinkingTime)>,
    /// What was exchanged with agents.
    pub logs: Vec<(i64, String)>,
}

/// A seat of a stored game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatRow {
    /// The number of the game.
    pub number: u64,
    /// The number in the schedule of the final.
    pub slot: Option<u64>,
    /// The result.
    pub totals: SeatTotals,
}

/// A filter of games.
#[derive(Clone, Debug, Default)]
pub struct GameQuery {
    /// Of a board.
    pub board: String,
    /// Of a season.
    pub season: Option<i64>,
    /// Of an agent.
    pub agent: Option<i64>,
}

impl Store {
    /// Adds games with their seats and logs, all or none, and returns their kinds. Repeating it changes nothing.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn add_ladder_games(
        &self,
        games: &[&LadderGame],
    ) -> Result<Vec<GameKind>, StoreError> {
        let mut transaction = self.begin().await?;
        let mut kinds = Vec::new();
        for game in games {
            let added = add_game(&mut transaction, game).await;
            kinds.push(added.map_err(|error| self.failed(error))?);
        }
        let committed = transaction.commit().await;
        committed.map_err(|error| self.failed(error))?;
        Ok(kinds)
    }

    /// The seats of the games of one kind in a season, game by game.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_results(
        &self,
        season: i64,
        kind: GameKind,
    ) -> Result<Vec<Vec<SeatRow>>, StoreError> {
        // The kind stands in the text and nothing is sorted here: otherwise SQLite reads all games of the season instead
        // of the index of those of finals.
        let text = format!(
            "SELECT g.number, g.slot, s.agent, s.place, s.share, s.faults, s.seat \
             FROM ladder_games g CROSS JOIN ladder_seats s \
             WHERE s.season = g.season AND s.number = g.number AND g.season = $1 AND g.kind = '{}'",
            kind.name()
        );
        let rows = sqlx::query(&text).bind(season).fetch_all(&self.pool).await;
        let mut seats = self.each(rows, |row| {
            let seat = SeatRow {
                number: whole(row, 0)? as u64,
                slot: u64::try_from(whole(row, 1)?).ok(),
                totals: SeatTotals {
                    agent: whole(row, 2)?,
                    place: whole(row, 3)? as usize,
                    share: row.try_get(4)?,
                    faults: whole(row, 5)? as u64,
                },
            };
            Ok((seat, whole(row, 6)?))
        })?;
        seats.sort_unstable_by_key(|(row, seat)| (row.number, *seat));
        let mut games: Vec<Vec<SeatRow>> = Vec::new();
        for (seat, _) in seats {
            match games.last_mut() {
                Some(game) if game[0].number == seat.number => game.push(seat),
                _ => games.push(vec![seat]),
            }
        }
        Ok(games)
    }

    /// The number of games that fit a query, and some of them: those of the latest season first, and in a season those
    /// that began last.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_games(
        &self,
        query: &GameQuery,
        skip: u64,
        limit: u64,
    ) -> Result<(u64, Vec<GameRow>), StoreError> {
        // Totals, since counting a million games takes longer than all the rest.
        let seasons = match query.agent {
            None => {
                sqlx::query("SELECT id, games FROM ladder_seasons WHERE board = $1 ORDER BY id DESC")
                    .bind(&query.board)
            }
            Some(agent) => sqlx::query(
                "SELECT s.id, t.games FROM ladder_seasons s JOIN ladder_agent_games t ON t.season = s.id \
                 WHERE s.board = $1 AND t.agent = $2 ORDER BY s.id DESC",
            )
            .bind(&query.board)
            .bind(agent),
        };
        let seasons = seasons.fetch_all(&self.pool).await;
        let mut seasons = self.each(seasons, |row| Ok((whole(row, 0)?, whole(row, 1)? as u64)))?;
        seasons.retain(|(season, _)| query.season.is_none_or(|wanted| wanted == *season));
        let total = seasons.iter().map(|(_, games)| games).sum();
        let (mut skip, mut page) = (skip, Vec::new());
        for (season, games) in seasons {
            let missing = limit - page.len() as u64;
            if skip < games && missing > 0 {
                page.extend(
                    self.season_games(season, query.agent, games, skip, missing)
                        .await?,
                );
            }
            skip = skip.saturating_sub(games);
        }
        Ok((total, page))
    }

    /// At most `limit` of the games of a season, which were `total` when they were counted, those that began last first.
    async fn season_games(
        &self,
        season: i64,
        agent: Option<i64>,
        total: u64,
        skip: u64,
        limit: u64,
    ) -> Result<Vec<GameRow>, StoreError> {
        // What is skipped is read in the index, so it is read from the end that is nearer.
        let count = limit.min(total - skip);
        let after = total - skip - count;
        let (order, offset, count) = match after < skip {
            true => ("ASC", after, count),
            // A game that was added since then comes first; the oldest one is not to be cut off for it.
            false => ("DESC", skip, limit),
        };
        let text = page_query(agent.is_some(), order);
        let rows = sqlx::query(&text)
            .bind(season)
            .bind(count as i64)
            .bind(offset as i64);
        let rows = match agent {
            None => rows,
            Some(agent) => rows.bind(agent),
        };
        let rows = rows.fetch_all(&self.pool).await;
        let seats = self.each(rows, |row| {
            let game = GameRow {
                season,
                number: whole(row, 0)? as u64,
                kind: kind(&row.try_get::<String, _>(1)?)?,
                played: whole(row, 2)?,
                seats: Vec::new(),
            };
            let seat = GameSeat {
                agent: whole(row, 3)?,
                name: row.try_get(4)?,
                score: whole(row, 5)? as i32,
                place: whole(row, 6)? as u64,
                faults: whole(row, 7)? as u64,
            };
            Ok((game, seat))
        })?;
        let mut games: Vec<GameRow> = Vec::new();
        for (game, seat) in seats {
            match games.last_mut() {
                Some(last) if last.number == game.number => last.seats.push(seat),
                _ => games.push(GameRow {
                    seats: vec![seat],
                    ..game
                }),
            }
        }
        Ok(games)
    }

    /// The opponents of an agent in the rated games of a season, the most frequent first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_opponents(
        &self,
        season: i64,
        agent: i64,
    ) -> Result<Vec<OpponentRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT o.opponent, a.name, o.games, o.halves FROM ladder_opponents o \
             JOIN ladder_agents a ON a.id = o.opponent \
             WHERE o.season = $1 AND o.agent = $2 ORDER BY o.games DESC, o.opponent",
        )
        .bind(season)
        .bind(agent)
        .fetch_all(&self.pool)
        .await;
        self.each(rows, |row| {
            let (games, halves) = (whole(row, 2)?, whole(row, 3)?);
            Ok(OpponentRow {
                agent: whole(row, 0)?,
                name: row.try_get(1)?,
                games: games as u64,
                score: halves as f64 / 2.0 / games as f64,
            })
        })
    }

    /// The records of a season from a number on, with their numbers, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_records(
        &self,
        season: i64,
        from: u64,
        limit: u64,
    ) -> Result<Vec<(u64, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, record FROM ladder_games WHERE season = $1 AND number >= $2 \
             ORDER BY number LIMIT $3",
        )
        .bind(season)
        .bind(from as i64)
        .bind(limit as i64)
        .fetch_all(&self.pool)
        .await;
        self.each(rows, |row| Ok((whole(row, 0)? as u64, row.try_get(1)?)))
    }

    /// The numbers of the games of a season, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_numbers(&self, season: i64) -> Result<Vec<u64>, StoreError> {
        let rows = sqlx::query("SELECT number FROM ladder_games WHERE season = $1 ORDER BY number")
            .bind(season)
            .fetch_all(&self.pool)
            .await;
        self.each(rows, |row| Ok(whole(row, 0)? as u64))
    }

    /// The logs of the latest games of an agent, the oldest first: season, number of the game, and its lines.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_logs(&self, agent: i64) -> Result<Vec<(i64, u64, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT season, number, log FROM ladder_logs WHERE agent = $1 ORDER BY season, number",
        )
        .bind(agent)
        .fetch_all(&self.pool)
        .await;
        self.each(rows, |row| {
            Ok((whole(row, 0)?, whole(row, 1)? as u64, row.try_get(2)?))
        })
    }
}

fn kind(name: &str) -> Result<GameKind, sqlx::Error> {
    let found = GameKind::ALL.into_iter().find(|kind| kind.name() == name);
    found.ok_or_else(|| sqlx::Error::Decode(format!("a game of the kind '{name}'").into()))
}

async fn add_game(
    transaction: &mut Transaction<'_, Any>,
    game: &LadderGame,
) -> Result<GameKind, sqlx::Error> {
    let (season, number) = (game.season, game.number as i64);
    let stored = sqlx::query("SELECT kind FROM ladder_games WHERE season = $1 AND number = $2")
        .bind(season)
        .bind(number)
        .fetch_optional(&mut **transaction)
        .await?;
    if let Some(row) = stored {
        return kind(&row.try_get::<String, _>(0)?);
    }
    let state: String = sqlx::query_scalar("SELECT state FROM ladder_seasons WHERE id = $1")
        .bind(season)
        .fetch_one(&mut **transaction)
        .await?;
    let kind = match game.kind {
        GameKind::Rated if state != SeasonState::Open.name() => GameKind::Late,
        kind => kind,
    };
    let row = vec![
        Value::Whole(season),
        Value::Whole(number),
        Value::Text(kind.name()),
        Value::Whole(game.slot.map_or(-1, |slot| slot as i64)),
        Value::Whole(now()),
        Value::Text(&game.record),
        Value::Whole(game.plies as i64),
        Value::Whole(game.duration as i64),
        Value::Text(game.stop.name()),
    ];
    let columns =
        "ladder_games (season, number, kind, slot, played, record, plies, duration, stop)";
    insert(transaction, columns, &[row]).await?;
    let row = |((result, time), seat): (&(SeatResult, ThinkingTime), i64)| {
        vec![
            Value::Whole(season),
            Value::Whole(number),
            Value::Whole(seat),
            Value::Whole(result.player as i64),
            Value::Whole(result.score.into()),
            Value::Whole(result.place as i64),
            Value::Real(result.share),
            Value::Whole(result.faults as i64),
            Value::Whole(time.total as i64),
            Value::Whole(time.longest as i64),
        ]
    };
    let rows: Vec<_> = game.seats.iter().zip(0..).map(row).collect();
    let columns = "ladder_seats (season, number, seat, agent, score, place, share, faults, thinking, longest)";
    insert(transaction, columns, &rows).await?;
    count_game(transaction, season, kind, &game.seats).await?;
    // PostgreSQL stores no zero bytes in texts.
    let storable = |(agent, log): &(i64, String)| (*agent, log.replace('\0', ""));
    let logs: Vec<(i64, String)> = game.logs.iter().map(storable).collect();
    let rows: Vec<Vec<Value<'_>>> = (logs.iter())
        .map(|(agent, log)| {
            vec![
                Value::Whole(*agent),
                Value::Whole(season),
                Value::Whole(number),
                Value::Text(log),
            ]
        })
        .collect();
    insert(
        transaction,
        "ladder_logs (agent, season, number, log)",
        &rows,
    )
    .await?;
    for (agent, _) in &game.logs {
        sqlx::query(
            "DELETE FROM ladder_logs WHERE agent = $1 AND (season, number) NOT IN (SELECT season, number \
             FROM ladder_logs WHERE agent = $1 ORDER BY season DESC, number DESC LIMIT $2)",
        )
        .bind(*agent)
        .bind(MAX_LOGS as i64)
        .execute(&mut **transaction)
        .await?;
    }
    Ok(kind)
}

/// Adds a game to the totals of its season.
async fn count_game(
    transaction: &mut Transaction<'_, Any>,
    season: i64,
    kind: GameKind,
    seats: &[(SeatResult, ThinkingTime)],
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE ladder_seasons SET games = games + 1 WHERE id = $1")
        .bind(season)
        .execute(&mut **transaction)
        .await?;
    let agents: BTreeSet<usize> = seats.iter().map(|(seat, _)| seat.player).collect();
    for agent in agents {
        sqlx::query(
            "INSERT INTO ladder_agent_games (season, agent, games) VALUES ($1, $2, 1) \
             ON CONFLICT (season, agent) DO UPDATE SET games = ladder_agent_games.games + 1",
        )
        .bind(season)
        .bind(agent as i64)
        .execute(&mut **transaction)
        .await?;
    }
    if kind != GameKind::Rated {
        return Ok(());
    }
    for (own, _) in seats {
        for (other, _) in seats.iter().filter(|(other, _)| other.player != own.player) {
            sqlx::query(
                "INSERT INTO ladder_opponents (season, agent, opponent, games, halves) \
                 VALUES ($1, $2, $3, 1, $4) ON CONFLICT (season, agent, opponent) DO UPDATE SET \
                 games = ladder_opponents.games + 1, halves = ladder_opponents.halves + $4",
            )
            .bind(season)
            .bind(own.player as i64)
            .bind(other.player as i64)
            .bind((2.0 * own.against(other)) as i64)
            .execute(&mut **transaction)
            .await?;
        }
    }
    Ok(())
}

/// The seats of the games of a page: season in `$1`, their number in `$2`, how many are skipped in `$3`, and `$4` the
/// agent if only its games are wanted. In the order of the joins, which CROSS JOIN fixes in SQLite: it cannot know that
/// a page has few games, and would read all seats of the season.
fn page_query(of_agent: bool, order: &str) -> String {
    let numbers = match of_agent {
        false => "SELECT number FROM ladder_games WHERE season = $1",
        true => "SELECT DISTINCT number FROM ladder_seats WHERE season = $1 AND agent = $4",
    };
    format!(
        "SELECT g.number, g.kind, g.played, s.agent, a.name, s.score, s.place, s.faults \
         FROM ({numbers} ORDER BY number {order} LIMIT $2 OFFSET $3) p \
         CROSS JOIN ladder_games g CROSS JOIN ladder_seats s CROSS JOIN ladder_agents a \
         WHERE g.season = $1 AND g.number = p.number AND s.season = $1 AND s.number = p.number AND a.id = s.agent \
         ORDER BY g.number DESC, s.seat"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of games reads the games of the page, not those of the season.
    #[tokio::test]
    async fn a_page_of_games_is_looked_up_by_number() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("a.sqlite"))
            .await
            .unwrap();
        for (of_agent, order) in [
            (false, "ASC"),
            (false, "DESC"),
            (true, "ASC"),
            (true, "DESC"),
        ] {
            let text = format!("EXPLAIN QUERY PLAN {}", page_query(of_agent, order));
            let query = sqlx::query(&text).bind(1_i64).bind(50_i64).bind(0_i64);
            let query = match of_agent {
                true => query.bind(7_i64),
                false => query,
            };
            let rows = query.fetch_all(&store.pool).await;
            let steps: Vec<String> = store.each(rows, |row| row.try_get(3)).unwrap();
            for table in ["g", "s"] {
                let step = steps
                    .iter()
                    .find(|step| step.starts_with(&format!("SEARCH {table} ")));
                assert!(
                    step.is_some_and(|step| step.contains("(season=? AND number=?)")),
                    "{steps:#?}"
                );
            }
            let page = match of_agent {
                true => "(agent=? AND season=?)",
                false => "(season=?)",
            };
            assert!(steps.iter().any(|step| step.contains(page)), "{steps:#?}");
        }
    }
}
