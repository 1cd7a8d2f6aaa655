//! The text form of paintings and actions.
//!
//! ```text
//! offer 2          a painting of artist 2 (simple rules)
//! offer 2 open     … sold by open auction (full rules)
//! add 2 once       as the second painting of a double auction
//! bid 14           a sealed bid, or a raise to 14
//! price 20         the price of a fixed-price auction
//! take             pay the price
//! pass
//! ```
//! Verbs and auctions may be shortened as far as they stay apart, capitals are read too.

use super::cards::{ARTISTS, Auction, Painting};
use super::state::Action;
use std::fmt::{self, Write as _};
use std::str::FromStr;

impl fmt::Display for Auction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Auction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Auction, ParseError> {
        let lower = text.trim().to_ascii_lowercase();
        let mut fits = (Auction::ALL.into_iter())
            .filter(|auction| !lower.is_empty() && auction.name().starts_with(&lower));
        match (fits.next(), fits.next()) {
            (Some(auction), None) => Ok(auction),
            _ => Err(ParseError::Auction(text.trim().to_owned())),
        }
    }
}

impl fmt::Display for Painting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A table tells hands at every turn: digits are written without a formatter's detours.
        match char::from_digit(self.artist.into(), 10) {
            Some(digit) => f.write_char(digit)?,
            None => write!(f, "{}", self.artist)?,
        }
        match self.auction {
            None => Ok(()),
            Some(auction) => {
                f.write_char(' ')?;
                f.write_str(auction.name())
            }
        }
    }
}

impl FromStr for Painting {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Painting, ParseError> {
        let text = text.trim();
        let (artist, auction) = match text.split_once(' ') {
            None => (text, None),
            Some((artist, auction)) => (artist, Some(auction.parse()?)),
        };
        let artist = digits(artist)
            .and_then(|number| u8::try_from(number).ok())
            .filter(|&artist| usize::from(artist) < ARTISTS)
            .ok_or_else(|| ParseError::Artist(artist.to_owned()))?;
        Ok(Painting { artist, auction })
    }
}

parlour_engine::serde_as_text!(Painting);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Offer(painting) => write!(f, "offer {painting}"),
            Action::Add(painting) => write!(f, "add {painting}"),
            Action::Bid(amount) => write!(f, "bid {amount}"),
            Action::Price(price) => write!(f, "price {price}"),
            Action::Take => f.write_str("take"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let text = text.trim().to_ascii_lowercase();
        let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let rest = rest.trim();
        let amount = || digits(rest).ok_or_else(|| ParseError::Amount(rest.to_owned()));
        let alone = |action| match rest {
            "" => Ok(action),
            _ => Err(ParseError::TooMuch(rest.to_owned())),
        };
        let verbs = ["offer", "add", "bid", "price", "take", "pass"];
        let mut fits =
            (verbs.into_iter()).filter(|name| !verb.is_empty() && name.starts_with(verb));
        match (fits.next(), fits.next()) {
            (Some("offer"), None) => Ok(Action::Offer(rest.parse()?)),
            (Some("add"), None) => Ok(Action::Add(rest.parse()?)),
            (Some("bid"), None) => Ok(Action::Bid(amount()?)),
            (Some("price"), None) => Ok(Action::Price(amount()?)),
            (Some("take"), None) => alone(Action::Take),
            (Some("pass"), None) => alone(Action::Pass),
            _ => Err(ParseError::Verb(verb.to_owned())),
        }
    }
}

parlour_engine::serde_as_text!(Action);

/// A number without sign, in the range of amounts.
fn digits(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first word is no verb of the game.
    #[error("'{0}' is no action: say offer, add, bid, price, take or pass")]
    Verb(String),
    /// Not an artist.
    #[error("'{0}' is no artist: they are 0, 1, 2, 3 and 4")]
    Artist(String),
    /// Not an auction, or a short form of several.
    #[error("'{0}' is no auction: fixed, sealed, double, open or once")]
    Auction(String),
    /// Not an amount.
    #[error("'{0}' is no amount: it is a whole number of thousands, 0 or more")]
    Amount(String),
    /// Words after an action that is complete.
    #[error("'{0}' is too much")]
    TooMuch(String),
}
