//! The connections of agents: welcomed, taken over, and ended.

use super::{BoardEvent, BoardTask, Command, close, say_restart};
use crate::agents::accept::reject;
use crate::agents::link::Link;
use crate::agents::remote_agent::{Dialect, RemoteAgent};
use crate::ladder::entry::{AgentEntry, IdleAgent, Presence};
use crate::ladder::game::ConnectionChange;
use parlour_arena::StoreError;
use parlour_protocol::Hosted;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::exchange::check_hello;
use parlour_protocol::ladder::AgentState;
use parlour_protocol::lines::{self, Hello, ToAgent};
use std::sync::Arc;
use tokio::sync::mpsc::error::SendError;
use tokio::time::Instant;

impl<G: Hosted> BoardTask<G> {
    pub(super) async fn handle_command(&mut self, command: Command) -> Result<(), StoreError> {
        match command {
            Command::Arrived { agent, link, hello } => {
                if !self.agents.contains_key(&agent) {
                    self.reload(agent).await?;
                }
                self.welcome(agent, link, hello);
            }
            Command::Changed { agent, disconnect } => {
                let before = self.agents.get(&agent).map(|entry| entry.agent.state);
                self.reload(agent).await?;
                let Some(entry) = self.agents.get_mut(&agent) else {
                    return Ok(());
                };
                if before == Some(AgentState::Paused) {
                    entry.forgive();
                }
                let reason = match entry.agent.state {
                    AgentState::Paused => Some("your agent is paused"),
                    AgentState::Withdrawn => Some("your agent has left the ladder"),
                    AgentState::New | AgentState::Active => disconnect,
                };
                if let (Some(reason), Presence::Playing(replacement)) =
                    (disconnect, &entry.presence)
                {
                    replacement.put(ConnectionChange::Close(reason.to_owned()));
                }
                // A game in progress is played to its end.
                if let Some(reason) = reason {
                    self.disconnect(agent, reason).await;
                }
            }
        }
        Ok(())
    }

    /// Reads an agent from the store.
    pub(super) async fn reload(&mut self, agent: i64) -> Result<(), StoreError> {
        let found = self.shared.store.ladder_agent(agent).await?;
        if let Some(found) = found.filter(|found| found.policy.is_none()) {
            match self.agents.get_mut(&agent) {
                Some(entry) => entry.agent = Arc::new(found),
                None => {
                    self.agents.insert(agent, AgentEntry::new(found));
                }
            }
        }
        Ok(())
    }

