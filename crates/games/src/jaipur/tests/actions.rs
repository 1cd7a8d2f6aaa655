//! What the actions do, and why they are refused.

use super::*;
use parlour_engine::{Action as _, Reveals as _};

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
                let listed: Vec<Action> = legal
                    .iter()
                    .copied()
                    .filter(|action| matches!(action, Action::Exchange { .. }))
                    .collect();
                let mut allowed: Vec<Action> = takes
                    .iter()
                    .flat_map(|&take| {
                        gives
                            .iter()
                            .map(move |&give| Action::Exchange { take, give })
                    })
                    .filter(|&action| game.check(seat, action).is_ok())
                    .collect();
                allowed.sort_unstable_by_key(|action| action.number());
                assert_eq!(listed, allowed, "seed {seed}, ply {ply}");
                most = most.max(listed.len());
            }
            game.play_unchecked(seat, *legal.choose(&mut rng).unwrap());
        }
    }
    assert!(most > 40, "only {most} exchanges at most");
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
