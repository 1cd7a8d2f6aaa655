//! The mark of Parlour: a P whose bowl is a hand of cards.

use super::draw::{Drawing, num, polar};
use super::glyph;
use super::palette::{self, PAPER};

/// The colours of the three cards in the mark.
const HAND: [&str; 3] = [
    palette::SPICE.base,
    palette::GOLD.base,
    palette::DIAMOND.base,
];
/// The ground of the app icon.
const GROUND: &str = palette::CAMEL.base;

/// Draws the mark into a box of 100 by 100 units, its stem in `stem`.
fn mark(drawing: &mut Drawing, stem: &str) {
    drawing.rect(20.0, 6.0, 21.0, 88.0, 5.0, stem);
    // Three cards, held at one point on the stem.
    let (cx, cy) = (44.0, 40.0);
    for (i, fill) in HAND.into_iter().enumerate() {
        let from = -87.0 + 60.0 * i as f64;
        let to = from + 54.0;
        let place = |radius: f64, degrees: f64| {
            let (x, y) = polar(cx, cy, radius, degrees);
            format!("{} {}", num(x), num(y))
        };
        let d = format!(
            "M{}L{}A32 32 0 0 1 {}L{}A10 10 0 0 0 {}Z",
            place(10.0, from),
            place(32.0, from),
            place(32.0, to),
            place(10.0, to),
            place(10.0, from)
        );
        drawing.joined(&d, fill, 4.0);
    }
}

/// The mark alone, 100 by 100 units. Its stem takes the colour of the text around it.
#[must_use]
pub fn logo() -> String {
    let mut drawing = Drawing::new(100.0, 100.0, "art-logo");
    mark(&mut drawing, "currentColor");
    drawing.finish()
}

/// The mark and the name, 560 by 100 units, in the colour of the text around it.
#[must_use]
pub fn wordmark() -> String {
    let mut drawing = Drawing::new(560.0, 100.0, "art-wordmark");
    mark(&mut drawing, "currentColor");
    glyph::starting(&mut drawing, "PARLOUR", (116.0, 20.0), 60.0, "currentColor");
    drawing.finish()
}

/// The app icon, 512 by 512 units: with round corners, or `maskable`, which fills its square and keeps the mark
/// within the middle.
#[must_use]
pub fn app_icon(maskable: bool) -> String {
    let mut drawing = Drawing::new(512.0, 512.0, "art-app-icon");
    let (corner, scale) = if maskable { (0.0, 2.9) } else { (112.0, 3.9) };
    drawing.rect(0.0, 0.0, 512.0, 512.0, corner, GROUND);
    drawing.placed(
        (256.0 - 50.0 * scale, 256.0 - 50.0 * scale),
        scale,
        0.0,
        |drawing| mark(drawing, PAPER),
    );
    drawing.finish()
}
