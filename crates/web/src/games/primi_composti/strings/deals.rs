//! Texts of the page of solved deals.

use crate::platform::locale::{message, texts};
use crate::platform::number::{decimal, grouped};

texts! {
    "primi_composti_deals";
    /// Heading and title.
    title,
    /// Text under the heading.
    lede(deals: u32) { deals = grouped(deals.into()) },
    /// Caption of the table.
    caption,
    /// Head of the column of primes in the first player's hand.
    primes,
    /// Row of all hands.
    all,
    /// Head of the column of deals.
    deals,
    /// Head of the column of deals that the first player wins.
    won,
    /// Head of the column of draws.
    drawn,
    /// Head of the column of deals that the first player loses.
    lost,
    /// Head of the column of mean differences.
    mean,
    /// Label of the row of all hands.
    row_all,
    /// Label of the chart.
    chart,
    /// Label of the row of hands with a number of primes.
    row(primes: usize),
}

/// A share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", decimal(100.0 * share, 1))
}

/// A mean of differences, with its sign.
pub(crate) fn mean_difference(mean: f64) -> String {
    let sign = if mean < 0.0 { "−" } else { "+" };
    format!("{sign}{}", decimal(mean.abs(), 2))
}

texts! {
    "primi_composti_deals";
    /// How far the shares may be from those of all deals.
    interval(share: f64) { points = decimal(100.0 * share, 1) },
    /// The values are not there.
    failed,
    /// Button that loads them again.
    again,
    /// Heading of the choice of a deal.
    find,
    /// Explanation of that choice.
    find_text,
    /// Label of the cards to choose from.
    cards,
    /// Button that chooses a deal at random.
    random,
    /// Button that takes the choice back.
    clear,
    /// The worker solves the deal.
    solving,
    /// Heading of the best line.
    line,
    /// Button that opens the best line as a replay.
    step,
    /// Origin of the numbers.
    how,
    /// Number of cards that are still to be chosen.
    missing(count: usize),
}

/// Result of a deal from the difference for the first player.
pub(crate) fn result(value: i32) -> String {
    if value == 0 {
        return draw().to_owned();
    }
    let number = if value > 0 { 1 } else { 2 };
    let points = message!("primi_composti_deals.points", count = value.abs());
    message!("primi_composti_deals.wins", number, points)
}

texts! {
    "primi_composti_deals";
    /// Result: equal points.
    draw,
    /// Name of a player, numbered from 1.
    seat(number: usize),
}
