//! The contract between a rulebook and everything that plays it.
