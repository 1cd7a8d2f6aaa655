//! `cargo xtask fuzz`: the fuzz targets of `fuzz/`, by libFuzzer on the stable toolchain.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, command, output, run, say, target, workspace};

const DEFAULT_SECONDS: u32 = 60;

/// A single input that takes longer, in seconds, counts as a crash. Inputs usually take less than a millisecond.
const INPUT_TIMEOUT: u32 = 20;

/// What `cargo fuzz` gives the compiler, except for the sanitizers, which need a nightly toolchain.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

/// Runs all targets, or those that are named, for a number of seconds each, as many at a time as there are cores. A
/// crash stops no other target.
pub(crate) fn fuzz(arguments: &[String]) -> Result<()> {
    let folder = workspace().join("fuzz");
    let (seconds, names) = parse(arguments, &all_targets(&folder)?)?;
    say("building the fuzz targets");
    let programs = build(&names)?;

    let queue = Mutex::new(names.iter().rev());
    let crashed = Mutex::new(Vec::new());
    let worker = || -> Result<()> {
        while let Some(name) = queue.lock().ok().and_then(|mut queue| queue.next()) {
            let log = target()?.join(format!("fuzz-{name}.log"));
            let status = run_target(&folder, &programs.join(name), name, seconds, &log)?;
            let text = fs::read_to_string(&log).with_context(|| log.display().to_string())?;
            if status.success() {
                say(&format!(
                    "{name}: {} inputs in {seconds} s, no crash",
                    executed(&text).unwrap_or("an unknown number of")
                ));
            } else {
                say(&format!("{name}: {status}; {}\n{text}", log.display()));
                if let Ok(mut crashed) = crashed.lock() {
                    crashed.push(name.as_str());
                }
            }
        }
        Ok(())
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores.min(names.len()))
            .map(|_| scope.spawn(worker))
            .collect();
        workers.into_iter().try_for_each(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| bail!("a thread has panicked"))
        })
    })?;

    let mut crashed = crashed.into_inner().unwrap_or_default();
    if crashed.is_empty() {
        return Ok(());
    }
    crashed.sort_unstable();
    bail!(
        "{} crashed. Move the input from fuzz/artifacts/ to fuzz/seeds/, under a name that says what it shows: then \
         `cargo test -p parlour-protocol --test fuzzed` fails until the fault is repaired",
        crashed.join(", ")
    );
}

/// The names of all targets, in alphabetical order.
fn all_targets(folder: &Path) -> Result<Vec<String>> {
    let folder = folder.join("fuzz_targets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if let Some(name) = path.file_stem().filter(|_| path.extension().is_some()) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Seconds and targets of `[SECONDS] [TARGET…]`.
fn parse(arguments: &[String], all: &[String]) -> Result<(u32, Vec<String>)> {
    let (seconds, names) = match arguments.split_first() {
        Some((first, rest)) if first.starts_with(|letter: char| letter.is_ascii_digit()) => {
            let seconds = first.parse().ok().filter(|&seconds| seconds > 0);
            let seconds = seconds.with_context(|| format!("'{first}' is no number of seconds"))?;
            (seconds, rest)
        }
        _ => (DEFAULT_SECONDS, arguments),
    };
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        bail!("no fuzz target '{unknown}'; there are {}", all.join(", "));
    }
    let names = if names.is_empty() { all } else { names };
    Ok((seconds, names.to_vec()))
}

/// Builds the targets and returns the folder of their programs.
fn build(names: &[String]) -> Result<PathBuf> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("rustc does not name its host")?;
    // The flags would be those of build scripts and macros too if no target was named.
    let mut build = cargo();
    build
        .args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml"])
        .args(["--target", host])
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_TARGET_DIR", target()?);
    for name in names {
        build.args(["--bin", name]);
    }
    run(&mut build)?;
    Ok(target()?.join(host).join("release"))
}

/// Runs one target, whose output goes to the file `log`.
fn run_target(
    folder: &Path,
    program: &Path,
    name: &str,
    seconds: u32,
    log: &Path,
) -> Result<ExitStatus> {
    let corpus = folder.join("corpus").join(name);
    let artifacts = folder.join("artifacts").join(name);
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let log = File::create(log).with_context(|| log.display().to_string())?;
    command(program)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-timeout={INPUT_TIMEOUT}"))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg("-print_final_stats=1")
        .args([corpus, folder.join("seeds").join(name)])
        .stdout(Stdio::null())
        .stderr(log)
        .status()
        .with_context(|| format!("cannot run {}", program.display()))
}

/// The number of inputs in the statistics that libFuzzer prints at its end.
fn executed(log: &str) -> Option<&str> {
    let mut lines = log.lines();
    let number = lines.find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    number.map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn reads_seconds_and_targets() {
        let all = words("action lines");
        let parsed = |text: &str| parse(&words(text), &all);
        assert_eq!(parsed("").unwrap(), (60, all.clone()));
        assert_eq!(parsed("600").unwrap(), (600, all.clone()));
        assert_eq!(parsed("20 lines").unwrap(), (20, words("lines")));
        assert_eq!(parsed("action").unwrap(), (60, words("action")));
        for wrong in ["0", "1h", "word", "5 word", "5 5"] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_target_has_a_program_a_check_and_seeds() {
        let folder = workspace().join("fuzz");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let tested = workspace().join("crates/protocol/tests/fuzzed.rs");
        let tested = fs::read_to_string(tested).unwrap();
        let names = all_targets(&folder).unwrap();
        assert!(!names.is_empty());
        for name in names {
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
            assert!(tested.contains(&format!("mod {name};")), "{name}");
            assert!(folder.join("seeds").join(&name).is_dir(), "{name}");
        }
    }

    #[test]
    fn reads_the_number_of_inputs() {
        let log = "Done 12 runs\nstat::number_of_executed_units: 1234\nstat::peak_rss_mb: 5";
        assert_eq!(executed(log), Some("1234"));
        assert_eq!(executed("no statistics"), None);
    }
}
