//! [`Appraiser`]: estimates what a painting will pay and what the others will bid.

use super::heuristics::amount;
use super::original::{bid, expected_gain, met_by_seat};
use parlour_engine::{InformationState, Policy, Resample as _, Rng, Seat, View as _, sort_short};
use parlour_games::modern_art::rules::{ARTISTS, GAINS, MAX_PLAYERS, ROUNDS};
use parlour_games::modern_art::{
    Action, Auction, Event, Lot, ModernArt, Painting, Phase, View, rank,
};
use rand::RngExt as _;

/// The number of deals that are sampled for a decision.
const SAMPLES: usize = 80;
/// The percentage of offers in simulated rounds that are random; the others are those of `simple`.
const RANDOM_OFFERS: u32 = 15;

/// A policy that maximises the difference between its own cash and the mean of the others', in simulated rounds.
///
/// In each, the hidden paintings are dealt anew and the offers played to the end of the round, which gives what each
/// artist pays; the bids of the others are estimated. A price is also the seller's income.
#[derive(Clone, Copy, Debug, Default)]
pub struct Appraiser;

impl Policy<ModernArt> for Appraiser {
    fn choose(
        &mut self,
        known: &InformationState<'_, ModernArt>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let view = known.view();
        if let [only] = legal {
            return *only;
        }
        let appraisal = Appraisal::new(known, rng);
        match view.phase {
            Phase::Offer { .. } | Phase::Add { .. } => appraisal.choose_offer(legal, rng),
            phase => match phase.lot() {
                Some(lot) => appraisal.choose_in_auction(lot, legal, rng),
                None => legal[0],
            },
        }
    }
}

/// The public information, and sampled hands.
struct Appraisal<'a> {
    view: &'a View,
    me: Seat,
    seats: usize,
    gained: [u16; ARTISTS],
    cash: [u16; MAX_PLAYERS],
    bought: [[u8; ARTISTS]; MAX_PLAYERS],
    /// How much each seat bids like the original's `simple`, 0 to 1.
    simple: [f64; MAX_PLAYERS],
    deals: Vec<Hands>,
}

/// Paintings in hand, by seat and artist.
type Hands = [[u8; ARTISTS]; MAX_PLAYERS];

/// The result of a simulated round: what a painting of each artist pays, and what each seat would bid for the lot.
struct SimulatedRound {
    worth: [u16; ARTISTS],
    values: [u16; MAX_PLAYERS],
}

