//! A series of games at one table: deals, asks, plays, tells, counts.

use super::accept::Arrival;
use super::adaptive_wait::Vigil;
use super::host::{HostError, HostOptions};
use super::link::{Fault, Link};
use super::remote_agent::{Move, Outside, Question, Said};
use super::report::{Note, Report, Standing};
use super::series_seat::{Chair, Sitter};
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
pub(super) struct Party<'a, G: Hosted> {
    pub(super) rules: G::Rules,
    deal: Option<DealSource<G::Deal>>,
    pub(super) options: HostOptions,
    pub(super) classic: Option<&'static Classic<G>>,
    /// In the order in which they came; seats are given to them anew for each game.
    pub(super) chairs: Vec<Chair<G>>,
    pub(super) arrivals: mpsc::Receiver<Arrival>,
    /// Classic connections that were asked for their name, each for a chair.
    pub(super) naming: JoinSet<(usize, Link, Result<Vec<u8>, Fault>)>,
    pub(super) note: &'a mut dyn FnMut(Note),
    vigil: Vigil,
}

impl<'a, G: Hosted> Party<'a, G> {
    pub(super) fn new(
        rules: G::Rules,
        deal: Option<DealSource<G::Deal>>,
        options: HostOptions,
        arrivals: mpsc::Receiver<Arrival>,
        note: &'a mut dyn FnMut(Note),
    ) -> Self {
        Party {
            classic: G::classic(&rules),
            chairs: (0..rules.seats()).map(|_| Chair::default()).collect(),
            rules,
            deal,
            options,
            arrivals,
            naming: JoinSet::new(),
            note,
            vigil: Vigil::default(),
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
        let standing = |chair: &Chair<G>| Standing {
            name: chair.name.clone(),
            wins: chair.wins,
            mean: chair.total as f64 / games.max(1) as f64,
            mean_name: G::MEAN,
            faults: chair.faults,
            corrected: chair.corrected,
        };
        Ok(Report {
            games,
            seats: self.chairs.iter().map(standing).collect(),
            seconds,
        })
    }

    /// Gives every chair a seat.
    fn shuffle(&mut self, number: u64) {
        let mut seats: Vec<Seat> = Seat::all(self.chairs.len()).collect();
        if self.options.shuffle {
            seats.shuffle(&mut Streams::new(self.options.seed).task(number));
        }
        for (chair, seat) in self.chairs.iter_mut().zip(seats) {
            chair.seat = seat;
        }
    }

    /// When an answer or a message that starts now has to be done.
    pub(super) fn until(&self) -> Instant {
        Instant::now() + self.options.think
    }

    async fn play(&mut self, number: u64) -> Result<String, HostError> {
        let seed = Streams::new(self.options.seed).game_seed(number);
        let mut names = vec![String::new(); self.chairs.len()];
        for chair in &self.chairs {
            names[chair.seat.index()].clone_from(&chair.name);
        }
        let deal = self.deal.clone().unwrap_or(DealSource::Seed(seed));
        let mut table = Table::<G>::new(self.rules.clone(), deal, names)?;
        self.begin(number, &table).await?;
        let streams = Streams::new(seed);
        let mut rngs: Vec<Rng> = Seat::all(self.chairs.len())
            .map(|seat| streams.seat(seat))
            .collect();
        while !table.to_move().is_empty() {
            self.look_up().await?;
            // Only the classic dialect tells what has changed; others are told what is.
            let before = self.is_watched().then(|| table.state().clone());
            for made in self.ask(&table, &mut rngs).await {
                self.count(&made)?;
                let played = match made.said {
                    Said::Resigns => {
                        table.resign(made.seat);
                        break;
                    }
                    Said::Plays { action, .. } | Said::Fault { played: action, .. } => {
                        table.play(made.seat, action)
                    }
                };
                // Defaults and answers are both checked to be legal.
                if let Err(error) = played {
                    unreachable!("{error}");
                }
            }
            if let Some(before) = before {
                self.tell(&before, table.state()).await;
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
        for chair in &mut self.chairs {
            let seat = chair.seat;
            match &mut chair.sitter {
                Sitter::Outside(outside) => {
                    beginning.push(outside.begin(number + 1, table, seat, until));
                }
                Sitter::House(policy) => {
                    if let Some(fill) = fill {
                        *policy = G::policy(fill)?;
                    }
                }
                Sitter::Nobody => {}
            }
        }
        join_all(beginning).await;
        self.note_losses();
        Ok(())
    }

    /// Asks everybody whose turn it is, all at once.
    async fn ask(&mut self, table: &Table<G>, rngs: &mut [Rng]) -> Vec<Move<G::Action>> {
        let to_move = table.to_move();
        let id = table.actions().len() as u64;
        let think = self.options.think;
        let question = |seat| Question {
            state: table.state(),
            seat,
            id,
            think,
        };
        let mut rngs: Vec<Option<&mut Rng>> = rngs.iter_mut().map(Some).collect();
        // While the table stays awake the programs answer the first question as the next is written. Otherwise
        // all are written before the first is sent: programs that had to be woken for each would be too often.
        let (start, early) = (std::time::Instant::now(), !self.vigil.is_awake());
        let mut posed = Vec::new();
        for chair in &mut self.chairs {
            let rng = rngs[chair.seat.index()].take();
            if let Some(rng) = rng.filter(|_| to_move.contains(chair.seat)) {
                let question = question(chair.seat);
                let ready = early.then(|| chair.pose(&question));
                posed.push((chair, question, ready, rng));
            }
        }
        let asking = (posed.into_iter())
            .map(|(chair, question, ready, rng)| chair.choose(question, ready, rng));
        let mut moves = self.vigil.keep(start, join_all(asking)).await;
        moves.sort_by_key(|made| made.seat);
        moves
    }

    fn count(&mut self, made: &Move<G::Action>) -> Result<(), HostError> {
        let chair = (self.chairs.iter_mut()).find(|chair| chair.seat == made.seat);
        let Some(chair) = chair else { return Ok(()) };
        let (fault, played) = match &made.said {
            Said::Resigns => return Ok(()),
            Said::Plays { corrected, .. } => {
                chair.corrected += u64::from(*corrected);
                return Ok(());
            }
            Said::Fault { fault, played } => (fault, played),
        };
        chair.faults += 1;
        let name = chair.name.clone();
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
        let mut chairs = self.chairs.iter_mut();
        chairs.any(|chair| chair.outside().is_some_and(|outside| outside.hears_turns()))
    }

    /// Tells what a turn has led to.
    async fn tell(&mut self, before: &G, after: &G) {
        let until = self.until();
        let telling = self.chairs.iter_mut().filter_map(|chair| {
            let seat = chair.seat;
            Some(chair.outside()?.tell(before, after, seat, until))
        });
        join_all(telling).await;
        self.note_losses();
    }

    async fn finish(&mut self, number: u64, table: &Table<G>, outcome: &Outcome) {
        let until = self.until();
        for chair in &mut self.chairs {
            chair.wins += u64::from(outcome.winners.contains(chair.seat));
            chair.total += i64::from(outcome.scores[chair.seat.index()]);
        }
        let finishing = self.chairs.iter_mut().filter_map(|chair| {
            let seat = chair.seat;
            Some(chair.outside()?.finish(table, seat, until))
        });
        join_all(finishing).await;
        self.note_losses();
        let scores = (self.chairs.iter())
            .map(|chair| (chair.name.clone(), outcome.scores[chair.seat.index()]))
            .collect();
        (self.note)(Note::Over(number + 1, scores));
    }

    /// Notes who is gone since it was last looked.
    pub(super) fn note_losses(&mut self) {
        for chair in &mut self.chairs {
            if chair.outside().is_some_and(Outside::has_just_left) {
                (self.note)(Note::Left(chair.name.clone()));
            }
        }
    }
}
