//! What surrounds every page: the bar, the theme, the place to which focus and scroll go,
//! questions and notices.

mod ask;
mod theme;
mod toast;

pub(crate) use ask::{Question, ask};
pub(crate) use toast::{Toast, toast};

use crate::art::{brand, icons};
use crate::online::yours;
use crate::pages;
use crate::pages::games::{self, GAMES, Game};
use crate::route::Route;
use crate::text::{parts, shell as words};
use crate::{store, table};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

/// The app: a bar, the page of the address, a foot.
#[component]
pub(crate) fn App() -> impl IntoView {
    store::provide();
    toast::provide();
    theme::follow();
    let route = RwSignal::new(arrived());
    follow_address(route);
    let page = Memo::new(move |_| route.get().page());
    ask::provide(page);
    view! {
        <a class="skip" href="#main" on:click=skip>
            {words::SKIP}
        </a>
        <Bar page=page />
        {move || show(page.get())}
        <ask::Dialog />
        <toast::Toasts />
    }
}

/// The page of an address. Each brings its own `<main id="main">` and its title.
fn show(page: Route) -> AnyView {
    let of_game = |id: &str, make: fn(&'static Game) -> Option<AnyView>| {
        let page = games::find(id).and_then(make);
        page.unwrap_or_else(|| view! { <pages::NotFound /> }.into_any())
    };
    match page {
        Route::Home => view! { <pages::Home /> }.into_any(),
        Route::Replays => view! { <pages::Replays /> }.into_any(),
        Route::RulesList => view! { <pages::RulesList /> }.into_any(),
        Route::Settings => view! { <pages::SettingsPage /> }.into_any(),
        Route::New(game) => of_game(&game, |game| {
            Some(view! { <pages::NewGame game /> }.into_any())
        }),
        Route::Rules(game) | Route::RulesAt(game, _) => of_game(&game, |game| Some((game.rules)())),
        Route::Learn(game) => of_game(&game, |game| Some((game.learn?)())),
        Route::Optima(game) => of_game(&game, |game| Some((game.optima?)())),
        Route::Play(id) | Route::Watch(id) => view! { <table::PlayPage id /> }.into_any(),
        Route::Replay(id) => view! { <table::ReplayPage id /> }.into_any(),
        Route::Tables => view! { <pages::TablesPage /> }.into_any(),
        Route::Table(id) => view! { <pages::TablePage id token=None /> }.into_any(),
        Route::Seat(id) => {
            let token = yours::token(&id);
            view! { <pages::TablePage id token /> }.into_any()
        }
        Route::SeatLink(id, token) => {
            view! { <pages::TablePage id token=Some(token) /> }.into_any()
        }
        Route::Tournaments(_) => view! { <pages::TournamentsPage /> }.into_any(),
        Route::Tournament(id) => view! { <pages::TournamentPage id /> }.into_any(),
        Route::TournamentGames(id, _) => view! { <pages::GamesPage id /> }.into_any(),
        Route::TournamentGame(id, number) => view! { <pages::GamePage id number /> }.into_any(),
        Route::Agents(_) => view! { <pages::AgentsPage /> }.into_any(),
        Route::Agent(name, _) => view! { <pages::AgentPage name /> }.into_any(),
        Route::NotFound(_) => view! { <pages::NotFound /> }.into_any(),
    }
}

/// The page the browser is asked for now. The token of a seat does not stay in the address, from
/// which it could be copied or read by others: the tab keeps it.
fn arrived() -> Route {
    match Route::current() {
        Route::SeatLink(id, token) if yours::keep_token(&id, &token) => {
            let seat = Route::Seat(id);
            seat.replace();
            seat
        }
        route => route,
    }
}

/// A line in which something to be typed stands between backticks.
pub(crate) fn prose(line: &str) -> AnyView {
    let parts: Vec<AnyView> = parts(line)
        .map(|(is_typed, part)| {
            let part = part.to_owned();
            match is_typed {
                true => view! { <code>{part}</code> }.into_any(),
                false => part.into_any(),
            }
        })
        .collect();
    parts.into_any()
}

