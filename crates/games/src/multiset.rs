//! Multisets of cards, as packed counters.

use std::fmt;
use std::iter::{self, Sum};
use std::marker::PhantomData;
use std::slice;

/// Counters in a row of a [`Multiset`].
const COLUMNS: usize = 8;

/// A kind of card, with its place in a [`Multiset`]. Kinds are in the order of their columns, and in a column in the
/// order of their rows.
pub trait Kind: Copy {
    /// The row, such as the symbol; 0 in games of at most eight kinds.
    fn row(self) -> usize;

    /// The place in the row, such as the artist; below 8.
    fn column(self) -> usize;

    /// The kind of a place.
    ///
    /// # Panics
    /// If no kind has this place.
    fn at(row: usize, column: usize) -> Self;
}

/// Eight counters: of four bits each in a `u32`, of eight bits each in a `u64`.
pub trait Row: Copy + Into<u64> {
    /// Bits of a counter.
    const BITS: u32;
    /// The highest count, which is also the mask of the first counter.
    const MAX: u64 = (1 << Self::BITS) - 1;
    /// The lowest bit of each counter.
    const LOWS: u64 = u64::MAX / Self::MAX;
    /// The lowest bit of the counters with even numbers.
    const EVEN_LOWS: u64 = u64::MAX / ((1 << (2 * Self::BITS)) - 1);
    /// The row of these counters, the first in the lowest bits.
    fn pack(counters: u64) -> Self;
}

impl Row for u32 {
    const BITS: u32 = 4;

    fn pack(counters: u64) -> u32 {
        counters as u32
    }
}

impl Row for u64 {
    const BITS: u32 = 8;

    fn pack(counters: u64) -> u64 {
        counters
    }
}

/// The rows of a [`Multiset`]: one, or an array of several.
pub trait Rows: Copy + Eq {
    /// What each row is.
    type Row: Row;
    /// No card.
    const EMPTY: Self;

    /// The rows.
    fn as_slice(&self) -> &[Self::Row];

    /// The rows, to be changed.
    fn as_mut_slice(&mut self) -> &mut [Self::Row];
}

// Not an array of one, which makes comparisons of actions in the search slower.
impl Rows for u32 {
    type Row = u32;
    const EMPTY: u32 = 0;

    fn as_slice(&self) -> &[u32] {
        slice::from_ref(self)
    }

    fn as_mut_slice(&mut self) -> &mut [u32] {
        slice::from_mut(self)
    }
}

impl<const ROWS: usize> Rows for [u64; ROWS] {
    type Row = u64;
    const EMPTY: [u64; ROWS] = [0; ROWS];

    fn as_slice(&self) -> &[u64] {
        self
    }

    fn as_mut_slice(&mut self) -> &mut [u64] {
        self
    }
}

/// How many cards of each kind: a hand, a display, one side of an exchange. At most 255 in all, and in a column no more
/// than one counter holds.
///
/// Counters are packed, so that a row is added or compared by a few instructions. Rows of `u32` keep long lists of
/// actions with cards small; they count to 15. Rows of `u64` count to 255. There are no more rows than a counter has bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiset<K, R> {
    rows: R,
    kinds: PhantomData<K>,
}

impl<K> Multiset<K, u32> {
    /// The counters in one number, that of the first kind in the lowest four bits.
    pub const fn packed(self) -> u32 {
        self.rows
    }
}

impl<K: Kind, R: Rows> Multiset<K, R> {
    /// No card.
    pub const NONE: Self = Multiset {
        rows: R::EMPTY,
        kinds: PhantomData,
    };

    /// `count` cards of one kind.
    ///
    /// # Panics
    /// If `count` exceeds the maximum of a counter.
    pub fn of(kind: K, count: u8) -> Self {
        let count = u64::from(count);
        assert!(count <= R::Row::MAX);
        let mut cards = Self::NONE;
        cards.rows.as_mut_slice()[kind.row()] = R::Row::pack(count << shift::<R::Row>(kind));
        cards
    }

    /// One card.
    pub fn one(kind: K) -> Self {
        Self::of(kind, 1)
    }

    /// How many cards of this kind.
    pub fn count(self, kind: K) -> u8 {
        (self.rows.as_slice()[kind.row()].into() >> shift::<R::Row>(kind) & R::Row::MAX) as u8
    }

    /// How many cards of each of the first `KINDS` kinds.
    ///
    /// # Panics
    /// If the rows have no such places.
    #[inline]
    pub fn counts<const KINDS: usize>(self) -> [u8; KINDS] {
        let rows = self.rows.as_slice();
        let mut counts = [0; KINDS];
        for (column, counts) in (0..).zip(counts.chunks_mut(rows.len())) {
            for (count, &row) in counts.iter_mut().zip(rows) {
                *count = (row.into() >> (R::Row::BITS * column) & R::Row::MAX) as u8;
            }
        }
        counts
    }

