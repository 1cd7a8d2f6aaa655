//! Rematches.

use crate::rooms::test_server::{Client, TestServer, TestTable, hello, limits};
use parlour_server::rooms::Limits;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Joins as a person whose client supports rematches.
async fn sit(test_table: &TestTable, seat: usize, name: &str) -> Client {
    let mut client = test_table.socket().await;
    let mut hello = hello(name, &test_table.tokens[seat]);
    hello["again"] = json!(true);
    client.say(&hello).await;
    client
}

/// A table of Jaipur for two people, at which the first has given up.
async fn resigned(server: TestServer) -> (TestTable, Client, Client) {
    let request = json!({"game": "jaipur", "rules": "round", "seed": 7, "seats": [{"kind": "person"}, {"kind": "person"}]});
    let test_table = server.make(&request).await;
    let mut ada = sit(&test_table, 0, "Ada").await;
    let mut ben = sit(&test_table, 1, "Ben").await;
    ada.hear_of("turn").await;
    ada.say(&json!({"type": "resign"})).await;
    for client in [&mut ada, &mut ben] {
        client.hear_of("result").await;
        until_asked(client, json!([])).await;
    }
    (test_table, ada, ben)
}

/// Waits until those seats have asked for another game.
async fn until_asked(client: &mut Client, seats: Value) {
    while client.hear_of("table").await["again"] != seats {}
}

fn again() -> Value {
    json!({"type": "again"})
}

/// The table that a message leads to, for its seats as far as they are known.
fn next(server: TestServer, messages: &[Value]) -> TestTable {
    let mut tokens = vec![String::new(); messages.len()];
    for message in messages {
        let seat = message["seat"].as_u64().unwrap() as usize;
        message["token"]
            .as_str()
            .unwrap()
            .clone_into(&mut tokens[seat]);
    }
    TestTable {
        server,
        id: messages[0]["table"].as_str().unwrap().to_owned(),
        keeper: String::new(),
        tokens,
    }
}

#[tokio::test(start_paused = true)]
async fn the_same_people_play_again_and_the_second_begins() {
    let server = TestServer::start().await;
    let (test_table, mut ada, mut ben) = resigned(server).await;
    ben.say(&again()).await;
    until_asked(&mut ada, json!([1])).await;
    assert_eq!(test_table.show().await["again"], json!([1]));
    ada.say(&again()).await;
    let next_of = [ada.hear_of("next").await, ben.hear_of("next").await];
    assert_eq!(
        (&next_of[0]["seat"], &next_of[1]["seat"]),
        (&json!(1), &json!(0))
    );
    for client in [&mut ada, &mut ben] {
        client.hear_of("bye").await;
        assert_eq!(client.hear().await, None);
    }
    // The first table is unchanged, and sends returning clients to the next.
    assert_eq!(test_table.show().await["again"], Value::Null);
    assert_eq!(test_table.record().await.1["result"]["resigned"], 0);
    let mut late = sit(&test_table, 0, "Ada").await;
    assert_eq!(late.hear_of("next").await, next_of[0]);
    let after = next(server, &next_of);
    let mut ben = sit(&after, 0, "somebody else").await;
    let welcome = ben.hear_of("welcome").await;
    assert_eq!(
        (&welcome["name"], &welcome["seat"]),
        (&json!("Ben"), &json!(0))
    );
    assert_eq!(ben.hear_of("game").await["names"], json!(["Ben", "Ada"]));
    ben.hear_of("turn").await;
    let mut ada = sit(&after, 1, "Ada").await;
    ada.hear_of("news").await;
    let summary = after.show().await;
    // The seed of the first deal was chosen, that of the second was not.
    assert_eq!(
        (&summary["seeded"], &summary["state"]),
        (&json!(false), &json!("playing"))
    );
    // The owner of the first table owns this one.
    let keeper = format!("Bearer {}", test_table.keeper);
    let path = format!("/api/v1/tables/{}", after.id);
    let (status, _) = (server.ask("DELETE", &path, &[("Authorization", &keeper)], "")).await;
    assert_eq!(status, 204);
    ada.hear_of("bye").await;
}

