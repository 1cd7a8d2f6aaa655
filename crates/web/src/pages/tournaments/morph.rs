//! Changes a page to new markup. What is the same stays the same element: the focus, the place where one
//! reads, what was scrolled or opened, and what was written into a field.

use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

/// Changes what is in an element to this markup.
pub(super) fn morph(element: &Element, markup: &str) {
    let Ok(wanted) = leptos::prelude::document().create_element("div") else {
        return;
    };
    wanted.set_inner_html(markup);
    children(element, &wanted);
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
        // Whether a list is open is the reader's business.
        if name == "open" {
            continue;
        }
        let value = wanted.get_attribute(&name);
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
