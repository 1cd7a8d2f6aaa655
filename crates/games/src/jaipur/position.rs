//! Positions that are set up by hand.

use super::cards::{CARD_COUNTS, Card, Cards};
use super::rules::{
    BONUS_TOKENS, Bonus, EMPTY_PILES, EXCHANGE_LIMIT, HAND_LIMIT, MARKET, ROUND_LIMIT, Rules,
    STOCK, TOKENS,
};
use super::view::{PlayerView, View};
use parlour_engine::{
    Position, PositionFault, PositionReader, Row, RowKind, RowName, Seat, Viewer,
};
use std::array;

const TURN: RowName = RowName::one("turn");
const ROUND: RowName = RowName::one("round");
const STARTER: RowName = RowName::one("starter");
const SEALS: RowName = RowName::one("seals");
const MARKET_ROW: RowName = RowName::one("market");
const CAMELS: RowName = RowName::one("camels");
const SOLD: RowName = RowName::one("sold");
const TOKENS_ROW: RowName = RowName::one("tokens");
const EXCHANGES: RowName = RowName::one("exchanges");
const GOODS: usize = Card::GOODS.len();

fn hand(seat: usize) -> RowName {
    RowName::of("hand", seat)
}

/// What everybody knows of a hand.
fn known(seat: usize) -> RowName {
    RowName::of("known", seat)
}

fn rupees(seat: usize) -> RowName {
    RowName::of("rupees", seat)
}

/// Bonus tokens by value.
fn bonus(seat: usize) -> RowName {
    RowName::of("bonus", seat)
}

/// The different bonus tokens: their pile and their value.
const BONUS_VALUES: [(Bonus, u8); 9] = [
    (Bonus::Three, 1),
    (Bonus::Three, 2),
    (Bonus::Three, 3),
    (Bonus::Four, 4),
    (Bonus::Four, 5),
    (Bonus::Four, 6),
    (Bonus::Five, 8),
    (Bonus::Five, 9),
    (Bonus::Five, 10),
];

pub(super) fn rows(rules: &Rules, _position: &impl AsRef<Position>) -> Vec<Row> {
    let mut rows = vec![RowKind::Seat.row(TURN, 1, 1)];
    if rules.best_of > 1 {
        rows.extend([
            RowKind::Numbers.row(ROUND, 1, i32::from(ROUND_LIMIT) - 1),
            RowKind::Seat.row(STARTER, 1, 1),
            RowKind::Seats.row(SEALS, 2, i32::from(rules.seals()) - 1),
        ]);
    }
    rows.push(RowKind::Cards.row(MARKET_ROW, Card::ALL.len(), MARKET.into()));
    for seat in 0..2 {
        rows.push(RowKind::Cards.row(hand(seat), GOODS, HAND_LIMIT.into()));
        rows.push(RowKind::Cards.row(known(seat), GOODS, HAND_LIMIT.into()));
    }
    rows.push(RowKind::Seats.row(CAMELS, 2, 11));
    rows.push(RowKind::Cards.row(SOLD, GOODS, 10));
    for seat in 0..2 {
        rows.push(RowKind::Cards.row(rupees(seat), GOODS, 29));
        rows.push(RowKind::Numbers.row(bonus(seat), BONUS_VALUES.len(), 3));
    }
    rows.push(RowKind::Seats.row(TOKENS_ROW, 2, 38));
    rows.push(RowKind::Numbers.row(EXCHANGES, 1, i32::from(EXCHANGE_LIMIT) - 1));
    rows
}

