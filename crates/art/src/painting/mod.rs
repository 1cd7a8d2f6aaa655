//! The paintings of Modern Art and Masters Gallery: five artists, each with a colour, an emblem, a letter and a style.
//!
//! Every painting is an original: `canvas` paints it from its artist and its number, and no two are alike. A card is
//! the painting under a band in its artist's colour; below it stands, where there is one, the pictogram and the name of
//! what the card does.

mod marks;
mod pictures;
mod random;
mod styles;
mod tokens;

pub use marks::{Mark, mark};
pub use pictures::{masters_gallery, modern_art};
pub use tokens::{award, gain, tile};

use super::draw::{Drawing, Point};
use super::glyph;
use super::jaipur::{HEIGHT, WIDTH, blank};
use super::palette::{INK, Inks, PAPER};
use random::Random;

/// A painter. Both games have five of them, under names of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Artist {
    /// Paints blocks.
    A,
    /// Paints arcs.
    B,
    /// Paints stripes.
    C,
    /// Paints dots.
    D,
    /// Paints scribbles.
    E,
}

impl Artist {
    /// All artists, in the order of the row.
    pub const ALL: [Self; 5] = [Self::A, Self::B, Self::C, Self::D, Self::E];

    /// The letter on the artist's cards.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
            Self::C => 'C',
            Self::D => 'D',
            Self::E => 'E',
        }
    }

    /// The shades in which the artist paints. Any two bases stay further apart than the closest pair of the Okabe–Ito
    /// palette, for every kind of sight (a test measures it).
    #[must_use]
    pub const fn inks(self) -> Inks {
        match self {
            Self::A => Inks {
                base: "#f6c324",
                deep: "#6f4700",
                mid: "#d99a0b",
                light: "#ffecb0",
            },
            Self::B => Inks {
                base: "#3cb993",
                deep: "#064a3a",
                mid: "#12836a",
                light: "#c5ecdc",
            },
            Self::C => Inks {
                base: "#c93a1c",
                deep: "#6e1606",
                mid: "#9c2710",
                light: "#fbc9b3",
            },
            Self::D => Inks {
                base: "#1f66c8",
                deep: "#0c2f66",
                mid: "#4f93ea",
                light: "#cfe3fb",
            },
            Self::E => Inks {
                base: "#43206a",
                deep: "#260f40",
                mid: "#8753bd",
                light: "#e2d0f5",
            },
        }
    }

    /// A fifth ink, used sparingly.
    const fn accent(self) -> &'static str {
        match self {
            Self::A => "#d8572a",
            Self::B => "#f4836a",
            Self::C => "#22305f",
            Self::D => "#f8cf3c",
            Self::E => "#f58fae",
        }
    }

    /// What can be read on the base.
    const fn lettering(self) -> &'static str {
        match self {
            Self::A | Self::B => INK,
            Self::C | Self::D | Self::E => "#ffffff",
        }
    }
}

/// The height of the band that names the artist.
const BAND: f64 = 58.0;
/// The margin around a painting.
const MARGIN: f64 = 13.0;
/// The height of the label that tells what a card does.
const LABEL: f64 = 58.0;

/// The front of a card, 250 by 350 units: painting `number` of an artist, with what it does. The same number is always
/// the same painting.
#[must_use]
pub fn card(artist: Artist, number: u32, mark: Option<Mark>) -> String {
    let mut drawing = blank("art-card");
    front(&mut drawing, artist, number, mark);
    drawing.finish()
}

/// Draws the front of a card over blank paper.
fn front(drawing: &mut Drawing, artist: Artist, number: u32, mark: Option<Mark>) {
    let (inks, on_band) = (artist.inks(), artist.lettering());
    drawing.path(
        &format!("M2 {BAND}V18.5A16.5 16.5 0 0 1 18.5 2H231.5A16.5 16.5 0 0 1 248 18.5V{BAND}Z"),
        inks.base,
    );
    let letter = artist.letter().to_string();
    glyph::starting(drawing, &letter, (17.0, 13.0), 34.0, on_band);
    drawing.placed((WIDTH - 54.0, 11.0), 1.6, 0.0, |drawing| {
        emblem(drawing, artist, on_band);
    });
    let foot = if mark.is_some() { LABEL } else { MARGIN };
    let (top, width) = (BAND + 10.0, WIDTH - 2.0 * MARGIN);
    let height = HEIGHT - top - foot - 1.0;
    canvas(drawing, artist, number, (MARGIN, top), (width, height));
    if let Some(mark) = mark {
        let y = HEIGHT - LABEL + 7.0;
        drawing.rect(MARGIN, y, 42.0, 42.0, 9.0, inks.deep);
        drawing.placed((MARGIN + 5.0, y + 5.0), 32.0 / 24.0, 0.0, |drawing| {
            marks::draw(drawing, mark, PAPER);
        });
        glyph::starting(drawing, mark.label(), (64.0, y + 10.5), 21.0, inks.deep);
    }
}

/// Paints number `number` of an artist into a rectangle at `place`.
fn canvas(
    drawing: &mut Drawing,
    artist: Artist,
    number: u32,
    place: Point,
    (width, height): (f64, f64),
) {
    let mut dice = Random::new((artist as u64) << 32 | u64::from(number));
    drawing.window(place, (width, height), |drawing| {
        let style = match artist {
            Artist::A => styles::blocks,
            Artist::B => styles::arcs,
            Artist::C => styles::stripes,
            Artist::D => styles::dots,
            Artist::E => styles::scribbles,
        };
        style(drawing, &mut dice, artist, (width, height));
    });
}

/// The artist's emblem into 24 by 24 units: the style in one sign.
fn emblem(drawing: &mut Drawing, artist: Artist, ink: &str) {
    match artist {
        Artist::A => {
            drawing.rect(2.0, 2.0, 12.0, 12.0, 0.0, ink);
            drawing.rect(16.0, 2.0, 6.0, 12.0, 0.0, ink);
            drawing.rect(2.0, 16.0, 6.0, 6.0, 0.0, ink);
            drawing.rect(10.0, 16.0, 12.0, 6.0, 0.0, ink);
        }
        Artist::B => {
            drawing.sharp_line("M3.5 21A17.5 17.5 0 0 1 21 3.5", ink, 4.0);
            drawing.sharp_line("M10.5 21A10.5 10.5 0 0 1 21 10.5", ink, 4.0);
            drawing.path("M16 22A6 6 0 0 1 22 16V22Z", ink);
        }
        Artist::C => {
            for y in [8.0, 15.5, 23.0] {
                drawing.path(
                    &format!("M2 {}L22 {}V{}L2 {y}Z", y - 4.4, y - 7.6, y - 3.2),
                    ink,
                );
            }
        }
        Artist::D => {
            for (x, y, radius) in [
                (5.0, 5.0, 2.4),
                (12.0, 5.0, 3.0),
                (19.0, 5.0, 2.4),
                (5.0, 12.0, 3.0),
                (12.0, 12.0, 4.0),
                (19.0, 12.0, 3.0),
                (5.0, 19.0, 2.4),
                (12.0, 19.0, 3.0),
                (19.0, 19.0, 2.4),
            ] {
                drawing.disc(x, y, radius, ink);
            }
        }
        Artist::E => drawing.line(
            "M2.5 14C4 6 9 2 10 6C11 11 3 19 7 20C11 21 14 6 17 7C20 8 12 18 15 19.5C17.5 20.5 20 16 21.5 13",
            ink,
            3.0,
        ),
    }
}
