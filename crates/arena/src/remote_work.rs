//! A tournament whose games are played elsewhere: on other threads, processes, machines.
//!
//! [`play`] plays games by their numbers, anywhere; a [`Desk`] takes them in, in any order and more
//! than once if need be, and keeps store and books as [`run`](crate::run()) does. The result is the same.

use crate::fixture_game;
use crate::outcome::Played;
use crate::plan::Plan;
use crate::players::Bench;
use crate::players::lobby::Lobby;
use crate::report::Report;
use crate::runner::{Note, RunError, Writer, books, enter, report};
use crate::running_totals::Ledger;
use crate::store::{Holder, Store};
use parlour_protocol::Hosted;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Plays games of the schedule, one after the other.
///
/// # Errors
/// There is no game of that number, or a policy of the house plays what it must not.
pub fn play<G: Hosted>(plan: &Plan<G>, numbers: &[u64]) -> Result<Vec<Played>, String> {
    let planned = plan.schedule.games();
    let lobby = Lobby::new(plan);
    if !lobby.is_needless() {
        return Err(
            "players who connect by themselves play in `parlour tournament` only".to_owned(),
        );
    }
    let mut bench = Bench::new(planned, Arc::new(lobby));
    let games = numbers.iter().map(|&number| {
        if number >= planned {
            return Err(format!(
                "there is no game {number}: they are 0 to {}",
                planned - 1
            ));
        }
        fixture_game::play(plan, &plan.schedule.fixture(number), &mut bench)
    });
    let games = games.collect();
    bench.close::<G>("these games are over");
    games
}

/// Where the games of a tournament come in.
#[derive(Debug)]
pub struct Desk<G: Hosted> {
    plan: Arc<Plan<G>>,
    store: Store,
    tournament: i64,
    patience: Duration,
    holder: Holder,
    ledger: Ledger,
    done: BTreeSet<u64>,
}

impl<G: Hosted> Desk<G> {
    /// Finds the tournament in the store, or enters it there.
    ///
    /// # Errors
    /// [`RunError`]: when it is there and `resume` is not asked for, with another definition, or played
    /// by somebody else.
    pub async fn open(
        plan: Arc<Plan<G>>,
        store: Store,
        resume: bool,
        patience: Duration,
        holder: Holder,
    ) -> Result<Desk<G>, RunError> {
        let tournament = enter(&plan, &store, resume, &holder).await?.id;
        let ledger = books(&plan, &store, tournament).await?;
        let results = store.results(tournament).await?;
        Ok(Desk {
            plan,
            done: results.iter().map(|result| result.number).collect(),
            store,
            tournament,
            patience,
            holder,
            ledger,
        })
    }

    /// The numbers of the games that are still to be played, in order; none once a test has decided.
    pub fn missing(&self) -> Vec<u64> {
        match self.ledger.end() {
            Some(_) => Vec::new(),
            None => (0..self.plan.schedule.games())
                .filter(|number| !self.done.contains(number))
                .collect(),
        }
    }

    /// Takes games in. Those that are there already change nothing.
    ///
    /// # Errors
    /// [`RunError`]; then the same games can be brought again, unless somebody else plays on.
    pub async fn take(&mut self, games: &[Played]) -> Result<(), RunError> {
        let mut note = |_| ();
        let mut writer = self.writer(&mut note);
        (writer.hold(&self.plan.definition.name, &self.holder)).await?;
        writer.write(games).await?;
        for game in games {
            if self.done.insert(game.number) {
                self.ledger.add(game.result());
            }
        }
        Ok(())
    }

    /// Whether all games are there, or a test has decided.
    pub fn is_over(&self) -> bool {
        self.ledger.end().is_some()
    }

    /// Brings ratings into the store, and the end if it is reached; then reports.
    ///
    /// # Errors
    /// [`RunError`].
    pub async fn close(&mut self) -> Result<Report, RunError> {
        self.writer(&mut |_| ()).close(&self.ledger).await?;
        // One that cannot be given back runs out.
        let _ = self.store.give_back(self.tournament, &self.holder).await;
        Ok(report(&self.plan, &self.ledger))
    }

    fn writer<'a>(&'a self, note: &'a mut (dyn FnMut(Note) + Send)) -> Writer<'a> {
        Writer {
            store: &self.store,
            tournament: self.tournament,
            patience: self.patience,
            note,
        }
    }

    /// The store, and the key of the tournament in it.
    pub fn stored(&self) -> (&Store, i64) {
        (&self.store, self.tournament)
    }
}
