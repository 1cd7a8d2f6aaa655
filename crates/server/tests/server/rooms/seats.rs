//! Joining, leaving, reconnecting; clocks, resigning, and tables that end early.

use crate::rooms::test_server::{
    Client, TestServer, TestTable, current, events, hello, kinds, limits,
};
use parlour_server::rooms::Limits;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, advance};

/// A table of people only.
async fn people(
    server: TestServer,
    game: &str,
    rules: &str,
    seats: usize,
    clock: Option<u64>,
) -> TestTable {
    let seats = vec![json!({"kind": "person"}); seats];
    let request = json!({"game": game, "rules": rules, "seats": seats, "clock": clock, "seed": 7});
    server.make(&request).await
}

/// All people join.
async fn all_sit(test_table: &TestTable) -> Vec<Client> {
    let mut clients = Vec::new();
    for seat in 0..test_table.tokens.len() {
        clients.push(test_table.sit(seat, &format!("p{seat}")).await);
    }
    clients
}

/// Modern Art for three people: the first is asked to offer, and offers.
async fn three_bidders(clock: Option<u64>) -> (TestTable, Vec<Client>) {
    let test_table = people(TestServer::start().await, "modern-art", "simple", 3, clock).await;
    let mut clients = all_sit(&test_table).await;
    let turn = clients[0].hear_of("turn").await;
    let offer = turn["legal"][0].as_str().unwrap().to_owned();
    clients[0].act(&turn, &offer).await;
    (test_table, clients)
}

