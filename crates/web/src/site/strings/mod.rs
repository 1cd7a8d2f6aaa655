//! What people read, in English.

pub(crate) mod header;
pub(crate) mod home;
pub(crate) mod new_game;
pub(crate) mod settings;
pub(crate) mod tournaments;
