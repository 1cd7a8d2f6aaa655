//! A file for each subcommand: its arguments with their help, and `run`.

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod matches;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod serve;
