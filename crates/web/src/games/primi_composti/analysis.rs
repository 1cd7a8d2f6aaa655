//! A finished game under the magnifying glass: the exact value after every move, mistakes and what they cost,
//! and the best line from the position that is shown.

use super::strings::table as words;
use super::study::{Ask, Study, solved_from};
use super::values::{ask, solvable};
use crate::play::session::Session;
use crate::play::strings::gallery::joined;
use crate::play::table::Ctx;
use crate::play::worker::analysts;
use crate::ui::chart::Chart;
use leptos::prelude::*;
use parlour_engine::{Game as _, Seat};
use parlour_games::primi_composti::{PrimiComposti, Version};
use std::collections::BTreeMap;

/// From how many points on a mistake is a blunder.
const BLUNDER: i32 = 4;

#[derive(Clone, Copy)]
struct Analysis {
    ctx: Ctx<PrimiComposti>,
    /// The value by ply, for the seat that moved first; what is not solved (yet) is missing.
    values: RwSignal<Vec<Option<i32>>>,
    /// Best lines by ply.
    lines: RwSignal<BTreeMap<usize, Vec<String>>>,
    /// Positions that are solved, the last first, and how many there are to solve.
    done: RwSignal<usize>,
    of: usize,
    failed: RwSignal<Option<String>>,
}

/// The panel of a replay. The analysis begins by itself.
pub(super) fn panel(ctx: Ctx<PrimiComposti>) -> AnyView {
    let analysis = Analysis::start(ctx);
    let progress = move || {
        (analysis.done.get() < analysis.of && analysis.failed.with(Option::is_none)).then(|| {
            view! {
                <p class="field-hint">
                    {words::computing()} " " {move || words::progress(analysis.done.get(), analysis.of)}
                </p>
                <progress
                    class="meter"
                    max=analysis.of.to_string()
                    value=move || analysis.done.get().to_string()
                    aria-label=words::progress_text()
                ></progress>
            }
        })
    };
    let version = ctx.shown.with_untracked(|state| state.rules().version);
    let plies = analysis.values.with_untracked(Vec::len);
    let unsolved = (analysis.of + 1 < plies).then(|| {
        view! { <p class="field-hint">{words::unsolved(solved_from(version))}</p> }
    });
    view! {
        <section class="panel analysis-panel" data-testid="analysis" data-done=move || {
            (analysis.done.get() == analysis.of).then_some("")
        }>
            <h2>{words::analysis()}</h2>
            {progress}
            {move || analysis.failed.get().map(|reason| view! { <p class="field-error">{reason}</p> })}
            <div class="value-chart" inner_html=move || analysis.chart()></div>
            {move || analysis.here()}
            {unsolved}
            {move || analysis.verdicts()}
        </section>
    }
    .into_any()
}

impl Analysis {
    fn start(ctx: Ctx<PrimiComposti>) -> Analysis {
        let (plies, of, last) = ctx.session.with_untracked(|session| {
            let plies = session.moves();
            let solved = (0..=plies).filter(|&ply| {
                let state = session.at::<PrimiComposti>(ply);
                !state.to_move().is_empty() && solvable(&state)
            });
            let end = session.state::<PrimiComposti>();
            let scores = end.scores();
            let first = end.first();
            let last = end
                .outcome()
                .map(|_| scores[first.index()] - scores[first.other().index()]);
            (plies, solved.count(), last)
        });
        let mut values = vec![None; plies + 1];
        values[plies] = last;
        let analysis = Analysis {
            ctx,
            values: RwSignal::new(values),
            lines: RwSignal::new(BTreeMap::new()),
            done: RwSignal::new(0),
            of,
            failed: RwSignal::new(None),
        };
        // The last position with cards in the hands: the end itself is known.
        let begin = if last.is_some() {
            plies.checked_sub(1)
        } else {
            Some(plies)
        };
        if let Some(begin) = begin {
            analysis.solve(begin);
        }
        // The line of the position that is shown, as soon as the worker is free.
        Effect::new(move |_| {
            let ply = ctx.ply.get();
            if analysis.done.get() == of && analysis.failed.with(Option::is_none) {
                analysis.find_line(ply);
            }
        });
        on_cleanup(|| analysts().cancel());
        analysis
    }

