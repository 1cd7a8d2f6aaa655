use super::cards::{MAX_CARD, MIN_CARD, results};
use super::*;
use crate::testing::{self, Recorded};
use parlour_engine::conformance::{Options, Pool, Probe, battery};
use parlour_engine::{
    DealSource, Encode as _, Game, Record, Resample, Rng, Rules as _, Seat, Streams, Viewer,
};
use proptest::prelude::*;

impl Probe for PrimiComposti {
    fn max_plies(rules: &Rules) -> usize {
        usize::from(rules.players) * usize::from(rules.cards)
    }

    fn hidden(&self, seat: Seat) -> Vec<Pool> {
        let view = self.view(Viewer::Seat(seat));
        let others = Seat::all(view.players.len())
            .filter(|other| view.players[other.index()].hand.is_none());
        // The holder of the lowest card is known to all.
        let hand = |other: Seat| {
            let hand = self.hand(other).iter().filter(|&card| card != MIN_CARD);
            hand.map(u32::from).collect()
        };
        vec![others.map(hand).collect()]
    }

    fn probe(&self, rng: &mut Rng) -> Action {
        let card = |rng: &mut Rng| {
            let near: Vec<u8> = Seat::all(self.rules().seats())
                .flat_map(|seat| {
                    let tops = [self.primes(seat).last(), self.composites(seat).last()];
                    let tops: Vec<u8> = tops.into_iter().flatten().copied().collect();
                    self.hand(seat).iter().chain(tops).collect::<Vec<u8>>()
                })
                .collect();
            match rng.random_range(0..8u32) {
                0 => rng.random_range(2..=u32::from(MAX_CARD)) as u8,
                _ => near[rng.random_range(0..near.len() as u32) as usize],
            }
        };
        let pair = (rng.random_range(0..3u32) > 0).then(|| Pair::new(card(rng), card(rng)));
        Action {
            card: card(rng),
            using: pair,
        }
    }
}

fn rules(version: Version, players: u8, cards: u8) -> Rules {
    Rules {
        players,
        cards,
        ..Rules::two(version)
    }
}

#[test]
fn battery_two_players() {
    for version in Version::ALL {
        let options = Options {
            games: 25,
            ..Options::default()
        };
        let report = battery::<PrimiComposti>(&Rules::two(version), options).unwrap();
        assert!(report.rejected > 10_000, "{report:?}");
    }
}

#[test]
fn battery_more_players_and_other_values() {
    let options = Options {
        games: 6,
        ..Options::default()
    };
    for version in Version::ALL {
        for players in 3..=6 {
            battery::<PrimiComposti>(&rules(version, players, 13 - players), options).unwrap();
        }
        let odd = Rules {
            prime: 1,
            composite: 5,
            ..rules(version, 2, 36)
        };
        battery::<PrimiComposti>(
            &odd,
            Options {
                games: 2,
                ..options
            },
        )
        .unwrap();
    }
}

#[test]
fn node_counts() {
    for version in Version::ALL {
        let two = testing::node_counts::<PrimiComposti>(&Rules::two(version), 4);
        insta::assert_snapshot!(format!("perft_{}", version.name()), two);
    }
    let four = testing::node_counts::<PrimiComposti>(&rules(Version::Free, 4, 3), 7);
    insta::assert_snapshot!("perft_2-free_4_players", four);
}

#[test]
fn golden_playthroughs() {
    for version in Version::ALL {
        for (name, rules) in [("two", Rules::two(version)), ("four", rules(version, 4, 5))] {
            let text = testing::playthrough::<PrimiComposti>(rules, 1);
            insta::assert_snapshot!(format!("{name}_{}", version.name()), text);
        }
    }
}

/// A two-player game in which these cards have been played, in turn.
fn game(version: Version, hands: [&[u8]; 2], played: &str) -> Recorded<PrimiComposti> {
    let deal = Deal {
        hands: hands.map(<[u8]>::to_vec).to_vec(),
    };
    let rules = rules(version, 2, hands[0].len() as u8);
    let mut game = Recorded::<PrimiComposti>::start(rules, deal);
    for action in played.split(", ").filter(|action| !action.is_empty()) {
        let seat = game.to_move().first().unwrap();
        game.play(seat, action.parse().unwrap()).unwrap();
    }
    game
}

