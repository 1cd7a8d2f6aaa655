//! Log, hints, and the dialogs.

use super::controller::{Controller, Hint, Kind};
use crate::platform::route::Route;
use crate::platform::settings;
use crate::play::saved_game::SharedDeal;
use crate::play::session::{LogLine, SumRow, Sums};
use crate::play::strings::analysis as analysis_words;
use crate::play::strings::daily;
use crate::play::strings::puzzles;
use crate::play::strings::table as words;
use crate::play::worker::{Basis, Ranking};
use crate::ui::dialog::{CloseFoot, Dialog};
use leptos::html;
use leptos::prelude::*;
use parlour_engine::Seat;
use wasm_bindgen::JsCast;

/// Every move in words.
#[component]
pub(super) fn LogPanel(controller: Controller) -> impl IntoView {
    let lines = Memo::new(move |_| {
        // A replay shows the whole game, and where in it the page is.
        let names = controller.names.get();
        controller.session.with(|session| session.log(&names))
    });
    let current = Memo::new(move |_| match controller.kind {
        Kind::Replay => controller.ply.get(),
        Kind::Play | Kind::Watch => {
            let last = lines.with(|lines| lines.iter().filter_map(|line| line.number).max());
            last.unwrap_or(0)
        }
    });
    let numbered =
        move || -> Vec<(usize, LogLine)> { lines.get().into_iter().enumerate().collect() };
    // A match says first who starts the round: that is no move.
    let moved =
        Memo::new(move |_| lines.with(|lines| lines.iter().any(|line| line.number.is_some())));
    let list = NodeRef::<html::Ol>::new();
    Effect::new(move |_| {
        let current = current.get();
        lines.track();
        request_animation_frame(move || {
            let Some(list) = list.try_get_untracked().flatten() else {
                return;
            };
            let line = list.query_selector("[aria-current]").ok().flatten();
            let top = line.map_or(0, |line| {
                line.dyn_into::<web_sys::HtmlElement>()
                    .map_or(0, |line| line.offset_top() - list.offset_top())
            });
            let below = top - list.client_height() / 2;
            list.set_scroll_top(if current == 0 { 0 } else { below.max(0) });
        });
    });
    let line = move |line: LogLine| {
        let number = line.number;
        match number {
            None => view! { <li class="log-break">{line.text}</li> }.into_any(),
            Some(number) => view! {
                <li aria-current=move || (current.get() == number).then_some("true")>
                    <span class="log-number">{number}</span>
                    <span>{line.text}</span>
                    <span class="log-gain">{line.gain}</span>
                </li>
            }
            .into_any(),
        }
    };
    view! {
        <section class="panel">
            <h2>{words::log()}</h2>
            <p class="field-hint" hidden=move || moved.get()>
                {words::no_moves()}
            </p>
            <ol class="log" tabindex="0" aria-label=words::moves() data-testid="log" node_ref=list>
                <For
                    each=numbered
                    key=|(index, line): &(usize, LogLine)| (*index, line.text.clone())
                    children=move |(_, entry)| line(entry)
                />
            </ol>
        </section>
    }
}

/// What would the AI do?
#[component]
pub(super) fn HintPanel(controller: Controller) -> impl IntoView {
    let ranking = move |ranking: Ranking| {
        let says = |action: &str| controller.proposal(action);
        let numbers = match ranking.basis {
            Basis::Simulations(count) => words::hint_simulations(count),
            Basis::Exact => words::hint_exact().to_owned(),
        };
        let best = ranking.moves.first().map(|best| says(&best.action));
        let moves: Vec<AnyView> = ranking
            .moves
            .iter()
            .map(|ranked| {
                view! {
                    <li>
                        <span>{says(&ranked.action)}</span>
                        <span>
                            <b>{ranked.written.clone()}</b>
                            " "
                            <small>{ranked.note.clone()}</small>
                        </span>
                        <progress
                            class="meter"
                            max="1"
                            value=ranked.value.to_string()
                            aria-label=words::meter()
                        ></progress>
                    </li>
                }
                .into_any()
            })
            .collect();
        view! {
            <p data-testid="hint-text">{best.map(|best| words::hint_says(&best))}</p>
            <button
                type="button"
                class="button"
                data-testid="play-hint"
                hidden=controller.kind == Kind::Replay
                on:click=move |_| {
                    if let Some(action) = untrack(|| controller.hinted()) {
                        controller.act(&action);
                    }
                }
            >
                {words::play_hint()}
            </button>
            <ol class="ranking" data-testid="ranking">
                {moves}
            </ol>
            <p class="field-hint">{numbers}</p>
        }
        .into_any()
    };
    let panel = move || {
        let body = match controller.hint.get() {
            Hint::None if controller.kind == Kind::Replay => view! {
                <button
                    type="button"
                    class="button"
                    data-testid="analyse"
                    aria-disabled=move || {
                        controller.to_move_here.get().is_empty().then_some("true")
                    }
                    on:click=move |_| controller.ask_hint()
                >
                    {words::analyse()}
                </button>
            }
            .into_any(),
            Hint::None => return None,
            Hint::Searching => view! {
                <p>
                    <span class="spinner" aria-hidden="true"></span>
                    " "
                    {words::searching()}
                </p>
            }
            .into_any(),
            Hint::Found(found) => ranking(found),
        };
        Some(view! {
            <section class="panel hint-panel" data-testid="hint-panel">
                <h2>{words::hint_title()}</h2>
                {body}
            </section>
        })
    };
    view! { {panel} }
}