    /// Welcomes a connection in a task of its own, or rejects it.
    pub(super) fn welcome(&mut self, agent: i64, mut link: Link, hello: Option<Hello>) {
        let shared = Arc::clone(&self.shared);
        let Some(entry) = self.agents.get_mut(&agent) else {
            return;
        };
        let place = format!("the ladder {}", shared.board);
        let checked = (hello.as_ref()).map_or(Ok(()), |hello| check_hello(hello, G::NAME, &place));
        let refusal = match (checked, entry.agent.state) {
            (Err(refusal), _) => Some((refusal, None)),
            (_, AgentState::Paused) => {
                let why = match entry.agent.reason.as_str() {
                    "" => "by its owner",
                    reason => reason,
                };
                let refusal = format!("your agent is paused: {why}");
                Some((refusal, Some(ByeCode::Paused)))
            }
            (_, AgentState::Withdrawn) => {
                let refusal = "your agent has left the ladder".to_owned();
                Some((refusal, Some(ByeCode::Paused)))
            }
            _ if !entry.count_connection(shared.options.connections_per_minute) => {
                let refusal = "your agent connects too often: wait a minute";
                Some((refusal.to_owned(), None))
            }
            _ => None,
        };
        let classic = G::classic(&self.rules);
        let dialect = match (hello, classic) {
            (Some(hello), _) => Dialect::Lines(hello),
            (None, Some(classic)) => Dialect::Classic(classic),
            // Connections without a dialect are not passed to this board.
            (None, None) => return,
        };
        let timeout = shared.message_timeout;
        if let Some((reason, code)) = refusal {
            tokio::spawn(async move {
                let deadline = Instant::now() + timeout;
                match code {
                    None if matches!(dialect, Dialect::Lines(_)) => {
                        reject(&mut link, &reason, None, timeout).await;
                        link.close(deadline).await;
                    }
                    code => {
                        let mut agent = RemoteAgent::<G>::new(link, dialect);
                        agent.close(&reason, code, deadline).await;
                    }
                }
            });
            return;
        }
        let (name, rules) = (entry.agent.name.clone(), self.rules.clone());
        let events = self.events.clone();
        tokio::spawn(async move {
            let token = match &dialect {
                Dialect::Lines(hello) => hello.token.clone(),
                Dialect::Classic(_) => None,
            };
            let mut remote = RemoteAgent::<G>::new(link, dialect);
            // The request for the name of a classic agent announced no game.
            remote.forget_game();
            if remote.speaks_lines() {
                let welcome = ToAgent::Welcome {
                    version: lines::VERSION,
                    game: G::NAME,
                    rules: &rules,
                    name: Some(&name),
                    token: token.as_deref(),
                    // Each game assigns the seats anew.
                    seat: None,
                    // There is no last game.
                    games: 0,
                    think: Some(shared.options.control.per_answer.as_millis() as u64),
                };
                let deadline = Instant::now() + timeout;
                remote.send_message(&welcome, deadline).await;
            }
            let remote = Box::new(remote);
            let ready = BoardEvent::Ready { agent, remote };
            // Fails if the server is being stopped.
            if let Err(SendError(BoardEvent::Ready { remote, .. })) = events.send(ready).await {
                say_restart(*remote).await;
            }
        });
    }

    /// Takes over a connection: it waits for a game, or continues one. An earlier connection is closed.
    pub(super) async fn admit(&mut self, agent: i64, remote: RemoteAgent<G>) {
        self.next_connection += 1;
        let connection = self.next_connection;
        let events = self.events.clone();
        let timeout = self.shared.message_timeout;
        let Some(entry) = self.agents.get_mut(&agent) else {
            return;
        };
        let earlier = match std::mem::replace(&mut entry.presence, Presence::Away) {
            Presence::Playing(replacement) => {
                let earlier = replacement.put(ConnectionChange::Agent(Box::new(remote)));
                entry.presence = Presence::Playing(replacement);
                match earlier {
                    Some(ConnectionChange::Agent(earlier)) => Some(*earlier),
                    _ => None,
                }
            }
            before => {
                if remote.is_connected() {
                    let ended = async move {
                        // Fails if the server is being stopped.
                        let _ = events.send(BoardEvent::Left { agent, connection }).await;
                    };
                    entry.presence = Presence::Idle {
                        since: Instant::now(),
                        connection,
                        handle: IdleAgent::new(remote, ended),
                    };
                }
                match before {
                    Presence::Idle { handle, .. } => handle.take().await,
                    _ => None,
                }
            }
        };
        if let Some(earlier) = earlier {
            let reason = "another connection has taken over";
            close(earlier, reason, Some(ByeCode::Replaced), timeout);
        }
        let is_free = matches!(entry.agent.state, AgentState::New | AgentState::Active);
        if !is_free {
            self.disconnect(agent, "your agent is paused").await;
        }
    }

    /// Ends the idle connection of an agent.
    pub(super) async fn disconnect(&mut self, agent: i64, reason: &str) {
        let timeout = self.shared.message_timeout;
        let Some(entry) = self.agents.get_mut(&agent) else {
            return;
        };
        match std::mem::replace(&mut entry.presence, Presence::Away) {
            Presence::Idle { handle, .. } => {
                if let Some(remote) = handle.take().await {
                    close(remote, reason, Some(ByeCode::Paused), timeout);
                }
            }
            other => entry.presence = other,
        }
    }
}