#[tokio::test(start_paused = true)]
async fn the_game_begins_when_every_seat_is_taken() {
    let test_table = people(TestServer::start().await, "jaipur", "round", 2, None).await;
    let mut first = test_table.sit(0, "Ada").await;
    assert_eq!(first.hear_of("table").await["state"], "waiting");
    let waiting = test_table.show().await;
    assert_eq!(
        waiting["seats"][0],
        json!({"kind": "person", "name": "Ada", "taken": true, "open": false, "here": true})
    );
    assert_eq!(
        waiting["seats"][1],
        json!({"kind": "person", "name": null, "taken": false, "open": false, "here": false})
    );
    // A second player of the same name gets a distinct one.
    let mut second = test_table.sit(1, "Ada").await;
    assert_eq!(second.hear_of("welcome").await["name"], "Ada-2");
    assert_eq!(
        first.hear_of("game").await["names"],
        json!(["Ada", "Ada-2"])
    );
    assert_eq!(test_table.show().await["state"], "playing");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_lost_on_reconnecting() {
    let server = TestServer::start().await;
    let request = json!({"game": "jaipur", "rules": "round", "seats": [{"kind": "person"}, {"kind": "policy", "policy": "random"}]});
    let test_table = server.make(&request).await;
    let mut told = Vec::new();
    for visit in 0..6 {
        let mut client = test_table.sit(0, "Ada").await;
        let turn = client.hear_of("turn").await;
        let story = events(&client.messages());
        assert_eq!(story[..told.len()], told[..], "visit {visit}");
        assert!(!story.is_empty());
        let messages = client.messages();
        let mut kinds = kinds(&messages);
        // On the first visit the announcement of the game comes later.
        kinds.dedup();
        assert_eq!(kinds[..3], ["welcome", "table", "game"]);
        // Leaves before the answer, every other time.
        if visit % 2 == 1 {
            client.act(&turn, turn["legal"][0].as_str().unwrap()).await;
            client.hear_of("turn").await;
        }
        told = events(&client.messages());
        drop(client);
        test_table
            .until(|table| table["seats"][0]["here"] == false)
            .await;
        assert_eq!(test_table.show().await["state"], "playing");
    }
}

#[tokio::test(start_paused = true)]
async fn a_sealed_choice_stays_sealed_while_a_player_is_away() {
    let (test_table, mut clients) = three_bidders(None).await;
    let mut watcher = test_table.watch().await;
    let turn = clients[1].hear_of("turn").await;
    drop(clients.remove(1));
    test_table
        .until(|table| table["seats"][1]["here"] == false)
        .await;
    for (index, bid) in [(0, "bid 33"), (1, "bid 44")] {
        let turn = clients[index].hear_of("turn").await;
        clients[index].act(&turn, bid).await;
    }
    test_table
        .until(|table| table["to_move"] == json!([1]))
        .await;
    let mut back = test_table.sit(1, "p1").await;
    let again = back.hear_of("turn").await;
    for field in ["id", "seat", "legal", "time"] {
        assert_eq!(again[field], turn[field], "{field}");
    }
    assert_eq!(again["view"]["to_move"], json!([1]));
    // Clients know their own bid only.
    let sealed = |client: &Client, own: &str| {
        let text = client.heard.join("\n").replace("\"legal\":[", "\u{0}");
        let text: String = text
            .split('\u{0}')
            .map(|part| {
                part.split_once("],\"events\"")
                    .map_or(part, |(_, rest)| rest)
            })
            .collect();
        for bid in ["33", "44"] {
            assert!(
                bid == own || !text.contains(&format!(":{bid}")),
                "{bid} in {text}"
            );
        }
    };
    sealed(&back, "");
    while watcher.hear().await.unwrap()["view"]["to_move"] != json!([1]) {}
    sealed(&watcher, "");
    back.act(&again, "bid 5").await;
    let opened = back.hear_of("turn").await;
    let opened = opened["events"].to_string();
    assert!(opened.contains("\"bids\":{\"bids\":[33,5,44]}"), "{opened}");
}

#[tokio::test(start_paused = true)]
async fn the_newer_window_takes_the_seat() {
    let test_table = people(TestServer::start().await, "jaipur", "round", 2, None).await;
    let mut clients = all_sit(&test_table).await;
    clients[0].hear_of("game").await;
    let mut newer = test_table.socket().await;
    newer
        .say(&json!({"type": "hello", "version": 1, "token": current(&test_table.tokens[0]), "watch": true}))
        .await;
    assert_eq!(newer.hear_of("welcome").await["name"], "p0");
    assert_eq!(
        clients[0].hear_of("bye").await["reason"],
        "this seat was opened in another window"
    );
    assert_eq!(clients[0].hear().await, None);
    assert_eq!(test_table.show().await["seats"][0]["here"], true);
    let mover = test_table.show().await["to_move"][0].as_u64().unwrap();
    let player = if mover == 0 {
        &mut newer
    } else {
        &mut clients[1]
    };
    let turn = player.hear_of("turn").await;
    player.act(&turn, turn["legal"][0].as_str().unwrap()).await;
    test_table.until(|table| table["to_move"][0] != mover).await;
}

#[tokio::test(start_paused = true)]
async fn a_refused_action_can_be_corrected() {
    let test_table = people(TestServer::start().await, "jaipur", "round", 2, None).await;
    let mut clients = all_sit(&test_table).await;
    clients[0].hear_of("game").await;
    let mover = test_table.show().await["to_move"][0].as_u64().unwrap() as usize;
    let turn = clients[mover].hear_of("turn").await;
    let id = turn["id"].clone();
    for (said, id, message) in [
        (
            json!({"type": "action", "id": id, "action": "dance"}),
            id.clone(),
            "",
        ),
        (
            json!({"type": "action", "id": id, "action": "sell 7 gold"}),
            id.clone(),
            "",
        ),
        (
            json!({"type": "action", "id": 77, "action": "take camels"}),
            json!(77),
            "that turn is over",
        ),
        (json!({"type": "action"}), Value::Null, "a message is"),
        (json!(7), Value::Null, "a message is"),
        (hello("again", ""), Value::Null, "hello was sent before"),
    ] {
        clients[mover].say(&said).await;
        let refused = clients[mover].hear_of("refused").await;
        assert_eq!(refused["id"], id, "{said}");
        let text = refused["message"].as_str().unwrap();
        assert!(
            text.starts_with(message) && !text.is_empty(),
            "{said}: {text}"
        );
        assert!(!text.contains('\n'));
    }
    let other = &mut clients[1 - mover];
    other
        .say(&json!({"type": "action", "action": "take camels"}))
        .await;
    assert_eq!(
        other.hear_of("refused").await["message"],
        "it is not your turn"
    );
    clients[mover]
        .act(&turn, turn["legal"][0].as_str().unwrap())
        .await;
    test_table
        .until(|table| table["to_move"][0] != json!(mover))
        .await;
}

#[tokio::test(start_paused = true)]
async fn the_fallback_move_is_played_when_the_clock_runs_out() {
    let (test_table, mut clients) = three_bidders(Some(10_000)).await;
    let start = Instant::now();
    let turn = clients[0].hear_of("turn").await;
    assert!(turn["time"].as_u64().unwrap() > 9000, "{turn}");
    clients[0].act(&turn, "bid 9").await;
    // Gone or silent, it is the same.
    drop(clients.remove(2));
    test_table
        .until(|table| table["to_move"] == json!([1, 2]) && table["seats"][2]["here"] == false)
        .await;
    advance(Duration::from_secs(10)).await;
    let fault = clients[1].hear_of("fault").await;
    assert_eq!(fault["message"], "no answer in time");
    assert_eq!(
        (&fault["played"], &fault["id"]),
        (&json!("bid 0"), &turn["id"])
    );
    let news = clients[0].hear_of("news").await;
    let mut heard = news["events"].to_string();
    while !heard.contains("bids") {
        heard = clients[0].hear().await.unwrap()["events"].to_string();
    }
    assert!(heard.contains("[9,0,0]"), "{heard}");
    assert!(
        start.elapsed() < Duration::from_secs(15),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(test_table.show().await["state"], "playing");
}

/// Nobody of the people ever answers: the table ends all the same.
#[tokio::test(start_paused = true)]
async fn a_silent_table_with_a_clock_plays_to_its_end() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "asc"}]);
    let hands = json!({"hands": [[3, 5, 7], [4, 6, 8]]});
    let request = json!({"game": "primi-composti", "rules": "1", "seats": seats, "clock": 1000, "cards": hands});
    let (status, refused) = server
        .ask("POST", "/api/v1/tables", &[], &request.to_string())
        .await;
    // The rules by name deal twelve cards: fewer is no deal of theirs.
    assert_eq!(status, 400, "{refused}");
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "simple"}, {"kind": "policy", "policy": "simple"}]);
    let request = json!({"game": "modern-art", "rules": "simple", "seats": seats, "clock": 10_000});
    let test_table = server.make(&request).await;
    let mut client = test_table.sit(0, "Ada").await;
    let mut faults = 0;
    while let Some(message) = client.hear().await {
        match message["type"].as_str().unwrap() {
            "turn" => advance(Duration::from_secs(10)).await,
            "fault" => {
                assert_eq!(message["message"], "no answer in time");
                faults += 1;
            }
            _ => {}
        }
    }
    assert!(faults > 10, "{faults}");
    assert_eq!(test_table.show().await["state"], "over");
}

