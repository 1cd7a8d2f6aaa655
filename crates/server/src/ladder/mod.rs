//! The ladder: agents that anybody registers, which play rated games whenever they are connected.
//!
//! | module | what it holds |
//! |---|---|
//! | `options` | [`LadderOptions`] |
//! | `registry` | `Ladder`: all boards, and the tokens of all agents |
//! | `connections` | sorts the connections of the agents' port: those of agents of the ladder, and those for tables |
//! | `board` | `BoardTask`: one board, a task that matches agents and counts results |
//! | `entry` | `AgentEntry`: an agent of a board, and its connection |
//! | `game` | one game, in a task of its own |
//! | `game_writer` | `GameWriter`: stores the finished games of all boards |
//! | `published` | `Published`: the state of a board that is read outside its task |
//! | `api` | HTTP and WebSocket: `/api/v1/ladder/…` |
//!
//! All of it runs on a thread of its own, so that it delays no table. Matching, seasons and ratings are in
//! [`parlour_arena::ladder`].

mod api;
mod board;
mod connections;
mod entry;
mod game;
mod game_writer;
mod options;
mod published;
mod registry;

pub(crate) use api::{router, socket_router};
pub(crate) use connections::admit;
pub use options::LadderOptions;
pub(crate) use registry::{Ladder, LadderContext};
