//! Changes a page to new markup. What is the same stays the same element: the focus, the place where one
//! reads, what was scrolled or opened, and what was written into a field.

use crate::shell::focus;
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

/// Changes what is in an element to this markup. Where what had the focus goes, the nearest heading
/// gets it.
pub(super) fn morph(element: &Element, markup: &str) {
    let Ok(wanted) = document().create_element("div") else {
        return;
    };
    wanted.set_inner_html(markup);
    let focused = document().active_element();
    let focused = focused.filter(|focused| element.contains(Some(focused)));
    let above = std::iter::successors(focused.clone(), |part| part.parent_element());
    let above: Vec<Element> = above.collect();
    children(element, &wanted);
    if focused.is_some_and(|focused| !focused.is_connected()) {
        let heading = |part: &Element| part.query_selector("h1, h2").ok().flatten();
        let left = above.iter().filter(|part| part.is_connected());
        if let Some(heading) = left.filter_map(heading).next() {
            focus(&heading);
        }
    }
}

fn children(old: &Node, new: &Node) {
    let (mut olds, mut news) = (old.first_child(), new.first_child());
    loop {
        let (next_old, next_new) = (
            olds.as_ref().and_then(Node::next_sibling),
            news.as_ref().and_then(Node::next_sibling),
        );
        // Each of these changes fails only for nodes that are not where they were found.
        match (olds, news) {
            (None, None) => return,
            (Some(one), None) => drop(old.remove_child(&one)),
            (None, Some(other)) => drop(old.append_child(&other)),
            (Some(one), Some(other)) if alike(&one, &other) => node(&one, &other),
            (Some(one), Some(other)) => drop(old.replace_child(&other, &one)),
        }
        (olds, news) = (next_old, next_new);
    }
}

/// Whether one can become the other. Elements that are of different things have different keys.
fn alike(one: &Node, other: &Node) -> bool {
    let key = |node: &Node| node.dyn_ref::<Element>()?.get_attribute("data-key");
    one.node_name() == other.node_name() && key(one) == key(other)
}

fn node(old: &Node, new: &Node) {
    let (Some(own), Some(wanted)) = (old.dyn_ref::<Element>(), new.dyn_ref::<Element>()) else {
        if old.node_value() != new.node_value() {
            old.set_node_value(new.node_value().as_deref());
        }
        return;
    };
    for name in own
        .get_attribute_names()
        .iter()
        .chain(wanted.get_attribute_names().iter())
    {
        let Some(name) = name.as_string() else {
            continue;
        };
        let value = wanted.get_attribute(&name);
        // Whether a list is open is the reader's business, and what the focus was moved to keeps it.
        if name == "open" || name == "tabindex" && value.is_none() {
            continue;
        }
        if own.get_attribute(&name) != value {
            // Names that were read from an element can be set.
            let _ = match value {
                Some(value) => own.set_attribute(&name, &value),
                None => own.remove_attribute(&name),
            };
        }
    }
    children(old, new);
}