impl<'a> Appraisal<'a> {
    fn new(known: &'a InformationState<'_, ModernArt>, rng: &mut Rng) -> Appraisal<'a> {
        let view = known.view();
        let turn_start = view.at_turn_start();
        let me = (view.viewer().seat()).expect("a policy is handed the view of a seat");
        let seats = view.players.len();
        let mut bought = Hands::default();
        for (bought, player) in bought.iter_mut().zip(&view.players) {
            *bought = player.bought;
        }
        let counted = view.cash();
        let deals = (0..SAMPLES)
            .map(|_| {
                let state = ModernArt::resample(&turn_start, rng);
                let mut hands = Hands::default();
                for seat in Seat::all(seats) {
                    hands[seat.index()] = {
                        let hand = state.hand(seat);
                        std::array::from_fn(|artist| hand.of_artist(artist))
                    };
                }
                hands
            })
            .collect();
        let mut cash = [0; MAX_PLAYERS];
        cash[..seats].copy_from_slice(counted.as_slice());
        Appraisal {
            view,
            me,
            seats,
            gained: std::array::from_fn(|artist| view.gained(artist)),
            cash,
            bought,
            simple: simple_bidders(known.events()),
            deals,
        }
    }

    /// All seats in order of play, from the one after `seat` to itself.
    fn left_of(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let seats = self.seats;
        (1..=seats).map(move |step| Seat(((seat.index() + step) % seats) as u8))
    }

    /// What a painting of each artist pays after simulated offers to the end of the round, the first by `next`; the
    /// round is over if that is `None`.
    fn simulate_round(
        &self,
        mut hands: Hands,
        mut offered: [u8; ARTISTS],
        next: Option<Seat>,
        rng: &mut Rng,
    ) -> [u16; ARTISTS] {
        if let Some(mut seat) = next {
            let mut skipped = 0;
            while skipped < self.seats {
                match self.simulated_offer(&hands[seat.index()], seat, rng) {
                    None => skipped += 1,
                    Some(artist) => {
                        skipped = 0;
                        hands[seat.index()][artist] -= 1;
                        offered[artist] += 1;
                        if offered[artist] >= self.view.rules.limit {
                            break;
                        }
                    }
                }
                seat = seat.next(self.seats);
            }
        }
        let mut worth = [0; ARTISTS];
        for (artist, gain) in rank(&offered).into_iter().zip(GAINS) {
            if let Some(artist) = artist.map(usize::from) {
                worth[artist] = self.gained[artist] + gain;
            }
        }
        worth
    }

    /// The artist that a seat offers in a simulated round, mostly as the original's `simple`; the own seat prefers
    /// artists of which it has bought paintings.
    fn simulated_offer(&self, hand: &[u8; ARTISTS], seat: Seat, rng: &mut Rng) -> Option<usize> {
        let total: u8 = hand.iter().sum();
        if total == 0 {
            return None;
        }
        let held = (0..ARTISTS).filter(|&artist| hand[artist] > 0);
        if rng.random_range(0..100u32) < RANDOM_OFFERS {
            let mut left = rng.random_range(0..u32::from(total));
            return held.into_iter().find(|&artist| {
                let here = left < u32::from(hand[artist]);
                left = left.saturating_sub(hand[artist].into());
                here
            });
        }
        let remaining = ROUNDS - usize::from(self.view.round);
        if seat == self.me {
            let own = &self.bought[seat.index()];
            held.min_by_key(|&artist| std::cmp::Reverse(3 * own[artist] + hand[artist]))
        } else if remaining >= 2 {
            held.min_by_key(|&artist| std::cmp::Reverse(hand[artist]))
        } else {
            held.min_by_key(|&artist| hand[artist])
        }
    }

    /// What each other seat would bid for a lot: the bid of `simple` if it is like `simple`, otherwise a random fraction
    /// of what the lot will pay.
    fn valuations(
        &self,
        hands: &Hands,
        lot: Lot,
        worth: &[u16; ARTISTS],
        rng: &mut Rng,
    ) -> [u16; MAX_PLAYERS] {
        let mut values = [0; MAX_PLAYERS];
        let artist = lot.artist();
        let bought = &self.bought[..self.seats];
        let all_bought =
            std::array::from_fn(|artist| bought.iter().map(|bought| bought[artist]).sum());
        let met = |artist| met_by_seat(bought.iter(), artist);
        for seat in Seat::all(self.seats).filter(|&seat| seat != self.me) {
            let at = seat.index();
            let each = if rng.random_bool(self.simple[at]) {
                let mut hand = hands[at];
                if lot.seller == seat {
                    hand[artist] += lot.card_count();
                }
                let gain = expected_gain(hand, all_bought, artist, met);
                bid(gain.map(|gain| self.gained[artist] + gain), rng)
            } else {
                let fraction = rng.random_range(50..100u32);
                (u32::from(worth[artist]) * fraction / 100) as u16
            };
            values[at] = (each * u16::from(lot.card_count())).min(self.cash[at]);
        }
        values
    }

    fn rounds(&self, lot: Lot, offered: [u8; ARTISTS], rng: &mut Rng) -> Vec<SimulatedRound> {
        let next = lot.seller.next(self.seats);
        (self.deals.iter())
            .map(|hands| {
                let worth = self.simulate_round(*hands, offered, Some(next), rng);
                let values = self.valuations(hands, lot, &worth, rng);
                SimulatedRound { worth, values }
            })
            .collect()
    }

    /// By how much a sale changes the difference between the own cash and the mean of the others'.
    fn gain(&self, lot: Lot, buyer: Seat, price: u16, worth: &[u16; ARTISTS]) -> f64 {
        let share = 1.0 / (self.seats - 1) as f64;
        let worth = f64::from(worth[lot.artist()] * u16::from(lot.card_count()));
        let price = f64::from(price);
        let mut gain = if buyer == self.me {
            worth - price
        } else {
            (price - worth) * share
        };
        if buyer != lot.seller {
            gain += if lot.seller == self.me {
                price
            } else {
                -price * share
            };
        }
        gain
    }

    fn choose_in_auction(&self, lot: Lot, legal: &[Action], rng: &mut Rng) -> Action {
        let rounds = self.rounds(lot, self.view.offered, rng);
        let total = |action: Action| -> f64 {
            (rounds.iter())
                .map(|round| self.gain_of(lot, action, round))
                .sum()
        };
        // Only amounts equal to a bid of another seat, or one above it, can be best.
        let mut thresholds = [false; 1 << 10];
        for value in rounds.iter().flat_map(|round| round.values) {
            for threshold in [value, value + 1] {
                thresholds[usize::from(threshold) % (1 << 10)] = true;
            }
        }
        let lowest = legal.iter().find(|action| amount(**action).is_some());
        let matters = |action: &&Action| {
            amount(**action).is_none_or(|amount| thresholds[usize::from(amount) % (1 << 10)])
                || lowest == Some(*action)
        };
        // The highest mean gain; of equal ones the first, which costs least.
        let best = (legal.iter().filter(matters))
            .map(|&action| (total(action), action))
            .reduce(|best, next| if next.0 > best.0 + 1e-9 { next } else { best });
        best.map_or(legal[0], |(_, action)| action)
    }

    /// The gain of an action in one simulated round.
    fn gain_of(&self, lot: Lot, action: Action, round: &SimulatedRound) -> f64 {
        let SimulatedRound { worth, values } = round;
        let value = |seat: Seat| values[seat.index()];
        match (self.view.phase, action) {
            (Phase::Sealed { .. }, Action::Bid(own)) => {
                let (mut buyer, mut price) = (lot.seller, 0);
                for seat in self.left_of(lot.seller) {
                    let bid = if seat == self.me { own } else { value(seat) };
                    if bid > price {
                        (buyer, price) = (seat, bid);
                    }
                }
                self.gain(lot, buyer, price, worth)
            }
            (Phase::Price { .. }, Action::Price(price)) => {
                let mut others = self.left_of(lot.seller).filter(|&seat| seat != self.me);
                let buyer = others.find(|&seat| value(seat) >= price);
                self.gain(lot, buyer.unwrap_or(self.me), price, worth)
            }
            (Phase::Fixed { price, .. }, Action::Take) => self.gain(lot, self.me, price, worth),
            (Phase::Fixed { price, .. }, _) => {
                let mut later = (self.left_of(self.me)).take_while(|&seat| seat != lot.seller);
                let buyer = later.find(|&seat| value(seat) >= price);
                self.gain(lot, buyer.unwrap_or(lot.seller), price, worth)
            }
            (Phase::OnceAround { best, .. }, _) => {
                let mut best = best.map(|best| (best.seat, best.amount));
                if let Action::Bid(amount) = action {
                    best = Some((self.me, amount));
                }
                if self.me != lot.seller {
                    for seat in self.left_of(self.me) {
                        let highest = best.map_or(0, |(_, amount)| amount);
                        if value(seat) > highest {
                            best = Some((seat, highest + 1));
                        }
                        if seat == lot.seller {
                            break;
                        }
                    }
                }
                let (buyer, price) = best.unwrap_or((lot.seller, 0));
                self.gain(lot, buyer, price, worth)
            }
            (Phase::Open { best, .. }, _) => {
                let highest = best.map_or(0, |best| best.amount);
                let rival = (Seat::all(self.seats))
                    .filter(|&seat| seat != self.me)
                    .max_by_key(|&seat| (value(seat), std::cmp::Reverse(seat)))
                    .unwrap_or(lot.seller);
                match action {
                    // A jump buys nothing that a raise by one does not.
                    Action::Bid(amount) if amount > highest + 1 => f64::NEG_INFINITY,
                    Action::Bid(amount) if value(rival) <= amount => {
                        self.gain(lot, self.me, amount, worth)
                    }
                    // Another seat will raise: this one may stop later, and loses nothing now.
                    Action::Bid(amount) => {
                        self.gain(lot, rival, value(rival).max(amount + 1), worth)
                    }
                    _ => {
                        let leader = best.map(|best| best.seat);
                        let outbid = value(rival) > highest && leader != Some(rival);
                        match (leader, outbid) {
                            (Some(leader), false) => self.gain(lot, leader, highest, worth),
                            (None, false) => self.gain(lot, lot.seller, 0, worth),
                            (_, true) => self.gain(lot, rival, highest + 1, worth),
                        }
                    }
                }
            }
            _ => 0.0,
        }
    }

    fn choose_offer(&self, legal: &[Action], rng: &mut Rng) -> Action {
        let best = (legal.iter())
            .map(|&action| {
                let worth = match action {
                    Action::Offer(painting) => self.gain_of_offer(painting, None, rng),
                    Action::Add(painting) => {
                        let double = match self.view.phase {
                            Phase::Add { double, .. } => Some(double),
                            _ => None,
                        };
                        self.gain_of_offer(painting, double, rng)
                    }
                    _ => self.gain_of_not_adding(rng),
                };
                (worth, action)
            })
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(legal[0], |(_, action)| action)
    }

    /// What the own paintings bought so far pay, less the mean of what those of the others pay.
    fn value_of_bought(&self, worth: &[u16; ARTISTS]) -> f64 {
        let share = 1.0 / (self.seats - 1) as f64;
        (Seat::all(self.seats))
            .map(|seat| {
                let bought = self.bought[seat.index()].iter().zip(worth);
                let sum: u16 = bought
                    .map(|(&count, &worth)| u16::from(count) * worth)
                    .sum();
                match seat == self.me {
                    true => f64::from(sum),
                    false => -f64::from(sum) * share,
                }
            })
            .sum()
    }

    /// The mean gain of offering a painting, alone or with a double one.
    fn gain_of_offer(&self, painting: Painting, double: Option<Painting>, rng: &mut Rng) -> f64 {
        let artist = painting.artist();
        let lot = Lot {
            seller: self.me,
            painting,
            double,
        };
        let mut offered = self.view.offered;
        offered[artist] += 1;
        let ends = offered[artist] >= self.view.rules.limit;
        let next = self.me.next(self.seats);
        let mut total = 0.0;
        for hands in &self.deals {
            let mut hands = *hands;
            hands[self.me.index()][artist] -= 1;
            let worth = self.simulate_round(hands, offered, (!ends).then_some(next), rng);
            total += self.value_of_bought(&worth);
            if !ends {
                let values = self.valuations(&hands, lot, &worth, rng);
                total += self.gain_of_sale(lot, &values, &worth);
            }
        }
        total / self.deals.len() as f64
    }

    /// The gain of selling a lot at about the second highest valuation in an open or once-around auction and at the highest
    /// in the others, or of keeping it if that is better.
    fn gain_of_sale(&self, lot: Lot, values: &[u16; MAX_PLAYERS], worth: &[u16; ARTISTS]) -> f64 {
        let mut order: Vec<Seat> = self.left_of(self.me).filter(|&s| s != self.me).collect();
        sort_short(&mut order, |seat| std::cmp::Reverse(values[seat.index()]));
        let value = |nth: usize| values[order[nth].index()];
        let (buyer, price) = match lot.painting.sold_by() {
            Auction::Open | Auction::Once => (order[0], (value(1) + 1).min(value(0))),
            Auction::Fixed | Auction::Sealed => (order[0], value(0)),
            // Another seat may add the second painting, and then sells both.
            Auction::Double => return self.gain(lot, self.me, 0, worth) * 0.5,
        };
        let sold = self.gain(lot, buyer, price, worth);
        let kept = self.gain(lot, self.me, price + 1, worth);
        sold.max(kept)
    }

    /// The mean gain of not adding to a double painting: another seat may add, or the owner has it without paying.
    fn gain_of_not_adding(&self, rng: &mut Rng) -> f64 {
        let Phase::Add { double, first, .. } = self.view.phase else {
            return 0.0;
        };
        let lot = Lot {
            seller: first,
            painting: double,
            double: None,
        };
        let next = first.next(self.seats);
        let mut total = 0.0;
        for hands in &self.deals {
            let worth = self.simulate_round(*hands, self.view.offered, Some(next), rng);
            total += self.value_of_bought(&worth);
            let later = (self.left_of(self.me)).take_while(|&seat| seat != first);
            let mut adder = later.filter(|seat| hands[seat.index()][double.artist()] > 0);
            total += match adder.next() {
                None => self.gain(lot, first, 0, &worth),
                Some(adder) => {
                    let both = Lot {
                        seller: adder,
                        painting: double,
                        double: Some(double),
                    };
                    self.gain(both, adder, 0, &worth)
                }
            };
        }
        total / self.deals.len() as f64
    }
}

