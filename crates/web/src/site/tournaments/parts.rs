//! Small parts of several pages.

use super::filters::{Filters, written};
use crate::platform::http::Trouble;
use crate::platform::locale;
use crate::platform::route::Route;
use crate::play::registry::{self, games};
use crate::site::strings::tournaments as words;
use leptos::prelude::*;
use parlour_protocol::tournaments::{Interval, Page, PlayerReport, State, TournamentSummary};
use std::fmt::Write as _;

/// The name of a game for people.
pub(in crate::site) fn game_name(id: &str) -> &str {
    registry::find(id).map_or(id, |game| (game.name)())
}

/// A moment of the server, as this browser's clock shows it.
pub(in crate::site) fn when(seconds: i64) -> String {
    locale::moment(seconds as f64 * 1000.0, true)
}

/// When something last happened in a tournament.
pub(in crate::site) fn last(summary: &TournamentSummary) -> String {
    when(summary.last.unwrap_or(summary.created))
}

/// The state of a tournament; one that is in progress stands out.
pub(in crate::site) fn state_chip(state: State) -> AnyView {
    let is_live = state == State::Running;
    view! {
        <span class="chip" class:chip-accent=is_live class:is-live=is_live>
            {words::state(state)}
        </span>
    }
    .into_any()
}

/// How far the games are, in words.
pub(in crate::site) fn progress(summary: &TournamentSummary) -> String {
    match summary.finished {
        Some(finished) => words::played(finished, summary.planned),
        None => words::progress(summary.played, summary.planned),
    }
}

/// The same as a bar.
pub(in crate::site) fn progress_bar(summary: &TournamentSummary) -> AnyView {
    let (done, all) = match summary.finished {
        Some(finished) => (finished, finished),
        None => (summary.played, summary.planned),
    };
    view! {
        <progress
            class="meter"
            aria-label=progress(summary)
            max=all.to_string()
            value=done.to_string()
        ></progress>
    }
    .into_any()
}

/// Both ends of an interval in some unit; empty where one of them is infinite.
pub(in crate::site) fn span(interval: Option<Interval>, unit: f64, digits: usize) -> String {
    let ends = interval.and_then(Interval::ends);
    ends.map_or_else(String::new, |(low, high)| {
        let [low, high] = [low, high].map(|end| words::decimal(end * unit, digits));
        words::interval(&low, &high)
    })
}

/// A score and its interval, in percent.
pub(in crate::site) fn score(score: f64, interval: Interval) -> (String, String) {
    let interval = match interval.ends() {
        None => words::unknown().to_owned(),
        Some(_) => span(Some(interval), 100.0, 1),
    };
    (words::decimal(100.0 * score, 1), interval)
}

/// A rating with its interval: one digit more where the unit is large, as Weng–Lin's, whose ratings are
/// tens and not thousands.
pub(in crate::site) fn rating(rating: f64, interval: Option<Interval>) -> (String, String) {
    let digits = usize::from(rating.abs() < 200.0);
    (words::decimal(rating, digits), span(interval, 1.0, digits))
}

/// A strength with its interval.
pub(in crate::site) fn strength(player: &PlayerReport) -> (String, String) {
    match player.strength {
        None => ("–".to_owned(), String::new()),
        Some(strength) => (
            words::decimal(strength.elo, 0),
            span(strength.interval, 1.0, 0),
        ),
    }
}

/// A score as a dot on a line from 0 to 100 %, its interval as a bar, and a mark where it is even. What it
/// draws stands beside it in numbers.
pub(in crate::site) fn interval_bar(player: &PlayerReport, seats: u64) -> AnyView {
    let at = |share: f64| 4.0 + 112.0 * share.clamp(0.0, 1.0);
    let (low, high) = player.score_interval.ends().unwrap_or((0.0, 1.0));
    let mut drawn = "<path d=\"M4 8H116\"/>".to_owned();
    // Writing to a string cannot fail.
    let _ = write!(
        drawn,
        "<path class=\"interval-even\" d=\"M{:.1} 1V15\"/>\
         <path class=\"interval-bar\" d=\"M{:.1} 8H{:.1}\"/>\
         <circle class=\"interval-dot\" cx=\"{:.1}\" cy=\"8\" r=\"4\"/>",
        at(1.0 / seats.max(1) as f64),
        at(low),
        at(high),
        at(player.score),
    );
    view! { <svg class="interval" viewBox="0 0 120 16" aria-hidden="true" inner_html=drawn></svg> }
        .into_any()
}

/// The page of an agent.
pub(in crate::site) fn agent_route(name: &str) -> String {
    let name = String::from(js_sys::encode_uri_component(name));
    Route::Agent(name, String::new()).to_string()
}

/// The games of a tournament that fit.
pub(in crate::site) fn games_route(id: &str, filters: &[(&str, &str)]) -> String {
    let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let pairs: Vec<(String, String)> = filters.iter().map(owned).collect();
    Route::TournamentGames(id.to_owned(), written(&pairs)).to_string()
}

/// The filters of a list.
pub(in crate::site) fn filter_group(fields: Vec<AnyView>) -> AnyView {
    view! {
        <div class="filters" role="group" aria-label=words::filters()>
            {fields}
        </div>
    }
    .into_any()
}

