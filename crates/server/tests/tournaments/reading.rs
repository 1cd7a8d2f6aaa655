//! What everybody may read: the same from both databases.

use crate::house::{House, plan, play, told};
use crate::postgres::Postgres;
use parlour_arena::{Store, report, totals};
use parlour_server::Database;
use serde_json::{Value, json};
use tempfile::TempDir;

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
    let house = House::open(Some(database)).await;
    let none = house.json("/api/tournaments").await;
    assert_eq!((&none["total"], &none["items"]), (&json!(0), &json!([])));

    let plan = plan("first: \"quoted\"", 6);
    let id = play(&plan, store).await;
    a_tournament(&house, store, &plan, id).await;
    its_games(&house, store, id).await;
    its_agents(&house, id).await;
    what_is_not_there(&house, id).await;
    house.close().await;
}

async fn a_tournament(
    house: &House,
    store: &Store,
    plan: &std::sync::Arc<parlour_arena::Plan<parlour_games::jaipur::Jaipur>>,
    id: i64,
) {
    let list = house.json("/api/tournaments").await;
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
        ("page=2", 1),
        ("page=x", 1),
    ] {
        let found = house.json(&format!("/api/tournaments?{query}")).await;
        assert_eq!(found["total"], total, "{query}");
    }

    // The very report of the arena, whoever makes it.
    let shown = house.json(&format!("/api/tournaments/{id}")).await;
    let ledger = totals(plan, store, id).await.unwrap();
    let expected = told(&report(plan, &ledger));
    assert_eq!(shown["report"], expected);
    assert_eq!(shown["terms"]["rounds"], 6);
    assert_eq!(
        shown["terms"]["policies"],
        json!(["random", "utility", "random"])
    );
    // The second look is answered from memory, and is the same.
    assert_eq!(house.json(&format!("/api/tournaments/{id}")).await, shown);

    let curves = house.json(&format!("/api/tournaments/{id}/ratings")).await;
    let games: Vec<u64> = (curves["points"].as_array().unwrap().iter())
        .map(|point| point["games"].as_u64().unwrap())
        .collect();
    assert_eq!(games, [12, 24, 36]);
    let last = &curves["points"][2]["ratings"][1];
    assert_eq!(last["rating"], expected["players"][1]["rating"]["rating"]);
    assert_eq!(last["interval"], expected["players"][1]["rating_interval"]);

    let mut csv = Vec::new();
    store.export_csv(id, &mut csv).await.unwrap();
    let answer = house.get(&format!("/api/tournaments/{id}/games.csv")).await;
    assert_eq!(answer.body.as_bytes(), csv);
    assert!(
        answer.head.contains("filename=\"first---quoted-.csv\"")
            && answer.head.contains("content-type: text/csv"),
        "{}",
        answer.head
    );
}

async fn its_games(house: &House, store: &Store, id: i64) {
    let results = store.results(id).await.unwrap();
    let games = async |query: &str| {
        let path = format!("/api/tournaments/{id}/games?{query}");
        house.json(&path).await
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
        let path = format!("/api/tournaments/{id}/games?{query}");
        assert_eq!(house.get(&path).await.status, 400, "{query}");
    }
    let record = house
        .get(&format!("/api/tournaments/{id}/games/7/record"))
        .await;
    let (_, expected) = store.records(id, 7, 1).await.unwrap().remove(0);
    assert_eq!(record.body, expected + "\n");
}

async fn its_agents(house: &House, id: i64) {
    let agents = house.json("/api/agents").await;
    let names: Vec<&str> = (agents["items"].as_array().unwrap().iter())
        .map(|agent| agent["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["random", "the/other <b>", "utility"]);
    let line = &agents["items"][0]["games"][0];
    assert_eq!(
        (&line["game"], &line["tournaments"], &line["games"]),
        (&json!("jaipur"), &json!(1), &json!(24))
    );
    assert_eq!(house.json("/api/agents?game=modern-art").await["total"], 0);
    let shown = house.json(&format!("/api/tournaments/{id}")).await;
    for (name, address, player) in [
        ("utility", "utility", 1),
        ("the/other <b>", "the%2Fother%20%3Cb%3E", 2),
    ] {
        let agent = house.json(&format!("/api/agents/{address}")).await;
        let chapter = &agent["items"][0];
        assert_eq!(chapter["id"], id);
        assert_eq!(chapter["result"], shown["report"]["players"][player]);
        assert_eq!(chapter["result"]["name"], name);
    }
    let best = house.json("/api/agents/utility").await;
    assert_eq!(best["items"][0]["place"], 1);
}

/// Nothing but what is in the store can be reached, and nothing panics.
async fn what_is_not_there(house: &House, id: i64) {
    for path in [
        "/api/tournaments/99",
        "/api/tournaments/-1",
        "/api/tournaments/x",
        "/api/tournaments/99999999999999999999",
        "/api/tournaments/..%2F..%2Fetc%2Fpasswd",
        "/api/tournaments/%00",
        "/api/tournaments/%ff",
        "/api/tournaments/99/games.csv",
        "/api/tournaments/99/ratings",
        "/api/agents/nobody",
        "/api/agents/..%2F..%2Fetc%2Fpasswd",
        "/api/agents/%27%20OR%201%3D1",
    ] {
        let answer = house.get(path).await;
        assert!(
            (400..=404).contains(&answer.status),
            "{path}: {}",
            answer.status
        );
    }
    for number in ["36", "x", "-1", "..%2F0", "18446744073709551615"] {
        let path = format!("/api/tournaments/{id}/games/{number}/record");
        let answer = house.get(&path).await;
        assert_eq!(answer.status, 404, "{path}");
        answer.error();
    }
    let raw = house.get("/api/tournaments/../../../../etc/passwd").await;
    assert!(
        raw.status >= 400 && !raw.body.contains("root:"),
        "{}",
        raw.body
    );
}

/// A tournament that somebody else plays is seen as it goes on.
#[tokio::test(flavor = "multi_thread")]
async fn another_process_is_followed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    let house = House::open(Some(Database::File(path))).await;
    let plan = plan("live", 200);
    let playing = {
        let (plan, store) = (std::sync::Arc::clone(&plan), store.clone());
        // A thread of its own, as a process has.
        tokio::task::spawn_blocking(move || {
            tokio::runtime::Handle::current().block_on(play(&plan, &store))
        })
    };
    let mut seen: Vec<u64> = Vec::new();
    let end: Value = loop {
        let list = house.json("/api/tournaments").await;
        let Some(id) = list["items"][0]["id"].as_i64() else {
            continue;
        };
        let shown = house.json(&format!("/api/tournaments/{id}")).await;
        let played = shown["played"].as_u64().unwrap();
        assert!(seen.last().is_none_or(|&before| before <= played));
        assert!(shown["report"]["games"].as_u64().unwrap() <= played);
        if seen.last() != Some(&played) {
            seen.push(played);
        }
        if shown["state"] == "over" {
            break shown;
        }
        assert_eq!(shown["state"], "running");
    };
    let id = playing.await.unwrap();
    assert!(seen.len() > 2, "it was not seen to grow: {seen:?}");
    let ledger = totals(&plan, &store, id).await.unwrap();
    let expected = told(&report(&plan, &ledger));
    assert_eq!(end["report"], expected);
}
