//! A form that asks for a token.

use crate::site::strings::tournaments as words;
use crate::ui::prose::prose;
use leptos::html;
use leptos::prelude::*;
use web_sys::SubmitEvent;

/// A form that asks for a token.
pub(crate) struct TokenForm {
    /// What the token is for; may be empty.
    pub(crate) about: &'static str,
    pub(crate) label: &'static str,
    /// Why the last attempt failed.
    pub(crate) failed: RwSignal<Option<String>>,
}

impl TokenForm {
    /// The form. `submit` gets a token that is not empty.
    pub(crate) fn view(self, submit: impl Fn(String) + 'static) -> AnyView {
        let failed = self.failed;
        let field = NodeRef::<html::Input>::new();
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            let Some(field) = field.get_untracked() else {
                return;
            };
            let token = field.value().trim().to_owned();
            if token.is_empty() {
                return failed.set(Some(words::no_token().to_owned()));
            }
            failed.set(None);
            submit(token);
        };
        let about = (!self.about.is_empty()).then(|| view! { <p>{prose(self.about)}</p> });
        view! {
            <form class="form setup" novalidate on:submit=submit>
                {about}
                <div class="field">
                    <label for="token">{self.label}</label>
                    <input
                        id="token"
                        class="input"
                        type="password"
                        autocomplete="off"
                        node_ref=field
                        aria-describedby="token-hint token-failed"
                        aria-invalid=move || is_invalid(failed)
                    />
                    <p class="field-hint" id="token-hint">
                        {words::token_hint()}
                    </p>
                    {form_error("token-failed", failed)}
                </div>
                <div class="button-row">
                    <button type="submit" class="button button-main">
                        {words::use_token()}
                    </button>
                </div>
            </form>
        }
        .into_any()
    }
}

/// Why a form could not be sent, below its field.
pub(crate) fn form_error(id: &'static str, failed: RwSignal<Option<String>>) -> AnyView {
    view! {
        <p class="field-error" id=id role="alert">
            {move || failed.get().map(|failed| prose(&failed))}
        </p>
    }
    .into_any()
}

/// The value of `aria-invalid`.
pub(crate) fn is_invalid(failed: RwSignal<Option<String>>) -> &'static str {
    match failed.with(Option::is_some) {
        true => "true",
        false => "false",
    }
}