fn gain(game: &PrimiComposti, card: u8) -> u8 {
    let seat = game.to_move().first().unwrap();
    game.board().play(seat, Action::plain(card)).gain
}

/// The examples of the published rules.
#[test]
fn the_published_examples() {
    let game_a = game(Version::One, [&[2, 5, 9], &[3, 4, 6]], "2, 3");
    assert_eq!(gain(&game_a, 5), 6);
    let game_b = game(Version::One, [&[9, 4, 8], &[3, 6, 7]], "9");
    assert_eq!(gain(&game_b, 3), 2, "one visible card is no operation");
}

#[test]
fn an_operand_may_be_the_card_that_is_covered() {
    let mut game = game(Version::One, [&[2, 5, 9], &[3, 4, 6]], "2, 3");
    game.play(Seat(0), Action::plain(5)).unwrap();
    assert_eq!(game.scores(), [8, 2]);
    assert_eq!(game.primes(Seat(0)), [2, 5]);
    assert_eq!(game.events[2].operation().as_deref(), Some("2+3"));
}

/// Every pair against the arithmetic, spelt out.
#[test]
fn results_are_the_four_operations() {
    for a in 2..=MAX_CARD {
        for b in 2..=MAX_CARD {
            for c in 2..=MAX_CARD {
                let (x, y, z) = (i32::from(a), i32::from(b), i32::from(c));
                let makes = x + y == z || x - y == z || y - x == z || x * y == z;
                let divides = x == y * z || y == x * z;
                let expected = (makes || divides) && a != b && b != c && a != c;
                assert_eq!(results(a, b).contains(c), expected, "{a} {b} {c}");
                assert_eq!(Pair::new(a, b).written(c).is_some(), expected);
            }
        }
    }
}

/// 6 by 2×3 or 15−9 (say): the better pair counts, and of equals the lower.
#[test]
fn the_best_operation_scores() {
    let game = game(Version::One, [&[2, 14, 20], &[3, 8, 6]], "2, 3, 14, 8, 20");
    // Visible 2, 20, 3, 8: 6 = 2×3 = 8−2.
    let play = game.board().score(6);
    assert_eq!((play.using, play.gain), (Some(Pair::new(2, 3)), 5));
}

#[test]
fn stealing_moves_cards_and_shows_what_lay_below() {
    // Player 1 lays 2 then 3 on their primes; player 2 has 8 and then 9.
    let game = game(
        Version::Greedy,
        [&[2, 3, 12], &[8, 9, 27]],
        "2, 8, 3, 9, 12, 27",
    );
    // 3: nothing (8, 2 visible: 6, 10, 16, 4). 9: no. 12 = 3+9 steals the 9. 27 = no 9 any more.
    assert_eq!(game.primes(Seat(0)), [2, 3]);
    assert_eq!(game.composites(Seat(0)), [9, 12]);
    assert_eq!(game.composites(Seat(1)), [8, 27]);
    assert_eq!(game.scores(), [6, 2]);
    assert_eq!(game.outcome().unwrap().winners.first(), Some(Seat(0)));
}

#[test]
fn free_choice_may_decline() {
    let hands: [&[u8]; 2] = [&[2, 3, 12], &[8, 9, 27]];
    let game = game(Version::Free, hands, "2, 8, 3, 9");
    let legal: Vec<String> = game
        .legal_actions(Seat(0))
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(legal, ["play 12", "play 12 using 3+9"]);
    let refused = |text: &str| {
        let mut game = game.clone();
        let action = text.parse().unwrap();
        game.play(Seat(0), action).unwrap_err().to_string()
    };
    assert_eq!(
        refused("play 12 using 2+10"),
        "seat 0 cannot play 'play 12 using 2+10': The 2 is not visible"
    );
    assert!(refused("play 4").ends_with("You do not hold the 4"));
}

