//! Which painting is which.
//!
//! The rulebook counts paintings; of one artist and auction, none differs from another. Here each is an original:
//! the nth painting of a kind that a seat lays out has a number of its own, the same for everybody who looks on. The
//! numbers follow from what happened in the open, and from one's own hand.

use parlour_engine::Seat;
use parlour_games::modern_art::rules::{ARTISTS, AUCTIONS, MAX_PLAYERS};
use parlour_games::modern_art::{Amounts, Auction, Event, Lot, Painting};

/// The most paintings of one kind that one seat can hold; no kind has more than sixteen.
const COPIES: u32 = 16;
/// Numbers of one artist.
const NUMBERS: u32 = AUCTIONS as u32 * COPIES * MAX_PLAYERS as u32;

/// One painting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    /// What the rules know of it.
    pub(crate) painting: Painting,
    /// Which of its artist it is.
    pub(crate) number: u32,
}

impl Piece {
    fn new(painting: Painting, seat: Seat, nth: u8) -> Piece {
        let kind = painting.sold_by().index() as u32;
        let number = (kind * COPIES + u32::from(nth)) * MAX_PLAYERS as u32 + seat.index() as u32;
        Piece { painting, number }
    }

    /// A number that no other painting of the game has.
    pub(crate) fn id(self) -> u32 {
        u32::from(self.painting.artist) * NUMBERS + self.number
    }
}

/// What a seat has said in the auction that is held, or in the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Said {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Added no second painting.
    NotAdded,
    /// Bid so much.
    Bid(u16),
    /// Did not raise, or did not take.
    Passed,
}

/// A sale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sale {
    /// What was sold, and by whom.
    pub(crate) lot: Lot,
    /// The paintings.
    pub(crate) pieces: Vec<Piece>,
    /// To whom.
    pub(crate) buyer: Seat,
    /// For how much, in thousands.
    pub(crate) price: u16,
    /// The sealed bids, if it was sold by those.
    pub(crate) bids: Option<Amounts>,
}

/// Where the paintings lie that are seen, and what was said about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wall {
    /// What is offered now, the double painting first.
    pub(crate) lot: Vec<Piece>,
    /// What each seat has said about it.
    pub(crate) said: [Said; MAX_PLAYERS],
    /// What each seat bought in this round.
    pub(crate) bought: [Vec<Piece>; MAX_PLAYERS],
    /// The last sale of this round.
    pub(crate) last: Option<Sale>,
    /// The number of paintings of each kind that each seat has offered.
    laid: [[[u8; AUCTIONS]; ARTISTS]; MAX_PLAYERS],
}

impl Wall {
    /// After these events.
    pub(crate) fn after(events: &[Event]) -> Wall {
        let mut wall = Wall::default();
        let mut bids = None;
        for event in events {
            match *event {
                Event::Round { .. } => {
                    wall.lot.clear();
                    wall.said = Default::default();
                    wall.bought = Default::default();
                    wall.last = None;
                }
                Event::Offer { seat, painting } => {
                    let piece = wall.lay(seat, painting);
                    wall.lot = vec![piece];
                    wall.said = Default::default();
                    bids = None;
                }
                Event::Add { seat, painting } => {
                    let piece = wall.lay(seat, painting);
                    wall.lot.push(piece);
                    wall.said = Default::default();
                }
                Event::Price { .. } => wall.said = Default::default(),
                Event::Bid { seat, amount } => {
                    let may_come_back = wall.is_open();
                    for said in &mut wall.said {
                        if may_come_back && *said == Said::Passed {
                            *said = Said::Nothing;
                        }
                    }
                    wall.said[seat.index()] = Said::Bid(amount);
                }
                Event::Pass { seat } => {
                    let adding = wall.lot.len() == 1
                        && wall.lot[0].painting.auction == Some(Auction::Double);
                    wall.said[seat.index()] = if adding { Said::NotAdded } else { Said::Passed };
                }
                Event::Bids { bids: all } => {
                    bids = Some(all);
                    for (said, &bid) in wall.said.iter_mut().zip(all.as_slice()) {
                        *said = Said::Bid(bid);
                    }
                }
                Event::Sold { lot, buyer, price } => {
                    let pieces = std::mem::take(&mut wall.lot);
                    wall.bought[buyer.index()].extend(&pieces);
                    wall.last = Some(Sale {
                        lot,
                        pieces,
                        buyer,
                        price,
                        bids: bids.take(),
                    });
                }
                Event::RoundEnd(_) => wall.lot.clear(),
            }
        }
        wall
    }

