//! A challenge: the link holds a finished game, and the person who opens it plays the same deal.

use super::{own_first, own_name, told};
use crate::platform::route::Route;
use crate::play::daily::DailyResult;
use crate::play::registry::{self, Game};
use crate::play::saved_game::{self, SeatKind, StoredGame};
use crate::play::session::{Session, Setup};
use crate::play::strings::{daily as words, replay, table};
use crate::site::strings::new_game;
use crate::ui::copy_field::CopyField;
use crate::ui::later::later;
use crate::ui::page::set_title;
use leptos::prelude::*;
use parlour_engine::RecordLink;
use parlour_protocol::daily::margin;

/// `#/challenge/TEXT`.
#[component]
pub(in crate::site) fn ChallengePage(text: String) -> impl IntoView {
    set_title(words::challenge_title());
    let Some((link, game)) = RecordLink::read(&text)
        .ok()
        .and_then(|link| registry::find(link.game()).map(|game| (link, game)))
    else {
        return frame(replay::bad_link_text().to_owned(), ().into_any());
    };
    later(game.parts, move |parts| {
        let beginning = link.beginning().to_owned();
        let theirs = (parts.import)(&beginning).and_then(|mut session| {
            session.follow(link)?;
            Ok(session)
        });
        let Ok(theirs) = theirs else {
            return frame(replay::bad_link_text().to_owned(), ().into_any());
        };
        let line = theirs.record_line().unwrap_or_default();
        if saved_game::with_record(&line).is_some_and(|game| game.origin.is_none()) {
            return own(&text);
        }
        let Some(setup) = theirs.challenge(own_name(), text.clone()) else {
            return frame(words::not_playable().to_owned(), ().into_any());
        };
        // An AI that the form does not offer may think for any time.
        let levels = (game.form.levels)(setup.seats.len()).levels;
        let is_offered = setup.seats.iter().all(|seat| match seat {
            SeatKind::Ai { policy } => levels.contains(&policy.as_str()),
            SeatKind::Person { .. } => true,
            SeatKind::Away { .. } => false,
        });
        if !is_offered {
            return frame(words::not_playable().to_owned(), ().into_any());
        }
        match saved_game::with_deal(&line, &setup.seats) {
            None => begin(game, &theirs, setup, parts.start),
            Some(game) => match DailyResult::of(&game.summary) {
                None => go_on(&game),
                Some(result) => compare(&text, &theirs, &game, &result, parts.import),
            },
        }
    })
}

fn frame(lede: String, body: AnyView) -> AnyView {
    view! {
        <main id="main" class="page daily" tabindex="-1" data-testid="challenge">
            <div class="page-head">
                <h1>{words::challenge_title()}</h1>
                <p>{lede}</p>
            </div>
            {body}
        </main>
    }
    .into_any()
}

/// The link to send to another player.
fn link_field(text: &str) -> AnyView {
    view! {
        <CopyField
            label=words::challenge_link().to_owned()
            text=Route::Challenge(text.to_owned()).address()
            share=true
        />
        <p class="field-hint">{words::about_link()}</p>
    }
    .into_any()
}

/// The challenge is of this browser: it is to be sent.
fn own(text: &str) -> AnyView {
    frame(words::send().to_owned(), link_field(text))
}

/// Nothing was played yet.
fn begin(
    game: &'static Game,
    theirs: &Session,
    setup: Setup,
    start: fn(Setup) -> Result<String, String>,
) -> AnyView {
    let failed = RwSignal::new(None::<String>);
    let rules = game.form.rules_label(&setup.rules, setup.seats.len());
    let name = challenger(theirs);
    let names = theirs.names();
    let others = names.iter().filter(|other| **other != name).cloned();
    let chips = rules.map(str::to_owned).into_iter().chain(others);
    let play = move |_| match start(setup.clone()) {
        Ok(id) => Route::Play(id).go(),
        Err(reason) => failed.set(Some(reason)),
    };
    let body = view! {
        <ul class="chips">{chips.map(|chip| view! { <li class="chip">{chip}</li> }).collect_view()}</ul>
        <p class="field-error" role="alert">
            {move || failed.get()}
        </p>
        <div class="button-row">
            <button type="button" class="button button-main" data-testid="begin" on:click=play>
                {words::play()}
            </button>
        </div>
    };
    frame(words::challenged(&name, (game.name)()), body.into_any())
}

/// The name of the one who has played.
fn challenger(theirs: &Session) -> String {
    let seat = theirs.only_person();
    let name = seat.and_then(|seat| theirs.names().into_iter().nth(seat.index()));
    match name {
        // As everybody is called who gives no name.
        Some(name) if name != new_game::you() => name,
        _ => new_game::player(1),
    }
}

fn go_on(game: &StoredGame) -> AnyView {
    let body = view! {
        <div class="button-row">
            <a class="button button-main" href=Route::Play(game.id.clone()).to_string()>
                {words::go_on()}
            </a>
        </div>
    };
    frame(words::in_progress().to_owned(), body.into_any())
}

/// Both have played.
fn compare(
    text: &str,
    theirs: &Session,
    own: &StoredGame,
    result: &DailyResult,
    import: fn(&str) -> Result<Session, String>,
) -> AnyView {
    let (Some(seat), Some(outcome)) = (theirs.only_person(), theirs.outcome()) else {
        return frame(words::not_playable().to_owned(), ().into_any());
    };
    let seat = seat.index();
    let other = DailyResult {
        scores: outcome.scores,
        winners: outcome.winners.iter().map(|seat| seat.0).collect(),
        resigned: theirs.resigned().is_some(),
    };
    let name = challenger(theirs);
    let lead = |result: &DailyResult| margin(&own_first(result, seat));
    let verdict = lead(result).zip(lead(&other)).and_then(|(one, another)| {
        // Scores of a game that was given up say nothing.
        let is_whole = !result.resigned && !other.resigned;
        is_whole.then(|| match one - another {
            ..0 => words::better(&name, another - one),
            more => words::better(table::you(), more),
        })
    });
    let row = |name: &str, result: &DailyResult, route: Route| {
        view! {
            <tr>
                <th scope="row">{name.to_owned()}</th>
                <td>{told(result, seat)}</td>
                <td>
                    <a href=route.to_string()>
                        {table::replay()}
                        <span class="visually-hidden">" " {name.to_owned()}</span>
                    </a>
                </td>
            </tr>
        }
    };
    let answer = import(&own.record).ok().and_then(|session| session.link());
    let answer = answer.map(|link| {
        view! {
            <section class="panel">
                <h2>{words::answer()}</h2>
                {link_field(&link)}
            </section>
        }
    });
    let body = view! {
        <section class="panel">
            <h2>{words::compare()}</h2>
            <table class="sums daily-both" data-testid="both">
                <tbody>
                    {row(table::you(), result, Route::Replay(own.id.clone()))}
                    {row(&name, &other, Route::ReplayLink(text.to_owned()))}
                </tbody>
            </table>
        </section>
        {answer}
    };
    frame(verdict.unwrap_or_default(), body.into_any())
}
