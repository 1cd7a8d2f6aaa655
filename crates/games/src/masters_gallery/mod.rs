//! Masters Gallery: a card game for two to five players about five artists, in four rounds.
//!
//! In short. In turn everybody displays a card; the round closes when six cards of one artist lie
//! face up (five with two players). The three artists with most cards gain 3, 2 and 1; what an artist has
//! gained in all rounds is the value of each of their cards, if they are among the three of this round. Everybody
//! scores the cards that they have on display, and the displays are discarded. Some cards carry a symbol: draw a card, a second
//! card face up or face down, all players show a card at the same time, or an award of 2 for an artist.
//! Highest total after four rounds wins.
//!
//! Source: the original's description of its model, and the public rules of the game; where they leave a rule
//! open, [`Rules`] has an option and `docs/rules/masters-gallery.md` says what is decided.

mod cards;
mod encoding;
mod phase;
mod position;
pub mod rules;
mod state;
mod text;
mod view;

pub use cards::{Artist, Card, Cards, Symbol};
pub use phase::Phase;
pub use rules::{Deal, Rules};
pub use state::{Action, IllegalMove, MastersGallery};
pub use view::{Event, PlayerView, RoundResult, View};

#[cfg(test)]
mod tests;
