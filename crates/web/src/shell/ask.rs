//! Questions before something is lost.

use crate::text::shell as words;
use leptos::html;
use leptos::prelude::*;

/// A question with one answer that does something.
#[derive(Clone)]
pub(crate) struct Question {
    /// The question.
    pub(crate) title: String,
    /// What will happen.
    pub(crate) text: String,
    /// The button that does it.
    pub(crate) yes: String,
    /// What it does.
    pub(crate) then: Callback<()>,
}

#[derive(Clone, Copy)]
struct Asked(RwSignal<Option<Question>>);

pub(super) fn provide() {
    provide_context(Asked(RwSignal::new(None)));
}

/// A way to ask; call it where the context is, and use the callback anywhere.
pub(crate) fn ask() -> Callback<Question> {
    let Asked(asked) = expect_context();
    Callback::new(move |question| asked.set(Some(question)))
}

/// The dialog in which the question stands.
#[component]
pub(super) fn Dialog() -> impl IntoView {
    let Asked(asked) = expect_context();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get()
            && asked.with(Option::is_some)
            && !dialog.open()
        {
            // It fails only for a dialog that is not on the page.
            let _ = dialog.show_modal();
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
                            question.then.run(());
                        }
                    }
                >
                    {move || part(|question| question.yes.clone())}
                </button>
            </div>
        </dialog>
    }
}
