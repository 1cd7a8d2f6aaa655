//! Networks of a policy and a value, whose weights are learned.
//!
//! The input is a set of rows that mean the same, such as the artists of a game, and what all rows have in common. Each
//! row goes through the same layers, and the mean of all rows is what the network knows of the whole (*Deep Sets*; Zaheer
//! et al., 2017). So a network is small, and what it learns of one row it knows of all. With the inputs *r* of a row, the
//! common inputs *c*, and matrices *A* to *F*, all layers of [`WIDTH`]:
//!
//! | layer | |
//! |---|---|
//! | first, for each row | *h* = max(0, *A r* + *B c*) |
//! | centre | *p* = max(0, *C* mean(*h*) + *D c*) |
//! | second, for each row | *k* = max(0, *E h* + *F p* + *b*) |
//!
//! An action belongs to a row or to none, and has a kind. Its logit is its prior and the product of *k*, or of *p*, with
//! the weights of the kind. The value, the expected reward of the seat, is a product of *p* and of the mean of *k* with
//! weights. There is a common input that is always 1, which stands for other constants.
//!
//! Weights are whole multiples of the 127th part of the greatest of their layer, one byte each. Sums are in `f32`, in the
//! same order and without fused operations, so that a network says the same on every platform.

mod file;
mod gradient;

use crate::Analyse;
use parlour_engine::{Game, Rng, Seat};
use rand::RngExt as _;
use std::sync::Arc;

/// Units of a layer.
pub const WIDTH: usize = 64;

/// The weights of one input, or of one output, of a layer.
type Row = [f32; WIDTH];

/// Games whose positions a network reads.
pub trait Inputs: Game {
    /// What a network of the game has.
    const SHAPE: Shape;

    /// Notes what a seat knows in a state, and its legal actions. Hidden cards must not matter.
    fn inputs(state: &Self, seat: Seat, legal: &[Self::Action], inputs: &mut NetworkInputs);
}

/// Games whose search is guided by a network.
pub trait Guided: Inputs + Analyse {
    /// The network that the crate comes with.
    fn network() -> Arc<Network>;

    /// What guides searches, with this network.
    fn guided_by(network: Arc<Network>) -> Self::Heuristics;

    /// The rules of a game that a network is trained with.
    fn training_rules(rng: &mut Rng) -> Self::Rules;

    /// What an opponent plays who does not follow the network. Larger errors make weaker opponents, 0 to 1.
    fn opponent(
        state: &Self,
        seat: Seat,
        legal: &[Self::Action],
        error: f32,
        rng: &mut Rng,
    ) -> Self::Action;
}

/// The numbers of inputs and outputs of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of rows.
    pub rows: usize,
    /// The inputs of each row.
    pub row_inputs: usize,
    /// The inputs that all rows have in common; the last one is always 1.
    pub common_inputs: usize,
    /// The kinds of actions that belong to a row.
    pub row_kinds: usize,
    /// The kinds of actions that belong to no row.
    pub common_kinds: usize,
}

/// The parts of the weights, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// *A*
    FirstRow,
    /// *B*
    FirstCommon,
    /// *C*
    CentreMean,
    /// *D*
    CentreCommon,
    /// *E*
    SecondRow,
    /// *F*
    SecondCentre,
    /// *b*
    SecondConstant,
    RowKinds,
    CommonKinds,
    ValueCentre,
    ValueMean,
}

impl Part {
    const ALL: [Part; 11] = [
        Part::FirstRow,
        Part::FirstCommon,
        Part::CentreMean,
        Part::CentreCommon,
        Part::SecondRow,
        Part::SecondCentre,
        Part::SecondConstant,
        Part::RowKinds,
        Part::CommonKinds,
        Part::ValueCentre,
        Part::ValueMean,
    ];
}

