//! The text form of cards and actions.
//!
//! ```text
//! take gold
//! take camels
//! sell 3 leather
//! exchange 2 gold, spice for 2 camel, cloth
//! ```
//! Kinds may be shortened as far as they stay apart (`di`, `g`, `si`, `cl`,
//! `sp`, `l`, `ca`), plurals and capitals are read too, commas may be missing.

use super::cards::{Card, Cards};
use super::state::Action;
use std::fmt;
use std::str::FromStr;

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Card, ParseError> {
        let lower = text.trim().to_ascii_lowercase();
        let unknown = || ParseError::Kind(text.trim().to_owned());
        if lower.is_empty() {
            return Err(unknown());
        }
        let mut fits = Card::ALL.into_iter().filter(|card| {
            card.name().starts_with(&lower) || lower.strip_suffix('s') == Some(card.name())
        });
        match (fits.next(), fits.next()) {
            (Some(card), None) => Ok(card),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (index, (card, count)) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            match count {
                1 => write!(f, "{card}")?,
                _ => write!(f, "{count} {card}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Cards {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cards, ParseError> {
        if text.trim() == "nothing" {
            return Ok(Cards::NONE);
        }
        let mut counts = [0u8; 7];
        let mut number: Option<u8> = None;
        let words = text
            .split([',', ' ', '+'])
            .map(str::trim)
            .filter(|word| !word.is_empty());
        let mut words = words.peekable();
        if words.peek().is_none() {
            return Err(ParseError::NoCards);
        }
        for word in words {
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                let count: u8 = word
                    .parse()
                    .ok()
                    .filter(|count| (1..=15).contains(count))
                    .ok_or_else(|| ParseError::Count(word.to_owned()))?;
                if number.replace(count).is_some() {
                    return Err(ParseError::Count(word.to_owned()));
                }
                continue;
            }
            let card: Card = word.parse()?;
            let count = &mut counts[card.index()];
            *count = count.saturating_add(number.take().unwrap_or(1));
            if *count > 15 {
                return Err(ParseError::Count(count.to_string()));
            }
        }
        if let Some(count) = number {
            return Err(ParseError::Count(count.to_string()));
        }
        Ok(Card::ALL
            .into_iter()
            .map(|card| Cards::of(card, counts[card.index()]))
            .sum())
    }
}

parlour_engine::serde_as_text!(Cards);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Take(good) => write!(f, "take {good}"),
            Action::Camels => f.write_str("take camels"),
            Action::Sell(good, count) => write!(f, "sell {count} {good}"),
            Action::Exchange { take, give } => write!(f, "exchange {take} for {give}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let text = text.trim().to_ascii_lowercase();
        let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let rest = rest.trim();
        let is = |name: &str| !verb.is_empty() && name.starts_with(verb);
        if is("take") {
            match rest.parse()? {
                Card::Camel => Ok(Action::Camels),
                good => Ok(Action::Take(good)),
            }
        } else if is("camels") && rest.is_empty() {
            Ok(Action::Camels)
        } else if is("sell") {
            let cards: Cards = rest.parse()?;
            let mut kinds = cards.iter();
            match (kinds.next(), kinds.next()) {
                (Some((good, count)), None) => Ok(Action::Sell(good, count)),
                _ => Err(ParseError::SeveralKinds),
            }
        } else if is("exchange") {
            let (take, give) = rest
                .split_once(" for ")
                .ok_or_else(|| ParseError::Exchange(rest.to_owned()))?;
            Ok(Action::Exchange {
                take: take.parse()?,
                give: give.parse()?,
            })
        } else {
            Err(ParseError::Verb(verb.to_owned()))
        }
    }
}

parlour_engine::serde_as_text!(Action);

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first word is no verb of the game.
    #[error("'{0}' is no action: say take, sell or exchange")]
    Verb(String),
    /// Not one kind of card, or a short form of several.
    #[error("'{0}' is no kind of card: diamond, gold, silver, cloth, spice, leather or camel")]
    Kind(String),
    /// A number where none fits.
    #[error("'{0}' is no number of cards: it is 1 to 15, before the kind")]
    Count(String),
    /// No cards are named.
    #[error("name the cards, e.g. 'sell 2 gold'")]
    NoCards,
    /// A sale of several kinds.
    #[error("only cards of one kind are sold at a time")]
    SeveralKinds,
    /// An exchange without two sides.
    #[error("'{0}' is no exchange: say e.g. 'exchange 2 gold for camel, cloth'")]
    Exchange(String),
}
