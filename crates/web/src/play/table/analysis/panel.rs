//! What a replay shows of its analysis: the chart, the move that is due in the position, mistakes, and sums.

use super::GameAnalysis;
use super::chart::{Drawn, ply_at};
use crate::play::saved_analysis::NumberedMove;
use crate::play::session::Session;
use crate::play::strings::analysis as words;
use crate::play::strings::gallery::joined;
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use parlour_agents::analysis::{Judgement, Summary};
use parlour_engine::Seat;
use wasm_bindgen::JsCast;

/// The panel at the side of a replay.
#[component]
pub(in crate::play::table) fn AnalysisPanel(analysis: GameAnalysis) -> impl IntoView {
    let found = Memo::new(move |_| analysis.moves.with(|moves| !moves.is_empty()));
    let results = move || {
        found.get().then(|| {
            view! {
                <div
                    class="analysis-chart"
                    inner_html=move || chart(analysis)
                    on:click=move |event| seek_by_chart(analysis, &event)
                ></div>
                <p class="field-hint">{words::about_scale(analysis.scale)}</p>
                {move || here(analysis)}
                <Mistakes analysis />
                <Summaries analysis />
                <p class="field-hint">{move || about_search(analysis)}</p>
            }
        })
    };
    view! {
        <section
            class="panel analysis-panel"
            data-testid="analysis"
            data-done=move || (analysis.done.get() == analysis.plies.get()).then_some("")
        >
            <h2>{words::title()}</h2>
            {move || control(analysis)}
            {results}
        </section>
    }
}

/// Starts, stops, and tells how far it is.
fn control(analysis: GameAnalysis) -> AnyView {
    let (done, of) = (analysis.done, analysis.plies.get());
    if of == 0 {
        return view! { <p class="field-hint">{words::empty()}</p> }.into_any();
    }
    if analysis.running.get() {
        return view! {
            <div class="analysis-progress">
                <p class="field-hint" data-testid="analysis-progress">
                    {move || words::progress(done.get(), of)}
                </p>
                <button type="button" class="button button-quiet" on:click=move |_| analysis.stop()>
                    {words::stop()}
                </button>
                <progress
                    class="meter"
                    max=of.to_string()
                    value=move || done.get().to_string()
                    aria-label=words::bar()
                ></progress>
            </div>
        }
        .into_any();
    }
    if done.get() == of {
        return ().into_any();
    }
    let failed = analysis.failed.get().map(|reason| {
        view! { <p class="field-error" role="alert">{words::failed(&reason)}</p> }
    });
    let (about, label) = match done.get_untracked() {
        0 => (Some(words::about()), words::start()),
        _ => (None, words::go_on()),
    };
    view! {
        {failed}
        {about.map(|about| view! { <p class="field-hint">{about}</p> })}
        <button
            type="button"
            class="button button-main"
            data-testid="analyse-game"
            on:click=move |_| analysis.start()
        >
            {label}
        </button>
    }
    .into_any()
}

fn chart(analysis: GameAnalysis) -> String {
    let results = analysis.results();
    analysis.moves.with(|moves| {
        let drawn = Drawn {
            scale: analysis.scale,
            seats: analysis.controller.names.with(Vec::len),
            plies: analysis.plies.get(),
            moves,
            results: results.as_deref(),
            ply: analysis.controller.ply.get(),
        };
        drawn.draw()
    })
}

/// Shows the position below a place of the chart. By the keyboard, the slider of the replay does the same.
fn seek_by_chart(analysis: GameAnalysis, event: &MouseEvent) {
    let target = event.current_target();
    if let Some(element) = target.and_then(|it| it.dyn_into::<web_sys::Element>().ok()) {
        let frame = element.get_bounding_client_rect();
        let place = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        analysis
            .controller
            .seek(ply_at(place, analysis.plies.get_untracked()));
    }
}

/// The move after this number of actions, if it was analysed.
fn find(analysis: GameAnalysis, ply: usize) -> Option<NumberedMove> {
    analysis.moves.with(|moves| {
        let at = moves.binary_search_by_key(&ply, |it| it.ply).ok()?;
        moves.get(at).cloned()
    })
}

