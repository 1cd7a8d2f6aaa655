//! The web app in a real browser: Chromium, driven over WebDriver by what a person sees.
//!
//! `cargo xtask test` builds the app and the binary, installs what is missing, and runs these
//! among all other tests; `cargo xtask test browser` runs only them. A test that fails leaves a
//! picture and the source of the page in `target/tmp`. `PARLOUR_SCREENSHOTS=1 cargo xtask test
//! pictures` makes the README's picture anew, and pictures of every screen in `target/tmp`.

mod accessibility;
mod analysis;
mod galleries;
mod harness;
mod hot_seat;
mod keyboard;
mod ladder;
mod languages;
mod layout;
mod masters_gallery;
mod modern_art;
mod offline;
mod online;
mod pages;
mod pictures;
mod play;
mod primi;
mod puzzles;
mod replays;
mod saved;
mod speed;
mod statistics;
mod table;
mod tabs;
mod tournaments;
mod watch;