    /// The position after so many moves.
    fn at(self, ply: usize) -> PrimiComposti {
        self.ctx.session.with_untracked(|session| session.at(ply))
    }

    /// Who moved first.
    fn first(self) -> Seat {
        let first = |session: &Session| session.state::<PrimiComposti>().first();
        self.ctx.session.with(first)
    }

    /// Solves one position, and then those before it.
    fn solve(self, ply: usize) {
        let state = self.at(ply);
        let Some(seat) = state.to_move().first().filter(|_| solvable(&state)) else {
            return;
        };
        // The value alone: in version 1 of all cards at once, which costs no more.
        let wanted = match state.rules().version {
            Version::One => Ask::Options,
            Version::Greedy | Version::Free => Ask::Line,
        };
        ask(&state, seat, wanted, move |answer| match answer {
            Ok(study) => {
                self.values
                    .try_update(|values| values[ply] = Some(study.value));
                self.keep_line(ply, &study);
                self.done.try_update(|done| *done += 1);
                if let Some(before) = ply.checked_sub(1) {
                    self.solve(before);
                }
            }
            Err(reason) => {
                self.failed.try_set(Some(reason));
            }
        });
    }

    fn keep_line(self, ply: usize, study: &Study) {
        if !study.line.is_empty() {
            let cards = study.line.iter().map(|action| action.card.to_string());
            self.lines
                .try_update(|lines| lines.insert(ply, cards.collect()));
        }
    }

    fn find_line(self, ply: usize) {
        let known = self.lines.with_untracked(|lines| lines.contains_key(&ply));
        let state = self.at(ply);
        let Some(seat) = state.to_move().first() else {
            return;
        };
        if !known && solvable(&state) {
            ask(&state, seat, Ask::Line, move |answer| {
                if let Ok(study) = answer {
                    self.keep_line(ply, &study);
                }
            });
        }
    }

    /// 1 if values are told for the seat that moved first, else −1.
    fn sign(self) -> i32 {
        let first = self.first();
        if self.ctx.bottom.get() == first {
            1
        } else {
            -1
        }
    }

    /// The values by ply for the seat below.
    fn own(self) -> Vec<Option<i32>> {
        let sign = self.sign();
        self.values
            .with(|values| values.iter().map(|value| value.map(|v| sign * v)).collect())
    }

    /// What each move cost whoever made it, by its number less one.
    fn costs(self) -> Vec<Option<i32>> {
        let values = self.values.get();
        self.ctx.session.with(|session| {
            let first = session.state::<PrimiComposti>().first();
            let moves = session.actions::<PrimiComposti>().iter().enumerate();
            moves
                .map(|(at, &(seat, _))| {
                    let lost = values[at]? - values[at + 1]?;
                    Some(if seat == first { lost } else { -lost })
                })
                .collect()
        })
    }

    /// The value of the position that is shown, in words, and the best line from it.
    fn here(self) -> impl IntoView {
        let ply = self.ctx.ply.get();
        let value = self.own().get(ply).copied().flatten()?;
        let name = self.ctx.name(self.ctx.bottom.get());
        let last = self.values.with(|values| values.len() == ply + 1);
        let line = self.lines.with(|lines| lines.get(&ply).cloned());
        (!last || line.is_some()).then(|| {
            view! {
                <p data-testid="value-here">{words::value_is(value, &name)}</p>
                {line
                    .map(|line| {
                        view! {
                            <p class="best-line" data-testid="best-line">
                                <b>{words::best_line()}</b>
                                " "
                                {joined(&line)}
                            </p>
                        }
                    })}
            }
        })
    }

