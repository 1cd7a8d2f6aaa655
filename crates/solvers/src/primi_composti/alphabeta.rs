//! Alpha–beta search with a transposition table, for both versions. For version 1 it is the second,
//! independent method; for version 2 the only one.
//!
//! The value searched for is the *gain to come*: the mover's gain minus the opponent's from here to the end.
//! It does not depend on the points so far, so positions that differ only in them share an entry.
//! Every search has a null window (β − 1, β) and is fail-soft; the exact value comes from a few
//! such searches, each of which reuses the bounds the earlier ones left in the table (MTD(f): Plaat et al., 1996).
//!
//! Measured on version 2: static bounds prune little and merging positions that differ in buried cards almost
//! nothing, while the move ordering (best steal now, less the best steal it leaves) is within two percent of
//! the minimal tree. Speed near the leaves decides: below `leaf_plies` the table costs more in cache misses
//! than it saves, so a plain recursion over bit sets takes over.

use super::position::{Class, Masks, NO_OPERATION, PackedPosition, Position, ScoringTable};
use super::{Limit, Solution, SolveError, Step};
use parlour_engine::{Seat, sort_short};
use parlour_games::primi_composti::{Board, Pair, Rules, Shown, Version};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Larger than every gain to come and every static bound, and stored in 16 bits.
///
/// In version 1 a play changes the difference by its card and two operands: by 3 × 255 at most. In version 2 a play
/// changes it by its card and by twice what it steals, since the opponent loses as much: at most
/// `value + 2 × (prime + composite)`, 5 × 255. A player has at most 16 cards ([`MAX_CARDS`](super::position::MAX_CARDS)
/// is 31), so that neither a gain nor a bound exceeds 16 × 5 × 255 = 20,400.
const INFINITE: i32 = i16::MAX as i32;

/// Threads, memory and limit of an exact search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions<'a> {
    /// Number of threads that share the table; at least 1. WebAssembly has one in any case.
    pub threads: usize,
    /// Binary logarithm of the number of 16-byte entries in the table: 24 is 256 MiB.
    pub table_bits: u32,
    /// When the search ends before it is done.
    pub limit: Limit<'a>,
}

impl<'a> SearchOptions<'a> {
    /// Defaults for a position with `cards` cards in both hands together: a table of 256 KiB to 512 MiB.
    pub fn for_cards(cards: usize, threads: usize) -> SearchOptions<'static> {
        SearchOptions {
            threads: threads.max(1),
            table_bits: (cards as u32 + 4).clamp(14, 25),
            limit: Limit::default(),
        }
    }

    /// The same search within a limit.
    pub fn with_limit(self, limit: Limit<'_>) -> SearchOptions<'_> {
        SearchOptions {
            threads: self.threads,
            table_bits: self.table_bits,
            limit,
        }
    }
}

/// Called after every null-window search with the bounds known so far: the final difference for player 1 is
/// at least the first and at most the second.
pub type Progress<'a> = &'a mut dyn FnMut(i32, i32);

/// The exact value of a position, with a principal line.
///
/// # Errors
/// [`SolveError`] if the position is invalid or the search was stopped.
pub fn solve(
    position: &Position,
    options: SearchOptions<'_>,
    progress: Progress<'_>,
) -> Result<Solution, SolveError> {
    position.check()?;
    let (table, duel) = ScoringTable::new(position);
    let shared = SharedTable::new(&table, options);
    let me = position.to_move;
    let sign = [1, -1][me];
    let told = |low: i32, high: i32| {
        let ends = [position.score + sign * low, position.score + sign * high];
        progress(ends[0].min(ends[1]), ends[0].max(ends[1]));
    };
    let rest = (shared.exact(&duel, me, told)).ok_or(SolveError::Stopped)?;
    let line = (shared.line(position, &duel, rest)).ok_or(SolveError::Stopped)?;
    Ok(Solution {
        value: position.score + sign * rest,
        line,
        states: shared.nodes.load(Ordering::Relaxed),
    })
}

