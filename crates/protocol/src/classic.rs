//! The classic dialect: the messages of the original's server, for agents written for it.
//!
//! A message is the text of a Python dict literal, padded with spaces to exactly
//! [`BLOCK`] bytes, because those agents take whatever one `recv(4096)` gives them for
//! one message. Everything here is text in, text out; no I/O.

use parlour_engine::{Game, Outcome, Rng, Seat, Table};
use parlour_games::modern_art::rules::{GAINS, PAINTING_COUNTS, ROUNDS, START_CASH, dealt};
use parlour_games::modern_art::{
    Action, Event, Lot, ModernArt, Painting, Phase, RoundResult, Rules,
};
use rand::RngExt as _;
use std::fmt::Write as _;

/// The length of every message in bytes.
pub const BLOCK: usize = 4096;
/// A longer answer is none. Names may be as long.
pub const MAX_ANSWER_BYTES: usize = 256;

/// Reads what a seat answered in a state; `None` if it is not an answer.
pub type ReadAnswer<G> = fn(&G, Seat, &[u8], &mut Rng) -> Option<Answer<<G as Game>::Action>>;

/// A game's classic dialect.
#[derive(Debug)]
pub struct Classic<G: Game> {
    /// Opens a game for a seat; the answer is the agent's name.
    pub initialize: fn(&G::Rules, Seat) -> String,
    /// What the seat has to decide now.
    pub question: fn(&Table<G>, Seat) -> String,
    /// Reads an answer.
    pub answer: ReadAnswer<G>,
    /// The messages to a seat about the turn between two positions of a game.
    pub news: fn(&Table<G>, &Table<G>, Seat) -> Vec<String>,
    /// The message to all when the game is over, by its end or by a resignation.
    pub finish: fn(&Table<G>, &Outcome) -> String,
}

/// An answer as it will be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<A> {
    /// The action.
    pub action: A,
    /// The agent said something else, which the dialect allows: a bid outside 0..cash is
    /// clamped, and for a painting that is not in the hand a random one is offered.
    pub corrected: bool,
}

/// The last message on a connection.
pub const DISCONNECT: &str = "{'request': 'DISCONNECT'}";

/// Modern Art by the simple rules.
pub const MODERN_ART: Classic<ModernArt> = Classic {
    initialize,
    question,
    answer,
    news,
    finish,
};

/// A message padded to a block.
///
/// # Panics
/// When the text is longer: the longest of these rules has some 1,500 bytes.
pub fn block(text: &str) -> [u8; BLOCK] {
    let mut block = [b' '; BLOCK];
    block[..text.len()].copy_from_slice(text.as_bytes());
    block
}

fn initialize(rules: &Rules, seat: Seat) -> String {
    let seats = usize::from(rules.players);
    let empty = Situation {
        hands: vec![Vec::new(); seats],
        cash: vec![START_CASH; seats],
        purchased: vec![Vec::new(); seats],
        offered: Vec::new(),
        base: [0; 5],
        remaining: ROUNDS,
        turn: Seat(0),
        on_sale: None,
    };
    let info = empty.info(Some(seat));
    format!(
        "{{'request': 'INITIALIZE', 'arg': {}, 'info': {info}}}",
        seat.0
    )
}

fn question(table: &Table<ModernArt>, seat: Seat) -> String {
    let info = Situation::of(table).info(Some(seat));
    match table.state().phase().lot() {
        None => format!("{{'request': 'SELL', 'info': {info}}}"),
        Some(lot) => format!(
            "{{'request': 'BID', 'arg': {}, 'info': {info}}}",
            lot.artist()
        ),
    }
}

fn answer(state: &ModernArt, seat: Seat, text: &[u8], rng: &mut Rng) -> Option<Answer<Action>> {
    let number = integer(text)?;
    match state.phase() {
        Phase::Offer { .. } => {
            let artist = u8::try_from(number).ok().filter(|&artist| artist < 5)?;
            let asked = Painting {
                artist,
                auction: None,
            };
            let hand = state.hand(seat);
            if hand.count(asked) > 0 {
                return Some(Answer {
                    action: Action::Offer(asked),
                    corrected: false,
                });
            }
            let held: Vec<Painting> = state.auctions().each(hand).collect();
            let random = held[rng.random_range(0..held.len() as u32) as usize];
            Some(Answer {
                action: Action::Offer(random),
                corrected: true,
            })
        }
        Phase::Sealed { .. } => {
            let bid = number.clamp(0, state.cash(seat).into());
            Some(Answer {
                action: Action::Bid(bid as u16),
                corrected: bid != number,
            })
        }
        _ => None,
    }
}

