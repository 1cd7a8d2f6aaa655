//! Words that every page uses.

/// The name of an AI as people read it, from its policy as it is written in records.
pub(crate) fn policy(spec: &str) -> String {
    let name = match spec {
        "random" => "Novice",
        "weighted" => "Peddler",
        "utility" => "Merchant",
        "ismcts:30" => "Expert",
        "ismcts" | "ismcts:2000" => "Master",
        other => match other.strip_prefix("ismcts:") {
            Some(budget) => return format!("Searcher ({budget})"),
            None => other,
        },
    };
    name.to_owned()
}
