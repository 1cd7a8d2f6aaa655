//! Agents of the Parlour and of the classic dialect.

use crate::ladder::test_server::{Owned, TestServer};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Longer than anything here takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A connection of the Parlour dialect.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    random: u64,
}

impl Client {
    pub(crate) async fn connect(agents: SocketAddr, token: &str) -> Client {
        let stream = TcpStream::connect(agents).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let mut client = Client {
            stream: BufReader::new(stream),
            random: 1 + token
                .bytes()
                .fold(7, |sum, byte| sum * 31 % 1_000_003 + u64::from(byte)),
        };
        client
            .say(&json!({"type": "hello", "version": 1, "name": "x", "token": token}))
            .await;
        client
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        let line = format!("{message}\n");
        // Fails if the server has closed the connection, which the tests find out otherwise.
        let _ = self.stream.get_mut().write_all(line.as_bytes()).await;
    }

    /// The next message; `None` if the connection has ended.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.stream.read_line(&mut line);
        match timeout(PATIENCE, read).await.expect("a message in time") {
            Ok(1..) => Some(serde_json::from_str(&line).unwrap()),
            _ => None,
        }
    }

    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            let message = message.unwrap_or_else(|| panic!("the connection ends before {kind}"));
            if message["type"] == kind {
                return message;
            }
            if message["type"] == "turn" {
                self.answer(&message).await;
            }
        }
    }

    /// Answers a turn with a random legal action.
    pub(crate) async fn answer(&mut self, turn: &Value) {
        let legal = turn["legal"].as_array().unwrap();
        self.random = self.random * 1_103_515_245 % 2_147_483_647 + 1;
        let action = &legal[self.random as usize % legal.len()];
        let answer = json!({"type": "action", "id": turn["id"], "action": action});
        self.say(&answer).await;
    }
}

/// Plays random legal actions, each after a pause, until the connection ends. Connects again as long as it can.
pub(crate) fn random(server: &TestServer, agent: &Owned, pause: Duration) -> JoinHandle<()> {
    let (agents, token) = (server.agents, agent.token.clone());
    tokio::spawn(async move {
        let mut client = Client::connect(agents, &token).await;
        while let Some(message) = client.hear().await {
            if message["type"] == "turn" {
                sleep(pause).await;
                client.answer(&message).await;
            }
        }
    })
}

/// A classic agent whose name is its token.
pub(crate) fn classic(server: &TestServer, token: &str) -> JoinHandle<()> {
    let (agents, token) = (server.agents, token.to_owned());
    tokio::spawn(async move {
        let mut stream = TcpStream::connect(agents).await.unwrap();
        let mut chunk = vec![0; 1 << 16];
        while let Ok(count @ 1..) = stream.read(&mut chunk).await {
            let text = String::from_utf8_lossy(&chunk[..count]).into_owned();
            let answer = if text.contains("INITIALIZE") {
                token.clone()
            } else if text.contains("'BID'") || text.contains("'SELL'") {
                "0".to_owned()
            } else {
                continue;
            };
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    })
}
