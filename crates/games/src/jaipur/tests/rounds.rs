//! How rounds and matches end.

use super::*;

fn result(game: &Jaipur) -> RoundResult {
    *game.last_result().unwrap()
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
