//! Policies by name.

use crate::{Guide, Ismcts, Random};
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

    /// Makes a policy from `NAME` or `NAME:BUDGET`.
    ///
    /// # Errors
    /// [`PolicyError`], in one line that lists the names there are.
    fn policy(text: &str) -> Result<Box<dyn Policy<Self>>, PolicyError> {
        let (name, budget) = match text.split_once(':') {
            None => (text, None),
            Some((name, budget)) => (name, Some(budget)),
        };
        let entry = Self::POLICIES
            .iter()
            .find(|entry| entry.name == name)
            .ok_or_else(|| PolicyError::Unknown {
                game: Self::NAME,
                name: name.to_owned(),
                known: Self::POLICIES.iter().map(|entry| entry.name).collect(),
            })?;
        match (entry.make, budget) {
            (Make::Plain(make), None) => Ok(make()),
            (Make::Plain(_), Some(budget)) => Err(PolicyError::TakesNoBudget {
                name: entry.name,
                budget: budget.to_owned(),
            }),
            (Make::Budgeted { default, make }, None) => Ok(make(default)),
            (Make::Budgeted { make, .. }, Some(budget)) => Ok(make(budget.parse()?)),
        }
    }
}

/// One named policy of a game.
pub struct Entry<G: Game> {
    /// The name, as it is typed.
    pub name: &'static str,
    /// One honest line about how it plays.
    pub about: &'static str,
    make: Make<G>,
}

enum Make<G: Game> {
    Plain(fn() -> Box<dyn Policy<G>>),
    Budgeted {
        default: Budget,
        make: fn(Budget) -> Box<dyn Policy<G>>,
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

    /// A policy with a budget, and the one it has when none is given.
    pub const fn budgeted(
        name: &'static str,
        about: &'static str,
        default: Budget,
        make: fn(Budget) -> Box<dyn Policy<G>>,
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

    /// The budget it has when none is given; nothing when it takes none.
    pub const fn default_budget(&self) -> Option<Budget> {
        match self.make {
            Make::Plain(_) => None,
            Make::Budgeted { default, .. } => Some(default),
        }
    }
}

impl<G: Resample> Entry<G> {
    /// `ismcts` with the game's [`Guide`], or with [`Unguided`](crate::Unguided).
    pub const fn ismcts<H: Guide<G>>() -> Entry<G> {
        Entry::budgeted(
            "ismcts",
            "deals the hidden cards anew thousands of times and searches what follows; \
             the budget is simulations (2000) or time a move (100ms)",
            Budget::Simulations(2000),
            |budget| Box::new(Ismcts::<G, H>::new(budget)),
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
    /// So many simulations: the same seed gives the same choice everywhere. At least 1.
    Simulations(u32),
    /// So much time by the clock: as much as the machine can do in it. At least 1 ms.
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
    /// Not a budget.
    #[error(
        "'{0}' is no budget: it is simulations a move (2000) or time a move (100ms, 2s), above 0"
    )]
    Budget(String),
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
