//! The log of a server, on standard error: levels, and text or JSON.
//!
//! It holds no secrets: no tokens, seeds, secrets of deals or cards that are not public.

use std::io::{self, IsTerminal as _};
use std::str::FromStr;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::time::SystemTime;

/// How a line of the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// An object for each line, for programs.
    Json,
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<LogFormat, String> {
        match text {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err("the format of the log is text or json".to_owned()),
        }
    }
}

/// The levels of a log: `info`, or by module as in `parlour_server::rooms=debug,warn`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter(String);

impl Default for LogFilter {
    fn default() -> Self {
        LogFilter("info".to_owned())
    }
}

impl FromStr for LogFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<LogFilter, String> {
        match EnvFilter::builder().parse(text) {
            Ok(_) => Ok(LogFilter(text.to_owned())),
            Err(_) => Err(format!(
                "'{text}' is no level of the log: error, warn, info, debug or trace"
            )),
        }
    }
}

impl LogFilter {
    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Starts the log of this process. Later calls have no effect.
pub fn start(format: LogFormat, filter: &LogFilter) {
    let mut filter = EnvFilter::builder().parse_lossy(&filter.0);
    // At the level of trace it writes whole messages, with the tokens of seats.
    if let Ok(quiet) = "tungstenite=info".parse() {
        filter = filter.add_directive(quiet);
    }
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_timer(SystemTime);
    // Fails if there is one already.
    let _ = match format {
        LogFormat::Text => builder.with_ansi(io::stderr().is_terminal()).try_init(),
        LogFormat::Json => builder
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(true)
            .try_init(),
    };
}
