//! The games of a board: who plays now, and what follows from the results.

use super::{BoardTask, NEW_RATING, RESERVED};
use crate::agents::remote_agent::RemoteAgent;
use crate::ladder::entry::{AgentEntry, Presence};
use crate::ladder::game::{self, GamePlayer, GameSeat, GameSetup, RemotePlayer, Replacement};
use parlour_arena::StoreError;
use parlour_arena::ladder::opponents::opponents;
use parlour_arena::ladder::{Candidate, FinalGame, LadderGame, Season};
use parlour_engine::Rules as _;
use parlour_protocol::Hosted;
use parlour_protocol::ladder::{AgentState, GameKind};
use rand::seq::SliceRandom as _;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::Id;
use tokio::time::Instant;
use tracing::Instrument as _;

impl<G: Hosted> BoardTask<G> {
    /// The agents that can play now, those that have waited longest first.
    pub(super) fn idle(&self, state: AgentState) -> Vec<(Instant, i64)> {
        let mut idle: Vec<(Instant, i64)> = (self.agents.iter())
            .filter(|(_, entry)| entry.agent.state == state)
            .filter_map(|(agent, entry)| Some((entry.idle_since()?, *agent)))
            .collect();
        idle.sort_unstable();
        idle
    }

    pub(super) fn candidate(&self, agent: i64, since: Option<Instant>) -> Candidate {
        Candidate {
            agent,
            rating: self.ratings.get(&agent).copied().unwrap_or(NEW_RATING),
            games: self.totals.games_of(agent),
            slow: (self.agents.get(&agent)).is_some_and(AgentEntry::is_slow),
            waited: since.map_or(Duration::ZERO, |since| since.elapsed()),
        }
    }

    /// Starts the games that can be played now: validation games, games of finals, then rated games.
    pub(super) async fn match_agents(&mut self) -> Result<(), StoreError> {
        let seats = self.rules.seats();
        for (_, agent) in self.idle(AgentState::New) {
            let random = self.anchors.first().map(|anchor| anchor.id);
            let Some(random) = random else { break };
            let mut players = vec![random; seats];
            players[0] = agent;
            let season = self.season.clone();
            self.start(&season, GameKind::Validation, None, players)
                .await?;
        }
        for at in 0..self.finals.len() {
            let free: HashSet<i64> = (self.idle(AgentState::Active).into_iter())
                .map(|(_, agent)| agent)
                .chain(self.anchors.iter().map(|anchor| anchor.id))
                .collect();
            let one = &self.finals[at];
            let next = one.schedule.iter().find(|game| {
                !one.begun.contains(&game.slot) && game.agents.iter().all(|id| free.contains(id))
            });
            if let Some(game) = next.cloned() {
                let season = one.season.clone();
                self.finals[at].begun.insert(game.slot);
                let FinalGame { slot, agents } = game;
                let started = self
                    .start(&season, GameKind::Final, Some(slot), agents)
                    .await;
                if !matches!(started, Ok(true)) {
                    self.finals[at].begun.remove(&slot);
                    started?;
                }
            }
        }
        let anchors: Vec<Candidate> = (self.anchors.iter())
            .map(|anchor| self.candidate(anchor.id, None))
            .collect();
        let mut idle: Vec<Candidate> = (self.idle(AgentState::Active).into_iter())
            .map(|(since, agent)| self.candidate(agent, Some(since)))
            .collect();
        let mut at = 0;
        while at < idle.len() {
            let first = idle[at];
            let chosen = opponents(
                &first,
                &idle,
                &anchors,
                seats,
                &self.meetings,
                &mut self.rng,
            );
            let Some(mut players) = chosen else {
                at += 1;
                continue;
            };
            players.push(first.agent);
            idle.retain(|candidate| !players.contains(&candidate.agent));
            self.meetings.add(&players);
            let season = self.season.clone();
            self.start(&season, GameKind::Rated, None, players).await?;
        }
        Ok(())
    }

