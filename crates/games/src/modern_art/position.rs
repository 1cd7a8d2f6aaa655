//! Positions that are set up by hand. In the middle of sealed bids, the position is the one in which nobody has bid.

use super::cards::{ARTISTS, AUCTIONS, Auction, Cards, PAINTINGS, Painting};
use super::phase::{HighBid, Lot, Phase};
use super::rules::{Auctions, GAINS, ROUNDS, Rules, START_CASH, dealt};
use super::view::{PlayerView, View};
use parlour_engine::{
    Position, PositionFault, PositionReader, Row, RowKind, RowName, Seat, SeatSet, View as _,
    Viewer,
};
use std::array;

const ROUND: RowName = RowName::one("round");
const PHASE: RowName = RowName::one("phase");
const TURN: RowName = RowName::one("turn");
const SELLER: RowName = RowName::one("seller");
const LOT: RowName = RowName::one("lot");
const DOUBLE: RowName = RowName::one("double");
const BIDDER: RowName = RowName::one("bidder");
const PRICE: RowName = RowName::one("price");
const CASH: RowName = RowName::one("cash");
const SEEN: RowName = RowName::one("seen");
/// Derived: offered in this round, by artist.
const OFFERED: RowName = RowName::one("offered");

const OFFER: i32 = 0;
const SEALED: i32 = 1;
const ADD: i32 = 2;
const PRICE_PHASE: i32 = 3;
const FIXED: i32 = 4;
const OPEN: i32 = 5;
const ONCE: i32 = 6;

fn hand(seat: usize) -> RowName {
    RowName::of("hand", seat)
}

fn bought(seat: usize) -> RowName {
    RowName::of("bought", seat)
}

fn gained(round: usize) -> RowName {
    RowName::of("gained", round)
}

/// Kinds of paintings in a row.
const fn kinds(auctions: Auctions) -> usize {
    match auctions {
        Auctions::Simple => ARTISTS,
        Auctions::Full => ARTISTS * AUCTIONS,
    }
}

fn painting(auctions: Auctions, kind: usize) -> Painting {
    match auctions {
        Auctions::Simple => auctions.painting(kind as u8, Auction::Sealed),
        Auctions::Full => {
            let (artist, auction) = (kind / AUCTIONS, kind % AUCTIONS);
            auctions.painting(artist as u8, Auction::ALL[auction])
        }
    }
}

fn kind(painting: Painting) -> i32 {
    match painting.auction {
        None => painting.artist.into(),
        Some(auction) => (painting.artist() * AUCTIONS + auction.index()) as i32,
    }
}

/// The round, at most the last.
fn round(position: &Position) -> usize {
    (position.get(ROUND, 0).max(0) as usize).min(ROUNDS - 1)
}

pub(super) fn rows(rules: &Rules, position: &impl AsRef<Position>) -> Vec<Row> {
    let position = position.as_ref();
    let seats = usize::from(rules.players);
    let last = seats as i32 - 1;
    let is_full = rules.auctions == Auctions::Full;
    let kinds = kinds(rules.auctions);
    let phase = position.get(PHASE, 0);
    let mut rows = vec![
        RowKind::Numbers.row(ROUND, 1, ROUNDS as i32 - 1),
        RowKind::Choice.row(PHASE, 1, if is_full { ONCE } else { SEALED }),
    ];
    if phase != SEALED && phase != PRICE_PHASE {
        rows.push(RowKind::Seat.row(TURN, 1, last));
    }
    if phase != OFFER {
        rows.push(RowKind::Seat.row(SELLER, 1, last));
        rows.push(RowKind::Card.row(LOT, 1, kinds as i32 - 1));
        if is_full && phase != ADD {
            rows.push(RowKind::MaybeCard.row(DOUBLE, 1, kinds as i32));
        }
    }
    if phase == OPEN || phase == ONCE {
        rows.push(RowKind::MaybeSeat.row(BIDDER, 1, last + 1));
    }
    if matches!(phase, FIXED | OPEN | ONCE) {
        rows.push(RowKind::Numbers.row(PRICE, 1, MAX_CASH));
    }
    rows.push(RowKind::Seats.row(CASH, seats, MAX_CASH));
    let each = |row: &dyn Fn(usize) -> Row| (0..seats).map(row).collect::<Vec<_>>();
    rows.extend(each(&|seat| RowKind::Cards.row(hand(seat), kinds, 16)));
    rows.extend(each(&|seat| {
        RowKind::Numbers.row(bought(seat), ARTISTS, 16)
    }));
    rows.push(RowKind::Cards.row(SEEN, kinds, 16));
    let most = GAINS[0].into();
    rows.extend(
        (0..round(position)).map(|round| RowKind::Numbers.row(gained(round), ARTISTS, most)),
    );
    rows
}

/// More than all money of a game.
const MAX_CASH: i32 = 9999;

