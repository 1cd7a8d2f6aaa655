//! The tokens of Jaipur, drawn as coins: goods, bonuses, the camel's, the seal of excellence, and the piles they lie in.

use super::draw::{Drawing, polar};
use super::glyph;
use super::jaipur::{JaipurCard, mark};
use super::palette::{self, INK, PAPER};

/// The radius of a coin in units.
const RADIUS: f64 = 30.0;
/// How far the coins of a pile lie apart, in units.
const STEP: f64 = 20.0;
/// The coins of the longest pile (leather).
const LONGEST: usize = 9;

/// The lettering on a coin of a kind.
fn lettering(kind: JaipurCard) -> &'static str {
    match kind {
        JaipurCard::Gold | JaipurCard::Silver => INK,
        _ => "#ffffff",
    }
}

/// The bare coin of a kind about `(cx, cy)`: rim, beads and face.
fn face(drawing: &mut Drawing, kind: JaipurCard, cx: f64, cy: f64) {
    let inks = kind.inks();
    drawing.disc(cx, cy, RADIUS + 1.8, PAPER);
    drawing.disc(cx, cy, RADIUS, inks.deep);
    drawing.dashed_ring(cx, cy, RADIUS - 3.2, inks.light, 2.4, 24);
    drawing.disc(cx, cy, RADIUS - 6.4, inks.base);
}

/// A goods token with its value in rupees, 64 by 64 units. The camel's own token is [`camel_coin`].
#[must_use]
pub fn goods_coin(kind: JaipurCard, value: u8) -> String {
    let mut drawing = Drawing::new(64.0, 64.0, "art-coin");
    face(&mut drawing, kind, 32.0, 32.0);
    let ink = lettering(kind);
    glyph::centred(&mut drawing, &value.to_string(), (32.0, 17.0), 21.0, ink);
    drawing.placed((27.0, 40.5), 10.0 / 24.0, 0.0, |drawing| {
        mark(drawing, kind, ink)
    });
    drawing.finish()
}

/// What is left of a pile of goods tokens, 64 by 248 units: the next one on top with the kind's mark, the rest
/// beneath it with their values showing. `values` are the remaining values in rupees, the next one first; at most
/// nine are drawn. Piles of all kinds share one scale. An empty pile is an empty place.
#[must_use]
pub fn goods_pile(kind: JaipurCard, values: &[u8]) -> String {
    let values = &values[..values.len().min(LONGEST)];
    let mut drawing = Drawing::new(64.0, 88.0 + STEP * (LONGEST - 1) as f64, "art-pile");
    let inks = kind.inks();
    // The tab that names the pile.
    drawing.rect(13.0, 0.0, 38.0, 36.0, 7.0, PAPER);
    drawing.placed((23.0, 2.0), 18.0 / 24.0, 0.0, |drawing| {
        mark(drawing, kind, inks.deep)
    });
    if values.is_empty() {
        drawing.disc(32.0, 54.0, RADIUS, PAPER);
        drawing.dashed_ring(32.0, 54.0, RADIUS - 2.0, inks.deep, 3.0, 16);
        drawing.line("M24 46L40 62M40 46L24 62", inks.deep, 4.0);
        return drawing.finish();
    }
    let ink = lettering(kind);
    for (i, value) in values.iter().enumerate().rev() {
        let y = 54.0 + STEP * i as f64;
        drawing.disc(32.0, y, RADIUS + 1.8, PAPER);
        if i == 0 {
            face(&mut drawing, kind, 32.0, y);
            glyph::centred(
                &mut drawing,
                &value.to_string(),
                (32.0, y - 13.0),
                26.0,
                ink,
            );
        } else {
            drawing.disc(32.0, y, RADIUS, inks.deep);
            drawing.disc(32.0, y, RADIUS - 2.4, inks.mid);
            glyph::centred(
                &mut drawing,
                &value.to_string(),
                (32.0, y + 12.8),
                12.8,
                ink,
            );
        }
    }
    drawing.finish()
}

/// The body of a bonus coin about `(cx, cy)`: a scalloped rosette, unlike any goods coin.
fn rosette(drawing: &mut Drawing, cx: f64, cy: f64) {
    for (radius, fill) in [(8.2, PAPER), (6.6, INK)] {
        for i in 0..12 {
            let (x, y) = polar(cx, cy, 23.6, f64::from(i) * 30.0);
            drawing.disc(x, y, radius, fill);
        }
    }
    drawing.disc(cx, cy, 26.0, INK);
    drawing.ring(cx, cy, 23.0, palette::GOLD.base, 2.0);
}