/// Sets the title of the browser's tab.
pub(crate) fn set_title(page: &str) {
    document().set_title(&words::title(page));
}

/// Keeps `route` at the address, and puts focus and scroll where they belong: on a page one
/// comes to, at its top and on its heading; on a page one goes back to, where one was.
fn follow_address(route: RwSignal<Route>) {
    let history = window().history().ok();
    if let Some(history) = &history {
        // Only a browser that is shutting down refuses.
        let _ = history.set_scroll_restoration(web_sys::ScrollRestoration::Manual);
    }
    let here = StoredValue::new(0.0f64);
    let places = StoredValue::new(vec![0.0f64]);
    let listening = window_event_listener(leptos::ev::hashchange, move |_| {
        let Ok(history) = window().history() else {
            route.set(arrived());
            return;
        };
        // Each entry of the browser's history carries its number; a new one has none yet.
        let entry = |state: JsValue| state.as_f64();
        places.update_value(|places| {
            let left = here.get_value() as usize;
            if let Some(place) = places.get_mut(left) {
                *place = window().scroll_y().unwrap_or(0.0);
            }
        });
        let known = history.state().ok().and_then(entry);
        let number = known.unwrap_or_else(|| {
            let next = here.get_value() + 1.0;
            let _ = history.replace_state(&JsValue::from_f64(next), "");
            next
        });
        here.set_value(number);
        let place = places.try_update_value(|places| {
            places.resize((number as usize + 1).max(places.len()), 0.0);
            if known.is_none() {
                places[number as usize] = 0.0;
            }
            places[number as usize]
        });
        let next = arrived();
        route.set(next.clone());
        request_animation_frame(move || arrive(&next, place.unwrap_or(0.0), known.is_some()));
    });
    if let Some(history) = history {
        match history.state().ok().and_then(|state| state.as_f64()) {
            Some(number) => here.set_value(number),
            None => {
                let _ = history.replace_state(&JsValue::from_f64(0.0), "");
            }
        }
    }
    // An address with a place on its page may be the first one that is opened.
    request_animation_frame(move || {
        if let next @ Route::RulesAt(..) = Route::current() {
            arrive(&next, 0.0, false);
        }
    });
    on_cleanup(move || listening.remove());
}

/// Focus and scroll on a page that has just been shown.
fn arrive(route: &Route, place: f64, back: bool) {
    if let Route::RulesAt(_, section) = route
        && !back
        && let Some(section) = document().get_element_by_id(section)
    {
        section.scroll_into_view();
        focus(&section);
        return;
    }
    let find = |what: &str| document().query_selector(what).ok().flatten();
    if let Some(heading) = find("#main h1").or_else(|| find("#main")) {
        focus(&heading);
    }
    window().scroll_to_with_x_and_y(0.0, place);
}

