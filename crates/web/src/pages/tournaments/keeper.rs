//! The server's token, and what it allows: starting, pausing, going on.

use super::html::Html;
use super::page::told;
use crate::online::tournaments;
use crate::pages::games::{GAMES, Game};
use crate::route::Route;
use crate::shell::{Toast, toast};
use crate::store;
use crate::text::tournaments as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement, SubmitEvent};

/// Kept as long as the tab: it opens more than one's own games.
const KEY: &str = "parlour/keeper";

/// The token of this tab, if one was entered.
fn token() -> Option<String> {
    store::tab_text(KEY)
}

fn field<T: JsCast>(id: &str) -> Option<T> {
    document().get_element_by_id(id)?.dyn_into().ok()
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

/// Writes the example of a game into the definition.
pub(super) fn fill(game: &str) {
    let game = GAMES.iter().find(|known| known.id == game);
    if let (Some(game), Some(field)) = (game, field::<HtmlTextAreaElement>("toml")) {
        field.set_value(&example(game));
    }
}

/// Whoever may have the token.
#[derive(Clone, Copy)]
pub(super) struct Keeper {
    /// Whether this tab knows the token.
    known: RwSignal<bool>,
    /// Why the last attempt failed.
    failed: RwSignal<Option<String>>,
    toast: Toast,
}

impl Keeper {
    /// Whoever looks at this page.
    pub(super) fn here() -> Keeper {
        Keeper {
            known: RwSignal::new(token().is_some()),
            failed: RwSignal::new(None),
            toast: toast(),
        }
    }

    /// A form was sent: the token, or a definition.
    pub(super) fn submit(self, event: SubmitEvent) {
        event.prevent_default();
        self.failed.set(None);
        match token().filter(|_| self.known.get_untracked()) {
            None => self.unlock(),
            Some(token) => self.begin(token),
        }
    }

    fn unlock(self) {
        let Some(field) = field::<HtmlInputElement>("token") else {
            return;
        };
        let token = field.value().trim().to_owned();
        if token.is_empty() {
            self.failed.set(Some(words::NO_TOKEN.to_owned()));
            return;
        }
        spawn_local(async move {
            match tournaments::is_keeper(&token).await {
                Ok(()) => {
                    // Where it is not kept the token is asked for again.
                    store::put_tab_text(KEY, Some(&token));
                    let _ = self.known.try_set(true);
                }
                Err(trouble) => drop(self.failed.try_set(Some(told(&trouble)))),
            }
        });
    }

    fn begin(self, token: String) {
        let Some(field) = field::<HtmlTextAreaElement>("toml") else {
            return;
        };
        let text = field.value();
        spawn_local(async move {
            match tournaments::begin(&text, &token).await {
                // Who has left the page meanwhile stays where they are.
                Ok(id) if !self.failed.is_disposed() => Route::Tournament(id).go(),
                Ok(_) => {}
                Err(trouble) => drop(self.failed.try_set(Some(told(&trouble)))),
            }
        });
    }

    /// A button was pressed: `pause`, `resume` of a tournament, or `forget`.
    pub(super) fn act(self, what: &str, id: Option<&str>, changed: Callback<()>) {
        if what == "forget" {
            store::put_tab_text(KEY, None);
            self.known.set(false);
            return;
        }
        let (Some(id), Some(token)) = (id, token()) else {
            return;
        };
        let id = id.to_owned();
        let (path, done) = match what {
            "pause" => ("/pause", words::PAUSED),
            _ => ("/resume", words::RESUMED),
        };
        spawn_local(async move {
            let said = match tournaments::steer(&id, path, &token).await {
                Ok(()) => done.to_owned(),
                Err(trouble) => told(&trouble),
            };
            self.toast.show(said);
            let _ = changed.try_run(());
        });
    }

    /// The button that pauses a tournament or goes on with it, for whoever has the token.
    pub(super) fn steer(self, html: &mut Html, state: &str, held: &Value) {
        if !self.known.get() {
            return;
        }
        let (open, label) = match state {
            // What plays elsewhere is paused there.
            "running" if held["here"] == true => (
                "<button type=\"button\" class=\"button\" data-do=\"pause\">",
                words::PAUSE,
            ),
            "open" => (
                "<button type=\"button\" class=\"button\" data-do=\"resume\">",
                words::RESUME,
            ),
            _ => return,
        };
        html.element(open, label, "</button>");
    }

    /// The form that starts a tournament, behind the token.
    pub(super) fn form(self, html: &mut Html) {
        let failed = self.failed.get();
        let invalid = if failed.is_some() { "true" } else { "false" };
        html.element(
            "<section class=\"home-part\" aria-labelledby=\"start\"><h2 id=\"start\">",
            words::START,
            "</h2>",
        );
        match self.known.get() {
            false => {
                html.raw("<form class=\"form setup\" data-key=\"unlock\" novalidate>");
                html.raw("<p>").prose(words::START_TEXT).raw("</p>");
                html.element(
                    "<div class=\"field\"><label for=\"token\">",
                    words::TOKEN,
                    "</label>",
                );
                html.raw(
                    "<input id=\"token\" class=\"input\" type=\"password\" autocomplete=\"off\"",
                );
                html.raw(" aria-describedby=\"token-hint start-failed\" aria-invalid=\"");
                html.text(invalid).raw("\">");
                html.element(
                    "<p class=\"field-hint\" id=\"token-hint\">",
                    words::TOKEN_HINT,
                    "</p>",
                );
            }
            true => {
                html.raw("<form class=\"form setup\" data-key=\"definition\" novalidate>");
                html.element(
                    "<div class=\"field\"><label for=\"example\">",
                    words::EXAMPLE,
                    "</label>",
                );
                html.raw("<select id=\"example\" class=\"select\">");
                for game in GAMES {
                    html.raw("<option value=\"").text(game.id).raw("\">");
                    html.text(game.name).raw("</option>");
                }
                html.raw("</select></div>");
                html.element(
                    "<div class=\"field\"><label for=\"toml\">",
                    words::DEFINITION,
                    "</label>",
                );
                html.raw("<textarea id=\"toml\" class=\"input definition\" rows=\"14\" spellcheck=\"false\"");
                html.raw(" aria-describedby=\"toml-hint start-failed\" aria-invalid=\"");
                html.text(invalid).raw("\">");
                html.text(&example(&GAMES[0])).raw("</textarea>");
                html.raw("<p class=\"field-hint\" id=\"toml-hint\">");
                html.prose(words::DEFINITION_HINT).raw("</p>");
            }
        }
        html.raw("<p class=\"field-error\" id=\"start-failed\" role=\"alert\">");
        html.prose(&failed.unwrap_or_default());
        html.raw("</p></div><div class=\"button-row\"><button type=\"submit\" class=\"button button-main\">");
        html.text(if self.known.get() {
            words::BEGIN
        } else {
            words::USE_TOKEN
        });
        html.raw("</button>");
        if self.known.get() {
            html.element(
                "<button type=\"button\" class=\"button button-quiet\" data-do=\"forget\">",
                words::FORGET,
                "</button>",
            );
        }
        html.raw("</div></form></section>");
    }
}
