//! Numbers as the language of the page writes them.

use super::locale::text;

/// A number with the given number of digits after the decimal point.
pub(crate) fn decimal(number: f64, digits: usize) -> String {
    localized(&format!("{number:.digits$}"))
}

/// A written number with the decimal point of the language.
pub(crate) fn localized(number: &str) -> String {
    number.replace('.', text("platform.decimal_point"))
}
