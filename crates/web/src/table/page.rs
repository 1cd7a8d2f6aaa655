//! The page itself: what is loaded, and where its parts stand.

use super::controls::{ActionBar, Transport, WatchBar};
use super::ctx::Parts;
use super::desk::{Desk, Kind};
use super::online::{LookOnBar, Notices, People};
use super::panels::{HintPanel, KeysDialog, LogPanel, ResignDialog, ResultDialog};
use super::{Board, TableGame};
use crate::online::Link;
use crate::pages::file::download;
use crate::pages::games;
use crate::route::Route;
use crate::session::Session;
use crate::shell::set_title;
use crate::store::{self, Damaged, Entry, StoreError, StoredGame};
use crate::text::table as words;
use crate::worker::workers;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use parlour_engine::Seat;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// A game in progress: people play, or AIs are watched. What cannot be loaded is told.
#[component]
pub(crate) fn PlayPage(id: String) -> impl IntoView {
    page(&id, false)
}

/// A game, forward and back.
#[component]
pub(crate) fn ReplayPage(id: String) -> impl IntoView {
    page(&id, true)
}

fn page(id: &str, replay: bool) -> AnyView {
    match store::game(id) {
        None => view! { <Missing /> }.into_any(),
        Some(Entry::Damaged(damaged)) => view! { <Broken damaged /> }.into_any(),
        Some(Entry::Game(stored)) => {
            let raw = stored.record.clone();
            let shown = games::find(&stored.game)
                .ok_or_else(|| words::unknown_game(&stored.game))
                .and_then(|game| {
                    (game.table)(if replay {
                        Sitting::Replay(*stored)
                    } else {
                        Sitting::Here(*stored)
                    })
                });
            shown.unwrap_or_else(|reason| {
                let id = id.to_owned();
                let damaged = Damaged { id, reason, raw };
                view! { <Broken damaged /> }.into_any()
            })
        }
    }
}

/// Where one sits down.
pub(crate) enum Sitting {
    /// At a game that is played here.
    Here(StoredGame),
    /// At a game that is looked at again.
    Replay(StoredGame),
    /// At a game of which there is only the record: it is looked at, and not kept.
    Record(String),
    /// At a table of the server.
    Online(Link),
}

/// The page of a table.
///
/// # Errors
/// Why it cannot be played on.
pub(crate) fn open<G: TableGame>(sitting: Sitting) -> Result<AnyView, String> {
    let (session, replay, link) = match sitting {
        Sitting::Here(stored) => (Session::resume::<G>(stored)?, false, None),
        Sitting::Replay(stored) => (Session::resume::<G>(stored)?, true, None),
        Sitting::Record(line) => (Session::look::<G>(&line)?, true, None),
        Sitting::Online(link) => (super::online::session::<G>(link)?, false, Some(link)),
    };
    Ok(sit_down(session, replay, link, Parts::of::<G>()))
}

fn sit_down(session: Session, replay: bool, link: Option<Link>, parts: Parts) -> AnyView {
    let kind = if replay {
        Kind::Replay
    } else if session.people().is_empty() {
        Kind::Watch
    } else {
        Kind::Play
    };
    table_page(Desk::new(session, kind, link), parts)
}

/// Nothing of that id is kept here.
#[component]
fn Missing() -> impl IntoView {
    set_title(words::NO_GAME);
    view! {
        <main id="main" class="page">
            <div class="page-head">
                <h1>{words::NO_GAME}</h1>
                <p>{words::NO_GAME_TEXT}</p>
            </div>
            <div class="button-row">
                <a class="button button-main" href=Route::Home.to_string()>
                    {words::HOME}
                </a>
            </div>
        </main>
    }
}

/// Something is kept, but it cannot be played on.
#[component]
fn Broken(damaged: Damaged) -> impl IntoView {
    set_title(words::DAMAGED);
    let Damaged { id, reason, raw } = damaged;
    let file = format!("parlour-damaged-{id}.json");
    let delete = move |_| {
        store::remove(&id);
        Route::Home.go();
    };
    view! {
        <main id="main" class="page" data-testid="damaged">
            <div class="page-head">
                <h1>{words::DAMAGED}</h1>
                <p>{words::damaged_reason(&reason)}</p>
            </div>
            <div class="button-row">
                <button type="button" class="button button-danger" on:click=delete>
                    {words::DELETE}
                </button>
                <button type="button" class="button" on:click=move |_| download(&file, &raw)>
                    {words::DOWNLOAD}
                </button>
                <a class="button" href=Route::Home.to_string()>
                    {words::HOME}
                </a>
            </div>
        </main>
    }
}

