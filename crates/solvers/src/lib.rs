//! Exact solvers: what best play by everybody is worth, with a proof.
//!
//! Each game has a module of its own. A solver never decides rules: it takes a position of a
//! rulebook and answers with a value, a principal line and, where there is one, a certificate
//! that other code can check.

pub mod masters_gallery;
pub mod primi_composti;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
