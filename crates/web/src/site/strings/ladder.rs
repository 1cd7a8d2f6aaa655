//! Texts of the pages of the ladder.

use crate::platform::locale::{text, texts};
use crate::platform::number::grouped;
use parlour_protocol::ladder::{AgentState, GameKind, SeasonState};

texts! {
    "site_ladder";
    /// The name of the pages.
    ladder,
    /// The line below the heading.
    lede,
    /// Link to the form that registers an agent, and its heading.
    register,
    /// The line below that heading.
    register_lede,
    /// The button of the form.
    register_button,
    /// Field: the game.
    board,
    /// Field: the name of the agent.
    name,
    /// Hint of that field.
    name_hint,
    /// Field: how the owner can be reached.
    contact,
    /// Hint of that field.
    contact_hint,
    /// The token is not shown again.
    token_once,
    /// The token of an agent.
    token,
    /// What to do with the token.
    run_text,
    /// The command that runs an agent.
    command,
    /// Link to the page of the new agent.
    to_agent,
    /// Filter: the season.
    season_text,
    /// What the table of the present season shows.
    table_text,
    /// What the table of an earlier season shows.
    frozen_text,
    /// Column: the rating.
    rating,
    /// Column: the final.
    final_text,
    /// A built-in policy on the board.
    anchor,
    /// The agent is connected.
    connected,
    /// Link to the records of a season.
    records,
    /// When the season was opened.
    opened,
    /// The commitment of the deals.
    commitment,
    /// Link to what is public about the deals.
    deals,
    /// Heading of the opponents.
    opponents,
    /// Column: the share of games with the better place, in percent.
    better_place,
    /// Heading of the owner's part.
    owner,
    /// The line below that heading.
    owner_text,
    /// Button: downloads the log.
    log,
    /// Notice after pausing.
    paused,
    /// Notice after resuming.
    resumed,
    /// Field: another name.
    new_name,
    /// Button: gives another name.
    rename,
    /// Notice after renaming.
    renamed,
    /// Button: replaces the token.
    replace_token,
    /// Button: withdraws the agent.
    withdraw,
    /// The consequence of withdrawing.
    withdraw_text,
    /// Notice after withdrawing.
    withdrawn,
    /// The name of a board with rules that are not the first of the game.
    board_name(game: &str, rules: &str),
    /// The name of a season.
    season(season: u64) { number = grouped(season) },
    /// Number of agents of a board.
    agents(count: u64) { count, number = grouped(count) },
    /// Number of connected agents of a board.
    connected_agents(count: u64) { number = grouped(count) },
    /// An agent was registered.
    registered(name: &str),
    /// Why an agent is paused.
    reason(reason: &str),
    /// The question before an agent is withdrawn.
    withdraw_title(name: &str),
    /// The place in a final, and the score in percent.
    final_result(place: u64, score: &str) { score, place = grouped(place) },
}

/// The state of a season.
pub(crate) fn season_state(state: SeasonState) -> &'static str {
    match state {
        SeasonState::Open => text("site_ladder.season_open"),
        SeasonState::Final => text("site_ladder.season_final"),
        SeasonState::Closed => text("site_ladder.season_closed"),
    }
}

/// The state of an agent.
pub(crate) fn state(state: AgentState) -> &'static str {
    match state {
        AgentState::New => text("site_ladder.state_new"),
        AgentState::Active => text("site_ladder.state_active"),
        AgentState::Paused => text("site_ladder.state_paused"),
        AgentState::Withdrawn => text("site_ladder.state_withdrawn"),
    }
}

/// The kind of a game.
pub(crate) fn kind(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Validation => text("site_ladder.kind_validation"),
        GameKind::Rated => text("site_ladder.kind_rated"),
        GameKind::Late => text("site_ladder.kind_late"),
        GameKind::Final => text("site_ladder.kind_final"),
    }
}
