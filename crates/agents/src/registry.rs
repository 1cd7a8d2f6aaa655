//! Policies by name.

use crate::{Heuristics, Ismcts, Random};
use parlour_engine::{Game, Policy, Resample};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Games that have named policies.
///
/// A game's list is a constant, so that adding a policy is adding a line:
///
/// ```
/// # use parlour_agents::{Entry, Policies, Random};
/// # use parlour_games::jaipur::Jaipur;
/// let names: Vec<&str> = Jaipur::POLICIES.iter().map(|entry| entry.name).collect();
/// assert!(names.contains(&"random"));
/// assert!(Jaipur::policy("ismcts:100ms").is_ok());
/// assert!(Jaipur::policy("random:5").is_err());
/// ```
pub trait Policies: Game {
    /// The policies of the game, the weakest first.
    const POLICIES: &'static [Entry<Self>];

    /// Makes a policy from `NAME` or `NAME:EFFORT`.
    ///
    /// # Errors
    /// [`PolicyError`], in one line that lists the names there are.
    fn policy(text: &str) -> Result<Box<dyn Policy<Self>>, PolicyError> {
        let (name, effort) = match text.split_once(':') {
            None => (text, None),
            Some((name, effort)) => (name, Some(effort)),
        };
        let entry = Self::POLICIES
            .iter()
            .find(|entry| entry.name == name)
            .ok_or_else(|| PolicyError::Unknown {
                game: Self::NAME,
                name: name.to_owned(),
                known: Self::POLICIES.iter().map(|entry| entry.name).collect(),
            })?;
        match (entry.make, effort) {
            (Make::Plain(make), None) => Ok(make()),
            (Make::Plain(_), Some(effort)) => Err(PolicyError::TakesNoBudget {
                name: entry.name,
                budget: effort.to_owned(),
            }),
            (Make::Timed(make), None) => Ok(make(None)),
            (Make::Timed(make), Some(effort)) => match effort.parse() {
                Ok(Budget::Time(time)) => Ok(make(Some(time))),
                Ok(Budget::Simulations(_)) | Err(_) => Err(PolicyError::TakesTime {
                    name: entry.name,
                    budget: effort.to_owned(),
                }),
            },
            (Make::Budgeted { default, make }, None) => Ok(make(default.into())),
            (Make::Budgeted { make, .. }, Some(effort)) => Ok(make(effort.parse()?)),
        }
    }
}

/// One named policy of a game.
pub struct Entry<G: Game> {
    /// The name, as it is typed.
    pub name: &'static str,
    /// One line about how it plays.
    pub about: &'static str,
    make: Make<G>,
}

enum Make<G: Game> {
    Plain(fn() -> Box<dyn Policy<G>>),
    Timed(fn(Option<Duration>) -> Box<dyn Policy<G>>),
    Budgeted {
        default: Budget,
        make: fn(Effort) -> Box<dyn Policy<G>>,
    },
}

// Derived, these would ask the same of the game, which they do not hold.
impl<G: Game> Clone for Make<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Make<G> {}

impl<G: Game> Entry<G> {
    /// A policy without a budget.
    pub const fn plain(
        name: &'static str,
        about: &'static str,
        make: fn() -> Box<dyn Policy<G>>,
    ) -> Entry<G> {
        Entry {
            name,
            about,
            make: Make::Plain(make),
        }
    }

    /// A policy that takes as long as it needs, or the time a move that is given.
    pub const fn timed(
        name: &'static str,
        about: &'static str,
        make: fn(Option<Duration>) -> Box<dyn Policy<G>>,
    ) -> Entry<G> {
        Entry {
            name,
            about,
            make: Make::Timed(make),
        }
    }

    /// A policy with a budget, and the one it has when none is given.
    pub const fn budgeted(
        name: &'static str,
        about: &'static str,
        default: Budget,
        make: fn(Effort) -> Box<dyn Policy<G>>,
    ) -> Entry<G> {
        Entry {
            name,
            about,
            make: Make::Budgeted { default, make },
        }
    }

    /// `random`, which every game has.
    pub const fn random() -> Entry<G> {
        Entry::plain("random", "picks any legal action", || Box::new(Random))
    }

    /// The budget it has when none is given; `None` if it has none then.
    pub const fn default_budget(&self) -> Option<Budget> {
        match self.make {
            Make::Plain(_) | Make::Timed(_) => None,
            Make::Budgeted { default, .. } => Some(default),
        }
    }

