use super::*;
use parlour_engine::Streams;
use proptest::prelude::*;

const SHAPE: Shape = Shape {
    rows: 3,
    row_inputs: 4,
    common_inputs: 5,
    row_kinds: 3,
    common_kinds: 2,
};

/// A network whose outputs have weights as well, and a position.
fn network(seed: u64) -> (Network, NetworkInputs) {
    let mut rng = Streams::new(seed).task(0);
    let mut network = Network::random(SHAPE, &mut rng);
    for weight in network.weights_mut() {
        if *weight == 0.0 {
            *weight = 0.3 * (rng.random::<f32>() - 0.5);
        }
    }
    let mut number = || 2.0 * rng.random::<f32>() - 1.0;
    let mut inputs = NetworkInputs {
        rows: (0..SHAPE.rows * SHAPE.row_inputs)
            .map(|_| number())
            .collect(),
        common: (0..SHAPE.common_inputs).map(|_| number()).collect(),
        actions: Vec::new(),
    };
    inputs.common[SHAPE.common_inputs - 1] = 1.0;
    inputs.rows[2] = 0.0;
    for (row, kind) in [(Some(0), 1), (Some(2), 1), (Some(2), 2), (None, 1)] {
        let prior = number();
        inputs.actions.push(ActionInput { row, kind, prior });
    }
    (network, inputs)
}

fn said(network: &Network, inputs: &NetworkInputs) -> Output {
    let mut output = Output::default();
    network.evaluate(inputs, &mut output);
    output
}

#[test]
fn a_network_that_has_learned_nothing_goes_by_the_prior() {
    let (_, inputs) = network(1);
    let fresh = Network::random(SHAPE, &mut Streams::new(1).task(0));
    let output = said(&fresh, &inputs);
    let mut expected: Vec<f32> = inputs.actions.iter().map(|action| action.prior).collect();
    softmax(&mut expected);
    assert_eq!(output.probabilities, expected);
    assert_eq!(output.value, 0.0);
    assert!((output.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
}

/// Rows have no order: with the rows, the probabilities change places.
#[test]
fn rows_can_change_places() {
    let (network, inputs) = network(2);
    let mut turned = inputs.clone();
    turned.rows.rotate_left(SHAPE.row_inputs);
    for action in &mut turned.actions {
        action.row = action.row.map(|row| (row + 2) % 3);
    }
    let [output, turned] = [&inputs, &turned].map(|inputs| said(&network, inputs));
    assert!((output.value - turned.value).abs() < 1e-6);
    for (one, other) in output.probabilities.iter().zip(&turned.probabilities) {
        assert!((one - other).abs() < 1e-6);
    }
}

/// Known numbers, which every platform has to come to.
#[test]
fn outputs_are_these_numbers() {
    let (network, inputs) = network(3);
    let output = said(&network, &inputs);
    let probabilities = [0.40966368, 0.11785741, 0.40154162, 0.07093731];
    assert_eq!(output.probabilities, probabilities);
    assert_eq!(output.value, -0.064848036);
}

#[test]
fn gradients_are_those_of_small_steps() {
    let (mut network, inputs) = network(4);
    // A loss that all outputs have a part in.
    let factors = [0.7, -1.3, 0.4, 0.9];
    let loss = |output: &Output| {
        let logarithms = output.probabilities.iter().map(|p| f64::from(*p).ln());
        let policy: f64 = logarithms
            .zip(factors)
            .map(|(l, factor)| f64::from(factor) * l)
            .sum();
        policy + f64::from(output.value).powi(2)
    };
    let output = said(&network, &inputs);
    let sum: f32 = factors.iter().sum();
    let logits: Vec<f32> = (factors.iter().zip(&output.probabilities))
        .map(|(factor, probability)| factor - sum * probability)
        .collect();
    let mut gradient = vec![0.0; SHAPE.weights()];
    network.add_gradient(&inputs, &output, &logits, 2.0 * output.value, &mut gradient);
    let mut different = 0;
    for at in (0..SHAPE.weights()).step_by(7) {
        let weight = network.weights()[at];
        let step = 2e-3;
        let [more, less] = [step, -step].map(|step| {
            network.weights_mut()[at] = weight + step;
            loss(&said(&network, &inputs))
        });
        network.weights_mut()[at] = weight;
        let slope = (more - less) / (2.0 * f64::from(step));
        // A unit that a step turns on or off has no slope.
        let is_near = (slope - f64::from(gradient[at])).abs() < 2e-3 * (1.0 + slope.abs());
        different += u32::from(!is_near);
    }
    assert!(different < 8, "{different}");
    assert!(gradient.iter().filter(|slope| slope.abs() > 0.01).count() > 500);
}

#[test]
fn draws_follow_the_probabilities() {
    let output = Output {
        probabilities: vec![0.2, 0.5, 0.3],
        ..Output::default()
    };
    let mut rng = Streams::new(1).task(0);
    let mut drawn = [0u32; 3];
    (0..10_000).for_each(|_| drawn[output.draw(&mut rng)] += 1);
    assert!(
        drawn[0].abs_diff(2000) < 200 && drawn[1].abs_diff(5000) < 200,
        "{drawn:?}"
    );
    assert_eq!(output.likeliest(), 1);
}

#[test]
fn a_file_of_weights_is_read_as_it_was_written() {
    let (network, inputs) = network(5);
    let file = network.to_bytes();
    let rounded = Network::read(&file, SHAPE).unwrap();
    // Rounding a rounded weight changes nothing.
    assert_eq!(rounded.to_bytes(), file);
    for (one, other) in network.weights().iter().zip(rounded.weights()) {
        assert!((one - other).abs() < 0.01);
    }
    let [exact, rounded] = [&network, &rounded].map(|network| said(network, &inputs).value);
    assert!((exact - rounded).abs() < 0.02);
    let larger = Shape {
        rows: 3,
        row_kinds: 4,
        ..SHAPE
    };
    assert_eq!(Network::read(&file, larger), None);
    assert_eq!(Network::read(&file[..file.len() - 1], SHAPE), None);
    let not_a_number = [&file[..11], &f32::NAN.to_le_bytes(), &file[15..]].concat();
    assert_eq!(Network::read(&not_a_number, SHAPE), None);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(Network::read(&bytes, SHAPE), None);
    }
}
