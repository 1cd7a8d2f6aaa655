//! Texts of Primi Composti, read from the locale files.

pub(crate) mod deals;
pub(crate) mod form;
pub(crate) mod rules;
pub(crate) mod table;
pub(crate) mod tutorial;
