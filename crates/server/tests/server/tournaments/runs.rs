//! Runs that are started, paused and resumed with the server's token.

use crate::tournaments::test_server::{TOKEN, TestServer, plan, play, play_until, text, told};
use parlour_arena::{Holder, Pause, Store, report, totals};
use parlour_server::Database;
use serde_json::json;
use tempfile::TempDir;

#[tokio::test]
async fn starting_requires_the_token() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let server = TestServer::start(Some(Database::File(path.clone()))).await;
    let bearer = format!("Bearer {TOKEN}");
    let wrong = format!("Bearer {TOKEN}0");
    for (headers, status) in [
        (vec![], 401),
        (vec![("Authorization", "Bearer ")], 401),
        (vec![("Authorization", TOKEN)], 401),
        (vec![("Authorization", &wrong[..])], 401),
        (
            vec![
                ("Authorization", &bearer[..]),
                ("Origin", "http://evil.example"),
            ],
            403,
        ),
    ] {
        for path in [
            "/api/v1/tournaments",
            "/api/v1/tournaments/1/pause",
            "/api/v1/tournaments/1/resume",
        ] {
            let answer = server.ask("POST", path, &headers, &text("a", 1)).await;
            assert_eq!(answer.status, status, "{path} {headers:?}");
            answer.error();
        }
        assert_eq!(
            server
                .ask("GET", "/api/v1/keeper", &headers, "")
                .await
                .status,
            status
        );
    }
    let known = [("Authorization", &bearer[..])];
    assert_eq!(
        server.ask("GET", "/api/v1/keeper", &known, "").await.status,
        204
    );
    assert!(!path.exists(), "nothing was begun, and nothing made");

    // Visitors find no way to change anything by other methods.
    for method in ["PUT", "DELETE", "PATCH"] {
        let answer = server.ask(method, "/api/v1/tournaments", &known, "").await;
        assert_eq!(answer.status, 405, "{method}");
    }
}

#[tokio::test]
async fn invalid_definitions_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let server = TestServer::start(Some(Database::File(path.clone()))).await;
    let long = format!("# {}\n", "x".repeat(17 << 10)) + &text("a", 1);
    let program = text("a", 1) + "[[player]]\ncommand = ['touch', 'never']\n";
    let visitor = text("a", 1) + "[[player]]\nname = 'v'\ntoken = '0123456789abcdef'\n";
    for (body, status, part) in [
        ("", 400, "missing field"),
        ("name = ", 400, "line 1"),
        (&long, 413, "16384 bytes"),
        (&program, 400, "'touch' is a program"),
        (&visitor, 400, "'v' is a program"),
        (
            &text("a", 1).replace("jaipur", "chess"),
            400,
            "unknown game 'chess'",
        ),
        (
            &text("a", 1).replace("'utility'", "'clever'"),
            400,
            "no policy 'clever'",
        ),
        (
            &text("a", 1).replace("'utility'", "'ismcts:1h'"),
            400,
            "is no budget",
        ),
        (
            &text("a", 1).replace("'utility'", "'ismcts:1000000'"),
            400,
            "is too slow",
        ),
        (
            &text("a", 1).replace("'utility'", "'ismcts:10@2'"),
            400,
            "is too slow",
        ),
        (&text("a", 1_000_000), 400, "at most 100000"),
        (&text("a", 0), 400, "rounds is 0"),
        (&text(" ", 1), 400, "no name"),
        (
            &text("a", 1).replace("'a'", "\"a\\u0000b\""),
            400,
            "control character (U+0000)",
        ),
    ] {
        let answer = server.post("/api/v1/tournaments", body).await;
        let error = answer.error();
        assert_eq!(answer.status, status, "{error}");
        assert!(error.contains(part), "{error}");
    }
    assert!(!path.exists(), "nothing was begun");
    // None of these holds the place of the one that is played.
    let answer = server.post("/api/v1/tournaments", &text("a", 1)).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    server.until(1, &["over"]).await;
    let again = server.post("/api/v1/tournaments", &text("a", 1)).await;
    assert_eq!(again.status, 409);
    assert!(again.error().contains("exists"), "{}", again.body);
    server.close().await;
}

