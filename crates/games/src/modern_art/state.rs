//! The state of Modern Art and the rules that change it.

use super::cards::{ARTISTS, Auction, Cards, PAINTINGS, Painting};
use super::phase::{HighBid, Lot, Phase};
use super::position;
use super::rules::{Amounts, Auctions, Deal, GAINS, MAX_PLAYERS, ROUNDS, Rules, START_CASH, dealt};
use super::view::{Event, PlayerView, RoundResult, View};
use arrayvec::ArrayVec;
use parlour_engine::position::state_of_view;
use parlour_engine::{
    EventSink, Game, Outcome, Position, PositionFault, Redeal, Resample, Reveals, Rng, Row, Seat,
    SeatSet, SetupError, Streams, Table, Viewer, sort_short,
};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::iter;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Offer a painting of the hand.
    Offer(Painting),
    /// Add a second painting of the hand to a double auction.
    Add(Painting),
    /// A sealed bid, or a raise to this amount.
    Bid(u16),
    /// Name the price of a fixed-price auction.
    Price(u16),
    /// Take the lot at the fixed price.
    Take,
    /// Do not add, raise or take.
    Pass,
}

impl parlour_engine::Action for Action {
    fn number(self) -> u64 {
        let of_painting = |painting: Painting| {
            let auction = painting.auction.map_or(0, |auction| 1 + auction.index());
            (painting.artist() << 8 | auction) as u64
        };
        let (kind, of) = match self {
            Action::Offer(painting) => (0, of_painting(painting)),
            Action::Add(painting) => (1, of_painting(painting)),
            Action::Bid(amount) => (2, amount.into()),
            Action::Price(amount) => (3, amount.into()),
            Action::Take => (4, 0),
            Action::Pass => (5, 0),
        };
        kind << 16 | of
    }
}

/// Why the rules forbid an action, in words for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// Another kind of action is due.
    #[error("Now you {0}")]
    NotNow(&'static str),
    /// These rules have no such painting.
    #[error("These rules have no painting '{0}'")]
    NoSuchPainting(Painting),
    /// The painting is not in hand.
    #[error("You have no painting '{0}' in hand")]
    NotInHand(Painting),
    /// The second painting of a double auction is by another artist.
    #[error("The second painting has to be by artist {0} too")]
    OtherArtist(u8),
    /// The second painting of a double auction is itself double.
    #[error("The second painting cannot be a double one")]
    SecondDouble,
    /// More than the cash.
    #[error("You have only {0}")]
    OverCash(u16),
    /// Not above the highest bid.
    #[error("You have to bid more than {0}, or pass")]
    TooLow(u16),
}

/// A game of Modern Art.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModernArt {
    rules: Rules,
    round: u8,
    phase: Phase,
    /// What is not dealt yet; the next is the last.
    pub(super) deck: ArrayVec<Painting, PAINTINGS>,
    hands: ArrayVec<Cards, MAX_PLAYERS>,
    cash: Amounts,
    /// Paintings bought this round, by seat and artist.
    bought: [[u8; ARTISTS]; MAX_PLAYERS],
    offered: [u8; ARTISTS],
    gained: [[u16; ARTISTS]; ROUNDS],
    /// Every painting ever offered.
    seen: Cards,
}

impl ModernArt {
    /// What is going on, with everybody's sealed bids.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of the round, from 0 to 3.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The paintings in a seat's hand.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// How many hands there are: one for each seat.
    pub fn hands(&self) -> usize {
        self.hands.len()
    }

    /// Which auctions are played.
    pub fn auctions(&self) -> Auctions {
        self.rules.auctions
    }

    /// A seat's cash in thousands.
    pub fn cash(&self, seat: Seat) -> u16 {
        self.cash[seat.index()]
    }

    /// How many paintings of each artist a seat has bought in this round.
    pub fn bought(&self, seat: Seat) -> &[u8; ARTISTS] {
        &self.bought[seat.index()]
    }

    /// How many paintings of each artist were offered in this round.
    pub fn offered(&self) -> &[u8; ARTISTS] {
        &self.offered
    }

    /// What an artist has gained in the rounds before, in thousands.
    pub fn gained(&self, artist: usize) -> u16 {
        self.gained.iter().map(|round| round[artist]).sum()
    }

