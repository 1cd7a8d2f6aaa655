use super::cards::{ARTIST_CARDS, DECK};
use super::rules::{MAX_PLAYERS, Symbols};
use super::*;
use crate::testing::{
    self, Assignments, HiddenPlace, Recorded, assignments, compare_with_resamples,
    positions_to_enumerate,
};
use parlour_engine::conformance::{Options, Pool, Probe, battery};
use parlour_engine::{Game, PlayError, Reveals, Rng, Rules as _, Seat, SeatSet, Streams, Viewer};
use proptest::prelude::*;

impl Probe for MastersGallery {
    fn max_plies(_rules: &Rules) -> usize {
        // Every card is played once, and beside it stands at most one award or pass;
        // after each close everybody may pass once more.
        2 * DECK + 4 * MAX_PLAYERS
    }

    fn hidden(&self, seat: Seat) -> Vec<Pool> {
        let number = |card: Card| card.index() as u32;
        let others = Seat::all(self.rules().seats()).filter(|&other| other != seat);
        let theirs = others.flat_map(|other| {
            let hidden = self.hidden(other).iter().copied().map(number).collect();
            [self.hand(other).each().map(number).collect(), hidden]
        });
        let (rest, next) = self.deck.split_at(self.deck.len().saturating_sub(1));
        let deck = [next, rest].map(|part| part.iter().copied().map(number).collect());
        vec![theirs.chain(deck).collect()]
    }

    fn probe(&self, rng: &mut Rng) -> Action {
        let card = Card::from_index(rng.random_range(0..Card::KINDS as u32) as usize);
        match rng.random_range(0..8u32) {
            0 | 1 => Action::Play(card),
            2 => Action::Second(card),
            3 => Action::Lay(card),
            4 => Action::Show(card),
            5 => Action::Award(card.artist),
            6 => Action::Add(card),
            _ => Action::Pass,
        }
    }
}

fn rules(name: &str, players: u8) -> Rules {
    Rules {
        players,
        ..Rules::named(name).unwrap()
    }
}

#[test]
fn battery_of_every_rule_set() {
    for name in Rules::names() {
        for players in 2..=5 {
            let options = Options {
                games: 6,
                ..Options::default()
            };
            battery::<MastersGallery>(&rules(name, players), options).unwrap();
        }
    }
}

/// Many symbols: everything happens in every game.
#[test]
fn battery_with_three_of_each_symbol() {
    let many = Rules {
        symbols: Symbols {
            draw: 3,
            second: 3,
            hidden: 3,
            together: 3,
            award: 3,
        },
        ..rules("full", 3)
    };
    battery::<MastersGallery>(
        &many,
        Options {
            games: 12,
            ..Options::default()
        },
    )
    .unwrap();
}

#[test]
fn node_counts() {
    let counts = testing::node_counts::<MastersGallery>(&rules("full", 3), 6);
    insta::assert_snapshot!("perft", counts);
}

#[test]
fn golden_playthroughs() {
    for (name, players) in [("full", 4), ("full", 2), ("seed-double", 3)] {
        let text = testing::playthrough::<MastersGallery>(rules(name, players), 1);
        insta::assert_snapshot!(format!("{name}_{players}"), text);
    }
}

/// A game whose hands in round 1 begin with the given cards (filled up with the plainest cards left),
/// and whose deck goes on with the given ones.
fn table(rules: &Rules, hands: &[&str], deck: &str) -> MastersGallery {
    let mut left: Vec<Card> = rules.cards().collect();
    // Fill from the last artist, so that the first ones stay rare.
    left.sort_by_key(|card| (card.symbol != Symbol::Plain, std::cmp::Reverse(card.artist)));
    let mut take = |text: &str| -> Vec<Card> {
        text.split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .map(|word| {
                let card: Card = word.parse().unwrap();
                let at = left.iter().position(|&other| other == card).unwrap();
                left.remove(at)
            })
            .collect()
    };
    let extra = if rules.extra_card {
        take("A")
    } else {
        Vec::new()
    };
    let mut dealt: Vec<Vec<Card>> = hands.iter().map(|hand| take(hand)).collect();
    let stock = take(deck);
    for hand in &mut dealt {
        let missing = usize::from(rules.dealt(0)) - hand.len();
        hand.extend(left.drain(..missing));
    }
    let deck = [extra, dealt.concat(), stock, left].concat();
    MastersGallery::new(rules.clone(), Deal { deck }).unwrap()
}

