//! The games of a tournament, and the replay of one.

use super::html::Html;
use super::one;
use super::page::{Page, Shown, told};
use super::parts::{crumbs, entries, filter, filters, games_route, pager, when};
use super::read::{list, names, whole};
use crate::online::tournaments::{self, address};
use crate::pages::games;
use crate::route::Route;
use crate::session;
use crate::shell::{prose, set_title};
use crate::table::Sitting;
use crate::text::{home, online as online_words, tournaments as words};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

/// `#/tournaments/ID/games`.
#[component]
pub(crate) fn GamesPage(id: String) -> impl IntoView {
    let (path, list, own) = (address(&id, ""), address(&id, "/games"), id.clone());
    let above = Route::Tournament(id.clone()).to_string();
    Page {
        title: words::GAMES.to_owned(),
        lede: "",
        id: Some(id),
        crumbs: Some(vec![(above, None)]),
        addresses: vec![
            Box::new(move |_| path.clone()),
            Box::new(move |query| format!("{list}?{}", query.text())),
        ],
        heading: |details| Some(words::games_of(&one::name(details)?)),
        draw: Box::new(move |shown| draw(shown, &own)),
    }
    .view()
}

fn draw(shown: &Shown<'_>, id: &str) -> Html {
    let (details, query) = (shown.first, shown.query);
    let report = &details["report"];
    let names = names(report);
    let agents: Vec<(&str, &str)> = names.iter().map(|name| (*name, *name)).collect();
    let mut html = Html::default();
    filters(&mut html);
    filter(&mut html, query, "agent", words::AGENT, &agents);
    let seats: Vec<(String, String)> = (0..whole(report, "seats"))
        .map(|seat| (seat.to_string(), words::seat(seat + 1)))
        .collect();
    let seats: Vec<(&str, &str)> = seats
        .iter()
        .map(|(seat, name)| (&seat[..], &name[..]))
        .collect();
    filter(&mut html, query, "seat", words::SEAT, &seats);
    filter(&mut html, query, "opponent", words::OPPONENT, &agents);
    filter(&mut html, query, "winner", words::WINNER, &agents);
    html.raw("<label class=\"check\"><input type=\"checkbox\" data-filter=\"faults\"> ");
    html.text(words::WITH_FAULTS).raw("</label></div>");
    let Some(page) = shown.second else {
        return html;
    };
    html.raw("<p role=\"status\" data-testid=\"found\">");
    html.text(&words::counted(whole(page, "total"), "game"))
        .raw("</p>");
    let none = match query.filters() {
        true => words::NONE_FIT,
        false => words::NO_GAMES,
    };
    for game in entries(&mut html, page, "games", none) {
        entry(&mut html, game, id, &names);
    }
    html.raw("</ul>");
    pager(&mut html, query, page);
    html
}

/// A line of the list: who, how many, who won.
fn entry(html: &mut Html, game: &Value, id: &str, names: &[&str]) {
    let number = whole(game, "number");
    let title = words::game(number);
    let route = Route::TournamentGame(id.to_owned(), number.to_string()).to_string();
    html.raw("<li class=\"entry\" data-testid=\"game\"><div class=\"entry-text\"><small>");
    html.text(&title).raw(" · ").text(&when(&game["played"]));
    html.raw("</small><ol class=\"sitters\">");
    for seat in list(game, "seats") {
        let won = whole(seat, "place") == 1;
        html.raw(if won {
            "<li class=\"is-winner\">"
        } else {
            "<li>"
        });
        html.text(names.get(whole(seat, "player") as usize).unwrap_or(&""));
        html.raw(" ").number(&seat["score"]);
        if won {
            html.element(" <span class=\"won\">", words::WON, "</span>");
        }
        let faults = whole(seat, "faults");
        if faults > 0 {
            html.element(
                " <span class=\"chip\">",
                &words::counted(faults, "fault"),
                "</span>",
            );
        }
        html.raw("</li>");
    }
    html.raw("</ol></div><a class=\"button\" href=\"")
        .text(&route)
        .raw("\">");
    html.text(words::REPLAY);
    html.element(
        "<span class=\"visually-hidden\"> ",
        &title,
        "</span></a></li>",
    );
}

/// `#/tournaments/ID/games/NUMBER`: a replay of the record that the server has. It is not kept here.
#[component]
pub(crate) fn GamePage(id: String, number: String) -> impl IntoView {
    let title = words::game(number.parse().unwrap_or(0));
    set_title(&title);
    let record = RwSignal::new(None::<Result<String, String>>);
    let name = RwSignal::new(words::TOURNAMENT.to_owned());
    let (own, game) = (id.clone(), number);
    spawn_local(async move {
        let answer = tournaments::record(&own, &game).await;
        // The page may have been left.
        let _ = record.try_set(Some(answer.map_err(|trouble| told(&trouble))));
        // Its name only says where the way back leads.
        if let Ok(details) = tournaments::read(&address(&own, "")).await
            && let Some(found) = one::name(&details)
        {
            let _ = name.try_set(found);
        }
    });
    let heading = title.clone();
    let failed = move |reason: String| {
        view! {
            <main id="main" class="page" tabindex="-1">
                <div class="page-head">
                    <h1>{heading.clone()}</h1>
                    <p role="status">{prose(&reason)}</p>
                </div>
            </main>
        }
        .into_any()
    };
    let body = move || match record.get() {
        None => failed(online_words::LOADING.to_owned()),
        Some(Err(reason)) => failed(reason),
        Some(Ok(line)) => {
            let shown = session::game_of_record(&line).and_then(|game| {
                let game = games::find(&game).ok_or_else(|| home::unknown_game(&game))?;
                (game.table)(Sitting::Record(line))
            });
            shown.unwrap_or_else(&failed)
        }
    };
    let above = move || {
        let mut above = Html::default();
        let tournament = Route::Tournament(id.clone()).to_string();
        let games = games_route(&id, &[]);
        let links = [(tournament.as_str(), &*name.get()), (&games, words::GAMES)];
        crumbs(&mut above, &links, Some(&title));
        above.as_str().to_owned()
    };
    view! {
        <div class="crumbs-bar" inner_html=above></div>
        {body}
    }
}