#[tokio::test(start_paused = true)]
async fn resigning_loses_at_once() {
    let (test_table, mut clients) = three_bidders(None).await;
    let mut watcher = test_table.watch().await;
    // Out of turn too.
    clients[2].say(&json!({"type": "resign"})).await;
    for client in clients.iter_mut().chain([&mut watcher]) {
        let result = client.hear_of("result").await;
        assert_eq!(
            (&result["resigned"], &result["winners"]),
            (&json!(2), &json!([0, 1]))
        );
        assert_eq!(client.hear_of("table").await["state"], "over");
        assert_eq!(client.hear_of("bye").await["reason"], "the game is over");
        assert_eq!(client.hear().await, None);
    }
    let (status, record) = test_table.record().await;
    assert_eq!((status, &record["result"]["resigned"]), (200, &json!(2)));
    // A client that joins later gets the result.
    let mut late = test_table.sit(0, "p0").await;
    assert_eq!(late.hear_of("result").await["resigned"], 2);
    late.hear_of("bye").await;
    assert_eq!(late.hear().await, None);
}

#[tokio::test(start_paused = true)]
async fn resigning_before_the_game_is_refused() {
    let test_table = people(TestServer::start().await, "jaipur", "round", 2, None).await;
    let mut first = test_table.sit(0, "Ada").await;
    first.say(&json!({"type": "resign"})).await;
    assert_eq!(
        first.hear_of("refused").await["message"],
        "the game has not begun"
    );
    first
        .say(&json!({"type": "action", "action": "take camels"}))
        .await;
    assert_eq!(
        first.hear_of("refused").await["message"],
        "the game has not begun"
    );
}

