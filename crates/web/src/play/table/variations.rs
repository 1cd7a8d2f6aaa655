//! A replay's game beside the one that it goes on from and those that go on from it.

use super::controller::Controller;
use crate::platform::route::Route;
use crate::play::saved_game::{self, Entry, SeatKind, StoredGame};
use crate::play::session::Session;
use crate::play::strings::replay as words;
use leptos::prelude::*;

/// A line of the table.
struct Variation {
    /// What it is.
    label: String,
    /// Where it is shown, unless here.
    route: Option<Route>,
    game: StoredGame,
}

/// The final scores of the games, each with the way to where it leaves the other; nothing if there is one game only.
#[component]
pub(super) fn Variations(controller: Controller) -> impl IntoView {
    let variations = controller.session.with_untracked(family);
    let names = controller.names.get_untracked();
    (variations.len() > 1).then(|| {
        let seats = names.len();
        let head = names.into_iter().map(|name| {
            view! {
                <th scope="col">
                    <span>{name}</span>
                </th>
            }
        });
        let rows = variations
            .into_iter()
            .map(|variation| row(variation, seats));
        view! {
            <section class="panel variations" data-testid="variations">
                <h2>{words::variations()}</h2>
                <table class="sums">
                    <thead>
                        <tr>
                            <td></td>
                            {head.collect_view()}
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </section>
        }
    })
}

/// The original, the game of the page, and the games that go on from it.
fn family(session: &Session) -> Vec<Variation> {
    let this = session.stored();
    let mut family = Vec::new();
    if let Some(branch) = &this.branch
        && let Some(Entry::Game(parent)) = saved_game::game(&branch.parent)
    {
        family.push(Variation {
            label: words::original().to_owned(),
            route: Some(Route::ReplayAt(parent.id.clone(), branch.ply)),
            game: *parent,
        });
    }
    family.push(Variation {
        label: words::this_game().to_owned(),
        route: None,
        game: this.clone(),
    });
    if session.is_saved() {
        let branches = saved_game::branches(&this.id).into_iter();
        family.extend(branches.map(|game| {
            let ply = game.branch.as_ref().map_or(0, |branch| branch.ply);
            let id = game.id.clone();
            Variation {
                label: words::from_move(ply),
                route: Some(match game.finished() {
                    true => Route::ReplayAt(id, ply),
                    false => Route::Play(id),
                }),
                game,
            }
        }));
    }
    family
}

fn row(variation: Variation, seats: usize) -> AnyView {
    let Variation { label, route, game } = variation;
    let label = match route {
        Some(route) => view! { <a href=route.to_string()>{label}</a> }.into_any(),
        None => view! { <b>{label}</b> }.into_any(),
    };
    let mut names: Vec<String> = Vec::new();
    for name in game.seats.iter().map(SeatKind::name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let redealt = game.branch.as_ref().is_some_and(|branch| branch.redealt);
    let about = words::about(&names, redealt);
    let scores = match &game.summary.winners {
        None => view! { <td colspan=seats.to_string()>{words::in_progress()}</td> }.into_any(),
        Some(winners) => {
            let cell = |(seat, score): (usize, &i32)| {
                let won = winners.contains(&(seat as u8));
                view! { <td class:is-best=won>{*score}</td> }
            };
            let scores = game.summary.scores.iter().enumerate();
            scores.map(cell).collect_view().into_any()
        }
    };
    view! {
        <tr>
            <th scope="row">
                {label}
                <small>{about}</small>
            </th>
            {scores}
        </tr>
    }
    .into_any()
}
