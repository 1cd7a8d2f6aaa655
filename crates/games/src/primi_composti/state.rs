//! The state machine.

use super::rules::{
    COMPOSITES, CardSet, Deal, MAX_PLAYERS, MIN_CARD, PRIMES, Pair, Rules, Version, gives, is_prime,
};
use super::view::{Event, PlayerView, View};
use arrayvec::ArrayVec;
use parlour_engine::{
    EventSink, Game, Outcome, Resample, Reveals, Rng, Seat, SeatSet, SetupError, Streams, Viewer,
};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

/// A move: one card, and with free choice of stealing the operation that steals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// The card to play.
    pub card: u8,
    /// The operands that steal; nothing outside of version 2 with free choice.
    pub using: Option<Pair>,
}

impl Action {
    /// A card without a chosen operation.
    pub const fn plain(card: u8) -> Action {
        Action { card, using: None }
    }
}

/// Why the rules forbid an action, in words for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The card is not in hand.
    #[error("You do not hold the {0}")]
    NotInHand(u8),
    /// An operation is named where none is chosen.
    #[error("The best operation counts by itself: just play the card")]
    NoChoice,
    /// An operand is not on top of a stack.
    #[error("The {0} is not visible")]
    NotVisible(u8),
    /// The operands do not make the card.
    #[error("No operation on {} and {} makes the card", .0.cards()[0], .0.cards()[1])]
    NoOperation(Pair),
    /// Both operands are the player's own.
    #[error("Both cards are yours: that steals nothing, so just play the card")]
    StealsNothing,
}

/// What one player shows: the tops of his two stacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shown {
    /// The top of the primes.
    pub prime: Option<u8>,
    /// The top of the composites.
    pub composite: Option<u8>,
}

impl Shown {
    fn cards(self) -> impl Iterator<Item = u8> {
        [self.prime, self.composite].into_iter().flatten()
    }
}

/// What playing a card does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The operands that score or steal.
    pub using: Option<Pair>,
    /// What is stolen from whom, in the order it is laid on the own stacks.
    pub stolen: ArrayVec<(Seat, u8), 2>,
    /// Points (version 1), or the VALUE of the card and of what it steals (version 2).
    pub gain: u8,
}

/// The visible cards, and all that follows from them alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    version: Version,
    prime: u8,
    composite: u8,
    /// By seat the tops of the primes and of the composites; 0, which is no card, where there is none.
    tops: [u8; 2 * MAX_PLAYERS],
    seats: u8,
}

impl Board {
    /// The board on which every seat, from 0, shows these cards.
    ///
    /// # Panics
    /// With more than six seats.
    pub fn new(rules: &Rules, shown: impl IntoIterator<Item = Shown>) -> Board {
        let mut board = Board {
            version: rules.version,
            prime: rules.prime,
            composite: rules.composite,
            tops: [0; 2 * MAX_PLAYERS],
            seats: 0,
        };
        for shown in shown {
            let first = 2 * usize::from(board.seats);
            board.tops[first] = shown.prime.unwrap_or(0);
            board.tops[first + 1] = shown.composite.unwrap_or(0);
            board.seats += 1;
        }
        board
    }

    /// What a seat shows.
    ///
    /// # Panics
    /// When there is no such seat.
    pub fn shown(&self, seat: Seat) -> Shown {
        assert!(seat.index() < self.seats(), "{seat} shows nothing here");
        let top = |at: usize| Some(self.tops[at]).filter(|&card| card > 0);
        Shown {
            prime: top(2 * seat.index()),
            composite: top(2 * seat.index() + 1),
        }
    }

    /// How many seats there are.
    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn value(&self, card: u8) -> u8 {
        if is_prime(card) {
            self.prime
        } else {
            self.composite
        }
    }

    fn tops(&self) -> &[u8] {
        &self.tops[..2 * self.seats()]
    }

