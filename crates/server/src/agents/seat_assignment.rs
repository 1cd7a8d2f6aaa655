//! Who comes to the table, and where he sits.

use super::accept::{NewConnection, reject};
use super::host::HostError;
use super::hosted_series::HostedSeries;
use super::link::{Fault, Link};
use super::remote_agent::{Dialect, RemoteAgent, ask_name};
use super::report::Note;
use super::slot::{Slot, SlotPlayer};
use crate::token::Token;
use futures_util::future::join_all;
use parlour_protocol::Hosted;
use parlour_protocol::lines::{self, Hello, ToAgent};
use tokio::time::{Instant, sleep_until};

/// Connections that have been asked for their name and have not told it.
const MAX_UNIDENTIFIED: usize = 2048;

impl<G: Hosted> HostedSeries<'_, G> {
    /// Waits until every chair is taken.
    pub(super) async fn gather(&mut self) -> Result<(), HostError> {
        let mut last = Instant::now();
        while self.slots.iter().any(Slot::is_free) {
            let anybody = !self.slots.iter().all(Slot::is_free);
            let waits = self.options.fill.is_some() && anybody;
            tokio::select! {
                Some(arrival) = self.arrivals.recv() => {
                    last = Instant::now();
                    self.receive(arrival).await?;
                }
                Some(Ok((slot, link, said))) = self.name_requests.join_next() => {
                    self.seat_named(slot, link, said)?;
                }
                () = sleep_until(last + self.options.wait), if waits => self.fill()?,
            }
        }
        // Who has not told its name by now is not needed.
        self.name_requests.abort_all();
        Ok(())
    }

    fn fill(&mut self) -> Result<(), HostError> {
        let Some(policy) = self.options.fill.clone() else {
            return Ok(());
        };
        for index in 0..self.slots.len() {
            if self.slots[index].is_free() {
                self.slots[index].player = SlotPlayer::Policy(G::policy(&policy)?);
                self.call(index, &policy);
            }
        }
        Ok(())
    }

    /// Gives a chair its name.
    fn call(&mut self, index: usize, said: &str) {
        let taken = |name: &str| self.slots.iter().any(|slot| slot.name == name);
        let mut name = said.to_owned();
        let mut number = 2;
        while taken(&name) {
            name = format!("{said}-{number}");
            number += 1;
        }
        let slot = &mut self.slots[index];
        slot.said = said.to_owned();
        slot.name = name.clone();
        (self.note)(Note::Seated(name));
    }

    /// Between turns: whoever has come meanwhile.
    pub(super) async fn look_up(&mut self) -> Result<(), HostError> {
        while let Ok(arrival) = self.arrivals.try_recv() {
            self.receive(arrival).await?;
        }
        while let Some(done) = self.name_requests.try_join_next() {
            if let Ok((slot, link, said)) = done {
                self.seat_named(slot, link, said)?;
            }
        }
        Ok(())
    }

    async fn receive(&mut self, arrival: NewConnection) -> Result<(), HostError> {
        let NewConnection { link, hello } = arrival;
        match hello {
            None => self.ask_name(link, None),
            Some(hello) => return self.receive_lines(link, hello).await,
        }
        Ok(())
    }

    /// Opens the game for a classic agent that may sit on a free chair, or on one that
    /// its agent has left; its answer is its name.
    fn ask_name(&mut self, mut link: Link, wanted: Option<usize>) {
        let Some(classic) = self.classic else {
            return (self.note)(Note::Turned(
                "no classic dialect for these rules".to_owned(),
            ));
        };
        let open = (0..self.slots.len()).filter(|&index| self.slots[index].awaits_classic());
        let best = open.min_by_key(|&index| self.slots[index].pending_names);
        let Some(index) = wanted
            .or(best)
            .filter(|_| self.name_requests.len() < MAX_UNIDENTIFIED)
        else {
            return (self.note)(Note::Turned("the table is full".to_owned()));
        };
        self.slots[index].pending_names += 1;
        let opening = (classic.initialize)(&self.rules, self.slots[index].seat);
        let until = self.until();
        self.name_requests.spawn(async move {
            let said = ask_name(&mut link, &opening, until).await;
            (index, link, said)
        });
    }

    /// A classic agent has told its name.
    fn seat_named(
        &mut self,
        index: usize,
        link: Link,
        said: Result<Vec<u8>, Fault>,
    ) -> Result<(), HostError> {
        self.slots[index].pending_names -= 1;
        let said = match said {
            Ok(said) => lines::tidy_name(&String::from_utf8_lossy(&said)),
            Err(fault) => {
                (self.note)(Note::Turned(format!("no name: {fault}")));
                return Ok(());
            }
        };
        let fits = |slot: &Slot<G>| slot.is_free() || (slot.awaits_classic() && slot.said == said);
        if fits(&self.slots[index])
            && let Some(classic) = self.classic
        {
            self.sit(
                index,
                RemoteAgent::new(link, Dialect::Classic(classic)),
                &said,
            );
            return Ok(());
        }
        // Another took that chair: it is told anew which seat it has.
        match self.slots.iter().position(fits) {
            Some(other) => self.ask_name(link, Some(other)),
            None => (self.note)(Note::Turned(format!("there is no seat for '{said}'"))),
        }
        Ok(())
    }

    fn sit(&mut self, index: usize, outside: RemoteAgent<G>, said: &str) {
        let back = !self.slots[index].is_free();
        self.slots[index].player = SlotPlayer::Agent(Box::new(outside));
        match back {
            true => (self.note)(Note::Back(self.slots[index].name.clone())),
            false => self.call(index, said),
        }
    }

    async fn receive_lines(&mut self, mut link: Link, hello: Hello) -> Result<(), HostError> {
        let until = self.until();
        let refusal = if hello.version != lines::VERSION {
            Some(format!("this table speaks version {}", lines::VERSION))
        } else if hello.game.as_deref().is_some_and(|game| game != G::NAME) {
            Some(format!("this table plays {}", G::NAME))
        } else {
            None
        };
        let slot = match &hello.token {
            Some(token) => (self.slots.iter()).position(|slot| slot.has_token(token)),
            None => {
                let free = (0..self.slots.len()).filter(|&index| self.slots[index].is_free());
                free.min_by_key(|&index| self.slots[index].pending_names)
            }
        };
        let index = match (refusal, slot) {
            (None, Some(index)) => index,
            (refusal, _) => {
                let reason = refusal.unwrap_or_else(|| "there is no seat for you".to_owned());
                reject(&mut link, &reason, self.options.think).await;
                (self.note)(Note::Turned(reason));
                return Ok(());
            }
        };
        let said = lines::tidy_name(hello.name.as_deref().unwrap_or_default());
        let token = match &self.slots[index].token {
            Some(token) => token.clone(),
            None => Token::new().map_err(HostError::Run)?,
        };
        self.sit(index, RemoteAgent::new(link, Dialect::Lines(hello)), &said);
        let slot = &mut self.slots[index];
        let welcome = ToAgent::Welcome {
            version: lines::VERSION,
            game: G::NAME,
            rules: &self.rules,
            name: Some(&slot.name),
            token: Some(token.reveal()),
            // Seats are given anew for each game.
            seat: None,
            games: self.options.games,
            think: Some(self.options.think.as_millis() as u64),
        };
        if let SlotPlayer::Agent(outside) = &mut slot.player {
            outside.say(&welcome, until).await;
        }
        slot.token = Some(token);
        self.note_losses();
        Ok(())
    }

    /// Ends every connection.
    pub(super) async fn say_goodbye(&mut self) {
        let until = self.until();
        let saying = (self.slots.iter_mut())
            .filter_map(|slot| Some(slot.outside()?.bye("all games are played", until)));
        join_all(saying).await;
    }
}
