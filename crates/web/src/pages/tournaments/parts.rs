//! Small parts of several pages.

use super::html::Html;
use super::query::{Query, written};
use super::read::{interval, list, number, text, whole};
use crate::pages::games;
use crate::route::Route;
use crate::text::tournaments as words;
use serde_json::Value;
use wasm_bindgen::JsValue;

/// The name of a game for people.
pub(super) fn game_name(id: &str) -> &str {
    games::find(id).map_or(id, |game| game.name)
}

/// A moment of the server, as this browser's clock shows it; empty for none.
pub(super) fn when(seconds: &Value) -> String {
    let Some(seconds) = seconds.as_f64() else {
        return String::new();
    };
    let date = js_sys::Date::new(&JsValue::from_f64(seconds * 1000.0));
    String::from(date.to_locale_string("en-GB", &js_sys::Object::new()))
}

/// When something was last heard of a tournament.
pub(super) fn last(summary: &Value) -> String {
    match &summary["last"] {
        Value::Null => when(&summary["created"]),
        last => when(last),
    }
}

/// How far a tournament is, as a mark; one that is played stands out.
pub(super) fn state_chip(html: &mut Html, state: &str) {
    let class = match state {
        "running" => "<span class=\"chip chip-accent is-live\">",
        _ => "<span class=\"chip\">",
    };
    html.element(class, words::state(state), "</span>");
}

/// How far the games are, in words.
pub(super) fn progress(summary: &Value) -> String {
    let planned = whole(summary, "planned");
    match summary["finished"].as_u64() {
        Some(finished) => words::played(finished, planned),
        None => words::progress(whole(summary, "played"), planned),
    }
}

/// The same as a bar.
pub(super) fn progress_bar(html: &mut Html, summary: &Value) {
    let all = summary["finished"].as_u64();
    let done = all.unwrap_or(whole(summary, "played"));
    html.raw("<progress class=\"meter\" aria-label=\"");
    html.text(&progress(summary)).raw("\" max=\"");
    html.number(all.unwrap_or(whole(summary, "planned")));
    html.raw("\" value=\"").number(done).raw("\"></progress>");
}

/// A share as a number of percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Both ends of an interval in some unit; empty where one of them is infinite.
pub(super) fn span(interval: Option<(f64, f64)>, unit: f64, digits: usize) -> String {
    let ends = interval.map(|(low, high)| (low * unit, high * unit));
    ends.map_or_else(String::new, |(low, high)| {
        format!("{low:.digits$} to {high:.digits$}")
    })
}

/// A score and its interval, in percent.
pub(super) fn score(of: &Value) -> (String, String) {
    let interval = interval(of, "score_interval");
    let interval = match interval {
        None => words::UNKNOWN.to_owned(),
        known => span(known, 100.0, 1),
    };
    (percent(number(of, "score")), interval)
}

/// A rating with its interval: one digit more where the unit is large, as Weng–Lin's, whose ratings are
/// tens and not thousands.
pub(super) fn rating(of: &Value, interval: Option<(f64, f64)>) -> (String, String) {
    let rating = number(of, "rating");
    let digits = usize::from(rating.abs() < 200.0);
    (format!("{rating:.digits$}"), span(interval, 1.0, digits))
}

/// A score as a dot on a line from 0 to 100 %, its interval as a bar, and a mark where it is even. What it
/// draws stands beside it in numbers.
pub(super) fn interval_bar(html: &mut Html, of: &Value, seats: u64) {
    let at = |share: f64| 4.0 + 112.0 * share.clamp(0.0, 1.0);
    let (low, high) = interval(of, "score_interval").unwrap_or((0.0, 1.0));
    html.raw("<svg class=\"interval\" viewBox=\"0 0 120 16\" aria-hidden=\"true\"><path d=\"M4 8H116\"/>");
    html.raw("<path class=\"interval-even\" d=\"M");
    html.at(at(1.0 / seats.max(1) as f64)).raw("1V15\"/>");
    html.raw("<path class=\"interval-bar\" d=\"M").at(at(low));
    html.raw("8H")
        .at(at(high))
        .raw("\"/><circle class=\"interval-dot\" cx=\"");
    html.number(at(number(of, "score")))
        .raw("\" cy=\"8\" r=\"4\"/></svg>");
}

/// The page of an agent.
pub(super) fn agent_route(name: &str) -> String {
    let name = String::from(js_sys::encode_uri_component(name));
    Route::Agent(name, String::new()).to_string()
}

