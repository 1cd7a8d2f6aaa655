//! Conformance tests of every policy of every game: choices are legal, follow from the seed and the seat's
//! knowledge, and in a turn of several seats do not depend on who has already answered.
#![allow(clippy::unwrap_used, reason = "tests")]

use parlour_agents::Policies;
use parlour_engine::Rules as _;
use parlour_engine::conformance;
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
