//! Colour and weight, where a person looks.

use std::fmt::Display;
use std::io::{self, IsTerminal};

/// Whether to paint, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    colour: bool,
}

/// What a piece of text is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ink {
    /// A heading, or what matters most.
    Strong,
    /// What matters least.
    Faint,
    /// One of the sixteen colours of a terminal, by its ANSI code.
    Colour(u8),
}

impl Style {
    /// Colours only on a terminal that has them, and not against <https://no-color.org>.
    pub(crate) fn of_stdout() -> Style {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Style {
            colour: io::stdout().is_terminal() && !refused,
        }
    }

    /// The text, painted.
    pub(crate) fn paint(self, ink: Ink, text: impl Display) -> String {
        if !self.colour {
            return text.to_string();
        }
        let code = match ink {
            Ink::Strong => 1,
            Ink::Faint => 2,
            Ink::Colour(code) => code,
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// A heading, or what matters most.
    pub(crate) fn strong(self, text: impl Display) -> String {
        self.paint(Ink::Strong, text)
    }

    /// What matters least.
    pub(crate) fn faint(self, text: impl Display) -> String {
        self.paint(Ink::Faint, text)
    }
}
