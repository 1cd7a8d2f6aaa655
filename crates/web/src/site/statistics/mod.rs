//! The statistics of the person at this device (`#/statistics`): results, margins, losses and times of saved games
//! against AIs.

mod charts;
mod totals;

use super::strings::statistics as words;
use super::tournaments::filters::Filters;
use super::tournaments::parts::{
    column, filter, filter_group, game_filter, names_column, table, terms,
};
use crate::platform::locale;
use crate::platform::route::Route;
use crate::play::registry::Game;
use crate::play::saved_analysis;
use crate::play::saved_game;
use crate::play::strings::{analysis as analysis_words, policies};
use crate::ui::page::set_title;
use leptos::prelude::*;
use totals::{AnalysedGame, GameTotals, Kind, PlayedGame, Tally, Uncounted};

/// The periods that can be chosen, in days.
const PERIODS: [u32; 3] = [7, 30, 365];
const DAY: f64 = 86_400_000.0;

/// The saved games, sorted by whether they count.
#[derive(Clone, PartialEq)]
struct Games {
    played: Vec<PlayedGame>,
    uncounted: Vec<Uncounted>,
}

impl Games {
    fn read() -> Games {
        let mut games = Games {
            played: Vec::new(),
            uncounted: Vec::new(),
        };
        for entry in saved_game::games() {
            let analysis =
                |stored: &saved_game::StoredGame| saved_analysis::load(&stored.id, &stored.record);
            match PlayedGame::of(&entry, analysis) {
                Ok(played) => games.played.push(played),
                Err(why) => games.uncounted.push(why),
            }
        }
        games
    }
}

/// The page.
#[component]
pub(super) fn StatisticsPage() -> impl IntoView {
    set_title(words::title());
    let games = RwSignal::new_local(Games::read());
    saved_game::on_change(move |_| games.set(Games::read()));
    let filters = Filters::here();
    let body = move || games.with(|games| show(games, filters));
    let periods = PERIODS.map(|days| (days.to_string(), words::last_days(days)));
    view! {
        <main id="main" class="page statistics" tabindex="-1">
            <div class="page-head">
                <h1>{words::title()}</h1>
                <p>{words::lede()}</p>
            </div>
            {filter_group(
                vec![
                    game_filter(filters),
                    filter(filters, "days", words::period(), periods.into()),
                ],
            )}
            {body}
        </main>
    }
}

fn show(games: &Games, filters: Filters) -> AnyView {
    let game = filters.get("game");
    let since = match filters.get("days").parse::<u32>() {
        Ok(days) => js_sys::Date::now() - f64::from(days) * DAY,
        Err(_) => f64::NEG_INFINITY,
    };
    let fits =
        |played: &&PlayedGame| (game.is_empty() || played.game.id == game) && played.ended >= since;
    let chosen: Vec<PlayedGame> = games.played.iter().filter(fits).cloned().collect();
    let mut all = Tally::default();
    for played in &chosen {
        all.add(played);
    }
    let results = match (chosen.is_empty(), games.played.is_empty()) {
        (true, true) => view! {
            <div class="note" data-testid="no-games">
                <p>{words::none()}</p>
                <a class="button button-main" href=Route::Home.to_string()>
                    {words::to_games()}
                </a>
            </div>
        }
        .into_any(),
        (true, false) => {
            view! { <p class="note" data-testid="no-games">{words::none_fits()}</p> }.into_any()
        }
        (false, _) => {
            let sections: Vec<AnyView> = totals::totals(&chosen).iter().map(section).collect();
            view! {
                {tiles(&all)}
                {sections}
                <p class="field-hint">{words::about_numbers()}</p>
            }
            .into_any()
        }
    };
    let list = uncounted(&games.uncounted);
    view! {
        {results}
        {list}
    }
    .into_any()
}

/// The sums of all games that are chosen.
fn tiles(all: &Tally) -> AnyView {
    let tile = |name: &'static str, what: &'static str, number: String, more: String| {
        view! {
            <div class="stat-tile">
                <dt>{name}</dt>
                <dd data-testid=what>
                    <b>{number}</b>
                    " "
                    <small>{more}</small>
                </dd>
            </div>
        }
        .into_any()
    };
    let result = |name, what, count: u32| tile(name, what, count.to_string(), share(count, all));
    let time = (all.timed > 0).then(|| {
        let of = match all.timed == all.games {
            true => String::new(),
            false => words::timed(all.timed),
        };
        tile(words::time(), "all-time", duration(all.active), of)
    });
    view! {
        <dl class="stat-tiles" data-testid="tiles">
            {tile(words::games(), "all-games", all.games.to_string(), String::new())}
            {result(words::won(), "all-won", all.won)}
            {result(words::drawn(), "all-drawn", all.drawn)}
            {result(words::lost(), "all-lost", all.lost)}
            {time}
        </dl>
    }
    .into_any()
}

fn share(count: u32, of: &Tally) -> String {
    words::percent(f64::from(count) / f64::from(of.games.max(1)))
}

fn duration(milliseconds: f64) -> String {
    words::duration((milliseconds / 1000.0).round() as u64)
}

/// The results of one game, and what its analyses have found.
fn section(totals: &GameTotals) -> AnyView {
    let name = (totals.game.name)();
    let id = format!("statistics-{}", totals.game.id);
    let labelled_by = id.clone();
    let head = [
        words::games(),
        words::won(),
        words::drawn(),
        words::lost(),
        words::margin(),
        words::time(),
    ];
    let head = [names_column(words::opponent())]
        .into_iter()
        .chain(head.into_iter().map(column))
        .collect();
    let mut rows: Vec<AnyView> = totals
        .kinds
        .iter()
        .map(|(kind, tally)| row(opponents(kind), rules(totals.game, kind), tally, true))
        .collect();
    if totals.kinds.len() > 1 {
        // Scores under different rules are not comparable.
        let same_rules = totals
            .kinds
            .iter()
            .all(|(kind, _)| kind.rules == totals.kinds[0].0.rules);
        let all = words::all().to_owned();
        rows.push(row(all, None, &totals.all, same_rules));
    }
    view! {
        <section class="home-part" aria-labelledby=labelled_by data-game=totals.game.id>
            <h2 id=id>{name}</h2>
            {table(name, "numbers results", "results", head, rows)}
            {analysis(totals)}
        </section>
    }
    .into_any()
}

