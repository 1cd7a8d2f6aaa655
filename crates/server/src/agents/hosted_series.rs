//! A series of games between remote agents and built-in policies, played in one task.

use super::accept::NewConnection;
use super::action_request::SeatAnswer;
use super::adaptive_wait::AdaptiveWait;
use super::host::{HostError, HostOptions};
use super::link::{AgentFault, Link};
use super::remote_agent::RemoteAgent;
use super::report::{SeriesNote, SeriesReport, Standing};
use super::slot::{Slot, SlotPlayer};
use futures_util::future::join_all;
use parlour_arena::{DealProof, Deals};
use parlour_engine::{DealSource, Outcome, Rng, Rules as _, Seat, Streams, Table};
use parlour_protocol::classic::Classic;
use parlour_protocol::{ActionRequest, Answer, Hosted};
use rand::seq::SliceRandom as _;
use std::io;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// A series in progress.
pub(super) struct HostedSeries<'a, G: Hosted> {
    pub(super) rules: G::Rules,
    deal: Option<DealSource<G::Deal>>,
    deals: Deals,
    pub(super) options: HostOptions,
    pub(super) classic: Option<&'static Classic<G>>,
    /// In order of arrival. Each game assigns the seats anew.
    pub(super) slots: Vec<Slot<G>>,
    pub(super) arrivals: mpsc::Receiver<NewConnection>,
    /// Classic connections that were asked for their name, with the slot each was offered.
    pub(super) name_requests: JoinSet<(usize, Link, Result<Vec<u8>, AgentFault>)>,
    pub(super) note: &'a mut dyn FnMut(SeriesNote),
    wait: AdaptiveWait,
}

impl<'a, G: Hosted> HostedSeries<'a, G> {
    pub(super) fn new(
        rules: G::Rules,
        (deal, deals): (Option<DealSource<G::Deal>>, Deals),
        options: HostOptions,
        arrivals: mpsc::Receiver<NewConnection>,
        note: &'a mut dyn FnMut(SeriesNote),
    ) -> Self {
        HostedSeries {
            classic: G::classic(&rules),
            slots: (0..rules.seats()).map(|_| Slot::default()).collect(),
            rules,
            deal,
            deals,
            options,
            arrivals,
            name_requests: JoinSet::new(),
            note,
            wait: AdaptiveWait::default(),
        }
    }

