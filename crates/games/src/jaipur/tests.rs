mod actions;
mod records;
mod resampled_states;
mod rounds;

use super::rules::{BONUS_TOKENS, EXCHANGE_LIMIT, TOKENS};
use super::*;
use crate::testing::{self, Recorded};
use parlour_engine::conformance::{Options, Pool, Probe, battery};
use parlour_engine::{
    DealSource, Game, PlayError, Rng, Rules as _, Seat, SeatSet, Streams, Viewer,
};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

impl Probe for Jaipur {
    fn max_plies(_rules: &Rules) -> usize {
        // 40 takes empty the deck, 44 goods can be sold, and at most 39 exchanges
        // come before each of those; nine rounds.
        9 * 85 * usize::from(EXCHANGE_LIMIT)
    }

    fn hidden(&self, seat: Seat) -> Vec<Pool> {
        let rest = seat.other();
        let number = |card: Card| card.index() as u32;
        let hand = self.hand(rest).minus(self.players[rest.index()].known);
        // A hidden hand card is a good: camels dealt lie in the herd.
        let deck = self
            .deck
            .iter()
            .copied()
            .filter(|&card| card != Card::Camel);
        vec![vec![
            hand.each().map(number).collect(),
            deck.map(number).collect(),
        ]]
    }

    fn probe(&self, rng: &mut Rng) -> Action {
        let card = |rng: &mut Rng| *Card::ALL.choose(rng).unwrap();
        match rng.random_range(0..8u32) {
            0 => Action::Take(card(rng)),
            1 => Action::Camels,
            2 => Action::Sell(card(rng), rng.random_range(0..9u32) as u8),
            // Mostly near misses: cards that are there, in sides of nearly equal length.
            _ => {
                let len = rng.random_range(1..6u32);
                let market: Vec<Card> = self.market().each().chain([card(rng)]).collect();
                let seat = self.to_move().first().unwrap_or(Seat(0));
                let own: Vec<Card> = self
                    .hand(seat)
                    .each()
                    .chain([Card::Camel, Card::Camel, card(rng)])
                    .collect();
                let pick = |from: &[Card], len: u32, rng: &mut Rng| -> Cards {
                    from.sample(rng, len as usize).copied().collect()
                };
                let take = pick(&market, len, rng);
                let give = if rng.random_range(0..4u32) == 0 {
                    pick(&own, len + 1, rng)
                } else {
                    pick(&own, len, rng)
                };
                Action::Exchange { take, give }
            }
        }
    }
}

#[test]
fn battery_round() {
    let report = battery::<Jaipur>(&Rules::ROUND, Options::default()).unwrap();
    assert!(
        report.positions > 2_000 && report.rejected > 50_000,
        "{report:?}"
    );
}

#[test]
fn battery_match() {
    let options = Options {
        games: 10,
        ..Options::default()
    };
    battery::<Jaipur>(&Rules::MATCH, options).unwrap();
}

#[test]
fn node_counts() {
    insta::assert_snapshot!("perft", testing::node_counts::<Jaipur>(&Rules::ROUND, 5));
}

#[test]
fn golden_playthroughs() {
    for seed in 0..3 {
        let text = testing::playthrough::<Jaipur>(Rules::ROUND, seed);
        insta::assert_snapshot!(format!("round_{seed}"), text);
    }
    let text = testing::playthrough::<Jaipur>(Rules::MATCH, 3);
    insta::assert_snapshot!("match_3", text);
}

#[test]
fn a_state_tells_what_its_view_shows() {
    let mut state = Jaipur::new(Rules::ROUND, Jaipur::deal(&Rules::ROUND, 1)).unwrap();
    let mut rng = Streams::new(1).task(0);
    let mut bonus = 0;
    while let Some(seat) = state.to_move().first() {
        let view = state.view(Viewer::Everything);
        assert_eq!(state.market(), view.market);
        assert_eq!(state.deck_len(), view.deck);
        for (seat, player) in Seat::all(2).zip(&view.players) {
            assert_eq!(Some(state.hand(seat)), player.hand);
            assert_eq!(state.herd(seat), player.herd);
            let rupees: u16 = player.rupees.iter().map(|&value| u16::from(value)).sum();
            assert_eq!(state.goods_rupees(seat), rupees);
            assert_eq!(state.bonus_taken(seat), player.bonus);
            bonus += player.bonus.iter().sum::<u8>();
        }
        let legal = state.legal_actions(seat);
        state
            .play(seat, legal[rng.random_range(0..legal.len())])
            .unwrap();
    }
    assert!(bonus > 0);
}

