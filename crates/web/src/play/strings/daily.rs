//! Texts of daily deals and challenges.

use crate::platform::locale::{message, texts};

texts! {
    "play_daily";
    /// Title, and the link to the page.
    title,
    /// The line below the title.
    lede,
    /// The link on the home page.
    link,
    /// Nobody has played here yet.
    not_played,
    /// Starts the attempt.
    play,
    /// Leads to the game in progress.
    go_on,
    /// Leads to the result.
    show,
    /// The game is on.
    in_progress,
    /// It ended without a result.
    no_result,
    /// Where the deal is played here.
    local,
    /// Where it is played at the server.
    online,
    /// Heading: the results of everybody.
    results,
    /// What the results are.
    about_results,
    /// The result of the visitor is not among them.
    not_counted,
    /// Heading: the text to share.
    share,
    /// Leads to the page of a challenge with this game.
    challenge,
    /// Title of that page.
    challenge_title,
    /// On the page of one's own game.
    send,
    /// Label of the link.
    challenge_link,
    /// What the link holds.
    about_link,
    /// Leads to both results, and their heading.
    compare,
    /// On the page of both results.
    answer,
    /// The challenge cannot be played here.
    not_playable,
    /// The title of the page of a game.
    of_game(game: &str),
}

/// What is played: the rules, and the AI in all other seats.
pub(crate) fn terms(rules: Option<&str>, ai: &str, count: usize) -> String {
    let against = message!("play_daily.against", ai, count);
    match rules {
        Some(rules) => format!("{rules} · {against}"),
        None => against,
    }
}

texts! {
    "play_daily";
    /// On the page of the rules.
    rules(terms: &str),
    /// A result: `won`, `lost`, `tied` or `resigned`, and the scores.
    result(outcome: &str, scores: &str),
    /// The score less the best of the others.
    lead(margin: &str),
    /// The number of results.
    count(count: u64),
    /// Somebody has played the deal.
    challenged(name: &str, game: &str),
}

/// Who did better, by how many points; nobody if it is as good.
pub(crate) fn better(name: &str, margin: i32) -> String {
    match margin {
        0 => message!("play_daily.equal"),
        _ => message!("play_daily.better", name, margin),
    }
}
