//! `cargo xtask mutants`: mutation testing of the engine, the rules and the certificate checkers with cargo-mutants.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::process::{cargo, command, find_program, output, say, target, workspace};
use crate::tools::CargoTool;

const MUTANTS: CargoTool = CargoTool {
    name: "cargo-mutants",
    version: "27.1.0",
    features: &[],
};

const DEFAULT_SAMPLE: usize = 200;

/// A test run that takes this many times longer than it does without a mutant is stopped; the mutant counts as
/// caught. Generous, since other programs may slow the machine down meanwhile.
const TIMEOUT_FACTOR: u32 = 5;
const MIN_TIMEOUT: Duration = Duration::from_secs(60);

/// Source files that are mutated, and the packages whose tests should notice.
struct Group {
    name: &'static str,
    files: &'static [&'static str],
    tested: &'static [&'static str],
}

impl Group {
    /// Makes cargo-mutants change the files of this group only.
    fn restrict<'a>(&self, tool: &'a mut Command) -> &'a mut Command {
        tool.arg("--workspace");
        for file in self.files {
            tool.args(["--file", file]);
        }
        tool
    }
}

const GROUPS: [Group; 3] = [
    Group {
        name: "engine",
        files: &["crates/engine/src/**"],
        tested: &["parlour-engine", "parlour-games"],
    },
    Group {
        name: "games",
        files: &["crates/games/src/**"],
        tested: &["parlour-games"],
    },
    Group {
        name: "solvers",
        files: &[
            "crates/solvers/src/*/verify.rs",
            "crates/solvers/src/*/verify/**",
        ],
        tested: &["parlour-solvers"],
    },
];

/// A change of the code.
#[derive(Clone, Debug, PartialEq)]
struct Mutant {
    /// The group of its file.
    group: &'static str,
    /// File, line, column and change.
    name: String,
}

/// What the command line asks for.
struct Options {
    sample: usize,
    seed: u64,
    groups: Vec<&'static Group>,
}

/// Tests a random sample of all mutants and prints the share that the tests catch.
pub(crate) fn mutants(arguments: &[String]) -> Result<()> {
    let options = parse(arguments)?;
    let program = MUTANTS.ready()?;
    if find_program("cargo-nextest").is_none() {
        bail!(
            "mutation testing needs cargo-nextest; `cargo install cargo-nextest --locked` installs it"
        );
    }
    let folder = target()?.join("mutants");
    let copy = folder.join("workspace");
    say("copying the workspace");
    update_copy(&workspace(), &copy)?;

    let tool = || {
        let mut tool = command(&program);
        tool.arg("mutants").current_dir(&copy);
        // A target directory of its own, so that mutated packages never mix with the others; without debug
        // information, so that each mutant links faster.
        tool.env("CARGO_TARGET_DIR", folder.join("target"))
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        tool
    };

    let mut all = Vec::new();
    for group in &options.groups {
        let listed = output(group.restrict(tool().arg("--list")))?;
        if listed.is_empty() {
            bail!(
                "no mutants in {}: were the files moved?",
                group.files.join(", ")
            );
        }
        all.extend(listed.lines().map(|name| Mutant {
            group: group.name,
            name: name.to_owned(),
        }));
    }
    let total = all.len();
    let (chosen, others) = sample(all, options.sample, options.seed);
    say(&format!("{total} mutants, {} sampled", chosen.len()));

    let mut results = Results::default();
    let results_folder = folder.join("mutants.out");
    for group in &options.groups {
        let of_group = |mutant: &&Mutant| mutant.group == group.name;
        if !chosen.iter().any(|mutant| of_group(&mutant)) {
            continue;
        }
        say(&format!("{}: testing without a mutant", group.name));
        let timeout = baseline(group, &copy, &folder.join("target"))?;
        // Mutants outside the sample are declared as caught before. Patterns (`--re`) would not do: cargo-mutants
        // does not apply them to mutants of struct expressions.
        let skipped: String = (others.iter().filter(of_group))
            .map(|mutant| format!("{}\n", mutant.name))
            .collect();
        if results_folder.exists() {
            fs::remove_dir_all(&results_folder)
                .with_context(|| format!("cannot empty {}", results_folder.display()))?;
        }
        fs::create_dir_all(&results_folder)
            .and_then(|()| fs::write(results_folder.join("caught.txt"), skipped))
            .with_context(|| format!("cannot write in {}", results_folder.display()))?;
        let mut test = tool();
        group
            .restrict(&mut test)
            .args(["--iterate", "--in-place", "--baseline", "skip"])
            .args(["--test-tool", "nextest", "--cargo-test-arg=--fail-fast"])
            .args(["--test-package", &group.tested.join(",")])
            .args(["--timeout", &timeout.as_secs().to_string()])
            .args(["--colors", "never"])
            .arg("--output")
            .arg(&folder);
        let status = test.status().context("cannot run cargo-mutants")?;
        // 2: some were missed; 3: some timed out.
        if !matches!(status.code(), Some(0 | 2 | 3)) {
            bail!("cargo-mutants failed ({status})");
        }
        results.read(&results_folder)?;
    }
    print!("{}", results.report(total, options.seed));
    Ok(())
}

