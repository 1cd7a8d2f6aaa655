//! Databases that fail: every error is one clear line, nothing recorded is lost, and the tournament
//! goes on once the cause is gone.

use crate::common::{everything, holder, new_store, options, plan, play};
use crate::postgres::Postgres;
use crate::tmpfs::Tmpfs;
use parlour_arena::runner::Note;
use parlour_arena::{Pause, RunError, Store, StoreError, enter, run};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, SqliteConnection};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::sync::Notify;

async fn connect(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(path)
        .connect()
        .await
        .unwrap()
}

/// The same tournament, played without trouble.
async fn undisturbed(name: &str, rounds: u64) -> String {
    let (_folder, _, store) = new_store().await;
    let plan = plan(name, rounds);
    play(&plan, &store, 2, false).await.unwrap();
    everything(&plan, &store).await
}

#[tokio::test]
async fn a_database_of_a_later_version_is_rejected() {
    let (_folder, path, store) = new_store().await;
    store.close().await;
    let mut connection = connect(&path).await;
    let later = "INSERT INTO _sqlx_migrations VALUES (1000, 'later', '2030-01-01', 1, x'00', 1)";
    connection.execute(later).await.unwrap();
    connection.close().await.unwrap();
    let error = Store::open_file(&path).await.unwrap_err();
    assert!(
        matches!(error, StoreError::Newer { found: 1000, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("later Parlour"), "{error}");

    let mut connection = connect(&path).await;
    connection
        .execute("DELETE FROM _sqlx_migrations WHERE version = 1000")
        .await
        .unwrap();
    connection
        .execute("UPDATE _sqlx_migrations SET checksum = x'00'")
        .await
        .unwrap();
    connection.close().await.unwrap();
    let error = Store::open_file(&path).await.unwrap_err();
    assert!(matches!(error, StoreError::Altered { .. }), "{error}");
}

/// What an earlier program has written is kept, and brought up to date.
#[tokio::test]
async fn a_database_of_an_earlier_version_is_migrated() {
    let (_folder, path, store) = new_store().await;
    let plan = plan("early", 1);
    play(&plan, &store, 1, false).await.unwrap();
    let before = everything(&plan, &store).await;
    store.close().await;
    let mut connection = connect(&path).await;
    for statement in [
        "DROP TABLE leases",
        "DELETE FROM _sqlx_migrations WHERE version = 2",
    ] {
        connection.execute(statement).await.unwrap();
    }
    connection.close().await.unwrap();
    let store = Store::open_file(&path).await.unwrap();
    assert_eq!(everything(&plan, &store).await, before);
    let id = store.tournament("early").await.unwrap().unwrap().id;
    assert_eq!(store.acquire_lease(id, &holder()).await.unwrap(), None);
}

#[tokio::test]
async fn a_damaged_database_is_reported() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    fs::write(
        &path,
        "this is no database, however long it may be".repeat(100),
    )
    .unwrap();
    let error = Store::open_file(&path).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");

    // One whose pages were overwritten, all but the first.
    fs::remove_file(&path).unwrap();
    let store = Store::open_file(&path).await.unwrap();
    let plan = plan("damaged", 40);
    play(&plan, &store, 2, false).await.unwrap();
    let id = store.tournament("damaged").await.unwrap().unwrap().id;
    store.close().await;
    // Everything into the file itself: what is still in the log would stay readable.
    let mut connection = connect(&path).await;
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    connection.execute(checkpoint).await.unwrap();
    connection.close().await.unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[8192..].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let error = match Store::open_file(&path).await {
        Err(error) => error,
        Ok(store) => store.results(id).await.unwrap_err(),
    };
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
}

#[tokio::test]
async fn databases_that_cannot_be_opened_are_reported() {
    let folder = TempDir::new().unwrap();
    let error = Store::open_file(folder.path()).await.unwrap_err();
    assert!(matches!(error, StoreError::Open { .. }), "{error}");
    for url in [
        "mysql://root:secret@localhost/x",
        "postgress://root:secret@localhost/x",
        "postgres:root:secret@localhost/x",
        "root:secret@localhost/x",
        "root:secret@localhost/x?y=a://b",
        "nonsense",
    ] {
        let error = Store::open(url).await.unwrap_err().to_string();
        assert!(error.contains("sqlite:PATH or postgres://"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
    let error = Store::open("postgres://me:secret@127.0.0.1:1/x?password=secret")
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Open { .. }), "{error}");
    assert!(!error.to_string().contains("secret"), "{error}");
}

/// Another process writes for a while: the tournament waits, and loses nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_database_is_waited_for() {
    let (_folder, path, store) = new_store().await;
    let plan = plan("locked", 4);
    let id = enter(&plan, &store, false, &holder()).await.unwrap().id;
    let mut other = connect(&path).await;
    other.execute("BEGIN EXCLUSIVE").await.unwrap();
    let waits = Arc::new(Notify::new());
    let seen = Arc::clone(&waits);
    let release = tokio::spawn(async move {
        seen.notified().await;
        other.execute("ROLLBACK").await.unwrap();
    });
    let mut waited = false;
    let mut note = |note: Note| {
        if matches!(note, Note::Waiting(StoreError::Locked(_))) {
            waited = true;
            waits.notify_one();
        }
    };
    let totals = run(&plan, &store, id, options(2), &Pause::default(), &mut note)
        .await
        .unwrap();
    release.await.unwrap();
    assert!(waited && totals.end().is_some());
    assert_eq!(
        everything(&plan, &store).await,
        undisturbed("locked", 4).await
    );
}

/// What the files of a flat folder take, in KiB of whole pages.
fn used_kib(folder: &Path) -> u64 {
    const PAGE: u64 = 4096;
    let files = fs::read_dir(folder).unwrap();
    files
        .map(|file| file.unwrap().metadata().unwrap().len().div_ceil(PAGE) * PAGE / 1024)
        .sum()
}

/// The disk fills up: one clear line, what was recorded is whole, and with room again it goes on.
#[tokio::test]
async fn a_full_disk_ends_the_run_and_loses_nothing() {
    let folder = TempDir::new().unwrap();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let Some(_mounted) = Tmpfs::mount(&disk, "20m") else {
        eprintln!("no tmpfs can be mounted here: not tested");
        return;
    };
    let path = disk.join("a.sqlite");
    let plan = plan("full", 60);
    let store = Store::open_file(&path).await.unwrap();
    let id = enter(&plan, &store, false, &holder()).await.unwrap().id;
    // Some games are recorded, however many a batch has; after them there is no more room.
    let mut filled = false;
    let mut note = |note: Note| {
        if let (false, Note::Recorded { .. }) = (filled, note) {
            filled = true;
            Tmpfs::remount(&disk, &format!("{}k", used_kib(&disk)));
        }
    };
    let ended = run(&plan, &store, id, options(2), &Pause::default(), &mut note).await;
    let error = ended.unwrap_err();
    assert!(
        matches!(error, RunError::Store(StoreError::Full(_))),
        "{error}"
    );
    assert!(
        error.to_string().contains("make room, then resume"),
        "{error}"
    );
    store.close().await;

    Tmpfs::remount(&disk, "20m");
    let store = Store::open_file(&path).await.unwrap();
    let kept = store.tournament("full").await.unwrap().unwrap();
    assert!(
        kept.played > 0 && kept.played < kept.planned,
        "{}",
        kept.played
    );
    assert_eq!(
        store.results(kept.id).await.unwrap().len() as u64,
        kept.played
    );
    play(&plan, &store, 2, true).await.unwrap();
    assert_eq!(
        everything(&plan, &store).await,
        undisturbed("full", 60).await
    );
    store.close().await;
}

/// A transaction that finds no room spoils no later one of the same store.
#[tokio::test]
async fn a_store_writes_again_once_a_full_disk_has_room() {
    let folder = TempDir::new().unwrap();
    let Some(_mounted) = Tmpfs::mount(folder.path(), "20m") else {
        eprintln!("no tmpfs can be mounted here: not tested");
        return;
    };
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    Tmpfs::remount(folder.path(), &format!("{}k", used_kib(folder.path())));
    let (holder, mut names) = (holder(), (0..).map(|number| format!("tournament {number}")));
    let mut create = async || {
        let name = names.next().unwrap();
        let added = store.create(&name, "jaipur", "{}", 1, &[], &holder, None);
        added.await
    };
    // As often as the store has connections, and once more.
    let mut failed = 0;
    while failed < 5 {
        match create().await {
            Ok(_) => assert_eq!(failed, 0),
            Err(error) => {
                assert!(matches!(error, StoreError::Full(_)), "{error}");
                failed += 1;
            }
        }
    }
    Tmpfs::remount(folder.path(), "20m");
    for _ in 0..5 {
        create().await.unwrap();
    }
    store.close().await;
}

/// The server goes away in the middle and comes back: the tournament waits, and loses nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_is_reopened() {
    let server = Postgres::start();
    let store = Store::open(&server.url()).await.unwrap();
    let plan = plan("lost", 60);
    let id = enter(&plan, &store, false, &holder()).await.unwrap().id;
    let (mut stopped, mut waited) = (false, false);
    let mut note = |note: Note| match note {
        Note::Recorded { games: 20.., .. } if !stopped => {
            server.stop();
            stopped = true;
        }
        Note::Waiting(error) => {
            assert!(matches!(error, StoreError::Lost { .. }), "{error}");
            if !std::mem::replace(&mut waited, true) {
                server.resume();
            }
        }
        _ => {}
    };
    let totals = run(&plan, &store, id, options(2), &Pause::default(), &mut note)
        .await
        .unwrap();
    assert!(stopped && waited && totals.end().is_some());
    assert_eq!(
        everything(&plan, &store).await,
        undisturbed("lost", 60).await
    );
}

/// A server that stays away ends the run with one line; resuming goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_does_not_come_back_ends_the_run() {
    let server = Postgres::start();
    let store = Store::open(&server.url()).await.unwrap();
    let plan = plan("away", 60);
    let id = enter(&plan, &store, false, &holder()).await.unwrap().id;
    let mut stopped = false;
    let mut note = |note: Note| {
        if let (false, Note::Recorded { games: 20.., .. }) = (stopped, note) {
            server.stop();
            stopped = true;
        }
    };
    let mut impatient = options(2);
    impatient.patience = std::time::Duration::from_secs(1);
    let ended = run(&plan, &store, id, impatient, &Pause::default(), &mut note).await;
    let error = ended.unwrap_err();
    assert!(
        matches!(error, RunError::Store(StoreError::Lost { .. })),
        "{error}"
    );
    server.resume();
    let kept = store.results(id).await.unwrap().len();
    assert!((20..360).contains(&kept), "{kept}");
    play(&plan, &store, 2, true).await.unwrap();
    assert_eq!(
        everything(&plan, &store).await,
        undisturbed("away", 60).await
    );
}
