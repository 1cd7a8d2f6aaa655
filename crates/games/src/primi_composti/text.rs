//! The text form of actions and of hands.
//!
//! ```text
//! play 5
//! play 5 using 2+3
//! 5
//! ```
//! and a hand, with commas between: `2,5,9`; `_` for an empty one.
//!
//! The signs are `+`, `-`, `*` (also `x`, `×`) and `/` (also `:`, `÷`).

use super::cards::{CardSet, MAX_CARD, MIN_CARD, Pair};
use super::state::Action;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.card)?;
        let Some(pair) = self.using else {
            return Ok(());
        };
        match pair.written(self.card) {
            Some(operation) => write!(f, " using {operation}"),
            // No legal action looks like this, and it cannot be read back.
            None => {
                let [low, high] = pair.cards();
                write!(f, " using {low}?{high}")
            }
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let text = text.trim().to_lowercase();
        let rest = match text.split_once(char::is_whitespace) {
            Some((verb, rest)) if "play".starts_with(verb) => rest.trim(),
            _ => &text,
        };
        let Some((card, operation)) = rest.split_once(" using ") else {
            return Ok(Action::plain(number(rest)?));
        };
        let card = number(card.trim())?;
        let operation = operation.trim();
        let unread = || ParseError::Operation(operation.to_owned());
        let sign_at = operation
            .find(|c: char| !c.is_ascii_digit() && !c.is_whitespace())
            .ok_or_else(unread)?;
        let (left, rest) = operation.split_at(sign_at);
        let mut chars = rest.chars();
        let sign = chars.next().ok_or_else(unread)?;
        let (a, b) = (number(left.trim())?, number(chars.as_str().trim())?);
        let (x, y) = (u16::from(a), u16::from(b));
        let result = match sign {
            '+' => Some(x + y),
            '-' | '−' => x.checked_sub(y),
            '*' | 'x' | '×' => Some(x * y),
            '/' | ':' | '÷' => x.is_multiple_of(y).then(|| x / y),
            _ => return Err(unread()),
        };
        let pair = Pair::new(a, b);
        if result != Some(u16::from(card)) || !pair.gives(card) {
            return Err(ParseError::Wrong {
                operation: operation.to_owned(),
                card,
            });
        }
        Ok(Action {
            card,
            using: Some(pair),
        })
    }
}

fn number(text: &str) -> Result<u8, ParseError> {
    parse_card(text).map_err(|_| ParseError::Card(text.to_owned()))
}

/// Reads a card by its number alone.
///
/// # Errors
/// [`HandError::Card`] when the box has no such card.
pub fn parse_card(text: &str) -> Result<u8, HandError> {
    text.parse()
        .ok()
        .filter(|card| (MIN_CARD..=MAX_CARD).contains(card) && !text.starts_with('+'))
        .ok_or_else(|| HandError::Card(text.to_owned()))
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("_");
        }
        for (nth, card) in self.iter().enumerate() {
            let comma = if nth == 0 { "" } else { "," };
            write!(f, "{comma}{card}")?;
        }
        Ok(())
    }
}

impl FromStr for CardSet {
    type Err = HandError;

    fn from_str(text: &str) -> Result<CardSet, HandError> {
        if text.trim() == "_" {
            return Ok(CardSet::EMPTY);
        }
        let mut hand = CardSet::EMPTY;
        for word in text.split(',') {
            let card = parse_card(word.trim())?;
            if hand.contains(card) {
                return Err(HandError::Twice(card));
            }
            hand = hand.with(card);
        }
        Ok(hand)
    }
}

/// Text that is no hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandError {
    /// Not a card of the box.
    #[error("'{0}' is no card: they are 2 to 73")]
    Card(String),
    /// A card named twice.
    #[error("the {0} is there twice")]
    Twice(u8),
}

parlour_engine::serde_as_text!(Action);

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Not a card of the box.
    #[error("'{0}' is no card: say e.g. 'play 5', with a number from 2 to 73")]
    Card(String),
    /// Not two cards with a sign between them.
    #[error("'{0}' is no operation: say e.g. 'play 5 using 2+3'")]
    Operation(String),
    /// Wrong arithmetic, or a result that is one of the operands.
    #[error("{operation} does not make a {card} of two other cards")]
    Wrong {
        /// The operation.
        operation: String,
        /// The card.
        card: u8,
    },
}
