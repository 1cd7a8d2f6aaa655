//! How high a game of Masters Gallery can go.

/// Heading, title and link.
pub(crate) const TITLE: &str = "How high can it go?";
/// Under it.
pub(crate) const LEDE: &str = "The highest score that one player can reach when everybody works together \
    and every card lies as it suits them. Each is proven: no game that the rules allow scores more.";
/// The caption of the table.
pub(crate) const CAPTION: &str =
    "The highest score, by rules and players. Choose one to see its game.";
/// Above the rules.
pub(crate) const RULES: &str = "Rules";
/// A rule set, by its name.
pub(crate) fn rules(name: &str) -> &'static str {
    match name {
        "seed-base" => "No symbols",
        "seed-awards" => "Awards",
        _ => "Awards and draws",
    }
}
/// Above a column.
pub(crate) fn players(players: usize) -> String {
    format!("{players} players")
}
/// A cell, for ears.
pub(crate) fn cell(score: i32, rules: &str, seats: usize) -> String {
    format!("{score} points: {rules}, {seats} players")
}
/// Heading of the game that was chosen.
pub(crate) fn chosen(score: i32, rules: &str, seats: usize) -> String {
    format!(
        "{score} points with {seats} players: {}",
        rules.to_lowercase()
    )
}
/// Who sits in a seat of such a game.
pub(crate) fn seat(number: usize, best: bool) -> String {
    if best {
        format!("Player {number} (the one)")
    } else {
        format!("Player {number}")
    }
}
/// What the rows of the table of rounds are.
pub(crate) const ROUND: &str = "Round";
/// Under the table of rounds.
pub(crate) const KEY: &str = "Each letter is a card on display, A to E in the order of the row; a star is an award \
    placed by that player. Under the cards, what the round brought and what that makes altogether. On the right, what each artist \
    has gained by then: a card pays it if its artist is among the first three of the round.";
/// The award to an artist.
pub(crate) fn award(artist: char) -> String {
    format!("★{artist}")
}
/// The last row.
pub(crate) const SUMS: &str = "Sum";
/// What a player scored in a round, and has altogether.
pub(crate) fn running(scored: i32, sum: i32) -> String {
    if scored == sum {
        format!("+{scored}")
    } else {
        format!("+{scored} = {sum}")
    }
}
/// The button.
pub(crate) const STEP: &str = "Step through the game";
/// How it is known.
pub(crate) const HOW: &str = "How it is known: the search proves its bound with a certificate that a checker of its own \
    verifies (parlour optimise, parlour verify), and a second program, written from the rules alone, arrives at the same twelve numbers.";
