//! Finds tables by what connections ask for, without looking at every table.

use crate::token::TokenHash;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The free seats and the tokens of all tables, as their rooms have told.
#[derive(Default)]
pub(super) struct SeatIndex {
    tables: Mutex<Tables>,
    /// Notified when a table has a free seat for a remote agent.
    pub(super) wanted: Notify,
}

#[derive(Default)]
struct Tables {
    /// The ids of the tables with a free seat for each kind of agent, by their sequence numbers.
    waiting: HashMap<AgentKind, BTreeMap<u64, String>>,
    /// The ids of the tables by the tokens that give access to a seat.
    by_token: HashMap<TokenHash, String>,
}

/// What kind of remote agent a seat is for, or a connection is.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum AgentKind {
    /// One of the classic dialect.
    Classic,
    /// One that plays this game.
    Of(String),
    /// One that plays any game.
    Any,
}

impl SeatIndex {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says whether a table has a free seat for a kind of agent.
    pub(super) fn set_waiting(&self, kind: AgentKind, number: u64, id: &str, waits: bool) {
        let mut tables = self.tables();
        let waiting = tables.waiting.entry(kind).or_default();
        match waits {
            true => drop(waiting.insert(number, id.to_owned())),
            false => drop(waiting.remove(&number)),
        }
    }

    /// The oldest table with a free seat for a kind of agent, except those that had none in the end.
    pub(super) fn waiting(&self, kind: &AgentKind, tried: &[String]) -> Option<String> {
        let tables = self.tables();
        let mut waiting = tables.waiting.get(kind)?.values();
        waiting.find(|id| !tried.contains(id)).cloned()
    }

    /// Replaces the tokens of a table.
    pub(super) fn set_tokens(&self, id: &str, before: &[TokenHash], now: &[TokenHash]) {
        let mut tables = self.tables();
        for token in before {
            // A token may have gone over to another table.
            if tables.by_token.get(token).is_some_and(|known| known == id) {
                tables.by_token.remove(token);
            }
        }
        for &token in now {
            tables.by_token.insert(token, id.to_owned());
        }
    }

    /// The table with this token.
    pub(super) fn with_token(&self, token: TokenHash) -> Option<String> {
        self.tables().by_token.get(&token).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str) -> TokenHash {
        TokenHash::of(text)
    }

    #[test]
    fn the_oldest_waiting_table_of_a_kind_is_found() {
        let index = SeatIndex::default();
        let (any, classic) = (AgentKind::Any, AgentKind::Classic);
        index.set_waiting(any.clone(), 2, "b", true);
        index.set_waiting(any.clone(), 1, "a", true);
        index.set_waiting(AgentKind::Of("jaipur".to_owned()), 2, "b", true);
        let found = |kind, tried: &[&str]| {
            let tried: Vec<String> = tried.iter().map(|&id| id.to_owned()).collect();
            index.waiting(&kind, &tried)
        };
        assert_eq!(found(any.clone(), &[]).as_deref(), Some("a"));
        assert_eq!(found(any.clone(), &["a"]).as_deref(), Some("b"));
        assert_eq!(
            found(AgentKind::Of("jaipur".to_owned()), &[]).as_deref(),
            Some("b")
        );
        assert_eq!(found(AgentKind::Of("modern-art".to_owned()), &[]), None);
        assert_eq!(found(classic, &[]), None);
        index.set_waiting(any.clone(), 1, "a", false);
        assert_eq!(found(any, &[]).as_deref(), Some("b"));
    }

    #[test]
    fn a_token_belongs_to_the_table_that_named_it_last() {
        let index = SeatIndex::default();
        index.set_tokens("a", &[], &[token("1"), token("2")]);
        index.set_tokens("b", &[], &[token("2")]);
        // The first table ends.
        index.set_tokens("a", &[token("1"), token("2")], &[]);
        assert_eq!(index.with_token(token("1")), None);
        assert_eq!(index.with_token(token("2")).as_deref(), Some("b"));
    }
}
