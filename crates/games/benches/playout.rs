//! Random playouts: moves a second with the legal list built at every move.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_engine::{DealSource, Game, Rules as _, Streams, playout};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;

/// Games of one iteration: enough that the mean length hardly varies.
const GAMES: u64 = 100;

fn random_playouts<G: Game>(c: &mut Criterion, rules: &str) {
    let name = format!("{} {rules}", G::NAME);
    let rules = G::Rules::named(rules).expect("a rule set of the game");
    let starts: Vec<G> = (0..GAMES)
        .map(|seed| {
            let start: Result<G, _> = DealSource::Seed(seed).start(rules.clone());
            start.expect("a seed's deal can be played")
        })
        .collect();
    let run = |buffer: &mut Vec<G::Action>| -> u64 {
        let mut rng = Streams::new(0).task(0);
        starts
            .iter()
            .map(|start| playout(&mut start.clone(), buffer, &mut rng))
            .sum()
    };
    let mut buffer = Vec::new();
    let moves = run(&mut buffer);
    let mut group = c.benchmark_group("playout");
    group.throughput(Throughput::Elements(moves));
    group.bench_function(name, |b| b.iter(|| run(&mut buffer)));
    group.finish();
}

fn benches(c: &mut Criterion) {
    random_playouts::<Jaipur>(c, "round");
    random_playouts::<MastersGallery>(c, "full");
    random_playouts::<ModernArt>(c, "simple");
    random_playouts::<ModernArt>(c, "full");
    for rules in ["1", "2-greedy", "2-free"] {
        random_playouts::<PrimiComposti>(c, rules);
    }
}

criterion_group!(playouts, benches);
criterion_main!(playouts);
