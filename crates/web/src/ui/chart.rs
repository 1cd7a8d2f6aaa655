//! Charts as SVG.

use std::fmt::Write as _;

/// A chart being drawn: values go to places in its plot. The classes of its parts are those of the style sheet.
pub(crate) struct Chart {
    svg: String,
    /// The plot in the drawing: left, top, right, bottom.
    plot: [f64; 4],
    x: (f64, f64),
    y: (f64, f64),
}

impl Chart {
    /// A chart of the values from `x.0` to `x.1` and `y.0` to `y.1`. `attributes` are those of its root; no text
    /// of others may stand in them.
    pub(crate) fn new(
        size: (f64, f64),
        plot: [f64; 4],
        x: (f64, f64),
        y: (f64, f64),
        attributes: &str,
    ) -> Chart {
        let (width, height) = size;
        let svg = format!("<svg viewBox=\"0 0 {width} {height}\" {attributes}>");
        Chart { svg, plot, x, y }
    }

    /// The place of a value in the plot.
    pub(crate) fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let [left, top, right, bottom] = self.plot;
        let share = |value: f64, (low, high): (f64, f64)| {
            ((value - low) / (high - low).max(1e-9)).clamp(0.0, 1.0)
        };
        (
            left + (right - left) * share(x, self.x),
            bottom - (bottom - top) * share(y, self.y),
        )
    }

    /// A line through values.
    pub(crate) fn line(&mut self, class: &str, values: impl IntoIterator<Item = (f64, f64)>) {
        self.path(class, values, "");
    }

    /// An area between values.
    pub(crate) fn area(&mut self, class: &str, values: impl IntoIterator<Item = (f64, f64)>) {
        self.path(class, values, "Z");
    }

    fn path(&mut self, class: &str, values: impl IntoIterator<Item = (f64, f64)>, end: &str) {
        let mut data = String::new();
        for value in values {
            let (x, y) = self.place(value);
            let verb = if data.is_empty() { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(data, "{verb}{x:.1} {y:.1}");
        }
        self.raw(class, &format!("{data}{end}"));
    }

    /// A path in units of the drawing.
    pub(crate) fn raw(&mut self, class: &str, data: &str) {
        let _ = write!(self.svg, "<path class=\"{class}\" d=\"{data}\"/>");
    }

    /// A dot at a value.
    pub(crate) fn dot(&mut self, class: &str, value: (f64, f64), radius: f64) {
        let (x, y) = self.place(value);
        let _ = write!(
            self.svg,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"
        );
    }

    /// A text of the program in units of the drawing; `anchor` is `start`, `middle` or `end`.
    pub(crate) fn text(&mut self, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
        let _ = write!(
            self.svg,
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        );
    }

    /// The drawing.
    pub(crate) fn finish(self) -> String {
        self.svg + "</svg>"
    }
}

/// Round numbers that divide a range, five or so.
pub(crate) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low).max(1e-9) / 5.0;
    let mut step = 1e-9;
    // From one round number to the next: 1, 2, 5, 10.
    let mut factors = [2.0, 2.5, 2.0].into_iter().cycle();
    while step < rough * (1.0 - 1e-9) {
        step *= factors.next().unwrap_or(2.0);
    }
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|tick| tick as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let rounded = |low, high| -> Vec<i64> {
            let ticks = ticks(low, high).into_iter();
            ticks.map(|tick| tick.round() as i64).collect()
        };
        assert_eq!(rounded(0.0, 100.0), [0, 20, 40, 60, 80, 100]);
        assert_eq!(rounded(1380.0, 1720.0), [1400, 1500, 1600, 1700]);
        assert!(ticks(5.0, 5.0).len() < 8);
    }

    #[test]
    fn values_lie_in_the_plot() {
        let chart = Chart::new(
            (100.0, 50.0),
            [10.0, 5.0, 90.0, 45.0],
            (0.0, 4.0),
            (-1.0, 1.0),
            "",
        );
        assert_eq!(chart.place((0.0, -1.0)), (10.0, 45.0));
        assert_eq!(chart.place((2.0, 0.0)), (50.0, 25.0));
        assert_eq!(chart.place((9.0, 9.0)), (90.0, 5.0));
    }
}
