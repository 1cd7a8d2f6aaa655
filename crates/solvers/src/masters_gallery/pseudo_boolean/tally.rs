//! What the score of a player depends on: cards by round and artist, symbols, and who closes.

use super::super::model::{ARTISTS, Model};
use parlour_engine::Seat;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use parlour_games::masters_gallery::{Event, Symbol};

/// An award token on an artist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Token {
    /// The artist of the award card.
    pub(in super::super) card: usize,
    pub(in super::super) round: usize,
    pub(in super::super) target: usize,
}

/// A game, counted for one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Tally {
    pub(in super::super) seat: usize,
    /// Cards of all players.
    pub(in super::super) cards: [[usize; ARTISTS]; ROUNDS],
    pub(in super::super) own: [[usize; ARTISTS]; ROUNDS],
    /// Draw cards that the player plays.
    pub(in super::super) own_draws: [[bool; ARTISTS]; ROUNDS],
    pub(in super::super) other_draws: [[bool; ARTISTS]; ROUNDS],
    pub(in super::super) tokens: Vec<Token>,
    /// Whether the player closes the round.
    pub(in super::super) closes: [bool; ROUNDS],
}

impl Tally {
    /// Counts the events of a game without second, hidden, common and added cards.
    pub(in super::super) fn of(events: &[Event], seat: usize) -> Tally {
        let mut tally = Tally {
            seat,
            ..Tally::default()
        };
        let is_own = |by: Seat| by.index() == seat;
        let (mut now, mut award) = (0, 0);
        for event in events {
            match *event {
                Event::Round { round, .. } => now = round.into(),
                Event::Play(by, card) => {
                    let artist = card.artist.index();
                    tally.cards[now][artist] += 1;
                    tally.own[now][artist] += usize::from(is_own(by));
                    match card.symbol {
                        Symbol::Award => award = artist,
                        Symbol::Draw if is_own(by) => tally.own_draws[now][artist] = true,
                        Symbol::Draw => tally.other_draws[now][artist] = true,
                        _ => {}
                    }
                }
                Event::Award(_, target) => tally.tokens.push(Token {
                    card: award,
                    round: now,
                    target: target.index(),
                }),
                Event::Close(by) => tally.closes[now] = is_own(by),
                _ => {}
            }
        }
        tally
    }

    /// Whether the artist ranks before the other in a round, by cards, then by the row.
    pub(super) fn is_before(&self, round: usize, artist: usize, other: usize) -> bool {
        let [one, two] = [artist, other].map(|a| self.cards[round][a]);
        one > two || one == two && artist < other
    }

    /// What the artist gains by rank in a round.
    pub(super) fn gain(&self, model: &Model, round: usize, artist: usize) -> usize {
        if self.cards[round][artist] == 0 {
            return 0;
        }
        let ahead = (0..model.artists).filter(|&other| self.is_before(round, other, artist));
        GAINS.len().saturating_sub(ahead.count())
    }
}