/// The share of each seat's sealed bids, 0 to 1, that `simple` could have made: half of what one of the first three
/// artists would pay, or at most 5 a painting. Four made-up bids, three of them like `simple`, count as well.
pub(super) fn simple_bidders(events: &[Event]) -> [f64; MAX_PLAYERS] {
    let mut like = [3.0; MAX_PLAYERS];
    let mut unlike = [1.0; MAX_PLAYERS];
    let mut gained = [0u16; ARTISTS];
    let mut artist = 0;
    let mut paintings = 1;
    for event in events {
        match *event {
            Event::Offer { painting, .. } => (artist, paintings) = (painting.artist(), 1),
            Event::Add { .. } => paintings = 2,
            Event::Bids { bids } => {
                for (seat, &bid) in bids.as_slice().iter().enumerate() {
                    let half = |gain: u16| (gained[artist] + gain) / 2 * paintings;
                    if bid <= 5 * paintings || GAINS.iter().any(|&gain| bid == half(gain)) {
                        like[seat] += 1.0;
                    } else {
                        unlike[seat] += 1.0;
                    }
                }
            }
            Event::RoundEnd(result) => {
                for (artist, gain) in result.ranked.into_iter().zip(GAINS) {
                    if let Some(artist) = artist {
                        gained[usize::from(artist)] += gain;
                    }
                }
            }
            _ => {}
        }
    }
    std::array::from_fn(|seat| like[seat] / (like[seat] + unlike[seat]))
}
