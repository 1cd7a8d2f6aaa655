//! [`Position`] of two players, and its packed form for the solvers.

use parlour_engine::{Game, Seat, sort_short};
use parlour_games::primi_composti::rules::{CardSet, MAX_CARD, MIN_CARD, is_prime, results};
use parlour_games::primi_composti::{PrimiComposti, Version, View};

/// Maximum number of cards of a position, in hands and stacks together.
pub const MAX_CARDS: usize = 31;
/// Maximum number of cards that can be on one stack.
pub const MAX_STACK: usize = 25;

/// Why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A number that is not a card.
    #[error("there is no card {0}: the box holds {MIN_CARD} to {MAX_CARD}")]
    NoCard(u8),
    /// A card that appears twice.
    #[error("the {0} is there twice")]
    Twice(u8),
    /// A prime among composites, or the reverse.
    #[error("the {0} lies on the wrong stack")]
    WrongStack(u8),
    /// Hand sizes that do not fit the player to move.
    #[error(
        "hands of {0} and {1} cards: the player to move holds as many as the other, or one more"
    )]
    Uneven(usize, usize),
    /// More cards than the solvers support.
    #[error(
        "{0} cards are too many: at most {MAX_CARDS} can be solved, {MAX_STACK} of them primes or composites"
    )]
    TooMany(usize),
    /// Three or more players.
    #[error("only the game of two players is one of perfect information, not that of {0}")]
    Players(usize),
    /// Values of cards for which a difference of version 1 may not fit the one byte per state of the layers.
    #[error(
        "cards worth up to {0} points are too much for {1} cards each: a difference must stay below 127"
    )]
    Values(u8, usize),
}

/// A position of the two-player game. Player 0, who moves first, is player 1 of the published tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The rules in force.
    pub version: Version,
    /// VALUE of a prime.
    pub prime: u8,
    /// VALUE of a composite.
    pub composite: u8,
    /// The hand of each player.
    pub hands: [Vec<u8>; 2],
    /// The stacks: player 1's primes and composites, then player 2's. The last card is on top.
    pub stacks: [Vec<u8>; 4],
    /// The player to move: 0 or 1.
    pub to_move: usize,
    /// Points of player 1 minus those of player 2 so far.
    pub score: i32,
}

impl Position {
    /// The start of a game with these hands, values 2 and 1; the first hand moves first.
    pub fn start(version: Version, hands: [&[u8]; 2]) -> Position {
        Position {
            version,
            prime: 2,
            composite: 1,
            hands: hands.map(<[u8]>::to_vec),
            stacks: Default::default(),
            to_move: 0,
            score: 0,
        }
    }

    /// The position of a game; player 0 is the seat that moved first.
    ///
    /// # Errors
    /// [`PositionError::Players`] with three players or more.
    pub fn of(game: &PrimiComposti) -> Result<Position, PositionError> {
        let rules = game.rules();
        if rules.players != 2 {
            return Err(PositionError::Players(rules.players.into()));
        }
        let seats = [game.first(), game.first().other()];
        let scores = game.scores();
        let first = seats[0].index();
        let stack = |seat: Seat| [game.primes(seat).to_vec(), game.composites(seat).to_vec()];
        let [[a, b], [c, d]] = seats.map(stack);
        Ok(Position {
            version: rules.version,
            prime: rules.prime,
            composite: rules.composite,
            hands: seats.map(|seat| game.hand(seat).into()),
            stacks: [a, b, c, d],
            to_move: usize::from(game.to_move().contains(seats[1])),
            score: scores[first] - scores[1 - first],
        })
    }

    /// The position of a view, or `None` if it does not show both hands; with two players it does.
    pub fn seen(view: &View) -> Option<Position> {
        let first = view.first.index();
        let [a, b] = view.players.as_slice() else {
            return None;
        };
        let players = if first == 0 { [a, b] } else { [b, a] };
        let [one, two] = players;
        Some(Position {
            version: view.rules.version,
            prime: view.rules.prime,
            composite: view.rules.composite,
            hands: [one.hand?.into(), two.hand?.into()],
            stacks: [
                one.primes.to_vec(),
                one.composites.to_vec(),
                two.primes.to_vec(),
                two.composites.to_vec(),
            ],
            to_move: usize::from(view.to_move.is_some_and(|seat| seat.index() != first)),
            score: one.points - two.points,
        })
    }

    /// VALUE of a card.
    pub fn value(&self, card: u8) -> u8 {
        if is_prime(card) {
            self.prime
        } else {
            self.composite
        }
    }

