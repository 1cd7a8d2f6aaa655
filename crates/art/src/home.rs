//! The pictures of the games on the home page, 640 by 400 units.

use super::draw::Drawing;
use super::jaipur::camel_figure;
use super::palette::{self, CAMEL, CLOTH, DIAMOND, GOLD, ROSE, ROSE_DEEP, ROSE_LIGHT, SPICE};

pub use super::painting::{masters_gallery, modern_art};
pub use super::primi::picture as primi_composti;

/// Jaipur: a caravan before the wind palace.
#[must_use]
pub fn jaipur() -> String {
    let mut drawing = Drawing::new(640.0, 400.0, "art-picture");
    drawing.rect(0.0, 0.0, 640.0, 400.0, 0.0, GOLD.base);
    drawing.rays((430.0, 214.0), 30, (0.0, 0.0), (640.0, 300.0), "#ffcd45");
    drawing.disc(430.0, 190.0, 132.0, SPICE.base);
    palace(&mut drawing, 40.0, 262.0);
    drawing.path(
        "M0 262C90 240 190 246 300 266C410 286 520 252 640 238V400H0Z",
        ROSE_DEEP,
    );
    drawing.path(
        "M0 322C120 276 220 306 330 320C450 336 540 300 640 292V400H0Z",
        CAMEL.base,
    );
    for (x, y, scale, inks) in [
        (386.0, 148.0, 0.82, CLOTH),
        (212.0, 174.0, 0.74, DIAMOND),
        (66.0, 182.0, 0.66, SPICE),
    ] {
        drawing.placed((x, y), scale, 0.0, |drawing| {
            camel_figure(drawing, CAMEL.deep, CAMEL.deep, Some(inks))
        });
    }
    drawing.path(
        "M0 352C140 316 260 340 380 342C500 344 570 328 640 320V400H0Z",
        CAMEL.deep,
    );
    for i in 0..16 {
        drawing.rhombus(20.0 + 40.0 * f64::from(i), 380.0, 11.0, 8.0, GOLD.light);
        drawing.disc(40.0 * f64::from(i), 380.0, 3.0, palette::PAPER);
    }
    drawing.finish()
}

/// A palace of windows in five rows, its foot on `y`.
fn palace(drawing: &mut Drawing, x: f64, y: f64) {
    for (row, columns) in [9, 9, 7, 5, 3].into_iter().enumerate() {
        let top = y - 44.0 * (row + 1) as f64;
        let left = x + (9 - columns) as f64 * 15.0;
        let width = f64::from(columns) * 30.0;
        drawing.rect(left, top, width, 46.0, 0.0, ROSE);
        drawing.rect(left - 4.0, top - 1.0, width + 8.0, 5.0, 0.0, ROSE_LIGHT);
        for column in 0..columns {
            let middle = left + 15.0 + 30.0 * f64::from(column);
            drawing.placed((middle, top), 1.0, 0.0, |drawing| {
                drawing.path("M-9 40V20C-9 14 -4 14 0 8C4 14 9 14 9 20V40Z", ROSE_DEEP);
                drawing.rect(-9.0, 30.0, 18.0, 3.0, 0.0, ROSE_LIGHT);
            });
        }
    }
    // Small domes on every step.
    for (dx, up) in [
        (15.0, 88.0),
        (255.0, 88.0),
        (45.0, 132.0),
        (225.0, 132.0),
        (75.0, 176.0),
        (195.0, 176.0),
        (105.0, 220.0),
        (165.0, 220.0),
        (135.0, 220.0),
    ] {
        drawing.placed((x + dx, y - up), 1.0, 0.0, |drawing| {
            drawing.path("M-12 0C-12 -12 -5 -14 0 -24C5 -14 12 -12 12 0Z", ROSE_LIGHT);
            drawing.path("M0 -24C5 -14 12 -12 12 0H0Z", "#e79b86");
        });
    }
}
