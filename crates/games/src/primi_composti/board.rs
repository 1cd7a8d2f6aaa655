//! The stacks, and the operations that their topmost cards allow.

use super::rules::{CardSet, HIGHEST, MOST_PLAYERS, Rules, is_prime};
use arrayvec::ArrayVec;
use parlour_engine::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The two stacks of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The stack of primes.
    Prime,
    /// The stack of composites.
    Composite,
}

impl Kind {
    /// Both, primes first.
    pub const ALL: [Kind; 2] = [Kind::Prime, Kind::Composite];

    /// The stack on which a card lies.
    pub const fn of(card: u8) -> Kind {
        if is_prime(card) {
            Kind::Prime
        } else {
            Kind::Composite
        }
    }
}

/// One of the four arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    /// A + B.
    Plus,
    /// A − B.
    Minus,
    /// A × B.
    Times,
    /// A ÷ B, exact.
    DividedBy,
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operator::Plus => "+",
            Operator::Minus => "−",
            Operator::Times => "×",
            Operator::DividedBy => "÷",
        })
    }
}

/// `left operator right` is the card played; all three differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Operation {
    /// The first operand.
    pub left: u8,
    /// What is done.
    pub operator: Operator,
    /// The second operand.
    pub right: u8,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.operator, self.right)
    }
}

impl Operation {
    /// The operation on two cards that gives `card`, if there is one. Cards in either order.
    pub fn giving(card: u8, a: u8, b: u8) -> Option<Operation> {
        if card == a || card == b || a == b {
            return None;
        }
        let (low, high) = (a.min(b), a.max(b));
        let operator = if low + high == card {
            Operator::Plus
        } else if high - low == card {
            Operator::Minus
        } else if u16::from(low) * u16::from(high) == u16::from(card) {
            Operator::Times
        } else if u16::from(card) * u16::from(low) == u16::from(high) {
            Operator::DividedBy
        } else {
            return None;
        };
        let (left, right) = match operator {
            Operator::Plus | Operator::Times => (a, b),
            Operator::Minus | Operator::DividedBy => (high, low),
        };
        Some(Operation {
            left,
            operator,
            right,
        })
    }
}

/// What two different cards give by any operation, as a set of cards.
pub(super) fn results(a: u8, b: u8) -> CardSet {
    let (low, high) = (a.min(b), a.max(b));
    let mut set = CardSet::EMPTY;
    let mut add = |number: u16| {
        if (2..=u16::from(HIGHEST)).contains(&number) {
            set = set.with(number as u8);
        }
    };
    add(u16::from(low) + u16::from(high));
    add(u16::from(high - low));
    add(u16::from(low) * u16::from(high));
    if high.is_multiple_of(low) {
        add(u16::from(high / low));
    }
    set.without(a).without(b)
}

/// Every card of a board: what lies on top, and what lies under each card.
///
/// The card under each card is enough to keep all stacks in an order that
/// stealing changes, and small enough to be copied at every move.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<[Vec<u8>; 2]>", into = "Vec<[Vec<u8>; 2]>")]
pub struct Board {
    players: u8,
    /// Topmost card by seat and [`Kind`]; 0 for an empty stack.
    tops: [[u8; 2]; MOST_PLAYERS],
    /// The card under each card; 0 for none.
    under: [u8; HIGHEST as usize + 1],
}

impl Board {
    /// Empty stacks.
    pub const fn new(players: u8) -> Board {
        Board {
            players,
            tops: [[0; 2]; MOST_PLAYERS],
            under: [0; HIGHEST as usize + 1],
        }
    }

    /// The topmost card of a stack.
    pub fn top(&self, seat: Seat, kind: Kind) -> Option<u8> {
        match self.tops[seat.index()][kind as usize] {
            0 => None,
            card => Some(card),
        }
    }

    /// A stack from the top down.
    pub fn stack(&self, seat: Seat, kind: Kind) -> impl Iterator<Item = u8> {
        std::iter::successors(self.top(seat, kind), |&card| {
            match self.under[usize::from(card)] {
                0 => None,
                under => Some(under),
            }
        })
    }

    /// The visible cards, with who owns them: seat by seat, the prime first.
    pub fn visible(&self) -> ArrayVec<(Seat, u8), { 2 * MOST_PLAYERS }> {
        Seat::all(self.players.into())
            .flat_map(|seat| Kind::ALL.map(|kind| (seat, self.top(seat, kind))))
            .filter_map(|(seat, card)| Some((seat, card?)))
            .collect()
    }

    /// All cards on the board.
    pub fn cards(&self) -> CardSet {
        Seat::all(self.players.into())
            .flat_map(|seat| Kind::ALL.map(|kind| (seat, kind)))
            .flat_map(|(seat, kind)| self.stack(seat, kind))
            .collect()
    }

    /// Lays a card on its owner's stack.
    pub(super) fn place(&mut self, seat: Seat, card: u8) {
        let top = &mut self.tops[seat.index()][Kind::of(card) as usize];
        self.under[usize::from(card)] = *top;
        *top = card;
    }

    /// Takes the topmost card of a stack away.
    pub(super) fn lift(&mut self, seat: Seat, kind: Kind) {
        let top = &mut self.tops[seat.index()][kind as usize];
        *top = std::mem::take(&mut self.under[usize::from(*top)]);
    }

