//! Texts that all games share.

pub(crate) mod analysis;
pub(crate) mod daily;
pub(crate) mod gallery;
pub(crate) mod policies;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod server;
pub(crate) mod session;
pub(crate) mod table;
pub(crate) mod tutorial;
