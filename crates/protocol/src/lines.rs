//! The Parlour dialect: a JSON object a line, for every game.

use crate::api_error::ReceivedReason;
use crate::bye_code::ByeCode;
use crate::legal::Legal;
use crate::summary::Summary;
use crate::{AgentFault, FaultCause, Hosted, Phrase, RefusedCode};
use parlour_engine::{Seat, SeatSet, json};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::str::FromStr;

/// The version of the dialect.
pub const VERSION: u32 = 1;
/// The longest line, in bytes with its line break.
pub const MAX_LINE_BYTES: usize = 64 << 10;
/// The longest name of an agent, in characters; the rest is cut off.
pub const MAX_NAME_CHARS: usize = 40;

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
    /// A person wants another game with those who sit here.
    Again {
        /// False for one who does not, which settles it.
        #[serde(default = "yes")]
        want: bool,
    },
    /// A person wants to take their last action back, or answers somebody who does.
    Undo {
        /// False to decline, or to withdraw the own request.
        #[serde(default = "yes")]
        want: bool,
    },
    /// A person says something to the others.
    Phrase {
        /// What.
        phrase: Phrase,
    },
}

const fn yes() -> bool {
    true
}

/// In version 1 of the dialect a view has a field for the history, which is empty: events are sent once, by themselves.
fn with_empty_history<V: Serialize, S: Serializer>(
    view: &V,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct WithHistory<'a, V> {
        #[serde(flatten)]
        view: &'a V,
        history: [(); 0],
    }
    let history = [];
    WithHistory { view, history }.serialize(serializer)
}

impl FromAgent {
    /// Reads a line.
    ///
    /// # Errors
    /// When it is not UTF-8, no JSON, or no such message.
    pub fn read(line: &[u8]) -> serde_json::Result<FromAgent> {
        // Nearly all messages are answers. Of a message whose kind is not known beforehand a copy is made
        // first, which takes longer than all the rest.
        match serde_json::from_slice(line) {
            Ok(Answer {
                kind: AnswerKind::Action,
                id,
                action,
            }) => Ok(FromAgent::Action { id, action }),
            Err(_) => serde_json::from_slice(line),
        }
    }
}

/// [`FromAgent::Action`] by itself, with no other fields: whatever is skipped would be read less strictly (neither as
/// UTF-8 nor for its numbers and depth) than [`FromAgent`] is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    #[serde(rename = "type")]
    kind: AnswerKind,
    #[serde(default)]
    id: Option<u64>,
    action: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum AnswerKind {
    Action,
}

/// Who an agent is, and how it wants to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the dialect it speaks: 1.
    pub version: u32,
    /// Its name in results; may be missing when a seat is taken again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game it plays; any when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The table it wants to sit at, where there are several; any when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The token of a seat: one it was given, or one it has had before, to sit there again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// How the legal actions are listed.
    #[serde(default)]
    pub legal: Listing,
    /// Whether it is told of every turn when it happens, or of all at its own next turn.
    #[serde(default)]
    pub watch: bool,
    /// Whether it stays when a game is over: to ask for another, and to be led to its table.
    #[serde(default)]
    pub again: bool,
    /// Whether it takes an open seat, if it has no token.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sit: bool,
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_false(value: &bool) -> bool {
    !*value
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
        /// Its name here: with a number behind it if another has the same. Nothing for spectators.
        name: Option<&'a str>,
        /// A secret with which the seat can be taken again. `None` for spectators.
        token: Option<&'a str>,
        /// Its seat, where it has the same in all games.
        seat: Option<Seat>,
        /// How many games will be played.
        games: u64,
        /// Milliseconds for each answer; `None` if there is no limit.
        think: Option<u64>,
    },
    /// The players, their connections and the scores, for spectators.
    Table {
        /// What everybody may know of the table.
        #[serde(flatten)]
        summary: &'a Summary,
        /// Milliseconds that each seat has left for its answer; nothing for those that owe none
        /// or have no limit.
        time: &'a [Option<u64>],
        /// Milliseconds that each seat has left for all its answers. Missing if the table has no time bank.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        bank_left: &'a [Option<u64>],
    },
    /// A game begins, or goes on from an earlier position: everything that happened is told again.
    Game {
        /// Its number, from 1.
        number: u64,
        /// The agent's seat; nothing for spectators.
        seat: Option<Seat>,
        /// Who sits where.
        names: &'a [String],
    },
    /// The agent is to move.
    Turn {
        /// The number of the question.
        id: u64,
        /// The agent's seat.
        seat: Seat,
        /// Milliseconds for the answer; `None` if there is no limit.
        time: Option<u64>,
        /// The legal actions as text.
        legal: Legal<'a, G>,
        /// What happened since the last message.
        events: &'a [G::Event],
        /// What the seat may know; the events are not repeated in it.
        #[serde(serialize_with = "with_empty_history")]
        view: &'a G::View,
    },
    /// Something happened, and the agent watches.
    News {
        /// What happened since the last message.
        events: &'a [G::Event],
        /// What the seat may know.
        #[serde(serialize_with = "with_empty_history")]
        view: &'a G::View,
    },
    /// What a person said was not used, and no harm is done: another answer may follow.
    Refused {
        /// The `id` of the turn, if it was given.
        id: Option<u64>,
        /// What was wrong.
        message: &'a str,
        /// The same as a code with arguments.
        #[serde(flatten)]
        code: &'a RefusedCode,
    },
    /// The answer was not used: a default move was made.
    Fault {
        /// The `id` of the turn.
        id: u64,
        /// What was wrong.
        message: &'a str,
        /// What was played instead.
        played: &'a str,
        /// What was wrong, as a code with arguments.
        #[serde(flatten)]
        code: &'a AgentFault,
    },
    /// A game is over.
    Result {
        /// What happened since the last message.
        events: &'a [G::Event],
        /// Final score of each seat.
        scores: &'a [i32],
        /// Who won; several share the win.
        winners: SeatSet,
        /// Who gave up, if that is how it ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        resigned: Option<Seat>,
        /// What the seat may know in the end.
        #[serde(serialize_with = "with_empty_history")]
        view: &'a G::View,
    },
    /// Somebody at the table has said something.
    Phrase {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// Everybody wants another game, and it has a table of its own.
    Next {
        /// What the table is found by.
        table: &'a str,
        /// The seat there; nothing for spectators.
        seat: Option<Seat>,
        /// What takes that seat; nothing for spectators.
        token: Option<&'a str>,
    },
    /// The last line.
    Bye {
        /// Why, in one line.
        reason: &'a str,
        /// The same as a code with arguments, if it has one.
        #[serde(flatten)]
        code: Option<ByeCode>,
    },
}

