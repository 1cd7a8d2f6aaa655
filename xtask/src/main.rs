//! `cargo xtask`: builds, tests and runs Parlour, and installs missing tools, so that a fresh clone needs no other step.

mod apt;
mod bundle;
mod checks;
mod fifth_game;
mod locales;
mod mutants;
mod play;
mod process;
mod python;
mod toolchain;
mod web;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask COMMAND

  play [--http ADDR]   build everything and serve the web app, at 127.0.0.1:8080 or ADDR
  test [FILTER…]       run all tests, those in a real browser too, or the ones that match
  ci                   what CI runs: formatting, lints, docs, then all tests
  bench [FILTER]       run the benchmarks, then `parlour bench`
  bench strength [NAME]
                       play the tournaments of bench/strength and print their reports
  bench proofs [OPTION…]
                       prove or bound the scores of Masters Gallery that take long; options of bench/prove_optima.py
  mutants [--sample N] [--seed S] [PACKAGE…]
                       change N places (default 200), drawn by the seed, in engine, games and the certificate
                       checkers of solvers, one at a time, and print which changes no test notices
  fifth-game           add a tiny game to a copy of the workspace, one folder and one line in each registry, and
                       play it by the conformance tests, the arena, the protocol, the command line and Python
  python               `pip install` the Python package into a fresh environment and test it there
  web                  build the web app into dist/ and dist.zip, for any static file server
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
    match command {
        Some("play") => play::play(arguments),
        Some("test") => checks::test(arguments),
        Some("ci") => none_left(arguments).and_then(|()| checks::ci()),
        Some("bench") => checks::bench(arguments),
        Some("mutants") => mutants::mutants(arguments),
        Some("fifth-game") => none_left(arguments).and_then(|()| fifth_game::fifth_game()),
        Some("python") => none_left(arguments).and_then(|()| python::installed()),
        Some("web") => none_left(arguments).and_then(|()| web::build()),
        None | Some("help" | "--help" | "-h") => {
            println!("{HELP}");
            Ok(())
        }
        Some(other) => bail!("no command '{other}'; `cargo xtask help` lists them"),
    }
}

fn none_left(arguments: &[String]) -> Result<()> {
    match arguments.first() {
        None => Ok(()),
        Some(extra) => bail!("this command takes no arguments, but got '{extra}'"),
    }
}
