//! What lies beside the paintings: the artists' tiles, what they gain, awards.

use super::{Artist, emblem};
use crate::draw::Drawing;
use crate::glyph;
use crate::palette::{GOLD, INK, PAPER};

/// The tile of an artist, 64 by 64 units: colour, letter and emblem.
#[must_use]
pub fn tile(artist: Artist) -> String {
    let mut drawing = Drawing::new(64.0, 64.0, "art-tile");
    drawing.rect(0.0, 0.0, 64.0, 64.0, 10.0, PAPER);
    drawing.rect(2.0, 2.0, 60.0, 60.0, 8.5, artist.inks().base);
    let ink = artist.lettering();
    glyph::starting(
        &mut drawing,
        &artist.letter().to_string(),
        (9.0, 18.0),
        28.0,
        ink,
    );
    drawing.placed((35.0, 20.0), 1.0, 0.0, |drawing| {
        emblem(drawing, artist, ink)
    });
    drawing.finish()
}

/// What an artist gains for a place in the ranking, 64 by 64 units: a round token of three, two or one rings for the
/// first, second and third (`place` 0 to 2), with the value.
#[must_use]
pub fn gain(place: usize, value: u16) -> String {
    let mut drawing = Drawing::new(64.0, 64.0, "art-coin");
    drawing.disc(32.0, 32.0, 31.5, PAPER);
    drawing.disc(32.0, 32.0, 30.0, INK);
    for ring in 0..3_usize.saturating_sub(place) {
        drawing.ring(32.0, 32.0, 27.4 - 3.6 * ring as f64, GOLD.base, 1.8);
    }
    let text = value.to_string();
    let cap = if text.len() > 1 { 18.0 } else { 22.0 };
    glyph::centred(
        &mut drawing,
        &text,
        (32.0, 32.0 - cap / 2.0),
        cap,
        GOLD.light,
    );
    drawing.finish()
}

/// An award for an artist, 64 by 64 units: a star, and what it is worth.
#[must_use]
pub fn award() -> String {
    let mut drawing = Drawing::new(64.0, 64.0, "art-coin");
    drawing.star((32.0, 33.0), 5, 31.5, 17.5, PAPER);
    drawing.star((32.0, 33.0), 5, 29.0, 15.8, GOLD.deep);
    drawing.star((32.0, 33.0), 5, 26.0, 13.8, GOLD.base);
    glyph::centred(&mut drawing, "+2", (32.0, 26.5), 14.0, INK);
    drawing.finish()
}
