//! Tournaments of the server (`#/tournaments…`) and the agents that play in them (`#/agents…`).
//!
//! | module | what it holds |
//! |---|---|
//! | `frame` | what all these pages have in common |
//! | `response` | a response of the server that is requested again while it may change |
//! | `filters` | filters and pages of lists, which stand in the address |
//! | `parts` | small parts of several pages |
//! | `api` | other requests |
//! | `token_form` | a form that asks for a token |
//! | `control` | the server's token, and what it allows |
//! | `list` | all tournaments |
//! | `tournament` | one tournament |
//! | `cross_table` | its cross table |
//! | `rating_curves` | its rating curves |
//! | `games` | its games, and their replays |
//! | `agents` | the agents, and one of them |
//!
//! A new response is drawn over what is shown: elements that stay keep focus, scroll position and what is open.

mod agents;
mod api;
mod control;
mod cross_table;
pub(super) mod filters;
pub(super) mod frame;
pub(super) mod games;
mod list;
pub(super) mod parts;
mod rating_curves;
pub(super) mod response;
pub(super) mod token_form;
mod tournament;

pub(crate) use agents::{AgentPage, AgentsPage};
pub(crate) use games::{GamePage, GamesPage};
pub(crate) use list::TournamentsPage;
pub(crate) use tournament::TournamentPage;
