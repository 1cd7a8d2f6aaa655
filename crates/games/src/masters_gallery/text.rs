//! The text form of cards and actions.
//!
//! ```text
//! play A            display a plain card of artist A
//! play B award      … one that carries an award
//! second C          the second card face up
//! lay D             the second card face down
//! show E            the card shown together with the others'
//! award B           the artist who gets the award
//! add A             a card added after the close
//! pass              no second card, nothing (more) to add
//! ```

use super::cards::{Artist, Card, Symbol};
use super::state::Action;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.symbol {
            Symbol::Plain => write!(f, "{}", self.artist),
            symbol => write!(f, "{} {}", self.artist, symbol.name()),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Artist {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Artist, ParseError> {
        let text = text.trim();
        Artist::ALL
            .into_iter()
            .find(|artist| artist.to_string().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseError::Artist(text.to_owned()))
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Card, ParseError> {
        let (artist, symbol) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let symbol = symbol.trim();
        Ok(Card {
            artist: artist.parse()?,
            symbol: Symbol::ALL
                .into_iter()
                .find(|other| other.name().eq_ignore_ascii_case(symbol))
                .ok_or_else(|| ParseError::Symbol(symbol.to_owned()))?,
        })
    }
}

parlour_engine::serde_as_text!(Card);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(card) => write!(f, "play {card}"),
            Action::Second(card) => write!(f, "second {card}"),
            Action::Lay(card) => write!(f, "lay {card}"),
            Action::Show(card) => write!(f, "show {card}"),
            Action::Award(artist) => write!(f, "award {artist}"),
            Action::Add(card) => write!(f, "add {card}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let text = text.trim();
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match verb.to_ascii_lowercase().as_str() {
            "play" => Ok(Action::Play(rest.parse()?)),
            "second" => Ok(Action::Second(rest.parse()?)),
            "lay" => Ok(Action::Lay(rest.parse()?)),
            "show" => Ok(Action::Show(rest.parse()?)),
            "award" => Ok(Action::Award(rest.parse()?)),
            "add" => Ok(Action::Add(rest.parse()?)),
            "pass" if rest.trim().is_empty() => Ok(Action::Pass),
            _ => Err(ParseError::Verb(verb.to_owned())),
        }
    }
}

parlour_engine::serde_as_text!(Action);

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first word is no verb of the game.
    #[error("'{0}' is no action: say play, second, lay, show, award, add or pass")]
    Verb(String),
    /// Not an artist.
    #[error("'{0}' is no artist: A, B, C, D or E")]
    Artist(String),
    /// Not a symbol.
    #[error("'{0}' is no symbol: draw, second, hidden, together or award")]
    Symbol(String),
}
