//! Public queries, on both databases.

use crate::http_client::ask_from;
use crate::postgres::Postgres;
use crate::tournaments::test_server::{TestServer, plan, play, play_with, told};
use parlour_arena::outcome::{Played, SeatResult, Stop, ThinkingTime};
use parlour_arena::{Holder, Note, Store, enter, report, totals};
use parlour_server::Database;
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;

#[tokio::test]
async fn sqlite_is_shown() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    suite(&store, Database::File(path)).await;
}

#[tokio::test]
async fn postgres_is_shown() {
    let server = Postgres::start();
    let store = Store::open(&server.url()).await.unwrap();
    suite(&store, Database::of(&server.url())).await;
}

async fn suite(store: &Store, database: Database) {
    let server = TestServer::start(Some(database)).await;
    let none = server.json("/api/v1/tournaments").await;
    assert_eq!((&none["total"], &none["items"]), (&json!(0), &json!([])));

    let plan = plan("first: \"quoted\"", 6);
    let id = play(&plan, store).await;
    a_tournament(&server, store, &plan, id).await;
    its_games(&server, store, id).await;
    its_agents(&server, id).await;
    what_is_not_there(&server, id).await;
    server.close().await;
}

/// Clients that do not read their downloads hold neither memory nor the downloads of others.
#[tokio::test]
async fn stalled_downloads_of_one_address_hinder_no_other() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    let plan = plan("large", 4000);
    let holder = Holder::here("a test");
    let id = enter(&plan, &store, true, &holder).await.unwrap().id;
    let games: Vec<Played> = (0..6_000).map(played).collect();
    store.add_games(id, &games).await.unwrap();
    let server = TestServer::start(Some(Database::File(path))).await;
    let table = format!("/api/v1/tournaments/{id}/games.csv");
    let mut stalled = Vec::new();
    for _ in 0..2 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket.bind(([127, 0, 0, 2], 0).into()).unwrap();
        let mut stream = socket.connect(server.http).await.unwrap();
        let request = format!("GET {table} HTTP/1.1\r\nHost: x\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut begun = [0; 12];
        stream.read_exact(&mut begun).await.unwrap();
        assert_eq!(&begun, b"HTTP/1.1 200");
        stalled.push(stream);
    }
    let hostile = ask_from([127, 0, 0, 2], server.http, "GET", &table, &[], "").await;
    assert_eq!(hostile.0, 429, "{}", hostile.2);
    assert!(hostile.2.contains("too many downloads"), "{}", hostile.2);
    let answer = server.get(&table).await;
    assert_eq!(answer.body.lines().count(), 1 + 2 * games.len());
}

/// A game with a result and nothing else.
fn played(number: u64) -> Played {
    let seat = |player: usize| SeatResult {
        player,
        score: 60,
        place: 1 + player,
        share: 1.0 - player as f64,
        faults: 0,
    };
    Played {
        number,
        deal: number,
        plies: 60,
        stop: Stop::Finished,
        duration: 900,
        thinking: vec![ThinkingTime::default(); 2],
        seats: vec![seat(0), seat(1)],
        faults: Vec::new(),
        usage: Vec::new(),
        record: "{}".to_owned(),
    }
}

