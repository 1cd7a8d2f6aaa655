//! How tables of the database become available again: all of them at the start, and ended ones when they are asked for.

use super::new_table::{TableSpec, new_room_seat};
use super::registry::{RoomRegistry, is_table_id};
use super::room::{Event, GameInProgress};
use super::stored_room::restore_seat;
use super::table_request::SeatRequest;
use super::table_store::StoreEvent;
use crate::token::TokenHash;
use parlour_arena::Secret;
use parlour_arena::games::{self, Task};
use parlour_arena::store::server_tables::ClaimedTable;
use parlour_engine::Seat;
use parlour_protocol::stored_table::StoredTable;
use parlour_protocol::summary::SeatKind;
use parlour_protocol::{ApiError, Hosted};
use std::sync::{Arc, PoisonError};
use tokio::sync::mpsc;

impl RoomRegistry {
    /// Makes a table that has ended available again if it is stored.
    ///
    /// # Errors
    /// [`ApiError::TableNotFound`], [`ApiError::TablesFull`] if there is no room for it in memory, or
    /// [`ApiError::TablesLoading`] if the database cannot tell now.
    pub(crate) async fn recall(self: &Arc<Self>, id: &str) -> Result<(), ApiError> {
        if self.tables().contains_key(id) {
            return Ok(());
        }
        let Some(store) = self.shared.store.as_ref().filter(|_| is_table_id(id)) else {
            return Err(ApiError::TableNotFound);
        };
        if !store.is_ready() {
            return Err(ApiError::TablesLoading);
        }
        match store.claim_ended(id).await {
            Ok(Some(table)) => {
                self.restore(&table);
                if !self.tables().contains_key(id) && !self.is_damaged(id) {
                    return Err(ApiError::TablesFull);
                }
            }
            Ok(None) => {}
            Err(_) => return Err(ApiError::TablesLoading),
        }
        match self.tables().contains_key(id) {
            true => Ok(()),
            false => Err(ApiError::TableNotFound),
        }
    }

    /// Restores the tables of the database, and follows what becomes of them.
    pub(crate) async fn follow_store(
        self: Arc<Self>,
        mut events: mpsc::UnboundedReceiver<StoreEvent>,
    ) {
        while let Some(event) = events.recv().await {
            match event {
                StoreEvent::Claimed(tables) => {
                    self.shared.metrics.count_restored(tables.len());
                    tables.iter().for_each(|table| self.restore(table));
                    if let Some(store) = &self.shared.store {
                        store.set_ready();
                    }
                    self.shared.index.wanted.notify_one();
                }
                StoreEvent::Lost(id) => {
                    let entry = self.tables().remove(&id);
                    self.shared.list.invalidate();
                    if let Some(entry) = entry {
                        // Fails if the table has just ended.
                        let _ = entry.events.send(Event::Lost).await;
                    }
                }
            }
        }
    }

    /// Restores a table, unless it is there, or has ended and there is no room. What is damaged is reported. Both stay
    /// in the database.
    fn restore(self: &Arc<Self>, table: &ClaimedTable) {
        let restore = Restore { rooms: self, table };
        let restored =
            games::with(&table.game, restore).unwrap_or_else(|| Err("unknown game".to_owned()));
        if let Err(reason) = restored {
            tracing::error!(
                table = table.id,
                "a stored table cannot be restored: {reason}"
            );
            let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
            damaged.insert(table.id.clone());
        }
    }
}

/// A table to be restored.
struct Restore<'a> {
    rooms: &'a Arc<RoomRegistry>,
    table: &'a ClaimedTable,
}

impl Task for Restore<'_> {
    type Output = Result<(), String>;

    fn run<G: Hosted>(self) -> Result<(), String> {
        let (rooms, row) = (self.rooms, self.table);
        let mut stored = StoredTable::<G>::read(&row.data).map_err(|error| error.to_string())?;
        if stored.summary.id != row.id {
            return Err("it is damaged: its id".to_owned());
        }
        let game = stored.resume().map_err(|error| error.to_string())?;
        let game = game.map(|game| GameInProgress {
            id: game.before.actions().len() as u64,
            table: game.table,
            awaited: game.awaited,
            before: game.before,
        });
        let mut room_seats = Vec::new();
        let seats = stored.seats.iter().zip(&stored.summary.seats);
        for (seat, (secrets, public)) in Seat::all(stored.seats.len()).zip(seats) {
            let pending = match (&secrets.policy, public.kind) {
                (Some(policy), _) => SeatRequest::Policy {
                    policy: policy.clone(),
                },
                (None, SeatKind::Agent) => SeatRequest::Agent,
                (None, _) if public.open => SeatRequest::Open,
                (None, _) => SeatRequest::Person,
            };
            let mut room_seat = new_room_seat::<G>(&stored.rules, stored.seed, seat, &pending)
                .map_err(|error| error.to_string())?;
            restore_seat(&mut room_seat, secrets, public.name.as_ref())?;
            room_seats.push(room_seat);
        }
        let secret = match &stored.secret {
            None => None,
            Some(text) => {
                Some(Secret::from_hex(text).ok_or("it is damaged: the secret of its deal")?)
            }
        };
        let keeper = TokenHash::from_hex(&stored.keeper).ok_or("it is damaged: a token")?;
        stored.summary.updated = row.updated;
        let mut summary = stored.summary.clone();
        // The table of a rematch that was not made before the server stopped.
        let next = stored.next.take();
        let next = next.filter(|id| summary.again.is_none() || rooms.tables().contains_key(id));
        if next.is_some() {
            summary.again = None;
        }
        let spec = TableSpec {
            id: row.id.clone(),
            rules: stored.rules.clone(),
            rules_name: summary.rules.clone(),
            deal: stored.deal.clone(),
            seed: stored.seed,
            secret,
            seeded: summary.seeded,
            room_seats,
            clock: summary.clock,
            bank: summary.bank,
            listed: summary.listed,
            daily: summary.daily,
        };
        let (mut room, entry, queues) = rooms.new_room(spec, summary, keeper, stored.owner);
        (room.next_table, room.ended_at) = (next, row.updated);
        if rooms.insert_restored(&row.id, entry) {
            // Not before: a table that is not added, as another request has restored it, takes its tokens with it.
            room.publish_tokens();
            room.resume(&stored, game, row.stopped);
            rooms.run_room(room, queues);
        }
        Ok(())
    }
}
