//! The pages around the games: home, saved games, the form for a new game, rules, settings, tables, tournaments,
//! the ladder.

mod game_page;
pub(crate) mod header;
mod home;
mod ladder;
mod new_game;
mod not_found;
mod replays;
mod rules_list;
mod saved;
mod settings;
mod strings;
mod tables;
mod tournaments;

pub(crate) use game_page::{AnalysisPage, LinkPage, PlayPage, ReplayAtPage, ReplayPage};
pub(crate) use home::Home;
pub(crate) use ladder::{
    BoardGamesPage, BoardPage, LadderAgentPage, LadderGamePage, LadderPage, RegisterPage,
};
pub(crate) use new_game::NewGame;
pub(crate) use not_found::NotFound;
pub(crate) use replays::Replays;
pub(crate) use rules_list::RulesList;
pub(crate) use settings::SettingsPage;
pub(crate) use tables::{TablePage, TablesPage};
pub(crate) use tournaments::{
    AgentPage, AgentsPage, GamePage, GamesPage, TournamentPage, TournamentsPage,
};