async fn a_tournament(
    server: &TestServer,
    store: &Store,
    plan: &std::sync::Arc<parlour_arena::Plan<parlour_games::jaipur::Jaipur>>,
    id: i64,
) {
    let list = server.json("/api/v1/tournaments").await;
    let first = &list["items"][0];
    assert_eq!(first["name"], plan.definition.name);
    assert_eq!(
        (&first["state"], &first["played"], &first["planned"]),
        (&json!("over"), &json!(36), &json!(36))
    );
    assert_eq!(first["players"], json!(plan.names()));
    assert!(first["last"].as_i64() >= first["created"].as_i64());
    for (query, total) in [
        ("game=jaipur&state=over", 1),
        ("game=modern-art", 0),
        ("state=running", 0),
        ("agent=the%2Fother%20%3Cb%3E", 1),
        ("agent=nobody", 0),
        ("agent=random%00", 0),
        ("game=%00", 0),
        ("page=2", 1),
        ("page=x", 1),
    ] {
        let found = server.json(&format!("/api/v1/tournaments?{query}")).await;
        assert_eq!(found["total"], total, "{query}");
    }

    // The report is that of the arena.
    let shown = server.json(&format!("/api/v1/tournaments/{id}")).await;
    let ledger = totals(plan, store, id).await.unwrap();
    let expected = told(&report(plan, &ledger));
    assert_eq!(shown["report"], expected);
    assert_eq!(shown["terms"]["rounds"], 6);
    assert_eq!(
        shown["terms"]["policies"],
        json!(["random", "utility", "random"])
    );
    // The second look is answered from memory, and is the same.
    assert_eq!(
        server.json(&format!("/api/v1/tournaments/{id}")).await,
        shown
    );

    let curves = server
        .json(&format!("/api/v1/tournaments/{id}/ratings"))
        .await;
    let games: Vec<u64> = (curves["points"].as_array().unwrap().iter())
        .map(|point| point["games"].as_u64().unwrap())
        .collect();
    assert_eq!(games, [12, 24, 36]);
    let last = &curves["points"][2]["ratings"][1];
    assert_eq!(last["rating"], expected["players"][1]["rating"]["rating"]);
    assert_eq!(last["interval"], expected["players"][1]["rating_interval"]);

    let mut csv = Vec::new();
    store.export_csv(id, None, &mut csv).await.unwrap();
    let answer = server
        .get(&format!("/api/v1/tournaments/{id}/games.csv"))
        .await;
    assert_eq!(answer.body.as_bytes(), csv);
    assert!(
        answer.head.contains("filename=\"first---quoted-.csv\"")
            && answer.head.contains("content-type: text/csv"),
        "{}",
        answer.head
    );
}

async fn its_games(server: &TestServer, store: &Store, id: i64) {
    let results = store.results(id).await.unwrap();
    let games = async |query: &str| {
        let path = format!("/api/v1/tournaments/{id}/games?{query}");
        server.json(&path).await
    };
    let all = games("").await;
    assert_eq!((&all["total"], &all["size"]), (&json!(36), &json!(50)));
    for (game, result) in all["items"].as_array().unwrap().iter().zip(&results) {
        assert_eq!(game["number"], result.number);
        assert_eq!(game["seats"], serde_json::to_value(&result.seats).unwrap());
    }
    let count = |fits: &dyn Fn(&parlour_arena::outcome::GameResult) -> bool| {
        results.iter().filter(|game| fits(game)).count() as u64
    };
    let sits = |player: usize| {
        move |game: &parlour_arena::outcome::GameResult| {
            game.seats.iter().any(|seat| seat.player == player)
        }
    };
    let wins = |player: usize| {
        move |game: &parlour_arena::outcome::GameResult| {
            (game.seats.iter()).any(|seat| seat.player == player && seat.place == 1)
        }
    };
    for (query, expected) in [
        ("agent=utility", count(&sits(1))),
        (
            "agent=utility&seat=1",
            count(&|game| game.seats[1].player == 1),
        ),
        ("seat=0", 36),
        (
            "agent=utility&opponent=random",
            count(&|game| sits(0)(game) && sits(1)(game)),
        ),
        (
            "agent=random&winner=utility",
            count(&|game| sits(0)(game) && wins(1)(game)),
        ),
        ("winner=the%2Fother%20%3Cb%3E", count(&wins(2))),
        ("faults=1", 0),
        ("seat=7", 0),
    ] {
        assert_eq!(games(query).await["total"], expected, "{query}");
    }
    assert_eq!(games("page=2").await["items"], json!([]));
    for query in ["agent=nobody", "seat=-1", "seat=x", "winner=nobody"] {
        let path = format!("/api/v1/tournaments/{id}/games?{query}");
        assert_eq!(server.get(&path).await.status, 400, "{query}");
    }
    let record = server
        .get(&format!("/api/v1/tournaments/{id}/games/7/record"))
        .await;
    let (_, expected) = store.records(id, 7, 1).await.unwrap().remove(0);
    assert_eq!(record.body, expected + "\n");
}

