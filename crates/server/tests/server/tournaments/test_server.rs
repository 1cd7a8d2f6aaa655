//! A server on a free port with the tournaments of a database.

use crate::http_client;
use parlour_arena::{Definition, Holder, Note, Pause, Plan, RunOptions, Store, enter, run};
use parlour_games::jaipur::Jaipur;
use parlour_server::{Database, ServeOptions, Server, Token};
use serde_json::Value;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// The server's token.
pub(crate) const TOKEN: &str = "0123456789abcdef";

/// A server that answers until the test ends.
pub(crate) struct TestServer {
    pub(crate) http: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: Option<tokio::task::JoinHandle<()>>,
}

/// An answer: status, head and body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body, which is JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }

    /// Why it was refused: one line.
    pub(crate) fn error(&self) -> String {
        let error = self.json()["error"].as_str().unwrap().to_owned();
        assert!(!error.contains('\n'), "{error}");
        error
    }
}

impl TestServer {
    pub(crate) async fn start(database: Option<Database>) -> TestServer {
        let options = ServeOptions {
            http: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            database,
            token: Some(Token::chosen(TOKEN).unwrap()),
            ..ServeOptions::default()
        };
        let server = Server::bind(&options).await.unwrap();
        let http = server.addresses().http;
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        let done = tokio::spawn(server.run(stopped));
        TestServer {
            http,
            stop: Some(stop),
            done: Some(done),
        }
    }

    /// Stops the server and waits for it.
    pub(crate) async fn close(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.done.take().unwrap().await.unwrap();
    }

    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let (status, head, body) = http_client::ask(self.http, method, path, headers, body).await;
        Answer { status, head, body }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "").await
    }

    /// The JSON of what is there.
    pub(crate) async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// Sends a request with the server's token.
    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        let bearer = format!("Bearer {TOKEN}");
        self.ask("POST", path, &[("Authorization", &bearer)], body)
            .await
    }

    /// Waits until a tournament is in one of these states.
    pub(crate) async fn until(&self, id: i64, states: &[&str]) -> Value {
        for _ in 0..3000 {
            let shown = self.json(&format!("/api/v1/tournaments/{id}")).await;
            if states.contains(&shown["state"].as_str().unwrap()) {
                return shown;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("tournament {id} does not come to {states:?}");
    }
}

/// A tournament of the weakest policies: quick to play.
pub(crate) fn text(name: &str, rounds: u64) -> String {
    format!(
        "name = '{name}'\ngame = 'jaipur'\nseed = 1\nrounds = {rounds}\nrating_period = 2\n\
         [[player]]\npolicy = 'random'\n[[player]]\npolicy = 'utility'\n\
         [[player]]\nname = 'the/other <b>'\npolicy = 'random'\n"
    )
}

pub(crate) fn plan(name: &str, rounds: u64) -> Arc<Plan<Jaipur>> {
    let definition = Definition::read(&text(name, rounds)).unwrap();
    Arc::new(Plan::new(definition).unwrap())
}

/// Plays all of it, as another process would.
pub(crate) async fn play(plan: &Arc<Plan<Jaipur>>, store: &Store) -> i64 {
    play_with(plan, store, &mut |_| {}).await
}

pub(crate) async fn play_with(
    plan: &Arc<Plan<Jaipur>>,
    store: &Store,
    note: &mut (dyn FnMut(Note) + Send),
) -> i64 {
    play_until(plan, store, &Pause::default(), note).await
}

/// The same, until it is paused.
pub(crate) async fn play_until(
    plan: &Arc<Plan<Jaipur>>,
    store: &Store,
    pause: &Pause,
    note: &mut (dyn FnMut(Note) + Send),
) -> i64 {
    let holder = Holder::here("a test");
    let id = enter(plan, store, true, &holder).await.unwrap().id;
    let options = RunOptions {
        threads: 1,
        patience: PATIENCE,
        lobby: None,
        holder: holder.clone(),
        stop: None,
    };
    run(plan, store, id, options, pause, note).await.unwrap();
    id
}

/// As it is read from an answer: the last digit may differ from what was written.
pub(crate) fn told(what: &impl serde::Serialize) -> Value {
    serde_json::from_str(&serde_json::to_string(what).unwrap()).unwrap()
}
