//! The real binary, subcommand by subcommand.

mod common;
mod matches;
mod others;
mod play;
mod replay;
