//! The priced relaxation of a *leaf*: all games of a [`Case`] with given rankings of all rounds, the artists who get
//! the awards, and some *variants*: seats of the maximised player, rounds from which on hands are empty, and what
//! follows.
//!
//! With the rankings fixed, the value of every card is a constant, and everything that ties the artists together is a
//! linear row: hands, turn order, the order of a ranking, hidden cards. With a price on each row, every artist is
//! optimised alone, by dynamic programming over rounds, and depends only on his own places. So a leaf's bound is a
//! constant plus one look-up for each artist. `docs/masters-gallery-optimum.md` states the rows and proves them.
//!
//! Prices and bounds are thousandths of a point.

mod choices;
mod columns;
mod rows;
mod tables;
mod variants;
mod walk;

pub(super) use choices::{Branch, By, PARTS, Part};
pub(super) use columns::Column;
pub(super) use rows::{ENOUGH, MAX_PRICE, ORDER, Prices, ROWS};
pub(super) use tables::Tables;
pub(super) use variants::{Trait, Variants};

use super::case::{Case, Tokens};
use super::model::{ARTISTS, Model};
use super::rankings::Space;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use rows::{
    ALONE, EMPTIED, EMPTIED_FEW, EMPTIED_TWO, EMPTY, EXCESS, EXTRA, FIRST_CLOSES, FOLLOWED,
    FOLLOWED_FEW, FOLLOWED_MANY, HAND, HIDDEN, SHOWN, STAR_ROUNDS, STARS, TURNS, WITHOUT_TURN,
};
use variants::Variant;

/// A point.
pub(super) const POINT: i64 = 1000;
/// Less than anything that can be reached.
pub(super) const NONE: i64 = i64::MIN / 4;

/// Places of an artist in a round: unranked (the first of these in the row), first, second, third, no card at all,
/// unranked (the second in the row).
const PLACES: usize = 6;
const FIRST: usize = 1;
const SECOND: usize = 2;
const THIRD: usize = 3;
const ABSENT: usize = 4;
const UNRANKED: [usize; 2] = [0, 5];

/// Prices of cards, hidden cards, and extra cards and cards that close, in points, with which a search of `full`
/// begins.
const HAND_PRICES: [i64; 8] = [8, 10, 12, 14, 16, 18, 20, 22];
const HIDDEN_PRICES: [i64; 3] = [2, 6, 10];
const FACE_UP_PRICES: [i64; 2] = [0, 3];

/// All games of a case with these rankings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Who gets the awards; the second those of later rounds, if another does.
    pub(super) awarded: [usize; 2],
    /// Which seats and empty hands; one only where nobody is skipped.
    pub(super) variants: Variants,
    /// The ranking of each round, by its number.
    pub(super) rankings: [usize; ROUNDS],
}

/// Computes bounds of leaves.
pub(super) struct Relaxation<'a> {
    pub(super) model: &'a Model,
    pub(super) space: &'a Space,
    pub(super) case: Case,
    /// By ranking and artist.
    places: Vec<[usize; ARTISTS]>,
    /// Rows that are used.
    pub(super) rows: Vec<usize>,
    variants: Vec<Variant>,
    /// What there is of each row in a variant, without ties.
    stocks: Vec<[i32; ROWS]>,
}

