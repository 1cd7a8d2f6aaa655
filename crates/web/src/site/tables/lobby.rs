//! Before the game: who is here, and the links for those who are not.

use super::list::{described, titled};
use crate::platform::route::Route;
use crate::play::server::links::{EndTable, seat_link, watch_link};
use crate::play::server::own_tables::{self, OwnTable};
use crate::play::server::{Link, api};
use crate::play::strings::server as words;
use crate::play::table::{Notices, PeopleList, Phrases};
use crate::site::strings::home as home_words;
use crate::ui::copy_field::CopyField;
use crate::ui::page::set_title;
use crate::ui::prose::prose;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_engine::Seat;
use parlour_protocol::summary::{SeatKind, State};
use parlour_protocol::tables::About;

/// The page of a table whose game has not begun.
#[component]
pub(super) fn Lobby(link: Link) -> impl IntoView {
    let summary = link.summary.get_untracked();
    let (heading, line) = match summary.state {
        State::Waiting => {
            let heading = match link.is_spectator() {
                true => words::waiting_to_watch(),
                false => words::waiting(),
            };
            let (name, rules) = titled(&summary);
            let title = [
                Some(words::game_and_rules(&name, &rules)),
                summary.clock.map(words::clocked),
                summary.bank.map(words::banked),
            ];
            let title: Vec<_> = title.into_iter().flatten().collect();
            (heading.to_owned(), words::lobby_line(&title.join(" · ")))
        }
        // The connection is being made, or was refused.
        State::Playing | State::Over | State::Abandoned => described(&summary),
    };
    set_title(&heading);
    let game = summary.game;
    let done = Memo::new(move |_| link.is_done());
    view! {
        <main id="main" class="page lobby" tabindex="-1" data-testid="lobby">
            <div class="page-head">
                <h1>{heading}</h1>
                <p>{line}</p>
            </div>
            <Notices link />
            <div class="lobby-parts">
                <section class="panel lobby-people" aria-labelledby="seated">
                    <h2 id="seated">{words::seated()}</h2>
                    <PeopleList link />
                    <Phrases link />
                    <div class="button-row">
                        <a class="button" href=Route::Rules(game).to_string()>
                            {home_words::rules()}
                        </a>
                    </div>
                    {move || (!done.get()).then(|| view! { <EndTable id=link.id() /> })}
                </section>
                <div class="lobby-links">
                    {move || (!done.get()).then(|| links(link))}
                </div>
            </div>
        </main>
    }
}

/// What can be shared: the link for spectators, and what the creator of the table has.
fn links(link: Link) -> AnyView {
    let id = link.id();
    let made = own_tables::one(&id).filter(|yours| !yours.tokens.is_empty());
    view! {
        {made.map(|made| view! { <Links link made /> })}
        <section class="panel">
            <CopyField label=words::watch_link().to_owned() text=watch_link(&id) share=true />
        </section>
    }
    .into_any()
}

/// What the creator of the table shares: links for people, addresses for programs.
#[component]
fn Links(link: Link, made: OwnTable) -> impl IntoView {
    let open = Memo::new(move |_| {
        let own = link.seat.get().map(Seat::index);
        link.summary.with(|summary| {
            let seats = summary.seats.iter().enumerate();
            seats
                .filter(|(at, seat)| !seat.taken && Some(*at) != own)
                .map(|(at, seat)| (at, seat.kind))
                .collect::<Vec<_>>()
        })
    });
    let tokens = StoredValue::new(made.tokens);
    let of = move |kind: SeatKind| -> Vec<(usize, String)> {
        let token = |at: usize| tokens.with_value(|tokens| tokens.get(at).cloned().flatten());
        let open = open.get().into_iter().filter(|(_, other)| *other == kind);
        open.filter_map(|(at, _)| Some((at, token(at)?))).collect()
    };
    let id = StoredValue::new(made.id);
    let people = move || {
        let people = of(SeatKind::Person);
        (!people.is_empty()).then(|| {
            view! {
                <section class="panel" aria-labelledby="links" data-testid="links">
                    <h2 id="links">{words::links()}</h2>
                    <p class="field-hint">{words::links_text()}</p>
                    {people
                        .into_iter()
                        .map(|(at, token)| {
                            let text = seat_link(&id.get_value(), &token);
                            view! { <CopyField label=words::link_of(at + 1) text share=true /> }
                        })
                        .collect_view()}
                </section>
            }
        })
    };
    let programs = move || {
        let programs = of(SeatKind::Agent);
        (!programs.is_empty()).then(|| view! { <Programs id=id.get_value() programs /> })
    };
    view! {
        {people}
        {programs}
    }
}

/// How remote programs take their seats.
#[component]
fn Programs(id: String, programs: Vec<(usize, String)>) -> impl IntoView {
    let about = RwSignal::new(None::<About>);
    spawn_local(async move {
        let answer = api::about().await.ok();
        // The page may have been left.
        let _ = about.try_set(answer);
    });
    let port = move || {
        about.get().map(|about| match about.agents {
            None => view! { <p class="field-hint">{prose(words::no_port())}</p> }.into_any(),
            Some(address) => {
                let (host, port) = address.rsplit_once(':').unwrap_or((&address, ""));
                let command = format!("python3 clients/python/random_agent.py me {host} {port}");
                view! {
                    <p class="field-hint">{words::connect_port(&address)}</p>
                    <CopyField label=words::command().to_owned() text=command />
                    <p class="field-hint">{words::connect_web()}</p>
                }
                .into_any()
            }
        })
    };
    let lines = programs.into_iter().map(|(at, token)| {
        let line = serde_json::json!({"type": "hello", "version": 1, "name": "me", "token": token});
        view! { <CopyField label=words::first_line(at + 1) text=line.to_string() /> }
    });
    view! {
        <section class="panel" aria-labelledby="connect" data-testid="connect">
            <h2 id="connect">{words::connect()}</h2>
            {port}
            <CopyField label=words::address().to_owned() text=api::socket_address(&id) />
            {lines.collect_view()}
        </section>
    }
}
