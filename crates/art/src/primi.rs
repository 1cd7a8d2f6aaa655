//! The cards of Primi Composti: the numbers 2 to 73 and what they are made of.
//!
//! The number stands large above the band; on the band its factors are laid out as dots, group within group, so that
//! sums and products can be seen. A prime is one unbroken ring on a straight band; a composite is made of groups, on a
//! band whose edges are cut into steps. So the two are told apart by colour, by shape and by emblem.

use super::draw::{Drawing, polar};
use super::glyph;
use super::jaipur::{HEIGHT, WIDTH, blank};
use super::palette::{self, Inks, PAPER};

/// Shades of primes.
const PRIME: Inks = palette::SPICE;
/// Shades of composites.
const COMPOSITE: Inks = palette::DIAMOND;

/// The prime factors of a number, in ascending order; none for 0 and 1.
#[must_use]
pub fn factors(number: u8) -> Vec<u8> {
    let mut rest = number;
    let mut found = Vec::new();
    let mut factor = 2;
    while rest > 1 && factor <= rest {
        if rest.is_multiple_of(factor) {
            found.push(factor);
            rest /= factor;
        } else {
            factor += 1;
        }
    }
    found
}

/// Whether a number is a prime.
fn is_prime(number: u8) -> bool {
    factors(number).len() == 1
}

/// Where the band begins and ends.
const TOP: f64 = 116.0;
const BOTTOM: f64 = 282.0;

/// The front of the card of a number, 250 by 350 units. Numbers above 99 are not in the game; their lettering would
/// not fit.
#[must_use]
pub fn card(number: u8) -> String {
    let mut drawing = blank("art-card");
    front(&mut drawing, number);
    drawing.finish()
}

/// The back of every card: a prime's ring within the steps of a composite.
#[must_use]
pub fn back() -> String {
    let mut drawing = blank("art-card");
    let (cx, cy) = (WIDTH / 2.0, HEIGHT / 2.0);
    drawing.rect(
        12.0,
        12.0,
        WIDTH - 24.0,
        HEIGHT - 24.0,
        10.0,
        COMPOSITE.deep,
    );
    drawing.rect(24.0, 24.0, WIDTH - 48.0, HEIGHT - 48.0, 4.0, COMPOSITE.base);
    for (prime, radius, size) in [(23_u8, 92.0, 7.0), (13, 60.0, 8.5), (5, 30.0, 10.0)] {
        for i in 0..prime {
            let angle = -90.0 + f64::from(i) * 360.0 / f64::from(prime);
            let (x, y) = polar(cx, cy, radius, angle);
            let ink = if prime == 13 {
                PRIME.light
            } else {
                COMPOSITE.light
            };
            drawing.disc(x, y, size, ink);
        }
    }
    drawing.disc(cx, cy, 11.0, PAPER);
    drawing.finish()
}

/// Draws the front of a card over blank paper.
fn front(drawing: &mut Drawing, number: u8) {
    let prime = is_prime(number);
    let inks = if prime { PRIME } else { COMPOSITE };
    let text = number.to_string();
    glyph::starting(drawing, &text, (16.0, 18.0), 80.0, inks.deep);
    drawing.placed((WIDTH - 16.0, HEIGHT - 14.0), 1.0, 180.0, |drawing| {
        glyph::starting(drawing, &text, (0.0, 0.0), 38.0, inks.deep);
    });
    drawing.rect(2.0, TOP, WIDTH - 4.0, BOTTOM - TOP, 0.0, inks.base);
    for (y, degrees) in [(TOP, 0.0), (BOTTOM, 180.0)] {
        let x = if degrees == 0.0 { 0.0 } else { WIDTH };
        drawing.placed((x, y), 1.0, degrees, |drawing| border(drawing, prime, inks));
    }
    dots(drawing, number, inks);
}

/// The upper border of the band: scallops for a prime, steps for a composite.
fn border(drawing: &mut Drawing, prime: bool, inks: Inks) {
    drawing.rect(2.0, -6.0, WIDTH - 4.0, 10.0, 0.0, inks.deep);
    for i in 0..10 {
        let x = 12.5 + f64::from(i) * 25.0;
        if prime {
            drawing.disc(x, 4.0, 8.0, inks.deep);
            drawing.disc(x, 2.0, 3.6, inks.light);
        } else {
            drawing.rect(x - 8.0, 0.0, 16.0, 12.0, 0.0, inks.deep);
            drawing.rect(x - 3.6, -2.0, 7.2, 7.2, 0.0, inks.light);
        }
    }
}

/// A group of dots: where its dots and the lines that hold them together lie, about its own middle.
#[derive(Clone, Debug, Default)]
struct Group {
    dots: Vec<(f64, f64)>,
    rings: Vec<(f64, f64, f64)>,
    half_width: f64,
    half_height: f64,
}

impl Group {
    /// A prime: its dots on one ring (two dots on a line). A dot has the radius 1.
    fn ring(prime: u8) -> Self {
        let radius = if prime == 2 {
            1.3
        } else {
            1.35 / (180.0 / f64::from(prime)).to_radians().sin()
        };
        let dots = (0..prime)
            .map(|i| {
                polar(
                    0.0,
                    0.0,
                    radius,
                    if prime == 2 { 0.0 } else { -90.0 } + f64::from(i) * 360.0 / f64::from(prime),
                )
            })
            .collect();
        let half_height = if prime == 2 { 1.0 } else { radius + 1.0 };
        Self {
            dots,
            rings: vec![(0.0, 0.0, radius)],
            half_width: radius + 1.0,
            half_height,
        }
    }

