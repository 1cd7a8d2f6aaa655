//! The seed's two agents: [`Sample`], which knows nothing, and [`Simple`], its "slightly
//! clever agent".
//!
//! The rules page of the project says what they do where the seed's own server never
//! asked: in the auctions of the full rules.

use crate::random;
use parlour_engine::{InformationState, Policy, Rng, Seat, View as _};
use parlour_games::modern_art::rules::{ARTISTS, GAINS, MAX_PLAYERS, ROUNDS};
use parlour_games::modern_art::{
    Action, Auction, Auctions, Event, Hand, Lot, ModernArt, Painting, Phase, View,
};
use rand::RngExt as _;

/// The highest bid of [`Sample`], in thousands.
const SAMPLE_BID: u16 = 30;
/// What [`Simple`] bids at most for an artist it does not think much of.
const IDLE_BID: u16 = 5;

/// The original sample agent: offers a random artist (a random painting of the hand if it holds none),
/// and bids uniformly from 0 to 30. In the full rules, which the original does not have, it chooses
/// uniformly among the legal actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample;

impl Policy<ModernArt> for Sample {
    fn choose(
        &mut self,
        known: &InformationState<'_, ModernArt>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let view = known.view();
        if view.rules.auctions == Auctions::Full {
            return random::any(legal, rng);
        }
        if let Phase::Sealed { .. } = view.phase {
            // Up to the cash, which is one less than there are actions.
            let amounts = legal.len().min(usize::from(SAMPLE_BID) + 1) as u32;
            return Action::Bid(rng.random_range(0..amounts) as u16);
        }
        let artist = rng.random_range(0..ARTISTS as u32) as u8;
        let of_artist = |action: &&Action| matches!(action, Action::Offer(painting) if painting.artist == artist);
        let held: Vec<Action> = legal.iter().filter(of_artist).copied().collect();
        match held.is_empty() {
            false => random::any(&held, rng),
            true => Action::Offer(random::any(own_hand(view), rng)),
        }
    }
}

fn own_hand(view: &View) -> &[Painting] {
    let seat = (view.viewer().seat()).expect("a policy is handed the view of a seat");
    (view.players[seat.index()].hand.as_deref()).expect("a seat sees its own hand")
}

/// The seed's slightly clever agent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Policy<ModernArt> for Simple {
    fn choose(
        &mut self,
        known: &InformationState<'_, ModernArt>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let view = known.view();
        let seat = (view.viewer().seat()).expect("a policy is handed the view of a seat");
        let hand: Hand = own_hand(view).iter().copied().collect();
        let opinion = Opinion::of(
            counts(&hand, seat, view.phase),
            bought_in_order(known.events(), view.players.len()).into_iter(),
            std::array::from_fn(|artist| view.gained(artist)),
        );
        let most = legal.iter().rev().find_map(|action| match action {
            Action::Bid(amount) | Action::Price(amount) => Some(*amount),
            _ => None,
        });
        let turn = Turn {
            auctions: view.rules.auctions,
            phase: view.phase,
            round: view.round,
            hand: &hand,
            most,
        };
        turn.simple(
            |lot| opinion.worth[lot.artist()],
            legal.first().copied(),
            legal.contains(&Action::Take),
            1.0,
            rng,
        )
    }
}

/// The artists of the paintings bought in this round, by buyer and then in the order bought: the
/// order in which the original agent looks at them.
fn bought_in_order(events: &[Event], seats: usize) -> Vec<u8> {
    let start = (events.iter()).rposition(|event| matches!(event, Event::Round { .. }));
    let round = &events[start.unwrap_or(0)..];
    let of_seat = |seat: Seat| {
        let sold = round.iter().filter_map(move |event| match *event {
            Event::Sold { lot, buyer, .. } if buyer == seat => Some(lot),
            _ => None,
        });
        sold.flat_map(|lot| std::iter::repeat_n(lot.painting.artist, lot.len().into()))
    };
    Seat::all(seats).flat_map(of_seat).collect()
}