#[tokio::test]
async fn a_run_is_started_paused_and_resumed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let server = TestServer::start(Some(Database::File(path.clone()))).await;
    // As many games as may be begun here: they take longer than this test.
    let begun = server
        .post("/api/v1/tournaments", &text("mine", 16_000))
        .await;
    assert_eq!((begun.status, begun.json()), (201, json!({"id": 1})));
    let other = server.post("/api/v1/tournaments", &text("other", 1)).await;
    assert_eq!(other.status, 409, "{}", other.body);
    assert!(other.error().contains("pause it first"));
    server.until(1, &["running"]).await;
    assert_eq!(
        server.post("/api/v1/tournaments/1/pause", "").await.status,
        202
    );
    let paused = server.until(1, &["open", "over"]).await;
    assert_eq!(paused["state"], "open");
    assert_eq!(
        server.post("/api/v1/tournaments/1/pause", "").await.status,
        409
    );
    assert_eq!(paused["trouble"], json!(null));

    // A server that is stopped pauses what it plays, and the next one goes on.
    assert_eq!(
        server.post("/api/v1/tournaments/1/resume", "").await.status,
        202
    );
    assert_eq!(
        server.post("/api/v1/tournaments/1/resume", "").await.status,
        409
    );
    server.close().await;
    let store = Store::open_file(&path).await.unwrap();
    let left = store.tournament("mine").await.unwrap().unwrap();
    assert!(left.finished.is_none() && left.played < left.planned);
    // The lease was given back; another process takes it.
    let server = TestServer::start(Some(Database::File(path))).await;
    assert_eq!(server.json("/api/v1/tournaments/1").await["state"], "open");
    let other = Holder {
        key: "another machine 1 1".to_owned(),
        program: "parlour tournament".to_owned(),
        process: 4711,
        host: "secret".to_owned(),
    };
    assert_eq!(store.acquire_lease(1, &other).await.unwrap(), None);
    let shown = server.json("/api/v1/tournaments/1").await;
    assert_eq!(shown["state"], "running");
    let held = &shown["held"];
    assert_eq!(
        (&held["program"], &held["process"]),
        (&json!("parlour tournament"), &json!(4711))
    );
    assert_eq!(held["here"], false);
    assert!(held["until"].as_i64() > shown["last"].as_i64());
    for path in ["pause", "resume"] {
        let path = format!("/api/v1/tournaments/1/{path}");
        let refused = server.post(&path, "").await;
        assert_eq!(refused.status, 409);
        assert!(!refused.body.contains("secret"), "{}", refused.body);
    }
    let refused = server.post("/api/v1/tournaments/1/resume", "").await;
    let error = refused.error();
    assert!(
        error.contains("`parlour tournament` (process 4711)"),
        "{error}"
    );
    store.release_lease(1, &other).await.unwrap();
    assert_eq!(server.json("/api/v1/tournaments/1").await["state"], "open");
}

/// A tournament that another process has paused is resumed; the result is that of an unbroken run.
#[tokio::test]
async fn a_break_does_not_change_the_result() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    let plan = plan("mine", 100);
    let pause = Pause::default();
    let id = play_until(&plan, &store, &pause, &mut |_| pause.request()).await;
    let server = TestServer::start(Some(Database::File(path))).await;
    let resume = format!("/api/v1/tournaments/{id}/resume");
    let paused = server.json(&format!("/api/v1/tournaments/{id}")).await;
    assert_eq!(paused["state"], "open");
    assert!(paused["played"].as_u64().unwrap() > 0);
    assert_eq!(server.post(&resume, "").await.status, 202);
    let over = server.until(id, &["over"]).await;
    assert_eq!(server.post(&resume, "").await.status, 409);

    let whole = Store::open_file(&folder.path().join("b.sqlite"))
        .await
        .unwrap();
    let id = play(&plan, &whole).await;
    let ledger = totals(&plan, &whole, id).await.unwrap();
    let expected = told(&report(&plan, &ledger));
    assert_eq!(over["report"], expected);
}
