//! One address takes no more than its share, whatever it does: the others play on. All of 127.0.0.0/8 is this machine.

use crate::http_client;
use crate::rooms::test_server::{TestServer, limits};
use parlour_server::rooms::Limits;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const HOSTILE: [u8; 4] = [127, 0, 0, 2];
const OTHER: [u8; 4] = [127, 0, 0, 3];

fn person_and(policy: &str) -> Value {
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": policy}]);
    json!({"game": "jaipur", "rules": "round", "seats": seats, "seed": 5})
}

/// Twelve tables of one address at which policies think all the time. The game of another address does not wait for
/// each of them at each turn.
#[tokio::test(start_paused = true)]
async fn thinking_time_is_shared_between_addresses() {
    let server = TestServer::with(Limits {
        thinkers: 1,
        ..limits()
    })
    .await;
    let turns = Arc::new(AtomicUsize::new(0));
    for _ in 0..12 {
        let table = server.make_from(HOSTILE, &person_and("ismcts:50ms")).await;
        let mut person = table.sit(0, "Eve").await;
        let turns = Arc::clone(&turns);
        tokio::spawn(async move {
            loop {
                let turn = person.hear_of("turn").await;
                turns.fetch_add(1, Ordering::Relaxed);
                let action = turn["legal"][0].as_str().unwrap().to_owned();
                person.act(&turn, &action).await;
            }
        });
    }
    while turns.load(Ordering::Relaxed) < 13 {
        tokio::task::yield_now().await;
    }
    let before = turns.load(Ordering::Relaxed);
    let table = server.make_from(OTHER, &person_and("utility")).await;
    let heard = table.sit(0, "Ada").await.play().await;
    let own = heard.iter().filter(|message| message["type"] == "turn");
    let (own, others) = (own.count(), turns.load(Ordering::Relaxed) - before);
    assert!(own >= 10, "{own}");
    assert!(
        others < 6 * own,
        "{others} of their turns for {own} of another game: 12 each, if all wait in one queue"
    );
}

/// The policy thinks for longer than it may. The game goes on with fallback moves.
#[tokio::test(start_paused = true)]
async fn a_policy_that_is_too_slow_plays_fallback_moves() {
    let server = TestServer::with(Limits {
        policy_timeout: std::time::Duration::from_millis(5),
        thinkers: 1,
        ..limits()
    })
    .await;
    let table = server.make(&person_and("ismcts:2s")).await;
    let heard = table.sit(0, "Ada").await.play().await;
    let turns = heard.iter().filter(|message| message["type"] == "turn");
    assert!(turns.count() >= 10);
    assert_eq!(table.show().await["state"], "over");
}

/// An owner who makes and ends many tables loses their own, not those of others.
#[tokio::test(start_paused = true)]
async fn finished_games_of_others_are_never_removed_for_new_tables() {
    let server = TestServer::with(Limits {
        tables: 5,
        tables_per_address: 3,
        ..limits()
    })
    .await;
    let finished = server.make_from(OTHER, &person_and("utility")).await;
    finished.sit(0, "Ada").await.play().await;
    let own = server.make_from(HOSTILE, &person_and("utility")).await;
    own.sit(0, "Eve").await.play().await;
    for _ in 0..30 {
        let table = server.make_from(HOSTILE, &person_and("utility")).await;
        let bearer = format!("Bearer {}", table.keeper);
        let path = format!("/api/v1/tables/{}", table.id);
        let ended = server
            .ask("DELETE", &path, &[("Authorization", &bearer)], "")
            .await;
        assert_eq!(ended.0, 204);
        table.until(|table| table["state"] == "abandoned").await;
    }
    assert_eq!(finished.record().await.0, 200);
    // Not even when the server is full: room is made by tables of the address with the most, as long as it has more.
    for _ in 0..3 {
        server.make_from(HOSTILE, &person_and("utility")).await;
    }
    let request = person_and("utility").to_string();
    for (last, expected) in [(4, 201), (5, 201), (6, 503)] {
        let source = [127, 0, 0, last];
        let made = server.ask_from(source, "POST", "/api/v1/tables", &[], &request);
        let (status, answer) = made.await;
        assert_eq!(status, expected, "{last}: {answer}");
    }
    assert_eq!(finished.record().await.0, 200);
}

/// Connections that say nothing are taken for classic agents, which wait for a table.
#[tokio::test(start_paused = true)]
async fn silent_connections_of_one_address_do_not_fill_the_lobby() {
    let server = TestServer::with(Limits {
        lobby: 16,
        ..limits()
    })
    .await;
    let mut silent = Vec::new();
    for _ in 0..20 {
        let stream = http_client::connect_from(HOSTILE, server.agents).await;
        silent.push(stream);
    }
    // The lobby is full when one of them is rejected.
    let (read, ..) = futures_util::future::select_all(silent.iter_mut().map(|stream| {
        Box::pin(async move {
            let mut byte = [0];
            stream.peek(&mut byte).await
        })
    }))
    .await;
    assert_ne!(read.unwrap_or(0), 1, "nothing is sent to them");
    let hello = json!({"type": "hello", "version": 1, "name": "robot"});
    let mut robot = server.line_from(OTHER, &hello).await;
    let mut second = server.line_from(OTHER, &hello).await;
    for _ in 0..50 {
        server.get("/api/v1/server").await;
    }
    let seats = json!([{"kind": "agent"}, {"kind": "agent"}]);
    let request = json!({"game": "jaipur", "rules": "round", "seats": seats, "listed": true});
    server.make(&request).await;
    robot.hear_of("welcome").await;
    second.hear_of("welcome").await;
}

#[tokio::test(start_paused = true)]
async fn requests_connections_and_tables_have_a_rate_per_address() {
    let server = TestServer::with(Limits {
        requests: 2,
        ..limits()
    })
    .await;
    let get = async |source| {
        server
            .ask_from(source, "GET", "/api/v1/server", &[], "")
            .await
    };
    for _ in 0..20 {
        assert_eq!(get(HOSTILE).await.0, 200);
    }
    let (status, refused) = get(HOSTILE).await;
    assert_eq!(status, 429);
    let reason = refused["error"].as_str().unwrap();
    assert!(
        reason.starts_with("too many requests; try again in"),
        "{reason}"
    );
    assert_eq!(get(OTHER).await.0, 200);

    let server = TestServer::with(Limits {
        new_connections: 2,
        ..limits()
    })
    .await;
    let get = async |source| {
        server
            .ask_from(source, "GET", "/api/v1/server", &[], "")
            .await
    };
    for _ in 0..20 {
        assert_eq!(get(HOSTILE).await.0, 200);
    }
    assert_eq!(get(HOSTILE).await.0, 429);
    assert_eq!(get(OTHER).await.0, 200);

    let server = TestServer::with(Limits {
        new_tables: 2,
        ..limits()
    })
    .await;
    for _ in 0..4 {
        server.make_from(HOSTILE, &person_and("utility")).await;
    }
    let request = person_and("utility").to_string();
    let (status, refused) = server
        .ask_from(HOSTILE, "POST", "/api/v1/tables", &[], &request)
        .await;
    let reason = refused["error"].as_str().unwrap();
    assert!(
        status == 429 && reason.starts_with("you make tables too fast"),
        "{reason}"
    );
    server.make_from(OTHER, &person_and("utility")).await;
}
