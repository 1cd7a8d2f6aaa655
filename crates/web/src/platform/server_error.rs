//! Reasons of the server in the language of the page.

use super::locale::{Argument, find_format, message};
use parlour_protocol::api_error::ReceivedReason;
use serde_json::{Map, Value};

/// The file with the texts, by the codes of the server.
const FILE: &str = "server_errors";

/// The text of a reason, without a full stop. `english` is what the server says, for codes that this version of the app
/// does not know.
pub(crate) fn text(reason: &ReceivedReason, english: &str) -> String {
    text_of("", &reason.code, &reason.args, english)
}

/// The same for the reason that a connection is ended with. Those after which the page connects again have a text of
/// their own there.
pub(crate) fn bye(reason: &ReceivedReason, english: &str) -> String {
    text_of("bye_", &reason.code, &reason.args, english)
}

/// The same for a message of one's own that the table did not use.
pub(crate) fn refusal(code: &str, args: &Map<String, Value>, english: &str) -> String {
    text_of("refused_", code, args, english)
}

/// The same for a missing or unusable answer, in place of which a fallback move was played.
pub(crate) fn fault(code: &str, args: &Map<String, Value>, english: &str) -> String {
    text_of("fault_", code, args, english)
}

/// Why the ladder has paused an agent, from the JSON of a `PauseReason`. `english` is what the server says, for reasons
/// that this version of the app does not know.
pub(crate) fn pause(reason: &Value, english: &str) -> String {
    let told = |prefix: &str, reason: &Value| {
        let none = Map::new();
        let args = reason["args"].as_object().unwrap_or(&none);
        find(prefix, reason["code"].as_str()?, args)
    };
    let reasons = (
        told("pause_", reason),
        told("fault_", &reason["last_fault"]),
    );
    match reasons {
        (Some(text), Some(last)) => {
            message!("server_errors.pause_with_last", reason = text, last)
        }
        (Some(text), None) if reason["last_fault"].is_null() => text,
        _ => english.to_owned(),
    }
}

fn text_of(prefix: &str, code: &str, args: &Map<String, Value>, english: &str) -> String {
    find(prefix, code, args).unwrap_or_else(|| english.to_owned())
}

/// The text of a code; `None` if this version does not know it.
fn find(prefix: &str, code: &str, args: &Map<String, Value>) -> Option<String> {
    let arguments = args.iter().map(|(name, value)| {
        let argument = match value {
            Value::Number(number) => Argument::Number(number.as_i64().unwrap_or(i64::MAX)),
            Value::String(text) => Argument::from(text),
            other => Argument::Text(other.to_string()),
        };
        (name.as_str(), argument)
    });
    let arguments: Vec<(&str, Argument)> = arguments.collect();
    find_format(&format!("{FILE}.{prefix}{code}"), &arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_protocol::ErrorBody;
    use parlour_protocol::api_error::{ApiError, ReceivedError};
    use parlour_protocol::bye_code::ByeCode;
    use parlour_protocol::ladder::{PauseCode, PauseReason};
    use parlour_protocol::{AgentFault, RefusedCode};
    use serde_json::json;

    fn received(json: &Value) -> ReceivedReason {
        serde_json::from_value(json.clone()).unwrap()
    }

    fn parsed(json: &Value) -> ReceivedError {
        serde_json::from_value(json.clone()).unwrap()
    }

    #[test]
    fn every_code_has_a_text_with_its_arguments() {
        for error in ApiError::examples() {
            let json = serde_json::to_value(ErrorBody::from(error)).unwrap();
            let error = parsed(&json);
            let line = text(&error.reason, "");
            assert!(!line.is_empty(), "{json}: no text");
            assert!(!line.ends_with('.') && !line.contains(['{', '}']), "{line}");
            for (name, value) in &error.reason.args {
                let value = value.as_str().map_or(value.to_string(), str::to_owned);
                assert!(line.contains(&value), "{name} is not in '{line}'");
            }
        }
    }

    #[test]
    fn every_reason_of_a_bye_has_a_text_with_its_arguments() {
        for code in ByeCode::examples() {
            if let ByeCode::Replaced | ByeCode::Paused | ByeCode::Restart = code {
                continue;
            }
            assert_eq!(bye(&received(&json!(code)), ""), code.to_string());
        }
        let unknown = ReceivedReason {
            code: "from_the_future".to_owned(),
            ..ReceivedReason::default()
        };
        assert_eq!(bye(&unknown, "no"), "no");
    }

    #[test]
    fn every_refusal_fault_and_pause_has_a_text_with_its_arguments() {
        let complete = |reason: &ReceivedReason, line: &str| {
            assert!(
                !line.is_empty() && !line.contains(['{', '}']),
                "{reason:?}: {line}"
            );
            for (name, value) in &reason.args {
                let value = value.as_str().map_or(value.to_string(), str::to_owned);
                assert!(line.contains(&value), "{name} is not in '{line}'");
            }
        };
        for example in RefusedCode::examples() {
            let reason = received(&json!(example));
            complete(&reason, &refusal(&reason.code, &reason.args, ""));
        }
        for example in AgentFault::examples() {
            let reason = received(&json!(example));
            complete(&reason, &fault(&reason.code, &reason.args, ""));
        }
        for code in PauseCode::examples() {
            let mut reason = PauseReason {
                code,
                last_fault: None,
            };
            let code = received(&json!(reason.code));
            complete(&code, &pause(&json!(reason), ""));
            reason.last_fault = Some(AgentFault::TooLong);
            let line = pause(&json!(reason), "");
            complete(&code, &line);
            assert!(line.ends_with("the answer is too long"), "{line}");
        }
        assert_eq!(pause(&Value::Null, "no"), "no");
        let unknown = json!({"code": "too_many_faults", "args": {}, "last_fault": {"code": "new"}});
        assert_eq!(pause(&unknown, "no"), "no");
    }

    #[test]
    fn unknown_codes_are_told_in_english() {
        for json in [
            json!({"error": "no", "code": "from_the_future", "args": {"a": 1}}),
            json!({"error": "no"}),
        ] {
            let error = parsed(&json);
            assert_eq!(text(&error.reason, &error.error), "no");
        }
    }
}
