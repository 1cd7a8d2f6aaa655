//! The published study of Primi Composti for two players, in independent pieces of work.
//!
//! | module | what it holds |
//! |---|---|
//! | [`study`] | [`Study`]: deals solved exactly, and what other play costs on them |
//! | `deal_row` | the measurements of one deal |
//! | [`study_file`] | [`StudyFile`]: the CSV file of results, which can be resumed |
//! | [`solved_deals`] | [`SolvedDeals`]: exact values of many deals in a compact file |
//! | [`deal_values`] | the format of that file |
//! | [`summary`] | [`Summary`]: statistics of the deals |
//! | [`cross_table`] | [`CrossTable`]: every policy against every other |
//!
//! A deal of a study and a piece of a cross table are pure functions of their numbers: threads,
//! processes and machines may share them out in any way, and the result is the same.

pub mod cross_table;
mod deal_row;
pub mod deal_values;
pub mod solved_deals;
pub mod study;
pub mod study_file;
pub mod summary;

pub use cross_table::CrossTable;
pub use solved_deals::SolvedDeals;
pub use study::{Deals, Row, Study, StudyError};
pub use study_file::StudyFile;
pub use summary::Summary;

use parlour_agents::primi_composti::staged;
use parlour_agents::{Policies as _, PolicyError};
use parlour_engine::Policy;
use parlour_games::primi_composti::PrimiComposti;

/// The policy of that name, with stages of any length, which no list can hold.
///
/// # Errors
/// [`PolicyError`] when there is none.
pub fn policy(name: &str) -> Result<Box<dyn Policy<PrimiComposti>>, PolicyError> {
    match staged(name) {
        Ok(policy) => Ok(Box::new(policy)),
        Err(_) => PrimiComposti::policy(name),
    }
}
