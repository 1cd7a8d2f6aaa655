//! Debian packages, installed with apt-get.

use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{command, find_program, output, run, say};

/// Updates the package lists.
pub(crate) fn update() -> Result<()> {
    say("updating the package lists");
    run(&mut as_root(&["apt-get", "update", "--quiet"])?)
}

/// Updates the package lists and installs `packages`.
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

/// `line` as a command that runs as root.
fn as_root(line: &[&str]) -> Result<Command> {
    let is_root = output(command("id").arg("-u"))? == "0";
    if !is_root && find_program("sudo").is_none() {
        bail!(
            "`{}` must run as root, and there is no sudo",
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
