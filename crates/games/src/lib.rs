//! The rulebooks.
//!
//! Every game is a folder of the same shape: `rules.rs` holds constants and
//! options, `state.rs` the state machine, `view.rs` what a seat may know,
//! `text.rs` the text form of actions, and `mod.rs` tells the rules in short
//! and names their source. Whoever knows one knows all.

pub mod jaipur;
pub mod masters_gallery;
pub mod modern_art;
pub mod primi_composti;

#[cfg(test)]
mod testing;
