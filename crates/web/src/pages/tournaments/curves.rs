//! Rating curves: a drawing with a letter on each line, what the letters mean, and the same as a table.

use super::html::Html;
use super::one;
use super::parts::rating;
use super::read::{interval, list, number, whole};
use crate::text::tournaments as words;
use serde_json::Value;

/// What each line is drawn with; so many can be told apart.
const LINES: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];
const LETTERS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
/// Rows of the table.
const ROWS: usize = 20;
/// The plot in the drawing, which is 720 by 340: left, top, right, bottom.
const PLOT: [f64; 4] = [56.0, 12.0, 676.0, 300.0];

/// The curves of a tournament.
pub(super) fn show(html: &mut Html, points: &[Value], names: &[&str]) {
    let Some(last) = points.last() else {
        html.element("<p class=\"note\">", words::NO_RATINGS, "</p>");
        return;
    };
    let drawn = best(list(last, "ratings"));
    html.raw("<div class=\"curves\"><div aria-hidden=\"true\">");
    draw(html, points, &drawn);
    html.raw("</div><ul class=\"curves-legend\" data-testid=\"legend\">");
    for (line, &player) in drawn.iter().enumerate() {
        html.raw("<li><svg class=\"key\" viewBox=\"0 0 44 20\" aria-hidden=\"true\">");
        path(html, line, "<path class=\"curve curve-").raw("2 10H24\"/>");
        letter(html, line, 30.0, 15.0);
        html.element("</svg><span><b>", names.get(player).unwrap_or(&""), "</b> ");
        html.text(&rated(&last["ratings"][player]))
            .raw("</span></li>");
    }
    html.raw("</ul></div><p class=\"field-hint\">");
    match points {
        [one] => html.text(&words::one_period(whole(one, "games"))),
        _ => html.text(words::CURVES_TEXT),
    };
    if drawn.len() < names.len() {
        html.raw(" ")
            .text(&words::best_of(drawn.len(), names.len()));
    }
    html.element("</p><details><summary>", words::AS_TABLE, "</summary>");
    table(html, points, names);
    html.raw("</details>");
}

/// The same as a table.
fn table(html: &mut Html, points: &[Value], names: &[&str]) {
    one::table(html, words::AS_TABLE, "numbers", "ratings");
    html.element("<thead><tr><th scope=\"col\">", words::AFTER, "</th>");
    for name in names {
        html.element("<th scope=\"col\">", name, "</th>");
    }
    html.raw("</tr></thead><tbody>");
    let step = points.len().div_ceil(ROWS).max(1);
    for (index, point) in points.iter().enumerate() {
        // An even choice, with the last.
        if (points.len() - 1 - index).is_multiple_of(step) {
            html.element(
                "<tr><th scope=\"row\">",
                &words::number(whole(point, "games")),
                "</th>",
            );
            for own in list(point, "ratings") {
                html.element("<td>", &rated(own), "</td>");
            }
            html.raw("</tr>");
        }
    }
    html.raw("</tbody></table></div>");
}

/// A rating with its interval, in words.
fn rated(own: &Value) -> String {
    let (rating, interval) = rating(own, interval(own, "interval"));
    format!("{rating} ({interval})")
}

/// The players that are drawn, the best first.
fn best(last: &[Value]) -> Vec<usize> {
    let mut players: Vec<usize> = (0..last.len()).collect();
    players.sort_by(|&a, &b| number(&last[b], "rating").total_cmp(&number(&last[a], "rating")));
    players.truncate(LINES.len());
    players
}

/// Begins the path of a line.
fn path<'a>(html: &'a mut Html, line: usize, open: &'static str) -> &'a mut Html {
    html.raw(open).raw(LINES[line]).raw("\" d=\"M")
}

fn letter(html: &mut Html, line: usize, x: f64, y: f64) {
    html.raw("<text class=\"curve-letter letter-")
        .raw(LINES[line]);
    html.raw("\" x=\"").at(x).raw("\" y=\"").at(y).raw("\">");
    html.raw(LETTERS[line]).raw("</text>");
}

/// Round numbers that divide a range, five or so.
fn ticks(low: f64, high: f64) -> Vec<f64> {
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

/// The lowest and the highest of what has to be seen: all ratings, and the last intervals.
fn range(points: &[Value], players: &[usize]) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut see = |value: f64| (low, high) = (low.min(value), high.max(value));
    for point in points {
        for &player in players {
            see(number(&point["ratings"][player], "rating"));
        }
    }
    if let Some(last) = points.last() {
        for &player in players {
            if let Some((low, high)) = interval(&last["ratings"][player], "interval") {
                see(low);
                see(high);
            }
        }
    }
    let room = (high - low).max(1.0) * 0.04;
    (low - room, high + room)
}