/// What was played in the position that is shown, and what would have been better.
fn here(analysis: GameAnalysis) -> Option<AnyView> {
    let controller = analysis.controller;
    let ply = controller.ply.get();
    let NumberedMove { judged, .. } = find(analysis, ply)?;
    let scale = analysis.scale;
    let heading = words::move_of(ply + 1, &controller.name(judged.seat));
    let row = |label: &'static str, text: String| {
        view! {
            <div>
                <dt>{label}</dt>
                <dd>{text}</dd>
            </div>
        }
    };
    // What the rules say in numbers stands beside the actions of a mistake.
    let with_fact = |action: &str| {
        let proposal = controller.proposal(action);
        let fact = judged.judgement.and_then(|_| {
            let fact = |session: &Session| session.known().fact(ply, judged.seat, action);
            controller.session.with_untracked(fact)
        });
        match fact {
            Some(fact) => words::with_fact(&proposal, &fact),
            None => proposal,
        }
    };
    let better = judged.judgement.map(|_| {
        view! {
            {row(words::better(), with_fact(&judged.best))}
            {row(words::cost(), words::cost_of(scale, judged.cost))}
        }
    });
    let explanation = judged.judgement.map(|_| {
        let name = controller.name(judged.seat);
        let text = match judged.scores {
            Some(scores) => words::compared(&name, scores),
            None => words::solved(&name, judged.value.mean, judged.cost.mean),
        };
        view! { <p data-testid="explanation">{text}</p> }
    });
    let best = judged.judgement.is_none() && judged.options > 1;
    let line = (!judged.line.is_empty()).then(|| {
        let brief: Vec<String> = controller.session.with_untracked(|session| {
            let line = judged.line.iter();
            line.map(|action| session.known().brief(action)).collect()
        });
        view! {
            <div>
                <dt>{words::best_line()}</dt>
                <dd data-testid="best-line">{joined(&brief)}</dd>
            </div>
        }
    });
    let panel = view! {
        <div class="analysis-here" data-testid="analysis-here">
            <h3>{heading} {judged.judgement.map(mark)}</h3>
            <dl class="terms">
                {row(words::expected(), words::value(scale, judged.value))}
                {row(words::played(), with_fact(&judged.played))}
                {better}
                {line}
            </dl>
            {explanation}
            {best.then(|| view! { <p class="field-hint">{words::best()}</p> })}
        </div>
    };
    Some(panel.into_any())
}

/// The name of a judgement, with its sign.
fn mark(judgement: Judgement) -> impl IntoView {
    let class = match judgement {
        Judgement::Inaccuracy => "judgement is-inaccuracy",
        Judgement::Mistake => "judgement is-mistake",
        Judgement::Blunder => "judgement is-blunder",
    };
    view! {
        <span class=class>
            <span aria-hidden="true">{words::sign(judgement)}</span>
            " "
            {words::judgement(judgement)}
        </span>
    }
}

/// Every mistake of those who are chosen.
#[component]
fn Mistakes(analysis: GameAnalysis) -> impl IntoView {
    let controller = analysis.controller;
    let mistakes = Memo::new(move |_| analysis.mistakes());
    let seats = controller.names.with_untracked(Vec::len);
    let options = Seat::all(seats).map(|seat| {
        let value = seat.0.to_string();
        view! {
            <option value=value selected=analysis.whose.get_untracked() == Some(seat)>
                {controller.name(seat)}
            </option>
        }
    });
    let options: Vec<_> = options.collect();
    let row = move |ply: usize| {
        let NumberedMove { judged, .. } = untrack(|| find(analysis, ply))?;
        let kind = judged.judgement?;
        let better = controller
            .session
            .with_untracked(|session| session.known().proposal(ply, &judged.best));
        let cost = words::cost_of(analysis.scale, judged.cost);
        let sign = words::sign(kind);
        let name = untrack(|| controller.name(judged.seat));
        Some(view! {
            <li aria-current=move || (controller.ply.get() == ply).then_some("true")>
                <button
                    type="button"
                    class="mistake"
                    aria-label=words::before_move(ply + 1)
                    on:click=move |_| controller.seek(ply)
                >
                    {ply + 1}
                </button>
                <span>
                    <b>{name}</b>
                    " "
                    <span class="judgement" aria-hidden="true">{sign}</span>
                    <br />
                    {words::verdict(kind, &cost, &better)}
                </span>
            </li>
        })
    };
    view! {
        <div class="analysis-mistakes">
            <h3>{words::mistakes()}</h3>
            <label class="analysis-whose">
                <span>{words::mistakes_of()}</span>
                <select
                    class="select"
                    on:change=move |event| {
                        let seat = event_target_value(&event).parse().ok().map(Seat);
                        analysis.whose.set(seat);
                    }
                >
                    <option value="" selected=analysis.whose.get_untracked().is_none()>
                        {words::everybody()}
                    </option>
                    {options}
                </select>
            </label>
            <p class="field-hint" hidden=move || {
                analysis.running.get() || mistakes.with(|mistakes| !mistakes.is_empty())
            }>{words::no_mistakes()}</p>
            <ol
                class="mistakes"
                tabindex="0"
                aria-label=words::mistakes()
                data-testid="mistakes"
                hidden=move || mistakes.with(Vec::is_empty)
            >
                <For each=move || mistakes.get() key=|ply| *ply children=row />
            </ol>
        </div>
    }
}

