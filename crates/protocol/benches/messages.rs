//! Messages a second: a question written, an answer read.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_engine::{DealSource, Game, Rules as _, Seat, Streams, Table, Viewer};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;
use parlour_protocol::legal::Legal;
use parlour_protocol::lines::{FromAgent, Listing, ToAgent, read_action};
use parlour_protocol::{Hosted, catch_up, classic};
use rand::RngExt as _;

/// Positions of one random game, with the first seat to move in each.
fn positions<G: Game>(rules: G::Rules) -> Vec<(Table<G>, Seat)> {
    let names = vec![String::new(); rules.seats()];
    let table = Table::<G>::new(rules, DealSource::Seed(1), names);
    let mut table = table.expect("a seed's deal can be played");
    let mut rng = Streams::new(1).task(0);
    let mut positions = Vec::new();
    while let Some(seat) = table.to_move().first() {
        positions.push((table.clone(), seat));
        let legal = table.state().legal_actions(seat);
        let pick = rng.random_range(0..legal.len() as u32) as usize;
        table.play(seat, legal[pick]).expect("the action is legal");
    }
    positions
}

fn turns<G: Hosted>(c: &mut Criterion, rules: G::Rules) {
    let positions = positions::<G>(rules);
    let mut group = c.benchmark_group(format!("protocol/{}", G::NAME));
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut line = Vec::new();
    for (name, listing) in [
        ("turn, all", Listing::All),
        ("turn, ranges", Listing::Ranges),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut told = 0;
                let mut legal = Vec::new();
                for (table, seat) in &positions {
                    table.state().legal_actions_into(*seat, &mut legal);
                    let (view, events) = catch_up(table, Viewer::Seat(*seat), &mut told);
                    let turn: ToAgent<'_, G> = ToAgent::Turn {
                        id: 1,
                        seat: *seat,
                        time: Some(5000),
                        legal: Legal {
                            actions: &legal,
                            listing,
                        },
                        events,
                        view: &view,
                    };
                    turn.write(&mut line);
                }
                line.len()
            });
        });
    }
    let answers: Vec<String> = (positions.iter())
        .map(|(table, seat)| {
            let action = table.state().legal_actions(*seat)[0];
            format!("{{\"type\":\"action\",\"id\":1,\"action\":\"{action}\"}}\n")
        })
        .collect();
    group.bench_function("answer", |b| {
        b.iter(|| {
            let read = positions.iter().zip(&answers).filter(|((table, seat), answer)| {
                matches!(
                    FromAgent::read(answer.as_bytes()),
                    Ok(FromAgent::Action { action, .. }) if read_action(table.state(), *seat, &action).is_ok()
                )
            });
            read.count()
        });
    });
    group.finish();
}

fn classic_questions(c: &mut Criterion) {
    let rules = <ModernArt as Game>::Rules::named("simple").expect("the simple rules");
    let positions = positions::<ModernArt>(rules);
    let mut group = c.benchmark_group("protocol/classic");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("question", |b| {
        b.iter(|| {
            let blocks = (positions.iter())
                .map(|(state, seat)| classic::block(&(classic::MODERN_ART.question)(state, *seat)));
            blocks.map(|block| u64::from(block[0])).sum::<u64>()
        });
    });
    group.finish();
}

fn benches(c: &mut Criterion) {
    turns::<Jaipur>(c, Default::default());
    turns::<MastersGallery>(c, Default::default());
    turns::<PrimiComposti>(c, Default::default());
    let simple = <ModernArt as Game>::Rules::named("simple").expect("the simple rules");
    turns::<ModernArt>(c, simple);
    classic_questions(c);
}

criterion_group!(messages, benches);
criterion_main!(messages);