impl<'a> Relaxation<'a> {
    /// For a model in which one player is maximised.
    pub(super) fn new(model: &'a Model, space: &'a Space, case: Case) -> Relaxation<'a> {
        let places = space.rankings.iter().map(|ranking| {
            let mut places = [ABSENT; ARTISTS];
            for (place, &artist) in ranking.artists.iter().enumerate() {
                places[artist] = FIRST + place;
            }
            if ranking.artists.len() == GAINS.len() {
                for (&artist, place) in ranking.unranked.iter().zip(UNRANKED) {
                    places[artist] = place;
                }
            }
            places
        });
        let full = model.has_full_rules();
        let used = |row: usize| {
            let (group, round) = (row / ROUNDS * ROUNDS, row % ROUNDS);
            round < model.rounds
                && match group {
                    group if group == ORDER[3] => full,
                    group if EXTRA.contains(&group) => model.extra,
                    group if HIDDEN.contains(&group) => model.hidden > 0,
                    group if EXCESS.contains(&group) => full && !case.is_open(round),
                    group if EMPTY.contains(&group) => full,
                    group if SHOWN.contains(&group) => full && !case.is_open(round),
                    group if ENOUGH.contains(&group) => full && !case.is_open(round),
                    FIRST_CLOSES => full && !case.is_open(round),
                    FOLLOWED | EMPTIED | WITHOUT_TURN => full,
                    FOLLOWED_FEW | EMPTIED_FEW | FOLLOWED_MANY => full,
                    group if ALONE.contains(&group) => full && model.players > 2,
                    EMPTIED_TWO => full && model.players > 2 && round == model.rounds - 1,
                    group if TURNS.contains(&group) => full,
                    STARS => round < STAR_ROUNDS && full && matches!(case.tokens, Tokens::Late(_)),
                    _ => true,
                }
        };
        let mut relaxation = Relaxation {
            model,
            space,
            case,
            places: places.collect(),
            rows: (0..ROWS).filter(|&row| used(row)).collect(),
            variants: Variant::all(model, case),
            stocks: Vec::new(),
        };
        let variants = relaxation.variants.iter();
        relaxation.stocks = variants.map(|each| relaxation.stock_of(each)).collect();
        relaxation
    }

    /// Prices with which most leaves are ruled out at once: the same in each round, of the maximised player's cards (in
    /// the last round, and so of all), of hidden cards, and of extra cards and cards beyond those that do not close.
    pub(super) fn first_prices(&self) -> Vec<Prices> {
        let mut sets = vec![[0; ROWS]];
        if !self.model.has_full_rules() {
            return sets;
        }
        for hand in HAND_PRICES {
            for hidden in HIDDEN_PRICES {
                for face_up in FACE_UP_PRICES {
                    let mut prices = [0; ROWS];
                    prices[HAND + self.model.rounds - 1] = hand * POINT;
                    for round in 0..self.model.rounds {
                        prices[HIDDEN[0] + round] = hidden * POINT;
                        prices[EXTRA[0] + round] = face_up * POINT;
                        prices[EXCESS[0] + round] = face_up * POINT;
                    }
                    sets.push(prices);
                }
            }
        }
        sets
    }

    /// How many other players there are.
    fn others(&self) -> i32 {
        self.model.players as i32 - 1
    }

    /// An artist's place in a round.
    fn place(&self, leaf: &Leaf, round: usize, artist: usize) -> usize {
        self.places[leaf.rankings[round]][artist]
    }

    fn tokens(&self, role: usize, round: usize) -> i32 {
        let award = self.model.award;
        let all = award * self.model.artists as i32;
        match (self.case.tokens, role) {
            (_, 0) => 0,
            (Tokens::All, _) => all,
            (Tokens::Late(late), _) => all - award * late.get(round).unwrap_or(&0),
            (Tokens::Split, 1) => all - award,
            (Tokens::Split, _) => award * i32::from(round > 0),
        }
    }

    fn role(awarded: [usize; 2], artist: usize) -> usize {
        match awarded {
            [first, _] if first == artist => 1,
            [_, second] if second == artist => 2,
            _ => 0,
        }
    }

    fn roles(&self) -> usize {
        match self.case.tokens {
            Tokens::Split => 3,
            _ => 2,
        }
    }

    /// A leaf in which the artists with most cards are ranked in every round, each first in turn.
    pub(super) fn ordinary(&self) -> Leaf {
        let mut artists: Vec<usize> = (0..self.model.artists).collect();
        artists.sort_by_key(|&artist| std::cmp::Reverse(self.model.limits[artist]));
        artists.truncate(GAINS.len());
        let other = match self.case.tokens {
            Tokens::Split => artists[artists.len() - 1],
            _ => artists[0],
        };
        let awarded = [artists[0], other];
        let rankings = std::array::from_fn(|_| {
            artists.rotate_left(1);
            let mut rankings = self.space.rankings.iter();
            rankings
                .position(|ranking| ranking.artists == artists)
                .unwrap_or(0)
        });
        Leaf {
            awarded,
            variants: std::iter::once(self.variants.len() - 1).collect(),
            rankings,
        }
    }

    /// Who is first in a round.
    pub(super) fn first(&self, leaf: &Leaf, round: usize) -> usize {
        self.space.rankings[leaf.rankings[round]].artists[0]
    }
}
