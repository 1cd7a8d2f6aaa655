//! What the seat to move may choose from, by a table of the sales of every hand and of the selections for exchanges,
//! computed once.
//!
//! Legal lists of this game are long, and most of them is exchanges: every selection from the market with
//! every selection from the hand that has no kind in common. Random games ask for the selections of
//! the same 1716 handfuls (six kinds, at most seven cards) again and again.

use super::cards::{Card, Cards};
use super::encoding::EXCHANGE;
use super::rules::{HAND_LIMIT, MARKET};
use super::state::Action;
use arrayvec::ArrayVec;
use std::ops::Range;
use std::sync::LazyLock;

/// Kinds of goods.
const KINDS: usize = Card::GOODS.len();
/// Multisets of at most seven goods of six kinds: C(13, 6).
const HANDFULS: usize = 1716;
/// Multisets of at most five goods, which have the lowest numbers of them: C(11, 6).
pub(super) const MARKETFULS: usize = 462;
/// Numbers of cards on one side of an exchange, from none to the whole market.
const SIZES: usize = MARKET as usize + 1;
/// Stands for the index of an exchange that there is not.
pub(super) const NO_PLACE: u16 = u16::MAX;
/// The maximum number of sales that a hand allows: seven cards that are sold one by one.
pub(super) const MAX_SALES: usize = HAND_LIMIT as usize;
/// The most legal actions that are no exchanges: taking a good or the camels, and sales.
pub(super) const MAX_OTHERS: usize = Card::ALL.len() + MAX_SALES;

/// The table.
static HANDFULS_BY_NUMBER: LazyLock<Table> = LazyLock::new(Table::new);

/// The selections and sales of all handfuls, one handful after the other.
struct Table {
    handfuls: Vec<Handful>,
    parts: Vec<Cards>,
    /// The number of each part.
    part_numbers: Vec<u16>,
    sales: Vec<Action>,
}

/// The places of a handful's selections and sales in the table.
#[derive(Clone, Copy, Default)]
struct Handful {
    parts: u32,
    /// By number of cards, the number of parts with fewer cards, which is where the parts of that number begin.
    below: [u8; SIZES + 1],
    sales: u16,
    sale_count: u8,
}

/// The selections and sales of one handful.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    handful: Handful,
    table: &'static Table,
}

impl Parts {
    /// The selections and sales of a handful of goods. Returns `None` if a hand cannot hold them.
    pub(super) fn of(goods: Cards) -> Option<Parts> {
        let table = &*HANDFULS_BY_NUMBER;
        let handful = *table.handfuls.get(number(goods))?;
        Some(Parts { handful, table })
    }

    /// The number of selections of fewer than `size` cards.
    const fn below(&self, size: u8) -> usize {
        self.handful.below[size as usize] as usize
    }

    /// The places of the selections of `size` cards in the table.
    const fn places(&self, size: u8) -> Range<usize> {
        let first = self.handful.parts as usize;
        first + self.below(size)..first + self.below(size + 1)
    }

    /// Every selection of `size` cards.
    fn parts(&self, size: u8) -> &'static [Cards] {
        &self.table.parts[self.places(size)]
    }

    /// The numbers of these selections.
    fn part_numbers(&self, size: u8) -> &'static [u16] {
        &self.table.part_numbers[self.places(size)]
    }

    /// Every sale, and their number; what follows belongs to another hand. An array of constant
    /// length is copied without a loop.
    pub(super) fn sales(&self) -> (&'static [Action; MAX_SALES], usize) {
        let first = usize::from(self.handful.sales);
        let sales = self.table.sales[first..].first_chunk();
        let sales = sales.expect("the table ends with as many more");
        (sales, usize::from(self.handful.sale_count))
    }
}

/// Every exchange of goods of the market for cards of hand and herd.
pub(super) struct Exchanges {
    market: Parts,
    hand: Parts,
    /// The maximum number of cards on either side.
    most: u8,
    /// The maximum number of camels given.
    camels: u8,
}

