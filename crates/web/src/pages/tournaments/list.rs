//! All tournaments.

use super::html::Html;
use super::page::{Page, Shown};
use super::parts::{
    entries, entry_head, filter, filters, game_filter, game_name, last, pager, players, progress,
    progress_bar,
};
use super::read::text;
use crate::route::Route;
use crate::text::tournaments as words;
use leptos::prelude::*;
use serde_json::Value;

/// `#/tournaments`.
#[component]
pub(crate) fn TournamentsPage() -> impl IntoView {
    Page {
        title: words::TOURNAMENTS.to_owned(),
        lede: words::LEDE,
        id: None,
        crumbs: None,
        addresses: vec![Box::new(|query| {
            format!("api/tournaments?{}", query.text())
        })],
        heading: |_| None,
        draw: Box::new(draw),
    }
    .view()
}

fn draw(shown: &Shown<'_>) -> Html {
    let query = shown.query;
    let mut html = Html::of("<p>");
    html.link(
        "<a class=\"button\"",
        &Route::Agents(String::new()).to_string(),
        words::AGENTS,
    );
    html.element(
        "</p><section class=\"home-part\" aria-label=\"",
        words::TOURNAMENTS,
        "\">",
    );
    filters(&mut html);
    game_filter(&mut html, query);
    let states = ["running", "open", "over"].map(|state| (state, words::state(state)));
    filter(&mut html, query, "state", words::STATE, &states);
    html.raw("</div>");
    let none = match query.filters() {
        true => words::NONE_FIT,
        false => words::NONE_YET,
    };
    for summary in entries(&mut html, shown.first, "tournaments", none) {
        entry(&mut html, summary);
    }
    html.raw("</ul>");
    pager(&mut html, query, shown.first);
    html.raw("</section>");
    shown.keeper.form(&mut html);
    html
}

fn entry(html: &mut Html, summary: &Value) {
    let facts = [
        game_name(text(summary, "game")).to_owned(),
        progress(summary),
        last(summary),
    ];
    html.raw("<li class=\"entry\" data-testid=\"tournament\"><div class=\"entry-text\">");
    entry_head(html, summary);
    html.element("<small>", &facts.join(" · "), "</small>");
    html.element("<small>", &players(summary), "</small>");
    if summary["finished"].is_null() {
        progress_bar(html, summary);
    }
    html.raw("</div></li>");
}
