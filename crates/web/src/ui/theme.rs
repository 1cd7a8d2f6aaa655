//! The look that is chosen in the settings: light or dark, and the size of cards.

use crate::platform::settings::{self, CardSize, Theme};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The page's ground in both themes: `--page` of the style sheet, for the browser's own frame.
const GROUND: [(&str, &str); 2] = [("light", "#f6f3ec"), ("dark", "#15171b")];

#[derive(Clone, Copy)]
struct Dark(Memo<bool>);

/// Follows the settings and the system: on `<html data-theme data-cards>` and on the browser's frame.
pub(crate) fn follow() {
    let system = RwSignal::new(false);
    if let Ok(Some(query)) = window().match_media("(prefers-color-scheme: dark)") {
        system.set(query.matches());
        let listening = query.clone();
        let changed = Closure::<dyn FnMut()>::new(move || system.set(listening.matches()));
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        // The app lives as long as its page.
        changed.forget();
    }
    let settings = settings::shared();
    let chosen = Memo::new(move |_| settings.with(|settings| settings.theme));
    let dark = Memo::new(move |_| match chosen.get() {
        Theme::System => system.get(),
        Theme::Light => false,
        Theme::Dark => true,
    });
    provide_context(Dark(dark));
    Effect::new(move |_| {
        let Some(root) = document().document_element() else {
            return;
        };
        // Setting an attribute of a fixed name cannot fail.
        let _ = match settings.with(|settings| settings.card_size) {
            CardSize::Small => root.set_attribute("data-cards", "small"),
            CardSize::Normal => root.remove_attribute("data-cards"),
            CardSize::Large => root.set_attribute("data-cards", "large"),
        };
    });
    Effect::new(move |_| {
        let (name, ground) = GROUND[usize::from(dark.get())];
        let Some(root) = document().document_element() else {
            return;
        };
        // Setting an attribute of a fixed name cannot fail.
        let _ = match chosen.get() {
            Theme::System => root.remove_attribute("data-theme"),
            Theme::Light | Theme::Dark => root.set_attribute("data-theme", name),
        };
        if let Ok(metas) = document().query_selector_all("meta[name=theme-color]") {
            for index in 0..metas.length() {
                if let Some(meta) = metas.get(index)
                    && let Some(meta) = meta.dyn_ref::<web_sys::Element>()
                {
                    let _ = meta.set_attribute("content", ground);
                }
            }
        }
    });
}

/// Whether the page is dark now.
pub(crate) fn is_dark() -> Memo<bool> {
    expect_context::<Dark>().0
}

/// Makes the page light or dark, whatever the system says.
pub(crate) fn set_dark(dark: bool) {
    settings::shared().update(|settings| {
        settings.theme = if dark { Theme::Dark } else { Theme::Light };
    });
}