fn row(name: String, rules: Option<&'static str>, tally: &Tally, has_margin: bool) -> AnyView {
    let result = |count: u32| {
        view! {
            <td>
                {count} " " <small>{share(count, tally)}</small>
            </td>
        }
        .into_any()
    };
    let margin = tally.mean_margin().filter(|_| has_margin);
    let time = (tally.timed > 0).then(|| duration(tally.active));
    view! {
        <tr>
            <th scope="row">
                {name} {rules.map(|rules| view! { <small>{rules}</small> })}
                <span class="result-place" inner_html=charts::result_bar(tally)></span>
            </th>
            <td>{tally.games}</td>
            {result(tally.won)}
            {result(tally.drawn)}
            {result(tally.lost)}
            <td>{margin.map_or_else(words::unknown, words::signed)}</td>
            <td>{time.unwrap_or_else(words::unknown)}</td>
        </tr>
    }
    .into_any()
}

/// The AIs of a game.
fn opponents(kind: &Kind) -> String {
    let named = kind.opponents.iter().map(|(policy, count)| {
        let name = policies::policy(policy);
        match count {
            1 => name,
            count => words::times(*count, &name),
        }
    });
    locale::list(&named.collect::<Vec<_>>())
}

/// The rules as the form for a new game names them, where it offers several.
fn rules(game: &Game, kind: &Kind) -> Option<&'static str> {
    let players = 1 + kind.opponents.iter().map(|(_, count)| count).sum::<usize>();
    game.form.rules_label(&kind.rules, players)
}

fn analysis(totals: &GameTotals) -> AnyView {
    let scale = totals.game.scale;
    let judged = &totals.judged;
    if totals.analysed.is_empty() {
        return view! {
            <p class="field-hint" data-testid="not-analysed">
                {words::not_analysed()} " " <a href=Route::Replays.to_string()>{words::to_replays()}</a>
            </p>
        }
        .into_any();
    }
    let [inaccuracies, mistakes, blunders] = judged.in_ten_moves().map(words::rate);
    let numbers = [
        (words::analysed_games(), judged.games.to_string()),
        (words::choices(), judged.moves.to_string()),
        (
            words::average_loss(),
            analysis_words::loss(scale, judged.average_loss()),
        ),
        (words::inaccuracies(), inaccuracies),
        (words::mistakes(), mistakes),
        (words::blunders(), blunders),
    ];
    view! {
        <div class="stat-analysis">
            <h3>{words::analysis()}</h3>
            {terms(numbers, "analysis")}
            <figure>
                <div inner_html=charts::losses(scale, &totals.analysed)></div>
                <figcaption class="field-hint">
                    {words::about_chart(charts::WINDOW)} " " {analysis_words::about_scale(scale)}
                </figcaption>
            </figure>
            <details>
                <summary>{words::as_table()}</summary>
                {losses(totals)}
            </details>
        </div>
    }
    .into_any()
}

/// The numbers of the chart.
fn losses(totals: &GameTotals) -> AnyView {
    let head = [
        words::opponent(),
        words::choices(),
        words::average_loss(),
        analysis_words::inaccuracies(),
        analysis_words::mistakes(),
        analysis_words::blunders(),
    ];
    let head = [names_column(words::finished())]
        .into_iter()
        .chain(head.into_iter().map(column))
        .collect();
    let row = |game: &AnalysedGame| {
        let summary = &game.summary;
        view! {
            <tr>
                <th scope="row">{locale::moment(game.ended, false)}</th>
                <td>{opponents(&game.kind)}</td>
                <td>{summary.moves}</td>
                <td>{analysis_words::loss(totals.game.scale, summary.average_loss)}</td>
                <td>{summary.inaccuracies}</td>
                <td>{summary.mistakes}</td>
                <td>{summary.blunders}</td>
            </tr>
        }
        .into_any()
    };
    let rows = totals.analysed.iter().map(row).collect();
    table(words::as_table(), "numbers", "losses", head, rows)
}

/// The saved games that do not count, whatever the filters are.
fn uncounted(games: &[Uncounted]) -> Option<AnyView> {
    let lines = Uncounted::ALL.into_iter().filter_map(|why| {
        let count = games.iter().filter(|other| **other == why).count();
        (count > 0).then(|| (name(why), count.to_string()))
    });
    let lines: Vec<_> = lines.collect();
    (!lines.is_empty()).then(|| {
        view! {
            <section class="home-part" aria-labelledby="uncounted">
                <h2 id="uncounted">{words::uncounted()}</h2>
                <p class="field-hint">{words::about_uncounted()}</p>
                {terms(lines, "uncounted")}
                <p>
                    <a href=Route::Replays.to_string()>{words::to_replays()}</a>
                </p>
            </section>
        }
        .into_any()
    })
}

fn name(why: Uncounted) -> &'static str {
    match why {
        Uncounted::InProgress => words::in_progress(),
        Uncounted::OneDevice => words::one_device(),
        Uncounted::Online => words::online(),
        Uncounted::Loaded => words::loaded(),
        Uncounted::Variation => words::variation(),
        Uncounted::Watched => words::watched(),
        Uncounted::Damaged => words::damaged(),
    }
}
