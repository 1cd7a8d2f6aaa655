//! Cards that are dragged with a mouse, a pen or a finger.
//!
//! A card is dragged from its place to another: places are elements with `data-place`. A click, the keyboard and a
//! screen reader do the same without dragging. A finger that moves at once scrolls the page; one that rests on a card
//! for a moment picks it up.

use leptos::ev;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, PointerEvent};

/// How far a mouse moves before it drags, in CSS pixels.
const SLACK: f64 = 6.0;
/// How far a resting finger may move, likewise.
const FINGER_SLACK: f64 = 10.0;
/// How long a finger rests on a card before it picks the card up.
const HOLD: Duration = Duration::from_millis(300);

/// What is done with a card that is dragged.
#[derive(Clone, Copy)]
pub(crate) struct Dragging {
    /// Whether the card can be picked up now.
    pub(crate) is_ready: Signal<bool>,
    /// The card has been picked up.
    pub(crate) picked: Callback<()>,
    /// The card was let go at another place, of this name.
    pub(crate) dropped: Callback<String>,
}

/// A card under the pointer.
struct Drag {
    card: HtmlElement,
    dragging: Dragging,
    pointer: i32,
    is_finger: bool,
    /// Where the pointer went down.
    start: (f64, f64),
    /// Ends the wait of a finger.
    hold: Option<TimeoutHandle>,
    /// The picture that follows the pointer, once the card is picked up.
    ghost: Option<HtmlElement>,
    listeners: Vec<WindowListenerHandle>,
}

thread_local! {
    static DRAG: RefCell<Option<Drag>> = const { RefCell::new(None) };
    /// Whether the click that follows belongs to a drag.
    static SPENT: Cell<bool> = const { Cell::new(false) };
}

/// The pointer goes down on a card.
pub(crate) fn press(event: &PointerEvent, dragging: Dragging) {
    SPENT.set(false);
    end();
    let card = event
        .current_target()
        .and_then(|card| card.dyn_into::<HtmlElement>().ok());
    let Some(card) = card else { return };
    if event.button() != 0 || !event.is_primary() || !dragging.is_ready.get_untracked() {
        return;
    }
    let is_finger = event.pointer_type() == "touch";
    let pick_up_later = || set_timeout_with_handle(pick_up, HOLD).ok();
    let listeners = vec![
        window_event_listener(ev::pointermove, |event| moved(&event)),
        window_event_listener(ev::pointerup, |event| released(&event)),
        window_event_listener(ev::pointercancel, |_| end()),
        window_event_listener(ev::keydown, |event| {
            if event.key() == "Escape" && is_dragged() {
                event.prevent_default();
                end();
            }
        }),
    ];
    DRAG.set(Some(Drag {
        card,
        dragging,
        pointer: event.pointer_id(),
        is_finger,
        start: position(event),
        hold: is_finger.then(pick_up_later).flatten(),
        ghost: None,
        listeners,
    }));
}

/// Keeps the page from scrolling under a finger that drags.
pub(crate) fn hold_page(event: &Event) {
    if is_dragged() {
        event.prevent_default();
    }
}

/// Whether a click only ends a drag.
pub(crate) fn take_click() -> bool {
    SPENT.take()
}

fn is_dragged() -> bool {
    DRAG.with_borrow(|drag| drag.as_ref().is_some_and(|drag| drag.ghost.is_some()))
}

fn position(event: &PointerEvent) -> (f64, f64) {
    (event.client_x().into(), event.client_y().into())
}

