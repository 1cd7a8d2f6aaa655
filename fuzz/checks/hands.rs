//! Hands of Primi Composti: no text panics, what is read comes back as it is written, and no two hands
//! panic where they are dealt.

use parlour_engine::Game;
use parlour_games::primi_composti::{CardSet, Deal, PrimiComposti, Rules, Version};

/// Panics when the input shows a fault.
pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
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
}
