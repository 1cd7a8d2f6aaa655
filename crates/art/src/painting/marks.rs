//! What a card does, as a pictogram: the five auctions of Modern Art, the five symbols of Masters Gallery.

use crate::draw::{Drawing, polar};

/// What a card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Modern Art: the seller names a price.
    Fixed,
    /// Modern Art: everybody bids once, unseen.
    Sealed,
    /// Modern Art: two paintings go together.
    Double,
    /// Modern Art: anyone raises at any time.
    Open,
    /// Modern Art: everybody raises or passes once.
    Once,
    /// Masters Gallery: draw a card.
    Draw,
    /// Masters Gallery: a second card face up.
    Second,
    /// Masters Gallery: a second card face down.
    Hidden,
    /// Masters Gallery: everybody shows a card.
    Together,
    /// Masters Gallery: an award for an artist.
    Award,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 10] = [
        Self::Fixed,
        Self::Sealed,
        Self::Double,
        Self::Open,
        Self::Once,
        Self::Draw,
        Self::Second,
        Self::Hidden,
        Self::Together,
        Self::Award,
    ];

    /// The word on the card, in the letters that the lettering has.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Fixed => "FIXED",
            Self::Sealed => "SEALED",
            Self::Double => "DOUBLE",
            Self::Open => "OPEN",
            Self::Once => "ONCE",
            Self::Draw => "DRAW",
            Self::Second => "SECOND",
            Self::Hidden => "HIDDEN",
            Self::Together => "TOGETHER",
            Self::Award => "AWARD",
        }
    }
}

/// A pictogram alone, 24 by 24 units, in the colour of the text around it.
#[must_use]
pub fn mark(mark: Mark) -> String {
    let mut drawing = Drawing::new(24.0, 24.0, "art-mark");
    draw(&mut drawing, mark, "currentColor");
    drawing.finish()
}

/// Draws a pictogram into 24 by 24 units.
pub(super) fn draw(drawing: &mut Drawing, mark: Mark, ink: &str) {
    match mark {
        // A price tag on a string.
        Mark::Fixed => {
            drawing.path(
                "M2.5 9.5L9.5 2.5H19A2.5 2.5 0 0 1 21.5 5V14.5L12.8 22.2A1.8 1.8 0 0 1 10.3 22.1L2.4 13.6A3 3 0 0 1 2.5 9.5ZM16.8 5A2.2 2.2 0 1 0 16.9 9.4A2.2 2.2 0 1 0 16.8 5Z",
                ink,
            );
        }
        // An envelope with a seal.
        Mark::Sealed => {
            drawing.path("M2 6.2L12 13.6L22 6.2V18.5A2 2 0 0 1 20 20.5H15.6A4 4 0 0 0 8.4 20.5H4A2 2 0 0 1 2 18.5Z", ink);
            drawing.path("M3.2 3.8H20.8L12 10.4Z", ink);
            drawing.disc(12.0, 20.5, 2.6, ink);
        }
        // Two pictures, one before the other.
        Mark::Double => {
            drawing.path("M2 2H16V6.5H13.4V4.6H4.6V15.4H6.5V18H2Z", ink);
            drawing.path("M8 8H22V22H8ZM10.6 10.6V19.4H19.4V10.6Z", ink);
            drawing.path("M12.4 17.6L15 12.6L17.6 17.6Z", ink);
        }
        // Three paddles in the air.
        Mark::Open => {
            for (x, y) in [(4.8, 9.5), (12.0, 5.4), (19.2, 9.5)] {
                drawing.disc(x, y, 3.9, ink);
                drawing.rect(x - 1.3, y + 2.0, 2.6, 22.5 - y - 2.0, 1.3, ink);
            }
        }
        // Once around, clockwise.
        Mark::Once => {
            drawing.sharp_line("M12 4A8.2 8.2 0 1 0 19.9 10", ink, 3.0);
            drawing.path("M11.6 0L18.4 4.1L11.6 8.2Z", ink);
            drawing.disc(12.0, 12.2, 2.5, ink);
        }
        // A card out of the deck.
        Mark::Draw => {
            drawing.path("M2.5 8H7V13A3 3 0 0 0 10 16H14A3 3 0 0 0 17 13V8H21.5V20A2 2 0 0 1 19.5 22H4.5A2 2 0 0 1 2.5 20Z", ink);
            drawing.path("M12 1.2L17.6 7.4H14V13.4H10V7.4H6.4Z", ink);
        }
        // Two cards face up.
        Mark::Second => {
            for x in [1.5, 13.0] {
                drawing.path(
                    &format!(
                        "M{x} 4H{}V20H{x}ZM{} 6.5V17.5H{}V6.5Z",
                        x + 9.5,
                        x + 2.5,
                        x + 7.0
                    ),
                    ink,
                );
                drawing.disc(x + 4.75, 12.0, 1.9, ink);
            }
        }
        // The second card face down.
        Mark::Hidden => {
            drawing.path("M1.5 4H11V20H1.5ZM4 6.5V17.5H8.5V6.5Z", ink);
            drawing.disc(6.25, 12.0, 1.9, ink);
            drawing.path(
                "M13 4H22.5V20H13ZM14.8 14.6L20.7 8.2V5.8H20L14.8 11.4ZM14.8 18.2H17.4L20.7 14.6V11.6L14.8 18Z",
                ink,
            );
        }
        // Cards from all sides.
        Mark::Together => {
            for quarter in 0..4_u32 {
                drawing.placed((12.0, 12.0), 1.0, f64::from(quarter) * 90.0, |drawing| {
                    drawing.path("M-4 -11.5H4V-6.4L0 -2.2L-4 -6.4Z", ink);
                });
            }
        }
        // A star in a rosette.
        Mark::Award => {
            drawing.path(
                "M7 14.5L4.5 23L9 20.8L11.6 23.4V16ZM17 14.5L19.5 23L15 20.8L12.4 23.4V16Z",
                ink,
            );
            let mut star = String::from("M12 0.8A8.7 8.7 0 1 1 11.9 0.8Z");
            for i in 0..10_u32 {
                let radius = if i % 2 == 0 { 6.2 } else { 2.7 };
                // Against the clock, so that the star is a hole in the disc.
                let (x, y) = polar(12.0, 9.7, radius, -90.0 - 36.0 * f64::from(i));
                star += &format!("{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
            }
            star.push('Z');
            drawing.path(&star, ink);
        }
    }
}
