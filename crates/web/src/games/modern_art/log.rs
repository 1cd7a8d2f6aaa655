//! The log in words, and the sums of a round.

use super::pieces::Wall;
use super::strings::table as words;
use crate::play::session::{LogLine, SumRow, Sums};
use parlour_art::painting::{Artist, tile};
use parlour_engine::Game as _;
use parlour_games::modern_art::rules::{ARTISTS, GAINS, START_CASH};
use parlour_games::modern_art::{Event, ModernArt, RoundResult};

/// Every move in words.
pub(super) fn log(state: &ModernArt, events: &[Event], names: &[String]) -> Vec<LogLine> {
    let limit = state.rules().limit;
    let mut lines = Vec::with_capacity(events.len());
    let mut number = 0;
    let mut offered = [0; ARTISTS];
    // In an auction at a fixed price a sale to another is an action of its own: to take.
    let mut fixed = false;
    let line = |number: usize, text: String, gain: String| LogLine {
        number: Some(number),
        text,
        gain,
    };
    let heading = |text: String| LogLine {
        number: None,
        text,
        gain: String::new(),
    };
    for event in events {
        match *event {
            Event::Round { round, dealt } => {
                offered = [0; ARTISTS];
                lines.push(heading(words::round_begins(round, dealt)));
            }
            Event::Offer { seat, painting } | Event::Add { seat, painting } => {
                number += 1;
                fixed = false;
                offered[painting.artist()] += 1;
                let count = offered[painting.artist()];
                let last = (count >= limit).then_some(count);
                let who = &names[seat.index()];
                let text = match event {
                    Event::Add { .. } => words::added(who, painting, last),
                    _ => words::offered(who, painting, last),
                };
                lines.push(line(number, text, String::new()));
            }
            Event::Price { seat, price } => {
                number += 1;
                fixed = true;
                let text = words::asked(&names[seat.index()], price);
                lines.push(line(number, text, String::new()));
            }
            Event::Bid { seat, amount } => {
                number += 1;
                let text = words::bid(&names[seat.index()], amount);
                lines.push(line(number, text, String::new()));
            }
            Event::Pass { seat } => {
                number += 1;
                let text = words::passed(&names[seat.index()]);
                lines.push(line(number, text, String::new()));
            }
            Event::Bids { bids } => {
                number += names.len();
                lines.push(line(number, words::bids(bids, names), String::new()));
            }
            Event::Sold { lot, buyer, price } => {
                number += usize::from(fixed && buyer != lot.seller);
                let text = words::sold(lot, buyer, price, names);
                lines.push(line(number, text, price.to_string()));
            }
            Event::RoundEnd(result) => lines.push(heading(words::round_over(&result))),
        }
    }
    lines
}

/// The sums of the last round that is over.
pub(super) fn sums(events: &[Event], names: &[String]) -> Option<Sums> {
    let end = events
        .iter()
        .rposition(|event| matches!(event, Event::RoundEnd(_)))?;
    let Event::RoundEnd(result) = events[end] else {
        return None;
    };
    // As the round stood when it was settled.
    let wall = Wall::after(&events[..end]);
    let rows = result.ranked.into_iter().flatten().map(|artist| {
        let worth = result.worth[usize::from(artist)];
        let paid = |seat: usize| {
            let bought = wall.bought[seat].iter();
            let count = bought
                .filter(|piece| piece.painting.artist == artist)
                .count();
            count as i32 * i32::from(worth)
        };
        SumRow {
            name: words::sum_artist(artist.into(), worth),
            values: (0..names.len()).map(paid).collect(),
        }
    });
    let paid = result.paid.as_slice().iter();
    Some(Sums {
        heading: words::sums_heading(&result),
        notes: vec![words::ranking(&result, GAINS)],
        unit: words::sums(),
        names: names.to_vec(),
        rows: rows.collect(),
        total: SumRow {
            name: words::sum_all().to_owned(),
            values: paid.map(|&paid| paid.into()).collect(),
        },
        standing: Some(SumRow {
            name: words::sum_cash().to_owned(),
            values: cash_after(&events[..=end], names.len()),
        }),
        picture: first(&result).map(tile).unwrap_or_default(),
    })
}

/// The first artist of a round.
fn first(result: &RoundResult) -> Option<Artist> {
    Some(Artist::ALL[usize::from(result.ranked[0]?)])
}

/// Everybody's cash after these events: every price is known.
fn cash_after(events: &[Event], seats: usize) -> Vec<i32> {
    let mut cash = vec![i32::from(START_CASH); seats];
    for event in events {
        match *event {
            Event::Sold { lot, buyer, price } => {
                cash[buyer.index()] -= i32::from(price);
                if buyer != lot.seller {
                    cash[lot.seller.index()] += i32::from(price);
                }
            }
            Event::RoundEnd(result) => {
                for (cash, &paid) in cash.iter_mut().zip(result.paid.as_slice()) {
                    *cash += i32::from(paid);
                }
            }
            _ => {}
        }
    }
    cash
}
