//! The pages that are no tables.

pub(crate) mod file;
mod galleries;
pub(crate) mod games;
mod home;
mod jaipur;
mod learn;
mod masters_gallery;
mod modern_art;
pub(crate) mod new_game;
mod not_found;
mod primi_composti;
mod replays;
pub(crate) mod rules;
mod saved;
mod settings;
pub(crate) mod tables;
mod tournaments;

pub(crate) use home::Home;
pub(crate) use new_game::NewGame;
pub(crate) use not_found::NotFound;
pub(crate) use replays::Replays;
pub(crate) use rules::RulesList;
pub(crate) use settings::SettingsPage;
pub(crate) use tables::{TablePage, TablesPage};
pub(crate) use tournaments::{
    AgentPage, AgentsPage, GamePage, GamesPage, TournamentPage, TournamentsPage,
};
