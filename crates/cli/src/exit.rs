//! How a command fails: one clear line on stderr, and a status that is not zero.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// The status of a command that was asked for something it does not have.
const USAGE: u8 = 2;

/// An argument that parses but asks for something there is not: an unknown
/// policy, a seat that is not at the table.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl Usage {
    pub(crate) fn of(message: impl fmt::Display) -> anyhow::Error {
        Usage(message.to_string()).into()
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Reports what clap found wrong, or prints the help that was asked for.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    let asked_for = !error.use_stderr();
    if asked_for || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // A reader that has gone away has no use for help.
        let _ = error.print();
        return ExitCode::from(if asked_for { 0 } else { USAGE });
    }
    // Clap writes paragraphs; the usage it appends is what --help is for.
    let text = error.render().to_string();
    let line = text
        .split("\n\n")
        .filter(|part| !part.starts_with("Usage:") && !part.starts_with("For more information"))
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ");
    eprintln!("{line} (--help tells more)");
    ExitCode::from(USAGE)
}

/// Reports why a command failed.
pub(crate) fn of_command(error: &anyhow::Error) -> ExitCode {
    // Whoever closes our output has read enough: no failure, and nobody to tell.
    let closed = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if closed {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {}", format!("{error:#}").replace('\n', " "));
    match error.downcast_ref::<Usage>() {
        Some(_) => ExitCode::from(USAGE),
        None => ExitCode::FAILURE,
    }
}
