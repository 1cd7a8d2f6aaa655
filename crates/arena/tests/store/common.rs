//! A store, and tournaments to be stored in it.

use parlour_arena::runner::Note;
use parlour_arena::{
    Definition, Holder, Pause, Plan, RunError, RunOptions, RunningTotals, Store, enter, report, run,
};
use parlour_games::jaipur::Jaipur;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// A new store, its file, and the folder that both are gone with. The folder must be kept in a named variable
/// (`_folder`): `_` alone removes it at once.
pub(crate) async fn new_store() -> (TempDir, PathBuf, Store) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    (folder, path, store)
}

/// A tournament of the weakest policies: quick to play.
pub(crate) fn plan(name: &str, rounds: u64) -> Arc<Plan<Jaipur>> {
    let text = format!(
        "name = '{name}'\ngame = 'jaipur'\nseed = 1\nrounds = {rounds}\nrating_period = 2\n\
         [[player]]\npolicy = 'random'\n[[player]]\npolicy = 'utility'\n\
         [[player]]\nname = 'other'\npolicy = 'random'\n"
    );
    Arc::new(Plan::new(Definition::read(&text).unwrap()).unwrap())
}

/// This process.
pub(crate) fn holder() -> Holder {
    Holder::here("a test")
}

pub(crate) fn options(threads: usize) -> RunOptions {
    RunOptions {
        threads,
        // For tests of a database that comes back: much longer than it takes.
        patience: Duration::from_secs(300),
        lobby: None,
        holder: holder(),
        stop: None,
    }
}

/// Plays all of it.
pub(crate) async fn play(
    plan: &Arc<Plan<Jaipur>>,
    store: &Store,
    threads: usize,
    resume: bool,
) -> Result<RunningTotals, RunError> {
    let id = enter(plan, store, resume, &holder()).await?.id;
    let mut silent = |_: Note| {};
    run(
        plan,
        store,
        id,
        options(threads),
        &Pause::default(),
        &mut silent,
    )
    .await
}

/// A CSV without the columns of times, which differ from run to run.
fn without_times(csv: &str) -> String {
    let plain = |line: &str| {
        let mut columns: Vec<&str> = line.split(',').collect();
        columns.drain(12..15);
        columns.join(",")
    };
    csv.lines().map(plain).collect::<Vec<_>>().join("\n")
}

/// All that two equal tournaments must have in common, as text.
pub(crate) async fn everything(plan: &Arc<Plan<Jaipur>>, store: &Store) -> String {
    let found = store
        .tournament(&plan.definition.name)
        .await
        .unwrap()
        .unwrap();
    let books = parlour_arena::totals(plan, store, found.id).await.unwrap();
    let mut records = Vec::new();
    store
        .export_records(found.id, None, &mut records)
        .await
        .unwrap();
    let mut csv = Vec::new();
    store.export_csv(found.id, None, &mut csv).await.unwrap();
    format!(
        "{:?}\n{}\n{:?}\n{:?}\n{}\n{}",
        (
            found.planned,
            found.played,
            found.finished,
            found.definition
        ),
        serde_json::to_string(&report(plan, &books)).unwrap(),
        store.ratings(found.id).await.unwrap(),
        store.faults(found.id).await.unwrap(),
        String::from_utf8(records).unwrap(),
        without_times(&String::from_utf8(csv).unwrap()),
    )
}
