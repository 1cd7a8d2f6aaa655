//! The numbers of docs/findings.md: `cargo bench -p parlour-solvers`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_engine::{DealSource, Streams};
use parlour_games::primi_composti::{PrimiComposti, Rules, Version};
use parlour_solvers::primi_composti::minimax::{Horizon, best_moves};
use parlour_solvers::primi_composti::simulate::{SimplePolicy, Simulator};
use parlour_solvers::primi_composti::{Layered, Limit, Position, SearchOptions, alphabeta};
use std::hint::black_box;

fn deal(version: Version, cards: u8, seed: u64) -> Position {
    let rules = Rules {
        cards,
        ..Rules::two(version)
    };
    let game: PrimiComposti = DealSource::Seed(seed)
        .start(rules)
        .expect("a deal of the deck");
    Position::of(&game).expect("two players")
}

fn solvers(c: &mut Criterion) {
    let mut group = c.benchmark_group("primi-composti");
    group.sample_size(10);
    let mut layered = Layered::new();
    let mut seed = 0;
    group.bench_function("version 1, 12 cards, value", |b| {
        b.iter(|| {
            seed = (seed + 1) % 20;
            layered.value(black_box(&deal(Version::One, 12, seed)))
        });
    });
    group.bench_function("version 1, 12 cards, principal line", |b| {
        b.iter(|| layered.solve(black_box(&deal(Version::One, 12, 1))));
    });
    group.bench_function("version 2 greedy, 9 cards, exact", |b| {
        let options = SearchOptions::for_cards(18, 1);
        b.iter(|| alphabeta::solve(&deal(Version::Greedy, 9, 1), options, &mut |_, _| ()));
    });
    for plies in [6, 8] {
        group.bench_function(format!("minimax_{plies}, first move"), |b| {
            b.iter(|| {
                best_moves(
                    &deal(Version::One, 12, 1),
                    plies,
                    Horizon::Points,
                    Limit::default(),
                )
            });
        });
    }
    group.finish();
}

fn simulation(c: &mut Criterion) {
    let mut group = c.benchmark_group("primi-composti simulation");
    group.throughput(Throughput::Elements(10_000));
    for version in [Version::One, Version::Greedy] {
        let simulator = Simulator::new(&Rules::two(version)).expect("the published rules");
        let mut rng = Streams::new(1).task(0);
        group.bench_function(format!("greedy_rand, version {}", version.name()), |b| {
            b.iter(|| simulator.play([SimplePolicy::GreedyRand; 2], 10_000, &mut rng));
        });
    }
    group.finish();
}

criterion_group!(benches, solvers, simulation);
criterion_main!(benches);
