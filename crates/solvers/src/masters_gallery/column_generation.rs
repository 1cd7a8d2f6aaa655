//! Best prices for a branch of a leaf, by column generation.
//!
//! The master problem mixes, for each artist, the columns found so far, within the rows of the relaxation; its dual
//! values are the next prices, and each artist's best column under them is added. The master problem is solved in floating
//! point by a primal simplex method with an explicit inverse: it has at most 69 rows. Nothing rests on its
//! accuracy: the bound under the rounded prices is computed in whole numbers.

use super::model::ARTISTS;
use super::relaxation::{
    Branch, Column, Leaf, MAX_PRICE, PARTS, POINT, Part, Prices, ROWS, Relaxation,
};
use parlour_games::masters_gallery::rules::ROUNDS;

/// Rounds of column generation.
const MAX_ITERATIONS: u32 = 200;
/// Pivots of one master problem.
const MAX_PIVOTS: u32 = 400;
/// What breaking a row by one costs, in thousandths of a point.
const PENALTY: f64 = 300_000.0;
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
    /// The choices, where the mixture takes one column of each artist.
    pub(super) whole: Option<Vec<Column>>,
}

/// Seeks prices that bring the bound of a branch below `cut`, from `start` on.
pub(super) fn price(
    relaxation: &Relaxation<'_>,
    leaf: &Leaf,
    branch: &Branch,
    start: &Prices,
    cut: i64,
) -> Priced {
    let mut best = Priced {
        bound: None,
        prices: *start,
        mixture: Mixture::default(),
        whole: None,
    };
    let mut prices = *start;
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
            break;
        }
        let before = master.columns.len();
        for column in columns {
            if !master.columns.contains(&column) {
                master.columns.push(column);
            }
        }
        if master.columns.len() == before && iteration > 0 {
            break;
        }
        master.solve();
        master.prices(&mut prices);
        if master.is_feasible() {
            (best.mixture, best.whole) = master.mixture(relaxation);
            let objective = master.objective();
            if objective >= cut as f64 - 1.0 && least as f64 - objective < GAP {
                break;
            }
        }
    }
    best
}

/// The master problem. Its variables: the slack of each row, an artificial one for each row and artist, and the columns.
struct Master<'a> {
    /// Rows of the relaxation that are used.
    rows: &'a [usize],
    /// All rows, with those that make an artist's columns add up to one.
    size: usize,
    columns: Vec<Column>,
    basis: Vec<usize>,
    inverse: Vec<Vec<f64>>,
    values: Vec<f64>,
    /// Whether a row's artificial variable counts against it.
    negative: Vec<bool>,
}

