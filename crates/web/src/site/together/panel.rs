//! What stands at a shared replay besides the replay itself.

use super::link::{Line, ReplayLink};
use super::{api, words};
use crate::platform::route::Route;
use crate::play::strings::server as server_words;
use crate::play::table::Controller;
use crate::ui::confirm::{Confirmation, ask};
use crate::ui::copy_field::CopyField;
use crate::ui::toast::toast;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::shared_replay::ReplayViewer;
use std::sync::Arc;

/// Above the board: who leads, whether one follows, and how the connection is.
pub(super) fn line(link: ReplayLink, controller: Controller) -> AnyView {
    let text = move || {
        link.shown.with(|shown| {
            let leader = match (&shown.leader, shown.leads) {
                (_, true) => words::you_lead().to_owned(),
                (Some(name), false) if link.follows.get() => words::leads(name),
                (Some(name), false) => words::on_your_own(name),
                (None, false) => words::nobody_leads().to_owned(),
            };
            format!("{leader} {}", words::watching(shown.watching))
        })
    };
    let text = Memo::new(move |_| text());
    let is_open = Memo::new(move |_| link.line.get() == Line::Open);
    let alert = move || {
        let (text, label) = match link.line.get() {
            Line::Connecting | Line::Open => return None,
            Line::Lost => (server_words::lost().to_owned(), server_words::try_now()),
            Line::Closed(reason) => (server_words::closed(&reason), server_words::connect_again()),
        };
        Some(view! {
            <div class="note note-danger table-note" role="alert" data-testid="line">
                <p>{text}</p>
                <button type="button" class="button" on:click=move |_| link.connect_again()>
                    {label}
                </button>
            </div>
        })
    };
    view! {
        {alert}
        <div class="note table-note" hidden=move || !is_open.get() data-testid="together">
            <p role="status">{text}</p>
            <button
                type="button"
                class="button button-main"
                hidden=move || link.follows.get()
                on:click=move |_| link.follow_again(controller)
            >
                {words::follow_again()}
            </button>
        </div>
    }
    .into_any()
}

/// At the side: the link, and what the leader may do.
pub(super) fn people(link: ReplayLink) -> AnyView {
    let address = Route::Together(link.id()).address();
    let leads = Memo::new(move |_| link.shown.with(|shown| shown.leads));
    let is_open = Memo::new(move |_| link.line.get() == Line::Open);
    let others = move || {
        let people = link.people.get();
        let row = |person: ReplayViewer| {
            view! {
                <li class="person">
                    <span class="person-name">{person.name.clone()}</span>
                    <button
                        type="button"
                        class="button button-quiet"
                        on:click=move |_| link.hand_over(person.id)
                    >
                        {words::let_lead()}
                        <span class="visually-hidden">" " {person.name}</span>
                    </button>
                </li>
            }
        };
        match people.is_empty() {
            true => view! { <p class="field-hint">{words::nobody_here()}</p> }.into_any(),
            false => {
                let rows = people.into_iter().map(row).collect_view();
                view! { <ul class="people">{rows}</ul> }.into_any()
            }
        }
    };
    let (ask, toast) = (ask(), toast());
    let question = move || {
        let (id, own) = (link.id(), link.own.get_untracked());
        Confirmation {
            title: words::end_sure().to_owned(),
            text: words::end_text().to_owned(),
            yes: words::end().to_owned(),
            then: Arc::new(move || {
                let token = own.as_ref().map(|own| own.token.clone());
                let (id, token) = (id.clone(), token.unwrap_or_default());
                spawn_local(async move {
                    if let Err(trouble) = api::end(&id, &token).await {
                        toast.show(trouble.to_string());
                    }
                });
            }),
        }
    };
    view! {
        <section class="panel people-panel" data-testid="together-panel">
            <h2>{words::title()}</h2>
            <CopyField label=words::link().to_owned() text=address share=true />
            <p class="field-hint">{words::link_hint()}</p>
            {move || (leads.get() && is_open.get()).then(others)}
            <div class="button-row" hidden=move || !is_open.get()>
                <button
                    type="button"
                    class="button"
                    hidden=move || leads.get() || !link.is_creator()
                    on:click=move |_| link.lead()
                >
                    {words::lead()}
                </button>
                <button
                    type="button"
                    class="button button-danger"
                    hidden=move || !leads.get()
                    on:click=move |_| ask.show(question())
                >
                    {words::end()}
                </button>
            </div>
        </section>
    }
    .into_any()
}
