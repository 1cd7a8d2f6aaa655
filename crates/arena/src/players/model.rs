//! Language models as players.
//!
//! The arena neither sends requests nor writes texts: the caller that plays a [`Plan`](crate::Plan) provides
//! [`ModelPlayers`].
//! The clock, the fallback move after a fault, the log and the sums of tokens are as for other players.

use super::logs::GameLog;
use crate::definition::ModelSpec;
use crate::outcome::ModelUsage;
use parlour_engine::Rng;
use parlour_protocol::exchange::answer_or_fallback;
use parlour_protocol::{ActionRequest, AgentFault, Answer, Clock, Hosted, TimeControl};
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Asks language models. Without it, no request is ever made.
pub trait ModelPlayers<G: Hosted>: Debug + Send + Sync {
    /// Checks before the first game that the model can be asked.
    ///
    /// # Errors
    /// Why not, in one line.
    fn check(&self, model: &ModelSpec) -> Result<(), String>;

    /// A player for one seat in one game.
    fn player(&self, model: &ModelSpec) -> Box<dyn ModelPlayer<G>>;
}

/// The language model of one seat in one game.
pub trait ModelPlayer<G: Hosted> {
    /// Asks for an action, again if the answer is no legal action, until the time limit of the request.
    ///
    /// # Errors
    /// [`ModelError`].
    fn choose(
        &mut self,
        request: &ActionRequest<'_, G>,
        exchange: &mut ModelExchange<'_>,
    ) -> Result<G::Action, ModelError>;
}

/// Why a language model has not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// A fault: the fallback move is played.
    Fault(AgentFault),
    /// The endpoint will not answer any other request either: the tournament ends with this line, and can be resumed.
    Rejected(String),
}

/// What is exchanged for one action: counted, and logged if there is a log.
#[derive(Debug)]
pub struct ModelExchange<'a> {
    /// What the seat has used in the game so far.
    pub usage: &'a mut ModelUsage,
    log: Option<&'a mut GameLog>,
}

impl<'a> ModelExchange<'a> {
    /// An exchange without a log.
    pub fn new(usage: &'a mut ModelUsage) -> ModelExchange<'a> {
        ModelExchange { usage, log: None }
    }

    /// A request is sent. The text must not hold the key.
    pub fn sent(&mut self, text: &[u8]) {
        self.usage.requests += 1;
        if let Some(log) = &mut self.log {
            log.sent(text);
        }
    }

    /// The text of an answer has come. It must not hold the key.
    pub fn received(&mut self, text: &[u8]) {
        if let Some(log) = &mut self.log {
            log.received(text);
        }
    }
}

/// A language model in a seat of a game.
pub(super) struct ModelSeat<G: Hosted> {
    player: Box<dyn ModelPlayer<G>>,
    clock: Clock,
    usage: ModelUsage,
    log: Option<GameLog>,
}

impl<G: Hosted> ModelSeat<G> {
    pub(super) fn new(
        player: Box<dyn ModelPlayer<G>>,
        control: TimeControl,
        logged: bool,
    ) -> ModelSeat<G> {
        ModelSeat {
            player,
            clock: Clock::new(control),
            usage: ModelUsage::default(),
            log: logged.then(GameLog::new),
        }
    }

    /// The time limit of the next answer.
    pub(super) fn time_limit(&self) -> Duration {
        self.clock.limit()
    }

    /// Asks for an action; a fault becomes a fallback move.
    ///
    /// # Errors
    /// The line of [`ModelError::Rejected`].
    pub(super) fn answer(
        &mut self,
        request: &ActionRequest<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> Result<Answer<G::Action>, String> {
        let start = Instant::now();
        let mut exchange = ModelExchange {
            usage: &mut self.usage,
            log: self.log.as_mut(),
        };
        let chosen = self.player.choose(request, &mut exchange);
        self.clock.spend(start.elapsed());
        let answered = match chosen {
            Ok(action) => Ok(Answer::Action {
                action,
                corrected: false,
            }),
            Err(ModelError::Fault(fault)) => Err(fault),
            Err(ModelError::Rejected(line)) => return Err(line),
        };
        let answer = answer_or_fallback(answered, request, legal, rng);
        if let (Answer::Fault { fault, fallback }, Some(log)) = (&answer, &mut self.log) {
            log.fault(&format!("{fault}; played: {fallback}"));
        }
        Ok(answer)
    }

    /// What it used in the game, and its log.
    pub(super) fn finish(&mut self) -> (ModelUsage, Option<GameLog>) {
        (self.usage, self.log.take())
    }
}
