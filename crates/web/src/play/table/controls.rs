//! The bars below the player's cards: to act, to watch, to replay.

use super::Guidance;
use super::analysis::{GameAnalysis, NextMistake};
use super::controller::{Controller, Kind};
use super::page::Dialogs;
use super::remote::OwnClock;
use crate::platform::settings::{self, Pace};
use crate::play::server::Link;
use crate::play::session::Session;
use crate::play::strings::replay as replay_words;
use crate::play::strings::table as words;
use leptos::prelude::*;
use parlour_art::icons::{Icon, icon};

/// The bar of one who plays: mode, what is missing, hint, undo, and the main button.
#[component]
pub(super) fn ActionBar(
    controller: Controller,
    modes: AnyView,
    guidance: Signal<Guidance<String>>,
) -> impl IntoView {
    let legal = Memo::new(move |_| {
        controller.mover.get().is_some() && guidance.with(|guidance| guidance.action.is_some())
    });
    let line = move || {
        let remote = |link: Link| link.guidance(controller);
        if let Some(line) = controller.link.and_then(remote) {
            return line;
        }
        if controller.mover.get().is_some() {
            return guidance.with(|guidance| guidance.line.clone());
        }
        if controller.over() {
            return words::over().to_owned();
        }
        match controller.thinking.get() {
            Some(seat) => words::thinks(&controller.name(seat)),
            None => {
                let owing: Vec<String> = controller
                    .to_move
                    .get()
                    .iter()
                    .map(|seat| controller.name(seat))
                    .collect();
                words::wait_for(&owing)
            }
        }
    };
    // What was refused is old news once another choice is made.
    if let Some(link) = controller.link {
        Effect::watch(
            move || (controller.mover.get(), guidance.get()),
            move |(mover, now), before, _| {
                let changed = before.is_some_and(|(at, before)| at == mover && before != now);
                if mover.is_some() && changed {
                    link.refused.set(None);
                }
            },
            false,
        );
    }
    let help = controller.has_help().then(|| help(controller));
    let clock = controller.link.map(|link| view! { <OwnClock link /> });
    let confirm = move |_| {
        if let Some(action) = guidance.with_untracked(|guidance| guidance.action.clone()) {
            controller.act(&action);
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
                {words::confirm()}
            </button>
        </div>
    }
}

/// What one has only against an AI: the hint and the undo.
fn help(controller: Controller) -> AnyView {
    view! {
        <button
            type="button"
            class="button button-quiet"
            data-testid="hint"
            aria-disabled=move || (!controller.may_ask()).then_some("true")
            on:click=move |_| controller.ask_hint()
        >
            <span class="icon" inner_html=icon(Icon::Hint)></span>
            <span class="button-label">{words::hint()}</span>
        </button>
        <button
            type="button"
            class="button button-quiet"
            data-testid="undo"
            aria-disabled=move || controller.may_undo.get().is_none().then_some("true")
            on:click=move |_| controller.undo()
        >
            <span class="icon" inner_html=icon(Icon::Undo)></span>
            <span class="button-label">{words::undo()}</span>
        </button>
    }
    .into_any()
}

/// The bar of one who watches: run, stand still, one move, how fast.
#[component]
pub(super) fn WatchBar(controller: Controller) -> impl IntoView {
    let paused = move || controller.paused.get();
    let over = Memo::new(move |_| controller.over());
    let over = move || over.get().then_some("true");
    view! {
        <div class="action-bar" role="group" aria-label=words::watch_controls() data-testid="watch">
            <button
                type="button"
                class="button button-icon"
                data-testid="play-pause"
                aria-label=move || if paused() { words::play() } else { words::pause() }
                aria-disabled=over
                on:click=move |_| controller.toggle_pause()
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
                aria-label=words::step()
                aria-disabled=over
                on:click=move |_| controller.step()
            >
                <span class="icon" inner_html=icon(Icon::Forward)></span>
            </button>
            <Speed />
            <p class="action-reason" role="status" data-testid="guidance">
                {move || {
                    if over().is_some() {
                        return words::over().to_owned();
                    }
                    let seat = controller.thinking.get();
                    seat.map(|seat| controller.names.with(|names| words::thinks(&names[seat.index()])))
                        .unwrap_or_default()
                }}
            </p>
        </div>
    }
}

/// How fast AIs play when they are watched.
#[component]
fn Speed() -> impl IntoView {
    let settings = settings::shared();
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
            <legend class="visually-hidden">{words::speed()}</legend>
            {choice(Pace::Slow, words::slow())}
            {choice(Pace::Normal, words::normal())}
            {choice(Pace::Fast, words::fast())}
        </fieldset>
    }
}

/// The bar of a replay: to any position.
#[component]
pub(super) fn Transport(
    controller: Controller,
    analysis: GameAnalysis,
    dialogs: Dialogs,
) -> impl IntoView {
    debug_assert_eq!(controller.kind, Kind::Replay);
    // It changes when another tab has played on.
    let last = Memo::new(move |_| controller.session.with(Session::moves));
    let at_start = move || (controller.ply.get() == 0).then_some("true");
    let at_end = move || (controller.ply.get() >= last.get()).then_some("true");
    let position = move || words::position(controller.ply.get(), last.get());
    let step = move |by: isize| {
        let ply = controller.ply.get_untracked().saturating_add_signed(by);
        controller.seek(ply);
    };
    view! {
        <div class="action-bar">
            <div
                class="transport"
                role="group"
                aria-label=words::replay_controls()
                data-testid="transport"
            >
                <button
                    type="button"
                    class="button button-icon"
                    aria-label=words::first()
                    aria-disabled=at_start
                    on:click=move |_| controller.seek(0)
                >
                    <span class="icon" inner_html=icon(Icon::First)></span>
                </button>
                <button
                    type="button"
                    class="button button-icon"
                    aria-label=words::back()
                    aria-disabled=at_start
                    on:click=move |_| step(-1)
                >
                    <span class="icon" inner_html=icon(Icon::Back)></span>
                </button>
                <button
                    type="button"
                    class="button button-icon"
                    aria-label=words::forward()
                    aria-disabled=at_end
                    data-focus=""
                    on:click=move |_| step(1)
                >
                    <span class="icon" inner_html=icon(Icon::Forward)></span>
                </button>
                <button
                    type="button"
                    class="button button-icon"
                    aria-label=words::last()
                    aria-disabled=at_end
                    on:click=move |_| controller.seek(last.get_untracked())
                >
                    <span class="icon" inner_html=icon(Icon::Last)></span>
                </button>
                <input
                    type="range"
                    class="range"
                    min="0"
                    max=move || last.get().to_string()
                    aria-label=words::move_text()
                    aria-valuetext=position
                    prop:value=move || controller.ply.get().to_string()
                    on:input=move |event| {
                        if let Ok(ply) = event_target_value(&event).parse() {
                            controller.seek(ply);
                        }
                    }
                />
                <span data-testid="position">{position}</span>
            </div>
            <NextMistake analysis />
            <button
                type="button"
                class="button"
                data-testid="play-on"
                aria-disabled=move || controller.to_move_here.get().is_empty().then_some("true")
                on:click=move |_| {
                    dialogs.branch.set(!controller.to_move_here.get_untracked().is_empty())
                }
            >
                {replay_words::play_on()}
            </button>
        </div>
    }
}