/// The end of a round or of the game.
#[component]
pub(super) fn ResultDialog(controller: Controller) -> impl IntoView {
    let over = Memo::new(move |_| controller.over() && controller.kind != Kind::Replay);
    let open = Signal::derive(move || {
        controller.interlude.get() || (over.get() && !controller.put_aside.get())
    });
    let close = Callback::new(move |()| {
        if over.get_untracked() {
            controller.put_aside.set(true);
        } else {
            controller.next_round();
        }
    });
    let body = move || {
        let names = controller.names.get();
        let sums = controller.session.with(|session| session.sums(&names));
        if over.get() {
            game_over(controller, sums, &names)
        } else {
            let sums = sums.map(|sums| {
                let heading = sums.heading.clone();
                view! { <Result heading sums=Some(sums) notes=Vec::new() /> }
            });
            view! {
                {sums}
                <div class="dialog-foot">
                    <button
                        type="button"
                        class="button button-main"
                        autofocus
                        data-testid="next-round"
                        on:click=move |_| controller.next_round()
                    >
                        {words::next_round()}
                    </button>
                </div>
            }
            .into_any()
        }
    };
    view! {
        <Dialog open labelled_by="result" on_close=close>
            {body}
        </Dialog>
    }
}

fn game_over(controller: Controller, sums: Option<Sums>, names: &[String]) -> AnyView {
    let (outcome, resigned, id, starter) = controller.session.with(|session| {
        (
            session.outcome(),
            session.resigned(),
            session.id().to_owned(),
            session.rematch().seats[0].name(),
        )
    });
    let only = controller.session.with(|session| session.only_person());
    let seats = names.len();
    let winners: Vec<&str> = outcome
        .iter()
        .flat_map(|outcome| outcome.winners.iter())
        .map(|seat| names[seat.index()].as_str())
        .collect();
    let heading = words::winners(&winners, winners.len() == seats);
    let mut notes = Vec::new();
    if let Some(seat) = resigned {
        notes.push(words::resigned(&names[seat.index()]));
    }
    let starter = match only.map(Seat::index) {
        Some(seat)
            if controller
                .session
                .with(|session| session.seats()[seat].name())
                == starter =>
        {
            words::you().to_owned()
        }
        _ => starter,
    };
    if let Some(link) = controller.link {
        let whole = controller.session.with(|session| session.is_whole());
        return view! {
            <Result heading sums notes />
            {super::remote::result_foot(controller, link, whole.then_some(id))}
        }
        .into_any();
    }
    let shared = (controller.session).with(|session| session.stored().shared.clone());
    let link = controller.session.with(|session| {
        session.challenge(String::new(), String::new())?;
        session.link()
    });
    // The page of the deal, or of a challenge with this game.
    let deal = match &shared {
        Some(SharedDeal::Daily(_)) => Some((Route::DailyDeal(controller.game()), daily::title())),
        Some(SharedDeal::Challenge(link)) => {
            Some((Route::Challenge(link.clone()), daily::compare()))
        }
        None => link.map(|link| (Route::Challenge(link), daily::challenge())),
    };
    let is_shared = shared.is_some();
    let deal = deal.map(|(route, label)| {
        view! {
            <a
                class="button"
                class:button-main=is_shared
                autofocus=is_shared
                data-testid="deal"
                href=route.to_string()
            >
                {label}
            </a>
        }
    });
    let next = (!is_shared).then(|| {
        view! {
            <a
                class="button"
                data-testid="new-game"
                href=Route::New(controller.game()).to_string()
            >
                {words::new_game()}
            </a>
            <button
                type="button"
                class="button button-main"
                autofocus
                data-testid="rematch"
                on:click=move |_| controller.rematch()
            >
                {words::rematch()}
            </button>
        }
    });
    view! {
        <Result heading sums notes />
        <p class="field-hint" hidden=is_shared>{words::rematch_text(&starter)}</p>
        <div class="dialog-foot">
            <button
                type="button"
                class="button button-quiet"
                data-testid="look"
                on:click=move |_| controller.put_aside.set(true)
            >
                {words::look()}
            </button>
            <a class="button" data-testid="replay" href=Route::Replay(id.clone()).to_string()>
                {words::replay()}
            </a>
            <a class="button" data-testid="analysis-link" href=Route::Analysis(id).to_string()>
                {analysis_words::link()}
            </a>
            {deal}
            {next}
        </div>
    }
    .into_any()
}

