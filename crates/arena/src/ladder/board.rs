//! A board: the ladder of one game with one set of rules.

use crate::games::{self, Task};
use parlour_engine::Rules as _;
use parlour_protocol::Hosted;
use std::fmt;
use std::str::FromStr;

/// A game and the name of its rules, e.g. `jaipur:round`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The game.
    pub game: String,
    /// The name of the rules.
    pub rules: String,
}

impl Board {
    /// Number of seats at a table; 0 if the rules are unknown.
    #[must_use]
    pub fn seats(&self) -> usize {
        games::with(&self.game, Seats(&self.rules)).unwrap_or(0)
    }
}

/// The number of seats of rules.
struct Seats<'a>(&'a str);

impl Task for Seats<'_> {
    type Output = usize;

    fn run<G: Hosted>(self) -> usize {
        G::Rules::named(self.0).map_or(0, |rules| rules.seats())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.game, self.rules)
    }
}

impl FromStr for Board {
    type Err = String;

    /// `GAME` or `GAME:RULES`; without rules, those that the game names first.
    fn from_str(text: &str) -> Result<Board, String> {
        let (game, rules) = match text.split_once(':') {
            Some((game, rules)) => (game, Some(rules)),
            None => (text, None),
        };
        let unknown = || {
            let known = games::NAMES.join(", ");
            Err(format!("unknown game '{game}'; the games are {known}"))
        };
        let rules = games::with(game, RulesName(rules)).unwrap_or_else(unknown)?;
        Ok(Board {
            game: game.to_owned(),
            rules,
        })
    }
}

/// The name of the chosen rules, or of the first.
struct RulesName<'a>(Option<&'a str>);

impl Task for RulesName<'_> {
    type Output = Result<String, String>;

    fn run<G: Hosted>(self) -> Result<String, String> {
        let first = || G::Rules::names().first().copied().unwrap_or_default();
        let name = self.0.unwrap_or_else(first);
        match G::Rules::named(name) {
            Some(rules) if rules.seats() > 1 => Ok(name.to_owned()),
            Some(_) => Err(format!("'{name}' of {} is for one seat only", G::NAME)),
            None => Err(format!(
                "{} has no rules '{name}'; it has {}",
                G::NAME,
                G::Rules::names().join(", ")
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_a_game_and_its_rules() {
        let read = |text: &str| text.parse::<Board>().map(|board| board.to_string());
        assert_eq!(read("jaipur").unwrap(), "jaipur:round");
        assert_eq!(read("modern-art:simple").unwrap(), "modern-art:simple");
        assert!(read("chess").unwrap_err().contains("jaipur"));
        assert!(read("jaipur:long").unwrap_err().contains("round, match"));
        assert!(read("").is_err());
    }
}
