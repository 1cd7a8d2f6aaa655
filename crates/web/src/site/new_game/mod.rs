//! The form for a new game. Each game defines what can be chosen ([`Form`]); everything else is common.

mod choice;
mod fields;

use super::strings::new_game as words;
use crate::platform::route::Route;
use crate::platform::settings;
use crate::play::registry::{self, Game};
use crate::play::session::Setup;
use crate::play::setup_form::Form;
use crate::ui::fields::{Name, Radios, shortened};
use crate::ui::page::set_title;
use choice::{Choice, Starter, Who};
use fields::{Levels, Places, Watched};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Starts a game with what was chosen last, or what the form offers first, and tells where it is.
///
/// # Errors
/// What is wrong with the choice, in one line.
pub(crate) async fn start_as_before(game: &'static Game) -> Result<Route, String> {
    let settings = settings::shared().get_untracked();
    let choice = Choice::remembered(game.form, settings.setups.get(game.id));
    let setup = choice.setup(game.form, &settings.name, None, js_sys::Math::random())?;
    started(game, &choice, setup).await
}

/// Starts a game as chosen and tells where it is.
///
/// # Errors
/// What is wrong with the choice, in one line.
async fn started(game: &'static Game, choice: &Choice, setup: Setup) -> Result<Route, String> {
    let id = (registry::load(game).await?.start)(setup)?;
    Ok(if choice.is_watched() {
        Route::Watch(id)
    } else {
        Route::Play(id)
    })
}

/// The form. It opens with what was chosen last.
#[component]
pub(crate) fn NewGame(game: &'static Game) -> impl IntoView {
    let form = game.form;
    set_title((form.title)());
    let settings = settings::shared();
    let remembered =
        settings.with_untracked(|settings| Choice::remembered(form, settings.setups.get(game.id)));
    let choice = RwSignal::new(remembered);
    let name = RwSignal::new(settings.with_untracked(|settings| settings.name.clone()));
    let seed = RwSignal::new(String::new());
    let failed = RwSignal::new(None::<String>);
    let players = Memo::new(move |_| choice.with(|choice| choice.players));
    let who = Memo::new(move |_| choice.with(|choice| choice.who));
    let watched = Memo::new(move |_| choice.with(Choice::is_watched));
    let seed_error = Memo::new(move |_| seed.with(|seed| choice::seed(seed).err()));
    let name_error = Memo::new(move |_| {
        choice.with(|choice| name.with(|name| choice.setup(form, name, None, 0.0).err()))
    });
    // While the game is being loaded, a second click starts no second game.
    let starting = StoredValue::new(false);
    let start = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if starting.get_value() {
            return;
        }
        let chosen = choice.get_untracked();
        let given = name.get_untracked();
        let setup = choice::seed(&seed.get_untracked())
            .map_err(str::to_owned)
            .and_then(|seed| {
                let setup = chosen.setup(form, &given, seed, js_sys::Math::random());
                setup.map_err(str::to_owned)
            });
        let setup = match setup {
            Ok(setup) => setup,
            Err(reason) => {
                failed.set(Some(reason));
                focus_wrong();
                return;
            }
        };
        starting.set_value(true);
        spawn_local(async move {
            let started = started(game, &chosen, setup).await;
            if starting.try_set_value(false).is_some() {
                // The page was left.
                return;
            }
            match started {
                Ok(route) => {
                    let value = serde_json::to_value(&chosen).expect("a choice has string keys");
                    settings.update(|settings| {
                        settings.name = shortened(&given);
                        settings.setups.insert(game.id.to_owned(), value);
                    });
                    route.go();
                }
                Err(reason) => failed.set(Some(reason)),
            }
        });
    };
    let name_field = move |label: String, unnamed: String| {
        view! {
            <Name
                id="name".to_owned()
                label=label
                unnamed=unnamed
                value=Signal::derive(move || name.get())
                write=Callback::new(move |text| name.set(text))
                error=Signal::derive(|| None)
            />
        }
    };
    let two = move || match who.get() {
        Who::Ai => view! {
            <Levels form choice />
            {name_field(words::your_name().to_owned(), words::you().to_owned())}
        }
        .into_any(),
        Who::People => view! {
            <p class="field-hint">{words::person_hint()}</p>
            <div class="setup-pair">
                {name_field(words::name_of(1), words::player(1))}
                <Name
                    id="friend".to_owned()
                    label=words::name_of(2)
                    unnamed=words::player(2)
                    value=Signal::derive(move || choice.with(|choice| choice.friend.clone()))
                    write=Callback::new(move |text| choice.update(|choice| choice.friend = text))
                    error=Signal::derive(move || name_error.get())
                />
            </div>
        }
        .into_any(),
        Who::Watch => view! {
            <p class="field-hint">{words::watch_hint()}</p>
            <div class="setup-pair">
                <Watched seat=0 label=words::first_ai() form choice />
                <Watched seat=1 label=words::second_ai() form choice />
            </div>
        }
        .into_any(),
    };
    let seats = move || {
        if players.get() == 2 {
            view! {
                <Radios
                    legend=words::who()
                    name="who"
                    options=vec![
                        (words::against_ai().to_owned(), Who::Ai),
                        (words::against_person().to_owned(), Who::People),
                        (words::watch().to_owned(), Who::Watch),
                    ]
                    read=Signal::derive(move || who.get())
                    write=Callback::new(move |who| choice.update(|choice| choice.who = who))
                />
                {two}
            }
            .into_any()
        } else {
            view! { <Places form choice name error=Signal::derive(move || name_error.get()) /> }
                .into_any()
        }
    };
    let link = match game.has_tutorial {
        true => Route::Learn(game.id.to_owned()),
        false => Route::Rules(game.id.to_owned()),
    };
    view! {
        <main id="main" class="page setup-page" tabindex="-1">
            <div class="page-head">
                <h1>{(form.title)()}</h1>
                <p>{(form.lede)()} " " <a href=link.to_string()>{(form.link)()}</a></p>
            </div>
            <div class="setup-picture" aria-hidden="true" inner_html=(game.picture)()></div>
            <form class="form setup" on:submit=start novalidate autocomplete="off">
                {(form.players[0] < form.players[1])
                    .then(|| {
                        let options = form.players[0]..=form.players[1];
                        view! {
                            <Radios
                                legend=words::players()
                                name="players"
                                options=options.map(|count| (count.to_string(), count)).collect()
                                read=Signal::derive(move || players.get())
                                write=Callback::new(move |count| {
                                    choice.update(|choice| choice.players = count)
                                })
                            />
                        }
                    })}
                {seats}
                <div class="setup-pair">
                    {(form.rules.len() > 1).then(|| rules_field(form, choice))}
                    {form.starter.then_some(move || starter_field(choice, players.get(), who.get()))}
                </div>
                <details class="setup-more">
                    <summary>{words::more()}</summary>
                    <div class="field">
                        <label for="seed">{words::seed()}</label>
                        <input
                            id="seed"
                            class="input setup-seed"
                            inputmode="numeric"
                            prop:value=move || seed.get()
                            on:input=move |event| {
                                failed.set(None);
                                seed.set(event_target_value(&event));
                            }
                            aria-describedby="seed-hint seed-error"
                            aria-invalid=move || seed_error.get().map(|_| "true")
                        />
                        <p id="seed-error" class="field-error" role="status">
                            {move || seed_error.get()}
                        </p>
                        <p id="seed-hint" class="field-hint">
                            {words::seed_hint()}
                        </p>
                    </div>
                </details>
                <div class="setup-foot">
                    <p class="field-error" role="alert">
                        {move || failed.get()}
                    </p>
                    <button type="submit" class="button button-main setup-start">
                        {move || {
                            if watched.get() { words::start_watching() } else { words::start() }
                        }}
                    </button>
                </div>
            </form>
        </main>
    }
}