#[tokio::test(start_paused = true)]
async fn agents_and_policies_take_part_in_the_rematch() {
    let server = TestServer::start().await;
    let request = json!({"game": "modern-art", "rules": "simple", "seats": [
        {"kind": "person"}, {"kind": "policy", "policy": "simple"}, {"kind": "agent"}], "listed": true});
    let test_table = server.make(&request).await;
    let mut program = (server
        .line(&json!({"type": "hello", "version": 1, "name": "robot", "legal": "ranges"})))
    .await;
    program.hear_of("welcome").await;
    let mut ada = sit(&test_table, 0, "Ada").await;
    let mut watcher = test_table.socket().await;
    (watcher.say(&json!({"type": "hello", "version": 1, "watch": true, "again": true}))).await;
    ada.hear_of("turn").await;
    watcher.hear_of("news").await;
    ada.say(&json!({"type": "resign"})).await;
    program.hear_of("result").await;
    watcher.hear_of("result").await;
    until_asked(&mut ada, json!([])).await;
    ada.say(&again()).await;
    let moved = ada.hear_of("next").await;
    assert_eq!(moved["seat"], 2);
    let seen = watcher.hear_of("next").await;
    assert_eq!(
        seen,
        json!({"type": "next", "table": moved["table"], "seat": null, "token": null})
    );
    // The agent keeps its connection; its seat and its token are new.
    let welcome = program.hear_of("welcome").await;
    assert_eq!(
        (&welcome["name"], &welcome["seat"]),
        (&json!("robot"), &json!(1))
    );
    let after = TestTable {
        server,
        id: moved["table"].as_str().unwrap().to_owned(),
        keeper: String::new(),
        tokens: vec![
            String::new(),
            String::new(),
            moved["token"].as_str().unwrap().to_owned(),
        ],
    };
    assert_eq!(after.show().await["state"], "waiting");
    let mut ada = sit(&after, 2, "Ada").await;
    let names = json!(["simple", "robot", "Ada"]);
    assert_eq!(ada.hear_of("game").await["names"], names);
    assert_eq!(program.hear_of("game").await["names"], names);
    assert_eq!(program.hear_of("turn").await["seat"], 1);
}