    /// Calls for every operation on visible cards that gives `card`, with the VALUE of its operands.
    fn for_pairs(&self, card: u8, mut each: impl FnMut(Pair, u8)) {
        let values = [self.prime, self.composite];
        let mut fit = |tops: &[u8], one: usize, other: usize| {
            let pair = Pair::new(tops[one], tops[other]);
            each(pair, values[one % 2] + values[other % 2]);
        };
        match self.tops() {
            &[a, b, c, d] => {
                // Two players, in most games. Most often nothing fits, and which does cannot be
                // foretold: all are looked up, with one branch.
                static PAIRS: [(usize, usize); 6] =
                    [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
                let tops = [a, b, c, d];
                let mut fits = 0;
                for (bit, (one, other)) in PAIRS.into_iter().enumerate() {
                    fits |= u8::from(gives(tops[one], tops[other], card)) << bit;
                }
                while fits != 0 {
                    let (one, other) = PAIRS[fits.trailing_zeros() as usize];
                    fits &= fits - 1;
                    fit(&tops, one, other);
                }
            }
            tops => {
                for one in 0..tops.len() {
                    for other in one + 1..tops.len() {
                        if gives(tops[one], tops[other], card) {
                            fit(tops, one, other);
                        }
                    }
                }
            }
        }
    }

    /// Whether `card` is on top of a stack.
    pub fn is_visible(&self, card: u8) -> bool {
        card > 0 && self.tops().contains(&card)
    }

    /// Version 1: what `card` scores, with the best operation; of equally good ones the one
    /// with the lowest operands.
    pub fn score(&self, card: u8) -> Play {
        let mut best: Option<(u8, Pair)> = None;
        self.for_pairs(card, |pair, worth| {
            if best.is_none_or(|(most, first)| worth > most || worth == most && pair < first) {
                best = Some((worth, pair));
            }
        });
        Play {
            using: best.map(|(_, pair)| pair),
            stolen: ArrayVec::new(),
            gain: self.value(card) + best.map_or(0, |(worth, _)| worth),
        }
    }

    /// Version 2: what `seat` steals by playing `card` with these operands. Two cards that go
    /// onto one stack go nearest first, clockwise from the thief.
    pub fn steal_with(&self, seat: Seat, card: u8, pair: Pair) -> Play {
        let seats = self.seats();
        let mut stolen: ArrayVec<(Seat, u8), 2> = ArrayVec::new();
        let mut other = seat.next(seats);
        while other != seat {
            let cards = self.shown(other).cards();
            stolen.extend(
                cards
                    .filter(|top| pair.cards().contains(top))
                    .map(|top| (other, top)),
            );
            other = other.next(seats);
        }
        Play {
            using: Some(pair),
            gain: self.value(card) + stolen.iter().map(|&(_, top)| self.value(top)).sum::<u8>(),
            stolen,
        }
    }

    /// Version 2: every operation by which `seat` steals something when it plays `card`, the
    /// one with the lowest operands first.
    pub fn steals(&self, seat: Seat, card: u8) -> Vec<Play> {
        let mut plays = Vec::new();
        self.for_pairs(card, |pair, _| {
            let play = self.steal_with(seat, card, pair);
            if !play.stolen.is_empty() {
                plays.push(play);
            }
        });
        plays.sort_unstable_by_key(|play| play.using);
        plays
    }

    /// Version 2: the best steal, which is also what happens when there is no choice.
    ///
    /// With two players: both of the other's visible cards, else his prime, else his composite.
    /// With more: the largest VALUE, then the steal whose cards lie nearest clockwise from the
    /// thief (the distances compared in ascending order), then the one that takes a prime. Of
    /// operations that steal the same, the one with the lowest operands is named.
    pub fn steal(&self, seat: Seat, card: u8) -> Play {
        let seats = self.seats();
        let rank = |play: &Play| {
            let primes = play
                .stolen
                .iter()
                .filter(|&&(_, top)| is_prime(top))
                .count();
            let worth = if seats == 2 {
                // By class, whatever the VALUEs: a prime goes before a composite.
                (play.stolen.len() + primes) as u8
            } else {
                play.gain
            };
            let distances: ArrayVec<usize, 2> = play
                .stolen
                .iter()
                .map(|&(from, _)| (from.index() + seats - seat.index()) % seats)
                .collect();
            (
                std::cmp::Reverse(worth),
                distances,
                std::cmp::Reverse(primes),
            )
        };
        self.steals(seat, card)
            .into_iter()
            // The first of equals is kept: the one with the lowest operands.
            .min_by_key(rank)
            .unwrap_or_else(|| self.plain(card))
    }

    /// Version 2: playing `card` without stealing.
    fn plain(&self, card: u8) -> Play {
        Play {
            using: None,
            stolen: ArrayVec::new(),
            gain: self.value(card),
        }
    }

    /// What an action does.
    pub fn play(&self, seat: Seat, action: Action) -> Play {
        match (self.version, action.using) {
            (Version::One, _) => self.score(action.card),
            (Version::Greedy, _) => self.steal(seat, action.card),
            (Version::Free, None) => self.plain(action.card),
            (Version::Free, Some(pair)) => self.steal_with(seat, action.card, pair),
        }
    }
}

/// A game of Primi Composti.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrimiComposti {
    rules: Rules,
    first: Seat,
    /// Everything that was dealt.
    deck: CardSet,
    players: ArrayVec<Player, MAX_PLAYERS>,
    /// Nobody when the game is over.
    to_move: Option<Seat>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Player {
    hand: CardSet,
    /// The tops are the last.
    primes: ArrayVec<u8, PRIMES>,
    composites: ArrayVec<u8, COMPOSITES>,
    points: i32,
}

impl Player {
    fn shown(&self) -> Shown {
        Shown {
            prime: self.primes.last().copied(),
            composite: self.composites.last().copied(),
        }
    }

