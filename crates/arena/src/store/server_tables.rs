//! Tables of a server, stored between its restarts, and the processes that run them.
//!
//! A process says at intervals that it runs. When it has ended, another process claims its tables. A table is written
//! only by its holder, so that a process that was suspended cannot overwrite what another has played meanwhile.
//!
//! Times are those of [`Store::clock`], so that the clocks of several machines need not agree.

use super::read::whole;
use super::{Holder, Store, StoreError};
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How often a process has to call [`Store::renew_server`].
pub const RENEW_INTERVAL: Duration = Duration::from_secs(5);
/// A process that was not seen for this time has ended.
pub const SERVER_TIMEOUT: Duration = Duration::from_secs(20);

/// Games that were over for less than this time when their process was last seen are claimed with the live tables: their
/// players may not have been told yet.
const RECENTLY_OVER: Duration = Duration::from_secs(10 * 60);

/// Rows in one statement; each has 7 parameters.
const MAX_ROWS: usize = 500;

/// The state of a stored table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredState {
    /// It waits for players, or its game is in progress.
    Live,
    /// Its game is over.
    Over,
    /// It ended before its game was over.
    Abandoned,
}

impl StoredState {
    pub(super) const fn name(self) -> &'static str {
        match self {
            StoredState::Live => "live",
            StoredState::Over => "over",
            StoredState::Abandoned => "abandoned",
        }
    }
}

/// A table to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSave {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: &'static str,
    /// Its state.
    pub state: StoredState,
    /// When something last happened, in milliseconds since 1970.
    pub updated: u64,
    /// Deal, actions and seats, as JSON.
    pub data: String,
    /// The margin of a daily deal that was played to its end.
    pub margin: Option<i32>,
}

/// A table that this process has to run from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedTable {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// When something last happened, in milliseconds since 1970.
    pub updated: u64,
    /// When the process that ran it was last seen, likewise.
    pub stopped: u64,
    /// Deal, actions and seats, as JSON.
    pub data: String,
}

fn claimed(row: &AnyRow) -> Result<ClaimedTable, sqlx::Error> {
    let (updated, stopped) = (whole(row, 2)? as u64, whole(row, 3)? as u64);
    Ok(ClaimedTable {
        id: row.try_get(0)?,
        game: row.try_get(1)?,
        updated,
        stopped: if stopped == 0 { updated } else { stopped },
        data: row.try_get(4)?,
    })
}

/// The tables of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The tables that it does not know yet.
    pub new: Vec<ClaimedTable>,
    /// The ids of all its live tables, and of those that were over a moment before they were claimed.
    pub held: HashSet<String>,
}

/// Where the other servers of a database reach a process.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// `HOST:PORT`.
    pub address: String,
    /// What they have to show there.
    pub secret: String,
}

impl fmt::Debug for Endpoint {
    /// Hides the secret from logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endpoint({})", self.address)
    }
}

/// The process that holds a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHolder {
    /// Its key.
    pub key: String,
    /// Whether it runs.
    pub is_running: bool,
    /// Where it is reached, if it can be.
    pub endpoint: Option<Endpoint>,
    /// Whether the table is live.
    pub is_live: bool,
}

/// What is read of a table.
const TABLE: &str = "SELECT id, game, updated, stopped, data FROM server_tables";

/// A process that has said that it runs.
struct Process {
    holder: Holder,
    seen: i64,
    stopped: bool,
    endpoint: Option<Endpoint>,
}

/// The columns of a [`Process`].
const PROCESS: &str =
    "p.holder, p.program, p.process, p.host, p.seen, p.stopped, p.address, p.secret";

impl Process {
    /// Whether it has ended. That it was not seen is no sign if `patient`.
    fn has_ended(&self, now: u64, patient: bool) -> bool {
        let unseen = now.saturating_sub(self.seen as u64) > SERVER_TIMEOUT.as_millis() as u64;
        self.stopped || self.holder.is_gone() || (unseen && !patient)
    }

    fn read(row: &AnyRow) -> Result<Process, sqlx::Error> {
        let (address, secret): (String, String) = (row.try_get(6)?, row.try_get(7)?);
        Ok(Process {
            holder: Holder {
                key: row.try_get(0)?,
                program: row.try_get(1)?,
                process: whole(row, 2)? as u32,
                host: row.try_get(3)?,
            },
            seen: whole(row, 4)?,
            stopped: whole(row, 5)? != 0,
            endpoint: (!address.is_empty()).then_some(Endpoint { address, secret }),
        })
    }
}