/// The page of a tournament.
pub(super) fn tournament_route(summary: &Value) -> String {
    Route::Tournament(summary["id"].to_string()).to_string()
}

/// The games of a tournament that fit.
pub(super) fn games_route(id: &str, filters: &[(&str, &str)]) -> String {
    let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let pairs: Vec<(String, String)> = filters.iter().map(owned).collect();
    Route::TournamentGames(id.to_owned(), written(&pairs)).to_string()
}

/// Opens the filters of a list; `</div>` closes them.
pub(super) fn filters(html: &mut Html) {
    html.element(
        "<div class=\"filters\" role=\"group\" aria-label=\"",
        words::FILTERS,
        "\">",
    );
}

/// A filter of a list: one of a few values, or all.
pub(super) fn filter(
    html: &mut Html,
    query: Query,
    key: &'static str,
    label: &str,
    options: &[(&str, &str)],
) {
    let now = query.get(key);
    html.raw("<div class=\"field\"><label for=\"filter-")
        .text(key)
        .raw("\">");
    html.text(label)
        .raw("</label><select class=\"select\" id=\"filter-");
    html.text(key).raw("\" data-filter=\"").text(key).raw("\">");
    for (value, name) in [("", words::ALL)].iter().chain(options) {
        html.raw("<option value=\"").text(value).raw("\"");
        if *value == now {
            html.raw(" selected");
        }
        html.element(">", name, "</option>");
    }
    html.raw("</select></div>");
}

/// The filter for a game.
pub(super) fn game_filter(html: &mut Html, query: Query) {
    let options: Vec<(&str, &str)> = games::GAMES
        .iter()
        .map(|game| (game.id, game.name))
        .collect();
    filter(html, query, "game", words::GAME, &options);
}

/// The way to other pages of a list; nothing where there is one.
pub(super) fn pager(html: &mut Html, query: Query, answer: &Value) {
    let page = whole(answer, "page");
    let pages = whole(answer, "total")
        .div_ceil(whole(answer, "size").max(1))
        .max(1);
    if pages == 1 && page <= 1 {
        return;
    }
    html.element("<nav class=\"pager\" aria-label=\"", words::PAGES, "\">");
    if page > 1 {
        html.link(
            "<a class=\"button\"",
            &query.at_page(page.min(pages + 1) - 1),
            words::PREVIOUS,
        );
    }
    html.element("<span>", &words::page(page, pages), "</span>");
    if page < pages {
        html.link("<a class=\"button\"", &query.at_page(page + 1), words::NEXT);
    }
    html.raw("</nav>");
}

/// Where one is: the pages above this one, and this one where it does not say so itself.
pub(super) fn crumbs(html: &mut Html, above: &[(&str, &str)], here: Option<&str>) {
    html.element(
        "<nav class=\"crumbs\" aria-label=\"",
        words::WHERE,
        "\"><ol class=\"crumb-list\">",
    );
    let all = Route::Tournaments(String::new()).to_string();
    for (href, name) in [(all.as_str(), words::TOURNAMENTS)].iter().chain(above) {
        html.raw("<li>").link("<a", href, name).raw("</li>");
    }
    if let Some(here) = here {
        html.element("<li aria-current=\"page\">", here, "</li>");
    }
    html.raw("</ol></nav>");
}

/// Opens a list of entries; a note where there are none. `</ul>` closes it.
pub(super) fn entries<'a>(
    html: &mut Html,
    answer: &'a Value,
    what: &str,
    none: &str,
) -> &'a [Value] {
    let items = list(answer, "items");
    if items.is_empty() {
        html.raw("<p class=\"note\">").prose(none).raw("</p>");
    }
    html.element("<ul class=\"entries\" data-testid=\"", what, "\">");
    items
}

/// The names of the players of a tournament in a list.
pub(super) fn players(summary: &Value) -> String {
    let names = list(summary, "players").iter().filter_map(Value::as_str);
    names.collect::<Vec<&str>>().join(", ")
}

/// The first line of an entry: a name that leads somewhere, and how far that is.
pub(super) fn entry_head(html: &mut Html, summary: &Value) {
    let route = tournament_route(summary);
    html.link("<a class=\"entry-link\"", &route, text(summary, "name"))
        .raw(" ");
    state_chip(html, text(summary, "state"));
}
