//! The text form of actions.
//!
//! ```text
//! play 5
//! play 5 stealing 3
//! play 5 stealing 3, 2
//! ```
//! A bare number is read too. What is stolen is named only where the player
//! chooses it (version 2, `free`).

use super::rules::{HIGHEST, LOWEST};
use super::state::Action;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.card)?;
        match self.steal {
            [0, 0] => Ok(()),
            [card, 0] => write!(f, " stealing {card}"),
            [first, second] => write!(f, " stealing {first}, {second}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let lower = text.trim().to_ascii_lowercase();
        let rest = lower.strip_prefix("play").unwrap_or(&lower);
        let (card, stolen) = match rest.split_once("stealing") {
            None => (rest, None),
            Some((card, stolen)) => (card, Some(stolen)),
        };
        let mut steal = [0; 2];
        if let Some(stolen) = stolen {
            let mut cards = stolen.split([',', ' ']).filter(|word| !word.is_empty());
            steal[0] = number(cards.next().unwrap_or_default())?;
            if let Some(card) = cards.next() {
                steal[1] = number(card)?;
            }
            if let Some(extra) = cards.next() {
                return Err(ParseError(extra.to_owned()));
            }
        }
        Ok(Action {
            card: number(card.trim())?,
            steal,
        })
    }
}

fn number(text: &str) -> Result<u8, ParseError> {
    text.parse()
        .ok()
        .filter(|card| (LOWEST..=HIGHEST).contains(card))
        .ok_or_else(|| ParseError(text.to_owned()))
}

parlour_engine::serde_as_text!(Action);

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no card: name a number from {LOWEST} to {HIGHEST}, e.g. 'play 5'")]
pub struct ParseError(String);