impl Store {
    /// The time in milliseconds since 1970, by the clock that all processes of the database share.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn clock(&self) -> Result<u64, StoreError> {
        let statement = format!("SELECT {}", self.clock_expression());
        let row = sqlx::query(&statement).fetch_one(&self.pool).await;
        let now = row.and_then(|row| whole(&row, 0));
        now.map(|now| now as u64)
            .map_err(|error| self.failed(error))
    }

    const fn clock_expression(&self) -> &'static str {
        match self.sqlite {
            true => "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
            false => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// Notes that a process runs at `now`, in milliseconds since 1970, and where others reach it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn renew_server(
        &self,
        holder: &Holder,
        now: u64,
        endpoint: Option<&Endpoint>,
    ) -> Result<(), StoreError> {
        self.note_server(holder, now, false, endpoint).await
    }

    /// Notes that a process stops at `now`: others may claim its tables at once.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn stop_server(&self, holder: &Holder, now: u64) -> Result<(), StoreError> {
        self.note_server(holder, now, true, None).await
    }

    async fn note_server(
        &self,
        holder: &Holder,
        now: u64,
        stopped: bool,
        endpoint: Option<&Endpoint>,
    ) -> Result<(), StoreError> {
        let (address, secret) =
            endpoint.map_or(("", ""), |endpoint| (&endpoint.address, &endpoint.secret));
        let noted = sqlx::query(
            "INSERT INTO server_processes (holder, program, process, host, seen, stopped, address, secret) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
             ON CONFLICT (holder) DO UPDATE SET seen = excluded.seen, stopped = excluded.stopped, \
             address = excluded.address, secret = excluded.secret",
        )
        .bind(&holder.key)
        .bind(&holder.program)
        .bind(i64::from(holder.process))
        .bind(&holder.host)
        .bind(now as i64)
        .bind(i64::from(stopped))
        .bind(address)
        .bind(secret)
        .execute(&self.pool)
        .await;
        noted.map(drop).map_err(|error| self.failed(error))
    }

    /// Stores tables, all or none, and returns the ids of those that another process has claimed: they stay as they are.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn save_tables(
        &self,
        holder: &Holder,
        saves: &[Arc<TableSave>],
    ) -> Result<Vec<String>, StoreError> {
        let failed = |error| self.failed(error);
        let mut transaction = self.begin().await?;
        let mut lost: BTreeSet<&str> = saves.iter().map(|save| save.id.as_str()).collect();
        for saves in saves.chunks(MAX_ROWS) {
            let mark = |row: usize| {
                let marks = (1..=7).map(|column| format!("${}", row * 7 + column));
                format!("({})", marks.collect::<Vec<_>>().join(", "))
            };
            let marks: Vec<String> = (0..saves.len()).map(mark).collect();
            let statement = format!(
                "INSERT INTO server_tables (id, holder, game, state, updated, stopped, data) VALUES {} \
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated = excluded.updated, \
                 stopped = excluded.stopped, data = excluded.data \
                 WHERE server_tables.holder = excluded.holder RETURNING id",
                marks.join(", ")
            );
            let mut query = sqlx::query(&statement).persistent(false);
            for save in saves {
                query = (query.bind(&save.id).bind(&holder.key).bind(save.game))
                    .bind(save.state.name())
                    .bind(save.updated as i64)
                    .bind(0_i64)
                    .bind(&save.data);
            }
            let rows = query.fetch_all(&mut *transaction).await;
            for id in self.each(rows, |row| row.try_get::<String, _>(0))? {
                lost.remove(id.as_str());
            }
        }
        for save in saves.iter().filter(|save| !lost.contains(save.id.as_str())) {
            if let Some(margin) = save.margin {
                sqlx::query("UPDATE daily_attempts SET margin = $1 WHERE table_id = $2")
                    .bind(i64::from(margin))
                    .bind(&save.id)
                    .execute(&mut *transaction)
                    .await
                    .map_err(failed)?;
            }
        }
        let lost = lost.into_iter().map(str::to_owned).collect();
        transaction.commit().await.map_err(failed)?;
        Ok(lost)
    }

    /// Claims the live tables of processes that have ended, and those that were over a moment ago, and returns the tables
    /// of this process, with the data of those that are not `known`. If `patient`, a process has not ended only because
    /// it was not seen.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim_tables(
        &self,
        holder: &Holder,
        now: u64,
        patient: bool,
        known: impl Fn(&str) -> bool,
    ) -> Result<Claims, StoreError> {
        let failed = |error| self.failed(error);
        let mut ended = self.processes().await?;
        ended.retain(|process| process.holder.key != holder.key && process.has_ended(now, patient));
        for process in ended {
            let mut transaction = self.begin().await?;
            // A table that was claimed before and not stored since stands still for longer.
            sqlx::query(
                "UPDATE server_tables SET holder = $1, \
                 stopped = CASE WHEN stopped = 0 THEN $2 ELSE stopped END \
                 WHERE holder = $3 AND (state = 'live' OR (state = 'over' AND updated >= $4))",
            )
            .bind(&holder.key)
            .bind(process.seen)
            .bind(&process.holder.key)
            .bind(process.seen - RECENTLY_OVER.as_millis() as i64)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
            sqlx::query("DELETE FROM server_processes WHERE holder = $1")
                .bind(&process.holder.key)
                .execute(&mut *transaction)
                .await
                .map_err(failed)?;
            transaction.commit().await.map_err(failed)?;
        }
        const HELD: &str =
            "WHERE holder = $1 AND (state = 'live' OR (state = 'over' AND stopped <> 0))";
        let ids = sqlx::query(&format!("SELECT id FROM server_tables {HELD}"))
            .bind(&holder.key)
            .fetch_all(&self.pool)
            .await;
        let ids = self.each(ids, |row| row.try_get::<String, _>(0))?;
        let held = HashSet::from_iter(ids);
        let mut new = Vec::new();
        if !held.iter().all(|id| known(id)) {
            let rows = sqlx::query(&format!("{TABLE} {HELD} ORDER BY updated, id"))
                .bind(&holder.key)
                .fetch_all(&self.pool)
                .await;
            new = self.each(rows, claimed)?;
            new.retain(|table| !known(&table.id));
        }
        Ok(Claims { new, held })
    }

    /// Returns the process that holds a table, or `None` if there is no such table.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn table_holder(&self, id: &str) -> Result<Option<TableHolder>, StoreError> {
        let clock = self.clock_expression();
        let rows = sqlx::query(&format!(
            "SELECT {PROCESS}, t.state, {clock} \
             FROM server_tables t JOIN server_processes p ON p.holder = t.holder WHERE t.id = $1"
        ))
        .bind(id)
        .fetch_all(&self.pool)
        .await;
        let known = self.each(rows, |row| {
            let (process, state) = (Process::read(row)?, row.try_get::<String, _>(8)?);
            Ok(TableHolder {
                is_running: !process.has_ended(whole(row, 9)? as u64, false),
                key: process.holder.key,
                endpoint: process.endpoint,
                is_live: state == StoredState::Live.name(),
            })
        })?;
        if let Some(holder) = known.into_iter().next() {
            return Ok(Some(holder));
        }
        // The row of a process is deleted when its live tables are claimed; tables that have ended stay its own.
        let rows = sqlx::query("SELECT holder, state FROM server_tables WHERE id = $1")
            .bind(id)
            .fetch_all(&self.pool)
            .await;
        let unknown = self.each(rows, |row| {
            Ok(TableHolder {
                key: row.try_get(0)?,
                is_running: false,
                endpoint: None,
                is_live: row.try_get::<String, _>(1)? == StoredState::Live.name(),
            })
        })?;
        Ok(unknown.into_iter().next())
    }

    /// The processes that run at `now`: their keys, and where they are reached.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn running_servers(
        &self,
        now: u64,
    ) -> Result<Vec<(String, Option<Endpoint>)>, StoreError> {
        let mut running = self.processes().await?;
        running.retain(|process| !process.has_ended(now, false));
        let servers = running.into_iter();
        Ok(servers
            .map(|process| (process.holder.key, process.endpoint))
            .collect())
    }

    /// Claims a table that has ended, unless a running process holds it; `None` if there is none.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim_ended_table(
        &self,
        holder: &Holder,
        now: u64,
        id: &str,
    ) -> Result<Option<ClaimedTable>, StoreError> {
        let running = self.processes().await?.into_iter();
        let running: Vec<String> = running
            .filter(|process| !process.has_ended(now, false))
            .map(|process| process.holder.key)
            .collect();
        let failed = |error| self.failed(error);
        let mut transaction = self.begin().await?;
        let rows = sqlx::query(&format!("{TABLE} WHERE id = $1 AND state <> 'live'"))
            .bind(id)
            .fetch_all(&mut *transaction)
            .await;
        let found = self.each(rows, claimed)?.pop();
        let holders = sqlx::query_scalar("SELECT holder FROM server_tables WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await;
        let current: Option<String> = holders.map_err(failed)?;
        let held = current.is_some_and(|key| key != holder.key && running.contains(&key));
        let Some(found) = found.filter(|_| !held) else {
            return Ok(None);
        };
        sqlx::query("UPDATE server_tables SET holder = $1 WHERE id = $2")
            .bind(&holder.key)
            .bind(id)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        Ok(Some(found))
    }

    /// Deletes finished games that were over before `over`, and abandoned tables from before `abandoned`, in
    /// milliseconds since 1970. Returns their number.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn prune_server_tables(&self, over: u64, abandoned: u64) -> Result<u64, StoreError> {
        let pruned = sqlx::query(
            "DELETE FROM server_tables WHERE (state = 'over' AND updated < $1) \
             OR (state = 'abandoned' AND updated < $2)",
        )
        .bind(over as i64)
        .bind(abandoned as i64)
        .execute(&self.pool)
        .await;
        pruned
            .map(|done| done.rows_affected())
            .map_err(|error| self.failed(error))
    }

    async fn processes(&self) -> Result<Vec<Process>, StoreError> {
        let rows = sqlx::query(&format!("SELECT {PROCESS} FROM server_processes p"))
            .fetch_all(&self.pool)
            .await;
        self.each(rows, Process::read)
    }
}
