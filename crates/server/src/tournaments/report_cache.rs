//! Caches the reports of recently viewed tournaments, so that only new games are read from the store.

use super::database::DatabaseConnection;
use super::responses::rating_curves;
use parlour_arena::store::Tournament;
use parlour_arena::{Report, RunningTotals, StoredTournament};
use parlour_protocol::ApiError;
use parlour_protocol::tournaments::RatingCurves;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

/// Number of cached tournaments, more than one page of a list shows; the least recently used is dropped.
const MAX_CACHED: usize = 64;
/// Number of games read at once, so that other requests do not wait long.
const READ_SIZE: u64 = 2000;

/// The report and the rating curves of the games so far.
pub(super) struct CachedReport {
    pub(super) report: Report,
    pub(super) curves: RatingCurves,
    /// The tournament, to find out which of its games are public.
    pub(super) stored: Arc<StoredTournament>,
    /// The number of games that count so far, without a gap.
    pub(super) counted: u64,
}

/// A cached tournament.
struct CachedTournament {
    definition: String,
    created: i64,
    /// Number of games in the store, and of games that count once it is finished, at the last read.
    seen: (u64, Option<u64>),
    stored: Arc<StoredTournament>,
    /// `None` for a finished tournament, of which nothing else is read.
    ledger: Option<RunningTotals>,
    report: Arc<CachedReport>,
}

struct Entry {
    book: Arc<Mutex<Option<CachedTournament>>>,
    used: Instant,
}

/// The cache of reports.
#[derive(Default)]
pub(super) struct ReportCache {
    entries: std::sync::Mutex<HashMap<i64, Entry>>,
}

impl ReportCache {
    /// The report and the rating curves of the games so far.
    ///
    /// # Errors
    /// [`ApiError`].
    pub(super) async fn of(
        &self,
        connection: &DatabaseConnection,
        tournament: &Tournament,
    ) -> Result<Arc<CachedReport>, ApiError> {
        let entry = self.entry(tournament.id);
        // Concurrent requests for the same report wait for the first.
        let mut slot = entry.lock().await;
        let seen = (tournament.played, tournament.finished);
        let known = slot.take().filter(|book| {
            book.definition == tournament.definition
                && book.created == tournament.created
                && book.seen.0 <= tournament.played
        });
        let (stored, mut ledger) = match known {
            Some(book) if book.seen == seen => {
                let report = Arc::clone(&book.report);
                *slot = Some(book);
                return Ok(report);
            }
            Some(CachedTournament {
                stored,
                ledger: Some(ledger),
                ..
            }) => (stored, ledger),
            _ => {
                let stored = StoredTournament::read(tournament).map_err(unreadable)?;
                let ledger = stored.totals();
                (Arc::new(stored), ledger)
            }
        };
        let mut from = ledger.counted().len() as u64;
        loop {
            let id = tournament.id;
            let reading =
                connection.read(async |store| store.results_from(id, from, READ_SIZE).await);
            let results = reading.await?.unwrap_or_default();
            let Some(last) = results.last() else {
                break;
            };
            from = last.number + 1;
            results.into_iter().for_each(|game| ledger.add(game));
        }
        let working = spawn_blocking(move || {
            let report = CachedReport {
                report: stored.report(&ledger),
                curves: rating_curves(&ledger),
                counted: ledger.counted().len() as u64,
                stored: Arc::clone(&stored),
            };
            (stored, ledger, Arc::new(report))
        });
        let failed = |_| unreadable("the report could not be computed".to_owned());
        let (stored, ledger, report) = working.await.map_err(failed)?;
        *slot = Some(CachedTournament {
            definition: tournament.definition.clone(),
            created: tournament.created,
            seen,
            stored,
            ledger: tournament.finished.is_none().then_some(ledger),
            report: Arc::clone(&report),
        });
        Ok(report)
    }

    fn entry(&self, id: i64) -> Arc<Mutex<Option<CachedTournament>>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= MAX_CACHED && !entries.contains_key(&id) {
            let oldest = entries.iter().min_by_key(|(_, entry)| entry.used);
            if let Some(oldest) = oldest.map(|(&id, _)| id) {
                entries.remove(&oldest);
            }
        }
        let entry = entries.entry(id).or_insert_with(|| Entry {
            book: Arc::default(),
            used: Instant::now(),
        });
        entry.used = Instant::now();
        Arc::clone(&entry.book)
    }
}

/// A stored tournament cannot be read.
pub(super) fn unreadable(reason: String) -> ApiError {
    ApiError::TournamentUnreadable { reason }
}
