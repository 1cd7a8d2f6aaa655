//! A server with a ladder on free ports.

use crate::http_client;
use parlour_arena::Store;
use parlour_protocol::TimeControl;
use parlour_server::rooms::Limits;
use parlour_server::{Database, LadderOptions, ServeOptions, Server};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;

/// A server that answers until it is closed or the test ends.
pub(crate) struct TestServer {
    pub(crate) http: SocketAddr,
    pub(crate) agents: SocketAddr,
    pub(crate) database: Database,
    stop: Option<oneshot::Sender<()>>,
    done: tokio::task::JoinHandle<()>,
    _folder: Option<TempDir>,
}

/// A registered agent.
#[derive(Clone, Debug)]
pub(crate) struct Owned {
    pub(crate) id: i64,
    pub(crate) token: String,
}

/// Options with these boards and long time limits.
pub(crate) fn options(boards: &[&str]) -> LadderOptions {
    let boards = boards.iter().map(|board| board.parse().unwrap()).collect();
    LadderOptions {
        control: TimeControl::from(Duration::from_secs(30)),
        registrations_per_hour: 1000,
        connections_per_minute: 1000,
        ..LadderOptions::new(boards)
    }
}

impl TestServer {
    pub(crate) async fn start(boards: &[&str]) -> TestServer {
        TestServer::with(options(boards)).await
    }

    pub(crate) async fn with(ladder: LadderOptions) -> TestServer {
        let folder = TempDir::new().unwrap();
        let database = Database::File(folder.path().join("a.sqlite"));
        let server = TestServer::at(ladder, database).await;
        TestServer {
            _folder: Some(folder),
            ..server
        }
    }

    pub(crate) async fn at(ladder: LadderOptions, database: Database) -> TestServer {
        TestServer::limited(ladder, database, Limits::default()).await
    }

    pub(crate) async fn limited(
        ladder: LadderOptions,
        database: Database,
        limits: Limits,
    ) -> TestServer {
        let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let options = ServeOptions {
            http: any_port,
            agents: Some(any_port),
            limits: Limits {
                connections: 5000,
                connections_per_address: 5000,
                ..limits
            },
            database: Some(database.clone()),
            ladder: Some(ladder),
            ..ServeOptions::default()
        };
        let server = Server::bind(&options).await.unwrap();
        let addresses = server.addresses();
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        TestServer {
            http: addresses.http,
            agents: addresses.agents.unwrap(),
            database,
            stop: Some(stop),
            done: tokio::spawn(server.run(stopped)),
            _folder: None,
        }
    }

    /// Stops the server and waits for it.
    pub(crate) async fn close(&mut self) {
        let _ = self.stop.take().unwrap().send(());
        (&mut self.done).await.unwrap();
    }

    /// The store, as another process opens it.
    pub(crate) async fn store(&self) -> Store {
        match &self.database {
            Database::File(path) => Store::open_file(path).await.unwrap(),
            Database::Url(url) => Store::open(url).await.unwrap(),
        }
    }

    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> (u16, String) {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<(&str, &str)> = (bearer.iter())
            .map(|bearer| ("Authorization", bearer.as_str()))
            .collect();
        let path = format!("/api/v1/ladder{path}");
        let (status, _, body) = http_client::ask(self.http, method, &path, &headers, body).await;
        (status, body)
    }

    /// The JSON of what is there.
    pub(crate) async fn json(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, None, "").await;
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap_or_else(|_| panic!("{body}"))
    }

    /// Registers an agent. Returns its key and token, or the status and the message.
    pub(crate) async fn try_register(
        &self,
        board: &str,
        name: &str,
    ) -> Result<Owned, (u16, String)> {
        let request = json!({"board": board, "name": name, "contact": "me@example.org"});
        let (status, body) = self
            .ask("POST", "/agents", None, &request.to_string())
            .await;
        let body: Value = serde_json::from_str(&body).unwrap();
        match status {
            201 => Ok(Owned {
                id: body["agent"].as_i64().unwrap(),
                token: body["token"].as_str().unwrap().to_owned(),
            }),
            _ => Err((status, body["error"].as_str().unwrap().to_owned())),
        }
    }

    pub(crate) async fn register(&self, board: &str, name: &str) -> Owned {
        self.try_register(board, name).await.unwrap()
    }

    /// Changes something of an agent with its token.
    pub(crate) async fn change(&self, agent: &Owned, what: &str, body: &str) -> (u16, String) {
        let path = format!("/agents/{}/{what}", agent.id);
        self.ask("POST", &path, Some(&agent.token), body).await
    }

    pub(crate) async fn agent(&self, agent: &Owned) -> Value {
        self.json(&format!("/agents/{}", agent.id)).await
    }

    /// Waits until what is there is as it should be.
    pub(crate) async fn until(&self, path: &str, what: impl Fn(&Value) -> bool) -> Value {
        let mut last = Value::Null;
        for _ in 0..6000 {
            last = self.json(path).await;
            if what(&last) {
                return last;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{path} stays {last}");
    }

    /// Waits until an agent is in a state.
    pub(crate) async fn until_state(&self, agent: &Owned, state: &str) -> Value {
        let path = format!("/agents/{}", agent.id);
        self.until(&path, |shown| shown["state"] == state).await
    }

    /// Waits until a board has at least this many finished games.
    pub(crate) async fn until_games(&self, board: &str, games: u64) -> Value {
        let path = format!("/boards/{board}/games");
        let enough = |shown: &Value| shown["total"].as_u64().unwrap() >= games;
        self.until(&path, enough).await
    }
}