pub(super) fn describe(view: &View) -> Position {
    let view = view.at_turn_start();
    let auctions = view.rules.auctions;
    let mut position = Position::default();
    position.set(ROUND, 0, view.round.into());
    let seat_of = |seat: Seat| i32::from(seat.0);
    let (phase, turn) = match view.phase {
        Phase::Offer { seat } => (OFFER, seat),
        Phase::Sealed { lot, .. } => (SEALED, lot.seller),
        Phase::Add { asked, .. } => (ADD, asked),
        Phase::Price { lot } => (PRICE_PHASE, lot.seller),
        Phase::Fixed { asked, .. } => (FIXED, asked),
        Phase::Open { asked, .. } => (OPEN, asked),
        Phase::OnceAround { asked, .. } => (ONCE, asked),
        Phase::Over => (OFFER, Seat(0)),
    };
    position.set(PHASE, 0, phase);
    if phase != SEALED && phase != PRICE_PHASE {
        position.set(TURN, 0, seat_of(turn));
    }
    let lot = match view.phase {
        Phase::Add { double, first, .. } => Some(Lot {
            seller: first,
            painting: double,
            double: None,
        }),
        phase => phase.lot(),
    };
    if let Some(lot) = lot {
        position.set(SELLER, 0, seat_of(lot.seller));
        position.set(LOT, 0, kind(lot.painting));
        position.set(DOUBLE, 0, lot.double.map_or(0, |double| 1 + kind(double)));
    }
    match view.phase {
        Phase::Fixed { price, .. } => position.set(PRICE, 0, price.into()),
        Phase::Open {
            best: Some(best), ..
        }
        | Phase::OnceAround {
            best: Some(best), ..
        } => {
            position.set(BIDDER, 0, 1 + seat_of(best.seat));
            position.set(PRICE, 0, best.amount.into());
        }
        _ => {}
    }
    let counts = |cards: Cards| {
        let kinds = 0..kinds(auctions);
        kinds
            .map(|kind| cards.count(painting(auctions, kind)).into())
            .collect()
    };
    position.set_row(SEEN, counts(view.seen));
    for (seat, player) in view.players.iter().enumerate() {
        position.set(CASH, seat, player.cash.into());
        let held: Cards = player.hand.iter().flatten().copied().collect();
        position.set_row(hand(seat), counts(held));
        position.set_row(bought(seat), player.bought.map(i32::from).to_vec());
    }
    for (round, gains) in view.gained.iter().enumerate() {
        position.set_row(gained(round), gains.map(i32::from).to_vec());
    }
    position
}

pub(super) fn view(
    rules: Rules,
    position: &impl AsRef<Position>,
) -> Result<View, Vec<PositionFault>> {
    let position = position.as_ref();
    let mut read = PositionReader::new(position, &rows(&rules, position));
    read.finish()?;
    let auctions = rules.auctions;
    let seats = usize::from(rules.players);
    let round = round(position);
    let sum = |numbers: &[i32]| numbers.iter().sum::<i32>();
    let cards = |name: RowName| -> Cards {
        let counts = position.row(name).iter().enumerate();
        counts
            .map(|(kind, &count)| Cards::of(painting(auctions, kind), count as u8))
            .sum()
    };
    let seen = cards(SEEN);
    let hands: Vec<Cards> = (0..seats).map(|seat| cards(hand(seat))).collect();
    let all: Cards = auctions.paintings().into_iter().collect();
    for at in 0..kinds(auctions) {
        let painting = painting(auctions, at);
        let count = |cards: &Cards| i32::from(cards.count(painting));
        let placed = count(&seen) + hands.iter().map(count).sum::<i32>();
        read.number(RowName::one("all"), Some(at), placed, 0, count(&all));
    }
    let each: usize = (0..=round).map(|round| dealt(seats, round)).sum();
    for (seat, cards) in hands.iter().enumerate() {
        read.number(hand(seat), None, cards.len(), 0, each);
    }
    let held: i32 = hands.iter().map(|hand| i32::from(hand.len())).sum();
    let out = held + sum(position.row(SEEN));
    read.number(RowName::one("dealt"), None, out, seats * each, seats * each);

    let cash: Vec<u16> = (0..seats)
        .map(|seat| position.get(CASH, seat) as u16)
        .collect();
    let phase = phase(&mut read, position, auctions, (&hands, &cash, seen));
    let lot = match phase {
        Phase::Add { double, .. } => Some((double.artist(), 1)),
        phase => phase.lot().map(|lot| (lot.artist(), lot.card_count())),
    };
    let offered: [u8; ARTISTS] = array::from_fn(|artist| {
        let sold: i32 = (0..seats)
            .map(|seat| position.get(bought(seat), artist))
            .sum();
        let pending = lot.filter(|(by, _)| *by == artist);
        sold as u8 + pending.map_or(0, |(_, count)| count)
    });
    let gains: [[u16; ARTISTS]; ROUNDS] =
        array::from_fn(|round| array::from_fn(|artist| position.get(gained(round), artist) as u16));
    for (number, gains) in gains.iter().enumerate().take(round) {
        let mut sorted: Vec<u16> = gains.iter().copied().filter(|&gain| gain > 0).collect();
        sorted.sort_unstable_by_key(|&gain| std::cmp::Reverse(gain));
        if sorted.is_empty() || !GAINS.starts_with(&sorted) {
            read.impossible(gained(number), None, sorted.iter().sum::<u16>().into());
        }
    }
    // What the bank has given at most.
    let mut paid = 0;
    for artist in 0..ARTISTS {
        let by_artist = i32::from(seen.of_artist(artist));
        let now = i32::from(offered[artist]);
        let most = (i32::from(rules.limit) - 1).min(by_artist);
        let least = if round == 0 { most } else { 0 };
        read.number(OFFERED, Some(artist), now, least, most);
        let before = by_artist - now;
        let ranked = gains.iter().filter(|round| round[artist] > 0).count();
        let most = usize::from(rules.limit) * round;
        read.number(
            RowName::one("earlier"),
            Some(artist),
            before.max(0),
            ranked,
            most,
        );
        let worth: u16 = gains.iter().map(|round| round[artist]).sum();
        paid += before.max(0) * i32::from(worth);
    }
    let most = seats as i32 * i32::from(START_CASH) + paid;
    read.number(CASH, None, sum(position.row(CASH)), 0, most);
    read.finish()?;
    let players = (0..seats).map(|seat| PlayerView {
        cash: cash[seat],
        hand: Some(auctions.each(hands[seat]).collect()),
        hand_len: hands[seat].len(),
        bought: std::array::from_fn(|artist| position.get(bought(seat), artist) as u8),
    });
    Ok(View {
        viewer: Viewer::Everything,
        round: round as u8,
        phase,
        to_move: phase.to_move(),
        offered,
        gained: gains,
        seen,
        deck: (PAINTINGS - seats * each) as u8,
        players: players.collect(),
        rules,
    })
}

