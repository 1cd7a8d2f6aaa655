//! Misbehaving connections, which do not disturb the other players.

use crate::rooms::test_server::{Client, TestServer, TestTable, hello, limits};
use parlour_server::rooms::Limits;
use serde_json::json;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, advance};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// Jaipur for two people.
async fn two(server: TestServer) -> TestTable {
    let seats = json!([{"kind": "person"}, {"kind": "person"}]);
    server
        .make(&json!({"game": "jaipur", "rules": "round", "seats": seats, "seed": 3}))
        .await
}

/// Two players who play to the end.
async fn plays_to_the_end(test_table: &TestTable) {
    let start = Instant::now();
    let players = [
        test_table.sit(0, "Ada").await,
        test_table.sit(1, "Bob").await,
    ];
    for player in players.map(|player| tokio::spawn(player.play())) {
        let heard = player.await.unwrap();
        assert_eq!(heard.last().unwrap()["reason"], "the game is over");
        assert!(heard.iter().all(|message| message["type"] != "fault"));
    }
    assert_eq!(test_table.show().await["state"], "over");
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn connections_without_a_hello_are_closed() {
    let test_table = two(TestServer::start().await).await;
    let mut silent = test_table.socket().await;
    let mut said = Vec::new();
    for text in [
        "",
        "hello",
        "{}",
        "{\"type\":\"action\",\"action\":\"take camels\"}",
        "\u{0}",
        "[[[[[[",
        "7",
    ] {
        let mut client = test_table.socket().await;
        client.say_text(text).await;
        said.push(client);
    }
    for client in &mut said {
        let bye = client.hear_of("bye").await;
        assert!(
            bye["reason"]
                .as_str()
                .unwrap()
                .starts_with("the first message is"),
            "{bye}"
        );
        assert_eq!(client.hear().await, None);
    }
    advance(limits().message_timeout).await;
    assert_eq!(
        silent.hear().await,
        None,
        "who says nothing is not waited for"
    );
    plays_to_the_end(&test_table).await;
}

#[tokio::test(start_paused = true)]
async fn invalid_frames_are_refused() {
    let test_table = two(TestServer::start().await).await;
    let mut ada = test_table.sit(0, "Ada").await;
    ada.hear_of("table").await;
    for frame in [
        Message::binary(vec![0xff; 100]),
        Message::text("garbage"),
        Message::text(""),
        Message::text("9".repeat(60 << 10)),
        Message::text("[".repeat(30 << 10)),
    ] {
        assert!(ada.frame(frame).await);
        let refused = ada.hear_of("refused").await;
        assert!(!refused["message"].as_str().unwrap().contains('\n'));
    }
    assert!(ada.frame(Message::Ping(vec![1; 100].into())).await);
    drop(ada);
    plays_to_the_end(&test_table).await;
}

/// Too long, too many, not text, not whole: the connection ends, the seat stays.
#[tokio::test(start_paused = true)]
async fn floods_end_the_connection_and_not_the_seat() {
    let people = Limits {
        messages: Limits::default().messages,
        ..limits()
    };
    let test_table = two(TestServer::with(people).await).await;
    for kind in ["oversize", "text", "messages", "pings", "bad text", "half"] {
        let mut client = test_table.sit(0, "Ada").await;
        client.hear_of("table").await;
        match kind {
            "oversize" => {
                client.frame(Message::text("x".repeat(1 << 20))).await;
            }
            "text" => {
                // In pieces that are each allowed.
                let piece =
                    |opcode| Message::Frame(Frame::message(vec![b'x'; 30 << 10], opcode, false));
                client.frame(piece(OpCode::Data(Data::Text))).await;
                for _ in 0..100 {
                    if !client.frame(piece(OpCode::Data(Data::Continue))).await {
                        break;
                    }
                }
            }
            "messages" => {
                for _ in 0..1000 {
                    if !client.frame(Message::text("{\"type\":\"resign\"}")).await {
                        break;
                    }
                }
            }
            "pings" => {
                for _ in 0..6000 {
                    if !client.frame(Message::Ping(vec![0; 64].into())).await {
                        break;
                    }
                }
            }
            "bad text" => {
                let frame = Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true);
                client.frame(Message::Frame(frame)).await;
            }
            _ => {
                let frame = Frame::message(vec![b'{'], OpCode::Data(Data::Text), false);
                client.frame(Message::Frame(frame)).await;
                drop(client);
                test_table
                    .until(|table| table["seats"][0]["here"] == false)
                    .await;
                continue;
            }
        }
        while client.hear().await.is_some() {}
        test_table
            .until(|table| table["seats"][0]["here"] == false)
            .await;
    }
    assert_eq!(test_table.show().await["state"], "waiting");
}

