//! The chart of an analysis: what each seat could expect, move by move.

use crate::play::saved_analysis::NumberedMove;
use crate::play::strings::analysis as words;
use crate::ui::chart::{Chart, ticks};
use parlour_agents::analysis::{Judgement, Scale};

const SIZE: (f64, f64) = (320.0, 150.0);
/// Left, top, right, bottom.
const PLOT: [f64; 4] = [34.0, 8.0, 312.0, 142.0];
/// The least range of points that is shown.
const MIN_POINTS: f64 = 2.0;

/// What is drawn.
pub(super) struct Drawn<'a> {
    pub(super) scale: Scale,
    pub(super) seats: usize,
    pub(super) plies: usize,
    pub(super) moves: &'a [NumberedMove],
    /// The results at the end, where the game has come to it.
    pub(super) results: Option<&'a [f64]>,
    /// The position that is shown.
    pub(super) ply: usize,
}

/// The position below a place of the drawing, from its left end (0) to the right (1).
pub(super) fn ply_at(place: f64, plies: usize) -> usize {
    let [left, _, right, _] = PLOT;
    let share = (place * SIZE.0 - left) / (right - left);
    (share.clamp(0.0, 1.0) * plies as f64).round() as usize
}

impl Drawn<'_> {
    /// The drawing; empty as long as there is nothing to draw.
    pub(super) fn draw(&self) -> String {
        if self.moves.is_empty() {
            return String::new();
        }
        let range = self.range();
        let mistakes = self.moves.iter().filter(|it| it.judged.judgement.is_some());
        let label = words::chart(mistakes.count());
        let attributes = format!("class=\"chart\" role=\"img\" aria-label=\"{label}\"");
        let all = self.plies.max(1) as f64;
        let mut chart = Chart::new(SIZE, PLOT, (0.0, all), range, &attributes);
        self.grid(&mut chart, range);
        for seat in 0..self.seats {
            let own = || self.own(seat);
            let edge = |sign: f64| {
                own().map(move |it| {
                    (
                        it.ply as f64,
                        it.judged.value.mean + sign * it.judged.value.margin(),
                    )
                })
            };
            if own().any(|it| it.judged.value.error > 0.0) {
                let lower: Vec<_> = edge(-1.0).collect();
                let band = edge(1.0).chain(lower.into_iter().rev());
                chart.area(&format!("band band-{seat}"), band);
            }
        }
        let (here, _) = chart.place((self.ply as f64, range.0));
        let [_, top, _, bottom] = PLOT;
        chart.raw("chart-here", &format!("M{here:.1} {top}V{bottom}"));
        for seat in 0..self.seats {
            // What could be expected before a move, and after it.
            let expected = self.own(seat).flat_map(|it| {
                let value = it.judged.value.mean;
                let after = value - it.judged.cost.mean;
                [(it.ply as f64, value), (it.ply as f64 + 1.0, after)]
            });
            let end = self.results.map(|results| (all, results[seat]));
            chart.line(&format!("curve curve-{seat}"), expected.chain(end));
        }
        for it in self.moves {
            let (class, radius) = match it.judged.judgement {
                None => continue,
                Some(Judgement::Inaccuracy) => ("chart-inaccuracy", 3.0),
                Some(Judgement::Mistake) => ("chart-mistake", 4.0),
                Some(Judgement::Blunder) => ("chart-blunder", 5.0),
            };
            let after = it.judged.value.mean - it.judged.cost.mean;
            chart.dot(class, (it.ply as f64 + 1.0, after), radius);
        }
        chart.finish()
    }

    fn own(&self, seat: usize) -> impl DoubleEndedIterator<Item = &NumberedMove> {
        (self.moves.iter()).filter(move |it| it.judged.seat.index() == seat)
    }

    /// The lowest and the highest value.
    fn range(&self) -> (f64, f64) {
        match self.scale {
            Scale::WinShare | Scale::RoundWinShare => (0.0, 1.0),
            Scale::Points => {
                let before = self.moves.iter().map(|it| it.judged.value.mean);
                let after =
                    (self.moves.iter()).map(|it| it.judged.value.mean - it.judged.cost.mean);
                let ends = self.results.into_iter().flatten().copied();
                let all = before.chain(after).chain(ends);
                let (low, high) = all.fold((-MIN_POINTS, MIN_POINTS), |(low, high), value| {
                    (f64::min(low, value), f64::max(high, value))
                });
                let room = (high - low) * 0.04;
                (low - room, high + room)
            }
        }
    }

    fn grid(&self, chart: &mut Chart, (low, high): (f64, f64)) {
        let [left, _, right, _] = PLOT;
        let places = match self.scale {
            Scale::WinShare | Scale::RoundWinShare => vec![0.0, 0.5, 1.0],
            Scale::Points => ticks(low, high),
        };
        for tick in places {
            let (_, y) = chart.place((0.0, tick));
            chart.raw("chart-grid", &format!("M{left} {y:.1}H{right}"));
            let text = words::axis(self.scale, tick);
            chart.text("chart-text", "end", (left - 6.0, y + 4.0), &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_agents::analysis::{AnalysedMove, Estimate};
    use parlour_engine::Seat;

    fn numbered(ply: usize, seat: u8, value: f64, cost: f64, scale: Scale) -> NumberedMove {
        let judged = AnalysedMove {
            seat: Seat(seat),
            played: String::new(),
            best: String::new(),
            options: 2,
            simulations: 10,
            value: Estimate {
                mean: value,
                error: 0.1,
            },
            cost: Estimate::exact(cost),
            judgement: scale.judge(cost),
            line: Vec::new(),
            scores: None,
        };
        NumberedMove { ply, judged }
    }

    #[test]
    fn a_chart_shows_every_seat_and_every_mistake() {
        for scale in [Scale::WinShare, Scale::Points] {
            let moves = [
                numbered(0, 0, 0.5, 0.0, scale),
                numbered(1, 1, 0.4, 0.06, scale),
                numbered(2, 0, 0.7, 4.0, scale),
            ];
            let drawn = Drawn {
                scale,
                seats: 2,
                plies: 3,
                moves: &moves,
                results: Some(&[1.0, 0.0]),
                ply: 1,
            };
            let svg = drawn.draw();
            let marks = if scale == Scale::Points { 1 } else { 2 };
            assert_eq!(svg.matches("<circle").count(), marks, "{svg}");
            assert_eq!(svg.matches("chart-blunder").count(), 1);
            assert_eq!(svg.matches("class=\"curve ").count(), 2);
            assert_eq!(svg.matches("class=\"band ").count(), 2);
            assert!(!svg.contains("style=") && !svg.contains("NaN"));
            let nothing = Drawn {
                moves: &[],
                ..drawn
            };
            assert_eq!(nothing.draw(), "");
        }
    }

    #[test]
    fn a_place_of_the_chart_is_a_position() {
        assert_eq!(ply_at(0.0, 20), 0);
        assert_eq!(ply_at(1.0, 20), 20);
        let [left, _, right, _] = PLOT;
        assert_eq!(ply_at((left + right) / 2.0 / SIZE.0, 20), 10);
    }
}