    /// Checks that all cards exist and appear once, that each stack holds its own kind, and that the hand sizes fit
    /// the player to move.
    ///
    /// # Errors
    /// The first [`PositionError`] found.
    pub fn check(&self) -> Result<(), PositionError> {
        let mut seen = CardSet::EMPTY;
        let mut primes = 0;
        for &card in self.hands.iter().chain(&self.stacks).flatten() {
            if !(MIN_CARD..=MAX_CARD).contains(&card) {
                return Err(PositionError::NoCard(card));
            }
            if seen.contains(card) {
                return Err(PositionError::Twice(card));
            }
            seen = seen.with(card);
            primes += usize::from(is_prime(card));
        }
        for (at, stack) in self.stacks.iter().enumerate() {
            if let Some(&card) = stack.iter().find(|&&card| is_prime(card) == (at % 2 == 1)) {
                return Err(PositionError::WrongStack(card));
            }
        }
        let [mover, other] = [self.to_move, 1 - self.to_move].map(|p| self.hands[p].len());
        if mover != other && mover != other + 1 {
            return Err(PositionError::Uneven(
                self.hands[0].len(),
                self.hands[1].len(),
            ));
        }
        let cards = seen.len();
        if cards > MAX_CARDS || primes > MAX_STACK || cards - primes > MAX_STACK {
            return Err(PositionError::TooMany(cards));
        }
        let most = self.prime.max(self.composite);
        // In version 1 a card scores at most its own value and those of two operands. Version 2 has no layers, and the
        // bounds of its search fit with any values.
        if self.version == Version::One && mover * 3 * usize::from(most) >= 127 {
            return Err(PositionError::Values(most, mover));
        }
        Ok(())
    }
}

/// A class of operations. In version 1 by the operands: two primes, one of each kind, two composites. In version 2 by
/// what is stolen from the opponent: prime and composite, prime, composite. 3 is no operation.
pub(super) type Class = usize;
/// The class of a play without an operation.
pub(super) const NO_OPERATION: Class = 3;

/// Lookup tables for the operations and scores of one deal. Cards are numbered from 1 in ascending order; sets of
/// cards are bit sets.
#[derive(Clone, Debug)]
pub(super) struct ScoringTable {
    pub(super) version: Version,
    /// The card of each number; number 0 is an empty stack.
    pub(super) cards: Vec<u8>,
    pub(super) value: [i32; 32],
    pub(super) primes: u32,
    /// The set of results of the operations on two cards.
    results: [[u32; 32]; 32],
    /// What an operation of each class adds to the difference.
    pub(super) bonus: [i32; 4],
    /// The largest bonus.
    pub(super) most: i32,
    /// The classes from the most preferred to no operation.
    pub(super) order: [Class; 4],
    /// The class that applies, by the set of available classes.
    counts: [u8; 8],
}

/// A position with the card numbers of a [`ScoringTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedPosition {
    pub(super) hand: [u32; 2],
    /// Five bits per card, the top card lowest. In version 1 only the top card.
    pub(super) stack: [u128; 4],
}

/// For each class, the set of cards that its operations result in.
pub(super) type Masks = [u32; 3];

impl ScoringTable {
    /// The table of a position that passed [`Position::check`], and the packed position.
    pub(super) fn new(position: &Position) -> (ScoringTable, PackedPosition) {
        let mut cards: Vec<u8> = vec![0];
        cards.extend(position.hands.iter().chain(&position.stacks).flatten());
        sort_short(&mut cards[1..], |&card| card);
        let (prime, composite) = (i32::from(position.prime), i32::from(position.composite));
        let bonus = match position.version {
            Version::One => [2 * prime, prime + composite, 2 * composite, 0],
            Version::Greedy | Version::Free => {
                [2 * (prime + composite), 2 * prime, 2 * composite, 0]
            }
        };
        let mut table = ScoringTable {
            version: position.version,
            value: [0; 32],
            primes: 0,
            results: [[0; 32]; 32],
            bonus,
            most: bonus.iter().copied().max().unwrap_or(0),
            order: match position.version {
                // By what the operands are worth.
                Version::One if composite > prime => [2, 1, 0, NO_OPERATION],
                Version::One | Version::Greedy | Version::Free => [0, 1, 2, NO_OPERATION],
            },
            counts: [0; 8],
            cards,
        };
        for (set, counts) in table.counts.iter_mut().enumerate() {
            let there = |class: &Class| *class == NO_OPERATION || set >> class & 1 == 1;
            *counts = table.order.into_iter().find(there).unwrap_or(NO_OPERATION) as u8;
        }
        for (i, &a) in table.cards.iter().enumerate().skip(1) {
            table.value[i] = position.value(a).into();
            table.primes |= u32::from(is_prime(a)) << i;
            for (j, &b) in table.cards.iter().enumerate().skip(1) {
                let given = results(a, b);
                for (k, &c) in table.cards.iter().enumerate().skip(1) {
                    table.results[i][j] |= u32::from(given.contains(c)) << k;
                }
            }
        }
        let number = |card: u8| table.number(card) as u128;
        let mut duel = PackedPosition {
            hand: [0, 1].map(|p| {
                position.hands[p]
                    .iter()
                    .fold(0, |set, &c| set | 1 << number(c))
            }),
            stack: [0, 1, 2, 3].map(|s: usize| {
                position.stacks[s]
                    .iter()
                    .fold(0, |stack, &c| stack << 5 | number(c))
            }),
        };
        if position.version == Version::One {
            duel.stack = duel.stack.map(|stack| stack & 31);
        }
        (table, duel)
    }

