//! What every encoding promises, in random games of all rule sets.
#![allow(clippy::unwrap_used, reason = "tests")]

use parlour_engine::encoding::{Field, check, check_indices, fields};
use parlour_engine::{Encode, Rules as _};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::{self, ModernArt};
use parlour_games::primi_composti::{self, PrimiComposti};
use proptest::prelude::*;

fn all_sets<G: Encode>(seed: u64) -> Result<(), String> {
    for name in G::Rules::names() {
        let rules = G::Rules::named(name).unwrap();
        check::<G>(&rules, seed).map_err(|error| format!("{} {name}: {error}", G::NAME))?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn masks_are_the_legal_lists_and_observations_keep_their_bounds(seed: u64) {
        all_sets::<Jaipur>(seed).map_err(TestCaseError::fail)?;
        all_sets::<PrimiComposti>(seed).map_err(TestCaseError::fail)?;
        all_sets::<ModernArt>(seed).map_err(TestCaseError::fail)?;
        all_sets::<MastersGallery>(seed).map_err(TestCaseError::fail)?;
    }

    /// Rules at their edges too.
    #[test]
    fn the_encodings_fit_rules_that_have_no_name(
        seed: u64, limit in 1u8..=16, players in 3u8..=5, hidden_cash: bool,
        seats in 2u8..=6, cards in 1u8..=12, prime in 1u8..=20, composite in 1u8..=20, version in 0usize..3,
    ) {
        for auctions in [modern_art::Auctions::Simple, modern_art::Auctions::Full] {
            let rules = modern_art::Rules { limit, hidden_cash, ..modern_art::Rules::of(auctions, players) };
            check::<ModernArt>(&rules, seed).map_err(TestCaseError::fail)?;
        }
        let version = primi_composti::Version::ALL[version];
        let rules = primi_composti::Rules { version, players: seats, cards, prime, composite };
        check::<PrimiComposti>(&rules, seed).map_err(TestCaseError::fail)?;
    }
}

/// Who offers nothing keeps what three rounds have dealt: 22 paintings at a table of three.
#[test]
fn hands_that_are_kept_for_rounds_fit() {
    let rules = modern_art::Rules::of(modern_art::Auctions::Full, 3);
    let rules = modern_art::Rules { limit: 1, ..rules };
    for seed in 0..20 {
        check::<ModernArt>(&rules, seed).unwrap();
    }
}

#[test]
fn indices_and_actions_are_one_to_one() {
    fn all<G: Encode>() {
        for name in G::Rules::names() {
            check_indices::<G>(&G::Rules::named(name).unwrap()).unwrap();
        }
    }
    all::<Jaipur>();
    all::<PrimiComposti>();
    all::<ModernArt>();
    all::<MastersGallery>();
}

/// The fields of every observation are golden, with their bounds.
#[test]
fn fields_stay_as_they_are() {
    fn golden<G: Encode>() {
        let fields = fields::<G>(&G::Rules::default()).unwrap();
        let line = |field: &Field| {
            let Field {
                name,
                start,
                len,
                low,
                high,
            } = field;
            format!("{start}: {len} from {low} to {high}, {name}\n")
        };
        let lines: String = fields.iter().map(line).collect();
        insta::assert_snapshot!(G::NAME, lines);
    }
    golden::<Jaipur>();
    golden::<PrimiComposti>();
    golden::<ModernArt>();
    golden::<MastersGallery>();
}

/// What the docs say.
#[test]
fn sizes_are_as_documented() {
    fn sizes<G: Encode>(rules: &str) -> (usize, usize) {
        let rules = G::Rules::named(rules).unwrap();
        let last = fields::<G>(&rules).unwrap().pop().unwrap();
        (G::action_count(&rules), last.start + last.len)
    }
    assert_eq!(sizes::<Jaipur>("round").0, 25_505);
    assert_eq!(sizes::<Jaipur>("match"), sizes::<Jaipur>("round"));
    assert_eq!(Jaipur::compact_count(&Default::default()), Some(62));
    assert_eq!(sizes::<PrimiComposti>("1").0, 72);
    assert_eq!(sizes::<PrimiComposti>("2-free").0, 4011);
    for (rules, most) in [("simple-3", 2100), ("simple-4", 2200), ("simple", 2300)] {
        assert_eq!(sizes::<ModernArt>(rules).0, 6 + most);
    }
    assert_eq!(sizes::<ModernArt>("full").0, 54 + 2 * 2300);
    assert_eq!(sizes::<MastersGallery>("full").0, 156);
}
