//! Shared replays: a record that several people watch together, one of whom leads.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | HTTP and WebSocket: `/api/v1/shared-replays/…` |
//! | `registry` | [`SharedReplays`]: all of a server, within the limits |
//! | `replay` | `Replay`: one of them, its position and its people |
//! | `connection` | the connection of one person |
//!
//! `docs/shared-replays.md` describes the API. Nothing is stored. The id follows from the token of the creator, whose client makes the same replay again after a
//! restart, so that its links stay valid. Each connection sends the latest state only: a slow client skips positions
//! and takes no memory.

pub(crate) mod api;
mod connection;
mod registry;
mod replay;

pub(crate) use registry::{SharedReplays, is_replay_id};
