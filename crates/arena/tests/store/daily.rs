//! Attempts at daily deals, on SQLite and PostgreSQL: once for each visitor, counted once for each network address.

use crate::common::{holder, new_store};
use crate::postgres::Postgres;
use parlour_arena::Store;
use parlour_arena::store::daily::DailyStart;
use parlour_arena::store::server_tables::{StoredState, TableSave};
use std::sync::Arc;

#[tokio::test]
async fn attempts_in_sqlite() {
    let (_folder, _, store) = new_store().await;
    suite(&store).await;
}

#[tokio::test]
async fn attempts_in_postgres() {
    let server = Postgres::start();
    suite(&Store::open(&server.url()).await.unwrap()).await;
}

fn start<'a>(day: u64, visitor: &'a str, network: &'a str, begun: u64) -> DailyStart<'a> {
    DailyStart {
        game: "jaipur",
        day,
        visitor,
        network,
        begun,
        table: visitor,
    }
}

async fn save(store: &Store, id: &str, state: StoredState, margin: Option<i32>) {
    let save = Arc::new(TableSave {
        id: id.to_owned(),
        game: "jaipur",
        state,
        updated: 5,
        data: String::new(),
        margin,
    });
    assert!(
        store
            .save_tables(&holder(), &[save])
            .await
            .unwrap()
            .is_empty()
    );
}

async fn suite(store: &Store) {
    let secret = store.server_secret("daily", "first").await.unwrap();
    assert_eq!(
        store.server_secret("daily", "second").await.unwrap(),
        secret
    );
    assert_eq!(secret, "first");
    let begin = async |day, visitor, network, begun| {
        let start = start(day, visitor, network, begun);
        store.begin_daily(&start).await.unwrap()
    };
    assert!(begin(50, "ada", "here", 1).await);
    assert!(!begin(50, "ada", "elsewhere", 2).await);
    assert!(begin(50, "ben", "here", 3).await);
    assert!(begin(50, "cleo", "there", 3).await);
    let attempt = async |day, visitor| {
        let found = store.daily_attempt("jaipur", day, visitor).await;
        found.unwrap()
    };
    assert_eq!(attempt(50, "dan").await, None);
    assert_eq!(attempt(51, "ada").await, None);
    save(store, "ada", StoredState::Live, None).await;
    let ada = attempt(50, "ada").await.unwrap();
    assert!(ada.is_live && ada.counts && ada.margin.is_none());
    assert_eq!(store.daily_results("jaipur", 50).await.unwrap(), []);
    for (id, margin) in [("ada", 7), ("ben", 40), ("cleo", -3)] {
        save(store, id, StoredState::Over, Some(margin)).await;
    }
    let ada = attempt(50, "ada").await.unwrap();
    assert_eq!(
        (ada.is_live, ada.counts, ada.margin),
        (false, true, Some(7))
    );
    // The second attempt of a network address knows its own result, but does not count.
    let ben = attempt(50, "ben").await.unwrap();
    assert_eq!((ben.counts, ben.margin), (false, Some(40)));
    let results = store.daily_results("jaipur", 50).await.unwrap();
    assert_eq!(results, [(-3, 1), (7, 1)]);
    // A table that could not be made was no attempt.
    assert!(begin(51, "erin", "there", 9).await);
    store.cancel_daily("erin").await.unwrap();
    assert!(begin(51, "erin", "there", 9).await);
    // Old ones are deleted when another begins.
    assert!(begin(90, "fay", "there", 9).await);
    assert_eq!(attempt(50, "ada").await, None);
}
