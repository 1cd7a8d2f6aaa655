//! [`Exercise`]: a decision that the player is asked for at a table, and what they answered.

use leptos::prelude::*;
use parlour_agents::analysis::Estimate;
use parlour_engine::Seat;

/// Where the game of an exercise comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// A link.
    Link(String),
    /// A record.
    Record(String),
}

/// A decision in a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Position {
    /// The game.
    pub(crate) source: Source,
    /// The number of actions before it.
    pub(crate) ply: usize,
    /// Who chooses.
    pub(crate) seat: Seat,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExerciseTask {
    /// Which exercise it is, in words.
    pub(crate) title: String,
    /// The best action.
    pub(crate) best: String,
    /// Its expected result.
    pub(crate) value: Estimate,
    /// How far it is ahead of every other action, where that is known: then no other action is right.
    pub(crate) lead: Option<Estimate>,
    /// What was played in the game, where the exercise is about that.
    pub(crate) played: Option<String>,
}

/// The last answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Answer {
    /// None yet.
    #[default]
    None,
    /// An action that is compared with the best one.
    Compared(String),
    /// An action that is as good as the best one.
    Right(String),
    /// An action, and how much less it can expect, unless the comparison has failed.
    Wrong(String, Option<Estimate>),
    /// The solution was asked for.
    Shown,
}

/// An exercise at a table. The handle is copied; what it holds lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct Exercise {
    /// What is asked for.
    pub(crate) task: StoredValue<ExerciseTask>,
    /// The last answer.
    pub(crate) answer: RwSignal<Answer>,
    /// Whether something was answered before.
    answered: StoredValue<bool>,
    /// Told whether an answer is right, and whether it is the first.
    tell: Callback<(bool, bool)>,
    /// Goes on to the next exercise.
    pub(crate) next: Callback<()>,
}

impl Exercise {
    /// `tell` is told whether an answer is right, and whether it is the first one; asking for the solution is a wrong
    /// answer.
    pub(crate) fn new(
        task: ExerciseTask,
        tell: Callback<(bool, bool)>,
        next: Callback<()>,
    ) -> Exercise {
        Exercise {
            task: StoredValue::new(task),
            answer: RwSignal::new(Answer::None),
            answered: StoredValue::new(false),
            tell,
            next,
        }
    }

    /// Whether an answer is expected.
    pub(crate) fn is_open(self) -> bool {
        self.answer
            .with(|answer| matches!(answer, Answer::None | Answer::Wrong(..)))
    }

    /// Whether it is over: until then the game is not shown as a whole.
    pub(crate) fn is_over(self) -> bool {
        self.answer
            .with(|answer| matches!(answer, Answer::Right(_) | Answer::Shown))
    }

    /// An answer was found right or wrong.
    pub(crate) fn set(self, answer: Answer) {
        let right = matches!(answer, Answer::Right(_));
        let first = !self.answered.get_value();
        self.answered.set_value(true);
        self.answer.set(answer);
        if right || first {
            self.tell.run((right, first));
        }
    }
}
