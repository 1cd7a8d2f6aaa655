//! All shared replays of a server, within the limits.

use super::replay::{CheckedRecord, End, Replay};
use crate::api_response::unknown_game;
use crate::connection_limit::network_of;
use crate::metrics::Metrics;
use crate::rate_limit::RateLimit;
use crate::rooms::Limits;
use crate::token::{Token, TokenHash};
use parlour_arena::games::{self, Task};
use parlour_engine::record_link::MAX_LENGTH;
use parlour_engine::{Record, RecordHeader, RecordLink};
use parlour_protocol::shared_replay::{NewSharedReplay, SharedReplay};
use parlour_protocol::{ApiError, Hosted};
use serde_json::Value;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// How often replays at which nobody is are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);
/// What a token is derived for.
const ID: &str = "shared replay";
/// The length of the creator's token, and of an id, in hexadecimal digits.
const HEX_LENGTH: usize = 32;

/// All shared replays of a server.
pub(crate) struct SharedReplays {
    limits: Limits,
    metrics: Arc<Metrics>,
    new_replays: RateLimit,
    replays: Mutex<Replays>,
    /// Whether the server stops, so that no replay is made.
    stopping: AtomicBool,
}

#[derive(Default)]
struct Replays {
    by_id: HashMap<String, Entry>,
    /// The sequence number of the next one.
    next: u64,
}

struct Entry {
    replay: Arc<Replay>,
    /// Its sequence number.
    number: u64,
}

