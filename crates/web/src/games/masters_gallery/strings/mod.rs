//! Texts of Masters Gallery.

pub(crate) mod form;
pub(crate) mod optima;
pub(crate) mod rules;
pub(crate) mod table;
pub(crate) mod tutorial;