    /// Waits for the agents, plays all games, closes the connections.
    pub(super) async fn run(
        &mut self,
        record: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<SeriesReport, HostError> {
        self.assign_seats(0);
        self.fill_slots().await?;
        let start = Instant::now();
        for number in 0..self.options.games {
            if number > 0 {
                self.assign_seats(number);
            }
            let line = self.play(number).await?;
            record(&line).map_err(HostError::Record)?;
        }
        let seconds = start.elapsed().as_secs_f64();
        self.close_connections().await;
        let games = self.options.games;
        let standing = |slot: &Slot<G>| Standing {
            name: slot.name.clone(),
            wins: slot.wins,
            mean: slot.total as f64 / games.max(1) as f64,
            mean_name: G::MEAN,
            faults: slot.faults,
            corrected: slot.corrected,
        };
        Ok(SeriesReport {
            games,
            deals: self.proof(),
            seats: self.slots.iter().map(standing).collect(),
            seconds,
        })
    }

    /// What is public about the deals after the last game.
    fn proof(&self) -> Option<DealProof> {
        let games = self.options.games;
        let proof = DealProof {
            public_seed: !self.deals.are_secret(),
            ..self.deals.proof(1, games, Some(games))
        };
        self.deal.is_none().then_some(proof)
    }

    /// Assigns seats to the slots.
    fn assign_seats(&mut self, number: u64) {
        let mut seats: Vec<Seat> = Seat::all(self.slots.len()).collect();
        if self.options.shuffle {
            seats.shuffle(&mut self.deals.seats(number, number));
        }
        for (slot, seat) in self.slots.iter_mut().zip(seats) {
            slot.seat = seat;
        }
    }

    /// The deadline of an answer or a message that starts now.
    pub(super) fn deadline(&self) -> Instant {
        Instant::now() + self.options.think
    }

    async fn play(&mut self, number: u64) -> Result<String, HostError> {
        let seed = self.deals.deal(number, number);
        let choices = match self.deals.are_secret() {
            true => self.deals.choices(number, number),
            false => seed,
        };
        let mut names = vec![String::new(); self.slots.len()];
        for slot in &self.slots {
            names[slot.seat.index()].clone_from(&slot.name);
        }
        let deal = self.deal.clone().unwrap_or(DealSource::Seed(seed));
        let mut table = Table::<G>::new(self.rules.clone(), deal, names)?;
        self.announce_game(number, &table).await?;
        let streams = Streams::new(choices);
        let mut rngs: Vec<Rng> = Seat::all(self.slots.len())
            .map(|seat| streams.seat(seat))
            .collect();
        while !table.to_move().is_empty() {
            self.admit_arrivals().await?;
            let before = self.has_observers().then(|| table.clone());
            for answered in self.request_actions(&table, &mut rngs).await {
                self.count_fault(&answered)?;
                let played = match answered.answer {
                    Answer::Resign => {
                        table.resign(answered.seat);
                        break;
                    }
                    Answer::Action { action, .. }
                    | Answer::Fault {
                        fallback: action, ..
                    } => table.play(answered.seat, action),
                };
                // Answers and fallback moves are both checked to be legal.
                if let Err(error) = played {
                    unreachable!("{error}");
                }
            }
            if let Some(before) = before {
                self.send_turn(&before, &table).await;
            }
        }
        let outcome = table.outcome().expect("nobody is to move");
        self.finish(number, &table, &outcome).await;
        Ok(table.record().to_line())
    }

    /// Announces a game to every agent.
    async fn announce_game(&mut self, number: u64, table: &Table<G>) -> Result<(), HostError> {
        let deadline = self.deadline();
        let fill = self.options.fill.as_deref();
        let mut announcements = Vec::new();
        for slot in &mut self.slots {
            let seat = slot.seat;
            match &mut slot.player {
                SlotPlayer::Agent(agent) => {
                    announcements.push(agent.begin(number + 1, table, seat, deadline));
                }
                SlotPlayer::Policy(policy) => {
                    if let Some(fill) = fill {
                        *policy = G::policy(fill)?;
                    }
                }
                SlotPlayer::Vacant => {}
            }
        }
        join_all(announcements).await;
        self.note_losses();
        Ok(())
    }

    /// Requests an action from each seat to move, all at the same time.
    async fn request_actions(
        &mut self,
        table: &Table<G>,
        rngs: &mut [Rng],
    ) -> Vec<SeatAnswer<G::Action>> {
        let to_move = table.to_move();
        let id = table.actions().len() as u64;
        let think = self.options.think;
        let request = |seat| ActionRequest {
            table,
            seat,
            id,
            think,
        };
        let mut rngs: Vec<Option<&mut Rng>> = rngs.iter_mut().map(Some).collect();
        // While the host spins, agents answer the first request while the next is encoded. Otherwise all are encoded
        // before the first is sent: agents that are woken one by one would wake the host as often.
        let (start, early) = (std::time::Instant::now(), !self.wait.spins());
        let mut requests = Vec::new();
        for slot in &mut self.slots {
            let rng = rngs[slot.seat.index()].take();
            if let Some(rng) = rng.filter(|_| to_move.contains(slot.seat)) {
                let request = request(slot.seat);
                let prepared = early.then(|| slot.prepare(&request));
                requests.push((slot, request, prepared, rng));
            }
        }
        let choosing = (requests.into_iter())
            .map(|(slot, request, prepared, rng)| slot.choose(request, prepared, rng));
        let mut answers = self.wait.run(start, join_all(choosing)).await;
        answers.sort_by_key(|answer| answer.seat);
        answers
    }

    fn count_fault(&mut self, answered: &SeatAnswer<G::Action>) -> Result<(), HostError> {
        let slot = (self.slots.iter_mut()).find(|slot| slot.seat == answered.seat);
        let Some(slot) = slot else { return Ok(()) };
        let (fault, fallback) = match &answered.answer {
            Answer::Resign => return Ok(()),
            Answer::Action { corrected, .. } => {
                slot.corrected += u64::from(*corrected);
                return Ok(());
            }
            Answer::Fault { fault, fallback } => (fault, fallback),
        };
        slot.faults += 1;
        let name = slot.name.clone();
        (self.note)(SeriesNote::Fault {
            name: name.clone(),
            seat: answered.seat,
            fault: fault.clone(),
            played: fallback.to_string(),
        });
        match self.options.strict {
            true => Err(HostError::Fault {
                name,
                fault: Box::new(fault.clone()),
            }),
            false => Ok(()),
        }
    }

    /// Whether an agent wants to be told of every turn.
    fn has_observers(&mut self) -> bool {
        let mut slots = self.slots.iter_mut();
        slots.any(|slot| slot.agent().is_some_and(|agent| agent.hears_turns()))
    }

    /// Sends the result of a turn to the agents.
    async fn send_turn(&mut self, before: &Table<G>, after: &Table<G>) {
        let deadline = self.deadline();
        let sending = self.slots.iter_mut().filter_map(|slot| {
            let seat = slot.seat;
            Some(slot.agent()?.send_turn(before, after, seat, deadline))
        });
        join_all(sending).await;
        self.note_losses();
    }

    async fn finish(&mut self, number: u64, table: &Table<G>, outcome: &Outcome) {
        let deadline = self.deadline();
        for slot in &mut self.slots {
            slot.wins += outcome.share(slot.seat);
            slot.total += i64::from(outcome.scores[slot.seat.index()]);
        }
        let finishing = self.slots.iter_mut().filter_map(|slot| {
            let seat = slot.seat;
            Some(slot.agent()?.finish(table, seat, deadline))
        });
        join_all(finishing).await;
        self.note_losses();
        let scores = (self.slots.iter())
            .map(|slot| (slot.name.clone(), outcome.scores[slot.seat.index()]))
            .collect();
        (self.note)(SeriesNote::Over(number + 1, scores));
    }

    /// Notes the agents that have disconnected since the last call.
    pub(super) fn note_losses(&mut self) {
        for slot in &mut self.slots {
            if slot.agent().is_some_and(RemoteAgent::take_disconnect) {
                (self.note)(SeriesNote::Left(slot.name.clone()));
            }
        }
    }
}
