//! The addresses of the pages, in the part after `#`, so that any static file server can host them.

use std::fmt;

/// In the address of one's own seat, where the link of a seat has its token.
const SEAT: &str = "seat";

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// `#/`: the games, those in progress, the finished ones.
    Home,
    /// `#/new/jaipur`: the form for a new game.
    New(String),
    /// `#/play/ID`: a game in progress.
    Play(String),
    /// `#/watch/ID`: a game between AIs.
    Watch(String),
    /// `#/replay/ID`: a game, forward and back.
    Replay(String),
    /// `#/replay/ID/PLY`: the same, at a position.
    ReplayAt(String, usize),
    /// `#/replay/link/TEXT`: the game that the link itself holds.
    ReplayLink(String),
    /// `#/analysis/ID`: the game, and the analysis begins at once.
    Analysis(String),
    /// `#/position/jaipur`: the position editor, or `#/position/jaipur/TEXT`: with the start of a link's game.
    Position(String, String),
    /// `#/replays`: everything that is saved.
    Replays,
    /// `#/statistics?FILTERS`: what the saved games add up to.
    Statistics(String),
    /// `#/puzzles`: the exercises.
    Puzzles,
    /// `#/puzzles/jaipur/2`: those of a grade, or `#/puzzles/jaipur/mistakes`.
    Exercise(String, String),
    /// `#/daily`: the daily deals.
    Daily,
    /// `#/daily/jaipur`: that of a game.
    DailyDeal(String),
    /// `#/challenge/TEXT`: the deal of the game that the link holds.
    Challenge(String),
    /// `#/rules`: the rules of which game?
    RulesList,
    /// `#/rules/jaipur`.
    Rules(String),
    /// `#/rules/jaipur/SECTION`: a place on that page.
    RulesAt(String, String),
    /// `#/learn/jaipur`: the tutorial.
    Learn(String),
    /// `#/optima/masters-gallery`: what perfect play brings.
    Optima(String),
    /// `#/tables`: tables with people at other devices.
    Tables,
    /// `#/table/ID`: such a table, to look on.
    Table(String),
    /// `#/table/ID/seat`: one's own seat there.
    Seat(String),
    /// `#/table/ID/TOKEN`: the link of a seat, as it is shared. It opens as [`Route::Seat`].
    SeatLink(String, String),
    /// `#/together/ID`: a replay that several people watch together.
    Together(String),
    /// `#/together/new/PLY/TEXT`: makes one of the game of a link, at a position.
    NewTogether(usize, String),
    /// `#/tournaments?FILTERS`: the tournaments of the server.
    Tournaments(String),
    /// `#/tournaments/ID`: one of them.
    Tournament(String),
    /// `#/tournaments/ID/games?FILTERS`: its games.
    TournamentGames(String, String),
    /// `#/tournaments/ID/games/NUMBER`: one of them, forward and back.
    TournamentGame(String, String),
    /// `#/agents?FILTERS`: everybody who has played in a tournament.
    Agents(String),
    /// `#/agents/NAME?FILTERS`: one of them; the name as addresses write it.
    Agent(String, String),
    /// `#/ladder`: the boards of the ladder.
    Ladder,
    /// `#/ladder/register` or `#/ladder/register/BOARD`: the form that registers an agent.
    LadderRegister(String),
    /// `#/ladder/boards/BOARD?FILTERS`: a board and its table.
    LadderBoard(String, String),
    /// `#/ladder/boards/BOARD/games?FILTERS`: its games.
    LadderGames(String, String),
    /// `#/ladder/games/SEASON/NUMBER`: one of them, forward and back.
    LadderGame(String, String),
    /// `#/ladder/agents/ID`: an agent of the ladder.
    LadderAgent(String),
    /// `#/settings`: the look, the saved data, and what this is.
    Settings,
    /// Anything else, with what was asked for.
    NotFound(String),
}

