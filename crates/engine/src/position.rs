//! [`Position`]: a position in the middle of a game as named rows of numbers, to be set up by hand.
//!
//! A position says what everybody would see with open cards. What it leaves open, such as the order of the deck,
//! follows from a seed. [`Game::set_up`](crate::Game::set_up) checks it by the rulebook.
//!
//! ```json
//! {"turn":[1],"market":[1,0,2,0,0,0,2],"hand.0":[0,2,0,1,0,1],"hand.1":[1,0,0,0,3,1],"camels":[2,1]}
//! ```

use crate::{Resample, Streams, Viewer};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The numbers of a position by the name of their row. A row that is missing has zeros only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Position {
    rows: BTreeMap<String, Vec<i32>>,
}

impl Position {
    /// The numbers of a row; none if all are zero.
    #[inline(never)]
    pub fn row(&self, name: RowName) -> &[i32] {
        self.rows.get(&name.to_string()).map_or(&[], Vec::as_slice)
    }

    /// A number of a row.
    #[inline(never)]
    pub fn get(&self, name: RowName, at: usize) -> i32 {
        self.row(name).get(at).copied().unwrap_or(0)
    }

    /// Sets a row.
    #[inline(never)]
    pub fn set_row(&mut self, name: RowName, mut numbers: Vec<i32>) {
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        let key = name.to_string();
        match numbers.is_empty() {
            true => self.rows.remove(&key),
            false => self.rows.insert(key, numbers),
        };
    }

    /// Only the rows of these names.
    #[inline(never)]
    pub fn retain(&mut self, rows: &[Row]) {
        let known: BTreeSet<String> = rows.iter().map(|row| row.name.to_string()).collect();
        self.rows.retain(|name, _| known.contains(name));
    }

    /// Sets a number of a row.
    #[inline(never)]
    pub fn set(&mut self, name: RowName, at: usize, number: i32) {
        let mut numbers = self.row(name).to_vec();
        numbers.resize(numbers.len().max(at + 1), 0);
        numbers[at] = number;
        self.set_row(name, numbers);
    }
}

impl AsRef<Position> for Position {
    fn as_ref(&self) -> &Position {
        self
    }
}

/// The name of a row: what is counted, and of which seat or round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowName {
    /// What is counted, e.g. `hand`.
    pub what: &'static str,
    /// Of which seat or round, from 0; `None` if there is only one such row.
    pub of: Option<u8>,
}

impl RowName {
    /// A row of its own.
    pub const fn one(what: &'static str) -> RowName {
        RowName { what, of: None }
    }

    /// The row of a seat or round.
    pub const fn of(what: &'static str, of: usize) -> RowName {
        let of = Some(of as u8);
        RowName { what, of }
    }
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            None => f.write_str(self.what),
            Some(of) => write!(f, "{}.{of}", self.what),
        }
    }
}

/// What the numbers of a row mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// Numbers of cards, one for each kind.
    Cards,
    /// Numbers, one for each kind that the row has.
    Numbers,
    /// A number for each seat.
    Seats,
    /// A seat, from 0.
    Seat,
    /// A seat, from 1; 0 for nobody.
    MaybeSeat,
    /// A card, by its place in the rows of cards.
    Card,
    /// A card, by its place from 1; 0 for none.
    MaybeCard,
    /// One of a few choices.
    Choice,
    /// A list of numbers; the last is on top.
    List,
}

impl RowKind {
    /// A row of this kind.
    pub const fn row(self, name: RowName, len: usize, most: i32) -> Row {
        let kind = self;
        Row {
            name,
            kind,
            len,
            most,
        }
    }
}

/// A row that a position may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: RowName,
    /// What its numbers mean.
    pub kind: RowKind,
    /// How many numbers it has; for a list, how many at most.
    pub len: usize,
    /// The highest number in it.
    pub most: i32,
}

