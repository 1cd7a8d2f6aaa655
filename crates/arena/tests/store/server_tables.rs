//! Tables of a server, on SQLite and PostgreSQL: who holds them, who may claim them, how long they are kept.

use crate::common::{everything, holder, new_store, plan, play};
use crate::postgres::Postgres;
use parlour_arena::store::server_tables::{Endpoint, SERVER_TIMEOUT, StoredState, TableSave};
use parlour_arena::{Holder, Store};
use sqlx::{Connection as _, PgConnection};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::time::{sleep, timeout};

const TIMEOUT_MS: u64 = SERVER_TIMEOUT.as_millis() as u64;

/// A process of another machine, of which only the database tells whether it runs.
fn server(name: &str) -> Holder {
    Holder {
        key: format!("another machine {name}"),
        ..holder()
    }
}

fn save(id: &str, state: StoredState, updated: u64, data: &str) -> Arc<TableSave> {
    Arc::new(TableSave {
        id: id.to_owned(),
        game: "jaipur",
        state,
        updated,
        data: data.to_owned(),
        margin: None,
    })
}

fn live(id: &str, data: &str) -> Arc<TableSave> {
    save(id, StoredState::Live, 5, data)
}

/// The ids, states of the data and stop times of the tables that a server has to run.
async fn claim(
    store: &Store,
    server: &Holder,
    now: u64,
    patient: bool,
) -> Vec<(String, String, u64)> {
    let claimed = store.claim_tables(server, now, patient, |_| false).await;
    let claimed = claimed.unwrap().new.into_iter();
    claimed
        .map(|table| (table.id, table.data, table.stopped))
        .collect()
}

#[tokio::test]
async fn tables_in_sqlite() {
    let (_folder, _, store) = new_store().await;
    suite(&store).await;
}

#[tokio::test]
async fn tables_in_postgres() {
    let server = Postgres::start();
    suite(&Store::open(&server.url()).await.unwrap()).await;
}

async fn suite(store: &Store) {
    let (first, second) = (server("1"), server("2"));
    store.renew_server(&first, 1000, None).await.unwrap();
    store.renew_server(&second, 1000, None).await.unwrap();
    let saves = [live("a", "1"), live("b", "1"), live("c", "1")];
    assert!(store.save_tables(&first, &saves).await.unwrap().is_empty());
    let kept = store.save_tables(&first, &[live("a", "2")]).await;
    assert!(kept.unwrap().is_empty());

    // A running server keeps its tables, and nobody else writes them.
    assert!(claim(store, &second, 2000, false).await.is_empty());
    let saves = [live("a", "x"), live("d", "1")];
    assert_eq!(store.save_tables(&second, &saves).await.unwrap(), ["a"]);

    // One that was not seen has ended, unless the other has just begun to look.
    store
        .renew_server(&second, 1001 + TIMEOUT_MS, None)
        .await
        .unwrap();
    let own = [("d".to_owned(), "1".to_owned(), 5)];
    let now = 1001 + TIMEOUT_MS;
    assert_eq!(claim(store, &second, now, true).await, own);
    let claimed = claim(store, &second, now, false).await;
    let ids: Vec<&str> = claimed.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "d"]);
    assert_eq!(claimed[0], ("a".to_owned(), "2".to_owned(), 1000));

    // The first was only suspended: it cannot overwrite what the second has played.
    let saved = store.save_tables(&second, &[live("a", "3")]).await;
    assert!(saved.unwrap().is_empty());
    store.renew_server(&first, now, None).await.unwrap();
    let saves = [live("a", "y"), live("b", "y")];
    let lost = store.save_tables(&first, &saves).await.unwrap();
    assert_eq!(lost, ["a", "b"]);

    // A server that stops leaves its tables at once. What was not stored since has stood still for longer.
    store.stop_server(&second, now + 5).await.unwrap();
    let claimed = claim(store, &first, now + 6, true).await;
    let stopped: Vec<u64> = claimed.iter().map(|(.., stopped)| *stopped).collect();
    assert_eq!(stopped, [now + 5, 1000, 1000, now + 5]);
    assert_eq!(claimed[0].1, "3");
    let known = store
        .claim_tables(&first, now + 6, true, |id| id == "a")
        .await;
    let known = known.unwrap();
    assert_eq!((known.new.len(), known.held.len()), (3, 4));

    // What has ended is recalled by anybody, but not from a server that runs it.
    let ended = [
        save("a", StoredState::Over, 100, "4"),
        save("b", StoredState::Abandoned, 100, "4"),
        save("c", StoredState::Over, 200, "4"),
    ];
    assert!(store.save_tables(&first, &ended).await.unwrap().is_empty());
    assert_eq!(claim(store, &first, now + 7, true).await.len(), 1);
    let recall = |server: Holder, now, id: &'static str| async move {
        let claimed = store.claim_ended_table(&server, now, id).await.unwrap();
        claimed.map(|table| (table.data, table.updated))
    };
    assert_eq!(recall(second.clone(), now + 8, "a").await, None);
    assert_eq!(recall(first.clone(), now + 8, "d").await, None);
    assert_eq!(recall(first.clone(), now + 8, "e").await, None);
    let found = Some(("4".to_owned(), 100));
    assert_eq!(recall(first.clone(), now + 8, "a").await, found);
    let later = now + 8 + 2 * TIMEOUT_MS;
    assert_eq!(recall(second.clone(), later, "a").await, found);

    assert_eq!(store.prune_server_tables(150, 100).await.unwrap(), 1);
    assert_eq!(recall(second.clone(), later, "a").await, None);
    assert_eq!(store.prune_server_tables(0, 101).await.unwrap(), 1);
    assert!(recall(second, later, "c").await.is_some());
}

