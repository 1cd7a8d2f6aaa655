//! All boards.

use super::api::address;
use super::{board_name, board_route};
use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::platform::server_offers;
use crate::site::strings::{ladder as words, tournaments};
use crate::site::tournaments::frame::Frame;
use crate::site::tournaments::response::{Changes, Response};
use leptos::prelude::*;
use parlour_protocol::ladder::{BoardSummary, LadderOverview};

/// `#/ladder`.
#[component]
pub(crate) fn LadderPage() -> impl IntoView {
    let response = Response::<LadderOverview>::new(|| address(&[]));
    Effect::new(move |_| {
        let gone = (response.source.trouble)
            .with(|trouble| matches!(trouble, Some(Trouble::Gone(_) | Trouble::NoRooms)));
        match (response.source.is_there(), gone) {
            (true, _) => server_offers::remember_ladder(true),
            (false, true) => server_offers::remember_ladder(false),
            (false, false) => {}
        }
    });
    let body = move || {
        let boards = move || {
            let overview = response.get()?;
            Some(overview.boards.iter().map(entry).collect::<Vec<AnyView>>())
        };
        view! {
            <p>
                <a class="button button-main" href=Route::LadderRegister(String::new()).to_string()>
                    {words::register()}
                </a>
            </p>
            <ul class="entries" data-testid="boards">
                {boards}
            </ul>
        }
    };
    Frame {
        title: Signal::stored(words::ladder().to_owned()),
        lede: words::lede(),
        root: super::root,
        above: None,
        sources: vec![response.source],
        changes: Signal::derive(move || response.get().map(|_| Changes::Rarely)),
        body: body.into(),
    }
    .view()
}

fn entry(board: &BoardSummary) -> AnyView {
    let facts = [
        words::season(board.season.number),
        words::agents(board.agents),
        words::connected_agents(board.connected),
        tournaments::counted(board.games, "game"),
    ];
    view! {
        <li class="entry" data-testid="board">
            <div class="entry-text">
                <a class="entry-link" href=board_route(&board.board)>
                    {board_name(&board.board)}
                </a>
                <small>{facts.join(" · ")}</small>
            </div>
        </li>
    }
    .into_any()
}
