//! What is chosen in the form for a new game, and the game it makes.

use crate::play::saved_game::SeatKind;
use crate::play::session::Setup;
use crate::play::setup_form::Form;
use crate::site::strings::new_game as words;
use crate::ui::fields::shortened;
use parlour_engine::json;
use serde::{Deserialize, Serialize};

/// Seeds survive readers of JSON that know only doubles.
const MAX_SEED: u64 = (1 << 53) - 1;

/// Who plays at a table of two.
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
    /// The other; at a table of more than two, a random one.
    Second,
    /// Anybody.
    Chance,
}

/// Who sits in a place at a table of more than two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Place {
    /// The policy; a person if there is none.
    pub(super) level: Option<String>,
    /// The person's name, but for the first, whose name all games share.
    pub(super) name: String,
}

/// Everything in the form but the seed, which is meant once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    /// How many play; 0 for as many as the form offers first.
    pub(super) players: usize,
    /// Who plays, if two do.
    pub(super) who: Who,
    /// The policy one plays against.
    pub(super) level: String,
    /// The policies one watches.
    pub(super) watched: [String; 2],
    /// The name of the second of two people.
    pub(super) friend: String,
    /// Who plays, if more than two do.
    pub(super) places: Vec<Place>,
    /// The rules, by their name in the form.
    pub(super) rules: String,
    /// Who starts.
    pub(super) starter: Starter,
}

/// As remembered by nobody: [`Choice::remembered`] puts in what a form offers first.
impl Default for Choice {
    fn default() -> Choice {
        Choice {
            players: 0,
            who: Who::Ai,
            level: String::new(),
            watched: [String::new(), String::new()],
            friend: String::new(),
            places: Vec::new(),
            rules: String::new(),
            starter: Starter::Chance,
        }
    }
}

impl Choice {
    /// What was chosen last, as far as it can still be chosen.
    pub(super) fn remembered(form: &Form, value: Option<&serde_json::Value>) -> Choice {
        let read = value.and_then(|value| json::from_value(value).ok());
        let mut choice: Choice = read.unwrap_or_default();
        let [least, most] = form.players;
        if !(least..=most).contains(&choice.players) {
            choice.players = least;
        }
        let two = (form.levels)(2);
        let known = |level: &String| two.levels.contains(&level.as_str());
        if !known(&choice.level) {
            choice.level = two.first.to_owned();
        }
        if !choice.watched.iter().all(known) {
            choice.watched = two.watched.map(str::to_owned);
        }
        choice.friend = shortened(&choice.friend);
        choice.places.resize_with(most, || Place {
            level: Some(String::new()),
            name: String::new(),
        });
        choice.places[0].level = choice.places[0]
            .level
            .take()
            .filter(|level| !level.is_empty());
        let more = (form.levels)(most);
        for place in &mut choice.places {
            place.name = shortened(&place.name);
            if let Some(level) = &mut place.level
                && !more.levels.contains(&level.as_str())
            {
                *level = more.first.to_owned();
            }
        }
        if !form.rules.iter().any(|rules| rules.name == choice.rules) {
            choice.rules = form.rules[0].name.to_owned();
        }
        if !form.starter {
            choice.starter = Starter::First;
        }
        choice
    }

    /// Whether nobody plays but AIs.
    pub(super) fn is_watched(&self) -> bool {
        if self.players == 2 {
            self.who == Who::Watch
        } else {
            self.places[..self.players]
                .iter()
                .all(|place| place.level.is_some())
        }
    }

    /// The game to start, of the rule set that `form` names. `chance` from 0 to 1 decides what is left to it.
    ///
    /// # Errors
    /// What is wrong with the names, in one line.
    pub(super) fn setup(
        &self,
        form: &Form,
        name: &str,
        seed: Option<u64>,
        chance: f64,
    ) -> Result<Setup, &'static str> {
        let ai = |policy: &String| SeatKind::Ai {
            policy: policy.clone(),
        };
        let mut seats = match self.who {
            _ if self.players > 2 => {
                let places = self.places[..self.players].iter().enumerate();
                let seats: Vec<SeatKind> = places
                    .map(|(at, place)| match &place.level {
                        Some(level) => ai(level),
                        None if at == 0 => person(name, || self.first_unnamed()),
                        None => person(&place.name, || words::player(at + 1)),
                    })
                    .collect();
                let names: Vec<String> = seats
                    .iter()
                    .filter(|seat| seat.is_person())
                    .map(SeatKind::name)
                    .collect();
                let mut named = names.iter().enumerate();
                if named.any(|(at, name)| names[..at].contains(name)) {
                    return Err(words::same_names());
                }
                seats
            }
            Who::Ai => vec![person(name, || words::you().to_owned()), ai(&self.level)],
            Who::Watch => self.watched.iter().map(ai).collect(),
            Who::People => {
                let both = vec![
                    person(name, || words::player(1)),
                    person(&self.friend, || words::player(2)),
                ];
                if both[0] == both[1] {
                    return Err(words::same_name());
                }
                both
            }
        };
        // Seat 0 starts.
        let first = match self.starter {
            Starter::First => 0,
            Starter::Second => 1,
            Starter::Chance => (chance * seats.len() as f64) as usize,
        };
        let first = first % seats.len();
        seats.rotate_left(first);
        Ok(Setup {
            rules: (form.rule_set)(&self.rules, self.players),
            seats,
            seed,
            shared: None,
        })
    }

    /// What the first person is called who gives no name: 'You', if nobody else is a person.
    fn first_unnamed(&self) -> String {
        let alone = self.places[1..self.players]
            .iter()
            .all(|place| place.level.is_some());
        if alone {
            words::you().to_owned()
        } else {
            words::player(1)
        }
    }
}

