//! Gradients of networks, by backpropagation.

use super::{Network, NetworkInputs, Output, Part, Row, Shape, WIDTH, add, product};

impl Network {
    /// Adds the gradient of a loss to `gradient`, which has a number for each weight: the loss changes with the logits of the
    /// legal actions by `logits`, and with the value by `value`. `output` is what the network has said of these inputs.
    ///
    /// # Panics
    /// If something has not the shape of the network.
    pub fn add_gradient(
        &self,
        inputs: &NetworkInputs,
        output: &Output,
        logits: &[f32],
        value: f32,
        gradient: &mut [f32],
    ) {
        let shape = self.shape;
        let (gradient, rest) = gradient.as_chunks_mut::<WIDTH>();
        assert!(rest.is_empty() && gradient.len() == self.weights.len());
        assert_eq!(logits.len(), inputs.actions.len());
        let share = 1.0 / shape.rows as f32;
        let mut layer = Layer {
            shape,
            network: self,
            gradient,
        };
        let centre = whole(&output.centre);

        // The output.
        let mut by_centre = [0.0; WIDTH];
        let mut by_mean = [0.0; WIDTH];
        layer.back(Part::ValueCentre, 0, value, centre, &mut by_centre);
        let second_mean = whole(&output.second_mean);
        layer.back(Part::ValueMean, 0, value, second_mean, &mut by_mean);
        let mut by_second = vec![[0.0; WIDTH]; shape.rows];
        for units in &mut by_second {
            add(units, share, &by_mean);
        }
        for (action, &logit) in inputs.actions.iter().zip(logits) {
            let kind = usize::from(action.kind);
            match action.row {
                Some(row) => {
                    let row = usize::from(row);
                    let units = &output.second[row];
                    layer.back(Part::RowKinds, kind, logit, units, &mut by_second[row]);
                }
                None => layer.back(Part::CommonKinds, kind, logit, centre, &mut by_centre),
            }
        }

        // The second layer.
        let mut by_second_common = [0.0; WIDTH];
        let mut by_first = vec![[0.0; WIDTH]; shape.rows];
        for (row, by_units) in by_second.iter_mut().enumerate() {
            mask(by_units, &output.second[row]);
            add(&mut by_second_common, 1.0, by_units);
            layer.through(
                Part::SecondRow,
                &output.first[row],
                by_units,
                &mut by_first[row],
            );
        }
        add(
            &mut layer.part(Part::SecondConstant)[0],
            1.0,
            &by_second_common,
        );
        layer.through(
            Part::SecondCentre,
            centre,
            &by_second_common,
            &mut by_centre,
        );

        // The centre, and the first layer.
        mask(&mut by_centre, centre);
        layer.inputs(Part::CentreCommon, &inputs.common, &by_centre);
        let mut by_first_mean = [0.0; WIDTH];
        let first_mean = whole(&output.first_mean);
        layer.through(Part::CentreMean, first_mean, &by_centre, &mut by_first_mean);
        let mut by_first_common = [0.0; WIDTH];
        let rows = inputs.rows.chunks_exact(shape.row_inputs);
        for ((row, by_units), first) in rows.zip(&mut by_first).zip(&output.first) {
            add(by_units, share, &by_first_mean);
            mask(by_units, first);
            add(&mut by_first_common, 1.0, by_units);
            layer.inputs(Part::FirstRow, row, by_units);
        }
        layer.inputs(Part::FirstCommon, &inputs.common, &by_first_common);
    }
}

/// The weights, and the gradient that grows.
struct Layer<'a> {
    shape: Shape,
    network: &'a Network,
    gradient: &'a mut [Row],
}

impl Layer<'_> {
    fn part(&mut self, part: Part) -> &mut [Row] {
        &mut self.gradient[self.shape.range(part)]
    }

    /// Back through the scalar product of units with one row of weights.
    fn back(&mut self, part: Part, row: usize, by: f32, units: &Row, by_units: &mut Row) {
        add(&mut self.part(part)[row], by, units);
        add(by_units, by, &self.network.part(part)[row]);
    }

    /// Back through a layer whose inputs are units of another; those that are 0 stay so.
    fn through(&mut self, part: Part, units: &Row, by: &Row, by_units: &mut Row) {
        let weights = self.network.part(part);
        let gradient = &mut self.gradient[self.shape.range(part)];
        for (place, &unit) in units.iter().enumerate() {
            if unit != 0.0 {
                add(&mut gradient[place], unit, by);
                by_units[place] += product(by, &weights[place]);
            }
        }
    }

    /// Back to inputs.
    fn inputs(&mut self, part: Part, inputs: &[f32], by: &Row) {
        for (gradient, &input) in self.part(part).iter_mut().zip(inputs) {
            if input != 0.0 {
                add(gradient, input, by);
            }
        }
    }
}

fn whole(units: &[f32]) -> &Row {
    units.try_into().expect("the output is one of this network")
}

/// Units that are 0 have no part in what follows.
fn mask(by_units: &mut Row, units: &Row) {
    for (by, &unit) in by_units.iter_mut().zip(units) {
        if unit <= 0.0 {
            *by = 0.0;
        }
    }
}
