//! Subcommands: a file for each, with its arguments, their help, and `run`.

pub(crate) mod agent;
pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod cross;
pub(crate) mod exploit;
pub(crate) mod gauntlet;
pub(crate) mod health;
pub(crate) mod host;
pub(crate) mod ladder;
pub(crate) mod manual;
pub(crate) mod match_series;
pub(crate) mod mcp;
pub(crate) mod optimise;
pub(crate) mod play;
pub(crate) mod primi_composti_args;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod store;
pub(crate) mod study;
pub(crate) mod tournament;
pub(crate) mod verify;
