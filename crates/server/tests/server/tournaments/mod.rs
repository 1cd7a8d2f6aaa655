//! The tournament API over real sockets, on SQLite and PostgreSQL.

mod failures;
mod hostile;
mod queries;
mod runs;
mod test_server;
mod wire_types;
