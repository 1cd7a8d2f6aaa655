//! Queries of the store: a tournament by its key, games by a filter, one game, the players of all tournaments.

use super::read::{SEATS, TOURNAMENT, fault, seat_result, tournament, whole};
use super::{Store, StoreError, Tournament};
use crate::outcome::{FaultNote, GameResult, SeatResult};
use parlour_engine::Seat;
use serde::Serialize;
use sqlx::Row as _;

/// A filter of games; `None` matches any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameFilter {
    /// This player took part.
    pub player: Option<usize>,
    /// In this seat.
    pub seat: Option<Seat>,
    /// This opponent took part too.
    pub opponent: Option<usize>,
    /// This player won, alone or with others.
    pub winner: Option<usize>,
    /// A fallback move was played.
    pub faults: bool,
    /// Its number is below this.
    pub end: Option<u64>,
}

/// A filter of tournaments; `None` matches any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentFilter {
    /// The game.
    pub game: Option<String>,
    /// A player of this name takes part.
    pub player: Option<String>,
    /// It is finished, or not.
    pub finished: Option<bool>,
    /// Its key is one of these.
    pub among: Option<Vec<i64>>,
    /// Its key is none of these.
    pub except: Vec<i64>,
}

impl TournamentFilter {
    /// The condition on a row of `tournaments`, and the values of its parameters.
    fn condition(&self) -> (String, Vec<&str>) {
        let mut texts = self.game.iter().chain(&self.player);
        // PostgreSQL takes no text with a zero byte, and none is stored.
        if texts.any(|text| text.contains('\0')) {
            return ("1 = 0".to_owned(), Vec::new());
        }
        let mut parts = vec!["1 = 1".to_owned()];
        let mut values = Vec::new();
        if let Some(game) = &self.game {
            values.push(game.as_str());
            parts.push(format!("game = ${}", values.len()));
        }
        if let Some(player) = &self.player {
            values.push(player.as_str());
            let name = values.len();
            parts.push(format!(
                "id IN (SELECT tournament FROM players WHERE name = ${name})"
            ));
        }
        match self.finished {
            Some(true) => parts.push("finished IS NOT NULL".to_owned()),
            Some(false) => parts.push("finished IS NULL".to_owned()),
            None => {}
        }
        let list = |keys: &[i64]| {
            let keys: Vec<String> = keys.iter().map(i64::to_string).collect();
            keys.join(", ")
        };
        match &self.among {
            Some(keys) if keys.is_empty() => parts.push("1 = 0".to_owned()),
            Some(keys) => parts.push(format!("id IN ({})", list(keys))),
            None => {}
        }
        if !self.except.is_empty() {
            parts.push(format!("id NOT IN ({})", list(&self.except)));
        }
        (parts.join(" AND "), values)
    }
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TournamentGame))]
pub struct GameRow {
    /// Its number in the schedule.
    pub number: u64,
    /// The seed of its deal.
    pub deal: u64,
    /// Seconds since 1970.
    pub played: i64,
    /// The results by seat.
    pub seats: Vec<SeatResult>,
}

/// The totals of a player over all tournaments of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The number of tournaments.
    pub tournaments: u64,
    /// Games, counted once for each seat held.
    pub games: u64,
    /// Fallback moves played for it.
    pub faults: u64,
}

impl GameFilter {
    /// A query for the numbers of the games of tournament `$1` that match, each once, and the values of its parameters
    /// from `$2` on. It reads the index of one player, where there is one, since a tournament may have millions of games.
    fn numbers(&self) -> (String, Vec<i64>) {
        let mut values = Vec::new();
        let mut parameter = |value: i64| {
            values.push(value);
            format!("${}", values.len() + 1)
        };
        // Each is a condition that some seat of the game meets.
        let mut seats = Vec::new();
        let mut player = |player: Option<usize>, seat: Option<Seat>, wins: bool| {
            let mut parts = Vec::new();
            if let Some(player) = player {
                parts.push(format!("player = {}", parameter(player as i64)));
            }
            if let Some(seat) = seat {
                parts.push(format!("seat = {}", parameter(seat.index() as i64)));
            }
            if wins {
                parts.push("place = 1".to_owned());
            }
            if !parts.is_empty() {
                seats.push(parts.join(" AND "));
            }
        };
        player(self.player, self.seat, false);
        player(self.opponent, None, false);
        if self.winner.is_some() {
            player(self.winner, None, true);
        }
        let with_player = seats.iter().position(|part| part.starts_with("player"));
        let mut text = match with_player.map(|at| seats.swap_remove(at)) {
            Some(part) => {
                format!(
                    "SELECT DISTINCT number FROM seats AS game WHERE tournament = $1 AND {part}"
                )
            }
            None if self.faults => {
                "SELECT DISTINCT number FROM faults AS game WHERE tournament = $1".to_owned()
            }
            None => "SELECT number FROM games AS game WHERE tournament = $1".to_owned(),
        };
        let mut exists = |table: &str, part: &str| {
            text += &format!(
                " AND EXISTS (SELECT 1 FROM {table} AS one WHERE one.tournament = $1 AND one.number = game.number{part})"
            );
        };
        for part in seats {
            exists("seats", &format!(" AND {part}"));
        }
        if self.faults && with_player.is_some() {
            exists("faults", "");
        }
        if let Some(end) = self.end {
            text += &format!(" AND number < {end}");
        }
        (text, values)
    }