pub(super) fn describe(view: &View) -> Position {
    let mut position = Position::default();
    let counts =
        |kinds: &[Card], cards: Cards| kinds.iter().map(|&card| cards.count(card).into()).collect();
    let to_move = view.to_move.map_or(0, |seat| seat.0);
    position.set(TURN, 0, to_move.into());
    if view.rules.best_of > 1 {
        position.set(ROUND, 0, view.round.into());
        position.set(STARTER, 0, view.starter.0.into());
    }
    position.set_row(MARKET_ROW, counts(&Card::ALL, view.market));
    position.set_row(SOLD, counts(&Card::GOODS, view.discard));
    position.set(EXCHANGES, 0, view.exchanges.into());
    for (seat, player) in view.players.iter().enumerate() {
        position.set_row(
            hand(seat),
            counts(&Card::GOODS, player.hand.unwrap_or(player.known)),
        );
        position.set_row(known(seat), counts(&Card::GOODS, player.known));
        position.set_row(rupees(seat), player.rupees.map(i32::from).to_vec());
        position.set(CAMELS, seat, player.herd.into());
        position.set(TOKENS_ROW, seat, player.tokens.into());
        position.set(SEALS, seat, player.seals.into());
        let values = player.bonus_values.iter().flatten().flatten();
        for value in values {
            if let Some(at) = BONUS_VALUES.iter().position(|(_, other)| other == value) {
                position.set(bonus(seat), at, position.get(bonus(seat), at) + 1);
            }
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
    let cards = |read: &PositionReader<'_>, name, kinds: &[Card]| -> Cards {
        let kinds = kinds.iter().enumerate();
        let counts = kinds.map(|(at, &card)| Cards::of(card, read.get(name, at)));
        counts.fold(Cards::NONE, Cards::plus)
    };
    let market = cards(&read, MARKET_ROW, &Card::ALL);
    let discard = cards(&read, SOLD, &Card::GOODS);
    let hands = [0, 1].map(|seat| cards(&read, hand(seat), &Card::GOODS));
    let known_hands = [0, 1].map(|seat| cards(&read, known(seat), &Card::GOODS));
    let herds = [0, 1].map(|seat| read.get(CAMELS, seat));
    let sum = |numbers: &[i32]| numbers.iter().sum::<i32>();

    read.number(
        MARKET_ROW,
        None,
        sum(position.row(MARKET_ROW)),
        MARKET,
        MARKET,
    );
    for seat in 0..2 {
        let held = sum(position.row(hand(seat)));
        read.number(hand(seat), None, held, 0, HAND_LIMIT);
        for (at, &card) in Card::GOODS.iter().enumerate() {
            let (shown, held) = (known_hands[seat].count(card), hands[seat].count(card));
            read.number(known(seat), Some(at), shown, 0, held);
        }
    }
    let mut placed = 0;
    for (at, card) in Card::ALL.into_iter().enumerate() {
        let mut all: i32 = [market, discard, hands[0], hands[1]]
            .iter()
            .map(|cards| i32::from(cards.count(card)))
            .sum();
        if card == Card::Camel {
            all += i32::from(herds[0]) + i32::from(herds[1]);
        }
        placed += all;
        read.number(RowName::one("all"), Some(at), all, 0, CARD_COUNTS[at]);
    }
    let deck = i32::from(CARD_COUNTS.iter().sum::<u8>()) - placed;
    read.number(RowName::one("deck"), None, deck.max(0), 0, STOCK);

    let tokens_taken: [u8; GOODS] =
        array::from_fn(|pile| read.get(SOLD, pile).min(TOKENS[pile].len() as u8));
    let is_empty = |pile: &usize| usize::from(tokens_taken[*pile]) == TOKENS[*pile].len();
    let empty = (0..GOODS).filter(is_empty).count();
    read.number(RowName::one("empty"), None, empty, 0, EMPTY_PILES - 1);
    // The numbers of tokens that the first player may have, as bits.
    let mut numbers = 1_u64;
    for pile in 0..GOODS {
        let taken = &TOKENS[pile][..usize::from(tokens_taken[pile])];
        let [first, second] = [0, 1].map(|seat| i32::from(read.get(rupees(seat), pile)));
        let worth: i32 = taken.iter().map(|&value| i32::from(value)).sum();
        if first + second != worth {
            let rest = (worth - first).max(0);
            read.number(rupees(1), Some(pile), second, rest, rest);
            read.number(rupees(0), Some(pile), first, 0, worth);
            continue;
        }
        let sizes = subset_sizes(taken, first as usize);
        if sizes == 0 {
            read.impossible(rupees(0), Some(pile), first);
        }
        numbers = (0..=taken.len())
            .filter(|size| sizes >> size & 1 == 1)
            .fold(0, |all, size| all | numbers << size);
    }
    let tokens = [0, 1].map(|seat| read.get(TOKENS_ROW, seat));
    if read.is_possible() {
        if numbers >> tokens[0] & 1 == 0 {
            let (least, most) = (numbers.trailing_zeros(), 63 - numbers.leading_zeros());
            match (least..=most).contains(&tokens[0].into()) {
                true => read.impossible(TOKENS_ROW, Some(0), tokens[0].into()),
                false => read.number(TOKENS_ROW, Some(0), tokens[0], least, most),
            }
        }
        let rest = i32::from(tokens_taken.iter().sum::<u8>()) - i32::from(tokens[0]);
        read.number(TOKENS_ROW, Some(1), tokens[1], rest, rest);
    }

    let mut sold_for_bonus = 0;
    for (at, (pile, value)) in BONUS_VALUES.into_iter().enumerate() {
        let [first, second] = [0, 1].map(|seat| read.get(bonus(seat), at));
        let all = BONUS_TOKENS[pile.index()].iter();
        let most = all.filter(|&&other| other == value).count();
        read.number(RowName::one("bonuses"), Some(at), first + second, 0, most);
        sold_for_bonus += i32::from(pile.cards()) * i32::from(first + second);
    }
    let sold = sum(position.row(SOLD));
    read.number(RowName::one("sales"), None, sold_for_bonus, 0, sold);
    let seals = [0, 1].map(|seat| read.get(SEALS, seat));
    let round = read.get(ROUND, 0);
    read.number(SEALS, None, seals[0] + seals[1], 0, round);
    let (turn, starter) = (read.get(TURN, 0), read.get(STARTER, 0));
    let players = [0, 1].map(|seat| {
        let mut values: [Vec<u8>; 3] = Default::default();
        for (at, (pile, value)) in BONUS_VALUES.into_iter().enumerate() {
            let count = usize::from(read.get(bonus(seat), at));
            values[pile.index()].extend(std::iter::repeat_n(value, count));
        }
        PlayerView {
            hand: Some(hands[seat]),
            hand_len: hands[seat].len(),
            known: known_hands[seat],
            herd: herds[seat],
            rupees: array::from_fn(|pile| read.get(rupees(seat), pile)),
            tokens: tokens[seat],
            bonus: values.each_ref().map(|pile| pile.len() as u8),
            bonus_values: Some(values),
            seals: seals[seat],
        }
    });
    read.finish()?;
    let bonus_left = array::from_fn(|pile| {
        let taken: u8 = players.iter().map(|player| player.bonus[pile]).sum();
        BONUS_TOKENS[pile].len() as u8 - taken
    });
    Ok(View {
        viewer: Viewer::Everything,
        rules,
        round,
        starter: Seat(starter),
        to_move: Some(Seat(turn)),
        market,
        deck: deck as u8,
        discard,
        tokens_taken,
        bonus_left,
        exchanges: position.get(EXCHANGES, 0) as u8,
        players,
        last_result: None,
    })
}

/// The sizes of the subsets of `values` that have this sum, as bits.
fn subset_sizes(values: &[u8], sum: usize) -> u64 {
    let mut sizes = vec![0_u64; sum + 1];
    sizes[0] = 1;
    for &value in values {
        for sum in (usize::from(value)..=sum).rev() {
            sizes[sum] |= sizes[sum - usize::from(value)] << 1;
        }
    }
    sizes[sum]
}
