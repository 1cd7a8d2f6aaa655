//! The original's two agents: [`Sample`], which chooses at random, and [`Simple`], its "slightly
//! clever agent".
//!
//! The rules page of the project says what they do where the original's own server never
//! asked: in the auctions of the full rules.

use crate::random;
use parlour_engine::{InformationState, Policy, Rng, Seat};
use parlour_games::modern_art::rules::{ARTISTS, GAINS, ROUNDS};
use parlour_games::modern_art::{
    Action, Auction, Auctions, Cards, Event, Lot, ModernArt, Painting, Phase, View,
};
use rand::RngExt as _;

/// The highest bid of [`Sample`], in thousands.
const MAX_SAMPLE_BID: u16 = 30;
/// The highest bid of [`Simple`] for an artist that it does not expect among the first three.
const MAX_IDLE_BID: u16 = 5;

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
            let amounts = legal.len().min(usize::from(MAX_SAMPLE_BID) + 1) as u32;
            return Action::Bid(rng.random_range(0..amounts) as u16);
        }
        let artist = rng.random_range(0..ARTISTS as u32) as u8;
        let of_artist = |action: &&Action| matches!(action, Action::Offer(painting) if painting.artist == artist);
        let held: Vec<Action> = legal.iter().filter(of_artist).copied().collect();
        match held.is_empty() {
            false => random::any(&held, rng),
            true => {
                let hand = view.players[own_seat(known).index()].hand.as_deref();
                Action::Offer(random::any(hand.expect("a seat sees its own hand"), rng))
            }
        }
    }
}

fn own_seat(known: &InformationState<'_, ModernArt>) -> Seat {
    (known.viewer().seat()).expect("a policy is handed the view of a seat")
}

/// The original's "slightly clever agent".
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Policy<ModernArt> for Simple {
    fn choose(
        &mut self,
        known: &InformationState<'_, ModernArt>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let (view, seat) = (known.view(), own_seat(known));
        let bought = bought_in_order(known.events(), view.players.len());
        let met = |artist| {
            bought
                .iter()
                .position(|&other| usize::from(other) == artist)
        };
        let worth = |lot| expected_worth(view, seat, lot, met);
        simple(view, seat, worth, 1.0, rng).unwrap_or(legal[0])
    }
}

/// What the original's agents read of a view, whose viewer is the seat, or of a state.
pub(super) trait Accessor {
    fn auctions(&self) -> Auctions;
    fn phase(&self) -> Phase;
    fn round(&self) -> u8;
    fn offered(&self) -> [u8; ARTISTS];
    fn gained(&self, artist: usize) -> u16;
    fn cash(&self, seat: Seat) -> u16;
    fn hand(&self, seat: Seat) -> Cards;
}

impl Accessor for ModernArt {
    fn auctions(&self) -> Auctions {
        self.auctions()
    }

    fn phase(&self) -> Phase {
        self.phase()
    }

    fn round(&self) -> u8 {
        self.round()
    }

    fn offered(&self) -> [u8; ARTISTS] {
        *self.offered()
    }

    fn gained(&self, artist: usize) -> u16 {
        self.gained(artist)
    }

    fn cash(&self, seat: Seat) -> u16 {
        self.cash(seat)
    }

    fn hand(&self, seat: Seat) -> Cards {
        self.hand(seat)
    }
}

