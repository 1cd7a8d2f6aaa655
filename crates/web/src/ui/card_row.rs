//! Rows of cards by keyboard: one stop of the Tab key for each row, the arrow keys within.

use super::card_drag::{self, Dragging};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Which card of a row the Tab key stops at: the one that had the focus last,
/// or the first when it has gone.
#[derive(Clone, Copy)]
pub(crate) struct Rover {
    last: RwSignal<Option<u32>>,
    ids: Signal<Vec<u32>>,
}

impl Rover {
    /// For a row of cards with these ids.
    pub(crate) fn new(ids: impl Fn() -> Vec<u32> + Send + Sync + 'static) -> Rover {
        Rover {
            last: RwSignal::new(None),
            ids: Signal::derive(ids),
        }
    }

    /// The `tabindex` of a card.
    pub(crate) fn tabindex(self, id: u32) -> &'static str {
        let stop = self.ids.with(|ids| {
            let last = self.last.get().filter(|last| ids.contains(last));
            last.or_else(|| ids.first().copied())
        });
        if stop == Some(id) { "0" } else { "-1" }
    }

    /// A card has got the focus.
    pub(crate) fn focused(self, id: u32) {
        self.last.set(Some(id));
    }
}

/// A card of a row, as a button that chooses it.
pub(crate) struct CardButton {
    /// A number that no other card of the row has.
    pub(crate) id: u32,
    /// The drawing.
    pub(crate) picture: String,
    /// The name for screen readers.
    pub(crate) name: Signal<String>,
    /// The card's text form; none in a tutorial, whose cards do not travel.
    pub(crate) text: Option<String>,
    /// The part of the table in which the row is, if there are several.
    pub(crate) zone: Option<&'static str>,
    /// The Tab stop of the row; without one every card is a stop.
    pub(crate) rover: Option<Rover>,
    pub(crate) is_selected: Signal<bool>,
    /// Whether it can be chosen now.
    pub(crate) is_legal: Signal<bool>,
    /// Whether it is shown that it can be chosen.
    pub(crate) shows_legal: Signal<bool>,
    /// Whether it is shown that it cannot be chosen.
    pub(crate) is_dim: Signal<bool>,
    /// Whether the hint proposes it.
    pub(crate) is_hint: Signal<bool>,
    /// Whether the row cannot be used now.
    pub(crate) is_disabled: Signal<bool>,
    /// What a click does.
    pub(crate) choose: Callback<()>,
    /// What dragging does; `None` if the card cannot be dragged.
    pub(crate) dragging: Option<Dragging>,
}

impl CardButton {
    /// The button.
    pub(crate) fn view(self) -> AnyView {
        let CardButton {
            id,
            is_selected,
            is_legal,
            rover,
            dragging,
            ..
        } = self;
        let travels = self.text.is_some();
        view! {
            <button
                type="button"
                class="card"
                class:is-selected=move || is_selected.get()
                class:is-legal=move || self.shows_legal.get() && is_legal.get()
                class:is-dim=move || self.is_dim.get()
                class:is-hint=move || self.is_hint.get()
                aria-pressed=move || is_selected.get().to_string()
                aria-disabled=move || self.is_disabled.get().then_some("true")
                aria-label=move || self.name.get()
                tabindex=move || rover.map(|rover| rover.tabindex(id))
                data-card=self.text
                data-zone=self.zone
                data-legal=move || (travels && is_legal.get()).then_some("")
                data-travel=travels.then(|| id.to_string())
                on:focus=move |_| {
                    if let Some(rover) = rover {
                        rover.focused(id);
                    }
                }
                on:keydown=move |event| {
                    if rover.is_some() {
                        on_key(&event);
                    }
                }
                on:pointerdown=move |event| {
                    if let Some(dragging) = dragging {
                        card_drag::press(&event, dragging);
                    }
                }
                on:touchmove=move |event| card_drag::hold_page(&event)
                on:click=move |_| {
                    if !card_drag::take_click() {
                        self.choose.run(());
                    }
                }
                inner_html=self.picture
            ></button>
        }
        .into_any()
    }
}

/// The arrow keys in a row: to its other cards, up and down to the other rows.
fn on_key(event: &KeyboardEvent) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let Some(card) = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
    else {
        return;
    };
    let Some(row) = card.closest("ul").ok().flatten() else {
        return;
    };
    let cards = buttons(&row);
    let Some(at) = cards.iter().position(|other| **other == card) else {
        return;
    };
    let next = match event.key().as_str() {
        "ArrowRight" => cards.get(at + 1).cloned(),
        "ArrowLeft" => at.checked_sub(1).and_then(|at| cards.get(at).cloned()),
        "Home" => cards.first().cloned(),
        "End" => cards.last().cloned(),
        "ArrowDown" => neighbour(&row, 1),
        "ArrowUp" => neighbour(&row, -1),
        _ => return,
    };
    event.prevent_default();
    if let Some(next) = next {
        // An element on the page takes the focus.
        let _ = next.focus();
    }
}

fn buttons(row: &Element) -> Vec<HtmlElement> {
    all(row, "button")
}

/// The stop of the row after or before this one.
fn neighbour(row: &Element, step: isize) -> Option<HtmlElement> {
    let main = document().get_element_by_id("main")?;
    let rows: Vec<HtmlElement> = all(&main, "ul.cards");
    let rows: Vec<&HtmlElement> = rows.iter().filter(|row| !buttons(row).is_empty()).collect();
    let at = rows.iter().position(|other| **row == ****other)?;
    let next = rows.get(at.checked_add_signed(step)?)?;
    all(next, "button[tabindex='0']").into_iter().next()
}

fn all(within: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(list) = within.query_selector_all(selector) else {
        return Vec::new();
    };
    (0..list.length())
        .filter_map(|index| list.item(index)?.dyn_into().ok())
        .collect()
}
