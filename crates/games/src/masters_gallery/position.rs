//! Positions that are set up by hand. While all show a card, the position is the one in which nobody has chosen.

use super::cards::{Artist, Card, Cards, DECK, Symbol};
use super::phase::Phase;
use super::rules::{AWARD, GAINS, MAX_PLAYERS, ROUNDS, Rules, rank};
use super::view::{PlayerView, RoundResult, View};
use arrayvec::ArrayVec;
use parlour_engine::{
    Position, PositionFault, PositionReader, Row, RowKind, RowName, Seat, SeatSet, View as _,
    Viewer,
};
use std::array;

const ROUND: RowName = RowName::one("round");
const PHASE: RowName = RowName::one("phase");
const TURN: RowName = RowName::one("turn");
const ARTIST: RowName = RowName::one("artist");
const CLOSER: RowName = RowName::one("closer");
const FROM: RowName = RowName::one("from");
const DISCARD: RowName = RowName::one("discard");
const EXTRA: RowName = RowName::one("extra");
/// Derived: cards of each artist face up.
const FACE_UP: RowName = RowName::one("face_up");

const PLAY: i32 = 0;
const SECOND: i32 = 1;
const HIDDEN: i32 = 2;
const TOGETHER: i32 = 3;
const AWARD_PHASE: i32 = 4;
const ADD: i32 = 5;
const ARTISTS: usize = Artist::ALL.len();

fn hand(seat: usize) -> RowName {
    RowName::of("hand", seat)
}

fn display(seat: usize) -> RowName {
    RowName::of("display", seat)
}

fn hidden(seat: usize) -> RowName {
    RowName::of("hidden", seat)
}

/// Award tokens laid in a round, by artist.
fn awards(round: usize) -> RowName {
    RowName::of("awards", round)
}

/// Cards of each artist in an earlier round.
fn counted(round: usize) -> RowName {
    RowName::of("cards", round)
}

fn closed(round: usize) -> RowName {
    RowName::of("closed", round)
}

fn scored(round: usize) -> RowName {
    RowName::of("scored", round)
}

/// The round, at most the last.
fn round(position: &Position) -> usize {
    (position.get(ROUND, 0).max(0) as usize).min(ROUNDS - 1)
}

pub(super) fn rows(rules: &Rules, position: &impl AsRef<Position>) -> Vec<Row> {
    let position = position.as_ref();
    let seats = usize::from(rules.players);
    let last = seats as i32 - 1;
    let phase = position.get(PHASE, 0);
    let round = round(position);
    let cards = |name| RowKind::Cards.row(name, Card::KINDS, 21);
    let mut rows = vec![
        RowKind::Numbers.row(ROUND, 1, ROUNDS as i32 - 1),
        RowKind::Choice.row(PHASE, 1, ADD),
        RowKind::Seat.row(TURN, 1, last),
    ];
    if phase == SECOND {
        rows.push(RowKind::Choice.row(ARTIST, 1, ARTISTS as i32 - 1));
    }
    if phase == ADD {
        rows.push(RowKind::Seat.row(CLOSER, 1, last));
        rows.push(RowKind::Choice.row(FROM, 1, ARTISTS as i32 - 1));
    }
    rows.extend((0..seats).map(|seat| cards(hand(seat))));
    rows.extend((0..seats).map(|seat| cards(display(seat))));
    if rules.symbols.hidden > 0 && phase != ADD {
        rows.extend((0..seats).map(|seat| cards(hidden(seat))));
    }
    if rules.extra_card {
        rows.push(RowKind::MaybeCard.row(EXTRA, 1, Card::KINDS as i32));
    }
    if round > 0 {
        rows.push(cards(DISCARD));
    }
    for number in 0..=round {
        if number < round {
            rows.push(RowKind::Numbers.row(counted(number), ARTISTS, 21));
            rows.push(RowKind::MaybeSeat.row(closed(number), 1, last + 1));
            rows.push(RowKind::Seats.row(scored(number), seats, 9999));
        }
        if rules.symbols.award > 0 {
            let most = ARTISTS * usize::from(rules.symbols.award);
            rows.push(RowKind::Numbers.row(awards(number), ARTISTS, most as i32));
        }
    }
    rows
}

