//! Encoding: actions as indices, views as vectors. All amounts are in thousands.
//!
//! With M the maximum cash of a seat, [`max_cash`]:
//!
//! | index, simple rules | action |
//! |---|---|
//! | 0–4 | offer a painting of artist 0 to 4 |
//! | 5–5 + M | bid 0 to M |
//!
//! | index, full rules | action |
//! |---|---|
//! | 0 | pass |
//! | 1 | take |
//! | 2–26 | offer: 2 + 5 × artist + auction, in the order of [`Auction::ALL`] |
//! | 27–51 | add: 27 + 5 × artist + auction (a double one never is legal) |
//! | 52–52 + M | name a price of 0 to M |
//! | 53 + M–53 + 2 M | bid 0 to M |

use super::cards::{ARTISTS, AUCTIONS, Auction, PAINTING_COUNTS, Painting};
use super::phase::Phase;
use super::rules::{Auctions, GAINS, LIMIT, MAX_PLAYERS, ROUNDS, Rules, START_CASH, dealt};
use super::state::{Action, ModernArt};
use super::view::View;
use parlour_engine::encoding::{self, Observer, around, turns_after};
use parlour_engine::{Encode, Game as _, Seat};
use std::ops::Range;

const KINDS: usize = ARTISTS * AUCTIONS;
/// Full rules.
const PASS: usize = 0;
/// Full rules: after pass and take.
const OFFER: usize = 2;
const ADD: usize = OFFER + KINDS;
const PRICE: usize = ADD + KINDS;

/// The maximum size of a hand: a player may keep all that is dealt to them while others offer.
fn most_paintings(players: usize) -> f32 {
    (0..ROUNDS).map(|round| dealt(players, round) as f32).sum()
}

/// No seat ever has more cash: what all have at the start, and what the bank can pay before the
/// last auction. In each of three rounds the first, second and third artist pay for as many
/// paintings as can be sold, by what they can have gained.
pub fn max_cash(rules: &Rules) -> u16 {
    // Looked up: this is asked for every bid of a legal list.
    const PLAYERS: usize = MAX_PLAYERS + 1;
    static MAX_CASH: [[u16; LIMITS]; PLAYERS] = {
        let mut max = [[0; LIMITS]; PLAYERS];
        let mut place = 0;
        while place < PLAYERS * LIMITS {
            let (players, limit) = (place / LIMITS, place % LIMITS);
            max[players][limit] = compute_max_cash(players as u8, limit as u8);
            place += 1;
        }
        max
    };
    // Larger numbers cannot be played.
    let players = usize::from(rules.players).min(PLAYERS - 1);
    MAX_CASH[players][usize::from(rules.limit).min(LIMITS - 1)]
}

/// The limits that rules may have, and 0.
const LIMITS: usize = 17;

const fn compute_max_cash(players: u8, limit: u8) -> u16 {
    // Whatever the order of the ranks was, no artist has gained more than the first gain each round.
    let mut cash = START_CASH * players as u16;
    let mut rank = 0;
    while rank < GAINS.len() {
        let count = PAINTING_COUNTS[ARTISTS - 1 - rank];
        // The painting that ends a round is not sold; the largest artists have most paintings.
        let sold = limit.saturating_sub(1);
        let most = if count < sold { count } else { sold } as u16;
        let rounds = ROUNDS as u16 - 1;
        // The sum over the rounds of what was gained in those before, and the gain of the rank.
        cash += most * (GAINS[0] * (rounds * (rounds - 1) / 2) + rounds * GAINS[rank]);
        rank += 1;
    }
    cash
}

fn kind(painting: Painting) -> usize {
    painting.artist() * AUCTIONS + painting.sold_by().index()
}

fn painting(kind: usize) -> Painting {
    Painting {
        artist: (kind / AUCTIONS) as u8,
        auction: Some(Auction::ALL[kind % AUCTIONS]),
    }
}

