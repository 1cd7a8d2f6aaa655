use super::cards::CARD_COUNTS;
use super::rules::{BONUS_TOKENS, EXCHANGE_LIMIT, TOKENS};
use super::*;
use crate::testing::{
    self, Assignment, Assignments, HiddenPlace, Recorded, assignments, compare_with_resamples,
    positions_to_enumerate,
};
use parlour_engine::conformance::{Options, Pool, Probe, battery};
use parlour_engine::{
    DealSource, Game, PlayError, Record, Resample, Reveals, Rng, Rules as _, Seat, SeatSet,
    Streams, Table, Viewer,
};
use proptest::prelude::*;
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

/// The legal list against every selection of up to five cards on either side, tried one by one.
#[test]
fn the_list_holds_every_exchange() {
    let selections = |kinds: &[Card]| -> Vec<Cards> {
        let mut all = vec![Cards::NONE];
        for &kind in kinds {
            for index in 0..all.len() {
                for count in 1..=5 - all[index].len() {
                    all.push(all[index].plus(Cards::of(kind, count)));
                }
            }
        }
        all
    };
    let (takes, gives) = (selections(&Card::ALL), selections(&Card::ALL));
    assert_eq!(takes.len(), 792);
    let mut rng = Streams::new(3).task(0);
    let mut most = 0;
    for seed in 0..3 {
        let mut game: Jaipur = DealSource::Seed(seed).start(Rules::ROUND).unwrap();
        for ply in 0.. {
            let Some(seat) = game.to_move().first() else {
                break;
            };
            let legal = game.legal_actions(seat);
            if ply % 7 == 0 {
                let mut listed: Vec<Action> = legal
                    .iter()
                    .copied()
                    .filter(|action| matches!(action, Action::Exchange { .. }))
                    .collect();
                listed.sort_unstable();
                let mut allowed: Vec<Action> = takes
                    .iter()
                    .flat_map(|&take| {
                        gives
                            .iter()
                            .map(move |&give| Action::Exchange { take, give })
                    })
                    .filter(|&action| game.check(seat, action).is_ok())
                    .collect();
                allowed.sort_unstable();
                assert_eq!(listed, allowed, "seed {seed}, ply {ply}");
                most = most.max(listed.len());
            }
            game.play_unchecked(seat, *legal.choose(&mut rng).unwrap());
        }
    }
    assert!(most > 40, "only {most} exchanges at most");
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

fn result(game: &Jaipur) -> RoundResult {
    *game.last_result().unwrap()
}

#[test]
fn the_deal_is_laid_out_as_the_rules_say() {
    let game = round("2 diamond, 3 camel", "5 leather", "gold, camel", "");
    let view = game.view(Viewer::Everything);
    assert_eq!(view.players[0].hand, Some(cards("2 diamond")));
    assert_eq!(view.players[0].herd, 3);
    assert_eq!(view.players[1].hand, Some(cards("5 leather")));
    assert_eq!(view.market, cards("gold, 4 camel"));
    assert_eq!(view.deck, 40);
    assert_eq!(view.bonus_left, [7, 6, 5]);
    assert_eq!(game.to_move(), SeatSet::one(Seat(0)));
}

#[test]
fn takes_are_refilled_from_the_top_of_the_deck() {
    let mut game = round(
        "5 leather",
        "5 cloth",
        "2 gold",
        "spice silver silver camel",
    );
    play(&mut game, &["take gold"]);
    assert_eq!(game.market(), cards("gold, 3 camel, spice"));
    assert_eq!(game.hand(Seat(0)), cards("5 leather, gold"));
    play(&mut game, &["take camels"]);
    assert_eq!(game.market(), cards("gold, spice, 2 silver, camel"));
    assert_eq!(game.herd(Seat(1)), 3);
}

#[test]
fn a_full_hand_takes_nothing_but_camels() {
    let mut game = round(
        "5 leather",
        "5 cloth",
        "2 gold",
        "gold gold diamond diamond",
    );
    play(
        &mut game,
        &["take gold", "take gold", "take gold", "take gold"],
    );
    assert_eq!(
        refused(&game, "take diamond"),
        "You may hold seven goods: sell or exchange first"
    );
    assert_eq!(
        refused(&game, "exchange 2 diamond for 2 camel"),
        "Your herd has only 0"
    );
    play(&mut game, &["take camels"]);
    assert_eq!(game.herd(Seat(0)), 3);
    play(&mut game, &["sell 5 cloth"]);
    assert_eq!(
        refused(&game, "exchange 2 diamond for 2 camel"),
        "You would hold more than seven goods: give fewer camels"
    );
    play(&mut game, &["exchange 2 diamond for 2 leather"]);
    assert_eq!(game.hand(Seat(0)), cards("2 diamond, 2 gold, 3 leather"));
}

#[test]
fn refusals_name_the_rule() {
    let game = round(
        "2 diamond, gold, leather, camel",
        "5 cloth",
        "gold, spice",
        "",
    );
    for (action, words) in [
        ("take cloth", "The market has no more cloth"),
        ("sell 1 gold", "Gold bars are sold two at a time or more"),
        ("sell 3 diamond", "You have no more diamond in hand"),
        ("sell 1 camel", "Camels cannot be sold"),
        (
            "exchange gold for leather",
            "An exchange is of two cards or more",
        ),
        (
            "exchange gold, spice for leather",
            "You take 2 and give 1: an exchange is one for one",
        ),
        (
            "exchange gold, spice for gold, leather",
            "You cannot take and give gold in one exchange",
        ),
        (
            "exchange gold, camel for 2 diamond",
            "Camels cannot be taken in an exchange",
        ),
        ("exchange gold, spice for 2 camel", "Your herd has only 1"),
        (
            "exchange gold, spice for 2 leather",
            "You have no more leather in hand",
        ),
        (
            "exchange 2 gold for 2 diamond",
            "The market has no more gold",
        ),
    ] {
        assert_eq!(refused(&game, action), words, "{action}");
    }
    let single = Action::Take(Card::Camel);
    assert_eq!(
        game.check(Seat(0), single),
        Err(IllegalMove::CamelsTogether)
    );
    let nothing = Action::Sell(Card::Leather, 0);
    assert_eq!(game.check(Seat(0), nothing), Err(IllegalMove::NothingSold));
}

#[test]
fn no_camels_no_camel_take() {
    let mut game = round("5 leather", "5 cloth", "2 gold", "spice silver silver");
    play(&mut game, &["take camels"]);
    assert_eq!(
        refused(&game, "take camels"),
        "There is no camel in the market"
    );
}

#[test]
fn an_exchange_may_be_paid_in_camels_alone() {
    let mut game = round("2 leather, 3 camel", "5 cloth", "2 gold", "");
    play(&mut game, &["exchange 2 gold for 2 camel"]);
    assert_eq!(game.hand(Seat(0)), cards("2 gold, 2 leather"));
    assert_eq!(game.herd(Seat(0)), 1);
    assert_eq!(game.market(), cards("5 camel"));
}

#[test]
fn sales_take_tokens_from_the_top_and_a_bonus_by_cards() {
    let mut game = round("5 leather", "5 cloth", "2 gold", "");
    play(&mut game, &["sell 5 leather", "sell 4 cloth"]);
    let view = game.view(Viewer::Everything);
    assert_eq!(
        view.players[0].rupees[Card::Leather.index()],
        4 + 3 + 2 + 1 + 1
    );
    assert_eq!(
        view.players[0].bonus_values,
        Some([vec![], vec![], vec![8]])
    );
    assert_eq!(view.players[1].rupees[Card::Cloth.index()], 5 + 3 + 3 + 2);
    assert_eq!(
        view.players[1].bonus_values,
        Some([vec![], vec![4], vec![]])
    );
    assert_eq!(view.players[0].rupees_seen(), 11 + 8);
    // Others do not see the values of bonus tokens.
    assert_eq!(game.view(Viewer::Public).players[0].rupees_seen(), 11);
    assert_eq!(view.discard, cards("5 leather, 4 cloth"));
}

#[test]
fn a_pile_that_runs_out_pays_what_is_left_and_the_bonus_all_the_same() {
    let mut game = round("5 cloth", "3 cloth, 2 leather", "2 gold", "");
    play(&mut game, &["sell 5 cloth", "sell 3 cloth"]);
    let view = game.view(Viewer::Everything);
    assert_eq!(view.players[1].rupees[Card::Cloth.index()], 1 + 1);
    assert_eq!(view.players[1].tokens, 2);
    assert_eq!(view.players[1].bonus, [1, 0, 0]);
    assert_eq!(
        game.events.last(),
        Some(&Event::Sell {
            seat: Seat(1),
            good: Card::Cloth,
            count: 3,
            tokens: 2,
            rupees: 2,
            bonus: Some(Bonus::Three),
        })
    );
}

/// The state with its serde form edited: what would take many moves to reach.
fn edited(game: &Jaipur, edit: impl FnOnce(&mut serde_json::Value)) -> Recorded<Jaipur> {
    let mut json = serde_json::to_value(game).unwrap();
    edit(&mut json);
    serde_json::from_value::<Jaipur>(json).unwrap().into()
}

#[test]
fn an_empty_bonus_pile_pays_nothing() {
    let mut game = edited(&round("5 leather", "5 cloth", "2 gold", ""), |json| {
        json["bonus"][2] = serde_json::json!([]);
    });
    play(&mut game, &["sell 5 leather"]);
    let view = game.view(Viewer::Everything);
    assert_eq!(view.players[0].bonus, [0, 0, 0]);
    assert!(matches!(
        game.events.last(),
        Some(Event::Sell { bonus: None, .. })
    ));
}

#[test]
fn three_empty_piles_end_the_round_at_once() {
    let mut game = round("5 diamond", "5 gold", "2 silver", "");
    play(&mut game, &["sell 5 diamond", "sell 5 gold"]);
    assert!(game.outcome().is_none(), "two piles are gone");
    let mut game = edited(&game, |json| {
        json["tokens_taken"][2] = serde_json::json!(3);
        json["players"][0]["hand"] = serde_json::json!("3 silver");
    });
    play(&mut game, &["sell 3 silver"]);
    let end = result(&game);
    assert_eq!(end.reason, EndReason::TokensGone);
    // 7+7+5+5+5 and the first bonus of five; two silver tokens and the first bonus of three.
    assert_eq!(end.goods, [29 + 10, 27]);
    assert_eq!(end.bonus, [8 + 1, 8]);
    assert_eq!(end.bonus_tokens, [2, 1]);
    assert_eq!(end.goods_tokens, [7, 5]);
    assert!(game.to_move().is_empty() && game.outcome().is_some());
}

#[test]
fn a_market_that_cannot_be_filled_ends_the_round() {
    // Two cards left: taking three camels leaves the market at four.
    let mut game = edited(&round("5 leather", "5 cloth", "2 gold", ""), |json| {
        json["deck"] = serde_json::json!(["silver", "gold"]);
    });
    play(&mut game, &["take camels"]);
    assert_eq!(result(&game).reason, EndReason::DeckEmpty);
    assert_eq!(game.market().len(), 4);
    assert_eq!(result(&game).herds, [3, 0]);
    assert_eq!(result(&game).camel_token, Some(Seat(0)));
    assert_eq!(result(&game).rupees, [5, 0]);
    assert_eq!(game.outcome().unwrap().winners, SeatSet::one(Seat(0)));
}

#[test]
fn an_empty_deck_alone_does_not_end_the_round() {
    let mut game = edited(&round("5 leather", "5 cloth", "2 gold", ""), |json| {
        json["deck"] = serde_json::json!(["silver"]);
    });
    play(&mut game, &["take gold"]);
    assert!(game.outcome().is_none());
    play(&mut game, &["take gold"]);
    assert_eq!(result(&game).reason, EndReason::DeckEmpty);
}

#[test]
fn forty_exchanges_in_a_row_end_the_round() {
    let mut game = round(
        "2 leather, 2 cloth, silver",
        "2 spice, 2 diamond, leather",
        "2 gold",
        "",
    );
    for _ in 0..EXCHANGE_LIMIT {
        assert!(game.outcome().is_none());
        let seat = game.to_move().first().unwrap();
        let mut legal = game.legal_actions(seat).into_iter();
        let exchange = legal.find(|action| matches!(action, Action::Exchange { .. }));
        game.play(seat, exchange.unwrap()).unwrap();
    }
    assert_eq!(result(&game).reason, EndReason::ExchangeLimit);
    // Any other action starts the count again.
    let game = edited(&round("5 leather", "5 cloth", "2 gold", ""), |json| {
        json["exchanges"] = serde_json::json!(EXCHANGE_LIMIT - 1);
    });
    let mut sold = game.clone();
    play(
        &mut sold,
        &["sell 1 leather", "exchange 2 gold for 2 cloth"],
    );
    assert!(sold.outcome().is_none());
}

/// Ends a round whose sums are set by hand, by an exchange that is one too many.
fn ended(edit: impl FnOnce(&mut serde_json::Value)) -> Recorded<Jaipur> {
    let game = round("2 leather, 3 cloth", "5 spice", "2 gold", "");
    let mut game = edited(&game, |json| {
        json["exchanges"] = serde_json::json!(EXCHANGE_LIMIT - 1);
        edit(json);
    });
    play(&mut game, &["exchange 2 gold for 2 leather"]);
    game
}

#[test]
fn ties_are_broken_by_bonus_tokens_then_goods_tokens() {
    let equal = ended(|_| {});
    assert_eq!(result(&equal).winner, None);
    assert_eq!(result(&equal).camel_token, None);
    assert_eq!(equal.outcome().unwrap().winners, SeatSet::all(2));

    let by_bonus = ended(|json| {
        json["players"][0]["rupees"][5] = serde_json::json!(4);
        json["players"][0]["tokens"] = serde_json::json!(3);
        json["players"][1]["rupees"][5] = serde_json::json!(3);
        json["players"][1]["tokens"] = serde_json::json!(1);
        json["players"][1]["bonus"][0] = serde_json::json!([1]);
    });
    assert_eq!(result(&by_bonus).rupees, [4, 4]);
    assert_eq!(result(&by_bonus).winner, Some(Seat(1)));

    let by_goods = ended(|json| {
        json["players"][0]["rupees"][5] = serde_json::json!(4);
        json["players"][0]["tokens"] = serde_json::json!(2);
        json["players"][1]["rupees"][5] = serde_json::json!(4);
        json["players"][1]["tokens"] = serde_json::json!(1);
    });
    assert_eq!(result(&by_goods).winner, Some(Seat(0)));
}

#[test]
fn equal_herds_leave_the_camel_token() {
    let game = ended(|json| {
        json["players"][0]["herd"] = serde_json::json!(4);
        json["players"][1]["herd"] = serde_json::json!(4);
    });
    assert_eq!(result(&game).camel_token, None);
}

#[test]
fn the_loser_starts_the_next_round_and_two_seals_win() {
    let deal = round_deal("2 leather, 3 cloth", "5 spice", "2 gold", "");
    let mut game = game(Rules::MATCH, vec![deal.clone(), deal.clone(), deal]);
    let end = |game: &mut Recorded<Jaipur>, winner: usize| {
        *game = edited(game, |json| {
            json["players"][winner]["herd"] = serde_json::json!(5);
            json["deck"] = serde_json::json!([]);
        });
        play(game, &["take gold"]);
    };
    end(&mut game, 0);
    assert_eq!(result(&game).winner, Some(Seat(0)));
    assert_eq!(game.to_move(), SeatSet::one(Seat(1)), "the loser starts");
    assert_eq!(game.scores(), [1, 0]);
    end(&mut game, 1);
    assert_eq!(game.scores(), [1, 1]);
    assert_eq!(game.to_move(), SeatSet::one(Seat(0)));
    end(&mut game, 1);
    assert_eq!(game.scores(), [1, 2]);
    assert_eq!(game.outcome().unwrap().winners, SeatSet::one(Seat(1)));
}

#[test]
fn a_level_round_is_played_again_by_the_same_starter() {
    let start = game(
        Rules::MATCH,
        vec![round_deal("2 leather, 3 cloth", "5 spice", "2 gold", "")],
    );
    let mut game = edited(&start, |json| {
        json["exchanges"] = serde_json::json!(EXCHANGE_LIMIT - 1);
    });
    play(&mut game, &["exchange 2 gold for 2 leather"]);
    assert_eq!(result(&game).winner, None);
    assert_eq!(game.scores(), [0, 0]);
    assert_eq!(game.to_move(), SeatSet::one(Seat(0)));
    assert_eq!(game.view(Viewer::Public).round, 1);
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
    let many = Deal {
        rounds: vec![good.rounds[0].clone(); 10],
        then: 0,
    };
    assert!(Jaipur::new(Rules::MATCH, many).is_err());
}

#[test]
fn action_texts() {
    for (text, action) in [
        ("take gold", Action::Take(Card::Gold)),
        ("t go", Action::Take(Card::Gold)),
        ("take camels", Action::Camels),
        ("camels", Action::Camels),
        ("SELL 2 Diamonds", Action::Sell(Card::Diamond, 2)),
        ("sell leather", Action::Sell(Card::Leather, 1)),
        (
            "exchange 2 gold, spice for 2 camel, cloth",
            Action::Exchange {
                take: cards("2 gold, spice"),
                give: cards("2 camel, cloth"),
            },
        ),
        (
            "e g g sp for ca ca cl",
            Action::Exchange {
                take: cards("2 gold, spice"),
                give: cards("2 camel, cloth"),
            },
        ),
    ] {
        assert_eq!(text.parse(), Ok(action), "{text}");
    }
    for text in [
        "",
        "take",
        "take s",
        "take ruby",
        "sell",
        "sell 2",
        "sell 2 3 gold",
        "sell 0 gold",
        "sell 99 gold",
        "sell gold silver",
        "exchange gold",
        "exchange for gold",
        "dance",
        "15",
    ] {
        let error = text.parse::<Action>().unwrap_err().to_string();
        assert!(!error.contains('\n') && !error.is_empty());
    }
}

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

#[test]
fn what_reveals_nothing_is_told_apart() {
    let game = round("3 leather, 2 cloth", "5 spice", "2 gold", "");
    for (action, reveals) in [
        ("take gold", true),
        ("take camels", true),
        ("sell 2 leather", false),
        ("sell 3 leather", true),
        ("exchange 2 gold for 2 leather", false),
    ] {
        assert_eq!(
            game.reveals(Seat(0), action.parse().unwrap()),
            reveals,
            "{action}"
        );
    }
}

#[test]
fn undo_and_resignation_at_a_table() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let mut table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(4), names).unwrap();
    let action = table.state().legal_actions(Seat(0))[0];
    assert_eq!(table.may_undo(), None);
    table.play(Seat(0), action).unwrap();
    assert_eq!(table.may_undo(), None, "a take turns up a card");
    table.resign(Seat(1));
    assert_eq!(table.outcome().unwrap().winners, SeatSet::one(Seat(0)));
    let line = table.record().to_line();
    let replayed = Record::<Jaipur>::read(&line).unwrap().replay().unwrap();
    assert_eq!(replayed, table);
    table.undo();
    assert_eq!(table.resigned(), None);
    assert_eq!(table.undo(), Some((Seat(0), action)));
    assert_eq!(table.state(), table.start());
}

