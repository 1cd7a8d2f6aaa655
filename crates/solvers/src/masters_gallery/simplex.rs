//! A primal simplex method in floating point, with an explicit inverse and columns that are added as they are found: for
//! master problems of column generation, which have some dozens of rows. Nothing rests on its accuracy: its dual values
//! are prices, and bounds under prices are computed in whole numbers.

/// Pivots of one call.
const MAX_PIVOTS: u32 = 400;
/// What breaking a row by one costs.
const PENALTY: f64 = 300_000.0;

/// A variable from 0 on.
pub(super) struct Column {
    /// What one of it adds to the objective, which is to be as high as possible.
    pub(super) value: f64,
    pub(super) coefficients: Vec<f64>,
}

/// A linear program. Its variables: the slack of each row, an artificial one for each row, and the columns.
pub(super) struct Simplex {
    /// The first rows, which have a slack.
    inequalities: usize,
    size: usize,
    columns: Vec<Column>,
    basis: Vec<usize>,
    inverse: Vec<Vec<f64>>,
    values: Vec<f64>,
}

impl Simplex {
    /// A program with rows `≤` these right sides first, then rows `=` these.
    pub(super) fn new(inequalities: &[f64], equalities: &[f64]) -> Simplex {
        let size = inequalities.len() + equalities.len();
        let mut simplex = Simplex {
            inequalities: inequalities.len(),
            size,
            columns: Vec::new(),
            basis: Vec::new(),
            inverse: vec![vec![0.0; size]; size],
            values: Vec::new(),
        };
        for row in 0..size {
            // A little more of each row than there is keeps the simplex method from cycling.
            let right = match inequalities.get(row) {
                Some(right) => right + 1e-7 * (row as f64 + 1.0),
                None => equalities[row - inequalities.len()],
            };
            let slack = row < inequalities.len() && right >= 0.0;
            simplex.basis.push(if slack { row } else { size + row });
            simplex.inverse[row][row] = if right < 0.0 { -1.0 } else { 1.0 };
            simplex.values.push(right.abs());
        }
        simplex
    }

    pub(super) fn add(&mut self, column: Column) {
        self.columns.push(column);
    }

    fn is_artificial(&self, variable: usize) -> bool {
        (self.size..2 * self.size).contains(&variable)
    }

    fn value(&self, variable: usize) -> f64 {
        if self.is_artificial(variable) {
            -PENALTY
        } else if variable < self.size {
            0.0
        } else {
            self.columns[variable - 2 * self.size].value
        }
    }

    /// What one more of each row's right side adds to the objective.
    pub(super) fn duals(&self) -> Vec<f64> {
        let values: Vec<f64> = self.basis.iter().map(|&v| self.value(v)).collect();
        (0..self.size)
            .map(|k| {
                let row = values.iter().zip(&self.inverse);
                row.map(|(value, inverse)| value * inverse[k]).sum()
            })
            .collect()
    }

    /// By column, what one of it would improve the objective by.
    pub(super) fn reduced(&self) -> impl Iterator<Item = f64> {
        let duals = self.duals();
        self.columns.iter().map(move |column| {
            let mut reduced = column.value;
            for (dual, coefficient) in duals.iter().zip(&column.coefficients) {
                reduced -= dual * coefficient;
            }
            reduced
        })
    }

    /// The variable that improves most.
    fn entering(&self) -> Option<usize> {
        let duals = self.duals();
        let slacks = (0..self.inequalities).map(|row| (row, -duals[row]));
        let columns = self.reduced().enumerate();
        let columns = columns.map(|(number, reduced)| (2 * self.size + number, reduced));
        slacks
            .chain(columns)
            .filter(|&(variable, reduced)| reduced > 1e-4 && !self.basis.contains(&variable))
            .max_by(|one, other| one.1.total_cmp(&other.1))
            .map(|(variable, _)| variable)
    }

    /// Goes to the best mixture of the columns so far.
    pub(super) fn solve(&mut self) {
        for _ in 0..MAX_PIVOTS {
            let Some(entering) = self.entering() else {
                return;
            };
            let direction: Vec<f64> = match self.columns.get(entering.wrapping_sub(2 * self.size)) {
                None => self.inverse.iter().map(|row| row[entering]).collect(),
                Some(column) => {
                    let product = |row: &Vec<f64>| {
                        row.iter()
                            .zip(&column.coefficients)
                            .map(|(i, c)| i * c)
                            .sum()
                    };
                    self.inverse.iter().map(product).collect()
                }
            };
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

    /// Whether no row is broken.
    pub(super) fn is_feasible(&self) -> bool {
        let mut basic = self.basis.iter().zip(&self.values);
        basic.all(|(&variable, &value)| !self.is_artificial(variable) || value < 1e-6)
    }

    pub(super) fn objective(&self) -> f64 {
        let basic = self.basis.iter().zip(&self.values);
        basic.map(|(&v, value)| self.value(v) * value).sum()
    }

    /// The columns in the mixture, by number, and how much of each.
    pub(super) fn mixture(&self) -> impl Iterator<Item = (usize, f64)> {
        let basic = self.basis.iter().zip(&self.values);
        basic.filter_map(|(&variable, &value)| {
            let number = variable.checked_sub(2 * self.size)?;
            Some((number, value))
        })
    }
}