    /// Whether it takes as long as it needs when no time is given.
    pub const fn is_timed(&self) -> bool {
        matches!(self.make, Make::Timed(_))
    }

    /// How it is typed, with what may follow in brackets: `random`, `ismcts[:2000]`, `perfect[:TIME]`.
    pub fn usage(&self) -> String {
        match self.make {
            Make::Plain(_) => self.name.to_owned(),
            Make::Timed(_) => format!("{}[:TIME]", self.name),
            Make::Budgeted { default, .. } => format!("{}[:{default}]", self.name),
        }
    }
}

impl<G: Resample> Entry<G> {
    /// `ismcts` with the game's [`Heuristics`].
    pub const fn ismcts<H: Heuristics<G>>() -> Entry<G> {
        Entry::budgeted(
            "ismcts",
            "deals the hidden cards anew thousands of times and searches what follows; \
             the budget is simulations (2000) or time a move (100ms), by several threads with @ (100ms@2)",
            Budget::Simulations(2000),
            |effort| Box::new(Ismcts::<G, H>::new(effort)),
        )
    }
}

impl<G: Game> fmt::Debug for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("name", &self.name)
            .field("about", &self.about)
            .field("default_budget", &self.default_budget())
            .finish()
    }
}

/// How much a policy may think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// A number of simulations: the same seed gives the same choice everywhere. At least 1.
    Simulations(u32),
    /// A time: as many simulations as the machine completes in it. At least 1 ms.
    Time(Duration),
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Simulations(count) => write!(f, "{count}"),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl FromStr for Budget {
    type Err = PolicyError;

    /// Reads `2000`, `100ms` or `2s`.
    fn from_str(text: &str) -> Result<Budget, PolicyError> {
        let (digits, unit) = text.split_at(
            text.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len()),
        );
        let time = |milliseconds: u32| {
            let count: u32 = digits.parse().ok()?;
            let total = count.checked_mul(milliseconds)?;
            Some(Budget::Time(Duration::from_millis(total.into())))
        };
        let budget = match unit {
            "" => digits.parse().ok().map(Budget::Simulations),
            "ms" => time(1),
            "s" => time(1000),
            _ => None,
        };
        budget
            .filter(|budget| {
                !matches!(
                    budget,
                    Budget::Simulations(0) | Budget::Time(Duration::ZERO)
                )
            })
            .ok_or_else(|| PolicyError::Budget(text.to_owned()))
    }
}

/// What a policy may spend on one move: a budget, and the threads that share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effort {
    budget: Budget,
    threads: u8,
}

impl Effort {
    /// The maximum number of threads.
    pub const MAX_THREADS: u8 = 64;

    /// The budget of a move, all threads together.
    pub const fn budget(self) -> Budget {
        self.budget
    }

    /// How many threads think at once, 1 to [`MAX_THREADS`](Effort::MAX_THREADS).
    pub const fn threads(self) -> u8 {
        self.threads
    }

    /// The budget of one of the threads, from 0: simulations are shared out, at least one to each; time is the same for all.
    pub(crate) const fn part(self, number: u8) -> Budget {
        match self.budget {
            Budget::Simulations(count) => {
                let threads = self.threads as u32;
                let share = count / threads + ((number as u32) < count % threads) as u32;
                Budget::Simulations(if share == 0 { 1 } else { share })
            }
            time => time,
        }
    }
}

impl From<Budget> for Effort {
    /// By one thread.
    fn from(budget: Budget) -> Effort {
        Effort { budget, threads: 1 }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.threads {
            1 => self.budget.fmt(f),
            threads => write!(f, "{}@{threads}", self.budget),
        }
    }
}

impl FromStr for Effort {
    type Err = PolicyError;

    /// Reads a budget, and after an `@` the number of threads: `2000`, `100ms@2`.
    fn from_str(text: &str) -> Result<Effort, PolicyError> {
        let Some((budget, threads)) = text.split_once('@') else {
            return text.parse().map(Budget::into);
        };
        let plain = threads.bytes().all(|byte| byte.is_ascii_digit());
        let threads = (plain.then(|| threads.parse().ok()).flatten())
            .filter(|threads| (1..=Effort::MAX_THREADS).contains(threads))
            .ok_or_else(|| PolicyError::Threads(threads.to_owned()))?;
        Ok(Effort {
            budget: budget.parse()?,
            threads,
        })
    }
}

