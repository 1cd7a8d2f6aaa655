//! A part of all games: what the search has fixed so far.

use super::model::{ARTISTS, Model};
use super::rankings::Space;
use parlour_games::masters_gallery::rules::ROUNDS;

/// A set of rankings, by their index.
pub(super) type Rankings = u128;

/// Multipliers of the limits, in thousandths of a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dual {
    /// For a card of each artist.
    pub(super) artist: [i32; ARTISTS],
    /// For a card that a seat (counted from the maximised player) plays up to each round.
    pub(super) hand: [[i32; ROUNDS]; 5],
    /// For a second card.
    pub(super) second: i32,
}

/// Restrictions on games.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) rankings: [Rankings; ROUNDS],
    /// Least and most cards of each artist by round.
    pub(super) low: [[u8; ARTISTS]; ROUNDS],
    pub(super) high: [[u8; ARTISTS]; ROUNDS],
    /// Least and most cards by round.
    pub(super) size: [[u8; 2]; ROUNDS],
    /// Seats that the maximised player may sit in.
    pub(super) seats: u8,
    /// The earliest round in which each artist's award card may be played.
    pub(super) award: [u8; ARTISTS],
    /// Who gets the awards of each round; `None` while open.
    pub(super) target: [Option<u8>; ROUNDS],
    /// Where the multipliers start.
    pub(super) dual: Dual,
    pub(super) depth: u32,
}

/// How a node is split; the parts cover it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// By who gets the awards of a round.
    Target(u8),
    /// The artist's award card is played in the earliest round it may, or later.
    Award(u8),
    /// By the first artist of a round.
    First(u8),
    /// By the ranking of a round.
    Ranking(u8),
    /// By the seat of the maximised player.
    Seat,
    /// At most this number of cards in the round, or more: the round and the number.
    Size(u8, u8),
    /// Fewer cards of the artist in the round than this number, or not: the round, the artist and the number.
    Cards(u8, u8, u8),
}

impl Node {
    /// All games.
    pub(super) fn root(model: &Model, space: &Space) -> Node {
        let mut high = [[0; ARTISTS]; ROUNDS];
        for row in &mut high {
            row[..model.artists].fill(model.closing as u8);
        }
        let all = (1 << space.rankings.len()) - 1;
        let mut dual = Dual {
            artist: [1000; ARTISTS],
            ..Dual::default()
        };
        let seats = if model.draws { model.players } else { 1 };
        for hand in &mut dual.hand[..seats] {
            hand[model.rounds - 1] = 3000 / seats as i32;
        }
        Node {
            rankings: [all; ROUNDS],
            low: [[0; ARTISTS]; ROUNDS],
            high,
            size: [[0, model.most() as u8]; ROUNDS],
            seats: model.seats,
            award: [0; ARTISTS],
            target: [None; ROUNDS],
            dual,
            depth: 0,
        }
    }

    /// What the awards add to each artist's value by round.
    pub(super) fn awarded(&self, model: &Model) -> [[i32; ARTISTS]; ROUNDS] {
        let mut sums = [[0; ARTISTS]; ROUNDS];
        for artist in 0..model.artists {
            let from = usize::from(self.award[artist]);
            if let Some(Some(target)) = self.target.get(from) {
                for sum in &mut sums[from..model.rounds] {
                    sum[usize::from(*target)] += model.award;
                }
            }
        }
        sums
    }

    /// The round whose awards count but have no target yet.
    pub(super) fn open_target(&self, model: &Model) -> Option<usize> {
        (0..model.rounds).find(|&round| {
            model.award > 0
                && self.target[round].is_none()
                && self.award[..model.artists].contains(&(round as u8))
        })
    }

    /// The parts, each with its number: the artist, ranking or seat that it is about. Parts that are empty by their
    /// limits are left out.
    pub(super) fn parts(&self, model: &Model, space: &Space, split: Split) -> Vec<(u8, Node)> {
        let mut parts = Vec::new();
        let mut part = |number: usize, change: &mut dyn FnMut(&mut Node)| {
            let mut node = self.clone();
            node.depth += 1;
            change(&mut node);
            parts.push((number as u8, node));
        };
        match split {
            Split::Target(round) => {
                for artist in 0..model.artists {
                    part(artist, &mut |node| {
                        node.target[usize::from(round)] = Some(artist as u8);
                    });
                }
            }
            Split::Award(artist) => {
                let (a, round) = (
                    usize::from(artist),
                    usize::from(self.award[usize::from(artist)]),
                );
                if self.high[round][a] > 0 {
                    part(0, &mut |node| {
                        node.low[round][a] = node.low[round][a].max(1)
                    });
                }
                if self.low[round][a] <= model.other_symbols() {
                    part(1, &mut |node| {
                        node.high[round][a] = node.high[round][a].min(model.other_symbols());
                        node.award[a] += 1;
                    });
                }
            }
            Split::First(round) => {
                for artist in 0..model.artists {
                    let mask = self.members(round, |ranking| {
                        space.rankings[ranking].artists[0] == artist
                    });
                    if mask != 0 {
                        part(artist, &mut |node| node.rankings[usize::from(round)] = mask);
                    }
                }
            }
            Split::Ranking(round) => {
                for ranking in bits(self.rankings[usize::from(round)]) {
                    part(ranking, &mut |node| {
                        node.rankings[usize::from(round)] = 1 << ranking;
                    });
                }
            }
            Split::Seat => {
                for seat in (0..8).filter(|seat| self.seats >> seat & 1 == 1) {
                    part(seat, &mut |node| node.seats = 1 << seat);
                }
            }
            Split::Size(round, size) => {
                part(0, &mut |node| node.size[usize::from(round)][1] = size);
                part(1, &mut |node| node.size[usize::from(round)][0] = size + 1);
            }
            Split::Cards(round, artist, cards) => {
                let (r, a) = (usize::from(round), usize::from(artist));
                part(0, &mut |node| node.high[r][a] = cards - 1);
                part(1, &mut |node| node.low[r][a] = cards);
            }
        }
        parts
    }

    fn members(&self, round: u8, wanted: impl Fn(usize) -> bool) -> Rankings {
        bits(self.rankings[usize::from(round)])
            .filter(|&ranking| wanted(ranking))
            .fold(0, |mask, ranking| mask | 1 << ranking)
    }
}

/// The indices in a set of rankings.
pub(super) fn bits(mut mask: Rankings) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = mask.trailing_zeros() as usize;
        mask = (mask != 0).then(|| mask & (mask - 1))?;
        Some(index)
    })
}
