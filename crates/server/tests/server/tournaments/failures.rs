//! Databases that are missing, damaged, replaced, or do not answer.

use crate::postgres::Postgres;
use crate::tournaments::test_server::{TestServer, plan, play, text};
use parlour_arena::{Holder, Store};
use parlour_server::Database;
use sqlx::{Connection as _, Executor as _, PgConnection};
use std::fs;
use std::time::Duration;
use tempfile::TempDir;

#[tokio::test]
async fn a_missing_file_means_no_tournaments_and_is_not_created() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let server = TestServer::start(Some(Database::File(path.clone()))).await;
    for list in ["/api/v1/tournaments", "/api/v1/agents"] {
        assert_eq!(server.json(list).await["total"], 0);
    }
    assert_eq!(server.get("/api/v1/tournaments/1").await.status, 404);
    assert!(!path.exists());
    // It is read as soon as it exists.
    let store = Store::open_file(&path).await.unwrap();
    play(&plan("a", 1), &store).await;
    assert_eq!(server.json("/api/v1/tournaments").await["total"], 1);
}

#[tokio::test]
async fn without_a_database_there_is_an_error() {
    let server = TestServer::start(None).await;
    for path in [
        "/api/v1/tournaments",
        "/api/v1/agents",
        "/api/v1/tournaments/1",
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 404);
        assert!(answer.error().contains("no database of tournaments"));
    }
    let answer = server.post("/api/v1/tournaments", &text("a", 1)).await;
    assert_eq!(answer.status, 404);
}

/// A damaged file is told without its path, hinders nothing else, and its copy is read when it is back.
#[tokio::test]
async fn a_damaged_file_is_reported_and_a_restored_one_is_read() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let store = Store::open_file(&at("copy.sqlite")).await.unwrap();
    play(&plan("a", 1), &store).await;
    store.close().await;

    fs::write(at("a.sqlite"), "this is no database, and never was one").unwrap();
    let server = TestServer::start(Some(Database::File(at("a.sqlite")))).await;
    for path in [
        "/api/v1/tournaments",
        "/api/v1/tournaments/1",
        "/api/v1/agents",
        "/api/v1/agents/x",
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 503, "{path}: {}", answer.body);
        let error = answer.error();
        assert!(
            error.contains("damaged") && !error.contains("sqlite"),
            "{error}"
        );
    }
    let answer = server.post("/api/v1/tournaments", &text("b", 1)).await;
    assert_eq!(answer.status, 503, "{}", answer.body);
    assert_eq!(server.get("/healthz").await.body, "ok");
    let ready = server.get("/readyz").await;
    assert_eq!(ready.status, 503);
    assert!(ready.error().contains("damaged"));

    // A copy includes the log that has not been written into the file yet.
    if at("copy.sqlite-wal").exists() {
        fs::rename(at("copy.sqlite-wal"), at("a.sqlite-wal")).unwrap();
    }
    // At once: of a file that is missing or half there the server would make a new database.
    fs::rename(at("copy.sqlite"), at("a.sqlite")).unwrap();
    let mut list = server.get("/api/v1/tournaments").await;
    for _ in 0..2400 {
        if list.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        list = server.get("/api/v1/tournaments").await;
    }
    assert_eq!(list.json()["total"], 1);
    assert_eq!(server.json("/readyz").await["database"], "ok");
}

#[tokio::test]
async fn an_unreadable_definition_affects_no_other() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    let good = play(&plan("good", 1), &store).await;
    let names = ["random".to_owned()];
    let bad = store
        .create(
            "bad",
            "chess",
            "{}",
            1,
            &names,
            &Holder::here("a test"),
            None,
        )
        .await
        .unwrap();
    let server = TestServer::start(Some(Database::File(path))).await;
    assert_eq!(server.json("/api/v1/tournaments").await["total"], 2);
    assert_eq!(
        server
            .get(&format!("/api/v1/tournaments/{bad}"))
            .await
            .status,
        500
    );
    assert_eq!(
        server
            .get(&format!("/api/v1/tournaments/{good}"))
            .await
            .status,
        200
    );
    let agent = server.json("/api/v1/agents/random").await;
    assert_eq!(agent["items"].as_array().unwrap().len(), 1);
}

/// An error of a statement leaves the connections as they are.
#[tokio::test]
async fn a_statement_that_fails_costs_no_connection() {
    let postgres = Postgres::start();
    let server = TestServer::start(Some(Database::of(&postgres.url()))).await;
    let mut other = PgConnection::connect(&postgres.url()).await.unwrap();
    assert_eq!(server.json("/api/v1/tournaments").await["total"], 0);
    // Others may be closed once they have tried whether the database answers.
    let readers = "SELECT pid FROM pg_stat_activity \
                   WHERE query LIKE '%FROM tournaments%' AND pid <> pg_backend_pid()";
    let readers: Vec<i32> = sqlx::query_scalar(readers)
        .fetch_all(&mut other)
        .await
        .unwrap();
    assert!(!readers.is_empty());
    let hide = "ALTER TABLE tournaments RENAME TO hidden";
    other.execute(hide).await.unwrap();
    let answer = server.get("/api/v1/tournaments").await;
    assert_eq!(answer.status, 503, "{}", answer.body);
    let show = "ALTER TABLE hidden RENAME TO tournaments";
    other.execute(show).await.unwrap();
    assert_eq!(server.json("/api/v1/tournaments").await["total"], 0);
    let open: Vec<i32> = sqlx::query_scalar("SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)")
        .bind(&readers)
        .fetch_all(&mut other)
        .await
        .unwrap();
    assert_eq!(open.len(), readers.len());
}

/// A connection that was lost is made again.
#[tokio::test]
async fn a_lost_connection_is_reported_and_reopened() {
    let postgres = Postgres::start();
    let store = Store::open(&postgres.url()).await.unwrap();
    play(&plan("a", 1), &store).await;
    store.close().await;
    let server = TestServer::start(Some(Database::of(&postgres.url()))).await;
    assert_eq!(server.json("/api/v1/tournaments").await["total"], 1);
    postgres.stop();
    for _ in 0..2 {
        let answer = server.get("/api/v1/tournaments").await;
        assert_eq!(answer.status, 503, "{}", answer.body);
        let error = answer.error();
        assert!(
            error.contains("does not answer") && !error.contains("127.0.0.1"),
            "{error}"
        );
    }
    postgres.resume();
    for _ in 0..2400 {
        if server.get("/api/v1/tournaments").await.status == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server does not find its database again");
}