/// A board on which the seats show these primes and composites.
fn board(shown: &[[u8; 2]]) -> Board {
    let rules = Rules {
        players: shown.len() as u8,
        ..Rules::two(Version::One)
    };
    let top = |card: u8| Some(card).filter(|&card| card > 0);
    let shown = shown.iter().map(|&[prime, composite]| Shown {
        prime: top(prime),
        composite: top(composite),
    });
    Board::new(&rules, shown)
}

#[test]
fn a_stack_without_cards_shows_none() {
    let board = board(&[[7, 0], [3, 8]]);
    let visible = (0..=30).filter(|&card| board.is_visible(card));
    assert!(visible.eq([3, 7, 8]));
}

#[test]
fn of_equal_operations_the_lowest_operands_are_named() {
    // 3 + 7 and 5 * 2, all primes, in either order of the seats.
    for shown in [
        [[7, 0], [3, 0], [2, 0], [5, 0]],
        [[2, 0], [5, 0], [7, 0], [3, 0]],
    ] {
        let play = board(&shown).score(10);
        assert_eq!((play.using, play.gain), (Some(Pair::new(2, 5)), 1 + 4));
    }
}

#[test]
fn of_equal_steals_the_nearest_is_made() {
    // Seat 0 may steal a composite from seat 1 (8 - 4) or from seat 2 (6 - 2): with its own prime and composite.
    let steal = |shown: &[[u8; 2]], seat: u8| board(shown).steal(Seat(seat), 4).stolen;
    assert_eq!(
        steal(&[[2, 0], [0, 8], [0, 6]], 0).as_slice(),
        [(Seat(1), 8)]
    );
    assert_eq!(
        steal(&[[2, 0], [0, 6], [0, 8]], 0).as_slice(),
        [(Seat(1), 6)]
    );
    // Clockwise from seat 1, seat 2 comes before seat 0.
    assert_eq!(
        steal(&[[0, 6], [2, 0], [0, 8]], 1).as_slice(),
        [(Seat(2), 8)]
    );
    assert_eq!(
        steal(&[[0, 8], [2, 0], [0, 6]], 1).as_slice(),
        [(Seat(2), 6)]
    );
}

#[test]
fn cards_outside_the_box_have_no_index() {
    let rules = Rules::two(Version::One);
    let id = |card: u8| PrimiComposti::action_id(&rules, Action::plain(card));
    assert_eq!(id(2), Some(0));
    assert_eq!(id(73), Some(71));
    assert_eq!(id(74), None);
    assert_eq!(id(1), None);
}

#[test]
fn nearest_clockwise_is_robbed_first() {
    let shown = |prime, composite| Shown { prime, composite };
    let board = Board::new(
        &rules(Version::Greedy, 3, 12),
        [
            shown(Some(2), None),
            shown(Some(3), Some(4)),
            shown(Some(11), Some(8)),
        ],
    );
    // Seat 0 plays 6: 2×3 takes the 3 of seat 1, 8−2 the 8 of seat 2.
    let play = board.steal(Seat(0), 6);
    assert_eq!(play.stolen.as_slice(), [(Seat(1), 3)]);
    // 8 = 11−3 takes two primes, the nearer first onto the stack.
    let play = board.steal(Seat(0), 8);
    assert_eq!(play.stolen.as_slice(), [(Seat(1), 3), (Seat(2), 11)]);
    // 12 = 3×4 takes both of seat 1; 8+4 less.
    let play = board.steal(Seat(2), 12);
    assert_eq!(play.using, Some(Pair::new(3, 4)));
}

#[test]
fn whoever_holds_the_two_begins() {
    let game = game(Version::One, [&[3, 4], &[2, 5]], "");
    assert_eq!(
        (game.first(), game.to_move().first()),
        (Seat(1), Some(Seat(1)))
    );
    let other = super::tests::game(Version::One, [&[30, 40], &[3, 50]], "");
    assert_eq!(other.first(), Seat(0));
}

