//! The page itself: what is loaded, and where its parts stand.

use super::agreements::UndoNotice;
use super::analysis::{AnalysisPanel, GameAnalysis};
use super::branch_dialog::BranchDialog;
use super::context::Parts;
use super::controller::{Controller, Kind};
use super::controls::{ActionBar, Transport, WatchBar};
use super::exercise_bar::{ExerciseBar, ExerciseHead};
use super::link_dialog::LinkDialog;
use super::panels::{HintPanel, KeysDialog, LogPanel, ResignDialog, ResultDialog};
use super::remote::{LookOnBar, Notices, People, TableNotice};
use super::turn_signals::signal_turns;
use super::variations::Variations;
use super::{Board, TableGame};
use crate::platform::file::download;
use crate::platform::route::Route;
use crate::platform::server_offers;
use crate::platform::settings;
use crate::platform::storage::StoreError;
use crate::play::puzzles::{Exercise, Position};
use crate::play::saved_game::{self, StoredGame};
use crate::play::server::Link;
use crate::play::session::Session;
use crate::play::strings::replay as replay_words;
use crate::play::strings::table as words;
use crate::play::worker::workers;
use crate::ui::page::set_title;
use crate::ui::toast::toast;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use parlour_engine::{RecordLink, Seat};
use wasm_bindgen::JsCast;
use web_sys::Element;

/// Where one sits down.
pub(crate) enum Sitting {
    /// At a game that is played here.
    Here(StoredGame),
    /// At a replay, from the end or from a position.
    Replay(StoredGame, Option<usize>),
    /// The same, and its analysis begins at once.
    Analysis(StoredGame),
    /// At the replay of a record that is not saved.
    Record(String),
    /// The same with a link.
    Link(RecordLink),
    /// At a replay that several people watch, at a position.
    Together(RecordLink, usize, Together),
    /// At a decision that is an exercise.
    Exercise(Position, Exercise),
    /// At a table of the server.
    Online(Link),
}

/// What stands above the board and at the side where several people watch a replay.
pub(crate) type Together = Callback<Controller, (AnyView, AnyView)>;

/// The page of a table.
///
/// # Errors
/// Why it cannot be played on.
pub(crate) fn open<G: TableGame>(sitting: Sitting) -> Result<AnyView, String> {
    sit_down(sitting, Parts::of::<G>())
}

fn sit_down(sitting: Sitting, parts: Parts) -> Result<AnyView, String> {
    let analyse = matches!(sitting, Sitting::Analysis(_));
    let exercise = match &sitting {
        Sitting::Exercise(_, exercise) => Some(*exercise),
        _ => None,
    };
    let together = match &sitting {
        Sitting::Together(_, _, together) => Some(*together),
        _ => None,
    };
    let (session, replay, link) = match sitting {
        Sitting::Here(stored) => (Session::resume_by(parts.read, stored)?, None, None),
        Sitting::Replay(stored, ply) => (Session::resume_by(parts.read, stored)?, Some(ply), None),
        Sitting::Analysis(stored) => (Session::resume_by(parts.read, stored)?, Some(None), None),
        Sitting::Record(line) => (
            Session::look(parts.read, parts.game, &line)?,
            Some(None),
            None,
        ),
        Sitting::Link(link) => (Session::linked(parts.read, link)?, Some(None), None),
        Sitting::Together(link, ply, _) => {
            (Session::linked(parts.read, link)?, Some(Some(ply)), None)
        }
        Sitting::Exercise(position, _) => {
            let session = Session::exercise(parts.read, parts.game, &position)?;
            (session, None, None)
        }
        Sitting::Online(link) => {
            let session = super::remote::session(link, parts.game, parts.remote)?;
            (session, None, Some(link))
        }
    };
    let kind = if replay.is_some() {
        Kind::Replay
    } else if session.people().is_empty() {
        Kind::Watch
    } else {
        Kind::Play
    };
    let controller = Controller::new(session, kind, link, exercise);
    if let Some(Some(ply)) = replay {
        controller.ply.update(|last| *last = ply.min(*last));
    }
    let analysis = replay.map(|_| GameAnalysis::new(controller, analyse));
    Ok(table_page(controller, analysis, parts, together))
}