impl SharedReplays {
    /// None yet. Those at which nobody is are removed as long as this lives.
    pub(crate) fn start(limits: Limits, metrics: Arc<Metrics>) -> Arc<SharedReplays> {
        let replays = Arc::new(SharedReplays {
            new_replays: RateLimit::per_minute(limits.new_tables),
            limits,
            metrics,
            replays: Mutex::default(),
            stopping: AtomicBool::new(false),
        });
        tokio::spawn(sweep(Arc::downgrade(&replays)));
        replays
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    fn replays(&self) -> MutexGuard<'_, Replays> {
        self.replays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is a replay of this id.
    pub(crate) fn holds(&self, id: &str) -> bool {
        self.replays().by_id.contains_key(id)
    }

    /// A replay.
    ///
    /// # Errors
    /// [`ApiError::SharedReplayNotFound`].
    pub(super) fn find(&self, id: &str) -> Result<Arc<Replay>, ApiError> {
        let replays = self.replays();
        let entry = replays.by_id.get(id);
        let replay = entry.map(|entry| Arc::clone(&entry.replay));
        replay.ok_or(ApiError::SharedReplayNotFound)
    }

    /// The number of replays, and of the people at them.
    pub(crate) fn count(&self) -> (usize, usize) {
        let replays = self.replays();
        let people = (replays.by_id.values()).map(|entry| entry.replay.count_people());
        (replays.by_id.len(), people.sum())
    }

    /// Makes a replay for the creator with this token.
    ///
    /// # Errors
    /// [`ApiError`].
    pub(super) fn make(
        &self,
        request: &NewSharedReplay,
        token: &str,
        from: IpAddr,
    ) -> Result<SharedReplay, ApiError> {
        if self.stopping.load(Ordering::Relaxed) {
            return Err(ApiError::Stopping);
        }
        // Playing a record takes time, whether it is valid or not.
        self.new_replays
            .check(from)
            .map_err(|wait| ApiError::TooManyRequests {
                seconds: wait.as_secs() + 1,
            })?;
        let record = check_record(&request.record)?;
        let id = id_of(token)?;
        let creator = TokenHash::of(token);
        let replay = Replay::new(id.clone(), record, request.ply, creator, network_of(from));
        let summary = replay.summary();
        let inserted = self.insert(id, Arc::new(replay));
        inserted.inspect_err(|_| self.metrics.count_refused("shared_replays"))?;
        tracing::info!(game = summary.game, client = %from, "a shared replay was made");
        Ok(summary)
    }

    /// Adds a replay, within the limits. Room is made by removing one of the same owner at which nobody is, when the
    /// server is full one of anybody; then the newest of an owner with many more.
    fn insert(&self, id: String, replay: Arc<Replay>) -> Result<(), ApiError> {
        let mut replays = self.replays();
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for entry in replays.by_id.values() {
            *counts.entry(entry.replay.owner).or_default() += 1;
        }
        let own = counts.get(&replay.owner).copied().unwrap_or(0);
        let is_full = replays.by_id.len() >= self.limits.shared_replays;
        let at_limit = own >= self.limits.shared_replays_per_address;
        if is_full || at_limit {
            let entries = || replays.by_id.iter();
            let empty = entries().filter_map(|(id, entry)| {
                let is_own = entry.replay.owner == replay.owner;
                let since = entry.replay.empty_since()?;
                (is_own || !at_limit).then_some((!is_own, since, id))
            });
            let of_busiest = || {
                let count = |entry: &Entry| counts.get(&entry.replay.owner).copied().unwrap_or(0);
                let theirs = entries().filter(|(_, entry)| count(entry) > own + 1);
                theirs.max_by_key(|(_, entry)| (count(entry), entry.number))
            };
            let removed = match empty.min() {
                Some((_, _, id)) => Some(id.clone()),
                None if at_limit => {
                    return Err(ApiError::TooManySharedReplays { count: own as u64 });
                }
                None => of_busiest().map(|(id, _)| id.clone()),
            };
            let removed = removed.ok_or(ApiError::SharedReplaysFull)?;
            if let Some(entry) = replays.by_id.remove(&removed) {
                entry.replay.end(End::Ended);
            }
        }
        let number = replays.next;
        replays.next += 1;
        replays.by_id.insert(id, Entry { replay, number });
        Ok(())
    }

    /// Ends a replay with the token of its creator or its leader.
    ///
    /// # Errors
    /// [`ApiError`].
    pub(super) fn end(&self, id: &str, token: &str) -> Result<(), ApiError> {
        let replay = self.find(id)?;
        if !replay.accepts(token) {
            return Err(ApiError::SharedReplayToken);
        }
        self.replays().by_id.remove(id);
        replay.end(End::Ended);
        Ok(())
    }

    /// Closes all connections, because the server stops.
    pub(crate) fn close(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        for (_, entry) in self.replays().by_id.drain() {
            entry.replay.end(End::Stopped);
        }
    }

    /// Removes the replays at which nobody has been for too long.
    fn remove_empty(&self) {
        let limit = self.limits.abandon;
        self.replays().by_id.retain(|_, entry| {
            let empty_since = entry.replay.empty_since();
            let stays = empty_since.is_none_or(|since| since.elapsed() < limit);
            if !stays {
                // A participant may be about to join.
                entry.replay.end(End::Ended);
            }
            stays
        });
    }
}

async fn sweep(replays: Weak<SharedReplays>) {
    let mut ticks = interval(SWEEP_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match replays.upgrade() {
            Some(replays) => replays.remove_empty(),
            None => return,
        }
    }
}

/// The id of the replay whose creator has this token.
///
/// # Errors
/// [`ApiError::InvalidRequest`] for a token of another form.
pub(super) fn id_of(token: &str) -> Result<String, ApiError> {
    let chosen = Token::chosen(token).ok().filter(|_| is_replay_id(token));
    let chosen = chosen.ok_or_else(|| ApiError::InvalidRequest {
        reason: format!("the bearer token of a creator has {HEX_LENGTH} hexadecimal digits"),
    })?;
    Ok(chosen.derive(ID).reveal().to_owned())
}

/// Whether a text has the form of an id: no other server is asked for anything else.
pub(crate) fn is_replay_id(text: &str) -> bool {
    text.len() == HEX_LENGTH && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Plays a record, which is given as JSON or as the text of a link, by the rulebook.
fn check_record(record: &Value) -> Result<CheckedRecord, ApiError> {
    let game = match record {
        Value::String(link) => RecordLink::read(link)
            .map_err(invalid_record)?
            .game()
            .to_owned(),
        record => {
            let line = record.to_string();
            RecordHeader::read(&line).map_err(invalid_record)?.game
        }
    };
    games::with(&game, CheckRecord(record)).unwrap_or_else(|| Err(unknown_game(&game)))
}

struct CheckRecord<'a>(&'a Value);

impl Task for CheckRecord<'_> {
    type Output = Result<CheckedRecord, ApiError>;

    fn run<G: Hosted>(self) -> Result<CheckedRecord, ApiError> {
        let table = match self.0 {
            Value::String(link) => RecordLink::read(link)
                .and_then(RecordLink::table::<G>)
                .map_err(invalid_record)?,
            record => Record::<G>::read(&record.to_string())
                .and_then(|record| record.replay())
                .map_err(invalid_record)?,
        };
        let link = RecordLink::write(&table);
        if link.len() > MAX_LENGTH {
            return Err(invalid_record("the names of its players are too long"));
        }
        Ok(CheckedRecord {
            game: G::NAME,
            link,
            plies: table.actions().len() as u64,
        })
    }
}

fn invalid_record(reason: impl ToString) -> ApiError {
    ApiError::InvalidRecord {
        reason: reason.to_string(),
    }
}
