//! Rating curves: a drawing with a letter on each line, what the letters mean, and the same as a table.

use super::parts::{column, rating, table};
use crate::platform::number::grouped;
use crate::platform::sort::sort_short;
use crate::site::strings::tournaments as words;
use crate::ui::chart::{Chart, ticks};
use leptos::prelude::*;
use parlour_protocol::tournaments::{RatingEstimate, RatingPoint};

/// The letters of the lines; more cannot be told apart.
const LETTERS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
/// Rows of the table.
const ROWS: usize = 20;
/// The size of the drawing, and the plot in it: left, top, right, bottom.
const SIZE: (f64, f64) = (720.0, 340.0);
const PLOT: [f64; 4] = [56.0, 12.0, 676.0, 300.0];

/// The curves of a tournament.
pub(super) fn show(points: &[RatingPoint], names: &[String]) -> AnyView {
    let Some(last) = points.last() else {
        return view! { <p class="note">{words::no_ratings()}</p> }.into_any();
    };
    let drawn = best(&last.ratings);
    let legend = drawn.iter().enumerate().map(|(line, &player)| {
        let mut key = Chart::new(
            (44.0, 20.0),
            [0.0; 4],
            (0.0, 1.0),
            (0.0, 1.0),
            "class=\"key\" aria-hidden=\"true\"",
        );
        key.raw(&format!("curve curve-{line}"), "M2 10H24");
        letter(&mut key, line, (30.0, 15.0));
        view! {
            <li>
                <span class="key-place" inner_html=key.finish()></span>
                <span>
                    <b>{names.get(player).cloned()}</b>
                    " "
                    {rated(&last.ratings[player])}
                </span>
            </li>
        }
        .into_any()
    });
    let legend: Vec<AnyView> = legend.collect();
    let mut about = match points {
        [one] => words::one_period(one.games),
        _ => words::curves_text().to_owned(),
    };
    if drawn.len() < names.len() {
        about = format!("{about} {}", words::best_of(drawn.len(), names.len()));
    }
    view! {
        <div class="curves">
            <div aria-hidden="true" inner_html=draw(points, &drawn)></div>
            <ul class="curves-legend" data-testid="legend">
                {legend}
            </ul>
        </div>
        <p class="field-hint">{about}</p>
        <details>
            <summary>{words::as_table()}</summary>
            {as_table(points, names)}
        </details>
    }
    .into_any()
}

/// The same as a table.
fn as_table(points: &[RatingPoint], names: &[String]) -> AnyView {
    let head = [words::after().to_owned()]
        .into_iter()
        .chain(names.iter().cloned());
    let step = points.len().div_ceil(ROWS).max(1);
    // An even choice, with the last.
    let chosen = points.iter().enumerate();
    let chosen = chosen.filter(|(at, _)| (points.len() - 1 - at).is_multiple_of(step));
    let row = |(_, point): (usize, &RatingPoint)| {
        let cells = point.ratings.iter();
        let cells: Vec<AnyView> = cells
            .map(|own| view! { <td>{rated(own)}</td> }.into_any())
            .collect();
        view! {
            <tr>
                <th scope="row">{grouped(point.games)}</th>
                {cells}
            </tr>
        }
        .into_any()
    };
    table(
        words::as_table(),
        "numbers",
        "ratings",
        head.map(column).collect(),
        chosen.map(row).collect(),
    )
}

/// A rating with its interval, in words.
fn rated(own: &RatingEstimate) -> String {
    let (rating, interval) = rating(own.rating, Some(own.interval));
    format!("{rating} ({interval})")
}

/// The players that are drawn, the best first.
fn best(last: &[RatingEstimate]) -> Vec<usize> {
    let mut players: Vec<usize> = (0..last.len()).collect();
    sort_short(&mut players, |&player| -last[player].rating);
    players.truncate(LETTERS.len());
    players
}

fn letter(chart: &mut Chart, line: usize, place: (f64, f64)) {
    let class = format!("curve-letter letter-{line}");
    chart.text(&class, "start", place, LETTERS[line]);
}

/// The ends of a rating's interval; the rating itself where one is infinite.
fn ends(own: &RatingEstimate) -> (f64, f64) {
    own.interval.ends().unwrap_or((own.rating, own.rating))
}

/// The lowest and the highest of what has to be seen: all ratings, and the last intervals.
fn range(points: &[RatingPoint], players: &[usize]) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut see = |value: f64| (low, high) = (low.min(value), high.max(value));
    for &player in players {
        for point in points {
            see(point.ratings[player].rating);
        }
        if let Some(last) = points.last() {
            let (low, high) = ends(&last.ratings[player]);
            see(low);
            see(high);
        }
    }
    let room = (high - low).max(1.0) * 0.04;
    (low - room, high + room)
}