impl Route {
    /// Reads what stands after the `#` (the `#` itself may be there).
    pub(crate) fn parse(hash: &str) -> Route {
        let path = hash.trim_start_matches('#');
        let (before, query) = path.split_once('?').unwrap_or((path, ""));
        let query = query.to_owned();
        let parts: Vec<&str> = before.split('/').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            [] => Route::Home,
            ["replays"] => Route::Replays,
            ["statistics"] => Route::Statistics(query),
            ["settings"] => Route::Settings,
            ["tables"] => Route::Tables,
            ["table", id] => Route::Table((*id).to_owned()),
            ["table", id, SEAT] => Route::Seat((*id).to_owned()),
            ["table", id, token] => Route::SeatLink((*id).to_owned(), (*token).to_owned()),
            ["together", id] => Route::Together((*id).to_owned()),
            ["together", "new", ply, text] => match ply.parse() {
                Ok(ply) => Route::NewTogether(ply, (*text).to_owned()),
                Err(_) => Route::NotFound(path.to_owned()),
            },
            ["tournaments"] => Route::Tournaments(query),
            ["tournaments", id] => Route::Tournament((*id).to_owned()),
            ["tournaments", id, "games"] => Route::TournamentGames((*id).to_owned(), query),
            ["tournaments", id, "games", number] => {
                Route::TournamentGame((*id).to_owned(), (*number).to_owned())
            }
            ["ladder"] => Route::Ladder,
            ["ladder", "register"] => Route::LadderRegister(String::new()),
            ["ladder", "register", board] => Route::LadderRegister((*board).to_owned()),
            ["ladder", "boards", board] => Route::LadderBoard((*board).to_owned(), query),
            ["ladder", "boards", board, "games"] => Route::LadderGames((*board).to_owned(), query),
            ["ladder", "games", season, number] => {
                Route::LadderGame((*season).to_owned(), (*number).to_owned())
            }
            ["ladder", "agents", id] => Route::LadderAgent((*id).to_owned()),
            ["agents"] => Route::Agents(query),
            ["agents", name] => Route::Agent((*name).to_owned(), query),
            ["new", game] => Route::New((*game).to_owned()),
            ["play", id] => Route::Play((*id).to_owned()),
            ["watch", id] => Route::Watch((*id).to_owned()),
            ["replay", id] => Route::Replay((*id).to_owned()),
            ["replay", "link", text] => Route::ReplayLink((*text).to_owned()),
            ["replay", id, ply] => match ply.parse() {
                Ok(ply) => Route::ReplayAt((*id).to_owned(), ply),
                Err(_) => Route::NotFound(path.to_owned()),
            },
            ["position", game] => Route::Position((*game).to_owned(), String::new()),
            ["position", game, text] => Route::Position((*game).to_owned(), (*text).to_owned()),
            ["puzzles"] => Route::Puzzles,
            ["puzzles", game, set] => Route::Exercise((*game).to_owned(), (*set).to_owned()),
            ["daily"] => Route::Daily,
            ["daily", game] => Route::DailyDeal((*game).to_owned()),
            ["challenge", text] => Route::Challenge((*text).to_owned()),
            ["analysis", id] => Route::Analysis((*id).to_owned()),
            ["rules"] => Route::RulesList,
            ["rules", game] => Route::Rules((*game).to_owned()),
            ["rules", game, section] => Route::RulesAt((*game).to_owned(), (*section).to_owned()),
            ["learn", game] => Route::Learn((*game).to_owned()),
            ["optima", game] => Route::Optima((*game).to_owned()),
            _ => Route::NotFound(path.to_owned()),
        }
    }

    /// The page without the place on it, and without what it shows of a list.
    pub(crate) fn page(self) -> Route {
        match self {
            Route::RulesAt(game, _) => Route::Rules(game),
            Route::Statistics(_) => Route::Statistics(String::new()),
            Route::Tournaments(_) => Route::Tournaments(String::new()),
            Route::TournamentGames(id, _) => Route::TournamentGames(id, String::new()),
            Route::LadderBoard(board, _) => Route::LadderBoard(board, String::new()),
            Route::LadderGames(board, _) => Route::LadderGames(board, String::new()),
            Route::Agents(_) => Route::Agents(String::new()),
            Route::Agent(name, _) => Route::Agent(name, String::new()),
            other => other,
        }
    }

    /// The page the browser is asked for now.
    pub(crate) fn current() -> Route {
        let hash = leptos::prelude::window().location().hash();
        Route::parse(&hash.unwrap_or_default())
    }

    /// The address in full, for sharing.
    pub(crate) fn address(&self) -> String {
        let here = leptos::prelude::window().location().href();
        let here = here.unwrap_or_default();
        // Without the language of this page, which may stand in its address.
        let base = here.split(['#', '?']).next().unwrap_or_default();
        format!("{base}{self}")
    }

    /// Stands in the address instead of what was there; nothing is shown anew.
    pub(crate) fn replace(&self) {
        if let Ok(history) = leptos::prelude::window().history() {
            let state = history.state().unwrap_or_default();
            // Only a browser that is shutting down refuses.
            let _ = history.replace_state_with_url(&state, "", Some(&self.to_string()));
        }
    }

    /// Goes there, with an entry in the browser's history.
    pub(crate) fn go(&self) {
        // An address without a page of its own cannot fail to be set.
        let _ = leptos::prelude::window()
            .location()
            .set_hash(&self.to_string());
    }
}