/// A hand of `cards` small cards fanned about `(cx, cy)`.
fn fan(drawing: &mut Drawing, cards: u8, cx: f64, cy: f64, scale: f64) {
    let spread = if cards > 4 { 19.0 } else { 23.0 };
    for i in 0..cards {
        let degrees = (f64::from(i) - f64::from(cards - 1) / 2.0) * spread;
        drawing.placed((cx, cy + 15.0 * scale), scale, degrees, |drawing| {
            drawing.rect(-5.5, -30.0, 11.0, 17.0, 2.0, INK);
            drawing.rect(-4.5, -29.0, 9.0, 15.0, 1.4, palette::GOLD.light);
        });
    }
}

/// The bonus token for a sale of `cards` cards (3, 4, or 5 for five and more), 64 by 64 units: face down, or with its
/// value in rupees.
#[must_use]
pub fn bonus_coin(cards: u8, value: Option<u8>) -> String {
    let cards = cards.clamp(3, 5);
    let mut drawing = Drawing::new(64.0, 64.0, "art-coin");
    rosette(&mut drawing, 32.0, 32.0);
    if let Some(value) = value {
        glyph::centred(
            &mut drawing,
            &value.to_string(),
            (32.0, 18.0),
            21.0,
            palette::GOLD.light,
        );
        for i in 0..cards {
            let x = 32.0 + (f64::from(i) - f64::from(cards - 1) / 2.0) * 6.0;
            drawing.rect(x - 2.0, 42.0, 4.0, 6.5, 1.0, palette::GOLD.base);
        }
    } else {
        fan(&mut drawing, cards, 32.0, 26.0, 0.8);
        glyph::centred(
            &mut drawing,
            &cards.to_string(),
            (32.0, 35.0),
            15.0,
            palette::GOLD.light,
        );
    }
    drawing.finish()
}

/// What is left of a pile of bonus tokens, face down, 64 by 84 units. An empty pile is an empty place.
#[must_use]
pub fn bonus_pile(cards: u8, left: u8) -> String {
    let cards = cards.clamp(3, 5);
    let mut drawing = Drawing::new(64.0, 84.0, "art-pile");
    if left == 0 {
        drawing.disc(32.0, 32.0, RADIUS, PAPER);
        drawing.dashed_ring(32.0, 32.0, RADIUS - 2.0, INK, 3.0, 16);
        drawing.line("M24 24L40 40M40 24L24 40", INK, 4.0);
        return drawing.finish();
    }
    for i in (0..left.min(7)).rev() {
        let y = 32.0 + 3.4 * f64::from(i);
        drawing.disc(32.0, y, RADIUS + 1.4, PAPER);
        drawing.disc(32.0, y, RADIUS, INK);
    }
    rosette(&mut drawing, 32.0, 32.0);
    fan(&mut drawing, cards, 32.0, 26.0, 0.8);
    glyph::centred(
        &mut drawing,
        &cards.to_string(),
        (32.0, 35.0),
        15.0,
        palette::GOLD.light,
    );
    drawing.finish()
}

/// The token for the larger herd, five rupees, 64 by 64 units.
#[must_use]
pub fn camel_coin() -> String {
    let mut drawing = Drawing::new(64.0, 64.0, "art-coin");
    let kind = JaipurCard::Camel;
    face(&mut drawing, kind, 32.0, 32.0);
    drawing.placed((20.5, 10.0), 22.0 / 24.0, 0.0, |drawing| {
        mark(drawing, kind, kind.inks().light)
    });
    glyph::centred(&mut drawing, "5", (32.0, 33.0), 17.0, "#ffffff");
    drawing.finish()
}

/// A seal of excellence, 64 by 80 units; `won` or still an empty place.
#[must_use]
pub fn seal(won: bool) -> String {
    let mut drawing = Drawing::new(64.0, 80.0, "art-seal");
    if !won {
        drawing.dashed_ring(32.0, 32.0, 26.0, "#8a8175", 3.0, 18);
        return drawing.finish();
    }
    for (x, degrees) in [(24.0, 14.0), (40.0, -14.0)] {
        drawing.placed((x, 44.0), 1.0, degrees, |drawing| {
            drawing.polygon(
                &[
                    (-9.0, 0.0),
                    (9.0, 0.0),
                    (9.0, 34.0),
                    (0.0, 26.0),
                    (-9.0, 34.0),
                ],
                palette::ROSE_DEEP,
            );
        });
    }
    drawing.star((32.0, 31.0), 20, 31.0, 26.0, palette::ROSE);
    drawing.disc(32.0, 31.0, 21.5, palette::GOLD.light);
    drawing.disc(32.0, 31.0, 18.5, palette::GOLD.base);
    drawing.star((32.0, 31.5), 5, 14.5, 6.2, palette::ROSE_DEEP);
    drawing.finish()
}
