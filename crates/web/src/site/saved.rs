//! Saved games on the pages: cards of those in progress, lines of those finished, messages about
//! those that are damaged, and the way a record comes in from a file.

use super::strings::home as words;
use crate::platform::file;
use crate::platform::locale;
use crate::platform::route::Route;
use crate::play::registry::{self, Game, Glance};
use crate::play::saved_game::{self, Change, Damaged, Entry, SeatKind, StoredGame};
use crate::play::session;
use crate::ui::confirm::{Confirmation, ask};
use crate::ui::file_button::FileButton;
use crate::ui::toast::{Toast, toast};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A game that can be shown.
#[derive(Clone, PartialEq)]
pub(crate) struct Saved {
    stored: StoredGame,
    game: &'static Game,
    glance: Glance,
}

impl Saved {
    fn names(&self) -> Vec<String> {
        self.stored.seats.iter().map(SeatKind::name).collect()
    }
}

/// What is on the saved, sorted by what the pages show of it.
#[derive(Clone, Copy)]
pub(crate) struct SavedGames {
    entries: RwSignal<Vec<Entry>>,
    /// The entries that the page shows. To look at a game is to replay it: that is done once for
    /// each, and not for those that are not shown.
    shown: Memo<Vec<Result<Saved, Damaged>>>,
    /// The number of finished games, shown or not.
    finished: Memo<usize>,
}

impl SavedGames {
    /// Reads the saved, and what another tab changes of it. Of the finished games the page shows
    /// the `latest` few, or all.
    pub(super) fn provide(latest: Option<usize>) {
        let entries = RwSignal::new(saved_game::games());
        let loaded = RwSignal::new(());
        let shown = Memo::new(move |before: Option<&Vec<_>>| {
            loaded.track();
            let before = before.map_or(&[][..], Vec::as_slice);
            entries.with(|entries| look_at_all(entries, latest, before))
        });
        let toast = toast();
        let asked = StoredValue::new(HashSet::new());
        Effect::new(move |_| {
            let missing = entries.with(|entries| missing(entries));
            for game in missing {
                // Once for each page is enough to try.
                let first = asked.try_update_value(|asked| asked.insert(game.id));
                if first != Some(true) {
                    continue;
                }
                spawn_local(async move {
                    match registry::load(game).await {
                        // The page may have been left.
                        Ok(_) => drop(loaded.try_set(())),
                        Err(reason) => toast.show(reason),
                    }
                });
            }
        });
        let is_over = |entry: &&Entry| matches!(entry, Entry::Game(game) if game.finished());
        let finished =
            Memo::new(move |_| entries.with(|entries| entries.iter().filter(is_over).count()));
        let saved = SavedGames {
            entries,
            shown,
            finished,
        };
        provide_context(saved);
        saved_game::on_change(move |change| match change {
            Change::Game(id) => saved.refresh(&id),
            Change::Everything => saved.refresh_all(),
        });
    }

    fn refresh_all(self) {
        self.entries.set(saved_game::games());
    }

    /// Reads one game again.
    fn refresh(self, id: &str) {
        self.entries.update(|entries| {
            entries.retain(|entry| entry.id() != id);
            entries.extend(saved_game::game(id));
            saved_game::sort(entries);
        });
    }

    /// The shown games that are over, or those that are not, the latest first.
    fn games(self, finished: bool) -> Vec<Saved> {
        let kept = |saved: &&Saved| saved.stored.finished() == finished;
        self.shown
            .with(|shown| shown.iter().flatten().filter(kept).cloned().collect())
    }

    fn damaged(self) -> Vec<Damaged> {
        let err = |entry: &Result<Saved, Damaged>| entry.as_ref().err().cloned();
        self.shown
            .with(|shown| shown.iter().filter_map(err).collect())
    }
}

/// The games of these entries whose parts are not loaded yet.
fn missing(entries: &[Entry]) -> Vec<&'static Game> {
    let game = |entry: &Entry| match entry {
        Entry::Game(stored) => registry::find(&stored.game),
        Entry::Damaged(_) => None,
    };
    let games = entries.iter().filter_map(game);
    games
        .filter(|game| registry::loaded(game).is_none())
        .collect()
}

/// The entries that are shown: of the finished games the `latest`, and none before its parts are loaded. What was
/// read `before` is not read again.
fn look_at_all(
    entries: &[Entry],
    latest: Option<usize>,
    before: &[Result<Saved, Damaged>],
) -> Vec<Result<Saved, Damaged>> {
    let mut left = latest.unwrap_or(usize::MAX);
    let looked = |stored: &StoredGame| {
        let same = |saved: &&Saved| saved.stored == *stored;
        match before.iter().flatten().find(same) {
            Some(saved) => Some(Ok(saved.clone())),
            None => look_at(stored.clone()),
        }
    };
    let look = |entry: &Entry| match entry {
        Entry::Damaged(damaged) => Some(Err(damaged.clone())),
        Entry::Game(stored) if stored.finished() => {
            left = left.checked_sub(1)?;
            looked(stored)
        }
        Entry::Game(stored) => looked(stored),
    };
    entries.iter().filter_map(look).collect()
}