/// [`ToAgent`] as a client reads it that leaves views and events as JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// The answer to hello.
    Welcome {
        /// One's seat; none for spectators.
        seat: Option<Seat>,
        /// The token that takes it again; none for spectators.
        token: Option<String>,
    },
    /// Who is here, and how it stands.
    Table {
        /// What everybody may know of the table.
        summary: Box<Summary>,
        /// Milliseconds that each seat has left for its answer.
        time: Vec<Option<u64>>,
        /// Milliseconds that each seat has left for all its answers; empty without a time bank.
        bank_left: Vec<Option<u64>>,
    },
    /// A game begins, or goes on from an earlier position: everything that happened is told again.
    Game {
        /// Who sits where.
        names: Vec<String>,
    },
    /// One is to move.
    Turn {
        /// The number of the question.
        id: u64,
        /// Milliseconds for the answer.
        time: Option<u64>,
        /// What happened since the last message.
        events: Vec<Value>,
        /// What the seat may know.
        view: Value,
    },
    /// Something happened.
    News {
        /// What happened since the last message.
        events: Vec<Value>,
        /// What the seat, or a spectator, may know.
        view: Value,
    },
    /// The answer was not used, and another may follow.
    Refused {
        /// Why, in one line.
        message: String,
        /// The same as a code; empty if it is missing.
        code: String,
        /// The arguments of the code.
        args: Map<String, Value>,
    },
    /// There was no answer in time: a default move was made.
    Fault {
        /// What was wrong.
        message: String,
        /// What was played instead.
        played: String,
        /// What was wrong, as a code; empty if it is missing.
        code: String,
        /// The arguments of the code.
        args: Map<String, Value>,
    },
    /// The game is over.
    Result {
        /// What happened since the last message.
        events: Vec<Value>,
        /// What one may know in the end, if it is told.
        view: Option<Value>,
        /// The final scores.
        scores: Vec<i32>,
        /// Who won.
        winners: SeatSet,
        /// Who gave up.
        resigned: Option<Seat>,
    },
    /// Somebody at the table has said something.
    Phrase {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// Everybody wants another game, and it has a table of its own.
    Next {
        /// What that is found by.
        table: String,
        /// One's seat there; none for spectators.
        seat: Option<Seat>,
        /// Its token; none for spectators.
        token: Option<String>,
    },
    /// The last message of a connection.
    Bye {
        /// Why, in one line.
        reason: String,
        /// The same as a code with arguments; empty where there is none.
        code: ReceivedReason,
    },
    /// Something that this version need not know.
    Other,
}

