//! The messages between a table and a playing program, as plain data: no I/O, no clock.
//!
//! | module | what it holds |
//! |---|---|
//! | [`lines`] | the Parlour dialect: a JSON object a line, for every game |
//! | [`exchange`] | requests, answers and faults: the state of a table's exchange with one program |
//! | [`client`] | the agent's side of it: a policy that answers a table |
//! | [`legal`] | the legal actions of a turn as text |
//! | [`summary`] | what everybody may know of a table of a server |
//! | [`tables`] | requests about tables over HTTP, and the responses |
//! | [`shared_replay`] | replays that several people watch together: over HTTP, and the messages of their WebSocket |
//! | [`stored_table`] | a table of a server as it is stored between restarts |
//! | [`tournaments`] | responses about tournaments over HTTP |
//! | [`ladder`] | requests about the ladder over HTTP, and the responses |
//! | [`api_error`] | errors over HTTP: codes with arguments |
//! | [`clock`] | the time limits of a program |
//! | [`transcript`] | what was exchanged with a program, as text |
//! | [`hosted`] | what a table needs to know of a game: its events, its fallback move, its classic dialect |
//! | [`classic`] | the dialect of the original's server for Modern Art: Python literals, padded to 4,096 bytes |
//! | [`import`] | the log of a game on the original's server as a record |
//!
//! `docs/protocol.md` is the reference for people who write agents. A transport (a TCP
//! port, a pipe to a process, a WebSocket) adds its own I/O and nothing else.

pub mod agent_fault;
pub mod api_error;
pub mod bye_code;
pub mod classic;
pub mod client;
pub mod clock;
pub mod daily;
pub mod exchange;
pub mod fault_cause;
pub mod hosted;
pub mod import;
pub mod ladder;
pub mod legal;
pub mod lines;
mod phrase;
pub mod refused_code;
pub mod shared_replay;
pub mod stored_table;
pub mod summary;
pub mod tables;
pub mod tournaments;
pub mod transcript;

pub use agent_fault::AgentFault;
pub use api_error::{ApiError, ErrorBody};
pub use clock::{Clock, TimeBank, TimeControl};
pub use exchange::{ActionRequest, Answer, Exchange};
pub use fault_cause::FaultCause;
pub use hosted::{Hosted, catch_up};
pub use phrase::Phrase;
pub use refused_code::RefusedCode;
pub use summary::Summary;
pub use transcript::Transcript;
