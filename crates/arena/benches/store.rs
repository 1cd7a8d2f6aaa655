//! Games a second into the store, and out of it.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use parlour_arena::outcome::{Played, SeatResult, Stop, ThinkingTime};
use parlour_arena::{Definition, Holder, Plan, Store, enter};
use parlour_games::jaipur::Jaipur;
use tokio::runtime::Runtime;

/// Games of one transaction, as a run writes them when the disk is behind.
const BATCH: u64 = 32;
/// Games that are read.
const STORED: u64 = 2000;

const DEFINITION: &str = "name = 'programs'\ngame = 'jaipur'\nrounds = 500000\n\
    [[player]]\npolicy = 'random'\n[[player]]\npolicy = 'utility'\n";

/// A game with a record as long as one of Jaipur.
fn played(number: u64) -> Played {
    let seat = |player: usize| SeatResult {
        player,
        score: 60 + player as i32,
        place: 2 - player,
        share: player as f64,
        faults: 0,
    };
    Played {
        number,
        deal: number,
        plies: 60,
        stop: Stop::Finished,
        duration: 900,
        thinking: vec![ThinkingTime::default(); 2],
        seats: vec![seat(0), seat(1)],
        faults: Vec::new(),
        usage: Vec::new(),
        record: "x".repeat(2000),
    }
}

/// A store in a folder that is gone in the end, with a tournament.
async fn store(folder: &tempfile::TempDir) -> (Store, i64) {
    let store = Store::open_file(&folder.path().join("arena.sqlite")).await;
    let store = store.expect("a file in a folder of our own");
    let definition = Definition::read(DEFINITION).expect("it is right");
    let plan = Plan::<Jaipur>::new(definition).expect("it fits the game");
    let tournament = enter(&plan, &store, true, &Holder::here("a programs"))
        .await
        .expect("it is new");
    (store, tournament.id)
}

fn benches(c: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let (store, tournament) = runtime.block_on(store(&folder));
    let mut next = 0;
    let mut batch = |games: u64| -> Vec<Played> {
        next += games;
        (next - games..next).map(played).collect()
    };
    runtime
        .block_on(store.add_games(tournament, &batch(STORED)))
        .expect("room on the disk");
    let mut group = c.benchmark_group("store");
    group.sample_size(20);
    group.throughput(Throughput::Elements(STORED));
    group.bench_function("results", |b| {
        b.iter(|| {
            runtime
                .block_on(store.results(tournament))
                .map(|results| results.len())
        });
    });
    group.throughput(Throughput::Elements(BATCH));
    group.bench_function("add_games", |b| {
        b.iter_batched(
            || batch(BATCH),
            |games| runtime.block_on(store.add_games(tournament, &games)),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(stored, benches);
criterion_main!(stored);
