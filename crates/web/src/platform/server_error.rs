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
    find_fault(code, args).unwrap_or_else(|| english.to_owned())
}

/// The text of a fault; `None` if this version does not know its code. The cause replaces the English reason if it is
/// known too.
fn find_fault(code: &str, args: &Map<String, Value>) -> Option<String> {
    let mut args = args.clone();
    if let Some(cause) = args.remove("cause") {
        let values = args_of(&cause);
        let text = match cause["code"].as_str().unwrap_or_default() {
            "illegal" => rule(&values),
            cause => find("cause_", cause, &values),
        };
        if let Some(text) = text {
            args.insert("reason".to_owned(), text.into());
        }
    }
    find("fault_", code, &args)
}

/// The arguments of a code.
fn args_of(reason: &Value) -> Map<String, Value> {
    reason["args"].as_object().cloned().unwrap_or_default()
}

/// The text of the rule that forbids an action: that of the game's table.
fn rule(args: &Map<String, Value>) -> Option<String> {
    let name = |name: &str| args.get(name)?.as_str();
    let game = name("game")?.replace('-', "_");
    let key = format!("{game}_table.illegal_{}", name("rule")?);
    let values = args.get("values").and_then(Value::as_object);
    find_text(&key, values.unwrap_or(&Map::new()))
}

/// Why the ladder has paused an agent, from the JSON of a `PauseReason`. `english` is what the server says, for reasons
/// that this version of the app does not know.
pub(crate) fn pause(reason: &Value, english: &str) -> String {
    let last = &reason["last_fault"];
    let reasons = (
        (reason["code"].as_str()).and_then(|code| find("pause_", code, &args_of(reason))),
        (last["code"].as_str()).and_then(|code| find_fault(code, &args_of(last))),
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
    find_text(&format!("{FILE}.{prefix}{code}"), args)
}

/// A text with the arguments of a code; `None` if there is none.
fn find_text(key: &str, args: &Map<String, Value>) -> Option<String> {
    let arguments = args.iter().map(|(name, value)| {
        let argument = match value {
            Value::Number(number) => Argument::Number(number.as_i64().unwrap_or(i64::MAX)),
            Value::String(text) => Argument::from(text),
            other => Argument::Text(other.to_string()),
        };
        (name.as_str(), argument)
    });
    let arguments: Vec<(&str, Argument)> = arguments.collect();
    find_format(key, &arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_games::jaipur::{self, Jaipur};
    use parlour_games::masters_gallery::{self, Artist, MastersGallery, Phase};
    use parlour_games::modern_art::{self, ModernArt};
    use parlour_games::primi_composti::{self, Pair, PrimiComposti};
    use parlour_protocol::ErrorBody;
    use parlour_protocol::api_error::{ApiError, ReceivedError};
    use parlour_protocol::bye_code::ByeCode;
    use parlour_protocol::fault_cause::Rule;
    use parlour_protocol::ladder::{PauseCode, PauseReason};
    use parlour_protocol::{AgentFault, FaultCause, Hosted, RefusedCode};
    use serde_json::json;
    use std::collections::BTreeSet;

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
            let mut reason = received(&json!(example));
            let line = fault(&reason.code, &reason.args, "");
            // The text of the cause is in the place of the English reason.
            if reason.args.remove("cause").is_some() {
                reason.args.remove("reason");
            }
            complete(&reason, &line);
        }
        for cause in FaultCause::examples() {
            let told = AgentFault::invalid(b"take", "the English reason", cause);
            let reason = received(&json!(told));
            let line = fault(&reason.code, &reason.args, "");
            assert!(line.starts_with("“take” is no answer: "), "{line}");
            assert!(!line.contains("the English reason"), "{told:?}: {line}");
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

    /// Every rule that forbids an action: a program is told by it what is wrong with its answer.
    fn every_rule() -> Vec<Rule> {
        use parlour_games::jaipur::Card;
        let jaipur = {
            use jaipur::IllegalMove as No;
            [
                No::NotInMarket(Card::Gold),
                No::CamelsTogether,
                No::NoCamels,
                No::HandFull,
                No::ExchangeOfOne,
                No::CamelsInExchange,
                No::Uneven { take: 2, give: 3 },
                No::SameKind(Card::Spice),
                No::NotInHand(Card::Camel),
                No::HerdTooSmall(2),
                No::HandOverLimit,
                No::TooFew(Card::Silver),
                No::NothingSold,
                No::CamelsUnsold,
            ]
        };
        let primi_composti = {
            use primi_composti::IllegalMove as No;
            [
                No::NotInHand(7),
                No::NoChoice,
                No::NotVisible(4),
                No::NoOperation(Pair::new(4, 9)),
                No::StealsNothing,
            ]
        };
        let modern_art = {
            use modern_art::IllegalMove as No;
            let painting = "2 open".parse().unwrap();
            [
                No::NotNow("name a price"),
                No::NoSuchPainting(painting),
                No::NotInHand(painting),
                No::OtherArtist(3),
                No::SecondDouble,
                No::OverCash(40),
                No::TooLow(12),
            ]
        };
        let masters_gallery = {
            use masters_gallery::IllegalMove as No;
            [
                No::NotAsked(Phase::Play),
                No::NotAsked(Phase::Second(Artist::C)),
                No::NotAsked(Phase::Hidden),
                No::NotAsked(Phase::Together),
                No::NotAsked(Phase::Award { closing: true }),
                No::NotAsked(Phase::Add { from: 0, left: 1 }),
                No::NotInHand(masters_gallery::Card::from_index(3)),
                No::OtherArtist(Artist::A),
                No::NotOnDisplay(Artist::B),
                No::AlreadyAdded,
            ]
        };
        let mut rules = Vec::new();
        rules.extend(jaipur.iter().map(Jaipur::rule));
        rules.extend(primi_composti.iter().map(PrimiComposti::rule));
        rules.extend(modern_art.iter().map(ModernArt::rule));
        rules.extend(masters_gallery.iter().map(MastersGallery::rule));
        rules
    }

    #[test]
    fn every_rule_that_forbids_an_action_has_a_text_of_its_own() {
        let mut texts = BTreeSet::new();
        for rule in every_rule() {
            let told = json!(AgentFault::invalid(
                b"take",
                "the English reason",
                FaultCause::Illegal(rule),
            ));
            let reason = received(&told);
            let line = fault(&reason.code, &reason.args, "");
            let text = line.strip_prefix("“take” is no answer: ");
            let text = text.unwrap_or_else(|| panic!("{told}: {line}")).to_owned();
            assert!(!text.contains(['{', '}']), "{text}");
            assert_ne!(text, "the English reason", "{told}");
            assert!(texts.insert(text), "{told}: a text twice");
        }
    }

    #[test]
    fn unknown_causes_are_told_in_english() {
        for cause in [
            json!({"code": "from_the_future"}),
            json!({"code": "illegal", "args": {"game": "chess", "rule": "check"}}),
            json!(null),
        ] {
            let args = json!({"answer": "take", "reason": "no", "cause": cause});
            let line = fault("invalid", args.as_object().unwrap(), "");
            assert_eq!(line, "“take” is no answer: no");
        }
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