#[test]
fn deals_that_do_not_fit_are_refused() {
    let good = Jaipur::deal(&Rules::ROUND, 1);
    let refuse = |edit: fn(&mut RoundDeal)| {
        let mut deal = good.clone();
        edit(&mut deal.rounds[0]);
        Jaipur::new(Rules::ROUND, deal).unwrap_err().to_string()
    };
    assert!(
        refuse(|deal| {
            deal.deck.pop();
        })
        .contains("52 cards, not 51")
    );
    assert!(
        refuse(|deal| {
            let at = deal
                .deck
                .iter()
                .position(|&card| card == Card::Camel)
                .unwrap();
            deal.deck[at] = Card::Gold;
        })
        .contains("6 cards of gold, not 7")
    );
    assert!(refuse(|deal| deal.bonus[1][0] = 9).contains("bonus tokens for 4 cards"));
    let rules = Rules { best_of: 2 };
    assert!(
        Jaipur::new(rules, good.clone())
            .unwrap_err()
            .to_string()
            .contains("best of 1 or of 3")
    );
    let of_rounds = |count| Deal {
        rounds: vec![good.rounds[0].clone(); count],
        then: 0,
    };
    assert!(Jaipur::new(Rules::MATCH, of_rounds(9)).is_ok());
    assert!(Jaipur::new(Rules::MATCH, of_rounds(10)).is_err());
}

#[test]
fn rule_sets_have_names() {
    for name in Rules::names() {
        assert!(Rules::named(name).is_some());
    }
    assert_eq!(Rules::named("chess"), None);
    assert_eq!(Rules::MATCH.seals(), 2);
    assert_eq!(Rules::ROUND.seals(), 1);
    assert_eq!(TOKENS.iter().map(|pile| pile.len()).sum::<usize>(), 38);
}

fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

/// A round whose hands, market and stock (top first, filled up with what is left) are given.
fn round(first: &str, second: &str, market: &str, stock: &str) -> Recorded<Jaipur> {
    game(Rules::ROUND, vec![round_deal(first, second, market, stock)])
}

fn round_deal(first: &str, second: &str, market: &str, stock: &str) -> RoundDeal {
    let mut deal = RoundDeal::shuffled(&mut Streams::new(1).deal());
    let mut left = deal.deck;
    left.sort_unstable();
    let mut deck = Vec::new();
    let stock: Vec<Card> = stock
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    for card in [first, second, market]
        .into_iter()
        .flat_map(|text| cards(text).each().collect::<Vec<_>>())
        .chain(stock)
    {
        let at = left.iter().position(|&other| other == card).unwrap();
        deck.push(left.remove(at));
    }
    deck.extend(left);
    deal.deck = deck;
    deal.bonus = BONUS_TOKENS.map(<[u8]>::to_vec);
    deal
}

fn game(rules: Rules, rounds: Vec<RoundDeal>) -> Recorded<Jaipur> {
    Recorded::start(rules, Deal { rounds, then: 0 })
}

fn play(game: &mut Recorded<Jaipur>, actions: &[&str]) {
    for text in actions {
        let seat = game.to_move().first().unwrap();
        game.play(seat, text.parse().unwrap()).unwrap();
    }
}

fn refused(game: &Jaipur, action: &str) -> String {
    let seat = game.to_move().first().unwrap();
    match game.clone().play(seat, action.parse().unwrap()) {
        Err(PlayError::Illegal { rule, .. }) => rule.to_string(),
        other => panic!("'{action}' gives {other:?}"),
    }
}

/// The state with its serde form edited: what would take many moves to reach.
fn edited(game: &Jaipur, edit: impl FnOnce(&mut serde_json::Value)) -> Recorded<Jaipur> {
    let mut json = serde_json::to_value(game).unwrap();
    edit(&mut json);
    serde_json::from_value::<Jaipur>(json).unwrap().into()
}
