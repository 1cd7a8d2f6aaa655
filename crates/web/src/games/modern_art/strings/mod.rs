//! Texts of Modern Art.

pub(crate) mod form;
pub(crate) mod rules;
pub(crate) mod table;
pub(crate) mod tutorial;