    /// Copies of `self` with their middles at `places`.
    fn copied(&self, places: &[(f64, f64)], gap: f64) -> Self {
        let mut all = Self::default();
        for &(x, y) in places {
            all.dots
                .extend(self.dots.iter().map(|dot| (dot.0 + x, dot.1 + y)));
            all.rings.extend(
                self.rings
                    .iter()
                    .map(|ring| (ring.0 + x, ring.1 + y, ring.2)),
            );
            all.half_width = all.half_width.max(x.abs() + self.half_width);
            all.half_height = all.half_height.max(y.abs() + self.half_height);
        }
        all.half_width += gap / 4.0;
        all.half_height += gap / 4.0;
        all
    }

    /// `factor` copies of `self`: side by side or one below the other for 2 and 3 (whichever fills the band better),
    /// on a ring for more.
    fn times(&self, factor: u8, level: u32) -> Self {
        let gap = 0.7 + 0.5 * f64::from(level);
        if factor > 3 {
            let reach = self.half_width.max(self.half_height) + gap / 2.0;
            let radius = reach / (180.0 / f64::from(factor)).to_radians().sin();
            let places: Vec<_> = (0..factor)
                .map(|i| {
                    polar(
                        0.0,
                        0.0,
                        radius,
                        -90.0 + f64::from(i) * 360.0 / f64::from(factor),
                    )
                })
                .collect();
            return self.copied(&places, gap);
        }
        let row = |step: f64| {
            (0..factor).map(move |i| (f64::from(i) - f64::from(factor - 1) / 2.0) * step)
        };
        let across: Vec<_> = row(2.0 * self.half_width + gap).map(|x| (x, 0.0)).collect();
        let down: Vec<_> = row(2.0 * self.half_height + gap)
            .map(|y| (0.0, y))
            .collect();
        let (across, down) = (self.copied(&across, gap), self.copied(&down, gap));
        if across.scale() >= down.scale() {
            across
        } else {
            down
        }
    }

    /// The largest scale at which the group fits into the band.
    fn scale(&self) -> f64 {
        (110.0 / self.half_width).min(62.0 / self.half_height)
    }
}

/// The dots of a number, grouped by its factors.
fn grouped(number: u8) -> Group {
    let mut rest = factors(number);
    let Some(largest) = rest.pop() else {
        return Group::ring(number.max(1));
    };
    let mut group = Group::ring(largest);
    for (level, factor) in rest.into_iter().rev().enumerate() {
        group = group.times(factor, u32::try_from(level).unwrap_or(0));
    }
    group
}

/// Draws the dots of a number on the band.
fn dots(drawing: &mut Drawing, number: u8, inks: Inks) {
    let group = grouped(number);
    let scale = group.scale().min(19.0);
    let (cx, cy) = (WIDTH / 2.0, (TOP + BOTTOM) / 2.0);
    for (x, y, radius) in &group.rings {
        let (x, y) = (cx + x * scale, cy + y * scale);
        if group.dots.len() == 2 * group.rings.len() {
            let reach = radius * scale;
            drawing.line(
                &format!(
                    "M{} {}H{}",
                    super::draw::num(x - reach),
                    super::draw::num(y),
                    super::draw::num(x + reach)
                ),
                inks.deep,
                scale * 0.5,
            );
        } else {
            drawing.ring(x, y, radius * scale, inks.deep, scale * 0.5);
        }
    }
    for (x, y) in &group.dots {
        drawing.disc(cx + x * scale, cy + y * scale, scale, PAPER);
    }
}

/// The picture of the game, 640 by 400 units: two cards and the card that they make.
#[must_use]
pub fn picture() -> String {
    let mut drawing = Drawing::new(640.0, 400.0, "art-picture");
    drawing.rect(0.0, 0.0, 640.0, 400.0, 0.0, palette::CAMEL.base);
    // Primes ring out behind the cards.
    let (cx, cy) = (320.0, 214.0);
    for (prime, radius) in [
        (11_u8, 70.0),
        (23, 130.0),
        (37, 190.0),
        (53, 250.0),
        (73, 310.0),
    ] {
        for i in 0..prime {
            let (x, y) = polar(
                cx,
                cy,
                radius,
                -90.0 + f64::from(i) * 360.0 / f64::from(prime),
            );
            if (6.0..=634.0).contains(&x) && (6.0..=394.0).contains(&y) {
                drawing.disc(x, y, 5.5, palette::CAMEL.mid);
            }
        }
    }
    for (number, x, y, degrees) in [
        (3, 52.0, 112.0, -5.0),
        (7, 236.0, 78.0, 0.0),
        (21, 422.0, 98.0, 5.0),
    ] {
        drawing.placed((x, y), 0.67, degrees, |drawing| {
            drawing.rect(
                -6.0,
                10.0,
                WIDTH + 12.0,
                HEIGHT + 2.0,
                22.0,
                palette::CAMEL.deep,
            );
            drawing.rect(0.0, 0.0, WIDTH, HEIGHT, 18.0, PAPER);
            front(drawing, number);
        });
    }
    for (sign, x) in [("X", 226.0), ("=", 416.0)] {
        drawing.disc(x, 206.0, 30.0, palette::CAMEL.deep);
        drawing.disc(x, 206.0, 26.0, palette::GOLD.base);
        let cap = 26.0;
        glyph::centred(
            &mut drawing,
            sign,
            (x, 206.0 - cap * 0.52),
            cap,
            palette::INK,
        );
    }
    drawing.finish()
}

/// The number of dots on a card and half of their extent on it, for tests.
#[cfg(test)]
pub(super) fn dots_of(number: u8) -> (usize, f64, f64) {
    let group = grouped(number);
    let scale = group.scale().min(19.0);
    (
        group.dots.len(),
        group.half_width * scale,
        group.half_height * scale,
    )
}
