//! A place at the table of a series, and who sits there.

use super::link::Fault;
use super::remote_agent::{ActionRequest, Answer, RemoteAgent, SeatAnswer};
use crate::token::Token;
use parlour_engine::{Policy, Rng, Seat, Viewer};
use parlour_protocol::Hosted;

/// Who plays, wherever he sits.
pub(super) struct Slot<G: Hosted> {
    /// As it came, and as it is called here: two of one name are told apart.
    pub(super) said: String,
    pub(super) name: String,
    pub(super) seat: Seat,
    pub(super) player: SlotPlayer<G>,
    /// What takes the chair again, if its agent got such a thing.
    pub(super) token: Option<Token>,
    /// Connections asked for their name in the hope that they sit here.
    pub(super) pending_names: usize,
    pub(super) wins: u64,
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
            said: String::new(),
            name: String::new(),
            seat: Seat(0),
            player: SlotPlayer::Vacant,
            token: None,
            pending_names: 0,
            wins: 0,
            total: 0,
            faults: 0,
            corrected: 0,
        }
    }
}

impl<G: Hosted> Slot<G> {
    pub(super) fn is_free(&self) -> bool {
        matches!(self.player, SlotPlayer::Vacant)
    }

    /// Whether a classic agent may sit here: nobody does, or one that has left.
    pub(super) fn awaits_classic(&self) -> bool {
        match &self.player {
            SlotPlayer::Vacant => true,
            SlotPlayer::Policy(_) => false,
            SlotPlayer::Agent(outside) => !outside.is_here() && !outside.speaks_lines(),
        }
    }

    pub(super) fn has_token(&self, shown: &str) -> bool {
        self.token.as_ref().is_some_and(|token| token.is(shown))
    }

    /// The agent from outside that sits here.
    pub(super) fn outside(&mut self) -> Option<&mut RemoteAgent<G>> {
        match &mut self.player {
            SlotPlayer::Agent(outside) => Some(outside),
            SlotPlayer::Vacant | SlotPlayer::Policy(_) => None,
        }
    }

    /// Gets a question ready for whoever sits here.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(super) fn pose(&mut self, question: &ActionRequest<'_, G>) -> Result<(), Fault> {
        self.outside()
            .map_or(Ok(()), |outside| outside.pose(question))
    }

    /// The answer, which is legal whatever is said. `posed` is what came of posing the question, if that
    /// was done before.
    pub(super) async fn choose(
        &mut self,
        question: ActionRequest<'_, G>,
        posed: Option<Result<(), Fault>>,
        rng: &mut Rng,
    ) -> SeatAnswer<G::Action> {
        let seat = self.seat;
        let said = match &mut self.player {
            SlotPlayer::Agent(outside) => {
                let posed = posed.unwrap_or_else(|| outside.pose(&question));
                outside.answer(&question, posed, rng).await
            }
            SlotPlayer::Policy(policy) => {
                let legal = question.table.state().legal_actions(seat);
                let known = question.table.information_state(Viewer::Seat(seat));
                Answer::Action {
                    action: policy.choose(&known, &legal, rng),
                    corrected: false,
                }
            }
            SlotPlayer::Vacant => unreachable!("games begin when every slot is taken"),
        };
        SeatAnswer { seat, said }
    }
}
