//! Row tables of version 1: what one player alone decides, and the row that each of their cards leads to.

use super::kernel::LANES;
use crate::primi_composti::position::{PackedPosition, ScoringTable};
use parlour_engine::sort_short;

/// What one player alone decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Row {
    pub(super) prime: u8,
    pub(super) composite: u8,
    /// Cards played, as a set over the hand at the start.
    pub(super) played: u32,
}

impl Row {
    pub(super) fn visible(self) -> (u8, u8) {
        (self.prime, self.composite)
    }
}

/// Consecutive rows with the same visible cards.
pub(super) struct Run {
    pub(super) end: usize,
    pub(super) visible: (u8, u8),
}

/// A card and the row it leads to.
#[derive(Clone, Copy)]
pub(super) struct Move(u32);

impl Move {
    /// Bits of a move that hold the card: a hand has at most 16.
    const CARD_BITS: u32 = 4;

    fn new(card: usize, row: usize) -> Move {
        Move((row << Move::CARD_BITS | card) as u32)
    }

    /// Position of the card in the hand, less than 16.
    #[inline(always)]
    pub(super) fn card(self) -> usize {
        (self.0 & ((1 << Move::CARD_BITS) - 1)) as usize
    }

    /// Index of the row in the next level.
    #[inline(always)]
    pub(super) fn row(self) -> usize {
        (self.0 >> Move::CARD_BITS) as usize
    }
}

/// The rows of one player after a number of their moves, in ascending order.
pub(super) struct Level {
    pub(super) rows: Vec<Row>,
    pub(super) runs: Vec<Run>,
    /// Cards not yet played: the number of moves of each row.
    pub(super) options: usize,
    moves: Vec<Move>,
}

impl Level {
    /// The number of panels of [`LANES`] rows.
    pub(super) fn panels(&self) -> usize {
        self.rows.len().div_ceil(LANES)
    }

    /// The moves of these rows, [`Level::options`] for each, by ascending card.
    pub(super) fn moves(&self, rows: std::ops::Range<usize>) -> &[Move] {
        &self.moves[rows.start * self.options..rows.end * self.options]
    }
}

/// One player's hand, and their rows by the number of cards played.
pub(super) struct Side {
    pub(super) hand: Vec<u8>,
    pub(super) levels: Vec<Level>,
}

/// A card that can be on top of a stack: its number, and what that says about the cards played.
struct Top {
    number: u8,
    /// Cards that were played.
    required: u32,
    /// Cards that were not: all of its kind while the card that lay there before is visible.
    excluded: u32,
}

/// All rows with the same visible cards. They differ in a subset of the free cards.
struct Block {
    visible: (u8, u8),
    required: u32,
    /// Runs of consecutive free cards: their bits, and how far down they move when the subset is packed.
    pieces: Vec<(u32, u32)>,
    free: u32,
}

impl Block {
    fn new(prime: &Top, composite: &Top, hand: u32) -> Block {
        let required = prime.required | composite.required;
        let free = hand & !required & !prime.excluded & !composite.excluded;
        let (mut pieces, mut left, mut packed) = (Vec::new(), free, 0);
        while left != 0 {
            let start = left.trailing_zeros();
            let length = (left >> start).trailing_ones();
            let piece = ((1 << length) - 1) << start;
            pieces.push((piece, start - packed));
            packed += length;
            left &= !piece;
        }
        Block {
            visible: (prime.number, composite.number),
            required,
            pieces,
            free: free.count_ones(),
        }
    }

    fn pack(&self, played: u32) -> u32 {
        let pieces = self.pieces.iter();
        pieces.fold(0, |packed, (piece, shift)| {
            packed | (played & piece) >> shift
        })
    }

    fn unpack(&self, packed: u32) -> u32 {
        let pieces = self.pieces.iter();
        pieces.fold(self.required, |played, (piece, shift)| {
            played | packed << shift & piece
        })
    }

