//! The bar above every page.

use super::strings::header as words;
use crate::platform::route::Route;
use crate::platform::server_offers;
use crate::play::registry;
use crate::ui::language::LanguageSelect;
use crate::ui::theme;
use leptos::prelude::*;
use parlour_art::{brand, icons};

/// A page that the bar leads to: its name, its address, and whether a page belongs to it.
type Place = (fn() -> &'static str, fn() -> Route, fn(&Route) -> bool);

/// The pages that the bar leads to.
const PLACES: [Place; 7] = [
    (
        words::games,
        || Route::Home,
        |page| {
            matches!(
                page,
                Route::Home
                    | Route::New(_)
                    | Route::Learn(_)
                    | Route::Optima(_)
                    | Route::Puzzles
                    | Route::Exercise(..)
                    | Route::Daily
                    | Route::DailyDeal(_)
                    | Route::Challenge(_)
            )
        },
    ),
    (
        words::tables,
        || Route::Tables,
        |page| {
            matches!(
                page,
                Route::Tables | Route::Table(_) | Route::Seat(_) | Route::SeatLink(..)
            )
        },
    ),
    (
        words::replays,
        || Route::Replays,
        |page| {
            matches!(
                page,
                Route::Replays | Route::Replay(_) | Route::Analysis(_) | Route::Statistics(_)
            )
        },
    ),
    (words::rules, rules, |page| {
        matches!(page, Route::RulesList | Route::Rules(_))
    }),
    (
        words::tournaments,
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
        words::ladder,
        || Route::Ladder,
        |page| {
            matches!(
                page,
                Route::Ladder
                    | Route::LadderRegister(_)
                    | Route::LadderBoard(..)
                    | Route::LadderGames(..)
                    | Route::LadderGame(..)
                    | Route::LadderAgent(_)
            )
        },
    ),
    (
        words::settings,
        || Route::Settings,
        |page| matches!(page, Route::Settings),
    ),
];

/// The one of [`PLACES`] that only some servers have.
const LADDER: usize = 5;

/// The first of [`PLACES`] that a narrow bar has no room for: they are in its menu.
const IN_MENU: usize = 4;

fn rules() -> Route {
    match registry::games() {
        [only] => Route::Rules(only.id.to_owned()),
        _ => Route::RulesList,
    }
}

/// The bar of every page: where it leads, and the theme.
#[component]
pub(crate) fn Bar(page: Memo<Route>) -> impl IntoView {
    let link = move |at: usize, class: Option<&'static str>| {
        let (label, route, is_there) = PLACES[at];
        view! {
            <a
                class=class
                href=route().to_string()
                aria-current=move || page.with(is_there).then_some("page")
            >
                {label()}
            </a>
        }
    };
    let has_ladder = server_offers::ladder();
    let is_here = move |at: &usize| *at != LADDER || has_ladder;
    let (first, rest) = (0..IN_MENU, (IN_MENU..PLACES.len()).filter(is_here));
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
                aria-label=words::home()
                inner_html=format!("{}{}", brand::wordmark(), brand::logo())
            ></a>
            <nav class="bar-nav" aria-label=words::main()>
                {first.map(|at| link(at, None)).collect_view()}
                {rest.clone().map(|at| link(at, Some("bar-wide"))).collect_view()}
                <LanguageSelect class="bar-wide" />
                <ThemeButton class="bar-wide" />
                <button
                    type="button"
                    class="button button-quiet button-icon bar-narrow"
                    class:is-current=in_menu
                    aria-label=words::menu()
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
                    // A click on the list must not close the menu.
                    <div on:click=move |event| event.stop_propagation()>
                        <LanguageSelect class="" />
                    </div>
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
            words::to_light()
        } else {
            words::to_dark()
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