    /// Every move: what it led to, and what it cost.
    fn verdicts(self) -> impl IntoView {
        let (ctx, own, costs) = (self.ctx, self.own(), self.costs());
        let moves = ctx.session.with(|session| {
            let moves = session
                .actions::<PrimiComposti>()
                .iter()
                .map(|&(seat, action)| (seat, action.card));
            moves.collect::<Vec<(Seat, u8)>>()
        });
        let rows = moves
            .into_iter()
            .enumerate()
            .map(|(at, (seat, card))| {
                let number = at + 1;
                let cost = costs[at];
                let class = match cost {
                    Some(cost) if cost >= BLUNDER => "is-blunder",
                    Some(cost) if cost > 0 => "is-mistake",
                    _ => "",
                };
                view! {
                    <tr class=class aria-current=move || (ctx.ply.get() == number).then_some("true")>
                        <td>
                            <button
                                type="button"
                                class="verdict-move"
                                aria-label=words::to_move(number)
                                on:click=move |_| ctx.seek(number)
                            >
                                {number}
                            </button>
                        </td>
                        <th scope="row">{ctx.name(seat)} " " <b>{card}</b></th>
                        <td>{own[number].map(words::signed)}</td>
                        <td class="verdict-cost">{cost.map(words::cost_mark)}</td>
                    </tr>
                }
            })
            .collect_view();
        let name = ctx.name(ctx.bottom.get());
        view! {
            <div class="verdicts" tabindex="0" role="region" aria-label=words::verdicts()>
                <table data-testid="verdicts">
                    <caption>{words::values_for(&name)}</caption>
                    <thead>
                        <tr>
                            {words::verdict_heads()
                                .iter()
                                .map(|head| view! { <th scope="col">{*head}</th> })
                                .collect_view()}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    }

    /// The values by ply as a line over and under nought; mistakes are dots.
    fn chart(self) -> String {
        let (own, costs) = (self.own(), self.costs());
        chart(&own, &costs, self.ctx.ply.get())
    }
}

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 110.0;
const MARGIN: f64 = 22.0;

fn chart(values: &[Option<i32>], costs: &[Option<i32>], ply: usize) -> String {
    let known = || values.iter().flatten().copied();
    let (Some(least), Some(most)) = (known().min(), known().max()) else {
        return String::new();
    };
    let (low, high) = (f64::from(least.min(-2)), f64::from(most.max(2)));
    let steps = (values.len() - 1).max(1) as f64;
    let mistakes = costs.iter().flatten().filter(|&&cost| cost > 0).count();
    let label = words::chart(
        known().next().unwrap_or_default(),
        known().last().unwrap_or_default(),
        mistakes,
    );
    let plot = [MARGIN, 8.0, WIDTH - 6.0, HEIGHT - 8.0];
    let attributes = format!("role=\"img\" aria-label=\"{label}\"");
    let mut chart = Chart::new(
        (WIDTH, HEIGHT),
        plot,
        (0.0, steps),
        (low, high),
        &attributes,
    );
    let at = |(ply, value): (usize, &Option<i32>)| Some((ply as f64, f64::from((*value)?)));
    let (here, nought) = chart.place((ply as f64, 0.0));
    chart.raw("chart-nought", &format!("M{MARGIN} {nought:.1}H{WIDTH}"));
    chart.raw("chart-here", &format!("M{here:.1} 4V{}", HEIGHT - 4.0));
    chart.line("chart-line", values.iter().enumerate().filter_map(at));
    for value in [least, 0, most] {
        let (_, y) = chart.place((0.0, f64::from(value)));
        if value == 0 || (y - nought).abs() > 12.0 {
            chart.text("", "end", (MARGIN - 5.0, y + 3.5), &words::signed(value));
        }
    }
    for (ply, cost) in (1..).zip(costs) {
        if let (Some(cost), Some(value)) = (cost, values[ply])
            && *cost > 0
        {
            let (class, radius) = if *cost >= BLUNDER {
                ("chart-blunder", 4.5)
            } else {
                ("chart-mistake", 3.0)
            };
            chart.dot(class, (ply as f64, f64::from(value)), radius);
        }
    }
    chart.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_shows_what_is_known() {
        assert_eq!(chart(&[None, None], &[None], 0), "");
        let drawn = chart(
            &[None, Some(3), Some(-1), Some(-1)],
            &[None, Some(4), Some(0)],
            1,
        );
        assert_eq!(drawn.matches("chart-blunder").count(), 1);
        assert_eq!(drawn.matches("<circle").count(), 1);
        assert!(drawn.contains("1 mistake\""), "{drawn}");
        assert!(!drawn.contains("style=") && !drawn.contains("NaN"));
        assert!(!chart(&[Some(0)], &[], 0).contains("NaN"));
    }
}
