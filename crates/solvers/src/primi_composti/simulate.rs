//! The six simple policies of the study against each other, millions of games.
//!
//! The same game as the rulebook's, in bits: hands are sets of numbered cards, and what the visible
//! cards can make is a table of sets by pair. The tests play every game again by the rulebook.

use super::position::{Class, Duel, NOTHING, Position, Table};
use parlour_engine::Rng;
use parlour_games::primi_composti::{Deal, Rules, Version};
use rand::RngExt as _;
use std::fmt;
use std::str::FromStr;

/// A policy that looks at most at what a card gains now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simple {
    /// Always the lowest card.
    Asc,
    /// Always the highest card.
    Desc,
    /// Any card.
    Rand,
    /// The lowest of the cards that gain most.
    GreedyAsc,
    /// The highest of the cards that gain most.
    GreedyDesc,
    /// Any of the cards that gain most: the first in an order of the cards drawn for the game, as the
    /// study takes the first of the best in a hand shuffled at the deal.
    GreedyRand,
}

impl Simple {
    /// All six, in the order of the published tables.
    pub const ALL: [Simple; 6] = [
        Simple::Asc,
        Simple::Desc,
        Simple::Rand,
        Simple::GreedyAsc,
        Simple::GreedyDesc,
        Simple::GreedyRand,
    ];

    /// The published name.
    pub const fn name(self) -> &'static str {
        match self {
            Simple::Asc => "asc",
            Simple::Desc => "desc",
            Simple::Rand => "rand",
            Simple::GreedyAsc => "greedy_asc",
            Simple::GreedyDesc => "greedy_desc",
            Simple::GreedyRand => "greedy_rand",
        }
    }

    const fn is_greedy(self) -> bool {
        matches!(
            self,
            Simple::GreedyAsc | Simple::GreedyDesc | Simple::GreedyRand
        )
    }

    /// Picks from a set that is not empty.
    #[inline(always)]
    fn pick(self, cards: u32, order: &Order, rng: &mut Rng) -> usize {
        match self {
            Simple::Asc | Simple::GreedyAsc => cards.trailing_zeros() as usize,
            Simple::Desc | Simple::GreedyDesc => 31 - cards.leading_zeros() as usize,
            Simple::GreedyRand => {
                let (mut left, mut first) = (cards, cards.trailing_zeros() as usize);
                while left != 0 {
                    let card = left.trailing_zeros() as usize;
                    if order[card] < order[first] {
                        first = card;
                    }
                    left &= left - 1;
                }
                first
            }
            Simple::Rand => {
                let mut left = cards;
                for _ in 0..below(cards.count_ones(), rng) {
                    left &= left - 1;
                }
                left.trailing_zeros() as usize
            }
        }
    }
}

/// Where each numbered card stands in the order of a game.
type Order = [u32; 32];

/// A number below `bound`, by multiplication (Lemire, 2019) without the rejection that would
/// remove a bias of less than 2⁻²⁷.
#[inline(always)]
fn below(bound: u32, rng: &mut Rng) -> u32 {
    ((u64::from(rng.random::<u32>()) * u64::from(bound)) >> 32) as u32
}

impl fmt::Display for Simple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Simple {
    type Err = ();

    fn from_str(text: &str) -> Result<Simple, ()> {
        let found = Simple::ALL.into_iter().find(|policy| policy.name() == text);
        found.ok_or(())
    }
}

/// What many games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won by player 1, tied, won by player 2.
    pub results: [u64; 3],
    /// Points of both players in all games together.
    pub points: [i64; 2],
    /// Absolute differences in all games together.
    pub apart: u64,
}

impl Tally {
    /// Counts a game with these scores.
    pub fn count(&mut self, scores: [i32; 2]) {
        self.games += 1;
        let at = match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 2,
        };
        self.results[at] += 1;
        self.points[0] += i64::from(scores[0]);
        self.points[1] += i64::from(scores[1]);
        self.apart += u64::from(scores[0].abs_diff(scores[1]));
    }

    /// Adds what others counted.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.apart += other.apart;
        for at in 0..3 {
            self.results[at] += other.results[at];
        }
        for at in 0..2 {
            self.points[at] += other.points[at];
        }
    }

    /// A count as a share of the games; 0 of none.
    pub fn share(&self, count: u64) -> f64 {
        count as f64 / self.games.max(1) as f64
    }
}

/// Plays games of simple policies.
#[derive(Clone, Debug)]
pub struct Simulator {
    table: Table,
    cards: u32,
    /// What a play of a class and kind (prime, composite) gains, in descending order.
    gains: [(i32, Class, usize); 8],
}

