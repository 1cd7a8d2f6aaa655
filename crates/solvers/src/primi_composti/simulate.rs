//! Fast simulation of the six simple policies of the study: millions of games.
//!
//! The game is reimplemented on bit sets: hands are sets of numbered cards, and the results of two visible
//! cards are a table of sets. The tests replay every game with the rulebook.

use super::position::{Class, NO_OPERATION, PackedPosition, Position, ScoringTable};
use parlour_engine::Rng;
use parlour_games::primi_composti::{Deal, Rules, Version};
use rand::RngExt as _;
use std::fmt;
use std::str::FromStr;

/// A policy that considers only the immediate gain of a card, if anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimplePolicy {
    /// Always the lowest card.
    Asc,
    /// Always the highest card.
    Desc,
    /// A random card.
    Rand,
    /// The lowest of the cards that gain most.
    GreedyAsc,
    /// The highest of the cards that gain most.
    GreedyDesc,
    /// A random one of the cards that gain most: the first in an order of the cards drawn once per game, since the
    /// study takes the first of the best in a hand shuffled at the deal.
    GreedyRand,
}

impl SimplePolicy {
    /// All six, in the order of the published tables.
    pub const ALL: [SimplePolicy; 6] = [
        SimplePolicy::Asc,
        SimplePolicy::Desc,
        SimplePolicy::Rand,
        SimplePolicy::GreedyAsc,
        SimplePolicy::GreedyDesc,
        SimplePolicy::GreedyRand,
    ];

    /// The published name.
    pub const fn name(self) -> &'static str {
        match self {
            SimplePolicy::Asc => "asc",
            SimplePolicy::Desc => "desc",
            SimplePolicy::Rand => "rand",
            SimplePolicy::GreedyAsc => "greedy_asc",
            SimplePolicy::GreedyDesc => "greedy_desc",
            SimplePolicy::GreedyRand => "greedy_rand",
        }
    }

    const fn is_greedy(self) -> bool {
        matches!(
            self,
            SimplePolicy::GreedyAsc | SimplePolicy::GreedyDesc | SimplePolicy::GreedyRand
        )
    }

    /// Picks from a set that is not empty.
    #[inline(always)]
    fn pick(self, cards: u32, order: &Order, rng: &mut Rng) -> usize {
        match self {
            SimplePolicy::Asc | SimplePolicy::GreedyAsc => cards.trailing_zeros() as usize,
            SimplePolicy::Desc | SimplePolicy::GreedyDesc => 31 - cards.leading_zeros() as usize,
            SimplePolicy::GreedyRand => {
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
            SimplePolicy::Rand => {
                let mut left = cards;
                for _ in 0..below(cards.count_ones(), rng) {
                    left &= left - 1;
                }
                left.trailing_zeros() as usize
            }
        }
    }
}

/// The rank of each card number in the order drawn for a game.
type Order = [u32; 32];

/// A random number below `bound` by multiplication (Lemire, 2019), without the rejection step; the bias is less
/// than 2⁻²⁷.
#[inline(always)]
fn below(bound: u32, rng: &mut Rng) -> u32 {
    ((u64::from(rng.random::<u32>()) * u64::from(bound)) >> 32) as u32
}

impl fmt::Display for SimplePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SimplePolicy {
    type Err = ();

    fn from_str(text: &str) -> Result<SimplePolicy, ()> {
        let found = SimplePolicy::ALL
            .into_iter()
            .find(|policy| policy.name() == text);
        found.ok_or(())
    }
}

/// Results of many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won by player 1, tied, won by player 2.
    pub results: [u64; 3],
    /// Sum of the points of each player over all games.
    pub points: [i64; 2],
    /// Sum of the absolute differences of all games.
    pub apart: u64,
}

impl Tally {
    /// Adds a game with these scores.
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

    /// Adds another tally.
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

    /// A count as a fraction of the games; 0 if there are none.
    pub fn share(&self, count: u64) -> f64 {
        count as f64 / self.games.max(1) as f64
    }
}

/// Plays games of simple policies.
#[derive(Clone, Debug)]
pub struct Simulator {
    table: ScoringTable,
    cards: u32,
    /// Gain of a play by class and kind (prime, composite), in descending order.
    gains: [(i32, Class, usize); 8],
}

impl Simulator {
    /// A simulator of these rules. Returns `None` for rules it does not support: other than two players, more than
    /// 15 cards each, or a free choice of the steal.
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
        let table = ScoringTable::new(&position).0;
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
    pub fn play(&self, players: [SimplePolicy; 2], games: u64, rng: &mut Rng) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..games {
            let hands = self.deal(rng);
            tally.count(self.game(hands, players, rng, |_| ()));
        }
        tally
    }

    /// Plays one game and returns its record: the deal, the cards in the order played, and the scores.
    pub fn trace(&self, players: [SimplePolicy; 2], rng: &mut Rng) -> (Deal, Vec<u8>, [i32; 2]) {
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

    /// Deals both hands, the one with the 2 first: a uniformly random half of the cards by selection sampling.
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
        players: [SimplePolicy; 2],
        rng: &mut Rng,
        mut played: impl FnMut(usize),
    ) -> [i32; 2] {
        let table = &self.table;
        let steals = table.version != Version::One;
        let mut duel = PackedPosition {
            hand,
            stack: [0; 4],
        };
        let mut order: Order = [0; 32];
        if players.contains(&SimplePolicy::GreedyRand) {
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

    /// The cards that gain most: points in version 1, the values of the card and of what it steals in version 2.
    #[inline(always)]
    fn greediest(&self, own: u32, masks: [u32; 3]) -> u32 {
        let mut by_class = [0; 4];
        let mut left = own;
        for class in self.table.order {
            by_class[class] = left
                & if class == NO_OPERATION {
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