impl Exchanges {
    /// The exchanges between a market and a hand, each with its number of cards, and a number of camels.
    pub(super) fn new(market: (Parts, u8), hand: (Parts, u8), camels: u8) -> Exchanges {
        Exchanges {
            market: market.0,
            hand: hand.0,
            most: market.1.min(hand.1 + camels).min(MARKET),
            camels,
        }
    }

    /// The number of exchanges, counting those with a kind on both sides.
    pub(super) fn bound(&self) -> usize {
        (2..self.most + 1)
            .map(|size| {
                let least = size.saturating_sub(self.camels);
                let gives = self.hand.below(size + 1) - self.hand.below(least);
                self.market.parts(size).len() * gives
            })
            .sum()
    }

    /// Writes the exchanges to `room`, which has at least [`bound`](Exchanges::bound) places, and returns their number.
    pub(super) fn write(&self, room: &mut [Action]) -> usize {
        let mut written = 0;
        for size in 2..self.most + 1 {
            let takes = self.market.parts(size);
            for from_herd in 0..self.camels.min(size) + 1 {
                let camels = Cards::of(Card::Camel, from_herd);
                let gives = self.hand.parts(size - from_herd);
                for &take in takes {
                    for &give in gives {
                        // Each is written, and stays if no kind is on both sides: a branch would be unpredictable.
                        let disjoint = give.of_kinds(take).is_empty();
                        let give = give.plus(camels);
                        room[written] = Action::Exchange { take, give };
                        written += usize::from(disjoint);
                    }
                }
            }
        }
        written
    }

    /// Writes the indices of the exchanges in the same order to `room`, which has at least [`bound`](Exchanges::bound)
    /// places, and returns their number. `places` are the indices by the numbers of the goods taken and given;
    /// [`NO_PLACE`] stands where a kind is on both sides.
    pub(super) fn write_places(&self, places: &[[u16; MARKETFULS]], room: &mut [usize]) -> usize {
        let mut written = 0;
        for size in 2..self.most + 1 {
            let takes = self.market.part_numbers(size);
            for from_herd in 0..self.camels.min(size) + 1 {
                let gives = self.hand.part_numbers(size - from_herd);
                for &take in takes {
                    let row = &places[usize::from(take)];
                    for &give in gives {
                        let place = row[usize::from(give)];
                        room[written] = EXCHANGE + usize::from(place);
                        written += usize::from(place != NO_PLACE);
                    }
                }
            }
        }
        written
    }
}

/// What the seat to move may choose from.
pub(super) struct Choices {
    /// The goods of the market that may be taken.
    pub(super) takes: Cards,
    pub(super) takes_camels: bool,
    pub(super) hand: Parts,
    pub(super) exchanges: Exchanges,
}

impl Choices {
    /// Writes the legal actions that are no exchanges to `room`, which has at least [`MAX_OTHERS`] places, and returns
    /// their number.
    #[inline]
    pub(super) fn write_others(&self, room: &mut [Action]) -> usize {
        let mut count = 0;
        for good in Card::GOODS {
            room[count] = Action::Take(good);
            count += usize::from(self.takes.count(good) > 0);
        }
        room[count] = Action::Camels;
        count += usize::from(self.takes_camels);
        let (sales, sale_count) = self.hand.sales();
        room[count..count + MAX_SALES].copy_from_slice(sales);
        count + sale_count
    }
}

/// The number of a handful among all with at most seven cards, by the combinatorial number
/// system: how many cards there are up to each kind, each sum one step higher than the one before,
/// are six different numbers. Larger handfuls have numbers from [`HANDFULS`] on.
pub(super) fn number(goods: Cards) -> usize {
    /// C(sum + kind, kind + 1).
    const CHOOSE: [[u16; 16]; KINDS] = {
        let mut choose = [[0; 16]; KINDS];
        let mut kind = 0;
        while kind < KINDS {
            let mut sum = 1;
            while sum < 16 {
                // Pascal's triangle, along its diagonals.
                let before = if kind == 0 { 1 } else { choose[kind - 1][sum] };
                choose[kind][sum] = choose[kind][sum - 1] + before;
                sum += 1;
            }
            kind += 1;
        }
        choose
    };
    let sums = goods.running_sums();
    (0..KINDS)
        .map(|kind| usize::from(CHOOSE[kind][usize::from(sums.count(Card::GOODS[kind]))]))
        .sum()
}

