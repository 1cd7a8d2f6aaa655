//! What the server has answered. A field that is missing reads as nothing: the server may be another version.

use serde_json::Value;

/// A text; empty where there is none.
pub(super) fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// A whole number; 0 where there is none.
pub(super) fn whole(value: &Value, field: &str) -> u64 {
    value[field].as_u64().unwrap_or_default()
}

/// A number; 0 where there is none.
pub(super) fn number(value: &Value, field: &str) -> f64 {
    value[field].as_f64().unwrap_or_default()
}

/// A list; empty where there is none.
pub(super) fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

/// The names of the players of a report, in their order.
pub(super) fn names(report: &Value) -> Vec<&str> {
    let players = list(report, "players").iter();
    players.map(|player| text(player, "name")).collect()
}

/// Both ends of a two-sided interval at 95 %; nothing where one is infinite.
pub(super) fn interval(value: &Value, field: &str) -> Option<(f64, f64)> {
    let interval = &value[field];
    Some((interval["low"].as_f64()?, interval["high"].as_f64()?))
}
