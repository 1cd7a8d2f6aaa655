use super::cards::{AUCTION_COUNTS, PAINTING_COUNTS};
use super::rules::dealt;
use super::*;
use crate::testing::{
    self, Assignments, HiddenPlace, Recorded, assignments, compare_with_resamples,
    positions_to_enumerate,
};
use parlour_engine::conformance::{Options, Pool, Probe, battery};
use parlour_engine::{
    Game, PlayError, Resample, Reveals, Rng, Rules as _, Seat, SeatSet, Streams, Viewer,
};
use proptest::prelude::*;

impl Probe for ModernArt {
    fn max_plies(_rules: &Rules) -> usize {
        // 70 offers, none with more raises than there is cash, each with five passes.
        70 * 5 * 3_000
    }

    fn hidden(&self, seat: Seat) -> Vec<Pool> {
        let number = |painting: Painting| {
            8 * u32::from(painting.artist) + painting.auction.map_or(0, |auction| auction as u32)
        };
        let auctions = self.rules().auctions;
        let others = Seat::all(self.hands()).filter(|&other| other != seat);
        let hands = others.map(|other| auctions.each(self.hand(other)).map(number).collect());
        let (next, rest) = self.deck.split_at(self.deck.len().saturating_sub(1));
        let deck = [next, rest].map(|part| part.iter().copied().map(number).collect());
        vec![hands.chain(deck).collect()]
    }

    fn probe(&self, rng: &mut Rng) -> Action {
        let auctions = self.rules().auctions;
        let painting = |rng: &mut Rng| Painting {
            artist: rng.random_range(0..5u32) as u8,
            auction: match rng.random_range(0..8u32) {
                0 => None,
                _ if auctions == Auctions::Simple => None,
                n => Some(Auction::ALL[n as usize % 5]),
            },
        };
        let amount = |rng: &mut Rng| {
            let seat = self.to_move().first().unwrap_or(Seat(0));
            match rng.random_range(0..3u32) {
                0 => self.cash(seat) + rng.random_range(0..3u32) as u16,
                1 => rng.random_range(0..4u32) as u16,
                _ => rng.random_range(0..600u32) as u16,
            }
        };
        match rng.random_range(0..6u32) {
            0 => Action::Offer(painting(rng)),
            1 => Action::Add(painting(rng)),
            2 => Action::Bid(amount(rng)),
            3 => Action::Price(amount(rng)),
            4 => Action::Take,
            _ => Action::Pass,
        }
    }
}

/// Legal lists are as long as somebody's cash, and the battery plays every action of them.
const OPTIONS: Options = Options {
    games: 2,
    probes: 20,
    resamples: 2,
};

#[test]
fn battery_simple() {
    for players in 3..=5 {
        let report = battery::<ModernArt>(&Rules::of(Auctions::Simple, players), OPTIONS).unwrap();
        assert!(
            report.positions > 300 && report.rejected > 1_000,
            "{report:?}"
        );
    }
}

#[test]
fn battery_full() {
    for players in 3..=5 {
        let report = battery::<ModernArt>(&Rules::of(Auctions::Full, players), OPTIONS).unwrap();
        assert!(
            report.positions > 200 && report.rejected > 1_000,
            "{report:?}"
        );
    }
}

#[test]
fn battery_hidden_cash_and_other_limits() {
    for limit in [1, 3, 16] {
        let rules = Rules {
            limit,
            hidden_cash: true,
            ..Rules::of(Auctions::Full, 3)
        };
        let options = Options {
            games: 1,
            ..OPTIONS
        };
        battery::<ModernArt>(&rules, options).unwrap();
    }
}

#[test]
fn node_counts() {
    let simple = testing::node_counts::<ModernArt>(&Rules::of(Auctions::Simple, 3), 3);
    insta::assert_snapshot!("perft_simple", simple);
    let full = testing::node_counts::<ModernArt>(&Rules::FULL, 3);
    insta::assert_snapshot!("perft_full", full);
}

/// Legal lists go up to the cash of each seat: a golden names the first and the last of a run.
#[test]
fn golden_playthroughs() {
    for (name, rules, seed) in [
        ("simple_3", Rules::of(Auctions::Simple, 3), 0),
        ("full_3", Rules::of(Auctions::Full, 3), 1),
        ("full_5", Rules::FULL, 2),
    ] {
        let text = testing::playthrough::<ModernArt>(rules, seed);
        insta::assert_snapshot!(name, shorten(&text));
    }
}