#[test]
fn bad_deals_and_rules_get_one_clear_line() {
    let refusal = |cards: u8, hands: &[&[u8]]| {
        let deal = Deal {
            hands: hands.iter().map(|hand| hand.to_vec()).collect(),
        };
        PrimiComposti::new(rules(Version::One, 2, cards), deal)
            .unwrap_err()
            .to_string()
    };
    for (cards, hands, text) in [
        (
            2,
            [&[2u8, 3][..], &[3, 4]],
            "this deal cannot be played: the 3 is dealt twice",
        ),
        (
            2,
            [&[2, 2], &[3, 4]],
            "this deal cannot be played: the 2 is dealt twice",
        ),
        (
            2,
            [&[2, 3], &[4]],
            "this deal cannot be played: a hand has 2 cards, not 1",
        ),
        (
            2,
            [&[1, 3], &[4, 5]],
            "this deal cannot be played: there is no card 1: the box holds 2 to 73",
        ),
        (
            2,
            [&[74, 3], &[4, 5]],
            "this deal cannot be played: there is no card 74: the box holds 2 to 73",
        ),
        (
            2,
            [&[255, 3], &[4, 5]],
            "this deal cannot be played: there is no card 255: the box holds 2 to 73",
        ),
        (
            37,
            [&[2, 3], &[4, 5]],
            "these rules cannot be played: 37 cards each for 2 players: 1 card at least, 72 in all at most",
        ),
    ] {
        assert_eq!(refusal(cards, &hands), text);
    }
    let three = Deal {
        hands: vec![vec![2], vec![3], vec![4]],
    };
    assert!(PrimiComposti::new(rules(Version::One, 2, 1), three).is_err());
    for (players, prime) in [(1, 2), (7, 2), (2, 0), (2, 21)] {
        let bad = Rules {
            prime,
            ..rules(Version::One, players, 2)
        };
        let start = DealSource::Seed(1).start::<PrimiComposti>(bad);
        assert!(start.is_err(), "{players} {prime}");
    }
}

#[test]
fn two_players_know_all_and_three_do_not() {
    let two: PrimiComposti = DealSource::Seed(1).start(Rules::default()).unwrap();
    let view = two.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.players[1].hand, Some(two.hand(Seat(1))));
    assert_eq!(two.view(Viewer::Public).players[0].hand, None);
    let three: PrimiComposti = DealSource::Seed(1)
        .start(rules(Version::One, 3, 12))
        .unwrap();
    let view = three.view(Viewer::Seat(Seat(0)));
    assert_eq!(
        (view.players[0].hand, view.players[1].hand),
        (Some(three.hand(Seat(0))), None)
    );
}

/// The 2 stays with who begins; the other cards fall everywhere.
#[test]
fn resampling_keeps_the_two_with_the_first_player() {
    let rules = rules(Version::One, 3, 4);
    let game: PrimiComposti = DealSource::Seed(4).start(rules).unwrap();
    let seat = Seat((game.first().0 + 1) % 3);
    let view = game.view(Viewer::Seat(seat));
    let mut rng = Streams::new(1).task(0);
    let mut held = [0u32; 74];
    let other = seat.next(3);
    for _ in 0..3000 {
        let dealt = PrimiComposti::resample(&view, &mut rng);
        assert!(dealt.hand(game.first()).contains(2));
        for card in dealt.hand(other).iter() {
            held[usize::from(card)] += 1;
        }
    }
    // Eight unseen cards; one of them, the 2, lies with the first player: the other player's four come from seven.
    for card in game
        .hand(other)
        .union(game.hand(game.first()))
        .iter()
        .filter(|&card| card != 2)
    {
        let share = f64::from(held[usize::from(card)]) / 3000.0;
        let expected = if other == game.first() {
            3.0 / 7.0
        } else {
            4.0 / 7.0
        };
        assert!((share - expected).abs() < 0.05, "{card}: {share}");
    }
}

