//! Texts of the pages of tournaments and agents.

use crate::platform::locale::{message, text, texts};
pub(crate) use crate::platform::number::decimal;
use crate::platform::number::{grouped, localized};
use parlour_protocol::tournaments::State;

texts! {
    "site_tournaments";
    /// The name of the pages.
    tournaments,
    /// Name of a tournament whose own name is not known yet.
    tournament,
    /// The line below the heading.
    lede,
    /// The name of the list of agents.
    agents,
    /// The line below that heading.
    agents_lede,
    /// The app comes from a plain file server.
    no_server,
    /// What to do without a server.
    no_server_text,
    /// The server does not answer.
    no_answer,
    /// The page shows an earlier answer of the server.
    old,
    /// Placeholder of an empty list of tournaments.
    none_yet,
    /// No entry matches the filters.
    none_fit,
    /// Placeholder of an empty list of agents.
    no_agents,
    /// Name of the filters of a list.
    filters,
    /// Choice of a filter that selects everything.
    all,
    /// Filter and column: the game.
    game_text,
    /// Filter: the state of a tournament.
    state_text,
    /// Name of the navigation between pages of a list.
    pages,
    /// Link to the previous page.
    previous,
    /// Link to the next page.
    next,
    /// Heading of the standings.
    standings,
    /// Column: the place.
    place_text,
    /// Column and filter: the agent.
    agent,
    /// Column: the score in percent.
    score,
    /// Column: the strength in Elo.
    elo,
    /// Explanation of the strengths.
    elo_text,
    /// A test has ended the tournament.
    biased,
    /// Column: points per game.
    points,
    /// Column: the number of games. Also the heading of a list of games.
    games,
    /// Column: the number of faults.
    faults,
    /// Heading of the cross table.
    cross,
    /// Explanation of the cross table.
    cross_text,
    /// The corner of the cross table.
    against,
    /// The sign ▲ in words.
    better,
    /// The sign ▼ in words.
    worse,
    /// Explanation of the signs.
    signs,
    /// Cell of a pair that has not met.
    not_met,
    /// Placeholder of the ratings before the first point.
    no_ratings,
    /// Explanation of the curves.
    curves_text,
    /// Name of the table of ratings.
    as_table,
    /// Column: the number of games played before.
    after,
    /// Heading of the faults.
    last_faults,
    /// Explanation of faults.
    faults_text,
    /// Column: the reason of a fault.
    wrong,
    /// Column: the fallback move.
    instead,
    /// Heading of the terms of a tournament.
    terms,
    /// Term: the format.
    format_text,
    /// Term: the deals.
    deals_text,
    /// Term: the seed.
    seed,
    /// Term: the rules.
    rules,
    /// Term: the players.
    players,
    /// Term: the time of the start.
    begun,
    /// Term: the time of the last game.
    last,
    /// An agent that is not a built-in policy.
    program,
    /// Saves a table as CSV.
    csv,
    /// Link to the games of a tournament.
    all_games,
    /// Placeholder of an interval that is not known yet.
    unknown,
    /// Filter: the seat.
    seat_text,
    /// Filter: the opponent.
    opponent,
    /// Filter: the winner.
    winner,
    /// Filter: only games with faults.
    with_faults,
    /// Mark beside the winner of a game.
    won,
    /// Placeholder of an empty list of games.
    no_games,
    /// Opens a replay.
    replay,
    /// Name of the breadcrumb navigation.
    where_text,
    /// The line below the heading of an agent.
    agent_lede,
    /// Heading of the form that starts a tournament.
    start,
    /// Explanation of the form before the token is known.
    start_text,
    /// Label of the token.
    token,
    /// Explanation of where the token is kept.
    token_hint,
    /// Checks the token.
    use_token,
    /// Forgets the token.
    forget,
    /// Error: the field of the token is empty.
    no_token,
    /// Label of the definition.
    definition,
    /// Explanation of the definition.
    definition_hint,
    /// Label of the choice of an example.
    example,
    /// Starts the tournament.
    begin,
    /// Pauses a tournament.
    pause,
    /// Resumes a tournament.
    resume,
    /// Notice after pausing.
    paused,
    /// Notice after resuming.
    resumed,
}

/// The state of a tournament.
pub(crate) fn state(state: State) -> &'static str {
    match state {
        State::Running => text("site_tournaments.state_running"),
        State::Pausing => text("site_tournaments.state_pausing"),
        State::Open => text("site_tournaments.state_open"),
        State::Over => text("site_tournaments.state_over"),
    }
}