fn play(game: &mut MastersGallery, actions: &[&str]) {
    for text in actions {
        let seat = game.to_move().first().unwrap();
        game.play(seat, text.parse().unwrap()).unwrap();
    }
}

fn refused(game: &MastersGallery, action: &str) -> IllegalMove {
    let seat = game.to_move().first().unwrap();
    match game.clone().play(seat, action.parse().unwrap()) {
        Err(PlayError::Illegal { rule, .. }) => rule,
        other => panic!("'{action}' gives {other:?}"),
    }
}

fn display(game: &MastersGallery, seat: u8) -> Cards {
    game.view(Viewer::Everything).players[usize::from(seat)].display
}

#[test]
fn there_are_95_cards() {
    for name in Rules::names() {
        assert_eq!(rules(name, 4).cards().count(), DECK);
    }
    assert_eq!(
        ARTIST_CARDS.iter().map(|&n| usize::from(n)).sum::<usize>(),
        DECK
    );
}

#[test]
fn the_sixth_card_closes_and_pays_three_two_one() {
    let mut game = table(&rules("seed-base", 3), &["A,A,A,B", "A,A,B,C", "A,B,C"], "");
    play(
        &mut game,
        &[
            "play A", "play A", "play A", "play A", "play A", "play B", "play B", "play B",
        ],
    );
    assert!(game.results().is_empty());
    play(&mut game, &["play C", "play A"]);
    let result = &game.results()[0];
    assert_eq!(result.closer, Some(Seat(0)));
    assert_eq!(result.cards, [6, 3, 1, 0, 0]);
    assert_eq!(result.ranked[..], [Artist::A, Artist::B, Artist::C]);
    assert_eq!(result.paid, [3, 2, 1, 0, 0]);
    // Seat 0: three A and a B; seat 1: two A and a B; seat 2: an A, a B and a C.
    assert_eq!(result.scored[..], [3 * 3 + 2, 2 * 3 + 2, 3 + 2 + 1]);
    // The seat left of the closer opens the next round.
    assert_eq!(game.to_move(), SeatSet::one(Seat(1)));
    assert_eq!(game.hand(Seat(0)).len(), 13 - 4 + 6);
}

#[test]
fn five_cards_close_with_two_players() {
    let mut game = table(&rules("seed-base", 2), &["A,A,A", "A,A,B"], "");
    play(
        &mut game,
        &["play A", "play A", "play A", "play A", "play A"],
    );
    assert_eq!(game.results()[0].cards, [5, 0, 0, 0, 0]);
    assert_eq!(game.results()[0].ranked[..], [Artist::A]);
}

#[test]
fn ties_go_to_the_left_and_unranked_artists_pay_nothing() {
    let mut game = table(&rules("seed-base", 2), &["E,E,E,B,C", "E,E,D,A"], "");
    play(
        &mut game,
        &[
            "play E", "play D", "play B", "play A", "play C", "play E", "play E", "play E",
            "play E",
        ],
    );
    let result = &game.results()[0];
    assert_eq!(result.cards, [1, 1, 1, 1, 5]);
    assert_eq!(result.ranked[..], [Artist::E, Artist::A, Artist::B]);
    assert_eq!(result.paid, [2, 1, 0, 0, 3]);
    // Seat 0: three E, B, C; seat 1: two E, D, A.
    assert_eq!(result.scored[..], [3 * 3 + 1, 2 * 3 + 2]);
}

#[test]
fn values_add_up_over_the_rounds() {
    let mut game = table(&rules("seed-base", 2), &["A,A,A,A,A", "A,A,A,A,A"], "");
    play(&mut game, &["play A"; 5]);
    assert_eq!(game.results()[0].paid, [3, 0, 0, 0, 0]);
    play(&mut game, &["play A"; 5]);
    assert_eq!(game.results()[1].paid, [6, 0, 0, 0, 0]);
}

#[test]
fn an_award_counts_from_its_round_on_even_on_the_closing_card() {
    let mut game = table(&rules("seed-awards", 2), &["A,A,A award", "A,A"], "");
    play(
        &mut game,
        &["play A", "play A", "play A", "play A", "play A award"],
    );
    assert!(game.results().is_empty(), "the award is still to be given");
    assert_eq!(
        refused(&game, "pass"),
        IllegalMove::NotAsked(Phase::Award { closing: true })
    );
    play(&mut game, &["award A"]);
    assert_eq!(game.results()[0].paid, [5, 0, 0, 0, 0]);
    assert_eq!(game.results()[0].scored[..], [15, 10]);
}