#[test]
fn action_texts() {
    for (text, written) in [
        ("5", "play 5"),
        ("p 5", "play 5"),
        ("PLAY 5", "play 5"),
        ("play 5 using 3+2", "play 5 using 2+3"),
        ("play 6 using 3 x 2", "play 6 using 2*3"),
        ("5 using 10/2", "play 5 using 10/2"),
        ("play 5 using 9−4", "play 5 using 9-4"),
    ] {
        assert_eq!(
            text.parse::<Action>().unwrap().to_string(),
            written,
            "{text}"
        );
    }
    for (text, error) in [
        (
            "",
            "'' is no card: say e.g. 'play 5', with a number from 2 to 73",
        ),
        (
            "play",
            "'play' is no card: say e.g. 'play 5', with a number from 2 to 73",
        ),
        (
            "74",
            "'74' is no card: say e.g. 'play 5', with a number from 2 to 73",
        ),
        (
            "play 5 using 2",
            "'2' is no operation: say e.g. 'play 5 using 2+3'",
        ),
        (
            "play 5 using 2+4",
            "2+4 does not make a 5 of two other cards",
        ),
        (
            "play 4 using 2-6",
            "2-6 does not make a 4 of two other cards",
        ),
        (
            "play 2 using 4/2",
            "4/2 does not make a 2 of two other cards",
        ),
        (
            "play 5 using 2+1",
            "'1' is no card: say e.g. 'play 5', with a number from 2 to 73",
        ),
    ] {
        assert_eq!(
            text.parse::<Action>().unwrap_err().to_string(),
            error,
            "{text}"
        );
    }
}

#[test]
fn rule_sets_have_names() {
    for name in Rules::names() {
        let rules = Rules::named(name).unwrap();
        assert!(name.starts_with(rules.version.name()));
        let start = DealSource::Seed(1).start::<PrimiComposti>(rules);
        assert!(start.is_ok(), "{name}");
    }
    assert_eq!(Rules::named(Rules::names()[0]), Some(Rules::default()));
    assert_eq!(
        Rules::named("2-free-4p").map(|r| (r.version, r.players)),
        Some((Version::Free, 4))
    );
    assert_eq!(Rules::named("3"), None);
}

