//! Tournaments and agents.

use parlour_protocol::tournaments::State;

/// The name of the pages.
pub(crate) const TOURNAMENTS: &str = "Tournaments";
/// One of them, before its name is known.
pub(crate) const TOURNAMENT: &str = "Tournament";
/// Under the heading.
pub(crate) const LEDE: &str =
    "Programs against programs: who is better, how sure that is, and every game to look at.";
/// The other list.
pub(crate) const AGENTS: &str = "Agents";
/// Under its heading.
pub(crate) const AGENTS_LEDE: &str = "Everybody who has played in a tournament of this server.";
/// There is no server.
pub(crate) const NO_SERVER: &str = "Tournaments need a server, and this page comes without one.";
/// What to do then.
pub(crate) const NO_SERVER_TEXT: &str = "Start `parlour serve` on your machine and open Parlour there: it shows what `parlour tournament` plays.";
/// Nobody answers.
pub(crate) const NO_ANSWER: &str = "The server does not answer. You may be offline.";
/// What is shown may be old.
pub(crate) const OLD: &str = "What is shown here is the last that was heard.";
/// The list is empty: how to get one.
pub(crate) const NONE_YET: &str = "No tournament yet. In a terminal, `parlour tournament docs/examples/jaipur.toml` plays one, and it appears here as soon as it begins. Whoever has the server’s token can start one below.";
/// Nothing fits the filters.
pub(crate) const NONE_FIT: &str = "Nothing fits these filters.";
/// Nobody has played.
pub(crate) const NO_AGENTS: &str = "Nobody has played yet: agents appear with their first game.";
/// Filters of a list.
pub(crate) const FILTERS: &str = "Filters";
/// A filter that is not used.
pub(crate) const ALL: &str = "All";
/// Filter.
pub(crate) const GAME: &str = "Game";
/// Filter.
pub(crate) const STATE: &str = "State";
/// How far a tournament is.
pub(crate) fn state(state: State) -> &'static str {
    match state {
        State::Running => "running",
        State::Pausing => "pausing",
        State::Open => "not over",
        State::Over => "over",
    }
}

/// A number with its thousands apart.
pub(crate) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
/// Some of a thing that is counted.
pub(crate) fn counted(count: u64, one: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {one}{ending}", number(count))
}
/// How far the games are.
pub(crate) fn progress(played: u64, planned: u64) -> String {
    format!("{} of {} games", number(played), number(planned))
}
/// The games, all played or ended by a test.
pub(crate) fn played(finished: u64, planned: u64) -> String {
    if finished < planned {
        format!(
            "{} of {} games: the test has decided",
            number(finished),
            number(planned)
        )
    } else {
        counted(finished, "game")
    }
}
/// Who meets whom.
pub(crate) fn format(name: &str) -> &str {
    match name {
        "round-robin" => "round robin",
        other => other,
    }
}
/// A page of several.
pub(crate) fn page(page: u64, pages: u64) -> String {
    format!("Page {page} of {pages}")
}
/// The navigation between pages.
pub(crate) const PAGES: &str = "Pages";
/// Goes there.
pub(crate) const PREVIOUS: &str = "Previous";
/// Goes there.
pub(crate) const NEXT: &str = "Next";