impl Shape {
    /// How many rows of weights a part has.
    const fn len(&self, part: Part) -> usize {
        match part {
            Part::FirstRow => self.row_inputs,
            Part::FirstCommon | Part::CentreCommon => self.common_inputs,
            Part::CentreMean | Part::SecondRow | Part::SecondCentre => WIDTH,
            Part::RowKinds => self.row_kinds,
            Part::CommonKinds => self.common_kinds,
            Part::SecondConstant | Part::ValueCentre | Part::ValueMean => 1,
        }
    }

    /// Where the weights of a part are.
    fn range(&self, part: Part) -> std::ops::Range<usize> {
        let before = Part::ALL.iter().take_while(|&&other| other != part);
        let start = before.map(|&other| self.len(other)).sum();
        start..start + self.len(part)
    }

    /// The number of weights.
    pub fn weights(&self) -> usize {
        WIDTH * Part::ALL.map(|part| self.len(part)).iter().sum::<usize>()
    }
}

/// A position as a network reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkInputs {
    /// The inputs of the rows, one row after the other; mostly between −1 and 1.
    pub rows: Vec<f32>,
    /// The inputs that all rows have in common; the last one is 1.
    pub common: Vec<f32>,
    /// The legal actions, in their order.
    pub actions: Vec<ActionInput>,
}

/// An action as a network reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionInput {
    /// The row that it belongs to, if it does to one.
    pub row: Option<u8>,
    /// Its kind, of those of rows or of the others.
    pub kind: u8,
    /// What a rule of thumb says of it: a network without weights goes by this.
    pub prior: f32,
}

impl NetworkInputs {
    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.common.clear();
        self.actions.clear();
    }
}

/// What a network says of a position, and how it came to it.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The probabilities of the legal actions, in their order.
    pub probabilities: Vec<f32>,
    /// The expected reward of the seat: about 0 to 1.
    pub value: f32,
    first: Vec<Row>,
    first_mean: Vec<f32>,
    centre: Vec<f32>,
    second: Vec<Row>,
    second_mean: Vec<f32>,
}

impl Output {
    /// The place of the most likely action; the first of those that are equal.
    ///
    /// # Panics
    /// If there is no action.
    pub fn likeliest(&self) -> usize {
        let actions = self.probabilities.iter().enumerate();
        let best = actions.reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.expect("there is an action").0
    }

    /// The place of an action, drawn by the probabilities.
    pub fn draw(&self, rng: &mut Rng) -> usize {
        let mut left: f32 = rng.random();
        for (place, probability) in self.probabilities.iter().enumerate() {
            left -= probability;
            if left < 0.0 {
                return place;
            }
        }
        self.likeliest()
    }
}

/// A policy and a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    weights: Vec<Row>,
}

impl Network {
    /// A network that has learned nothing: its policy is the prior, its value is 0.
    pub fn random(shape: Shape, rng: &mut Rng) -> Network {
        let mut network = Network {
            shape,
            weights: vec![[0.0; WIDTH]; shape.weights() / WIDTH],
        };
        // Uniform, with a variance of at most 1 / inputs, so that sums do not grow from layer to layer.
        for (part, inputs) in [
            (Part::FirstRow, 1.5 * shape.row_inputs as f32),
            (Part::FirstCommon, 2.0 * shape.common_inputs as f32),
            (Part::CentreMean, WIDTH as f32),
            (Part::CentreCommon, 2.0 * shape.common_inputs as f32),
            (Part::SecondRow, 2.0 * WIDTH as f32),
            (Part::SecondCentre, 2.0 * WIDTH as f32),
        ] {
            let limit = (3.0 / inputs).sqrt();
            for weight in network.weights[shape.range(part)].as_flattened_mut() {
                *weight = limit * (2.0 * rng.random::<f32>() - 1.0);
            }
        }
        network
    }

    /// The numbers of its inputs and outputs.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// All weights.
    pub fn weights(&self) -> &[f32] {
        self.weights.as_flattened()
    }