fn look_at(stored: StoredGame) -> Option<Result<Saved, Damaged>> {
    let looked = match registry::find(&stored.game) {
        None => Err(words::unknown_game(&stored.game)),
        Some(game) => {
            let glance = (registry::loaded(game)?.glance)(&stored);
            glance.map(|glance| (game, glance))
        }
    };
    Some(match looked {
        Ok((game, glance)) => Ok(Saved {
            stored,
            game,
            glance,
        }),
        Err(reason) => Err(Damaged {
            id: stored.id,
            reason,
            raw: stored.record,
        }),
    })
}

/// When something was last touched, in words.
fn when(updated: f64) -> String {
    words::ago(js_sys::Date::now() - updated).unwrap_or_else(|| locale::moment(updated, false))
}

/// The games in progress, if there are any.
#[component]
pub(super) fn InProgress() -> impl IntoView {
    let saved: SavedGames = expect_context();
    move || {
        let games = saved.games(false);
        (!games.is_empty()).then(|| {
            view! {
                <section class="home-part" aria-labelledby="go-on">
                    <h2 id="go-on">{words::go_on()}</h2>
                    <ul class="resumes">
                        {games.into_iter().map(|game| view! { <Resume game /> }).collect_view()}
                    </ul>
                </section>
            }
        })
    }
}

/// The finished games.
#[component]
pub(super) fn FinishedGames(
    /// The latest few, and nothing where there are none; or all of them.
    latest: Option<usize>,
) -> impl IntoView {
    let saved: SavedGames = expect_context();
    move || {
        let games = saved.games(true);
        if games.is_empty() && latest.is_some() {
            return None;
        }
        let more = latest.is_some_and(|latest| saved.finished.get() > latest);
        let body = if games.is_empty() {
            view! { <p class="note">{words::none()}</p> }.into_any()
        } else {
            view! {
                <ul class="entries">
                    {games.into_iter().map(|game| view! { <Finished game /> }).collect_view()}
                </ul>
            }
            .into_any()
        };
        Some(view! {
            <section class="home-part" aria-labelledby="finished">
                <h2 id="finished">{words::finished()}</h2>
                {body}
                {more
                    .then(|| {
                        view! {
                            <p>
                                <a href=Route::Replays.to_string()>{words::all()}</a>
                            </p>
                        }
                    })}
            </section>
        })
    }
}

/// A card of a game in progress.
#[component]
fn Resume(game: Saved) -> impl IntoView {
    let Glance {
        turn,
        scores,
        stage,
        cards,
        cards_named,
    } = game.glance.clone();
    let names = game.names();
    let id = game.stored.id.clone();
    let watched = game.stored.is_watched();
    let (label, route) = if watched {
        (words::watch(), Route::Watch(id))
    } else {
        (words::resume(), Route::Play(id))
    };
    let turn = turn.and_then(|seat| names.get(seat.index()));
    let versus = words::versus(&names);
    view! {
        <li class="resume" data-saved=game.stored.id.clone()>
            <div class="resume-head">
                <h3>{versus.clone()}</h3>
                <p>
                    {words::resume_line((game.game.name)(), &stage, &when(game.stored.updated))}
                </p>
            </div>
            <p class="visually-hidden">{cards_named}</p>
            <div class="resume-cards" aria-hidden="true">
                {cards.into_iter().map(|card| view! { <div inner_html=card></div> }).collect_view()}
            </div>
            <dl class="resume-scores">
                {names
                    .iter()
                    .zip(scores)
                    .map(|(name, score)| {
                        view! {
                            <div>
                                <dt>{name.clone()}</dt>
                                <dd>{score}</dd>
                            </div>
                        }
                    })
                    .collect_view()}
            </dl>
            <div class="resume-foot">
                {turn.map(|name| view! { <span class="chip chip-accent">{words::turn(name)}</span> })}
                <span class="resume-buttons">
                    <Delete id=game.stored.id.clone() title=words::delete(&versus) name=versus.clone() />
                    <a class="button" href=route.to_string()>
                        {label}
                        <span class="visually-hidden">" " {versus}</span>
                    </a>
                </span>
            </div>
        </li>
    }
}