fn table_page(desk: Desk, parts: Parts) -> AnyView {
    set_title(parts.title);
    let keys = parts.keys;
    let keys_open = RwSignal::new(false);
    let resign_open = RwSignal::new(false);
    match desk.link {
        Some(link) => super::online::listen(desk, link),
        None => workers().warm_up(),
    }
    store::on_change(move |change| desk.shelf_changed(&change));
    // Not before the page stands: the first answer may come at once.
    Effect::new(move |_| untrack(|| desk.advance()));
    let main = move || match desk.curtain.get() {
        Some(seat) => curtain(desk, &parts, seat),
        None => table(desk, &parts, keys_open, resign_open),
    };
    view! {
        {main}
        <p class="visually-hidden" role="status" aria-live="polite" data-testid="announcement">
            {move || desk.said.get()}
        </p>
        <ResultDialog desk />
        <KeysDialog desk keys open=keys_open />
        <ResignDialog desk open=resign_open />
    }
    .into_any()
}

/// Between two people: who is next, and what the other did.
fn curtain(desk: Desk, parts: &Parts, seat: Seat) -> AnyView {
    let name = desk.names.with(|names| names[seat.index()].clone());
    let last = move || {
        let names = desk.names.get();
        let lines = desk.session.with(|session| session.log(&names));
        let line = lines.into_iter().rev().find(|line| line.number.is_some());
        line.map_or_else(
            || words::FIRST_TO_MOVE.to_owned(),
            |line| format!("{}.", line.text),
        )
    };
    let undo = move || {
        let seat = desk.may_undo.get()?;
        let name = desk.names.with(|names| names[seat.index()].clone());
        Some(view! {
            <button
                type="button"
                class="button button-quiet"
                data-testid="undo"
                on:click=move |_| desk.undo()
            >
                {words::take_back(&name)}
            </button>
        })
    };
    view! {
        <main id="main" class="curtain" data-testid="curtain">
            <div class="curtain-card" inner_html=(parts.card_back)()></div>
            <h1>{words::pass_to(&name)}</h1>
            <p data-testid="last-move">{last}</p>
            <div class="button-row">
                <button
                    type="button"
                    class="button button-main"
                    data-focus=""
                    data-testid="show-cards"
                    on:click=move |_| desk.arrive(seat)
                >
                    {words::i_am(&name)}
                </button>
                {undo}
            </div>
        </main>
    }
    .into_any()
}

fn table(
    desk: Desk,
    parts: &Parts,
    keys_open: RwSignal<bool>,
    resign_open: RwSignal<bool>,
) -> AnyView {
    let (board, side) = (parts.lay)(desk);
    let Board {
        others,
        common: (common, common_name),
        you,
        modes,
        guidance,
    } = board;
    let shortcuts = window_event_listener(leptos::ev::keydown, move |event| {
        if on_key(desk, &event, keys_open, guidance) {
            event.prevent_default();
        }
    });
    on_cleanup(move || shortcuts.remove());
    let trouble = workers().trouble;
    let elsewhere = move || {
        desk.elsewhere.get().map(|conflict| {
            let (label, act): (_, fn(Desk)) = match conflict {
                StoreError::Deleted => (words::KEEP_DELETED, Desk::restore),
                _ => (words::LOAD_NEWER, Desk::load_newer),
            };
            view! {
                <div class="note note-danger table-note" role="alert">
                    <p>{conflict.to_string()}</p>
                    <button type="button" class="button" on:click=move |_| act(desk)>
                        {label}
                    </button>
                </div>
            }
        })
    };
    let failed = move || {
        desk.failed.get().map(|_| {
            view! {
                <div class="button-row">
                    <button
                        type="button"
                        class="button button-main"
                        data-focus=""
                        on:click=move |_| desk.ask_again()
                    >
                        {words::ASK_AGAIN}
                    </button>
                    <button type="button" class="button" on:click=move |_| desk.play_for_failed()>
                        {words::PLAY_ANY}
                    </button>
                </div>
            }
        })
    };
    let online = desk.link.map(|link| view! { <Notices link /> });
    let people = desk.link.map(|link| view! { <People link /> });
    let bar = match desk.kind {
        Kind::Watch if desk.link.is_some() => view! { <LookOnBar desk /> }.into_any(),
        Kind::Play => view! { <ActionBar desk modes guidance /> }.into_any(),
        Kind::Watch => view! { <WatchBar desk /> }.into_any(),
        Kind::Replay => view! { <Transport desk /> }.into_any(),
    };
    view! {
        <main id="main" class="table" data-testid="table">
            <h1 class="visually-hidden">{parts.title}</h1>
            <section class="table-others" aria-label=words::others(desk.names.with_untracked(Vec::len) - 1)>
                {elsewhere}
                {online}
                <div class="note table-note" role="status" hidden=move || trouble.with(Option::is_none)>
                    <p>{move || trouble.get()}</p>
                    {failed}
                </div>
                {others}
            </section>
            <section class="table-common" aria-label=common_name>
                {common}
            </section>
            <section class="table-you" aria-label=words::YOURS>
                {you}
                {bar}
            </section>
            <aside class="table-side" aria-label=words::SIDE>
                <HintPanel desk />
                {side}
                <LogPanel desk />
                {people}
                <SideButtons desk keys_open resign_open />
            </aside>
        </main>
    }
    .into_any()
}

