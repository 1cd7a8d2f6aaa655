//! The games: a folder each, with everything that belongs to one game alone. They know nothing of each other.

pub(crate) mod jaipur;
pub(crate) mod masters_gallery;
pub(crate) mod modern_art;
pub(crate) mod primi_composti;