/// `bid 3 | bid 4 | … | bid 80` as `bid 3 | .. | bid 80`.
fn shorten(text: &str) -> String {
    let line = |line: &str| -> String {
        let Some((head, list)) = line.split_once(" legal: ") else {
            return line.to_owned();
        };
        let items: Vec<&str> = list.split(" | ").collect();
        let verb = |item: &str| item.split(' ').next().unwrap_or("").to_owned();
        let amount = |item: &str| matches!(verb(item).as_str(), "bid" | "price");
        let mut kept: Vec<&str> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let inner = amount(item)
                && index > 0
                && items.get(index + 1).is_some_and(|next| amount(next))
                && amount(items[index - 1]);
            match kept.last() {
                Some(&"..") if inner => {}
                _ if inner => kept.push(".."),
                _ => kept.push(item),
            }
        }
        format!("{head} legal: {}", kept.join(" | "))
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

// ---- tables laid out by hand -----------------------------------------------------------

fn painting(text: &str) -> Painting {
    text.parse().unwrap()
}

/// A game whose first hands are given (commas between), filled up from what is left so that
/// no filler is by an artist named in `keep_out`, as far as that goes.
fn game(rules: &Rules, hands: &[&str]) -> Recorded<ModernArt> {
    let mut left = rules.auctions.paintings().to_vec();
    let mut named: Vec<Vec<Painting>> = Vec::new();
    for hand in hands {
        let hand = hand
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty());
        named.push(hand.map(painting).collect());
    }
    for painting in named.iter().flatten() {
        let at = left.iter().position(|other| other == painting).unwrap();
        left.remove(at);
    }
    // Fillers from the end: artist 4 first.
    let mut deck = Vec::new();
    for seat in 0..rules.seats() {
        let mut hand = named.get(seat).cloned().unwrap_or_default();
        while hand.len() < dealt(rules.seats(), 0) {
            hand.push(left.pop().unwrap());
        }
        deck.extend(hand);
    }
    deck.extend(left);
    Recorded::start(rules.clone(), Deal { deck })
}

fn to_move(game: &ModernArt) -> Seat {
    game.to_move().first().unwrap()
}

fn play(game: &mut Recorded<ModernArt>, actions: &[&str]) {
    for text in actions {
        let seat = to_move(game);
        if let Err(error) = game.play(seat, text.parse().unwrap()) {
            panic!("{error}");
        }
    }
}

fn refused(game: &ModernArt, action: &str) -> String {
    match game.clone().play(to_move(game), action.parse().unwrap()) {
        Err(PlayError::Illegal { rule, .. }) => rule.to_string(),
        other => panic!("'{action}' gives {other:?}"),
    }
}

fn cash(game: &ModernArt) -> Vec<u16> {
    Seat::all(game.rules().seats())
        .map(|seat| game.cash(seat))
        .collect()
}

fn sold(game: &Recorded<ModernArt>) -> (u8, u8, u16, u8) {
    (game.events.iter().rev())
        .find_map(|event| match *event {
            Event::Sold { lot, buyer, price } => {
                Some((lot.seller.0, buyer.0, price, lot.card_count()))
            }
            _ => None,
        })
        .unwrap()
}

fn rounds(game: &Recorded<ModernArt>) -> Vec<RoundResult> {
    (game.events.iter())
        .filter_map(|event| match *event {
            Event::RoundEnd(result) => Some(result),
            _ => None,
        })
        .collect()
}

const SIMPLE_3: Rules = Rules::of(Auctions::Simple, 3);
const FULL_3: Rules = Rules::of(Auctions::Full, 3);

// ---- set-up -----------------------------------------------------------------------------