texts! {
    "site_tournaments";
    /// Both ends of an interval.
    interval(low: &str, high: &str),
    /// Number of things of a kind: `game`, `fault` or `tournament`.
    counted(count: u64, one: &str) { count, what = one, number = grouped(count) },
    /// Number of games that are played, of those that are planned.
    progress(played: u64, planned: u64) { played = grouped(played), planned = grouped(planned) },
}

/// Number of games of a finished tournament: all, or fewer where a test has decided.
pub(crate) fn played(finished: u64, planned: u64) -> String {
    if finished < planned {
        message!(
            "site_tournaments.decided",
            finished = grouped(finished),
            planned = grouped(planned)
        )
    } else {
        counted(finished, "game")
    }
}

/// The format of a tournament; an unknown one as the server names it.
pub(crate) fn format(name: &str) -> &str {
    match name {
        "round-robin" => text("site_tournaments.format_round_robin"),
        "gauntlet" => text("site_tournaments.format_gauntlet"),
        "league" => text("site_tournaments.format_league"),
        "pairings" => text("site_tournaments.format_pairings"),
        other => other,
    }
}

texts! {
    "site_tournaments";
    /// The number of a page, of all pages of a list.
    page(page: u64, pages: u64),
    /// Explanation of the standings.
    standings_text(rounds: u64, seats: u64) {
        rounds, seats, number = grouped(rounds), even = 100 / seats.max(1)
    },
}

/// The number of pairs in a large cross table, and of intervals that miss the true value.
pub(crate) fn comparisons(pairs: u64) -> String {
    // Intervals are at 95 %.
    let missed = grouped((pairs + 10) / 20);
    message!(
        "site_tournaments.comparisons",
        number = grouped(pairs),
        missed
    )
}

/// Heading of the ratings.
pub(crate) fn ratings(system: &str) -> String {
    message!("site_tournaments.ratings", system = rating_system(system))
}

/// The name of a rating system.
pub(crate) fn rating_system(system: &str) -> &'static str {
    match system {
        "glicko-2" => "Glicko-2",
        _ => "Weng–Lin",
    }
}

texts! {
    "site_tournaments";
    /// Explanation of the ratings of a single rating period.
    one_period(games: u64) { games, number = grouped(games) },
    /// Number of agents whose ratings are drawn, of all agents.
    best_of(shown: usize, all: usize),
    /// Name of the region in which a table scrolls; its section has the name itself.
    table_of(name: &str),
}

/// Number of deals, and how the seats are assigned.
pub(crate) fn deals(rounds: u64, duplicate: bool) -> String {
    let rounds = grouped(rounds);
    if duplicate {
        message!("site_tournaments.deals_duplicate", rounds)
    } else {
        message!("site_tournaments.deals", rounds)
    }
}

texts! {
    "site_tournaments";
    /// The hypotheses of the test.
    test(elo0: f64, elo1: f64) {
        elo0 = localized(&elo0.to_string()), elo1 = localized(&elo1.to_string())
    },
}

/// The log-likelihood ratio of the test, its bounds, and the verdict.
pub(crate) fn llr(llr: f64, lower: f64, upper: f64) -> String {
    let verdict = if llr >= upper {
        "second"
    } else if llr <= lower {
        "first"
    } else {
        "open"
    };
    message!(
        "site_tournaments.llr",
        verdict,
        llr = decimal(llr, 2),
        lower = decimal(lower, 2),
        upper = decimal(upper, 2)
    )
}

texts! {
    "site_tournaments";
    /// The heading of the games of a tournament.
    games_of(name: &str),
    /// The name of a game of a tournament.
    game(number: u64) { number = grouped(number) },
    /// The name of a seat, from 1.
    seat(seat: u64),
    /// The place of an agent in a tournament.
    place(place: u64, players: usize),
}

/// Number of tournaments, games and faults of an agent in one game.
pub(crate) fn agent_line(tournaments: u64, games: u64, faults: u64) -> String {
    let tournaments = counted(tournaments, "tournament");
    let games = counted(games, "game");
    match faults {
        0 => message!("site_tournaments.agent_line", tournaments, games),
        _ => message!(
            "site_tournaments.agent_line_faults",
            tournaments,
            games,
            faults = counted(faults, "fault")
        ),
    }
}

texts! {
    "site_tournaments";
    /// The tournament is run by another program, which holds it until `until` and renews that.
    held(program: &str, process: u64, until: &str) {
        program, until, process = process.to_string()
    },
    /// The reason why the last run ended early.
    trouble(reason: &str),
}