/// Whether the dialogs of a table are open.
#[derive(Clone, Copy, Default)]
pub(super) struct Dialogs {
    keys: RwSignal<bool>,
    resign: RwSignal<bool>,
    link: RwSignal<bool>,
    /// The one that plays on from a position of a replay.
    pub(super) branch: RwSignal<bool>,
}

fn table_page(
    controller: Controller,
    analysis: Option<GameAnalysis>,
    parts: Parts,
    together: Option<Together>,
) -> AnyView {
    set_title(parts.title);
    let keys = parts.keys;
    let form = parts.form;
    let dialogs = Dialogs::default();
    match controller.link {
        Some(link) => {
            super::remote::listen(controller, link);
            signal_turns(controller, link, parts.title);
        }
        None => workers().warm_up(),
    }
    super::sounds::follow(controller);
    saved_game::on_change(move |change| controller.games_changed(&change));
    // Not before the page stands: the first answer may come at once.
    Effect::new(move |_| untrack(|| controller.advance()));
    let main = move || match controller.curtain.get() {
        Some(seat) => curtain(controller, &parts, seat),
        None => table(controller, analysis, &parts, dialogs, together),
    };
    view! {
        {main}
        <p class="visually-hidden" role="status" aria-live="polite" data-testid="announcement">
            {move || controller.said.get()}
        </p>
        <ResultDialog controller />
        <KeysDialog controller keys open=dialogs.keys />
        <ResignDialog controller open=dialogs.resign />
        <LinkDialog controller open=dialogs.link />
        <BranchDialog controller form open=dialogs.branch />
    }
    .into_any()
}

