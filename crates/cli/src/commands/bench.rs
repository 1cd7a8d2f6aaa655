//! `parlour bench`: the speed of games and search.

use crate::game_args;
use crate::games::{self, Task, Terminal};
use parlour_agents::Search;
use parlour_engine::{DealSource, Game, InformationState, Rng, Seat, Streams, Viewer, playout};
use rayon::iter::Either;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// Measure the speed of the games and of the search, on one core
///
/// Random playouts list the legal actions at every move; the search is `ismcts`
/// from the start of a game.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game [default: all]
    #[arg(value_parser = game_args::game_names())]
    game: Option<String>,

    /// The duration of each measurement, in seconds
    #[arg(long, default_value = "2", value_parser = seconds)]
    seconds: Duration,

    /// Print one line of JSON for each game
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if !(0.01..=3600.0).contains(&seconds) {
        return Err("must be 0.01 to 3600 seconds".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let names = match &args.game {
        Some(game) => Either::Left(std::iter::once(game.as_str())),
        None => Either::Right(games::NAMES.iter().copied()),
    };
    for (index, name) in names.enumerate() {
        let speed = games::with_known(name, Measure(args.seconds));
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&speed)?)?;
            continue;
        }
        if index == 0 {
            writeln!(
                out,
                "{:16}{:>12}{:>14}{:>14}{:>14}{:>16}",
                "game", "games/s", "moves/s", "moves/game", "legal (mean)", "simulations/s"
            )?;
        }
        writeln!(
            out,
            "{:16}{:>12.0}{:>14.0}{:>14.1}{:>14.1}{:>16.0}",
            speed.game,
            speed.games_per_second,
            speed.moves_per_second,
            speed.moves_per_game,
            speed.mean_legal_actions,
            speed.simulations_per_second
        )?;
        out.flush()?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Speed {
    game: &'static str,
    games_per_second: f64,
    moves_per_second: f64,
    moves_per_game: f64,
    mean_legal_actions: f64,
    simulations_per_second: f64,
    seconds: f64,
}

struct Measure(Duration);

impl Task for Measure {
    type Output = Speed;

    fn run<G: Terminal>(self) -> Speed {
        let start = Instant::now();
        let rules = G::Rules::default();
        // A few deals are reused, so that dealing is not measured.
        let deals: Vec<G> = (0..64)
            .map(|seed| {
                let deal: Result<G, _> = DealSource::Seed(seed).start(rules.clone());
                deal.expect("the default rules can be played")
            })
            .collect();
        let mut rng = Streams::new(1).task(0);
        let (games, moves, spent) = playouts(&deals, self.0, &mut rng);
        let spent = spent.as_secs_f64();
        Speed {
            game: G::NAME,
            games_per_second: games as f64 / spent,
            moves_per_second: moves as f64 / spent,
            moves_per_game: moves as f64 / games as f64,
            mean_legal_actions: mean_legal_actions(&deals, &mut rng),
            simulations_per_second: simulations::<G>(&deals[0], self.0, &mut rng),
            seconds: start.elapsed().as_secs_f64(),
        }
    }
}

/// Plays random games until the time is over; returns their number, their moves and the time.
fn playouts<G: Game>(deals: &[G], time: Duration, rng: &mut Rng) -> (u64, u64, Duration) {
    let mut buffer = Vec::new();
    let (mut games, mut moves) = (0, 0);
    let start = Instant::now();
    loop {
        for deal in deals {
            moves += playout(&mut deal.clone(), &mut buffer, rng);
            games += 1;
        }
        let spent = start.elapsed();
        if spent >= time {
            return (games, moves, spent);
        }
    }
}

/// The mean length of the legal lists of one random game from each deal.
fn mean_legal_actions<G: Game>(deals: &[G], rng: &mut Rng) -> f64 {
    use rand::RngExt as _;
    let mut legal = Vec::new();
    let (mut lists, mut actions) = (0u64, 0u64);
    for deal in deals {
        let mut state = deal.clone();
        while let Some(seat) = state.to_move().first() {
            state.legal_actions_into(seat, &mut legal);
            lists += 1;
            actions += legal.len() as u64;
            let pick = rng.random_range(0..legal.len() as u32) as usize;
            state.play_unchecked(seat, legal[pick]);
        }
    }
    actions as f64 / lists as f64
}

/// Simulations of the search per second, a few thousand to a tree.
fn simulations<G: Terminal>(state: &G, time: Duration, rng: &mut Rng) -> f64 {
    const TREE: u32 = 2000;
    let seat = state.to_move().first().unwrap_or(Seat(0));
    // No policy looks at the events of the set-up.
    let known = InformationState::new(state.view(Viewer::Seat(seat)), Vec::new());
    let mut search = Search::<G, G::Heuristics>::new(&known);
    let mut count = 0u64;
    let start = Instant::now();
    loop {
        search.restart(&known);
        search.run(TREE, rng);
        count += u64::from(TREE);
        let spent = start.elapsed();
        if spent >= time {
            return count as f64 / spent.as_secs_f64();
        }
    }
}
