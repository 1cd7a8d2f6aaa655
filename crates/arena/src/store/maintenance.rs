//! Maintenance of a store: checking, backup, renaming, deletion, retention.

use super::read::whole;
use super::write::now;
use super::{Holder, Store, StoreError, Tournament};
use crate::games::{self, Task};
use crate::plan::check_name;
use parlour_engine::Record;
use parlour_protocol::Hosted;
use sqlx::Row as _;
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

/// Games whose records are checked between two calls of the progress function.
const CHECK_PAGE: u64 = 200;

/// Why a tournament was not renamed or deleted, or a backup not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaintenanceError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no tournament of that name.
    #[error("unknown tournament '{0}'; `parlour store list` lists them")]
    Unknown(String),
    /// Another one has the name.
    #[error("there is a tournament '{0}' already: choose another name")]
    NameTaken(String),
    /// The new name cannot be used.
    #[error("{0}")]
    InvalidName(String),
    /// A process is playing it.
    #[error("'{0}' is being played by {1}: pause it first")]
    InProgress(String, Holder),
    /// Only files can be copied.
    #[error("{0} is a PostgreSQL database: back it up with pg_dump")]
    NotAFile(String),
    /// The file of the backup.
    #[error("cannot write {0}: {1}")]
    Backup(String, String),
}

impl Store {
    /// Checks the whole database: the file itself (SQLite), the references between tables, and each record, which
    /// must replay to the stored scores. Calls `progress` with the number of games checked and of all games. Returns
    /// what is wrong, one line each.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read to the end.
    pub async fn check(
        &self,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<Vec<String>, StoreError> {
        let mut problems = Vec::new();
        if self.sqlite {
            let rows = sqlx::query("PRAGMA integrity_check")
                .fetch_all(&self.pool)
                .await;
            let lines = self.each(rows, |row| row.try_get::<String, _>(0))?;
            problems.extend(lines.into_iter().filter(|line| line != "ok"));
            let rows = sqlx::query("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check")
                .fetch_all(&self.pool)
                .await;
            problems.extend(self.each(rows, |row| {
                let (table, parent): (String, String) = (row.try_get(0)?, row.try_get(2)?);
                Ok(format!(
                    "a row of {table} refers to a row of {parent} that is missing"
                ))
            })?);
        }
        let tournaments = self.tournaments().await?;
        let all = tournaments.iter().map(|tournament| tournament.played).sum();
        let mut checked = 0;
        for tournament in &tournaments {
            let (mut from, mut counted) = (0, 0);
            loop {
                let records = self.records(tournament.id, from, CHECK_PAGE).await?;
                let Some(&(last, _)) = records.last() else {
                    break;
                };
                let results = self.results_from(tournament.id, from, CHECK_PAGE).await?;
                for (number, record) in &records {
                    let stored = results.iter().find(|game| game.number == *number);
                    let scores: Vec<i32> = (stored.iter())
                        .flat_map(|game| game.seats.iter().map(|seat| seat.score))
                        .collect();
                    if let Err(problem) = check_record(&tournament.game, record, &scores) {
                        problems.push(format!("{}, game {number}: {problem}", tournament.name));
                    }
                }
                checked += records.len() as u64;
                counted += records.len() as u64;
                progress(checked, all);
                from = last + 1;
            }
            // Games may have been added while they were read.
            if counted < tournament.played {
                problems.push(format!(
                    "{}: {} games are counted, but only {counted} are stored",
                    tournament.name, tournament.played
                ));
            }
        }
        Ok(problems)
    }

    /// Copies a SQLite database to a new file while others read and write it. The copy holds everything that was
    /// recorded when it began. It is written to a temporary file beside the new one, which is there only when it is
    /// whole.
    ///
    /// # Errors
    /// [`MaintenanceError`]; also if the file exists.
    pub async fn backup(&self, path: &Path) -> Result<(), MaintenanceError> {
        if !self.sqlite {
            return Err(MaintenanceError::NotAFile(self.place.clone()));
        }
        let cannot =
            |reason: &str| MaintenanceError::Backup(path.display().to_string(), reason.to_owned());
        if path.exists() {
            return Err(cannot("it exists already"));
        }
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = Path::new(&part);
        let text = part
            .to_str()
            .ok_or_else(|| cannot("its name is not UTF-8"))?;
        let copied = sqlx::query("VACUUM INTO $1")
            .bind(text)
            .execute(&self.pool)
            .await;
        let written = match copied.map_err(|error| self.failed(error)) {
            Ok(_) => sync_and_rename(part, path).map_err(|error| cannot(&error.to_string())),
            Err(StoreError::Full(_)) => Err(cannot(
                "no room is left: make room there, or name another file",
            )),
            Err(StoreError::Open { reason, .. } | StoreError::Other { reason, .. }) => {
                Err(cannot(&reason))
            }
            Err(other) => Err(other.into()),
        };
        if written.is_err() {
            // There may be none.
            let _ = fs::remove_file(part);
        }
        written
    }

    /// Gives a tournament another name.
    ///
    /// # Errors
    /// [`MaintenanceError`].
    pub async fn rename(&self, name: &str, new: &str) -> Result<(), MaintenanceError> {
        check_name(new).map_err(MaintenanceError::InvalidName)?;
        let found = self.idle(name).await?;
        if self.tournament(new).await?.is_some() {
            return Err(MaintenanceError::NameTaken(new.to_owned()));
        }
        let renamed = sqlx::query("UPDATE tournaments SET name = $2 WHERE id = $1")
            .bind(found.id)
            .bind(new)
            .execute(&self.pool)
            .await;
        renamed.map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Deletes a tournament with its games. Returns the number of games.
    ///
    /// # Errors
    /// [`MaintenanceError`].
    pub async fn delete(&self, name: &str) -> Result<u64, MaintenanceError> {
        let found = self.idle(name).await?;
        let deleted = sqlx::query("DELETE FROM tournaments WHERE id = $1")
            .bind(found.id)
            .execute(&self.pool)
            .await;
        deleted.map_err(|error| self.failed(error))?;
        Ok(found.played)
    }

    /// Deletes a tournament whose lease this process has, if it has no games. Returns whether it is deleted.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) async fn delete_without_games(&self, tournament: i64) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM tournaments WHERE id = $1 AND games = 0")
            .bind(tournament)
            .execute(&self.pool)
            .await;
        let deleted = deleted.map_err(|error| self.failed(error))?;
        Ok(deleted.rows_affected() > 0)
    }

    /// The finished tournaments whose last game was played at least `age` ago, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn finished_before(&self, age: Duration) -> Result<Vec<Tournament>, StoreError> {
        let limit = now().saturating_sub_unsigned(age.as_secs());
        let mut found = self.tournaments().await?;
        found.retain(|tournament| {
            let ended = tournament.last.unwrap_or(tournament.created);
            tournament.finished.is_some() && ended <= limit
        });
        found.reverse();
        Ok(found)
    }