/// What is impossible about a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionFault {
    /// The game has no positions that are set up.
    #[error("positions of this game cannot be set up")]
    Unsupported,
    /// The rules hold an impossible value.
    #[error("{0}")]
    Rules(String),
    /// The rules have no such row, or not here.
    #[error("there is no row '{0}' in this position")]
    UnknownRow(String),
    /// A number that no game reaches beside the others.
    #[error("{name}{}: {found} is impossible; {}", place(*.at), range(*.least, *.most))]
    Number {
        /// The row; or what is counted in several of them.
        name: RowName,
        /// Which number of the row; `None` for a sum of it.
        at: Option<usize>,
        /// The number.
        found: i32,
        /// The lowest that is possible.
        least: i32,
        /// The highest that is possible.
        most: i32,
    },
    /// A number that no game reaches beside the others, without a range of those that it could.
    #[error("{name}{}: {found} is impossible here", place(*.at))]
    Impossible {
        /// The row.
        name: RowName,
        /// Which number of the row; `None` for a sum of it.
        at: Option<usize>,
        /// The number.
        found: i32,
    },
}

fn place(at: Option<usize>) -> String {
    at.map_or_else(String::new, |at| format!(", number {}", at + 1))
}

fn range(least: i32, most: i32) -> String {
    match (least == most, most == i32::MAX) {
        (true, _) => format!("it has to be {least}"),
        (_, true) => format!("it is {least} at least"),
        _ => format!("it is {least} to {most}"),
    }
}

/// Reads the rows of a position and collects what is impossible about them.
#[derive(Debug)]
pub struct PositionReader<'a> {
    position: &'a Position,
    faults: Vec<PositionFault>,
}

impl<'a> PositionReader<'a> {
    /// A reader of rows that the rules have: each is as long as it may be, and its numbers are in its range.
    #[inline(never)]
    pub fn new(position: &'a Position, rows: &[Row]) -> PositionReader<'a> {
        let faults = Vec::new();
        let mut reader = PositionReader { position, faults };
        let mut known = BTreeSet::new();
        for row in rows {
            let numbers = position.row(row.name);
            reader.number(row.name, None, numbers.len(), 0, row.len);
            let least = i32::from(row.kind == RowKind::List);
            for (at, &number) in numbers.iter().enumerate().take(row.len) {
                reader.number(row.name, Some(at), number, least, row.most);
            }
            known.insert(row.name.to_string());
        }
        let others = position.rows.keys();
        let unknown = others.filter(|name| !known.contains(*name));
        let unknown = unknown.map(|name| PositionFault::UnknownRow(name.clone()));
        reader.faults.extend(unknown);
        reader
    }

    /// Whether nothing impossible was found so far.
    pub fn is_possible(&self) -> bool {
        self.faults.is_empty()
    }

    /// A number of a row; 0 if it is out of range.
    pub fn get(&self, name: RowName, at: usize) -> u8 {
        self.position.get(name, at).try_into().unwrap_or(0)
    }

    /// Adds a fault unless `found` is from `least` to `most`.
    pub fn number(
        &mut self,
        name: RowName,
        at: Option<usize>,
        found: impl TryInto<i32>,
        least: impl TryInto<i32>,
        most: impl TryInto<i32>,
    ) {
        let found = found.try_into().unwrap_or(i32::MAX);
        let least = least.try_into().unwrap_or(i32::MAX);
        let most = most.try_into().unwrap_or(i32::MAX);
        self.check(name, at, found, [least, most]);
    }

    #[inline(never)]
    fn check(&mut self, name: RowName, at: Option<usize>, found: i32, [least, most]: [i32; 2]) {
        if !(least..=most).contains(&found) {
            self.faults.push(PositionFault::Number {
                name,
                at,
                found,
                least,
                most,
            });
        }
    }

    /// Adds a fault: this number is impossible.
    #[inline(never)]
    pub fn impossible(&mut self, name: RowName, at: Option<usize>, found: i32) {
        self.faults
            .push(PositionFault::Impossible { name, at, found });
    }

    /// What was found since this was last asked.
    ///
    /// # Errors
    /// Everything that is impossible.
    pub fn finish(&mut self) -> Result<(), Vec<PositionFault>> {
        match self.faults.is_empty() {
            true => Ok(()),
            false => Err(std::mem::take(&mut self.faults)),
        }
    }
}

/// A state with this view of [`Viewer::Everything`]; what the view leaves open follows from the seed.
///
/// # Panics
/// If the state contradicts its own rules: then the rulebook has not checked the position.
pub fn state_of_view<G: Resample>(view: &G::View, seed: u64) -> G {
    let state = G::resample(view, &mut Streams::new(seed).deal());
    debug_assert_eq!(state.audit(), Ok(()));
    debug_assert_eq!(&state.view(Viewer::Everything), view);
    state
}
