//! The filters and the page of a list: they stand in the address, so that a link leads to the same list.

use crate::platform::route::Route;
use leptos::prelude::*;

/// What stands behind the `?` of the address.
#[derive(Clone, Copy)]
pub(in crate::site) struct Filters {
    pairs: RwSignal<Vec<(String, String)>>,
}

impl Filters {
    /// That of the page's address, now and whenever it changes.
    pub(in crate::site) fn here() -> Filters {
        let filters = Filters {
            pairs: RwSignal::new(read(&asked(&Route::current()))),
        };
        let listening = window_event_listener(leptos::ev::hashchange, move |_| {
            let _ = filters.pairs.try_set(read(&asked(&Route::current())));
        });
        on_cleanup(move || listening.remove());
        filters
    }

    /// The value of a filter; empty where it is not used.
    pub(in crate::site) fn get(self, key: &str) -> String {
        self.pairs.with(|pairs| {
            let found = pairs.iter().find(|(known, _)| known == key);
            found.map_or_else(String::new, |(_, value)| value.clone())
        })
    }

    /// The same, without a subscription.
    pub(in crate::site) fn get_untracked(self, key: &str) -> String {
        untrack(|| self.get(key))
    }

    /// Whether anything is filtered.
    pub(in crate::site) fn any(self) -> bool {
        self.pairs
            .with(|pairs| pairs.iter().any(|(key, _)| key != "page"))
    }

    /// Uses a filter, from the first page on; an empty value ends its use. The address follows without an
    /// entry in the browser's history, and the focus stays.
    pub(in crate::site) fn set(self, key: &str, value: &str) {
        let value = Some(value).filter(|value| !value.is_empty());
        let pairs = self.pairs.with_untracked(|pairs| {
            let mut pairs = with(pairs, "page", None);
            pairs = with(&pairs, key, value);
            pairs
        });
        let route = asking(Route::current(), written(&pairs));
        self.pairs.set(pairs);
        route.replace();
    }

    /// As it is sent to the server.
    pub(in crate::site) fn text(self) -> String {
        self.pairs.with(|pairs| written(pairs))
    }

    /// The address of another page of the list.
    pub(in crate::site) fn at_page(self, page: u64) -> String {
        let page = page.to_string();
        let pairs = self.pairs.with(|pairs| with(pairs, "page", Some(&page)));
        asking(Route::current(), written(&pairs)).to_string()
    }
}

/// Pairs as they stand in an address.
pub(in crate::site) fn written(pairs: &[(String, String)]) -> String {
    let encode = |text: &str| String::from(js_sys::encode_uri_component(text));
    let pair = |(key, value): &(String, String)| format!("{}={}", encode(key), encode(value));
    pairs.iter().map(pair).collect::<Vec<_>>().join("&")
}

fn read(text: &str) -> Vec<(String, String)> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(key), decoded(value))
        })
        .collect()
}

/// Text of an address as people wrote it.
pub(in crate::site) fn decoded(text: &str) -> String {
    let decoded = js_sys::decode_uri_component(text);
    decoded.map_or_else(|_| text.to_owned(), String::from)
}

fn with(pairs: &[(String, String)], key: &str, value: Option<&str>) -> Vec<(String, String)> {
    let others = pairs.iter().filter(|(known, _)| known != key).cloned();
    let own = value.map(|value| (key.to_owned(), value.to_owned()));
    others.chain(own).collect()
}

fn asked(route: &Route) -> String {
    match route {
        Route::Statistics(query)
        | Route::Tournaments(query)
        | Route::LadderBoard(_, query)
        | Route::LadderGames(_, query)
        | Route::TournamentGames(_, query)
        | Route::Agents(query)
        | Route::Agent(_, query) => query.clone(),
        _ => String::new(),
    }
}

fn asking(route: Route, query: String) -> Route {
    match route {
        Route::Statistics(_) => Route::Statistics(query),
        Route::Tournaments(_) => Route::Tournaments(query),
        Route::TournamentGames(id, _) => Route::TournamentGames(id, query),
        Route::LadderBoard(board, _) => Route::LadderBoard(board, query),
        Route::LadderGames(board, _) => Route::LadderGames(board, query),
        Route::Agents(_) => Route::Agents(query),
        Route::Agent(name, _) => Route::Agent(name, query),
        other => other,
    }
}
