//! Why a game cannot be started or played on.

/// No rule set of that name.
pub(crate) fn no_rules(name: &str) -> String {
    format!("There are no rules of the name '{name}'.")
}

/// The stored seats do not fit the record.
pub(crate) const SEATS: &str = "the seats do not fit the record";
/// Stored by a later version.
pub(crate) const LATER_VERSION: &str = "a later version of Parlour wrote it";
/// A game under a wrong key.
pub(crate) const OTHER_ID: &str = "it is stored under another game’s name";