#[test]
fn damaged_records_are_refused_in_one_line() {
    let line = |hands: &str, actions: &str| {
        format!(
            r#"{{"parlour":1,"game":"primi-composti","rules":{{"version":"1","players":2,"cards":2,"prime":2,"composite":1}},"deal":{{"cards":{{"hands":{hands}}}}},"seats":["a","b"],"actions":{actions}}}"#
        )
    };
    let read = |text: String| {
        Record::<PrimiComposti>::read(&text)
            .map_err(|error| error.to_string())
            .and_then(|record| record.replay().map_err(|error| error.to_string()))
    };
    assert!(read(line("[[2,3],[4,5]]", r#"[[0,"play 2"],[1,"play 5"]]"#)).is_ok());
    for (hands, actions) in [
        ("[[2,3],[4,5]]", r#"[[1,"play 4"]]"#),
        ("[[2,3],[4,5]]", r#"[[0,"play 4"]]"#),
        ("[[2,3],[4,5]]", r#"[[0,"dance"]]"#),
        ("[[2,3],[3,5]]", "[]"),
        ("[[2,3],[4]]", "[]"),
    ] {
        let error = read(line(hands, actions)).unwrap_err();
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn hands_are_read() {
    let read = |text: &str| text.parse::<CardSet>().map(|hand| hand.to_string());
    assert_eq!(read("2,5,9"), Ok("2,5,9".to_owned()));
    assert_eq!(read(" 9, 2 ,73 "), Ok("2,9,73".to_owned()));
    assert_eq!(read("_"), Ok("_".to_owned()));
    assert_eq!(read("2,5,2"), Err(HandError::Twice(2)));
    for (text, word) in [
        ("", ""),
        ("2,", ""),
        ("1,2", "1"),
        ("2,74", "74"),
        ("2,+5", "+5"),
        ("2,-5", "-5"),
        ("2,five", "five"),
        ("2 5", "2 5"),
        ("256", "256"),
    ] {
        assert_eq!(read(text), Err(HandError::Card(word.to_owned())), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parsers_take_any_text(text in "\\PC{0,30}|(play |p )?[0-9]{1,4}( using [0-9]{1,3}[-+*/x:][0-9]{1,3})?") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
        }
    }

    #[test]
    fn hands_take_any_text(text in "\\PC{0,20}|_|([0-9]{1,3}[, ]{0,2}){0,6}") {
        if let Ok(hand) = text.parse::<CardSet>() {
            prop_assert!(hand.iter().all(|card| (2..=73).contains(&card)));
            prop_assert_eq!(hand.to_string().parse::<CardSet>(), Ok(hand));
        }
    }

    #[test]
    fn card_sets_are_sets(
        one in prop::collection::btree_set(2u8..=73, 0..40),
        other in prop::collection::btree_set(2u8..=73, 0..40),
    ) {
        let set = |cards: &std::collections::BTreeSet<u8>| cards.iter().copied().collect::<CardSet>();
        let (a, b) = (set(&one), set(&other));
        let cards = |set: CardSet| set.iter().collect::<Vec<_>>();
        prop_assert_eq!(cards(a.common(b)), one.intersection(&other).copied().collect::<Vec<_>>());
        prop_assert_eq!(cards(a.union(b)), one.union(&other).copied().collect::<Vec<_>>());
        prop_assert_eq!(cards(a.minus(b)), one.difference(&other).copied().collect::<Vec<_>>());
        prop_assert_eq!((a.first(), a.last()), (one.first().copied(), one.last().copied()));
        prop_assert_eq!((a.len(), a.is_empty()), (one.len(), one.is_empty()));
        for card in 0..=255 {
            prop_assert_eq!(a.contains(card), one.contains(&card));
            if card <= 73 {
                prop_assert!(a.with(card).contains(card) && !a.without(card).contains(card));
            }
        }
    }

    #[test]
    fn a_hand_is_read_as_it_is_written(cards in prop::collection::btree_set(2u8..=73, 0..40)) {
        let hand: CardSet = cards.iter().copied().collect();
        prop_assert_eq!(hand.to_string().parse::<CardSet>(), Ok(hand));
        prop_assert_eq!(hand.len(), cards.len());
    }

    /// What the board says a card gains is what the scores show, and in version 2 the VALUEs in play never change.
    #[test]
    fn gains_are_what_scores_show(seed in 0u64..10_000, version in 0usize..3, players in 2u8..=6) {
        let rules = rules(Version::ALL[version], players, 6);
        let mut game: PrimiComposti = DealSource::Seed(seed).start(rules.clone()).unwrap();
        let mut rng = Streams::new(seed).task(7);
        let mut laid = 0;
        while let Some(seat) = game.to_move().first() {
            let legal = game.legal_actions(seat);
            let action = legal[rng.random_range(0..legal.len() as u32) as usize];
            let expected = game.scores()[seat.index()] + i32::from(game.board().play(seat, action).gain);
            game.play(seat, action).unwrap();
            prop_assert_eq!(game.scores()[seat.index()], expected);
            laid += i32::from(rules.value(action.card));
            if rules.version != Version::One {
                prop_assert_eq!(game.scores().iter().sum::<i32>(), laid);
            }
        }
    }
}

#[test]
fn every_deal_of_two_hands_has_a_number() {
    for cards in 1..=5 {
        let count = deal_number::count(cards);
        let mut hands: Vec<Vec<u8>> = (0..count)
            .map(|number| {
                let deal = Deal::numbered(number, cards).unwrap();
                deal.check(&Rules {
                    cards,
                    ..Rules::two(Version::One)
                })
                .unwrap();
                let hand = deal.hands[0].clone();
                assert_eq!(hand[0], MIN_CARD);
                assert_eq!(deal_number::number(hand.iter().copied()), number);
                hand
            })
            .collect();
        hands.sort();
        hands.dedup();
        assert_eq!(hands.len() as u64, count);
        assert_eq!(Deal::numbered(count, cards), None);
    }
    assert_eq!(Deal::numbered(0, 0), None);
    assert_eq!(deal_number::count(12), 1_352_078);
    let first: Vec<u8> = (2..=13).collect();
    assert_eq!(Deal::numbered(0, 12).unwrap().hands[0], first);
    let last: Vec<u8> = [2].into_iter().chain(15..=25).collect();
    assert_eq!(Deal::numbered(1_352_077, 12).unwrap().hands[0], last);
}