#[test]
fn a_draw_is_playable_at_once_and_also_on_the_closing_card() {
    let mut game = table(&rules("seed-draw", 2), &["B draw,A", "A"], "C award");
    play(&mut game, &["play B draw"]);
    let hand = game.hand(Seat(0));
    assert_eq!(hand.count("C award".parse().unwrap()), 1);
    assert_eq!(hand.len(), 13);
    let mut game = table(&rules("seed-draw", 2), &["A,A,A draw", "A,A"], "C award");
    play(
        &mut game,
        &["play A", "play A", "play A", "play A", "play A draw"],
    );
    assert_eq!(game.hand(Seat(0)).len(), 13 - 3 + 1 + 6);
}

#[test]
fn a_second_card_may_be_displayed_and_may_close() {
    let double = rules("seed-double", 2);
    let mut game = table(&double, &["A second,A award,A", "A,A,B"], "");
    play(&mut game, &["play A second"]);
    assert_eq!(
        refused(&game, "second E"),
        IllegalMove::OtherArtist(Artist::A)
    );
    assert_eq!(
        refused(&game, "play A"),
        IllegalMove::NotAsked(Phase::Second(Artist::A))
    );
    // Its symbol is not carried out.
    play(&mut game, &["second A award"]);
    assert_eq!(game.to_move(), SeatSet::one(Seat(1)));
    assert_eq!(display(&game, 0).of_artist(Artist::A), 2);
    let mut game = table(&double, &["A,A,A second,A", "A,B"], "");
    play(
        &mut game,
        &[
            "play A",
            "play A",
            "play A",
            "play B",
            "play A second",
            "second A",
        ],
    );
    assert_eq!(game.results()[0].closer, Some(Seat(0)));
    assert_eq!(game.results()[0].cards, [5, 1, 0, 0, 0]);
    // On the closing card the symbol does nothing.
    let mut game = table(&double, &["A,A,A second,A", "A,A"], "");
    play(
        &mut game,
        &["play A", "play A", "play A", "play A", "play A second"],
    );
    assert_eq!(game.results()[0].cards, [5, 0, 0, 0, 0]);
}

#[test]
fn a_hidden_card_counts_only_when_it_is_turned_up() {
    let bare = Rules {
        extra_card: false,
        additional_cards: false,
        ..rules("full", 2)
    };
    let mut game = table(&bare, &["B hidden,A,A,A", "A,A,C"], "");
    play(&mut game, &["play B hidden", "lay A"]);
    let other = game.view(Viewer::Seat(Seat(1)));
    assert_eq!(
        (other.players[0].hidden.clone(), other.players[0].hidden_len),
        (None, 1)
    );
    play(&mut game, &["play A", "play A", "play A", "play A"]);
    assert!(
        game.results().is_empty(),
        "four A lie face up, a fifth face down"
    );
    play(
        &mut game,
        &["play C", "play E", "play E", "play E", "play E", "play E"],
    );
    assert_eq!(game.results()[0].cards, [5, 1, 1, 0, 5]);
}

#[test]
fn cards_shown_together_may_close_with_the_active_player_as_closer() {
    let bare = Rules {
        extra_card: false,
        additional_cards: false,
        ..rules("full", 3)
    };
    let mut game = table(&bare, &["A,A,B together", "A,A,A", "A,A"], "");
    play(
        &mut game,
        &["play A", "play A", "play A", "play B together"],
    );
    assert_eq!(game.to_move(), SeatSet::all(3));
    let before = game.view(Viewer::Seat(Seat(2)));
    game.play(Seat(0), "show A".parse().unwrap()).unwrap();
    let after = game.view(Viewer::Seat(Seat(2)));
    assert_eq!(
        after.players, before.players,
        "nobody sees what seat 0 chose"
    );
    assert_eq!(after.to_move, [Seat(1), Seat(2)].into_iter().collect());
    play(&mut game, &["show A", "show A"]);
    assert_eq!(game.results()[0].cards, [6, 1, 0, 0, 0]);
    assert_eq!(game.results()[0].closer, Some(Seat(0)));
}

