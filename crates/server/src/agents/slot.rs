//! A slot of a series: the agent or policy that plays, its current seat, and its totals.

use super::action_request::SeatAnswer;
use super::remote_agent::RemoteAgent;
use super::seat_offer::SeatOffer;
use crate::token::Token;
use parlour_engine::{Policy, Rng, Seat, Viewer};
use parlour_protocol::{ActionRequest, AgentFault, Answer, Hosted};

/// A participant of a series.
pub(super) struct Slot<G: Hosted> {
    /// The name it asked for.
    pub(super) requested_name: String,
    /// Its name here, distinct from the others.
    pub(super) name: String,
    pub(super) seat: Seat,
    pub(super) player: SlotPlayer<G>,
    /// The token with which its agent may reconnect.
    pub(super) token: Option<Token>,
    /// Number of connections that were offered this slot and asked for their name.
    pub(super) pending_names: usize,
    pub(super) wins: f64,
    pub(super) total: i64,
    pub(super) faults: u64,
    pub(super) corrected: u64,
}

pub(super) enum SlotPlayer<G: Hosted> {
    Vacant,
    Policy(Box<dyn Policy<G>>),
    Agent(Box<RemoteAgent<G>>),
}

impl<G: Hosted> Default for Slot<G> {
    fn default() -> Self {
        Slot {
            requested_name: String::new(),
            name: String::new(),
            seat: Seat(0),
            player: SlotPlayer::Vacant,
            token: None,
            pending_names: 0,
            wins: 0.0,
            total: 0,
            faults: 0,
            corrected: 0,
        }
    }
}

impl<G: Hosted> Slot<G> {
    pub(super) fn is_vacant(&self) -> bool {
        matches!(self.player, SlotPlayer::Vacant)
    }

    /// What it is for a connection that asks for a seat.
    pub(super) fn offer(&self) -> SeatOffer<'_> {
        let awaits_classic = match &self.player {
            SlotPlayer::Vacant | SlotPlayer::Policy(_) => false,
            SlotPlayer::Agent(agent) => !agent.is_connected() && !agent.speaks_lines(),
        };
        SeatOffer {
            is_free: self.is_vacant(),
            token: self.token.as_ref(),
            awaited: awaits_classic.then_some(&self.requested_name),
            pending_names: self.pending_names,
        }
    }

    pub(super) fn agent(&mut self) -> Option<&mut RemoteAgent<G>> {
        match &mut self.player {
            SlotPlayer::Agent(agent) => Some(agent),
            SlotPlayer::Vacant | SlotPlayer::Policy(_) => None,
        }
    }

    /// Encodes a request, if a remote agent plays.
    ///
    /// # Errors
    /// Why it cannot be sent.
    pub(super) fn prepare(&mut self, request: &ActionRequest<'_, G>) -> Result<(), AgentFault> {
        self.agent().map_or(Ok(()), |agent| agent.prepare(request))
    }

    /// Returns the answer to a request. `prepared` is the result of [`prepare`](Self::prepare), if that was called.
    pub(super) async fn choose(
        &mut self,
        request: ActionRequest<'_, G>,
        prepared: Option<Result<(), AgentFault>>,
        rng: &mut Rng,
    ) -> SeatAnswer<G::Action> {
        let seat = self.seat;
        let answer = match &mut self.player {
            SlotPlayer::Agent(agent) => {
                let prepared = prepared.unwrap_or_else(|| agent.prepare(&request));
                agent.request_action(&request, prepared, rng).await
            }
            SlotPlayer::Policy(policy) => {
                let legal = request.table.state().legal_actions(seat);
                let known = request.table.information_state(Viewer::Seat(seat));
                Answer::Action {
                    action: policy.choose(&known, &legal, rng),
                    corrected: false,
                }
            }
            SlotPlayer::Vacant => unreachable!("games begin when every slot is taken"),
        };
        SeatAnswer { seat, answer }
    }
}