/// The drawing of the curves.
fn draw(points: &[RatingPoint], players: &[usize]) -> String {
    let [left, _, right, bottom] = PLOT;
    let all = points.last().map_or(1, |point| point.games).max(1) as f64;
    let (low, high) = range(points, players);
    let mut chart = Chart::new(SIZE, PLOT, (0.0, all), (low, high), "class=\"chart\"");
    for tick in ticks(low, high) {
        let (_, y) = chart.place((0.0, tick));
        chart.raw("chart-grid", &format!("M{left} {y:.1}H{right}"));
        let text = ((tick * 1e6).round() / 1e6).to_string();
        chart.text("chart-text", "end", (left - 8.0, y + 5.0), &text);
    }
    if let [one] = points {
        dots(&mut chart, one, players);
        return chart.finish();
    }
    for tick in ticks(0.0, all) {
        let (x, _) = chart.place((tick, low));
        chart.raw("chart-grid", &format!("M{x:.1} {bottom}v6"));
        let text = grouped(tick as u64);
        chart.text("chart-text", "middle", (x, bottom + 24.0), &text);
    }
    let at = |point: &RatingPoint, value: f64| (point.games as f64, value);
    for (line, &player) in players.iter().enumerate() {
        let upper = points
            .iter()
            .map(|point| at(point, ends(&point.ratings[player]).1));
        let lower = points
            .iter()
            .map(|point| at(point, ends(&point.ratings[player]).0));
        chart.area(&format!("band band-{line}"), upper.chain(lower.rev()));
    }
    for (line, &player) in players.iter().enumerate() {
        let ratings = points
            .iter()
            .map(|point| at(point, point.ratings[player].rating));
        chart.line(&format!("curve curve-{line}"), ratings);
    }
    // Letters at the ends, which keep clear of each other.
    let mut free = PLOT[1] - 10.0;
    for (line, &player) in players.iter().enumerate() {
        let last = points
            .last()
            .map_or(0.0, |point| point.ratings[player].rating);
        free = (chart.place((all, last)).1 + 5.0).max(free + 19.0);
        letter(&mut chart, line, (right + 10.0, free));
    }
    chart.finish()
}

/// The only point of each curve, side by side: the rating as a dot on its interval.
fn dots(chart: &mut Chart, point: &RatingPoint, players: &[usize]) {
    let apart = point.games.max(1) as f64 / players.len() as f64;
    for (line, &player) in players.iter().enumerate() {
        let own = &point.ratings[player];
        let across = apart * (line as f64 + 0.5);
        let (low, high) = ends(own);
        chart.line(
            &format!("curve curve-{line}"),
            [(across, low), (across, high)],
        );
        chart.dot(
            &format!("curve-dot letter-{line}"),
            (across, own.rating),
            6.0,
        );
        let (x, y) = chart.place((across, own.rating));
        letter(chart, line, (x + 12.0, y + 5.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_protocol::tournaments::Interval;

    fn point(games: u64, players: u32) -> RatingPoint {
        let rated = |player: u32| {
            let rating = f64::from(1500 + player);
            let (low, high) = (Some(rating - 50.0), Some(rating + 50.0));
            RatingEstimate {
                rating,
                interval: Interval { low, high },
            }
        };
        let ratings = (0..players).map(rated).collect();
        RatingPoint { games, ratings }
    }

    #[test]
    fn the_best_are_drawn_with_a_letter_each() {
        let points = [point(10, 10), point(20, 10)];
        let best = best(&points[1].ratings);
        assert_eq!(best, [9, 8, 7, 6, 5, 4, 3, 2]);
        let drawn = draw(&points, &best);
        for letter in LETTERS {
            assert!(drawn.contains(&format!(">{letter}</text>")), "{letter}");
        }
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        assert_eq!(rated(&points[1].ratings[9]), "1509 (1459 to 1559)");
        // One period is one point: a dot for each, not a line that cannot be seen.
        let drawn = draw(&points[..1], &best);
        assert_eq!(drawn.matches("<circle").count(), 8, "{drawn}");
        let infinite = Interval {
            low: None,
            high: Some(1.0),
        };
        let own = RatingEstimate {
            rating: 7.0,
            interval: infinite,
        };
        assert_eq!(ends(&own), (7.0, 7.0));
    }
}
