//! What all games draw alike.

use crate::style::Style;
use parlour_engine::{Seat, Viewer};
use std::fmt::{Display, Write as _};

/// Lines with labels before them.
pub(super) struct Page {
    text: String,
    style: Style,
}

impl Page {
    /// An empty page.
    pub(super) const fn new(style: Style) -> Page {
        Page {
            text: String::new(),
            style,
        }
    }

    /// Adds a line; the label may be empty.
    pub(super) fn line(&mut self, label: &str, content: impl Display) {
        let label = self.style.faint(format!("{label:>10}"));
        let _ = writeln!(self.text, "{label}  {content}");
    }

    /// The text, without a newline at its end.
    pub(super) fn finish(self) -> String {
        self.text.trim_end().to_owned()
    }
}

/// The name of a seat, for this viewer.
pub(super) fn who(viewer: Viewer, names: &[String], seat: Seat) -> String {
    match viewer == Viewer::Seat(seat) {
        true => format!("you ({seat})"),
        false => format!("{} ({seat})", names[seat.index()]),
    }
}

/// Whose turn it is, in games where one seat moves at a time.
pub(super) fn turn(viewer: Viewer, names: &[String], to_move: Option<Seat>) -> String {
    match to_move {
        None => "over".to_owned(),
        Some(seat) if viewer == Viewer::Seat(seat) => "your turn".to_owned(),
        Some(seat) => format!("{} ({seat}) to move", names[seat.index()]),
    }
}