    /// The packed subsets of `played` cards in all, in ascending order.
    fn subsets<'a>(&self, by_size: &'a [Vec<u32>], played: usize) -> &'a [u32] {
        let required = self.required.count_ones() as usize;
        let Some(subsets) = played.checked_sub(required).map(|size| &by_size[size]) else {
            return &[];
        };
        // Subsets of the lowest cards come first.
        &subsets[..subsets.partition_point(|&subset| subset < 1 << self.free)]
    }
}

impl Side {
    pub(super) fn new(table: &ScoringTable, duel: &PackedPosition, player: usize) -> Side {
        let hand: Vec<u8> = (1..32)
            .filter(|&card| duel.hand[player] >> card & 1 == 1)
            .collect();
        let is_prime = |card: u8| table.primes >> card & 1 == 1;
        let tops = |kind: usize| {
            let of_kind =
                (hand.iter().enumerate()).filter(|&(_, &card)| is_prime(card) == (kind == 0));
            let mut tops: Vec<Top> = of_kind
                .map(|(at, &number)| Top {
                    number,
                    required: 1 << at,
                    excluded: 0,
                })
                .collect();
            let before = Top {
                number: (duel.stack[player * 2 + kind] & 31) as u8,
                required: 0,
                excluded: tops.iter().fold(0, |set, top| set | top.required),
            };
            tops.push(before);
            sort_short(&mut tops, |top| top.number);
            tops
        };
        let (primes, composites) = (tops(0), tops(1));
        let all = (1u32 << hand.len()) - 1;
        let blocks: Vec<Block> = primes
            .iter()
            .flat_map(|prime| {
                let with = |composite| Block::new(prime, composite, all);
                composites.iter().map(with)
            })
            .collect();
        // Subsets by size in ascending order, and the rank of each among those of its size.
        let mut by_size = vec![Vec::new(); hand.len() + 1];
        let ranks: Vec<u32> = (0..=all)
            .map(|subset| {
                let same: &mut Vec<u32> = &mut by_size[subset.count_ones() as usize];
                same.push(subset);
                same.len() as u32 - 1
            })
            .collect();
        // The first row of each block, by level.
        let starts: Vec<Vec<usize>> = (0..=hand.len() + 1)
            .map(|played| {
                let mut start = 0;
                let mut advance = |block: &Block| {
                    let this = start;
                    start += match played <= hand.len() {
                        true => block.subsets(&by_size, played).len(),
                        false => 0,
                    };
                    this
                };
                blocks.iter().map(&mut advance).collect()
            })
            .collect();
        // The blocks that the cards lead to from the block of a prime and a composite.
        let after = |at: usize| -> Vec<usize> {
            let (prime, composite) = (at / composites.len(), at % composites.len());
            let place = |tops: &[Top], card| tops.iter().position(|top| top.number == card);
            let next = hand.iter().map(|&card| match place(&primes, card) {
                Some(played) => played * composites.len() + composite,
                None => prime * composites.len() + place(&composites, card).unwrap_or(composite),
            });
            next.collect()
        };
        let after: Vec<Vec<usize>> = (0..blocks.len()).map(after).collect();
        let levels = (0..=hand.len()).map(|played| {
            let mut level = Level {
                rows: Vec::new(),
                runs: Vec::new(),
                options: hand.len() - played,
                moves: Vec::new(),
            };
            for (block, after) in blocks.iter().zip(&after) {
                let subsets = block.subsets(&by_size, played);
                if subsets.is_empty() {
                    continue;
                }
                let (prime, composite) = block.visible;
                for &subset in subsets {
                    let set = block.unpack(subset);
                    level.rows.push(Row {
                        prime,
                        composite,
                        played: set,
                    });
                    let mut left = all & !set;
                    while left != 0 {
                        let card = left.trailing_zeros() as usize;
                        left &= left - 1;
                        let to = after[card];
                        let rank = ranks[blocks[to].pack(set | 1 << card) as usize];
                        let row = starts[played + 1][to] + rank as usize;
                        level.moves.push(Move::new(card, row));
                    }
                }
                level.runs.push(Run {
                    end: level.rows.len(),
                    visible: block.visible,
                });
            }
            level
        });
        let levels = levels.collect();
        Side { hand, levels }
    }
}
