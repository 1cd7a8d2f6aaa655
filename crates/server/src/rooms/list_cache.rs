//! The list of tables as it is sent, written once for many requests.

use axum::body::Bytes;
use parlour_protocol::tables::TableList;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How old the list may be. A client that asks a hundred times a second would occupy the thread of the tables otherwise.
const MAX_AGE: Duration = Duration::from_millis(100);

/// The list of tables as it is sent.
#[derive(Default)]
pub(super) struct ListCache {
    /// The number of changes that are shown at once.
    changes: AtomicU64,
    written: Mutex<Option<Written>>,
}

struct Written {
    /// The number of changes that it shows.
    changes: u64,
    at: Instant,
    json: Bytes,
}

impl ListCache {
    /// Shows at the next request that a table was added or removed, or that its state has changed.
    pub(super) fn invalidate(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    fn written(&self) -> MutexGuard<'_, Option<Written>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list, written by `list` if there is none that is recent.
    pub(super) async fn get(
        &self,
        list: impl Future<Output = TableList>,
    ) -> Result<Bytes, serde_json::Error> {
        let changes = self.changes.load(Ordering::Relaxed);
        if let Some(written) = &*self.written()
            && written.changes == changes
            && written.at.elapsed() < MAX_AGE
        {
            return Ok(written.json.clone());
        }
        let json = Bytes::from(serde_json::to_vec(&list.await)?);
        *self.written() = Some(Written {
            changes,
            at: Instant::now(),
            json: json.clone(),
        });
        Ok(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;
    use tokio::time::advance;

    #[tokio::test(start_paused = true)]
    async fn the_list_is_written_once_until_it_is_old_or_has_changed() {
        let (cache, written) = (ListCache::default(), AtomicU32::new(0));
        let read = async || {
            let list = async {
                written.fetch_add(1, Ordering::Relaxed);
                TableList { tables: Vec::new() }
            };
            assert_eq!(&cache.get(list).await.unwrap()[..], br#"{"tables":[]}"#);
            written.load(Ordering::Relaxed)
        };
        assert_eq!(read().await, 1);
        advance(MAX_AGE - Duration::from_millis(1)).await;
        assert_eq!(read().await, 1);
        cache.invalidate();
        assert_eq!(read().await, 2);
        advance(MAX_AGE).await;
        assert_eq!(read().await, 3);
    }
}
