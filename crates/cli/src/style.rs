//! Terminal styles: colours and weights, if stdout is a terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal};

/// Whether to use colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    colour: bool,
}

/// The style of a piece of text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ink {
    /// Headings and the most important text.
    Strong,
    /// The least important text.
    Faint,
    /// One of the sixteen colours of a terminal, by its ANSI code.
    Colour(u8),
}

impl Style {
    /// Without colours.
    pub(crate) const PLAIN: Style = Style { colour: false };

    /// Colours if stdout is a terminal that has them, unless `NO_COLOR` is set (<https://no-color.org>).
    pub(crate) fn of_stdout() -> Style {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Style {
            colour: io::stdout().is_terminal() && !refused,
        }
    }

    /// The text with escape codes, if colours are used.
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

    /// Headings and the most important text.
    pub(crate) fn strong(self, text: impl Display) -> String {
        self.paint(Ink::Strong, text)
    }

    /// The least important text.
    pub(crate) fn faint(self, text: impl Display) -> String {
        self.paint(Ink::Faint, text)
    }
}
