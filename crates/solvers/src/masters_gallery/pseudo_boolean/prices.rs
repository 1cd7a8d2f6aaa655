//! Prices of the rows that tie the artists together, and the bound under them.
//!
//! With a price on each such row the game falls apart into blocks that do not know of each other: what is displayed of
//! an artist, who plays its draw card, who closes a round, and the player's seat. The bound is the price of all there is
//! and the best of each block less what it uses.

use super::super::model::{ARTISTS, Model};
use super::super::simplex::{self, Simplex};
use super::encoding::Row;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};

/// A point, in the unit of prices and bounds.
pub(super) const POINT: i64 = 1000;
/// Rounds of column generation.
const MAX_ITERATIONS: u32 = 400;
/// Prices stay below this, so that sums fit.
const MAX_PRICE: f64 = 1e6;

/// A rank in a round: 0 to 2, or [`UNRANKED`].
pub(super) type Place = usize;
/// No rank.
pub(super) const UNRANKED: Place = GAINS.len();

/// What happens in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Place, cards and the player's cards of an artist by round.
    Artist(usize, [(Place, i64, i64); ROUNDS]),
    /// The draw card of an artist: played by the player in the first round, or by another, or not.
    Draw(usize, Option<bool>),
    /// Whether the player closes a round.
    Closes(usize, bool),
    /// The player's seat.
    Seat(usize),
}

/// Prices of rows in thousandths of a point.
pub(super) struct Prices {
    /// Rows with their prices.
    pub(super) rows: Vec<(PricedRow, i64)>,
}

/// A row with a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PricedRow {
    /// A row of the program.
    Of(Row),
    /// Only the closer has the closing number of the artist who closes the round.
    ClosingCard(usize),
    /// Somebody is first in a round.
    First(usize),
}

/// What an artist's cards of a round cost, thousandths of a point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundPrices {
    /// One of the player's.
    pub(super) own: i64,
    /// Any.
    pub(super) cards: i64,
    /// The closing number of the player.
    pub(super) closing: i64,
    /// A gain of at least 1, 2, 3.
    pub(super) gains: [i64; GAINS.len()],
}

impl Prices {
    fn none(model: &Model) -> Prices {
        let mut rows = Vec::new();
        for round in 0..model.rounds {
            rows.extend([
                PricedRow::Of(Row::OwnHand(round)),
                PricedRow::Of(Row::OtherHand(round)),
                PricedRow::Of(Row::OwnTurns(round)),
                PricedRow::Of(Row::OtherTurns(round)),
                PricedRow::ClosingCard(round),
                PricedRow::First(round),
            ]);
            let places = (1..=GAINS.len()).map(|gain| Row::Places { round, gain });
            rows.extend(places.map(PricedRow::Of));
        }
        rows.extend((0..model.artists).map(|artist| PricedRow::Of(Row::Limit(artist))));
        Prices {
            rows: rows.into_iter().map(|row| (row, 0)).collect(),
        }
    }

    /// The price of a row.
    pub(super) fn of(&self, row: PricedRow) -> i64 {
        let mut rows = self.rows.iter();
        rows.find(|(other, _)| *other == row).map_or(0, |row| row.1)
    }

    fn sum(&self, model: &Model, from: usize, row: fn(usize) -> Row) -> i64 {
        (from..model.rounds)
            .map(|round| self.of(PricedRow::Of(row(round))))
            .sum()
    }

    /// What an artist's cards cost in a round.
    pub(super) fn round(&self, model: &Model, artist: usize, round: usize) -> RoundPrices {
        let n = model.players as i64;
        let sum = |row| self.sum(model, round, row);
        let turns = sum(Row::OwnTurns) - sum(Row::OtherTurns);
        let others = sum(Row::OtherHand);
        let mut gains = [1, 2, 3].map(|gain| self.of(PricedRow::Of(Row::Places { round, gain })));
        gains[GAINS.len() - 1] -= self.of(PricedRow::First(round));
        RoundPrices {
            own: sum(Row::OwnHand) - others + n * turns,
            cards: others - turns + self.of(PricedRow::Of(Row::Limit(artist))),
            closing: self.of(PricedRow::ClosingCard(round)),
            gains,
        }
    }

    /// What a draw card is worth at most.
    pub(super) fn draw(&self, model: &Model) -> i64 {
        let sum = |row| self.sum(model, 0, row);
        sum(Row::OwnHand).max(sum(Row::OtherHand))
    }

    /// What the player's seat is worth at most.
    pub(super) fn seat(&self, model: &Model) -> i64 {
        self.best(model, None, Choice::Seat(0)).0
    }

