//! Conformance tests of every policy of every game: choices are legal, follow from the seed and the seat's
//! knowledge, and in a turn of several seats do not depend on who has already answered.
#![allow(clippy::unwrap_used, reason = "tests")]

use parlour_agents::Policies;
use parlour_engine::conformance;
use parlour_engine::{DealSource, Rules as _, Streams, Table, Viewer};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::{self, MastersGallery};
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::{self, PrimiComposti};

/// Checks all policies of a game under these rules, searches with few simulations. Returns the number of choices
/// that were compared after others had answered.
fn check<G: Policies>(rules: &G::Rules, games: u64) -> u64 {
    let mut compared = 0;
    for entry in G::POLICIES {
        let text = match entry.default_budget() {
            Some(_) => format!("{}:8", entry.name),
            None => entry.name.to_owned(),
        };
        compared += conformance::policy::<G>(rules, games, || G::policy(&text).unwrap())
            .unwrap_or_else(|violation| panic!("{} {text}: {violation}", G::NAME));
    }
    compared
}

/// Every policy plays to the end from a position, before which no event is known.
fn play_from_a_position<G: Policies>(name: &str) {
    let rules = G::Rules::named(name).unwrap();
    let mut rng = Streams::new(1).task(0);
    let mut state: G = DealSource::Seed(1).start(rules.clone()).unwrap();
    for _ in 0..9 {
        let seat = state.to_move().first().unwrap();
        let action = state.legal_actions(seat)[0];
        state.play_unchecked(seat, action);
    }
    let position = state.position().unwrap();
    for entry in G::POLICIES {
        let text = match entry.default_budget() {
            Some(_) => format!("{}:8", entry.name),
            None => entry.name.to_owned(),
        };
        let mut policy = G::policy(&text).unwrap();
        let names = vec![text; rules.seats()];
        let mut table = Table::<G>::set_up(rules.clone(), position.clone(), 1, names).unwrap();
        while let Some(seat) = table.to_move().first() {
            let legal = table.state().legal_actions(seat);
            let known = table.information_state(Viewer::Seat(seat));
            let action = policy.choose(&known, &legal, &mut rng);
            table.play(seat, action).unwrap();
        }
        assert!(table.outcome().is_some());
    }
}

#[test]
fn policies_play_from_positions() {
    play_from_a_position::<Jaipur>("match");
    play_from_a_position::<PrimiComposti>("2-free");
    play_from_a_position::<ModernArt>("full-3");
    play_from_a_position::<MastersGallery>("full-3");
}

/// Every policy plays as before after its memory is released.
fn play_with_released_memory<G: Policies>(rules: &G::Rules) {
    for entry in G::POLICIES {
        let text = match entry.default_budget() {
            Some(_) => format!("{}:8", entry.name),
            None => entry.name.to_owned(),
        };
        let [mut kept, mut released] = [(); 2].map(|()| G::policy(&text).unwrap());
        let mut rng = Streams::new(1).task(0);
        let names = vec![text; rules.seats()];
        let mut table = Table::<G>::new(rules.clone(), DealSource::Seed(1), names).unwrap();
        for _ in 0..12 {
            let Some(seat) = table.to_move().first() else {
                break;
            };
            let legal = table.state().legal_actions(seat);
            let known = table.information_state(Viewer::Seat(seat));
            let action = released.choose(&known, &legal, &mut rng.clone());
            released.release_memory();
            assert_eq!(kept.choose(&known, &legal, &mut rng), action);
            table.play(seat, action).unwrap();
        }
    }
}

#[test]
fn released_memory_changes_no_choice() {
    play_with_released_memory::<Jaipur>(&Default::default());
    play_with_released_memory::<PrimiComposti>(&primi_composti::Rules {
        cards: 6,
        ..primi_composti::Rules::two(primi_composti::Version::One)
    });
    play_with_released_memory::<ModernArt>(&Default::default());
    play_with_released_memory::<MastersGallery>(&Default::default());
}

#[test]
fn policies_of_jaipur() {
    assert_eq!(check::<Jaipur>(&Default::default(), 2), 0);
}

#[test]
fn policies_of_primi_composti() {
    for version in primi_composti::Version::ALL {
        let rules = primi_composti::Rules {
            cards: 5,
            ..primi_composti::Rules::two(version)
        };
        assert_eq!(check::<PrimiComposti>(&rules, 1), 0);
    }
}

#[test]
fn policies_of_modern_art() {
    for name in ["simple-3", "full"] {
        let rules = <ModernArt as parlour_engine::Game>::Rules::named(name).unwrap();
        let compared = check::<ModernArt>(&rules, 1);
        assert!(compared > 100, "{name}: {compared}");
    }
}

#[test]
fn policies_of_masters_gallery() {
    let rules = masters_gallery::Rules::named("full-3").unwrap();
    let compared = check::<MastersGallery>(&rules, 6);
    assert!(compared > 10, "{compared}");
}