impl<'de> Deserialize<'de> for Received {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Received, D::Error> {
        json::deserialize_fields(deserializer, |value, fields| {
            Ok(match fields.required::<&str>("type")? {
                "welcome" => Received::Welcome {
                    seat: fields.optional("seat")?,
                    token: fields.optional("token")?,
                },
                "table" => Received::Table {
                    summary: Box::new(json::from_value(value)?),
                    time: fields.optional("time")?,
                    bank_left: fields.optional("bank_left")?,
                },
                "game" => Received::Game {
                    names: fields.required("names")?,
                },
                "turn" => Received::Turn {
                    id: fields.required("id")?,
                    time: fields.optional("time")?,
                    events: fields.required("events")?,
                    view: fields.required("view")?,
                },
                "news" => Received::News {
                    events: fields.required("events")?,
                    view: fields.required("view")?,
                },
                "refused" => Received::Refused {
                    message: fields.required("message")?,
                    code: fields.optional("code")?,
                    args: fields.optional("args")?,
                },
                "fault" => Received::Fault {
                    message: fields.required("message")?,
                    played: fields.required("played")?,
                    code: fields.optional("code")?,
                    args: fields.optional("args")?,
                },
                "result" => Received::Result {
                    events: fields.optional("events")?,
                    view: fields.optional("view")?,
                    scores: fields.required("scores")?,
                    winners: fields.required("winners")?,
                    resigned: fields.optional("resigned")?,
                },
                "phrase" => Received::Phrase {
                    seat: fields.required("seat")?,
                    phrase: fields.required("phrase")?,
                },
                "next" => Received::Next {
                    table: fields.required("table")?,
                    seat: fields.optional("seat")?,
                    token: fields.optional("token")?,
                },
                "bye" => Received::Bye {
                    reason: fields.required("reason")?,
                    code: json::from_value(value)?,
                },
                _ => Received::Other,
            })
        })
    }
}

impl<G: Hosted> ToAgent<'_, G> {
    /// The message as a line.
    pub fn line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        self.write(&mut line);
        line
    }

    /// Writes the message as a line to `line`, which is cleared first.
    pub fn write(&self, line: &mut Vec<u8>) {
        line.clear();
        serde_json::to_writer(&mut *line, self)
            .expect("messages have string keys and finite numbers only");
        line.push(b'\n');
    }
}

/// Why a text is not an action that the rules allow now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidAction {
    /// In one line, in English.
    pub reason: String,
    /// The same as a code with arguments.
    pub cause: FaultCause,
}

/// The action that a text stands for, if the rules allow it now.
///
/// # Errors
/// Why it is none.
pub fn read_action<G: Hosted>(
    state: &G,
    seat: Seat,
    text: &str,
) -> Result<G::Action, InvalidAction> {
    let action: G::Action =
        (text.parse()).map_err(|error: <G::Action as FromStr>::Err| InvalidAction {
            reason: error.to_string(),
            cause: FaultCause::UnknownAction,
        })?;
    match state.check(seat, action) {
        Ok(()) => Ok(action),
        Err(illegal) => Err(InvalidAction {
            reason: illegal.to_string(),
            cause: FaultCause::Illegal(G::rule(&illegal)),
        }),
    }
}