    /// Whether what is offered now is sold in an open auction.
    fn is_open(&self) -> bool {
        let sold_by = self.lot.last().map(|piece| piece.painting.sold_by());
        sold_by == Some(Auction::Open)
    }

    fn lay(&mut self, seat: Seat, painting: Painting) -> Piece {
        let laid = &mut self.laid[seat.index()][painting.artist()][painting.sold_by().index()];
        *laid += 1;
        Piece::new(painting, seat, *laid - 1)
    }

    /// The paintings of a hand that is seen.
    pub(crate) fn hand(&self, seat: Seat, hand: &[Painting]) -> Vec<Piece> {
        let mut laid = self.laid[seat.index()];
        hand.iter()
            .map(|&painting| {
                let nth = &mut laid[painting.artist()][painting.sold_by().index()];
                *nth += 1;
                Piece::new(painting, seat, *nth - 1)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Game as _, Rules as _, Streams, Table, Viewer};
    use parlour_games::modern_art::{ModernArt, Rules};
    use rand::RngExt as _;
    use std::collections::HashSet;

    /// No two paintings of a game are the same, and a painting stays the same from hand to buyer.
    #[test]
    fn every_painting_is_one_of_its_own() {
        for seed in 0..12 {
            let rules = if seed % 2 == 0 {
                Rules::FULL
            } else {
                Rules::SIMPLE
            };
            let names = vec![String::new(); rules.seats()];
            let mut table = Table::<ModernArt>::new(rules, DealSource::Seed(seed), names).unwrap();
            let mut rng = Streams::new(seed).task(0);
            let mut ever = HashSet::new();
            while let Some(seat) = table.to_move().first() {
                let view = table.state().view(Viewer::Everything);
                let wall = Wall::after(table.events());
                let mut here: Vec<Piece> = wall.lot.clone();
                here.extend(wall.bought.iter().flatten());
                let mut hands = Vec::new();
                for seat in Seat::all(view.players.len()) {
                    let hand = view.players[seat.index()].hand.as_ref().unwrap();
                    let pieces = wall.hand(seat, hand);
                    assert!(pieces.iter().all(|piece| piece.number < NUMBERS));
                    hands.push(pieces);
                }
                here.extend(hands.iter().flatten());
                let ids: HashSet<u32> = here.iter().map(|piece| piece.id()).collect();
                assert_eq!(ids.len(), here.len());
                ever.extend(here);
                let legal = table.state().legal_actions(seat);
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                table.play(seat, action).unwrap();
                let next = Wall::after(table.events());
                for piece in next.lot {
                    assert!(ever.contains(&piece), "{piece:?} comes from no hand");
                }
            }
            assert!(ever.len() <= 70, "{} paintings", ever.len());
        }
    }

    #[test]
    fn what_is_said_is_kept_until_the_next_offer() {
        let rules = Rules::FULL;
        let state = ModernArt::new(rules.clone(), ModernArt::deal(&rules, 1)).unwrap();
        let hand: Vec<Painting> = rules.auctions.each(state.hand(Seat(0))).collect();
        let mut events = Vec::new();
        events.push(Event::Offer {
            seat: Seat(0),
            painting: Painting {
                auction: Some(Auction::Open),
                ..hand[0]
            },
        });
        events.push(Event::Pass { seat: Seat(1) });
        events.push(Event::Bid {
            seat: Seat(2),
            amount: 4,
        });
        let wall = Wall::after(&events);
        assert_eq!(wall.said[1], Said::Nothing, "may come back");
        assert_eq!(wall.said[2], Said::Bid(4));
        events.push(Event::Pass { seat: Seat(3) });
        assert_eq!(Wall::after(&events).said[3], Said::Passed);
    }
}
