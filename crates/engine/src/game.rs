//! The [`Game`] trait: what a rulebook is.

use crate::{Rng, Seat, SeatSet, Viewer};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// The constants and options of a game that can be chosen before it starts.
pub trait Rules:
    Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// The names of the ready-made rule sets, the default first.
    fn names() -> &'static [&'static str];

    /// The rule set of that name.
    fn named(name: &str) -> Option<Self>;
}

/// A move: small, `Copy`, with one text form that people can read and type.
///
/// The same text serves the terminal, records, the protocol and tests, so
/// `text.parse()` must give back what `to_string()` wrote; serde uses it too
/// (see [`serde_as_text`](crate::serde_as_text)).
pub trait Action:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Display
    + FromStr<Err: Display>
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
}

impl<T> Action for T where
    T: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err: Display>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + 'static
{
}

/// What one seat may know, or what a spectator may.
pub trait View:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Whose eyes these are.
    fn viewer(&self) -> Viewer;
}

/// A game in progress: its state, and the rules that move it on.
///
/// The state follows from rules, deal and actions alone: chance is in the
/// deal, so that there are no chance nodes and a replay is exact. A turn
/// belongs to a set of seats: usually one; several when they choose at the same
/// time (sealed bids). Then each of them plays once, in any order, no view
/// shows what the others have chosen until all have, and the order in which
/// they answered changes nothing.
pub trait Game: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The name on command lines and in records, e.g. `jaipur`.
    const NAME: &'static str;

    /// What can be chosen before the start.
    type Rules: Rules;

    /// Everything that chance decides, as explicit cards.
    type Deal: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// A move.
    type Action: Action;

    /// What a seat may know.
    type View: View;

    /// Why an action is against the rules, in words for the player.
    type IllegalMove: std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// The deal that belongs to a seed.
    fn deal(rules: &Self::Rules, seed: u64) -> Self::Deal;

    /// The state before the first action.
    ///
    /// # Errors
    /// [`SetupError`] when the rules hold an impossible value, or when the deal
    /// does not fit the rules (a card twice, a card missing, hands of another size).
    fn new(rules: Self::Rules, deal: Self::Deal) -> Result<Self, SetupError>;

    /// The rules this game is played by.
    fn rules(&self) -> &Self::Rules;

    /// The seats that owe an action now; empty when the game is over.
    fn to_move(&self) -> SeatSet;

    /// Writes the legal actions of `seat` to `out`, which is cleared first.
    /// There are none when the seat is not to move, and at least one when it is.
    /// The order is fixed by the state; no action stands there twice.
    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// The legal actions of `seat` in a vector of their own.
    fn legal_actions(&self, seat: Seat) -> Vec<Self::Action> {
        let mut out = Vec::new();
        self.legal_actions_into(seat, &mut out);
        out
    }

    /// Whether the rules allow the action to a seat that is to move.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::IllegalMove>;

    /// Plays an action after checking it; the state is unchanged when it is refused.
    ///
    /// # Errors
    /// [`PlayError`], which carries the seat and the action it rejects.
    fn play(
        &mut self,
        seat: Seat,
        action: Self::Action,
    ) -> Result<(), PlayError<Self::Action, Self::IllegalMove>> {
        let to_move = self.to_move();
        if to_move.is_empty() {
            return Err(PlayError::GameOver { seat, action });
        }
        if !to_move.contains(seat) {
            return Err(PlayError::NotYourTurn { seat, action });
        }
        if let Err(refusal) = self.check(seat, action) {
            return Err(PlayError::Illegal {
                seat,
                action,
                refusal,
            });
        }
        self.play_unchecked(seat, action);
        Ok(())
    }

    /// Plays an action that the caller knows to be legal: `seat` is to move and
    /// [`check`](Game::check) allows the action. The battery holds it against
    /// [`play`](Game::play).
    ///
    /// # Panics
    /// May panic, or leave a state that [`audit`](Game::audit) rejects, when the
    /// action is not legal. It is never undefined behaviour.
    fn play_unchecked(&mut self, seat: Seat, action: Self::Action);

    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What each seat has scored so far, in the unit of the final score. When
    /// the game is over, this is the outcome's score.
    fn scores(&self) -> Vec<i32>;

    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Drops the history and keeps none of what follows, for playouts and searches: nobody
    /// looks back there, and without it clones and moves are cheap. The game goes on as it
    /// would have; only views no longer tell what happened. A game without a history does nothing.
    fn forget_history(&mut self) {}

    /// Checks what must always hold: every card in exactly one place, counts that agree.
    ///
    /// # Errors
    /// What does not hold, in words.
    fn audit(&self) -> Result<(), String>;
}

/// Games whose hidden cards can be dealt again to fit what a seat knows.
pub trait Resample: Game {
    /// A state drawn uniformly from the deals that agree with everything in
    /// `view`, the history included: `resample(v).view(v.viewer()) == v`.
    fn resample(view: &Self::View, rng: &mut Rng) -> Self;

    /// The state that [`resample`](Resample::resample) would give, with its
    /// [history forgotten](Game::forget_history): what searches begin from.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self {
        let mut state = Self::resample(view, rng);
        state.forget_history();
        state
    }
}

/// Games that can tell which actions show something hidden, so that the others
/// may be taken back.
pub trait Reveals: Game {
    /// Whether playing this legal action shows anybody something he did not know:
    /// a card from the deck, a token from a face-down pile. The player's own
    /// choice does not count.
    fn reveals(&self, seat: Seat, action: Self::Action) -> bool;
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Final score of each seat, in the game's own unit (rupees, seals, points, cash).
    pub scores: Vec<i32>,
    /// Who won. More than one seat shares the win: with two seats, a tie.
    pub winners: SeatSet,
}

impl Outcome {
    /// The win divided among those who share it: 1 in all, 0 for the others.
    pub fn share(&self, seat: Seat) -> f64 {
        if self.winners.contains(seat) {
            1.0 / self.winners.len() as f64
        } else {
            0.0
        }
    }
}

/// Rules or a deal that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The rules hold an impossible value.
    #[error("these rules cannot be played: {0}")]
    Rules(String),
    /// The deal does not fit the rules.
    #[error("this deal cannot be played: {0}")]
    Deal(String),
}

/// Why an action was not played. It carries what was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError<A: Debug + Display, R: fmt::Debug + Display> {
    /// The game is over.
    #[error("the game is over: {seat} cannot play '{action}'")]
    GameOver {
        /// Who tried.
        seat: Seat,
        /// What was tried.
        action: A,
    },
    /// Another seat is to move.
    #[error("it is not the turn of {seat} to play '{action}'")]
    NotYourTurn {
        /// Who tried.
        seat: Seat,
        /// What was tried.
        action: A,
    },
    /// A rule forbids it.
    #[error("{seat} cannot play '{action}': {refusal}")]
    Illegal {
        /// Who tried.
        seat: Seat,
        /// What was tried.
        action: A,
        /// The rule.
        refusal: R,
    },
}