    /// The number of a card of the deal, 0 for any other.
    pub(super) fn number(&self, card: u8) -> usize {
        self.cards.iter().position(|&c| c == card).unwrap_or(0)
    }

    /// The sum of the values of a set.
    pub(super) fn worth(&self, mut set: u32) -> i32 {
        let mut sum = 0;
        while set != 0 {
            sum += self.value[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        sum
    }

    pub(super) fn both(&self, a: u8, b: u8) -> u32 {
        self.results[usize::from(a & 31)][usize::from(b & 31)]
    }

    /// Version 1: the results by class with these cards visible: own prime and composite, the
    /// other's prime and composite.
    #[inline(always)]
    pub(super) fn scoring(&self, own: (u8, u8), other: (u8, u8)) -> Masks {
        [
            self.both(own.0, other.0),
            self.both(own.0, own.1)
                | self.both(own.0, other.1)
                | self.both(other.0, own.1)
                | self.both(other.0, other.1),
            self.both(own.1, other.1),
        ]
    }

    /// The results of the operations of player `me`, by class.
    #[inline(always)]
    pub(super) fn masks(&self, duel: &PackedPosition, me: usize) -> Masks {
        let top = |stack: usize| (duel.stack[stack] & 31) as u8;
        let own = (top(me * 2), top(me * 2 + 1));
        let other = (top(2 - me * 2), top(3 - me * 2));
        match self.version {
            Version::One => self.scoring(own, other),
            Version::Greedy | Version::Free => [
                self.both(other.0, other.1),
                self.both(other.0, own.0) | self.both(other.0, own.1),
                self.both(other.1, own.0) | self.both(other.1, own.1),
            ],
        }
    }

    /// The class that applies if there is no choice: in version 1 the best; in version 2 both stacks, else the prime,
    /// else the composite.
    #[inline(always)]
    pub(super) fn class(&self, card: usize, masks: Masks) -> Class {
        let bit = |class: Class| (masks[class] >> card & 1) << class;
        Class::from(self.counts[(bit(0) | bit(1) | bit(2)) as usize & 7] & 3)
    }

    /// What a play adds to the difference, for the mover.
    #[inline(always)]
    pub(super) fn gain(&self, card: usize, class: Class) -> i32 {
        self.value[card] + self.bonus[class]
    }

    /// The position after a play.
    #[inline(always)]
    pub(super) fn play(
        &self,
        duel: &PackedPosition,
        me: usize,
        card: usize,
        class: Class,
    ) -> PackedPosition {
        let mut next = *duel;
        self.play_in_place(&mut next, me, card, class);
        next
    }

    /// Plays a card in place.
    #[inline(always)]
    pub(super) fn play_in_place(
        &self,
        duel: &mut PackedPosition,
        me: usize,
        card: usize,
        class: Class,
    ) {
        duel.hand[me] &= !(1 << card);
        let at = me * 2 + usize::from(self.primes >> card & 1 == 0);
        if self.version == Version::One {
            duel.stack[at] = card as u128;
            return;
        }
        let mut take = |kind: usize| {
            let from = &mut duel.stack[2 - me * 2 + kind];
            let top = *from & 31;
            *from >>= 5;
            let onto = &mut duel.stack[me * 2 + kind];
            *onto = *onto << 5 | top;
        };
        if class <= 1 {
            take(0);
        }
        if class == 0 || class == 2 {
            take(1);
        }
        duel.stack[at] = duel.stack[at] << 5 | card as u128;
    }
}
