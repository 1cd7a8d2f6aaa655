//! The real binary, subcommand by subcommand.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod agent;
mod clients;
mod common;
mod cross;
mod hands;
mod host;
mod matches;
mod optimise;
mod others;
mod play;
mod replay;
mod serve;
mod solve;
mod study;
mod tournament;
mod verify;
mod visitors;