/// The step of the turn. What is impossible about it is added to what was found before.
fn phase(
    read: &mut PositionReader<'_>,
    position: &impl AsRef<Position>,
    auctions: Auctions,
    (hands, cash, seen): (&[Cards], &[u16], Cards),
) -> Phase {
    let position = position.as_ref();
    let seats = hands.len();
    let seat = |name| position.get(name, 0) as usize;
    let (turn, seller) = (seat(TURN), seat(SELLER));
    let asked = Seat(turn as u8);
    let number = position.get(PHASE, 0);
    if number == OFFER {
        read.number(hand(turn), None, hands[turn].len(), 1, i32::MAX);
        return Phase::Offer { seat: asked };
    }
    let kind = seat(LOT);
    let sold = painting(auctions, kind);
    let expected = match number {
        SEALED => Auction::Sealed,
        ADD => Auction::Double,
        PRICE_PHASE | FIXED => Auction::Fixed,
        OPEN => Auction::Open,
        _ => Auction::Once,
    };
    if sold.sold_by() != expected {
        read.impossible(LOT, Some(0), kind as i32);
    }
    read.number(SEEN, Some(kind), seen.count(sold), 1, i32::MAX);
    let double = seat(DOUBLE).checked_sub(1);
    if let Some(kind) = double {
        let with = painting(auctions, kind);
        if with.sold_by() != Auction::Double || with.artist != sold.artist {
            read.impossible(DOUBLE, Some(0), 1 + kind as i32);
        }
        read.number(SEEN, Some(kind), seen.count(with), 1, i32::MAX);
    }
    let lot = Lot {
        seller: Seat(seller as u8),
        painting: sold,
        double: double.map(|kind| painting(auctions, kind)),
    };
    // How many have been asked before, after a seat.
    let since = |seat: usize| (turn + 2 * seats - seat - 1) % seats;
    let price = position.get(PRICE, 0);
    let bidder = seat(BIDDER).checked_sub(1);
    let best = bidder.map(|seat| HighBid {
        seat: Seat(seat as u8),
        amount: price as u16,
    });
    if number == OPEN || number == ONCE {
        match bidder {
            Some(bidder) => read.number(PRICE, Some(0), price, 1, cash[bidder]),
            None => read.number(PRICE, Some(0), price, 0, 0),
        }
    }
    match number {
        SEALED => Phase::Sealed {
            lot,
            waiting: SeatSet::all(seats),
            bids: Default::default(),
        },
        ADD => Phase::Add {
            double: sold,
            first: lot.seller,
            asked,
        },
        PRICE_PHASE => Phase::Price { lot },
        FIXED => {
            if turn == seller {
                read.impossible(TURN, Some(0), turn as i32);
            }
            read.number(PRICE, Some(0), price, 0, cash[seller]);
            Phase::Fixed {
                lot,
                price: price as u16,
                asked,
            }
        }
        OPEN => {
            if bidder == Some(turn) {
                read.impossible(TURN, Some(0), turn as i32);
            }
            Phase::Open {
                lot,
                asked,
                best,
                passes: since(bidder.unwrap_or(seller)) as u8,
            }
        }
        _ => {
            let order = |seat: usize| (seat + 2 * seats - seller - 1) % seats;
            if bidder.is_some_and(|bidder| order(bidder) >= order(turn)) {
                read.impossible(BIDDER, Some(0), position.get(BIDDER, 0));
            }
            Phase::OnceAround { lot, asked, best }
        }
    }
}