/// A server that is suspended while it writes does not keep the others from its tables.
#[tokio::test]
async fn a_transaction_that_stands_still_ends() {
    let database = Postgres::start();
    let [writer, other] = [(); 2].map(async |()| Store::open(&database.url()).await.unwrap());
    let (writer, other) = (writer.await, other.await);
    let (first, second) = (server("1"), server("2"));
    writer.renew_server(&first, 1000, None).await.unwrap();
    let saves = [live("a", "1")];
    writer.save_tables(&first, &saves).await.unwrap();

    // The row is kept until the writer waits for it, so that the writer is in its transaction when it stands still.
    let mut keeper = PgConnection::connect(&database.url()).await.unwrap();
    let mut observer = PgConnection::connect(&database.url()).await.unwrap();
    let mut kept = keeper.begin().await.unwrap();
    let query = sqlx::query("SELECT id FROM server_tables FOR UPDATE");
    query.fetch_all(&mut *kept).await.unwrap();
    let saves = [live("a", "2")];
    let mut writing = pin!(writer.save_tables(&first, &saves));
    loop {
        let step = poll_fn(|context| Poll::Ready(writing.as_mut().poll(context))).await;
        assert!(step.is_pending(), "it does not wait for the row");
        sleep(Duration::from_millis(20)).await;
        let waiting = sqlx::query("SELECT 1 FROM pg_locks WHERE NOT granted");
        if !waiting.fetch_all(&mut observer).await.unwrap().is_empty() {
            break;
        }
    }
    kept.rollback().await.unwrap();
    let later = 1001 + TIMEOUT_MS;
    let claimed = timeout(SERVER_TIMEOUT, claim(&other, &second, later, false)).await;
    assert_eq!(
        claimed.expect("the locks are kept"),
        [("a".to_owned(), "1".to_owned(), 1000)]
    );
    assert!(writing.await.is_err());
    let lost = writer.save_tables(&first, &saves).await.unwrap();
    assert_eq!(lost, ["a"]);
}