/// A line of a finished game.
#[component]
fn Finished(game: Saved) -> impl IntoView {
    let names = game.names();
    let versus = words::versus(&names);
    let named = |seat: u8| names.get(usize::from(seat)).map_or("", String::as_str);
    let summary = &game.stored.summary;
    let result = match (summary.resigned, summary.winners.as_deref()) {
        (Some(seat), _) => words::resigned(named(seat)),
        (None, Some([winner])) => words::won(named(*winner)),
        _ => words::tie().to_owned(),
    };
    let scores = game.glance.scores.join(" : ");
    let line = game.stored.record.clone();
    let file = format!("parlour-{}-{}.jsonl", game.game.id, game.stored.id);
    let replay = Route::Replay(game.stored.id.clone()).to_string();
    let hidden = format!(" {versus}");
    view! {
        <li class="entry" data-saved=game.stored.id.clone()>
            <div class="entry-text">
                <b>{result}</b>
                ", "
                {scores}
                <small>
                    {words::finished_line((game.game.name)(), &versus, &when(game.stored.updated))}
                </small>
            </div>
            <div class="button-row">
                <a class="button" href=replay>
                    {words::replay()}
                    <span class="visually-hidden">{hidden.clone()}</span>
                </a>
                <button
                    type="button"
                    class="button button-quiet"
                    on:click=move |_| file::download(&file, &format!("{line}\n"))
                >
                    {words::download()}
                    <span class="visually-hidden">{hidden}</span>
                </button>
                <Delete id=game.stored.id.clone() title=words::delete(&versus) name=versus />
            </div>
        </li>
    }
}

/// Deletes a saved game, after asking.
#[component]
fn Delete(id: String, title: String, name: String) -> impl IntoView {
    let saved: SavedGames = expect_context();
    let ask = ask();
    let toast = toast();
    let question = move || {
        let id = id.clone();
        Confirmation {
            title: title.clone(),
            text: words::delete_text().to_owned(),
            yes: words::delete_button().to_owned(),
            then: Arc::new(move || {
                saved_game::remove(&id);
                saved.refresh(&id);
                toast.show(words::deleted());
            }),
        }
    };
    view! {
        <button type="button" class="button button-quiet" on:click=move |_| ask.show(question())>
            {words::delete_button()}
            <span class="visually-hidden">" " {name}</span>
        </button>
    }
}

/// Messages about games that cannot be read.
#[component]
pub(super) fn Damage() -> impl IntoView {
    let saved: SavedGames = expect_context();
    move || {
        saved
            .damaged()
            .into_iter()
            .map(|damaged| {
                let raw = damaged.raw.clone();
                let file = format!("parlour-damaged-{}.txt", damaged.id);
                view! {
                    <div class="note note-danger damage" role="alert" data-damaged=damaged.id.clone()>
                        <p>
                            <b>{words::damaged()}</b>
                            <small>{damaged.reason}</small>
                        </p>
                        <div class="button-row">
                            <button
                                type="button"
                                class="button"
                                on:click=move |_| file::download(&file, &raw)
                            >
                                {words::download_raw()}
                            </button>
                            <Delete
                                id=damaged.id.clone()
                                title=words::delete_damaged().to_owned()
                                name=String::new()
                            />
                        </div>
                    </div>
                }
            })
            .collect_view()
    }
}

/// The games of a text of records, by their ids.
#[derive(Default)]
struct Loaded {
    /// Those that were put on the saved.
    new: Vec<String>,
    /// Those that were there already.
    known: Vec<String>,
}

/// Puts the games of all records of a text on the saved, or none: where a line is no record, it
/// tells which.
async fn load(text: &str) -> Result<Loaded, String> {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    if lines.is_empty() {
        return Err(words::empty_file().to_owned());
    }
    let load_one = async |line: &str| {
        let game = session::game_of_record(line)?;
        let game = registry::find(&game).ok_or_else(|| words::unknown_game(&game))?;
        (registry::load(game).await?.import)(line)
    };
    let mut sessions = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let session = load_one(line).await;
        sessions.push(session.map_err(|reason| {
            words::bad_line(index + 1, lines.len(), reason.trim_end_matches('.'))
        })?);
    }
    let mut there: HashMap<String, String> = saved_game::games()
        .into_iter()
        .filter_map(|entry| match entry {
            Entry::Game(game) => Some((game.record, game.id)),
            Entry::Damaged(_) => None,
        })
        .collect();
    let mut loaded = Loaded::default();
    for mut session in sessions {
        let record = session.record_line().unwrap_or_default();
        match there.get(&record) {
            Some(id) => loaded.known.push(id.clone()),
            None => {
                // What the browser refuses lasts as long as the page, which says so.
                let _ = session.save();
                let id = session.id().to_owned();
                loaded.new.push(id.clone());
                there.insert(record, id);
            }
        }
    }
    Ok(loaded)
}

