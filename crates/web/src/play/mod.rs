//! Playing, watching, replaying and analysing a game, whichever it is: the contract between a game's pages and
//! the site.

pub(crate) mod backup;
pub(crate) mod daily;
pub(crate) mod gallery;
pub(crate) mod puzzles;
pub(crate) mod registry;
pub(crate) mod rules_page;
pub(crate) mod saved_analysis;
pub(crate) mod saved_game;
pub(crate) mod server;
pub(crate) mod session;
pub(crate) mod setup_form;
pub(crate) mod strings;
pub(crate) mod table;
pub(crate) mod tutorial;
pub(crate) mod worker;
