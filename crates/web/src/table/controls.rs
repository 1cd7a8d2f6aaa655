//! The bars below the player's cards: to act, to watch, to replay.

use super::Guidance;
use super::desk::{Desk, Kind};
use super::online::OwnClock;
use crate::art::icons::{Icon, icon};
use crate::online::Link;
use crate::session::Session;
use crate::store::{self, Pace};
use crate::text::table as words;
use leptos::prelude::*;

/// The bar of one who plays: mode, what is missing, hint, undo, and the main button.
#[component]
pub(super) fn ActionBar(
    desk: Desk,
    modes: AnyView,
    guidance: Signal<Guidance<String>>,
) -> impl IntoView {
    let legal = Memo::new(move |_| {
        desk.mover.get().is_some() && guidance.with(|guidance| guidance.action.is_some())
    });
    let line = move || {
        if let Some(line) = desk.link.and_then(Link::guidance) {
            return line;
        }
        if desk.mover.get().is_some() {
            return guidance.with(|guidance| guidance.line.clone());
        }
        if desk.over() {
            return words::OVER.to_owned();
        }
        match desk.thinking.get() {
            Some(seat) => words::thinks(&desk.name(seat)),
            None => {
                let owing: Vec<String> = desk
                    .to_move
                    .get()
                    .iter()
                    .map(|seat| desk.name(seat))
                    .collect();
                words::wait_for(&owing)
            }
        }
    };
    // What was refused is old news once another choice is made.
    if let Some(link) = desk.link {
        Effect::watch(
            move || (desk.mover.get(), guidance.get()),
            move |(mover, now), before, _| {
                let changed = before.is_some_and(|(at, before)| at == mover && before != now);
                if mover.is_some() && changed {
                    link.refused.set(None);
                }
            },
            false,
        );
    }
    let help = desk.link.is_none().then(|| help(desk));
    let clock = desk.link.map(|link| view! { <OwnClock link /> });
    let confirm = move |_| {
        if let Some(action) = guidance.with_untracked(|guidance| guidance.action.clone()) {
            desk.act(&action);
        }
    };
    view! {
        <div class="action-bar" data-testid="actions">
            {modes}
            <p class="action-reason" role="status" data-testid="guidance">
                {line}
            </p>
            {clock}
            {help}
            <button
                type="button"
                class="button"
                class:button-main=move || legal.get()
                data-main=""
                data-testid="confirm"
                aria-disabled=move || (!legal.get()).then_some("true")
                on:click=confirm
            >
                {words::CONFIRM}
            </button>
        </div>
    }
}

/// What one has only against an AI: the hint and the undo.
fn help(desk: Desk) -> AnyView {
    view! {
        <button
            type="button"
            class="button button-quiet"
            data-testid="hint"
            aria-disabled=move || (!desk.may_ask()).then_some("true")
            on:click=move |_| desk.ask_hint()
        >
            <span class="icon" inner_html=icon(Icon::Hint)></span>
            <span class="button-label">{words::HINT}</span>
        </button>
        <button
            type="button"
            class="button button-quiet"
            data-testid="undo"
            aria-disabled=move || desk.may_undo.get().is_none().then_some("true")
            on:click=move |_| desk.undo()
        >
            <span class="icon" inner_html=icon(Icon::Undo)></span>
            <span class="button-label">{words::UNDO}</span>
        </button>
    }
    .into_any()
}