/// What is rarely needed.
#[component]
fn SideButtons(
    desk: Desk,
    keys_open: RwSignal<bool>,
    resign_open: RwSignal<bool>,
) -> impl IntoView {
    let id = desk
        .session
        .with_untracked(|session| session.id().to_owned());
    let game = desk.game();
    let file = format!("parlour-{game}-{id}.jsonl");
    let save = move |_| {
        if let Some(line) = desk.session.with_untracked(Session::record_line) {
            download(&file, &format!("{line}\n"));
        }
    };
    let whole = Memo::new(move |_| desk.session.with(Session::is_whole));
    let over = Memo::new(move |_| desk.over());
    let finished = move || {
        let id = match desk.link {
            // The whole game comes a moment after its end.
            Some(_) if !whole.get() => None,
            Some(_) => Some(desk.session.with(|session| session.id().to_owned())),
            None => Some(id.clone()),
        };
        (over.get() && desk.kind != Kind::Replay).then(move || {
            view! {
                <button
                    type="button"
                    class="button button-main"
                    on:click=move |_| desk.put_aside.set(false)
                >
                    {words::RESULT}
                </button>
                {id.map(|id| {
                    view! {
                        <a class="button" href=Route::Replay(id).to_string()>
                            {words::REPLAY}
                        </a>
                    }
                })}
            }
        })
    };
    view! {
        <div class="button-row table-buttons">
            {finished}
            <button
                type="button"
                class="button button-quiet"
                hidden=move || !whole.get()
                on:click=save
            >
                {words::SAVE_RECORD}
            </button>
            <a class="button button-quiet" href=Route::Rules(game).to_string()>
                {words::RULES}
            </a>
            <button
                type="button"
                class="button button-quiet"
                on:click=move |_| keys_open.set(true)
            >
                {words::KEYS}
            </button>
            <button
                type="button"
                class="button button-danger"
                hidden=move || desk.resigner().is_none()
                on:click=move |_| resign_open.set(true)
            >
                {words::RESIGN}
            </button>
        </div>
    }
}

/// The shortcuts that all tables share. Whether the key was one.
fn on_key(
    desk: Desk,
    event: &KeyboardEvent,
    keys_open: RwSignal<bool>,
    guidance: Signal<super::Guidance<String>>,
) -> bool {
    if !is_shortcut(event) {
        return false;
    }
    match (event.key().to_lowercase().as_str(), desk.kind) {
        ("?", _) => keys_open.set(true),
        ("h", _) => desk.ask_hint(),
        ("c", Kind::Play) => {
            if let Some(action) = guidance.with_untracked(|guidance| guidance.action.clone()) {
                desk.act(&action);
            }
        }
        ("u" | "z", Kind::Play) => desk.undo(),
        ("arrowleft", Kind::Replay) => {
            desk.seek(desk.ply.get_untracked().saturating_sub(1));
        }
        ("arrowright", Kind::Replay) => desk.seek(desk.ply.get_untracked() + 1),
        ("home", Kind::Replay) => desk.seek(0),
        ("end", Kind::Replay) => desk.seek(usize::MAX),
        _ => return false,
    }
    true
}

/// Whether a key that was pressed is meant for the table: not for a field, not
/// for a dialog, and not for the browser.
pub(crate) fn is_shortcut(event: &KeyboardEvent) -> bool {
    if event.default_prevented() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return false;
    }
    let Some(target) = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
    else {
        return true;
    };
    let typing = matches!(
        target.tag_name().to_ascii_lowercase().as_str(),
        "select" | "textarea"
    ) || (target.tag_name().eq_ignore_ascii_case("input")
        && !matches!(
            target.get_attribute("type").as_deref(),
            Some("radio" | "checkbox")
        ));
    let in_dialog = document()
        .query_selector("dialog[open]")
        .ok()
        .flatten()
        .is_some();
    !typing && !in_dialog
}