/// The winner only: the sign of the value (1: player 1 wins, 0: a tie, −1: player 2 wins),
/// and the number of nodes visited.
///
/// # Errors
/// As [`solve`].
pub fn winner(position: &Position, options: SearchOptions<'_>) -> Result<(i32, u64), SolveError> {
    position.check()?;
    let (table, duel) = ScoringTable::new(position);
    let shared = SharedTable::new(&table, options);
    let me = position.to_move;
    let sign = [1, -1][me];
    // The mover wins if the gain to come makes the final difference positive.
    let beta = 1 - sign * position.score;
    let search = |beta| (shared.null_window_search(&duel, me, beta)).ok_or(SolveError::Stopped);
    let found = search(beta)?;
    let result = if found >= beta {
        1
    } else if found < beta - 1 || search(beta - 1)? < beta - 1 {
        -1
    } else {
        0
    };
    Ok((sign * result, shared.nodes.load(Ordering::Relaxed)))
}

/// Positions with at most this number of cards in both hands are searched without the table.
fn leaf_plies(version: Version) -> u32 {
    match version {
        // Positions repeat often: stacks have no depth.
        Version::One => 4,
        Version::Greedy => 10,
        Version::Free => 8,
    }
}

/// A card, and the class of operation it is played with.
#[derive(Clone, Copy, Default)]
struct Move {
    order: i32,
    card: u8,
    class: u8,
}

/// One move for each card and class.
const MAX_MOVES: usize = 4 * 16;

/// The transposition table and the node counter that all threads of a search share.
struct SharedTable<'a> {
    table: &'a ScoringTable,
    options: SearchOptions<'a>,
    slots: Vec<[AtomicU64; 2]>,
    nodes: AtomicU64,
}

/// Bounds and best move of a position, as stored in the transposition table.
#[derive(Clone, Copy)]
struct Entry {
    lower: i32,
    upper: i32,
    /// The best move of the last search; card 0 if there is none.
    card: u8,
    class: u8,
}

impl Entry {
    const NEW: Entry = Entry {
        lower: -INFINITE,
        upper: INFINITE,
        card: 0,
        class: 0,
    };

    /// The first bit of the plies left.
    const PLIES: u32 = 48;

    fn pack(self, plies: u32) -> u64 {
        // The top bit distinguishes an entry from an empty slot.
        1 << 63
            | u64::from(plies) << Entry::PLIES
            | u64::from(self.class) << 40
            | u64::from(self.card) << 32
            | u64::from(self.upper as i16 as u16) << 16
            | u64::from(self.lower as i16 as u16)
    }

    fn unpack(data: u64) -> Entry {
        let byte = |at: u32| (data >> at & 0xff) as u8;
        Entry {
            lower: i32::from(data as i16),
            upper: i32::from((data >> 16) as i16),
            card: byte(32),
            class: byte(40),
        }
    }
}

