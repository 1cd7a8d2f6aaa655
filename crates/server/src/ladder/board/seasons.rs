//! The seasons of a board: the next one begins when a table is frozen, and its final is played.

use super::BoardTask;
use parlour_arena::StoreError;
use parlour_arena::ladder::season::final_schedule;
use parlour_arena::ladder::{FinalGame, Season, SeasonTotals};
use parlour_engine::Rules as _;
use parlour_protocol::Hosted;
use parlour_protocol::ladder::{AgentState, GameKind, SeasonState};
use std::collections::HashSet;
use std::sync::Arc;

/// A season whose table is frozen, and whose final is being played.
pub(super) struct FinalInProgress {
    pub(super) season: Season,
    pub(super) schedule: Vec<FinalGame>,
    /// The slots of games that are over or in progress.
    pub(super) begun: HashSet<u64>,
}

impl<G: Hosted> BoardTask<G> {
    /// Notices that the season was frozen, and that finals are over.
    pub(super) async fn read_seasons(&mut self) -> Result<(), StoreError> {
        let store = self.shared.store.clone();
        let seasons = store.ladder_seasons(&self.shared.board).await?;
        for season in &seasons {
            match season.state {
                SeasonState::Open if season.id != self.season.id => {
                    self.totals = SeasonTotals::read(&store, season.id).await?;
                    self.standings = Arc::default();
                    self.ratings.clear();
                    self.unrated = self.totals.games() > 0;
                    self.season = season.clone();
                    tracing::info!(board = %self.shared.board, season = season.id, "a season has begun");
                }
                SeasonState::Final => {
                    let known = |other: &FinalInProgress| other.season.id == season.id;
                    match self.finals.iter().position(known) {
                        // It was ended early.
                        Some(at) if season.final_games == 0 => self.finals[at].schedule.clear(),
                        Some(_) => {}
                        None => self.begin_final(season).await?,
                    }
                }
                SeasonState::Open | SeasonState::Closed => {}
            }
        }
        self.close_finals().await
    }

    /// Plans the games of a final that are not stored yet.
    pub(super) async fn begin_final(&mut self, season: &Season) -> Result<(), StoreError> {
        let store = &self.shared.store;
        let (_, finalists) = store.ladder_standings(season.id).await?;
        let anchors: Vec<i64> = self.anchors.iter().map(|anchor| anchor.id).collect();
        let schedule = final_schedule(
            &finalists,
            &anchors,
            self.rules.seats(),
            season.final_games,
            &season.secret,
        );
        let stored = store.ladder_results(season.id, GameKind::Final).await?;
        let begun = stored.iter().filter_map(|seats| seats[0].slot).collect();
        self.finals.push(FinalInProgress {
            season: season.clone(),
            schedule,
            begun,
        });
        Ok(())
    }

    /// Closes the seasons without a game that is in progress or still to be played.
    pub(super) async fn close_finals(&mut self) -> Result<(), StoreError> {
        let agents = &self.agents;
        let has_left = |agent: &i64| {
            let entry = agents.get(agent);
            entry.is_some_and(|entry| entry.agent.state == AgentState::Withdrawn)
        };
        let mut over = Vec::new();
        for one in &self.finals {
            let is_left = |game: &FinalGame| {
                !one.begun.contains(&game.slot) && !game.agents.iter().any(has_left)
            };
            let in_progress = self
                .running
                .values()
                .any(|(season, _)| *season == one.season.id);
            if !in_progress && !one.schedule.iter().any(is_left) {
                over.push(one.season.id);
            }
        }
        for season in over {
            self.shared.store.close_ladder_season(season).await?;
            tracing::info!(board = %self.shared.board, season, "a season is closed");
            self.finals.retain(|one| one.season.id != season);
        }
        Ok(())
    }
}