/// Takes a file from wherever it comes.
fn take(file: web_sys::File, saved: SavedGames, failed: RwSignal<Option<String>>, toast: Toast) {
    spawn_local(async move {
        let loaded = match file::read(file).await {
            Ok(text) => load(&text).await,
            Err(reason) => Err(reason),
        };
        if failed.is_disposed() {
            // The page was left.
            return;
        }
        match loaded {
            Ok(loaded) => {
                saved.refresh_all();
                failed.set(None);
                toast.show(words::loaded(loaded.new.len(), loaded.known.len()));
                if let [id] = &[loaded.new, loaded.known].concat()[..] {
                    Route::Replay(id.clone()).go();
                }
            }
            Err(reason) => failed.set(Some(reason)),
        }
    });
}

#[derive(Clone, Copy)]
struct Failed(RwSignal<Option<String>>);

/// Everything inside takes records that are dropped on it. What goes wrong is told at its top.
#[component]
pub(super) fn DropZone(children: Children) -> impl IntoView {
    let saved: SavedGames = expect_context();
    let toast = toast();
    let failed = RwSignal::new(None);
    provide_context(Failed(failed));
    // Enter and leave events come from the children too: they are counted.
    let over = RwSignal::new(0i32);
    let has_file = |event: &web_sys::DragEvent| {
        event.data_transfer().is_some_and(|data| {
            data.types()
                .iter()
                .any(|kind| kind.as_string().as_deref() == Some("Files"))
        })
    };
    view! {
        <div
            class="drop"
            class:is-over=move || over.get().is_positive()
            on:dragenter=move |event: web_sys::DragEvent| {
                if has_file(&event) {
                    event.prevent_default();
                    over.update(|count| *count += 1);
                }
            }
            on:dragover=move |event: web_sys::DragEvent| {
                if has_file(&event) {
                    event.prevent_default();
                }
            }
            on:dragleave=move |event: web_sys::DragEvent| {
                if has_file(&event) {
                    over.update(|count| *count -= 1);
                }
            }
            on:drop=move |event: web_sys::DragEvent| {
                over.set(0);
                let files = event.data_transfer().and_then(|data| data.files());
                if let Some(file) = files.and_then(|files| files.get(0)) {
                    event.prevent_default();
                    take(file, saved, failed, toast);
                }
            }
        >
            <div class="drop-message" role="alert">
                {move || failed.get().map(|reason| view! { <p class="note note-danger">{reason}</p> })}
            </div>
            {children()}
        </div>
    }
}

/// The button that opens a record from a file.
#[component]
pub(super) fn Open() -> impl IntoView {
    let saved: SavedGames = expect_context();
    let Failed(failed) = expect_context();
    let toast = toast();
    view! {
        <section class="open" aria-labelledby="load">
            <h2 id="load">{words::load()}</h2>
            <FileButton
                id="record-file"
                accept=".jsonl,.json,.txt"
                name=words::load()
                label=words::open()
                take=Callback::new(move |file| take(file, saved, failed, toast))
            />
            <span class="field-hint">{words::drop()}</span>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::later::at_once;
    use std::pin::pin;

    #[test]
    fn what_is_no_record_is_told_with_its_line() {
        let load = |text: &str| at_once(&mut pin!(load(text))).unwrap().map(|_| ());
        assert_eq!(load(""), Err(words::empty_file().to_owned()));
        assert_eq!(load(" \n\n"), Err(words::empty_file().to_owned()));
        let chess = r#"{"parlour":1,"game":"chess"}"#;
        let reason = load(chess).unwrap_err();
        assert!(
            reason.contains("chess") && !reason.contains("line"),
            "{reason}"
        );
        let reason = load(&format!("{chess}\n\n{chess}")).unwrap_err();
        assert!(reason.contains("line 1 "), "{reason}");
        for text in ["hello", "{}", "[1]", r#"{"parlour":99,"game":"jaipur"}"#] {
            assert!(load(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_told_in_words_for_a_week() {
        const MINUTE: f64 = 60_000.0;
        for (minutes, said) in [
            (-5.0, "just now"),
            (0.9, "just now"),
            (1.0, "a minute ago"),
            (59.0, "59 minutes ago"),
            (60.0, "an hour ago"),
            (150.0, "2 hours ago"),
            (1440.0, "yesterday"),
            (2880.0, "2 days ago"),
        ] {
            assert_eq!(words::ago(minutes * MINUTE).as_deref(), Some(said));
        }
        assert_eq!(words::ago(7.0 * 1440.0 * MINUTE), None);
    }
}
