//! Games of the ladder: validation, matching, faults, connections that are lost, and the store.

use crate::ladder::agent::{Client, PATIENCE, classic, random};
use crate::ladder::test_server::{Owned, TestServer, options};
use crate::postgres::Postgres;
use parlour_engine::Record;
use parlour_games::jaipur::Jaipur;
use parlour_protocol::TimeControl;
use parlour_server::rooms::Limits;
use parlour_server::{Database, LadderOptions};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

const BOARD: &str = "jaipur:round";

/// The games of a board, all pages.
async fn games(server: &TestServer, query: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for page in 1.. {
        let path = format!("/boards/{BOARD}/games?page={page}&{query}");
        let shown = server.json(&path).await;
        all.extend(shown["items"].as_array().unwrap().clone());
        if all.len() as u64 >= shown["total"].as_u64().unwrap() {
            break;
        }
    }
    all
}

async fn an_agent_is_rated(database: Database) {
    let mut server = TestServer::at(options(&["jaipur"]), database.clone()).await;
    let owned = [
        server.register(BOARD, "one").await,
        server.register(BOARD, "two").await,
    ];
    let mut playing: Vec<_> = (owned.iter())
        .map(|agent| random(&server, agent, Duration::ZERO))
        .collect();
    server.until_games(BOARD, 40).await;
    let board = server
        .until("/boards/jaipur:round", |board| {
            let rows = board["table"].as_array().unwrap();
            rows.iter().all(|row| !row["rating"].is_null())
        })
        .await;
    for row in board["table"].as_array().unwrap() {
        let rating = &row["rating"];
        let (low, high) = (&rating["interval"]["low"], &rating["interval"]["high"]);
        assert!(low.as_f64().unwrap() < high.as_f64().unwrap());
    }
    let first = games(&server, &format!("agent={}", owned[0].id)).await;
    let validation = first.last().unwrap();
    assert_eq!(validation["kind"], "validation");
    let opponents = validation["seats"].as_array().unwrap();
    assert!(opponents.iter().any(|seat| seat["name"] == "random"));
    assert_eq!(
        first
            .iter()
            .filter(|game| game["kind"] == "validation")
            .count(),
        1
    );
    let details = server.agent(&owned[0]).await;
    assert!(details["standing"][1]["games"].as_u64().unwrap() > 0);
    assert!(!details["opponents"].as_array().unwrap().is_empty());

    // Every game can be replayed, and its result is that of the list.
    for game in first.iter().take(5) {
        let path = format!(
            "/seasons/{}/games/{}/record",
            game["season"], game["number"]
        );
        let record = server.json(&path).await;
        let table = Record::<Jaipur>::read(&record.to_string())
            .unwrap()
            .replay()
            .unwrap();
        let scores: Vec<i64> = (game["seats"].as_array().unwrap().iter())
            .map(|seat| seat["score"].as_i64().unwrap())
            .collect();
        let outcome = table.outcome().unwrap();
        assert_eq!(
            scores,
            outcome
                .scores
                .iter()
                .map(|&score| score.into())
                .collect::<Vec<i64>>()
        );
    }
    the_log_holds_requests_and_answers(&server, &owned[0]).await;

    // A game whose result an agent has heard is stored, also after a restart.
    let mut client = Client::connect(server.agents, &owned[1].token).await;
    client.hear_of("result").await;
    let stored = games(&server, "").await.len();
    server.close().await;
    for playing in playing.drain(..) {
        playing.abort();
    }
    let server = TestServer::at(options(&["jaipur"]), database).await;
    assert!(games(&server, "").await.len() >= stored);
    let numbers: Vec<u64> = (games(&server, "").await.iter())
        .map(|game| game["number"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len());
    let playing = random(&server, &owned[0], Duration::ZERO);
    server.until_games(BOARD, stored as u64 + 3).await;
    playing.abort();
    let again = games(&server, &format!("agent={}", owned[0].id)).await;
    let validations = again.iter().filter(|game| game["kind"] == "validation");
    assert_eq!(validations.count(), 1, "validated once");
}

async fn the_log_holds_requests_and_answers(server: &TestServer, agent: &Owned) {
    let path = format!("/agents/{}/log", agent.id);
    let (status, text) = server.ask("GET", &path, Some(&agent.token), "").await;
    assert_eq!(status, 200);
    let lines: Vec<Value> = (text.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(lines[0]["season"].is_i64() && lines[0]["number"].is_u64());
    let messages = |field: &str| {
        let texts = lines.iter().filter_map(|line| line[field].as_str());
        texts
            .map(|text| serde_json::from_str(text).unwrap())
            .collect::<Vec<Value>>()
    };
    let (sent, received) = (messages("sent"), messages("received"));
    assert!(sent.iter().any(|message| message["type"] == "turn"));
    assert!(received.iter().all(|message| message["type"] == "action"));
    assert!(received.len() > 10);
    assert!(
        lines
            .iter()
            .all(|line| line["ms"].is_f64() || line["season"].is_i64()),
        "{lines:?}"
    );
    assert!(!text.contains(&agent.token), "no token");
}

#[tokio::test]
async fn an_agent_is_rated_on_sqlite() {
    let folder = TempDir::new().unwrap();
    an_agent_is_rated(Database::File(folder.path().join("a.sqlite"))).await;
}

#[tokio::test]
async fn an_agent_is_rated_on_postgres() {
    let server = Postgres::start();
    an_agent_is_rated(Database::Url(server.url())).await;
}

/// A game that ends while the database is down is stored when it is back, and its result is told then.
#[tokio::test]
async fn games_wait_for_a_database_that_is_down() {
    let database = Postgres::start();
    let server = TestServer::at(options(&["jaipur"]), Database::Url(database.url())).await;
    let agent = server.register(BOARD, "patient").await;
    let playing = random(&server, &agent, Duration::ZERO);
    server.until_games(BOARD, 5).await;
    database.stop();
    sleep(Duration::from_secs(2)).await;
    database.resume();
    let before = server.until_games(BOARD, 5).await["total"]
        .as_u64()
        .unwrap();
    server.until_games(BOARD, before + 5).await;
    playing.abort();
}

#[tokio::test]
async fn classic_agents_join_with_their_token_as_the_name() {
    let server = TestServer::start(&["jaipur", "modern-art:simple"]).await;
    let agent = server.register("modern-art:simple", "old").await;
    let playing = classic(&server, &agent.token);
    server.until_state(&agent, "active").await;
    let shown = server.until_games("modern-art:simple", 3).await;
    let seats = shown["items"][0]["seats"].as_array().unwrap();
    assert!(seats.iter().any(|seat| seat["name"] == "old"));
    assert!(seats.iter().all(|seat| seat["faults"] == 0), "{shown}");
    playing.abort();
}

/// Other agents of the classic dialect still find their tables.
#[tokio::test]
async fn a_classic_agent_without_a_token_plays_at_a_table() {
    let server = TestServer::start(&["modern-art:simple"]).await;
    let mut seats = vec![json!({"kind": "policy", "policy": "random"}); 4];
    seats.push(json!({"kind": "agent"}));
    let request = json!({"game": "modern-art", "rules": "simple", "seats": seats, "listed": true});
    let (status, _, opened) = crate::http_client::ask(
        server.http,
        "POST",
        "/api/v1/tables",
        &[],
        &request.to_string(),
    )
    .await;
    assert_eq!(status, 201);
    let opened: Value = serde_json::from_str(&opened).unwrap();
    let playing = classic(&server, "no token");
    let path = format!("/api/v1/tables/{}", opened["id"].as_str().unwrap());
    let start = Instant::now();
    loop {
        let (_, _, table) = crate::http_client::ask(server.http, "GET", &path, &[], "").await;
        let table: Value = serde_json::from_str(&table).unwrap();
        if table["state"] == "over" {
            assert_eq!(table["seats"][4]["name"], "no token");
            break;
        }
        assert!(start.elapsed() < PATIENCE, "{table}");
        sleep(Duration::from_millis(10)).await;
    }
    playing.await.unwrap();
}

#[tokio::test]
async fn agents_connect_by_websocket_too() {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_tungstenite::tungstenite::Message;
    let server = TestServer::start(&["jaipur"]).await;
    let agent = server.register(BOARD, "web").await;
    let url = format!("ws://{}/api/v1/ladder/socket", server.http);
    let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    let hello = json!({"type": "hello", "version": 1, "token": agent.token});
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let mut results = 0;
    while results < 2 {
        let message = socket.next().await.unwrap().unwrap();
        let Ok(text) = message.to_text() else {
            continue;
        };
        let Ok(message) = serde_json::from_str::<Value>(text) else {
            continue;
        };
        if message["type"] == "turn" {
            let action = &message["legal"][0];
            let answer = json!({"type": "action", "id": message["id"], "action": action});
            socket
                .send(Message::text(answer.to_string()))
                .await
                .unwrap();
        }
        results += u64::from(message["type"] == "result");
    }
    let (mut stranger, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    let hello = json!({"type": "hello", "version": 1, "token": "0".repeat(32)});
    stranger
        .send(Message::text(hello.to_string()))
        .await
        .unwrap();
    let bye = stranger.next().await.unwrap().unwrap();
    assert!(bye.to_text().unwrap().contains("no agent"));
}

#[tokio::test]
async fn faults_pause_an_agent_with_a_reason() {
    let server = TestServer::start(&["jaipur"]).await;
    let agent = server.register(BOARD, "wrong").await;
    let mut client = Client::connect(server.agents, &agent.token).await;
    let bye = loop {
        let message = client.hear().await.unwrap();
        match message["type"].as_str().unwrap() {
            "turn" => {
                client
                    .say(&json!({"type": "action", "action": "castle"}))
                    .await
            }
            "bye" => break message,
            _ => {}
        }
    };
    assert_eq!(bye["code"], "paused");
    let shown = server.until_state(&agent, "paused").await;
    let reason = shown["reason"].as_str().unwrap();
    assert!(
        reason.contains("validation game") && reason.contains("castle"),
        "{reason}"
    );

    // Fixed and resumed, it is validated; then it fails again and again.
    server.change(&agent, "resume", "").await;
    let playing = random(&server, &agent, Duration::ZERO);
    server.until_state(&agent, "active").await;
    playing.abort();
    let mut client = Client::connect(server.agents, &agent.token).await;
    while let Some(message) = client.hear().await {
        if message["type"] == "turn" {
            client
                .say(&json!({"type": "action", "action": "castle"}))
                .await;
        }
    }
    let shown = server.until_state(&agent, "paused").await;
    let reason = shown["reason"].as_str().unwrap();
    assert!(reason.contains("last 10 games"), "{reason}");
}

/// The anchor never chooses in time. The game goes on with fallback moves, and the agent has no fault.
#[tokio::test]
async fn an_anchor_that_is_too_slow_plays_fallback_moves() {
    let folder = TempDir::new().unwrap();
    let database = Database::File(folder.path().join("a.sqlite"));
    let limits = Limits {
        policy_timeout: Duration::ZERO,
        ..Limits::default()
    };
    let server = TestServer::limited(options(&["jaipur"]), database, limits).await;
    let agent = server.register(BOARD, "quick").await;
    let _playing = random(&server, &agent, Duration::ZERO);
    server.until_state(&agent, "active").await;
    let shown = server.until_games(BOARD, 1).await;
    for seat in shown["items"][0]["seats"].as_array().unwrap() {
        let faults = seat["faults"].as_u64().unwrap();
        assert_eq!(faults > 0, seat["name"] == "random", "{seat}");
    }
}

#[tokio::test]
async fn a_lost_connection_continues_the_game() {
    let server = TestServer::start(&["jaipur"]).await;
    let agent = server.register(BOARD, "lost").await;
    let mut client = Client::connect(server.agents, &agent.token).await;
    let game = client.hear_of("game").await;
    for _ in 0..3 {
        // Asked, and gone without an answer.
        let turn = client.hear_of("turn").await;
        drop(client);
        client = Client::connect(server.agents, &agent.token).await;
        assert_eq!(client.hear_of("game").await["number"], game["number"]);
        let again = client.hear().await.unwrap();
        assert_eq!(
            (&again["type"], &again["id"]),
            (&json!("turn"), &turn["id"]),
            "the same request"
        );
        client.answer(&again).await;
    }
    client.hear_of("result").await;
    let shown = server.until_games(BOARD, 1).await;
    let seats = shown["items"][0]["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| seat["faults"] == 0), "{seats:?}");
    server.until_state(&agent, "active").await;
    let (_, log) = server
        .ask(
            "GET",
            &format!("/agents/{}/log", agent.id),
            Some(&agent.token),
            "",
        )
        .await;
    assert!(log.contains("connected again"));
}

#[tokio::test]
async fn a_second_connection_takes_over() {
    let server = TestServer::start(&["jaipur"]).await;
    let [agent, other] = [
        server.register(BOARD, "twice").await,
        server.register(BOARD, "other").await,
    ];
    // A board of two seats: while the anchors' games are won, one connection waits for a game now and then.
    let playing = random(&server, &other, Duration::ZERO);
    let mut first = Client::connect(server.agents, &agent.token).await;
    first.hear_of("result").await;
    let mut second = Client::connect(server.agents, &agent.token).await;
    second.hear_of("welcome").await;
    let mut last = None;
    while let Some(message) = first.hear().await {
        if message["type"] == "turn" {
            first.answer(&message).await;
        }
        last = Some(message);
    }
    let last = last.unwrap();
    assert!(last["type"] == "bye" || last["type"] != "result", "{last}");
    second.hear_of("result").await;
    playing.abort();
}

/// An agent that takes its time plays few games; the others play as many as without it.
#[tokio::test]
async fn slow_agents_delay_nobody() {
    let server = TestServer::with(LadderOptions {
        control: TimeControl::from(Duration::from_secs(5)),
        ..options(&["jaipur"])
    })
    .await;
    let mut quick = Vec::new();
    for number in 0..4 {
        let agent = server.register(BOARD, &format!("quick {number}")).await;
        quick.push((random(&server, &agent, Duration::ZERO), agent));
    }
    for (_, agent) in &quick {
        server.until_state(agent, "active").await;
    }
    let slow = server.register(BOARD, "slow").await;
    let slow_playing = random(&server, &slow, Duration::from_secs(2));
    let silent = server.register(BOARD, "silent").await;
    let _silent = Client::connect(server.agents, &silent.token).await;
    let before = server.until_games(BOARD, 1).await["total"]
        .as_u64()
        .unwrap();
    server.until_games(BOARD, before + 100).await;
    for (_, agent) in &quick {
        let games = games(&server, &format!("agent={}", agent.id)).await;
        assert!(games.len() >= 20, "{}", games.len());
    }
    let of_slow = games(&server, &format!("agent={}", slow.id)).await;
    assert!(of_slow.len() < 5, "{}", of_slow.len());
    slow_playing.abort();
    quick.iter().for_each(|(playing, _)| playing.abort());
}

/// Whether an agent waits to be admitted, waits for a game or plays: it hears that it should connect again.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_welcomed_agent_is_told_of_a_restart() {
    const AGENTS: usize = 60;
    let mut server = TestServer::start(&[BOARD]).await;
    let mut agents = Vec::new();
    for number in 0..AGENTS {
        agents.push(server.register(BOARD, &format!("agent {number}")).await);
    }
    let mut clients = Vec::new();
    for agent in &agents {
        clients.push(Client::connect(server.agents, &agent.token).await);
    }
    clients[AGENTS / 2].hear_of("welcome").await;
    server.close().await;
    let mut welcomed = 0;
    for (number, mut client) in clients.into_iter().enumerate() {
        let mut heard = Vec::new();
        while let Some(message) = client.hear().await {
            heard.push(message);
        }
        if number == AGENTS / 2 || heard.iter().any(|message| message["type"] == "welcome") {
            welcomed += 1;
            let last = heard.last();
            let told = last.is_some_and(|message| message["code"] == "restart");
            assert!(told, "agent {number}: {heard:?}");
        }
    }
    assert!(welcomed > 10, "{welcomed}");
}
