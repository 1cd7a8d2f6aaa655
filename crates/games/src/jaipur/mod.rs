//! Jaipur: a card game for two about taking, exchanging and selling goods.
//!
//! A round in short. Five cards lie in the market. On your turn you *take* one
//! good, or all camels, or exchange two or more goods for as many cards of
//! yours; or you *sell* any number of one good for its tokens (diamonds, gold
//! and silver two at a time or more), and for three, four, five cards a bonus
//! besides. No more than seven goods in hand; camels lie apart, in the herd. The
//! round ends when three kinds of tokens are gone or the market cannot be
//! filled. The larger herd earns five rupees; the richer merchant gets a seal,
//! and two seals win the match.
//!
//! Source: the original's description of one round, and the public rules of the
//! game by Sébastien Pauchon. Where they are silent, [`IllegalMove`] and the
//! comments in [`rules`] say what is decided here; among it that a round also
//! ends after [`rules::EXCHANGE_LIMIT`] exchanges in a row, so that every game ends.

mod cards;
mod choices;
mod compact;
mod encoding;
mod position;
pub mod rules;
mod state;
mod text;
mod view;

pub use cards::{Card, Cards};
pub use rules::{Bonus, Deal, RoundDeal, Rules};
pub use state::{Action, IllegalMove, Jaipur};
pub use view::{EndReason, Event, PlayerView, RoundResult, View};

#[cfg(test)]
mod tests;
