//! What people at a table of a server settle among themselves: to take a move back, and what they say to each other.

use super::Controller;
use crate::play::server::Link;
use crate::play::strings::server as words;
use crate::ui::toast::toast;
use leptos::prelude::*;
use parlour_engine::Seat;
use parlour_protocol::Phrase;
use parlour_protocol::summary::SeatKind;

/// The request of one of them to take a move back, with the answers.
#[component]
pub(super) fn UndoNotice(controller: Controller, link: Link) -> impl IntoView {
    let undo = Memo::new(move |_| link.summary.with(|summary| summary.undo));
    move || {
        let undo = undo.get()?;
        let own = link.seat.get();
        let answer = move |want: bool, name: &'static str, label: &'static str| {
            view! {
                <button
                    type="button"
                    class="button"
                    class:button-main=want
                    data-testid=name
                    on:click=move |_| link.answer_undo(want)
                >
                    {label}
                </button>
            }
            .into_any()
        };
        let is_awaited = own.is_some_and(|own| !undo.agreed.contains(own));
        let text = if is_awaited || own.is_none() {
            words::wants_undo(&controller.name(undo.seat))
        } else {
            let people = link.summary.with(|summary| {
                let seats = Seat::all(summary.seats.len()).zip(&summary.seats);
                seats
                    .filter(|(seat, now)| {
                        now.kind == SeatKind::Person && !undo.agreed.contains(*seat)
                    })
                    .map(|(seat, _)| seat)
                    .collect::<Vec<_>>()
            });
            let names: Vec<String> = people
                .into_iter()
                .map(|seat| controller.name(seat))
                .collect();
            words::undo_waits(&names)
        };
        let buttons = match own {
            None => ().into_any(),
            Some(_) if is_awaited => view! {
                {answer(true, "agree-undo", words::agree())}
                {answer(false, "decline-undo", words::decline())}
            }
            .into_any(),
            Some(_) => answer(false, "withdraw-undo", words::withdraw()),
        };
        Some(view! {
            <div class="note table-note" role="alert" data-testid="undo-request">
                <p>{text}</p>
                <div class="button-row">{buttons}</div>
            </div>
        })
    }
}

/// The button that asks the others to take one's last move back.
#[component]
pub(super) fn AskUndo(link: Link) -> impl IntoView {
    let may = Memo::new(move |_| link.may_ask_undo());
    move || {
        may.get().then(|| {
            view! {
                <button
                    type="button"
                    class="button button-quiet"
                    data-testid="ask-undo"
                    on:click=move |_| link.answer_undo(true)
                >
                    {words::ask_undo()}
                </button>
            }
        })
    }
}

/// The phrases, as buttons for those who sit at the table; shows what somebody says.
#[component]
pub(crate) fn Phrases(link: Link) -> impl IntoView {
    let toast = toast();
    Effect::watch(
        move || link.heard.get(),
        move |heard, _, _| {
            if let Some((seat, phrase)) = *heard {
                let name = link.summary.with_untracked(|summary| {
                    let seat = summary.seats.get(seat.index());
                    seat.and_then(|seat| seat.name.clone()).unwrap_or_default()
                });
                toast.show(words::said(&name, phrase));
            }
        },
        false,
    );
    // Not before the server has given the seat: it may refuse.
    let sits = Memo::new(move |_| link.seat.get().is_some());
    let buttons = move || {
        let phrases = Phrase::ALL.map(|phrase| {
            view! {
                <button
                    type="button"
                    class="button button-quiet"
                    data-testid=format!("phrase-{}", phrase.code())
                    on:click=move |_| link.say(phrase)
                >
                    {words::phrase(phrase)}
                </button>
            }
        });
        view! {
            <div class="button-row phrases" role="group" aria-label=words::say()>
                {phrases}
            </div>
        }
    };
    move || sits.get().then(buttons)
}
