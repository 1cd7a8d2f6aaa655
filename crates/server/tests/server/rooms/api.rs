//! The table API over HTTP: responses, errors, headers.

use crate::rooms::test_server::{TestServer, limits};
use parlour_server::rooms::Limits;
use serde_json::{Value, json};

fn table(game: &str, rules: &str, seats: Value) -> Value {
    json!({"game": game, "rules": rules, "seats": seats})
}

fn person() -> Value {
    json!({"kind": "person"})
}

fn policy(name: &str) -> Value {
    json!({"kind": "policy", "policy": name})
}

#[tokio::test(start_paused = true)]
async fn the_server_describes_itself() {
    let server = TestServer::start().await;
    let (status, about) = server.get("/api/v1/server").await;
    assert_eq!(status, 200);
    assert_eq!(about["protocol"], 1);
    assert_eq!(about["agents"], server.agents.to_string());
    let games = about["games"].as_array().unwrap();
    for game in ["jaipur", "primi-composti", "modern-art", "masters-gallery"] {
        assert!(games.contains(&json!(game)), "{about}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_listed_tables_are_listed() {
    let server = TestServer::start().await;
    for listed in [true, false] {
        let mut request = table("jaipur", "round", json!([person(), policy("utility")]));
        request["listed"] = json!(listed);
        server.make(&request).await;
    }
    let (_, list) = server.get("/api/v1/tables").await;
    let tables = list["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 1);
    let mut fields: Vec<&str> = tables[0]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    fields.sort_unstable();
    let expected = [
        "again",
        "bank",
        "clock",
        "commitment",
        "created",
        "game",
        "id",
        "listed",
        "rules",
        "scores",
        "seats",
        "secret",
        "seeded",
        "state",
        "to_move",
        "undo",
        "updated",
        "winners",
    ];
    assert_eq!(fields, expected, "nothing else is told");
    assert_eq!(
        tables[0]["scores"],
        Value::Null,
        "a running score may show what is hidden"
    );
}

#[tokio::test(start_paused = true)]
async fn invalid_tables_are_refused_in_one_line() {
    let server = TestServer::start().await;
    let two = json!([person(), person()]);
    let with = |field: &str, value: Value| {
        let mut request = table("jaipur", "round", two.clone());
        request[field] = value;
        request
    };
    for (request, said) in [
        (table("chess", "round", two.clone()), "unknown game 'chess'"),
        (
            table("jaipur", "blitz", two.clone()),
            "jaipur has no rules 'blitz': it has round, match",
        ),
        (
            table("jaipur", "round", json!([])),
            "jaipur cannot be played with 0 seats",
        ),
        (
            table("jaipur", "round", json!([person()])),
            "jaipur cannot be played with 1 seats",
        ),
        (
            table("modern-art", "simple", json!(vec![person(); 6])),
            "modern-art cannot be played with 6 seats",
        ),
        (table("primi-composti", "1", json!(vec![person(); 10])), ""),
        (
            table("jaipur", "round", json!(vec![person(); 500])),
            "jaipur cannot be played with 500 seats",
        ),
        (
            table("jaipur", "round", json!([person(), policy("nobody")])),
            "jaipur has no policy 'nobody'",
        ),
        (
            table("jaipur", "round", json!([person(), policy("ismcts:3s")])),
            "'ismcts:3s' is too slow",
        ),
        (
            table(
                "jaipur",
                "round",
                json!([person(), policy("ismcts:1000000")]),
            ),
            "'ismcts:1000000' is too slow",
        ),
        // Visitors do not take several cores at once.
        (
            table("jaipur", "round", json!([person(), policy("ismcts:10@2")])),
            "'ismcts:10@2' is too slow",
        ),
        (
            table("jaipur", "round", json!([person(), policy("ismcts:10@0")])),
            "'@0' is no number of threads",
        ),
        (
            table(
                "primi-composti",
                "2-free",
                json!([person(), policy("perfect")]),
            ),
            "'perfect' is too slow",
        ),
        (
            table(
                "primi-composti",
                "2-greedy",
                json!([person(), policy("speculative")]),
            ),
            "'speculative' is too slow",
        ),
        (
            table(
                "jaipur",
                "round",
                json!([policy("random"), policy("random")]),
            ),
            "at least one seat must be for a person",
        ),
        (
            table("jaipur", "round", json!([person(), {"kind": "ghost"}])),
            "invalid request: unknown variant `ghost`",
        ),
        (
            with("clock", json!(999)),
            "the clock must be 1000 to 3600000 ms",
        ),
        (
            with("clock", json!(3_600_001)),
            "the clock must be 1000 to 3600000 ms",
        ),
        (with("clock", json!(-1)), "invalid request"),
        (
            with("seed", json!(1u64 << 53)),
            "the seed must be below 2^53",
        ),
        (
            with("cards", json!({"deck": []})),
            "this deal cannot be played",
        ),
        (
            with("colour", json!("red")),
            "invalid request: unknown field `colour`",
        ),
        (json!(7), "invalid request"),
    ] {
        let (status, answer) = server
            .ask("POST", "/api/v1/tables", &[], &request.to_string())
            .await;
        let error = answer["error"].as_str().unwrap_or_default();
        assert_eq!(status, 400, "{said}: {answer}");
        assert!(
            error.starts_with(said) && !error.contains('\n'),
            "{said}: {error}"
        );
    }
    for (body, status) in [("{", 400), ("\u{0}", 400)] {
        assert_eq!(
            server.ask("POST", "/api/v1/tables", &[], body).await.0,
            status
        );
    }
    let long = format!("{{\"game\":\"{}\"}}", "x".repeat(17 << 10));
    assert_eq!(
        server.ask("POST", "/api/v1/tables", &[], &long).await.0,
        413
    );
}

#[tokio::test(start_paused = true)]
async fn unknown_tables_and_addresses_are_404_as_json() {
    let server = TestServer::start().await;
    for path in [
        "/api/v1/tables/0123",
        "/api/v1/tables/0123/record",
        "/api/v1/nothing",
        "/api/v1/tables/../x",
    ] {
        let (status, answer) = server.get(path).await;
        assert_eq!(status, 404, "{path}");
        assert!(answer["error"].is_string(), "{path}: {answer}");
    }
    let (status, _) = server
        .ask(
            "DELETE",
            "/api/v1/tables/0123",
            &[("Authorization", "Bearer x")],
            "",
        )
        .await;
    assert_eq!(status, 404);
}

#[tokio::test(start_paused = true)]
async fn pages_of_other_sites_may_not_make_or_end_tables() {
    let server = TestServer::start().await;
    let request = table("jaipur", "round", json!([person(), person()]));
    let test_table = server.make(&request).await;
    let own = format!("http://{}", server.http);
    let path = format!("/api/v1/tables/{}", test_table.id);
    let bearer = format!("Bearer {}", test_table.keeper);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let headers = [("Origin", origin), ("Authorization", &bearer)];
        let (status, _) = server
            .ask("POST", "/api/v1/tables", &headers, &request.to_string())
            .await;
        assert_eq!(status, 403, "{origin}");
        assert_eq!(
            server.ask("DELETE", &path, &headers, "").await.0,
            403,
            "{origin}"
        );
        assert_eq!(
            server.socket(&test_table.id, Some(origin)).await.err(),
            Some(403),
            "{origin}"
        );
    }
    let headers = [("Origin", own.as_str()), ("Authorization", &bearer)];
    assert_eq!(
        server
            .ask("POST", "/api/v1/tables", &headers, &request.to_string())
            .await
            .0,
        201
    );
    assert!(server.socket(&test_table.id, Some(&own)).await.is_ok());
    assert_eq!(server.ask("DELETE", &path, &headers, "").await.0, 204);
}

#[tokio::test(start_paused = true)]
async fn tables_are_limited_per_address_and_in_total() {
    let request = table("jaipur", "round", json!([person(), person()])).to_string();
    let few = Limits {
        tables_per_address: 2,
        ..limits()
    };
    let server = TestServer::with(few).await;
    for expected in [201, 201, 429] {
        assert_eq!(
            server.ask("POST", "/api/v1/tables", &[], &request).await.0,
            expected
        );
    }
    let few = Limits {
        tables: 2,
        ..limits()
    };
    let server = TestServer::with(few).await;
    let first = server.make(&serde_json::from_str(&request).unwrap()).await;
    for expected in [201, 503] {
        assert_eq!(
            server.ask("POST", "/api/v1/tables", &[], &request).await.0,
            expected
        );
    }
    // One that has ended makes room.
    let bearer = format!("Bearer {}", first.keeper);
    let path = format!("/api/v1/tables/{}", first.id);
    server
        .ask("DELETE", &path, &[("Authorization", &bearer)], "")
        .await;
    first.until(|table| table["state"] == "abandoned").await;
    assert_eq!(
        server.ask("POST", "/api/v1/tables", &[], &request).await.0,
        201
    );
    assert_eq!(server.get(&path).await.0, 404);
}

#[tokio::test(start_paused = true)]
async fn connections_are_limited_per_address() {
    let few = Limits {
        connections_per_address: 3,
        ..limits()
    };
    let server = TestServer::with(few).await;
    let test_table = server
        .make(&table("jaipur", "round", json!([person(), person()])))
        .await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        // The connections before these end a moment after their answer.
        for _ in 0..10_000 {
            if let Ok(socket) = server.socket(&test_table.id, None).await {
                sockets.push(socket);
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    }
    assert_eq!(sockets.len(), 3);
    assert_eq!(server.socket(&test_table.id, None).await.err(), Some(429));
    assert_eq!(server.get("/api/v1/server").await.0, 429);
    sockets.pop();
    for _ in 0..10_000 {
        if server.get("/api/v1/server").await.0 == 200 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    panic!("a connection that has ended does not count");
}

#[tokio::test(start_paused = true)]
async fn the_socket_address_requires_an_upgrade() {
    let server = TestServer::start().await;
    let test_table = server
        .make(&table("jaipur", "round", json!([person(), person()])))
        .await;
    let (status, answer) = server
        .get(&format!("/api/v1/tables/{}/socket", test_table.id))
        .await;
    assert_eq!(status, 426, "{answer}");
    assert_eq!(
        server.socket("0123456789abcdef", None).await.err(),
        Some(404)
    );
}
