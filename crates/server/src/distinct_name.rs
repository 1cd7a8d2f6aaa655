//! Distinct names for the players of one table.

/// Returns `name`, or the first of `name-2`, `name-3`, … that is not taken.
pub(crate) fn distinct_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    (names.find(|name| !taken(name)))
        .expect("the numbers do not end before the names that are taken")
}