    fn start_round(&mut self, round: usize, events: &mut impl EventSink<Event>) {
        let count = dealt(self.hands(), round);
        self.round = round as u8;
        self.offered = [0; ARTISTS];
        self.bought = Default::default();
        for hand in &mut self.hands {
            for _ in 0..count {
                let painting = self
                    .deck
                    .pop()
                    .expect("the deck holds what every round deals");
                hand.add(painting);
            }
        }
        events.emit(|| Event::Round {
            round: round as u8,
            dealt: count as u8,
        });
    }

    /// The next seat with paintings after `last` offers; the round ends when there is none.
    fn next_offer(&mut self, last: Seat, events: &mut impl EventSink<Event>) {
        let seats = self.hands();
        let mut seat = last;
        for _ in 0..seats {
            seat = seat.next(seats);
            if !self.hands[seat.index()].is_empty() {
                self.phase = Phase::Offer { seat };
                return;
            }
        }
        self.end_round(last, events);
    }

    fn end_round(&mut self, last: Seat, events: &mut impl EventSink<Event>) {
        let round = usize::from(self.round);
        let ranked = rank(&self.offered);
        for (artist, gain) in ranked.iter().zip(GAINS) {
            if let Some(artist) = artist {
                self.gained[round][usize::from(*artist)] = gain;
            }
        }
        let mut worth = [0; ARTISTS];
        for artist in ranked.into_iter().flatten().map(usize::from) {
            worth[artist] = self.gained(artist);
        }
        let mut paid = Amounts::all(self.hands(), 0);
        for seat in 0..self.hands() {
            let bought = self.bought[seat].iter().zip(worth);
            paid[seat] = bought.map(|(&count, worth)| u16::from(count) * worth).sum();
            self.cash[seat] += paid[seat];
        }
        events.emit(|| {
            Event::RoundEnd(RoundResult {
                round: self.round,
                offered: self.offered,
                ranked,
                worth,
                paid,
            })
        });
        if round + 1 == ROUNDS {
            self.phase = Phase::Over;
        } else {
            self.start_round(round + 1, events);
            self.next_offer(last, events);
        }
    }

    /// A painting leaves the hand and counts as offered. Whether it ends the round.
    fn lay_out(&mut self, seat: Seat, painting: Painting) -> bool {
        self.hands[seat.index()].remove(painting);
        self.seen.add(painting);
        let offered = &mut self.offered[painting.artist()];
        *offered += 1;
        *offered >= self.rules.limit
    }

    fn start_auction(&mut self, lot: Lot) {
        let asked = lot.seller.next(self.hands());
        self.phase = match lot.painting.sold_by() {
            Auction::Fixed => Phase::Price { lot },
            Auction::Sealed => Phase::Sealed {
                lot,
                waiting: SeatSet::all(self.hands()),
                bids: [None; MAX_PLAYERS],
            },
            Auction::Open => Phase::Open {
                lot,
                asked,
                best: None,
                passes: 0,
            },
            Auction::Once => Phase::OnceAround {
                lot,
                asked,
                best: None,
            },
            Auction::Double => Phase::Add {
                double: lot.painting,
                first: lot.seller,
                asked: lot.seller,
            },
        };
    }

    /// The lot goes to the buyer, or free to the seller, and the next seat offers.
    fn sell(&mut self, lot: Lot, best: Option<HighBid>, events: &mut impl EventSink<Event>) {
        let HighBid {
            seat: buyer,
            amount: price,
        } = best.unwrap_or(HighBid {
            seat: lot.seller,
            amount: 0,
        });
        self.cash[buyer.index()] -= price;
        if buyer != lot.seller {
            self.cash[lot.seller.index()] += price;
        }
        self.bought[buyer.index()][lot.artist()] += lot.card_count();
        events.emit(|| Event::Sold { lot, buyer, price });
        self.next_offer(lot.seller, events);
    }

    /// All sealed bids are in: the highest wins, among equals the first from the seller's left.
    fn open_bids(
        &mut self,
        lot: Lot,
        bids: &[Option<u16>; MAX_PLAYERS],
        events: &mut impl EventSink<Event>,
    ) {
        let mut opened = Amounts::all(self.hands(), 0);
        let mut best: Option<HighBid> = None;
        let mut seat = lot.seller;
        for _ in 0..self.hands() {
            seat = seat.next(self.hands());
            let amount = bids[seat.index()].expect("every seat has bid");
            opened[seat.index()] = amount;
            if amount > best.map_or(0, |best| best.amount) {
                best = Some(HighBid { seat, amount });
            }
        }
        events.emit(|| Event::Bids { bids: opened });
        self.sell(lot, best, events);
    }

