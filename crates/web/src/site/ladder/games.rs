//! The games of a board, and the replay of one.

use super::api::{self, address};
use super::{board_name, board_route, root};
use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::site::strings::{ladder as words, tournaments};
use crate::site::tournaments::filters::{Filters, decoded};
use crate::site::tournaments::frame::Frame;
use crate::site::tournaments::games::{game_line, replay, seat_line};
use crate::site::tournaments::parts::{crumbs, list, when};
use crate::site::tournaments::response::{Changes, Response};
use crate::ui::page::set_title;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::ladder::GameRow;
use parlour_protocol::tournaments::Page;

/// `#/ladder/boards/BOARD/games`.
#[component]
pub(crate) fn BoardGamesPage(board: String) -> impl IntoView {
    let board = decoded(&board);
    let filters = Filters::here();
    let path = address(&["boards", &board, "games"]);
    let page = Response::<Page<GameRow>>::new(move || format!("{path}?{}", filters.text()));
    let name = board_name(&board);
    let above = vec![(board_route(&board), name.clone())];
    let body = move || {
        move || {
            let page = page.get()?;
            Some(list(filters, page, "games", tournaments::no_games(), entry))
        }
    };
    Frame {
        title: Signal::stored(tournaments::games_of(&name)),
        lede: "",
        root,
        above: Some(Signal::stored(above)),
        sources: vec![page.source],
        changes: Signal::derive(move || page.get().map(|_| Changes::Rarely)),
        body: (move || body().into_any()).into(),
    }
    .view()
}

/// A line of a list: the kind of the game, who played, who won.
pub(super) fn entry(game: &GameRow) -> AnyView {
    let title = tournaments::game(game.number);
    let route = Route::LadderGame(game.season.to_string(), game.number.to_string()).to_string();
    let facts = [
        title.clone(),
        words::kind(game.kind).to_owned(),
        when(game.played),
    ];
    let seats = game.seats.iter();
    let seats = seats.map(|seat| seat_line(&seat.name, seat.score, seat.place == 1, seat.faults));
    game_line(title, facts.join(" · "), route, seats.collect())
}

/// `#/ladder/games/SEASON/NUMBER`: a replay of the record that the server has. It is not saved here.
#[component]
pub(crate) fn LadderGamePage(season: String, number: String) -> impl IntoView {
    let title = tournaments::game(number.parse().unwrap_or(0));
    set_title(&title);
    let record = RwSignal::new(None::<Result<String, Trouble>>);
    spawn_local(async move {
        let response = api::record(&season, &number).await;
        // The page may have been left.
        let _ = record.try_set(Some(response));
    });
    view! {
        <div class="crumbs-bar">{crumbs(root(), &[], Some(&title))}</div>
        {replay(title, record)}
    }
}