/// The next message of the classic dialect that begins so.
async fn block(stream: &mut TcpStream, begin: &str) -> String {
    loop {
        let mut block = [0; 4096];
        let read = timeout(Duration::from_secs(30), stream.read_exact(&mut block)).await;
        read.unwrap().unwrap();
        let text = String::from_utf8(block.to_vec()).unwrap();
        if text.starts_with(begin) {
            return text;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_classic_agent_takes_part_in_the_rematch() {
    let server = TestServer::start().await;
    let request = json!({"game": "modern-art", "rules": "simple", "seats": [
        {"kind": "person"}, {"kind": "policy", "policy": "simple"}, {"kind": "agent"}], "listed": true});
    let test_table = server.make(&request).await;
    let mut old = TcpStream::connect(server.agents).await.unwrap();
    block(&mut old, "{'request': 'INITIALIZE', 'arg': 2,").await;
    old.write_all(b"old").await.unwrap();
    let mut ada = sit(&test_table, 0, "Ada").await;
    ada.hear_of("turn").await;
    ada.say(&json!({"type": "resign"})).await;
    block(&mut old, "{'request': 'FINISH'").await;
    until_asked(&mut ada, json!([])).await;
    ada.say(&again()).await;
    let moved = ada.hear_of("next").await;
    let token = moved["token"].as_str().unwrap();
    let mut ada = (server.socket(moved["table"].as_str().unwrap(), None))
        .await
        .unwrap();
    ada.say(&hello("Ada", token)).await;
    // It is told its new seat as before each of several games, answers with its name, and plays.
    block(&mut old, "{'request': 'INITIALIZE', 'arg': 1,").await;
    old.write_all(b"old").await.unwrap();
    block(&mut old, "{'request': 'BID'").await;
    assert_eq!(
        ada.hear_of("game").await["names"],
        json!(["simple", "old", "Ada"])
    );
}

#[tokio::test(start_paused = true)]
async fn there_is_no_rematch_with_a_program_that_has_left() {
    let server = TestServer::start().await;
    let request = json!({"game": "modern-art", "rules": "simple", "seats": [
        {"kind": "person"}, {"kind": "agent"}, {"kind": "agent"}], "listed": true});
    let test_table = server.make(&request).await;
    let mut program = server.line(&hello("robot", &test_table.tokens[1])).await;
    program.hear_of("welcome").await;
    let mut other = server.line(&hello("other", &test_table.tokens[2])).await;
    other.hear_of("welcome").await;
    let mut ada = sit(&test_table, 0, "Ada").await;
    ada.hear_of("turn").await;
    ada.say(&json!({"type": "resign"})).await;
    program.hear_of("result").await;
    drop(program);
    (test_table.until(|table| table["seats"][1]["here"] == false)).await;
    until_asked(&mut ada, json!([])).await;
    ada.say(&again()).await;
    let bye = ada.hear_of("bye").await;
    assert_eq!(bye["code"], "rematch_program_left");
    assert_eq!(bye["args"], json!({"program": "robot"}));
    let reason = "the rematch is not possible: the program 'robot' has left";
    assert_eq!(bye["reason"], reason);
    assert_eq!(other.hear_of("bye").await["reason"], reason);
}

#[tokio::test(start_paused = true)]
async fn declining_a_rematch_is_announced() {
    let (_, mut ada, mut ben) = resigned(TestServer::start().await).await;
    ada.say(&again()).await;
    until_asked(&mut ben, json!([0])).await;
    ben.say(&json!({"type": "again", "want": false})).await;
    for client in [&mut ada, &mut ben] {
        let bye = client.hear_of("bye").await;
        assert_eq!(bye["reason"], "Ben does not want another game");
        assert_eq!(bye["code"], "rematch_declined");
        assert_eq!(bye["args"], json!({"player": "Ben"}));
        assert_eq!(client.hear().await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn disconnecting_withdraws_the_request_for_a_rematch() {
    let (test_table, mut ada, mut ben) = resigned(TestServer::start().await).await;
    ben.say(&again()).await;
    until_asked(&mut ada, json!([1])).await;
    drop(ben);
    until_asked(&mut ada, json!([])).await;
    ada.say(&again()).await;
    until_asked(&mut ada, json!([0])).await;
    let mut ben = sit(&test_table, 1, "Ben").await;
    ben.hear_of("result").await;
    ben.say(&again()).await;
    assert_eq!(ben.hear_of("next").await["seat"], 0);
    assert_eq!(ada.hear_of("next").await["seat"], 1);
}

#[tokio::test(start_paused = true)]
async fn the_offer_of_a_rematch_expires() {
    let limits = Limits {
        rematch: Duration::from_secs(10),
        ..limits()
    };
    let (_, mut ada, mut ben) = resigned(TestServer::with(limits).await).await;
    ada.say(&again()).await;
    until_asked(&mut ben, json!([0])).await;
    tokio::time::advance(Duration::from_secs(10)).await;
    for client in [&mut ada, &mut ben] {
        let bye = client.hear_of("bye").await;
        assert!(
            bye["reason"].as_str().unwrap().contains("another game"),
            "{bye}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_rematch_cannot_be_requested_before_the_end_or_by_spectators() {
    let test_table = TestServer::start().await;
    let request = json!({"game": "jaipur", "rules": "round", "seats": [{"kind": "person"}, {"kind": "person"}]});
    let test_table = test_table.make(&request).await;
    let mut ada = sit(&test_table, 0, "Ada").await;
    let mut watcher = test_table.watch().await;
    watcher.hear_of("table").await;
    for client in [&mut ada, &mut watcher] {
        client.say(&again()).await;
        client.hear_of("refused").await;
    }
    // If one client does not support rematches, none is offered.
    let mut ben = test_table.sit(1, "Ben").await;
    ada.hear_of("turn").await;
    ben.say(&json!({"type": "resign"})).await;
    for client in [&mut ada, &mut ben] {
        assert_eq!(client.hear_of("bye").await["reason"], "the game is over");
    }
}