#[test]
fn additions_go_round_from_the_closers_left() {
    let bare = Rules {
        extra_card: false,
        ..rules("full", 2)
    };
    let mut game = table(&bare, &["A,A,A,A,E", "A,A,B,B,A"], "");
    play(
        &mut game,
        &["play A", "play A", "play A", "play B", "play A", "play A"],
    );
    // Seat 1 closed; seat 0 adds first, only to what it has on display.
    assert_eq!(game.to_move(), SeatSet::one(Seat(0)));
    assert_eq!(
        refused(&game, "add E"),
        IllegalMove::NotOnDisplay(Artist::E)
    );
    play(&mut game, &["add A"]);
    assert_eq!(refused(&game, "add A"), IllegalMove::AlreadyAdded);
    play(&mut game, &["pass"]);
    assert_eq!(game.to_move(), SeatSet::one(Seat(1)));
    play(&mut game, &["add B"]);
    assert_eq!(refused(&game, "add A"), IllegalMove::AlreadyAdded);
    play(&mut game, &["pass"]);
    assert_eq!(game.results()[0].cards, [6, 2, 0, 0, 0]);
}

#[test]
fn the_extra_card_counts_for_its_artist() {
    let full = rules("full", 2);
    let mut game = table(&full, &["A,A", "A,A"], "");
    assert_eq!(game.view(Viewer::Public).extra, Some("A".parse().unwrap()));
    play(&mut game, &["play A", "play A", "play A", "play A"]);
    assert!(
        game.view(Viewer::Public).closer.is_some(),
        "four and the extra card close"
    );
}

/// A seat without cards is skipped, and a round in which nobody has a card ends without a closer.
#[test]
fn empty_hands_are_skipped_and_rounds_run_out() {
    let base = rules("seed-base", 5);
    let full = rules("full", 5);
    let (mut skipped, mut unclosed) = (0, 0);
    for (seed, base) in (0..300).flat_map(|seed| [(seed, &base), (seed, &full)]) {
        let deal = MastersGallery::deal(base, seed);
        let mut game = Recorded::<MastersGallery>::start(base.clone(), deal);
        let mut rng = Streams::new(seed).task(0);
        while let Some(seat) = game.to_move().first() {
            let legal = game.legal_actions(seat);
            let empty = game.hand(seat.next(5)).is_empty();
            let (round, closer) = (game.round(), game.view(Viewer::Public).closer);
            game.play(
                seat,
                legal[rng.random_range(0..legal.len() as u32) as usize],
            )
            .unwrap();
            if empty && closer.is_none() && game.round() == round && game.phase() == Phase::Play {
                assert_ne!(game.to_move(), SeatSet::one(seat.next(5)));
                skipped += 1;
            }
        }
        assert_eq!(game.results().len(), 4);
        let ends = |event: &&Event| matches!(event, Event::End { .. });
        let closes = |event: &&Event| matches!(event, Event::Close(_));
        let open = game
            .results()
            .iter()
            .filter(|result| result.closer.is_none());
        let open = open.count();
        assert_eq!(game.events.iter().filter(ends).count(), 4);
        assert_eq!(game.events.iter().filter(closes).count(), 4 - open);
        unclosed += open;
    }
    assert!(skipped > 10, "{skipped} skips in 600 games");
    assert!(unclosed > 10, "{unclosed} unclosed rounds in 600 games");
}

#[test]
fn what_reveals_nothing_is_told_apart() {
    let game = table(&rules("seed-double", 2), &["A,B draw,C award", "A"], "");
    for (action, reveals) in [
        ("play A", false),
        ("play B draw", true),
        ("play C award", false),
    ] {
        assert_eq!(
            game.reveals(Seat(0), action.parse().unwrap()),
            reveals,
            "{action}"
        );
    }
}

#[test]
fn deals_and_rules_that_do_not_fit_are_refused() {
    let good = rules("full", 4);
    let deal = MastersGallery::deal(&good, 1);
    let new = |rules: &Rules, deal: Deal| {
        MastersGallery::new(rules.clone(), deal)
            .unwrap_err()
            .to_string()
    };
    let mut short = deal.clone();
    short.deck.pop();
    assert!(new(&good, short).contains("95 cards, not 94"));
    assert!(
        new(&rules("seed-base", 4), deal.clone()).contains("the deck has 17 cards 'A', not 12")
    );
    for (change, words) in [
        (
            Rules {
                players: 7,
                ..good.clone()
            },
            "2 to 5 can play, not 7",
        ),
        (
            Rules {
                players: 1,
                ..good.clone()
            },
            "2 to 5 can play, not 1",
        ),
        (
            Rules {
                symbols: Symbols {
                    draw: 18,
                    ..Symbols::default()
                },
                ..good.clone()
            },
            "18 cards of an artist",
        ),
    ] {
        assert!(new(&change, deal.clone()).contains(words));
    }
}

