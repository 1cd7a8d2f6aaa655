//! Registration, the owner's rights, and limits.

use crate::http_client;
use crate::ladder::agent::{Client, random};
use crate::ladder::test_server::{TestServer, options};
use parlour_server::LadderOptions;
use serde_json::{Value, json};
use std::time::Duration;

const BOARD: &str = "jaipur:round";

#[tokio::test]
async fn boards_and_agents_are_listed() {
    let server = TestServer::start(&["jaipur", "modern-art:simple"]).await;
    let (_, _, about) = http_client::ask(server.http, "GET", "/api/v1/server", &[], "").await;
    let about: Value = serde_json::from_str(&about).unwrap();
    assert_eq!(about["ladder"], true);
    let shown = server.json("").await;
    assert_eq!(shown["agents"], server.agents.to_string());
    let boards = shown["boards"].as_array().unwrap();
    assert_eq!(boards[0]["board"], BOARD);
    assert_eq!(boards[1]["seats"], 5);
    assert_eq!(
        (&boards[0]["classic"], &boards[1]["classic"]),
        (&json!(false), &json!(true))
    );
    let commitment = boards[0]["season"]["commitment"].as_str().unwrap();
    assert_eq!(commitment.len(), 64);
    let agent = server.register(BOARD, " Ada\u{7}\t ").await;
    let table = (server.until("/boards/jaipur:round", |board| board["agents"] == 1)).await;
    let names: Vec<&str> = (table["table"].as_array().unwrap().iter())
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["random", "weighted", "utility", "Ada"]);
    let details = server.agent(&agent).await;
    assert_eq!(details["state"], "new");
    // What only the owner knows is nowhere.
    for text in [table.to_string(), details.to_string()] {
        assert!(!text.contains("example.org") && !text.contains(&agent.token));
    }
    let stored = server.store().await.ladder_agent(agent.id).await.unwrap();
    assert_ne!(stored.unwrap().token.unwrap(), agent.token, "only its hash");
    for path in [
        "/boards/chess",
        "/agents/99",
        "/agents/x",
        "/seasons/99",
        "/seasons/1/games/0/record",
    ] {
        assert_eq!(server.ask("GET", path, None, "").await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn registrations_are_checked_and_limited() {
    let server = TestServer::with(LadderOptions {
        registrations_per_hour: 3,
        agents: 2,
        ..options(&["jaipur"])
    })
    .await;
    let refused = |board: &'static str, name: &'static str| {
        let server = &server;
        async move { server.try_register(board, name).await.unwrap_err() }
    };
    assert_eq!(refused("chess", "a").await.0, 404);
    assert_eq!(refused(BOARD, "  ").await.0, 400);
    assert_eq!(refused(BOARD, "Utility").await.0, 409);
    server.register(BOARD, "one").await;
    assert_eq!(refused(BOARD, "ONE").await.0, 409);
    let two = server.register(BOARD, "two").await;
    assert_eq!(refused(BOARD, "three").await.0, 409);
    assert_eq!(server.change(&two, "withdraw", "").await.0, 204);
    let three = server.register(BOARD, "two").await;
    server.change(&three, "withdraw", "").await;
    let (status, message) = refused(BOARD, "four").await;
    assert_eq!(status, 429);
    assert!(message.contains("3 agents"), "{message}");
    let body = json!({"board": BOARD, "name": "x"}).to_string();
    let evil = [("Origin", "http://evil.example")];
    let path = "/api/v1/ladder/agents";
    let (status, ..) = http_client::ask(server.http, "POST", path, &evil, &body).await;
    assert_eq!(status, 403);
    let (status, ..) = http_client::ask(server.http, "POST", path, &[], &"x".repeat(5000)).await;
    assert_eq!(status, 413);
}

#[tokio::test]
async fn only_the_owner_changes_an_agent() {
    let server = TestServer::start(&["jaipur"]).await;
    let [one, mut two] = [
        server.register(BOARD, "one").await,
        server.register(BOARD, "two").await,
    ];
    let actions = ["pause", "resume", "rename", "withdraw", "token"];
    for token in [None, Some(one.token.as_str()), Some("wrong")] {
        for action in actions {
            let path = format!("/agents/{}/{action}", two.id);
            let (status, _) = server.ask("POST", &path, token, "{\"name\":\"x\"}").await;
            assert_eq!(status, 401, "{action} {token:?}");
        }
        let path = format!("/agents/{}/log", two.id);
        assert_eq!(server.ask("GET", &path, token, "").await.0, 401);
    }
    let rename = |name: &str| json!({ "name": name }).to_string();
    assert_eq!(server.change(&two, "rename", &rename("one")).await.0, 409);
    assert_eq!(server.change(&two, "rename", &rename(" ")).await.0, 400);
    assert_eq!(
        server.change(&two, "rename", &rename("second")).await.0,
        204
    );
    assert_eq!(server.agent(&two).await["name"], "second");

    // A new token makes the old one void, also for the agent that is connected.
    let mut client = Client::connect(server.agents, &two.token).await;
    client.hear_of("game").await;
    let (status, replaced) = server.change(&two, "token", "").await;
    assert_eq!(status, 200);
    let replaced: Value = serde_json::from_str(&replaced).unwrap();
    assert_eq!(server.change(&two, "pause", "").await.0, 401);
    let mut old = Client::connect(server.agents, &two.token).await;
    let bye = old.hear_of("bye").await;
    assert!(bye["reason"].as_str().unwrap().contains("token"));
    two.token = replaced["token"].as_str().unwrap().to_owned();

    // A paused agent is not seated, and its owner resumes it.
    assert_eq!(server.change(&two, "pause", "").await.0, 204);
    server.until_state(&two, "paused").await;
    let mut paused = Client::connect(server.agents, &two.token).await;
    let bye = paused.hear_of("bye").await;
    assert_eq!(bye["code"], "paused");
    assert_eq!(server.change(&two, "resume", "").await.0, 204);
    let playing = random(&server, &two, Duration::ZERO);
    server.until_state(&two, "active").await;
    assert_eq!(server.change(&two, "withdraw", "").await.0, 204);
    server.until_state(&two, "withdrawn").await;
    playing.await.unwrap();
    assert_eq!(server.change(&two, "resume", "").await.0, 401);
    let gone = Client::connect(server.agents, &two.token)
        .await
        .hear()
        .await;
    assert_eq!(gone.unwrap()["type"], "bye");
}

#[tokio::test]
async fn an_agent_that_connects_too_often_has_to_wait() {
    let server = TestServer::with(LadderOptions {
        connections_per_minute: 3,
        ..options(&["jaipur"])
    })
    .await;
    let agent = server.register(BOARD, "flapping").await;
    let mut kinds = Vec::new();
    for _ in 0..5 {
        let mut client = Client::connect(server.agents, &agent.token).await;
        kinds.push(client.hear().await.unwrap()["type"].clone());
    }
    assert_eq!(
        kinds,
        ["welcome", "welcome", "welcome", "bye", "bye"].map(Value::from)
    );
}

#[tokio::test]
async fn a_server_without_a_ladder_says_so() {
    use parlour_server::{ServeOptions, Server};
    let any_port = ([127, 0, 0, 1], 0).into();
    let options = ServeOptions {
        http: any_port,
        ..ServeOptions::default()
    };
    let server = Server::bind(&options).await.unwrap();
    let http = server.addresses().http;
    tokio::spawn(server.run(std::future::pending()));
    let (status, ..) = http_client::ask(http, "GET", "/api/v1/ladder", &[], "").await;
    assert_eq!(status, 404);
    let (_, _, about) = http_client::ask(http, "GET", "/api/v1/server", &[], "").await;
    assert!(about.contains("\"ladder\":false"));
}
