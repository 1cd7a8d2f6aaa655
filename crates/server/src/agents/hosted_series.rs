//! A series of games at one table: deals, asks, plays, tells, counts.

use super::accept::NewConnection;
use super::adaptive_wait::AdaptiveWait;
use super::host::{HostError, HostOptions};
use super::link::{Fault, Link};
use super::remote_agent::{ActionRequest, Answer, RemoteAgent, SeatAnswer};
use super::report::{Note, Report, Standing};
use super::slot::{Slot, SlotPlayer};
use futures_util::future::join_all;
use parlour_engine::{DealSource, Outcome, Rng, Rules as _, Seat, Streams, Table};
use parlour_protocol::Hosted;
use parlour_protocol::classic::Classic;
use rand::seq::SliceRandom as _;
use std::io;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// The table while it is held.
pub(super) struct HostedSeries<'a, G: Hosted> {
    pub(super) rules: G::Rules,
    deal: Option<DealSource<G::Deal>>,
    pub(super) options: HostOptions,
    pub(super) classic: Option<&'static Classic<G>>,
    /// In the order in which they came; seats are given to them anew for each game.
    pub(super) slots: Vec<Slot<G>>,
    pub(super) arrivals: mpsc::Receiver<NewConnection>,
    /// Classic connections that were asked for their name, each for a chair.
    pub(super) name_requests: JoinSet<(usize, Link, Result<Vec<u8>, Fault>)>,
    pub(super) note: &'a mut dyn FnMut(Note),
    vigil: AdaptiveWait,
}

impl<'a, G: Hosted> HostedSeries<'a, G> {
    pub(super) fn new(
        rules: G::Rules,
        deal: Option<DealSource<G::Deal>>,
        options: HostOptions,
        arrivals: mpsc::Receiver<NewConnection>,
        note: &'a mut dyn FnMut(Note),
    ) -> Self {
        HostedSeries {
            classic: G::classic(&rules),
            slots: (0..rules.seats()).map(|_| Slot::default()).collect(),
            rules,
            deal,
            options,
            arrivals,
            name_requests: JoinSet::new(),
            note,
            vigil: AdaptiveWait::default(),
        }
    }