/// As in a link: `href=route.to_string()`.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = |query: &str| match query {
            "" => String::new(),
            query => format!("?{query}"),
        };
        match self {
            Route::Statistics(query) => write!(f, "#/statistics{}", asked(query)),
            Route::Tournaments(query) => write!(f, "#/tournaments{}", asked(query)),
            Route::Tournament(id) => write!(f, "#/tournaments/{id}"),
            Route::TournamentGames(id, query) => {
                write!(f, "#/tournaments/{id}/games{}", asked(query))
            }
            Route::TournamentGame(id, number) => write!(f, "#/tournaments/{id}/games/{number}"),
            Route::Agents(query) => write!(f, "#/agents{}", asked(query)),
            Route::Agent(name, query) => write!(f, "#/agents/{name}{}", asked(query)),
            Route::Ladder => f.write_str("#/ladder"),
            Route::LadderRegister(board) if board.is_empty() => f.write_str("#/ladder/register"),
            Route::LadderRegister(board) => write!(f, "#/ladder/register/{board}"),
            Route::LadderBoard(board, query) => {
                write!(f, "#/ladder/boards/{board}{}", asked(query))
            }
            Route::LadderGames(board, query) => {
                write!(f, "#/ladder/boards/{board}/games{}", asked(query))
            }
            Route::LadderGame(season, number) => write!(f, "#/ladder/games/{season}/{number}"),
            Route::LadderAgent(id) => write!(f, "#/ladder/agents/{id}"),
            Route::Home => f.write_str("#/"),
            Route::New(game) => write!(f, "#/new/{game}"),
            Route::Play(id) => write!(f, "#/play/{id}"),
            Route::Watch(id) => write!(f, "#/watch/{id}"),
            Route::Replay(id) => write!(f, "#/replay/{id}"),
            Route::ReplayAt(id, ply) => write!(f, "#/replay/{id}/{ply}"),
            Route::ReplayLink(text) => write!(f, "#/replay/link/{text}"),
            Route::Analysis(id) => write!(f, "#/analysis/{id}"),
            Route::Position(game, text) if text.is_empty() => write!(f, "#/position/{game}"),
            Route::Position(game, text) => write!(f, "#/position/{game}/{text}"),
            Route::Puzzles => f.write_str("#/puzzles"),
            Route::Exercise(game, set) => write!(f, "#/puzzles/{game}/{set}"),
            Route::Daily => f.write_str("#/daily"),
            Route::DailyDeal(game) => write!(f, "#/daily/{game}"),
            Route::Challenge(text) => write!(f, "#/challenge/{text}"),
            Route::RulesList => f.write_str("#/rules"),
            Route::Rules(game) => write!(f, "#/rules/{game}"),
            Route::RulesAt(game, section) => write!(f, "#/rules/{game}/{section}"),
            Route::Replays => f.write_str("#/replays"),
            Route::Learn(game) => write!(f, "#/learn/{game}"),
            Route::Optima(game) => write!(f, "#/optima/{game}"),
            Route::Settings => f.write_str("#/settings"),
            Route::Tables => f.write_str("#/tables"),
            Route::Table(id) => write!(f, "#/table/{id}"),
            Route::Seat(id) => write!(f, "#/table/{id}/{SEAT}"),
            Route::SeatLink(id, token) => write!(f, "#/table/{id}/{token}"),
            Route::Together(id) => write!(f, "#/together/{id}"),
            Route::NewTogether(ply, text) => write!(f, "#/together/new/{ply}/{text}"),
            Route::NotFound(path) => write!(f, "#{path}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for route in [
            Route::Home,
            Route::New("jaipur".to_owned()),
            Route::Play("k3x".to_owned()),
            Route::Watch("k3x".to_owned()),
            Route::Replay("k3x".to_owned()),
            Route::ReplayAt("k3x".to_owned(), 12),
            Route::ReplayLink("AS1U_-".to_owned()),
            Route::NotFound("/replay/k3x/end".to_owned()),
            Route::Analysis("k3x".to_owned()),
            Route::Rules("jaipur".to_owned()),
            Route::Learn("jaipur".to_owned()),
            Route::Optima("masters-gallery".to_owned()),
            Route::RulesAt("jaipur".to_owned(), "selling".to_owned()),
            Route::Daily,
            Route::DailyDeal("jaipur".to_owned()),
            Route::Challenge("AS1U_-".to_owned()),
            Route::Puzzles,
            Route::Exercise("jaipur".to_owned(), "2".to_owned()),
            Route::Replays,
            Route::RulesList,
            Route::Statistics(String::new()),
            Route::Statistics("days=30&game=jaipur".to_owned()),
            Route::Settings,
            Route::Tables,
            Route::Tournaments(String::new()),
            Route::Tournaments("game=jaipur&page=2".to_owned()),
            Route::Tournament("3".to_owned()),
            Route::TournamentGames("3".to_owned(), "agent=a%2Fb".to_owned()),
            Route::TournamentGame("3".to_owned(), "17".to_owned()),
            Route::Agents(String::new()),
            Route::Agent("ismcts%3A100".to_owned(), "page=2".to_owned()),
            Route::Ladder,
            Route::LadderRegister(String::new()),
            Route::LadderRegister("jaipur:round".to_owned()),
            Route::LadderBoard("jaipur:round".to_owned(), "season=2".to_owned()),
            Route::LadderGames("jaipur:round".to_owned(), "agent=3&page=2".to_owned()),
            Route::LadderGame("1".to_owned(), "17".to_owned()),
            Route::LadderAgent("3".to_owned()),
            Route::Table("k3x".to_owned()),
            Route::Seat("k3x".to_owned()),
            Route::SeatLink("k3x".to_owned(), "s3cret".to_owned()),
            Route::Together("k3x".to_owned()),
            Route::NewTogether(7, "AS1U_-".to_owned()),
            Route::NotFound("/together/new/x/AS1U_-".to_owned()),
            Route::NotFound("/nowhere/at/all".to_owned()),
        ] {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
        let at = Route::parse("#/rules/jaipur/selling");
        assert_eq!(at.page(), Route::parse("#/rules/jaipur"));
        assert_eq!(Route::parse(""), Route::Home);
        assert_eq!(Route::parse("#"), Route::Home);
        assert_eq!(Route::parse("#/play"), Route::NotFound("/play".to_owned()));
    }
}