/// Moves the focus to something that need not be a control, without scrolling.
pub(crate) fn focus(element: &web_sys::Element) {
    let Some(element) = element.dyn_ref::<web_sys::HtmlElement>() else {
        return;
    };
    if element.tab_index() < 0 {
        let _ = element.set_attribute("tabindex", "-1");
    }
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

fn skip(event: web_sys::MouseEvent) {
    // The address is the page's: a link into the page must not change it.
    event.prevent_default();
    if let Some(main) = document().get_element_by_id("main") {
        focus(&main);
        main.scroll_into_view();
    }
}

/// A page that the bar leads to: its name, its address, and whether a page belongs to it.
type Place = (&'static str, fn() -> Route, fn(&Route) -> bool);

/// The pages that the bar leads to.
const PLACES: [Place; 6] = [
    (
        words::GAMES,
        || Route::Home,
        |page| {
            matches!(
                page,
                Route::Home | Route::New(_) | Route::Learn(_) | Route::Optima(_)
            )
        },
    ),
    (
        words::TABLES,
        || Route::Tables,
        |page| {
            matches!(
                page,
                Route::Tables | Route::Table(_) | Route::Seat(_) | Route::SeatLink(..)
            )
        },
    ),
    (
        words::REPLAYS,
        || Route::Replays,
        |page| matches!(page, Route::Replays | Route::Replay(_)),
    ),
    (words::RULES, rules, |page| {
        matches!(page, Route::RulesList | Route::Rules(_))
    }),
    (
        words::TOURNAMENTS,
        || Route::Tournaments(String::new()),
        |page| {
            matches!(
                page,
                Route::Tournaments(_)
                    | Route::Tournament(_)
                    | Route::TournamentGames(..)
                    | Route::TournamentGame(..)
                    | Route::Agents(_)
                    | Route::Agent(..)
            )
        },
    ),
    (
        words::SETTINGS,
        || Route::Settings,
        |page| matches!(page, Route::Settings),
    ),
];

/// The first of [`PLACES`] that a narrow bar has no room for: they are in its menu.
const IN_MENU: usize = 4;

fn rules() -> Route {
    match GAMES {
        [only] => Route::Rules(only.id.to_owned()),
        _ => Route::RulesList,
    }
}

#[component]
fn Bar(page: Memo<Route>) -> impl IntoView {
    let link = move |at: usize, class: Option<&'static str>| {
        let (label, route, is_there) = PLACES[at];
        view! {
            <a
                class=class
                href=route().to_string()
                aria-current=move || page.with(is_there).then_some("page")
            >
                {label}
            </a>
        }
    };
    let (first, rest) = (0..IN_MENU, IN_MENU..PLACES.len());
    let in_menu = move || page.with(|page| PLACES[IN_MENU..].iter().any(|(.., is)| is(page)));
    let menu = NodeRef::<leptos::html::Div>::new();
    let close = move |_| {
        if let Some(menu) = menu.get_untracked() {
            // It fails only where it is closed already.
            let _ = menu.hide_popover();
        }
    };
    view! {
        <header class="bar">
            <a
                class="bar-home"
                href=Route::Home.to_string()
                aria-label=words::HOME
                inner_html=format!("{}{}", brand::wordmark(), brand::logo())
            ></a>
            <nav class="bar-nav" aria-label=words::MAIN>
                {first.map(|at| link(at, None)).collect_view()}
                {rest.clone().map(|at| link(at, Some("bar-wide"))).collect_view()}
                <ThemeButton class="bar-wide" />
                <button
                    type="button"
                    class="button button-quiet button-icon bar-narrow"
                    class:is-current=in_menu
                    aria-label=words::MENU
                    popovertarget="bar-menu"
                >
                    <span class="icon" inner_html=icons::icon(icons::Icon::Menu)></span>
                </button>
                <div
                    id="bar-menu"
                    class="bar-menu"
                    popover="auto"
                    node_ref=menu
                    on:click=close
                >
                    {rest.map(|at| link(at, None)).collect_view()}
                    <ThemeButton class="" />
                </div>
            </nav>
        </header>
    }
}

/// Changes between light and dark.
#[component]
fn ThemeButton(class: &'static str) -> impl IntoView {
    let dark = theme::is_dark();
    let label = move || {
        if dark.get() {
            words::TO_LIGHT
        } else {
            words::TO_DARK
        }
    };
    let icon = move || {
        icons::icon(if dark.get() {
            icons::Icon::Light
        } else {
            icons::Icon::Dark
        })
    };
    view! {
        <button
            type="button"
            class=format!("button button-quiet button-icon {class}")
            aria-label=label
            on:click=move |_| theme::set_dark(!dark.get_untracked())
        >
            <span class="icon" inner_html=icon></span>
            <span class="bar-label" aria-hidden="true">
                {label}
            </span>
        </button>
    }
}

/// Tells `boot.js`, which then shows what to do, when the app has stopped for good.
pub(crate) fn watch_for_panics() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let options = web_sys::CustomEventInit::new();
        options.set_detail(&JsValue::from_str(&info.to_string()));
        let event = web_sys::CustomEvent::new_with_event_init_dict("parlour-panic", &options);
        if let Ok(event) = event {
            // Nothing is left to be done if even this fails.
            let _ = window().dispatch_event(&event);
        }
    }));
}
