//! One tournament: how far it is, the standings, the cross table, the rating curves, faults, and how it is
//! played.

use super::html::Html;
use super::page::{Page, Shown};
use super::parts::{
    agent_route, game_name, games_route, interval_bar, last, progress, progress_bar, rating, score,
    span, state_chip, when,
};
use super::read::{interval, list, names, number, text, whole};
use super::{cross, curves};
use crate::online::tournaments::address;
use crate::route::Route;
use crate::text::tournaments as words;
use leptos::prelude::*;
use serde_json::Value;

/// The name of a tournament.
pub(super) fn name(details: &Value) -> Option<String> {
    details["name"].as_str().map(str::to_owned)
}

/// `#/tournaments/ID`.
#[component]
pub(crate) fn TournamentPage(id: String) -> impl IntoView {
    let (path, ratings, own) = (address(&id, ""), address(&id, "/ratings"), id.clone());
    Page {
        title: words::TOURNAMENTS.to_owned(),
        lede: "",
        id: Some(id),
        crumbs: Some(Vec::new()),
        addresses: vec![
            Box::new(move |_| path.clone()),
            Box::new(move |_| ratings.clone()),
        ],
        heading: name,
        draw: Box::new(move |shown| draw(shown, &own)),
    }
    .view()
}

/// Opens a section with its heading; `</section>` closes it.
fn section(html: &mut Html, id: &'static str, heading: &str, about: &str) {
    html.raw("<section class=\"home-part\" aria-labelledby=\"")
        .raw(id);
    html.raw("\"><h2 id=\"")
        .raw(id)
        .raw("\">")
        .text(heading)
        .raw("</h2>");
    if !about.is_empty() {
        html.element("<p class=\"field-hint\">", about, "</p>");
    }
}

/// Opens a place in which a wide table scrolls; `</table></div>` closes both.
pub(super) fn table(html: &mut Html, label: &str, class: &'static str, what: &'static str) {
    html.element(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"",
        &words::table_of(label),
        "\"><table class=\"",
    );
    html.raw(class)
        .raw("\" data-testid=\"")
        .raw(what)
        .raw("\">");
}

fn draw(shown: &Shown<'_>, id: &str) -> Html {
    let details = shown.first;
    let report = &details["report"];
    let mut html = Html::default();
    head(&mut html, shown, id);

    let seats = whole(report, "seats");
    let about = words::standings_text(whole(report, "rounds"), seats);
    section(&mut html, "standings", words::STANDINGS, &about);
    standings(&mut html, report, seats);
    html.raw("</section>");

    section(&mut html, "cross", words::CROSS, words::CROSS_TEXT);
    cross::table(&mut html, report, id);
    html.element("<p class=\"field-hint\">", words::SIGNS, "</p></section>");

    section(
        &mut html,
        "ratings",
        &words::ratings(text(report, "system")),
        "",
    );
    if let Some(ratings) = shown.second {
        curves::show(&mut html, list(ratings, "points"), &names(report));
    }
    html.raw("</section>");

    let faults = list(details, "faults");
    if !faults.is_empty() {
        section(&mut html, "faults", words::LAST_FAULTS, words::FAULTS_TEXT);
        table(&mut html, words::LAST_FAULTS, "numbers lines", "faults");
        html.raw("<thead><tr>");
        for head in [words::GAME, words::AGENT, words::WRONG, words::INSTEAD] {
            html.element("<th scope=\"col\">", head, "</th>");
        }
        html.raw("</tr></thead><tbody>");
        for note in faults {
            fault(&mut html, note, report, id);
        }
        html.raw("</tbody></table></div></section>");
    }
    section(&mut html, "terms", words::TERMS, "");
    terms(&mut html, details);
    html.raw("</section>");
    html
}

/// How far it is, and what one can do with it.
fn head(html: &mut Html, shown: &Shown<'_>, id: &str) {
    let details = shown.first;
    let state = text(details, "state");
    html.element(
        "<section class=\"progress\" aria-label=\"",
        words::STATE,
        "\" data-testid=\"progress\">",
    );
    html.raw("<p class=\"facts\">");
    state_chip(html, state);
    html.element("<span>", game_name(text(details, "game")), "</span>");
    html.element("<span>", &progress(details), "</span></p>");
    progress_bar(html, details);
    html.raw("<div class=\"button-row\">");
    html.link(
        "<a class=\"button\"",
        &games_route(id, &[]),
        words::ALL_GAMES,
    );
    html.link(
        "<a class=\"button\" download",
        &address(id, "/games.csv"),
        words::CSV,
    );
    shown.keeper.steer(html, state, &details["held"]);
    html.raw("</div>");
    let held = &details["held"];
    if held.is_object() && held["here"] != true {
        let (program, process) = (text(held, "program"), whole(held, "process"));
        html.raw("<p class=\"note\" data-testid=\"held\">");
        html.prose(&words::held(program, process, &when(&held["until"])));
        html.raw("</p>");
    }
    if let Some(reason) = details["trouble"].as_str() {
        html.raw("<p class=\"note note-danger\">");
        html.prose(&words::trouble(reason)).raw("</p>");
    }
    let test = &details["report"]["sprt"];
    if test.is_object() {
        let of = |field| number(test, field);
        html.element(
            "<p class=\"note\"><b>",
            &words::test(of("elo0"), of("elo1")),
            "</b>: ",
        );
        html.text(&words::llr(of("llr"), of("lower"), of("upper")))
            .raw("</p>");
    }
    html.raw("</section>");
}

