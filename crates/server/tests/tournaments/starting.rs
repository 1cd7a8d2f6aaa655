//! What only the keeper of the token may do.

use crate::house::{House, TOKEN, plan, play, text, told};
use parlour_arena::{Holder, Store, report, totals};
use parlour_server::Database;
use serde_json::json;
use tempfile::TempDir;

#[tokio::test]
async fn only_the_token_starts_anything() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let house = House::open(Some(Database::File(path.clone()))).await;
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
            "/api/tournaments",
            "/api/tournaments/1/pause",
            "/api/tournaments/1/resume",
        ] {
            let answer = house.ask("POST", path, &headers, &text("a", 1)).await;
            assert_eq!(answer.status, status, "{path} {headers:?}");
            answer.error();
        }
        assert_eq!(
            house.ask("GET", "/api/keeper", &headers, "").await.status,
            status
        );
    }
    let known = [("Authorization", &bearer[..])];
    assert_eq!(
        house.ask("GET", "/api/keeper", &known, "").await.status,
        204
    );
    assert!(!path.exists(), "nothing was begun, and nothing made");

    // Visitors find no way to change anything by other methods.
    for method in ["PUT", "DELETE", "PATCH"] {
        let answer = house.ask(method, "/api/tournaments", &known, "").await;
        assert_eq!(answer.status, 405, "{method}");
    }
}

#[tokio::test]
async fn what_does_not_fit_is_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let house = House::open(Some(Database::File(path.clone()))).await;
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
            "no game 'chess'",
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
            "thinks for too long",
        ),
        (
            &text("a", 1).replace("'utility'", "'ismcts:10@2'"),
            400,
            "thinks for too long",
        ),
        (&text("a", 1_000_000), 400, "at most 100000"),
        (&text("a", 0), 400, "rounds is 0"),
        (&text(" ", 1), 400, "no name"),
    ] {
        let answer = house.post("/api/tournaments", body).await;
        let error = answer.error();
        assert_eq!(answer.status, status, "{error}");
        assert!(error.contains(part), "{error}");
    }
    assert!(!path.exists(), "nothing was begun");
    // None of these holds the place of the one that is played.
    let answer = house.post("/api/tournaments", &text("a", 1)).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    house.until(1, &["over"]).await;
    let again = house.post("/api/tournaments", &text("a", 1)).await;
    assert_eq!(again.status, 409);
    assert!(again.error().contains("already"), "{}", again.body);
    house.close().await;
}

#[tokio::test]
async fn it_is_started_paused_and_resumed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let house = House::open(Some(Database::File(path.clone()))).await;
    let rounds = 400;
    let begun = house.post("/api/tournaments", &text("mine", rounds)).await;
    assert_eq!((begun.status, begun.json()), (201, json!({"id": 1})));
    let other = house.post("/api/tournaments", &text("other", 1)).await;
    assert_eq!(other.status, 409, "{}", other.body);
    assert!(other.error().contains("pause it first"));
    house.until(1, &["running"]).await;
    assert_eq!(house.post("/api/tournaments/1/pause", "").await.status, 202);
    let paused = house.until(1, &["open", "over"]).await;
    assert_eq!(paused["state"], "open", "a long one does not end so soon");
    assert_eq!(house.post("/api/tournaments/1/pause", "").await.status, 409);
    assert_eq!(paused["trouble"], json!(null));

    // A server that is stopped pauses what it plays, and the next one goes on.
    assert_eq!(
        house.post("/api/tournaments/1/resume", "").await.status,
        202
    );
    assert_eq!(
        house.post("/api/tournaments/1/resume", "").await.status,
        409
    );
    house.close().await;
    let store = Store::open_file(&path).await.unwrap();
    let left = store.tournament("mine").await.unwrap().unwrap();
    assert!(left.finished.is_none() && left.played < left.planned);
    // It was given back; while somebody else plays it, it is his.
    let house = House::open(Some(Database::File(path))).await;
    assert_eq!(house.json("/api/tournaments/1").await["state"], "open");
    let other = Holder {
        key: "another machine 1 1".to_owned(),
        program: "parlour tournament".to_owned(),
        process: 4711,
        host: "secret".to_owned(),
    };
    assert_eq!(store.acquire_lease(1, &other).await.unwrap(), None);
    let shown = house.json("/api/tournaments/1").await;
    assert_eq!(shown["state"], "running");
    let held = &shown["held"];
    assert_eq!(
        (&held["program"], &held["process"]),
        (&json!("parlour tournament"), &json!(4711))
    );
    assert_eq!(held["here"], false);
    assert!(held["until"].as_i64() > shown["last"].as_i64());
    for path in ["pause", "resume"] {
        let path = format!("/api/tournaments/1/{path}");
        let refused = house.post(&path, "").await;
        assert_eq!(refused.status, 409);
        assert!(!refused.body.contains("secret"), "{}", refused.body);
    }
    let refused = house.post("/api/tournaments/1/resume", "").await;
    let error = refused.error();
    assert!(
        error.contains("`parlour tournament` (process 4711)"),
        "{error}"
    );
    store.release_lease(1, &other).await.unwrap();
    let plan = plan("mine", rounds);
    play(&plan, &store).await;
    let over = house.until(1, &["over"]).await;
    assert_eq!(
        house.post("/api/tournaments/1/resume", "").await.status,
        409
    );

    // Whatever the breaks, the result is that of a run without them.
    let whole = Store::open_file(&folder.path().join("b.sqlite"))
        .await
        .unwrap();
    let id = play(&plan, &whole).await;
    let ledger = totals(&plan, &whole, id).await.unwrap();
    let expected = told(&report(&plan, &ledger));
    assert_eq!(over["report"], expected);
}
