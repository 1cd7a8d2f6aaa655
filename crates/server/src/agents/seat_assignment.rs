//! Assigns the slots of a series to connections as they arrive.

use super::accept::{NewConnection, reject};
use super::host::HostError;
use super::hosted_series::HostedSeries;
use super::link::{AgentFault, Link};
use super::remote_agent::{Dialect, RemoteAgent, public_name, request_name};
use super::report::SeriesNote;
use super::seat_offer::{self, Named, SeatOffer};
use super::slot::{Slot, SlotPlayer};
use crate::distinct_name::distinct_name;
use crate::token::Token;
use futures_util::future::join_all;
use parlour_protocol::Hosted;
use parlour_protocol::exchange::check_hello;
use parlour_protocol::lines::{self, Hello, ToAgent};
use tokio::time::{Instant, sleep_until};

/// Connections that have been asked for their name and have not answered.
const MAX_UNIDENTIFIED: usize = 2048;

impl<G: Hosted> HostedSeries<'_, G> {
    /// Waits until every slot is taken.
    pub(super) async fn fill_slots(&mut self) -> Result<(), HostError> {
        let mut last = Instant::now();
        while self.slots.iter().any(Slot::is_vacant) {
            let anybody = !self.slots.iter().all(Slot::is_vacant);
            let waits = self.options.fill.is_some() && anybody;
            tokio::select! {
                Some(arrival) = self.arrivals.recv() => {
                    last = Instant::now();
                    self.admit(arrival).await?;
                }
                Some(Ok((slot, link, name))) = self.name_requests.join_next() => {
                    self.admit_classic(slot, link, name)?;
                }
                () = sleep_until(last + self.options.wait), if waits => self.fill_with_policies()?,
            }
        }
        // Connections without a name by now are not needed.
        self.name_requests.abort_all();
        Ok(())
    }

    fn fill_with_policies(&mut self) -> Result<(), HostError> {
        let Some(policy) = self.options.fill.clone() else {
            return Ok(());
        };
        for index in 0..self.slots.len() {
            if self.slots[index].is_vacant() {
                self.slots[index].player = SlotPlayer::Policy(G::policy(&policy)?);
                self.assign_name(index, &policy);
            }
        }
        Ok(())
    }

    fn offers(&self) -> Vec<SeatOffer<'_>> {
        self.slots.iter().map(Slot::offer).collect()
    }

    /// Names a slot, distinct from the other names.
    fn assign_name(&mut self, index: usize, name: &str) {
        let taken = |name: &str| self.slots.iter().any(|slot| slot.name == name);
        let name = distinct_name(name, taken);
        let slot = &mut self.slots[index];
        slot.requested_name = name.to_owned();
        slot.name = name.clone();
        (self.note)(SeriesNote::Seated(name));
    }

    /// Admits the connections that have arrived since the last turn.
    pub(super) async fn admit_arrivals(&mut self) -> Result<(), HostError> {
        while let Ok(arrival) = self.arrivals.try_recv() {
            self.admit(arrival).await?;
        }
        while let Some(done) = self.name_requests.try_join_next() {
            if let Ok((slot, link, name)) = done {
                self.admit_classic(slot, link, name)?;
            }
        }
        Ok(())
    }

    async fn admit(&mut self, arrival: NewConnection) -> Result<(), HostError> {
        let NewConnection { link, hello } = arrival;
        match hello {
            None => self.request_name(link, None),
            Some(hello) => return self.admit_lines(link, hello).await,
        }
        Ok(())
    }

    /// Opens the game for a classic agent, whose answer is its name. It is offered a vacant slot, or one whose agent
    /// has disconnected.
    fn request_name(&mut self, mut link: Link, wanted: Option<usize>) {
        let Some(classic) = self.classic else {
            return (self.note)(SeriesNote::Rejected(
                "no classic dialect for these rules".to_owned(),
            ));
        };
        let Some(index) = wanted
            .or_else(|| seat_offer::classic_offer(&self.offers()))
            .filter(|_| self.name_requests.len() < MAX_UNIDENTIFIED)
        else {
            return (self.note)(SeriesNote::Rejected("the table is full".to_owned()));
        };
        self.slots[index].pending_names += 1;
        let opening = (classic.initialize)(&self.rules, self.slots[index].seat);
        let deadline = self.deadline();
        self.name_requests.spawn(async move {
            let name = request_name(&mut link, &opening, deadline).await;
            (index, link, name)
        });
    }

    /// Assigns a slot to a classic agent that has told its name.
    fn admit_classic(
        &mut self,
        index: usize,
        link: Link,
        name: Result<Vec<u8>, AgentFault>,
    ) -> Result<(), HostError> {
        self.slots[index].pending_names -= 1;
        let name = name.map_err(|fault| format!("no name: {fault}"));
        let name = match name.and_then(|name| public_name(&name).map_err(str::to_owned)) {
            Ok(name) => name,
            Err(reason) => {
                (self.note)(SeriesNote::Rejected(reason));
                return Ok(());
            }
        };
        match (
            seat_offer::named(&self.offers(), index, &name),
            self.classic,
        ) {
            (Named::Seated(index), Some(classic)) => {
                let agent = RemoteAgent::new(link, Dialect::Classic(classic));
                self.occupy(index, agent, &name);
            }
            // With the seat of the other slot.
            (Named::Offered(other), _) => self.request_name(link, Some(other)),
            _ => (self.note)(SeriesNote::Rejected(format!(
                "there is no seat for '{name}'"
            ))),
        }
        Ok(())
    }

    fn occupy(&mut self, index: usize, agent: RemoteAgent<G>, name: &str) {
        let back = !self.slots[index].is_vacant();
        self.slots[index].player = SlotPlayer::Agent(Box::new(agent));
        match back {
            true => (self.note)(SeriesNote::Back(self.slots[index].name.clone())),
            false => self.assign_name(index, name),
        }
    }

    async fn admit_lines(&mut self, mut link: Link, hello: Hello) -> Result<(), HostError> {
        let deadline = self.deadline();
        let slot = match &hello.token {
            Some(token) => seat_offer::with_token(&self.offers(), token),
            None => seat_offer::free_seat(&self.offers()),
        };
        let index = match (check_hello(&hello, G::NAME, "this table"), slot) {
            (Ok(()), Some(index)) => index,
            (checked, _) => {
                let reason = checked
                    .err()
                    .unwrap_or("there is no seat for you".to_owned());
                reject(&mut link, &reason, None, self.options.think).await;
                (self.note)(SeriesNote::Rejected(reason));
                return Ok(());
            }
        };
        let name = lines::tidy_name(hello.name.as_deref().unwrap_or_default());
        let token = match &self.slots[index].token {
            Some(token) => token.clone(),
            None => Token::new().map_err(HostError::Run)?,
        };
        self.occupy(index, RemoteAgent::new(link, Dialect::Lines(hello)), &name);
        let slot = &mut self.slots[index];
        let welcome = ToAgent::Welcome {
            version: lines::VERSION,
            game: G::NAME,
            rules: &self.rules,
            name: Some(&slot.name),
            token: Some(token.reveal()),
            // Each game assigns the seats anew.
            seat: None,
            games: self.options.games,
            think: Some(self.options.think.as_millis() as u64),
        };
        if let SlotPlayer::Agent(agent) = &mut slot.player {
            agent.send_message(&welcome, deadline).await;
        }
        slot.token = Some(token);
        self.note_losses();
        Ok(())
    }

    /// Closes every connection.
    pub(super) async fn close_connections(&mut self) {
        let deadline = self.deadline();
        let closing = (self.slots.iter_mut())
            .filter_map(|slot| Some(slot.agent()?.close("all games are played", None, deadline)));
        join_all(closing).await;
    }
}
