//! The real binary, subcommand by subcommand.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod agent;
mod analyse;
mod clients;
mod cluster;
mod common;
mod cross;
mod database_failures;
mod endpoints;
mod exploit;
mod formats;
mod gauntlet;
mod general;
mod hands;
mod host;
mod ladder;
mod match_series;
mod mcp;
mod mcp_players;
mod optimise;
mod play;
#[path = "../../../arena/tests/store/postgres.rs"]
mod postgres;
mod puzzles;
mod remote_agents;
mod replay;
mod restarts;
mod serve;
mod solve;
mod store;
mod study;
#[path = "../../../arena/tests/store/tmpfs.rs"]
mod tmpfs;
mod tournament;
mod verify;
