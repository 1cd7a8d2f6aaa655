//! The [`Game`] trait: the contract of a rulebook.

use crate::{Discard, EventSink, Position, PositionFault, Rng, Row, Seat, SeatSet, Table, Viewer};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// The constants and options of a game that can be chosen before it starts.
pub trait Rules:
    Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The number of seats.
    fn seats(&self) -> usize;

    /// The names of the ready-made rule sets, the default first.
    fn names() -> &'static [&'static str];

    /// The rule set of that name.
    fn named(name: &str) -> Option<Self>;

    /// Whether anything is hidden from a seat. The conformance tests check it.
    fn hides_something(&self) -> bool {
        true
    }
}

/// Bits of the [number](Action::number) of an action: a seat fits above them in 64.
pub const ACTION_NUMBER_BITS: u32 = 60;

/// A move: small, `Copy`, with one text form that people can read and type.
///
/// The same text serves the terminal, records, the protocol and tests, so
/// `text.parse()` must give back what `to_string()` wrote; serde uses it too
/// (see [`serde_as_text`](crate::serde_as_text)).
pub trait Action:
    Copy
    + Eq
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
    /// A number of [`ACTION_NUMBER_BITS`] that no other action of the game has. Lists of legal actions are in ascending
    /// order of it, and searches keep it in place of the action, as numbers are faster to compare.
    fn number(self) -> u64;
}

/// An observation: the part of a state that one seat, or a spectator, may know.
pub trait View:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The seat or spectator whose view it is.
    fn viewer(&self) -> Viewer;

    /// The view at the start of the current turn. In a turn of several seats this is the view in which
    /// nobody has answered yet; in all others it is the view itself. A seat that still owes an answer
    /// decides on it, so that its choice cannot depend on who answered first.
    #[must_use]
    fn at_turn_start(&self) -> Self {
        self.clone()
    }
}

/// The state of a game, and the rules that change it.
///
/// The state follows from rules, deal and actions alone: chance is in the
/// deal, so that there are no chance nodes and a replay is exact. It is the
/// position, not its history: what happens in public is emitted as
/// [events](Game::Event), and stored by the components that need it. Whatever a
/// player can deduce from past events about cards and money is part of the state and
/// of the views.
///
/// A turn belongs to a set of seats: usually one; several when they choose at the same
/// time (sealed bids). Then each of them plays once, in any order, no view and no event
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

    /// The observation of a seat or spectator.
    type View: View;

    /// Something that happened in public.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The rule that forbids an action, as a message to the player.
    type IllegalMove: std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// The deal that belongs to a seed.
    fn deal(rules: &Self::Rules, seed: u64) -> Self::Deal;

    /// The state before the first action. Emits the events of the set-up.
    ///
    /// # Errors
    /// [`SetupError`] if the rules hold an impossible value, or if the deal
    /// does not fit the rules (a card twice, a card missing, hands of another size).
    fn start(
        rules: Self::Rules,
        deal: Self::Deal,
        events: &mut impl EventSink<Self::Event>,
    ) -> Result<Self, SetupError>;

    /// The state before the first action.
    ///
    /// # Errors
    /// As [`start`](Game::start).
    fn new(rules: Self::Rules, deal: Self::Deal) -> Result<Self, SetupError> {
        Self::start(rules, deal, &mut Discard)
    }

    /// The rules this game is played by.
    fn rules(&self) -> &Self::Rules;

    /// The seats that owe an action now; empty when the game is over.
    fn to_move(&self) -> SeatSet;

    /// Writes the legal actions of `seat` to `out`, which is cleared first.
    /// There are none when the seat is not to move, and at least one when it is.
    /// They are in ascending order of their [numbers](Action::number). Recorded choices of policies and
    /// [links](crate::record_link) depend on it, so it stays the same in later versions.
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

    /// Whether the action can be played now: [`check`](Game::check), and whose turn it is.
    ///
    /// # Errors
    /// [`PlayError`], which carries the seat and the action it rejects.
    fn validate(
        &self,
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
        self.check(seat, action)
            .map_err(|rule| PlayError::Illegal { seat, action, rule })
    }

    /// Plays an action after validating it; the state is unchanged if it is rejected.
    ///
    /// # Errors
    /// As [`validate`](Game::validate).
    fn play(
        &mut self,
        seat: Seat,
        action: Self::Action,
    ) -> Result<(), PlayError<Self::Action, Self::IllegalMove>> {
        self.validate(seat, action)?;
        self.play_unchecked(seat, action);
        Ok(())
    }

    /// Plays an action known to be legal, and emits what happens in public.
    ///
    /// # Panics
    /// May panic, or leave a state that [`audit`](Game::audit) rejects, if
    /// [`validate`](Game::validate) rejects the action. It is never undefined behaviour.
    fn apply(&mut self, seat: Seat, action: Self::Action, events: &mut impl EventSink<Self::Event>);

    /// Plays an action known to be legal and discards its events, for playouts and searches.
    ///
    /// # Panics
    /// As [`apply`](Game::apply).
    fn play_unchecked(&mut self, seat: Seat, action: Self::Action) {
        self.apply(seat, action, &mut Discard);
    }

    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What each seat has scored so far, in the unit of the final score. When
    /// the game is over, this is the outcome's score.
    fn scores(&self) -> Vec<i32>;

    /// The observation of `viewer`.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The rows that a [`Position`] by these rules may have, in the order in which people fill them in. Those of a round
    /// or of a step of a turn depend on what the position says of these. None if positions are not set up.
    fn position_rows(_rules: &Self::Rules, _position: &impl AsRef<Position>) -> Vec<Row> {
        Vec::new()
    }

    /// The position, without what its seed decides; `None` if the game is over, or if positions are not set up.
    fn position(&self) -> Option<Position> {
        None
    }

    /// The state of a position in which somebody is to move. What the position leaves open, such as the order of the
    /// deck, follows from the seed.
    ///
    /// It is generic so that it is compiled with the crate that calls it: in the browser its size counts, and not its
    /// speed, unlike that of the rest of a rulebook.
    ///
    /// # Errors
    /// Everything that is impossible about it, as far as the numbers of the position tell.
    fn set_up(
        _rules: Self::Rules,
        _position: &impl AsRef<Position>,
        _seed: u64,
    ) -> Result<Self, Vec<PositionFault>> {
        Err(vec![PositionFault::Unsupported])
    }

    /// Checks what must always hold: every card in exactly one place, counts that agree.
    ///
    /// # Errors
    /// What does not hold, in words.
    fn audit(&self) -> Result<(), String>;
}