    /// Starts a game. Returns whether all of its agents were still connected.
    pub(super) async fn start(
        &mut self,
        season: &Season,
        kind: GameKind,
        slot: Option<u64>,
        mut players: Vec<i64>,
    ) -> Result<bool, StoreError> {
        let number = self.next_number(season).await?;
        let deals = season.deals();
        // The schedule of a final rotates the seats.
        if kind != GameKind::Final {
            players.shuffle(&mut deals.seats(number, number));
        }
        let mut taken: HashMap<i64, (RemoteAgent<G>, Instant)> = HashMap::new();
        let mut all = true;
        for &agent in &players {
            let Some(entry) = self.agents.get_mut(&agent) else {
                continue;
            };
            if let Presence::Idle { since, handle, .. } =
                std::mem::replace(&mut entry.presence, Presence::Away)
            {
                match handle.take().await {
                    Some(remote) => {
                        taken.insert(agent, (remote, since));
                    }
                    None => all = false,
                }
            }
        }
        if !all {
            for (agent, (remote, since)) in taken {
                self.admit(agent, remote).await;
                // It has not lost its place in the queue.
                if let Some(Presence::Idle { since: place, .. }) =
                    self.agents.get_mut(&agent).map(|entry| &mut entry.presence)
                {
                    *place = since;
                }
            }
            return Ok(false);
        }
        let mut seats = Vec::new();
        let mut remote_agents = Vec::new();
        for &agent in &players {
            let (name, player) = match (taken.remove(&agent), self.agents.get_mut(&agent)) {
                (Some((remote, _)), Some(entry)) => {
                    let replacement = Arc::new(Replacement::default());
                    entry.presence = Presence::Playing(Arc::clone(&replacement));
                    remote_agents.push(agent);
                    let remote = RemotePlayer::new(remote, replacement, &self.shared);
                    (
                        entry.agent.name.clone(),
                        GamePlayer::Remote(Box::new(remote)),
                    )
                }
                _ => {
                    let anchor = self.anchors.iter().find(|anchor| anchor.id == agent);
                    let policy = anchor.and_then(|anchor| anchor.policy.clone());
                    let policy = policy.unwrap_or_else(|| "random".to_owned());
                    let name = policy.clone();
                    let thinker = None;
                    (name, GamePlayer::Anchor { policy, thinker })
                }
            };
            seats.push(GameSeat {
                agent,
                name,
                player,
            });
        }
        let setup = GameSetup {
            kind,
            slot,
            season: season.id,
            number,
            deal: deals.deal(number, number),
            choices: deals.choices(number, number),
            told: deals.told(number),
            rules: self.rules.clone(),
            seats,
        };
        let span = tracing::info_span!("ladder_game", board = %self.shared.board, season = season.number, number);
        let playing = game::play(setup, Arc::clone(&self.shared), self.events.clone());
        let playing = playing.instrument(span);
        let task = self.games.spawn(playing);
        self.running.insert(task.id(), (season.id, remote_agents));
        Ok(true)
    }

    /// A number for a game that was never used before.
    pub(super) async fn next_number(&mut self, season: &Season) -> Result<u64, StoreError> {
        let (next, end) = self.numbers.get(&season.id).copied().unwrap_or((0, 0));
        let (next, end) = match next < end {
            true => (next, end),
            false => {
                let store = &self.shared.store;
                let first = store.reserve_ladder_games(season.id, RESERVED).await?;
                (first, first + RESERVED)
            }
        };
        self.numbers.insert(season.id, (next + 1, end));
        Ok(next)
    }

    pub(super) fn count_game(&mut self, game: &LadderGame) {
        if game.kind == GameKind::Rated && game.season == self.season.id {
            let seats: Vec<_> = game.seats.iter().map(|(seat, _)| seat.into()).collect();
            self.totals.add(&seats);
            self.unrated = true;
        }
    }

    /// Forgets a game that is over. If its task failed, its agents are free, and have to connect again.
    pub(super) fn end_game(&mut self, id: Id, failed: bool) {
        let Some((_, agents)) = self.running.remove(&id) else {
            return;
        };
        for agent in agents.iter().filter(|_| failed) {
            if let Some(entry) = self.agents.get_mut(agent) {
                entry.presence = Presence::Away;
            }
        }
    }
}
