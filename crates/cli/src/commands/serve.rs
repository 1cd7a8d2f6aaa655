//! `parlour serve`

use parlour_server::ServeOptions;
use std::io::Write;
use std::net::SocketAddr;

/// Serve the web app from this binary, until Ctrl-C
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes any free port
    ///
    /// The default can be reached from this machine only.
    #[arg(long, value_name = "ADDR", default_value_t = ServeOptions::default().http)]
    http: SocketAddr,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let options = ServeOptions { http: args.http };
    let mut printed = Ok(());
    parlour_server::serve(&options, |address| {
        printed = writeln!(out, "Parlour is at http://{address}/").and_then(|()| out.flush());
    })?;
    // A server whose greeting nobody read has served all the same.
    printed.map_err(Into::into)
}
