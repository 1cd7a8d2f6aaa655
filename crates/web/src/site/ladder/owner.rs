//! What the owner of an agent can do, with its token.

use super::api;
use crate::platform::file::download;
use crate::platform::storage;
use crate::site::strings::{ladder as words, tournaments};
use crate::site::tournaments::parts::{section, trouble_text};
use crate::site::tournaments::response::{Source, request_all};
use crate::site::tournaments::token_form::{TokenForm, form_error};
use crate::ui::confirm::{Ask, Confirmation, ask};
use crate::ui::copy_field::CopyField;
use crate::ui::toast::{Toast, toast};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::ladder::AgentState;
use std::sync::Arc;
use web_sys::SubmitEvent;

/// The key of an agent's token, kept as long as the tab.
fn key(agent: &str) -> String {
    format!("parlour/ladder/{agent}")
}

/// Keeps the token of an agent in this tab, or forgets it.
pub(super) fn keep_token(agent: &str, token: Option<&str>) {
    // Where it is not kept the token is asked for again.
    storage::put_tab_text(&key(agent), token);
}

/// The owner's part of an agent's page.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    agent: StoredValue<String>,
    /// The token, once it was accepted.
    token: RwSignal<Option<String>>,
    /// A token that has just replaced it.
    replaced: RwSignal<Option<String>>,
    failed: RwSignal<Option<String>>,
    sources: StoredValue<Vec<Source>>,
    toast: Toast,
    ask: Ask,
}

impl Owner {
    pub(super) fn new(agent: &str, sources: Vec<Source>) -> Owner {
        Owner {
            agent: StoredValue::new(agent.to_owned()),
            token: RwSignal::new(storage::tab_text(&key(agent))),
            replaced: RwSignal::new(None),
            failed: RwSignal::new(None),
            sources: StoredValue::new(sources),
            toast: toast(),
            ask: ask(),
        }
    }

    /// The section.
    pub(super) fn section(self, state: Memo<Option<(AgentState, String)>>) -> AnyView {
        let body = move || match self.token.get() {
            None => TokenForm {
                about: "",
                label: words::token(),
                failed: self.failed,
            }
            .view(move |token| self.unlock(token)),
            Some(_) => self.tools(state),
        };
        let about = Some(words::owner_text().to_owned());
        let body = view! { {body} }.into_any();
        section("owner", words::owner().to_owned(), about, body)
    }

    /// Keeps a token, if it is the agent's: only the owner may read the log.
    fn unlock(self, token: String) {
        let agent = self.agent.get_value();
        spawn_local(async move {
            match api::log(&agent, &token).await {
                Ok(_) => {
                    keep_token(&agent, Some(&token));
                    let _ = self.token.try_set(Some(token));
                }
                Err(trouble) => drop(self.failed.try_set(Some(trouble_text(&trouble)))),
            }
        });
    }

    /// Sends a change, and says that it is done.
    fn send(self, what: &'static str, done: &'static str) {
        let Some(token) = self.token.get_untracked() else {
            return;
        };
        let agent = self.agent.get_value();
        spawn_local(async move {
            let said = match api::change(&agent, what, &token).await {
                Ok(()) => done.to_owned(),
                Err(trouble) => trouble_text(&trouble),
            };
            self.finish(said);
        });
    }

    fn finish(self, said: String) {
        self.toast.show(said);
        // The page may have been left.
        let _ = self.sources.try_with_value(|sources| request_all(sources));
    }

    fn download_log(self) {
        let Some(token) = self.token.get_untracked() else {
            return;
        };
        let agent = self.agent.get_value();
        spawn_local(async move {
            match api::log(&agent, &token).await {
                Ok(log) => download(&format!("agent-{agent}.jsonl"), &log),
                Err(trouble) => self.toast.show(trouble_text(&trouble)),
            }
        });
    }

    fn replace_token(self) {
        let Some(token) = self.token.get_untracked() else {
            return;
        };
        let agent = self.agent.get_value();
        spawn_local(async move {
            match api::replace_token(&agent, &token).await {
                Ok(registered) => {
                    keep_token(&agent, Some(&registered.token));
                    let _ = self.token.try_set(Some(registered.token.clone()));
                    let _ = self.replaced.try_set(Some(registered.token));
                }
                Err(trouble) => self.toast.show(trouble_text(&trouble)),
            }
        });
    }

    fn ask_withdrawal(self, name: &str) {
        let question = Confirmation {
            title: words::withdraw_title(name),
            text: words::withdraw_text().to_owned(),
            yes: words::withdraw().to_owned(),
            then: Arc::new(move || self.send("withdraw", words::withdrawn())),
        };
        self.ask.show(question);
    }

    fn rename(self, name: String) {
        self.failed.set(None);
        let Some(token) = self.token.get_untracked() else {
            return;
        };
        let agent = self.agent.get_value();
        spawn_local(async move {
            match api::rename(&agent, &name, &token).await {
                Ok(()) => self.finish(words::renamed().to_owned()),
                Err(trouble) => drop(self.failed.try_set(Some(trouble_text(&trouble)))),
            }
        });
    }

    /// What the owner can do.
    fn tools(self, state: Memo<Option<(AgentState, String)>>) -> AnyView {
        let field = NodeRef::<html::Input>::new();
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(field) = field.get_untracked() {
                self.rename(field.value().trim().to_owned());
            }
        };
        let pause = move || {
            let (state, _) = state.get()?;
            let (what, label, done) = match state {
                AgentState::New | AgentState::Active => {
                    ("pause", tournaments::pause(), words::paused())
                }
                AgentState::Paused => ("resume", tournaments::resume(), words::resumed()),
                AgentState::Withdrawn => return None,
            };
            Some(view! {
                <button type="button" class="button" on:click=move |_| self.send(what, done)>
                    {label}
                </button>
            })
        };
        let replaced = move || {
            let token = self.replaced.get()?;
            Some(view! {
                <p class="note">{words::token_once()}</p>
                <CopyField label=words::token().to_owned() text=token />
            })
        };
        let withdraw = move |_| {
            let name = state.get_untracked().map(|(_, name)| name);
            self.ask_withdrawal(&name.unwrap_or_default());
        };
        let forget = move |_| {
            keep_token(&self.agent.get_value(), None);
            self.token.set(None);
        };
        view! {
            <div class="button-row" data-testid="tools">
                <button type="button" class="button" on:click=move |_| self.download_log()>
                    {words::log()}
                </button>
                {pause}
                <button type="button" class="button" on:click=move |_| self.replace_token()>
                    {words::replace_token()}
                </button>
                <button type="button" class="button" on:click=withdraw>
                    {words::withdraw()}
                </button>
                <button type="button" class="button button-quiet" on:click=forget>
                    {tournaments::forget()}
                </button>
            </div>
            <div role="status">{replaced}</div>
            <form class="form setup" novalidate on:submit=submit>
                <div class="field">
                    <label for="new-name">{words::new_name()}</label>
                    <input
                        id="new-name"
                        class="input"
                        maxlength="40"
                        autocomplete="off"
                        node_ref=field
                        aria-describedby="owner-failed"
                    />
                    {form_error("owner-failed", self.failed)}
                </div>
                <div class="button-row">
                    <button type="submit" class="button">
                        {words::rename()}
                    </button>
                </div>
            </form>
        }
        .into_any()
    }
}
