//! Poster lettering, drawn as strokes: the letters and digits that cards and coins need.
//!
//! A glyph is a path on a cap height of 100 units, drawn with a pen 20 units wide.

use super::draw::{Drawing, Point};

/// The width of the pen on a cap height of 100.
const PEN: f64 = 20.0;
/// The space between two glyphs on a cap height of 100.
const GAP: f64 = 14.0;

/// Path and width of a glyph; `None` if the lettering does not have it.
fn shape(glyph: char) -> Option<(&'static str, f64)> {
    Some(match glyph {
        '0' => (
            "M36 10C19 10 10 26 10 50C10 74 19 90 36 90C53 90 62 74 62 50C62 26 53 10 36 10Z",
            72.0,
        ),
        '1' => ("M4 31L30 13V100", 42.0),
        '2' => (
            "M10 36C10 20 20 10 35 10C49 10 59 19 59 32C59 46 47 56 17 90H64",
            68.0,
        ),
        '3' => (
            "M8 10H54L31 42C48 42 60 51 60 66C60 81 48 90 33 90C20 90 11 84 6 74",
            70.0,
        ),
        '4' => ("M52 100V0M50 4L14 66M4 70H74", 74.0),
        '5' => (
            "M58 10H20L16 48C22 42 28 40 36 40C51 40 61 50 61 65C61 80 50 90 34 90C22 90 13 85 7 76",
            71.0,
        ),
        '6' => ("M50 5L16 52M36 39A25.5 25.5 0 1 1 35.9 39Z", 72.0),
        '7' => ("M6 10H56L24 100", 66.0),
        '8' => (
            "M35 10A19 19 0 1 1 34.9 10ZM35 47A22 21.5 0 1 1 34.9 47Z",
            70.0,
        ),
        '9' => ("M22 95L56 48M36 61A25.5 25.5 0 1 1 36.1 61Z", 72.0),
        'A' => ("M10 104L44 14L78 104M24 70H64", 88.0),
        'B' => (
            "M10 10H36A19 19 0 0 1 36 48H10M36 48A21 21 0 0 1 36 90H10V10",
            68.0,
        ),
        'C' => ("M80 24A40 40 0 1 0 80 76", 84.0),
        'D' => ("M10 10H36A40 40 0 0 1 36 90H10Z", 86.0),
        'E' => ("M62 10H10V90H62M10 50H54", 64.0),
        'F' => ("M62 10H10V100M10 52H54", 64.0),
        'G' => ("M79 23A40 40 0 1 0 90 54H54", 100.0),
        'H' => ("M10 0V100M70 0V100M10 50H70", 80.0),
        'I' => ("M10 0V100", 20.0),
        'K' => ("M10 0V100M76 -4L18 56M36 40L78 104", 80.0),
        'L' => ("M10 0V90H58", 58.0),
        'M' => ("M10 100V0M84 100V0M10 10L47 68L84 10", 94.0),
        'N' => ("M10 100V0M76 100V0M12 8L74 92", 86.0),
        'O' => ("M50 10A40 40 0 1 1 49.9 10Z", 100.0),
        'P' => ("M10 100V10H38A23 23 0 0 1 38 57H10", 72.0),
        'R' => ("M10 100V10H38A23 23 0 0 1 38 57H10M36 57L66 103", 76.0),
        'S' => (
            "M64 25C58 14 48 10 38 10C22 10 12 18 12 30C12 43 24 47 39 50C54 53 67 58 67 71C67 83 55 90 39 90C26 90 15 84 9 73",
            76.0,
        ),
        'T' => ("M2 10H70M36 10V100", 72.0),
        'U' => ("M10 0V56A32 34 0 0 0 74 56V0", 84.0),
        'W' => ("M8 -3L30 90L56 10L82 90L104 -3", 112.0),
        'X' => ("M8 -4L72 104M72 -4L8 104", 80.0),
        '+' => ("M8 54H68M38 24V84", 76.0),
        '-' => ("M8 54H68", 76.0),
        '=' => ("M8 36H68M8 72H68", 76.0),
        '?' => (
            "M10 32C12 18 22 10 35 10C49 10 59 19 59 32C59 48 36 48 36 70M36 80V100",
            66.0,
        ),
        _ => return None,
    })
}

/// The width of `text` at the given cap height.
pub(super) fn width(text: &str, cap: f64) -> f64 {
    let widths: Vec<f64> = text
        .chars()
        .filter_map(shape)
        .map(|(_, width)| width)
        .collect();
    let gaps = GAP * (widths.len().saturating_sub(1)) as f64;
    (widths.iter().sum::<f64>() + gaps) * cap / 100.0
}

/// Letters `text` with its middle at `x` and its top at `y`. Glyphs that the lettering does not have are left out.
pub(super) fn centred(drawing: &mut Drawing, text: &str, (x, y): Point, cap: f64, ink: &str) {
    starting(drawing, text, (x - width(text, cap) / 2.0, y), cap, ink);
}

/// Letters `text` with its left edge at `x` and its top at `y`. Glyphs that the lettering does not have are left out.
pub(super) fn starting(drawing: &mut Drawing, text: &str, (x, y): Point, cap: f64, ink: &str) {
    let mut left = 0.0;
    let mut strokes = Vec::new();
    for (path, width) in text.chars().filter_map(shape) {
        strokes.push((left, path));
        left += width + GAP;
    }
    drawing.placed((x, y), cap / 100.0, 0.0, |drawing| {
        for (left, path) in strokes {
            if left == 0.0 {
                drawing.sharp_line(path, ink, PEN);
            } else {
                drawing.placed((left, 0.0), 1.0, 0.0, |drawing| {
                    drawing.sharp_line(path, ink, PEN)
                });
            }
        }
    });
}

/// A number as a drawing of its own, `cap` units high, for use beside other drawings (scores, counters).
#[must_use]
pub fn number(value: u32, ink: &str) -> String {
    let text = value.to_string();
    let mut drawing = Drawing::new(width(&text, 100.0), 100.0, "art-number");
    starting(&mut drawing, &text, (0.0, 0.0), 100.0, ink);
    drawing.finish()
}

/// Every glyph with its path and width, for tests.
#[cfg(test)]
pub(super) fn all() -> Vec<(char, String)> {
    "0123456789ABCDEFGHIKLMNOPRSTUWX+-=?"
        .chars()
        .filter_map(|glyph| shape(glyph).map(|(path, width)| (glyph, format!("{path} {width}"))))
        .collect()
}
