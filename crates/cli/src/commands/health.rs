//! `parlour health`: asks a server whether it is ready.

use anyhow::{Context as _, anyhow};
use serde_json::Value;
use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;
use ureq::Agent;

/// How long the server may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Ask a server of this machine whether it is ready, for health checks
///
/// Prints `ready`, or fails with the reason. It is what /readyz says: the database can be read, tables can be stored,
/// and the server is not being stopped.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address of the web app, as `parlour serve --http` has it
    #[arg(value_name = "ADDR", default_value = "127.0.0.1:8080")]
    address: SocketAddr,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let Args { address } = args;
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        .timeout_global(Some(TIMEOUT));
    let asked = (config.build().new_agent())
        .get(format!("http://{address}/readyz"))
        .call();
    let mut response = asked.with_context(|| format!("no server answers at {address}"))?;
    let status = response.status();
    let body = response.body_mut().read_to_vec().unwrap_or_default();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if body["ready"] == true {
        writeln!(out, "ready")?;
        return Ok(());
    }
    let reason = body["error"].as_str().map(str::to_owned);
    let reason = reason.unwrap_or_else(|| format!("it answers {status}"));
    Err(anyhow!("the server at {address} is not ready: {reason}"))
}
