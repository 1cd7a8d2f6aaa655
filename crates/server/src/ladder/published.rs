//! The state of a board that is read outside its task.

use parlour_arena::ladder::{Agent, Season, Standing};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The state of a board.
#[derive(Clone, Debug)]
pub(super) struct BoardView {
    /// The season that is open.
    pub(super) season: Season,
    /// Its table, the best first.
    pub(super) standings: Arc<Vec<Standing>>,
    /// Its rated games.
    pub(super) games: u64,
    /// The agents by key, anchors too.
    pub(super) agents: Arc<HashMap<i64, Arc<Agent>>>,
    /// The connected agents.
    pub(super) connected: Arc<HashSet<i64>>,
}

/// The latest state of a board.
#[derive(Debug)]
pub(super) struct Published(Mutex<BoardView>);

impl Published {
    pub(super) fn new(view: BoardView) -> Published {
        Published(Mutex::new(view))
    }

    pub(super) fn get(&self) -> BoardView {
        let view = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        view.clone()
    }

    pub(super) fn set(&self, view: BoardView) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = view;
    }
}