    /// The bound of all games whose tokens are all on this artist from the first round on, in thousandths of a point.
    pub(super) fn bound(&self, model: &Model, target: Option<usize>) -> i64 {
        let there = self
            .rows
            .iter()
            .map(|&(row, price)| price * there(model, row));
        let best = blocks(model)
            .into_iter()
            .map(|block| self.best(model, target, block).0);
        there.sum::<i64>() + best.sum::<i64>()
    }

    /// The best choice of a block, less what it uses.
    fn best(&self, model: &Model, target: Option<usize>, block: Choice) -> (i64, Choice) {
        let choices = match block {
            Choice::Artist(artist, _) => {
                let all = patterns(model).map(|places| self.artist(model, target, artist, &places));
                return all.max_by_key(|found| found.0).unwrap_or((0, block));
            }
            Choice::Draw(artist, _) => [None, Some(true), Some(false)]
                .map(|by| Choice::Draw(artist, by))
                .to_vec(),
            Choice::Closes(round, _) => {
                [true, false].map(|own| Choice::Closes(round, own)).to_vec()
            }
            Choice::Seat(_) => seats(model).map(Choice::Seat).collect(),
        };
        let cost = |choice: &Choice| -> i64 {
            let rows = self.rows.iter();
            rows.map(|&(row, price)| price * usage(model, row, choice))
                .sum()
        };
        let all = choices.into_iter().map(|choice| (-cost(&choice), choice));
        all.max_by_key(|found| found.0).unwrap_or((0, block))
    }

    /// The best that an artist with these places adds, and how.
    fn artist(
        &self,
        model: &Model,
        target: Option<usize>,
        artist: usize,
        places: &[Place],
    ) -> (i64, Choice) {
        let closing = model.closing as i64;
        let mut rounds = [(UNRANKED, 0, 0); ROUNDS];
        let mut sum = 0;
        for (round, &place) in places.iter().enumerate() {
            let prices = self.round(model, artist, round);
            let paid = paid(model, target == Some(artist), &places[..=round]);
            let (mut cards, mut own) = (0, 0);
            for count in 1..=closing {
                let points =
                    paid * POINT - prices.own - if count == closing { prices.closing } else { 0 };
                let gain = points.max(0) - prices.cards;
                let fits = place == 0 || count < closing;
                let forced = place == 0 || place < UNRANKED && count == 1;
                if forced || fits && gain > 0 {
                    sum += gain;
                    cards += 1;
                    own += i64::from(points > 0);
                }
            }
            sum -= prices.gains[..GAINS.len() - place].iter().sum::<i64>();
            rounds[round] = (place, cards, own);
        }
        (sum, Choice::Artist(artist, rounds))
    }

    /// The most that an artist adds, whatever its places, less what it uses.
    pub(super) fn most(&self, model: &Model, target: Option<usize>, artist: usize) -> i64 {
        let block = Choice::Artist(artist, [(UNRANKED, 0, 0); ROUNDS]);
        self.best(model, target, block).0
    }

    /// Prices that bring the bound below `cut`, or the best that are found.
    pub(super) fn search(model: &Model, target: Option<usize>, cut: i64) -> Prices {
        let mut prices = Prices::none(model);
        let blocks = blocks(model);
        let right: Vec<f64> = prices
            .rows
            .iter()
            .map(|row| there(model, row.0) as f64)
            .collect();
        let mut master = Simplex::new(&right, &vec![1.0; blocks.len()]);
        let mut known: Vec<Choice> = Vec::new();
        let mut best = (prices.bound(model, target), prices.rows.clone());
        for _ in 0..MAX_ITERATIONS {
            let mut is_new = false;
            for (number, &block) in blocks.iter().enumerate() {
                // What each block does at least keeps the master problem feasible.
                let found = prices.best(model, target, block).1;
                for choice in [block, found] {
                    if known.contains(&choice) {
                        continue;
                    }
                    is_new = true;
                    known.push(choice);
                    let rows = prices.rows.iter();
                    let usage = rows.map(|&(row, _)| usage(model, row, &choice) as f64);
                    let of_block = (0..blocks.len()).map(|other| f64::from(other == number));
                    master.add(simplex::Column {
                        value: (score(model, target, &choice) * POINT) as f64,
                        coefficients: usage.chain(of_block).collect(),
                    });
                }
            }
            if !is_new {
                break;
            }
            master.solve();
            for (row, dual) in prices.rows.iter_mut().zip(master.duals()) {
                row.1 = dual.clamp(0.0, MAX_PRICE).round() as i64;
            }
            let bound = prices.bound(model, target);
            if bound < best.0 {
                best = (bound, prices.rows.clone());
            }
            if bound < cut {
                break;
            }
        }
        prices.rows = best.1;
        prices
    }
}

