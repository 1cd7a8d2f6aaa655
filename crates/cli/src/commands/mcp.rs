//! `parlour mcp`: games for language models, over the Model Context Protocol.

mod joined_game;
mod local_game;
mod seated_game;
mod server;
mod table_link;

use crate::exit::Usage;
use crate::seat_text::Names;
use anyhow::Context as _;
use rmcp::ServiceExt as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use server::McpServer;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use url::Url;

/// Let language models play, over the Model Context Protocol
///
/// Offers tools to a client: list the games, read the rules, start a game against any policy, see what the seat may know,
/// list the legal actions, play, resign, and analyse a finished game. An illegal action is answered with the rule that
/// forbids it, and nothing is played. Rules and records of finished games are resources.
///
/// Without options the client starts this program and speaks on its standard input and output.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Serve streamable HTTP at http://ADDR/mcp instead
    ///
    /// Anyone who can reach the address can play, so only loopback addresses are accepted.
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,

    /// The number of games in progress at a time
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1024))]
    max_games: u16,

    /// Do not offer the list of legal actions: the player has to find them from the rules
    #[arg(long)]
    no_legal: bool,

    /// Invented names in place of those of games and cards, so that the player has to read the rules
    ///
    /// Actions are written with these names too. Records have the games' own names, so there are none.
    #[arg(long)]
    neutral_names: bool,

    /// Offer to join tables of the Parlour server at this address, by their links
    #[arg(long, value_name = "URL")]
    server: Option<String>,
}

/// The address of a server, with a `/` at its end.
fn server_address(text: &str) -> anyhow::Result<Url> {
    let invalid = |why: &str| Usage::of(format!("--server {text}: {why}"));
    let address = Url::parse(&format!("{}/", text.trim_end_matches('/')));
    let address = address.map_err(|error| invalid(&error.to_string()))?;
    match address.scheme() {
        "http" | "https" if address.query().is_none() && address.fragment().is_none() => {
            Ok(address)
        }
        _ => Err(invalid(
            "an address such as https://parlour.example is expected",
        )),
    }
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let names = match args.neutral_names {
        true => Names::Neutral,
        false => Names::Own,
    };
    let tables = args.server.as_deref().map(server_address).transpose()?;
    let server = McpServer::new(args.max_games.into(), !args.no_legal, names, tables);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    match args.http {
        None => runtime.block_on(serve_stdio(server)),
        Some(address) if address.ip().is_loopback() => {
            runtime.block_on(serve_http(server, address, out))
        }
        Some(address) => Err(Usage::of(format!(
            "--http {address}: only a loopback address is accepted, such as 127.0.0.1:8090; put a proxy that asks for a \
             password before it to reach it from elsewhere"
        ))),
    }
}

/// Serves the client that has started the program, until it closes standard input.
async fn serve_stdio(server: McpServer) -> anyhow::Result<()> {
    let service = (server.serve(rmcp::transport::stdio()).await)
        .context("the client did not begin as the Model Context Protocol requires")?;
    service.waiting().await?;
    Ok(())
}

/// Serves HTTP until Ctrl-C.
async fn serve_http(
    server: McpServer,
    address: SocketAddr,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    // Games belong to their ids, not to sessions. Pages of other sites must not play in the user's browser.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .enforce_origin_validation();
    let stop = config.cancellation_token.clone();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let router = axum::Router::new().route_service("/mcp", service);
    let listener = (tokio::net::TcpListener::bind(address).await)
        .with_context(|| format!("--http {address}"))?;
    writeln!(
        out,
        "Language models play at http://{}/mcp",
        listener.local_addr()?
    )?;
    out.flush()?;
    let stopped = async move {
        // Without a handler, Ctrl-C ends the process at once, as it usually does.
        let _ = tokio::signal::ctrl_c().await;
        stop.cancel();
    };
    axum::serve(listener, router)
        .with_graceful_shutdown(stopped)
        .await?;
    Ok(())
}
