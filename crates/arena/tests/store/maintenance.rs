//! Maintenance, on SQLite and PostgreSQL.

use crate::common::{everything, holder, plan, play};
use crate::postgres::Postgres;
use crate::tmpfs::Tmpfs;
use parlour_arena::{Holder, MaintenanceError, Store, StoreError, enter};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

/// Executes a statement behind the program's back.
async fn execute(url: &str, statement: &str) {
    use sqlx::{Connection as _, Executor as _};
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    connection.execute(statement).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn sqlite_is_maintained() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    suite(&url(&path)).await;

    let store = Store::open_read_only(&url(&path)).await.unwrap();
    let copy = folder.path().join("copy.sqlite");
    store.backup(&copy).await.unwrap();
    let copied = Store::open_file(&copy).await.unwrap();
    let plan = plan("second", 2);
    assert_eq!(
        everything(&plan, &copied).await,
        everything(&plan, &store).await
    );
    let error = store.backup(&copy).await.unwrap_err().to_string();
    assert!(error.ends_with("it exists already"), "{error}");
    let nowhere = folder.path().join("no such folder/copy.sqlite");
    assert!(matches!(
        store.backup(&nowhere).await,
        Err(MaintenanceError::Backup(..))
    ));
}

/// A backup that finds no room says which disk is full, and leaves nothing that a second attempt would meet.
#[tokio::test]
async fn a_backup_to_a_full_disk_can_be_repeated() {
    let folder = TempDir::new().unwrap();
    let disk = folder.path().join("disk");
    std::fs::create_dir(&disk).unwrap();
    let Some(_mounted) = Tmpfs::mount(&disk, "16k") else {
        eprintln!("no tmpfs can be mounted here: not tested");
        return;
    };
    let store = Store::open_file(&folder.path().join("a.sqlite"))
        .await
        .unwrap();
    let plan = plan("small", 2);
    play(&plan, &store, 1, false).await.unwrap();
    let copy = disk.join("copy.sqlite");
    let error = store.backup(&copy).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "cannot write {}: no room is left: make room there, or name another file",
            copy.display()
        )
    );
    assert_eq!(std::fs::read_dir(&disk).unwrap().count(), 0);
    Tmpfs::remount(&disk, "20m");
    store.backup(&copy).await.unwrap();
    assert_eq!(std::fs::read_dir(&disk).unwrap().count(), 1);
    let copied = Store::open_file(&copy).await.unwrap();
    assert_eq!(
        everything(&plan, &copied).await,
        everything(&plan, &store).await
    );
    copied.close().await;
}

#[tokio::test]
async fn postgres_is_maintained() {
    let server = Postgres::start();
    suite(&server.url()).await;
    let store = Store::open_read_only(&server.url()).await.unwrap();
    assert!(matches!(
        store.backup(Path::new("copy")).await,
        Err(MaintenanceError::NotAFile(_))
    ));
}

/// Leaves a finished tournament named `second`.
async fn suite(url: &str) {
    let store = Store::open(url).await.unwrap();
    play(&plan("first", 3), &store, 1, false).await.unwrap();
    play(&plan("second", 2), &store, 1, false).await.unwrap();
    let third = plan("third", 2);
    enter(&third, &store, false, &holder()).await.unwrap();

    // Readers may do everything but write.
    let reader = Store::open_read_only(url).await.unwrap();
    let mut seen = Vec::new();
    let found = reader.check(|done, all| seen.push((done, all))).await;
    assert_eq!(found, Ok(Vec::new()));
    assert_eq!(seen, [(12, 30), (30, 30)]);
    assert!(reader.rename("first", "changed").await.is_err());
    assert!(store.tournament("first").await.unwrap().is_some());

    // A record that does not replay to what is stored.
    let game = "WHERE number = 4 AND seat = 0 AND tournament = 1";
    execute(url, &format!("UPDATE seats SET score = score + 1 {game}")).await;
    let problems = reader.check(|_, _| ()).await.unwrap();
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].starts_with("first, game 4: its record ends ["),
        "{problems:?}"
    );
    execute(
        url,
        "UPDATE games SET record = '{' WHERE number = 4 AND tournament = 1",
    )
    .await;
    assert_eq!(reader.check(|_, _| ()).await.unwrap().len(), 1);

    let unknown = MaintenanceError::Unknown("nothing".to_owned());
    assert_eq!(store.rename("nothing", "x").await, Err(unknown.clone()));
    assert_eq!(store.delete("nothing").await, Err(unknown));
    let taken = MaintenanceError::NameTaken("second".to_owned());
    assert_eq!(store.rename("first", "second").await, Err(taken));
    let error = store.rename("first", "a\u{1b}[31m").await.unwrap_err();
    assert!(error.to_string().contains("U+001B"), "{error}");
    store.rename("first", "renamed").await.unwrap();
    assert!(store.tournament("first").await.unwrap().is_none());

    // The third is held by this process.
    let held = store.delete("third").await.unwrap_err();
    assert!(matches!(held, MaintenanceError::InProgress(_, by) if by == Holder::here("a test")));

    // Unfinished tournaments are never too old.
    let names = async |age| {
        let old = store.finished_before(age).await.unwrap();
        old.into_iter().map(|old| old.name).collect::<Vec<_>>()
    };
    assert_eq!(names(Duration::ZERO).await, ["renamed", "second"]);
    assert!(names(Duration::from_secs(3600)).await.is_empty());

    assert_eq!(store.delete("renamed").await, Ok(18));
    store.release_space().await.unwrap();
    assert!(store.results(1).await.unwrap().is_empty());
    assert_eq!(reader.check(|_, _| ()).await, Ok(Vec::new()));
    assert_eq!(reader.tournaments().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_wrong_total_is_found() {
    let folder = TempDir::new().unwrap();
    let url = url(&folder.path().join("a.sqlite"));
    let store = Store::open(&url).await.unwrap();
    let plan = plan("first", 3);
    play(&plan, &store, 1, false).await.unwrap();
    assert_eq!(store.check(|_, _| ()).await, Ok(Vec::new()));
    execute(&url, "UPDATE tournaments SET games = games + 1").await;
    let problems = store.check(|_, _| ()).await.unwrap();
    assert!(problems[0].ends_with("only 18 are stored"), "{problems:?}");
}

#[tokio::test]
async fn opening_for_reading_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("missing.sqlite");
    let error = Store::open_read_only(&url(&missing)).await.unwrap_err();
    assert!(matches!(error, StoreError::Open { .. }), "{error}");
    assert!(!missing.exists());

    let path = folder.path().join("a.sqlite");
    Store::open_file(&path).await.unwrap().close().await;
    execute(
        &url(&path),
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    )
    .await;
    let error = Store::open_read_only(&url(&path)).await.unwrap_err();
    assert!(
        matches!(error, StoreError::Older { found: 1, .. }),
        "{error}"
    );
    execute(&url(&path), "DROP TABLE _sqlx_migrations").await;
    let error = Store::open_read_only(&url(&path)).await.unwrap_err();
    assert!(matches!(error, StoreError::Altered { .. }), "{error}");
}
