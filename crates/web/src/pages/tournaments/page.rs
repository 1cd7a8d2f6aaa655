//! What these pages have in common. A page is markup made from what the server has answered; the server is
//! asked again while something may change and the page is seen.

use super::html::Html;
use super::keeper::Keeper;
use super::morph::morph;
use super::query::Query;
use super::read::{list, text};
use crate::online::api::Trouble;
use crate::online::tournaments;
use crate::route::Route;
use crate::shell::set_title;
use crate::text::{online as online_words, tournaments as words};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement};

/// How often it is looked whether to ask again.
const TICK: Duration = Duration::from_secs(2);
/// What changes rarely is asked once in so many looks.
const RARELY: u32 = 5;

/// An answer of the server, and why there is no newer one.
#[derive(Clone, Default, PartialEq)]
struct Known {
    path: String,
    answer: Option<Arc<Value>>,
    trouble: Option<Trouble>,
    under_way: bool,
}

/// Where a page asks: the address, from the filters in its own.
pub(super) type Address = Box<dyn Fn(Query) -> String + Send + Sync>;

/// What a page shows of the answers, in the order of their addresses.
pub(super) type Draw = Box<dyn Fn(&Shown<'_>) -> Html + Send + Sync>;

/// What there is to be shown.
pub(super) struct Shown<'a> {
    pub(super) query: Query,
    pub(super) keeper: Keeper,
    /// The first answer, which is always there.
    pub(super) first: &'a Value,
    /// The second, where the page has two.
    pub(super) second: Option<&'a Value>,
}

/// A page that is kept up to date.
pub(super) struct Page {
    pub(super) title: String,
    pub(super) lede: &'static str,
    /// The tournament that the page is of, if it is of one.
    pub(super) id: Option<String>,
    /// The pages above it, below the list of all; one without a name is its tournament.
    pub(super) crumbs: Option<Vec<(String, Option<&'static str>)>>,
    pub(super) addresses: Vec<Address>,
    /// The heading, once there is an answer.
    pub(super) heading: fn(&Value) -> Option<String>,
    pub(super) draw: Draw,
}

/// The answers of a page.
#[derive(Clone, Copy)]
struct Asking {
    known: RwSignal<Vec<Known>>,
}

impl Asking {
    /// Asks at one address.
    fn ask(self, index: usize) {
        let path = self.known.with_untracked(|known| {
            let known = &known[index];
            (!known.under_way).then(|| known.path.clone())
        });
        let Some(path) = path else {
            return;
        };
        self.known
            .update_untracked(|known| known[index].under_way = true);
        spawn_local(async move {
            let heard = tournaments::read(&path).await;
            // The page may have been left, or wants something else by now.
            let wanted = self
                .known
                .try_with_untracked(|known| known[index].path == path);
            if wanted != Some(true) {
                return;
            }
            let mut next = self.known.with_untracked(|known| known[index].clone());
            next.under_way = false;
            match heard {
                Ok(answer) => {
                    next.trouble = None;
                    if next.answer.as_deref() != Some(&answer) {
                        next.answer = Some(Arc::new(answer));
                    }
                }
                Err(trouble) => {
                    if matches!(trouble, Trouble::Gone(_)) {
                        next.answer = None;
                    }
                    next.trouble = Some(trouble);
                }
            }
            let now = self.known.with_untracked(|known| known[index].clone());
            if (now.answer.as_ref(), &now.trouble) == (next.answer.as_ref(), &next.trouble) {
                self.known.update_untracked(|known| known[index] = next);
            } else {
                self.known.update(|known| known[index] = next);
            }
        });
    }

    /// Asks at all of them.
    fn ask_all(self) {
        let addresses = self.known.with_untracked(Vec::len);
        (0..addresses).for_each(|index| self.ask(index));
    }

    /// Asks for what may have changed.
    fn look_again(self, ticks: u32) {
        let rarely = ticks.is_multiple_of(RARELY);
        // What has ended is not asked for again, and what has not been there may come.
        let due = self.known.with_untracked(|known| {
            let first = &known[0];
            match &first.answer {
                Some(answer) => match soon(answer) {
                    Some(true) => true,
                    Some(false) => rarely,
                    None => known.iter().any(|known| known.trouble.is_some()),
                },
                None => rarely && first.trouble != Some(Trouble::NoRooms),
            }
        });
        if due {
            self.ask_all();
        }
    }
}

/// Whether an answer changes all the time, or now and then; nothing for one that stays.
fn soon(answer: &Value) -> Option<bool> {
    let live = |state: &str| matches!(state, "running" | "pausing");
    match text(answer, "state") {
        "over" => None,
        "" => Some(
            list(answer, "items")
                .iter()
                .any(|item| live(text(item, "state"))),
        ),
        state => Some(live(state)),
    }
}

impl Page {
    /// The page, and what keeps it up to date.
    pub(super) fn view(self) -> AnyView {
        set_title(&self.title);
        let query = Query::here();
        let keeper = Keeper::here();
        let asking = Asking {
            known: RwSignal::new(vec![Known::default(); self.addresses.len()]),
        };
        let page = StoredValue::new(self);
        Effect::new(move |_| {
            let paths: Vec<String> = page.with_value(|page| {
                let paths = page.addresses.iter().map(|address| address(query));
                paths.collect()
            });
            for (index, path) in paths.into_iter().enumerate() {
                if asking
                    .known
                    .with_untracked(|known| known[index].path != path)
                {
                    asking.known.update_untracked(|known| {
                        known[index].path = path;
                        known[index].under_way = false;
                    });
                    asking.ask(index);
                }
            }
        });
        let ticks = StoredValue::new(0u32);
        let ticking = set_interval_with_handle(
            move || {
                if document().visibility_state() == web_sys::VisibilityState::Visible {
                    ticks.update_value(|ticks| *ticks = ticks.wrapping_add(1));
                    asking.look_again(ticks.get_value());
                }
            },
            TICK,
        );
        on_cleanup(move || {
            if let Ok(ticking) = ticking {
                ticking.clear();
            }
        });
        let main = NodeRef::<leptos::html::Main>::new();
        Effect::new(move |_| {
            let Some(main) = main.get() else {
                return;
            };
            let html = page.with_value(|page| page.markup(asking, query, keeper));
            morph(&main, html.as_str());
            follow(&main, query);
        });
        let id = page.with_value(|page| page.id.clone());
        let changed = Callback::new(move |()| asking.ask_all());
        view! {
            <main
                id="main"
                class="page tournaments"
                tabindex="-1"
                node_ref=main
                on:change=move |event| change(&event, query)
                on:submit=move |event| keeper.submit(event)
                on:click=move |event| {
                    match done(&event).as_deref() {
                        Some("again") => asking.ask_all(),
                        Some(what) => keeper.act(what, id.as_deref(), changed),
                        None => {}
                    }
                }
            ></main>
        }
        .into_any()
    }

