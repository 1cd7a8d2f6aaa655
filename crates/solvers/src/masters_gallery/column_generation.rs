//! Best prices for a branch of a leaf, by column generation.
//!
//! The master problem mixes, for each artist, the columns found so far, within the rows of the relaxation; its dual
//! values are the next prices, and each artist's best column under them is added. Nothing rests on its accuracy: the
//! bound under the rounded prices is computed in whole numbers. It has at most 120 rows.

use super::model::ARTISTS;
use super::relaxation::{
    Branch, Column, Leaf, MAX_PRICE, PARTS, POINT, Part, Prices, ROWS, Relaxation,
};
use super::simplex::{self, Simplex};
use parlour_games::masters_gallery::rules::ROUNDS;

/// Rounds of column generation.
const MAX_ITERATIONS: u32 = 200;
/// Columns that the search for prices of a part of a branch begins with.
const KEPT: usize = 60;
/// Bound and master problem agree.
const GAP: f64 = 20.0;

/// What the artists do on average in the best mixture, by artist, round and part.
pub(super) type Mixture = [[[f64; PARTS]; ROUNDS]; ARTISTS];

/// The least bound found, and its prices.
pub(super) struct Priced {
    /// `None` when there is nothing in the branch.
    pub(super) bound: Option<i64>,
    pub(super) prices: Prices,
    pub(super) mixture: Mixture,
    /// What the mixture uses of each row.
    pub(super) usage: [f64; ROWS],
    /// The choices, where the mixture takes one column of each artist.
    pub(super) whole: Option<Vec<Column>>,
    /// Columns of the mixture, and others that nearly are.
    pub(super) columns: Vec<Column>,
}

/// Where a search for prices begins.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub(super) prices: &'a Prices,
    /// Columns, of which those are used that are in the branch.
    pub(super) columns: &'a [Column],
}

/// Seeks prices that bring the bound of a branch below `cut`.
pub(super) fn price(
    relaxation: &Relaxation<'_>,
    leaf: &Leaf,
    branch: &Branch,
    start: Start<'_>,
    cut: i64,
) -> Priced {
    let mut best = Priced {
        bound: None,
        prices: *start.prices,
        mixture: Mixture::default(),
        usage: [0.0; ROWS],
        whole: None,
        columns: Vec::new(),
    };
    let mut prices = *start.prices;
    let mut master = Master::new(relaxation, leaf, branch);
    for iteration in 0..MAX_ITERATIONS {
        let Some((bound, columns)) = relaxation.best(leaf, branch, &prices) else {
            best.bound = None;
            return best;
        };
        if best.bound.is_none_or(|least| bound < least) {
            (best.bound, best.prices) = (Some(bound), prices);
        }
        let least = best.bound.unwrap_or(bound);
        if least < cut {
            return best;
        }
        if iteration == 0 {
            let known = start.columns.iter().filter(|column| branch.holds(column));
            known.for_each(|&column| master.add(relaxation, column));
        }
        let before = master.columns.len();
        for column in columns {
            if !master.columns.contains(&column) {
                master.add(relaxation, column);
            }
        }
        if master.columns.len() == before && iteration > 0 {
            break;
        }
        master.simplex.solve();
        master.prices(&mut prices);
        if master.simplex.is_feasible() {
            (best.mixture, best.whole) = master.mixture(relaxation);
            best.usage = master.usage();
            let objective = master.simplex.objective();
            if objective >= cut as f64 - 1.0 && least as f64 - objective < GAP {
                break;
            }
        }
    }
    best.columns = master.good_columns();
    best
}

/// The master problem: a row for each of the relaxation's, and one for each artist, whose columns add up to one.
struct Master<'a> {
    /// Rows of the relaxation that are used.
    rows: &'a [usize],
    columns: Vec<Column>,
    simplex: Simplex,
}

impl<'a> Master<'a> {
    fn new(relaxation: &'a Relaxation<'_>, leaf: &Leaf, branch: &Branch) -> Master<'a> {
        let rows = &relaxation.rows;
        let available = relaxation.available(leaf, branch);
        let right: Vec<f64> = rows.iter().map(|&row| f64::from(available[row])).collect();
        Master {
            rows,
            columns: Vec::new(),
            simplex: Simplex::new(&right, &vec![1.0; relaxation.model.artists]),
        }
    }

    fn add(&mut self, relaxation: &Relaxation<'_>, column: Column) {
        let usage = self.rows.iter().map(|&row| f64::from(column.usage[row]));
        let artists = (0..relaxation.model.artists).map(|artist| match artist == column.artist {
            true => 1.0,
            false => 0.0,
        });
        self.simplex.add(simplex::Column {
            value: f64::from(column.score) * POINT as f64,
            coefficients: usage.chain(artists).collect(),
        });
        self.columns.push(column);
    }

    /// The duals as prices. Where rows are broken, all are made smaller alike until they are prices: how they compare is
    /// what shows that nothing keeps to all rows, and some are as high as the penalties of several rows together.
    fn prices(&self, prices: &mut Prices) {
        *prices = [0; ROWS];
        let duals = self.simplex.duals();
        let highest = duals[..self.rows.len()].iter().copied().fold(0.0, f64::max);
        let scale = match self.simplex.is_feasible() {
            true => 1.0,
            false => (MAX_PRICE as f64 / highest).min(1.0),
        };
        for (dual, &row) in duals.iter().zip(self.rows) {
            prices[row] = ((dual * scale).round() as i64).clamp(0, MAX_PRICE);
        }
    }

    fn good_columns(&self) -> Vec<Column> {
        let mut order: Vec<(f64, usize)> = self.simplex.reduced().zip(0..).collect();
        order.sort_by(|one, other| other.0.total_cmp(&one.0));
        order.truncate(KEPT);
        order
            .iter()
            .map(|&(_, number)| self.columns[number])
            .collect()
    }

    fn usage(&self) -> [f64; ROWS] {
        let mut usage = [0.0; ROWS];
        for (number, value) in self.simplex.mixture() {
            for (sum, &used) in usage.iter_mut().zip(&self.columns[number].usage) {
                *sum += value * f64::from(used);
            }
        }
        usage
    }

    fn mixture(&self, relaxation: &Relaxation<'_>) -> (Mixture, Option<Vec<Column>>) {
        let mut mixture = Mixture::default();
        let mut whole = Vec::new();
        for (number, value) in self.simplex.mixture() {
            let column = &self.columns[number];
            for (round, choice) in column.choices[..relaxation.model.rounds].iter().enumerate() {
                for part in Part::ALL {
                    mixture[column.artist][round][part as usize] +=
                        value * f64::from(part.of(choice));
                }
            }
            if value > 0.999 {
                whole.push(*column);
            }
        }
        whole.sort_by_key(|column| column.artist);
        let is_whole = whole.len() == relaxation.model.artists;
        (mixture, is_whole.then_some(whole))
    }
}
