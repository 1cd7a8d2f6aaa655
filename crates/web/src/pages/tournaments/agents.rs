//! The agents that have played, and the history of one.

use super::html::Html;
use super::page::{Page, Shown};
use super::parts::{
    agent_route, entries, entry_head, filters, game_filter, game_name, games_route, interval_bar,
    last, pager, rating, score,
};
use super::query::{Query, decoded};
use super::read::{interval, list, text, whole};
use crate::route::Route;
use crate::text::tournaments as words;
use leptos::prelude::*;
use serde_json::Value;

/// `#/agents`.
#[component]
pub(crate) fn AgentsPage() -> impl IntoView {
    Page {
        title: words::AGENTS.to_owned(),
        lede: words::AGENTS_LEDE,
        id: None,
        crumbs: Some(Vec::new()),
        addresses: vec![Box::new(|query| format!("api/agents?{}", query.text()))],
        heading: |_| None,
        draw: Box::new(|shown| draw(shown, "agents", agent)),
    }
    .view()
}

/// `#/agents/NAME`; the name as addresses write it.
#[component]
pub(crate) fn AgentPage(name: String) -> impl IntoView {
    let name = decoded(&name);
    let path = String::from(js_sys::encode_uri_component(&name));
    let path = move |query: Query| format!("api/agents/{path}?{}", query.text());
    let agents = Route::Agents(String::new()).to_string();
    Page {
        title: name,
        lede: words::AGENT_LEDE,
        id: None,
        crumbs: Some(vec![(agents, Some(words::AGENTS))]),
        addresses: vec![Box::new(path)],
        heading: |_| None,
        draw: Box::new(|shown| draw(shown, "history", chapter)),
    }
    .view()
}

fn draw(shown: &Shown<'_>, what: &str, entry: fn(&mut Html, &Value)) -> Html {
    let query = shown.query;
    let mut html = Html::default();
    filters(&mut html);
    game_filter(&mut html, query);
    html.raw("</div>");
    let none = match query.filters() {
        true => words::NONE_FIT,
        false => words::NO_AGENTS,
    };
    for item in entries(&mut html, shown.first, what, none) {
        entry(&mut html, item);
    }
    html.raw("</ul>");
    pager(&mut html, query, shown.first);
    html
}

fn agent(html: &mut Html, agent: &Value) {
    let name = text(agent, "name");
    html.raw("<li class=\"entry\" data-testid=\"agent\"><div class=\"entry-text\">");
    html.link("<a class=\"entry-link\"", &agent_route(name), name);
    for line in list(agent, "games") {
        let of = |field| whole(line, field);
        let numbers = words::agent_line(of("tournaments"), of("games"), of("faults"));
        html.element("<small>", game_name(text(line, "game")), ": ");
        html.text(&numbers).raw("</small>");
    }
    html.raw("</div></li>");
}

/// One tournament of an agent.
fn chapter(html: &mut Html, chapter: &Value) {
    let result = &chapter["result"];
    let name = text(result, "name");
    let faults = whole(result, "faults");
    let faults = Some(faults).filter(|&faults| faults > 0);
    let facts = [
        Some(game_name(text(chapter, "game")).to_owned()),
        chapter["policy"]
            .as_str()
            .filter(|policy| *policy != name)
            .map(str::to_owned),
        Some(words::place(
            whole(chapter, "place"),
            list(chapter, "players").len(),
        )),
        Some(words::counted(whole(result, "games"), "game")),
        faults.map(|faults| words::counted(faults, "fault")),
        Some(last(chapter)),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    html.raw("<li class=\"entry\" data-testid=\"chapter\"><div class=\"entry-text\">");
    entry_head(html, chapter);
    html.element("<small>", &facts.join(" · "), "</small>");
    let (share, span) = score(result);
    html.element("<p class=\"chapter-score\">", words::SCORE, " ");
    html.element("<b>", &share, "</b> ");
    html.element("(", &span, ") ");
    interval_bar(html, result, whole(chapter, "seats"));
    html.raw("</p>");
    if result["rating"].is_object() {
        let (own, span) = rating(&result["rating"], interval(result, "rating_interval"));
        html.element("<p>", words::rating_system(text(chapter, "system")), " ");
        html.element("<b>", &own, "</b> ");
        html.element("(", &span, ")</p>");
    }
    let games = games_route(&chapter["id"].to_string(), &[("agent", name)]);
    html.raw("</div><a class=\"button\" href=\"")
        .text(&games)
        .raw("\">");
    html.text(words::GAMES);
    html.element(
        "<span class=\"visually-hidden\"> ",
        text(chapter, "name"),
        "</span></a></li>",
    );
}
