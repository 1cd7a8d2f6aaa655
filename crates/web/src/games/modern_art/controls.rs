//! What one answers with in an auction: the field for an amount, its steps, and the button to pass.

use super::choice::{Choice, Range, range};
use super::strings::table as words;
use crate::play::gallery::{answers, passing};
use crate::play::table::{Ctx, Guidance};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use parlour_games::modern_art::{Action, ModernArt};

/// By how much the steps raise an amount, in thousands.
const STEPS: [u16; 2] = [5, 10];

/// The left of the action bar.
pub(super) fn controls(
    ctx: Ctx<ModernArt>,
    choice: RwSignal<Choice>,
    guidance: Signal<Guidance<Action>>,
) -> AnyView {
    let allowed = Memo::new(move |_| {
        let seat = ctx.mover.get()?;
        ctx.shown.with(|state| range(state, seat))
    });
    let (passes, pass) = passing(ctx, Action::Pass);
    let field = NodeRef::<html::Input>::new();
    let step = move |by: i32| step(choice, allowed, by);
    ctx.keys(move |key| {
        match key {
            "b" => {
                if let Some(field) = field.try_get_untracked().flatten() {
                    // A field on the page takes the focus.
                    let _ = field.focus();
                    field.select();
                }
            }
            "+" | "=" => step(1),
            "-" => step(-1),
            "p" => pass.run(()),
            "escape" => choice.set(Choice::default()),
            _ => return false,
        }
        true
    });
    let enter = move |()| {
        if let Some(action) = guidance.with_untracked(|guidance| guidance.action) {
            ctx.play(action);
        }
    };
    let amount = amount(choice, allowed, field, Callback::new(enter));
    answers(amount, passes, pass)
}

/// Changes the amount by a step.
fn step(choice: RwSignal<Choice>, allowed: Memo<Option<Range>>, by: i32) {
    if let Some(range) = allowed.get_untracked() {
        choice.update(|choice| choice.step(by, range));
    }
}

/// The field for an amount and its steps, where an amount is `allowed`. `enter` is called when the Enter key is pressed
/// in it.
pub(super) fn amount(
    choice: RwSignal<Choice>,
    allowed: Memo<Option<Range>>,
    field: NodeRef<html::Input>,
    enter: Callback<()>,
) -> AnyView {
    let step = move |by: i32| step(choice, allowed, by);
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            enter.run(());
        }
    };
    let amount = move || {
        let range = allowed.get()?;
        let steps = STEPS.map(|by| {
            view! {
                <button
                    type="button"
                    class="button button-quiet amount-step"
                    aria-label=words::more(by)
                    on:click=move |_| step(by.into())
                >
                    {format!("+{by}")}
                </button>
            }
        });
        let name = if range.price {
            words::price()
        } else {
            words::bid_text()
        };
        Some(view! {
            <div class="amount" data-testid="amount">
                <label class="amount-name" for="amount">
                    {name}
                </label>
                <div class="amount-field">
                    <button
                        type="button"
                        class="button amount-one"
                        aria-label=words::less()
                        on:click=move |_| step(-1)
                    >
                        "−"
                    </button>
                    <input
                        id="amount"
                        class="input"
                        type="text"
                        inputmode="numeric"
                        autocomplete="off"
                        maxlength="4"
                        node_ref=field
                        prop:value=move || choice.with(|choice| choice.amount.clone())
                        on:input=move |event| {
                            let typed = event_target_value(&event);
                            choice.update(|choice| choice.amount = typed);
                        }
                        on:keydown=on_key
                    />
                    <button
                        type="button"
                        class="button amount-one"
                        aria-label=words::more_text()
                        on:click=move |_| step(1)
                    >
                        "+"
                    </button>
                </div>
                {steps}
            </div>
        })
    };
    amount.into_any()
}