/// Every selection of at most five of `cards`, by their number: `parts(…)[2]` holds the pairs.
/// A hand of seven has at most 35 of one number, C(7, 3).
fn parts(cards: Cards) -> [ArrayVec<Cards, 35>; SIZES] {
    let mut parts: [ArrayVec<Cards, 35>; SIZES] = Default::default();
    parts[0].push(Cards::NONE);
    for (card, held) in cards.iter() {
        // Larger numbers first: what this kind adds is not added to again.
        for len in (1..parts.len()).rev() {
            let (smaller, larger) = parts.split_at_mut(len);
            for count in 1..=held.min(len as u8) {
                let smaller = &smaller[len - usize::from(count)];
                larger[0].extend(smaller.iter().map(|part| part.plus(Cards::of(card, count))));
            }
        }
    }
    parts
}

impl Table {
    fn new() -> Table {
        let mut table = Table {
            handfuls: vec![Handful::default(); HANDFULS],
            parts: Vec::new(),
            part_numbers: Vec::new(),
            sales: Vec::new(),
        };
        table.add(Cards::NONE, 0);
        table.sales.extend([Action::Camels; MAX_SALES]);
        table
    }

    /// Adds a handful, and all that have more cards of the kinds from this one on.
    fn add(&mut self, goods: Cards, from: usize) {
        let mut below = [0; SIZES + 1];
        let first = self.parts.len();
        for (size, parts) in parts(goods).iter().enumerate() {
            self.parts.extend(parts);
            (self.part_numbers).extend(parts.iter().map(|&part| number(part) as u16));
            below[size + 1] = (self.parts.len() - first) as u8;
        }
        let first_sale = self.sales.len();
        for (good, held) in goods.iter() {
            let counts = good.least_sale()..=held;
            self.sales
                .extend(counts.map(|count| Action::Sell(good, count)));
        }
        self.handfuls[number(goods)] = Handful {
            parts: first as u32,
            below,
            sales: first_sale as u16,
            sale_count: (self.sales.len() - first_sale) as u8,
        };
        if goods.len() < HAND_LIMIT {
            for kind in from..KINDS {
                self.add(goods.plus(Cards::one(Card::GOODS[kind])), kind);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handful_has_a_number_of_its_own() {
        let table = Table::new();
        // Only the empty handful has no part but itself; it is the only one without cards.
        let alone = |handful: &&Handful| handful.below == [0, 1, 1, 1, 1, 1, 1];
        assert_eq!(table.handfuls.iter().filter(alone).count(), 1);
        let sales = table.handfuls.iter().map(|h| usize::from(h.sale_count));
        assert_eq!(sales.sum::<usize>() + MAX_SALES, table.sales.len());
        let most = table.handfuls.iter().map(|h| h.sale_count).max();
        assert_eq!(most, Some(HAND_LIMIT));
        assert!(table.sales.len() < usize::from(u16::MAX));
        let most = Cards::of(Card::Leather, HAND_LIMIT);
        assert_eq!(number(Cards::NONE), 0);
        assert_eq!(number(Cards::of(Card::Diamond, MARKET)), MARKETFULS - 1);
        assert_eq!(number(Cards::of(Card::Leather, MARKET + 1)), MARKETFULS);
        assert!(number(most) < HANDFULS);
        assert!(number(most.plus(Cards::one(Card::Leather))) >= HANDFULS);
        assert!(number(Cards::of(Card::Diamond, HAND_LIMIT + 1)) >= HANDFULS);
        assert!(Parts::of(Cards::of(Card::Diamond, HAND_LIMIT + 1)).is_none());
    }

    #[test]
    fn seven_different_cards_have_35_parts_of_three() {
        let six = Parts::of(Cards::from_iter(Card::GOODS)).expect("six cards are a handful");
        let sizes: Vec<usize> = (0..=MARKET).map(|size| six.parts(size).len()).collect();
        assert_eq!(sizes, [1, 6, 15, 20, 15, 6]);
    }
}