    /// The operation that scores most for a card in version 1, if there is one.
    /// Of equal ones the first in the order of [`Board::visible`].
    pub fn best_operation(&self, rules: &Rules, card: u8) -> Option<Operation> {
        let visible = self.visible();
        let mut best = None;
        let mut most = i32::MIN;
        for (index, &(_, a)) in visible.iter().enumerate() {
            for &(_, b) in &visible[index + 1..] {
                let worth = rules.value(a) + rules.value(b);
                if worth > most
                    && let Some(operation) = Operation::giving(card, a, b)
                {
                    best = Some(operation);
                    most = worth;
                }
            }
        }
        best
    }

    /// The cards that the best operation of version 1 gives, by what it scores: pairs of
    /// (points of the two operands, set), each set to be asked before those after it.
    pub fn operations(&self, rules: &Rules) -> [(i32, CardSet); 3] {
        let mut sets = [CardSet::EMPTY; 3];
        let visible = self.visible();
        for (index, &(_, a)) in visible.iter().enumerate() {
            for &(_, b) in &visible[index + 1..] {
                let primes = usize::from(is_prime(a)) + usize::from(is_prime(b));
                sets[primes] = sets[primes].union(results(a, b));
            }
        }
        let (prime, composite) = (
            i32::from(rules.prime_value),
            i32::from(rules.composite_value),
        );
        let mut by_worth = [
            (2 * composite, sets[0]),
            (prime + composite, sets[1]),
            (2 * prime, sets[2]),
        ];
        by_worth.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
        by_worth
    }

    /// What `seat` can steal with a card in version 2, by every operation that steals
    /// anything: each choice once, the best first.
    ///
    /// Two players: the other's prime and composite, else his prime, else his
    /// composite. More: the largest gain, then the stolen cards that lie nearest
    /// clockwise from the player (compared card by card, nearest first), then primes first.
    pub fn steals(&self, rules: &Rules, seat: Seat, card: u8) -> ArrayVec<Stolen, 66> {
        let players = usize::from(self.players);
        let distance = |owner: Seat| (owner.index() + players - seat.index()) % players;
        let visible = self.visible();
        let mut choices: ArrayVec<Stolen, 66> = ArrayVec::new();
        for (index, &(owner_a, a)) in visible.iter().enumerate() {
            for &(owner_b, b) in &visible[index + 1..] {
                if (owner_a == seat && owner_b == seat) || !results(a, b).contains(card) {
                    continue;
                }
                let mut stolen: ArrayVec<(usize, u8), 2> = [(owner_a, a), (owner_b, b)]
                    .into_iter()
                    .filter(|&(owner, _)| owner != seat)
                    .map(|(owner, card)| (distance(owner), card))
                    .collect();
                // Nearest first; from one player the prime first.
                stolen.sort_by_key(|&(distance, card)| (distance, Kind::of(card)));
                let choice = Stolen(stolen.iter().map(|&(_, card)| card).collect());
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
        }
        let key = |choice: &Stolen| {
            let cards = &choice.0;
            let owner = |card: u8| {
                visible
                    .iter()
                    .find(|&&(_, other)| other == card)
                    .map_or(0, |&(owner, _)| distance(owner))
            };
            let near: ArrayVec<usize, 2> = cards.iter().map(|&card| owner(card)).collect();
            let kinds: ArrayVec<Kind, 2> = cards.iter().map(|&card| Kind::of(card)).collect();
            let gain: i32 = cards.iter().map(|&card| rules.value(card)).sum();
            if players == 2 {
                (-(cards.len() as i32), ArrayVec::new(), kinds)
            } else {
                (-gain, near, kinds)
            }
        };
        choices.sort_by_key(key);
        choices
    }
}

/// The cards stolen by one play, in the order in which they go onto the player's stacks: none to two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stolen(pub ArrayVec<u8, 2>);

impl From<Board> for Vec<[Vec<u8>; 2]> {
    /// Bottom first.
    fn from(board: Board) -> Vec<[Vec<u8>; 2]> {
        Seat::all(board.players.into())
            .map(|seat| {
                Kind::ALL.map(|kind| {
                    let mut stack: Vec<u8> = board.stack(seat, kind).collect();
                    stack.reverse();
                    stack
                })
            })
            .collect()
    }
}

impl TryFrom<Vec<[Vec<u8>; 2]>> for Board {
    type Error = String;

    fn try_from(stacks: Vec<[Vec<u8>; 2]>) -> Result<Board, String> {
        if stacks.len() > MOST_PLAYERS {
            return Err(format!("{} players", stacks.len()));
        }
        let mut board = Board::new(stacks.len() as u8);
        let mut seen = CardSet::EMPTY;
        for (seat, stacks) in Seat::all(stacks.len()).zip(&stacks) {
            for (kind, stack) in Kind::ALL.into_iter().zip(stacks) {
                for &card in stack {
                    if !CardSet::up_to(HIGHEST).contains(card)
                        || seen.contains(card)
                        || Kind::of(card) != kind
                    {
                        return Err(format!("{card} cannot lie there"));
                    }
                    seen = seen.with(card);
                    board.place(seat, card);
                }
            }
        }
        Ok(board)
    }
}

/// As the study writes it: `[P1 primes, P1 composites, P2 primes, …]`, the topmost cards only.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (index, &top) in self.tops[..self.players.into()]
            .as_flattened()
            .iter()
            .enumerate()
        {
            let space = if index > 0 { " " } else { "" };
            match top {
                0 => write!(f, "{space}_")?,
                card => write!(f, "{space}{card}")?,
            }
        }
        f.write_str("]")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Board")
            .field(&Vec::<[Vec<u8>; 2]>::from(*self))
            .finish()
    }
}
