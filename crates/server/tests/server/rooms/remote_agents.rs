//! Remote agents at the agents' port of a server with tables.

use crate::rooms::test_server::{TestServer, events, hello, limits};
use futures_util::future::select_all;
use parlour_protocol::classic::BLOCK;
use parlour_server::rooms::Limits;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;

fn programs(count: usize) -> serde_json::Value {
    json!(vec![json!({"kind": "agent"}); count])
}

fn modern_art(count: usize) -> serde_json::Value {
    json!({"game": "modern-art", "rules": "simple", "seats": programs(count), "listed": true})
}

/// A classic agent that bids 7 and offers 0, until its connection ends; the requests it got.
fn classic(server: TestServer, name: &'static str) -> JoinHandle<Vec<String>> {
    tokio::spawn(async move {
        let mut stream = TcpStream::connect(server.agents).await.unwrap();
        stream.set_nodelay(true).unwrap();
        // Whatever is no JSON stands for the classic dialect, without a wait to find out.
        stream.write_all(b"\n").await.unwrap();
        let mut requests = Vec::new();
        let mut block = [0; BLOCK];
        while stream.read_exact(&mut block).await.is_ok() {
            let text = String::from_utf8_lossy(&block);
            let request = text.split('\'').nth(3).unwrap().to_owned();
            let answer = match request.as_str() {
                "INITIALIZE" => Some(name),
                "SELL" => Some("0"),
                "BID" => Some("7"),
                _ => None,
            };
            requests.push(request);
            if let Some(answer) = answer {
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        }
        requests
    })
}

#[tokio::test(start_paused = true)]
async fn classic_agents_wait_for_a_table_and_play_it_to_the_end() {
    let server = TestServer::start().await;
    let agents: Vec<_> = ["anna", "bert", "carl", "dora"]
        .map(|name| classic(server, name))
        .into();
    // Meanwhile they connect. They play as well if they come after the table.
    for _ in 0..20 {
        server.get("/api/v1/server").await;
    }
    let test_table = server.make(&modern_art(3)).await;
    let summary = test_table.until(|table| table["state"] == "over").await;
    let seats = summary["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| seat["taken"] == true));
    // The fourth has waited for another table.
    let next = server.make(&modern_art(3)).await;
    let others: Vec<_> = ["emil", "fred"].map(|name| classic(server, name)).into();
    next.until(|table| table["state"] == "over").await;
    for agent in agents.into_iter().chain(others) {
        let requests = agent.await.unwrap();
        assert_eq!(requests[0], "INITIALIZE");
        let end = &requests[requests.len() - 2..];
        assert_eq!(end, ["FINISH", "DISCONNECT"], "{requests:?}");
    }
    let (_, record) = test_table.record().await;
    let record =
        parlour_engine::Record::<parlour_games::modern_art::ModernArt>::read(&record.to_string());
    record.unwrap().replay().unwrap();
}

#[tokio::test(start_paused = true)]
async fn classic_agents_play_with_people_and_policies() {
    let server = TestServer::start().await;
    let seats =
        json!([{"kind": "agent"}, {"kind": "person"}, {"kind": "policy", "policy": "appraiser"}]);
    let test_table = server
        .make(&json!({"game": "modern-art", "rules": "simple", "seats": seats, "listed": true}))
        .await;
    let agent = classic(server, "anna");
    let person = tokio::spawn(test_table.sit(1, "Ada").await.play());
    let heard = person.await.unwrap();
    assert_eq!(heard.last().unwrap()["reason"], "the game is over");
    assert_eq!(agent.await.unwrap().last().unwrap(), "DISCONNECT");
    assert_eq!(test_table.show().await["seats"][0]["name"], "anna");
}

/// The token of an agent of a ladder, which it shows to a server that does not know it.
#[tokio::test(start_paused = true)]
async fn a_classic_agent_whose_name_is_a_token_is_refused() {
    let server = TestServer::start().await;
    let test_table = server.make(&modern_art(3)).await;
    let requests = classic(server, "0123456789abcdef0123456789abcdef");
    let requests = timeout(Duration::from_secs(30), requests).await.unwrap();
    assert_eq!(requests.unwrap(), ["INITIALIZE"]);
    assert_eq!(test_table.show().await["seats"][0]["taken"], false);
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_disconnects_behind_an_unread_line_is_away() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "person"}, {"kind": "agent"}]);
    let test_table = server
        .make(&json!({"game": "jaipur", "rules": "round", "seats": seats}))
        .await;
    let mut agent = server.line(&hello("bot", &test_table.tokens[1])).await;
    agent.hear_of("welcome").await;
    assert_eq!(test_table.show().await["seats"][1]["here"], true);
    // Nothing was asked, so nobody reads this.
    agent.say(&json!({"type": "resign"})).await;
    drop(agent);
    test_table
        .until(|table| table["seats"][1]["here"] == false)
        .await;
}