#[tokio::test(start_paused = true)]
async fn wrong_tokens_are_rejected() {
    let test_table = two(TestServer::start().await).await;
    let other = two(test_table.server).await;
    let own = &test_table.tokens[0];
    for token in [
        "",
        "0",
        &own[..31],
        &format!("{own}0"),
        &own.to_uppercase(),
        &test_table.keeper,
        &other.tokens[0],
    ] {
        if token == own {
            continue;
        }
        let mut client = test_table.socket().await;
        client.say(&hello("Eve", token)).await;
        let bye = client.hear_of("bye").await;
        assert_eq!(
            bye["reason"], "no seat of this table has that token",
            "{token}"
        );
        assert_eq!(client.hear().await, None);
        assert_eq!(client.heard.len(), 1);
    }
    assert_eq!(test_table.show().await["seats"][0]["taken"], false);
}

#[tokio::test(start_paused = true)]
async fn spectators_cannot_play() {
    let test_table = two(TestServer::start().await).await;
    let mut eve = test_table.watch().await;
    for message in [
        json!({"type": "action", "action": "take camels"}),
        json!({"type": "resign"}),
    ] {
        eve.say(&message).await;
        let refused = eve.hear_of("refused").await;
        assert_eq!(refused["message"], "spectators cannot play");
    }
    plays_to_the_end(&test_table).await;
    while let Some(message) = eve.hear().await {
        assert_ne!(message["type"], "turn");
    }
}

/// A socket that does not read is closed, and delays nobody.
#[tokio::test(start_paused = true)]
async fn a_client_that_never_reads_delays_nobody() {
    let quick = Limits {
        message_timeout: Duration::from_millis(500),
        ..limits()
    };
    let server = TestServer::with(quick).await;
    let test_table = two(server).await;
    let mut deaf = Vec::new();
    for _ in 0..20 {
        deaf.push(test_table.watch().await);
    }
    plays_to_the_end(&test_table).await;
    // A whole match gives each more than the system's buffers hold.
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "random"}]);
    let long = server
        .make(&json!({"game": "jaipur", "rules": "match", "seats": seats}))
        .await;
    let mut deaf_player = long.sit(0, "Ada").await;
    let turn = deaf_player.hear_of("turn").await;
    // Refusals as fast as they are allowed, none of them read.
    for _ in 0..90 {
        deaf_player.act(&turn, &"x".repeat(30 << 10)).await;
    }
    let mut player = long.sit(0, "Ada").await;
    player.hear_of("turn").await;
    plays_on(player).await;
    assert_eq!(long.show().await["state"], "over");
    drop((deaf, deaf_player));
}

async fn plays_on(mut player: Client) {
    player.say(&json!({"type": "resign"})).await;
    player.hear_of("result").await;
}

#[tokio::test(start_paused = true)]
async fn a_thousand_silent_sockets_delay_nobody() {
    let server = TestServer::start().await;
    let test_table = two(server).await;
    let mut silent = Vec::new();
    for _ in 0..1000 {
        silent.push(test_table.socket().await);
    }
    let more: Vec<TcpStream> = {
        let mut streams = Vec::new();
        for _ in 0..1000 {
            streams.push(TcpStream::connect(server.http).await.unwrap());
        }
        streams
    };
    plays_to_the_end(&test_table).await;
    advance(limits().message_timeout).await;
    for mut client in silent {
        assert_eq!(client.hear().await, None);
    }
    drop(more);
}