    fn markup(&self, asking: Asking, query: Query, keeper: Keeper) -> Html {
        let known = asking.known.get();
        let first = known[0].answer.as_deref();
        let mut html = Html::default();
        if let Some(above) = &self.crumbs {
            let name = first.and_then(super::one::name);
            let above: Vec<(&str, &str)> = above
                .iter()
                .map(|(href, own)| {
                    let name = name.as_deref().unwrap_or(words::TOURNAMENT);
                    (href.as_str(), own.unwrap_or(name))
                })
                .collect();
            super::parts::crumbs(&mut html, &above, None);
        }
        let heading = first.and_then(self.heading);
        if let Some(heading) = &heading {
            set_title(heading);
        }
        html.raw("<div class=\"page-head\">");
        html.element("<h1>", heading.as_ref().unwrap_or(&self.title), "</h1>");
        html.element("<p>", self.lede, "</p></div><div role=\"status\">");
        let trouble = known.iter().find_map(|known| known.trouble.as_ref());
        match (first, trouble) {
            (Some(_), Some(trouble)) => {
                html.raw("<p class=\"note\">")
                    .prose(&told(trouble))
                    .raw(" ");
                html.text(words::OLD).raw("</p>");
            }
            (None, None) => {
                html.raw("<span class=\"spinner\" aria-hidden=\"true\"></span> ");
                html.text(online_words::LOADING);
            }
            (None, Some(trouble)) => failed(&mut html, trouble),
            (Some(_), None) => {}
        }
        html.raw("</div>");
        if let Some(first) = first {
            html.html(&(self.draw)(&Shown {
                query,
                keeper,
                first,
                second: known.get(1).and_then(|known| known.answer.as_deref()),
            }));
        }
        html
    }
}

/// What the button that was pressed is to do.
fn done(event: &web_sys::MouseEvent) -> Option<String> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let button = target.closest("button[data-do]").ok()??;
    button.get_attribute("data-do")
}

/// A filter was changed, or an example is wanted.
fn change(event: &Event, query: Query) {
    let Some(target) = event.target() else {
        return;
    };
    if let Some(list) = target.dyn_ref::<HtmlSelectElement>() {
        match list.get_attribute("data-filter") {
            Some(key) => query.set(&key, &list.value()),
            None => super::keeper::fill(&list.value()),
        }
    } else if let Some(field) = target.dyn_ref::<HtmlInputElement>()
        && let Some(key) = field.get_attribute("data-filter")
    {
        query.set(&key, if field.checked() { "1" } else { "" });
    }
}

/// Filters show what the address says, also after somebody has used them.
fn follow(main: &Element, query: Query) {
    let Ok(filters) = main.query_selector_all("[data-filter]") else {
        return;
    };
    for index in 0..filters.length() {
        let Some(filter) = filters.get(index) else {
            continue;
        };
        let key = |element: &Element| element.get_attribute("data-filter").unwrap_or_default();
        if let Some(list) = filter.dyn_ref::<HtmlSelectElement>() {
            list.set_value(&query.get(&key(list)));
        } else if let Some(field) = filter.dyn_ref::<HtmlInputElement>() {
            field.set_checked(!query.get(&key(field)).is_empty());
        }
    }
}

/// Why there is no answer, in words.
pub(super) fn told(trouble: &Trouble) -> String {
    match trouble {
        Trouble::NoRooms => words::NO_SERVER.to_owned(),
        Trouble::Offline => words::NO_ANSWER.to_owned(),
        Trouble::Gone(reason) | Trouble::Refused(reason) => sentence(reason),
    }
}

/// The server's words as a sentence.
fn sentence(line: &str) -> String {
    let mut letters = line.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

fn failed(html: &mut Html, trouble: &Trouble) {
    let plain = *trouble == Trouble::NoRooms;
    html.raw("<div class=\"note\" data-testid=\"no-answer\">");
    html.raw("<p><b>").prose(&told(trouble)).raw("</b></p>");
    if plain {
        html.raw("<p>").prose(words::NO_SERVER_TEXT).raw("</p>");
    }
    html.raw("</div><p class=\"button-row\">");
    if !plain {
        html.element(
            "<button type=\"button\" class=\"button\" data-do=\"again\">",
            online_words::TRY_AGAIN,
            "</button>",
        );
    }
    html.link(
        "<a class=\"button\"",
        &Route::Home.to_string(),
        online_words::PLAY_HERE,
    );
    html.raw("</p>");
}