/// A name that can be printed: no control characters, not too long, not empty.
pub fn tidy_name(text: &str) -> String {
    let tidy: String = (text.trim().chars())
        .filter(|c| !c.is_control())
        .take(MAX_NAME_CHARS)
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
    fn names_are_made_printable() {
        assert_eq!(tidy_name("  a\u{7}b\n"), "ab");
        assert_eq!(tidy_name("\n"), "agent");
        assert_eq!(tidy_name(&"x".repeat(500)).len(), MAX_NAME_CHARS);
    }

    #[test]
    fn an_action_needs_no_id() {
        let read = |text: &str| FromAgent::read(text.as_bytes());
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

    #[test]
    fn every_line_is_read_as_it_is_defined() {
        for text in [
            r#"{"type":"action","action":"bid 7","id":3}"#,
            r#"{"id":null,"extra":{"a":[1]},"action":"bid 7","type":"action"}"#,
            r#"{"type":"action"}"#,
            r#"{"type":"action","action":7}"#,
            r#"{"type":"action","action":"pass","id":-1}"#,
            r#"{"type":"action","action":"pass","action":"take"}"#,
            r#"{"type":"resign","action":"pass"}"#,
            r#"{"type":"hello","version":1,"action":"pass"}"#,
            r#"{"action":"pass"}"#,
            r#"{"type":"action","action":"pass"} {}"#,
            r#"{"type":"action","action":"pass","extra":"\ud800"}"#,
            r#"{"type":"action","action":"pass","extra":1e999}"#,
            "",
        ] {
            let read = FromAgent::read(text.as_bytes()).ok();
            assert_eq!(read, serde_json::from_str(text).ok(), "{text}");
        }
    }

    #[test]
    fn a_line_is_utf_8_in_every_field() {
        for (before, after) in [
            (r#"{"type":"action","action":"pass"#, r#""}"#),
            (r#"{"type":"action","action":"pass","extra":""#, r#""}"#),
            (r#"{"type":"action","action":"pass","extra"#, r#"":0}"#),
            (r#"{"extra":[{"a":""#, r#""}],"type":"resign"}"#),
            (r#"{"type":"hello","version":1,"extra":""#, r#""}"#),
        ] {
            let line = |middle: &[u8]| [before.as_bytes(), middle, after.as_bytes()].concat();
            assert!(FromAgent::read(&line("é".as_bytes())).is_ok(), "{before}");
            assert!(FromAgent::read(&line(b"\xff")).is_err(), "{before}");
        }
    }

    #[test]
    fn unknown_messages_and_fields_are_no_trouble() {
        let other: Received = serde_json::from_str(r#"{"type":"weather","sun":1}"#).unwrap();
        assert_eq!(other, Received::Other);
        let table = r#"{"type":"table","id":"x","game":"jaipur","rules":"round","new":[1],"listed":true,"seeded":false,"to_move":[],"created":1,"updated":2,
            "state":"waiting","seats":[{"kind":"agent","taken":false,"here":false}],"time":[null]}"#;
        let Received::Table {
            summary,
            time,
            bank_left,
        } = serde_json::from_str(table).unwrap()
        else {
            panic!("it is a table");
        };
        assert_eq!(summary.seats[0].kind, crate::summary::SeatKind::Agent);
        assert_eq!((time, bank_left), (vec![None], Vec::new()));
        for (line, code) in [
            (r#"{"type":"bye","reason":"over"}"#, ""),
            (
                r#"{"type":"bye","reason":"over","code":"replaced"}"#,
                "replaced",
            ),
            (
                r#"{"type":"bye","reason":"over","code":"new","args":{"a":1}}"#,
                "new",
            ),
        ] {
            let said = serde_json::from_str::<Received>(line).unwrap();
            let Received::Bye {
                reason,
                code: found,
            } = said
            else {
                panic!("it is the last message");
            };
            assert_eq!((reason.as_str(), found.code.as_str()), ("over", code));
        }
    }

    #[test]
    fn the_code_of_a_bye_has_its_arguments_beside_it() {
        type Message<'a> = ToAgent<'a, parlour_games::jaipur::Jaipur>;
        for code in ByeCode::examples() {
            let reason = &code.to_string();
            let code = Some(code.clone());
            let line = Message::Bye {
                reason,
                code: code.clone(),
            }
            .line();
            let Ok(Received::Bye {
                reason: said,
                code: heard,
            }) = serde_json::from_slice(&line)
            else {
                panic!("{code:?} is not read back");
            };
            assert_eq!((&said, heard.known()), (reason, code));
        }
        let (reason, code) = ("no", None);
        let line = Message::Bye { reason, code }.line();
        assert_eq!(line, b"{\"type\":\"bye\",\"reason\":\"no\"}\n");
    }

    #[test]
    fn faults_and_refusals_have_their_codes_with_arguments() {
        type Message<'a> = ToAgent<'a, parlour_games::jaipur::Jaipur>;
        for fault in AgentFault::examples() {
            let line = Message::Fault {
                id: 7,
                message: &fault.to_string(),
                played: "take gold",
                code: &fault,
            }
            .line();
            let read = serde_json::from_slice(&line);
            let Ok(Received::Fault {
                message,
                code,
                args,
                ..
            }) = read
            else {
                panic!("{fault:?} is not read back");
            };
            let known = ReceivedReason { code, args }.known();
            assert_eq!((message, known), (fault.to_string(), Some(fault)));
        }
        for refusal in RefusedCode::examples() {
            let line = Message::Refused {
                id: None,
                message: &refusal.to_string(),
                code: &refusal,
            }
            .line();
            let read = serde_json::from_slice(&line);
            let Ok(Received::Refused {
                message,
                code,
                args,
            }) = read
            else {
                panic!("{refusal:?} is not read back");
            };
            let known = ReceivedReason { code, args }.known();
            assert_eq!((message, known), (refusal.to_string(), Some(refusal)));
        }
        // A server of an earlier version says no code.
        let old = r#"{"type":"fault","id":1,"message":"no answer in time","played":"take gold"}"#;
        let Ok(Received::Fault { code, .. }) = serde_json::from_str(old) else {
            panic!("it is not read");
        };
        assert_eq!(code, "");
    }
}
