//! The pages around the games: home, saved games, statistics, exercises, daily deals, the position editor, the form for
//! a new game, rules, settings, tables, tournaments, the ladder.

mod daily;
mod game_page;
pub(crate) mod header;
mod home;
mod ladder;
mod new_game;
mod not_found;
mod position;
mod puzzles;
mod replays;
mod rules_list;
mod saved;
mod settings;
mod statistics;
mod strings;
mod tables;
mod together;
mod tournaments;

pub(crate) use game_page::{AnalysisPage, LinkPage, PlayPage, ReplayAtPage, ReplayPage};
pub(crate) use home::Home;
pub(crate) use new_game::NewGame;
pub(crate) use not_found::NotFound;
pub(crate) use replays::Replays;
pub(crate) use rules_list::RulesList;
pub(crate) use settings::SettingsPage;

use crate::platform::route::Route;
use crate::play::server::own_tables;
use daily::{ChallengePage, DailyDealPage, DailyPage};
use ladder::{
    BoardGamesPage, BoardPage, LadderAgentPage, LadderGamePage, LadderPage, RegisterPage,
};
use leptos::prelude::*;
use position::PositionPage;
use puzzles::{ExercisePage, PuzzlesPage};
use statistics::StatisticsPage;
use tables::{TablePage, TablesPage};
use together::{NewTogetherPage, TogetherPage};
use tournaments::{AgentPage, AgentsPage, GamePage, GamesPage, TournamentPage, TournamentsPage};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The pages that a server fills, with a module of their own.
#[wasm_split(server, fallible)]
pub(crate) fn server_page() -> Result<fn(Route) -> AnyView, SplitLoaderError> {
    Ok(show)
}

/// The pages about the person's own games and exercises, with a module of their own.
#[wasm_split(personal, fallible)]
pub(crate) fn personal_page() -> Result<fn(Route) -> AnyView, SplitLoaderError> {
    Ok(show_personal)
}

fn show_personal(page: Route) -> AnyView {
    match page {
        Route::Statistics(_) => view! { <StatisticsPage /> }.into_any(),
        Route::Puzzles => view! { <PuzzlesPage /> }.into_any(),
        Route::Exercise(game, set) => view! { <ExercisePage game set /> }.into_any(),
        Route::Daily => view! { <DailyPage /> }.into_any(),
        Route::DailyDeal(game) => view! { <DailyDealPage game /> }.into_any(),
        Route::Challenge(text) => view! { <ChallengePage text /> }.into_any(),
        Route::Position(game, text) => view! { <PositionPage game text /> }.into_any(),
        _ => view! { <NotFound /> }.into_any(),
    }
}

fn show(page: Route) -> AnyView {
    match page {
        Route::Tables => view! { <TablesPage /> }.into_any(),
        Route::Table(id) => view! { <TablePage id token=None /> }.into_any(),
        Route::Seat(id) => {
            let token = own_tables::token(&id);
            view! { <TablePage id token /> }.into_any()
        }
        Route::SeatLink(id, token) => view! { <TablePage id token=Some(token) /> }.into_any(),
        Route::Together(id) => view! { <TogetherPage id /> }.into_any(),
        Route::NewTogether(ply, text) => view! { <NewTogetherPage ply text /> }.into_any(),
        Route::Tournaments(_) => view! { <TournamentsPage /> }.into_any(),
        Route::Tournament(id) => view! { <TournamentPage id /> }.into_any(),
        Route::TournamentGames(id, _) => view! { <GamesPage id /> }.into_any(),
        Route::TournamentGame(id, number) => view! { <GamePage id number /> }.into_any(),
        Route::Agents(_) => view! { <AgentsPage /> }.into_any(),
        Route::Agent(name, _) => view! { <AgentPage name /> }.into_any(),
        Route::Ladder => view! { <LadderPage /> }.into_any(),
        Route::LadderRegister(board) => view! { <RegisterPage board /> }.into_any(),
        Route::LadderBoard(board, _) => view! { <BoardPage board /> }.into_any(),
        Route::LadderGames(board, _) => view! { <BoardGamesPage board /> }.into_any(),
        Route::LadderGame(season, number) => view! { <LadderGamePage season number /> }.into_any(),
        Route::LadderAgent(id) => view! { <LadderAgentPage id /> }.into_any(),
        _ => view! { <NotFound /> }.into_any(),
    }
}