    /// How many cards in all.
    pub fn len(self) -> u8 {
        // Neighbouring counters are added in fields of twice the width, and the fields by the multiplication.
        let (sums, evens) = (self.column_sums(), R::Row::EVEN_LOWS * R::Row::MAX);
        let pairs = (sums & evens) + (sums >> R::Row::BITS & evens);
        (pairs.wrapping_mul(R::Row::EVEN_LOWS) >> (u64::BITS - 2 * R::Row::BITS)) as u8
    }

    /// How many cards of this column.
    pub fn column_len(self, column: usize) -> u8 {
        (self.column_sums() >> (R::Row::BITS * column as u32) & R::Row::MAX) as u8
    }

    /// How many cards of each column.
    pub fn column_lens(self) -> [u8; COLUMNS] {
        let sums = self.column_sums();
        std::array::from_fn(|column| (sums >> (R::Row::BITS * column as u32) & R::Row::MAX) as u8)
    }

    /// How many there are of the kind of which there are most.
    pub fn most(self) -> u8 {
        let mut most = 0;
        for &row in self.rows.as_slice() {
            for column in 0..COLUMNS as u32 {
                most = most.max(row.into() >> (R::Row::BITS * column) & R::Row::MAX);
            }
        }
        most as u8
    }

    /// Whether the multiset is empty.
    pub fn is_empty(self) -> bool {
        // A comparison with `EMPTY` would be a call where there are several rows.
        let union = |union, &row: &R::Row| union | row.into();
        self.rows.as_slice().iter().fold(0, union) == 0
    }

    /// Whether every card of `other` is here.
    pub fn holds(self, other: Self) -> bool {
        let guards = R::Row::EVEN_LOWS << R::Row::BITS;
        let mut rows = self.rows.as_slice().iter().zip(other.rows.as_slice());
        rows.all(|(&row, &other)| {
            let [even, odd] = compare::<R::Row>(row.into(), other.into());
            even & odd == guards
        })
    }

    /// Adds a card.
    pub fn add(&mut self, kind: K) {
        debug_assert!(
            u64::from(self.count(kind)) < R::Row::MAX,
            "a counter overflows"
        );
        let row = &mut self.rows.as_mut_slice()[kind.row()];
        *row = R::Row::pack((*row).into() + (1 << shift::<R::Row>(kind)));
    }

    /// Takes a card away, which must be there.
    ///
    /// # Panics
    /// When it is not.
    pub fn remove(&mut self, kind: K) {
        assert!(self.count(kind) > 0, "no such card to take away");
        let row = &mut self.rows.as_mut_slice()[kind.row()];
        *row = R::Row::pack((*row).into() - (1 << shift::<R::Row>(kind)));
    }