fn person(name: &str, unnamed: impl FnOnce() -> String) -> SeatKind {
    let name = shortened(name);
    SeatKind::Person {
        name: if name.is_empty() { unnamed() } else { name },
    }
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
        return Err(words::seed_not_number());
    }
    match text.parse() {
        Ok(seed) if seed <= MAX_SEED => Ok(Some(seed)),
        _ => Err(words::seed_too_large()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::GAMES;
    use crate::ui::fields::NAME_LENGTH;

    fn form() -> &'static Form {
        GAMES[0].form
    }

    fn first() -> Choice {
        Choice::remembered(form(), None)
    }

    #[test]
    fn seeds_are_whole_numbers() {
        assert_eq!(seed(""), Ok(None));
        assert_eq!(seed("  "), Ok(None));
        assert_eq!(seed(" 42 "), Ok(Some(42)));
        assert_eq!(seed("0"), Ok(Some(0)));
        assert_eq!(seed("9007199254740991"), Ok(Some(MAX_SEED)));
        for text in ["-1", "+1", "4.2", "1e3", "abc", "0x10", "4 2", "٤"] {
            assert_eq!(seed(text), Err(words::seed_not_number()), "{text}");
        }
        for text in ["9007199254740992", "99999999999999999999999"] {
            assert_eq!(seed(text), Err(words::seed_too_large()), "{text}");
        }
    }

    #[test]
    fn who_starts_sits_first() {
        let mut choice = Choice {
            starter: Starter::First,
            ..first()
        };
        let starter = |choice: &Choice, chance| {
            let setup = choice.setup(form(), " Ada ", None, chance).unwrap();
            setup.seats[0].name()
        };
        assert_eq!(starter(&choice, 0.9), "Ada");
        choice.starter = Starter::Second;
        assert_ne!(starter(&choice, 0.1), "Ada");
        choice.starter = Starter::Chance;
        assert_eq!(starter(&choice, 0.1), "Ada");
        assert_ne!(starter(&choice, 0.9), "Ada");
        // Random numbers are below 1, but nothing breaks if one is not.
        assert_eq!(starter(&choice, 1.0), "Ada");
    }

    #[test]
    fn people_have_names_of_their_own() {
        let mut choice = Choice {
            who: Who::People,
            starter: Starter::First,
            ..first()
        };
        let setup = choice.setup(form(), "", None, 0.0).unwrap();
        assert_eq!(setup.seats[0].name(), words::player(1));
        assert_eq!(setup.seats[1].name(), words::player(2));
        choice.friend = " Ada".to_owned();
        let same = choice.setup(form(), "Ada", None, 0.0);
        assert_eq!(same, Err(words::same_name()));
        let long = "x".repeat(99);
        let setup = choice.setup(form(), &long, None, 0.0).unwrap();
        assert_eq!(setup.seats[0].name().len(), NAME_LENGTH);
    }

    #[test]
    fn a_table_of_many_takes_anybody_anywhere() {
        for game in GAMES.iter().filter(|game| game.form.players[1] > 2) {
            let form = game.form;
            let mut choice = Choice::remembered(form, None);
            choice.players = form.players[1];
            let setup = choice.setup(form, "", None, 0.0).unwrap();
            assert_eq!(setup.seats.len(), form.players[1]);
            assert_eq!(setup.seats[0].name(), words::you());
            assert_eq!(
                setup.seats.iter().filter(|seat| seat.is_person()).count(),
                1
            );
            choice.places[1] = Place {
                level: None,
                name: "Ada".to_owned(),
            };
            let same = choice.setup(form, "Ada", None, 0.0);
            assert_eq!(same, Err(words::same_names()));
            assert!(!choice.is_watched());
            for place in &mut choice.places {
                place.level = Some((form.levels)(3).first.to_owned());
            }
            assert!(choice.is_watched());
        }
    }

    #[test]
    fn what_was_chosen_is_remembered() {
        let choice = Choice {
            who: Who::Watch,
            level: "random".to_owned(),
            rules: "match".to_owned(),
            ..first()
        };
        let value = serde_json::to_value(&choice).unwrap();
        assert_eq!(Choice::remembered(form(), Some(&value)), choice);
        for value in [
            serde_json::json!(null),
            serde_json::json!({"who": "nobody"}),
            serde_json::json!({"level": "ismcts:999999999", "watched": ["a", "b"], "players": 99, "rules": "none"}),
        ] {
            assert_eq!(Choice::remembered(form(), Some(&value)), first());
        }
    }
}