/// The drawing of the curves.
fn draw(html: &mut Html, points: &[Value], players: &[usize]) {
    let [left, top, right, bottom] = PLOT;
    let games = |point: &Value| number(point, "games");
    let all = points.last().map_or(1.0, games).max(1.0);
    let (low, high) = range(points, players);
    let across = |games: f64| left + (right - left) * games / all;
    let up =
        |rating: f64| bottom - (bottom - top) * ((rating - low) / (high - low)).clamp(0.0, 1.0);
    html.raw("<svg class=\"chart\" viewBox=\"0 0 720 340\">");
    for tick in ticks(low, high) {
        html.raw("<path class=\"chart-grid\" d=\"M56 ")
            .at(up(tick))
            .raw("H676\"/>");
        html.raw("<text class=\"chart-text\" text-anchor=\"end\" x=\"48\" y=\"")
            .at(up(tick) + 5.0);
        html.raw("\">")
            .number((tick * 1e6).round() / 1e6)
            .raw("</text>");
    }
    if let [one] = points {
        return dots(html, one, players, up);
    }
    for tick in ticks(0.0, all) {
        html.raw("<path class=\"chart-grid\" d=\"M")
            .at(across(tick))
            .raw("300v6\"/>");
        html.raw("<text class=\"chart-text\" text-anchor=\"middle\" y=\"324\" x=\"")
            .at(across(tick));
        html.raw("\">")
            .text(&words::number(tick as u64))
            .raw("</text>");
    }
    for (line, &player) in players.iter().enumerate() {
        let ends = |point: &Value| {
            let own = &point["ratings"][player];
            let rating = number(own, "rating");
            interval(own, "interval").unwrap_or((rating, rating))
        };
        path(html, line, "<path class=\"band band-");
        for point in points {
            html.at(across(games(point))).at(up(ends(point).1));
        }
        for point in points.iter().rev() {
            html.at(across(games(point))).at(up(ends(point).0));
        }
        html.raw("Z\"/>");
    }
    for (line, &player) in players.iter().enumerate() {
        path(html, line, "<path class=\"curve curve-");
        for point in points {
            let rating = number(&point["ratings"][player], "rating");
            html.at(across(games(point))).at(up(rating));
        }
        html.raw("\"/>");
    }
    // Letters at the ends, which keep clear of each other.
    let mut free = top - 10.0;
    for (line, &player) in players.iter().enumerate() {
        let last = points
            .last()
            .map_or(0.0, |point| number(&point["ratings"][player], "rating"));
        free = (up(last) + 5.0).max(free + 19.0);
        letter(html, line, right + 10.0, free);
    }
    html.raw("</svg>");
}

/// The only point of each curve, side by side: the rating as a dot on its interval.
fn dots(html: &mut Html, point: &Value, players: &[usize], up: impl Fn(f64) -> f64) {
    let [left, _, right, _] = PLOT;
    let apart = (right - left) / players.len() as f64;
    for (line, &player) in players.iter().enumerate() {
        let own = &point["ratings"][player];
        let (x, y) = (
            left + apart * (line as f64 + 0.5),
            up(number(own, "rating")),
        );
        if let Some((low, high)) = interval(own, "interval") {
            path(html, line, "<path class=\"curve curve-");
            html.at(x).at(up(low)).raw("V").at(up(high)).raw("\"/>");
        }
        html.raw("<circle class=\"curve-dot letter-")
            .raw(LINES[line]);
        html.raw("\" cx=\"")
            .at(x)
            .raw("\" cy=\"")
            .at(y)
            .raw("\" r=\"6\"/>");
        letter(html, line, x + 12.0, y + 5.0);
    }
    html.raw("</svg>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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

    fn point(games: u64, players: u32) -> Value {
        let rated = |player: u32| {
            let rating = 1500 + player;
            json!({"rating": rating, "interval": {"low": rating - 50, "high": rating + 50}})
        };
        json!({"games": games, "ratings": (0..players).map(rated).collect::<Vec<_>>()})
    }

    #[test]
    fn the_best_are_drawn_with_a_letter_each() {
        let points = [point(10, 10), point(20, 10)];
        let mut html = Html::default();
        show(&mut html, &points, &["x"; 10]);
        let text = html.as_str();
        for letter in LETTERS {
            assert!(text.contains(&format!(">{letter}</text>")), "{letter}");
        }
        assert!(text.contains("8 best of 10"), "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        // The best is the last player, and the table has all.
        assert!(text.contains("1509 (1459 to 1559)</span>"), "{text}");
        assert!(text.contains("1500 (1450 to 1550)</td>"), "{text}");
        // One period is one point: a dot for each, not a line that cannot be seen.
        let mut html = Html::default();
        show(&mut html, &points[..1], &["x"; 3]);
        let text = html.as_str();
        assert_eq!(text.matches("<circle").count(), 8, "{text}");
        assert!(text.contains("after 10 games"), "{text}");
        let mut none = Html::default();
        show(&mut none, &[], &[]);
        assert!(none.as_str().contains(words::NO_RATINGS));
    }
}
