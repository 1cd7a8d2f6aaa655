//! Simulations of the search per second, and choices of the other policies.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_agents::jaipur::{JaipurGuide, Situation, Utility};
use parlour_agents::{Guide, Search, Unguided};
use parlour_engine::{DealSource, Game, Seat, Streams, Viewer};
use parlour_games::jaipur::{Jaipur, Rules, View};
use std::hint::black_box;

/// As many simulations as the default budget of a move.
const SIMULATIONS: u32 = 2000;

fn view() -> View {
    let state: Result<Jaipur, _> = DealSource::Seed(1).start(Rules::ROUND);
    let state = state.expect("a seed's deal can be played");
    state.view(Viewer::Seat(Seat(0)))
}

fn search<H: Guide<Jaipur>>(criterion: &mut Criterion, name: &str) {
    let mut group = criterion.benchmark_group("ismcts");
    group.throughput(Throughput::Elements(SIMULATIONS.into()));
    group.sample_size(20);
    let view = view();
    let mut search = Search::<Jaipur, H>::new(view.clone());
    let mut rng = Streams::new(1).task(0);
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            search.restart(view.clone());
            search.run(SIMULATIONS, &mut rng);
            search.analysis()
        });
    });
}

fn searches(criterion: &mut Criterion) {
    search::<Unguided>(criterion, "jaipur, random playouts");
    search::<JaipurGuide>(criterion, "jaipur, guided");
}

fn utility(criterion: &mut Criterion) {
    let situation = Situation::of(&view());
    criterion.bench_function("utility, jaipur", |bencher| {
        bencher.iter(|| Utility::pick(black_box(&situation)));
    });
}

criterion_group!(benches, searches, utility);
criterion_main!(benches);
