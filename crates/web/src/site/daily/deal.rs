//! The daily deal of a game: the attempt, its result to share, and the results of everybody.

use super::histogram::histogram;
use super::{own_name, signed, told};
use crate::platform::route::Route;
use crate::platform::{http, server_offers, storage};
use crate::play::daily::{self, Attempt, Attempts, today, visitor};
use crate::play::registry::{self, Game};
use crate::play::server::own_tables::{self, OwnTable};
use crate::play::strings::{daily as words, puzzles};
use crate::site::not_found::NotFound;
use crate::ui::copy_field::CopyText;
use crate::ui::page::set_title;
use crate::ui::strings as ui_words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::daily::{
    DAY_MS, DailyAttempt, DailyDeal, DailyGame, DailySeat, daily_game, margin,
};

/// `#/daily/jaipur`.
#[component]
pub(in crate::site) fn DailyDealPage(game: String) -> impl IntoView {
    match registry::find(&game).zip(daily_game(&game)) {
        Some((game, daily)) => view! { <Deal game daily /> }.into_any(),
        None => view! { <NotFound /> }.into_any(),
    }
}

#[component]
fn Deal(game: &'static Game, daily: &'static DailyGame) -> impl IntoView {
    let title = words::of_game((game.name)());
    set_title(&title);
    let attempts = RwSignal::new(Attempts::load());
    storage::on_change(move |_| attempts.set(Attempts::load()));
    // What the server says; nothing where the deal is played here.
    let deal = RwSignal::new(None::<DailyDeal>);
    let asking = RwSignal::new(false);
    let is_local = attempts.with_untracked(|attempts| {
        let attempt = attempts.find(game.id, today());
        attempt.is_some_and(|attempt| !attempt.online)
    });
    if server_offers::daily() && !is_local {
        asking.set(true);
        spawn_local(async move {
            match http::json::<DailyDeal>("GET", &path(game), None, Some(&visitor())).await {
                Ok(found) => drop(deal.try_set(Some(found))),
                Err(http::Trouble::Offline) => {}
                Err(_) => server_offers::forget_daily(),
            }
            // The page may have been left.
            let _ = asking.try_set(false);
        });
    }
    let day = move || deal.with(|deal| deal.as_ref().map_or_else(today, |deal| deal.day as u32));
    let body = move || match asking.get() {
        true => view! { <p role="status">{ui_words::loading()}</p> }.into_any(),
        false => attempts
            .with(|attempts| deal.with(|deal| state(game, daily, attempts, deal.as_ref(), day()))),
    };
    view! {
        <main id="main" class="page daily" tabindex="-1">
            <div class="page-head">
                <h1>{title.clone()}</h1>
                <p>{words::lede()}</p>
            </div>
            <ul class="chips">
                <li class="chip">{move || date(day())}</li>
                <li class="chip">{game.daily_terms(daily)}</li>
                <li class="chip" data-testid="streak">
                    {move || attempts.with(|attempts| puzzles::days(attempts.streak(game.id, day())))}
                </li>
            </ul>
            {body}
            <p class="field-hint">
                <a href=Route::Daily.to_string()>{words::title()}</a>
            </p>
        </main>
    }
}