/// A number as Python's `int()` reads it: white space around, a sign, `_` between digits.
/// What is too large for us is as good as the largest.
pub fn integer(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?.trim();
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let mut value: i64 = 0;
    let mut after_digit = false;
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                value = value
                    .saturating_mul(10)
                    .saturating_add(i64::from(byte - b'0'));
                after_digit = true;
            }
            b'_' if after_digit => after_digit = false,
            _ => return None,
        }
    }
    after_digit.then_some(if negative { -value } else { value })
}

fn news(before: &Table<ModernArt>, after: &Table<ModernArt>, seat: Seat) -> Vec<String> {
    let mut messages = Vec::new();
    let mut situation = Situation::of(before);
    situation.on_sale = None;
    let mut bids: &[u16] = &[];
    for event in &after.events()[before.events().len()..] {
        match event {
            Event::Offer { seat, painting } => situation.offer(*seat, painting.artist),
            Event::Bids { bids: opened } => bids = opened.as_slice(),
            Event::Sold { lot, buyer, price } => {
                situation.sell(*lot, *buyer, *price);
                messages.push(format!(
                    "{{'request': 'PURCHASE', 'arg': {{'bid': {}, 'buyer': {}, 'item': '{}', \
                     'price': '{price}', 'seller': {}}}, 'info': {}}}",
                    bid_dict(bids, lot.seller),
                    buyer.0,
                    lot.artist(),
                    lot.seller.0,
                    situation.info(Some(seat))
                ));
            }
            Event::RoundEnd(result) => {
                situation.settle(result);
                messages.push(format!(
                    "{{'request': 'ROUNDOVER', 'arg': {{'roundover': {}, 'settle': {}}}, 'info': {}}}",
                    tuple(result.ranked.iter().flatten()),
                    list(result.paid.as_slice()),
                    situation.info(Some(seat))
                ));
            }
            Event::Round { dealt, .. } if *dealt > 0 => situation.hands = hands(after.state()),
            _ => {}
        }
    }
    messages
}

fn finish(table: &Table<ModernArt>, outcome: &Outcome) -> String {
    let state = table.state();
    let mut situation = Situation::of(table);
    situation.on_sale = None;
    if state.outcome().is_some() {
        situation.close();
    }
    let winners: Vec<u8> = outcome.winners.iter().map(|seat| seat.0).collect();
    format!(
        "{{'request': 'FINISH', 'arg': {}, 'info': {}}}",
        list(&winners),
        situation.info_with(None, Some(state.rules().limit))
    )
}

/// Bids from the highest to the lowest; equals in the order in which they would buy.
fn bid_dict(bids: &[u16], seller: Seat) -> String {
    let from_left = (1..=bids.len()).map(|step| (seller.index() + step) % bids.len());
    let mut order: Vec<usize> = from_left.collect();
    order.sort_by_key(|&bidder| std::cmp::Reverse(bids[bidder]));
    let bids: Vec<String> = (order.into_iter())
        .map(|bidder| format!("{bidder}: {}", bids[bidder]))
        .collect();
    format!("{{{}}}", bids.join(", "))
}

/// The artists in each hand, sorted.
fn hands(state: &ModernArt) -> Vec<Vec<u8>> {
    let hand = |seat| {
        let each = state.auctions().each(state.hand(seat));
        each.map(|painting| painting.artist).collect()
    };
    Seat::all(state.hands()).map(hand).collect()
}

/// The table as the classic dialect tells it.
struct Situation {
    hands: Vec<Vec<u8>>,
    cash: Vec<u16>,
    purchased: Vec<Vec<u8>>,
    offered: Vec<u8>,
    base: [u16; 5],
    remaining: usize,
    turn: Seat,
    /// The painting that is being sold: until it is, these agents see it in its seller's hand.
    on_sale: Option<(Seat, u8)>,
}

impl Situation {
    fn of(table: &Table<ModernArt>) -> Situation {
        let state = table.state();
        let seats = state.hands();
        let mut situation = Situation {
            hands: hands(state),
            cash: Seat::all(seats).map(|seat| state.cash(seat)).collect(),
            purchased: vec![Vec::new(); seats],
            offered: Vec::new(),
            base: std::array::from_fn(|artist| state.gained(artist)),
            remaining: ROUNDS - usize::from(state.round()),
            turn: Seat(0),
            on_sale: (state.phase().lot()).map(|lot| (lot.seller, lot.painting.artist)),
        };
        for event in table.events() {
            match *event {
                Event::Round { .. } => situation.clear(),
                Event::Offer { seat, painting } => {
                    situation.offered.push(painting.artist);
                    situation.turn = seat;
                }
                Event::Sold { lot, buyer, .. } => {
                    situation.purchased[buyer.index()].push(lot.painting.artist);
                }
                _ => {}
            }
        }
        if let Phase::Offer { seat } = state.phase() {
            situation.turn = seat;
        }
        situation
    }

