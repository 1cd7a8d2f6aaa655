//! Tournaments of the server (`#/tournaments…`) and the agents that play in them (`#/agents…`).
//!
//! | module | what it shows |
//! |---|---|
//! | `page` | what all these pages have in common: asked again while something may change |
//! | `html` | markup that cannot hold what somebody else has written |
//! | `morph` | changes a page to new markup, and leaves alone what stays |
//! | `read` | what the server has answered |
//! | `query` | filters and pages of lists, which stand in the address |
//! | `parts` | small parts of several pages |
//! | `list` | all tournaments |
//! | `keeper` | the token, and what it allows |
//! | `one` | one tournament |
//! | `cross` | its cross table |
//! | `curves` | its rating curves |
//! | `games` | its games, and their replays |
//! | `agents` | the agents, and one of them |
//!
//! These pages are long tables of numbers that change while one looks. So they are written as markup, which
//! weighs a quarter of what a component for each number does in the download, and the page is changed to it.

mod agents;
mod cross;
mod curves;
mod games;
mod html;
mod keeper;
mod list;
mod morph;
mod one;
mod page;
mod parts;
mod query;
mod read;

pub(crate) use agents::{AgentPage, AgentsPage};
pub(crate) use games::{GamePage, GamesPage};
pub(crate) use list::TournamentsPage;
pub(crate) use one::TournamentPage;
