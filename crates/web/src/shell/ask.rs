//! Questions before something is lost.

use crate::route::Route;
use crate::text::shell as words;
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;

/// A question with one answer that does something. It outlives the component that asks it, so
/// nothing in it may belong to a page.
#[derive(Clone)]
pub(crate) struct Question {
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
pub(crate) struct Ask(RwSignal<Option<Question>>);

impl Ask {
    /// Shows the question.
    pub(crate) fn show(self, question: Question) {
        self.0.set(Some(question));
    }
}

/// Provides [`ask`]. A question is withdrawn when its page is left.
pub(super) fn provide(page: Memo<Route>) {
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
pub(super) fn Dialog() -> impl IntoView {
    let Ask(asked) = expect_context();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else {
            return;
        };
        match (asked.with(Option::is_some), dialog.open()) {
            // It fails only for a dialog that is not on the page.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let part = move |part: fn(&Question) -> String| {
        asked.with(|asked| asked.as_ref().map(part).unwrap_or_default())
    };
    view! {
        <dialog
            class="dialog"
            node_ref=dialog
            aria-labelledby="question-title"
            aria-describedby="question-text"
            on:close=move |_| asked.set(None)
        >
            <h2 id="question-title">{move || part(|question| question.title.clone())}</h2>
            <p id="question-text">{move || part(|question| question.text.clone())}</p>
            <div class="dialog-foot">
                <button type="button" class="button" on:click=move |_| close()>
                    {words::KEEP}
                </button>
                <button
                    type="button"
                    class="button button-danger"
                    on:click=move |_| {
                        let question = asked.get_untracked();
                        close();
                        if let Some(question) = question {
                            (question.then)();
                        }
                    }
                >
                    {move || part(|question| question.yes.clone())}
                </button>
            </div>
        </dialog>
    }
}
