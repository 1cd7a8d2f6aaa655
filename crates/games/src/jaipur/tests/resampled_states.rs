//! Resampled states have the distribution that the rules say.

use super::super::cards::CARD_COUNTS;
use super::*;
use crate::testing::{
    Assignment, Assignments, HiddenPlace, assignments, compare_with_resamples,
    positions_to_enumerate,
};
use parlour_engine::Resample as _;

#[test]
fn a_card_seen_to_be_taken_stays_in_every_resampled_hand() {
    let mut game = round(
        "5 leather",
        "3 cloth, 2 spice",
        "2 gold",
        "diamond diamond silver",
    );
    play(
        &mut game,
        &["take camels", "take gold", "sell 1 leather", "take gold"],
    );
    let view = game.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.players[1].known, cards("2 gold"));
    let mut rng = Streams::new(9).task(0);
    for _ in 0..200 {
        let other = Jaipur::resample(&view, &mut rng);
        assert!(other.hand(Seat(1)).holds(cards("2 gold")));
        assert_eq!(other.hand(Seat(1)).len(), 7);
    }
    // Sold again, they are no longer there.
    play(&mut game, &["take diamond", "sell 2 gold"]);
    let view = game.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.players[1].known, Cards::NONE);
    assert_eq!(view.players[1].hand_len, 5);
}

/// The hidden hand is dealt as the rules deal: each good as often as its share of the unseen goods.
#[test]
fn resampling_is_uniform_over_the_unseen_goods() {
    let game = round("5 leather", "4 spice, camel", "2 gold", "");
    let view = game.view(Viewer::Seat(Seat(0)));
    let mut rng = Streams::new(5).task(0);
    let samples = 20_000u32;
    let mut seen = [0u32; 7];
    for _ in 0..samples {
        for card in Jaipur::resample(&view, &mut rng).hand(Seat(1)).each() {
            seen[card.index()] += 1;
        }
    }
    // 44 goods less 5 leather in hand and 2 gold in the market: 37 unseen, 4 of them in the hand.
    let unseen = [6, 4, 6, 8, 8, 5, 0].map(f64::from);
    for card in Card::ALL {
        let expected = f64::from(samples) * 4.0 * unseen[card.index()] / 37.0;
        let off = (f64::from(seen[card.index()]) - expected).abs();
        assert!(off <= 5.0 * expected.sqrt(), "{card}: {seen:?}");
    }
}

/// The cards that a seat does not see, one by one, and where they may be: the part of the other hand that
/// nobody has seen, and the deck.
fn hidden_cards(view: &View) -> (Vec<Card>, [HiddenPlace; 2]) {
    let own = view.viewer.seat().unwrap();
    let other = &view.players[own.other().index()];
    let hand = view.players[own.index()].hand.unwrap();
    let mut unseen = Vec::new();
    for card in Card::ALL {
        let places = [view.market, view.discard, hand, other.known];
        let mut seen: u8 = places.iter().map(|cards| cards.count(card)).sum();
        if card == Card::Camel {
            seen += view.players[0].herd + view.players[1].herd;
        }
        unseen.extend(vec![card; usize::from(CARD_COUNTS[card.index()] - seen)]);
    }
    let in_hand = usize::from(other.hand_len - other.known.len());
    let places = [(in_hand, false), (view.deck.into(), true)];
    (
        unseen,
        places.map(|(cards, ordered)| HiddenPlace { cards, ordered }),
    )
}

fn enumerate(view: &View) -> Option<Assignments<Card>> {
    let (unseen, places) = hidden_cards(view);
    // Camels dealt to a hand lie in the herd.
    let no_camel_in_hand = |assignment: &Assignment<Card>| !assignment[0].contains(&Card::Camel);
    (places[0].cards >= 1 && unseen.len() <= 8)
        .then(|| assignments(&unseen, &places, no_camel_in_hand))
}

/// The hidden cards of a state that was resampled from the view.
fn hidden_in(view: &View, game: &Jaipur) -> Assignment<Card> {
    let other = view.viewer.seat().unwrap().other();
    let known = view.players[other.index()].known;
    let hand = game.hand(other).minus(known);
    vec![hand.each().collect(), game.deck.to_vec()]
}

#[test]
fn resampled_cards_have_the_enumerated_distribution() {
    for (view, expected) in positions_to_enumerate::<Jaipur, _>(&Rules::ROUND, 3, enumerate) {
        compare_with_resamples(&view, &expected, |game| hidden_in(&view, game));
    }
}

/// Unseen are two leathers and two golds, two of which the other holds. After they have sold a leather, their
/// other card is one of the three that are left, each with the same probability.
#[test]
fn a_card_that_was_sold_says_nothing_about_the_rest_of_the_hand() {
    let (leather, gold) = (Cards::of(Card::Leather, 2), Cards::of(Card::Gold, 2));
    let goods = Card::GOODS.map(|good| Cards::of(good, CARD_COUNTS[good.index()]));
    let all = goods.into_iter().fold(Cards::NONE, Cards::plus);
    let start = Jaipur::new(Rules::ROUND, Jaipur::deal(&Rules::ROUND, 0)).unwrap();
    let mut view = start.view(Viewer::Seat(Seat(0)));
    view.to_move = Some(Seat(1));
    view.market = Cards::of(Card::Camel, 5);
    view.discard = all.minus(leather).minus(gold);
    view.deck = 2;
    for (player, herd) in view.players.iter_mut().zip([6, 0]) {
        player.herd = herd;
        player.known = Cards::NONE;
    }
    view.players[0].hand = Some(Cards::NONE);
    view.players[0].hand_len = 0;
    view.players[1].hand_len = 2;

    let mut rng = Streams::new(2).task(0);
    let mut games = std::iter::repeat_with(|| Jaipur::resample(&view, &mut rng));
    let mut game = games
        .find(|game| game.hand(Seat(1)).count(Card::Leather) > 0)
        .unwrap();
    game.audit().unwrap();
    game.play(Seat(1), Action::Sell(Card::Leather, 1)).unwrap();

    let view = game.view(Viewer::Seat(Seat(0)));
    let (unseen, places) = hidden_cards(&view);
    let expected = assignments(&unseen, &places, |_| true);
    let holds_leather = |assignment: &Assignment<Card>| assignment[0] == [Card::Leather];
    let with_leather = expected
        .iter()
        .filter(|(assignment, _)| holds_leather(assignment));
    let with_leather: u32 = with_leather.map(|(_, &number)| number).sum();
    assert_eq!((with_leather, expected.values().sum()), (2, 6));
    compare_with_resamples(&view, &expected, |game| hidden_in(&view, game));
}

/// The bonus tokens of a pile lie in any order, those that the other has taken among them.
#[test]
fn resampled_bonus_tokens_have_the_enumerated_distribution() {
    let mut view = Jaipur::new(Rules::ROUND, Jaipur::deal(&Rules::ROUND, 0))
        .unwrap()
        .view(Viewer::Seat(Seat(0)));
    view.players[1].bonus[0] = 2;
    view.bonus_left[0] = 5;
    let places = [2, 5].map(|cards| HiddenPlace {
        cards,
        ordered: true,
    });
    let expected = assignments(BONUS_TOKENS[0], &places, |_| true);
    assert_eq!(expected.len(), 210);
    compare_with_resamples(&view, &expected, |game: &Jaipur| {
        let everything = game.view(Viewer::Everything);
        let values = everything.players[1].bonus_values.as_ref().unwrap();
        vec![values[0].clone(), game.bonus[0].to_vec()]
    });
}