impl<'a> Master<'a> {
    fn new(relaxation: &'a Relaxation<'_>, leaf: &Leaf, branch: &Branch) -> Master<'a> {
        let rows = &relaxation.rows;
        let size = rows.len() + relaxation.model.artists;
        let available = relaxation.available(leaf, &branch.closes);
        let mut master = Master {
            rows,
            size,
            columns: Vec::new(),
            basis: Vec::new(),
            inverse: vec![vec![0.0; size]; size],
            values: Vec::new(),
            negative: vec![false; size],
        };
        for row in 0..size {
            // A little more of each row than there is keeps the simplex method from cycling.
            let right = match rows.get(row) {
                Some(&index) => f64::from(available[index]) + 1e-7 * (row as f64 + 1.0),
                None => 1.0,
            };
            master.negative[row] = right < 0.0;
            let slack = row < rows.len() && right >= 0.0;
            master.basis.push(if slack { row } else { size + row });
            master.inverse[row][row] = if right < 0.0 { -1.0 } else { 1.0 };
            master.values.push(right.abs());
        }
        master
    }

    fn is_artificial(&self, variable: usize) -> bool {
        (self.size..2 * self.size).contains(&variable)
    }

    fn cost(&self, variable: usize) -> f64 {
        if self.is_artificial(variable) {
            -PENALTY
        } else if variable < self.size {
            0.0
        } else {
            f64::from(self.columns[variable - 2 * self.size].score) * POINT as f64
        }
    }

    fn duals(&self) -> Vec<f64> {
        let costs: Vec<f64> = self.basis.iter().map(|&v| self.cost(v)).collect();
        (0..self.size)
            .map(|k| {
                let row = costs.iter().zip(&self.inverse);
                row.map(|(cost, inverse)| cost * inverse[k]).sum()
            })
            .collect()
    }

    /// The coefficients of a slack variable or a column.
    fn coefficients(&self, variable: usize) -> Vec<f64> {
        let mut all = vec![0.0; self.size];
        if variable < self.size {
            all[variable] = 1.0;
        } else {
            let column = &self.columns[variable - 2 * self.size];
            for (to, &row) in all.iter_mut().zip(self.rows) {
                *to = f64::from(column.usage[row]);
            }
            all[self.rows.len() + column.artist] = 1.0;
        }
        all
    }

    /// The variable that improves most.
    fn entering(&self) -> Option<usize> {
        let duals = self.duals();
        let slacks = (0..self.rows.len()).map(|row| (row, -duals[row]));
        let columns = self.columns.iter().enumerate().map(|(number, column)| {
            let mut reduced = f64::from(column.score) * POINT as f64;
            reduced -= duals[self.rows.len() + column.artist];
            for (dual, &row) in duals.iter().zip(self.rows) {
                reduced -= dual * f64::from(column.usage[row]);
            }
            (2 * self.size + number, reduced)
        });
        slacks
            .chain(columns)
            .filter(|&(variable, reduced)| reduced > 1e-4 && !self.basis.contains(&variable))
            .max_by(|one, other| one.1.total_cmp(&other.1))
            .map(|(variable, _)| variable)
    }

    fn solve(&mut self) {
        for _ in 0..MAX_PIVOTS {
            let Some(entering) = self.entering() else {
                return;
            };
            let column = self.coefficients(entering);
            let direction: Vec<f64> = self
                .inverse
                .iter()
                .map(|row| row.iter().zip(&column).map(|(i, c)| i * c).sum())
                .collect();
            let leaving = (0..self.size)
                .filter(|&row| direction[row] > 1e-9)
                .map(|row| (row, self.values[row].max(0.0) / direction[row]))
                .min_by(|one, other| one.1.total_cmp(&other.1));
            let Some((leaving, length)) = leaving else {
                return;
            };
            let pivot = direction[leaving];
            for entry in &mut self.inverse[leaving] {
                *entry /= pivot;
            }
            self.values[leaving] = length;
            let row = self.inverse[leaving].clone();
            for other in (0..self.size).filter(|&other| other != leaving) {
                let factor = direction[other];
                if factor.abs() > 1e-12 {
                    for (entry, pivot) in self.inverse[other].iter_mut().zip(&row) {
                        *entry -= factor * pivot;
                    }
                    self.values[other] -= factor * length;
                }
            }
            self.basis[leaving] = entering;
        }
    }

    /// The duals as prices. Where rows are broken, all are made smaller alike until they are prices: how they compare is
    /// what shows that nothing keeps to all rows, and some are as high as the penalties of several rows together.
    fn prices(&self, prices: &mut Prices) {
        *prices = [0; ROWS];
        let duals = self.duals();
        let highest = duals[..self.rows.len()].iter().copied().fold(0.0, f64::max);
        let scale = match self.is_feasible() {
            true => 1.0,
            false => (MAX_PRICE as f64 / highest).min(1.0),
        };
        for (dual, &row) in duals.iter().zip(self.rows) {
            prices[row] = ((dual * scale).round() as i64).clamp(0, MAX_PRICE);
        }
    }

    /// Whether no row is broken.
    fn is_feasible(&self) -> bool {
        let mut basic = self.basis.iter().zip(&self.values);
        basic.all(|(&variable, &value)| !self.is_artificial(variable) || value < 1e-6)
    }

    fn objective(&self) -> f64 {
        let basic = self.basis.iter().zip(&self.values);
        basic.map(|(&v, value)| self.cost(v) * value).sum()
    }

    fn mixture(&self, relaxation: &Relaxation<'_>) -> (Mixture, Option<Vec<Column>>) {
        let mut mixture = Mixture::default();
        let mut whole = Vec::new();
        for (&variable, &value) in self.basis.iter().zip(&self.values) {
            if variable < 2 * self.size {
                continue;
            }
            let column = &self.columns[variable - 2 * self.size];
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
