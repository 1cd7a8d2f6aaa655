//! `cargo xtask`: builds, tests and runs Parlour, and installs missing tools, so that a fresh clone needs no other step.

mod apt;
mod book;
mod bundle;
mod checks;
mod conventions;
mod fifth_game;
mod fuzz;
mod locales;
mod materials;
mod mutants;
mod package;
mod play;
mod process;
mod python;
mod toolchain;
mod tools;
mod train;
mod web;

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask COMMAND

  play [--http ADDR]   build everything and serve the web app, at 127.0.0.1:8080 or ADDR
  test [FILTER…]       run all tests, those in a real browser too, or the ones that match
  ci                   what CI runs: formatting, lints, docs, book, dependencies, workflows, 20 s of each fuzz target,
                       then all tests
  deny [CHECK…]        check licences, bans and sources of the dependencies, or these checks of cargo-deny
  msrv                 check the workspace with the oldest compiler that it supports
  workflows            check the GitHub workflows with actionlint
  book                 make a site of the pages of docs/, and check its links
  bench [FILTER]       run the benchmarks, then `parlour bench`
  bench strength [NAME]
                       play the tournaments of bench/strength and print their reports
  bench restarts [KILLS]
                       kill `parlour serve` 200 times, or KILLS times, at random moments while people play, on
                       SQLite and on PostgreSQL, and a tournament as often, and fail if a table, a seat or a
                       finished game is lost
  bench web [FILTER]   measure in a real browser how soon pages and AIs answer, and print it
  bench lists [GAMES [TOURNAMENTS [FILE]]]
                       measure the lists of tournaments and of the ladder, and an export, with many games, which are
                       generated, or kept in FILE
  bench siege [SECONDS [TABLES [HOSTILE]]]
                       play at 300 tables with 1,500 connections for 60 s while 500 hostile ones attack the server,
                       and fail if a game is lost, an answer takes more than 20 ms (p99) or memory exceeds 400 MiB
  bench cluster [TABLES [SECONDS]]
                       play at 100 tables for 60 s through one of two servers on one PostgreSQL database, directly and
                       forwarded, and print answer times and what servers and database use for each action
  bench proofs [OPTION…]
                       prove or bound the scores of Masters Gallery that take long; options of bench/prove_optima.py
  bench veripb [OPTION…]
                       write proofs for the checker VeriPB, of the highest scores of Masters Gallery with two players
                       and of bounds with more, and check them; options of bench/veripb_proofs.py
  bench ladder [AGENTS [SECONDS]]
                       run a ladder with many agents over loopback (default 50 for 600 s), kill its server half-way,
                       and check that no finished game is lost
  train GAME [OPTION…] train the policy that guides the search of a game by self-play, measure what it gains, and write
                       it into crates/agents/models; --help lists the options
  fuzz [SECONDS] [TARGET…]
                       run every fuzz target, or those named, for 60 s or SECONDS each, as many at a time as there are
                       cores, and fail if one crashes
  mutants [--sample N] [--seed S] [PACKAGE…]
                       change N places (default 200), drawn by the seed, in engine, games and the certificate
                       checkers of solvers, one at a time, and print which changes no test notices
  fifth-game           add a tiny game to a copy of the workspace, one folder and one line in each registry, and
                       play it by the conformance tests, the arena, the protocol, the command line and Python
  python               `pip install` the Python package into a fresh environment and test it there
  web                  build the web app into dist/ and dist.zip, for any static file server
  package [--check]    build a Debian package, a portable archive, an OCI image and a wheel, with bills of materials
                       and checksums; then install each on a Debian without Rust, and play
  package --check-only install the packages that were built before
  package --twice      build everything again from a clone in another folder, and compare the bytes
  help                 this text";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next();
    let rest: Vec<String> = arguments.collect();
    match run(command.as_deref(), &rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Option<&str>, arguments: &[String]) -> Result<()> {
    let is_help = |word: &str| ["--help", "-h"].contains(&word);
    let asks_for_help = command.is_none_or(|command| command == "help" || is_help(command))
        || matches!(arguments, [only] if is_help(only));
    let Some(command) = command.filter(|_| !asks_for_help) else {
        // Who reads it may stop early.
        let _ = writeln!(io::stdout(), "{HELP}");
        return Ok(());
    };
    match command {
        "play" => play::play(arguments),
        "test" => checks::test(arguments),
        "ci" => none_left(arguments).and_then(|()| checks::ci()),
        "deny" => conventions::deny(arguments),
        "msrv" => none_left(arguments).and_then(|()| conventions::msrv()),
        "workflows" => none_left(arguments).and_then(|()| conventions::workflows()),
        "book" => none_left(arguments).and_then(|()| book::build()),
        "bench" => checks::bench(arguments),
        "train" => train::train(arguments),
        "fuzz" => fuzz::fuzz(arguments),
        "mutants" => mutants::mutants(arguments),
        "fifth-game" => none_left(arguments).and_then(|()| fifth_game::fifth_game()),
        "python" => none_left(arguments).and_then(|()| python::installed()),
        "web" => none_left(arguments).and_then(|()| web::build()),
        "package" => package::package(arguments),
        other => bail!("no command '{other}'; `cargo xtask help` lists them"),
    }
}

fn none_left(arguments: &[String]) -> Result<()> {
    match arguments.first() {
        None => Ok(()),
        Some(extra) => bail!("this command takes no arguments, but got '{extra}'"),
    }
}
