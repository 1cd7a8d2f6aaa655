//! `cargo xtask fifth-game`: adds a game to a copy of the workspace and plays it everywhere.
//!
//! The copy gets the folder of a tiny game, one file for each crate that has something of every game, and one line
//! in each registry; nothing else is changed. The game then has to pass the conformance tests, a match, a
//! tournament with a remote program, and the Python package.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, command, output, run, say, target, workspace};

/// The files that are added: from `tests/fifth_game`, to the workspace.
const FILES: [(&str, &str); 3] = [
    ("high_card", "crates/games/src/high_card"),
    ("agents.rs", "crates/agents/src/high_card.rs"),
    ("cli.rs", "crates/cli/src/games/high_card.rs"),
];

/// The lines that are added: file, the line before, the new line.
const LINES: [(&str, &str, &str); 5] = [
    (
        "crates/games/src/lib.rs",
        "pub mod jaipur;",
        "pub mod high_card;",
    ),
    (
        "crates/games/src/lib.rs",
        "            $crate::jaipur::Jaipur,",
        "            $crate::high_card::HighCard,",
    ),
    (
        "crates/agents/src/lib.rs",
        "pub mod jaipur;",
        "pub mod high_card;",
    ),
    (
        "crates/protocol/src/hosted.rs",
        // The end of Jaipur's.
        "    const ANCHORS: &'static [&'static str] = &[\"random\", \"weighted\", \"utility\"];\n}",
        "impl Hosted for parlour_games::high_card::HighCard {}",
    ),
    (
        "crates/cli/src/games/mod.rs",
        "mod jaipur;",
        "mod high_card;",
    ),
];

/// Makes the copy, adds the game, and plays it.
pub(crate) fn fifth_game() -> Result<()> {
    let copy = target()?.join("fifth-game");
    say("copying the workspace and adding a game");
    copy_workspace(&copy)?;
    let fixture = workspace().join("tests/fifth_game");
    for (from, to) in FILES {
        copy_all(&fixture.join(from), &copy.join(to))?;
    }
    for (file, before, line) in LINES {
        let path = copy.join(file);
        let text = fs::read_to_string(&path)?;
        let found = format!("{before}\n");
        ensure!(text.contains(&found), "{file} has no line '{before}'");
        fs::write(&path, text.replacen(&found, &format!("{found}{line}\n"), 1))?;
    }

    let target = target()?;
    let cargo = || {
        let mut cargo = cargo();
        cargo.current_dir(&copy).env("CARGO_TARGET_DIR", &target);
        cargo
    };
    say("conformance tests");
    run(cargo().args(["test", "--quiet", "--package", "parlour-games", "high_card"]))?;
    say("building the command line and the Python package");
    run(cargo().args([
        "build",
        "--package",
        "parlour",
        "--package",
        "parlour-python",
    ]))?;
    let built = target.join("debug");
    let parlour = built.join("parlour");

    say("a match, a tournament with a program, and a game in Python");
    let table = output(
        command(&parlour)
            .args(["match", "high-card", "--games", "40", "--json"])
            .args(["--seats", "ismcts:50,random", "--duplicate"]),
    )?;
    ensure!(table.contains("ismcts:50"), "the match says {table}");
    let definition = fs::read_to_string(fixture.join("tournament.toml"))?;
    let program = parlour.to_str().context("the path is not UTF-8")?;
    let file = copy.join("tournament.toml");
    fs::write(&file, definition.replace("PARLOUR", program))?;
    let database = copy.join("tournament.sqlite");
    if database.exists() {
        fs::remove_file(&database)?;
    }
    let report = output(
        command(&parlour)
            .arg("tournament")
            .arg(&file)
            .arg("--database")
            .arg(format!("sqlite:{}", database.display())),
    )?;
    ensure!(report.contains("program"), "the tournament says {report}");

    let package = copy.join("crates/python/python");
    fs::copy(
        built.join("lib_parlour.so"),
        package.join("parlour/_parlour.abi3.so"),
    )?;
    let python = crate::python::ready()?;
    run(command(python)
        .env("PYTHONPATH", &package)
        .arg(fixture.join("play.py")))
}

/// Copies the files that git knows.
fn copy_workspace(copy: &Path) -> Result<()> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    let tracked = output(command("git").current_dir(workspace()).args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    for file in tracked.lines() {
        let (from, to) = (workspace().join(file), copy.join(file));
        if from.is_file() {
            copy_all(&from, &to)?;
        }
    }
    Ok(())
}

fn copy_all(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy_all(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}
