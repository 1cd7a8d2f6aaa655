//! Reports that are kept while their tournaments are looked at. Only games that have come since the last
//! look are read.

use super::answers::Curves;
use super::archive::Archive;
use super::refusal::Refusal;
use parlour_arena::store::Tournament;
use parlour_arena::{Report, RunningTotals, StoredTournament};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

/// Tournaments whose books are kept; who is looked at least lately goes first.
const KEPT: usize = 8;
/// Games that are read at once, so that nobody else at the server waits for long.
const CHUNK: u64 = 2000;

/// What a tournament has shown so far.
pub(super) struct Shown {
    pub(super) report: Report,
    pub(super) curves: Curves,
}

/// The books of one tournament.
struct Book {
    definition: String,
    created: i64,
    /// Games in the store, and those that count in the end, when it was last read.
    seen: (u64, Option<u64>),
    stored: Arc<StoredTournament>,
    ledger: RunningTotals,
    shown: Arc<Shown>,
}

struct Entry {
    book: Arc<Mutex<Option<Book>>>,
    used: Instant,
}

/// The books of the tournaments that are looked at.
#[derive(Default)]
pub(super) struct Books {
    entries: std::sync::Mutex<HashMap<i64, Entry>>,
}

impl Books {
    /// What a tournament has shown so far.
    ///
    /// # Errors
    /// [`Refusal`]: the store, or a definition that nobody can read.
    pub(super) async fn of(
        &self,
        archive: &Archive,
        tournament: &Tournament,
    ) -> Result<Arc<Shown>, Refusal> {
        let entry = self.entry(tournament.id);
        // Whoever asks for the same waits for the first to have read it.
        let mut slot = entry.lock().await;
        let seen = (tournament.played, tournament.finished);
        let known = slot.take().filter(|book| {
            book.definition == tournament.definition
                && book.created == tournament.created
                && book.seen.0 <= tournament.played
        });
        let (stored, mut ledger) = match known {
            Some(book) if book.seen == seen => {
                let shown = Arc::clone(&book.shown);
                *slot = Some(book);
                return Ok(shown);
            }
            Some(book) => (book.stored, book.ledger),
            None => {
                let stored = StoredTournament::read(tournament).map_err(Refusal::Unreadable)?;
                let ledger = stored.totals();
                (Arc::new(stored), ledger)
            }
        };
        let mut from = ledger.counted().len() as u64;
        loop {
            let id = tournament.id;
            let reading = archive.read(async |store| store.results_from(id, from, CHUNK).await);
            let results = reading.await?.unwrap_or_default();
            let Some(last) = results.last() else {
                break;
            };
            from = last.number + 1;
            results.into_iter().for_each(|game| ledger.add(game));
        }
        let working = spawn_blocking(move || {
            let shown = Shown {
                report: stored.report(&ledger),
                curves: Curves::of(&ledger),
            };
            (stored, ledger, Arc::new(shown))
        });
        let failed = |_| Refusal::Unreadable("the report cannot be made".to_owned());
        let (stored, ledger, shown) = working.await.map_err(failed)?;
        *slot = Some(Book {
            definition: tournament.definition.clone(),
            created: tournament.created,
            seen,
            stored,
            ledger,
            shown: Arc::clone(&shown),
        });
        Ok(shown)
    }

    fn entry(&self, id: i64) -> Arc<Mutex<Option<Book>>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= KEPT && !entries.contains_key(&id) {
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
