//! What a table page has only at a table of the server.

use super::Controller;
use super::agreements::{AskUndo, Phrases};
use super::controller::apart;
use crate::platform::route::Route;
use crate::play::saved_game::{self, Entry};
use crate::play::server::links::{EndTable, watch_link};
use crate::play::server::{LOW, Line, Link, Notice, Offers, Refusal, api, seats};
use crate::play::session::{Remote, Session};
use crate::play::strings::analysis as analysis_words;
use crate::play::strings::daily;
use crate::play::strings::{server as words, table as table_words};
use crate::ui::copy_field::CopyField;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_engine::Seat;
use parlour_protocol::summary::{SeatKind, SeatSummary};
use std::time::Duration;

/// How often the record of a finished game is asked for, and the pause between.
const TRIES: u32 = 3;
const PAUSE: Duration = Duration::from_millis(700);

/// The game as far as it was received.
///
/// # Errors
/// Why it makes no state.
pub(super) fn session(link: Link, game: &str, remote: Remote) -> Result<Session, String> {
    let received = link.received.get_untracked();
    let received = received.ok_or_else(|| words::waiting_to_watch().to_owned())?;
    let (rules, sitting) = link.summary.with_untracked(|summary| {
        let own = link.seat.get_untracked();
        (summary.rules.clone(), seats(summary, own))
    });
    let known = remote(&received)?;
    Ok(Session::online(link.id(), game, rules, sitting, known))
}

/// Keeps the page at what is received.
pub(super) fn listen(controller: Controller, link: Link) {
    let sitting = Memo::new(move |_| {
        let own = link.seat.get();
        link.summary.with(|summary| seats(summary, own))
    });
    Effect::new(move |_| {
        let Some(received) = link.received.get() else {
            return;
        };
        let sitting = sitting.get();
        let over = received.end.is_some();
        let known = controller
            .session
            .with_untracked(|session| session.known().observe(&received));
        let known = match known {
            Ok(known) => known,
            Err(reason) => {
                link.notice.set(Some(Notice::Text(reason)));
                return;
            }
        };
        if !over {
            link.run_clocks(known.to_move(), received.events.len());
        }
        let update = move || controller.hear(sitting, known);
        if controller.session.with_untracked(Session::is_whole) {
            return;
        }
        if !over {
            untrack(update);
            return;
        }
        // What was hidden can be seen now: the whole game takes the place of what was received.
        spawn_local(async move {
            let whole = whole(controller, link).await;
            // The page may have been left.
            if controller.session.try_with_untracked(|_| ()).is_none() {
                return;
            }
            match whole {
                Some(game) => controller.reveal(game),
                None => {
                    let text = words::no_record().to_owned();
                    link.notice.set(Some(Notice::Text(text)));
                    update();
                }
            }
        });
    });
    let left = move || link.left(link.seat.get()?);
    let low = Memo::new(move |_| left().is_some_and(|left| left <= LOW));
    Effect::new(move |_| {
        if low.get()
            && let Some(left) = untrack(left)
        {
            controller.said.set(words::low(left));
        }
    });
}

/// The finished game, saved in this browser from now on.
async fn whole(controller: Controller, link: Link) -> Option<Session> {
    let id = link.id();
    if let Some(Entry::Game(stored)) = saved_game::game(&id) {
        let newer = |session: &Session| session.newer(*stored).ok();
        return controller.session.try_with_untracked(newer).flatten();
    }
    for _ in 0..TRIES {
        if let Ok(line) = api::record(&id).await {
            let whole = |session: &Session| session.whole(&line, id).ok();
            return controller.session.try_with_untracked(whole).flatten();
        }
        pause().await;
    }
    None
}

/// A pause between two tries.
async fn pause() {
    let promise = js_sys::Promise::new(&mut |done, _| {
        let ms = PAUSE.as_millis() as i32;
        // Without a timer there is no pause, and no harm.
        let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&done, ms);
    });
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
}