/// Where a server is reached is known while it runs.
#[tokio::test]
async fn the_holder_of_a_table_is_found() {
    let database = Postgres::start();
    let store = Store::open(&database.url()).await.unwrap();
    let (first, second) = (server("1"), server("2"));
    let endpoint = Endpoint {
        address: "10.0.0.2:8090".to_owned(),
        secret: "0123456789abcdef".to_owned(),
    };
    assert!(!format!("{endpoint:?}").contains(&endpoint.secret));
    let now = store.clock().await.unwrap();
    let renewed = store.renew_server(&first, now, Some(&endpoint)).await;
    renewed.unwrap();
    let saves = [live("a", "1"), save("b", StoredState::Over, 5, "1")];
    store.save_tables(&first, &saves).await.unwrap();
    let found = store.table_holder("a").await.unwrap().unwrap();
    assert_eq!(found.endpoint.as_ref(), Some(&endpoint));
    assert!(found.key == first.key && found.is_running && found.is_live);
    let found = store.table_holder("b").await.unwrap().unwrap();
    assert!(found.is_running && !found.is_live);
    assert_eq!(store.table_holder("c").await.unwrap(), None);
    let running = store.running_servers(now).await.unwrap();
    assert_eq!(running, [(first.key.clone(), Some(endpoint.clone()))]);

    // Not seen for too long, by the clock of the database.
    let unseen = now - TIMEOUT_MS - 1;
    let renewed = store.renew_server(&first, unseen, Some(&endpoint)).await;
    renewed.unwrap();
    assert!(!store.table_holder("a").await.unwrap().unwrap().is_running);
    assert!(store.running_servers(now).await.unwrap().is_empty());
    store.renew_server(&second, now, None).await.unwrap();
    assert_eq!(claim(&store, &second, now, false).await.len(), 1);
    let found = store.table_holder("a").await.unwrap().unwrap();
    assert!(found.key == second.key && found.is_running && found.endpoint.is_none());
    // The row of the first server is gone.
    let found = store.table_holder("b").await.unwrap().unwrap();
    assert!(found.key == first.key && !found.is_running && !found.is_live);
}

/// A part of a process that has ended is gone with it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn tables_of_a_process_that_was_killed_are_claimed_at_once() {
    let (_folder, _, store) = new_store().await;
    let here = holder().part("1");
    // The same process number and machine, but another beginning.
    let (before, began) = holder()
        .key
        .rsplit_once(' ')
        .map(|(before, began)| (before.to_owned(), began.to_owned()))
        .unwrap();
    let began: u64 = began.parse().unwrap();
    let killed = Holder {
        key: format!("{before} {}", began + 1),
        ..holder()
    }
    .part("1");
    store.renew_server(&here, 1000, None).await.unwrap();
    store.renew_server(&killed, 1_000_000, None).await.unwrap();
    store.save_tables(&here, &[live("a", "1")]).await.unwrap();
    let saves = [
        live("b", "1"),
        // Its players may not know that it is over, or have known for long.
        save("c", StoredState::Over, 999_999, "1"),
        save("d", StoredState::Over, 5, "1"),
    ];
    store.save_tables(&killed, &saves).await.unwrap();
    let other = holder().part("2");
    let claimed = claim(&store, &other, 1_000_001, true).await;
    let expected = ["b", "c"].map(|id| (id.to_owned(), "1".to_owned(), 1_000_000));
    assert_eq!(claimed, expected);
    store.save_tables(&other, &saves[1..2]).await.unwrap();
    assert_eq!(claim(&store, &other, 1_000_002, true).await, expected[..1]);
}

/// A database of the previous schema has its tournaments, and gets tables.
#[tokio::test]
async fn the_previous_schema_is_migrated() {
    use sqlx::{Connection as _, Executor as _};
    let (_folder, path, store) = new_store().await;
    let plan = plan("previous", 1);
    play(&plan, &store, 1, false).await.unwrap();
    let before = everything(&plan, &store).await;
    store.close().await;
    let url = format!("sqlite:{}", path.display());
    let mut connection = sqlx::AnyConnection::connect(&url).await.unwrap();
    for statement in [
        "DROP TABLE server_tables",
        "DROP TABLE server_processes",
        "DELETE FROM _sqlx_migrations WHERE version IN (6, 10)",
    ] {
        connection.execute(statement).await.unwrap();
    }
    connection.close().await.unwrap();
    assert!(Store::open_read_only(&url).await.is_err());
    let store = Store::open_file(&path).await.unwrap();
    assert_eq!(everything(&plan, &store).await, before);
    let saved = store.save_tables(&holder(), &[live("a", "1")]).await;
    assert!(saved.unwrap().is_empty());
}
