//! Pictograms for buttons, 24 by 24 units, in the colour of the text around them.

use super::draw::Drawing;

/// A pictogram for a button. It never stands without a name: the button's label says what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A lamp: what would the AI do.
    Hint,
    /// An arrow back: take the last step back.
    Undo,
    /// A sun: the light theme.
    Light,
    /// A moon: the dark theme.
    Dark,
    /// Run.
    Play,
    /// Stop for a while.
    Pause,
    /// One step back.
    Back,
    /// One step forward.
    Forward,
    /// To the beginning.
    First,
    /// To the end.
    Last,
    /// Save to a file.
    Save,
    /// Open from a file.
    Open,
    /// Close.
    Close,
    /// Three lines: what else there is.
    Menu,
}

impl Icon {
    /// All pictograms.
    pub const ALL: [Self; 14] = [
        Self::Hint,
        Self::Undo,
        Self::Light,
        Self::Dark,
        Self::Play,
        Self::Pause,
        Self::Back,
        Self::Forward,
        Self::First,
        Self::Last,
        Self::Save,
        Self::Open,
        Self::Close,
        Self::Menu,
    ];
}

/// The drawing of a pictogram.
#[must_use]
pub fn icon(icon: Icon) -> String {
    const INK: &str = "currentColor";
    let mut drawing = Drawing::new(24.0, 24.0, "art-icon");
    match icon {
        Icon::Hint => drawing.line(
            "M9 17C9 14.5 6 13 6 9A6 6 0 0 1 18 9C18 13 15 14.5 15 17ZM9.5 21H14.5",
            INK,
            2.2,
        ),
        Icon::Undo => drawing.line(
            "M8 4L3.5 8.5L8 13M4 8.5H14A5.75 5.75 0 0 1 14 20H9",
            INK,
            2.2,
        ),
        Icon::Light => {
            drawing.disc(12.0, 12.0, 4.5, INK);
            drawing.line(
                "M12 2V4M12 20V22M2 12H4M20 12H22M5 5L6.4 6.4M17.6 17.6L19 19M19 5L17.6 6.4M6.4 17.6L5 19",
                INK,
                2.2,
            );
        }
        Icon::Dark => drawing.path(
            "M20.5 14.5A8.75 8.75 0 0 1 9.5 3.5A8.75 8.75 0 1 0 20.5 14.5Z",
            INK,
        ),
        Icon::Play => drawing.joined("M8 5L19 12L8 19Z", INK, 2.0),
        Icon::Pause => drawing.line("M8 5.5V18.5M16 5.5V18.5", INK, 4.0),
        Icon::Back => drawing.line("M15 5L8 12L15 19", INK, 2.6),
        Icon::Forward => drawing.line("M9 5L16 12L9 19", INK, 2.6),
        Icon::First => drawing.line("M18 5L11 12L18 19M6 5V19", INK, 2.6),
        Icon::Last => drawing.line("M6 5L13 12L6 19M18 5V19", INK, 2.6),
        Icon::Save => drawing.line("M12 3V15M7 10L12 15L17 10M4 20H20", INK, 2.2),
        Icon::Open => drawing.line("M12 15V3M7 8L12 3L17 8M4 20H20", INK, 2.2),
        Icon::Close => drawing.line("M5 5L19 19M19 5L5 19", INK, 2.6),
        Icon::Menu => drawing.line("M4 6H20M4 12H20M4 18H20", INK, 2.4),
    }
    drawing.finish()
}