/// Heading.
pub(crate) const STANDINGS: &str = "Standings";
/// Under it.
pub(crate) fn standings_text(rounds: u64, seats: u64) -> String {
    format!(
        "{} counted, tables of {seats}; a score of {} % is even. All intervals are at 95 %.",
        counted(rounds, "whole deal"),
        100 / seats.max(1)
    )
}
/// Column.
pub(crate) const PLACE: &str = "Place";
/// Column.
pub(crate) const AGENT: &str = "Agent";
/// Column.
pub(crate) const SCORE: &str = "Score, %";
/// Column.
pub(crate) const POINTS: &str = "Points a game";
/// Column.
pub(crate) const GAMES: &str = "Games";
/// Column.
pub(crate) const FAULTS: &str = "Faults";
/// Heading.
pub(crate) const CROSS: &str = "Cross table";
/// Under it.
pub(crate) const CROSS_TEXT: &str = "Each row against each column: the share of games in which the row’s agent had the better place, in %, with its interval. Choose a cell for its games.";
/// The corner of the table.
pub(crate) const AGAINST: &str = "against";
/// A sign in a cell, in words.
pub(crate) const BETTER: &str = "better";
/// A sign in a cell, in words.
pub(crate) const WORSE: &str = "worse";
/// What the signs mean.
pub(crate) const SIGNS: &str = "▲ surely better, ▼ surely worse: the interval does not hold 50 %.";
/// A pair that has not met.
pub(crate) const NOT_MET: &str = "have not met";
/// Heading.
pub(crate) fn ratings(system: &str) -> String {
    format!("Ratings: {}", rating_system(system))
}
/// The name of a rating system.
pub(crate) fn rating_system(system: &str) -> &'static str {
    match system {
        "glicko-2" => "Glicko-2",
        _ => "Weng–Lin",
    }
}
/// Before the first point.
pub(crate) const NO_RATINGS: &str = "Ratings begin with the end of the first rating period.";
/// Under the curves.
pub(crate) const CURVES_TEXT: &str = "Each line is an agent’s rating after so many games, the band its interval. They compare agents of this tournament only.";
/// Under them where there is one rating period.
pub(crate) fn one_period(games: u64) -> String {
    format!(
        "Ratings after {}, each with its interval: there is one rating period, and so one point. They compare agents of this tournament only.",
        counted(games, "game")
    )
}
/// Which are drawn.
pub(crate) fn best_of(shown: usize, all: usize) -> String {
    format!("Drawn are the {shown} best of {all}; the table has all.")
}
/// The place in which a table scrolls: its section has the name itself.
pub(crate) fn table_of(name: &str) -> String {
    format!("{name}: table")
}
/// The table of the curves.
pub(crate) const AS_TABLE: &str = "Ratings as a table";
/// Column: after so many games.
pub(crate) const AFTER: &str = "After games";
/// Heading of the faults.
pub(crate) const LAST_FAULTS: &str = "Latest faults";
/// What faults are.
pub(crate) const FAULTS_TEXT: &str =
    "A fault is an answer that was late, wrong or missing; a default move was made instead.";
/// Column.
pub(crate) const WRONG: &str = "What was wrong";
/// Column.
pub(crate) const INSTEAD: &str = "Played instead";
/// Heading.
pub(crate) const TERMS: &str = "How it is played";
/// Line of it.
pub(crate) const FORMAT: &str = "Format";
/// Line of it.
pub(crate) const DEALS: &str = "Deals";
/// Of [`DEALS`].
pub(crate) fn deals(rounds: u64, duplicate: bool) -> String {
    let how = if duplicate {
        "each from every seat"
    } else {
        "the seats turn"
    };
    format!("{}, {how}", number(rounds))
}
/// Line of it.
pub(crate) const SEED: &str = "Seed";
/// Line of it.
pub(crate) const RULES: &str = "Rules";
/// Line of it.
pub(crate) const PLAYERS: &str = "Players";
/// Line of it.
pub(crate) const BEGUN: &str = "Begun";
/// Line of it.
pub(crate) const LAST: &str = "Last game";
/// An agent that is no policy.
pub(crate) const PROGRAM: &str = "a program";
/// The test.
pub(crate) fn test(elo0: f64, elo1: f64) -> String {
    format!("Test: Elo {elo0} against {elo1}")
}
/// How it stands.
pub(crate) fn llr(llr: f64, lower: f64, upper: f64) -> String {
    let verdict = if llr >= upper {
        "the second is accepted"
    } else if llr <= lower {
        "the first is accepted"
    } else {
        "open"
    };
    format!("log-likelihood ratio {llr:.2} between {lower:.2} and {upper:.2}: {verdict}.")
}
/// Saves a table.
pub(crate) const CSV: &str = "Download as CSV";
/// To the games.
pub(crate) const ALL_GAMES: &str = "All games";
/// The interval is not known.
pub(crate) const UNKNOWN: &str = "not known yet";