#[test]
fn damaged_records_are_refused_in_one_line() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let mut table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(4), names).unwrap();
    let mut rng = Streams::new(0).task(0);
    while let Some(seat) = table.to_move().first() {
        let action = *table.state().legal_actions(seat).choose(&mut rng).unwrap();
        table.play(seat, action).unwrap();
    }
    let line = table.record().to_line();
    let error = |line: &str| {
        let text = Record::<Jaipur>::read(line)
            .and_then(|record| record.replay())
            .unwrap_err()
            .to_string();
        assert!(!text.contains('\n'));
        text
    };
    assert!(error(&line.replace("\"parlour\":1", "\"parlour\":2")).contains("version 2"));
    assert!(error(&line.replace("\"jaipur\"", "\"chess\"")).contains("of 'chess'"));
    assert!(error(&line.replace("[\"a\",\"b\"]", "[\"a\"]")).contains("2 seats, but 1"));
    assert!(error(&line.replace("\"seed\":4", "\"seed\":5")).contains("action "));
    assert!(error(&line.replace("\"winners\":[", "\"winners\":[7,")).contains("lead to"));
    assert!(error(&line.replace("\"best_of\":1", "\"best_of\":4")).contains("best of 1"));
    assert!(error(&line[..line.len() / 2]).contains("not a Parlour record"));
    assert!(error("").contains("not a Parlour record"));
    let resigned = line.replace("]}}", "],\"resigned\":9}}");
    assert!(error(&resigned).contains("cannot have resigned"));
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

