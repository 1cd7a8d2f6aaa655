//! Lines in which something to be typed stands between backticks.

use leptos::prelude::*;

/// A line in which something to be typed stands between backticks.
pub(crate) fn prose(line: &str) -> AnyView {
    let parts: Vec<AnyView> = parts(line)
        .map(|(is_typed, part)| {
            let part = part.to_owned();
            match is_typed {
                true => view! { <code>{part}</code> }.into_any(),
                false => part.into_any(),
            }
        })
        .collect();
    parts.into_any()
}

/// The parts of a line, and whether each is something to be typed: that stands between backticks.
pub(crate) fn parts(line: &str) -> impl Iterator<Item = (bool, &str)> {
    let parts = line.split('`').enumerate();
    parts.map(|(index, part)| (index % 2 == 1, part))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn what_is_typed_stands_between_backticks() {
        let found: Vec<_> = parts("Start `parlour serve` there.").collect();
        let expected = [
            (false, "Start "),
            (true, "parlour serve"),
            (false, " there."),
        ];
        assert_eq!(found, expected);
        assert_eq!(parts("plain").collect::<Vec<_>>(), [(false, "plain")]);
    }
}
