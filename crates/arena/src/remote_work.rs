//! Tournaments whose games are played by other threads, processes or machines.
//!
//! A [`RemotePlayer`] plays games by their numbers, anywhere. A [`RemoteWork`] accepts their results in any order, repeated ones
//! too, and updates store and totals as [`run`](crate::run()) does. The result is the same.

use crate::deals::Deals;
use crate::fixture_game;
use crate::outcome::Played;
use crate::plan::Plan;
use crate::players::ProgramPool;
use crate::players::lobby::Lobby;
use crate::report::Report;
use crate::runner::{Note, RunError, Writer, deals, enter, report, totals};
use crate::running_totals::RunningTotals;
use crate::store::{Holder, Store};
use parlour_protocol::Hosted;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Plays games of the schedule, one after the other. Its programs stay from call to call.
pub struct RemotePlayer<G: Hosted> {
    plan: Arc<Plan<G>>,
    programs: ProgramPool,
}

impl<G: Hosted> RemotePlayer<G> {
    /// A player for a tournament.
    ///
    /// # Errors
    /// If remote programs take part.
    pub fn new(plan: Arc<Plan<G>>) -> Result<RemotePlayer<G>, String> {
        let lobby = Lobby::new(&plan);
        if !lobby.is_empty() {
            return Err("remote players can play in `parlour tournament` only".to_owned());
        }
        let programs = ProgramPool::new(plan.schedule.games(), Arc::new(lobby));
        Ok(RemotePlayer { plan, programs })
    }

    /// Plays games. `stop` is asked before each.
    ///
    /// # Errors
    /// There is no game of that number, a built-in policy plays an illegal action, or `stop` returns true.
    pub fn play(
        &mut self,
        deals: &Deals,
        numbers: &[u64],
        stop: impl Fn() -> bool,
    ) -> Result<Vec<Played>, String> {
        let schedule = &self.plan.schedule;
        let planned = schedule.games();
        let games = numbers.iter().map(|&number| {
            if stop() {
                return Err("stopped".to_owned());
            }
            if number >= planned {
                return Err(format!(
                    "there is no game {number}: they are 0 to {}",
                    planned - 1
                ));
            }
            let fixture = schedule.fixture(number, deals);
            fixture_game::play(&self.plan, &fixture, &mut self.programs)
        });
        games.collect()
    }
}

impl<G: Hosted> Drop for RemotePlayer<G> {
    fn drop(&mut self) {
        self.programs.close::<G>("these games are over");
    }
}

/// A tournament that accepts games played elsewhere.
#[derive(Debug)]
pub struct RemoteWork<G: Hosted> {
    plan: Arc<Plan<G>>,
    store: Store,
    tournament: i64,
    patience: Duration,
    holder: Holder,
    totals: RunningTotals,
    deals: Deals,
    done: BTreeSet<u64>,
}

impl<G: Hosted> RemoteWork<G> {
    /// Finds the tournament in the store, or creates it there.
    ///
    /// # Errors
    /// [`RunError`]: when it exists and `resume` is false, has another definition, or is played by another process.
    pub async fn open(
        plan: Arc<Plan<G>>,
        store: Store,
        resume: bool,
        patience: Duration,
        holder: Holder,
    ) -> Result<RemoteWork<G>, RunError> {
        let tournament = enter(&plan, &store, resume, &holder).await?.id;
        let totals = totals(&plan, &store, tournament).await?;
        let results = store.results(tournament).await?;
        let deals = deals(&plan, &store, tournament).await?;
        Ok(RemoteWork {
            plan,
            done: results.iter().map(|result| result.number).collect(),
            store,
            tournament,
            patience,
            holder,
            totals,
            deals,
        })
    }

    /// The numbers of the games still to play, in order; empty once a test has decided.
    pub fn missing(&self) -> Vec<u64> {
        match self.totals.end() {
            Some(_) => Vec::new(),
            None => (0..self.plan.schedule.games())
                .filter(|number| !self.done.contains(number))
                .collect(),
        }
    }

    /// Adds games. Games that are stored already are ignored.
    ///
    /// # Errors
    /// [`RunError`]; the same games can then be added again, unless another process holds the tournament.
    pub async fn take(&mut self, games: &[Played]) -> Result<(), RunError> {
        let mut note = |_| ();
        let mut writer = self.writer(&mut note);
        (writer.hold(&self.plan.definition.name, &self.holder)).await?;
        writer.write(games).await?;
        for game in games {
            if self.done.insert(game.number) {
                self.totals.add(game.result());
            }
        }
        Ok(())
    }

    /// Renews the lease, which otherwise expires if no game comes for a while.
    ///
    /// # Errors
    /// [`RunError`]; also if another process plays the tournament by now.
    pub async fn renew(&mut self) -> Result<(), RunError> {
        let mut note = |_| ();
        let mut writer = self.writer(&mut note);
        writer.hold(&self.plan.definition.name, &self.holder).await
    }

    /// Whether all games are stored, or a test has decided.
    pub fn is_over(&self) -> bool {
        self.totals.end().is_some()
    }

    /// Stores ratings, and the end if it is reached; then returns the report.
    ///
    /// # Errors
    /// [`RunError`].
    pub async fn close(&mut self) -> Result<Report, RunError> {
        self.writer(&mut |_| ()).close(&self.totals).await?;
        // A lease that cannot be released expires.
        let _ = self
            .store
            .release_lease(self.tournament, &self.holder)
            .await;
        Ok(report(&self.plan, &self.totals))
    }

    fn writer<'a>(&'a self, note: &'a mut (dyn FnMut(Note) + Send)) -> Writer<'a> {
        Writer {
            store: &self.store,
            tournament: self.tournament,
            patience: self.patience,
            stop: None,
            note,
        }
    }

    /// The deals, which those who play the games need.
    pub fn deals(&self) -> &Deals {
        &self.deals
    }

    /// The number of games from number 0 on that may be shown; `None` for all.
    pub fn public_games(&self) -> Option<u64> {
        let counted = self.totals.counted().len() as u64;
        match self.deals.are_secret() && !self.is_over() {
            true => Some(self.plan.schedule.games_with_past_deals(counted)),
            false => None,
        }
    }

    /// The store, and the tournament's key in it.
    pub fn stored(&self) -> (&Store, i64) {
        (&self.store, self.tournament)
    }
}
