//! A resampled state is reached from a deal of its own, in every game: so a record can go on from it.
#![allow(clippy::unwrap_used, reason = "tests")]

use parlour_engine::{
    DealSource, Game, Record, Redeal, Rules as _, Seat, Streams, Table, View, Viewer,
};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;
use rand::RngExt as _;

/// The number of states that differed from the real one.
fn redeal_everywhere<G: Redeal>(rules: &G::Rules, seed: u64) -> u32 {
    let names = vec!["Ada".to_owned(); rules.seats()];
    let mut table = Table::<G>::new(rules.clone(), DealSource::Seed(seed), names.clone()).unwrap();
    let mut rng = Streams::new(seed).task(0);
    let mut differed = 0;
    let mut turn_start = 0;
    while !table.to_move().is_empty() {
        let ply = table.actions().len();
        let whole = table.state().view(Viewer::Everything);
        let answered = whole.at_turn_start() != whole;
        if !answered {
            turn_start = ply;
        }
        for seat in Seat::all(rules.seats()) {
            let again = table
                .redealt(ply, seat, &mut rng)
                .unwrap()
                .replay()
                .unwrap();
            assert_eq!(again.actions().len(), turn_start);
            assert_eq!(again.events(), table.events_at(turn_start));
            let viewer = Viewer::Seat(seat);
            assert_eq!(
                again.state().view(viewer),
                table.at(turn_start).view(viewer)
            );
            assert!(again.to_move().contains(seat) || !table.to_move().contains(seat) || answered);
            again.state().audit().unwrap();
            if !answered {
                let view = table.state().view(viewer);
                let resampled = G::resample(&view, &mut rng);
                let (deal, actions) = resampled.redeal(&table);
                let record = Record {
                    deal: DealSource::Cards(deal),
                    actions,
                    ..table.record()
                };
                assert_eq!(
                    record.replay().unwrap().state(),
                    &resampled,
                    "ply {ply}, {seat}"
                );
                differed += u32::from(&resampled != table.state());
            }
        }
        let movers: Vec<Seat> = table.to_move().iter().collect();
        let seat = movers[rng.random_range(0..movers.len() as u32) as usize];
        let legal = table.state().legal_actions(seat);
        let action = legal[rng.random_range(0..legal.len() as u32) as usize];
        table.play(seat, action).unwrap();
    }
    differed
}

fn check<G: Redeal>(games: u64) {
    for name in G::Rules::names() {
        let rules = G::Rules::named(name).unwrap();
        let differed: u32 = (0..games)
            .map(|seed| redeal_everywhere::<G>(&rules, seed))
            .sum();
        assert_eq!(differed > 0, rules.hides_something(), "{name}");
    }
}

#[test]
fn jaipur() {
    check::<Jaipur>(10);
}

#[test]
fn primi_composti() {
    check::<PrimiComposti>(5);
}

#[test]
fn modern_art() {
    check::<ModernArt>(2);
}

#[test]
fn masters_gallery() {
    check::<MastersGallery>(10);
}

/// A game of which some cards are resampled is itself resampled.
#[test]
fn a_redealt_game_can_be_redealt() {
    let rules = <MastersGallery as Game>::Rules::default();
    let names = vec!["Ada".to_owned(); rules.seats()];
    let mut rng = Streams::new(1).task(0);
    let mut table =
        Table::<MastersGallery>::new(rules, DealSource::Seed(1), names.clone()).unwrap();
    while let Some(seat) = table.to_move().first() {
        let legal = table.state().legal_actions(seat);
        table
            .play(
                seat,
                legal[rng.random_range(0..legal.len() as u32) as usize],
            )
            .unwrap();
        let seat = Seat(rng.random_range(0..2));
        let ply = table.actions().len();
        if table.outcome().is_none() {
            let again = table
                .redealt(ply, seat, &mut rng)
                .unwrap()
                .replay()
                .unwrap();
            if again.actions().len() == ply {
                table = again;
            }
        }
    }
    assert!(table.outcome().is_some());
}
