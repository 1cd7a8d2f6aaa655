//! Agents and anchors in the store.

use super::super::board::Board;
use super::{LadderError, is_duplicate};
use crate::store::read::whole;
use crate::store::write::{Value, insert, now};
use crate::{Store, StoreError};
use parlour_protocol::ladder::{AgentState, PauseReason};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::fmt::Write as _;

/// An agent in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// Its key.
    pub id: i64,
    /// The name of its board.
    pub board: String,
    /// Its name.
    pub name: String,
    /// How its owner can be reached; may be empty.
    pub contact: String,
    /// The hash of its token; `None` for anchors and agents that have withdrawn.
    pub token: Option<String>,
    /// The policy of an anchor.
    pub policy: Option<String>,
    /// Its state.
    pub state: AgentState,
    /// Whether its validation game was played without faults.
    pub valid: bool,
    /// Why it is paused, as an English sentence; may be empty.
    pub reason: String,
    /// The same as codes with arguments; `None` in stores of versions that had none.
    pub pause: Option<PauseReason>,
    /// In seconds since 1970.
    pub created: i64,
}

/// The hash of a token, as 64 hexadecimal digits.
#[must_use]
pub fn token_hash(token: &str) -> String {
    let digest = Sha256::digest(token.as_bytes());
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

const AGENT: &str = "SELECT id, board, name, contact, token, policy, state, valid, reason, created \
     FROM ladder_agents";

impl Store {
    /// The agents of a board, in order of registration.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_agents(&self, board: &Board) -> Result<Vec<Agent>, StoreError> {
        let rows = sqlx::query(&format!("{AGENT} WHERE board = $1 ORDER BY id"))
            .bind(board.to_string())
            .fetch_all(&self.pool)
            .await;
        self.agents_of(rows)
    }

    /// The agent of a key.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ladder_agent(&self, id: i64) -> Result<Option<Agent>, StoreError> {
        let rows = sqlx::query(&format!("{AGENT} WHERE id = $1"))
            .bind(id)
            .fetch_all(&self.pool)
            .await;
        Ok(self.agents_of(rows)?.pop())
    }

    fn agents_of(&self, rows: Result<Vec<AnyRow>, sqlx::Error>) -> Result<Vec<Agent>, StoreError> {
        let read = self.each(rows, |row| {
            let policy: String = row.try_get(5)?;
            let stored: String = row.try_get(8)?;
            let pause: Option<PauseReason> = serde_json::from_str(&stored).ok();
            let agent = Agent {
                id: whole(row, 0)?,
                board: row.try_get(1)?,
                name: row.try_get(2)?,
                contact: row.try_get(3)?,
                token: row.try_get(4)?,
                policy: Some(policy).filter(|policy| !policy.is_empty()),
                state: AgentState::New,
                valid: whole(row, 7)? == 1,
                reason: (pause.as_ref()).map_or(stored, PauseReason::to_string),
                pause,
                created: whole(row, 9)?,
            };
            let state: String = row.try_get(6)?;
            Ok((agent, state))
        })?;
        let with_state = |(agent, name): (Agent, String)| {
            let mut states = AgentState::ALL.into_iter();
            let state = states.find(|state| state.name() == name);
            let state = state.ok_or_else(|| self.unreadable("an agent"))?;
            Ok(Agent { state, ..agent })
        };
        read.into_iter().map(with_state).collect()
    }

    /// Registers an agent. `token` is the hash of its token.
    ///
    /// # Errors
    /// [`LadderError`].
    pub async fn register_ladder_agent(
        &self,
        board: &Board,
        name: &str,
        contact: &str,
        token: &str,
    ) -> Result<Agent, LadderError> {
        let values = [
            ("name_key", Value::Text(&name_key(name))),
            ("contact", Value::Text(contact)),
            ("token", Value::Text(token)),
            ("policy", Value::Text("")),
            ("state", Value::Text(AgentState::New.name())),
            ("valid", Value::Whole(0)),
        ];
        self.add_ladder_agent(board, name, values).await
    }

    /// The anchors of a board with these policies, the others excluded. Those that are missing are added.
    ///
    /// # Errors
    /// [`LadderError`].
    pub async fn ladder_anchors(
        &self,
        board: &Board,
        policies: &[&str],
    ) -> Result<Vec<Agent>, LadderError> {
        let mut agents = self.ladder_agents(board).await?;
        let mut anchors = Vec::new();
        for &policy in policies {
            let has = |agent: &Agent| agent.policy.as_deref() == Some(policy);
            if let Some(at) = agents.iter().position(has) {
                anchors.push(agents.swap_remove(at));
                continue;
            }
            let values = [
                ("name_key", Value::Text(policy)),
                ("contact", Value::Text("")),
                ("policy", Value::Text(policy)),
                ("state", Value::Text(AgentState::Active.name())),
                ("valid", Value::Whole(1)),
            ];
            anchors.push(self.add_ladder_agent(board, policy, values).await?);
        }
        Ok(anchors)
    }

    async fn add_ladder_agent<const N: usize>(
        &self,
        board: &Board,
        name: &str,
        values: [(&str, Value<'_>); N],
    ) -> Result<Agent, LadderError> {
        let failed = |error: sqlx::Error| match is_duplicate(&error) {
            true => LadderError::NameTaken(name.to_owned()),
            false => self.failed(error).into(),
        };
        let mut transaction = self.begin().await?;
        let id: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) + 1 FROM ladder_agents")
            .fetch_one(&mut *transaction)
            .await
            .map_err(failed)?;
        let board = board.to_string();
        let mut columns = "id, board, name, reason, created".to_owned();
        let mut row = vec![
            Value::Whole(id),
            Value::Text(&board),
            Value::Text(name),
            Value::Text(""),
            Value::Whole(now()),
        ];
        for (column, value) in values {
            columns += ", ";
            columns += column;
            row.push(value);
        }
        let table = format!("ladder_agents ({columns})");
        insert(&mut transaction, &table, &[row])
            .await
            .map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        let added = self.ladder_agent(id).await?;
        Ok(added.ok_or_else(|| self.unreadable("an agent"))?)
    }

    /// Sets the state of an agent, and why the ladder has paused it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_ladder_state(
        &self,
        agent: i64,
        state: AgentState,
        valid: bool,
        pause: Option<&PauseReason>,
    ) -> Result<(), StoreError> {
        let reason = pause.map_or(String::new(), |pause| json!(pause).to_string());
        let changed = sqlx::query(
            "UPDATE ladder_agents SET state = $2, valid = $3, reason = $4 \
             WHERE id = $1 AND state <> 'withdrawn'",
        )
        .bind(agent)
        .bind(state.name())
        .bind(i64::from(valid))
        .bind(reason)
        .execute(&self.pool)
        .await;
        changed.map(drop).map_err(|error| self.failed(error))
    }

    /// Withdraws an agent permanently. Its name becomes free, its token invalid; its games stay.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn withdraw_ladder_agent(&self, agent: i64) -> Result<(), StoreError> {
        self.ladder_change(
            "UPDATE ladder_agents SET state = 'withdrawn', token = NULL, name_key = NULL, contact = '' \
             WHERE id = $1",
            agent,
        )
        .await
    }

    /// Gives an agent another name.
    ///
    /// # Errors
    /// [`LadderError`].
    pub async fn rename_ladder_agent(&self, agent: i64, name: &str) -> Result<(), LadderError> {
        let renamed =
            sqlx::query("UPDATE ladder_agents SET name = $2, name_key = $3 WHERE id = $1")
                .bind(agent)
                .bind(name)
                .bind(name_key(name))
                .execute(&self.pool)
                .await;
        match renamed {
            Ok(_) => Ok(()),
            Err(error) if is_duplicate(&error) => Err(LadderError::NameTaken(name.to_owned())),
            Err(error) => Err(self.failed(error).into()),
        }
    }

    /// Replaces the token of an agent by that of another hash.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_ladder_token(&self, agent: i64, token: &str) -> Result<(), StoreError> {
        let changed = sqlx::query("UPDATE ladder_agents SET token = $2 WHERE id = $1")
            .bind(agent)
            .bind(token)
            .execute(&self.pool)
            .await;
        changed.map(drop).map_err(|error| self.failed(error))
    }
}

fn name_key(name: &str) -> String {
    name.to_lowercase()
}
