//! Trains the log-linear policy that guides the search of a game, by self-play. `cargo xtask train` runs it.
//!
//! | module | step |
//! |---|---|
//! | `games` | the search plays against itself, and how often it visited each action is kept in a file |
//! | `examples` | the games as examples: the features of each legal action, and its share of the visits |
//! | `fit` | weights that make these shares likely |
//! | `comparison` | the search with the new policy against others, on other deals |
//! | `card` | what is written about the weights |

mod card;
mod comparison;
mod examples;
mod fit;
mod games;

use anyhow::{Context, Result, bail};
use card::Card;
use clap::Parser;
use comparison::Comparison;
use examples::Examples;
use games::SelfPlay;
use parlour_agents::log_linear::{Learned, LogLinear};
use parlour_games::jaipur::Jaipur;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// Train the policy that guides the search of a game: games of the search against itself, then weights that predict
/// what it visits, then games against the search before.
///
/// It writes GAME.weights and GAME.md, which describes them, into the folder of models. The games are kept in a file:
/// an interrupted training goes on with them, and one with more games plays only those that are missing. The same
/// options give the same weights, on every machine and with any number of threads.
#[derive(Parser)]
#[command(name = "cargo xtask train", max_term_width = 100)]
struct Arguments {
    /// The game: jaipur
    game: String,
    /// How many games the search plays against itself
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Simulations for each of its moves
    #[arg(long, default_value_t = 1500)]
    simulations: u32,
    /// Without the policy that the search has now: for other features, or to see what one training gives
    #[arg(long)]
    from_scratch: bool,
    /// The seed of deals and searches
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often the fit goes through all examples
    #[arg(long, default_value_t = 10)]
    passes: u32,
    /// Deals of the comparison with the search before, and with one without a policy; 0 for none
    #[arg(long, default_value_t = 200)]
    deals: u64,
    /// Simulations for each move of the comparison
    #[arg(long, default_value_t = 2000)]
    comparison_simulations: u32,
    /// The file of games [default: target/training/GAME.games]
    #[arg(long)]
    data: Option<PathBuf>,
    /// The folder of models [default: crates/agents/models]
    #[arg(long)]
    models: Option<PathBuf>,
    /// The number of threads [default: the number of cores]
    #[arg(long)]
    threads: Option<usize>,
}

fn main() {
    let arguments = Arguments::parse();
    if let Err(error) = run(&arguments) {
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    if arguments.games < 10 {
        bail!("--games is at least 10: one of ten games is for tests");
    }
    if arguments.simulations == 0 || arguments.comparison_simulations == 0 {
        bail!("a search needs at least one simulation");
    }
    if let Some(threads) = arguments.threads {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()?;
    }
    match arguments.game.as_str() {
        "jaipur" => train::<Jaipur>(arguments),
        other => bail!("no policy is trained for '{other}'; games: jaipur"),
    }
}

/// The folder of this package; at run time, since one target directory can serve several clones.
fn package() -> PathBuf {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR");
    folder.map_or_else(|| PathBuf::from("crates/training"), PathBuf::from)
}

fn train<G: Learned>(arguments: &Arguments) -> Result<()> {
    let workspace = package().join("../..");
    let data = (arguments.data.clone())
        .unwrap_or_else(|| workspace.join(format!("target/training/{}.games", G::NAME)));
    let models =
        (arguments.models.clone()).unwrap_or_else(|| workspace.join("crates/agents/models"));

    let self_play = SelfPlay {
        games: arguments.games,
        simulations: arguments.simulations,
        seed: arguments.seed,
        from_scratch: arguments.from_scratch,
    };
    let even = Arc::new(LogLinear::even(G::FEATURES));
    let before = if arguments.from_scratch {
        even.clone()
    } else {
        G::learned_policy()
    };
    let played = self_play.play::<G>(&before, &data)?;
    let tests = played.len() / 10;
    let (tests, training) = played.split_at(tests);
    let [tests, training] = [tests, training].map(|games| Examples::of::<G>(games));
    let (tests, training) = (tests?, training?);
    let weights = fit::fit(&training, arguments.passes, arguments.seed);
    let policy = LogLinear::new(&weights);
    // Of the weights as they are written.
    let losses = [&training, &tests].map(|examples| fit::loss(examples, &policy.weights()));
    eprintln!("{}", card::losses(&losses));

    let comparison = Comparison {
        deals: arguments.deals,
        simulations: arguments.comparison_simulations,
        seed: arguments.seed,
    };
    let new = Arc::new(policy);
    let mut others = vec![("the search without a policy", &even)];
    if !arguments.from_scratch {
        others.push(("the search with the policy before", &before));
    }
    let mut results = Vec::new();
    for (name, other) in others {
        if arguments.deals > 0 {
            let share = comparison.play::<G>(&new, other)?;
            eprintln!("against {name}: {}", card::share(&share));
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
    fs::create_dir_all(&models).with_context(|| format!("cannot make {}", models.display()))?;
    for (extension, contents) in [
        ("weights", new.to_bytes()),
        ("md", card.text().into_bytes()),
    ] {
        let file = models.join(format!("{}.{extension}", G::NAME));
        fs::write(&file, contents).with_context(|| format!("cannot write {}", file.display()))?;
        eprintln!("{} is written", file.display());
    }
    Ok(())
}
