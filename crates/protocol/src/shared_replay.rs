//! Shared replays: a record that several people watch together at a server, one of whom leads.
//!
//! A replay is made over HTTP ([`NewSharedReplay`], [`SharedReplay`]). A WebSocket tells everybody what the leader shows
//! ([`ToViewer`]) and the server what a person wants ([`FromViewer`]).

use crate::api_error::ReceivedReason;
use crate::bye_code::ByeCode;
use parlour_engine::json;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// A request for a shared replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSharedReplay {
    /// The record, or the text of its link.
    pub record: Value,
    /// The number of actions that are shown first; none if missing.
    #[serde(default)]
    pub ply: u64,
}

/// A shared replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedReplay {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// The record as the text of a link.
    pub link: String,
    /// The number of actions of the record.
    pub plies: u64,
    /// The number of actions that the leader shows.
    pub ply: u64,
    /// The number of people who watch, the leader among them.
    pub watching: u64,
}

/// What a person says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromViewer {
    /// The first message.
    Join {
        /// Their name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The token of the leader or of the creator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// The leader shows another position.
    Seek {
        /// The number of actions up to it.
        ply: u64,
    },
    /// The leader lets another one lead.
    HandOver {
        /// The number of that person.
        to: u64,
    },
    /// The creator leads again.
    Lead {
        /// The token of the creator.
        token: String,
    },
}

/// What a person is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToViewer {
    /// What the leader shows, and who is there.
    State {
        /// The number of actions that the leader shows.
        ply: u64,
        /// The number of people who watch, the leader among them.
        watching: u64,
        /// The name of the leader; `None` while they are away.
        leader: Option<String>,
        /// Whether this person leads.
        leads: bool,
        /// All others, for the leader only, and only if they have changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        people: Option<Vec<ReplayViewer>>,
    },
    /// This person has been made the leader: what they show when they join again.
    Token {
        /// The token of the leader.
        token: String,
    },
    /// The last message.
    Bye {
        /// Why, in one line.
        reason: String,
        /// The same as a code; `None` if it has none.
        #[serde(flatten)]
        code: Option<ByeCode>,
    },
}

/// A person at a shared replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayViewer {
    /// Their number.
    pub id: u64,
    /// Their name.
    pub name: String,
}

/// [`ToViewer`] as a client reads it.
#[derive(Clone, Debug, PartialEq)]
pub enum ReceivedByViewer {
    /// See [`ToViewer::State`].
    State {
        /// The number of actions that the leader shows.
        ply: usize,
        /// The number of people who watch.
        watching: usize,
        /// The name of the leader.
        leader: Option<String>,
        /// Whether this person leads.
        leads: bool,
        /// All others; `None` if they are as before.
        people: Option<Vec<ReplayViewer>>,
    },
    /// The token of the leader.
    Token(String),
    /// The last message.
    Bye {
        /// Why, in one line.
        reason: String,
        /// The same as a code; empty where there is none.
        code: ReceivedReason,
    },
    /// Something that this version need not know.
    Other,
}

impl<'de> Deserialize<'de> for ReceivedByViewer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize_fields(deserializer, |value, fields| {
            Ok(match fields.required::<&str>("type")? {
                "state" => ReceivedByViewer::State {
                    ply: fields.required("ply")?,
                    watching: fields.required("watching")?,
                    leader: fields.optional("leader")?,
                    leads: fields.required("leads")?,
                    people: fields.optional("people")?,
                },
                "token" => ReceivedByViewer::Token(fields.required("token")?),
                "bye" => ReceivedByViewer::Bye {
                    reason: fields.required("reason")?,
                    code: json::from_value(value)?,
                },
                _ => ReceivedByViewer::Other,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_reads_what_the_server_writes() {
        let people = vec![ReplayViewer {
            id: 3,
            name: "Bo".to_owned(),
        }];
        let written = [
            (
                ToViewer::State {
                    ply: 7,
                    watching: 2,
                    leader: None,
                    leads: true,
                    people: Some(people.clone()),
                },
                ReceivedByViewer::State {
                    ply: 7,
                    watching: 2,
                    leader: None,
                    leads: true,
                    people: Some(people),
                },
            ),
            (
                ToViewer::Token {
                    token: "t".to_owned(),
                },
                ReceivedByViewer::Token("t".to_owned()),
            ),
            (
                ToViewer::Bye {
                    reason: "it is over".to_owned(),
                    code: Some(ByeCode::ReplayEnded),
                },
                ReceivedByViewer::Bye {
                    reason: "it is over".to_owned(),
                    code: ReceivedReason {
                        code: "replay_ended".to_owned(),
                        ..ReceivedReason::default()
                    },
                },
            ),
        ];
        for (message, expected) in written {
            let text = serde_json::to_string(&message).unwrap();
            assert_eq!(json::from_str::<ReceivedByViewer>(&text).unwrap(), expected);
        }
        let later = json::from_str::<ReceivedByViewer>(r#"{"type":"from_the_future"}"#);
        assert_eq!(later.unwrap(), ReceivedByViewer::Other);
    }

    #[test]
    fn messages_of_people_have_one_form() {
        let messages = [
            (
                FromViewer::Join {
                    name: None,
                    token: None,
                },
                r#"{"type":"join"}"#,
            ),
            (FromViewer::Seek { ply: 3 }, r#"{"type":"seek","ply":3}"#),
            (
                FromViewer::HandOver { to: 2 },
                r#"{"type":"hand_over","to":2}"#,
            ),
        ];
        for (message, text) in messages {
            assert_eq!(serde_json::to_string(&message).unwrap(), text);
            assert_eq!(serde_json::from_str::<FromViewer>(text).unwrap(), message);
        }
    }
}
