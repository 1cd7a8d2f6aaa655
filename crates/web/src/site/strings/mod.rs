//! Texts of the pages around the games.

pub(crate) mod header;
pub(crate) mod home;
pub(crate) mod ladder;
pub(crate) mod new_game;
pub(crate) mod position;
pub(crate) mod settings;
pub(crate) mod statistics;
pub(crate) mod together;
pub(crate) mod tournaments;