impl Accessor for View {
    fn auctions(&self) -> Auctions {
        self.rules.auctions
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn round(&self) -> u8 {
        self.round
    }

    fn offered(&self) -> [u8; ARTISTS] {
        self.offered
    }

    fn gained(&self, artist: usize) -> u16 {
        self.gained(artist)
    }

    fn cash(&self, seat: Seat) -> u16 {
        self.players[seat.index()].cash
    }

    fn hand(&self, seat: Seat) -> Cards {
        let hand = self.players[seat.index()].hand.as_ref();
        let hand = hand.expect("a seat sees its own hand");
        hand.iter().copied().collect()
    }
}

/// The artists of the paintings bought in this round, by buyer and then in the order bought: the
/// order in which the original's agent looks at them.
pub(super) fn bought_in_order(events: &[Event], seats: usize) -> Vec<u8> {
    let start = (events.iter()).rposition(|event| matches!(event, Event::Round { .. }));
    let round = &events[start.unwrap_or(0)..];
    let of_seat = |seat: Seat| {
        let sold = round.iter().filter_map(move |event| match *event {
            Event::Sold { lot, buyer, .. } if buyer == seat => Some(lot),
            _ => None,
        });
        sold.flat_map(|lot| std::iter::repeat_n(lot.painting.artist, lot.card_count().into()))
    };
    Seat::all(seats).flat_map(of_seat).collect()
}

/// The bid of an agent that expects a painting to pay `worth`: half of that, rounded down; a
/// random amount up to 5 if it expects nothing.
pub(super) fn bid(worth: Option<u16>, rng: &mut Rng) -> u16 {
    match worth {
        Some(worth) => worth / 2,
        None => rng.random_range(0..=u32::from(MAX_IDLE_BID)) as u16,
    }
}

/// What the original's agent takes a painting of the lot for: what its artist has gained, and the
/// [`expected_gain`]. Paintings that it is selling count as in its hand; all others offered in this round are bought.
pub(super) fn expected_worth<M: PartialOrd>(
    position: &impl Accessor,
    seat: Seat,
    lot: Lot,
    met: impl Fn(usize) -> M,
) -> Option<u16> {
    let artist = lot.artist();
    let sold = |other: usize| u8::from(other == artist) * lot.card_count();
    let kept = u8::from(lot.seller == seat);
    let (hand, offered) = (position.hand(seat), position.offered());
    let held = std::array::from_fn(|artist| hand.of_artist(artist) + kept * sold(artist));
    let bought = std::array::from_fn(|artist| offered[artist] - sold(artist));
    expected_gain(held, bought, artist, met).map(|gain| position.gained(artist) + gain)
}

/// What the original's agent expects an artist to gain in this round: it ranks the artists by the number of their
/// paintings in its hand and among those bought. Among equals those in the hand are ahead, in ascending order, then
/// the others in the order of `met`. Returns `None` for those below the third.
pub(super) fn expected_gain<M: PartialOrd>(
    held: [u8; ARTISTS],
    bought: [u8; ARTISTS],
    artist: usize,
    met: impl Fn(usize) -> M,
) -> Option<u16> {
    let count: [u8; ARTISTS] = std::array::from_fn(|artist| held[artist] + bought[artist]);
    if count[artist] == 0 {
        return None;
    }
    let key: [u8; ARTISTS] = std::array::from_fn(|artist| {
        8 * count[artist] + u8::from(held[artist] > 0) * (ARTISTS - artist) as u8
    });
    let own = key[artist];
    let ahead = key.map(|key| u8::from(key > own)).iter().sum::<u8>();
    let mut rank = usize::from(ahead);
    if held[artist] == 0 {
        let ahead = |&other: &usize| key[other] == own && met(other) < met(artist);
        rank += (0..ARTISTS).filter(ahead).count();
    }
    GAINS.get(rank).copied()
}

/// The order in which artists are met if the paintings bought are gone through by seat and then by artist.
pub(super) fn met_by_seat<'a>(
    bought: impl Iterator<Item = &'a [u8; ARTISTS]>,
    artist: usize,
) -> (Option<usize>, usize) {
    let mut bought = bought;
    (bought.position(|bought| bought[artist] > 0), artist)
}

/// The [`expected_worth`] in a state, in which the order of the sales is not known.
pub(super) fn worth_in_state(state: &ModernArt, seat: Seat, lot: Lot) -> Option<u16> {
    expected_worth(state, seat, lot, |artist| {
        met_by_seat(
            Seat::all(state.hands()).map(|seat| state.bought(seat)),
            artist,
        )
    })
}

/// What the original's agent does if it expects a painting of a lot to pay `worth`, with its valuations times
/// `factor`. Returns `None` when the game is over.
pub(super) fn simple(
    position: &impl Accessor,
    seat: Seat,
    worth: impl Fn(Lot) -> Option<u16>,
    factor: f64,
    rng: &mut Rng,
) -> Option<Action> {
    let value = |lot: Lot, rng: &mut Rng| -> u16 {
        let each = f64::from(bid(worth(lot), rng)) * factor;
        each as u16 * u16::from(lot.card_count())
    };
    let cash = position.cash(seat);
    Some(match position.phase() {
        Phase::Offer { .. } => Action::Offer(painting_to_offer(position, seat)),
        Phase::Add { double, .. } => {
            let mut paintings = position.auctions().kinds(position.hand(seat));
            let fits = paintings.find(|painting| {
                painting.artist == double.artist && painting.sold_by() != Auction::Double
            });
            fits.map_or(Action::Pass, Action::Add)
        }
        Phase::Price { lot } => Action::Price(value(lot, rng).min(cash)),
        Phase::Sealed { lot, .. } => Action::Bid(value(lot, rng).min(cash)),
        Phase::Fixed { lot, price, .. } => match price <= cash && price <= value(lot, rng) {
            true => Action::Take,
            false => Action::Pass,
        },
        Phase::Open { lot, best, .. } | Phase::OnceAround { lot, best, .. } => {
            let highest = best.map_or(0, |best| best.amount);
            match highest < cash && highest < value(lot, rng) {
                true => Action::Bid(highest + 1),
                false => Action::Pass,
            }
        }
        Phase::Over => return None,
    })
}

/// With two or more rounds to go a painting of the artist that the hand holds most of, later of the one it
/// holds least of; ties to the lower number, and to the first auction.
fn painting_to_offer(position: &impl Accessor, seat: Seat) -> Painting {
    let hand = position.hand(seat);
    let counts: [u8; ARTISTS] = std::array::from_fn(|artist| hand.of_artist(artist));
    let held = (0..ARTISTS).filter(|&artist| counts[artist] > 0);
    let remaining = ROUNDS - usize::from(position.round());
    let chosen = match remaining >= 2 {
        true => held.min_by_key(|&artist| std::cmp::Reverse(counts[artist])),
        false => held.min_by_key(|&artist| counts[artist]),
    };
    let artist = chosen.expect("a seat that offers holds a painting") as u8;
    let named = |auction| Painting { artist, auction };
    match position.auctions() {
        Auctions::Simple => named(None),
        Auctions::Full => {
            named((Auction::ALL.into_iter()).find(|&auction| hand.count(named(Some(auction))) > 0))
        }
    }
}
