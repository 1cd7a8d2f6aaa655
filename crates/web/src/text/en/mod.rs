//! English.

pub(crate) mod common;
pub(crate) mod session;
pub(crate) mod store;
