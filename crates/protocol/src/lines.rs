//! The Parlour dialect: a JSON object a line, for every game.

use crate::Hosted;
use parlour_engine::{Game, Outcome, Seat};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The version of the dialect.
pub const VERSION: u32 = 1;
/// The longest line, in bytes with its line break.
pub const LONGEST_LINE: usize = 64 << 10;
/// The longest name of an agent, in characters; the rest is cut off.
pub const LONGEST_NAME: usize = 40;

/// What an agent says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromAgent {
    /// The first line of a connection.
    Hello(Hello),
    /// The answer to a turn.
    Action {
        /// The `id` of the turn it answers; when missing, the latest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The action as text.
        action: String,
    },
    /// The seat gives up: the game is over, and the others share the win.
    Resign,
}

/// Who an agent is, and how it wants to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the dialect it speaks: 1.
    pub version: u32,
    /// Its name in results.
    pub name: String,
    /// The game it plays; any when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The token of the seat it has had before, to sit there again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// How the legal actions are listed.
    #[serde(default)]
    pub legal: Listing,
    /// Whether it is told of every turn when it happens, or of all at its own next turn.
    #[serde(default)]
    pub watch: bool,
}

/// How the legal actions of a turn are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Listing {
    /// Every action by itself.
    #[default]
    All,
    /// Runs of three and more that differ only in a number at the end as one: `bid 0..113`.
    Ranges,
}

/// What an agent is told.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case", bound = "")]
pub enum ToAgent<'a, G: Hosted> {
    /// The answer to hello: it has a place at the table.
    Welcome {
        /// The version of the dialect.
        version: u32,
        /// The game.
        game: &'static str,
        /// The rules in full.
        rules: &'a G::Rules,
        /// Its name here: with a number behind it if another has the same.
        name: &'a str,
        /// Whoever shows this may take the seat again. Nobody else knows it.
        token: &'a str,
        /// How many games will be played.
        games: u64,
        /// Milliseconds for each answer.
        think: u64,
    },
    /// A game begins.
    Game {
        /// Its number, from 1.
        number: u64,
        /// The agent's seat.
        seat: Seat,
        /// Who sits where.
        names: &'a [String],
    },
    /// The agent is to move.
    Turn {
        /// The number of the question.
        id: u64,
        /// The agent's seat.
        seat: Seat,
        /// Milliseconds for the answer.
        time: u64,
        /// The legal actions as text.
        legal: &'a [String],
        /// What happened since the last message.
        events: &'a [G::Event],
        /// What the seat may know; the events are not repeated in it.
        view: &'a G::View,
    },
    /// Something happened, and the agent watches.
    News {
        /// What happened since the last message.
        events: &'a [G::Event],
        /// What the seat may know.
        view: &'a G::View,
    },
    /// The answer was not used: a default move was made.
    Fault {
        /// The `id` of the turn.
        id: u64,
        /// What was wrong.
        message: &'a str,
        /// What was played instead.
        played: &'a str,
    },
    /// A game is over.
    Result {
        /// What happened since the last message.
        events: &'a [G::Event],
        /// Final score of each seat.
        scores: &'a [i32],
        /// Who won; several share the win.
        winners: Vec<Seat>,
    },
    /// The last line.
    Bye {
        /// Why.
        reason: &'a str,
    },
}

impl<G: Hosted> ToAgent<'_, G> {
    /// The message as a line.
    pub fn line(&self) -> Vec<u8> {
        let mut line =
            serde_json::to_vec(self).expect("messages have string keys and finite numbers only");
        line.push(b'\n');
        line
    }

    /// The end of a game, seen from outside.
    pub fn result<'a>(outcome: &'a Outcome, events: &'a [G::Event]) -> ToAgent<'a, G> {
        ToAgent::Result {
            events,
            scores: &outcome.scores,
            winners: outcome.winners.iter().collect(),
        }
    }
}

/// The action that a text stands for, if the rules allow it now.
///
/// # Errors
/// Why it is none, in one line.
pub fn read_action<G: Game>(state: &G, seat: Seat, text: &str) -> Result<G::Action, String> {
    let action: G::Action =
        (text.parse()).map_err(|error: <G::Action as FromStr>::Err| error.to_string())?;
    match state.check(seat, action) {
        Ok(()) => Ok(action),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// The legal actions as text.
pub fn list<A: ToString>(legal: &[A], listing: Listing) -> Vec<String> {
    let all: Vec<String> = legal.iter().map(A::to_string).collect();
    match listing {
        Listing::All => all,
        Listing::Ranges => ranges(all),
    }
}

/// Joins runs that differ only in a number at the end, each one above the last.
fn ranges(all: Vec<String>) -> Vec<String> {
    let mut joined = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let run = match numbered(&all[at]) {
            None => 1,
            Some((stem, first)) => {
                let follows = |(step, text): (usize, &String)| {
                    numbered(text) == Some((stem, first + step as u64))
                };
                (all[at..].iter().enumerate())
                    .take_while(|&item| follows(item))
                    .count()
            }
        };
        match (run, numbered(&all[at])) {
            (3.., Some((stem, first))) => {
                joined.push(format!("{stem}{first}..{}", first + run as u64 - 1));
                at += run;
            }
            _ => {
                joined.push(all[at].clone());
                at += 1;
            }
        }
    }
    joined
}

/// A text with a number at its end, apart.
fn numbered(text: &str) -> Option<(&str, u64)> {
    let (stem, number) = text.split_at(text.rfind(' ')? + 1);
    let plain = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((stem, number.parse().ok().filter(|_| plain)?))
}

/// A name that can be printed: no control characters, not too long, not empty.
pub fn tidy_name(text: &str) -> String {
    let tidy: String = (text.trim().chars())
        .filter(|c| !c.is_control())
        .take(LONGEST_NAME)
        .collect();
    match tidy.trim() {
        "" => "agent".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers_are_joined() {
        let list = |texts: &[&str]| ranges(texts.iter().map(|&text| text.to_owned()).collect());
        assert_eq!(
            list(&["bid 0", "bid 1", "bid 2", "pass"]),
            ["bid 0..2", "pass"]
        );
        assert_eq!(
            list(&["offer 0", "offer 2", "offer 3"]),
            ["offer 0", "offer 2", "offer 3"]
        );
        assert_eq!(list(&["price 7", "price 8"]), ["price 7", "price 8"]);
        assert_eq!(list(&["take gold"]), ["take gold"]);
    }

    #[test]
    fn names_are_made_printable() {
        assert_eq!(tidy_name("  a\u{7}b\n"), "ab");
        assert_eq!(tidy_name("\n"), "agent");
        assert_eq!(tidy_name(&"x".repeat(500)).len(), LONGEST_NAME);
    }

    #[test]
    fn an_action_needs_no_id() {
        let read = |text: &str| serde_json::from_str::<FromAgent>(text);
        assert_eq!(
            read(r#"{"type":"action","action":"pass"}"#).unwrap(),
            FromAgent::Action {
                id: None,
                action: "pass".to_owned()
            }
        );
        assert!(read(r#"{"type":"dance"}"#).is_err());
        assert!(read("7").is_err());
    }
}
