//! The agents that have played, and the history of one.

use super::filters::{Filters, decoded};
use super::frame::Frame;
use super::parts::{
    agent_route, entry_head, filter_group, game_filter, game_name, games_route, interval_bar, last,
    list, score, strength, tournaments_root,
};
use super::response::{Changes, Response};
use crate::platform::route::Route;
use crate::site::strings::tournaments as words;
use leptos::prelude::*;
use parlour_protocol::tournaments::{AgentSummary, AgentTournament, Page, State};
use serde::de::DeserializeOwned;

/// `#/agents`.
#[component]
pub(crate) fn AgentsPage() -> impl IntoView {
    let filters = Filters::here();
    let page =
        Response::<Page<AgentSummary>>::new(move || format!("api/v1/agents?{}", filters.text()));
    let changes = move || page.get().map(|_| Changes::Rarely);
    let above = Vec::new();
    let title = (words::agents().to_owned(), words::agents_lede());
    frame(
        title,
        above,
        filters,
        page,
        "agents",
        Signal::derive(changes),
        agent,
    )
}

/// `#/agents/NAME`; the name as addresses write it.
#[component]
pub(crate) fn AgentPage(name: String) -> impl IntoView {
    let filters = Filters::here();
    let name = decoded(&name);
    let path = String::from(js_sys::encode_uri_component(&name));
    let page = Response::<Page<AgentTournament>>::new(move || {
        format!("api/v1/agents/{path}?{}", filters.text())
    });
    let changes = move || {
        let live =
            |item: &AgentTournament| matches!(item.summary.state, State::Running | State::Pausing);
        Some(match page.get()?.items.iter().any(live) {
            true => Changes::Often,
            false => Changes::Rarely,
        })
    };
    let agents = Route::Agents(String::new()).to_string();
    let above = vec![(agents, words::agents().to_owned())];
    let title = (name, words::agent_lede());
    frame(
        title,
        above,
        filters,
        page,
        "history",
        Signal::derive(changes),
        tournament,
    )
}

fn frame<T: DeserializeOwned + 'static>(
    (title, lede): (String, &'static str),
    above: Vec<(String, String)>,
    filters: Filters,
    page: Response<Page<T>>,
    what: &'static str,
    changes: Signal<Option<Changes>>,
    entry: fn(&T) -> AnyView,
) -> AnyView {
    let body = move || {
        let entries = move || {
            let page = page.get()?;
            Some(list(filters, page, what, words::no_agents(), entry))
        };
        view! {
            {filter_group(vec![game_filter(filters)])}
            {entries}
        }
    };
    Frame {
        title: Signal::stored(title),
        lede,
        root: tournaments_root,
        above: Some(Signal::stored(above)),
        sources: vec![page.source],
        changes,
        body: body.into(),
    }
    .view()
}

fn agent(agent: &AgentSummary) -> AnyView {
    let games = agent.games.iter().map(|totals| {
        let numbers = words::agent_line(totals.tournaments, totals.games, totals.faults);
        let line = format!("{}: {numbers}", game_name(&totals.game));
        view! { <small>{line}</small> }.into_any()
    });
    let games: Vec<AnyView> = games.collect();
    view! {
        <li class="entry" data-testid="agent">
            <div class="entry-text">
                <a class="entry-link" href=agent_route(&agent.name)>
                    {agent.name.clone()}
                </a>
                {games}
            </div>
        </li>
    }
    .into_any()
}

/// One tournament of an agent.
fn tournament(tournament: &AgentTournament) -> AnyView {
    let AgentTournament {
        summary, result, ..
    } = tournament;
    let faults = Some(result.faults).filter(|&faults| faults > 0);
    let policy = tournament.policy.clone();
    let facts = [
        Some(game_name(&summary.game).to_owned()),
        policy.filter(|policy| *policy != result.name),
        Some(words::place(tournament.place, summary.players.len())),
        Some(words::counted(result.games, "game")),
        faults.map(|faults| words::counted(faults, "fault")),
        Some(last(summary)),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let (share, span) = score(result.score, result.score_interval);
    let rated = result.strength.map(|_| {
        let (elo, span) = strength(result);
        let span = Some(span).filter(|span| !span.is_empty());
        view! { <p>{words::elo()} " " <b>{elo}</b> {span.map(|span| format!(" ({span})"))}</p> }
    });
    let games = games_route(&summary.id.to_string(), &[("agent", &result.name)]);
    view! {
        <li class="entry" data-testid="chapter">
            <div class="entry-text">
                {entry_head(summary)} <small>{facts.join(" · ")}</small>
                <p class="chapter-score">
                    {words::score()} " " <b>{share}</b> {format!(" ({span}) ")}
                    {interval_bar(result, tournament.seats)}
                </p>
                {rated}
            </div>
            <a class="button" href=games>
                {words::games()}
                <span class="visually-hidden">" " {summary.name.clone()}</span>
            </a>
        </li>
    }
    .into_any()
}
