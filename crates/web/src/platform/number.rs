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

/// A number with separated thousands.
pub(crate) fn grouped(number: u64) -> String {
    let separator = text("platform.thousands_separator");
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push_str(separator);
        }
        grouped.push(digit);
    }
    grouped
}