pub(super) fn describe(view: &View) -> Position {
    let view = view.at_turn_start();
    let mut position = Position::default();
    position.set(ROUND, 0, view.round.into());
    position.set(TURN, 0, view.active.0.into());
    let phase = match view.phase {
        Phase::Play | Phase::Over => PLAY,
        Phase::Second(artist) => {
            position.set(ARTIST, 0, artist as i32);
            SECOND
        }
        Phase::Hidden => HIDDEN,
        Phase::Together => TOGETHER,
        Phase::Award { .. } => AWARD_PHASE,
        Phase::Add { from, .. } => {
            position.set(FROM, 0, from.into());
            position.set(CLOSER, 0, view.closer.map_or(0, |seat| seat.0.into()));
            ADD
        }
    };
    position.set(PHASE, 0, phase);
    let counts = |cards: Cards| {
        let kinds = (0..Card::KINDS).map(Card::from_index);
        kinds.map(|card| cards.count(card).into()).collect()
    };
    for (seat, player) in view.players.iter().enumerate() {
        position.set_row(hand(seat), counts(player.hand.unwrap_or_default()));
        position.set_row(display(seat), counts(player.display));
        let laid = player.hidden.iter().flatten().copied().collect();
        position.set_row(hidden(seat), counts(laid));
    }
    position.set_row(DISCARD, counts(view.discard));
    position.set(
        EXTRA,
        0,
        view.extra.map_or(0, |card| 1 + card.index() as i32),
    );
    let mut known = [0; ARTISTS];
    let mut gained = [0; ARTISTS];
    for (number, result) in view.results.iter().enumerate() {
        position.set_row(counted(number), result.cards.map(i32::from).to_vec());
        let closer = result.closer.map_or(0, |seat| 1 + i32::from(seat.0));
        position.set(closed(number), 0, closer);
        position.set_row(scored(number), result.scored.to_vec());
        // Awards show in what a ranked artist pays. Of the others it does not matter when they were laid.
        for (&artist, gain) in result.ranked.iter().zip(GAINS) {
            let artist = artist.index();
            gained[artist] += gain;
            let laid = (result.paid[artist] - gained[artist]) / AWARD;
            position.set(awards(number), artist, laid - known[artist]);
            known[artist] = laid;
        }
    }
    for (artist, (&all, known)) in view.awards.iter().zip(known).enumerate() {
        position.set(awards(view.round.into()), artist, i32::from(all) - known);
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
    let round = round(position);
    let turn = usize::from(read.get(TURN, 0));
    let sum = |numbers: &[i32]| numbers.iter().sum::<i32>();
    let cards = |name: RowName| -> Cards {
        let counts = position.row(name).iter().enumerate();
        counts
            .map(|(kind, &count)| Cards::of(Card::from_index(kind), count as u8))
            .sum()
    };
    let by_seat = |name: fn(usize) -> RowName| -> Vec<Cards> {
        (0..seats).map(|seat| cards(name(seat))).collect()
    };
    // Not even those of one artist may be more than a counter holds before they are added.
    let rows = (0..seats).flat_map(|seat| [hand(seat), display(seat), hidden(seat)]);
    let rows: Vec<RowName> = rows.chain([DISCARD]).collect();
    let extra = (position.get(EXTRA, 0) as usize).checked_sub(1);
    for kind in 0..Card::KINDS {
        let placed: i32 = rows.iter().map(|&name| position.get(name, kind)).sum();
        let placed = placed + i32::from(extra == Some(kind));
        let most = rules.count(Card::from_index(kind));
        read.number(RowName::one("all"), Some(kind), placed, 0, most);
    }
    read.finish()?;
    let (hands, displays, laid) = (by_seat(hand), by_seat(display), by_seat(hidden));
    let discard = cards(DISCARD);
    let displayed: Cards = displays.iter().copied().sum();
    let open = displayed.plus(discard);
    let with = |cards: Cards, symbol: Symbol| -> u8 {
        let kinds = Artist::ALL.map(|artist| Card { artist, symbol });
        kinds.iter().map(|&card| cards.count(card)).sum()
    };

    let out: i32 = rows.iter().map(|&name| sum(position.row(name))).sum();
    let out = out + i32::from(extra.is_some());
    let each: u32 = (0..=round).map(|round| u32::from(rules.dealt(round))).sum();
    let drawn = u32::from(with(open, Symbol::Draw));
    let turned_up = if rules.extra_card {
        round as u32 + 1
    } else {
        0
    };
    let dealt = seats as u32 * each + turned_up;
    let most = (dealt + drawn).min(DECK as u32);
    read.number(RowName::one("dealt"), None, out, dealt, most);
    if rules.extra_card && extra.is_none() && out < DECK as i32 {
        read.number(EXTRA, Some(0), 0, 1, Card::KINDS);
    }
    for seat in 0..seats {
        let own = hands[seat].len() + displays[seat].len() + laid[seat].len();
        read.number(RowName::of("holds", seat), None, own, 0, each + drawn);
        let places = with(displays[seat], Symbol::Hidden);
        read.number(hidden(seat), None, laid[seat].len(), 0, places);
    }
    let mut face_up = Artist::ALL.map(|artist| displayed.of_artist(artist));
    if let Some(kind) = extra {
        face_up[Card::from_index(kind).artist.index()] += 1;
    }
    let phase = step(&mut read, position, &rules, (&hands, &displays, face_up));
    let to_move = match phase {
        Phase::Together => {
            let all = Seat::all(seats);
            all.filter(|seat| !hands[seat.index()].is_empty()).collect()
        }
        _ => SeatSet::one(Seat(turn as u8)),
    };

    let mut values = [0; ARTISTS];
    let mut awarded = [0_i32; ARTISTS];
    let mut results = ArrayVec::new();
    let mut scores = vec![0; seats];
    for number in 0..=round {
        for artist in 0..ARTISTS {
            let laid = position.get(awards(number), artist);
            awarded[artist] += laid;
            values[artist] += AWARD * laid;
        }
        if number < round {
            let result = result(&mut read, position, &rules, number, &mut values);
            for (score, scored) in scores.iter_mut().zip(&result.scored) {
                *score += scored;
            }
            results.push(result);
        }
    }
    for artist in Artist::ALL {
        let at = artist.index();
        let all = (0..round).map(|number| position.get(counted(number), at));
        let all: i32 = all.sum();
        let found = discard.of_artist(artist);
        read.number(RowName::one("earlier"), Some(at), found, all, all);
    }
    let pending = u8::from(matches!(phase, Phase::Award { .. }));
    let stars = with(open, Symbol::Award).saturating_sub(pending);
    read.number(RowName::one("awards"), None, sum(&awarded), 0, stars);
    let closer = matches!(phase, Phase::Add { .. }).then(|| Seat(read.get(CLOSER, 0)));
    read.finish()?;
    let players = (0..seats).map(|seat| PlayerView {
        hand: Some(hands[seat]),
        hand_len: hands[seat].len(),
        display: displays[seat],
        hidden: Some(laid[seat].each().collect()),
        hidden_len: laid[seat].len(),
        chosen: None,
        score: scores[seat],
    });
    Ok(View {
        viewer: Viewer::Everything,
        round: round as u8,
        phase,
        to_move,
        active: Seat(turn as u8),
        closer,
        deck: (DECK as i32 - out) as u8,
        extra: extra.map(Card::from_index),
        discard,
        values,
        awards: awarded.map(|laid| laid as u8),
        results,
        players: players.collect(),
        rules,
    })
}

/// The step of the turn. What is impossible about it is added to what was found before.
fn step(
    read: &mut PositionReader<'_>,
    position: &impl AsRef<Position>,
    rules: &Rules,
    (hands, displays, face_up): (&[Cards], &[Cards], [u8; ARTISTS]),
) -> Phase {
    let position = position.as_ref();
    let phase = position.get(PHASE, 0);
    let turn = usize::from(read.get(TURN, 0));
    let closing = rules.closing();
    let artists_with = |symbol: Symbol| {
        Artist::ALL.map(|artist| displays[turn].count(Card { artist, symbol }) > 0)
    };
    let asked_by = match phase {
        SECOND => Some(Symbol::Second),
        HIDDEN => Some(Symbol::Hidden),
        TOGETHER => Some(Symbol::Together),
        AWARD_PHASE => Some(Symbol::Award),
        _ => None,
    };
    let carriers = asked_by.map(artists_with);
    if let (Some(symbol), Some(carriers)) = (asked_by, carriers) {
        let count = carriers.iter().filter(|has| **has).count();
        let name = RowName::of("symbols", turn);
        read.number(name, Some(symbol as usize), count, 1, i32::MAX);
    }
    // Whether the card with the award has closed the round.
    let mut closes = false;
    for artist in 0..ARTISTS {
        let may_close = phase == AWARD_PHASE && !closes && carriers.is_some_and(|has| has[artist]);
        let most = if may_close { closing } else { closing - 1 };
        if phase != ADD {
            read.number(FACE_UP, Some(artist), face_up[artist], 0, most);
        }
        closes |= may_close && face_up[artist] == closing;
    }
    match phase {
        PLAY | SECOND | HIDDEN => read.number(hand(turn), None, hands[turn].len(), 1, i32::MAX),
        TOGETHER => {
            let held: i32 = hands.iter().map(|hand| i32::from(hand.len())).sum();
            read.number(RowName::one("hands"), None, held, 1, i32::MAX);
        }
        ADD => {
            read.number(hand(turn), None, hands[turn].len(), 1, i32::MAX);
            read.number(display(turn), None, displays[turn].len(), 1, i32::MAX);
            let most = face_up.iter().max().copied().unwrap_or(0);
            read.number(FACE_UP, None, most, closing, i32::MAX);
            if !rules.additional_cards {
                read.impossible(PHASE, Some(0), phase);
            }
        }
        _ => {}
    }
    let artist = Artist::ALL[usize::from(read.get(ARTIST, 0))];
    match phase {
        SECOND => {
            if carriers.is_some_and(|has| !has[artist.index()]) {
                read.impossible(ARTIST, Some(0), artist as i32);
            }
            Phase::Second(artist)
        }
        HIDDEN => Phase::Hidden,
        TOGETHER => Phase::Together,
        AWARD_PHASE => Phase::Award { closing: closes },
        ADD => {
            let seats = rules.players;
            // The closer is asked last.
            let before = (turn as u8 + 2 * seats - read.get(CLOSER, 0) - 1) % seats;
            Phase::Add {
                from: read.get(FROM, 0),
                left: seats - 1 - before,
            }
        }
        _ => Phase::Play,
    }
}

/// An earlier round; adds the gains of its artists to their values.
fn result(
    read: &mut PositionReader<'_>,
    position: &impl AsRef<Position>,
    rules: &Rules,
    number: usize,
    values: &mut [i32; ARTISTS],
) -> RoundResult {
    let position = position.as_ref();
    let cards: [u8; ARTISTS] = array::from_fn(|artist| read.get(counted(number), artist));
    let ranked = rank(cards);
    let mut paid = [0; ARTISTS];
    let mut all = 0;
    for (artist, gain) in ranked.iter().zip(GAINS) {
        let artist = artist.index();
        values[artist] += gain;
        paid[artist] = values[artist];
        all += i32::from(cards[artist]) * paid[artist];
    }
    let closer = read.get(closed(number), 0).checked_sub(1).map(Seat);
    if closer.is_some() {
        let most = cards.iter().max().copied().unwrap_or(0);
        read.number(counted(number), None, most, rules.closing(), i32::MAX);
    }
    let scored: ArrayVec<i32, MAX_PLAYERS> = (0..usize::from(rules.players))
        .map(|seat| position.get(scored(number), seat))
        .collect();
    // The extra card counts for its artist, and pays nobody.
    let extra = match rules.extra_card {
        true => paid.iter().max().copied().unwrap_or(0),
        false => 0,
    };
    let total = scored.iter().sum::<i32>();
    read.number(self::scored(number), None, total, (all - extra).max(0), all);
    RoundResult {
        closer,
        cards,
        ranked,
        paid,
        scored,
    }
}
