//! Reasons of the server in the language of the page.

use super::locale::{Argument, find_format, message};
use parlour_protocol::api_error::ReceivedReason;
use parlour_protocol::ladder::PauseReason;
use serde::Serialize;
use serde_json::{Value, json};

/// The file with the texts, by the codes of the server.
const FILE: &str = "server_errors";

/// The text of a reason, without a full stop. `english` is what the server says, for codes that this version of the app
/// does not know.
pub(crate) fn text(reason: &ReceivedReason, english: &str) -> String {
    text_of("", reason, english)
}

/// The same for the reason that a connection is ended with. Those after which the page connects again have a text of
/// their own there.
pub(crate) fn bye(reason: &ReceivedReason, english: &str) -> String {
    text_of("bye_", reason, english)
}

/// The same for a message of one's own that the table did not use.
pub(crate) fn refusal(reason: &ReceivedReason, english: &str) -> String {
    text_of("refused_", reason, english)
}

/// The same for a missing or unusable answer, in place of which a fallback move was played.
pub(crate) fn fault(reason: &ReceivedReason, english: &str) -> String {
    text_of("fault_", reason, english)
}

/// Why the ladder has paused an agent. `english` is what the server says, for reasons that this version of the app does
/// not know.
pub(crate) fn pause(reason: Option<&PauseReason>, english: &str) -> String {
    let Some(reason) = reason else {
        return english.to_owned();
    };
    let code = text_of("pause_", &received(&reason.code), english);
    match &reason.last_fault {
        Some(last) => {
            let last = fault(&received(last), &last.to_string());
            message!("server_errors.pause_with_last", reason = code, last)
        }
        None => code,
    }
}

/// A code of this version as if a server had sent it.
fn received(code: &impl Serialize) -> ReceivedReason {
    serde_json::from_value(json!(code)).unwrap_or_default()
}

fn text_of(prefix: &str, reason: &ReceivedReason, english: &str) -> String {
    let arguments = reason.args.iter().map(|(name, value)| {
        let argument = match value {
            Value::Number(number) => Argument::Number(number.as_i64().unwrap_or(i64::MAX)),
            Value::String(text) => Argument::from(text),
            other => Argument::Text(other.to_string()),
        };
        (name.as_str(), argument)
    });
    let arguments: Vec<(&str, Argument)> = arguments.collect();
    let key = format!("{FILE}.{prefix}{}", reason.code);
    find_format(&key, &arguments).unwrap_or_else(|| english.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_protocol::ErrorBody;
    use parlour_protocol::api_error::{ApiError, ReceivedError};
    use parlour_protocol::bye_code::ByeCode;
    use parlour_protocol::ladder::PauseCode;
    use parlour_protocol::{AgentFault, Refusal};

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
            assert_eq!(bye(&received(&code), ""), code.to_string());
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
        for reason in Refusal::examples().iter().map(received) {
            complete(&reason, &refusal(&reason, ""));
        }
        for reason in AgentFault::examples().iter().map(received) {
            complete(&reason, &fault(&reason, ""));
        }
        for code in PauseCode::examples() {
            let mut reason = PauseReason {
                code,
                last_fault: None,
            };
            complete(&received(&reason.code), &pause(Some(&reason), ""));
            reason.last_fault = Some(AgentFault::TooLong);
            let line = pause(Some(&reason), "");
            complete(&received(&reason.code), &line);
            assert!(line.ends_with("the answer is too long"), "{line}");
        }
        assert_eq!(pause(None, "no"), "no");
    }

    #[test]
    fn unknown_codes_are_told_in_english() {
        for json in [
            serde_json::json!({"error": "no", "code": "from_the_future", "args": {"a": 1}}),
            serde_json::json!({"error": "no"}),
        ] {
            let error = parsed(&json);
            assert_eq!(text(&error.reason, &error.error), "no");
        }
    }
}