#[tokio::test(start_paused = true)]
async fn agents_get_the_seat_their_hello_names() {
    let server = TestServer::start().await;
    let jaipur = json!({"game": "jaipur", "rules": "round", "seats": programs(2), "listed": true});
    let [first, second] = [server.make(&jaipur).await, server.make(&jaipur).await];
    let art = server.make(&modern_art(3)).await;
    // By game, by table, by token.
    let by = |field: &str, value: &str| {
        let mut hello = json!({"type": "hello", "version": 1, "name": field});
        hello[field] = json!(value);
        hello
    };
    let mut game = server.line(&by("game", "modern-art")).await;
    assert_eq!(game.hear_of("welcome").await["game"], "modern-art");
    let mut table = server.line(&by("table", &second.id)).await;
    table.hear_of("welcome").await;
    assert_eq!(second.show().await["seats"][0]["name"], "table");
    let mut token = server.line(&by("token", &second.tokens[1])).await;
    assert_eq!(token.hear_of("welcome").await["seat"], 1);
    let mut any = server
        .line(&json!({"type": "hello", "version": 1, "name": "any"}))
        .await;
    any.hear_of("welcome").await;
    assert_eq!(
        first.show().await["seats"][0]["name"],
        "any",
        "the oldest table first"
    );
    assert_eq!(art.show().await["seats"][0]["name"], "game");
    assert_eq!(second.show().await["state"], "playing");
    // What cannot be is refused.
    for (hello, reason) in [
        (by("token", "0123"), "no seat has that token"),
        (
            json!({"type": "hello", "version": 9, "token": art.tokens[2]}),
            "this table speaks version 1",
        ),
    ] {
        let mut client = server.line(&hello).await;
        let bye = client.hear_of("bye").await;
        assert!(bye["reason"].as_str().unwrap().starts_with(reason), "{bye}");
        assert_eq!(client.hear().await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn a_person_may_join_over_tcp() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "utility"}]);
    let test_table = server
        .make(&json!({"game": "jaipur", "rules": "round", "seats": seats}))
        .await;
    let mut person = server.line(&hello("Ada", &test_table.tokens[0])).await;
    let turn = person.hear_of("turn").await;
    person.act(&turn, "dance").await;
    assert_eq!(person.hear_of("refused").await["id"], turn["id"]);
    person.say(&json!({"type": "resign"})).await;
    assert_eq!(person.hear_of("result").await["winners"], json!([1]));
}

#[tokio::test(start_paused = true)]
async fn the_lobby_has_limits_in_number_and_time() {
    let limits = Limits {
        lobby: 2,
        ..limits()
    };
    let lobby_time = limits.lobby_time;
    let server = TestServer::with(limits).await;
    let hello = json!({"type": "hello", "version": 1, "name": "robot"});
    let mut clients = Vec::new();
    for _ in 0..3 {
        clients.push(server.line(&hello).await);
    }
    let byes = (clients.iter_mut()).map(|client| Box::pin(client.hear_of("bye")));
    // One of the three finds the lobby full.
    let (bye, refused, _) = select_all(byes).await;
    let reason = bye["reason"].as_str().unwrap();
    assert!(reason.contains("too many agents wait"), "{reason}");
    clients.remove(refused);
    tokio::time::advance(lobby_time).await;
    for client in &mut clients {
        let bye = client.hear_of("bye").await;
        assert_eq!(
            bye["reason"],
            "no table had a free seat for you within the time limit"
        );
    }
}

/// A disconnected agent plays fallback moves, and may reconnect with its token.
#[tokio::test(start_paused = true)]
async fn an_agent_reconnects_to_its_table_with_its_token() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "agent"}, {"kind": "person"}, {"kind": "person"}]);
    let test_table = server
        .make(&json!({"game": "modern-art", "rules": "simple", "seats": seats, "seed": 7, "listed": true}))
        .await;
    let mut people = [
        test_table.sit(1, "Ada").await,
        test_table.sit(2, "Bob").await,
    ];
    let mut robot = server.line(&hello("robot", "")).await;
    let bye = robot.hear_of("bye").await;
    assert!(
        bye["reason"]
            .as_str()
            .unwrap()
            .starts_with("no seat has that token")
    );
    let mut robot = server
        .line(&json!({"type": "hello", "version": 1, "name": "robot"}))
        .await;
    let welcome = robot.hear_of("welcome").await;
    let token = welcome["token"].as_str().unwrap();
    assert_ne!(
        token, test_table.tokens[0],
        "that one is known to the creator"
    );
    assert_eq!(
        welcome["think"], 30_000,
        "without a clock programs have one all the same"
    );
    robot.hear_of("turn").await;
    drop(robot);
    // The others play on with the default at once.
    let turn = people[0].hear_of("turn").await;
    assert!(turn["events"].to_string().contains("offer"), "{turn}");
    people[0].act(&turn, "bid 1").await;
    let mut back = server.line(&hello("robot", token)).await;
    assert_eq!(back.hear_of("game").await["seat"], 0);
    test_table
        .until(|table| table["seats"][0]["here"] == true)
        .await;
    let turn = people[1].hear_of("turn").await;
    people[1].act(&turn, "bid 2").await;
    let turn = people[0].hear_of("turn").await;
    people[0]
        .act(&turn, turn["legal"][0].as_str().unwrap())
        .await;
    back.hear_of("turn").await;
    let told = events(&back.messages());
    assert!(
        told[0].to_string().contains("round"),
        "from the beginning: {told:?}"
    );
}
