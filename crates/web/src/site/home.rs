//! What people see first.

use super::new_game::start_as_before;
use super::saved::{Damage, DropZone, FinishedGames, InProgress, Open, SavedGames};
use super::strings::{home as words, statistics};
use super::tables::YourTables;
use crate::platform::route::Route;
use crate::platform::server_offers;
use crate::play::registry::{Game, covering, games};
use crate::play::strings::{daily, puzzles};
use crate::ui::page::set_title;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_art::jaipur::{JaipurCard, card};

/// Finished games that are shown here; the others are on their own page.
const SHOWN: usize = 3;

/// The cards beside the heading.
const FAN: [JaipurCard; 5] = [
    JaipurCard::Cloth,
    JaipurCard::Diamond,
    JaipurCard::Gold,
    JaipurCard::Spice,
    JaipurCard::Camel,
];

/// The games, those that wait to be played on, and the latest results.
#[component]
pub(crate) fn Home() -> impl IntoView {
    set_title("");
    SavedGames::provide(Some(SHOWN));
    view! {
        <DropZone>
            <main id="main" class="page home" tabindex="-1">
                <div class="home-head">
                    <div class="page-head">
                        <h1>{words::title()}</h1>
                        <p>{words::lede()}</p>
                    </div>
                    <div class="home-fan" aria-hidden="true">
                        {FAN
                            .map(|kind| view! { <div class="card" inner_html=card(kind)></div> })
                            .collect_view()}
                    </div>
                </div>
                <Damage />
                <InProgress />
                <YourTables />
                <section class="home-part" aria-labelledby="games">
                    <h2 id="games" class="visually-hidden">
                        {words::games()}
                    </h2>
                    <div class="games">
                        {games().iter().map(|game| view! { <Entry game /> }).collect_view()}
                    </div>
                </section>
                <p class="home-part">
                    <a href=Route::Daily.to_string()>{daily::link()}</a>
                </p>
                <p class="home-part">
                    <a href=Route::Puzzles.to_string()>{puzzles::link()}</a>
                </p>
                <FinishedGames latest=Some(SHOWN) />
                <Open />
                <p class="home-part">
                    <a href=Route::Statistics(String::new()).to_string()>{statistics::link()}</a>
                </p>
                <p class="home-part">
                    <a href=Route::Tournaments(String::new()).to_string()>{words::tournaments()}</a>
                </p>
                {server_offers::ladder()
                    .then(|| {
                        view! {
                            <p class="home-part">
                                <a href=Route::Ladder.to_string()>{words::ladder()}</a>
                            </p>
                        }
                    })}
                <ul class="promises">
                    {words::promises()
                        .map(|(head, line)| {
                            view! {
                                <li>
                                    <h3>{head}</h3>
                                    <p>{line}</p>
                                </li>
                            }
                        })
                        .collect_view()}
                </ul>
            </main>
            <footer class="foot">
                {words::foot()} " "
                <a href=Route::Settings.to_string()>{super::strings::header::settings()}</a>
            </footer>
        </DropZone>
    }
}

/// A game with its picture.
#[component]
fn Entry(game: &'static Game) -> impl IntoView {
    let id = game.id.to_owned();
    // While the game is being loaded, a second click starts no second game.
    let starting = StoredValue::new(false);
    let play = move |_| {
        if starting.get_value() {
            return;
        }
        starting.set_value(true);
        spawn_local(async move {
            let started = start_as_before(game).await;
            // `None` if the page was left.
            if starting.try_set_value(false).is_none() {
                // What was chosen last may be wrong by now, e.g. two equal names: the form says so.
                let form = || Route::New(game.id.to_owned());
                started.unwrap_or_else(|_| form()).go();
            }
        });
    };
    view! {
        <article class="game-card" data-game=game.id>
            <div class="game-card-picture" inner_html=covering(game)></div>
            <div class="game-card-text">
                <h3>{(game.name)()}</h3>
                <p>{(game.about)()}</p>
                <ul class="chips">
                    {(game.facts)().iter().map(|fact| view! { <li class="chip">{*fact}</li> }).collect_view()}
                </ul>
                <div class="button-row">
                    <button type="button" class="button button-main" on:click=play>
                        {words::play()}
                        <span class="visually-hidden">" " {(game.name)()}</span>
                    </button>
                    <a class="button" href=Route::New(id.clone()).to_string()>
                        {words::options()}
                        <span class="visually-hidden">" " {(game.name)()}</span>
                    </a>
                    {game
                        .has_tutorial
                        .then(|| {
                            view! {
                                <a class="button button-quiet" href=Route::Learn(id.clone()).to_string()>
                                    {words::learn()}
                                </a>
                            }
                        })}
                    <a class="button button-quiet" href=Route::Rules(id.clone()).to_string()>
                        {words::rules()}
                    </a>
                    {game
                        .optima
                        .map(|optima| {
                            view! {
                                <a class="button button-quiet" href=Route::Optima(id.clone()).to_string()>
                                    {optima()}
                                </a>
                            }
                        })}
                </div>
            </div>
        </article>
    }
}