#[tokio::test(start_paused = true)]
async fn only_the_owner_ends_the_table() {
    let (test_table, mut clients) = three_bidders(None).await;
    let path = format!("/api/v1/tables/{}", test_table.id);
    let bearer = |token: &str| format!("Bearer {token}");
    for header in [
        None,
        Some(bearer("")),
        Some(bearer(&test_table.tokens[0])),
        Some(test_table.keeper.clone()),
    ] {
        let header = header.unwrap_or_default();
        let (status, answer) = test_table
            .server
            .ask("DELETE", &path, &[("Authorization", &header)], "")
            .await;
        assert_eq!(status, 401, "{header}: {answer}");
    }
    let own = [("Authorization", bearer(&test_table.keeper))];
    let own: Vec<(&str, &str)> = own
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    assert_eq!(
        test_table.server.ask("DELETE", &path, &own, "").await.0,
        204
    );
    for client in &mut clients {
        let mut last = client.hear_of("table").await;
        while last["state"] != "abandoned" {
            last = client.hear_of("table").await;
        }
        let bye = client.hear_of("bye").await;
        assert_eq!(bye["reason"], "the table was ended by its creator");
        assert_eq!(bye["code"], "ended_by_creator");
    }
    assert_eq!(test_table.show().await["state"], "abandoned");
    assert_eq!(test_table.record().await.0, 409);
    let mut late = test_table.sit(0, "p0").await;
    late.hear_of("bye").await;
    assert_eq!(late.hear().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_table_without_people_is_abandoned_and_then_removed() {
    let limits = Limits {
        abandon: Duration::from_secs(10),
        keep: Duration::from_secs(10),
        ..limits()
    };
    let server = TestServer::with(limits).await;
    let never = people(server, "jaipur", "round", 2, None).await;
    let left = people(server, "jaipur", "round", 2, None).await;
    let stays = people(server, "jaipur", "round", 2, None).await;
    let clients = all_sit(&left).await;
    let _one = stays.sit(1, "Ada").await;
    drop(clients);
    left.until(|table| {
        let seats = table["seats"].as_array().unwrap();
        seats.iter().all(|seat| seat["here"] == false)
    })
    .await;
    advance(Duration::from_secs(10)).await;
    for test_table in [&never, &left] {
        test_table
            .until(|table| table["state"] == "abandoned")
            .await;
    }
    advance(Duration::from_secs(10)).await;
    for test_table in [&never, &left] {
        let path = format!("/api/v1/tables/{}", test_table.id);
        let (mut status, mut answer) = server.get(&path).await;
        while status == 200 {
            (status, answer) = server.get(&path).await;
        }
        assert_eq!(status, 404, "{answer}");
        assert!(answer["error"].is_string());
    }
    assert_eq!(stays.show().await["state"], "waiting");
}

#[tokio::test(start_paused = true)]
async fn a_stopping_server_tells_its_clients() {
    let (server, stop) = TestServer::stoppable().await;
    let test_table = people(server, "jaipur", "round", 2, None).await;
    let mut ada = test_table.sit(0, "Ada").await;
    ada.hear_of("table").await;
    stop.send(()).unwrap();
    assert_eq!(
        ada.hear_of("bye").await["reason"],
        "the server is being stopped"
    );
    assert_eq!(ada.hear().await, None);
}
