//! What people settle among themselves: open seats, undo by agreement, phrases, the time for a whole game.

use crate::rooms::test_server::{Client, TestServer, TestTable, hello};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::advance;

/// A table of Jaipur for Ada, at which the second seat is open, with further fields of the request.
async fn open_table(server: TestServer, fields: &Value) -> (TestTable, Client) {
    let mut request = json!({"game": "jaipur", "rules": "round", "seed": 7, "listed": true,
        "seats": [{"kind": "person"}, {"kind": "open"}]});
    for (name, value) in fields.as_object().unwrap() {
        request[name] = value.clone();
    }
    let test_table = server.make(&request).await;
    let ada = test_table.sit(0, "Ada").await;
    (test_table, ada)
}

/// Asks for an open seat.
async fn sit_down(test_table: &TestTable, name: &str) -> Client {
    let mut client = test_table.socket().await;
    let hello = json!({"type": "hello", "version": 1, "name": name, "watch": true, "sit": true});
    client.say(&hello).await;
    client
}

/// Ada and Ben, who has found the open seat, and Ada's first turn.
async fn two(fields: &Value) -> (TestTable, Client, Client, Value) {
    let server = TestServer::start().await;
    let (test_table, mut ada) = open_table(server, fields).await;
    let ben = sit_down(&test_table, "Ben").await;
    let turn = ada.hear_of("turn").await;
    (test_table, ada, ben, turn)
}

/// Takes the first card that can be taken.
async fn take(client: &mut Client, turn: &Value) {
    let legal = turn["legal"].as_array().unwrap();
    let action = legal[0].as_str().unwrap();
    client.act(turn, action).await;
}

