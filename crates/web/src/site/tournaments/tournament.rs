//! One tournament: how far it is, the standings, the cross table, the rating curves, faults, and how it is
//! played.

use super::api::address;
use super::control::Control;
use super::frame::Frame;
use super::parts::{
    agent_route, column, game_name, games_route, interval_bar, last, progress, progress_bar, score,
    section, span, state_chip, strength, table, tournaments_root, when,
};
use super::response::{Changes, Response, Source, request_all};
use super::{cross_table, rating_curves};
use crate::platform::number::grouped;
use crate::platform::route::Route;
use crate::platform::server_error;
use crate::platform::sort::sort_short;
use crate::play::strings::gallery::joined;
use crate::site::strings::tournaments as words;
use crate::ui::prose::prose;
use leptos::prelude::*;
use parlour_protocol::tournaments::{
    GameFault, PlayerReport, RatingCurves, Report, State, TournamentDetails,
};
use serde_json::{Map, Value};

/// From this number of pairs on, the page says how many intervals miss the true value by chance.
const MANY_COMPARISONS: u64 = 10;

/// How often the page of a tournament changes.
pub(super) fn changes(details: &TournamentDetails) -> Changes {
    match details.summary.state {
        State::Running | State::Pausing => Changes::Often,
        State::Open => Changes::Rarely,
        State::Over => Changes::Never,
    }
}

/// `#/tournaments/ID`.
#[component]
pub(crate) fn TournamentPage(id: String) -> impl IntoView {
    let (path, ratings) = (address(&id, ""), address(&id, "/ratings"));
    let response = Response::<TournamentDetails>::new(move || path.clone());
    let curves = Response::<RatingCurves>::new(move || ratings.clone());
    let details = Memo::new(move |_| response.get());
    let curves_now = Memo::new(move |_| curves.get());
    let name = move |details: &Option<TournamentDetails>| match details {
        Some(details) => details.summary.name.clone(),
        None => words::tournaments().to_owned(),
    };
    let control = Control::here();
    let sources = vec![response.source, curves.source];
    let asked = sources.clone();
    let body = move || {
        let (id, asked) = (id.clone(), asked.clone());
        move || {
            let details = details.get()?;
            Some(draw(&details, curves_now.get(), &id, control, &asked))
        }
    };
    Frame {
        title: Signal::derive(move || details.with(name)),
        lede: "",
        root: tournaments_root,
        above: Some(Signal::stored(Vec::new())),
        sources,
        changes: Signal::derive(move || details.with(|details| details.as_ref().map(changes))),
        body: (move || body().into_any()).into(),
    }
    .view()
}

fn draw(
    details: &TournamentDetails,
    curves: Option<RatingCurves>,
    id: &str,
    control: Control,
    sources: &[Source],
) -> AnyView {
    let report = &details.report;
    let names = report.names();
    let about = words::standings_text(report.rounds, report.seats);
    let cross = view! {
        {cross_table::table(report, id)}
        <p class="field-hint">{words::signs()}</p>
        {(report.comparisons >= MANY_COMPARISONS)
            .then(|| {
                view! { <p class="field-hint">{words::comparisons(report.comparisons)}</p> }
            })}
    };
    let ratings = curves.map(|curves| rating_curves::show(&curves.points, &names));
    let faults = (!details.faults.is_empty()).then(|| {
        let head = [
            words::game_text(),
            words::agent(),
            words::wrong(),
            words::instead(),
        ]
        .map(column);
        let rows = details.faults.iter().map(|each| fault(each, report, id));
        let body = table(
            words::last_faults(),
            "numbers lines",
            "faults",
            head.into(),
            rows.collect(),
        );
        let about = Some(words::faults_text().to_owned());
        section("faults", words::last_faults().to_owned(), about, body)
    });
    let heading = words::ratings(&report.system);
    view! {
        {head(details, id, control, sources)}
        {section("standings", words::standings().to_owned(), Some(about), standings(report))}
        {section(
            "cross",
            words::cross().to_owned(),
            Some(words::cross_text().to_owned()),
            cross.into_any(),
        )}
        {section("ratings", heading, None, ratings.into_any())}
        {faults}
        {section("terms", words::terms().to_owned(), None, terms(details, &names))}
    }
    .into_any()
}

