//! Who plays a tournament: one process at a time.
//!
//! Whoever plays holds a lease, and renews it for as long as he plays. When he ends he gives it back; when
//! he dies it runs out, and on the same machine it is seen at once that he is gone. Two who play the same
//! tournament all the same, because a machine has slept, would waste time and spoil nothing: the games of a
//! number are the same, and the first that comes is kept.

use super::read::whole;
use super::write::{Value, insert, now};
use super::{Store, StoreError};
use sqlx::{Any, Row as _, Transaction};
use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

/// For so long a lease holds that is not renewed.
pub const HOLDS: Duration = Duration::from_secs(60);

/// A process that plays tournaments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// No other process has this one.
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

    /// Whether it ran on this machine and does not any more. Of other machines nothing is known.
    fn is_gone(&self) -> bool {
        match (machine(), key(self.process)) {
            (Some(machine), now) if self.key.starts_with(&machine) => {
                now.as_ref() != Some(&self.key)
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

/// The key of a process of this machine that runs; nothing where the system does not tell.
fn key(process: u32) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program comes second, in parentheses, and may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // One that has ended and was not yet noticed by whoever started it.
    let has_ended = matches!(*fields.first()?, "Z" | "X");
    let began = fields.get(19).filter(|_| !has_ended)?;
    Some(format!("{}{process} {began}", machine()?))
}

/// A lease that somebody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The key of the tournament.
    pub tournament: i64,
    /// Whoever plays it.
    pub holder: Holder,
    /// When it runs out if it is not renewed, in seconds since 1970.
    pub ends: i64,
}

impl Lease {
    /// In how many seconds it runs out.
    pub fn left(&self) -> u64 {
        u64::try_from(self.ends - now()).unwrap_or(0)
    }
}

/// When a lease ends that begins now.
fn ends() -> i64 {
    now() + HOLDS.as_secs() as i64
}

/// Enters the lease of a tournament that is new.
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
    /// Takes the lease of a tournament, or renews it. Returns whose it is where another holds it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn lease(
        &self,
        tournament: i64,
        holder: &Holder,
    ) -> Result<Option<Lease>, StoreError> {
        loop {
            // One statement: of two who try at the same time, one gets it.
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
                    self.give_back(tournament, &lease.holder).await?
                }
                Some(lease) => return Ok(Some(lease)),
                // It was given back meanwhile.
                None => {}
            }
        }
    }

    /// Gives a lease back; another's stays.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn give_back(&self, tournament: i64, holder: &Holder) -> Result<(), StoreError> {
        let given = sqlx::query("DELETE FROM leases WHERE tournament = $1 AND holder = $2")
            .bind(tournament)
            .bind(&holder.key)
            .execute(&self.pool)
            .await;
        given.map(drop).map_err(|error| self.failed(error))
    }

    /// Who plays which tournament now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn leases(&self) -> Result<Vec<Lease>, StoreError> {
        let mut leases = self.every_lease().await?;
        leases.retain(|lease| lease.left() > 0 && !lease.holder.is_gone());
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
