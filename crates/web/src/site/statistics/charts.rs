//! The drawings: shares of results, and losses game by game.

use super::totals::{AnalysedGame, Judged, Tally};
use crate::platform::number::localized;
use crate::ui::chart::{Chart, ticks};
use parlour_agents::analysis::Scale;

/// The size of the drawing of losses, and the plot in it: left, top, right, bottom.
const SIZE: (f64, f64) = (720.0, 240.0);
const PLOT: [f64; 4] = [52.0, 12.0, 704.0, 204.0];
/// The size of a bar of results.
const BAR: (f64, f64) = (120.0, 12.0);
/// The number of games of a moving average.
pub(super) const WINDOW: usize = 5;

/// Won, drawn and lost as parts of a bar.
pub(super) fn result_bar(tally: &Tally) -> String {
    let (width, height) = BAR;
    let all = f64::from(tally.games.max(1));
    let mut chart = Chart::new(
        BAR,
        [0.0, 0.0, width, height],
        (0.0, all),
        (0.0, 1.0),
        "class=\"result-bar\" aria-hidden=\"true\"",
    );
    let mut from = 0.0;
    for (class, count) in [
        ("result-won", tally.won),
        ("result-drawn", tally.drawn),
        ("result-lost", tally.lost),
    ] {
        let to = from + f64::from(count);
        chart.area(class, [(from, 0.0), (from, 1.0), (to, 1.0), (to, 0.0)]);
        from = to;
    }
    chart.finish()
}

/// The average loss of each game as a dot, and a line through the averages of the last [`WINDOW`].
pub(super) fn losses(scale: Scale, games: &[AnalysedGame]) -> String {
    let factor = match scale {
        Scale::WinShare | Scale::RoundWinShare => 100.0,
        Scale::Points => 1.0,
    };
    let loss = |game: &AnalysedGame| factor * game.summary.average_loss;
    let highest = games.iter().map(loss).fold(0.0, f64::max);
    let top = if highest > 0.0 { 1.08 * highest } else { 1.0 };
    let count = games.len() as f64;
    let mut chart = Chart::new(
        SIZE,
        PLOT,
        (0.5, count + 0.5),
        (0.0, top),
        "class=\"chart loss-chart\" aria-hidden=\"true\"",
    );
    let [left, _, right, bottom] = PLOT;
    for tick in ticks(0.0, top) {
        let (_, y) = chart.place((0.0, tick));
        chart.raw("chart-grid", &format!("M{left} {y:.1}H{right}"));
        let text = localized(&((tick * 1e6).round() / 1e6).to_string());
        chart.text("chart-text", "end", (left - 8.0, y + 5.0), &text);
    }
    for tick in ticks(1.0, count)
        .into_iter()
        .filter(|tick| tick.fract() == 0.0)
    {
        let (x, _) = chart.place((tick, 0.0));
        chart.raw("chart-grid", &format!("M{x:.1} {bottom}v6"));
        chart.text(
            "chart-text",
            "middle",
            (x, bottom + 24.0),
            &tick.to_string(),
        );
    }
    chart.line(
        "curve curve-0",
        (1..=games.len()).map(|end| {
            let mut judged = Judged::default();
            for game in &games[end.saturating_sub(WINDOW)..end] {
                judged.add(&game.summary);
            }
            (end as f64, factor * judged.average_loss())
        }),
    );
    for (at, game) in games.iter().enumerate() {
        chart.dot("curve-dot letter-0", (at as f64 + 1.0, loss(game)), 5.0);
    }
    chart.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::statistics::totals::Kind;
    use parlour_agents::analysis::Summary;

    #[test]
    fn a_bar_shows_shares() {
        let mut tally = Tally::default();
        (tally.games, tally.won, tally.lost) = (4, 3, 1);
        let bar = result_bar(&tally);
        assert!(
            bar.contains("M0.0 12.0L0.0 0.0L90.0 0.0L90.0 12.0Z"),
            "{bar}"
        );
        assert!(!result_bar(&Tally::default()).contains("NaN"));
    }

    #[test]
    fn every_game_is_a_dot() {
        let game = |average_loss| AnalysedGame {
            ended: 0.0,
            kind: Kind {
                rules: String::new(),
                opponents: Vec::new(),
            },
            summary: Summary {
                moves: 10,
                average_loss,
                ..Summary::default()
            },
        };
        for losses_of in [vec![0.0], vec![0.02, 0.05, 0.01]] {
            let games: Vec<AnalysedGame> = losses_of.into_iter().map(game).collect();
            for scale in [Scale::WinShare, Scale::Points] {
                let drawn = losses(scale, &games);
                assert_eq!(drawn.matches("<circle").count(), games.len(), "{drawn}");
                assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
            }
        }
    }
}