proptest! {
    /// The packed counters agree with plain arithmetic.
    #[test]
    fn cards_count_as_arrays_do(a in prop::array::uniform7(0u8..8), b in prop::array::uniform7(0u8..8)) {
        let pack = |counts: [u8; 7]| -> Cards { Card::ALL.map(|card| Cards::of(card, counts[card.index()])).into_iter().sum() };
        let (x, y) = (pack(a), pack(b));
        prop_assert_eq!(x.len(), a.iter().sum::<u8>());
        prop_assert_eq!(x.holds(y), a.iter().zip(&b).all(|(a, b)| a >= b));
        for card in Card::ALL {
            let i = card.index();
            prop_assert_eq!(x.plus(y).count(card), a[i] + b[i]);
            prop_assert_eq!(x.common(y).count(card), a[i].min(b[i]));
            let only = |kept: bool| if kept { a[i] } else { 0 };
            prop_assert_eq!(x.several().count(card), only(a[i] >= 2));
            prop_assert_eq!(x.of_kinds(y).count(card), only(b[i] > 0));
            prop_assert_eq!(x.of_other_kinds(y).count(card), only(b[i] == 0));
        }
        prop_assert_eq!(x.most(), a.into_iter().max().unwrap_or(0));
        let here: Vec<(Card, u8)> = Card::ALL.into_iter().zip(a).filter(|&(_, n)| n > 0).collect();
        prop_assert_eq!(x.iter().collect::<Vec<_>>(), here);
        if x.holds(y) {
            prop_assert_eq!(x.minus(y).plus(y), x);
        }
        prop_assert_eq!(x.to_string().parse::<Cards>().unwrap(), x);
    }

    /// No text makes the parsers panic, and what they read comes back as it is written.
    #[test]
    fn parsers_take_any_text(text in "\\PC{0,40}|(take|sell|exchange|t|e)( (for|[0-9]{1,3}|di|gold|si|cloth|camels|,)){0,8}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>().unwrap().to_string(), action.to_string());
        }
        let _ = Record::<Jaipur>::read(&text);
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