/// The heading of the games of a tournament.
pub(crate) fn games_of(name: &str) -> String {
    format!("Games of {name}")
}
/// One game.
pub(crate) fn game(number: u64) -> String {
    format!("Game {}", self::number(number))
}
/// Filter.
pub(crate) const SEAT: &str = "In seat";
/// A seat.
pub(crate) fn seat(seat: u64) -> String {
    format!("Seat {seat}")
}
/// Filter.
pub(crate) const OPPONENT: &str = "Against";
/// Filter.
pub(crate) const WINNER: &str = "Won by";
/// Filter.
pub(crate) const WITH_FAULTS: &str = "Only games with faults";
/// Beside a winner.
pub(crate) const WON: &str = "won";
/// Nothing is played.
pub(crate) const NO_GAMES: &str = "No game has been played yet.";
/// Opens a replay.
pub(crate) const REPLAY: &str = "Replay";
/// Where one is.
pub(crate) const WHERE: &str = "Where you are";

/// Under the heading of an agent.
pub(crate) const AGENT_LEDE: &str = "Its tournaments, the latest first. Ratings of different tournaments cannot be compared: the others were others.";
/// The place in a tournament.
pub(crate) fn place(place: u64, players: usize) -> String {
    format!("place {place} of {players}")
}
/// An agent's numbers in one game.
pub(crate) fn agent_line(tournaments: u64, games: u64, faults: u64) -> String {
    let faults = match faults {
        0 => String::new(),
        faults => format!(", {}", counted(faults, "fault")),
    };
    format!(
        "{}, {}{faults}",
        counted(tournaments, "tournament"),
        counted(games, "game")
    )
}

/// Heading of the form.
pub(crate) const START: &str = "Start a tournament";
/// Under it, before the token is known.
pub(crate) const START_TEXT: &str = "Everybody may look. Starting and pausing needs the token that `parlour serve` prints when it starts.";
/// The token.
pub(crate) const TOKEN: &str = "The server’s token";
/// Where it is kept.
pub(crate) const TOKEN_HINT: &str = "Kept in this tab until you close it.";
/// Checks it.
pub(crate) const USE_TOKEN: &str = "Use this token";
/// Forgets it.
pub(crate) const FORGET: &str = "Forget the token";
/// There is none in the field.
pub(crate) const NO_TOKEN: &str = "Enter the token first.";
/// The definition.
pub(crate) const DEFINITION: &str = "The tournament, in TOML";
/// Under it.
pub(crate) const DEFINITION_HINT: &str = "As in the file of `parlour tournament` (docs/tournaments.md tells every field). Here policies of the house play; programs are started in a terminal.";
/// Fills the definition in.
pub(crate) const EXAMPLE: &str = "Begin with an example for";
/// Starts.
pub(crate) const BEGIN: &str = "Start";
/// Pauses.
pub(crate) const PAUSE: &str = "Pause";
/// Goes on.
pub(crate) const RESUME: &str = "Go on";
/// After pausing.
pub(crate) const PAUSED: &str = "It pauses as soon as the games in progress are over.";
/// After going on.
pub(crate) const RESUMED: &str = "It goes on.";
/// It is played elsewhere, by a program, which holds it until a moment and then again and again.
pub(crate) fn held(program: &str, process: u64, until: &str) -> String {
    format!(
        "Played by `{program}` (process {process}): only there it can be paused. Should it have stopped there without a word, it can go on here from {until}."
    )
}
/// Why the last run ended.
pub(crate) fn trouble(reason: &str) -> String {
    format!("The last run ended before its time: {reason}")
}
