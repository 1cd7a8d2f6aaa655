//! [`Learned`]: the network's policy, without a search.

use crate::network::{Guided as _, Inputs as _, Network, NetworkInputs, Output};
use parlour_engine::{InformationState, Policy, Resample as _, Rng};
use parlour_games::masters_gallery::{Action, MastersGallery};
use std::sync::Arc;

/// Plays what the [network](crate::network) of the game thinks likeliest.
#[derive(Clone, Debug)]
pub struct Learned {
    network: Arc<Network>,
    inputs: NetworkInputs,
    output: Output,
}

impl Default for Learned {
    fn default() -> Learned {
        Learned {
            network: MastersGallery::network(),
            inputs: NetworkInputs::default(),
            output: Output::default(),
        }
    }
}

impl Policy<MastersGallery> for Learned {
    fn choose(
        &mut self,
        known: &InformationState<'_, MastersGallery>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let seat = (known.viewer().seat()).expect("a policy is handed the view of a seat");
        // The network reads nothing that is hidden, so that any deal will do.
        let state = MastersGallery::resample(known.view(), rng);
        MastersGallery::inputs(&state, seat, legal, &mut self.inputs);
        self.network.evaluate(&self.inputs, &mut self.output);
        legal[self.output.likeliest()]
    }
}
