//! The addresses of the pages, in the part after `#`, so that any static file server can host them.

use std::fmt;

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
    /// `#/replays`: everything that is saved.
    Replays,
    /// `#/rules`: the rules of which game?
    RulesList,
    /// `#/rules/jaipur`.
    Rules(String),
    /// `#/rules/jaipur/SECTION`: a place on that page.
    RulesAt(String, String),
    /// `#/learn/jaipur`: the tutorial.
    Learn(String),
    /// `#/optima/masters-gallery`: how high a game can go.
    Optima(String),
    /// `#/tables`: tables with people at other devices.
    Tables,
    /// `#/table/ID`: such a table, to look on; `#/table/ID/TOKEN`: to sit there.
    Table(String, Option<String>),
    /// `#/settings`: the look, the saved data, and what this is.
    Settings,
    /// Anything else, with what was asked for.
    NotFound(String),
}

impl Route {
    /// Reads what stands after the `#` (the `#` itself may be there).
    pub(crate) fn parse(hash: &str) -> Route {
        let path = hash.trim_start_matches('#');
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            [] => Route::Home,
            ["replays"] => Route::Replays,
            ["settings"] => Route::Settings,
            ["tables"] => Route::Tables,
            ["table", id] => Route::Table((*id).to_owned(), None),
            ["table", id, token] => Route::Table((*id).to_owned(), Some((*token).to_owned())),
            ["new", game] => Route::New((*game).to_owned()),
            ["play", id] => Route::Play((*id).to_owned()),
            ["watch", id] => Route::Watch((*id).to_owned()),
            ["replay", id] => Route::Replay((*id).to_owned()),
            ["rules"] => Route::RulesList,
            ["rules", game] => Route::Rules((*game).to_owned()),
            ["rules", game, section] => Route::RulesAt((*game).to_owned(), (*section).to_owned()),
            ["learn", game] => Route::Learn((*game).to_owned()),
            ["optima", game] => Route::Optima((*game).to_owned()),
            _ => Route::NotFound(path.to_owned()),
        }
    }

    /// The page without the place on it.
    pub(crate) fn page(self) -> Route {
        match self {
            Route::RulesAt(game, _) => Route::Rules(game),
            other => other,
        }
    }

    /// The page the browser is asked for now.
    pub(crate) fn current() -> Route {
        let hash = leptos::prelude::window().location().hash();
        Route::parse(&hash.unwrap_or_default())
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
        match self {
            Route::Home => f.write_str("#/"),
            Route::New(game) => write!(f, "#/new/{game}"),
            Route::Play(id) => write!(f, "#/play/{id}"),
            Route::Watch(id) => write!(f, "#/watch/{id}"),
            Route::Replay(id) => write!(f, "#/replay/{id}"),
            Route::RulesList => f.write_str("#/rules"),
            Route::Rules(game) => write!(f, "#/rules/{game}"),
            Route::RulesAt(game, section) => write!(f, "#/rules/{game}/{section}"),
            Route::Replays => f.write_str("#/replays"),
            Route::Learn(game) => write!(f, "#/learn/{game}"),
            Route::Optima(game) => write!(f, "#/optima/{game}"),
            Route::Settings => f.write_str("#/settings"),
            Route::Tables => f.write_str("#/tables"),
            Route::Table(id, None) => write!(f, "#/table/{id}"),
            Route::Table(id, Some(token)) => write!(f, "#/table/{id}/{token}"),
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
            Route::Rules("jaipur".to_owned()),
            Route::Learn("jaipur".to_owned()),
            Route::Optima("masters-gallery".to_owned()),
            Route::RulesAt("jaipur".to_owned(), "selling".to_owned()),
            Route::Replays,
            Route::RulesList,
            Route::Settings,
            Route::Tables,
            Route::Table("k3x".to_owned(), None),
            Route::Table("k3x".to_owned(), Some("s3cret".to_owned())),
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