/// The same on the port for agents.
#[tokio::test(start_paused = true)]
async fn a_thousand_silent_agents_delay_nobody() {
    let server = TestServer::start().await;
    let mut silent = Vec::new();
    for _ in 0..1000 {
        silent.push(TcpStream::connect(server.agents).await.unwrap());
    }
    let seats = json!([{"kind": "agent"}, {"kind": "agent"}]);
    let test_table = server
        .make(&json!({"game": "jaipur", "rules": "round", "seats": seats}))
        .await;
    let mut players = Vec::new();
    for token in &test_table.tokens {
        players.push(tokio::spawn(
            server.line(&hello("robot", token)).await.play(),
        ));
    }
    for player in players {
        let heard = player.await.unwrap();
        assert_eq!(heard.last().unwrap()["reason"], "the game is over");
    }
}

/// Disconnects at every turn, as a person and as an agent, over WebSocket and TCP.
#[tokio::test(start_paused = true)]
async fn a_player_who_leaves_at_every_turn_finishes_the_game() {
    let server = TestServer::start().await;
    for kind in ["person", "agent"] {
        let seats = json!([{"kind": kind}, {"kind": "policy", "policy": "simple"}, {"kind": "policy", "policy": "simple"}]);
        let test_table = server
            .make(&json!({"game": "modern-art", "rules": "simple", "seats": seats}))
            .await;
        let mut web = true;
        let mut visits = 0;
        while test_table.show().await["state"] != "over" {
            let mut client = match web {
                true => test_table.sit(0, "Ada").await,
                false => server.line(&hello("Ada", &test_table.tokens[0])).await,
            };
            web = !web;
            visits += 1;
            while let Some(message) = client.hear().await {
                if message["type"] == "turn" {
                    client
                        .act(&message, message["legal"][0].as_str().unwrap())
                        .await;
                    break;
                }
            }
        }
        // A disconnected agent plays fallback moves at once; a person is waited for.
        assert!(visits > 5 || kind == "agent", "{visits}");
        assert_eq!(test_table.record().await.0, 200);
    }
}

/// Without a word or a close frame: the machine sleeps, or a router has forgotten the connection.
#[tokio::test(start_paused = true)]
async fn a_vanished_agent_is_noticed_within_30_seconds_and_may_come_back_at_once() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "agent"}, {"kind": "person"}]);
    let request =
        json!({"game": "jaipur", "rules": "round", "seats": seats, "clock": 3_600_000, "seed": 7});
    let test_table = server.make(&request).await;
    let mut person = test_table.sit(1, "Ada").await;
    let mut vanished = test_table.sit(0, "robot").await;
    // It is asked, and never reads again: pings are not answered either.
    vanished.hear_of("turn").await;
    let present = async |seat: usize, client: &mut Client| {
        let deadline = Instant::now() + Duration::from_secs(30);
        let noticed =
            async { while client.hear_of("table").await["seats"][seat]["here"] != false {} };
        tokio::time::timeout_at(deadline, noticed).await.is_err()
    };
    assert!(
        !present(0, &mut person).await,
        "it is still there after 30 s"
    );
    // Fallback moves are played for it meanwhile. It comes back with its token.
    let mut back = test_table.sit(0, "robot").await;
    back.hear_of("game").await;
    drop(vanished);
    // Likewise for one that has vanished and is not noticed yet.
    let mut again = test_table.sit(0, "robot").await;
    let welcome = again.hear_of("welcome").await;
    assert_eq!(welcome["seat"], 0);
    again.hear_of("game").await;
}

/// One that answers pings stays, however long it thinks.
#[tokio::test(start_paused = true)]
async fn an_agent_that_thinks_is_not_taken_for_vanished() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "agent"}, {"kind": "policy", "policy": "random"}]);
    let request =
        json!({"game": "jaipur", "rules": "round", "seats": seats, "clock": 3_600_000, "seed": 7});
    let test_table = server.make(&request).await;
    let mut robot = test_table.sit(0, "robot").await;
    let turn = robot.hear_of("turn").await;
    // It reads, and so answers pings, for ten minutes.
    for _ in 0..120 {
        let silence = tokio::time::timeout(Duration::from_millis(5), robot.hear()).await;
        assert!(silence.is_err(), "{silence:?}");
        tokio::time::advance(Duration::from_secs(5)).await;
    }
    assert_eq!(test_table.show().await["seats"][0]["here"], true);
    robot.act(&turn, turn["legal"][0].as_str().unwrap()).await;
    robot.hear_of("turn").await;
}