/// Dealing the hidden cards again, for searches, hints and analysis.
pub trait Resample: Game {
    /// A determinization: a state that agrees with everything in `view`, so that
    /// `resample(v).view(v.viewer()) == v`.
    ///
    /// Every assignment of the unseen cards to the hidden places (other hands, face-down cards, the deck)
    /// that the view allows is equally likely, identical cards counted as different ones. This is
    /// the belief of a player who takes a card that another has shown as any card of that hand: it
    /// says nothing about the rest. It is not uniform over the *deals* that allow what was played: with
    /// two L and two G unseen at first, a hand of two that sold one L holds the other with probability 1/3
    /// here, and 1/5 among those deals. The latter would assume that a player who holds an L sells
    /// it, whatever else they hold. What can be inferred from the way somebody plays is left to policies.
    ///
    /// The answers of other seats to an unfinished turn are random legal ones; a search that must
    /// not make assumptions about them starts from [`View::at_turn_start`].
    fn resample(view: &Self::View, rng: &mut Rng) -> Self;
}

/// Going on from a resampled state as from any other: as a record.
pub trait Redeal: Resample {
    /// The deal and the actions that lead to `self`, a state resampled from a view of `played.state()` in which no seat
    /// has answered an unfinished turn. What `played` has shown in public stays as it is; of the actions only
    /// those can differ that have laid something face down.
    fn redeal(&self, played: &Table<Self>) -> (Self::Deal, Vec<(Seat, Self::Action)>);
}

/// Telling which actions reveal something hidden, so that the others may be taken back.
pub trait Reveals: Game {
    /// Whether playing this legal action shows anybody something they did not know:
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
    /// The outcome if the highest score wins; seats with equal scores share the win.
    pub fn highest_score_wins(scores: Vec<i32>) -> Outcome {
        let highest = scores.iter().max();
        let winners = Seat::all(scores.len())
            .filter(|seat| Some(&scores[seat.index()]) == highest)
            .collect();
        Outcome { scores, winners }
    }

    /// The win divided among those who share it: 1 in all, 0 for the others.
    pub fn share(&self, seat: Seat) -> f64 {
        if self.winners.contains(seat) {
            1.0 / self.winners.len() as f64
        } else {
            0.0
        }
    }

    /// The share of the win, scaled so that those of all seats sum to 0: 1 for a win alone, and
    /// −1/(seats − 1) for those who lost to one.
    pub fn zero_sum_share(&self, seat: Seat) -> f64 {
        let seats = self.scores.len() as f64;
        (self.share(seat) - 1.0 / seats) * (seats / (seats - 1.0))
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
    /// The position is impossible.
    #[error("this position cannot be played: {}", listed(.0))]
    Position(Vec<PositionFault>),
}

fn listed(faults: &[PositionFault]) -> String {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    faults.join("; ")
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
    #[error("{seat} cannot play '{action}': {rule}")]
    Illegal {
        /// Who tried.
        seat: Seat,
        /// What was tried.
        action: A,
        /// The rule.
        rule: R,
    },
}