#[test]
fn the_paintings_are_those_of_the_rules() {
    for (counts, total) in AUCTION_COUNTS.iter().zip(PAINTING_COUNTS) {
        assert_eq!(counts.iter().sum::<u8>(), total);
    }
    // The rules page lists them by auction.
    let by_auction = |auction: Auction| AUCTION_COUNTS.map(|counts| counts[auction.index()]);
    assert_eq!(by_auction(Auction::Fixed), [2, 3, 3, 3, 3]);
    assert_eq!(by_auction(Auction::Sealed), [2, 3, 3, 3, 3]);
    assert_eq!(by_auction(Auction::Double), [2, 2, 2, 3, 3]);
    assert_eq!(by_auction(Auction::Open), [3, 3, 3, 3, 4]);
    assert_eq!(by_auction(Auction::Once), [3, 2, 3, 3, 3]);
}

#[test]
fn hands_are_dealt_by_players_and_round() {
    for (players, first, more, left) in [(3, 10, 6, 4), (4, 9, 4, 2), (5, 8, 3, 0)] {
        let counts: Vec<usize> = (0..4).map(|round| dealt(players, round)).collect();
        assert_eq!(counts, [first, more, more, 0]);
        assert_eq!(players * (first + 2 * more) + left, 70);
        let rules = Rules::of(Auctions::Simple, players as u8);
        let view = game(&rules, &[]).view(Viewer::Public);
        assert!(
            view.players
                .iter()
                .all(|p| usize::from(p.hand_len) == first)
        );
        assert_eq!(cash(&game(&rules, &[])), vec![100; players]);
        assert_eq!(view.phase, Phase::Offer { seat: Seat(0) });
    }
}

#[test]
fn wrong_rules_and_deals_are_refused() {
    for (players, limit) in [(2, 5), (6, 5), (3, 0), (3, 17)] {
        let rules = Rules {
            limit,
            ..Rules::of(Auctions::Simple, players)
        };
        let deal = ModernArt::deal(&Rules::SIMPLE, 1);
        assert!(ModernArt::new(rules, deal).is_err(), "{players} {limit}");
    }
    let full = ModernArt::deal(&Rules::FULL, 1);
    assert!(ModernArt::new(Rules::SIMPLE, full.clone()).is_err());
    let mut short = full;
    short.deck.pop();
    assert!(ModernArt::new(Rules::FULL, short).is_err());
    for name in Rules::names() {
        assert!(Rules::named(name).is_some(), "{name}");
    }
    assert_eq!(Rules::named("full-4"), Some(Rules::of(Auctions::Full, 4)));
    assert_eq!(Rules::named(""), None);
}

// ---- sealed -----------------------------------------------------------------------------

#[test]
fn the_highest_sealed_bid_buys_from_the_seller() {
    let mut game = game(&SIMPLE_3, &["0, 1", "0", "0"]);
    play(&mut game, &["offer 0"]);
    assert_eq!(game.to_move(), SeatSet::all(3));
    play(&mut game, &["bid 5", "bid 20", "bid 7"]);
    assert_eq!(cash(&game), [120, 80, 100]);
    assert_eq!(sold(&game), (0, 1, 20, 1));
    assert_eq!(to_move(&game), Seat(1));
    assert_eq!(game.bought(Seat(1)), &[1, 0, 0, 0, 0]);
    assert_eq!(game.hand(Seat(0)).len(), 9);
}

#[test]
fn equal_sealed_bids_go_to_the_first_from_the_sellers_left() {
    let mut table = game(&SIMPLE_3, &["0, 1", "0", "0"]);
    play(&mut table, &["offer 0", "bid 9", "bid 9", "bid 9"]);
    assert_eq!(sold(&table), (0, 1, 9, 1));
    play(&mut table, &["offer 0", "bid 9", "bid 9", "bid 0"]);
    assert_eq!(sold(&table), (1, 0, 9, 1));
}

#[test]
fn a_seller_who_buys_pays_the_bank() {
    let mut game = game(&SIMPLE_3, &["0", "0", "0"]);
    play(&mut game, &["offer 0", "bid 30", "bid 29", "bid 1"]);
    assert_eq!(cash(&game), [70, 100, 100]);
    assert_eq!(sold(&game), (0, 0, 30, 1));
}

#[test]
fn without_bids_the_seller_takes_it_for_nothing() {
    let mut game = game(&SIMPLE_3, &["0", "0", "0"]);
    play(&mut game, &["offer 0", "bid 0", "bid 0", "bid 0"]);
    assert_eq!(sold(&game), (0, 0, 0, 1));
    assert_eq!(cash(&game), [100, 100, 100]);
}

