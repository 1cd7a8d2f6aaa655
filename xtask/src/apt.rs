//! Debian's packages, on machines that have them.

use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{command, find_program, output, run, say};

/// Reads the package lists anew.
pub(crate) fn update() -> Result<()> {
    say("reading Debian's package lists");
    run(&mut as_root(&["apt-get", "update", "--quiet"])?)
}

/// Installs `packages`, of lists that may be old or missing.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if find_program("apt-get").is_none() {
        bail!(
            "there is no apt-get here; install {} by hand",
            packages.join(" and ")
        );
    }
    update()?;
    say(&format!("installing {}", packages.join(", ")));
    let mut line = vec![
        "apt-get",
        "install",
        "--yes",
        "--quiet",
        "--no-install-recommends",
    ];
    line.extend(packages);
    run(&mut as_root(&line)?)
}

/// `line` as a command with root's rights.
fn as_root(line: &[&str]) -> Result<Command> {
    let is_root = output(command("id").arg("-u"))? == "0";
    if !is_root && find_program("sudo").is_none() {
        bail!(
            "`{}` needs root's rights, and there is no sudo",
            line.join(" ")
        );
    }
    let mut command = if is_root {
        command("env")
    } else {
        command("sudo")
    };
    command.arg("DEBIAN_FRONTEND=noninteractive").args(line);
    Ok(command)
}
