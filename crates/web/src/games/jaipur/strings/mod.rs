//! Texts of Jaipur, read from the locale files.

pub(crate) mod form;
pub(crate) mod rules;
pub(crate) mod table;
pub(crate) mod tutorial;
