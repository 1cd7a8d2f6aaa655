//! What is chosen in the form for a new game, and the game it makes.

use crate::session::{SeatKind, Setup};
use crate::text::jaipur_pages as words;
use serde::{Deserialize, Serialize};

/// The policies offered as levels, the weakest first.
pub(super) const LEVELS: [&str; 5] = ["random", "weighted", "utility", "ismcts:30", "ismcts:2000"];
/// The level of a first game.
const FIRST_LEVEL: &str = "utility";
/// The longest name, in characters.
pub(super) const NAME_LENGTH: usize = 24;
/// Seeds survive readers of JSON that know only doubles.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Who {
    /// A person against an AI.
    Ai,
    /// Two people at one device.
    People,
    /// Two AIs.
    Watch,
}

/// Who starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Starter {
    /// The one named first in the form.
    First,
    /// The other.
    Second,
    /// Either.
    Chance,
}

/// Everything in the form but the seed, which is meant once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    /// Who plays.
    pub(super) who: Who,
    /// The policy one plays against.
    pub(super) level: String,
    /// The policies one watches.
    pub(super) watched: [String; 2],
    /// The name of the second of two people.
    pub(super) friend: String,
    /// Two seals, or a single round.
    pub(super) is_match: bool,
    /// Who starts.
    pub(super) starter: Starter,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice {
            who: Who::Ai,
            level: FIRST_LEVEL.to_owned(),
            watched: [FIRST_LEVEL.to_owned(), "ismcts:30".to_owned()],
            friend: String::new(),
            is_match: false,
            starter: Starter::Chance,
        }
    }
}

impl Choice {
    /// What was chosen last, as far as it can still be chosen.
    pub(super) fn remembered(value: Option<&serde_json::Value>) -> Choice {
        let read = |value: &serde_json::Value| serde_json::from_value(value.clone()).ok();
        let mut choice: Choice = value.and_then(read).unwrap_or_default();
        let first = Choice::default();
        let known = |level: &String| LEVELS.contains(&level.as_str());
        if !known(&choice.level) {
            choice.level = first.level;
        }
        if !choice.watched.iter().all(known) {
            choice.watched = first.watched;
        }
        choice.friend = shortened(&choice.friend);
        choice
    }

    /// The game to start. `heads` decides where chance is wanted.
    ///
    /// # Errors
    /// What is wrong with the names, in one line.
    pub(super) fn setup(
        &self,
        name: &str,
        seed: Option<u64>,
        heads: bool,
    ) -> Result<Setup, &'static str> {
        let ai = |policy: &String| SeatKind::Ai {
            policy: policy.clone(),
        };
        let person = |name: &str, unnamed: &str| {
            let name = shortened(name);
            SeatKind::Person {
                name: if name.is_empty() {
                    unnamed.to_owned()
                } else {
                    name
                },
            }
        };
        let mut seats = match self.who {
            Who::Ai => [person(name, words::YOU), ai(&self.level)],
            Who::Watch => [ai(&self.watched[0]), ai(&self.watched[1])],
            Who::People => {
                let both = [
                    person(name, words::PLAYER_1),
                    person(&self.friend, words::PLAYER_2),
                ];
                if both[0] == both[1] {
                    return Err(words::SAME_NAME);
                }
                both
            }
        };
        // Seat 0 starts.
        if match self.starter {
            Starter::First => false,
            Starter::Second => true,
            Starter::Chance => heads,
        } {
            seats.reverse();
        }
        let rules = if self.is_match { "match" } else { "round" };
        Ok(Setup {
            rules: rules.to_owned(),
            seats: seats.to_vec(),
            seed,
        })
    }
}

/// A name as it is kept: without space around it, and not too long for the table.
pub(super) fn shortened(name: &str) -> String {
    let name: String = name.trim().chars().take(NAME_LENGTH).collect();
    name.trim_end().to_owned()
}

/// Reads a seed; nothing where nothing is written.
///
/// # Errors
/// What is wrong with it, in one line.
pub(super) fn seed(text: &str) -> Result<Option<u64>, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(words::SEED_NOT_NUMBER);
    }
    match text.parse() {
        Ok(seed) if seed <= LARGEST_SEED => Ok(Some(seed)),
        _ => Err(words::SEED_TOO_LARGE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_agents::Policies as _;
    use parlour_games::jaipur::Jaipur;

    #[test]
    fn seeds_are_whole_numbers() {
        assert_eq!(seed(""), Ok(None));
        assert_eq!(seed("  "), Ok(None));
        assert_eq!(seed(" 42 "), Ok(Some(42)));
        assert_eq!(seed("0"), Ok(Some(0)));
        assert_eq!(seed("9007199254740991"), Ok(Some(LARGEST_SEED)));
        for text in ["-1", "+1", "4.2", "1e3", "abc", "0x10", "4 2", "٤"] {
            assert_eq!(seed(text), Err(words::SEED_NOT_NUMBER), "{text}");
        }
        for text in ["9007199254740992", "99999999999999999999999"] {
            assert_eq!(seed(text), Err(words::SEED_TOO_LARGE), "{text}");
        }
    }

    #[test]
    fn every_level_is_a_policy() {
        for level in LEVELS {
            assert!(Jaipur::policy(level).is_ok(), "{level}");
        }
        assert!(LEVELS.contains(&FIRST_LEVEL));
        let first = Choice::default();
        assert!(
            first
                .watched
                .iter()
                .all(|level| LEVELS.contains(&level.as_str()))
        );
    }

    #[test]
    fn who_starts_sits_first() {
        let mut choice = Choice {
            starter: Starter::First,
            ..Choice::default()
        };
        let starter =
            |choice: &Choice, heads| choice.setup(" Ada ", None, heads).unwrap().seats[0].name();
        assert_eq!(starter(&choice, true), "Ada");
        choice.starter = Starter::Second;
        assert_ne!(starter(&choice, false), "Ada");
        choice.starter = Starter::Chance;
        assert_eq!(starter(&choice, false), "Ada");
        assert_ne!(starter(&choice, true), "Ada");
    }

    #[test]
    fn people_have_names_of_their_own() {
        let mut choice = Choice {
            who: Who::People,
            ..Choice::default()
        };
        let setup = choice.setup("", None, false).unwrap();
        assert_eq!(setup.seats[0].name(), words::PLAYER_1);
        assert_eq!(setup.seats[1].name(), words::PLAYER_2);
        choice.friend = " Ada".to_owned();
        assert_eq!(choice.setup("Ada", None, false), Err(words::SAME_NAME));
        let long = "x".repeat(99);
        let setup = choice.setup(&long, None, false).unwrap();
        assert_eq!(setup.seats[0].name().len(), NAME_LENGTH);
    }

    #[test]
    fn what_was_chosen_is_remembered() {
        let choice = Choice {
            who: Who::Watch,
            level: "random".to_owned(),
            is_match: true,
            ..Choice::default()
        };
        let value = serde_json::to_value(&choice).unwrap();
        assert_eq!(Choice::remembered(Some(&value)), choice);
        for value in [
            serde_json::json!(null),
            serde_json::json!({"who": "nobody"}),
            serde_json::json!({"level": "ismcts:999999999", "watched": ["a", "b"]}),
        ] {
            assert_eq!(Choice::remembered(Some(&value)), Choice::default());
        }
    }
}
