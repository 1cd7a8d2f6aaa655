//! All deals of small variants, for exact best responses.

use crate::exploit::Exploit;
use parlour_games::primi_composti::rules::MIN_CARD;
use parlour_games::primi_composti::{Deal, PrimiComposti, Rules};

impl Exploit for PrimiComposti {
    /// Every way to deal the lowest cards of which seat 0 holds the 2. Each belongs to as many shuffles as there are seats.
    fn all_deals(rules: &Rules, limit: usize) -> Option<Vec<Deal>> {
        let (seats, cards) = (usize::from(rules.players), rules.cards);
        if number_of_deals(seats, usize::from(cards)) > limit as f64 {
            return None;
        }
        let last = MIN_CARD + rules.players * cards - 1;
        let mut hands = vec![Vec::new(); seats];
        hands[0].push(MIN_CARD);
        let mut deals = Vec::new();
        deal_from(MIN_CARD + 1, last, cards.into(), &mut hands, &mut deals);
        Some(deals)
    }
}

/// (seats · cards − 1)! / ((cards − 1)! · cards!^(seats − 1))
fn number_of_deals(seats: usize, cards: usize) -> f64 {
    let factorial = |n: usize| (1..=n).map(|factor| factor as f64).product::<f64>();
    let others = (1..seats).map(|_| factorial(cards)).product::<f64>();
    factorial(seats * cards - 1) / (factorial(cards.saturating_sub(1)) * others)
}

/// Deals the cards from `card` on in every way.
fn deal_from(card: u8, last: u8, size: usize, hands: &mut Vec<Vec<u8>>, deals: &mut Vec<Deal>) {
    if card > last {
        deals.push(Deal {
            hands: hands.clone(),
        });
        return;
    }
    for seat in 0..hands.len() {
        if hands[seat].len() < size {
            hands[seat].push(card);
            deal_from(card + 1, last, size, hands, deals);
            hands[seat].pop();
        }
    }
}
