//! The command `parlour`: play modern card games, compare policies and solve positions.
//!
//! One file in `commands` for each subcommand, one line in `games` for each game.

mod commands;
#[cfg(test)]
mod documented;
mod exit;
mod game_args;
mod games;
mod interrupt;
mod neutral_names;
mod output_file;
mod record_file;
mod seat_text;
mod style;
mod svg;

use clap::{Parser, Subcommand};
use commands::{
    agent, analyse, bench, completions, cross, exploit, gauntlet, health, host, ladder, manual,
    match_series, mcp, optimise, play, puzzles, replay, serve, solve, store, study, tournament,
    verify,
};
use std::io::{self, Write};
use std::process::ExitCode;

/// Play, pit and solve modern card games.
///
/// `parlour serve` opens the web app, `parlour play jaipur` plays on the command
/// line; `parlour match` plays policies against each other.
#[derive(Parser)]
#[command(name = "parlour", version, arg_required_else_help = true)]
#[command(mut_subcommands(with_negative_numbers))]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A subcommand whose values may be negative numbers: as options, which they are by default, they are told to come
/// behind `--`, which is no help.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let allow = |arg: clap::Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    (command.mut_args(allow)).mut_subcommands(with_negative_numbers)
}

/// The subcommands: a line here, a line in [`Command::run`], a file in `commands`.
#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    #[command(name = "match")]
    Match(match_series::Args),
    Tournament(tournament::Args),
    Replay(replay::Args),
    Analyse(analyse::Args),
    Puzzles(puzzles::Args),
    Host(host::Args),
    Agent(agent::Args),
    Serve(serve::Args),
    Health(health::Args),
    Ladder(ladder::Args),
    Mcp(mcp::Args),
    Solve(solve::Args),
    Optimise(optimise::Args),
    Verify(verify::Args),
    Cross(cross::Args),
    Exploit(exploit::Args),
    Gauntlet(gauntlet::Args),
    Study(study::Args),
    Store(store::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    #[command(hide = true)]
    Manual(manual::Args),
}

impl Command {
    fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self {
            Command::Play(args) => play::run(args, out),
            Command::Match(args) => match_series::run(args, out),
            Command::Tournament(args) => tournament::run(args, out),
            Command::Replay(args) => replay::run(args, out),
            Command::Analyse(args) => analyse::run(args, out),
            Command::Puzzles(args) => puzzles::run(args, out),
            Command::Host(args) => host::run(args, out),
            Command::Agent(args) => agent::run(args, out),
            Command::Serve(args) => serve::run(args, out),
            Command::Health(args) => health::run(args, out),
            Command::Ladder(args) => ladder::run(args, out),
            Command::Mcp(args) => mcp::run(args, out),
            Command::Solve(args) => solve::run(args, out),
            Command::Optimise(args) => optimise::run(args, out),
            Command::Verify(args) => verify::run(args, out),
            Command::Cross(args) => cross::run(args, out),
            Command::Exploit(args) => exploit::run(args, out),
            Command::Gauntlet(args) => gauntlet::run(args, out),
            Command::Study(args) => study::run(args, out),
            Command::Store(args) => store::run(args, out),
            Command::Bench(args) => bench::run(args, out),
            Command::Completions(args) => completions::run(args, out),
            Command::Manual(args) => manual::run(args),
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit::of_arguments(&error),
    };
    // Not locked: `mcp` writes from other threads.
    let mut out = io::stdout();
    let result = (cli.command.run(&mut out)).and_then(|()| out.flush().map_err(Into::into));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit::of_command(&error),
    }
}
