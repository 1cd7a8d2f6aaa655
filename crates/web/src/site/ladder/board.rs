//! One board: its table and its seasons.

use super::api::address;
use super::board_name;
use crate::platform::number::grouped;
use crate::platform::route::Route;
use crate::site::strings::{ladder as words, tournaments};
use crate::site::tournaments::filters::{Filters, decoded, written};
use crate::site::tournaments::frame::Frame;
use crate::site::tournaments::parts::{
    column, filter, filter_group, names_column, rating, section, table, terms, when,
};
use crate::site::tournaments::response::{Changes, Response};
use leptos::prelude::*;
use parlour_protocol::ladder::{AgentState, BoardDetails, SeasonState, SeasonSummary, StandingRow};

/// `#/ladder/boards/BOARD`.
#[component]
pub(crate) fn BoardPage(board: String) -> impl IntoView {
    let board = decoded(&board);
    let filters = Filters::here();
    let path = address(&["boards", &board]);
    let response = Response::<BoardDetails>::new(move || format!("{path}?{}", filters.text()));
    let seasons = Memo::new(move |_| {
        let details = response.get();
        details.map_or_else(Vec::new, |details| details.seasons)
    });
    let name = board_name(&board);
    let body = move || {
        let fields = move || {
            let option =
                |season: &SeasonSummary| (season.id.to_string(), words::season(season.number));
            // The first is the present one, which is shown without a filter.
            let earlier: Vec<(String, String)> =
                seasons.with(|all| all.iter().skip(1).map(option).collect());
            (!earlier.is_empty()).then(|| {
                filter_group(vec![filter(
                    filters,
                    "season",
                    words::season_text(),
                    earlier,
                )])
            })
        };
        let shown = move || Some(draw(&response.get()?));
        view! {
            {fields}
            {shown}
        }
        .into_any()
    };
    let changes = move || {
        let shown = response.get()?.shown;
        Some(match shown.state {
            SeasonState::Open => Changes::Often,
            SeasonState::Final => Changes::Rarely,
            SeasonState::Closed => Changes::Never,
        })
    };
    Frame {
        title: Signal::stored(name),
        lede: "",
        root: super::root,
        above: Some(Signal::stored(Vec::new())),
        sources: vec![response.source],
        changes: Signal::derive(changes),
        body: body.into(),
    }
    .view()
}

fn draw(details: &BoardDetails) -> AnyView {
    let (summary, shown) = (&details.summary, &details.shown);
    let season = shown.id.to_string();
    let query = written(&[("season".to_owned(), season.clone())]);
    let games = Route::LadderGames(summary.board.clone(), query).to_string();
    let register = Route::LadderRegister(summary.board.clone()).to_string();
    let is_open = shown.state == SeasonState::Open;
    let facts = [
        words::agents(summary.agents),
        words::connected_agents(summary.connected),
        tournaments::counted(summary.games, "game"),
    ];
    let has_final = details.table.iter().any(|row| row.final_place.is_some());
    let about = match is_open {
        true => words::table_text(),
        false => words::frozen_text(),
    };
    let mut head = vec![
        column(tournaments::place_text()),
        names_column(tournaments::agent()),
        column(words::rating()),
        column(tournaments::score()),
        column(tournaments::games()),
        column(tournaments::faults()),
    ];
    if has_final {
        head.push(column(words::final_text()));
    }
    let rows = (details.table.iter().enumerate())
        .map(|(index, row)| standing(index + 1, row, has_final))
        .collect();
    let heading = words::season(shown.number);
    let body = table(&heading, "numbers", "standings", head, rows);
    let deals = [
        (words::opened(), when(shown.opened)),
        (words::commitment(), shown.commitment.clone()),
    ];
    view! {
        <p class="facts">
            <span class="chip" class:chip-accent=is_open>
                {words::season_state(shown.state)}
            </span>
            {is_open.then(|| view! { <span>{facts.join(" · ")}</span> })}
        </p>
        <div class="button-row">
            {is_open
                .then(|| {
                    view! {
                        <a class="button button-main" href=register>
                            {words::register()}
                        </a>
                    }
                })}
            <a class="button" href=games>
                {tournaments::all_games()}
            </a>
            <a class="button" download="" href=address(&["seasons", &season, "records"])>
                {words::records()}
            </a>
        </div>
        {section("standings", heading, Some(about.to_owned()), body)}
        <section class="home-part" aria-label=words::deals()>
            {terms(deals, "deals")}
            <p>
                <a href=address(&["seasons", &season])>{words::deals()}</a>
            </p>
        </section>
    }
    .into_any()
}

/// A row of the table.
fn standing(place: usize, row: &StandingRow, has_final: bool) -> AnyView {
    let rated = row.rating.map(|own| rating(own.rating, Some(own.interval)));
    let (own, span) = rated.unwrap_or_else(|| ("–".to_owned(), String::new()));
    let score = match row.games {
        0 => "–".to_owned(),
        _ => tournaments::decimal(100.0 * row.score, 1),
    };
    let chip = match (&row.policy, row.state, row.connected) {
        (Some(_), ..) => Some(words::anchor()),
        (None, AgentState::Active, true) => Some(words::connected()),
        (None, AgentState::Active, false) => None,
        (None, state, _) => Some(words::state(state)),
    };
    let is_live = row.policy.is_none() && row.connected;
    let last = has_final.then(|| {
        let text = match (row.final_place, row.final_score) {
            (Some(place), Some(score)) => {
                words::final_result(place, &tournaments::decimal(100.0 * score, 1))
            }
            _ => "–".to_owned(),
        };
        view! { <td>{text}</td> }
    });
    view! {
        <tr>
            <td>{place}</td>
            <th scope="row">
                <a href=Route::LadderAgent(row.agent.to_string()).to_string()>{row.name.clone()}</a>
                {chip
                    .map(|chip| {
                        view! {
                            " "
                            <span class="chip" class:chip-accent=is_live>
                                {chip}
                            </span>
                        }
                    })}
            </th>
            <td>{own} " " <small>{span}</small></td>
            <td>{score}</td>
            <td>{grouped(row.games)}</td>
            <td>{grouped(row.faults)}</td>
            {last}
        </tr>
    }
    .into_any()
}