    fn lay(&mut self, card: u8) {
        if is_prime(card) {
            self.primes.push(card);
        } else {
            self.composites.push(card);
        }
    }

    fn lose_top(&mut self, card: u8) {
        if is_prime(card) {
            self.primes.pop();
        } else {
            self.composites.pop();
        }
    }
}

impl PrimiComposti {
    /// The hand of a seat.
    ///
    /// # Panics
    /// When there is no such seat; so do the two below.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.players[seat.index()].hand
    }

    /// The primes of a seat, the top last.
    pub fn primes(&self, seat: Seat) -> &[u8] {
        &self.players[seat.index()].primes
    }

    /// The composites of a seat, the top last.
    pub fn composites(&self, seat: Seat) -> &[u8] {
        &self.players[seat.index()].composites
    }

    /// Who moved first: player 1 of the published tables.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The visible cards.
    pub fn board(&self) -> Board {
        Board::new(&self.rules, self.players.iter().map(Player::shown))
    }
}

impl Game for PrimiComposti {
    const NAME: &'static str = "primi-composti";
    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type View = View;
    type Event = Event;
    type IllegalMove = IllegalMove;

    fn deal(rules: &Rules, seed: u64) -> Deal {
        Deal::shuffled(rules, &mut Streams::new(seed).deal())
    }

