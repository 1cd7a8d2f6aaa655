//! The form that registers an agent.

use super::api::{self, address};
use super::{board_name, owner};
use crate::platform::route::Route;
use crate::site::strings::ladder as words;
use crate::site::tournaments::filters::decoded;
use crate::site::tournaments::frame::Frame;
use crate::site::tournaments::parts::trouble_text;
use crate::site::tournaments::response::{Changes, Response};
use crate::site::tournaments::token_form::{form_error, is_invalid};
use crate::ui::copy_field::CopyField;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::ladder::{BoardSummary, LadderOverview, Registered, Registration};
use web_sys::SubmitEvent;

/// The longest name and the longest contact, in characters, as the server has them.
const NAME_LENGTH: usize = 40;
const CONTACT_LENGTH: usize = 200;

/// `#/ladder/register` and `#/ladder/register/BOARD`.
#[component]
pub(crate) fn RegisterPage(board: String) -> impl IntoView {
    let wanted = decoded(&board);
    let response = Response::<LadderOverview>::new(|| address(&[]));
    let overview = Memo::new(move |_| response.get());
    // The boards of the form; a later response changes only their numbers.
    let boards = Memo::new(move |_| {
        let boards = overview.get()?.boards;
        let names = boards.into_iter().map(|board: BoardSummary| board.board);
        Some(names.collect::<Vec<String>>())
    });
    let done = RwSignal::new(None::<(String, Registered)>);
    let body = move || {
        let wanted = wanted.clone();
        move || match done.get() {
            Some((name, registered)) => {
                let agents = overview.with_untracked(|overview| overview.as_ref()?.agents.clone());
                registered_view(&name, &registered, agents)
            }
            None => form(boards.get().unwrap_or_default(), &wanted, done),
        }
    };
    Frame {
        title: Signal::stored(words::register().to_owned()),
        lede: words::register_lede(),
        root: super::root,
        above: Some(Signal::stored(Vec::new())),
        sources: vec![response.source],
        changes: Signal::derive(move || {
            overview.with(|there| there.as_ref().map(|_| Changes::Never))
        }),
        body: (move || body().into_any()).into(),
    }
    .view()
}

fn form(
    boards: Vec<String>,
    wanted: &str,
    done: RwSignal<Option<(String, Registered)>>,
) -> AnyView {
    let failed = RwSignal::new(None::<String>);
    let sending = RwSignal::new(false);
    let board = NodeRef::<html::Select>::new();
    let [name, contact] = [(); 2].map(|()| NodeRef::<html::Input>::new());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let fields = (
            board.get_untracked(),
            name.get_untracked(),
            contact.get_untracked(),
        );
        let (Some(board), Some(name), Some(contact)) = fields else {
            return;
        };
        if sending.get_untracked() {
            return;
        }
        let request = Registration {
            board: board.value(),
            name: name.value().trim().to_owned(),
            contact: contact.value().trim().to_owned(),
        };
        sending.set(true);
        failed.set(None);
        spawn_local(async move {
            let answer = api::register(&request).await;
            let _ = sending.try_set(false);
            match answer {
                Ok(registered) => {
                    owner::keep_token(&registered.agent.to_string(), Some(&registered.token));
                    let _ = done.try_set(Some((request.name, registered)));
                }
                Err(trouble) => drop(failed.try_set(Some(trouble_text(&trouble)))),
            }
        });
    };
    let options: Vec<AnyView> = (boards.iter())
        .map(|board| {
            view! {
                <option value=board.clone() selected=board == wanted>
                    {board_name(board)}
                </option>
            }
            .into_any()
        })
        .collect();
    view! {
        <form class="form setup" novalidate on:submit=submit data-testid="register">
            <div class="field">
                <label for="board">{words::board()}</label>
                <select id="board" class="select" node_ref=board>
                    {options}
                </select>
            </div>
            <div class="field">
                <label for="agent-name">{words::name()}</label>
                <input
                    id="agent-name"
                    class="input"
                    maxlength=NAME_LENGTH
                    autocomplete="off"
                    node_ref=name
                    aria-describedby="agent-name-hint register-failed"
                    aria-invalid=move || is_invalid(failed)
                />
                <p class="field-hint" id="agent-name-hint">
                    {words::name_hint()}
                </p>
            </div>
            <div class="field">
                <label for="contact">{words::contact()}</label>
                <input
                    id="contact"
                    class="input"
                    maxlength=CONTACT_LENGTH
                    autocomplete="email"
                    node_ref=contact
                    aria-describedby="contact-hint"
                />
                <p class="field-hint" id="contact-hint">
                    {words::contact_hint()}
                </p>
            </div>
            {form_error("register-failed", failed)}
            <div class="button-row">
                <button type="submit" class="button button-main">
                    {words::register_button()}
                </button>
            </div>
        </form>
    }
    .into_any()
}

/// The token of a new agent, and what to do with it.
fn registered_view(name: &str, registered: &Registered, agents: Option<String>) -> AnyView {
    // The server may listen on all addresses; the page's is one of them.
    let host = window().location().hostname().unwrap_or_default();
    let host = host.trim_matches(['[', ']']);
    let port = agents.and_then(|address| Some(address.rsplit_once(':')?.1.to_owned()));
    let port = port.unwrap_or_else(|| "PORT".to_owned());
    let command = format!("PARLOUR_TOKEN=… python3 clients/python/ladder_agent.py {host} {port}");
    let page = Route::LadderAgent(registered.agent.to_string()).to_string();
    view! {
        <section class="home-part" data-testid="registered" role="status">
            <h2>{words::registered(name)}</h2>
            <p class="note">{words::token_once()}</p>
            <CopyField label=words::token().to_owned() text=registered.token.clone() />
            <p>{words::run_text()}</p>
            <CopyField label=words::command().to_owned() text=command />
            <p>
                <a class="button button-main" href=page>
                    {words::to_agent()}
                </a>
            </p>
        </section>
    }
    .into_any()
}
