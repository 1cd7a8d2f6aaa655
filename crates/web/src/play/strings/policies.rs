//! Names of the built-in policies.

use crate::platform::locale::{message, text};

/// The name of an AI as people read it, from its policy as it is written in records.
pub(crate) fn policy(spec: &str) -> String {
    let name = match spec {
        "random" => text("play_policies.novice"),
        "weighted" => text("play_policies.peddler"),
        "utility" => text("play_policies.merchant"),
        "simple" => text("play_policies.collector"),
        "appraiser" => text("play_policies.appraiser"),
        "greedy" => text("play_policies.curator"),
        "network" | "ismcts:300" => text("play_policies.connoisseur"),
        "ismcts:30" => text("play_policies.expert"),
        "ismcts:200" => text("play_policies.strategist"),
        "ismcts" | "ismcts:2000" | "ismcts:4000" => text("play_policies.master"),
        "rand" => text("play_policies.very_easy"),
        "greedy_asc" => text("play_policies.easy"),
        "minimax_2" => text("play_policies.medium"),
        "minimax_4" => text("play_policies.hard"),
        "minimax_8" => text("play_policies.very_hard"),
        "minimax_12" => text("play_policies.impossible"),
        "perfect" | "perfect:1s" => text("play_policies.perfect"),
        other => match other.strip_prefix("ismcts:") {
            Some(budget) => return message!("play_policies.searcher", budget),
            None => other,
        },
    };
    name.to_owned()
}
