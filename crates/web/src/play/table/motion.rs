//! Cards travel from where they were to where they are.
//!
//! Every card that can travel carries `data-travel` with its id; so does the deck,
//! from which unknown cards come, and the discard pile, to which sold ones go.
//! [`capture`] notes where they are before a change, [`Snapshot::play`] lets
//! them travel from there after it (first, last, invert, play). A card that is
//! still on its way starts again from where it is seen.

use crate::platform::settings::Pace;
use leptos::prelude::*;
use std::collections::HashMap;
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, Element, HtmlElement};

/// How long a card travels, in milliseconds: as `--travel` in the style sheet.
const TRAVEL: f64 = 200.0;
const EASE: &str = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/// Where unknown cards come from.
pub(crate) const DECK: &str = "deck";
/// Where cards go that are no longer seen.
pub(crate) const DISCARD: &str = "discard";

#[wasm_bindgen]
extern "C" {
    /// An element, with the one method of the Web Animations API that is used.
    type Animated;

    #[wasm_bindgen(method)]
    fn animate(this: &Animated, keyframes: &JsValue, options: &JsValue) -> JsValue;
}

/// Where everything was.
pub(crate) struct Snapshot {
    places: HashMap<String, (DomRect, Element)>,
}

/// Notes where everything is. Nothing moves for those who want none of it.
pub(crate) fn capture() -> Option<Snapshot> {
    if still() {
        return None;
    }
    Some(Snapshot {
        places: travellers()
            .into_iter()
            .map(|(id, element)| (id, (element.get_bounding_client_rect(), element)))
            .collect(),
    })
}

/// Whether motion is unwanted.
fn still() -> bool {
    window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches())
}

fn travellers() -> Vec<(String, Element)> {
    let Ok(list) = document().query_selector_all("[data-travel]") else {
        return Vec::new();
    };
    (0..list.length())
        .filter_map(|index| list.item(index)?.dyn_into::<Element>().ok())
        .filter_map(|element| Some((element.get_attribute("data-travel")?, element)))
        .collect()
}

impl Snapshot {
    /// Lets everything travel that has moved, as soon as the page shows the change.
    pub(crate) fn play(self, pace: Pace) {
        if pace == Pace::Fast {
            return;
        }
        request_animation_frame(move || self.travel());
    }

    fn travel(self) {
        let now: HashMap<String, Element> = travellers().into_iter().collect();
        for (id, element) in &now {
            let from = self.places.get(id).or_else(|| self.places.get(DECK));
            if let Some((from, _)) = from {
                travel(element, from, &element.get_bounding_client_rect());
            }
        }
        let Some(heap) = now.get(DISCARD) else {
            return;
        };
        let to = heap.get_bounding_client_rect();
        for (id, (from, element)) in &self.places {
            if !now.contains_key(id) && element.class_list().contains("card") {
                vanish(element, from, &to);
            }
        }
    }
}

fn travel(element: &Element, from: &DomRect, to: &DomRect) {
    let (dx, dy) = (from.left() - to.left(), from.top() - to.top());
    if to.width() == 0.0 || from.width() == 0.0 || dx.abs() + dy.abs() < 1.0 {
        return;
    }
    let scale = from.width() / to.width();
    let start = frame(&format!("{dx}px {dy}px"), &scale.to_string());
    animate(element, &[start, frame("0 0", "1")]);
}

/// A card that has left the table goes to the discard pile as a picture of itself.
fn vanish(element: &Element, from: &DomRect, to: &DomRect) {
    let Ok(ghost) = element.clone_node_with_deep(true) else {
        return;
    };
    let Ok(ghost) = ghost.dyn_into::<HtmlElement>() else {
        return;
    };
    for name in [
        "data-travel",
        "data-card",
        "data-zone",
        "aria-label",
        "tabindex",
    ] {
        // Removing what is not there is no error.
        let _ = ghost.remove_attribute(name);
    }
    let _ = ghost.set_attribute("aria-hidden", "true");
    let _ = ghost.set_attribute("inert", "");
    let _ = ghost.class_list().add_1("ghost");
    let style = ghost.style();
    for (name, length) in [
        ("left", from.left()),
        ("top", from.top()),
        ("width", from.width()),
    ] {
        let _ = style.set_property(name, &format!("{length}px"));
    }
    let Some(body) = document().body() else {
        return;
    };
    if body.append_child(&ghost).is_err() {
        return;
    }
    let scale = to.width() / from.width().max(1.0);
    let (dx, dy) = (to.left() - from.left(), to.top() - from.top());
    let end = frame(&format!("{dx}px {dy}px"), &scale.to_string());
    animate(&ghost, &[frame("0 0", "1"), end]);
    set_timeout(
        move || ghost.remove(),
        std::time::Duration::from_millis(TRAVEL as u64),
    );
}

fn frame(translate: &str, scale: &str) -> JsValue {
    object(&[
        ("translate", translate.into()),
        ("scale", scale.into()),
        ("transformOrigin", "0 0".into()),
        ("zIndex", "20".into()),
    ])
}

fn animate(element: &Element, frames: &[JsValue]) {
    let options = object(&[("duration", TRAVEL.into()), ("easing", EASE.into())]);
    let frames: js_sys::Array = frames.iter().collect();
    element
        .unchecked_ref::<Animated>()
        .animate(&frames, &options);
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in fields {
        // A plain object takes any field.
        let _ = js_sys::Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}