/// How many paintings of each artist a seat holds, with those it is selling: to the seed's
/// agents these are still in hand.
pub(super) fn counts(hand: &Hand, seat: Seat, phase: Phase) -> [u8; ARTISTS] {
    let mut counts = std::array::from_fn(|artist| hand.of_artist(artist));
    if let Some(lot) = phase.lot().filter(|lot| lot.seller == seat) {
        counts[lot.artist()] += lot.len();
    }
    counts
}

/// What [`Simple`] thinks of the artists: a ranking by how often they stand in its own hand
/// and among all bought paintings, ties to the one it met first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The best guess of what a painting of each artist will pay; missing for those below the third.
    worth: [Option<u16>; ARTISTS],
}

impl Opinion {
    /// The opinion of who holds `hand`, in which artists are met in ascending order, and
    /// then sees `bought`.
    pub fn of(
        hand: [u8; ARTISTS],
        bought: impl Iterator<Item = u8>,
        gained: [u16; ARTISTS],
    ) -> Opinion {
        let mut count = hand;
        let mut met: [u8; ARTISTS] = [u8::MAX; ARTISTS];
        let mut next = 0;
        for artist in 0..ARTISTS {
            if hand[artist] > 0 {
                met[artist] = next;
                next += 1;
            }
        }
        for artist in bought.map(usize::from) {
            count[artist] += 1;
            if met[artist] == u8::MAX {
                met[artist] = next;
                next += 1;
            }
        }
        let mut worth = [None; ARTISTS];
        let mut order: [usize; ARTISTS] = [0, 1, 2, 3, 4];
        order.sort_unstable_by_key(|&artist| (std::cmp::Reverse(count[artist]), met[artist]));
        for (artist, gain) in order.into_iter().zip(GAINS) {
            if count[artist] > 0 {
                worth[artist] = Some(gained[artist] + gain);
            }
        }
        Opinion { worth }
    }

    /// What it would pay for one painting of the artist.
    pub fn bid(&self, artist: usize, rng: &mut Rng) -> u16 {
        bid(self.worth[artist], rng)
    }
}

/// What who expects a painting to pay so much gives for it: half of that, rounded down;
/// anything up to 5 when it does not expect any.
pub(super) fn bid(worth: Option<u16>, rng: &mut Rng) -> u16 {
    match worth {
        Some(worth) => worth / 2,
        None => rng.random_range(0..=u32::from(IDLE_BID)) as u16,
    }
}

/// What the [`Opinion`] of a seat in a state says of the artist whose lot is sold, as far as the seat knows
/// the state. Bought paintings are met by seat and artist here, not in the order bought.
pub(super) fn worth_in_state(state: &ModernArt, seat: Seat, lot: Lot) -> Option<u16> {
    let artist = lot.artist();
    let sold = |other: usize| u8::from(other == artist) * lot.len();
    let kept = u8::from(lot.seller == seat);
    let held: [u8; ARTISTS] =
        std::array::from_fn(|artist| state.hand(seat).of_artist(artist) + kept * sold(artist));
    // What was offered in this round is bought, but for this lot.
    let offered = state.offered();
    let count: [u8; ARTISTS] =
        std::array::from_fn(|artist| held[artist] + offered[artist] - sold(artist));
    if count[artist] == 0 {
        return None;
    }
    // By count; among equals those in the hand come first, by artist.
    let key: [u8; ARTISTS] = std::array::from_fn(|artist| {
        8 * count[artist] + u8::from(held[artist] > 0) * (ARTISTS - artist) as u8
    });
    let own = key[artist];
    let ahead = key.map(|key| u8::from(key > own)).iter().sum::<u8>();
    let mut rank = usize::from(ahead);
    if held[artist] == 0 {
        // The others by who bought them.
        let met = |artist: usize| {
            let mut seats = Seat::all(state.hands());
            (
                seats.position(|seat| state.bought(seat)[artist] > 0),
                artist,
            )
        };
        let ahead = |&other: &usize| key[other] == own && met(other) < met(artist);
        rank += (0..ARTISTS).filter(ahead).count();
    }
    GAINS.get(rank).map(|gain| state.gained(artist) + gain)
}

/// A turn as [`Simple`] sees it.
pub(super) struct Turn<'a> {
    pub(super) auctions: Auctions,
    pub(super) phase: Phase,
    pub(super) round: u8,
    pub(super) hand: &'a Hand,
    /// The highest legal bid or price.
    pub(super) most: Option<u16>,
}

