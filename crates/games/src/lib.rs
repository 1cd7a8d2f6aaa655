//! The rulebooks.
