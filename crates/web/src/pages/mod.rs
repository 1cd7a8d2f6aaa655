//! The pages that are no tables.

pub(crate) mod file;
pub(crate) mod games;
mod home;
mod jaipur;
mod not_found;
mod replays;
mod saved;
mod settings;

pub(crate) use home::Home;
pub(crate) use not_found::NotFound;
pub(crate) use replays::Replays;
pub(crate) use settings::SettingsPage;