/// How far it is, and what one can do with it.
fn head(details: &TournamentDetails, id: &str, control: Control, sources: &[Source]) -> AnyView {
    let summary = &details.summary;
    let sources = sources.to_vec();
    let changed = Callback::new(move |()| request_all(&sources));
    let held = summary.held.as_ref().filter(|held| !held.here).map(|held| {
        let text = words::held(&held.program, held.process, &when(held.until));
        view! {
            <p class="note" data-testid="held">
                {prose(&text)}
            </p>
        }
    });
    let trouble = summary.trouble.as_ref().map(|english| {
        let reason = summary.trouble_reason.clone().unwrap_or_default();
        let reason = server_error::text(&reason, english);
        view! { <p class="note note-danger">{prose(&words::trouble(&reason))}</p> }
    });
    let test = details.report.sprt.map(|test| {
        let decided = test.llr <= test.lower || test.llr >= test.upper;
        view! {
            <p class="note">
                <b>{words::test(test.elo0, test.elo1)}</b>
                ": "
                {words::llr(test.llr, test.lower, test.upper)}
                {decided.then(|| format!(" {}", words::biased()))}
            </p>
        }
    });
    view! {
        <section class="progress" aria-label=words::state_text() data-testid="progress">
            <p class="facts">
                {state_chip(summary.state)}
                <span>{game_name(&summary.game).to_owned()}</span>
                <span>{progress(summary)}</span>
            </p>
            {progress_bar(summary)}
            <div class="button-row">
                <a class="button" href=games_route(id, &[])>
                    {words::all_games()}
                </a>
                <a class="button" download="" href=address(id, "/games.csv")>
                    {words::csv()}
                </a>
                {control.pause_button(summary, changed)}
            </div>
            {held}
            {trouble}
            {test}
        </section>
    }
    .into_any()
}

/// The standings, the best first.
fn standings(report: &Report) -> AnyView {
    let mut players: Vec<&PlayerReport> = report.players.iter().collect();
    sort_short(&mut players, |player| -player.score);
    let mut head = vec![column(words::place_text()), column(words::agent())];
    head.push(view! { <th scope="col" colspan="2">{words::score()}</th> }.into_any());
    head.extend(
        [
            words::elo(),
            words::points(),
            words::games(),
            words::faults(),
        ]
        .map(column),
    );
    let row = |(index, player): (usize, &PlayerReport)| {
        let points = (
            words::decimal(player.points, 2),
            span(Some(player.points_interval), 1.0, 2),
        );
        view! {
            <tr>
                <td>{index + 1}</td>
                <th scope="row">
                    <a href=agent_route(&player.name)>{player.name.clone()}</a>
                </th>
                {cell(score(player.score, player.score_interval))}
                <td class="interval-cell">{interval_bar(player, report.seats)}</td>
                {cell(strength(player))}
                {cell(points)}
                <td>{grouped(player.games)}</td>
                <td>{grouped(player.faults)}</td>
            </tr>
        }
        .into_any()
    };
    let rows = players.into_iter().enumerate().map(row).collect();
    view! {
        {table(words::standings(), "numbers", "standings", head, rows)}
        <p class="field-hint">{words::elo_text()}</p>
    }
    .into_any()
}

/// A number above its interval.
fn cell((number, interval): (String, String)) -> AnyView {
    view! {
        <td>
            <b>{number}</b>
            " "
            <small>{interval}</small>
        </td>
    }
    .into_any()
}

/// A line of the faults.
fn fault(fault: &GameFault, report: &Report, id: &str) -> AnyView {
    let route = Route::TournamentGame(id.to_owned(), fault.game.to_string()).to_string();
    let player = report.players.get(fault.player);
    view! {
        <tr>
            <th scope="row">
                <a href=route>{words::game(fault.game)}</a>
            </th>
            <td>{player.map(|player| player.name.clone())}</td>
            <td>{server_error::fault(&fault.code, &fault.args, &fault.reason)}</td>
            <td>{fault.played.clone()}</td>
        </tr>
    }
    .into_any()
}

/// Rules in words; what one holds stands in brackets.
fn rules(rules: &Map<String, Value>) -> String {
    let rule = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name} {text}"),
        Value::Object(inner) => format!("{name} ({})", self::rules(inner)),
        other => format!("{name} {other}"),
    };
    rules.iter().map(rule).collect::<Vec<String>>().join(", ")
}

/// How it is played.
fn terms(details: &TournamentDetails, names: &[String]) -> AnyView {
    let (summary, terms) = (&details.summary, &details.terms);
    let player = |(name, policy): (&String, &Option<String>)| match policy {
        Some(policy) if policy == name => policy.clone(),
        Some(policy) => format!("{name} ({policy})"),
        None => format!("{name} ({})", words::program()),
    };
    let players = names.iter().zip(&terms.policies).map(player);
    let format = summary.format.as_deref().unwrap_or_default();
    let lines = [
        (words::format_text(), Some(words::format(format).to_owned())),
        (
            words::deals_text(),
            Some(words::deals(terms.rounds, terms.duplicate)),
        ),
        (words::players(), Some(joined(&players.collect::<Vec<_>>()))),
        (words::rules(), Some(rules(&terms.rules))),
        (words::seed(), terms.seed.clone()),
        (words::begun(), Some(when(summary.created))),
        (words::last(), Some(last(summary))),
    ];
    let lines = lines.into_iter();
    let lines = lines.filter_map(|(name, line)| Some((name, line?)));
    super::parts::terms(lines, "definition")
}
