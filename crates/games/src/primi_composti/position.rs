//! Positions that are set up by hand.

use super::cards::{COMPOSITES, CardSet, MAX_CARD, MIN_CARD, PRIMES, is_prime};
use super::rules::{Rules, Version};
use super::view::{PlayerView, View};
use parlour_engine::{
    Position, PositionFault, PositionReader, Row, RowKind, RowName, Seat, Viewer,
};

const FIRST: RowName = RowName::one("first");
const POINTS: RowName = RowName::one("points");

fn hand(seat: usize) -> RowName {
    RowName::of("hand", seat)
}

fn primes(seat: usize) -> RowName {
    RowName::of("primes", seat)
}

fn composites(seat: usize) -> RowName {
    RowName::of("composites", seat)
}

pub(super) fn rows(rules: &Rules, _position: &impl AsRef<Position>) -> Vec<Row> {
    let seats = usize::from(rules.players);
    let highest = MAX_CARD.into();
    let mut rows = vec![RowKind::Seat.row(FIRST, 1, seats as i32 - 1)];
    for seat in 0..seats {
        rows.push(RowKind::List.row(hand(seat), rules.cards.into(), highest));
        rows.push(RowKind::List.row(primes(seat), PRIMES, highest));
        rows.push(RowKind::List.row(composites(seat), COMPOSITES, highest));
    }
    // In version 2 the points are the VALUE of the stacks.
    if rules.version == Version::One {
        rows.push(RowKind::Seats.row(POINTS, seats, 9999));
    }
    rows
}

pub(super) fn describe(view: &View) -> Position {
    let mut position = Position::default();
    let numbers = |cards: &mut dyn Iterator<Item = u8>| cards.map(i32::from).collect();
    position.set(FIRST, 0, view.first.0.into());
    for (seat, player) in view.players.iter().enumerate() {
        let held = player.hand.unwrap_or_default();
        position.set_row(hand(seat), numbers(&mut held.iter()));
        position.set_row(primes(seat), numbers(&mut player.primes.iter().copied()));
        let pile = &mut player.composites.iter().copied();
        position.set_row(composites(seat), numbers(pile));
        if view.rules.version == Version::One {
            position.set(POINTS, seat, player.points);
        }
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
    let seats = usize::from(rules.players);
    let size = i32::from(rules.cards);
    let cards = |name: RowName| -> Vec<u8> {
        let numbers = position.row(name).iter();
        numbers.map(|&number| number as u8).collect()
    };
    let mut deck = CardSet::EMPTY;
    let mut placed = 0;
    for seat in 0..seats {
        let places = [hand(seat), primes(seat), composites(seat)];
        for (name, stack) in places.into_iter().zip([None, Some(true), Some(false)]) {
            for (at, card) in cards(name).into_iter().enumerate() {
                read.number(name, Some(at), card, MIN_CARD, MAX_CARD);
                if stack.is_some_and(|primes| primes != is_prime(card)) {
                    read.impossible(name, Some(at), card.into());
                }
                if deck.contains(card) {
                    read.number(RowName::one("all"), Some(card.into()), 2, 0, 1);
                }
                deck = deck.with(card);
                placed += 1;
            }
        }
    }
    let dealt = seats as i32 * size;
    read.number(RowName::one("dealt"), None, placed, dealt, dealt);
    let first = usize::from(read.get(FIRST, 0));
    let holder = (0..seats).find(|&seat| {
        let is_here = |name: RowName| position.row(name).contains(&MIN_CARD.into());
        is_here(hand(seat)) || rules.version == Version::One && is_here(primes(seat))
    });
    match holder {
        Some(holder) => read.number(FIRST, Some(0), first, holder, holder),
        None if !deck.contains(MIN_CARD) => read.number(FIRST, Some(0), first, 0, 0),
        None => {}
    }
    let held: i32 = (0..seats)
        .map(|seat| position.row(hand(seat)).len() as i32)
        .sum();
    read.number(RowName::one("hands"), None, held, 1, dealt);
    let played = (dealt - held).max(0) as usize;
    let mut players = Vec::with_capacity(seats);
    for seat in 0..seats {
        let turns = played / seats + usize::from((seat + seats - first) % seats < played % seats);
        let left = size - turns as i32;
        read.number(hand(seat), None, position.row(hand(seat)).len(), left, left);
        let stacks = [cards(primes(seat)), cards(composites(seat))];
        let laid = stacks.iter().flatten();
        let worth: i32 = laid.clone().map(|&card| i32::from(rules.value(card))).sum();
        let laid = laid.count();
        let on_stacks = RowName::of("played", seat);
        let points = match rules.version {
            Version::One => {
                read.number(on_stacks, None, laid, turns, turns);
                let each = 2 * i32::from(rules.prime.max(rules.composite));
                let points = position.get(POINTS, seat);
                let most = worth + each * turns as i32;
                read.number(POINTS, Some(seat), points, worth, most);
                points
            }
            Version::Greedy | Version::Free => {
                // Who has just played has at least that card.
                let has_just_played = played > 0 && (first + played - 1) % seats == seat;
                read.number(on_stacks, None, laid, usize::from(has_just_played), played);
                worth
            }
        };
        let hand: CardSet = cards(hand(seat)).into_iter().collect();
        let [primes, composites] = &stacks;
        players.push(PlayerView {
            hand: Some(hand),
            hand_len: hand.len() as u8,
            // A stack that is too high is among the faults.
            primes: primes.iter().copied().take(PRIMES).collect(),
            composites: composites.iter().copied().take(COMPOSITES).collect(),
            points,
        });
    }
    read.finish()?;
    Ok(View {
        viewer: Viewer::Everything,
        rules,
        deck,
        first: Seat(first as u8),
        to_move: Some(Seat(((first + played) % seats) as u8)),
        players,
    })
}
