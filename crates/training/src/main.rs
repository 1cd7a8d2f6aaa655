//! Trains what guides the search of a game, by self-play. `cargo xtask train` runs it.
//!
//! | module | what it holds |
//! |---|---|
//! | `imitation` | log-linear policies, which learn to choose as a search does: Jaipur |
//! | `reinforcement` | networks of a policy and a value, which learn by the results of games: Masters Gallery |
//! | `matches` | one player among others, on deals that are not for training |
//! | `model` | files of a model: its weights, and what is written about them |

mod imitation;
mod matches;
mod model;
mod reinforcement;

use anyhow::Result;
use clap::{Args, Parser};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use std::path::PathBuf;

/// Train what guides the search of a game, by self-play.
///
/// It writes GAME.weights and GAME.md, which describes them, into the folder of models. The same options give the same
/// weights, on every machine of a kind and with any number of threads.
#[derive(Parser)]
#[command(
    name = "cargo xtask train",
    bin_name = "cargo xtask train",
    subcommand_value_name = "GAME",
    subcommand_help_heading = "Games",
    max_term_width = 100
)]
enum Game {
    Jaipur(imitation::Arguments),
    MastersGallery(reinforcement::Arguments),
}

/// Options of every training.
#[derive(Args)]
struct General {
    /// The seed of deals and of all other random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file with which an interrupted training goes on [default: in target/training]
    #[arg(long)]
    data: Option<PathBuf>,
    /// The folder of models [default: crates/agents/models]
    #[arg(long)]
    models: Option<PathBuf>,
    /// The number of threads [default: the number of cores]
    #[arg(long)]
    threads: Option<usize>,
}

impl General {
    /// Makes the threads.
    fn start(&self) -> Result<()> {
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build_global()?;
        }
        Ok(())
    }

    fn data(&self, game: &str, extension: &str) -> PathBuf {
        let file = format!("target/training/{game}.{extension}");
        (self.data.clone()).unwrap_or_else(|| model::workspace(&file))
    }

    fn models(&self) -> PathBuf {
        (self.models.clone()).unwrap_or_else(|| model::workspace("crates/agents/models"))
    }
}

fn main() {
    let trained = match Game::parse() {
        Game::Jaipur(arguments) => imitation::train::<Jaipur>(&arguments),
        Game::MastersGallery(arguments) => reinforcement::train::<MastersGallery>(&arguments),
    };
    if let Err(error) = trained {
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}
