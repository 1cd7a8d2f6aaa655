//! The pictures of both games for the home page, 640 by 400 units.

use super::{Artist, canvas, emblem};
use crate::draw::Drawing;
use crate::glyph;
use crate::palette::{CAMEL, GOLD, INK, PAPER, ROSE, ROSE_DEEP, ROSE_LIGHT};

/// A painting on the wall, in a frame.
fn hung(drawing: &mut Drawing, artist: Artist, number: u32, place: (f64, f64), size: (f64, f64)) {
    let (x, y, w, h) = (place.0, place.1, size.0, size.1);
    drawing.rect(x - 4.0, y + 2.0, w + 20.0, h + 18.0, 0.0, "#d9cbb0");
    drawing.rect(x - 10.0, y - 10.0, w + 20.0, h + 20.0, 0.0, INK);
    drawing.rect(x - 7.0, y - 7.0, w + 14.0, h + 14.0, 0.0, GOLD.base);
    drawing.rect(x - 3.0, y - 3.0, w + 6.0, h + 6.0, 0.0, PAPER);
    canvas(drawing, artist, number, place, size);
}

/// Modern Art: an auction, seen from the last row.
#[must_use]
pub fn modern_art() -> String {
    let mut drawing = Drawing::new(640.0, 400.0, "art-picture");
    drawing.rect(0.0, 0.0, 640.0, 400.0, 0.0, "#efe3c8");
    drawing.rect(0.0, 296.0, 640.0, 104.0, 0.0, "#d8c6a0");
    hung(&mut drawing, Artist::A, 3, (28.0, 50.0), (120.0, 150.0));
    hung(&mut drawing, Artist::D, 6, (492.0, 50.0), (120.0, 150.0));
    // The painting that is sold, on an easel.
    for (from, to) in [(250.0, 206.0), (390.0, 434.0), (320.0, 320.0)] {
        drawing.line(&format!("M{from} 60L{to} 330"), ROSE_DEEP, 9.0);
    }
    hung(&mut drawing, Artist::C, 12, (214.0, 34.0), (212.0, 196.0));
    drawing.rect(196.0, 238.0, 248.0, 13.0, 3.0, ROSE_DEEP);
    // Heads and paddles before it.
    let people = [
        (54.0, 392.0, CAMEL.base, ("#8d5a34", INK), None),
        (
            166.0,
            400.0,
            ROSE,
            (ROSE_LIGHT, "#7a4a1c"),
            Some(("28", -10.0)),
        ),
        (288.0, 410.0, CAMEL.deep, ("#c98b5e", "#c9c2b4"), None),
        (392.0, 398.0, "#12836a", ("#6d3b18", INK), Some(("35", 6.0))),
        (500.0, 408.0, CAMEL.mid, (ROSE_LIGHT, GOLD.mid), None),
        (598.0, 394.0, ROSE_DEEP, ("#c98b5e", "#3a1c09"), None),
    ];
    for (x, y, coat, (skin, hair), paddle) in people {
        if let Some((bid, degrees)) = paddle {
            drawing.placed((x + 44.0, y - 60.0), 1.0, degrees, |drawing| {
                drawing.rect(-5.0, -40.0, 10.0, 90.0, 5.0, INK);
                drawing.disc(0.0, -62.0, 41.0, INK);
                drawing.disc(0.0, -62.0, 37.0, PAPER);
                glyph::centred(drawing, bid, (0.0, -77.0), 30.0, ROSE_DEEP);
            });
        }
        drawing.path(
            &format!(
                "M{} {}C{} {} {} {} {x} {}C{} {} {} {} {} {}Z",
                x - 62.0,
                y + 30.0,
                x - 60.0,
                y - 22.0,
                x - 36.0,
                y - 34.0,
                y - 34.0,
                x + 36.0,
                y - 34.0,
                x + 60.0,
                y - 22.0,
                x + 62.0,
                y + 30.0
            ),
            coat,
        );
        drawing.rect(x - 11.0, y - 46.0, 22.0, 26.0, 8.0, skin);
        drawing.disc(x, y - 64.0, 26.0, skin);
        drawing.path(
            &format!(
                "M{} {}a26.5 26.5 0 1 1 53 0v8a10 10 0 0 1 -10 10h-33a10 10 0 0 1 -10 -10Z",
                x - 26.5,
                y - 66.0
            ),
            hair,
        );
    }
    drawing.finish()
}

/// The paintings in the hall.
const NUMBERS: [u32; 5] = [20, 25, 1, 3, 35];

/// Masters Gallery: a hall with five masters in a row, and the awards that hang under them.
#[must_use]
pub fn masters_gallery() -> String {
    let mut drawing = Drawing::new(640.0, 400.0, "art-picture");
    drawing.rect(0.0, 0.0, 640.0, 400.0, 0.0, CAMEL.base);
    // A hall in perspective: ceiling, walls, floor.
    drawing.polygon(
        &[(0.0, 0.0), (640.0, 0.0), (560.0, 66.0), (80.0, 66.0)],
        CAMEL.deep,
    );
    drawing.polygon(
        &[(0.0, 400.0), (640.0, 400.0), (560.0, 292.0), (80.0, 292.0)],
        "#c98b4a",
    );
    for i in 0..9 {
        let x = 80.0 + 60.0 * f64::from(i);
        let far = 320.0 + (x - 320.0) * 1.4;
        drawing.line(&format!("M{x} 292L{far} 400"), "#a86d33", 2.0);
    }
    drawing.rect(80.0, 66.0, 480.0, 226.0, 0.0, "#33427c");
    for (y, ink) in [(66.0, GOLD.base), (284.0, CAMEL.deep)] {
        drawing.rect(80.0, y, 480.0, 8.0, 0.0, ink);
    }
    for (i, artist) in Artist::ALL.into_iter().enumerate() {
        let x = 93.0 + 93.0 * i as f64;
        // A lamp throws its light on each.
        drawing.polygon(
            &[
                (x + 34.0, 74.0),
                (x + 48.0, 74.0),
                (x + 94.0, 284.0),
                (x - 12.0, 284.0),
            ],
            "#40518f",
        );
        drawing.rect(x + 30.0, 72.0, 22.0, 8.0, 3.0, GOLD.base);
        drawing.rect(x - 2.0, 98.0, 86.0, 112.0, 0.0, CAMEL.deep);
        drawing.rect(x - 1.0, 95.0, 84.0, 112.0, 0.0, GOLD.base);
        drawing.rect(x + 4.0, 100.0, 74.0, 102.0, 0.0, PAPER);
        drawing.placed((x + 7.0, 103.0), 1.0 / 3.0, 0.0, |drawing| {
            canvas(drawing, artist, NUMBERS[i], (0.0, 0.0), (204.0, 288.0));
        });
        // The label under it: the artist's emblem.
        drawing.rect(x + 24.0, 222.0, 34.0, 34.0, 5.0, artist.inks().base);
        drawing.placed((x + 30.0, 228.0), 22.0 / 24.0, 0.0, |drawing| {
            emblem(drawing, artist, artist.lettering());
        });
    }
    // Awards on the floor before three of them.
    for (x, y, size) in [
        (152.0, 330.0, 27.0),
        (320.0, 346.0, 38.0),
        (484.0, 330.0, 27.0),
    ] {
        drawing.star((x, y + 5.0), 5, size, size * 0.52, "#8a5523");
        drawing.star((x, y), 5, size, size * 0.52, GOLD.deep);
        drawing.star((x, y), 5, size - 4.0, size * 0.52 - 2.4, GOLD.base);
    }
    drawing.finish()
}
