//! Networks of a policy and a value, which learn by the results of games.
//!
//! Proximal policy optimisation (PPO; Schulman et al., 2017): games are played by the network, which draws its actions;
//! then it is changed so that actions become likelier after which the seat did better than the network expected.
//!
//! | module | step |
//! |---|---|
//! | `games` | games of the network, against a rule of thumb and itself |
//! | `update` | what changes the weights |
//! | `training` | both in turn; kept in a file, so that an interrupted training goes on |
//! | `card` | what is written about the weights |

mod card;
mod games;
mod training;
mod update;

use crate::matches::{Player, one_among, searcher};
use crate::{General, model};
use anyhow::{Context, Result, bail};
use card::Card;
use clap::Args;
use parlour_agents::network::{Guided, Network, NetworkInputs, Output};
use parlour_engine::{InformationState, Rng};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use training::Training;

/// Games between two updates of the weights.
const BATCH: u64 = 2048;

/// Train the network that guides the search of a game: it plays games against a rule of thumb and itself, and learns by
/// their results. Then the new network is compared with others.
///
/// The state of the training is kept in a file, with which an interrupted training goes on.
#[derive(Args)]
pub(crate) struct Arguments {
    /// How many games the network learns from
    #[arg(long, default_value_t = 2_000_000)]
    games: u64,
    /// Deals of each comparison, every one in each rotation of the seats; 0 for none
    #[arg(long, default_value_t = 400)]
    deals: u64,
    /// Simulations for each move of a search in the comparison
    #[arg(long, default_value_t = 500)]
    comparison_simulations: u32,
    /// Weights of another network, with which the search is compared too
    #[arg(long, value_name = "FILE")]
    before: Option<PathBuf>,
    #[command(flatten)]
    general: General,
}

/// Trains the network of a game.
///
/// # Errors
/// If options do not fit, or files cannot be read or written.
pub(crate) fn train<G: Guided>(arguments: &Arguments) -> Result<()>
where
    G::Heuristics: Sync,
{
    if arguments.games == 0 {
        bail!("--games is at least 1");
    }
    if arguments.comparison_simulations == 0 {
        bail!("a search needs at least one simulation");
    }
    let before = arguments.before.as_deref().map(read::<G>).transpose()?;
    arguments.general.start()?;
    let training = Training {
        games: arguments.games,
        batch: BATCH,
        seed: arguments.general.seed,
    };
    let data = arguments.general.data(G::NAME, "training");
    let learned = training.run::<G>(&data)?;
    // As it is written: weights are rounded.
    let weights = learned.to_bytes();
    let rounded = Network::read(&weights, G::SHAPE);
    let network = Arc::new(rounded.expect("what was written can be read"));
    let quality = games::quality::<G>(&network, &training);
    eprintln!("{quality}");

    let simulations = arguments.comparison_simulations;
    let rule_of_thumb: &Player<'_, G> = &|known, legal, rng| {
        let state = G::resample(known.view(), rng);
        let seat = known.viewer().seat().expect("a choice is a seat's");
        G::opponent(&state, seat, legal, 0.0, rng)
    };
    let alone = likeliest::<G>(network.clone());
    let search = searcher::<G, _>(G::guided_by(network.clone()), simulations);
    let before = before.map(|before| searcher::<G, _>(G::guided_by(before), simulations));
    let mut comparisons: Vec<(&str, &Player<'_, G>, &Player<'_, G>)> = vec![
        (
            "the network alone, among the rule of thumb",
            &alone,
            rule_of_thumb,
        ),
        (
            "the search, among the rule of thumb",
            &search,
            rule_of_thumb,
        ),
    ];
    if let Some(before) = &before {
        comparisons.push((
            "the search, among searches with the network before",
            &search,
            before,
        ));
    }
    let mut results = Vec::new();
    for (name, one, others) in comparisons {
        if arguments.deals > 0 {
            let share = one_among::<G>(arguments.deals, training.seed, one, others)?;
            eprintln!("{name}: {share}");
            results.push((name, share));
        }
    }
    let card = Card {
        game: G::NAME,
        shape: G::SHAPE,
        training: &training,
        quality,
        deals: arguments.deals,
        simulations,
        results,
    };
    model::write(&arguments.general.models(), G::NAME, weights, card.text())
}

/// The network whose weights are in a file.
fn read<G: Guided>(file: &Path) -> Result<Arc<Network>> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let network = Network::read(&bytes, G::SHAPE);
    let network = network.with_context(|| {
        format!(
            "{} does not hold the weights of a network of {}",
            file.display(),
            G::NAME
        )
    })?;
    Ok(Arc::new(network))
}

/// A player who plays what a network thinks likeliest.
fn likeliest<G: Guided>(
    network: Arc<Network>,
) -> impl Fn(&InformationState<'_, G>, &[G::Action], &mut Rng) -> G::Action + Sync {
    move |known, legal, rng| {
        // The network reads nothing that is hidden, so that any deal will do.
        let state = G::resample(known.view(), rng);
        let seat = known.viewer().seat().expect("a choice is a seat's");
        let (mut inputs, mut output) = (NetworkInputs::default(), Output::default());
        G::inputs(&state, seat, legal, &mut inputs);
        network.evaluate(&inputs, &mut output);
        legal[output.likeliest()]
    }
}