/// The standings, the best first.
fn standings(html: &mut Html, report: &Value, seats: u64) {
    let mut players: Vec<&Value> = list(report, "players").iter().collect();
    players.sort_by(|a, b| number(b, "score").total_cmp(&number(a, "score")));
    table(html, words::STANDINGS, "numbers", "standings");
    html.raw("<thead><tr>");
    for head in [words::PLACE, words::AGENT] {
        html.element("<th scope=\"col\">", head, "</th>");
    }
    html.element("<th scope=\"col\" colspan=\"2\">", words::SCORE, "</th>");
    let system = words::rating_system(text(report, "system"));
    for head in [system, words::POINTS, words::GAMES, words::FAULTS] {
        html.element("<th scope=\"col\">", head, "</th>");
    }
    html.raw("</tr></thead><tbody>");
    for (index, player) in players.into_iter().enumerate() {
        let name = text(player, "name");
        html.raw("<tr><td>")
            .number(index + 1)
            .raw("</td><th scope=\"row\">");
        html.link("<a", &agent_route(name), name).raw("</th>");
        cell(html, score(player));
        html.raw("<td class=\"interval-cell\">");
        interval_bar(html, player, seats);
        html.raw("</td>");
        match &player["rating"] {
            Value::Null => cell(html, ("–".to_owned(), String::new())),
            own => cell(html, rating(own, interval(player, "rating_interval"))),
        }
        let points = span(interval(player, "points_interval"), 1.0, 2);
        cell(html, (format!("{:.2}", number(player, "points")), points));
        for count in ["games", "faults"] {
            html.element("<td>", &words::number(whole(player, count)), "</td>");
        }
        html.raw("</tr>");
    }
    html.raw("</tbody></table></div>");
}

/// A number above its interval.
fn cell(html: &mut Html, (number, interval): (String, String)) {
    html.element("<td><b>", &number, "</b> ");
    html.element("<small>", &interval, "</small></td>");
}

/// A line of the faults.
fn fault(html: &mut Html, note: &Value, report: &Value, id: &str) {
    let game = whole(note, "game");
    let route = Route::TournamentGame(id.to_owned(), game.to_string()).to_string();
    let player = &report["players"][whole(note, "player") as usize];
    html.raw("<tr><th scope=\"row\">");
    html.link("<a", &route, &words::game(game)).raw("</th>");
    let [reason, played] = ["reason", "played"].map(|field| text(note, field));
    for what in [text(player, "name"), reason, played] {
        html.element("<td>", what, "</td>");
    }
    html.raw("</tr>");
}

/// Rules in words; what one holds stands in brackets.
fn rules(rules: &Value) -> String {
    let rule = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name} {text}"),
        Value::Object(_) => format!("{name} ({})", self::rules(value)),
        other => format!("{name} {other}"),
    };
    let each = rules.as_object().into_iter().flatten().map(rule);
    each.collect::<Vec<String>>().join(", ")
}

/// How it is played.
fn terms(html: &mut Html, details: &Value) {
    let terms = &details["terms"];
    let names = names(&details["report"]);
    let player = |(name, policy): (&&str, &Value)| match policy.as_str() {
        Some(policy) if policy == *name => policy.to_owned(),
        Some(policy) => format!("{name} ({policy})"),
        None => format!("{name} ({})", words::PROGRAM),
    };
    let players = names.iter().zip(list(terms, "policies")).map(player);
    let deals = words::deals(whole(terms, "rounds"), terms["duplicate"] == true);
    let lines = [
        (
            words::FORMAT,
            words::format(text(details, "format")).to_owned(),
        ),
        (words::DEALS, deals),
        (words::PLAYERS, players.collect::<Vec<_>>().join(", ")),
        (words::RULES, rules(&terms["rules"])),
        (words::SEED, text(terms, "seed").to_owned()),
        (words::BEGUN, when(&details["created"])),
        (words::LAST, last(details)),
    ];
    html.raw("<dl class=\"terms\">");
    for (name, line) in lines {
        html.element("<div><dt>", name, "</dt>");
        html.element("<dd>", &line, "</dd></div>");
    }
    html.raw("</dl>");
}