/// The rules, and what the chosen ones mean.
fn rules_field(form: &'static Form, choice: RwSignal<Choice>) -> AnyView {
    let chosen = move || {
        choice.with(|choice| {
            let at = form
                .rules
                .iter()
                .position(|rules| rules.name == choice.rules);
            at.unwrap_or_default()
        })
    };
    let options = form.rules.iter().enumerate();
    view! {
        <div class="field">
            <Radios
                legend=(form.rules_legend)()
                name="rules"
                options=options.map(|(at, rules)| ((rules.label)().to_owned(), at)).collect()
                read=Signal::derive(chosen)
                write=Callback::new(move |at: usize| {
                    choice.update(|choice| choice.rules = form.rules[at].name.to_owned())
                })
            />
            <p class="field-hint" aria-live="polite">
                {move || (form.rules[chosen()].hint)()}
            </p>
        </div>
    }
    .into_any()
}

/// Who starts.
fn starter_field(choice: RwSignal<Choice>, players: usize, who: Who) -> AnyView {
    let named = |name: &str, starter| (name.to_owned(), starter);
    let mut options = match who {
        _ if players > 2 => vec![(words::player(1), Starter::First)],
        Who::Ai => vec![
            named(words::you(), Starter::First),
            named(words::the_ai(), Starter::Second),
        ],
        Who::People => vec![
            (words::player(1), Starter::First),
            (words::player(2), Starter::Second),
        ],
        Who::Watch => vec![
            named(words::first_ai(), Starter::First),
            named(words::second_ai(), Starter::Second),
        ],
    };
    options.push(named(words::by_chance(), Starter::Chance));
    view! {
        <Radios
            legend=words::starter()
            name="starter"
            options
            read=Signal::derive(move || {
                match choice.with(|choice| choice.starter) {
                    Starter::Second if players > 2 => Starter::Chance,
                    starter => starter,
                }
            })
            write=Callback::new(move |starter| choice.update(|choice| choice.starter = starter))
        />
    }
    .into_any()
}

/// To the field that is wrong.
fn focus_wrong() {
    use wasm_bindgen::JsCast;
    let wrong = document()
        .query_selector("[aria-invalid=true]")
        .ok()
        .flatten();
    if let Some(wrong) = wrong.and_then(|wrong| wrong.dyn_into::<web_sys::HtmlElement>().ok()) {
        // A field that cannot take the focus is still marked.
        let _ = wrong.focus();
    }
}