    /// Waits for the agents, plays all games, says goodbye.
    pub(super) async fn hold(
        &mut self,
        record: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<Report, HostError> {
        self.shuffle(0);
        self.gather().await?;
        let start = Instant::now();
        for number in 0..self.options.games {
            if number > 0 {
                self.shuffle(number);
            }
            let line = self.play(number).await?;
            record(&line).map_err(HostError::Record)?;
        }
        let seconds = start.elapsed().as_secs_f64();
        self.say_goodbye().await;
        let games = self.options.games;
        let standing = |slot: &Slot<G>| Standing {
            name: slot.name.clone(),
            wins: slot.wins,
            mean: slot.total as f64 / games.max(1) as f64,
            mean_name: G::MEAN,
            faults: slot.faults,
            corrected: slot.corrected,
        };
        Ok(Report {
            games,
            seats: self.slots.iter().map(standing).collect(),
            seconds,
        })
    }

    /// Gives every chair a seat.
    fn shuffle(&mut self, number: u64) {
        let mut seats: Vec<Seat> = Seat::all(self.slots.len()).collect();
        if self.options.shuffle {
            seats.shuffle(&mut Streams::new(self.options.seed).task(number));
        }
        for (slot, seat) in self.slots.iter_mut().zip(seats) {
            slot.seat = seat;
        }
    }

    /// When an answer or a message that starts now has to be done.
    pub(super) fn until(&self) -> Instant {
        Instant::now() + self.options.think
    }

    async fn play(&mut self, number: u64) -> Result<String, HostError> {
        let seed = Streams::new(self.options.seed).game_seed(number);
        let mut names = vec![String::new(); self.slots.len()];
        for slot in &self.slots {
            names[slot.seat.index()].clone_from(&slot.name);
        }
        let deal = self.deal.clone().unwrap_or(DealSource::Seed(seed));
        let mut table = Table::<G>::new(self.rules.clone(), deal, names)?;
        self.begin(number, &table).await?;
        let streams = Streams::new(seed);
        let mut rngs: Vec<Rng> = Seat::all(self.slots.len())
            .map(|seat| streams.seat(seat))
            .collect();
        while !table.to_move().is_empty() {
            self.look_up().await?;
            // Only the classic dialect tells what has changed; others are told what is.
            let before = self.is_watched().then(|| table.clone());
            for made in self.ask(&table, &mut rngs).await {
                self.count(&made)?;
                let played = match made.said {
                    Answer::Resign => {
                        table.resign(made.seat);
                        break;
                    }
                    Answer::Action { action, .. } | Answer::Fault { played: action, .. } => {
                        table.play(made.seat, action)
                    }
                };
                // Defaults and answers are both checked to be legal.
                if let Err(error) = played {
                    unreachable!("{error}");
                }
            }
            if let Some(before) = before {
                self.tell(&before, &table).await;
            }
        }
        let outcome = table.outcome().expect("nobody is to move");
        self.finish(number, &table, &outcome).await;
        Ok(table.record().to_line())
    }

    /// Tells every agent that a game begins.
    async fn begin(&mut self, number: u64, table: &Table<G>) -> Result<(), HostError> {
        let until = self.until();
        let fill = self.options.fill.as_deref();
        let mut beginning = Vec::new();
        for slot in &mut self.slots {
            let seat = slot.seat;
            match &mut slot.player {
                SlotPlayer::Agent(outside) => {
                    beginning.push(outside.begin(number + 1, table, seat, until));
                }
                SlotPlayer::Policy(policy) => {
                    if let Some(fill) = fill {
                        *policy = G::policy(fill)?;
                    }
                }
                SlotPlayer::Vacant => {}
            }
        }
        join_all(beginning).await;
        self.note_losses();
        Ok(())
    }

    /// Asks everybody whose turn it is, all at once.
    async fn ask(&mut self, table: &Table<G>, rngs: &mut [Rng]) -> Vec<SeatAnswer<G::Action>> {
        let to_move = table.to_move();
        let id = table.actions().len() as u64;
        let think = self.options.think;
        let question = |seat| ActionRequest {
            table,
            seat,
            id,
            think,
        };
        let mut rngs: Vec<Option<&mut Rng>> = rngs.iter_mut().map(Some).collect();
        // While the table stays awake the programs answer the first question as the next is written. Otherwise
        // all are written before the first is sent: programs that had to be woken for each would be too often.
        let (start, early) = (std::time::Instant::now(), !self.vigil.is_awake());
        let mut posed = Vec::new();
        for slot in &mut self.slots {
            let rng = rngs[slot.seat.index()].take();
            if let Some(rng) = rng.filter(|_| to_move.contains(slot.seat)) {
                let question = question(slot.seat);
                let ready = early.then(|| slot.pose(&question));
                posed.push((slot, question, ready, rng));
            }
        }
        let asking = (posed.into_iter())
            .map(|(slot, question, ready, rng)| slot.choose(question, ready, rng));
        let mut moves = self.vigil.keep(start, join_all(asking)).await;
        moves.sort_by_key(|made| made.seat);
        moves
    }

    fn count(&mut self, made: &SeatAnswer<G::Action>) -> Result<(), HostError> {
        let slot = (self.slots.iter_mut()).find(|slot| slot.seat == made.seat);
        let Some(slot) = slot else { return Ok(()) };
        let (fault, played) = match &made.said {
            Answer::Resign => return Ok(()),
            Answer::Action { corrected, .. } => {
                slot.corrected += u64::from(*corrected);
                return Ok(());
            }
            Answer::Fault { fault, played } => (fault, played),
        };
        slot.faults += 1;
        let name = slot.name.clone();
        (self.note)(Note::Fault {
            name: name.clone(),
            seat: made.seat,
            fault: fault.clone(),
            played: played.to_string(),
        });
        match self.options.strict {
            true => Err(HostError::Fault {
                name,
                fault: fault.clone(),
            }),
            false => Ok(()),
        }
    }

    /// Whether anybody is told of every turn.
    fn is_watched(&mut self) -> bool {
        let mut slots = self.slots.iter_mut();
        slots.any(|slot| slot.outside().is_some_and(|outside| outside.hears_turns()))
    }

    /// Tells what a turn has led to.
    async fn tell(&mut self, before: &Table<G>, after: &Table<G>) {
        let until = self.until();
        let telling = self.slots.iter_mut().filter_map(|slot| {
            let seat = slot.seat;
            Some(slot.outside()?.tell(before, after, seat, until))
        });
        join_all(telling).await;
        self.note_losses();
    }

    async fn finish(&mut self, number: u64, table: &Table<G>, outcome: &Outcome) {
        let until = self.until();
        for slot in &mut self.slots {
            slot.wins += u64::from(outcome.winners.contains(slot.seat));
            slot.total += i64::from(outcome.scores[slot.seat.index()]);
        }
        let finishing = self.slots.iter_mut().filter_map(|slot| {
            let seat = slot.seat;
            Some(slot.outside()?.finish(table, seat, until))
        });
        join_all(finishing).await;
        self.note_losses();
        let scores = (self.slots.iter())
            .map(|slot| (slot.name.clone(), outcome.scores[slot.seat.index()]))
            .collect();
        (self.note)(Note::Over(number + 1, scores));
    }

    /// Notes who is gone since it was last looked.
    pub(super) fn note_losses(&mut self) {
        for slot in &mut self.slots {
            if slot.outside().is_some_and(RemoteAgent::has_just_left) {
                (self.note)(Note::Left(slot.name.clone()));
            }
        }
    }
}
