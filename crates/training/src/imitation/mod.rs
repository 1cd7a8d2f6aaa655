//! Log-linear policies, which learn to choose as a search does.
//!
//! | module | step |
//! |---|---|
//! | `games` | the search plays against itself, and how often it visited each action is kept in a file |
//! | `examples` | the games as examples: the features of each legal action, and its share of the visits |
//! | `fit` | weights that make these shares likely |
//! | `card` | what is written about the weights |

mod card;
mod examples;
mod fit;
mod games;

use crate::matches::{one_among, searcher};
use crate::{General, model};
use anyhow::{Result, bail};
use card::Card;
use clap::Args;
use examples::Examples;
use games::SelfPlay;
use parlour_agents::log_linear::{Learned, LogLinear};
use std::sync::Arc;

/// Train the policy that guides the search of a game: games of the search against itself, then weights that predict
/// what it visits, then games against the search before.
///
/// The games are kept in a file: an interrupted training goes on with them, and one with more games plays only those that
/// are missing.
#[derive(Args)]
pub(crate) struct Arguments {
    /// How many games the search plays against itself
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Simulations for each of its moves
    #[arg(long, default_value_t = 1500)]
    simulations: u32,
    /// Without the policy that the search has now: for other features, or to see what one training gives
    #[arg(long)]
    from_scratch: bool,
    /// How often the fit goes through all examples
    #[arg(long, default_value_t = 10)]
    passes: u32,
    /// Deals of the comparison with the search before, and with one without a policy; 0 for none
    #[arg(long, default_value_t = 200)]
    deals: u64,
    /// Simulations for each move of the comparison
    #[arg(long, default_value_t = 2000)]
    comparison_simulations: u32,
    #[command(flatten)]
    general: General,
}

/// The games in which the search with a new policy plays: each deal in every rotation.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    deals: u64,
    /// Simulations of each move of each side.
    simulations: u32,
}

/// Trains the policy of a game.
///
/// # Errors
/// If options do not fit, or files cannot be read or written.
pub(crate) fn train<G: Learned>(arguments: &Arguments) -> Result<()>
where
    G::Heuristics: Sync,
{
    if arguments.games < 10 {
        bail!("--games is at least 10: one of ten games is for tests");
    }
    if arguments.simulations == 0 || arguments.comparison_simulations == 0 {
        bail!("a search needs at least one simulation");
    }
    arguments.general.start()?;
    let self_play = SelfPlay {
        games: arguments.games,
        simulations: arguments.simulations,
        seed: arguments.general.seed,
        from_scratch: arguments.from_scratch,
    };
    let even = Arc::new(LogLinear::even(G::FEATURES));
    let before = if arguments.from_scratch {
        even.clone()
    } else {
        G::learned_policy()
    };
    let data = arguments.general.data(G::NAME, "games");
    let played = self_play.play::<G>(&before, &data)?;
    let tests = played.len() / 10;
    let (tests, training) = played.split_at(tests);
    let [tests, training] = [tests, training].map(|games| Examples::of::<G>(games));
    let (tests, training) = (tests?, training?);
    let weights = fit::fit(&training, arguments.passes, arguments.general.seed);
    let policy = LogLinear::new(&weights);
    // Of the weights as they are written.
    let losses = [&training, &tests].map(|examples| fit::loss(examples, &policy.weights()));
    eprintln!("{}", card::losses(&losses));

    let comparison = Comparison {
        deals: arguments.deals,
        simulations: arguments.comparison_simulations,
    };
    let player = |policy: &Arc<LogLinear>| {
        searcher::<G, _>(G::guided_by(policy.clone()), comparison.simulations)
    };
    let new = Arc::new(policy);
    let mut others = vec![("the search without a policy", &even)];
    if !arguments.from_scratch {
        others.push(("the search with the policy before", &before));
    }
    let mut results = Vec::new();
    for (name, other) in others {
        if arguments.deals > 0 {
            let seed = arguments.general.seed;
            let share = one_among::<G>(arguments.deals, seed, &player(&new), &player(other))?;
            eprintln!("against {name}: {share}");
            results.push((name, share));
        }
    }
    let card = Card {
        game: G::NAME,
        features: G::FEATURES,
        self_play: &self_play,
        passes: arguments.passes,
        examples: [training.len(), tests.len()],
        losses,
        comparison: &comparison,
        results,
    };
    model::write(
        &arguments.general.models(),
        G::NAME,
        new.to_bytes(),
        card.text(),
    )
}
