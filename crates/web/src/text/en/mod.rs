//! English.

pub(crate) mod common;
pub(crate) mod home;
pub(crate) mod jaipur;
pub(crate) mod jaipur_learn;
pub(crate) mod jaipur_pages;
pub(crate) mod jaipur_rules;
pub(crate) mod masters_gallery;
pub(crate) mod masters_gallery_optima;
pub(crate) mod masters_gallery_pages;
pub(crate) mod masters_gallery_rules;
pub(crate) mod modern_art;
pub(crate) mod modern_art_pages;
pub(crate) mod modern_art_rules;
pub(crate) mod new_game;
pub(crate) mod online;
pub(crate) mod primi;
pub(crate) mod primi_learn;
pub(crate) mod primi_pages;
pub(crate) mod primi_rules;
pub(crate) mod rules;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod shell;
pub(crate) mod store;
pub(crate) mod table;
pub(crate) mod tournaments;
