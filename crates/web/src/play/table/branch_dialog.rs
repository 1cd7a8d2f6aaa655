//! The dialog that starts a game from a position of a replay.

use super::controller::Controller;
use crate::platform::settings;
use crate::play::saved_game::SeatKind;
use crate::play::session::Session;
use crate::play::setup_form::Form;
use crate::play::strings::policies;
use crate::play::strings::replay as words;
use crate::play::strings::table as table_words;
use crate::ui::dialog::Dialog;
use crate::ui::fields::{Radios, Select};
use leptos::prelude::*;
use parlour_engine::Seat;

/// Asks who plays on, and with which cards.
#[component]
pub(super) fn BranchDialog(
    controller: Controller,
    form: &'static Form,
    open: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <Dialog open labelled_by="branch-title" on_close=Callback::new(move |()| open.set(false))>
            {fields(controller, form, open)}
        </Dialog>
    }
}

/// Made anew whenever the dialog opens: each position has its own.
fn fields(controller: Controller, form: &'static Form, open: RwSignal<bool>) -> AnyView {
    let names = controller.names.get_untracked();
    let first = controller.to_move_here.get_untracked().first();
    let only = controller.session.with_untracked(Session::only_person);
    let you = RwSignal::new(only.or(first).unwrap_or(Seat(0)));
    let redeal = RwSignal::new(false);
    let hides = (controller.session).with_untracked(Session::hides_something);
    let list = (form.levels)(names.len());
    let seats = controller
        .session
        .with_untracked(|session| session.seats().to_vec());
    let level = |seat: &SeatKind| match seat {
        SeatKind::Ai { policy } if list.levels.contains(&policy.as_str()) => policy.clone(),
        _ => list.first.to_owned(),
    };
    let levels = RwSignal::new(seats.iter().map(level).collect::<Vec<_>>());
    let person = move |seat: &SeatKind| match seat {
        SeatKind::Person { name } => name.clone(),
        _ => match settings::shared().with_untracked(|settings| settings.name.clone()) {
            name if name.is_empty() => table_words::you().to_owned(),
            name => name,
        },
    };
    let start = move |_| {
        let you = you.get_untracked();
        let levels = levels.get_untracked().into_iter();
        let kinds = Seat::all(seats.len())
            .zip(levels)
            .map(|(seat, policy)| match seat == you {
                true => SeatKind::Person {
                    name: person(&seats[seat.index()]),
                },
                false => SeatKind::Ai { policy },
            });
        open.set(false);
        controller.play_on(kinds.collect(), (redeal.get_untracked()).then_some(you));
    };
    let options = Seat::all(names.len()).map(|seat| (names[seat.index()].clone(), seat));
    let options = options.collect();
    // What there is to say of four would leave no room for the rest.
    let alone = names.len() == 2;
    let opponents = move || {
        let others = Seat::all(names.len()).filter(|seat| *seat != you.get());
        let select = |seat: Seat| {
            let level = move || levels.with(|levels| levels[seat.index()].clone());
            view! {
                <Select
                    id=format!("level-{}", seat.0)
                    label=words::level_of(&names[seat.index()])
                    options=list.levels.iter().map(|&each| (each, policies::policy(each))).collect()
                    read=Signal::derive(level)
                    write=Callback::new(move |level| {
                        levels.update(|levels| levels[seat.index()] = level)
                    })
                    about=Signal::derive(move || match alone {
                        true => (form.about_level)(&level()).to_owned(),
                        false => String::new(),
                    })
                />
            }
        };
        others.map(select).collect_view()
    };
    view! {
        <h1 id="branch-title" tabindex="-1" autofocus>{words::play_on_title(controller.ply.get_untracked())}</h1>
        <Radios
            legend=words::your_seat()
            name="branch-seat"
            options
            read=you.into()
            write=Callback::new(move |seat| you.set(seat))
        />
        {opponents}
        <div class="field" hidden=!hides>
            <Radios
                legend=words::hidden()
                name="branch-cards"
                options=vec![
                    (words::as_they_were().to_owned(), false),
                    (words::dealt_again().to_owned(), true),
                ]
                read=redeal.into()
                write=Callback::new(move |again| redeal.set(again))
            />
            <p class="field-hint" aria-live="polite">
                {move || match redeal.get() {
                    true => words::dealt_again_hint(),
                    false => words::as_they_were_hint(),
                }}
            </p>
        </div>
        <div class="dialog-foot">
            <button type="button" class="button" on:click=move |_| open.set(false)>
                {words::cancel()}
            </button>
            <button
                type="button"
                class="button button-main"
                data-testid="start-branch"
                on:click=start
            >
                {words::start()}
            </button>
        </div>
    }
    .into_any()
}
