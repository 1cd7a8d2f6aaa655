//! The messages of a server with tables. What is not needed here is not read.

use parlour_engine::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the dialect that the app speaks.
pub(crate) const VERSION: u32 = 1;

/// What the server is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct About {
    /// The version of its dialect.
    pub(crate) protocol: u32,
    /// Where programs from outside connect, if they can.
    pub(crate) agents: Option<String>,
    /// The games it has.
    pub(crate) games: Vec<String>,
}

/// Whom a seat is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Wanted {
    /// Somebody with a browser.
    Person,
    /// One of the house's own agents.
    Policy {
        /// `NAME` or `NAME:BUDGET`.
        policy: String,
    },
    /// A program from outside.
    Agent,
}

/// A table to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NewTable {
    /// The game.
    pub(crate) game: String,
    /// The name of the rules.
    pub(crate) rules: String,
    /// Whom each seat is for.
    pub(crate) seats: Vec<Wanted>,
    /// Milliseconds for each answer.
    pub(crate) clock: Option<u64>,
    /// Whether everybody may find it.
    pub(crate) listed: bool,
}

/// A table that was made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Opened {
    /// What it is found by.
    pub(crate) id: String,
    /// Whoever shows this may end it.
    pub(crate) keeper: String,
    /// Its seats.
    pub(crate) seats: Vec<OpenedSeat>,
}

/// A seat of a table that was made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct OpenedSeat {
    /// Whom it is for.
    pub(crate) kind: SeatKind,
    /// Whoever shows this may sit there; own agents have none.
    #[serde(default)]
    pub(crate) token: Option<String>,
}

/// Whom a seat is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatKind {
    /// Somebody with a browser.
    Person,
    /// One of the house's own agents.
    Policy,
    /// A program from outside.
    Agent,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// Not every seat is taken.
    Waiting,
    /// The game is on.
    Playing,
    /// The game has ended.
    Over,
    /// The game will not be played to its end.
    Abandoned,
}

/// One seat as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct SeatNow {
    /// Whom it is for.
    pub(crate) kind: SeatKind,
    /// Who sits there.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// Whether somebody has sat down.
    pub(crate) taken: bool,
    /// Whether he is connected.
    pub(crate) here: bool,
}

/// How a table stands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Summary {
    /// What it is found by.
    pub(crate) id: String,
    /// The game.
    pub(crate) game: String,
    /// The name of its rules.
    pub(crate) rules: String,
    /// Milliseconds for each answer.
    #[serde(default)]
    pub(crate) clock: Option<u64>,
    /// How far it is.
    pub(crate) state: State,
    /// The seats in order.
    pub(crate) seats: Vec<SeatNow>,
    /// Who owes an answer.
    #[serde(default)]
    pub(crate) to_move: SeatSet,
    /// Who wants another game; nothing while none can be asked for.
    #[serde(default)]
    pub(crate) again: Option<SeatSet>,
    /// Milliseconds that each seat has left, in the message `table`.
    #[serde(default)]
    pub(crate) time: Vec<Option<u64>>,
}

/// The tables that everybody may find.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Listed {
    /// In no order.
    pub(crate) tables: Vec<Summary>,
}

/// Why the server does not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Refused {
    /// One line.
    pub(crate) error: String,
}

/// What is said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ToTable<'a> {
    /// The first message of a connection.
    Hello {
        /// [`VERSION`].
        version: u32,
        /// One's name; not needed where one has sat before.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<&'a str>,
        /// The token of the seat; none to look on.
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<&'a str>,
        /// To be told of everything at once.
        watch: bool,
        /// To stay when a game is over: there may be another.
        again: bool,
        /// The page works the legal actions out itself: a short list will do.
        legal: &'static str,
    },
    /// The answer to a turn.
    Action {
        /// The number of the question.
        id: u64,
        /// The action as text.
        action: &'a str,
    },
    /// One gives up.
    Resign,
    /// One wants another game with those who sit here, or does not.
    Again {
        /// Which of the two.
        want: bool,
    },
}

/// Why a connection is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ByeCode {
    /// The seat was opened elsewhere.
    Replaced,
    /// Something that this version need not know.
    #[serde(other)]
    Other,
}

/// What a table says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum FromTable {
    /// The answer to hello.
    Welcome {
        /// One's seat; none for spectators.
        seat: Option<Seat>,
        /// The token that takes it again; none for spectators.
        #[serde(default)]
        token: Option<String>,
    },
    /// Who is here, and how it stands.
    Table(Summary),
    /// One is to move.
    Turn {
        /// The number of the question.
        id: u64,
        /// Milliseconds for the answer.
        #[serde(default)]
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
    },
    /// There was no answer in time: a default move was made.
    Fault {
        /// What was wrong.
        message: String,
        /// What was played instead.
        played: String,
    },
    /// The game is over.
    Result {
        /// What happened since the last message.
        #[serde(default)]
        events: Vec<Value>,
        /// What one may know in the end, if it is told.
        #[serde(default)]
        view: Option<Value>,
        /// The final scores.
        scores: Vec<i32>,
        /// Who won.
        winners: SeatSet,
        /// Who gave up.
        #[serde(default)]
        resigned: Option<Seat>,
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
        /// Why, where the page does something about it.
        #[serde(default)]
        code: Option<ByeCode>,
    },
    /// Something that this version need not know.
    #[serde(other)]
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, to_string};

    #[test]
    fn what_is_said_is_what_the_protocol_tells() {
        let hello = ToTable::Hello {
            version: VERSION,
            name: Some("Ada"),
            token: None,
            watch: true,
            again: true,
            legal: "ranges",
        };
        assert_eq!(
            to_string(&hello).unwrap(),
            r#"{"type":"hello","version":1,"name":"Ada","watch":true,"again":true,"legal":"ranges"}"#
        );
        let resign = to_string(&ToTable::Resign).unwrap();
        assert_eq!(resign, r#"{"type":"resign"}"#);
        let again = to_string(&ToTable::Again { want: false }).unwrap();
        assert_eq!(again, r#"{"type":"again","want":false}"#);
        let seat = to_string(&Wanted::Policy {
            policy: "utility".to_owned(),
        });
        assert_eq!(seat.unwrap(), r#"{"kind":"policy","policy":"utility"}"#);
    }

    #[test]
    fn unknown_messages_and_fields_are_no_trouble() {
        let other: FromTable = from_str(r#"{"type":"game","number":1,"seat":0}"#).unwrap();
        assert_eq!(other, FromTable::Other);
        let table = r#"{"type":"table","id":"x","game":"jaipur","rules":"round","new":[1],
            "state":"waiting","seats":[{"kind":"agent","taken":false,"here":false}],"time":[null]}"#;
        let FromTable::Table(summary) = from_str(table).unwrap() else {
            panic!("it is a table");
        };
        assert_eq!(summary.seats[0].kind, SeatKind::Agent);
        assert_eq!(summary.time, [None]);
        let bye = |line| from_str::<FromTable>(line).unwrap();
        let reason = "over".to_owned();
        assert_eq!(
            bye(r#"{"type":"bye","reason":"over"}"#),
            FromTable::Bye { reason, code: None }
        );
        for (line, code) in [("replaced", ByeCode::Replaced), ("new", ByeCode::Other)] {
            let line = format!(r#"{{"type":"bye","reason":"","code":"{line}"}}"#);
            let said = from_str::<FromTable>(&line).unwrap();
            assert!(matches!(said, FromTable::Bye { code: Some(found), .. } if found == code));
        }
    }
}