impl Turn<'_> {
    /// What it does, with its valuations times `keen`; `worth` says what it expects a painting of the lot to pay.
    pub(super) fn simple(
        &self,
        worth: impl Fn(Lot) -> Option<u16>,
        first: Option<Action>,
        can_take: bool,
        keen: f64,
        rng: &mut Rng,
    ) -> Action {
        let value = |lot: Lot, rng: &mut Rng| -> u16 {
            let each = f64::from(bid(worth(lot), rng)) * keen;
            each as u16 * u16::from(lot.len())
        };
        let first = || first.expect("a seat to move has an action");
        match self.phase {
            Phase::Offer { .. } => {
                let artist = self.artist_to_offer();
                let auction = match self.auctions {
                    Auctions::Simple => None,
                    Auctions::Full => Auction::ALL
                        .into_iter()
                        .find(|&auction| self.hand.count(named(artist, auction)) > 0),
                };
                Action::Offer(Painting {
                    artist: artist as u8,
                    auction,
                })
            }
            Phase::Add { .. } | Phase::Over => first(),
            Phase::Price { lot } => Action::Price(value(lot, rng).min(self.most.unwrap_or(0))),
            Phase::Sealed { lot, .. } => Action::Bid(value(lot, rng).min(self.most.unwrap_or(0))),
            Phase::Fixed { lot, price, .. } => match can_take && price <= value(lot, rng) {
                true => Action::Take,
                false => Action::Pass,
            },
            Phase::Open { lot, best, .. } | Phase::OnceAround { lot, best, .. } => {
                let highest = best.map_or(0, |best| best.amount);
                match self.most.is_some() && highest < value(lot, rng) {
                    true => Action::Bid(highest + 1),
                    false => Action::Pass,
                }
            }
        }
    }

    /// With two or more rounds to go the artist it holds most of, later the one it holds
    /// least of; ties to the lower number.
    fn artist_to_offer(&self) -> usize {
        let counts: [u8; ARTISTS] = std::array::from_fn(|artist| self.hand.of_artist(artist));
        let held = (0..ARTISTS).filter(|&artist| counts[artist] > 0);
        let remaining = ROUNDS - usize::from(self.round);
        let chosen = match remaining >= 2 {
            true => held.min_by_key(|&artist| std::cmp::Reverse(counts[artist])),
            false => held.min_by_key(|&artist| counts[artist]),
        };
        chosen.expect("who offers holds a painting")
    }
}

const fn named(artist: usize, auction: Auction) -> Painting {
    Painting {
        artist: artist as u8,
        auction: Some(auction),
    }
}

/// What [`Simple`] does in a state, with its valuations times `keen`.
pub(super) fn simple_in_state(
    state: &ModernArt,
    seat: Seat,
    keen: f64,
    rng: &mut Rng,
) -> Option<Action> {
    let hand = state.hand(seat);
    let cash = state.cash(seat);
    let phase = state.phase();
    let (most, can_take, first) = match phase {
        Phase::Offer { .. } => (None, false, None),
        Phase::Add { double, .. } => {
            let fits = hand.iter(state.auctions()).find(|(painting, _)| {
                painting.artist == double.artist && painting.sold_by() != Auction::Double
            });
            let add = fits.map_or(Action::Pass, |(painting, _)| Action::Add(painting));
            (None, false, Some(add))
        }
        Phase::Price { .. } | Phase::Sealed { .. } => (Some(cash), false, None),
        Phase::Fixed { price, .. } => (None, price <= cash, None),
        Phase::Open { best, .. } | Phase::OnceAround { best, .. } => {
            let highest = best.map_or(0, |best| best.amount);
            ((cash > highest).then_some(cash), false, None)
        }
        Phase::Over => return None,
    };
    let turn = Turn {
        auctions: state.auctions(),
        phase,
        round: state.round(),
        hand,
        most,
    };
    let worth = |lot| worth_in_state(state, seat, lot);
    Some(turn.simple(worth, first, can_take, keen, rng))
}

/// The seats of the largest table, for arrays by seat.
pub(super) const SEATS: usize = MAX_PLAYERS;
