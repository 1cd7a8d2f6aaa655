//! Modern Art: an auction game for three to five players, in four rounds.
//!
//! In short. You hold paintings and *offer* one at your turn; it is sold at
//! once, by the auction its card names, and the buyer pays the seller. The fifth
//! painting of an artist ends the round unsold. Then the three artists of whom
//! most was offered gain 30, 20 and 10 on top of what they gained in earlier
//! rounds, the bank buys all sold paintings of these three at that price, and the others
//! are worth nothing. After four rounds the most cash wins.
//!
//! Two rule sets: [`Auctions::Simple`], in which every auction is one sealed bid by
//! everybody, and [`Auctions::Full`], with five kinds of auction. Each for 3 to 5 players.
//!
//! Source: the original's description of its simplified game, and the public rules of the
//! game by Reiner Knizia. Where they are silent, `docs/rules/modern-art.md` says
//! what is decided here.

mod cards;
pub mod encoding;
mod phase;
mod position;
pub mod rules;
mod state;
mod text;
mod view;

pub use cards::{Auction, Cards, Painting};
pub use phase::{HighBid, Lot, Phase};
pub use rules::{Amounts, Auctions, Deal, Rules};
pub use state::{Action, IllegalMove, ModernArt, rank};
pub use text::ParseError;
pub use view::{Event, PlayerView, RoundResult, View};

#[cfg(test)]
mod tests;