#[test]
fn sealed_bids_stay_sealed_until_all_are_in() {
    let mut game = game(&SIMPLE_3, &["0", "0", "0"]);
    play(&mut game, &["offer 0", "bid 30"]);
    let bids = |viewer| match game.view(viewer).phase {
        Phase::Sealed { bids, .. } => bids[0],
        other => panic!("{other:?}"),
    };
    assert_eq!(bids(Viewer::Seat(Seat(0))), Some(30));
    assert_eq!(bids(Viewer::Seat(Seat(1))), None);
    assert_eq!(bids(Viewer::Public), None);
    let text = serde_json::to_string(&game.view(Viewer::Seat(Seat(1)))).unwrap();
    assert!(!text.contains("30"), "{text}");
    // A resampled bid is one the seat can pay.
    let mut rng = Streams::new(1).task(0);
    for _ in 0..20 {
        let other = ModernArt::resample(&game.view(Viewer::Seat(Seat(1))), &mut rng);
        match other.phase() {
            Phase::Sealed { bids, .. } => assert!(bids[0].unwrap() <= 100),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn nobody_bids_more_than_his_cash() {
    let mut game = game(&SIMPLE_3, &["0", "0", "0"]);
    play(&mut game, &["offer 0"]);
    assert_eq!(refused(&game, "bid 101"), "You have only 100");
    assert_eq!(refused(&game, "pass"), "Now you bid; 0 is no bid");
    assert_eq!(game.legal_actions(Seat(0)).len(), 101);
}

// ---- rounds -----------------------------------------------------------------------------

/// Offers the painting and lets the seller have it free.
fn unsold(game: &mut Recorded<ModernArt>, offer: &str) {
    play(game, &[offer]);
    if let Phase::Sealed { .. } = game.phase() {
        let seats = game.rules().seats();
        play(game, &["bid 0"; 5][..seats]);
    }
}

#[test]
fn the_fifth_painting_of_an_artist_ends_the_round_unsold() {
    let mut game = game(&SIMPLE_3, &["0, 0", "0, 0, 1", "0"]);
    for offer in ["offer 0", "offer 0", "offer 0", "offer 0", "offer 0"] {
        unsold(&mut game, offer);
    }
    let [result] = rounds(&game)[..] else {
        panic!()
    };
    assert_eq!(result.offered, [5, 0, 0, 0, 0]);
    assert_eq!(result.ranked, [Some(0), None, None]);
    // The fifth belongs to nobody: two paintings of seat 0, one each of seats 1 and 2.
    assert_eq!(result.paid.as_slice(), [60, 30, 30]);
    // Seat 1 ended it, so that seat 2 goes on.
    assert_eq!((to_move(&game), game.round()), (Seat(2), 1));
    assert_eq!(game.hand(Seat(2)).len(), 9 + 6);
    assert_eq!(game.offered(), &[0; 5]);
    assert_eq!(game.bought(Seat(0)), &[0; 5]);
}

#[test]
fn another_limit_ends_a_round_earlier() {
    let rules = Rules {
        limit: 2,
        ..SIMPLE_3
    };
    let mut game = game(&rules, &["0", "0", ""]);
    unsold(&mut game, "offer 0");
    unsold(&mut game, "offer 0");
    assert_eq!(game.round(), 1);
}

#[test]
fn artists_rank_by_paintings_offered_ties_to_the_lower() {
    assert_eq!(state_rank([1, 2, 2, 0, 5]), [Some(4), Some(1), Some(2)]);
    assert_eq!(state_rank([0, 0, 1, 0, 0]), [Some(2), None, None]);
    assert_eq!(state_rank([2, 2, 2, 2, 2]), [Some(0), Some(1), Some(2)]);
    assert_eq!(state_rank([0; 5]), [None; 3]);
}

fn state_rank(offered: [u8; 5]) -> [Option<u8>; 3] {
    super::state::rank(&offered)
}

#[test]
fn gains_add_up_and_pay_only_in_rounds_in_which_the_artist_is_ranked() {
    let rules = Rules {
        limit: 2,
        ..SIMPLE_3
    };
    let mut game = game(&rules, &["0, 0, 1, 2, 2", "0, 1, 1, 1, 2", "0, 0, 0, 1, 3"]);
    // Round 1: artist 0 twice; seat 0 holds one bought.
    unsold(&mut game, "offer 0");
    unsold(&mut game, "offer 0");
    assert_eq!(cash(&game), [130, 100, 100]);
    // Round 2: seat 2 offers 0, seat 0 offers 1, seat 1 ends it with another 1.
    unsold(&mut game, "offer 0");
    unsold(&mut game, "offer 1");
    unsold(&mut game, "offer 1");
    // Artist 1 first with 30, artist 0 second: 30 + 20.
    assert_eq!(rounds(&game)[1].worth, [50, 30, 0, 0, 0]);
    assert_eq!(cash(&game), [160, 100, 150]);
    // Round 3: nobody offers artist 0: its 50 pay nothing.
    unsold(&mut game, "offer 1");
    unsold(&mut game, "offer 2");
    unsold(&mut game, "offer 1");
    assert_eq!(rounds(&game)[2].worth, [0, 60, 20, 0, 0]);
    assert_eq!(cash(&game), [180, 100, 210]);
    assert_eq!(game.gained(0), 50);
}

#[test]
fn empty_hands_are_skipped_and_when_all_are_empty_the_round_ends() {
    let rules = Rules {
        limit: 16,
        ..SIMPLE_3
    };
    let mut game = game(&rules, &[]);
    let mut offers = 0;
    while let Phase::Offer { seat } = game.phase() {
        let first = game.legal_actions(seat)[0].to_string();
        unsold(&mut game, &first);
        offers += 1;
    }
    // Nobody reaches sixteen of an artist in a round: every hand is played out.
    assert_eq!(offers, 66);
    assert_eq!(rounds(&game).len(), 4);
    // In the last round nobody had anything.
    assert_eq!(rounds(&game)[3].offered, [0; 5]);
    assert_eq!(rounds(&game)[3].ranked, [None; 3]);
    assert!(game.outcome().is_some());
}

#[test]
fn a_seat_without_paintings_is_passed_over() {
    let rules = Rules {
        limit: 16,
        ..FULL_3
    };
    let mut game = game(&rules, &["0 double", "", "0 open"]);
    // Seats 0 and 2 lay one out together: they run out before seat 1.
    play(&mut game, &["offer 0 double", "pass", "pass", "add 0 open"]);
    let mut offers = Vec::new();
    while game.round() == 0 {
        let seat = to_move(&game);
        if let Phase::Offer { seat } = game.phase() {
            assert!(!game.hand(seat).is_empty());
            offers.push(seat.0);
        }
        let legal = game.legal_actions(seat);
        let pass = legal.contains(&Action::Pass);
        game.play_unchecked(seat, if pass { Action::Pass } else { legal[0] });
    }
    assert_eq!(offers[..6], [0, 1, 2, 0, 1, 2]);
    assert!(offers.ends_with(&[0, 1, 2, 1]), "{offers:?}");
}

#[test]
fn equal_cash_shares_the_win() {
    let rules = Rules {
        limit: 1,
        ..SIMPLE_3
    };
    let mut game = game(&rules, &[]);
    // The first painting ends each round: nobody ever buys anything.
    for _ in 0..4 {
        let first = game.legal_actions(to_move(&game))[0];
        game.play(to_move(&game), first).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.scores, [100, 100, 100]);
    assert_eq!(outcome.winners, SeatSet::all(3));
}

// ---- open -------------------------------------------------------------------------------

#[test]
fn open_goes_round_until_all_others_pass() {
    let mut game = game(&FULL_3, &["0 open", "", ""]);
    play(&mut game, &["offer 0 open"]);
    assert_eq!(to_move(&game), Seat(1));
    play(&mut game, &["pass", "bid 3", "pass", "bid 4"]);
    // Seat 1 had passed and came back. Seats 2 and 0 are asked, seat 1 is not.
    assert_eq!(to_move(&game), Seat(2));
    assert_eq!(
        refused(&game, "bid 4"),
        "You have to bid more than 4, or pass"
    );
    play(&mut game, &["pass", "pass"]);
    assert_eq!(sold(&game), (0, 1, 4, 1));
    assert_eq!(cash(&game), [104, 96, 100]);
}

#[test]
fn open_without_a_bid_is_the_sellers_for_nothing() {
    let mut game = game(&FULL_3, &["0 open", "", ""]);
    play(&mut game, &["offer 0 open", "pass", "pass", "pass"]);
    assert_eq!(sold(&game), (0, 0, 0, 1));
}

#[test]
fn the_seller_may_bid_in_the_open_and_pays_the_bank() {
    let mut game = game(&FULL_3, &["0 open", "", ""]);
    play(
        &mut game,
        &["offer 0 open", "bid 2", "pass", "bid 10", "pass", "pass"],
    );
    assert_eq!(sold(&game), (0, 0, 10, 1));
    assert_eq!(cash(&game), [90, 100, 100]);
}

#[test]
fn who_is_too_poor_is_asked_all_the_same() {
    let mut game = game(&FULL_3, &["0 open", "", ""]);
    play(&mut game, &["offer 0 open", "bid 100"]);
    assert_eq!(to_move(&game), Seat(2));
    assert_eq!(game.legal_actions(Seat(2)), [Action::Pass]);
}

// ---- once around ------------------------------------------------------------------------

#[test]
fn once_around_asks_each_once_the_seller_last() {
    let mut game = game(&FULL_3, &["0 once", "", ""]);
    play(&mut game, &["offer 0 once", "bid 5", "bid 8"]);
    assert_eq!(to_move(&game), Seat(0));
    assert_eq!(
        refused(&game, "bid 8"),
        "You have to bid more than 8, or pass"
    );
    let mut kept = game.clone();
    play(&mut game, &["pass"]);
    assert_eq!(sold(&game), (0, 2, 8, 1));
    play(&mut kept, &["bid 9"]);
    assert_eq!(sold(&kept), (0, 0, 9, 1));
    assert_eq!(cash(&kept), [91, 100, 100]);
}

#[test]
fn once_around_without_a_bid_is_the_sellers_for_nothing() {
    let mut game = game(&FULL_3, &["0 once", "", ""]);
    play(&mut game, &["offer 0 once", "pass", "pass", "pass"]);
    assert_eq!(sold(&game), (0, 0, 0, 1));
}

// ---- fixed price ------------------------------------------------------------------------

#[test]
fn the_first_to_take_the_fixed_price_pays_it() {
    let mut game = game(&FULL_3, &["0 fixed", "", ""]);
    play(&mut game, &["offer 0 fixed"]);
    assert_eq!(to_move(&game), Seat(0));
    assert_eq!(refused(&game, "price 101"), "You have only 100");
    assert_eq!(refused(&game, "pass"), "Now you name a price");
    play(&mut game, &["price 12", "pass", "take"]);
    assert_eq!(sold(&game), (0, 2, 12, 1));
    assert_eq!(cash(&game), [112, 100, 88]);
    assert_eq!(to_move(&game), Seat(1));
}

#[test]
fn a_price_nobody_pays_is_the_sellers_to_pay() {
    let mut game = game(&FULL_3, &["0 fixed", "", ""]);
    play(&mut game, &["offer 0 fixed", "price 100", "pass", "pass"]);
    assert_eq!(sold(&game), (0, 0, 100, 1));
    assert_eq!(cash(&game), [0, 100, 100]);
}

#[test]
fn a_price_of_nothing_can_be_taken() {
    let mut game = game(&FULL_3, &["0 fixed", "", ""]);
    play(&mut game, &["offer 0 fixed", "price 0", "take"]);
    assert_eq!(sold(&game), (0, 1, 0, 1));
}

// ---- double -----------------------------------------------------------------------------

#[test]
fn the_seller_adds_the_second_and_both_go_together() {
    let mut game = game(&FULL_3, &["0 double, 0 sealed", "", ""]);
    play(&mut game, &["offer 0 double"]);
    assert_eq!(to_move(&game), Seat(0));
    play(&mut game, &["add 0 sealed", "bid 1", "bid 2", "bid 3"]);
    assert_eq!(sold(&game), (0, 2, 3, 2));
    assert_eq!(game.bought(Seat(2))[0], 2);
    assert_eq!(game.offered()[0], 2);
    assert_eq!(to_move(&game), Seat(1));
}

#[test]
fn who_adds_becomes_the_seller_and_the_turn_goes_on_from_his_left() {
    let mut game = game(&FULL_3, &["0 double", "0 fixed", ""]);
    play(&mut game, &["offer 0 double", "pass", "add 0 fixed"]);
    assert_eq!(to_move(&game), Seat(1));
    play(&mut game, &["price 7"]);
    assert_eq!(to_move(&game), Seat(2));
    play(&mut game, &["pass", "take"]);
    assert_eq!(sold(&game), (1, 0, 7, 2));
    assert_eq!(cash(&game), [93, 107, 100]);
    assert_eq!(to_move(&game), Seat(2));
}

#[test]
fn a_double_nobody_adds_to_is_the_first_sellers_for_nothing() {
    let mut game = game(&FULL_3, &["0 double", "0 open", "0 open"]);
    play(&mut game, &["offer 0 double", "pass", "pass", "pass"]);
    assert_eq!(sold(&game), (0, 0, 0, 1));
    assert_eq!(game.bought(Seat(0))[0], 1);
    assert_eq!(to_move(&game), Seat(1));
}

#[test]
fn the_second_is_by_the_same_artist_in_hand_and_not_double() {
    let mut game = game(&FULL_3, &["0 double, 0 double, 1 open", "", ""]);
    play(&mut game, &["offer 0 double"]);
    assert_eq!(
        refused(&game, "add 0 double"),
        "The second painting cannot be a double one"
    );
    assert_eq!(
        refused(&game, "add 1 open"),
        "The second painting has to be by artist 0 too"
    );
    assert_eq!(
        refused(&game, "add 0 open"),
        "You have no painting '0 open' in hand"
    );
    assert_eq!(
        refused(&game, "bid 3"),
        "Now you add a second painting, or pass"
    );
    assert_eq!(game.legal_actions(Seat(0)), [Action::Pass]);
}

#[test]
fn the_second_may_be_the_fifth_and_end_the_round() {
    let rules = Rules { limit: 2, ..FULL_3 };
    let mut game = game(&rules, &["0 double", "0 open", ""]);
    play(&mut game, &["offer 0 double", "pass", "add 0 open"]);
    let [result] = rounds(&game)[..] else {
        panic!()
    };
    assert_eq!(result.offered[0], 2);
    assert_eq!(result.paid.as_slice(), [0, 0, 0]);
    assert_eq!(cash(&game), [100, 100, 100]);
    assert_eq!(to_move(&game), Seat(2));
}

#[test]
fn a_double_that_is_itself_the_fifth_ends_the_round_without_a_second() {
    let rules = Rules { limit: 1, ..FULL_3 };
    let mut game = game(&rules, &["0 double, 0 open", "", ""]);
    play(&mut game, &["offer 0 double"]);
    assert_eq!(game.round(), 1);
    assert_eq!(rounds(&game)[0].offered[0], 1);
}

// ---- what is known ----------------------------------------------------------------------

#[test]
fn hidden_cash_is_not_shown_but_can_be_counted() {
    let rules = Rules {
        hidden_cash: true,
        ..SIMPLE_3
    };
    let mut game = game(&rules, &["0", "0", "0"]);
    play(&mut game, &["offer 0", "bid 0", "bid 20", "bid 7"]);
    let view = game.view(Viewer::Seat(Seat(0)));
    assert_eq!(
        [0, 1, 2].map(|seat| view.shows_cash(Seat(seat))),
        [true, false, false]
    );
    assert_eq!(view.cash().as_slice(), [120, 80, 100]);
}

#[test]
fn bought_paintings_are_listed_by_artist() {
    let rules = Rules {
        limit: 3,
        ..SIMPLE_3
    };
    let mut game = game(&rules, &["2, 0", "1", "0"]);
    for (offer, bids) in [("offer 2", 3), ("offer 1", 3), ("offer 0", 3)] {
        play(
            &mut game,
            &[offer, "bid 0", &format!("bid {bids}"), "bid 0"],
        );
    }
    let view = game.view(Viewer::Public);
    assert_eq!(view.players[1].bought, [1, 1, 1, 0, 0]);
    let text = serde_json::to_value(&view).unwrap();
    assert_eq!(text["players"][1]["bought"], serde_json::json!([0, 1, 2]));
    assert_eq!(serde_json::from_value::<View>(text.clone()).unwrap(), view);
    let mut other = text;
    other["players"][1]["bought"] = serde_json::json!([5]);
    let refused = serde_json::from_value::<View>(other).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "no painting of artist 5 can have been bought"
    );
}

#[test]
fn only_the_last_bid_and_a_rounds_end_reveal_anything() {
    let mut table = game(&FULL_3, &["0 double, 0 open", "", ""]);
    assert!(!table.reveals(Seat(0), "offer 0 double".parse().unwrap()));
    play(&mut table, &["offer 0 double"]);
    assert!(!table.reveals(Seat(0), Action::Pass));
    let rules = Rules { limit: 1, ..FULL_3 };
    let last = game(&rules, &["0 open", "", ""]);
    assert!(last.reveals(Seat(0), "offer 0 open".parse().unwrap()));
}

// ---- text -------------------------------------------------------------------------------

#[test]
fn actions_are_read_in_short_forms() {
    for (text, action) in [
        ("offer 2", "offer 2"),
        ("o 2 op", "offer 2 open"),
        ("Offer 4 On", "offer 4 once"),
        ("a 0 f", "add 0 fixed"),
        ("b 14", "bid 14"),
        ("pr 20", "price 20"),
        ("t", "take"),
        ("PASS", "pass"),
    ] {
        assert_eq!(
            text.parse::<Action>().unwrap().to_string(),
            action,
            "{text}"
        );
    }
    for text in [
        "",
        "p",
        "p 3",
        "bid",
        "bid -1",
        "bid +1",
        "bid 70000",
        "offer",
        "offer 5",
        "offer 2 o",
        "take 3",
        "pass now",
        "sell 2",
        "bid 1 2",
        "offer 256",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in "\\PC{0,24}") {
        if let Ok(action) = text.parse::<Action>() {
            let written = action.to_string();
            prop_assert_eq!(written.parse::<Action>(), Ok(action));
        }
    }

    #[test]
    fn near_actions_come_back(verb in "(offer|add|bid|price|take|pass|o|a|b|pr|t|pa)",
        rest in "( ?[0-9]{0,3})( ?(open|once|fixed|sealed|double|o|s)?)")
    {
        if let Ok(action) = format!("{verb}{rest}").parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
        }
    }
}

/// Every assignment of the unseen paintings to the other hands and the deck.
fn enumerate(view: &View) -> Option<Assignments<Painting>> {
    let own = view.viewer.seat().unwrap();
    let mut places: Vec<HiddenPlace> = (0..)
        .zip(&view.players)
        .filter(|&(seat, _)| Seat(seat) != own)
        .map(|(_, player)| HiddenPlace {
            cards: player.hand_len.into(),
            ordered: false,
        })
        .collect();
    places.push(HiddenPlace {
        cards: view.deck.into(),
        ordered: true,
    });
    let hidden: usize = places.iter().map(|place| place.cards).sum();
    if hidden > 8 {
        return None;
    }
    let mut unseen = view.rules.auctions.paintings().to_vec();
    let hand = view.players[own.index()].hand.clone().unwrap();
    for seen in view.rules.auctions.each(view.seen).chain(hand) {
        let at = unseen.iter().position(|&painting| painting == seen);
        unseen.remove(at.unwrap());
    }
    Some(assignments(&unseen, &places, |_| true))
}

#[test]
fn resampled_paintings_have_the_enumerated_distribution() {
    // Rounds in which all paintings are offered leave few hidden at the end.
    let open = Rules {
        limit: 16,
        ..Rules::of(Auctions::Simple, 5)
    };
    let with_deck = Rules {
        limit: 16,
        ..Rules::of(Auctions::Simple, 3)
    };
    let full = Rules {
        limit: 16,
        ..Rules::of(Auctions::Full, 4)
    };
    for rules in [open, with_deck, full] {
        for (view, expected) in positions_to_enumerate::<ModernArt, _>(&rules, 2, enumerate) {
            let own = view.viewer.seat();
            compare_with_resamples(&view, &expected, |game: &ModernArt| {
                let others = Seat::all(game.hands()).filter(|&seat| Some(seat) != own);
                let hand = |seat| game.auctions().each(game.hand(seat)).collect();
                others.map(hand).chain([game.deck.to_vec()]).collect()
            });
        }
    }
}