    fn clear(&mut self) {
        self.offered.clear();
        self.purchased.iter_mut().for_each(Vec::clear);
    }

    /// After the last round.
    fn close(&mut self) {
        self.clear();
        self.remaining -= 1;
        self.turn = self.turn.next(self.cash.len());
    }

    fn offer(&mut self, seat: Seat, artist: u8) {
        let hand = &mut self.hands[seat.index()];
        if let Some(at) = hand.iter().position(|&other| other == artist) {
            hand.remove(at);
        }
        self.offered.push(artist);
        self.turn = seat;
    }

    fn sell(&mut self, lot: Lot, buyer: Seat, price: u16) {
        self.cash[buyer.index()] -= price;
        if buyer != lot.seller {
            self.cash[lot.seller.index()] += price;
        }
        self.purchased[buyer.index()].push(lot.painting.artist);
    }

    fn settle(&mut self, result: &RoundResult) {
        for (cash, paid) in self.cash.iter_mut().zip(result.paid.as_slice()) {
            *cash += paid;
        }
        for (artist, gain) in result.ranked.iter().zip(GAINS) {
            if let Some(artist) = artist {
                self.base[usize::from(*artist)] += gain;
            }
        }
        self.remaining = ROUNDS - 1 - usize::from(result.round);
        self.clear();
    }

    /// The standard info for a seat.
    fn info(&self, viewer: Option<Seat>) -> String {
        self.info_with(viewer, None)
    }

    /// The info, with all that FINISH adds when it is given the limit of the rules.
    fn info_with(&self, viewer: Option<Seat>, finish: Option<u8>) -> String {
        let players: Vec<Player> = (Seat::all(self.hands.len()).zip(&self.hands))
            .map(|(seat, hand)| {
                let mut hand = hand.clone();
                if let Some((seller, artist)) = self.on_sale
                    && seller == seat
                {
                    hand.push(artist);
                    hand.sort_unstable();
                }
                Player {
                    cash: self.cash[seat.index()],
                    hand_len: hand.len(),
                    hand: viewer.is_none_or(|viewer| viewer == seat).then_some(hand),
                    purchased: self.purchased[seat.index()].clone(),
                }
            })
            .collect();
        info(&players, self, finish)
    }
}

struct Player {
    cash: u16,
    /// The artists in hand, where they are shown.
    hand: Option<Vec<u8>>,
    hand_len: usize,
    purchased: Vec<u8>,
}

fn info(players: &[Player], situation: &Situation, finish: Option<u8>) -> String {
    let mut text = format!(
        "{{'player_size': {}, 'total_paintings': {}, 'base_value': {}, ",
        players.len(),
        list(&PAINTING_COUNTS),
        list(&situation.base)
    );
    if finish.is_some() {
        let none = vec!["[]"; players.len()].join(", ");
        let _ = write!(text, "'hand_will_receive': [{none}], ");
    }
    let _ = write!(
        text,
        "'remaining_round': {}, 'turn_player': {}, 'purchased_paintings': {}, 'player': [",
        situation.remaining,
        situation.turn.0,
        list(&situation.offered)
    );
    for (id, player) in players.iter().enumerate() {
        let comma = if id == 0 { "" } else { ", " };
        let hand = match &player.hand {
            Some(hand) => list(hand),
            None => player.hand_len.to_string(),
        };
        let _ = write!(
            text,
            "{comma}{{'id': {id}, 'cash': {}, 'hand': {hand}, 'purchased': {}}}",
            player.cash,
            list(&player.purchased)
        );
    }
    text.push(']');
    if let Some(limit) = finish {
        let dealt = [0, 1, 2].map(|round| dealt(players.len(), round));
        // The seed of the deal is not sent: the next deals follow from it.
        let _ = write!(
            text,
            ", 'game_modifier': {{'deal_evenly': False, 'seed': None, 'limit': {limit}, 'kinds': 5, \
             'sell_price': {}, 'hand_receive_per_round': {}}}",
            list(&GAINS),
            list(&dealt)
        );
    }
    text.push('}');
    text
}

/// A Python list.
fn list<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    format!("[{}]", items.join(", "))
}

/// A Python tuple: one of a single item has a comma behind it.
fn tuple<'a>(items: impl Iterator<Item = &'a u8>) -> String {
    let items: Vec<String> = items.map(u8::to_string).collect();
    match items.as_slice() {
        [one] => format!("({one},)"),
        several => format!("({})", several.join(", ")),
    }
}
