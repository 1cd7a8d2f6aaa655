//! Remote agents that show the token of a seat at another server.

use super::Cluster;
use super::forward::{open_agent, tunnel};
use crate::rooms::JoinRequest;
use crate::rooms::table_store::{Servers, server_name};
use crate::token::TokenHash;
use futures_util::future::join_all;
use parlour_protocol::lines::FromAgent;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::watch;

/// An agent that was not forwarded to another server.
pub(crate) struct NotForwarded {
    pub(crate) request: JoinRequest,
    /// Whether a server may be found that has the seat: one did not answer, and another may be about to take its tables
    /// over, or the list of servers is older than the request, so that one that has just started may be missing.
    pub(crate) may_be_found: bool,
}

impl Cluster {
    /// Forwards an agent to the server that has the seat of its token. Its connection is a tunnel from then on.
    ///
    /// # Errors
    /// [`NotForwarded`] if no server has it.
    pub(crate) async fn forward_agent(
        &self,
        request: JoinRequest,
        token: &str,
    ) -> Result<(), NotForwarded> {
        let seat = TokenHash::of(token);
        let unknown = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let client = request.link.network().unwrap_or(unknown);
        let servers = self.store.servers();
        let known = Arc::clone(&servers.borrow());
        let asked = known.iter().map(async |(key, endpoint)| {
            let opened = open_agent(endpoint, client, seat).await;
            (key.clone(), opened)
        });
        let mut may_be_found = !self
            .store
            .has_listed_servers_since(request.since.into_std());
        for (key, opened) in join_all(asked).await {
            match opened {
                Ok(None) => {}
                Ok(Some(stream)) => {
                    self.metrics.count_forwarded(true);
                    tracing::debug!(server = server_name(&key), "an agent was forwarded");
                    tokio::spawn(async move {
                        // Fails if the agent or the server has disconnected: the connection ends.
                        let _ = start_tunnel(request, stream, servers, &key).await;
                    });
                    return Ok(());
                }
                Err(error) => {
                    self.metrics.count_forwarded(false);
                    tracing::debug!(
                        server = server_name(&key),
                        "it was not asked for a seat: {error}"
                    );
                    may_be_found = true;
                }
            }
        }
        Err(NotForwarded {
            request,
            may_be_found,
        })
    }
}

/// Repeats the first message, which was read here, and connects the agent to the server.
async fn start_tunnel(
    request: JoinRequest,
    mut server: TcpStream,
    servers: watch::Receiver<Servers>,
    key: &str,
) -> io::Result<()> {
    let (Some(hello), Some((agent, read, permit))) = (request.hello, request.link.into_tcp())
    else {
        return Ok(());
    };
    let mut line = serde_json::to_vec(&FromAgent::Hello(hello))?;
    line.push(b'\n');
    line.extend(read);
    server.write_all(&line).await?;
    tunnel(agent, server, servers, key).await;
    drop(permit);
    Ok(())
}
