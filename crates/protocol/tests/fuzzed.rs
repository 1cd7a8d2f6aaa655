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

use std::fs;
use std::path::Path;

/// Checks every input of a target; the last name that is printed is that of the one that fails.
fn all(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/seeds")
        .join(target);
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        check(&fs::read(&path).unwrap());
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
}

#[test]
fn actions() {
    all("action", action::check);
}

#[test]
fn answers_and_logs_of_the_classic_dialect() {
    all("classic", classic::check);
}

#[test]
fn hands_of_primi_composti() {
    all("hands", hands::check);
}

#[test]
fn lines_of_the_parlour_dialect() {
    all("lines", lines::check);
}

#[test]
fn names_of_policies() {
    all("policy", policy::check);
}

#[test]
fn records() {
    all("record", record::check);
}