fn moved(event: &PointerEvent) {
    let (x, y) = position(event);
    let far = DRAG.with_borrow(|drag| {
        let drag = drag
            .as_ref()
            .filter(|drag| drag.pointer == event.pointer_id())?;
        let slack = if drag.is_finger { FINGER_SLACK } else { SLACK };
        let is_far = (x - drag.start.0).hypot(y - drag.start.1) > slack;
        Some((drag.is_finger, drag.ghost.is_some(), is_far))
    });
    match far {
        None | Some((_, false, false)) => return,
        // The finger scrolls.
        Some((true, false, true)) => return end(),
        Some((false, false, true)) => pick_up(),
        Some((_, true, _)) => {}
    }
    DRAG.with_borrow(|drag| {
        if let Some(drag) = drag
            && let Some(ghost) = &drag.ghost
        {
            let (dx, dy) = (x - drag.start.0, y - drag.start.1);
            set_style(ghost, "translate", &format!("{dx}px {dy}px"));
            let place = place_at(x, y, &drag.card);
            for other in places() {
                let is_over = place.as_ref() == Some(&other);
                let _ = other.toggle_attribute_with_force("data-over", is_over);
            }
        }
    });
}

/// The card leaves its row: a picture of it follows the pointer from now on.
fn pick_up() {
    let picked = DRAG.with_borrow_mut(|drag| {
        let drag = drag.as_mut()?;
        let origin = place_of(&drag.card);
        for place in places()
            .into_iter()
            .filter(|place| Some(place) != origin.as_ref())
        {
            // Setting an attribute of a fixed name cannot fail.
            let _ = place.set_attribute("data-drop", "");
        }
        drag.ghost = Some(ghost_of(&drag.card)?);
        Some(drag.dragging.picked)
    });
    match picked {
        Some(picked) => picked.run(()),
        None => end(),
    }
}

/// A picture of the card above everything else, where the card is.
fn ghost_of(card: &HtmlElement) -> Option<HtmlElement> {
    let area = card.get_bounding_client_rect();
    let ghost = document()
        .create_element("div")
        .ok()?
        .dyn_into::<HtmlElement>()
        .ok()?;
    ghost.set_class_name("card card-ghost");
    ghost.set_inner_html(&card.inner_html());
    let _ = ghost.set_attribute("aria-hidden", "true");
    set_style(&ghost, "--card", &format!("{}px", area.width()));
    set_style(&ghost, "left", &format!("{}px", area.left()));
    set_style(&ghost, "top", &format!("{}px", area.top()));
    document().body()?.append_child(&ghost).ok()?;
    Some(ghost)
}

fn set_style(element: &HtmlElement, name: &str, value: &str) {
    // A property that the browser does not know is ignored.
    let _ = element.style().set_property(name, value);
}

fn released(event: &PointerEvent) {
    let (x, y) = position(event);
    let dropped = DRAG.with_borrow(|drag| {
        let drag = drag
            .as_ref()
            .filter(|drag| drag.pointer == event.pointer_id())?;
        drag.ghost.as_ref()?;
        let place = place_at(x, y, &drag.card);
        let name = place.and_then(|place| place.get_attribute("data-place"));
        Some((drag.dragging.dropped, name))
    });
    end();
    if let Some((dropped, name)) = dropped {
        SPENT.set(true);
        // The click comes at once or not at all.
        set_timeout(|| SPENT.set(false), Duration::ZERO);
        if let Some(name) = name {
            dropped.run(name);
        }
    }
}

/// Ends a drag without effect.
fn end() {
    let Some(drag) = DRAG.take() else { return };
    for listener in drag.listeners {
        listener.remove();
    }
    if let Some(hold) = drag.hold {
        hold.clear();
    }
    if let Some(ghost) = drag.ghost {
        ghost.remove();
    }
    for place in places() {
        for mark in ["data-drop", "data-over"] {
            let _ = place.remove_attribute(mark);
        }
    }
}

/// All places of the page.
fn places() -> Vec<Element> {
    let Ok(list) = document().query_selector_all("[data-place]") else {
        return Vec::new();
    };
    (0..list.length())
        .filter_map(|index| list.item(index)?.dyn_into().ok())
        .collect()
}

fn place_of(element: &Element) -> Option<Element> {
    element.closest("[data-place]").ok().flatten()
}

/// The place under the pointer, unless the card is from there.
fn place_at(x: f64, y: f64, card: &Element) -> Option<Element> {
    let place = place_of(&document().element_from_point(x as f32, y as f32)?)?;
    (place_of(card).as_ref() != Some(&place)).then_some(place)
}