    /// Both together. No count may pass what a counter holds.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = self.combine(other, u64::wrapping_add);
        debug_assert!(sum.holds(self), "a counter overflows");
        sum
    }

    /// What is left when `other`, which must be held, is taken away.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        debug_assert!(self.holds(other), "cards to take away are missing");
        self.combine(other, u64::wrapping_sub)
    }

    /// The cards that are in both.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        let evens = R::Row::EVEN_LOWS * R::Row::MAX;
        self.combine(other, |row, other| {
            // All bits of the counters of which the other has no more: these count.
            let [even, odd] =
                compare::<R::Row>(row, other).map(|guards| guards - (guards >> R::Row::BITS));
            let others = (even & evens) | (odd & evens) << R::Row::BITS;
            row ^ ((row ^ other) & others)
        })
    }

    /// Of the kinds of which there are two or more, all; of the others none.
    #[must_use]
    pub fn several(self) -> Self {
        // A bit that leaves its counter to the right becomes the highest of the next one, and is not counted.
        let halves = R::Row::LOWS * (R::Row::MAX >> 1);
        self.combine(self, |row, _| row & filled::<R::Row>(row >> 1 & halves))
    }

    /// Of the kinds that are in `other` too, all; of the others none.
    #[must_use]
    pub fn of_kinds(self, other: Self) -> Self {
        self.combine(other, |row, other| row & filled::<R::Row>(other))
    }

    /// Of the kinds that are not in `other`, all; of the others none.
    #[must_use]
    pub fn of_other_kinds(self, other: Self) -> Self {
        self.combine(other, |row, other| row & !filled::<R::Row>(other))
    }

    /// Those of this kind and of the kinds after it.
    #[must_use]
    pub fn from_kind(mut self, kind: K) -> Self {
        for (number, row) in self.rows.as_mut_slice().iter_mut().enumerate() {
            let before = usize::from(number < kind.row());
            let bits = R::Row::BITS * (kind.column() + before) as u32;
            *row = R::Row::pack((*row).into().unbounded_shr(bits).unbounded_shl(bits));
        }
        self
    }

    /// As the count of each kind, how many cards there are of its row up to this kind; right as long as a counter
    /// holds them all.
    pub(crate) fn running_sums(self) -> Self {
        self.combine(self, |row, _| row.wrapping_mul(R::Row::LOWS))
    }

    /// The kinds that are here with how many of each, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = (K, u8)> + Clone {
        self.kinds().map(move |kind| (kind, self.count(kind)))
    }

    /// The kinds that are here, in ascending order.
    pub fn kinds(self) -> impl Iterator<Item = K> + Clone {
        // Straight from kind to kind: in the place of each column's counters, a bit for each row in which it is not 0.
        let rows = self.rows.as_slice().iter().enumerate();
        let mut left = rows.fold(0, |kinds, (number, row)| {
            kinds | occupied::<R::Row>((*row).into()) << number
        });
        iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let place = left.trailing_zeros();
            left &= left - 1;
            Some(K::at(
                (place % R::Row::BITS) as usize,
                (place / R::Row::BITS) as usize,
            ))
        })
    }

    /// Every single card, in ascending order.
    pub fn each(self) -> impl Iterator<Item = K> {
        self.iter()
            .flat_map(|(kind, count)| iter::repeat_n(kind, usize::from(count)))
    }

    fn column_sums(self) -> u64 {
        let rows = self.rows.as_slice().iter().map(|&row| row.into());
        rows.fold(0, u64::wrapping_add)
    }

    fn combine(mut self, other: Self, counters: impl Fn(u64, u64) -> u64) -> Self {
        let rows = self.rows.as_mut_slice().iter_mut();
        for (row, &other) in rows.zip(other.rows.as_slice()) {
            *row = R::Row::pack(counters((*row).into(), other.into()));
        }
        self
    }
}

/// The position of a kind's counter in its row.
fn shift<R: Row>(kind: impl Kind) -> u32 {
    R::BITS * kind.column() as u32
}

/// The lowest bit of each counter that is not 0.
fn occupied<R: Row>(row: u64) -> u64 {
    // Adding the highest value of the lower bits carries into the highest bit unless they are 0.
    let lower = R::LOWS * (R::MAX >> 1);
    (((row & lower) + lower) | row) >> (R::BITS - 1) & R::LOWS
}

/// All bits of each counter that is not 0.
fn filled<R: Row>(row: u64) -> u64 {
    occupied::<R>(row) * R::MAX
}

/// For the counters with even numbers and for those with odd numbers, the bit above each that is not less than the
/// other's; the odd ones are shifted down to the even ones.
fn compare<R: Row>(row: u64, other: u64) -> [u64; 2] {
    // A borrow from a counter shows in the guard bit above it, for which the counters beside it make room.
    let (evens, guards) = (R::EVEN_LOWS * R::MAX, R::EVEN_LOWS << R::BITS);
    [0, R::BITS].map(|shift| ((row >> shift & evens | guards) - (other >> shift & evens)) & guards)
}

impl<K: Kind, R: Rows> Default for Multiset<K, R> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<K: Kind + fmt::Debug, R: Rows> fmt::Debug for Multiset<K, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.each()).finish()
    }
}

impl<K: Kind, R: Rows> Sum for Multiset<K, R> {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::NONE, Self::plus)
    }
}

