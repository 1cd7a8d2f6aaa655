//! One agent: its state, its rating, its opponents, its games, and what its owner can do.

use super::api::address;
use super::games::entry;
use super::owner::Owner;
use super::{board_name, board_route, root};
use crate::platform::number::grouped;
use crate::platform::route::Route;
use crate::platform::server_error;
use crate::site::strings::{ladder as words, tournaments};
use crate::site::tournaments::filters::{decoded, written};
use crate::site::tournaments::frame::Frame;
use crate::site::tournaments::parts::{column, names_column, rating, section, table, terms};
use crate::site::tournaments::response::{Changes, Response};
use crate::ui::prose::prose;
use leptos::prelude::*;
use parlour_protocol::ladder::{AgentDetails, AgentState, GameRow, OpponentRow, StandingRow};
use parlour_protocol::tournaments::Page;

/// Games on the page; the others are in the list of all.
const SHOWN_GAMES: usize = 10;

/// `#/ladder/agents/ID`.
#[component]
pub(crate) fn LadderAgentPage(id: String) -> impl IntoView {
    let id = decoded(&id);
    let path = address(&["agents", &id]);
    let response = Response::<AgentDetails>::new(move || path.clone());
    let details = Memo::new(move |_| response.get());
    let board = Memo::new(move |_| details.with(|details| Some(details.as_ref()?.board.clone())));
    let agent = id.clone();
    let games = Response::<Page<GameRow>>::new(move || match board.get() {
        Some(board) => format!("{}?agent={agent}", address(&["boards", &board, "games"])),
        // Nothing else is known before the first response.
        None => address(&["agents", &agent]),
    });
    let sources = vec![response.source, games.source];
    let owner = Owner::new(&id, sources.clone());
    let state = Memo::new(move |_| {
        details.with(|details| {
            let details = details.as_ref()?;
            Some((details.state, details.name.clone()))
        })
    });
    let is_owned = Memo::new(move |_| {
        let is_owned =
            |agent: &AgentDetails| agent.policy.is_none() && agent.state != AgentState::Withdrawn;
        details.with(|details| details.as_ref().is_some_and(is_owned))
    });
    let body = move || {
        let shown = move || Some(draw(&details.get()?, games.get()));
        let owners = move || is_owned.get().then(|| owner.section(state));
        view! {
            {shown}
            {owners}
        }
        .into_any()
    };
    let title = move || match state.get() {
        Some((_, name)) => name,
        None => words::ladder().to_owned(),
    };
    let above = move || {
        let board = board.get();
        board.map_or_else(Vec::new, |board| {
            vec![(board_route(&board), board_name(&board))]
        })
    };
    let changes = move || {
        Some(match details.get()?.state {
            AgentState::New | AgentState::Active => Changes::Often,
            AgentState::Paused | AgentState::Withdrawn => Changes::Rarely,
        })
    };
    Frame {
        title: Signal::derive(title),
        lede: "",
        root,
        above: Some(Signal::derive(above)),
        sources,
        changes: Signal::derive(changes),
        body: body.into(),
    }
    .view()
}

fn draw(details: &AgentDetails, games: Option<Page<GameRow>>) -> AnyView {
    let connected =
        (details.standing.as_ref()).is_some_and(|(_, row)| row.connected && row.policy.is_none());
    let policy = details.policy.is_some();
    let state = match policy {
        true => words::anchor(),
        false => words::state(details.state),
    };
    let reason = details.reason.as_ref().map(|english| {
        let reason = server_error::pause(&details.pause, english);
        view! { <p class="note note-danger">{prose(&words::reason(&reason))}</p> }
    });
    let standing = (details.standing.as_ref())
        .filter(|(_, row)| row.games > 0)
        .map(|(place, row)| numbers(*place, row));
    let opponents = (!details.opponents.is_empty()).then(|| opponents(&details.opponents));
    let query = written(&[("agent".to_owned(), details.id.to_string())]);
    let all = Route::LadderGames(details.board.clone(), query).to_string();
    let games = games.filter(|page| !page.items.is_empty()).map(|page| {
        let entries: Vec<AnyView> = page.items.iter().take(SHOWN_GAMES).map(entry).collect();
        let body = view! {
            <ul class="entries" data-testid="games">
                {entries}
            </ul>
            <p>
                <a class="button" href=all>
                    {tournaments::all_games()}
                </a>
            </p>
        };
        section(
            "games",
            tournaments::games().to_owned(),
            None,
            body.into_any(),
        )
    });
    view! {
        <p class="facts" data-testid="state">
            <span class="chip">{state}</span>
            {connected
                .then(|| view! { <span class="chip chip-accent">{words::connected()}</span> })}
            <span>{board_name(&details.board)}</span>
        </p>
        {reason}
        {standing}
        {opponents}
        {games}
    }
    .into_any()
}

/// The agent's row of the table.
fn numbers(place: u64, row: &StandingRow) -> AnyView {
    let rated = row.rating.map(|own| rating(own.rating, Some(own.interval)));
    let (own, span) = rated.unwrap_or_else(|| ("–".to_owned(), String::new()));
    let facts = [
        (words::rating(), format!("{own} ({span})")),
        (tournaments::place_text(), place.to_string()),
        (
            tournaments::score(),
            tournaments::decimal(100.0 * row.score, 1),
        ),
        (tournaments::games(), grouped(row.games)),
        (tournaments::faults(), grouped(row.faults)),
    ];
    terms(facts, "numbers")
}

fn opponents(opponents: &[OpponentRow]) -> AnyView {
    let mut head = vec![names_column(tournaments::agent())];
    head.extend([tournaments::games(), words::better_place()].map(column));
    let rows = opponents.iter().map(|row| {
        view! {
            <tr>
                <th scope="row">
                    <a href=Route::LadderAgent(row.agent.to_string()).to_string()>
                        {row.name.clone()}
                    </a>
                </th>
                <td>{grouped(row.games)}</td>
                <td>{tournaments::decimal(100.0 * row.score, 1)}</td>
            </tr>
        }
        .into_any()
    });
    let heading = words::opponents();
    let body = table(heading, "numbers", "opponents", head, rows.collect());
    section("opponents", heading.to_owned(), None, body)
}
