//! Reasons of the server in the language of the page.

use super::locale::{Argument, find_format};
use parlour_protocol::api_error::ReceivedReason;
use serde_json::Value;

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

    fn received(json: &Value) -> ReceivedError {
        serde_json::from_value(json.clone()).unwrap()
    }

    #[test]
    fn every_code_has_a_text_with_its_arguments() {
        for error in ApiError::examples() {
            let json = serde_json::to_value(ErrorBody::from(error)).unwrap();
            let error = received(&json);
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
            let json = serde_json::to_value(&code).unwrap();
            let reason: ReceivedReason = serde_json::from_value(json).unwrap();
            assert_eq!(bye(&reason, ""), code.to_string());
        }
        let unknown = ReceivedReason {
            code: "from_the_future".to_owned(),
            ..ReceivedReason::default()
        };
        assert_eq!(bye(&unknown, "no"), "no");
    }

    #[test]
    fn unknown_codes_are_told_in_english() {
        for json in [
            serde_json::json!({"error": "no", "code": "from_the_future", "args": {"a": 1}}),
            serde_json::json!({"error": "no"}),
        ] {
            let error = received(&json);
            assert_eq!(text(&error.reason, &error.error), "no");
        }
    }
}
