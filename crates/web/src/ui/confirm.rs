//! Questions before something is lost.

use super::dialog::Dialog;
use super::strings as words;
use crate::platform::route::Route;
use leptos::prelude::*;
use std::sync::Arc;

/// A question with one answer that does something. It outlives the component that asks it, so
/// nothing in it may belong to a page.
#[derive(Clone)]
pub(crate) struct Confirmation {
    /// The question.
    pub(crate) title: String,
    /// What will happen.
    pub(crate) text: String,
    /// The button that does it.
    pub(crate) yes: String,
    /// What it does.
    pub(crate) then: Arc<dyn Fn() + Send + Sync>,
}

/// Opens the dialog. It belongs to the app: it may be kept by whatever outlives a page.
#[derive(Clone, Copy)]
pub(crate) struct Ask(RwSignal<Option<Confirmation>>);

impl Ask {
    /// Shows the question.
    pub(crate) fn show(self, question: Confirmation) {
        self.0.set(Some(question));
    }
}

/// Provides [`ask`]. A question is withdrawn when its page is left.
pub(crate) fn provide(page: Memo<Route>) {
    let asked = RwSignal::new(None);
    provide_context(Ask(asked));
    Effect::watch(move || page.get(), move |_, _, _| asked.set(None), false);
}

/// The dialog of the app; call it where the context is, and keep it as long as needed.
pub(crate) fn ask() -> Ask {
    expect_context()
}

/// The dialog in which the question stands.
#[component]
pub(crate) fn ConfirmDialog() -> impl IntoView {
    let Ask(asked) = expect_context();
    let open = Signal::derive(move || asked.with(Option::is_some));
    let close = Callback::new(move |()| asked.set(None));
    let question = move || {
        let Confirmation {
            title,
            text,
            yes,
            then,
        } = asked.get()?;
        let confirm = move |_| {
            close.run(());
            // The dialog gives the focus back before anything is removed from the page.
            let then = then.clone();
            queue_microtask(move || then());
        };
        Some(view! {
            <h2 id="question-title">{title}</h2>
            <p>{text}</p>
            <div class="dialog-foot">
                <button type="button" class="button" autofocus on:click=move |_| close.run(())>
                    {words::keep()}
                </button>
                <button type="button" class="button button-danger" on:click=confirm>
                    {yes}
                </button>
            </div>
        })
    };
    view! {
        <Dialog open labelled_by="question-title" on_close=close>
            {question}
        </Dialog>
    }
}