impl<'a> SharedTable<'a> {
    fn new(table: &'a ScoringTable, options: SearchOptions<'a>) -> SharedTable<'a> {
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        SharedTable {
            table,
            options,
            slots: (0..1usize << options.table_bits.max(2))
                .map(|_| empty())
                .collect(),
            nodes: AtomicU64::new(0),
        }
    }

    /// The four slots that can hold a key: one cache line.
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let at = (key as usize & (self.slots.len() / 4 - 1)) * 4;
        &self.slots[at..at + 4]
    }

    /// Looks up a position. Threads write without locks: a torn entry is rejected because its
    /// first word holds the key combined with the second (Hyatt and Mann, 2002).
    fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let found = data != 0 && slot[0].load(Ordering::Relaxed) ^ data == key;
            found.then(|| Entry::unpack(data))
        })
    }

    /// Stores a position. It replaces its own older entry, else the one with the fewest plies left.
    fn put(&self, key: u64, entry: Entry, plies: u32) {
        let age = |slot: &&[AtomicU64; 2]| {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key {
                0
            } else {
                data >> Entry::PLIES
            }
        };
        if let Some(slot) = self.bucket(key).iter().min_by_key(age) {
            let data = entry.pack(plies);
            slot[0].store(key ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }

    /// Searches with the window (`beta` − 1, `beta`). The result is a lower bound of the gain to come if it
    /// is at least `beta`, else an upper bound; `None` if the search was stopped.
    fn null_window_search(&self, duel: &PackedPosition, me: usize, beta: i32) -> Option<i32> {
        // Set by the thread that is first, so that the others end.
        let answered = AtomicBool::new(false);
        let search = |reverse: bool| {
            let mut search = Search {
                shared: self,
                answered: &answered,
                reverse,
                nodes: 0,
            };
            let bound = search.node(duel, me, beta);
            self.nodes.fetch_add(search.nodes, Ordering::Relaxed);
            // A search that has ended early has no valid result.
            let is_valid =
                !self.options.limit.is_reached() && !answered.swap(true, Ordering::Relaxed);
            is_valid.then_some(bound)
        };
        // A page has no threads, nor needs the code for them.
        if self.options.threads < 2 || cfg!(target_family = "wasm") {
            return search(false);
        }
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.options.threads)
                .map(|helper| scope.spawn(move || search(helper % 2 == 1)))
                .collect();
            let own = search(false);
            let found = helpers.into_iter().filter_map(|helper| helper.join().ok()?);
            found.chain(own).next()
        })
    }

    /// Static bounds on the gain to come: every play by the best operation, every play of the opponent too.
    #[inline(always)]
    fn bounds(&self, own: u32, other: u32, masks: Masks) -> Bounds {
        let table = self.table;
        let now = (0..3)
            .filter(|&class| own & masks[class] != 0)
            .map(|class| table.bonus[class])
            .max()
            .unwrap_or(0);
        let base = table.worth(own) - table.worth(other);
        Bounds {
            upper: base + now + table.most * (own.count_ones() as i32 - 1),
            lower: base - table.most * other.count_ones() as i32,
        }
    }

    /// The exact gain to come; `None` if the search was stopped. `progress` is called with bounds on it after every
    /// search.
    fn exact(
        &self,
        duel: &PackedPosition,
        me: usize,
        mut progress: impl FnMut(i32, i32),
    ) -> Option<i32> {
        let masks = self.table.masks(duel, me);
        let Bounds { lower, upper } = self.bounds(duel.hand[me], duel.hand[1 - me], masks);
        let (mut low, mut high) = (-INFINITE, INFINITE);
        let mut beta = 1;
        while low < high {
            let found = self.null_window_search(duel, me, beta)?;
            if found >= beta {
                low = found;
                beta = found + 1;
            } else {
                high = found;
                beta = found;
            }
            progress(low.max(lower), high.min(upper));
        }
        Some(low)
    }

    /// A principal line from a position whose gain to come is `rest`: at every turn the first move,
    /// in ascending order, that attains it; `None` if the search was stopped.
    fn line(&self, position: &Position, duel: &PackedPosition, rest: i32) -> Option<Vec<Step>> {
        let table = self.table;
        let (mut now, mut duel, mut rest) = (position.clone(), *duel, rest);
        let mut line = Vec::new();
        while duel.hand[now.to_move] != 0 {
            let me = now.to_move;
            let masks = table.masks(&duel, me);
            let mut moves = [Move::default(); MAX_MOVES];
            let count = moves_of(table, duel.hand[me], masks, &mut moves);
            sort_short(&mut moves[..count], |m| {
                (m.card, std::cmp::Reverse(m.class))
            });
            let mut kept = None;
            for m in &moves[..count] {
                let (card, class) = (usize::from(m.card), Class::from(m.class));
                let next = table.play(&duel, me, card, class);
                let left = table.gain(card, class) - rest;
                // The opponent then gains no more than the value allows.
                if self.null_window_search(&next, 1 - me, left + 1)? <= left {
                    kept = Some((card, class, next, left));
                    break;
                }
            }
            let (card, class, next, left) =
                kept.expect("some move keeps the value of a position that was solved");
            let steal = (now.version == Version::Free)
                .then(|| pair_of(&now, table.cards[card], class))
                .flatten();
            now.score += [1, -1][me] * table.gain(card, class);
            now.to_move = 1 - me;
            super::replay(&mut now, me, table.cards[card], class);
            (duel, rest) = (next, left);
            line.push(Step {
                card: table.cards[card],
                steal,
                value: now.score + [1, -1][now.to_move] * rest,
            });
        }
        Some(line)
    }
}