impl ModernArt {
    /// The indices of the legal bids of a seat that is to bid, and whether it may pass. Bids are consecutive: hundreds
    /// are listed or marked at once.
    fn legal_bids(&self, seat: Seat) -> Option<(Range<usize>, bool)> {
        let (least, passes) = match self.phase() {
            Phase::Sealed { waiting, .. } if waiting.contains(seat) => (0, false),
            Phase::Open { best, asked, .. } | Phase::OnceAround { best, asked, .. }
                if asked == seat =>
            {
                (best.map_or(0, |best| best.amount) + 1, true)
            }
            _ => return None,
        };
        let max = max_cash(self.rules());
        let first = match self.auctions() {
            Auctions::Simple => ARTISTS,
            Auctions::Full => PRICE + usize::from(max) + 1,
        };
        // A state that was read from a text may have more cash than any game.
        let most = self.cash(seat).min(max);
        let least = first + usize::from(least);
        let bids = least..(first + usize::from(most) + 1).max(least);
        Some((bids, passes))
    }
}

impl Encode for ModernArt {
    fn action_count(rules: &Rules) -> usize {
        let amounts = usize::from(max_cash(rules)) + 1;
        match rules.auctions {
            Auctions::Simple => ARTISTS + amounts,
            Auctions::Full => PRICE + 2 * amounts,
        }
    }

    fn action_id(rules: &Rules, action: Action) -> Option<usize> {
        let max = max_cash(rules);
        let amount = |amount: u16| (amount <= max).then_some(usize::from(amount));
        let named = |painting: Painting| {
            (painting.artist() < ARTISTS && painting.auction.is_some()).then(|| kind(painting))
        };
        match (rules.auctions, action) {
            (Auctions::Simple, Action::Offer(painting)) => {
                let plain = painting.auction.is_none() && painting.artist() < ARTISTS;
                plain.then(|| painting.artist())
            }
            (Auctions::Simple, Action::Bid(bid)) => Some(ARTISTS + amount(bid)?),
            (Auctions::Simple, _) => None,
            (Auctions::Full, Action::Pass) => Some(PASS),
            (Auctions::Full, Action::Take) => Some(1),
            (Auctions::Full, Action::Offer(painting)) => Some(OFFER + named(painting)?),
            (Auctions::Full, Action::Add(painting)) => Some(ADD + named(painting)?),
            (Auctions::Full, Action::Price(price)) => Some(PRICE + amount(price)?),
            (Auctions::Full, Action::Bid(bid)) => Some(PRICE + usize::from(max) + 1 + amount(bid)?),
        }
    }

    fn action_of(rules: &Rules, id: usize) -> Option<Action> {
        let max = max_cash(rules);
        let amounts = usize::from(max) + 1;
        match rules.auctions {
            _ if id >= Self::action_count(rules) => None,
            Auctions::Simple if id < ARTISTS => Some(Action::Offer(Painting {
                artist: id as u8,
                auction: None,
            })),
            Auctions::Simple => Some(Action::Bid((id - ARTISTS) as u16)),
            Auctions::Full => Some(match id {
                PASS => Action::Pass,
                1 => Action::Take,
                OFFER..ADD => Action::Offer(painting(id - OFFER)),
                ADD..PRICE => Action::Add(painting(id - ADD)),
                _ if id < PRICE + amounts => Action::Price((id - PRICE) as u16),
                _ => Action::Bid((id - PRICE - amounts) as u16),
            }),
        }
    }

    fn legal_ids_into(&self, seat: Seat, legal: &mut Vec<Action>, ids: &mut Vec<usize>) {
        let Some((bids, passes)) = self.legal_bids(seat) else {
            self.legal_actions_into(seat, legal);
            return encoding::ids::<Self>(self.rules(), legal, ids);
        };
        ids.clear();
        ids.extend(bids);
        if passes {
            ids.push(PASS);
        }
    }