impl Link {
    /// What stands beside a name: the turn, the clock, whether the player is away.
    pub(super) fn status(self, seat: Seat, turn: &str) -> String {
        // One's own clock stands beside the buttons.
        let own = self.seat.get() == Some(seat);
        let clock = self.on_clock(seat).filter(|_| !own).map(words::clock);
        let away = self.summary.with(|summary| {
            let now = summary.seats.get(seat.index());
            now.is_some_and(|now| now.taken && !now.here)
        });
        let parts = [
            (!turn.is_empty()).then(|| turn.to_owned()),
            clock,
            away.then(|| words::away().to_owned()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// What stands in the place of the guidance, if something has to be said about the connection.
    pub(super) fn guidance(self, controller: Controller) -> Option<String> {
        match self.refused.get() {
            Some(Refusal::Text(text)) => return Some(text),
            Some(Refusal::Illegal(action)) => {
                let reason = self.seat.get().and_then(|seat| {
                    (controller.session).with(|session| session.known().illegal(seat, &action))
                });
                return Some(words::illegal(reason.as_deref()));
            }
            None => {}
        }
        match self.line.get() {
            Line::Connecting | Line::Lost | Line::Restarting => Some(words::no_line().to_owned()),
            Line::Open => self.is_sending().then(|| words::sending().to_owned()),
            Line::Closed { .. } | Line::Gone(_) => None,
        }
    }

    /// Whether the game has come to its end.
    pub(super) fn has_ended(self) -> bool {
        self.received.with(|received| {
            received
                .as_ref()
                .is_some_and(|received| received.end.is_some())
        })
    }
}

/// What has to be said about the connection, above everything else.
#[component]
pub(crate) fn Notices(link: Link) -> impl IntoView {
    let tables = || {
        view! {
            <a class="button" href=Route::Tables.to_string()>
                {words::all_tables()}
            </a>
        }
        .into_any()
    };
    let connect = move |label: &'static str| {
        view! {
            <button type="button" class="button" on:click=move |_| link.connect_again()>
                {label}
            </button>
        }
        .into_any()
    };
    move || {
        let (text, button) = match link.line.get() {
            Line::Connecting | Line::Open => return None,
            _ if link.has_ended() => return None,
            Line::Lost => (words::lost().to_owned(), connect(words::try_now())),
            Line::Restarting => (words::restarting().to_owned(), connect(words::try_now())),
            Line::Closed { reason, offers } => match offers {
                Offers::Seat => (words::elsewhere().to_owned(), connect(words::take_back())),
                _ if link.is_abandoned() => (words::abandoned(&reason), tables()),
                Offers::Watching => (words::closed(&reason), connect(words::watch_instead())),
                Offers::Again => (words::closed(&reason), connect(words::connect_again())),
            },
            Line::Gone(reason) => (words::gone_line(&reason), tables()),
        };
        Some(view! {
            <div class="note note-danger table-note" role="alert" data-testid="line">
                <p>{text}</p>
                {button}
            </div>
        })
    }
}

/// What the table has to say although the game goes on.
#[component]
pub(super) fn TableNotice(controller: Controller, link: Link) -> impl IntoView {
    move || {
        link.notice.get().map(|notice| {
            let text = match notice {
                Notice::Text(text) => text,
                Notice::Fallback { reason, played } => {
                    let session = controller.session;
                    let played = session.with_untracked(|session| session.known().brief(&played));
                    words::fault(&reason, &played)
                }
            };
            view! {
                <div class="note table-note" role="alert" data-testid="fault">
                    <p>{text}</p>
                    <button type="button" class="button" on:click=move |_| link.notice.set(None)>
                        {words::ok()}
                    </button>
                </div>
            }
        })
    }
}

/// One's own clock, beside the buttons.
#[component]
pub(super) fn OwnClock(link: Link) -> impl IntoView {
    let left = Memo::new(move |_| link.on_clock(link.seat.get()?));
    move || {
        left.get().map(|left| {
            view! {
                <p class="clock" class:is-low=left <= LOW data-testid="clock">
                    <span class="visually-hidden">{words::time_left()}</span>
                    " "
                    {words::clock(left)}
                </p>
            }
        })
    }
}

/// Everybody at the table, and what concerns the table as a whole.
#[component]
pub(super) fn People(link: Link) -> impl IntoView {
    let watch = watch_link(&link.id());
    let done = Memo::new(move |_| link.is_done());
    view! {
        <section class="panel people-panel" data-testid="people">
            <h2>{words::at_table()}</h2>
            <PeopleList link />
            <p class="field-hint">
                {if link.is_spectator() { words::looking_on() } else { words::no_help() }}
            </p>
            <Phrases link />
            <AskUndo link />
            <CopyField label=words::watch_link().to_owned() text=watch />
            {move || (!done.get()).then(|| view! { <EndTable id=link.id() /> })}
        </section>
    }
}

/// Who sits where, who is there, whose clock runs.
#[component]
pub(crate) fn PeopleList(link: Link) -> impl IntoView {
    let people = Memo::new(move |_| {
        let own = link.seat.get();
        link.summary.with(|summary| {
            let seats = seats(summary, own);
            apart(seats.iter().map(saved_game::SeatKind::name).collect())
                .into_iter()
                .zip(summary.seats.clone())
                .collect::<Vec<_>>()
        })
    });
    let person = move |(at, (name, now)): (usize, (String, SeatSummary))| {
        let own = link.seat.get_untracked().map(Seat::index) == Some(at);
        let kind = match now.kind {
            _ if own => Some(words::you()),
            SeatKind::Person => None,
            SeatKind::Policy => Some(words::ai()),
            SeatKind::Agent => Some(words::program()),
        };
        let (presence, away) = match (now.taken, now.here) {
            (false, _) => (words::free(), true),
            (true, true) => (words::here(), false),
            (true, false) => (words::away(), true),
        };
        let shown = if now.taken { name } else { words::seat(at + 1) };
        let clock = move || link.on_clock(Seat(at as u8)).map(words::clock);
        view! {
            <li class="person" class:is-away=away>
                <span class="person-name">{shown}</span>
                {kind.map(|kind| view! { <span class="chip">{kind}</span> })}
                <span class="person-clock">{clock}</span>
                <span class="person-here">{presence}</span>
            </li>
        }
    };
    view! {
        <ul class="people" data-testid="who">
            {move || people.get().into_iter().enumerate().map(person).collect_view()}
        </ul>
    }
}

/// The bar of one who looks on.
#[component]
pub(super) fn LookOnBar(controller: Controller) -> impl IntoView {
    let line = move || {
        if controller.over() {
            return table_words::over().to_owned();
        }
        let owing = controller.to_move.get();
        let owing: Vec<String> = owing.iter().map(|seat| controller.name(seat)).collect();
        words::looking_on_line(&table_words::wait_for(&owing))
    };
    view! {
        <div class="action-bar" data-testid="look-on">
            <p class="action-reason" role="status" data-testid="guidance">
                {line}
            </p>
        </div>
    }
}

/// How it stands with another game.
fn rematch_line(controller: Controller, link: Link) -> Option<String> {
    let wanted = match link.line.get() {
        Line::Closed { reason, .. }
            if link.was_asked_again() && link.next.with(Option::is_none) =>
        {
            return Some(words::rematch_off(&reason));
        }
        _ => link.again()?,
    };
    let own = link.seat.get()?;
    let people = link.summary.with(|summary| {
        let seats = summary.seats.iter().zip(0..);
        let others = seats.filter(|(seat, at)| seat.kind == SeatKind::Person && Seat(*at) != own);
        others
            .map(|(seat, at)| (Seat(at), seat.here))
            .collect::<Vec<_>>()
    });
    let names = |with: bool| -> Vec<String> {
        let some = people
            .iter()
            .filter(|(seat, _)| wanted.contains(*seat) == with);
        some.map(|(seat, here)| match here {
            true => controller.name(*seat),
            false => words::who_is_away(&controller.name(*seat)),
        })
        .collect()
    };
    let (asked, silent) = (names(true), names(false));
    match (wanted.contains(own), silent.is_empty(), asked.is_empty()) {
        (true, false, _) => Some(words::rematch_waits(&silent)),
        (true, true, _) => Some(words::rematch_comes().to_owned()),
        (false, _, false) => Some(words::want_rematch(&asked)),
        (false, _, true) => None,
    }
}

/// Below the result: what next. `id` is that of the whole game as it is saved.
pub(super) fn result_foot(controller: Controller, link: Link, id: Option<String>) -> AnyView {
    let line = Memo::new(move |_| rematch_line(controller, link));
    let offered = Memo::new(move |_| link.again().is_some());
    let asked = move || {
        let own = link.seat.get();
        let wanted = link.again().unwrap_or_default();
        own.is_some_and(|own| wanted.contains(own))
    };
    let asked = Memo::new(move |_| asked());
    let others = Memo::new(move |_| link.again().is_some_and(|wanted| !wanted.is_empty()));
    let answer = move |wants: bool, name: &'static str, label: &'static str| {
        view! {
            <button
                type="button"
                class="button"
                class:button-main=wants
                data-testid=name
                on:click=move |_| link.ask_again(wants)
            >
                {label}
            </button>
        }
    };
    let decline = move || {
        let may = others.get() && !asked.get();
        may.then(|| answer(false, "no-rematch", words::no_rematch()))
    };
    let rematch = move || {
        let may = offered.get() && !asked.get();
        may.then(|| answer(true, "rematch", table_words::rematch()))
    };
    let next = move || {
        link.next.get().map(|route| {
            let label = match link.is_spectator() {
                true => words::watch_next(),
                false => words::next_game(),
            };
            view! {
                <a class="button button-main" data-testid="next-game" href=route.to_string()>
                    {label}
                </a>
            }
        })
    };
    let is_daily = link.is_daily();
    let onwards = match is_daily {
        true => Route::DailyDeal(controller.game()),
        false => Route::Tables,
    };
    view! {
        <p class="field-hint" role="status" data-testid="rematch-line">
            {line}
        </p>
        <div class="dialog-foot">
            <button
                type="button"
                class="button button-quiet"
                data-testid="look"
                on:click=move |_| controller.put_aside.set(true)
            >
                {table_words::look()}
            </button>
            <a class="button" class:button-main=is_daily href=onwards.to_string()>
                {if is_daily { daily::title() } else { words::all_tables() }}
            </a>
            {id.map(|id| {
                view! {
                    <a
                        class="button"
                        class:button-main=move || {
                            !is_daily && !offered.get() && link.next.with(Option::is_none)
                        }
                        autofocus
                        data-testid="replay"
                        href=Route::Replay(id.clone()).to_string()
                    >
                        {table_words::replay()}
                    </a>
                    <a
                        class="button"
                        data-testid="analysis-link"
                        href=Route::Analysis(id).to_string()
                    >
                        {analysis_words::link()}
                    </a>
                }
            })}
            {decline}
            {rematch}
            {next}
        </div>
    }
    .into_any()
}
