//! The ladder over real sockets, on SQLite and PostgreSQL.

mod agent;
mod api;
mod games;
mod hostile;
mod load;
mod seasons;
mod test_server;
