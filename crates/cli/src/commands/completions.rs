//! `parlour completions`: completion scripts for shells.

use clap::CommandFactory as _;
use clap_complete::Shell;
use std::io::Write;

/// Write a completion script for a shell
///
/// For bash: `parlour completions bash > ~/.local/share/bash-completion/completions/parlour`
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    // Into memory first, since clap_complete panics when its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut crate::Cli::command(),
        "parlour",
        &mut script,
    );
    out.write_all(&script)?;
    Ok(())
}
