//! `cargo xtask test`, `ci` and `bench`: tests, checks and benchmarks.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

use crate::process::{binary, cargo, command, find_program, output, run, say, target, workspace};
use crate::{apt, book, conventions, fuzz, play, python, tools, web};

/// All packages except one without tests that takes a minute to build.
const TESTED: [&str; 3] = ["--workspace", "--exclude", "xtask-bindgen"];

/// No examples: they have no tests, and take minutes to build.
const KINDS: [&str; 3] = ["--lib", "--bins", "--tests"];

/// The time of each fuzz target in CI.
const CI_FUZZ_SECONDS: u32 = 10;

/// The version of axe-core that checks the pages.
const AXE: &str = "4.14.1";

/// Builds the web app and runs all tests, or those that match `filters`.
pub(crate) fn test(filters: &[String]) -> Result<()> {
    let ready = Tests::build()?;
    // nextest does not run doc tests. They come first, so that the log ends with its summary.
    if filters.is_empty() {
        say("testing the examples in the docs");
        run(cargo().args(["test", "--quiet", "--doc"]).args(TESTED))?;
    }
    say("testing");
    let mut tests = cargo();
    if find_program("cargo-nextest").is_some() {
        tests.args(["nextest", "run"]).args(TESTED).args(KINDS);
    } else {
        tests.arg("test").args(TESTED).args(KINDS).arg("--");
    }
    run(ready.environment(tests.args(filters)))
}

/// What the tests need at run time.
struct Tests {
    program: PathBuf,
    axe: PathBuf,
    python: PathBuf,
    veripb: PathBuf,
}

impl Tests {
    /// Installs what is missing, and builds the web app, the binaries and the tests.
    fn build() -> Result<Self> {
        browser()?;
        postgres()?;
        let axe = axe()?;
        let python = python::ready()?;
        let veripb = tools::VERIPB.ready()?;
        web::build()?;

        // Binaries and tests in one build, so that they share dependencies.
        say("compiling the tests");
        run(cargo()
            .arg("build")
            .args(TESTED)
            .args(["--bins", "--tests"]))?;
        let program = binary("parlour")?;
        if !program.is_file() {
            bail!("{} was not built", program.display());
        }
        Ok(Self {
            program,
            axe,
            python,
            veripb,
        })
    }

    fn environment<'a>(&self, tests: &'a mut Command) -> &'a mut Command {
        tests
            .env("PARLOUR_BIN", &self.program)
            .env("PARLOUR_AXE", &self.axe)
            .env("PARLOUR_PYTHON", &self.python)
            .env("PARLOUR_VERIPB", &self.veripb)
            .stdout(Stdio::inherit())
    }
}

/// All checks of CI. The tests come last, so that the log ends with their summary.
pub(crate) fn ci() -> Result<()> {
    say("checking the formatting");
    run(cargo().args(["fmt", "--all", "--check"]))
        .context("the formatting differs; run `cargo fmt --all`")?;
    // The web app takes one core for minutes, and a target directory of its own. What runs beside it often has work for
    // one core only.
    let web = thread::spawn(web::build);
    say("running clippy");
    run(cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ]))?;
    say("building the docs");
    run(cargo()
        .args(["doc", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "--deny warnings"))?;
    say("building the book");
    book::build()?;
    say("checking the dependencies");
    conventions::deny(&[])?;
    say("checking the workflows");
    conventions::workflows()?;
    fuzz::fuzz(&[CI_FUZZ_SECONDS.to_string()])?;
    web.join()
        .unwrap_or_else(|_| bail!("the build of the web app has panicked"))?;
    test(&[])
}

/// Runs the benchmarks of all packages, or those that match, and `parlour bench`; or a longer measurement by its name.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    let rest = arguments.get(1..).unwrap_or_default();
    match arguments.first().map(String::as_str) {
        Some("strength") => strength(rest),
        Some("proofs") => proofs(rest),
        Some("veripb") => veripb(rest),
        Some("restarts") => restarts(rest),
        Some("web") => web_speed(rest),
        Some(name @ ("siege" | "ladder" | "lists" | "cluster")) => example(name, rest),
        _ => {
            let mut benches = cargo();
            benches
                .args(["bench", "--workspace", "--bench", "*", "--"])
                .args(arguments);
            run(benches.stdout(Stdio::inherit()))?;
            let program = play::release_binary()?;
            run(Command::new(program).arg("bench"))
        }
    }
}

/// Runs an example of the server: `siege` attacks it while programs play, `ladder` lets many agents play and kills it,
/// `lists` measures the pages and the export of a large database, and `cluster` two servers on one database.
fn example(name: &str, arguments: &[String]) -> Result<()> {
    if name == "cluster" {
        postgres()?;
    }
    run(cargo()
        .args(["run", "--release", "-p", "parlour-server", "--example"])
        .args([name, "--"])
        .args(arguments)
        .stdout(Stdio::inherit()))
}

