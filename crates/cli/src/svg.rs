//! SVG plots: a heat map and a histogram.

use std::fmt::Write as _;

const FONT: &str = "font-family=\"system-ui, sans-serif\"";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn open(width: usize, height: usize, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" {FONT}>\n<title>{0}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"20\" y=\"30\" font-size=\"17\" font-weight=\"600\">{0}</text>\n",
        escape(title)
    )
}

/// Blue for player 1, orange for player 2, paler the nearer they are: safe for those who
/// see red and green alike.
fn colour(balance: f64) -> String {
    let strong = if balance > 0.0 {
        [33, 102, 172]
    } else {
        [200, 92, 10]
    };
    let depth = balance.abs().min(1.0);
    let mix = |full: i32| (255.0 + (f64::from(full) - 255.0) * depth).round() as u8;
    let [r, g, b] = strong.map(mix);
    format!("rgb({r},{g},{b})")
}

/// Shares of wins of player 1, of ties and of wins of player 2 for every pair, row by row.
pub(crate) fn heat_map(title: &str, policies: &[String], cells: &[[f64; 3]]) -> String {
    const SIDE: usize = 92;
    const LEFT: usize = 130;
    const TOP: usize = 96;
    let across = policies.len().max(1);
    let (width, height) = (LEFT + across * SIDE + 20, TOP + across * SIDE + 20);
    let mut out = open(width.max(460), height, title);
    for (at, name) in policies.iter().enumerate() {
        let middle = at * SIDE + SIDE / 2;
        let name = escape(name);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"13\" text-anchor=\"end\">{name}</text>\n<text x=\"{}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\">{name}</text>",
            LEFT - 10,
            TOP + middle + 4,
            LEFT + middle,
            TOP - 10
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"56\" font-size=\"12\" fill=\"#555\">rows: player 1, columns: player 2; below: ties, wins of player 2 (%)</text>"
    );
    for (at, [win, tie, loss]) in cells.iter().enumerate() {
        let (x, y) = (LEFT + at % across * SIDE, TOP + at / across * SIDE);
        let balance = win - loss;
        let ink = if balance.abs() > 0.6 { "#fff" } else { "#111" };
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{0}\" height=\"{0}\" fill=\"{1}\"/>\n<text x=\"{2}\" y=\"{3}\" font-size=\"17\" text-anchor=\"middle\" fill=\"{ink}\">{4:.2}</text>\n<text x=\"{2}\" y=\"{5}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{ink}\">{6:.2} · {7:.2}</text>",
            SIDE - 2,
            colour(balance),
            x + SIDE / 2 - 1,
            y + SIDE / 2,
            100.0 * win,
            y + SIDE / 2 + 20,
            100.0 * tie,
            100.0 * loss
        );
    }
    out + "</svg>\n"
}

/// How often each value came, as bars; those of both series side by side.
pub(crate) fn distribution(title: &str, names: [&str; 2], values: [&[i32]; 2]) -> String {
    const STEP: usize = 20;
    const HIGH: usize = 300;
    const INKS: [&str; 2] = ["#2166ac", "#c85c0a"];
    let all = || values.iter().flat_map(|series| series.iter().copied());
    let (low, high) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let bins = (high - low + 1) as usize;
    let shares = values.map(|series| {
        let mut bars = vec![0.0; bins];
        for &value in series {
            bars[(value - low) as usize] += 1.0 / series.len() as f64;
        }
        bars
    });
    let tallest = shares.iter().flatten().copied().fold(1e-9, f64::max);
    let mut out = open((60 + bins * STEP).max(620), HIGH + 130, title);
    for (at, name) in names.iter().enumerate() {
        let x = 60 + at * 260;
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"46\" width=\"12\" height=\"12\" fill=\"{}\"/>\n<text x=\"{}\" y=\"57\" font-size=\"13\">{}</text>",
            INKS[at],
            x + 18,
            escape(name)
        );
    }
    let base = HIGH + 80;
    for bin in 0..bins {
        let x = 40 + bin * STEP;
        for (at, bars) in shares.iter().enumerate() {
            let tall = bars[bin] / tallest * HIGH as f64;
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{:.1}\" width=\"8\" height=\"{tall:.1}\" fill=\"{}\"/>",
                x + at * 8,
                base as f64 - tall,
                INKS[at]
            );
        }
        let value = low + bin as i32;
        if value % 5 == 0 {
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\">{value:+}</text>",
                x + 8,
                base + 18
            );
        }
    }
    let _ = writeln!(
        out,
        "<text x=\"40\" y=\"{}\" font-size=\"12\" fill=\"#555\">final difference for player 1; the tallest bar is {:.1} % of the deals</text>",
        base + 40,
        100.0 * tallest
    );
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_whole_and_escaped() {
        let map = heat_map("a < b & c", &["x".to_owned()], &[[0.5, 0.25, 0.25]]);
        assert!(map.starts_with("<svg") && map.ends_with("</svg>\n"));
        assert!(map.contains("a &lt; b &amp; c") && map.contains(">50.00<"));
        let bars = distribution("t", ["one", "two"], [&[1, 1, -3], &[0]]);
        assert_eq!(bars.matches("width=\"8\"").count(), 10);
        assert!(distribution("t", ["", ""], [&[], &[]]).ends_with("</svg>\n"));
    }
}