/// Text that is no policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// The game has no policy of that name.
    #[error("{game} has no policy '{name}': it has {}", .known.join(", "))]
    Unknown {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The policy does not think, so that it cannot think longer.
    #[error("the policy '{name}' takes no budget, but is given ':{budget}'")]
    TakesNoBudget {
        /// The policy.
        name: &'static str,
        /// What stands after the colon.
        budget: String,
    },
    /// The policy is limited by time only.
    #[error("the policy '{name}' takes time a move (100ms, 2s), but is given ':{budget}'")]
    TakesTime {
        /// The policy.
        name: &'static str,
        /// What stands after the colon.
        budget: String,
    },
    /// Not a budget.
    #[error(
        "'{0}' is no budget: it is simulations a move (2000) or time a move (100ms, 2s), above 0"
    )]
    Budget(String),
    /// Not a number of threads.
    #[error(
        "'@{0}' is no number of threads: after the budget it is 1 to {most}, as in 100ms@2",
        most = Effort::MAX_THREADS
    )]
    Threads(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_games::primi_composti::PrimiComposti;

    #[test]
    fn budgets_are_read_and_written() {
        for (text, budget) in [
            ("2000", Budget::Simulations(2000)),
            ("1", Budget::Simulations(1)),
            ("100ms", Budget::Time(Duration::from_millis(100))),
            ("2s", Budget::Time(Duration::from_secs(2))),
        ] {
            assert_eq!(text.parse(), Ok(budget), "{text}");
        }
        assert_eq!(Budget::Simulations(7).to_string(), "7");
        assert_eq!(
            Budget::Time(Duration::from_millis(1500)).to_string(),
            "1500ms"
        );
        for text in [
            "",
            "0",
            "0ms",
            "-5",
            "+5",
            "1.5s",
            "ms",
            "100m",
            "100 ms",
            "4294967296",
            "5000000s",
            "¼",
        ] {
            assert_eq!(
                text.parse::<Budget>(),
                Err(PolicyError::Budget(text.to_owned())),
                "{text}"
            );
        }
    }

    #[test]
    fn a_policy_that_is_limited_by_time_takes_no_simulations() {
        for text in ["perfect", "perfect:100ms", "perfect:2s"] {
            assert!(PrimiComposti::policy(text).is_ok(), "{text}");
        }
        let usages = PrimiComposti::POLICIES.iter().map(Entry::usage);
        let usages: Vec<String> = usages.collect();
        for usage in ["rand", "perfect[:TIME]", "ismcts[:2000]"] {
            assert!(usages.contains(&usage.to_owned()), "{usage} in {usages:?}");
        }
        for budget in ["", "2000", "100ms@2", "0ms", "soon"] {
            let error = PrimiComposti::policy(&format!("perfect:{budget}")).err();
            let expected = PolicyError::TakesTime {
                name: "perfect",
                budget: budget.to_owned(),
            };
            assert_eq!(error, Some(expected));
        }
    }

    #[test]
    fn efforts_are_read_and_written() {
        for (text, budget, threads) in [
            ("2000", Budget::Simulations(2000), 1),
            ("2000@2", Budget::Simulations(2000), 2),
            ("100ms@64", Budget::Time(Duration::from_millis(100)), 64),
        ] {
            let effort: Effort = text.parse().unwrap();
            assert_eq!((effort.budget(), effort.threads()), (budget, threads));
            assert_eq!(effort.to_string(), text);
        }
        assert_eq!("7@1".parse(), Ok(Effort::from(Budget::Simulations(7))));
        for (text, threads) in [
            ("7@", ""),
            ("7@0", "0"),
            ("7@65", "65"),
            ("7@+2", "+2"),
            ("7@2@2", "2@2"),
        ] {
            let wrong = Err(PolicyError::Threads(threads.to_owned()));
            assert_eq!(text.parse::<Effort>(), wrong, "{text}");
        }
        let wrong = Err(PolicyError::Budget("x".to_owned()));
        assert_eq!("x@2".parse::<Effort>(), wrong);
    }

    #[test]
    fn threads_share_the_simulations() {
        let parts = |text: &str| -> Vec<Budget> {
            let effort: Effort = text.parse().unwrap();
            (0..effort.threads()).map(|n| effort.part(n)).collect()
        };
        assert_eq!(parts("11@3"), [4, 4, 3].map(Budget::Simulations));
        assert_eq!(parts("1@2"), [1, 1].map(Budget::Simulations));
        assert_eq!(parts("5ms@2"), [Budget::Time(Duration::from_millis(5)); 2]);
    }
}