    /// All weights, to change them.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        self.weights.as_flattened_mut()
    }

    fn part(&self, part: Part) -> &[Row] {
        &self.weights[self.shape.range(part)]
    }

    /// What the network says of a position.
    ///
    /// # Panics
    /// If the position has not the shape of the network.
    pub fn evaluate(&self, inputs: &NetworkInputs, output: &mut Output) {
        let Shape {
            rows, row_inputs, ..
        } = self.shape;
        assert_eq!(
            inputs.rows.len(),
            rows * row_inputs,
            "the inputs of the rows"
        );
        let mut first_common = [0.0; WIDTH];
        let mut centre = [0.0; WIDTH];
        add_product(
            &mut first_common,
            &inputs.common,
            self.part(Part::FirstCommon),
        );
        add_product(&mut centre, &inputs.common, self.part(Part::CentreCommon));
        let share = 1.0 / rows as f32;

        output.first.clear();
        let mut mean = [0.0; WIDTH];
        for row in inputs.rows.chunks_exact(row_inputs) {
            let mut units = first_common;
            add_product(&mut units, row, self.part(Part::FirstRow));
            rectify(&mut units);
            add(&mut mean, share, &units);
            output.first.push(units);
        }
        add_product(&mut centre, &mean, self.part(Part::CentreMean));
        rectify(&mut centre);
        output.first_mean.clear();
        output.first_mean.extend(mean);

        let mut second_common = self.part(Part::SecondConstant)[0];
        add_product(&mut second_common, &centre, self.part(Part::SecondCentre));
        output.second.clear();
        let mut mean = [0.0; WIDTH];
        for first in &output.first {
            let mut units = second_common;
            add_product(&mut units, first, self.part(Part::SecondRow));
            rectify(&mut units);
            add(&mut mean, share, &units);
            output.second.push(units);
        }
        output.second_mean.clear();
        output.second_mean.extend(mean);

        let (row_kinds, common_kinds) = (self.part(Part::RowKinds), self.part(Part::CommonKinds));
        output.probabilities.clear();
        output
            .probabilities
            .extend(inputs.actions.iter().map(|action| {
                let kind = usize::from(action.kind);
                action.prior
                    + match action.row {
                        Some(row) => product(&output.second[usize::from(row)], &row_kinds[kind]),
                        None => product(&centre, &common_kinds[kind]),
                    }
            }));
        softmax(&mut output.probabilities);
        output.value = product(&centre, &self.part(Part::ValueCentre)[0])
            + product(&mean, &self.part(Part::ValueMean)[0]);
        output.centre.clear();
        output.centre.extend(centre);
    }
}

/// Turns logits into probabilities.
fn softmax(logits: &mut [f32]) {
    let highest = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = libm::expf(*logit - highest);
        sum += *logit;
    }
    for probability in logits {
        *probability /= sum;
    }
}

fn rectify(units: &mut Row) {
    for unit in units {
        *unit = unit.max(0.0);
    }
}

/// Adds `factor` times a row of weights.
fn add(sum: &mut Row, factor: f32, weights: &Row) {
    for (unit, weight) in sum.iter_mut().zip(weights) {
        *unit += factor * weight;
    }
}

/// Adds the product of inputs with the weights of each; many inputs are 0.
fn add_product(sum: &mut Row, inputs: &[f32], weights: &[Row]) {
    assert_eq!(inputs.len(), weights.len(), "the inputs of a layer");
    for (&input, weights) in inputs.iter().zip(weights) {
        if input != 0.0 {
            add(sum, input, weights);
        }
    }
}

/// The scalar product, in sixteen sums that can be computed at a time.
fn product(units: &Row, weights: &Row) -> f32 {
    let mut sums = [0.0; 16];
    let (units, _) = units.as_chunks::<16>();
    let (weights, _) = weights.as_chunks::<16>();
    for (units, weights) in units.iter().zip(weights) {
        for place in 0..16 {
            sums[place] += units[place] * weights[place];
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests;