    /// A query for the seats of `count` of the `total` games of tournament `$1` that match, in order, without the first
    /// `skip`: the columns of [`SEATS`], the deal and the time. The values are those of the parameters from `$2` on.
    fn page(&self, total: u64, skip: u64, count: u64) -> (String, Vec<i64>) {
        // What is skipped is read in the index, so it is read from the end that is nearer.
        let after = total - skip - count;
        let (order, offset) = match after < skip {
            true => ("DESC", after),
            false => ("ASC", skip),
        };
        let (numbers, values) = self.numbers();
        // SQLite does not reorder CROSS JOIN. It has no statistics, and would take a tournament to have ten games, so that
        // reading all of them seems cheaper than looking up those of a page.
        let text = format!(
            "SELECT games.number, player, score, place, share, seats.faults, deal, played \
             FROM ({numbers} ORDER BY number {order} LIMIT {count} OFFSET {offset}) AS found \
             CROSS JOIN games CROSS JOIN seats \
             WHERE games.tournament = $1 AND games.number = found.number \
             AND seats.tournament = $1 AND seats.number = found.number ORDER BY games.number, seats.seat"
        );
        (text, values)
    }
}

impl Store {
    /// The tournament of a key.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tournament_by_id(&self, id: i64) -> Result<Option<Tournament>, StoreError> {
        let rows = sqlx::query(&format!("{TOURNAMENT} WHERE id = $1"))
            .bind(id)
            .fetch_all(&self.pool)
            .await;
        Ok(self.each(rows, tournament)?.pop())
    }

    /// At most `limit` tournaments that match a filter, the latest first, without the first `skip`; and how many match.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tournament_page(
        &self,
        filter: &TournamentFilter,
        skip: u64,
        limit: u64,
    ) -> Result<(u64, Vec<Tournament>), StoreError> {
        let (condition, values) = filter.condition();
        let text = format!("SELECT COUNT(*) FROM tournaments WHERE {condition}");
        let mut query = sqlx::query(&text);
        for value in &values {
            query = query.bind(*value);
        }
        let rows = query.fetch_all(&self.pool).await;
        let total = self.each(rows, |row| whole(row, 0))?.pop().unwrap_or(0) as u64;
        let text =
            format!("{TOURNAMENT} WHERE {condition} ORDER BY id DESC LIMIT {limit} OFFSET {skip}");
        let mut query = sqlx::query(&text);
        for value in values {
            query = query.bind(value);
        }
        let rows = query.fetch_all(&self.pool).await;
        Ok((total, self.each(rows, tournament)?))
    }

    /// The results of at most `limit` games from number `from` on, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn results_from(
        &self,
        tournament: i64,
        from: u64,
        limit: u64,
    ) -> Result<Vec<GameResult>, StoreError> {
        let rows = sqlx::query(&format!(
            "{SEATS} WHERE tournament = $1 AND number >= $2 AND number <= (SELECT MAX(number) FROM \
             (SELECT number FROM games WHERE tournament = $1 AND number >= $2 ORDER BY number LIMIT $3) \
             AS page) ORDER BY number, seat"
        ))
        .bind(tournament)
        .bind(from as i64)
        .bind(limit as i64)
        .fetch_all(&self.pool)
        .await;
        self.results_of(rows)
    }

    /// The number of games that match a filter.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn count_games(
        &self,
        tournament: i64,
        filter: &GameFilter,
    ) -> Result<u64, StoreError> {
        let (numbers, values) = filter.numbers();
        let text = match *filter == GameFilter::default() {
            true => "SELECT games FROM tournaments WHERE id = $1".to_owned(),
            false => format!("SELECT COUNT(*) FROM ({numbers}) AS found"),
        };
        let mut query = sqlx::query(&text).bind(tournament);
        for value in values {
            query = query.bind(value);
        }
        let rows = query.fetch_all(&self.pool).await;
        let counts = self.each(rows, |row| whole(row, 0))?;
        Ok(counts.first().map_or(0, |&count| count as u64))
    }

    /// At most `limit` of the `total` games that match a filter, in order, without the first `skip`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn games(
        &self,
        tournament: i64,
        filter: &GameFilter,
        total: u64,
        skip: u64,
        limit: u64,
    ) -> Result<Vec<GameRow>, StoreError> {
        let count = limit.min(total.saturating_sub(skip));
        if count == 0 {
            return Ok(Vec::new());
        }
        let (text, values) = filter.page(total, skip, count);
        let mut query = sqlx::query(&text).bind(tournament);
        for value in values {
            query = query.bind(value);
        }
        let rows = query.fetch_all(&self.pool).await;
        let seats = self.each(rows, |row| {
            let game = GameRow {
                number: whole(row, 0)? as u64,
                deal: whole(row, 6)? as u64,
                played: whole(row, 7)?,
                seats: vec![seat_result(row)?],
            };
            Ok(game)
        })?;
        let mut games: Vec<GameRow> = Vec::new();
        for seat in seats {
            match games.last_mut().filter(|game| game.number == seat.number) {
                Some(game) => game.seats.extend(seat.seats),
                None => games.push(seat),
            }
        }
        Ok(games)
    }

    /// The record of a game, as one line without its line break.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn record(&self, tournament: i64, number: u64) -> Result<Option<String>, StoreError> {
        let rows = sqlx::query("SELECT record FROM games WHERE tournament = $1 AND number = $2")
            .bind(tournament)
            .bind(number as i64)
            .fetch_all(&self.pool)
            .await;
        Ok(self.each(rows, |row| row.try_get(0))?.pop())
    }

    /// At most `limit` faults of a tournament with the numbers of their games, which are below `end` if that is given, the
    /// latest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn last_faults(
        &self,
        tournament: i64,
        limit: u64,
        end: Option<u64>,
    ) -> Result<Vec<(u64, FaultNote)>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, seat, player, reason, played FROM faults WHERE tournament = $1 \
             AND number < $3 ORDER BY number DESC, fault DESC LIMIT $2",
        )
        .bind(tournament)
        .bind(limit as i64)
        .bind(end.map_or(i64::MAX, |end| end as i64))
        .fetch_all(&self.pool)
        .await;
        self.each(rows, fault)
    }

    /// The players of all tournaments, by name and game.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn player_lines(&self) -> Result<Vec<PlayerLine>, StoreError> {
        let rows = sqlx::query(
            "SELECT players.name, tournaments.game, COUNT(DISTINCT tournaments.id), \
             CAST(SUM(players.games) AS BIGINT), CAST(SUM(players.faults) AS BIGINT) FROM players \
             JOIN tournaments ON tournaments.id = players.tournament \
             GROUP BY players.name, tournaments.game ORDER BY players.name, tournaments.game",
        )
        .fetch_all(&self.pool)
        .await;
        self.each(rows, |row| {
            Ok(PlayerLine {
                name: row.try_get(0)?,
                game: row.try_get(1)?,
                tournaments: whole(row, 2)? as u64,
                games: whole(row, 3)? as u64,
                faults: whole(row, 4)? as u64,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of SQLite for a query whose first parameter is a tournament.
    async fn plan(store: &Store, (text, values): (String, Vec<i64>)) -> Vec<String> {
        let text = format!("EXPLAIN QUERY PLAN {text}");
        let mut query = sqlx::query(&text).bind(1_i64);
        for value in values {
            query = query.bind(value);
        }
        let rows = query.fetch_all(&store.pool).await;
        store.each(rows, |row| row.try_get(3)).unwrap()
    }

    /// A page of games reads the games of the page, not those of the tournament.
    #[tokio::test]
    async fn a_page_of_games_is_looked_up_by_number() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("a.sqlite"))
            .await
            .unwrap();
        let all = GameFilter::default();
        let filters = [
            all.clone(),
            GameFilter {
                player: Some(3),
                ..all.clone()
            },
            GameFilter {
                player: Some(2),
                seat: Some(Seat(1)),
                winner: Some(2),
                ..all.clone()
            },
            GameFilter {
                player: Some(3),
                opponent: Some(1),
                end: Some(1000),
                ..all.clone()
            },
            GameFilter {
                faults: true,
                ..all
            },
        ];
        for filter in filters {
            let steps = plan(&store, filter.page(100_000, 40_000, 50)).await;
            for table in ["games", "seats"] {
                let mut of_table = steps.iter().filter(|step| {
                    step.starts_with(&format!("SEARCH {table} "))
                        || step.starts_with(&format!("SCAN {table}"))
                });
                let step = of_table.next().unwrap();
                assert!(
                    step.contains("(tournament=? AND number=?)"),
                    "{filter:?}: {steps:#?}"
                );
                assert_eq!(of_table.next(), None);
            }
        }
    }
}