/// Measures the web app in a real browser: these tests are ignored otherwise, since they need a quiet machine.
fn web_speed(filters: &[String]) -> Result<()> {
    let ready = Tests::build()?;
    let mut tests = cargo();
    // With the packages of the build before, so that their features are the same and nothing is compiled twice.
    tests.arg("test").args(TESTED).args(["--test", "browser"]);
    tests.args(["--", "--ignored", "--test-threads=1", "--nocapture"]);
    run(ready.environment(tests.args(filters)))
}

/// Kills the server at random moments while people play, and tournaments while games are played.
fn restarts(arguments: &[String]) -> Result<()> {
    let kills: u32 = match arguments {
        [] => 200,
        [kills] => kills
            .parse()
            .with_context(|| format!("'{kills}' is no number of kills"))?,
        _ => bail!("say `cargo xtask bench restarts [KILLS]`"),
    };
    postgres()?;
    let tests = [
        "--package",
        "parlour",
        "--test",
        "cli",
        "--",
        "restarts::kills",
        "kills_lose_only_games_in_progress",
        "--nocapture",
    ];
    run(cargo()
        .args(["test", "--release"])
        .args(tests)
        .arg("--test-threads=1")
        .env("PARLOUR_KILLS", kills.to_string())
        .stdout(Stdio::inherit()))
}

/// Proves, or bounds, the highest scores of Masters Gallery that take long, and prints a table with the size of each
/// certificate and the time of its check. Arguments are those of bench/prove_optima.py.
fn proofs(arguments: &[String]) -> Result<()> {
    let mut table = Command::new("python3");
    table.arg(workspace().join("bench/prove_optima.py"));
    table.arg("--parlour").arg(play::release_binary()?);
    if arguments.is_empty() {
        table.args(["--rules", "seed-double", "full", "--time", "1800"]);
    }
    run(table.args(arguments))
}

/// Writes pseudo-Boolean programs with proofs, checks them with the unmodified VeriPB, and prints a table of sizes and
/// times. Arguments are those of bench/veripb_proofs.py.
fn veripb(arguments: &[String]) -> Result<()> {
    let mut table = Command::new("python3");
    table.arg(workspace().join("bench/veripb_proofs.py"));
    table.arg("--parlour").arg(play::release_binary()?);
    table.arg("--veripb").arg(tools::VERIPB.ready()?);
    run(table.args(arguments))
}

/// Plays the tournaments of bench/strength, or those whose file names match, and prints their reports.
/// Interrupted tournaments are resumed.
fn strength(filters: &[String]) -> Result<()> {
    let folder = workspace().join("bench/strength");
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let wanted = filters.is_empty() || filters.iter().any(|filter| name.contains(filter));
        if wanted && name.ends_with(".toml") {
            files.push(folder.join(name));
        }
    }
    if files.is_empty() {
        bail!(
            "no tournament in bench/strength matches {}",
            filters.join(" or ")
        );
    }
    files.sort();
    let program = play::release_binary()?;
    let database = format!("sqlite:{}", target()?.join("strength.sqlite").display());
    for file in &files {
        let mut tournament = Command::new(&program);
        tournament.arg("tournament").arg(file).arg("--resume");
        run(tournament.args(["--database", &database]))?;
    }
    Ok(())
}

/// Installs Chromium's headless shell and its driver if they are missing.
fn browser() -> Result<()> {
    const SHELL: &str = "chromium-headless-shell";
    if [SHELL, "chromedriver"]
        .into_iter()
        .all(|program| find_program(program).is_some())
    {
        return Ok(());
    }
    // Both, since a driver needs the browser of its own version; and fonts, since a minimal system has none.
    apt::install(&[SHELL, "chromium-driver", "fonts-liberation"])
        .context("the tests need Chromium and its driver")?;
    output(command(SHELL).arg("--version")).context("the new Chromium does not start")?;
    Ok(())
}

/// Installs PostgreSQL if it is missing.
fn postgres() -> Result<()> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut servers = versions
        .flatten()
        .map(|version| version.path().join("bin/initdb"));
    if servers.any(|program| program.is_file()) {
        return Ok(());
    }
    apt::install(&["postgresql"]).context("the tests need PostgreSQL")
}

/// The script of axe-core, the accessibility checker that runs in the browser. It is not committed.
fn axe() -> Result<PathBuf> {
    const SCRIPT: &str = "axe.min.js";
    Ok(tools::npm_package("axe-core", AXE, SCRIPT)?.join(SCRIPT))
}