    fn start(
        rules: Rules,
        deal: Deal,
        _: &mut impl EventSink<Event>,
    ) -> Result<PrimiComposti, SetupError> {
        rules.check()?;
        let hands = deal.check(&rules)?;
        let first = hands
            .iter()
            .position(|hand| hand.contains(MIN_CARD))
            .unwrap_or(0);
        let deck = hands
            .iter()
            .fold(CardSet::EMPTY, |all, &hand| all.union(hand));
        let players = hands
            .into_iter()
            .map(|hand| Player {
                hand,
                ..Player::default()
            })
            .collect();
        Ok(PrimiComposti {
            rules,
            first: Seat(first as u8),
            deck,
            players,
            to_move: Some(Seat(first as u8)),
        })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn to_move(&self) -> SeatSet {
        self.to_move.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.to_move != Some(seat) {
            return;
        }
        let hand = self.hand(seat);
        if self.rules.version != Version::Free {
            // Two loops over registers; `extend` would ask at every card which of the two it is in.
            hand.iter().for_each(|card| out.push(Action::plain(card)));
            return;
        }
        let board = self.board();
        for card in hand.iter() {
            out.push(Action::plain(card));
            let steals = board.steals(seat, card);
            out.extend(steals.iter().map(|play| Action {
                card,
                using: play.using,
            }));
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), IllegalMove> {
        if !self.hand(seat).contains(action.card) {
            return Err(IllegalMove::NotInHand(action.card));
        }
        let Some(pair) = action.using else {
            return Ok(());
        };
        if self.rules.version != Version::Free {
            return Err(IllegalMove::NoChoice);
        }
        let board = self.board();
        if let Some(card) = pair.cards().into_iter().find(|&c| !board.is_visible(c)) {
            Err(IllegalMove::NotVisible(card))
        } else if !pair.gives(action.card) {
            Err(IllegalMove::NoOperation(pair))
        } else if board.steal_with(seat, action.card, pair).stolen.is_empty() {
            Err(IllegalMove::StealsNothing)
        } else {
            Ok(())
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        let play = self.board().play(seat, action);
        for &(from, card) in &play.stolen {
            let victim = &mut self.players[from.index()];
            victim.lose_top(card);
            victim.points -= i32::from(self.rules.value(card));
            self.players[seat.index()].lay(card);
        }
        let player = &mut self.players[seat.index()];
        player.hand = player.hand.without(action.card);
        player.lay(action.card);
        player.points += i32::from(play.gain);
        // Hands are equal, and all play in turn: with the next hand empty, all are.
        let next = seat.next(self.players.len());
        let hand = self.players[next.index()].hand;
        self.to_move = (!hand.is_empty()).then_some(next);
        events.emit(|| Event {
            seat,
            card: action.card,
            operands: play.using.map(Pair::cards),
            gain: play.gain,
            stolen: play.stolen.to_vec(),
        });
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.to_move.is_some() {
            return None;
        }
        Some(Outcome::highest_score_wins(self.scores()))
    }

    fn scores(&self) -> Vec<i32> {
        self.players.iter().map(|player| player.points).collect()
    }

    fn view(&self, viewer: Viewer) -> View {
        // What one does not hold, the only other player does.
        let open = self.players.len() == 2 && viewer.seat().is_some();
        let player = |seat: Seat| {
            let player = &self.players[seat.index()];
            PlayerView {
                hand: (open || viewer.sees(seat)).then_some(player.hand),
                hand_len: player.hand.len() as u8,
                primes: player.primes.to_vec(),
                composites: player.composites.to_vec(),
                points: player.points,
            }
        };
        View {
            viewer,
            rules: self.rules.clone(),
            deck: self.deck,
            first: self.first,
            to_move: self.to_move,
            players: Seat::all(self.players.len()).map(player).collect(),
        }
    }

    fn audit(&self) -> Result<(), String> {
        let mut seen: Vec<u8> = Vec::new();
        for player in &self.players {
            seen.extend(player.hand.iter());
            seen.extend(player.primes.iter().chain(&player.composites));
            if !player.primes.iter().all(|&card| is_prime(card))
                || player.composites.iter().any(|&card| is_prime(card))
            {
                return Err(format!(
                    "stacks {:?} and {:?}",
                    player.primes, player.composites
                ));
            }
            let stacks = player.primes.iter().chain(&player.composites);
            let worth: i32 = stacks.map(|&c| i32::from(self.rules.value(c))).sum();
            let fits = match self.rules.version {
                Version::One => player.points >= worth,
                Version::Greedy | Version::Free => player.points == worth,
            };
            if !fits {
                return Err(format!("{} points on stacks of {worth}", player.points));
            }
        }
        seen.sort_unstable();
        if seen != Vec::from(self.deck) {
            return Err(format!("cards {seen:?} of {:?}", self.deck));
        }
        let hands: Vec<usize> = self.players.iter().map(|p| p.hand.len()).collect();
        let sizes = hands.iter().max().zip(hands.iter().min());
        if sizes.is_none_or(|(most, least)| most - least > 1) {
            return Err(format!("hands of {hands:?} cards"));
        }
        Ok(())
    }
}

impl Resample for PrimiComposti {
    /// Unseen are the hands that the viewer does not know. That the first player was dealt the
    /// 2 is known to all; every other assignment is equally likely.
    fn resample(view: &View, rng: &mut Rng) -> PrimiComposti {
        let mut players: ArrayVec<Player, MAX_PLAYERS> = view
            .players
            .iter()
            .map(|player| Player {
                hand: player.hand.unwrap_or_default(),
                primes: player.primes.iter().copied().collect(),
                composites: player.composites.iter().copied().collect(),
                points: player.points,
            })
            .collect();
        let mut unseen = view.unplayed();
        for player in &players {
            unseen = unseen.minus(player.hand);
        }
        if unseen.contains(MIN_CARD) {
            unseen = unseen.without(MIN_CARD);
            let first = &mut players[view.first.index()];
            first.hand = first.hand.with(MIN_CARD);
        }
        let mut cards: Vec<u8> = unseen.into();
        cards.shuffle(rng);
        for (player, seen) in players.iter_mut().zip(&view.players) {
            let missing = usize::from(seen.hand_len) - player.hand.len();
            let dealt = cards.drain(cards.len() - missing..);
            player.hand = dealt.fold(player.hand, CardSet::with);
        }
        PrimiComposti {
            rules: view.rules.clone(),
            first: view.first,
            deck: view.deck,
            players,
            to_move: view.to_move,
        }
    }
}

impl Reveals for PrimiComposti {
    /// Nothing is turned up: a card played is its player's own choice.
    fn reveals(&self, _seat: Seat, _action: Action) -> bool {
        false
    }
}
