//! The browser: addresses, storage, settings, files, requests. Knows nothing of games.

pub(crate) mod assets;
pub(crate) mod connection;
pub(crate) mod file;
pub(crate) mod http;
pub(crate) mod locale;
pub(crate) mod notification;
pub(crate) mod number;
pub(crate) mod route;
pub(crate) mod server_error;
pub(crate) mod server_offers;
pub(crate) mod settings;
pub(crate) mod socket;
pub(crate) mod sort;
pub(crate) mod sound;
pub(crate) mod storage;
mod strings;
