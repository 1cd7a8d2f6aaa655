//! The checks of the fuzz targets on the inputs of `fuzz/seeds`: those that fuzzing begins with, and those that once
//! showed a fault.

#[path = "../../../fuzz/checks/action.rs"]
mod action;
#[path = "../../../fuzz/checks/classic.rs"]
mod classic;
#[path = "../../../fuzz/checks/hands.rs"]
mod hands;
#[path = "../../../fuzz/checks/lines.rs"]
mod lines;
#[path = "../../../fuzz/checks/policy.rs"]
mod policy;
#[path = "../../../fuzz/checks/record.rs"]
mod record;
#[path = "../../../fuzz/checks/record_link.rs"]
mod record_link;
#[path = "../../../fuzz/checks/stored_table.rs"]
mod stored_table;

use std::path::Path;
use std::{fs, io};

/// Checks every input of a target; the last name that is printed is that of the one that fails.
fn all(target: &str, check: fn(&[u8])) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/seeds")
        .join(target);
    let mut count = 0;
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        println!("{}", path.display());
        check(&fs::read(&path)?);
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
    Ok(())
}

#[test]
fn actions() -> io::Result<()> {
    all("action", action::check)
}

#[test]
fn answers_and_logs_of_the_classic_dialect() -> io::Result<()> {
    all("classic", classic::check)
}

#[test]
fn hands_of_primi_composti() -> io::Result<()> {
    all("hands", hands::check)
}

#[test]
fn lines_of_the_parlour_dialect() -> io::Result<()> {
    all("lines", lines::check)
}

#[test]
fn names_of_policies() -> io::Result<()> {
    all("policy", policy::check)
}

#[test]
fn stored_tables() -> io::Result<()> {
    all("stored_table", stored_table::check)
}

#[test]
fn records() -> io::Result<()> {
    all("record", record::check)
}

#[test]
fn links_of_games() -> io::Result<()> {
    all("record_link", record_link::check)
}