/// Who won, and the sums.
#[component]
fn Result(heading: String, sums: Option<Sums>, notes: Vec<String>) -> impl IntoView {
    let table = sums.map(|sums| {
        let row = |row: &SumRow| {
            let best = row.best();
            let values: Vec<AnyView> = row
                .values
                .iter()
                .enumerate()
                .map(|(seat, value)| {
                    view! { <td class:is-best=best == Some(seat)>{*value}</td> }.into_any()
                })
                .collect();
            view! {
                <tr>
                    <th scope="row">{row.name.clone()}</th>
                    {values}
                </tr>
            }
        };
        let rows: Vec<_> = sums.rows.iter().map(row).collect();
        let head: Vec<_> = sums
            .names
            .iter()
            .map(|name| {
                view! {
                    <th scope="col">
                        <span>{name.clone()}</span>
                    </th>
                }
            })
            .collect();
        // In a match the game and its last round are two things.
        let say_round = sums.standing.is_some() && sums.heading != heading;
        view! {
            <div class="result-picture" inner_html=sums.picture.clone()></div>
            <h1 id="result" data-testid="result">{heading.clone()}</h1>
            {say_round.then(|| view! { <p>{sums.heading.clone()}</p> })}
            {notes
                .iter()
                .chain(&sums.notes)
                .map(|note| view! { <p class="field-hint">{note.clone()}</p> })
                .collect::<Vec<_>>()}
            <table class="sums" data-testid="sums">
                <thead>
                    <tr>
                        <th scope="col">{sums.unit}</th>
                        {head}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
                <tfoot>
                    {row(&sums.total)}
                    {sums.standing.as_ref().map(row)}
                </tfoot>
            </table>
        }
        .into_any()
    });
    let body = table.unwrap_or_else(|| {
        view! {
            <h1 id="result" data-testid="result">{heading}</h1>
            {notes.into_iter().map(|note| view! { <p>{note}</p> }).collect::<Vec<_>>()}
        }
        .into_any()
    });
    view! { <div class="result">{body}</div> }
}

/// What each key does.
#[component]
pub(super) fn KeysDialog(
    controller: Controller,
    /// Those of the game itself.
    keys: fn() -> Vec<(&'static str, &'static str)>,
    open: RwSignal<bool>,
) -> impl IntoView {
    let (own, common) = match controller.kind {
        Kind::Replay | Kind::Watch => (Vec::new(), words::replay_keys()),
        Kind::Play => (keys(), words::key_list()),
    };
    let lines: Vec<_> = own
        .into_iter()
        .chain(common)
        .filter(|(key, _)| controller.has_help() || !words::keys_not_online().contains(key))
        .chain((controller.exercise).map(|_| ("N", puzzles::next_key())))
        .collect();
    let settings = settings::shared();
    let shortcuts = Signal::derive(move || settings.with(|settings| settings.shortcuts));
    view! {
        <Dialog open labelled_by="keys" on_close=Callback::new(move |()| open.set(false))>
            <h1 id="keys">{words::keys_title()}</h1>
            <table class="keys">
                <tbody>
                    {lines
                        .iter()
                        .map(|&(key, does)| {
                            view! {
                                <tr>
                                    <th scope="row">
                                        <kbd>{key}</kbd>
                                    </th>
                                    <td>{does}</td>
                                </tr>
                            }
                        })
                        .collect::<Vec<_>>()}
                </tbody>
            </table>
            {move || (!shortcuts.get()).then(|| view! { <p class="field-hint">{words::keys_off()}</p> })}
            <CloseFoot open />
        </Dialog>
    }
}

/// Asks before the game is given up.
#[component]
pub(super) fn ResignDialog(controller: Controller, open: RwSignal<bool>) -> impl IntoView {
    view! {
        <Dialog open labelled_by="resign" on_close=Callback::new(move |()| open.set(false))>
            <h1 id="resign">{words::resign_sure()}</h1>
            <p>{words::resign_text(controller.names.with_untracked(Vec::len) - 1)}</p>
            <div class="dialog-foot">
                <button
                    type="button"
                    class="button"
                    autofocus
                    on:click=move |_| open.set(false)
                >
                    {words::play_on()}
                </button>
                <button
                    type="button"
                    class="button button-danger"
                    data-testid="resign-now"
                    on:click=move |_| {
                        open.set(false);
                        controller.resign();
                    }
                >
                    {words::resign()}
                </button>
            </div>
        </Dialog>
    }
}