    fn mark_legal(&self, seat: Seat, legal: &mut Vec<Action>, mask: &mut [i8]) -> Range<usize> {
        let Some((bids, passes)) = self.legal_bids(seat) else {
            self.legal_actions_into(seat, legal);
            return encoding::mark::<Self>(self.rules(), legal, mask);
        };
        mask[bids.clone()].fill(1);
        if passes {
            mask[PASS] = 1;
            return PASS..bids.end.max(PASS + 1);
        }
        bids
    }

    fn observe(view: &View, out: &mut Observer<'_>) {
        let seats = view.players.len();
        let max = f32::from(max_cash(&view.rules));
        let turn = |seat: Seat| turns_after(view.viewer, seat, seats);
        out.put("round", [0.0, 3.0], [view.round]);
        let (place, lot, bid, seat) = match view.phase {
            Phase::Offer { .. } => (0, None, None, None),
            Phase::Add { double, first, .. } => (1, Some(double), None, Some(first)),
            Phase::Price { lot } => (2, Some(lot.painting), None, None),
            Phase::Fixed { lot, price, .. } => (3, Some(lot.painting), Some(price), None),
            Phase::Sealed { lot, .. } => (4, Some(lot.painting), None, None),
            Phase::Open { lot, best, .. } => (
                5,
                Some(lot.painting),
                best.map(|b| b.amount),
                best.map(|b| b.seat),
            ),
            Phase::OnceAround { lot, best, .. } => (
                6,
                Some(lot.painting),
                best.map(|b| b.amount),
                best.map(|b| b.seat),
            ),
            Phase::Over => (7, None, None, None),
        };
        out.marks(
            "phase: offer, add, price, fixed, sealed, open, once, over",
            8,
            [place],
        );
        out.marks(
            "turns until each is to move",
            seats,
            view.to_move.iter().map(turn),
        );
        out.marks(
            "artist on offer",
            ARTISTS,
            lot.map(|painting| painting.artist()),
        );
        out.marks(
            "auction: fixed, sealed, double, open, once",
            AUCTIONS,
            lot.map(|painting| painting.sold_by().index()),
        );
        let paintings = view
            .phase
            .lot()
            .map_or(u8::from(lot.is_some()), |lot| lot.card_count());
        out.put("paintings on offer", [0.0, 2.0], [paintings]);
        out.marks(
            "seller",
            seats,
            view.phase.lot().map(|lot| turn(lot.seller)),
        );
        out.put("highest bid or price", [0.0, max], [bid.unwrap_or(0)]);
        out.marks(
            "who bid it, or offered the double painting",
            seats,
            seat.map(turn),
        );
        out.put("offered in this round by artist", [0.0, 16.0], view.offered);
        let gain = f32::from(GAINS[0]);
        out.put(
            "gained by round and artist",
            [0.0, gain],
            view.gained.iter().flatten().copied(),
        );
        out.put(
            "ever offered by artist and auction",
            [0.0, 16.0],
            view.seen.counts::<KINDS>(),
        );
        out.put("not dealt", [0.0, 70.0], [view.deck]);
        let mut hand = [0u8; KINDS];
        let own = view.viewer.seat().map(|seat| &view.players[seat.index()]);
        for &painting in own
            .and_then(|player| player.hand.as_ref())
            .into_iter()
            .flatten()
        {
            hand[kind(painting)] += 1;
        }
        out.put("my hand by artist and auction", [0.0, 16.0], hand);
        // The last payments come after the last bid, and count in the final cash only.
        let last = max + 3.0 * f32::from(LIMIT.max(view.rules.limit)) * 4.0 * gain;
        let cash = view.cash();
        for (turns, seat) in around(view.viewer, seats).enumerate() {
            let player = &view.players[seat.index()];
            out.put(
                format_args!("player {turns}: cash"),
                [0.0, last],
                [cash[seat.index()]],
            );
            out.put(
                format_args!("player {turns}: paintings in hand"),
                [0.0, most_paintings(seats)],
                [player.hand_len],
            );
            out.put(
                format_args!("player {turns}: bought in this round by artist"),
                [0.0, 16.0],
                player.bought,
            );
        }
    }
}
