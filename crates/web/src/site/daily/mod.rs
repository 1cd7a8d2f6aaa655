//! Daily deals (`#/daily`) and challenges (`#/challenge/TEXT`): deals that others play too.

mod challenge;
mod deal;
mod histogram;
mod list;

pub(super) use challenge::ChallengePage;
pub(super) use deal::DailyDealPage;
pub(super) use list::DailyPage;

use crate::platform::settings;
use crate::play::daily::DailyResult;
use crate::play::strings::daily as words;
use crate::site::strings::new_game;
use leptos::prelude::*;

/// A result in words, as the player of a seat sees it, whose score comes first.
fn told(result: &DailyResult, seat: usize) -> String {
    let outcome = match result.winners.contains(&(seat as u8)) {
        _ if result.resigned => "resigned",
        true if result.winners.len() > 1 => "tied",
        true => "won",
        false => "lost",
    };
    let scores: Vec<String> = own_first(result, seat)
        .iter()
        .map(|score| score.to_string().replace('-', "−"))
        .collect();
    words::result(outcome, &scores.join(" : "))
}

/// The scores, that of a seat first.
fn own_first(result: &DailyResult, seat: usize) -> Vec<i32> {
    let mut scores = result.scores.clone();
    scores[..=seat].rotate_right(1);
    scores
}

/// A number with its sign.
fn signed(number: i32) -> String {
    let sign = match number {
        1.. => "+",
        0 => "",
        _ => "−",
    };
    format!("{sign}{}", number.unsigned_abs())
}

/// The name under which a person plays here.
fn own_name() -> String {
    let name = settings::shared().with_untracked(|settings| settings.name.clone());
    match name.is_empty() {
        true => new_game::you().to_owned(),
        false => name,
    }
}