/// The operands of a steal of this class.
pub(super) fn pair_of(position: &Position, card: u8, class: Class) -> Option<Pair> {
    if class == NO_OPERATION {
        return None;
    }
    let board = board(position);
    let seat = Seat(position.to_move as u8);
    let wanted: &[bool] = [&[true, false][..], &[true], &[false]][class];
    let plays = board.steals(seat, card).into_iter();
    let mut fitting = plays.filter(|play| {
        let kinds = play
            .stolen
            .iter()
            .map(|&(_, top)| parlour_games::primi_composti::rules::is_prime(top));
        kinds.eq(wanted.iter().copied())
    });
    fitting.next().and_then(|play| play.using)
}

/// The visible cards of a position.
pub(super) fn board(position: &Position) -> Board {
    let rules = Rules {
        version: position.version,
        prime: position.prime,
        composite: position.composite,
        ..Rules::default()
    };
    let shown = position.stacks.chunks(2).map(|pair| Shown {
        prime: pair[0].last().copied(),
        composite: pair[1].last().copied(),
    });
    Board::new(&rules, shown)
}

/// Writes all moves to `moves`, the classes that score or steal most first, and returns their number.
fn moves_of(table: &ScoringTable, hand: u32, masks: Masks, moves: &mut [Move; MAX_MOVES]) -> usize {
    let mut count = 0;
    let mut left = hand;
    for class in table.order {
        let mut cards = left & masks.get(class).copied().unwrap_or(u32::MAX);
        if table.version != Version::Free {
            left &= !cards;
        }
        while cards != 0 {
            let card = cards.trailing_zeros() as u8;
            cards &= cards - 1;
            moves[count] = Move {
                order: 0,
                card,
                class: class as u8,
            };
            count += 1;
        }
    }
    count
}

/// One thread's search.
struct Search<'a> {
    shared: &'a SharedTable<'a>,
    /// Whether another thread has the answer.
    answered: &'a AtomicBool,
    /// Tries the moves after the first in reverse order, so that two threads start at opposite ends.
    reverse: bool,
    nodes: u64,
}

/// Static bounds on the gain to come.
struct Bounds {
    upper: i32,
    lower: i32,
}

