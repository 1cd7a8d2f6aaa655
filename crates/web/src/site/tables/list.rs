//! The tables one can go to: one's own, and those that everybody may find.

use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::play::registry;
use crate::play::saved_game::unnumbered;
use crate::play::server::api;
use crate::play::server::own_tables::{self, OwnTable};
use crate::play::strings::gallery::joined;
use crate::play::strings::{policies, server as words};
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::summary::{SeatKind, SeatSummary, State, Summary};
use std::time::Duration;

/// How often the lists are read again.
const AGAIN: Duration = Duration::from_secs(5);
/// One's own tables that are shown: who plays at more looks at the latest.
const SHOWN: usize = 8;

/// The name of a game for people, and of its rules where it has a choice.
pub(super) fn titled(summary: &Summary) -> (String, String) {
    let Some(game) = registry::find(&summary.game) else {
        return (summary.game.clone(), summary.rules.clone());
    };
    let rules = game.form.rules_label(&summary.rules, summary.seats.len());
    (
        (game.name)().to_owned(),
        rules.unwrap_or_default().to_owned(),
    )
}

/// Who sits there, in a line.
pub(super) fn who(summary: &Summary) -> String {
    let name = |seat: &SeatSummary| match (&seat.name, seat.kind) {
        (Some(name), SeatKind::Policy) => Some(policies::policy(unnumbered(name))),
        (Some(name), _) if seat.taken => Some(name.clone()),
        _ => None,
    };
    let names: Vec<String> = summary.seats.iter().filter_map(name).collect();
    joined(&names)
}

/// Number of seats that anybody may take now.
pub(super) fn open_seats(summary: &Summary) -> usize {
    let free = |seat: &&SeatSummary| seat.open && !seat.taken;
    match summary.state {
        State::Waiting => summary.seats.iter().filter(free).count(),
        State::Playing | State::Over | State::Abandoned => 0,
    }
}

/// How far it is, in a word.
fn state(summary: &Summary) -> String {
    match summary.state {
        State::Waiting => {
            let taken = summary.seats.iter().filter(|seat| seat.taken).count();
            words::seats_taken(taken, summary.seats.len())
        }
        State::Playing => words::playing().to_owned(),
        State::Over => words::over().to_owned(),
        State::Abandoned => words::dropped().to_owned(),
    }
}

/// The game, and in a line how it stands and who plays.
pub(super) fn described(summary: &Summary) -> (String, String) {
    let (game, rules) = titled(summary);
    let clock = summary.clock.map(words::clocked);
    let bank = summary.bank.map(words::banked);
    let line = [Some(state(summary)), clock, bank, Some(who(summary))];
    let line = line.into_iter().flatten().filter(|part| !part.is_empty());
    (
        words::game_and_rules(&game, &rules),
        line.collect::<Vec<_>>().join(" · "),
    )
}

/// Calls `look` now, and again from time to time while the page is seen.
fn keep_looking(look: impl Fn() + Clone + 'static) {
    look();
    let again = set_interval_with_handle(
        move || {
            if document().visibility_state() == web_sys::VisibilityState::Visible {
                look();
            }
        },
        AGAIN,
    );
    on_cleanup(move || {
        if let Ok(again) = again {
            again.clear();
        }
    });
}