/// How far the attempt is.
fn state(
    game: &'static Game,
    daily: &'static DailyGame,
    attempts: &Attempts,
    deal: Option<&DailyDeal>,
    day: u32,
) -> AnyView {
    let own = deal.and_then(|deal| deal.own.as_ref());
    let attempt = attempts.find(game.id, day).cloned();
    let attempt = attempt.or_else(|| own.map(|own| begun(game, day, own)));
    let Some(attempt) = attempt else {
        return view! { <Begin game daily day online=deal.is_some() /> }.into_any();
    };
    let ended = match &attempt.result {
        Some(result) => Some(told(result, 0)),
        None => match own {
            Some(DailyAttempt {
                margin: Some(margin),
                ..
            }) => Some(words::lead(&signed(*margin))),
            Some(own) if own.live => None,
            None if !attempt.is_lost() => None,
            _ => Some(words::no_result().to_owned()),
        },
    };
    let Some(ended) = ended else {
        let route = match attempt.online {
            true => own_tables::way(&attempt.id, own_tables::token(&attempt.id).as_deref()),
            false => Route::Play(attempt.id),
        };
        return view! {
            <p>{words::in_progress()}</p>
            <div class="button-row">
                <a class="button button-main" href=route.to_string()>
                    {words::go_on()}
                </a>
            </div>
        }
        .into_any();
    };
    let result = attempt.result.filter(|result| !result.resigned);
    let margin = own
        .and_then(|own| own.margin)
        .or_else(|| margin(&result?.scores));
    let share = [
        format!("Parlour · {} · {}", (game.name)(), date(day)),
        ended.clone(),
        puzzles::days(attempts.streak(game.id, day)),
        Route::DailyDeal(game.id.to_owned()).address(),
    ];
    let results = deal.filter(|deal| !deal.results.is_empty()).map(|deal| {
        view! {
            <section class="panel">
                <h2>{words::results()}</h2>
                {histogram(&deal.results, margin)}
                {own
                    .is_some_and(|own| !own.counts)
                    .then(|| view! { <p class="field-hint">{words::not_counted()}</p> })}
            </section>
        }
    });
    view! {
        <p class="daily-result" data-testid="daily-result">{ended}</p>
        {results}
        <section class="panel">
            <h2>{words::share()}</h2>
            <CopyText text=share.join("\n") />
        </section>
    }
    .into_any()
}

/// An attempt that the server knows and this browser does not.
fn begun(game: &Game, day: u32, own: &DailyAttempt) -> Attempt {
    Attempt {
        game: game.id.to_owned(),
        day,
        id: own.table.clone(),
        online: true,
        result: None,
    }
}

/// The button that starts the attempt.
#[component]
fn Begin(
    game: &'static Game,
    daily: &'static DailyGame,
    day: u32,
    /// Whether it is played at the server.
    online: bool,
) -> impl IntoView {
    let failed = RwSignal::new(None::<String>);
    // While the game is being loaded, a second click starts no second game.
    let starting = StoredValue::new(false);
    let play = move |_| {
        if starting.get_value() {
            return;
        }
        starting.set_value(true);
        spawn_local(async move {
            let begun = match online {
                true => begin_online(game).await,
                false => begin_here(game, daily, day).await,
            };
            // `None` if the page was left.
            if starting.try_set_value(false).is_none() {
                match begun {
                    Ok(route) => route.go(),
                    Err(reason) => failed.set(Some(reason)),
                }
            }
        });
    };
    view! {
        <p class="field-hint">{if online { words::online() } else { words::local() }}</p>
        <p class="field-error" role="alert">
            {move || failed.get()}
        </p>
        <div class="button-row">
            <button type="button" class="button button-main" data-testid="begin" on:click=play>
                {words::play()}
            </button>
        </div>
    }
}

async fn begin_here(game: &'static Game, daily: &DailyGame, day: u32) -> Result<Route, String> {
    let setup = daily::setup(daily, day, own_name());
    let id = (registry::load(game).await?.start)(setup)?;
    daily::begin(Attempt {
        game: game.id.to_owned(),
        day,
        id: id.clone(),
        online: false,
        result: None,
    });
    Ok(Route::Play(id))
}

async fn begin_online(game: &'static Game) -> Result<Route, String> {
    let seat = http::json::<DailySeat>("POST", &path(game), None, Some(&visitor())).await;
    let seat = seat.map_err(|trouble| trouble.to_string())?;
    if own_tables::one(&seat.table).is_none() {
        own_tables::keep(OwnTable {
            token: Some(seat.token),
            name: Some(own_name()),
            ..OwnTable::new(&seat.table, game.id)
        });
    }
    daily::begin(Attempt {
        game: game.id.to_owned(),
        day: seat.day as u32,
        id: seat.table.clone(),
        online: true,
        result: None,
    });
    let token = own_tables::token(&seat.table);
    Ok(own_tables::way(&seat.table, token.as_deref()))
}

/// The deals of a game at the server.
fn path(game: &Game) -> String {
    format!("api/v1/daily/{}", game.id)
}

/// A day as `2026-11-24`: it is the same everywhere.
fn date(day: u32) -> String {
    let date = js_sys::Date::new(&(f64::from(day) * DAY_MS as f64).into());
    let text = String::from(date.to_iso_string());
    text.split('T').next().unwrap_or_default().to_owned()
}
