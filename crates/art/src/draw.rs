//! The pen: a small writer of SVG markup.

use std::f64::consts::PI;
use std::fmt::{Display, Write};

/// A point of a drawing, x to the right and y down, in units of the drawing's `viewBox`.
pub(super) type Point = (f64, f64);

/// A length or place as SVG text: two decimals at most, none when they are zero.
pub(super) fn num(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// The point at `degrees` (0 to the right, growing clockwise) and distance `radius` from `(cx, cy)`.
pub(super) fn polar(cx: f64, cy: f64, radius: f64, degrees: f64) -> Point {
    let angle = degrees * PI / 180.0;
    (cx + radius * angle.cos(), cy + radius * angle.sin())
}

/// An SVG drawing in the making.
pub(super) struct Drawing {
    text: String,
}

impl Drawing {
    /// An empty drawing of the given size in units; `class` is the CSS class of its root beside `art`.
    pub(super) fn new(width: f64, height: f64, class: &str) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"art {class}\" viewBox=\"0 0 {} {}\" aria-hidden=\"true\" focusable=\"false\">",
            num(width),
            num(height)
        );
        Self { text }
    }

    /// The finished markup.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }

    fn tag(&mut self, parts: impl Display) {
        // Writing to a `String` cannot fail.
        let _ = write!(self.text, "<{parts}/>");
    }

    /// A filled rectangle with corners of the given radius.
    pub(super) fn rect(
        &mut self,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        radius: f64,
        fill: &str,
    ) {
        let (x, y, width, height) = (num(x), num(y), num(width), num(height));
        let corner = if radius > 0.0 {
            format!(" rx=\"{}\"", num(radius))
        } else {
            String::new()
        };
        self.tag(format_args!(
            "rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{corner} fill=\"{fill}\""
        ));
    }

    /// A filled disc.
    pub(super) fn disc(&mut self, cx: f64, cy: f64, radius: f64, fill: &str) {
        let (cx, cy, radius) = (num(cx), num(cy), num(radius));
        self.tag(format_args!(
            "circle cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\" fill=\"{fill}\""
        ));
    }

    /// A circle drawn as a line.
    pub(super) fn ring(&mut self, cx: f64, cy: f64, radius: f64, line: &str, width: f64) {
        let (cx, cy, radius, width) = (num(cx), num(cy), num(radius), num(width));
        self.tag(format_args!(
            "circle cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"{width}\""
        ));
    }

    /// A circle drawn as a dashed line, `dashes` dashes as long as the gaps between them.
    pub(super) fn dashed_ring(
        &mut self,
        cx: f64,
        cy: f64,
        radius: f64,
        line: &str,
        width: f64,
        dashes: u32,
    ) {
        let step = num(PI * radius / f64::from(dashes));
        let (cx, cy, radius, width) = (num(cx), num(cy), num(radius), num(width));
        self.tag(format_args!(
            "circle cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"{width}\" stroke-dasharray=\"{step} {step}\""
        ));
    }

    /// A filled polygon.
    pub(super) fn polygon(&mut self, points: &[Point], fill: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|&(x, y)| format!("{},{}", num(x), num(y)))
            .collect();
        self.tag(format_args!(
            "polygon points=\"{}\" fill=\"{fill}\"",
            points.join(" ")
        ));
    }

    /// A filled path.
    pub(super) fn path(&mut self, d: &str, fill: &str) {
        self.tag(format_args!("path d=\"{d}\" fill=\"{fill}\""));
    }

    /// A filled path whose corners are rounded by an outline `width` units wide of the same ink.
    pub(super) fn joined(&mut self, d: &str, fill: &str, width: f64) {
        self.tag(format_args!(
            "path d=\"{d}\" fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            num(width)
        ));
    }

    /// A path drawn as a line with round ends and joins.
    pub(super) fn line(&mut self, d: &str, line: &str, width: f64) {
        self.tag(format_args!(
            "path d=\"{d}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            num(width)
        ));
    }

    /// A path drawn as a line with cut ends and sharp joins.
    pub(super) fn sharp_line(&mut self, d: &str, line: &str, width: f64) {
        self.tag(format_args!(
            "path d=\"{d}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"{}\" stroke-linejoin=\"miter\"",
            num(width)
        ));
    }

    /// What `inside` draws, moved, then turned and scaled about its own origin.
    pub(super) fn placed(
        &mut self,
        (x, y): Point,
        scale: f64,
        degrees: f64,
        inside: impl FnOnce(&mut Self),
    ) {
        let _ = write!(self.text, "<g transform=\"translate({} {})", num(x), num(y));
        if degrees != 0.0 {
            let _ = write!(self.text, " rotate({})", num(degrees));
        }
        if scale != 1.0 {
            let _ = write!(
                self.text,
                " scale({})",
                format!("{scale:.4}")
                    .trim_end_matches('0')
                    .trim_end_matches('.')
            );
        }
        self.text.push_str("\">");
        inside(self);
        self.text.push_str("</g>");
    }

    /// What `inside` draws into a rectangle of its own at `place`: what would stand out of it is cut off.
    pub(super) fn window(
        &mut self,
        (x, y): Point,
        (width, height): (f64, f64),
        inside: impl FnOnce(&mut Self),
    ) {
        let (x, y, width, height) = (num(x), num(y), num(width), num(height));
        let _ = write!(
            self.text,
            "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">"
        );
        inside(self);
        self.text.push_str("</svg>");
    }

    /// What `inside` draws, mirrored left to right about the origin.
    pub(super) fn mirrored(&mut self, inside: impl FnOnce(&mut Self)) {
        self.text.push_str("<g transform=\"scale(-1 1)\">");
        inside(self);
        self.text.push_str("</g>");
    }

    /// A rhombus about `(cx, cy)`.
    pub(super) fn rhombus(
        &mut self,
        cx: f64,
        cy: f64,
        half_width: f64,
        half_height: f64,
        fill: &str,
    ) {
        self.polygon(
            &[
                (cx, cy - half_height),
                (cx + half_width, cy),
                (cx, cy + half_height),
                (cx - half_width, cy),
            ],
            fill,
        );
    }

    /// A star of `points` points, the first one up.
    pub(super) fn star(
        &mut self,
        (cx, cy): Point,
        points: u32,
        outer: f64,
        inner: f64,
        fill: &str,
    ) {
        let step = 180.0 / f64::from(points);
        let corners: Vec<Point> = (0..points * 2)
            .map(|i| {
                polar(
                    cx,
                    cy,
                    if i % 2 == 0 { outer } else { inner },
                    f64::from(i) * step - 90.0,
                )
            })
            .collect();
        self.polygon(&corners, fill);
    }

    /// Rays of a sun at `(cx, cy)`: `count` wedges out to the edges of the rectangle from `low` to `high`.
    pub(super) fn rays(
        &mut self,
        (cx, cy): Point,
        count: u32,
        low: Point,
        high: Point,
        fill: &str,
    ) {
        let step = 360.0 / f64::from(count);
        for i in 0..count {
            let from = (f64::from(i) - 0.25) * step - 90.0;
            let to = from + step / 2.0;
            let mut corners = vec![(cx, cy), edge((cx, cy), from, low, high)];
            for corner in [low, (high.0, low.1), high, (low.0, high.1)] {
                let degrees = (corner.1 - cy).atan2(corner.0 - cx) * 180.0 / PI;
                if (degrees - from).rem_euclid(360.0) < to - from {
                    corners.push(corner);
                }
            }
            corners.push(edge((cx, cy), to, low, high));
            self.polygon(&corners, fill);
        }
    }
}

/// Where the ray from `from` at `degrees` leaves the rectangle from `low` to `high`.
fn edge(from: Point, degrees: f64, low: Point, high: Point) -> Point {
    let (dx, dy) = polar(0.0, 0.0, 1.0, degrees);
    let along = |at: f64, step: f64, low: f64, high: f64| {
        if step > 1e-9 {
            (high - at) / step
        } else if step < -1e-9 {
            (low - at) / step
        } else {
            f64::INFINITY
        }
    };
    let reach = along(from.0, dx, low.0, high.0).min(along(from.1, dy, low.1, high.1));
    (from.0 + dx * reach, from.1 + dy * reach)
}