fn parse(arguments: &[String]) -> Result<Options> {
    let mut options = Options {
        sample: DEFAULT_SAMPLE,
        seed: 0,
        groups: Vec::new(),
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<u64> {
            let value = arguments
                .next()
                .with_context(|| format!("{argument} needs a number"))?;
            value
                .parse()
                .with_context(|| format!("{argument} needs a number, not '{value}'"))
        };
        match argument.as_str() {
            "--sample" => options.sample = usize::try_from(number()?)?,
            "--seed" => options.seed = number()?,
            name => match GROUPS.iter().find(|group| group.name == name) {
                Some(group) => options.groups.push(group),
                None => {
                    let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
                    bail!(
                        "unknown package '{name}'; known packages: {}",
                        known.join(", ")
                    );
                }
            },
        }
    }
    if options.groups.is_empty() {
        options.groups = GROUPS.iter().collect();
    }
    Ok(options)
}

/// Makes `copy` hold the files of the Git working tree `source`. Unchanged files keep their time stamps, so that
/// cargo builds again only what has changed.
///
/// Mutants are tested in a copy at a fixed place: an interrupted run leaves the sources alone, and the next run
/// reuses what this one has built.
fn update_copy(source: &Path, copy: &Path) -> Result<()> {
    let listed = output(command("git").current_dir(source).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    let files: BTreeSet<&str> = listed
        .split('\0')
        .filter(|file| source.join(file).is_file())
        .collect();
    remove_others(copy, "", &files)?;
    for file in files {
        let (from, to) = (source.join(file), copy.join(file));
        let bytes = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
        if fs::read(&to).is_ok_and(|present| present == bytes) {
            continue;
        }
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot create {}", parent.display()))?;
        }
        fs::write(&to, bytes).with_context(|| format!("cannot write {}", to.display()))?;
    }
    Ok(())
}

