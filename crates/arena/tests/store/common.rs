//! Tournaments to be stored.

use parlour_arena::runner::Note;
use parlour_arena::{
    Definition, Holder, Pause, Plan, RunError, RunOptions, RunningTotals, Store, enter, report, run,
};
use parlour_games::jaipur::Jaipur;
use std::sync::Arc;
use std::time::Duration;

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