/// The bar of one who watches: run, stand still, one move, how fast.
#[component]
pub(super) fn WatchBar(desk: Desk) -> impl IntoView {
    let paused = move || desk.paused.get();
    let over = Memo::new(move |_| desk.over());
    let over = move || over.get().then_some("true");
    view! {
        <div class="action-bar" role="group" aria-label=words::WATCH_CONTROLS data-testid="watch">
            <button
                type="button"
                class="button button-icon"
                data-testid="play-pause"
                aria-label=move || if paused() { words::PLAY } else { words::PAUSE }
                aria-disabled=over
                on:click=move |_| desk.toggle_pause()
            >
                <span
                    class="icon"
                    inner_html=move || icon(if paused() { Icon::Play } else { Icon::Pause })
                ></span>
            </button>
            <button
                type="button"
                class="button button-icon"
                data-testid="step"
                aria-label=words::STEP
                aria-disabled=over
                on:click=move |_| desk.step()
            >
                <span class="icon" inner_html=icon(Icon::Forward)></span>
            </button>
            <Speed />
            <p class="action-reason" role="status" data-testid="guidance">
                {move || {
                    if over().is_some() {
                        return words::OVER.to_owned();
                    }
                    let seat = desk.thinking.get();
                    seat.map(|seat| desk.names.with(|names| words::thinks(&names[seat.index()])))
                        .unwrap_or_default()
                }}
            </p>
        </div>
    }
}

/// How fast AIs play when they are watched.
#[component]
fn Speed() -> impl IntoView {
    let settings = store::settings();
    let choice = move |pace: Pace, name: &'static str| {
        let value = match pace {
            Pace::Slow => "slow",
            Pace::Normal => "normal",
            Pace::Fast => "fast",
        };
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="speed"
                    value=value
                    prop:checked=move || settings.with(|settings| settings.watch_pace) == pace
                    on:change=move |_| settings.update(|settings| settings.watch_pace = pace)
                />
                <span>{name}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments" data-testid="speed">
            <legend class="visually-hidden">{words::SPEED}</legend>
            {choice(Pace::Slow, words::SLOW)}
            {choice(Pace::Normal, words::NORMAL)}
            {choice(Pace::Fast, words::FAST)}
        </fieldset>
    }
}

/// The bar of a replay: to any position.
#[component]
pub(super) fn Transport(desk: Desk) -> impl IntoView {
    debug_assert_eq!(desk.kind, Kind::Replay);
    let last = desk.session.with_untracked(Session::moves);
    let at_start = move || (desk.ply.get() == 0).then_some("true");
    let at_end = move || (desk.ply.get() >= last).then_some("true");
    let step = move |by: isize| {
        let ply = desk.ply.get_untracked().saturating_add_signed(by);
        desk.seek(ply);
    };
    view! {
        <div class="action-bar">
            <div
                class="transport"
                role="group"
                aria-label=words::REPLAY_CONTROLS
                data-testid="transport"
            >
                <button
                    type="button"
                    class="button button-icon"
                    aria-label=words::FIRST
                    aria-disabled=at_start
                    on:click=move |_| desk.seek(0)
                >
                    <span class="icon" inner_html=icon(Icon::First)></span>
                </button>
                <button
                    type="button"
                    class="button button-icon"
                    aria-label=words::BACK
                    aria-disabled=at_start
                    on:click=move |_| step(-1)
                >
                    <span class="icon" inner_html=icon(Icon::Back)></span>
                </button>
                <button
                    type="button"
                    class="button button-icon"
                    aria-label=words::FORWARD
                    aria-disabled=at_end
                    data-focus=""
                    on:click=move |_| step(1)
                >
                    <span class="icon" inner_html=icon(Icon::Forward)></span>
                </button>
                <button
                    type="button"
                    class="button button-icon"
                    aria-label=words::LAST
                    aria-disabled=at_end
                    on:click=move |_| desk.seek(last)
                >
                    <span class="icon" inner_html=icon(Icon::Last)></span>
                </button>
                <input
                    type="range"
                    class="range"
                    min="0"
                    max=last.to_string()
                    aria-label=words::MOVE
                    aria-valuetext=move || words::position(desk.ply.get(), last)
                    prop:value=move || desk.ply.get().to_string()
                    on:input=move |event| {
                        if let Ok(ply) = event_target_value(&event).parse() {
                            desk.seek(ply);
                        }
                    }
                />
                <span data-testid="position">{move || words::position(desk.ply.get(), last)}</span>
            </div>
        </div>
    }
}