impl<K: Kind, R: Rows> FromIterator<K> for Multiset<K, R> {
    fn from_iter<I: IntoIterator<Item = K>>(cards: I) -> Self {
        let mut all = Self::NONE;
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A kind by its number, `ROWS` to a column.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Number<const ROWS: usize>(usize);

    impl<const ROWS: usize> Kind for Number<ROWS> {
        fn row(self) -> usize {
            self.0 % ROWS
        }

        fn column(self) -> usize {
            self.0 / ROWS
        }

        fn at(row: usize, column: usize) -> Number<ROWS> {
            Number(ROWS * column + row)
        }
    }

    /// The packed counters agree with plain arithmetic.
    fn counts_as_arrays_do<R: Rows, const ROWS: usize>(a: &[u8], b: &[u8]) {
        type Cards<R, const ROWS: usize> = Multiset<Number<ROWS>, R>;
        let pack = |counts: &[u8]| -> Cards<R, ROWS> {
            let counts = counts.iter().enumerate();
            counts
                .map(|(kind, &count)| Multiset::of(Number(kind), count))
                .sum()
        };
        let (x, y) = (pack(a), pack(b));
        assert_eq!(x.len(), a.iter().sum::<u8>());
        assert_eq!(x.is_empty(), a.iter().all(|&count| count == 0));
        assert_eq!(x.most(), a.iter().copied().max().unwrap_or(0));
        assert_eq!(x.holds(y), a.iter().zip(b).all(|(a, b)| a >= b));
        // All kinds but the last.
        let counts = x.counts::<7>();
        assert_eq!(counts[..], a[..counts.len()]);
        for (kind, (&a_count, &b_count)) in a.iter().zip(b).enumerate() {
            let number = Number(kind);
            let count = |cards: Cards<R, ROWS>| cards.count(number);
            let only = |kept: bool| if kept { a_count } else { 0 };
            assert_eq!(count(x), a_count);
            assert_eq!(count(x.common(y)), a_count.min(b_count));
            assert_eq!(count(x.several()), only(a_count >= 2));
            assert_eq!(count(x.of_kinds(y)), only(b_count > 0));
            assert_eq!(count(x.of_other_kinds(y)), only(b_count == 0));
            let first = kind / ROWS * ROWS;
            let in_column: u8 = a[first..first + ROWS].iter().sum();
            assert_eq!(x.column_len(number.column()), in_column);
            assert_eq!(x.column_lens()[number.column()], in_column);
            let row = a.iter().skip(number.row()).step_by(ROWS);
            if u64::from(row.clone().sum::<u8>()) <= R::Row::MAX {
                let sum = row.take(number.column() + 1).sum::<u8>();
                assert_eq!(count(x.running_sums()), sum);
            }
            let from = x.from_kind(number);
            let rest = iter::repeat_n(&0, kind).chain(&a[kind..]);
            assert_eq!(from, pack(&rest.copied().collect::<Vec<_>>()));
            if u64::from(a_count) < R::Row::MAX {
                let mut more = x;
                more.add(number);
                assert_eq!(more, x.plus(Multiset::one(number)));
                assert_eq!(count(more), a_count + 1);
                more.remove(number);
                assert_eq!(more, x);
            }
        }
        let rest = x.minus(x.common(y));
        assert_eq!(rest.plus(x.common(y)), x);
        assert_eq!([rest, x.common(y)].into_iter().sum::<Cards<R, ROWS>>(), x);
        let counts = a.iter().enumerate();
        let here: Vec<(Number<ROWS>, u8)> = (counts.filter(|&(_, &count)| count > 0))
            .map(|(kind, &count)| (Number(kind), count))
            .collect();
        assert_eq!(x.iter().collect::<Vec<_>>(), here);
        assert!(x.kinds().eq(here.iter().map(|&(kind, _)| kind)));
        let each: Vec<Number<ROWS>> = x.each().collect();
        assert_eq!(each.len(), usize::from(x.len()));
        assert!(each.is_sorted());
        assert_eq!(format!("{x:?}"), format!("{each:?}"));
        assert_eq!(each.into_iter().collect::<Cards<R, ROWS>>(), x);
    }

    proptest! {
        #[test]
        fn counters_of_four_bits(a in prop::array::uniform8(0u8..16), b in prop::array::uniform8(0u8..16)) {
            counts_as_arrays_do::<u32, 1>(&a, &b);
        }

        #[test]
        fn small_counts_of_four_bits(a in prop::array::uniform8(0u8..3), b in prop::array::uniform8(0u8..3)) {
            counts_as_arrays_do::<u32, 1>(&a, &b);
        }

        #[test]
        fn rows_of_counters_of_eight_bits(
            a in prop::array::uniform24(0u8..11),
            b in prop::array::uniform24(0u8..11),
        ) {
            counts_as_arrays_do::<[u64; 3], 3>(&a, &b);
        }
    }

    #[test]
    fn counters_of_eight_bits_count_to_255() {
        for (a, b) in [(255, 0), (255, 255), (128, 127), (127, 128), (1, 255)] {
            for kind in 0..COLUMNS {
                let [mut left, mut right] = [[0; COLUMNS]; 2];
                (left[kind], right[kind]) = (a, b);
                counts_as_arrays_do::<[u64; 1], 1>(&left, &right);
            }
        }
    }

    #[test]
    #[should_panic(expected = "no such card")]
    fn a_card_that_is_not_there_cannot_be_removed() {
        Multiset::<Number<1>, u32>::one(Number(1)).remove(Number(0));
    }

    #[test]
    #[should_panic(expected = "count <= R::Row::MAX")]
    fn a_counter_of_four_bits_does_not_hold_16() {
        let _ = Multiset::<Number<1>, u32>::of(Number(0), 16);
    }
}
