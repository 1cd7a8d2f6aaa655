//! Leases: one process plays a tournament at a time.
//!
//! The process that plays holds a lease and renews it. It releases the lease at the end; if it dies, the lease
//! expires, or is taken over at once by a process on the same machine. Two processes that play the same tournament all
//! the same, because a machine was suspended, waste time but do no harm: games of the same number are equal, and the
//! first one stored is kept.

use super::read::whole;
use super::write::{Value, insert, now};
use super::{Store, StoreError};
use sqlx::{Any, Row as _, Transaction};
use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

/// How long a lease lasts that is not renewed.
pub const LEASE_DURATION: Duration = Duration::from_secs(60);

/// A process that plays tournaments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Identifies the process; unique.
    pub key: String,
    /// What it is, e.g. `parlour tournament`.
    pub program: String,
    /// Its number.
    pub process: u32,
    /// The name of its machine.
    pub host: String,
}

impl Holder {
    /// This process.
    pub fn here(program: &str) -> Holder {
        static KEY: OnceLock<String> = OnceLock::new();
        let host = whoami::fallible::hostname();
        let host = host.unwrap_or_else(|_| "an unknown machine".to_owned());
        let process = std::process::id();
        // Where the system does not tell: two processes of one number do not begin at the same time.
        let known = || format!("{host} {process} {:?}", SystemTime::now());
        let key = KEY.get_or_init(|| key(process).unwrap_or_else(known));
        Holder {
            key: key.clone(),
            program: program.to_owned(),
            process,
            host,
        }
    }

    /// A part of this process, such as one of several servers in it.
    #[must_use]
    pub fn part(&self, part: &str) -> Holder {
        Holder {
            key: format!("{}#{part}", self.key),
            ..self.clone()
        }
    }

    /// Whether it ran on this machine and has ended. Always false for processes of other machines.
    pub(super) fn is_gone(&self) -> bool {
        match (machine(), key(self.process)) {
            (Some(machine), now) if self.key.starts_with(&machine) => {
                now.as_deref() != self.key.split('#').next()
            }
            _ => false,
        }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Holder {
            program,
            process,
            host,
            ..
        } = self;
        write!(f, "{program}, process {process} on {host}")
    }
}

/// This machine since its last start, and where its processes are numbered (containers number their own).
fn machine() -> Option<String> {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let numbers = std::fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{} {} ", boot.trim(), numbers.display()))
}

/// The key of a running process of this machine; `None` if the system does not tell.
fn key(process: u32) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program comes second, in parentheses, and may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // A zombie: ended, but not yet waited for by its parent.
    let has_ended = matches!(*fields.first()?, "Z" | "X");
    let began = fields.get(19).filter(|_| !has_ended)?;
    Some(format!("{}{process} {began}", machine()?))
}

/// A lease that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The key of the tournament.
    pub tournament: i64,
    /// The process that plays it.
    pub holder: Holder,
    /// When it expires if it is not renewed, in seconds since 1970.
    pub ends: i64,
}

impl Lease {
    /// The number of seconds until it expires.
    pub fn seconds_left(&self) -> u64 {
        u64::try_from(self.ends - now()).unwrap_or(0)
    }
}

/// When a lease that starts now expires.
fn ends() -> i64 {
    now() + LEASE_DURATION.as_secs() as i64
}

/// Inserts the lease of a new tournament.
pub(super) async fn first(
    transaction: &mut Transaction<'_, Any>,
    tournament: i64,
    holder: &Holder,
) -> Result<(), sqlx::Error> {
    let row = vec![
        Value::Whole(tournament),
        Value::Text(&holder.key),
        Value::Text(&holder.program),
        Value::Whole(holder.process.into()),
        Value::Text(&holder.host),
        Value::Whole(ends()),
    ];
    let columns = "leases (tournament, holder, program, process, host, ends)";
    insert(transaction, columns, &[row]).await
}

impl Store {
    /// Acquires the lease of a tournament, or renews it. Returns the lease of another holder if there is one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn acquire_lease(
        &self,
        tournament: i64,
        holder: &Holder,
    ) -> Result<Option<Lease>, StoreError> {
        loop {
            // A single statement, so that only one of two concurrent attempts succeeds.
            let taken = sqlx::query(
                "INSERT INTO leases (tournament, holder, program, process, host, ends) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tournament) DO UPDATE SET \
                 holder = excluded.holder, program = excluded.program, process = excluded.process, \
                 host = excluded.host, ends = excluded.ends \
                 WHERE leases.holder = excluded.holder OR leases.ends <= $7",
            )
            .bind(tournament)
            .bind(&holder.key)
            .bind(&holder.program)
            .bind(i64::from(holder.process))
            .bind(&holder.host)
            .bind(ends())
            .bind(now())
            .execute(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
            if taken.rows_affected() > 0 {
                return Ok(None);
            }
            let known = self.every_lease().await?;
            match known
                .into_iter()
                .find(|lease| lease.tournament == tournament)
            {
                Some(lease) if lease.holder.is_gone() => {
                    self.release_lease(tournament, &lease.holder).await?
                }
                Some(lease) => return Ok(Some(lease)),
                // It was released meanwhile.
                None => {}
            }
        }
    }

    /// Releases a lease; that of another holder stays.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn release_lease(&self, tournament: i64, holder: &Holder) -> Result<(), StoreError> {
        let released = sqlx::query("DELETE FROM leases WHERE tournament = $1 AND holder = $2")
            .bind(tournament)
            .bind(&holder.key)
            .execute(&self.pool)
            .await;
        released.map(drop).map_err(|error| self.failed(error))
    }

    /// The leases that are held now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn leases(&self) -> Result<Vec<Lease>, StoreError> {
        let mut leases = self.every_lease().await?;
        leases.retain(|lease| lease.seconds_left() > 0 && !lease.holder.is_gone());
        Ok(leases)
    }

    async fn every_lease(&self) -> Result<Vec<Lease>, StoreError> {
        let rows =
            sqlx::query("SELECT tournament, holder, program, process, host, ends FROM leases")
                .fetch_all(&self.pool)
                .await;
        self.each(rows, |row| {
            Ok(Lease {
                tournament: whole(row, 0)?,
                holder: Holder {
                    key: row.try_get(1)?,
                    program: row.try_get(2)?,
                    process: whole(row, 3)? as u32,
                    host: row.try_get(4)?,
                },
                ends: whole(row, 5)?,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_known_while_it_runs() {
        let here = Holder::here("a test");
        assert_eq!(here.key, Holder::here("another").key);
        assert!(!here.is_gone());
        let elsewhere = Holder {
            key: "another machine 1 1".to_owned(),
            ..here.clone()
        };
        assert!(!elsewhere.is_gone());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_that_has_ended_is_gone() {
        let mut child = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .unwrap();
        let holder = Holder {
            key: key(child.id()).unwrap(),
            process: child.id(),
            ..Holder::here("a test")
        };
        assert!(!holder.is_gone());
        child.kill().unwrap();
        // Still a zombie: nobody has waited for it.
        while !holder.is_gone() {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.wait().unwrap();
        assert!(holder.is_gone());
    }
}