/// What each seat lost on average, and how often it erred.
#[component]
fn Summaries(analysis: GameAnalysis) -> impl IntoView {
    let controller = analysis.controller;
    let rows = move || {
        let names = controller.names.get();
        let row = |(index, name): (usize, &String)| {
            let summary = analysis.moves.with(|moves| {
                let judged = moves.iter().map(|numbered| &numbered.judged);
                Summary::of(Seat(index as u8), judged)
            });
            let key = format!(
                "<svg viewBox=\"0 0 28 10\"><path class=\"curve curve-{index}\" d=\"M1 5H27\"/></svg>"
            );
            view! {
                <tr>
                    <th scope="row">
                        <span class="analysis-name">
                            <span class="analysis-key" inner_html=key></span>
                            {name.clone()}
                        </span>
                    </th>
                    <td>{words::loss(analysis.scale, summary.average_loss)}</td>
                    <td>{summary.inaccuracies}</td>
                    <td>{summary.mistakes}</td>
                    <td>{summary.blunders}</td>
                </tr>
            }
        };
        names.iter().enumerate().map(row).collect_view()
    };
    let head = |name: &'static str, judgement: Judgement| {
        view! {
            <th scope="col" title=name>
                <span aria-hidden="true">{words::sign(judgement)}</span>
                <span class="visually-hidden">{name}</span>
            </th>
        }
    };
    view! {
        <table class="analysis-sums" data-testid="analysis-sums">
            <thead>
                <tr>
                    <th scope="col">{words::player()}</th>
                    <th scope="col">{words::average_loss()}</th>
                    {head(words::inaccuracies(), Judgement::Inaccuracy)}
                    {head(words::mistakes(), Judgement::Mistake)}
                    {head(words::blunders(), Judgement::Blunder)}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn about_search(analysis: GameAnalysis) -> String {
    let exact = analysis
        .moves
        .with(|moves| moves.iter().all(|it| it.judged.simulations == 0));
    let simulations = analysis
        .settings
        .with_value(|settings| settings.simulations);
    words::about_search(simulations, exact)
}

/// In the bar of a replay: the way to the next mistake, and what the move in the position that is shown cost.
#[component]
pub(in crate::play::table) fn NextMistake(analysis: GameAnalysis) -> impl IntoView {
    let controller = analysis.controller;
    let any = Memo::new(move |_| !analysis.mistakes().is_empty());
    let verdict = move || {
        let judged = find(analysis, controller.ply.get())?.judged;
        let cost = words::cost_of(analysis.scale, judged.cost);
        let better = controller.proposal(&judged.best);
        Some(words::verdict(judged.judgement?, &cost, &better))
    };
    view! {
        <div class="next-mistake" hidden=move || !any.get()>
            <p class="action-reason" role="status" data-testid="verdict">
                {verdict}
            </p>
            <button
                type="button"
                class="button"
                data-testid="next-mistake"
                on:click=move |_| analysis.next_mistake()
            >
                {words::next_mistake()}
            </button>
        </div>
    }
}
