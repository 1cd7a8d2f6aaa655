//! The games of a tournament, and the replay of one.

use super::api::{self, address};
use super::filters::Filters;
use super::frame::Frame;
use super::parts::{
    crumbs, filter, filter_group, games_route, list, tournaments_root, trouble_text, when,
};
use super::response::Response;
use super::tournament::changes;
use crate::platform::http::{self, Trouble};
use crate::platform::route::Route;
use crate::play::registry;
use crate::play::session;
use crate::play::strings::server as server_words;
use crate::play::table::Sitting;
use crate::site::strings::{home, tournaments as words};
use crate::ui::page::set_title;
use crate::ui::prose::prose;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::tournaments::{GameSummary, Page, TournamentDetails, TournamentSummary};

/// `#/tournaments/ID/games`.
#[component]
pub(crate) fn GamesPage(id: String) -> impl IntoView {
    let filters = Filters::here();
    let (path, games) = (address(&id, ""), address(&id, "/games"));
    let response = Response::<TournamentDetails>::new(move || path.clone());
    let page = Response::<Page<GameSummary>>::new(move || format!("{games}?{}", filters.text()));
    let details = Memo::new(move |_| response.get());
    let name =
        Memo::new(move |_| details.with(|details| Some(details.as_ref()?.summary.name.clone())));
    let players = Memo::new(move |_| {
        let report = |details: &Option<TournamentDetails>| {
            let report = &details.as_ref()?.report;
            Some((report.names(), report.seats))
        };
        details.with(report).unwrap_or_default()
    });
    let route = Route::Tournament(id.clone()).to_string();
    let above = move || {
        let name = name.get().unwrap_or_else(|| words::tournament().to_owned());
        vec![(route.clone(), name)]
    };
    let body = move || {
        let id = id.clone();
        let fields = move || players.with(|(names, seats)| fields(filters, names, *seats));
        let entries = move || {
            let page = page.get()?;
            let found = words::counted(page.total, "game");
            let (names, _) = players.get();
            let entry = |game: &GameSummary| entry(game, &id, &names);
            Some(view! {
                <p role="status" data-testid="found">
                    {found}
                </p>
                {list(filters, page, "games", words::no_games(), entry)}
            })
        };
        view! {
            {fields}
            {entries}
        }
        .into_any()
    };
    let title = move || match name.get() {
        Some(name) => words::games_of(&name),
        None => words::games().to_owned(),
    };
    Frame {
        title: Signal::derive(title),
        lede: "",
        root: tournaments_root,
        above: Some(Signal::derive(above)),
        sources: vec![response.source, page.source],
        changes: Signal::derive(move || details.with(|details| details.as_ref().map(changes))),
        body: body.into(),
    }
    .view()
}

/// The filters of the list.
fn fields(filters: Filters, names: &[String], seats: u64) -> AnyView {
    let agents: Vec<(String, String)> = names
        .iter()
        .map(|name| (name.clone(), name.clone()))
        .collect();
    let seats = (0..seats).map(|seat| (seat.to_string(), words::seat(seat + 1)));
    let with_faults = view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || !filters.get("faults").is_empty()
                on:change=move |event| {
                    filters.set("faults", if event_target_checked(&event) { "1" } else { "" })
                }
            />
            " "
            {words::with_faults()}
        </label>
    };
    filter_group(vec![
        filter(filters, "agent", words::agent(), agents.clone()),
        filter(filters, "seat", words::seat_text(), seats.collect()),
        filter(filters, "opponent", words::opponent(), agents.clone()),
        filter(filters, "winner", words::winner(), agents),
        with_faults.into_any(),
    ])
}

/// A line of the list: who, how many, who won.
fn entry(game: &GameSummary, id: &str, names: &[String]) -> AnyView {
    let title = words::game(game.number);
    let route = Route::TournamentGame(id.to_owned(), game.number.to_string()).to_string();
    let seats = game.seats.iter().map(|seat| {
        let name = names.get(seat.player).map_or("", String::as_str);
        seat_line(name, seat.score, seat.place == 1, seat.faults)
    });
    let facts = format!("{title} · {}", when(game.played));
    game_line(title, facts, route, seats.collect())
}

/// A line of a list of games, with its seats and a link to the replay.
pub(crate) fn game_line(
    title: String,
    facts: String,
    route: String,
    seats: Vec<AnyView>,
) -> AnyView {
    view! {
        <li class="entry" data-testid="game">
            <div class="entry-text">
                <small>{facts}</small>
                <ol class="sitters">{seats}</ol>
            </div>
            <a class="button" href=route>
                {words::replay()}
                <span class="visually-hidden">" " {title}</span>
            </a>
        </li>
    }
    .into_any()
}

/// A seat in such a line.
pub(crate) fn seat_line(name: &str, score: i32, won: bool, faults: u64) -> AnyView {
    let faults = (faults > 0).then(|| {
        view! {
            " "
            <span class="chip">{words::counted(faults, "fault")}</span>
        }
    });
    view! {
        <li class:is-winner=won>
            {format!("{name} {score}")}
            {won
                .then(|| {
                    view! {
                        " "
                        <span class="won">{words::won()}</span>
                    }
                })} {faults}
        </li>
    }
    .into_any()
}

/// `#/tournaments/ID/games/NUMBER`: a replay of the record that the server has. It is not saved here.
#[component]
pub(crate) fn GamePage(id: String, number: String) -> impl IntoView {
    let title = words::game(number.parse().unwrap_or(0));
    set_title(&title);
    let record = RwSignal::new(None::<Result<String, Trouble>>);
    let name = RwSignal::new(words::tournament().to_owned());
    let (own, game) = (id.clone(), number);
    spawn_local(async move {
        let response = api::record(&own, &game).await;
        // The page may have been left.
        let _ = record.try_set(Some(response));
        // Its name only says where the way back leads.
        let path = address(&own, "");
        if let Ok(summary) = http::json::<TournamentSummary>("GET", &path, None, None).await {
            let _ = name.try_set(summary.name);
        }
    });
    let heading = title.clone();
    let above = move || {
        let tournament = Route::Tournament(id.clone()).to_string();
        let games = (games_route(&id, &[]), words::games().to_owned());
        crumbs(
            tournaments_root(),
            &[(tournament, name.get()), games],
            Some(&heading),
        )
    };
    view! {
        <div class="crumbs-bar">{above}</div>
        {replay(title, record)}
    }
}

/// The replay of a record once it is here, below the page's own crumbs.
pub(crate) fn replay(
    title: String,
    record: RwSignal<Option<Result<String, Trouble>>>,
) -> impl IntoView {
    let failed = move |reason: String| {
        view! {
            <main id="main" class="page" tabindex="-1">
                <div class="page-head">
                    <h1>{title.clone()}</h1>
                    <p role="status">{prose(&reason)}</p>
                </div>
            </main>
        }
        .into_any()
    };
    move || match record.get() {
        None => failed(server_words::loading().to_owned()),
        Some(Err(trouble)) => failed(trouble_text(&trouble)),
        Some(Ok(line)) => {
            let game = session::game_of_record(&line)
                .and_then(|game| registry::find(&game).ok_or_else(|| home::unknown_game(&game)));
            match game {
                Err(reason) => failed(reason),
                Ok(game) => registry::table(game, Sitting::Record(line), failed.clone()),
            }
        }
    }
}