/// A filter of a list: one of a few values, or all.
pub(in crate::site) fn filter(
    filters: Filters,
    key: &'static str,
    label: &'static str,
    options: Vec<(String, String)>,
) -> AnyView {
    let id = format!("filter-{key}");
    let all = (String::new(), words::all().to_owned());
    let option = |(value, name): (String, String)| {
        let selected = filters.get_untracked(key) == value;
        view! {
            <option value=value selected=selected>
                {name}
            </option>
        }
        .into_any()
    };
    let options: Vec<AnyView> = [all].into_iter().chain(options).map(option).collect();
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select
                class="select"
                id=id
                prop:value=move || filters.get(key)
                on:change=move |event| filters.set(key, &event_target_value(&event))
            >
                {options}
            </select>
        </div>
    }
    .into_any()
}

/// The filter for a game.
pub(in crate::site) fn game_filter(filters: Filters) -> AnyView {
    let options = games().iter();
    let options = options.map(|game| (game.id.to_owned(), (game.name)().to_owned()));
    filter(filters, "game", words::game_text(), options.collect())
}

/// The way to other pages of a list; nothing where there is one.
fn pager(filters: Filters, page: u64, pages: u64) -> AnyView {
    if pages == 1 && page <= 1 {
        return ().into_any();
    }
    let link = |to: u64, label: &'static str| {
        view! {
            <a class="button" href=filters.at_page(to)>
                {label}
            </a>
        }
    };
    view! {
        <nav class="pager" aria-label=words::pages()>
            {(page > 1).then(|| link(page.min(pages + 1) - 1, words::previous()))}
            <span>{words::page(page, pages)}</span>
            {(page < pages).then(|| link(page + 1, words::next()))}
        </nav>
    }
    .into_any()
}

/// The list of all tournaments, above their pages.
pub(in crate::site) fn tournaments_root() -> (String, String) {
    let all = Route::Tournaments(String::new()).to_string();
    (all, words::tournaments().to_owned())
}

/// Where one is: the list of all, the pages above this one, and this one where it does not say so itself.
pub(in crate::site) fn crumbs(
    root: (String, String),
    above: &[(String, String)],
    here: Option<&str>,
) -> AnyView {
    let link = |(href, name): (String, String)| {
        view! {
            <li>
                <a href=href>{name}</a>
            </li>
        }
        .into_any()
    };
    let links: Vec<AnyView> = [root].into_iter().chain(above.to_vec()).map(link).collect();
    let here = here.map(|here| view! { <li aria-current="page">{here.to_owned()}</li> });
    view! {
        <nav class="crumbs" aria-label=words::where_text()>
            <ol class="crumb-list">{links} {here}</ol>
        </nav>
    }
    .into_any()
}

/// A page of a list: its entries, or a note where there are none, and the way to other pages.
pub(in crate::site) fn list<T>(
    filters: Filters,
    page: Page<T>,
    what: &'static str,
    none: &'static str,
    entry: impl Fn(&T) -> AnyView,
) -> AnyView {
    let none = match filters.any() {
        true => words::none_fit(),
        false => none,
    };
    let empty = page.items.is_empty();
    let entries: Vec<AnyView> = page.items.iter().map(entry).collect();
    let pages = page.total.div_ceil(page.size.max(1)).max(1);
    view! {
        {empty.then(|| view! { <p class="note">{crate::ui::prose::prose(none)}</p> })}
        <ul class="entries" data-testid=what>
            {entries}
        </ul>
        {pager(filters, page.page, pages)}
    }
    .into_any()
}

/// The first line of an entry: a name that leads to its tournament, and the state.
pub(in crate::site) fn entry_head(summary: &TournamentSummary) -> AnyView {
    view! {
        <a class="entry-link" href=Route::Tournament(summary.id.to_string()).to_string()>
            {summary.name.clone()}
        </a>
        " "
        {state_chip(summary.state)}
    }
    .into_any()
}

/// A section with its heading.
pub(in crate::site) fn section(
    id: &'static str,
    heading: String,
    about: Option<String>,
    body: AnyView,
) -> AnyView {
    view! {
        <section class="home-part" aria-labelledby=id>
            <h2 id=id>{heading}</h2>
            {about.map(|about| view! { <p class="field-hint">{about}</p> })}
            {body}
        </section>
    }
    .into_any()
}

/// A wide table, which scrolls in a place of its own that the keyboard reaches.
pub(in crate::site) fn table(
    label: &str,
    class: &'static str,
    what: &'static str,
    head: Vec<AnyView>,
    rows: Vec<AnyView>,
) -> AnyView {
    view! {
        <div class="scroll" role="region" tabindex="0" aria-label=words::table_of(label)>
            <table class=class data-testid=what>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The head of a column.
pub(in crate::site) fn column(name: impl Into<String>) -> AnyView {
    view! { <th scope="col">{name.into()}</th> }.into_any()
}

/// The head of the column with the names of the rows.
pub(in crate::site) fn names_column(name: impl Into<String>) -> AnyView {
    view! {
        <th scope="col" class="names">
            {name.into()}
        </th>
    }
    .into_any()
}

/// A list of terms with their values.
pub(in crate::site) fn terms(
    lines: impl IntoIterator<Item = (&'static str, String)>,
    what: &'static str,
) -> AnyView {
    let lines = lines.into_iter().map(|(name, value)| {
        view! {
            <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
            </div>
        }
        .into_any()
    });
    let lines: Vec<AnyView> = lines.collect();
    view! {
        <dl class="terms" data-testid=what>
            {lines}
        </dl>
    }
    .into_any()
}

/// Why there is no response, in words.
pub(in crate::site) fn trouble_text(trouble: &Trouble) -> String {
    match trouble {
        Trouble::NoRooms => words::no_server().to_owned(),
        Trouble::Offline => words::no_answer().to_owned(),
        Trouble::Gone(_) | Trouble::Refused(_) => trouble.to_string(),
    }
}
