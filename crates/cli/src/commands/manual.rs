//! `parlour manual`: manual pages, for packages.

use anyhow::Context as _;
use clap::CommandFactory as _;
use std::path::PathBuf;

/// Write a manual page for each command into a folder
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A folder that exists
    folder: PathBuf,
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let folder = &args.folder;
    clap_mangen::generate_to(crate::Cli::command(), folder)
        .with_context(|| format!("cannot write into {}", folder.display()))
}