    fn check_painting(&self, seat: Seat, painting: Painting) -> Result<(), IllegalMove> {
        let known = painting.artist() < ARTISTS
            && painting.auction.is_some() == (self.rules.auctions == Auctions::Full);
        if !known {
            Err(IllegalMove::NoSuchPainting(painting))
        } else if self.hands[seat.index()].count(painting) == 0 {
            Err(IllegalMove::NotInHand(painting))
        } else {
            Ok(())
        }
    }

    fn check_cash(&self, seat: Seat, amount: u16) -> Result<(), IllegalMove> {
        let cash = self.cash[seat.index()];
        if amount > cash {
            Err(IllegalMove::OverCash(cash))
        } else {
            Ok(())
        }
    }
}

/// The artists of whom most was offered: the first three, ties to the lower number.
pub fn rank(offered: &[u8; ARTISTS]) -> [Option<u8>; 3] {
    let mut order: [u8; ARTISTS] = [0, 1, 2, 3, 4];
    // Stable: equals stay in the order of the artists.
    sort_short(&mut order, |&artist| {
        std::cmp::Reverse(offered[usize::from(artist)])
    });
    let mut ranked = [None; 3];
    for (place, artist) in ranked.iter_mut().zip(order) {
        *place = (offered[usize::from(artist)] > 0).then_some(artist);
    }
    ranked
}

/// Every bid that cash allows in most games: lists are copied from here.
static BIDS: [Action; 1024] = {
    let mut bids = [Action::Bid(0); 1024];
    let mut amount = 0;
    while amount < bids.len() {
        bids[amount] = Action::Bid(amount as u16);
        amount += 1;
    }
    bids
};

/// Appends a bid of every amount from `least` to `most`.
fn bids(least: u16, most: u16, out: &mut Vec<Action>) {
    let range = usize::from(least)..usize::from(most) + 1;
    match BIDS.get(range) {
        Some(bids) => out.extend_from_slice(bids),
        None => out.extend((least..=most).map(Action::Bid)),
    }
}

impl Game for ModernArt {
    const NAME: &'static str = "modern-art";
    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type View = View;
    type Event = Event;
    type IllegalMove = IllegalMove;

    fn deal(rules: &Rules, seed: u64) -> Deal {
        Deal::shuffled(rules.auctions, &mut Streams::new(seed).deal())
    }

