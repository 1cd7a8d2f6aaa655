//! The ladder of the server (`#/ladder…`): boards, agents, games.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | requests |
//! | `list` | all boards |
//! | `board` | one board: its table and its seasons |
//! | `games` | its games, and their replays |
//! | `register` | the form that registers an agent |
//! | `agent` | one agent |
//! | `owner` | what its owner can do, with its token |

mod agent;
mod api;
mod board;
mod games;
mod list;
mod owner;
mod register;

pub(crate) use agent::LadderAgentPage;
pub(crate) use board::BoardPage;
pub(crate) use games::{BoardGamesPage, LadderGamePage};
pub(crate) use list::LadderPage;
pub(crate) use register::RegisterPage;

use super::strings::ladder as words;
use crate::platform::route::Route;

/// The list of all boards, above the other pages.
fn root() -> (String, String) {
    (Route::Ladder.to_string(), words::ladder().to_owned())
}

/// The name of a board for people: the game and its rules.
fn board_name(board: &str) -> String {
    let (game, rules) = board.split_once(':').unwrap_or((board, ""));
    let name = super::tournaments::parts::game_name(game);
    match rules {
        "" => name.to_owned(),
        rules => words::board_name(name, rules),
    }
}

/// The page of a board.
fn board_route(board: &str) -> String {
    Route::LadderBoard(board.to_owned(), String::new()).to_string()
}
