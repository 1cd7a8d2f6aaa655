//! The server's token, and what it allows: starting, pausing and resuming tournaments.

use super::api;
use super::parts::{section, trouble_text};
use super::token_form::{TokenForm, form_error, is_invalid};
use crate::platform::route::Route;
use crate::platform::storage;
use crate::play::registry::{Game, find, games};
use crate::site::strings::tournaments as words;
use crate::ui::prose::prose;
use crate::ui::toast::{Toast, toast};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::tournaments::{State, TournamentSummary};
use web_sys::SubmitEvent;

/// Kept as long as the tab: it opens more than one's own games.
const KEY: &str = "parlour/keeper";

/// The token of this tab, if one was entered.
fn token() -> Option<String> {
    storage::tab_text(KEY)
}

/// A tournament to begin with, as a file: the first policies of a game.
fn example(game: &Game) -> String {
    let seats = game.form.players[0];
    let mut text = format!("name = \"{0}-1\"\ngame = \"{0}\"\nrounds = 20\n", game.id);
    if seats > 2 {
        text += &format!("seats = {seats}\n");
    }
    let levels = (game.form.levels)(seats).levels;
    for policy in levels.iter().take(seats.max(3)) {
        text += &format!("\n[[player]]\npolicy = \"{policy}\"\n");
    }
    text
}

/// What this tab may do with the tournaments of the server.
#[derive(Clone, Copy)]
pub(super) struct Control {
    /// Whether this tab knows the token.
    known: RwSignal<bool>,
    /// Why the last attempt failed.
    failed: RwSignal<Option<String>>,
    toast: Toast,
}

impl Control {
    /// Of this page.
    pub(super) fn here() -> Control {
        Control {
            known: RwSignal::new(token().is_some()),
            failed: RwSignal::new(None),
            toast: toast(),
        }
    }

    /// Keeps a token, if it is the server's.
    fn unlock(self, token: String) {
        spawn_local(async move {
            match api::is_keeper(&token).await {
                Ok(()) => {
                    // Where it is not kept the token is asked for again.
                    storage::put_tab_text(KEY, Some(&token));
                    let _ = self.known.try_set(true);
                }
                Err(trouble) => drop(self.failed.try_set(Some(trouble_text(&trouble)))),
            }
        });
    }

    fn begin(self, definition: String) {
        self.failed.set(None);
        let Some(token) = token() else {
            self.known.set(false);
            return;
        };
        spawn_local(async move {
            match api::begin(&definition, &token).await {
                // Who has left the page meanwhile stays where they are.
                Ok(id) if !self.failed.is_disposed() => Route::Tournament(id).go(),
                Ok(_) => {}
                Err(trouble) => drop(self.failed.try_set(Some(trouble_text(&trouble)))),
            }
        });
    }

    fn forget(self) {
        storage::put_tab_text(KEY, None);
        self.known.set(false);
    }

    /// The button that pauses a tournament or resumes it, for visitors with the token. `changed` is called when
    /// that is done.
    pub(super) fn pause_button(
        self,
        summary: &TournamentSummary,
        changed: Callback<()>,
    ) -> Option<AnyView> {
        let here = summary.held.as_ref().is_some_and(|held| held.here);
        let (path, label, done) = match summary.state {
            // What plays elsewhere is paused there.
            State::Running if here => ("/pause", words::pause(), words::paused()),
            State::Open => ("/resume", words::resume(), words::resumed()),
            _ => return None,
        };
        let id = summary.id.to_string();
        let send = move |_| {
            let (id, Some(token)) = (id.clone(), token()) else {
                return;
            };
            spawn_local(async move {
                let said = match api::steer(&id, path, &token).await {
                    Ok(()) => done.to_owned(),
                    Err(trouble) => trouble_text(&trouble),
                };
                self.toast.show(said);
                let _ = changed.try_run(());
            });
        };
        let button = view! {
            <button type="button" class="button" on:click=send>
                {label}
            </button>
        };
        self.known.get().then(|| button.into_any())
    }

    /// The form that starts a tournament, behind the token.
    pub(super) fn form(self) -> AnyView {
        let form = move || match self.known.get() {
            false => TokenForm {
                about: words::start_text(),
                label: words::token(),
                failed: self.failed,
            }
            .view(move |token| self.unlock(token)),
            true => self.definition_form(),
        };
        let body = view! { {form} }.into_any();
        section("start", words::start().to_owned(), None, body)
    }

    fn definition_form(self) -> AnyView {
        let field = NodeRef::<html::Textarea>::new();
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(field) = field.get_untracked() {
                self.begin(field.value());
            }
        };
        let choose = move |event| {
            if let (Some(game), Some(field)) =
                (find(&event_target_value(&event)), field.get_untracked())
            {
                field.set_value(&example(game));
            }
        };
        let option = |game: &&'static Game| {
            view! { <option value=game.id>{(game.name)()}</option> }.into_any()
        };
        let options: Vec<AnyView> = games().iter().map(option).collect();
        let first = games().first().map(|game| example(game));
        view! {
            <form class="form setup" novalidate on:submit=submit>
                <div class="field">
                    <label for="example">{words::example()}</label>
                    <select id="example" class="select" on:change=choose>
                        {options}
                    </select>
                </div>
                <div class="field">
                    <label for="toml">{words::definition()}</label>
                    <textarea
                        id="toml"
                        class="input definition"
                        rows="14"
                        spellcheck="false"
                        node_ref=field
                        aria-describedby="toml-hint start-failed"
                        aria-invalid=move || is_invalid(self.failed)
                    >
                        {first}
                    </textarea>
                    <p class="field-hint" id="toml-hint">
                        {prose(words::definition_hint())}
                    </p>
                    {form_error("start-failed", self.failed)}
                </div>
                <div class="button-row">
                    <button type="submit" class="button button-main">
                        {words::begin()}
                    </button>
                    <button
                        type="button"
                        class="button button-quiet"
                        on:click=move |_| self.forget()
                    >
                        {words::forget()}
                    </button>
                </div>
            </form>
        }
        .into_any()
    }
}