    fn start(
        rules: Rules,
        deal: Deal,
        events: &mut impl EventSink<Event>,
    ) -> Result<ModernArt, SetupError> {
        rules.check()?;
        deal.check(&rules)?;
        let seats = usize::from(rules.players);
        let mut game = ModernArt {
            rules,
            round: 0,
            phase: Phase::Offer { seat: Seat(0) },
            deck: deal.deck.into_iter().rev().collect(),
            hands: iter::repeat_n(Cards::NONE, seats).collect(),
            cash: Amounts::all(seats, START_CASH),
            bought: Default::default(),
            offered: [0; ARTISTS],
            gained: Default::default(),
            seen: Cards::NONE,
        };
        game.start_round(0, events);
        Ok(game)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn to_move(&self) -> SeatSet {
        self.phase.to_move()
    }

    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if !self.to_move().contains(seat) {
            return;
        }
        let hand = self.hands[seat.index()];
        let cash = self.cash[seat.index()];
        match self.phase {
            Phase::Offer { .. } => {
                out.extend(self.rules.auctions.kinds(hand).map(Action::Offer));
            }
            Phase::Add { double, .. } => {
                let paintings = self.rules.auctions.kinds(hand).filter(|painting| {
                    painting.artist == double.artist && painting.sold_by() != Auction::Double
                });
                out.extend(paintings.map(Action::Add));
                out.push(Action::Pass);
            }
            Phase::Price { .. } => out.extend((0..=cash).map(Action::Price)),
            Phase::Fixed { price, .. } => {
                if price <= cash {
                    out.push(Action::Take);
                }
                out.push(Action::Pass);
            }
            Phase::Sealed { .. } => bids(0, cash, out),
            Phase::Open { best, .. } | Phase::OnceAround { best, .. } => {
                let least = best.map_or(0, |best| best.amount) + 1;
                bids(least, cash, out);
                out.push(Action::Pass);
            }
            Phase::Over => {}
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), IllegalMove> {
        match (self.phase, action) {
            (Phase::Offer { .. }, Action::Offer(painting)) => self.check_painting(seat, painting),
            (Phase::Offer { .. }, _) => Err(IllegalMove::NotNow("offer a painting")),
            (Phase::Add { double, .. }, Action::Add(painting)) => {
                if painting.artist != double.artist {
                    Err(IllegalMove::OtherArtist(double.artist))
                } else if painting.sold_by() == Auction::Double {
                    Err(IllegalMove::SecondDouble)
                } else {
                    self.check_painting(seat, painting)
                }
            }
            (Phase::Price { .. }, Action::Price(price)) => self.check_cash(seat, price),
            (Phase::Price { .. }, _) => Err(IllegalMove::NotNow("name a price")),
            (Phase::Fixed { price, .. }, Action::Take) => self.check_cash(seat, price),
            (Phase::Sealed { .. }, Action::Bid(amount)) => self.check_cash(seat, amount),
            (Phase::Sealed { .. }, _) => Err(IllegalMove::NotNow("bid; 0 is no bid")),
            (Phase::Open { best, .. } | Phase::OnceAround { best, .. }, Action::Bid(amount)) => {
                let highest = best.map_or(0, |best| best.amount);
                if amount <= highest {
                    Err(IllegalMove::TooLow(highest))
                } else {
                    self.check_cash(seat, amount)
                }
            }
            (
                Phase::Add { .. }
                | Phase::Fixed { .. }
                | Phase::Open { .. }
                | Phase::OnceAround { .. },
                Action::Pass,
            ) => Ok(()),
            (Phase::Add { .. }, _) => Err(IllegalMove::NotNow("add a second painting, or pass")),
            (Phase::Fixed { .. }, _) => Err(IllegalMove::NotNow("take it at the price, or pass")),
            (Phase::Open { .. } | Phase::OnceAround { .. }, _) => {
                Err(IllegalMove::NotNow("bid, or pass"))
            }
            (Phase::Over, _) => Err(IllegalMove::NotNow("can do nothing: the game is over")),
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        // Most actions are sealed bids.
        if let (Phase::Sealed { lot, waiting, bids }, Action::Bid(amount)) =
            (&mut self.phase, action)
        {
            bids[seat.index()] = Some(amount);
            *waiting = waiting.without(seat);
            if waiting.is_empty() {
                let (lot, bids) = (*lot, *bids);
                self.open_bids(lot, &bids, events);
            }
            return;
        }
        let seats = self.hands();
        match (self.phase, action) {
            (Phase::Offer { .. }, Action::Offer(painting)) => {
                events.emit(|| Event::Offer { seat, painting });
                if self.lay_out(seat, painting) {
                    self.end_round(seat, events);
                } else {
                    self.start_auction(Lot {
                        seller: seat,
                        painting,
                        double: None,
                    });
                }
            }
            (Phase::Add { double, .. }, Action::Add(painting)) => {
                events.emit(|| Event::Add { seat, painting });
                if self.lay_out(seat, painting) {
                    self.end_round(seat, events);
                } else {
                    self.start_auction(Lot {
                        seller: seat,
                        painting,
                        double: Some(double),
                    });
                }
            }
            (Phase::Price { lot }, Action::Price(price)) => {
                events.emit(|| Event::Price { seat, price });
                self.phase = Phase::Fixed {
                    lot,
                    price,
                    asked: seat.next(seats),
                };
            }
            (Phase::Fixed { lot, price, .. }, Action::Take) => {
                let amount = price;
                self.sell(lot, Some(HighBid { seat, amount }), events);
            }
            (Phase::Open { lot, .. }, Action::Bid(amount)) => {
                events.emit(|| Event::Bid { seat, amount });
                self.phase = Phase::Open {
                    lot,
                    asked: seat.next(seats),
                    best: Some(HighBid { seat, amount }),
                    passes: 0,
                };
            }
            (Phase::OnceAround { lot, .. }, Action::Bid(amount)) => {
                events.emit(|| Event::Bid { seat, amount });
                self.go_round_once(lot, seat, Some(HighBid { seat, amount }), events);
            }
            (_, Action::Pass) => {
                events.emit(|| Event::Pass { seat });
                self.pass(seat, events);
            }
            (phase, action) => panic!("'{action}' is not legal in {phase:?}"),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        Some(Outcome::highest_score_wins(self.scores()))
    }

    fn scores(&self) -> Vec<i32> {
        (self.cash.as_slice().iter())
            .map(|&cash| cash.into())
            .collect()
    }

    fn view(&self, viewer: Viewer) -> View {
        let players = Seat::all(self.hands())
            .map(|seat| {
                let hand = self.hands[seat.index()];
                PlayerView {
                    cash: self.cash[seat.index()],
                    hand: (viewer.sees(seat)).then(|| self.rules.auctions.each(hand).collect()),
                    hand_len: hand.len(),
                    bought: self.bought[seat.index()],
                }
            })
            .collect();
        let mut phase = self.phase;
        if let Phase::Sealed { bids, .. } = &mut phase {
            for seat in Seat::all(MAX_PLAYERS).filter(|&seat| !viewer.sees(seat)) {
                bids[seat.index()] = None;
            }
        }
        View {
            viewer,
            rules: self.rules.clone(),
            round: self.round,
            phase,
            to_move: self.to_move(),
            offered: self.offered,
            gained: self.gained,
            seen: self.seen,
            deck: self.deck.len() as u8,
            players,
        }
    }

    fn position_rows(rules: &Rules, position: &impl AsRef<Position>) -> Vec<Row> {
        position::rows(rules, position)
    }

    fn position(&self) -> Option<Position> {
        let is_on = !self.to_move().is_empty();
        is_on.then(|| position::describe(&self.view(Viewer::Everything)))
    }

    fn set_up(
        rules: Rules,
        position: &impl AsRef<Position>,
        seed: u64,
    ) -> Result<ModernArt, Vec<PositionFault>> {
        let broken = |error: SetupError| vec![PositionFault::Rules(error.to_string())];
        rules.check().map_err(broken)?;
        Ok(state_of_view(&position::view(rules, position)?, seed))
    }

    fn audit(&self) -> Result<(), String> {
        let counted = self.hands.iter().chain([&self.seen]);
        let mut found: Vec<Painting> = counted
            .flat_map(|&cards| self.rules.auctions.each(cards))
            .chain(self.deck.iter().copied())
            .collect();
        found.sort_unstable();
        if found.as_slice() != self.rules.auctions.paintings().as_slice() {
            return Err(format!("paintings {found:?}"));
        }
        let sold: u8 = self.bought.as_flattened().iter().sum();
        if sold > self.offered.iter().sum() {
            return Err(format!("{sold} paintings bought of {:?}", self.offered));
        }
        if let Phase::Sealed { waiting, bids, .. } = self.phase {
            let missing: SeatSet = Seat::all(self.hands())
                .filter(|seat| bids[seat.index()].is_none())
                .collect();
            if missing != waiting {
                return Err(format!("bids {bids:?}, but {waiting:?} are awaited"));
            }
        }
        Ok(())
    }
}

impl ModernArt {
    /// Somebody who may pass has passed.
    fn pass(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        let seats = self.hands();
        let next = seat.next(seats);
        match self.phase {
            Phase::Add { double, first, .. } => {
                if next == first {
                    let lot = Lot {
                        seller: first,
                        painting: double,
                        double: None,
                    };
                    self.sell(lot, None, events);
                } else {
                    self.phase = Phase::Add {
                        double,
                        first,
                        asked: next,
                    };
                }
            }
            Phase::Fixed { lot, price, .. } => {
                if next == lot.seller {
                    let (seat, amount) = (lot.seller, price);
                    self.sell(lot, Some(HighBid { seat, amount }), events);
                } else {
                    let asked = next;
                    self.phase = Phase::Fixed { lot, price, asked };
                }
            }
            Phase::Open {
                lot, best, passes, ..
            } => {
                let passes = passes + 1;
                let others = match best {
                    None => seats,
                    Some(_) => seats - 1,
                };
                if usize::from(passes) == others {
                    self.sell(lot, best, events);
                } else {
                    self.phase = Phase::Open {
                        lot,
                        asked: next,
                        best,
                        passes,
                    };
                }
            }
            Phase::OnceAround { lot, best, .. } => self.go_round_once(lot, seat, best, events),
            phase => panic!("nobody passes in {phase:?}"),
        }
    }

    /// Once around: `last` has raised or passed; the seller is the last who may.
    fn go_round_once(
        &mut self,
        lot: Lot,
        last: Seat,
        best: Option<HighBid>,
        events: &mut impl EventSink<Event>,
    ) {
        if last == lot.seller {
            self.sell(lot, best, events);
        } else {
            self.phase = Phase::OnceAround {
                lot,
                asked: last.next(self.hands()),
                best,
            };
        }
    }
}

impl Resample for ModernArt {
    /// Unseen are the hands of the others and the deck. What was offered says which
    /// slots of the deal it came from only by number: every assignment of the
    /// unseen paintings to the slots that are left is equally likely. A sealed bid that is
    /// in but not shown may be anything its seat can pay.
    fn resample(view: &View, rng: &mut Rng) -> ModernArt {
        let auctions = view.rules.auctions;
        let seats = usize::from(view.rules.players);
        let mut known = view.seen;
        for painting in (view.players.iter())
            .filter_map(|player| player.hand.as_ref())
            .flatten()
        {
            known.add(*painting);
        }
        let mut deck: ArrayVec<Painting, PAINTINGS> = ArrayVec::new();
        for painting in auctions.paintings() {
            if known.count(painting) > 0 {
                known.remove(painting);
            } else {
                deck.push(painting);
            }
        }
        deck.shuffle(rng);
        let hands = (view.players.iter())
            .map(|player| match &player.hand {
                Some(hand) => hand.iter().copied().collect(),
                None => deck
                    .drain(deck.len() - usize::from(player.hand_len)..)
                    .collect(),
            })
            .collect();
        let cash = view.cash();
        let mut phase = view.phase;
        if let Phase::Sealed { waiting, bids, .. } = &mut phase {
            for seat in Seat::all(seats).filter(|&seat| !waiting.contains(seat)) {
                let bid = &mut bids[seat.index()];
                *bid = bid.or_else(|| Some(rng.random_range(0..=cash[seat.index()])));
            }
        }
        let mut bought: [[u8; ARTISTS]; MAX_PLAYERS] = Default::default();
        for (bought, player) in bought.iter_mut().zip(&view.players) {
            *bought = player.bought;
        }
        ModernArt {
            rules: view.rules.clone(),
            round: view.round,
            phase,
            deck,
            hands,
            cash,
            bought,
            offered: view.offered,
            gained: view.gained,
            seen: view.seen,
        }
    }
}

impl Redeal for ModernArt {
    /// The hidden paintings take the places of those they stand for, the last dealt first: those before
    /// were offered.
    fn redeal(&self, played: &Table<ModernArt>) -> (Deal, Vec<(Seat, Action)>) {
        let real = played.state();
        let mut deck = played.deal().cards::<ModernArt>(&self.rules).deck;
        let dealt = PAINTINGS - self.deck.len();
        deck.truncate(dealt);
        let mut owners = Vec::with_capacity(dealt);
        for round in 0..=usize::from(real.round) {
            for seat in 0..self.hands() {
                owners.extend(iter::repeat_n(
                    seat,
                    super::rules::dealt(self.hands(), round),
                ));
            }
        }
        for seat in 0..self.hands() {
            let mut before = real.hands[seat];
            let mut hidden = self.rules.auctions.each(self.hands[seat]);
            let places = deck.iter_mut().zip(&owners).rev();
            for (painting, _) in places.filter(|(_, owner)| **owner == seat) {
                if before.count(*painting) > 0 {
                    before.remove(*painting);
                    *painting = hidden.next().unwrap_or(*painting);
                }
            }
        }
        deck.extend(self.deck.iter().rev());
        (Deal { deck }, played.actions().to_vec())
    }
}

impl Reveals for ModernArt {
    /// What a player offers, bids or names is their own choice; hidden things show when the
    /// last sealed bid opens the others, and when the end of a round deals new paintings.
    fn reveals(&self, seat: Seat, action: Action) -> bool {
        if let Phase::Sealed { .. } = self.phase {
            return true;
        }
        // Whatever else can end a round, or skip a seat, is found by playing it.
        let mut next = self.clone();
        next.play_unchecked(seat, action);
        next.round != self.round || next.phase == Phase::Over
    }
}
