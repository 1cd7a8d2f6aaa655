//! Tables of a server that stops and starts again. `parlour` tests kills of a real process.

use crate::rooms::test_server::{Client, Stored, TestServer, TestTable, hello, limits};
use parlour_server::rooms::Limits;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;
use tokio::time::advance;

fn file() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    (folder, path)
}

/// The same table at another server.
fn at(stored: &Stored, table: &TestTable) -> TestTable {
    TestTable {
        server: stored.server,
        id: table.id.clone(),
        keeper: table.keeper.clone(),
        tokens: table.tokens.clone(),
    }
}

/// Joins as a person whose client supports rematches.
async fn sit(table: &TestTable, seat: usize) -> Client {
    let mut client = table.socket().await;
    let mut hello = hello(&format!("p{seat}"), &table.tokens[seat]);
    hello["again"] = json!(true);
    client.say(&hello).await;
    client
}

async fn until_asked(client: &mut Client, seats: Value) {
    while client.hear_of("table").await["again"] != seats {}
}

/// A table of Jaipur for a person and a program, where the program is to move.
async fn with_program(server: TestServer) -> (TestTable, Client, Client) {
    let seats = json!([{"kind": "agent"}, {"kind": "person"}]);
    let request = json!({"game": "jaipur", "rules": "round", "seed": 7, "seats": seats});
    let table = server.make(&request).await;
    let mut person = sit(&table, 1).await;
    let mut program = server.line(&hello("new", &table.tokens[0])).await;
    program.hear_of("turn").await;
    person.hear_of("news").await;
    (table, person, program)
}

#[tokio::test(start_paused = true)]
async fn a_program_comes_back_to_its_seat() {
    let (_folder, path) = file();
    let first = TestServer::stored(limits(), &path).await;
    let (table, mut person, mut program) = with_program(first.server).await;
    first.stop().await;
    for client in [&mut person, &mut program] {
        assert_eq!(client.hear_of("bye").await["code"], "restart");
        assert_eq!(client.hear().await, None);
    }
    let second = TestServer::stored(limits(), &path).await;
    let table = at(&second, &table);
    let mut person = sit(&table, 1).await;
    person.hear_of("news").await;
    advance(Duration::from_secs(5)).await;
    let mut program = second.server.line(&hello("new", &table.tokens[0])).await;
    assert_eq!(program.hear_of("welcome").await["name"], "new");
    let turn = program.hear_of("turn").await;
    assert_eq!(turn["id"], 0, "no move was played for it: {turn}");
    program.act(&turn, turn["legal"][0].as_str().unwrap()).await;
    assert_eq!(person.hear_of("turn").await["id"], 1);
}

#[tokio::test(start_paused = true)]
async fn a_program_that_does_not_come_back_is_played_for() {
    let (_folder, path) = file();
    let first = TestServer::stored(limits(), &path).await;
    let (table, _person, _program) = with_program(first.server).await;
    first.stop().await;
    let second = TestServer::stored(limits(), &path).await;
    let table = at(&second, &table);
    let mut person = sit(&table, 1).await;
    person.hear_of("news").await;
    advance(Duration::from_secs(31)).await;
    assert_eq!(person.hear_of("turn").await["id"], 1);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_is_still_offered_and_leads_to_its_table() {
    let (_folder, path) = file();
    let first = TestServer::stored(limits(), &path).await;
    let seats = json!([{"kind": "person"}, {"kind": "person"}]);
    let request = json!({"game": "jaipur", "rules": "round", "seed": 7, "seats": seats});
    let table = first.server.make(&request).await;
    let (mut ada, mut ben) = (sit(&table, 0).await, sit(&table, 1).await);
    ada.hear_of("turn").await;
    ada.say(&json!({"type": "resign"})).await;
    ben.hear_of("result").await;
    ben.say(&json!({"type": "again"})).await;
    until_asked(&mut ada, json!([1])).await;
    let record = table.record().await;
    first.stop().await;

    // The one who has asked need not ask again.
    let second = TestServer::stored(limits(), &path).await;
    let table = at(&second, &table);
    assert_eq!(table.record().await, record);
    let mut ada = sit(&table, 0).await;
    until_asked(&mut ada, json!([1])).await;
    ada.say(&json!({"type": "again"})).await;
    until_asked(&mut ada, json!([0, 1])).await;
    let mut ben = sit(&table, 1).await;
    let next = [ada.hear_of("next").await, ben.hear_of("next").await];
    assert_eq!(next[0]["table"], next[1]["table"]);
    second.stop().await;

    // The token of the new seat follows from the old one, and is the same for those who come late.
    let third = TestServer::stored(limits(), &path).await;
    let table = at(&third, &table);
    let mut late = sit(&table, 1).await;
    assert_eq!(late.hear_of("next").await, next[1]);
    let token = |seat: usize| {
        let of = next.iter().find(|next| next["seat"] == seat).unwrap();
        of["token"].as_str().unwrap().to_owned()
    };
    let rematch = TestTable {
        id: next[0]["table"].as_str().unwrap().to_owned(),
        tokens: vec![token(0), token(1)],
        ..at(&third, &table)
    };
    let mut ben = sit(&rematch, 0).await;
    ben.hear_of("turn").await;
}

/// What is not in memory any more is read from the database, as long as it is kept there.
#[tokio::test(start_paused = true)]
async fn a_finished_game_is_stored_for_longer_than_its_table() {
    let (_folder, path) = file();
    let limits = Limits {
        keep: Duration::from_secs(60),
        ..limits()
    };
    let first = TestServer::stored(limits.clone(), &path).await;
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "random"}]);
    let request = json!({"game": "jaipur", "rules": "round", "seats": seats});
    let table = first.server.make(&request).await;
    table.sit(0, "Ada").await.play().await;
    let (summary, record) = (table.show().await, table.record().await);
    assert_eq!(record.0, 200);
    advance(Duration::from_secs(61)).await;
    let again = table.show().await;
    for field in [
        "id",
        "state",
        "scores",
        "winners",
        "secret",
        "commitment",
        "created",
    ] {
        assert_eq!(again[field], summary[field], "{field}");
    }
    assert_eq!(table.record().await, record);
    let told = table.sit(0, "Ada").await.play().await;
    assert_eq!(told.last().unwrap()["type"], "bye");
    first.stop().await;
    let second = TestServer::stored(
        Limits {
            keep_games: Duration::ZERO,
            ..limits
        },
        &path,
    )
    .await;
    assert_eq!(at(&second, &table).record().await.0, 404);
}