    /// Returns the space of deleted games to the file system. For PostgreSQL this is left to its own maintenance.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn release_space(&self) -> Result<(), StoreError> {
        if self.sqlite {
            let done = sqlx::query("VACUUM").execute(&self.pool).await;
            done.map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// The tournament of this name, which no process is playing.
    async fn idle(&self, name: &str) -> Result<Tournament, MaintenanceError> {
        let unknown = || MaintenanceError::Unknown(name.to_owned());
        let found = self.tournament(name).await?.ok_or_else(unknown)?;
        let leases = self.leases().await?;
        match leases
            .into_iter()
            .find(|lease| lease.tournament == found.id)
        {
            Some(lease) => Err(MaintenanceError::InProgress(name.to_owned(), lease.holder)),
            None => Ok(found),
        }
    }

    /// Refuses to read a database whose schema is not the current one: reading does not migrate.
    pub(super) async fn check_schema(&self) -> Result<(), StoreError> {
        let rows = sqlx::query("SELECT MAX(version), COUNT(*) FROM _sqlx_migrations WHERE success")
            .fetch_all(&self.pool)
            .await;
        let found = match rows {
            Ok(rows) => self
                .each(Ok(rows), |row| Ok((whole(row, 0)?, whole(row, 1)?)))?
                .pop(),
            Err(error) => match self.failed(error) {
                // A database without that table was not made by Parlour.
                StoreError::Other { .. } => None,
                failed => return Err(failed),
            },
        };
        let (place, known) = (self.place.clone(), super::schema::LATEST);
        match found {
            Some((found, count)) if found == known && count == super::schema::COUNT => Ok(()),
            Some((found, _)) if found > known => Err(StoreError::Newer {
                place,
                found,
                known,
            }),
            Some((found, _)) => Err(StoreError::Older {
                place,
                found,
                known,
            }),
            None => Err(StoreError::Altered {
                place,
                reason: "it has no tournaments of Parlour".to_owned(),
            }),
        }
    }
}

/// Renames a file once its content is on the disk.
fn sync_and_rename(from: &Path, to: &Path) -> io::Result<()> {
    // Windows syncs only what is open for writing.
    fs::File::options().write(true).open(from)?.sync_all()?;
    fs::rename(from, to)
}

/// Replays a record and compares its scores with those stored beside it.
fn check_record(game: &str, record: &str, scores: &[i32]) -> Result<(), String> {
    games::with(game, CheckRecord { record, scores })
        .unwrap_or_else(|| Err(format!("unknown game '{game}'")))
}

struct CheckRecord<'a> {
    record: &'a str,
    scores: &'a [i32],
}

impl Task for CheckRecord<'_> {
    type Output = Result<(), String>;

    fn run<G: Hosted>(self) -> Result<(), String> {
        let record = Record::<G>::read(self.record).map_err(|error| error.to_string())?;
        let table = record.replay().map_err(|error| error.to_string())?;
        let outcome = table.outcome().ok_or("its record is unfinished")?;
        if outcome.scores != self.scores {
            return Err(format!(
                "its record ends {:?}, but {:?} is stored",
                outcome.scores, self.scores
            ));
        }
        Ok(())
    }
}
