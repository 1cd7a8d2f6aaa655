//! Which card is which.
//!
//! The rulebook counts cards; of one artist and symbol, none differs from another. Here each is an original: the nth
//! card of a kind that a seat lays out has a number of its own, the same for everybody who looks on.

use crate::platform::sort::sort_short;
use parlour_engine::Seat;
use parlour_games::masters_gallery::rules::{Card, Cards, MAX_PLAYERS};
use parlour_games::masters_gallery::{Event, View};

/// The most cards of one kind that one seat can hold; no artist has more than 21.
const COPIES: u32 = 24;
/// The seats, and the extra card's place after them.
const PLACES: u32 = MAX_PLAYERS as u32 + 1;
/// The place of the extra cards.
const EXTRA: usize = MAX_PLAYERS;
/// Numbers of one artist.
const NUMBERS: u32 = Card::KINDS as u32 * COPIES * PLACES;

/// One card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    /// What the rules know of it.
    pub(crate) card: Card,
    /// Which of its artist it is.
    pub(crate) number: u32,
}

impl Piece {
    fn new(card: Card, place: usize, nth: u8) -> Piece {
        let number = (card.index() as u32 * COPIES + u32::from(nth)) * PLACES + place as u32;
        Piece { card, number }
    }

    /// A number that no other card of the game has.
    pub(crate) fn id(self) -> u32 {
        self.card.artist as u32 * NUMBERS + self.number
    }
}

/// Where the cards lie that are seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wall {
    /// What lies face up before each seat, in the order in which it came; after the last round what lay there.
    pub(crate) displays: [Vec<Piece>; MAX_PLAYERS],
    /// The extra card of this round.
    pub(crate) extra: Option<Piece>,
    /// The last card played in this round, and its seat.
    pub(crate) latest: Option<(Seat, Piece)>,
    /// The number of cards of each kind that were played, by place.
    laid: [[u8; Card::KINDS]; MAX_PLAYERS + 1],
}

impl Wall {
    /// After these events.
    pub(crate) fn after(events: &[Event]) -> Wall {
        let mut wall = Wall::default();
        for event in events {
            match *event {
                Event::Round { extra, .. } => {
                    wall.displays = Default::default();
                    wall.latest = None;
                    wall.extra = extra.map(|card| wall.lay(EXTRA, card));
                }
                Event::Play(seat, card)
                | Event::Second(seat, card)
                | Event::Show(seat, card)
                | Event::TurnUp(seat, card)
                | Event::Add(seat, card) => {
                    let piece = wall.lay(seat.index(), card);
                    wall.displays[seat.index()].push(piece);
                    wall.latest = Some((seat, piece));
                }
                Event::Draw(_)
                | Event::Hidden(_)
                | Event::Award(..)
                | Event::Pass(_)
                | Event::Close(_)
                | Event::End { .. } => {}
            }
        }
        wall
    }

    fn lay(&mut self, place: usize, card: Card) -> Piece {
        let laid = &mut self.laid[place][card.index()];
        *laid += 1;
        Piece::new(card, place, *laid - 1)
    }

    /// The display of a seat, artist by artist.
    pub(crate) fn display(&self, seat: Seat) -> Vec<Piece> {
        let mut display = self.displays[seat.index()].clone();
        // Stable: within an artist in the order in which they came.
        sort_short(&mut display, |piece| piece.card.artist);
        display
    }

    /// The cards of a hand that is seen, and those that lie face down and are seen.
    pub(crate) fn held(&self, seat: Seat, hand: Cards, down: &[Card]) -> (Vec<Piece>, Vec<Piece>) {
        let mut laid = self.laid[seat.index()];
        let mut piece = |card: Card| {
            let nth = &mut laid[card.index()];
            *nth += 1;
            Piece::new(card, seat.index(), *nth - 1)
        };
        // They are turned up before cards in hand are played, unless one of those comes first.
        let down = down.iter().copied().map(&mut piece).collect();
        (hand.each().map(&mut piece).collect(), down)
    }
}

/// How many cards of each artist lie face up: all players and the extra card together.
pub(crate) fn face_up(view: &View) -> [u8; 5] {
    let mut count = [0; 5];
    for player in &view.players {
        for card in player.display.each() {
            count[card.artist.index()] += 1;
        }
    }
    if let Some(card) = view.extra {
        count[card.artist.index()] += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Game as _, Rules as _, Streams, Table, Viewer};
    use parlour_games::masters_gallery::{MastersGallery, Rules};
    use rand::RngExt as _;
    use std::collections::HashSet;

    /// No two cards that are seen at once are the same, and the displays are those of the rules.
    #[test]
    fn every_card_is_one_of_its_own() {
        for seed in 0..12 {
            let rules = Rules::named(&format!("full-{}", 2 + seed % 4)).unwrap();
            let names = vec![String::new(); rules.seats()];
            let deal = DealSource::Seed(seed);
            let mut table = Table::<MastersGallery>::new(rules, deal, names).unwrap();
            let mut rng = Streams::new(seed).task(0);
            while let Some(seat) = table.to_move().first() {
                let view = table.state().view(Viewer::Everything);
                let wall = Wall::after(table.events());
                let mut here: Vec<Piece> = wall.extra.into_iter().collect();
                for (index, player) in view.players.iter().enumerate() {
                    let seat = Seat(index as u8);
                    let cards: Cards = wall.display(seat).iter().map(|piece| piece.card).collect();
                    assert_eq!(cards, player.display);
                    here.extend(wall.display(seat));
                    let down = player.hidden.as_ref().unwrap();
                    let (hand, down) = wall.held(seat, player.hand.unwrap(), down);
                    here.extend(hand);
                    here.extend(down);
                }
                assert!(here.iter().all(|piece| piece.number < NUMBERS));
                let ids: HashSet<u32> = here.iter().map(|piece| piece.id()).collect();
                assert_eq!(ids.len(), here.len());
                let legal = table.state().legal_actions(seat);
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                table.play(seat, action).unwrap();
            }
        }
    }
}
