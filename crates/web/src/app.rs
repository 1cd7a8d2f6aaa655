//! The app: every game, every page, and what is around them. The only module that imports all others.

use crate::games::{jaipur, masters_gallery, modern_art, primi_composti};
use crate::platform::route::Route;
use crate::platform::{settings, storage};
use crate::play::registry::{self, Game, Page, Parts};
use crate::play::server::own_tables;
use crate::play::worker;
use crate::site;
use crate::site::header::Bar;
use crate::ui::confirm::{self, ConfirmDialog};
use crate::ui::later::later;
use crate::ui::navigation::follow_address;
use crate::ui::page::skip;
use crate::ui::strings as words;
use crate::ui::theme;
use crate::ui::toast::{self, Toasts};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// Every game that can be played.
pub(crate) static GAMES: &[&Game] = &[
    &jaipur::GAME,
    &primi_composti::GAME,
    &modern_art::GAME,
    &masters_gallery::GAME,
];

/// The app: a bar, the page of the address, a foot. `worker_url` is the address of the worker's script.
#[component]
pub(crate) fn App(worker_url: String) -> impl IntoView {
    registry::provide(GAMES);
    worker::provide(worker_url);
    storage::provide();
    settings::provide();
    toast::provide();
    theme::follow();
    let route = RwSignal::new(arrived());
    follow_address(route, arrived);
    let page = Memo::new(move |_| route.get().page());
    confirm::provide(page);
    view! {
        <a class="skip" href="#main" on:click=skip>
            {words::skip()}
        </a>
        <Bar page=page />
        {move || show(page.get())}
        <ConfirmDialog />
        <Toasts />
    }
}

/// The worker's answer to a message, as JSON.
pub(crate) async fn worker_answer(message: &str) -> String {
    let think = async |name: &str| {
        let game = GAMES.iter().find(|game| game.id == name);
        let parts = (game
            .ok_or_else(|| format!("the worker does not know '{name}'"))?
            .parts)();
        let parts = parts.await.map_err(|error| error.to_string())?;
        Ok(parts.think)
    };
    worker::answer(message, think).await
}

/// The page of an address. Each brings its own `<main id="main">` and its title.
fn show(page: Route) -> AnyView {
    let of_game = |id: &str, make: fn(&'static Game) -> AnyView| {
        let page = registry::find(id).map(make);
        page.unwrap_or_else(|| view! { <site::NotFound /> }.into_any())
    };
    let guide = |id: &str, page: fn(Parts) -> Option<Page>| match registry::find(id) {
        None => view! { <site::NotFound /> }.into_any(),
        Some(game) => later(game.parts, move |parts| match page(parts) {
            None => view! { <site::NotFound /> }.into_any(),
            Some(page) => page(),
        }),
    };
    match page {
        Route::Home => view! { <site::Home /> }.into_any(),
        Route::Replays => view! { <site::Replays /> }.into_any(),
        Route::RulesList => view! { <site::RulesList /> }.into_any(),
        Route::Settings => view! { <site::SettingsPage /> }.into_any(),
        Route::New(game) => of_game(&game, |game| view! { <site::NewGame game /> }.into_any()),
        Route::Rules(game) | Route::RulesAt(game, _) => guide(&game, |parts| Some(parts.rules)),
        Route::Learn(game) => guide(&game, |parts| parts.learn),
        Route::Optima(game) => guide(&game, |parts| parts.optima),
        Route::Play(id) | Route::Watch(id) => view! { <site::PlayPage id /> }.into_any(),
        Route::Replay(id) => view! { <site::ReplayPage id /> }.into_any(),
        Route::ReplayAt(id, ply) => view! { <site::ReplayAtPage id ply /> }.into_any(),
        Route::ReplayLink(text) => view! { <site::LinkPage text /> }.into_any(),
        Route::Analysis(id) => view! { <site::AnalysisPage id /> }.into_any(),
        personal @ (Route::Statistics(_) | Route::Puzzles | Route::Exercise(..)) => {
            later(|| Box::pin(site::personal_page()), |show| show(personal))
        }
        Route::NotFound(_) => view! { <site::NotFound /> }.into_any(),
        of_server => later(|| Box::pin(site::server_page()), |show| show(of_server)),
    }
}

/// The page the browser is asked for now. The token of a seat does not stay in the address, from
/// which it could be copied or read by others: the tab keeps it.
fn arrived() -> Route {
    match Route::current() {
        Route::SeatLink(id, token) if own_tables::keep_token(&id, &token) => {
            let seat = Route::Seat(id);
            seat.replace();
            seat
        }
        route => route,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::strings::policies;
    use crate::play::worker::Thinks;
    use parlour_engine::Rules as _;
    use parlour_games::jaipur::Jaipur;
    use parlour_games::masters_gallery::MastersGallery;
    use parlour_games::modern_art::ModernArt;
    use parlour_games::primi_composti::PrimiComposti;

    /// What the form of a game offers is what the game has.
    fn check<G: Thinks>() {
        let game = GAMES.iter().find(|game| game.id == G::NAME).unwrap();
        let form = game.form;
        let [least, most] = form.players;
        for players in least..=most {
            let list = (form.levels)(players);
            assert!(list.levels.contains(&list.first), "{}", game.id);
            assert!(list.watched.iter().all(|level| list.levels.contains(level)));
            for level in list.levels {
                assert!(G::policy_here(level).is_ok(), "{level}");
                assert!(!(form.about_level)(level).is_empty(), "{level}");
                assert_ne!(policies::policy(level), *level, "{level} has no name");
            }
            for choice in form.rules {
                let name = (form.rule_set)(choice.name, players);
                let seats = G::Rules::named(&name).map(|rules| rules.seats());
                assert_eq!(seats, Some(players), "{}: '{name}'", game.id);
            }
        }
    }

    #[test]
    fn every_form_offers_what_there_is() {
        check::<Jaipur>();
        check::<PrimiComposti>();
        check::<ModernArt>();
        check::<MastersGallery>();
    }
}