impl Search<'_> {
    /// Searches a position near the end without the table, moves ordered by class only.
    fn leaf(&mut self, duel: &PackedPosition, me: usize, beta: i32) -> i32 {
        let table = self.shared.table;
        let (own, other) = (duel.hand[me], duel.hand[1 - me]);
        let masks = table.masks(duel, me);
        self.nodes += 1;
        if own == 0 {
            return 0;
        }
        if own & (own - 1) == 0 && other == 0 && table.version != Version::Free {
            let card = own.trailing_zeros() as usize;
            return table.gain(card, table.class(card, masks));
        }
        let bounds = self.shared.bounds(own, other, masks);
        if bounds.upper < beta {
            return bounds.upper;
        }
        if bounds.lower >= beta {
            return bounds.lower;
        }
        let mut best = -INFINITE;
        let mut left = own;
        for class in table.order {
            let mut cards = left & masks.get(class).copied().unwrap_or(u32::MAX);
            if table.version != Version::Free {
                left &= !cards;
            }
            while cards != 0 {
                let card = cards.trailing_zeros() as usize;
                cards &= cards - 1;
                let next = table.play(duel, me, card, class);
                let gain = table.gain(card, class);
                let value = gain - self.leaf(&next, 1 - me, gain - beta + 1);
                if value >= beta {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    fn node(&mut self, duel: &PackedPosition, me: usize, beta: i32) -> i32 {
        let table = self.shared.table;
        let (own, other) = (duel.hand[me], duel.hand[1 - me]);
        let plies = own.count_ones() + other.count_ones();
        if plies <= leaf_plies(table.version) {
            return self.leaf(duel, me, beta);
        }
        self.nodes += 1;
        let masks = table.masks(duel, me);
        let bounds = self.shared.bounds(own, other, masks);
        if bounds.upper < beta {
            return bounds.upper;
        }
        if bounds.lower >= beta {
            return bounds.lower;
        }
        let key = key(duel, me);
        let mut entry = self.shared.get(key).unwrap_or(Entry::NEW);
        if entry.lower >= beta {
            return entry.lower;
        }
        if entry.upper < beta {
            return entry.upper;
        }
        let mut moves = [Move::default(); MAX_MOVES];
        let count = moves_of(table, own, masks, &mut moves);
        for m in &mut moves[..count] {
            m.order = if (m.card, m.class) == (entry.card, entry.class) {
                i32::MAX
            } else {
                self.move_order_score(duel, me, *m)
            };
        }
        let moves = &mut moves[..count];
        sort_short(moves, |m| (std::cmp::Reverse(m.order), m.card));
        if self.reverse && count > 2 {
            moves[1..].reverse();
        }
        let mut best = -INFINITE;
        for m in &*moves {
            let (card, class) = (usize::from(m.card), Class::from(m.class));
            let next = table.play(duel, me, card, class);
            let gain = table.gain(card, class);
            let value = gain - self.node(&next, 1 - me, gain - beta + 1);
            if self.answered.load(Ordering::Relaxed) || self.shared.options.limit.is_reached() {
                return beta;
            }
            if value > best {
                best = value;
                (entry.card, entry.class) = (m.card, m.class);
            }
            if value >= beta {
                break;
            }
        }
        if best >= beta {
            entry.lower = best;
        } else {
            entry.upper = best;
        }
        self.shared.put(key, entry, plies);
        best
    }

    /// Score for move ordering: the bonus of the move's operation, less the best bonus it leaves to the opponent; then
    /// the number of operations it leaves them; then the card's value, low cards first.
    #[inline(always)]
    fn move_order_score(&self, duel: &PackedPosition, me: usize, m: Move) -> i32 {
        let table = self.shared.table;
        let (card, class) = (usize::from(m.card), Class::from(m.class));
        let next = table.play(duel, me, card, class);
        let other = next.hand[1 - me];
        let masks = table.masks(&next, 1 - me);
        let (mut best, mut many) = (0, 0);
        for (mask, bonus) in masks.into_iter().zip(table.bonus) {
            if mask & other != 0 {
                best = best.max(bonus);
            }
            many += (mask & other).count_ones() as i32 * bonus / 2;
        }
        (table.bonus[class] - best) * 64 - many * 8 - 40 * table.value[card]
    }
}

/// A key of 64 bits: products of 64-bit halves, each keyed by constants of its own, folded (the
/// scheme of wyhash). The player to move follows from the hands, except where they are equally large.
#[inline(always)]
fn key(duel: &PackedPosition, me: usize) -> u64 {
    const KEYS: [u64; 10] = [
        0x9e37_79b9_7f4a_7c15,
        0xf39c_c060_5ced_c835,
        0xd1b5_4a32_d192_ed03,
        0xabc9_8388_fb8f_ac03,
        0x8cb9_2ba7_2f3d_8dd7,
        0xa076_1d64_78bd_642f,
        0xe703_7ed1_a0b4_28db,
        0x8ebc_6af0_9c88_c6e3,
        0x5899_65cc_7537_4cc3,
        0x1d8e_4e27_c47d_124f,
    ];
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product >> 64) as u64 ^ product as u64
    };
    let hands = u64::from(duel.hand[0]) << 32 | u64::from(duel.hand[1]) | me as u64;
    let mut hash = fold(hands ^ KEYS[0], KEYS[1]);
    for (at, &stack) in duel.stack.iter().enumerate() {
        let low = stack as u64 ^ KEYS[2 + 2 * at];
        let high = (stack >> 64) as u64 ^ KEYS[3 + 2 * at];
        hash = hash.wrapping_add(fold(low, high).rotate_left(13 * at as u32));
    }
    fold(hash ^ KEYS[0], KEYS[4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_hold_every_bound() {
        let [least, most] = [-1, 1].map(|sign| sign * 16 * 5 * i32::from(u8::MAX));
        for (lower, upper) in [(least, most), (-1, 0), (-INFINITE, INFINITE)] {
            let entry = Entry {
                lower,
                upper,
                card: 31,
                class: 3,
            };
            let data = entry.pack(31);
            let read = Entry::unpack(data);
            assert_eq!((read.lower, read.upper), (lower, upper));
            assert_eq!((read.card, read.class), (31, 3));
            assert!(data >> Entry::PLIES > Entry::NEW.pack(30) >> Entry::PLIES);
        }
    }
}