#[test]
fn action_texts() {
    let card = Card {
        artist: Artist::B,
        symbol: Symbol::Award,
    };
    assert_eq!(format!("{card} {card:?}"), "B award B award");
    for text in [
        "play A",
        "play B award",
        "second C draw",
        "lay D",
        "show E together",
        "award A",
        "add B hidden",
        "pass",
    ] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
    assert_eq!(
        "PLAY b Award".parse::<Action>().unwrap().to_string(),
        "play B award"
    );
    for text in [
        "",
        "play",
        "play F",
        "play A x",
        "dance A",
        "pass A",
        "award",
        "award A B",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn parsers_take_any_text(text in "\\PC{0,30}|(play|second|lay|show|award|add|pass)( [A-F])?( [a-z]{0,8})?") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>().unwrap(), action);
        }
    }
}

#[test]
fn a_rule_set_is_there_for_any_number_of_players() {
    use parlour_engine::Rules as _;
    for name in Rules::names() {
        let four = Rules::named(name).unwrap();
        for players in 2..=5 {
            let rules = Rules::named(&format!("{name}-{players}")).unwrap();
            assert_eq!(
                rules,
                Rules {
                    players,
                    ..four.clone()
                }
            );
        }
        assert!(Rules::named(&format!("{name}-6")).is_none());
    }
    assert!(Rules::named("full-").is_none());
}

/// Every assignment of the unseen cards to the other hands, the cards that others laid face down, and the deck.
fn enumerate(view: &View) -> Option<Assignments<Card>> {
    let own = view.viewer.seat().unwrap();
    let mut places = Vec::new();
    for (seat, player) in (0..).zip(&view.players) {
        if Seat(seat) != own {
            places.push(HiddenPlace {
                cards: player.hand_len.into(),
                ordered: false,
            });
            places.push(HiddenPlace {
                cards: player.hidden_len.into(),
                ordered: true,
            });
        }
    }
    places.push(HiddenPlace {
        cards: view.deck.into(),
        ordered: true,
    });
    let hidden: usize = places.iter().map(|place| place.cards).sum();
    if hidden > 8 {
        return None;
    }
    let mut unseen: Vec<Card> = view.rules.cards().collect();
    let player = &view.players[own.index()];
    let own_cards = player.hand.as_ref().unwrap().each();
    let own_cards = own_cards.chain(player.hidden.clone().unwrap());
    let displays = view.players.iter().flat_map(|player| player.display.each());
    for seen in (view.discard.each().chain(view.extra))
        .chain(own_cards)
        .chain(displays)
    {
        let at = unseen.iter().position(|&card| card == seen);
        unseen.remove(at.unwrap());
    }
    Some(assignments(&unseen, &places, |_| true))
}

#[test]
fn resampled_cards_have_the_enumerated_distribution() {
    let rules = Rules {
        players: 5,
        ..Rules::default()
    };
    let laid_by_others = |view: &View| {
        let own = view.viewer.seat().unwrap().index();
        let players = view.players.iter().enumerate();
        players
            .filter(|&(seat, _)| seat != own)
            .any(|(_, player)| player.hidden_len > 0)
    };
    let face_down = |view: &View| enumerate(view).filter(|_| laid_by_others(view));
    let mut positions = positions_to_enumerate::<MastersGallery, _>(&rules, 2, enumerate);
    positions.extend(positions_to_enumerate::<MastersGallery, _>(
        &rules, 1, face_down,
    ));
    for (view, expected) in positions {
        let own = view.viewer.seat();
        compare_with_resamples(&view, &expected, |game: &MastersGallery| {
            let others = Seat::all(view.players.len()).filter(|&seat| Some(seat) != own);
            let cards = |seat| [game.hand(seat).each().collect(), game.hidden(seat).to_vec()];
            others.flat_map(cards).chain([game.deck.clone()]).collect()
        });
    }
}