impl Simulator {
    /// A simulator of these rules; nothing for those it does not know: other than two players, more than 15 cards
    /// each, or a free choice of the steal.
    pub fn new(rules: &Rules) -> Option<Simulator> {
        if rules.players != 2 || !(1..=15).contains(&rules.cards) || rules.version == Version::Free
        {
            return None;
        }
        let cards: Vec<u8> = (2..2 + 2 * rules.cards).collect();
        let (low, high) = cards.split_at(usize::from(rules.cards));
        let mut position = Position::start(rules.version, [low, high]);
        (position.prime, position.composite) = (rules.prime, rules.composite);
        position.check().ok()?;
        let table = Table::new(&position).0;
        // A steal swings twice what it gains.
        let halved = i32::from(rules.version != Version::One);
        let mut gains = [(0, 0, 0); 8];
        for (at, gain) in gains.iter_mut().enumerate() {
            let (class, kind) = (at / 2, at % 2);
            let value = [rules.prime, rules.composite][kind];
            *gain = (
                i32::from(value) + (table.bonus[class] >> halved),
                class,
                kind,
            );
        }
        gains.sort_unstable_by_key(|&(gain, ..)| std::cmp::Reverse(gain));
        Some(Simulator {
            table,
            cards: 2 * u32::from(rules.cards),
            gains,
        })
    }

    /// Deals and plays `games` games, player 1, who holds the 2, first.
    pub fn play(&self, players: [Simple; 2], games: u64, rng: &mut Rng) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..games {
            let hands = self.deal(rng);
            tally.count(self.game(hands, players, rng, |_| ()));
        }
        tally
    }

    /// One game as the rulebook knows it: the deal, and the cards in the order played.
    pub fn trace(&self, players: [Simple; 2], rng: &mut Rng) -> (Deal, Vec<u8>, [i32; 2]) {
        let hands = self.deal(rng);
        let mut played = Vec::new();
        let scores = self.game(hands, players, rng, |card| {
            played.push(self.table.cards[card])
        });
        let hand = |set: u32| {
            let held = (1..32).filter(|card| set >> card & 1 == 1);
            held.map(|card: usize| self.table.cards[card]).collect()
        };
        let hands = hands.map(hand).to_vec();
        (Deal { hands }, played, scores)
    }

    /// Both hands, the one with the 2 first: a uniform half of the cards by the method of
    /// selection sampling.
    #[inline(always)]
    fn deal(&self, rng: &mut Rng) -> [u32; 2] {
        let (mut wanted, mut first) = (self.cards / 2, 0u32);
        for card in 1..=self.cards {
            let left = self.cards - card + 1;
            // No branch: it would be mispredicted every other time.
            let takes = u32::from(below(left, rng) < wanted);
            first |= takes << card;
            wanted -= takes;
        }
        let all = (2u64 << self.cards) as u32 - 2;
        if first & 2 != 0 {
            [first, all & !first]
        } else {
            [all & !first, first]
        }
    }

    #[inline(always)]
    fn game(
        &self,
        hand: [u32; 2],
        players: [Simple; 2],
        rng: &mut Rng,
        mut played: impl FnMut(usize),
    ) -> [i32; 2] {
        let table = &self.table;
        let steals = table.version != Version::One;
        let mut duel = Duel {
            hand,
            stack: [0; 4],
        };
        let mut order: Order = [0; 32];
        if players.contains(&Simple::GreedyRand) {
            order[1..=self.cards as usize].fill_with(|| rng.random());
        }
        let mut scores = [0i32; 2];
        for ply in 0..self.cards as usize {
            let me = ply % 2;
            let masks = table.masks(&duel, me);
            let own = duel.hand[me];
            let among = if players[me].is_greedy() {
                self.greediest(own, masks)
            } else {
                own
            };
            let card = players[me].pick(among, &order, rng);
            let class = table.class(card, masks);
            table.play_in_place(&mut duel, me, card, class);
            if steals {
                // The bonus is the swing: what the thief gains, and as much that the other loses.
                scores[1 - me] -= table.bonus[class] / 2;
                scores[me] += table.value[card] + table.bonus[class] / 2;
            } else {
                scores[me] += table.gain(card, class);
            }
            played(card);
        }
        scores
    }

    /// The cards that gain most: points, or the VALUE of the card and of what it steals.
    #[inline(always)]
    fn greediest(&self, own: u32, masks: [u32; 3]) -> u32 {
        let mut by_class = [0; 4];
        let mut left = own;
        for class in self.table.order {
            by_class[class] = left
                & if class == NOTHING {
                    u32::MAX
                } else {
                    masks[class]
                };
            left &= !by_class[class];
        }
        let kinds = [self.table.primes, !self.table.primes];
        let (mut most, mut among) = (0, 0);
        for (gain, class, kind) in self.gains {
            if among != 0 && gain < most {
                break;
            }
            most = gain;
            among |= by_class[class] & kinds[kind];
        }
        among
    }
}