async fn its_agents(server: &TestServer, id: i64) {
    let agents = server.json("/api/v1/agents").await;
    let names: Vec<&str> = (agents["items"].as_array().unwrap().iter())
        .map(|agent| agent["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["random", "the/other <b>", "utility"]);
    let line = &agents["items"][0]["games"][0];
    assert_eq!(
        (&line["game"], &line["tournaments"], &line["games"]),
        (&json!("jaipur"), &json!(1), &json!(24))
    );
    assert_eq!(
        server.json("/api/v1/agents?game=modern-art").await["total"],
        0
    );
    let shown = server.json(&format!("/api/v1/tournaments/{id}")).await;
    for (name, address, player) in [
        ("utility", "utility", 1),
        ("the/other <b>", "the%2Fother%20%3Cb%3E", 2),
    ] {
        let agent = server.json(&format!("/api/v1/agents/{address}")).await;
        let chapter = &agent["items"][0];
        assert_eq!(chapter["id"], id);
        assert_eq!(chapter["result"], shown["report"]["players"][player]);
        assert_eq!(chapter["result"]["name"], name);
    }
    let best = server.json("/api/v1/agents/utility").await;
    assert_eq!(best["items"][0]["place"], 1);
}

/// Nothing but what is in the store can be reached, and nothing panics.
async fn what_is_not_there(server: &TestServer, id: i64) {
    for path in [
        "/api/v1/tournaments/99",
        "/api/v1/tournaments/-1",
        "/api/v1/tournaments/x",
        "/api/v1/tournaments/99999999999999999999",
        "/api/v1/tournaments/..%2F..%2Fetc%2Fpasswd",
        "/api/v1/tournaments/%00",
        "/api/v1/tournaments/%ff",
        "/api/v1/tournaments/99/games.csv",
        "/api/v1/tournaments/99/ratings",
        "/api/v1/agents/nobody",
        "/api/v1/agents/..%2F..%2Fetc%2Fpasswd",
        "/api/v1/agents/%27%20OR%201%3D1",
        "/api/v1/agents/%00",
        "/api/v1/agents/random%00?game=%00",
    ] {
        let answer = server.get(path).await;
        assert!(
            (400..=404).contains(&answer.status),
            "{path}: {}",
            answer.status
        );
    }
    for number in ["36", "x", "-1", "..%2F0", "18446744073709551615"] {
        let path = format!("/api/v1/tournaments/{id}/games/{number}/record");
        let answer = server.get(&path).await;
        assert_eq!(answer.status, 404, "{path}");
        answer.error();
    }
    let raw = server
        .get("/api/v1/tournaments/../../../../etc/passwd")
        .await;
    assert!(
        raw.status >= 400 && !raw.body.contains("root:"),
        "{}",
        raw.body
    );
}

/// The progress of a tournament that another process plays is visible.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_of_another_process_is_followed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    let server = TestServer::start(Some(Database::File(path))).await;
    let plan = plan("live", 50);
    // The run goes on only when the games so far have been seen.
    let (recorded, mut progress) = tokio::sync::mpsc::unbounded_channel();
    let (seen, go_on) = std::sync::mpsc::channel::<()>();
    let playing = {
        let (plan, store) = (std::sync::Arc::clone(&plan), store.clone());
        // A thread of its own, as a process has.
        tokio::task::spawn_blocking(move || {
            let mut note = move |note| {
                if matches!(note, Note::Recorded { .. }) && recorded.send(()).is_ok() {
                    let _ = go_on.recv();
                }
            };
            tokio::runtime::Handle::current().block_on(play_with(&plan, &store, &mut note))
        })
    };
    let mut counts: Vec<u64> = Vec::new();
    while progress.recv().await.is_some() {
        let list = server.json("/api/v1/tournaments").await;
        let id = list["items"][0]["id"].as_i64().unwrap();
        let shown = server.json(&format!("/api/v1/tournaments/{id}")).await;
        let played = shown["played"].as_u64().unwrap();
        assert!(counts.last().is_none_or(|&before| before < played));
        assert!(shown["report"]["games"].as_u64().unwrap() <= played);
        assert_eq!(shown["state"], "running");
        counts.push(played);
        let _ = seen.send(());
    }
    assert!(counts.len() > 2, "{counts:?}");
    let id = playing.await.unwrap();
    let end = server.json(&format!("/api/v1/tournaments/{id}")).await;
    assert_eq!(end["state"], "over");
    let ledger = totals(&plan, &store, id).await.unwrap();
    let expected = told(&report(&plan, &ledger));
    assert_eq!(end["report"], expected);
}
