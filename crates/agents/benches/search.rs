//! Simulations of the search per second in every game, and choices of the policies that do not search.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_agents::jaipur::JaipurHeuristics;
use parlour_agents::masters_gallery::MastersGalleryHeuristics;
use parlour_agents::modern_art::ModernArtHeuristics;
use parlour_agents::primi_composti::PrimiCompostiHeuristics;
use parlour_agents::{Heuristics, NoHeuristics, Policies, Search};
use parlour_engine::{DealSource, Game, Resample, Rules as _, Seat, Streams, Table, Viewer};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;

/// As many simulations as the default budget of a move.
const SIMULATIONS: u32 = 2000;

fn start<G: Game>(rules: &str) -> Table<G> {
    let rules = G::Rules::named(rules).expect("a rule set of the game");
    let names = vec![String::new(); rules.seats()];
    Table::new(rules, DealSource::Seed(1), names).expect("a seed's deal can be played")
}

/// Whole searches from the first turn of a game.
fn search<G: Resample, H: Heuristics<G>>(criterion: &mut Criterion, rules: &str, playouts: &str) {
    let mut group = criterion.benchmark_group("ismcts");
    group.throughput(Throughput::Elements(SIMULATIONS.into()));
    group.sample_size(20);
    let table: Table<G> = start(rules);
    let seat = table.to_move().first().unwrap_or(Seat(0));
    let known = table.information_state(Viewer::Seat(seat));
    let mut search = Search::<G, H>::new(&known);
    let mut rng = Streams::new(1).task(0);
    group.bench_function(format!("{} {rules}, {playouts}", G::NAME), |bencher| {
        bencher.iter(|| {
            search.restart(&known);
            search.run(SIMULATIONS, &mut rng);
            search.analysis()
        });
    });
}

fn searches(criterion: &mut Criterion) {
    search::<Jaipur, NoHeuristics>(criterion, "round", "random playouts");
    search::<Jaipur, JaipurHeuristics>(criterion, "round", "guided");
    search::<MastersGallery, MastersGalleryHeuristics>(criterion, "full", "guided");
    search::<ModernArt, ModernArtHeuristics>(criterion, "simple", "guided");
    search::<ModernArt, ModernArtHeuristics>(criterion, "full", "guided");
    search::<PrimiComposti, PrimiCompostiHeuristics>(criterion, "1", "guided");
}

/// The first choice of a game, from its view.
fn choice<G: Policies>(criterion: &mut Criterion, rules: &str, name: &str) {
    let table: Table<G> = start(rules);
    let seat = table.to_move().first().unwrap_or(Seat(0));
    let known = table.information_state(Viewer::Seat(seat));
    let legal = table.state().legal_actions(seat);
    let mut policy = G::policy(name).expect("a policy of the game");
    let mut rng = Streams::new(1).task(0);
    criterion.bench_function(&format!("{} {rules}, {name}", G::NAME), |bencher| {
        bencher.iter(|| policy.choose(&known, &legal, &mut rng));
    });
}

fn choices(criterion: &mut Criterion) {
    choice::<Jaipur>(criterion, "round", "utility");
    choice::<MastersGallery>(criterion, "full", "greedy");
    choice::<MastersGallery>(criterion, "full", "network");
    choice::<ModernArt>(criterion, "full", "simple");
    choice::<ModernArt>(criterion, "full", "appraiser");
}

criterion_group!(benches, searches, choices);
criterion_main!(benches);