/// Between two people: who is next, and what the other did.
fn curtain(controller: Controller, parts: &Parts, seat: Seat) -> AnyView {
    let name = controller.names.with(|names| names[seat.index()].clone());
    let last = move || {
        let names = controller.names.get();
        let lines = controller.session.with(|session| session.log(&names));
        let line = lines.into_iter().rev().find(|line| line.number.is_some());
        line.map_or_else(
            || words::first_to_move().to_owned(),
            |line| words::sentence(&line.text),
        )
    };
    let undo = move || {
        let seat = controller.may_undo.get()?;
        let name = controller.names.with(|names| names[seat.index()].clone());
        Some(view! {
            <button
                type="button"
                class="button button-quiet"
                data-testid="undo"
                on:click=move |_| controller.undo()
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
                    on:click=move |_| controller.arrive(seat)
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
    controller: Controller,
    analysis: Option<GameAnalysis>,
    parts: &Parts,
    dialogs: Dialogs,
    together: Option<Together>,
) -> AnyView {
    let (board, side) = (parts.lay)(controller);
    let Board {
        others,
        common: (common, common_name),
        you,
        modes,
        guidance,
    } = board;
    let shortcuts = window_event_listener(leptos::ev::keydown, move |event| {
        if on_key(controller, analysis, &event, dialogs.keys, guidance) {
            event.prevent_default();
        }
    });
    on_cleanup(move || shortcuts.remove());
    let trouble = workers().trouble;
    let elsewhere = move || {
        controller.elsewhere.get().map(|conflict| {
            let (label, act): (_, fn(Controller)) = match conflict {
                StoreError::Deleted => (words::keep_deleted(), Controller::restore),
                _ => (words::load_newer(), Controller::load_newer),
            };
            view! {
                <div class="note note-danger table-note" role="alert">
                    <p>{conflict.to_string()}</p>
                    <button type="button" class="button" on:click=move |_| act(controller)>
                        {label}
                    </button>
                </div>
            }
        })
    };
    let failed = move || {
        controller.failed.get().map(|_| {
            view! {
                <div class="button-row">
                    <button
                        type="button"
                        class="button button-main"
                        data-focus=""
                        on:click=move |_| controller.ask_again()
                    >
                        {words::ask_again()}
                    </button>
                    <button type="button" class="button" on:click=move |_| controller.play_for_failed()>
                        {words::play_any()}
                    </button>
                </div>
            }
        })
    };
    let online = controller.link.map(|link| {
        view! {
            <Notices link />
            <TableNotice controller link />
            <UndoNotice controller link />
        }
    });
    let is_shared = together.is_some();
    let (watched, watchers) = together.map(|parts| parts.run(controller)).unzip();
    let exercise = controller
        .exercise
        .map(|exercise| view! { <ExerciseHead controller exercise /> });
    let people = controller.link.map(|link| view! { <People link /> });
    let bar = match (controller.kind, analysis) {
        (_, Some(analysis)) => view! { <Transport controller analysis dialogs /> }.into_any(),
        (Kind::Watch, _) if controller.link.is_some() => {
            view! { <LookOnBar controller /> }.into_any()
        }
        (Kind::Play, _) => match controller.exercise {
            Some(exercise) => {
                view! { <ExerciseBar controller exercise modes guidance /> }.into_any()
            }
            None => view! { <ActionBar controller modes guidance /> }.into_any(),
        },
        (Kind::Watch | Kind::Replay, _) => view! { <WatchBar controller /> }.into_any(),
    };
    let analysis_panel = analysis.map(|analysis| view! { <AnalysisPanel analysis /> });
    let variations = analysis.map(|_| view! { <Variations controller /> });
    view! {
        <main id="main" class="table" data-testid="table">
            <h1 class="visually-hidden">{parts.title}</h1>
            <section class="table-others" aria-label=words::others(controller.names.with_untracked(Vec::len) - 1)>
                {exercise}
                {elsewhere}
                {online}
                {watched}
                <div class="note table-note" role="status" hidden=move || trouble.with(Option::is_none)>
                    <p>{move || trouble.get()}</p>
                    {failed}
                </div>
                {others}
            </section>
            <section class="table-common" data-place="common" aria-label=common_name>
                {common}
            </section>
            <section class="table-you" data-place="you" aria-label=words::yours()>
                {you}
                {bar}
            </section>
            <aside class="table-side" aria-label=words::side()>
                {watchers}
                {analysis_panel}
                {variations}
                <HintPanel controller />
                {side}
                <LogPanel controller />
                {people}
                <SideButtons controller analysis dialogs is_shared />
            </aside>
        </main>
    }
    .into_any()
}

/// What is rarely needed.
#[component]
fn SideButtons(
    controller: Controller,
    /// That of a replay.
    analysis: Option<GameAnalysis>,
    dialogs: Dialogs,
    /// Whether several people watch.
    is_shared: bool,
) -> impl IntoView {
    let id = controller
        .session
        .with_untracked(|session| session.id().to_owned());
    let game = controller.game();
    let game_id = StoredValue::new(game.to_owned());
    let file = format!("parlour-{game}-{id}.jsonl");
    let save = move |_| {
        if let Some(line) = controller.session.with_untracked(Session::record_line) {
            download(&file, &format!("{line}\n"));
        }
    };
    let toast = toast();
    let keep = move |_| {
        controller.keep();
        if let Some(analysis) = analysis {
            analysis.save();
        }
        toast.show(replay_words::saved());
    };
    let saved = Memo::new(move |_| controller.session.with(Session::is_saved));
    let whole = Memo::new(move |_| controller.session.with(Session::is_whole));
    // The record holds the hidden cards, which are part of an exercise.
    let is_open = move || controller.exercise.is_none_or(Exercise::is_over) && whole.get();
    let edit = move |_| {
        let ply = controller.ply_here();
        let link = controller
            .session
            .with_untracked(|session| session.position_link(ply));
        if let Some(link) = link {
            Route::Position(game_id.get_value(), link).go();
        }
    };
    let share = move |_| {
        if let Some(link) = controller.session.with_untracked(Session::link) {
            Route::NewTogether(controller.ply_here(), link).go();
        }
    };
    let can_share = analysis.is_some() && !is_shared && server_offers::shared_replays();
    let over = Memo::new(move |_| controller.over());
    let finished = move || {
        let id = match controller.link {
            // The whole game comes a moment after its end.
            Some(_) if !whole.get() => None,
            Some(_) => Some(controller.session.with(|session| session.id().to_owned())),
            None => Some(id.clone()),
        };
        (over.get() && controller.kind != Kind::Replay).then(move || {
            view! {
                <button
                    type="button"
                    class="button button-main"
                    on:click=move |_| controller.put_aside.set(false)
                >
                    {words::result()}
                </button>
                {id.map(|id| {
                    view! {
                        <a class="button" href=Route::Replay(id).to_string()>
                            {words::replay()}
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
                class="button button-main"
                data-testid="keep"
                hidden=move || controller.kind != Kind::Replay || saved.get()
                on:click=keep
            >
                {replay_words::save()}
            </button>
            <button
                type="button"
                class="button button-quiet"
                data-testid="link"
                hidden=move || !is_open()
                on:click=move |_| dialogs.link.set(true)
            >
                {replay_words::link()}
            </button>
            <button
                type="button"
                class="button button-quiet"
                hidden=!can_share
                on:click=share
            >
                {replay_words::watch_together()}
            </button>
            <button
                type="button"
                class="button button-quiet"
                hidden=move || !is_open()
                on:click=save
            >
                {words::save_record()}
            </button>
            <button
                type="button"
                class="button button-quiet"
                data-testid="edit-position"
                hidden=move || analysis.is_none() || controller.to_move_here.get().is_empty()
                on:click=edit
            >
                {replay_words::edit_position()}
            </button>
            <a class="button button-quiet" href=Route::Rules(game).to_string()>
                {words::rules()}
            </a>
            <button
                type="button"
                class="button button-quiet"
                on:click=move |_| dialogs.keys.set(true)
            >
                {words::keys()}
            </button>
            <button
                type="button"
                class="button button-danger"
                hidden=move || controller.resigner().is_none()
                on:click=move |_| dialogs.resign.set(true)
            >
                {words::resign()}
            </button>
        </div>
    }
}

/// The shortcuts that all tables share. Whether the key was one.
fn on_key(
    controller: Controller,
    analysis: Option<GameAnalysis>,
    event: &KeyboardEvent,
    keys_open: RwSignal<bool>,
    guidance: Signal<super::Guidance<String>>,
) -> bool {
    if !is_shortcut(event) {
        return false;
    }
    match (event.key().to_lowercase().as_str(), controller.kind) {
        ("?", _) => keys_open.set(true),
        ("h", _) => controller.ask_hint(),
        ("c", Kind::Play) => {
            if let Some(action) = guidance.with_untracked(|guidance| guidance.action.clone()) {
                controller.act(&action);
            }
        }
        ("u" | "z", Kind::Play) => controller.undo(),
        ("n", Kind::Play) => {
            if let Some(exercise) = controller.exercise {
                exercise.next.run(());
            }
        }
        ("n", Kind::Replay) => {
            if let Some(analysis) = analysis {
                analysis.next_mistake();
            }
        }
        ("arrowleft", Kind::Replay) => {
            controller.seek(controller.ply.get_untracked().saturating_sub(1));
        }
        ("arrowright", Kind::Replay) => controller.seek(controller.ply.get_untracked() + 1),
        ("home", Kind::Replay) => controller.seek(0),
        ("end", Kind::Replay) => controller.seek(usize::MAX),
        _ => return false,
    }
    true
}

/// Whether a key that was pressed is meant for the table: not for a field, not
/// for a dialog, and not for the browser. Keys of one character can be turned off: speech input types them by accident.
pub(crate) fn is_shortcut(event: &KeyboardEvent) -> bool {
    if event.default_prevented() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return false;
    }
    let is_character = event.key().chars().count() == 1;
    if is_character && !settings::shared().with_untracked(|settings| settings.shortcuts) {
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