/// The next state of the table for which something holds.
async fn table_where(client: &mut Client, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        let table = client.hear_of("table").await;
        if holds(&table) {
            return table;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_stranger_takes_an_open_seat_and_keeps_it() {
    let server = TestServer::start().await;
    let (test_table, mut ada) = open_table(server, &json!({})).await;
    let (_, list) = server.get("/api/v1/tables").await;
    let seats = &list["tables"][0]["seats"];
    assert_eq!(
        (&seats[0]["open"], &seats[1]["open"]),
        (&json!(false), &json!(true))
    );
    let mut ben = sit_down(&test_table, "Ben").await;
    let welcome = ben.hear_of("welcome").await;
    assert_eq!(
        (&welcome["seat"], &welcome["name"]),
        (&json!(1), &json!("Ben"))
    );
    ada.hear_of("turn").await;
    // There is one seat only.
    let mut cem = sit_down(&test_table, "Cem").await;
    assert_eq!(cem.hear_of("bye").await["code"], "no_open_seat");
    // The creator of the table cannot enter it with the token of the seat any more; its owner can.
    let mut maker = test_table.socket().await;
    let shown = json!({"type": "hello", "version": 1, "token": test_table.tokens[1]});
    maker.say(&shown).await;
    assert_eq!(maker.hear_of("bye").await["code"], "unknown_token");
    let mut again = test_table.socket().await;
    again
        .say(&hello("Ben", welcome["token"].as_str().unwrap()))
        .await;
    assert_eq!(again.hear_of("welcome").await["seat"], 1);
    assert_eq!(ben.hear_of("bye").await["code"], "replaced");
}

#[tokio::test(start_paused = true)]
async fn a_seat_by_link_is_not_open() {
    let server = TestServer::start().await;
    let request = json!({"game": "jaipur", "rules": "round", "listed": true,
        "seats": [{"kind": "person"}, {"kind": "person"}]});
    let test_table = server.make(&request).await;
    let mut ben = sit_down(&test_table, "Ben").await;
    assert_eq!(ben.hear_of("bye").await["code"], "no_open_seat");
}

#[tokio::test(start_paused = true)]
async fn a_move_is_taken_back_if_all_agree() {
    let (test_table, mut ada, mut ben, turn) = two(&json!({})).await;
    let undo = |want: bool| json!({"type": "undo", "want": want});
    // Nothing has been played yet.
    ada.say(&undo(true)).await;
    assert_eq!(ada.hear_of("refused").await["code"], "no_undo");
    take(&mut ada, &turn).await;
    let answer = ben.hear_of("turn").await;
    ada.say(&undo(true)).await;
    let asked = table_where(&mut ben, |table| !table["undo"].is_null()).await;
    assert_eq!(asked["undo"], json!({"seat": 0, "agreed": [0]}));
    ben.say(&undo(false)).await;
    table_where(&mut ben, |table| table["undo"].is_null()).await;
    ada.say(&undo(true)).await;
    table_where(&mut ben, |table| !table["undo"].is_null()).await;
    ben.say(&undo(true)).await;
    // The game is told again from its beginning, and the same turn comes again.
    ben.hear_of("game").await;
    let news = ben.hear_of("news").await;
    assert_eq!(news["events"], turn["events"]);
    ada.hear_of("game").await;
    let again = ada.hear_of("turn").await;
    assert_eq!(again["legal"], turn["legal"]);
    assert_eq!(again["view"], turn["view"]);
    // An answer to the turn that is gone does not count.
    take(&mut ben, &answer).await;
    assert_eq!(ben.hear_of("refused").await["code"], "not_your_turn");
    // A move ends a request.
    take(&mut ada, &again).await;
    let answer = ben.hear_of("turn").await;
    ada.say(&undo(true)).await;
    table_where(&mut ben, |table| !table["undo"].is_null()).await;
    take(&mut ben, &answer).await;
    table_where(&mut ben, |table| table["undo"].is_null()).await;
    ben.say(&json!({"type": "resign"})).await;
    ben.hear_of("result").await;
    let (status, record) = test_table.record().await;
    assert_eq!(
        (status, record["actions"].as_array().unwrap().len()),
        (200, 2)
    );
}

#[tokio::test(start_paused = true)]
async fn against_a_policy_one_person_agrees_alone() {
    let server = TestServer::start().await;
    let request = json!({"game": "jaipur", "rules": "round", "seed": 7,
        "seats": [{"kind": "person"}, {"kind": "policy", "policy": "random"}]});
    let test_table = server.make(&request).await;
    let mut ada = test_table.sit(0, "Ada").await;
    let turn = ada.hear_of("turn").await;
    take(&mut ada, &turn).await;
    ada.hear_of("turn").await;
    ada.say(&json!({"type": "undo"})).await;
    ada.hear_of("game").await;
    let again = ada.hear_of("turn").await;
    assert_eq!((&again["id"], &again["view"]), (&turn["id"], &turn["view"]));
    take(&mut ada, &again).await;
    ada.hear_of("turn").await;
}

#[tokio::test(start_paused = true)]
async fn phrases_are_heard_and_limited() {
    let (test_table, mut ada, mut ben, _) = two(&json!({})).await;
    let mut eve = test_table.watch().await;
    eve.hear_of("news").await;
    let phrase = json!({"type": "phrase", "phrase": "good_luck"});
    ada.say(&phrase).await;
    for client in [&mut ada, &mut ben, &mut eve] {
        let heard = client.hear_of("phrase").await;
        assert_eq!(
            heard,
            json!({"type": "phrase", "seat": 0, "phrase": "good_luck"})
        );
    }
    ada.say(&phrase).await;
    assert_eq!(ada.hear_of("refused").await["code"], "too_many_phrases");
    advance(Duration::from_secs(2)).await;
    ada.say(&phrase).await;
    ben.hear_of("phrase").await;
    eve.say(&phrase).await;
    assert_eq!(eve.hear_of("refused").await["code"], "spectator");
    ada.say(&json!({"type": "phrase", "phrase": "anything else"}))
        .await;
    assert_eq!(ada.hear_of("refused").await["code"], "unreadable");
}

#[tokio::test(start_paused = true)]
async fn the_time_for_the_game_runs_out_and_grows_with_each_answer() {
    let bank = json!({"bank": {"base_ms": 60_000, "increment_ms": 5000}});
    let (_, mut ada, mut ben, turn) = two(&bank).await;
    let left = |table: &Value, seat: usize| table["bank_left"][seat].as_u64().unwrap();
    advance(Duration::from_secs(20)).await;
    take(&mut ada, &turn).await;
    let answer = ben.hear_of("turn").await;
    let table = table_where(&mut ben, |table| left(table, 0) != 60_000).await;
    // 60 - 20 + 5 s, and what the messages took.
    assert!((44_000..=45_000).contains(&left(&table, 0)), "{table}");
    assert!((59_000..=60_000).contains(&left(&table, 1)), "{table}");
    assert!((59_000..=60_000).contains(&answer["time"].as_u64().unwrap()));
    // Ben's time runs out: a move is made for him, and the increment is left.
    advance(Duration::from_secs(60)).await;
    assert_eq!(ben.hear_of("fault").await["code"], "timeout");
    let table = table_where(&mut ben, |table| left(table, 1) < 50_000).await;
    assert_eq!(left(&table, 1), 5000);
    ada.hear_of("turn").await;
}

#[tokio::test(start_paused = true)]
async fn a_time_bank_has_bounds() {
    let server = TestServer::start().await;
    for (base, increment) in [(9_999, 0), (10_800_001, 0), (60_000, 300_001)] {
        let request = json!({"game": "jaipur", "rules": "round",
            "seats": [{"kind": "person"}, {"kind": "person"}],
            "bank": {"base_ms": base, "increment_ms": increment}});
        let (status, error) =
            (server.ask("POST", "/api/v1/tables", &[], &request.to_string())).await;
        assert_eq!((status, &error["code"]), (400, &json!("invalid_time_bank")));
    }
}
