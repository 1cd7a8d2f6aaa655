//! Words that every page uses.

/// The name of an AI as people read it, from its policy as it is written in records.
pub(crate) fn policy(spec: &str) -> String {
    let name = match spec {
        "random" => "Novice",
        "weighted" => "Peddler",
        "utility" => "Merchant",
        "simple" => "Collector",
        "appraiser" => "Appraiser",
        "greedy" => "Curator",
        "ismcts:300" => "Connoisseur",
        "ismcts:30" => "Expert",
        "ismcts:200" => "Strategist",
        "ismcts" | "ismcts:2000" => "Master",
        "rand" => "Very easy",
        "greedy_asc" => "Easy",
        "minimax_2" => "Medium",
        "minimax_4" => "Hard",
        "minimax_8" => "Very hard",
        "minimax_12" => "Impossible",
        "perfect" => "Perfect",
        other => match other.strip_prefix("ismcts:") {
            Some(budget) => return format!("Searcher ({budget})"),
            None => other,
        },
    };
    name.to_owned()
}
