//! What the pages of tournaments have in common: heading, way up, state of the connection, focus.

use super::parts::{crumbs, trouble_text};
use super::response::{Changes, Source, poll, request_all};
use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::play::strings::server as server_words;
use crate::site::strings::tournaments as words;
use crate::ui::page::{keep_focus, set_title};
use crate::ui::prose::prose;
use leptos::html;
use leptos::prelude::*;

/// A page that follows what the server responds.
pub(in crate::site) struct Frame {
    /// The heading.
    pub(in crate::site) title: Signal<String>,
    pub(in crate::site) lede: &'static str,
    /// The list of all pages of its kind: address and name.
    pub(in crate::site) root: fn() -> (String, String),
    /// The pages between the list of all tournaments and this one: address and name. None for that list itself.
    pub(in crate::site) above: Option<Signal<Vec<(String, String)>>>,
    /// What the page shows; nothing is shown before the first is there.
    pub(in crate::site) sources: Vec<Source>,
    /// How often the first changes.
    pub(in crate::site) changes: Signal<Option<Changes>>,
    /// The page below its heading.
    pub(in crate::site) body: ViewFn,
}

impl Frame {
    /// The page.
    pub(in crate::site) fn view(self) -> AnyView {
        let Frame {
            title,
            lede,
            root,
            above,
            sources,
            changes,
            body,
        } = self;
        Effect::new(move |_| title.with(|title| set_title(title)));
        poll(sources.clone(), changes);
        let first = sources[0];
        let is_there = Memo::new(move |_| first.is_there());
        let all = StoredValue::new(sources);
        let trouble = Memo::new(move |_| {
            all.with_value(|sources| sources.iter().find_map(|source| source.trouble.get()))
        });
        let main = NodeRef::<html::Main>::new();
        keep_focus(main);
        let status = move || match (is_there.get(), trouble.get()) {
            (true, Some(trouble)) => view! {
                <p class="note">{prose(&trouble_text(&trouble))} " " {words::old()}</p>
            }
            .into_any(),
            (true, None) => ().into_any(),
            (false, None) => view! {
                <span class="spinner" aria-hidden="true"></span>
                " "
                {server_words::loading()}
            }
            .into_any(),
            (false, Some(trouble)) => failed(&trouble, all),
        };
        view! {
            <main
                id="main"
                class="page tournaments"
                tabindex="-1"
                node_ref=main
            >
                {above.map(|above| move || above.with(|above| crumbs(root(), above, None)))}
                <div class="page-head">
                    <h1>{title}</h1>
                    <p>{lede}</p>
                </div>
                <div role="status">{status}</div>
                {move || is_there.get().then(|| body.run())}
            </main>
        }
        .into_any()
    }
}

/// There is no response.
fn failed(trouble: &Trouble, sources: StoredValue<Vec<Source>>) -> AnyView {
    let plain = *trouble == Trouble::NoRooms;
    let again = move |_| sources.with_value(|sources| request_all(sources));
    view! {
        <div class="note" data-testid="no-answer">
            <p>
                <b>{prose(&trouble_text(trouble))}</b>
            </p>
            {plain.then(|| view! { <p>{prose(words::no_server_text())}</p> })}
        </div>
        <p class="button-row">
            {(!plain)
                .then(|| {
                    view! {
                        <button type="button" class="button" data-testid="again" on:click=again>
                            {server_words::try_again()}
                        </button>
                    }
                })}
            <a class="button" href=Route::Home.to_string()>
                {server_words::play_here()}
            </a>
        </p>
    }
    .into_any()
}
