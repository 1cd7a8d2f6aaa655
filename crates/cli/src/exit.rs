//! Exit codes and error messages: one line on stderr and a non-zero status.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// The exit code of usage errors.
const USAGE_ERROR: u8 = 2;

/// A usage error that clap cannot detect, such as an unknown policy or a seat that does not exist.
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

/// Prints clap's error or help and returns the exit code.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    let asked_for = !error.use_stderr();
    if asked_for || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // A closed pipe is no error.
        let _ = error.print();
        return ExitCode::from(if asked_for { 0 } else { USAGE_ERROR });
    }
    // Clap writes paragraphs and appends the usage; one line is enough.
    let text = error.render().to_string();
    let line = text
        .split("\n\n")
        .filter(|part| !part.starts_with("Usage:") && !part.starts_with("For more information"))
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ");
    eprintln!("{line} (see --help)");
    ExitCode::from(USAGE_ERROR)
}

/// Prints a command's error and returns the exit code.
pub(crate) fn of_command(error: &anyhow::Error) -> ExitCode {
    // A reader that closes our output early is no failure.
    let closed = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if closed {
        return ExitCode::SUCCESS;
    }
    // Messages quote files and programs, whose control characters the terminal would follow.
    let line = format!("{error:#}").replace(char::is_control, " ");
    eprintln!("error: {line}");
    match error.downcast_ref::<Usage>() {
        Some(_) => ExitCode::from(USAGE_ERROR),
        None => ExitCode::FAILURE,
    }
}