/// The tables at which this browser has a seat or that it made; nothing where there are none.
#[component]
pub(crate) fn YourTables() -> impl IntoView {
    type Entry = (OwnTable, Option<Summary>);
    let tables = RwSignal::new(Vec::<Entry>::new());
    let look = move || {
        let mut own = own_tables::all();
        own.truncate(SHOWN);
        spawn_local(async move {
            let mut found: Vec<Entry> = Vec::new();
            for table in own {
                match api::summary(&table.id).await {
                    Ok(summary) => found.push((table, Some(summary))),
                    Err(Trouble::Gone(_)) => found.push((table, None)),
                    // Without the server nothing can be said of them.
                    Err(_) => return,
                }
            }
            if tables.try_with_untracked(|tables| *tables != found) == Some(true) {
                tables.set(found);
            }
        });
    };
    if !own_tables::all().is_empty() {
        keep_looking(look);
    }
    let entry = move |(table, summary): Entry| {
        let OwnTable {
            id,
            game,
            token,
            seat,
            ..
        } = table;
        let asked = summary
            .as_ref()
            .is_some_and(|summary| seat.is_some_and(|seat| summary.to_move.contains(seat)));
        let (title, line) = match &summary {
            Some(summary) => described(summary),
            None => {
                let name = registry::find(&game).map_or(game, |game| (game.name)().to_owned());
                (name, words::forgotten().to_owned())
            }
        };
        let open = summary.is_some().then(|| {
            let (label, route) = match token {
                Some(_) => (words::go_on(), Route::Seat(id.clone())),
                None => (words::open(), Route::Table(id.clone())),
            };
            view! {
                <a class="button" href=route.to_string()>
                    {label}
                    <span class="visually-hidden">" " {title.clone()}</span>
                </a>
            }
        });
        let ended = summary
            .as_ref()
            .is_none_or(|summary| matches!(summary.state, State::Over | State::Abandoned));
        let forget = ended.then(|| {
            let forget = move |_| {
                own_tables::forget(&id);
                look();
            };
            view! {
                <button type="button" class="button button-quiet" on:click=forget>
                    {words::forget()}
                    <span class="visually-hidden">" " {title.clone()}</span>
                </button>
            }
        });
        view! {
            <li class="entry" data-testid="your-table">
                <div class="entry-text">
                    <b>{title.clone()}</b>
                    " "
                    {asked
                        .then(|| view! { <span class="chip chip-accent">{words::your_turn()}</span> })}
                    <small>{line}</small>
                </div>
                <div class="button-row">{open} {forget}</div>
            </li>
        }
    };
    move || {
        let tables = tables.get();
        (!tables.is_empty()).then(|| {
            view! {
                <section class="home-part" aria-labelledby="your-tables">
                    <h2 id="your-tables">{words::yours()}</h2>
                    <ul class="entries">{tables.into_iter().map(entry).collect_view()}</ul>
                </section>
            }
        })
    }
}

/// The tables that everybody may find: those with open seats, and those to watch.
#[component]
pub(super) fn Listed() -> impl IntoView {
    let tables = RwSignal::new(None::<Result<Vec<Summary>, Trouble>>);
    keep_looking(move || {
        spawn_local(async move {
            let found = Some(api::list().await);
            if tables.try_with_untracked(|tables| *tables != found) == Some(true) {
                tables.set(found);
            }
        });
    });
    let body = move |is_request: bool, none: &'static str| {
        move || match tables.get() {
            None => view! { <super::Asking /> }.into_any(),
            Some(Err(trouble)) => view! { <p class="note">{trouble.to_string()}</p> }.into_any(),
            Some(Ok(mut tables)) => {
                tables.retain(|summary| (open_seats(summary) > 0) == is_request);
                match tables.is_empty() {
                    true => view! { <p class="note">{none}</p> }.into_any(),
                    false => {
                        let entries = tables.into_iter().map(listed_entry).collect_view();
                        view! { <ul class="entries">{entries}</ul> }.into_any()
                    }
                }
            }
        }
    };
    view! {
        <section class="home-part" aria-labelledby="requests">
            <h2 id="requests">{words::requests()}</h2>
            {body(true, words::no_requests())}
        </section>
        <section class="home-part" aria-labelledby="listed">
            <h2 id="listed">{words::listed()}</h2>
            {body(false, words::none_listed())}
        </section>
    }
}

/// A table that everybody may find: to sit down at where a seat is open, else to watch.
fn listed_entry(summary: Summary) -> impl IntoView {
    let (title, line) = described(&summary);
    let open = open_seats(&summary);
    let is_request = open > 0;
    let label = if is_request {
        words::sit_down()
    } else {
        words::look_on()
    };
    let chip = is_request
        .then(|| view! { <span class="chip chip-accent">{words::open_seats(open)}</span> });
    let route = Route::Table(summary.id);
    view! {
        <li
            class="entry"
            data-testid=if is_request { "request" } else { "listed-table" }
        >
            <div class="entry-text">
                <b>{title.clone()}</b>
                " "
                {chip}
                <small>{line}</small>
            </div>
            <a class="button" class:button-main=is_request href=route.to_string()>
                {label}
                <span class="visually-hidden">" " {title}</span>
            </a>
        </li>
    }
}