/// Removes the files below `copy` that are not in `wanted`.
fn remove_others(copy: &Path, prefix: &str, wanted: &BTreeSet<&str>) -> Result<()> {
    for entry in fs::read_dir(copy.join(prefix)).into_iter().flatten() {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            remove_others(copy, &format!("{path}/"), wanted)?;
        } else if !wanted.contains(path.as_str()) {
            fs::remove_file(entry.path())
                .with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// Splits `mutants` into a random sample of `number`, which follows from the seed, and the others. A mutant's rank depends
/// on its own name only, so that a change elsewhere in the code leaves most of a sample as it was.
fn sample(mutants: Vec<Mutant>, number: usize, seed: u64) -> (Vec<Mutant>, Vec<Mutant>) {
    let rank = |name: &str| Sha256::digest(format!("{seed} {name}"));
    let mut ranks: Vec<_> = mutants.iter().map(|mutant| rank(&mutant.name)).collect();
    ranks.sort_unstable();
    let Some(limit) = ranks.get(number) else {
        return (mutants, Vec::new());
    };
    mutants
        .into_iter()
        .partition(|mutant| rank(&mutant.name) < *limit)
}

/// Runs the group's tests without a mutant, which must pass, and returns the timeout for those with one.
fn baseline(group: &Group, copy: &Path, target: &Path) -> Result<Duration> {
    let nextest = |extra: &[&str]| {
        let mut tests = cargo();
        tests.current_dir(copy).args(["nextest", "run"]).args(extra);
        for package in group.tested {
            tests.args(["--package", package]);
        }
        tests
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .stderr(Stdio::piped());
        output(&mut tests)
    };
    nextest(&["--no-run"])?;
    let start = Instant::now();
    nextest(&[]).context("the tests fail without a mutant")?;
    Ok((start.elapsed() * TIMEOUT_FACTOR).max(MIN_TIMEOUT))
}

/// The names of the tested mutants by outcome.
#[derive(Default)]
struct Results {
    caught: Vec<String>,
    timed_out: Vec<String>,
    missed: Vec<String>,
    /// Do not compile; they say nothing about the tests.
    unviable: Vec<String>,
}

impl Results {
    /// Adds the results in cargo-mutants' output folder.
    fn read(&mut self, folder: &Path) -> Result<()> {
        for (list, file) in [
            (&mut self.caught, "caught.txt"),
            (&mut self.timed_out, "timeout.txt"),
            (&mut self.missed, "missed.txt"),
            (&mut self.unviable, "unviable.txt"),
        ] {
            let file = folder.join(file);
            let text = fs::read_to_string(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            list.extend(text.lines().map(str::to_owned));
        }
        Ok(())
    }

    fn report(&self, total: usize, seed: u64) -> String {
        let caught = self.caught.len() + self.timed_out.len();
        let viable = caught + self.missed.len();
        let mut text = String::new();
        for (what, names) in [("survived", &self.missed), ("timed out", &self.timed_out)] {
            for name in names {
                text += &format!("{what}: {name}\n");
            }
        }
        let share = 100.0 * caught as f64 / viable.max(1) as f64;
        text += &format!(
            "{caught} of {viable} mutants caught ({share:.1} %), {} of them by a timeout; {} more do not compile; \
             sampled from {total} with seed {seed}\n",
            self.timed_out.len(),
            self.unviable.len(),
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::run;

    fn mutants(number: usize) -> Vec<Mutant> {
        let mutant = |index| Mutant {
            group: "games",
            name: format!("mutant {index:03}"),
        };
        (0..number).map(mutant).collect()
    }

    #[test]
    fn a_sample_follows_from_the_seed() {
        let (first, others) = sample(mutants(100), 10, 1);
        assert_eq!((first.len(), others.len()), (10, 90));
        assert!(others.iter().all(|mutant| !first.contains(mutant)));
        assert_eq!(first, sample(mutants(100), 10, 1).0);
        assert_ne!(first, sample(mutants(100), 10, 2).0);
        assert_eq!(sample(mutants(5), 10, 1), (mutants(5), Vec::new()));
    }

    #[test]
    fn other_mutants_keep_their_rank() {
        let before = sample(mutants(100), 50, 1).0;
        let after = sample(mutants(101), 50, 1).0;
        let kept = before.iter().filter(|mutant| after.contains(mutant));
        assert!(kept.count() >= 49);
    }

    #[test]
    fn the_command_line_is_read() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let options = parse(&words("--sample 5 engine --seed 7")).unwrap();
        assert_eq!((options.sample, options.seed), (5, 7));
        assert_eq!(options.groups.len(), 1);
        assert_eq!(parse(&[]).unwrap().groups.len(), 3);
        for wrong in ["--sample", "--seed x", "cli"] {
            assert!(parse(&words(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn mutants_that_do_not_compile_are_left_out_of_the_share() {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let results = Results {
            caught: list(&["a", "b"]),
            timed_out: list(&["c"]),
            missed: list(&["d"]),
            unviable: list(&["e"]),
        };
        assert_eq!(
            results.report(9, 3),
            "survived: d\ntimed out: c\n3 of 4 mutants caught (75.0 %), 1 of them by a timeout; 1 more do not \
             compile; sampled from 9 with seed 3\n"
        );
    }

    #[test]
    fn the_copy_follows_the_working_tree() {
        let folder = std::env::temp_dir().join(format!("parlour-mutants-{}", std::process::id()));
        let (source, copy) = (folder.join("source"), folder.join("copy"));
        fs::create_dir_all(source.join("src")).unwrap();
        run(command("git").args(["init", "--quiet"]).arg(&source)).unwrap();
        fs::write(source.join("src/a.rs"), "a").unwrap();
        fs::write(source.join("b.rs"), "b").unwrap();
        update_copy(&source, &copy).unwrap();
        let written = fs::metadata(copy.join("b.rs")).unwrap().modified().unwrap();
        fs::remove_file(source.join("src/a.rs")).unwrap();
        fs::write(copy.join("mutated.rs"), "left behind").unwrap();
        update_copy(&source, &copy).unwrap();
        assert!(!copy.join("src/a.rs").exists());
        assert!(!copy.join("mutated.rs").exists());
        assert_eq!(fs::read_to_string(copy.join("b.rs")).unwrap(), "b");
        assert_eq!(
            fs::metadata(copy.join("b.rs")).unwrap().modified().unwrap(),
            written
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
