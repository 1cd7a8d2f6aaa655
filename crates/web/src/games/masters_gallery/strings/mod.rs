//! What people read, in English.

pub(crate) mod form;
pub(crate) mod optima;
pub(crate) mod rules;
pub(crate) mod table;
