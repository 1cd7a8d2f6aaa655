//! Whatever a connection does, the table plays on and the others notice nothing.

use crate::test_server::{Client, House, Made, hello, limits};
use parlour_server::rooms::Limits;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// Jaipur for two people.
async fn two(house: House) -> Made {
    let seats = json!([{"kind": "person"}, {"kind": "person"}]);
    house
        .make(&json!({"game": "jaipur", "rules": "round", "seats": seats, "seed": 3}))
        .await
}

/// Two players who play to the end, while `disturb` has happened.
async fn plays_to_the_end(made: &Made) {
    let start = Instant::now();
    let players = [made.sit(0, "Ada").await, made.sit(1, "Bob").await];
    for player in players.map(|player| tokio::spawn(player.play())) {
        let heard = player.await.unwrap();
        assert_eq!(heard.last().unwrap()["reason"], "the game is over");
        assert!(heard.iter().all(|message| message["type"] != "fault"));
    }
    assert_eq!(made.show().await["state"], "over");
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn without_a_hello_there_is_nothing() {
    let quick = Limits {
        patience: Duration::from_millis(400),
        ..limits()
    };
    let made = two(House::with(quick).await).await;
    let mut silent = made.socket().await;
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
        let mut client = made.socket().await;
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
    assert_eq!(
        silent.hear().await,
        None,
        "who says nothing is not waited for"
    );
    plays_to_the_end(&made).await;
}

#[tokio::test]
async fn frames_that_are_no_messages() {
    let made = two(House::open().await).await;
    let mut ada = made.sit(0, "Ada").await;
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
    plays_to_the_end(&made).await;
}

/// Too long, too many, not text, not whole: the connection ends, the seat stays.
#[tokio::test]
async fn floods_end_the_connection_and_not_the_seat() {
    let people = Limits {
        messages: Limits::default().messages,
        ..limits()
    };
    let made = two(House::with(people).await).await;
    for kind in ["oversize", "text", "messages", "pings", "bad text", "half"] {
        let mut client = made.sit(0, "Ada").await;
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
                made.until(|table| table["seats"][0]["here"] == false).await;
                continue;
            }
        }
        while client.hear().await.is_some() {}
        made.until(|table| table["seats"][0]["here"] == false).await;
    }
    assert_eq!(made.show().await["state"], "waiting");
}

#[tokio::test]
async fn wrong_tokens_get_nothing() {
    let made = two(House::open().await).await;
    let other = two(made.house).await;
    let own = &made.tokens[0];
    for token in [
        "",
        "0",
        &own[..31],
        &format!("{own}0"),
        &own.to_uppercase(),
        &made.keeper,
        &other.tokens[0],
    ] {
        if token == own {
            continue;
        }
        let mut client = made.socket().await;
        client.say(&hello("Eve", token)).await;
        let bye = client.hear_of("bye").await;
        assert_eq!(
            bye["reason"], "no seat of this table has that token",
            "{token}"
        );
        assert_eq!(client.hear().await, None);
        assert_eq!(client.heard.len(), 1);
    }
    assert_eq!(made.show().await["seats"][0]["taken"], false);
}

#[tokio::test]
async fn spectators_cannot_play() {
    let made = two(House::open().await).await;
    let mut eve = made.watch().await;
    for message in [
        json!({"type": "action", "action": "take camels"}),
        json!({"type": "resign"}),
    ] {
        eve.say(&message).await;
        let refused = eve.hear_of("refused").await;
        assert_eq!(refused["message"], "you watch this table; you have no seat");
    }
    plays_to_the_end(&made).await;
    while let Some(message) = eve.hear().await {
        assert_ne!(message["type"], "turn");
    }
}

/// A socket that does not read is closed, whatever waits for it; nobody waits for it.
#[tokio::test]
async fn a_client_that_never_reads() {
    let quick = Limits {
        patience: Duration::from_millis(500),
        ..limits()
    };
    let house = House::with(quick).await;
    let made = two(house).await;
    let mut deaf = Vec::new();
    for _ in 0..20 {
        deaf.push(made.watch().await);
    }
    plays_to_the_end(&made).await;
    // A whole match gives each more than the system's buffers hold.
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "random"}]);
    let long = house
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

#[tokio::test]
async fn a_thousand_sockets_that_say_nothing() {
    let quick = Limits {
        patience: Duration::from_secs(3),
        ..limits()
    };
    let house = House::with(quick).await;
    let made = two(house).await;
    let mut silent = Vec::new();
    for _ in 0..1000 {
        silent.push(made.socket().await);
    }
    let more: Vec<TcpStream> = {
        let mut streams = Vec::new();
        for _ in 0..1000 {
            streams.push(TcpStream::connect(house.http).await.unwrap());
        }
        streams
    };
    plays_to_the_end(&made).await;
    for mut client in silent {
        assert_eq!(client.hear().await, None);
    }
    drop(more);
}

/// The same on the port for programs.
#[tokio::test]
async fn a_thousand_programs_that_say_nothing() {
    let house = House::open().await;
    let mut silent = Vec::new();
    for _ in 0..1000 {
        silent.push(TcpStream::connect(house.agents).await.unwrap());
    }
    let seats = json!([{"kind": "agent"}, {"kind": "agent"}]);
    let made = house
        .make(&json!({"game": "jaipur", "rules": "round", "seats": seats}))
        .await;
    let mut players = Vec::new();
    for token in &made.tokens {
        players.push(tokio::spawn(
            house.line(&hello("robot", token)).await.play(),
        ));
    }
    for player in players {
        let heard = player.await.unwrap();
        assert_eq!(heard.last().unwrap()["reason"], "the game is over");
    }
}

/// Disconnects at every turn, with people and with programs, over both wires.
#[tokio::test]
async fn whoever_leaves_at_every_turn_still_finishes() {
    let house = House::open().await;
    for kind in ["person", "agent"] {
        let seats = json!([{"kind": kind}, {"kind": "policy", "policy": "simple"}, {"kind": "policy", "policy": "simple"}]);
        let made = house
            .make(&json!({"game": "modern-art", "rules": "simple", "seats": seats}))
            .await;
        let mut web = true;
        let mut visits = 0;
        while made.show().await["state"] != "over" {
            let mut client = match web {
                true => made.sit(0, "Ada").await,
                false => house.line(&hello("Ada", &made.tokens[0])).await,
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
        // A program that is away plays defaults at once, a person is waited for.
        assert!(
            visits > 1 && (visits > 5 || kind == "agent"),
            "{kind}: {visits}"
        );
        assert_eq!(made.record().await.0, 200);
    }
}