/// The limit of tables holds for those that are read from the database, too. Nobody's game in progress is removed or lost.
#[tokio::test(start_paused = true)]
async fn stored_tables_are_limited_in_memory() {
    let (_folder, path) = file();
    let few = |tables: usize| Limits { tables, ..limits() };
    let first = TestServer::stored(few(3), &path).await;
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "random"}]);
    let request = json!({"game": "jaipur", "rules": "round", "seats": seats});
    let mut finished = Vec::new();
    for _ in 0..5 {
        let table = first.server.make(&request).await;
        let mut person = table.sit(0, "Ada").await;
        person.hear_of("turn").await;
        person.say(&json!({"type": "resign"})).await;
        person.hear_of("result").await;
        finished.push(table);
    }
    // Twice: what makes room is stored, and read again.
    for table in finished.iter().chain(&finished) {
        assert_eq!(table.show().await["state"], "over");
        let count = first.server.count_tables().await;
        assert!(count <= 3, "{count}");
    }
    let mut live = Vec::new();
    for _ in 0..3 {
        let table = first.server.make(&request).await;
        table.sit(0, "Ada").await.hear_of("turn").await;
        live.push(table);
    }
    let path_of_first = format!("/api/v1/tables/{}", finished[0].id);
    assert_eq!(first.server.get(&path_of_first).await.0, 503);
    first.stop().await;

    // Those that were over a moment ago are restored as far as there is room.
    for tables in [2, 5] {
        let next = TestServer::stored(few(tables), &path).await;
        let count = next.server.count_tables().await;
        assert_eq!(count, tables.max(3) as u64);
        for table in &live {
            assert_eq!(at(&next, table).show().await["state"], "playing");
        }
        next.stop().await;
    }
}

/// The owner of a table can end it after a restart, and others cannot.
#[tokio::test(start_paused = true)]
async fn the_owner_is_the_same_after_a_restart() {
    let (_folder, path) = file();
    let first = TestServer::stored(limits(), &path).await;
    let (table, _person, _program) = with_program(first.server).await;
    first.stop().await;
    let second = TestServer::stored(limits(), &path).await;
    let path = format!("/api/v1/tables/{}", table.id);
    let end = async |token: &str| {
        let bearer = format!("Bearer {token}");
        let headers = [("Authorization", bearer.as_str())];
        second.server.ask("DELETE", &path, &headers, "").await.0
    };
    assert_eq!(end(&table.tokens[0]).await, 401);
    assert_eq!(end(&table.keeper).await, 204);
    let ended = at(&second, &table)
        .until(|table| table["state"] == "abandoned")
        .await;
    assert_eq!(ended["id"], table.id.as_str());
}
