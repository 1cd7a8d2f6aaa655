//! Words that every page uses.

/// The name of this program.
pub(crate) const PARLOUR: &str = "Parlour";

/// The name of an AI as people read it, from its policy as it is written in records.
pub(crate) fn policy(spec: &str) -> String {
    let (name, budget) = spec.split_once(':').unwrap_or((spec, ""));
    let name = match name {
        "random" => "Random",
        "utility" => "Merchant",
        "weighted" => "Moody merchant",
        "ismcts" => "Searcher",
        other => other,
    };
    match budget {
        "" => name.to_owned(),
        budget => format!("{name} {budget}"),
    }
}
