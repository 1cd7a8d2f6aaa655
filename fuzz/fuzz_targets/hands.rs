//! Hands of Primi Composti: no text panics, what is read comes back as it is written, and no two hands
//! panic where they are dealt.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_engine::Game;
use parlour_games::primi_composti::{CardSet, Deal, PrimiComposti, Rules, Version};

fuzz_target!(|text: &str| {
    let (one, two) = text.split_once('|').unwrap_or((text, ""));
    let Ok(one) = one.parse::<CardSet>() else {
        return;
    };
    assert_eq!(one.to_string().parse(), Ok(one));
    assert!(one.iter().all(|card| (2..=73).contains(&card)));
    let Ok(two) = two.parse::<CardSet>() else {
        return;
    };
    let rules = Rules {
        cards: one.len() as u8,
        ..Rules::two(Version::One)
    };
    let deal = Deal {
        hands: vec![one.into(), two.into()],
    };
    let dealt = PrimiComposti::new(rules, deal).is_ok();
    // Everything that is wrong with two hands of cards of the box.
    let fair = one.len() == two.len() && !one.is_empty() && one.common(two).is_empty();
    assert_eq!(dealt, fair && one.len() <= 36);
});