/// All blocks, each with a choice that uses little.
fn blocks(model: &Model) -> Vec<Choice> {
    let mut all = Vec::new();
    for artist in 0..model.artists {
        all.push(Choice::Artist(artist, [(UNRANKED, 0, 0); ROUNDS]));
        if model.draws {
            all.push(Choice::Draw(artist, None));
        }
    }
    all.extend((0..model.rounds).map(|round| Choice::Closes(round, false)));
    all.extend(seats(model).next().map(Choice::Seat));
    all
}

fn seats(model: &Model) -> impl Iterator<Item = usize> {
    (0..model.players).filter(|&seat| model.seats >> seat & 1 == 1)
}

/// All places of an artist by round.
pub(super) fn patterns(model: &Model) -> impl Iterator<Item = Vec<Place>> {
    let places = UNRANKED + 1;
    (0..places.pow(model.rounds as u32)).map(move |code| {
        let digit = |round: usize| code / places.pow(round as u32) % places;
        (0..model.rounds).map(digit).collect()
    })
}

/// What a card pays in the last of these rounds.
pub(super) fn paid(model: &Model, is_target: bool, places: &[Place]) -> i64 {
    if places.last() == Some(&UNRANKED) {
        return 0;
    }
    let gained: i64 = places
        .iter()
        .map(|&place| GAINS.get(place).map_or(0, |&gain| i64::from(gain)))
        .sum();
    let tokens = if is_target { model.artists as i64 } else { 0 };
    gained + tokens * i64::from(model.award)
}

/// How much there is of a row.
fn there(model: &Model, row: PricedRow) -> i64 {
    let n = model.players as i64;
    match row {
        PricedRow::Of(Row::OwnHand(round)) => model.dealt[round].into(),
        PricedRow::Of(Row::OtherHand(round)) => i64::from(model.dealt[round]) * (n - 1),
        PricedRow::Of(Row::OwnTurns(_)) => n - 2,
        PricedRow::Of(Row::Places { gain, .. }) => (GAINS.len() + 1 - gain) as i64,
        PricedRow::Of(Row::Limit(artist)) => model.limits[artist].into(),
        PricedRow::First(_) => -1,
        PricedRow::Of(_) | PricedRow::ClosingCard(_) => 0,
    }
}

/// How much of a row a choice uses.
fn usage(model: &Model, row: PricedRow, choice: &Choice) -> i64 {
    let n = model.players as i64;
    match (row, *choice) {
        (PricedRow::ClosingCard(round), Choice::Artist(_, rounds)) => {
            i64::from(rounds[round].2 == model.closing as i64)
        }
        (PricedRow::ClosingCard(round), Choice::Closes(r, own)) => -i64::from(r == round && own),
        (PricedRow::First(round), Choice::Artist(_, rounds)) => -i64::from(rounds[round].0 == 0),
        (PricedRow::Of(row), Choice::Artist(artist, rounds)) => {
            let up_to = |round: usize, each: &dyn Fn(i64, i64) -> i64| {
                let so_far = rounds[..=round].iter();
                so_far.map(|&(_, cards, own)| each(cards, own)).sum()
            };
            match row {
                Row::OwnHand(round) => up_to(round, &|_, own| own),
                Row::OtherHand(round) => up_to(round, &|cards, own| cards - own),
                Row::OwnTurns(round) => up_to(round, &|cards, own| n * own - cards),
                Row::OtherTurns(round) => up_to(round, &|cards, own| cards - n * own),
                Row::Places { round, gain } => i64::from(rounds[round].0 + gain <= GAINS.len()),
                Row::Limit(a) if a == artist => up_to(model.rounds - 1, &|cards, _| cards),
                _ => 0,
            }
        }
        (PricedRow::Of(Row::OwnHand(_)), Choice::Draw(_, by)) => -i64::from(by == Some(true)),
        (PricedRow::Of(Row::OtherHand(_)), Choice::Draw(_, by)) => -i64::from(by == Some(false)),
        (PricedRow::Of(Row::OwnTurns(round)), Choice::Closes(r, own)) => {
            -i64::from(r == round && own)
        }
        (PricedRow::Of(Row::OtherTurns(round)), Choice::Closes(r, own)) => {
            (n - 1) * i64::from(r == round && own)
        }
        (PricedRow::Of(Row::OwnTurns(_)), Choice::Seat(seat)) => seat as i64,
        (PricedRow::Of(Row::OtherTurns(_)), Choice::Seat(seat)) => -(seat as i64),
        _ => 0,
    }
}

/// What a choice scores.
fn score(model: &Model, target: Option<usize>, choice: &Choice) -> i64 {
    let Choice::Artist(artist, rounds) = *choice else {
        return 0;
    };
    let places: Vec<Place> = rounds[..model.rounds].iter().map(|round| round.0).collect();
    (0..model.rounds)
        .map(|round| rounds[round].2 * paid(model, target == Some(artist), &places[..=round]))
        .sum()
}

const _: () = assert!(ARTISTS > GAINS.len(), "three artists at most are ranked");
