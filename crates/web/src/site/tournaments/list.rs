//! All tournaments.

use super::control::Control;
use super::filters::Filters;
use super::frame::Frame;
use super::parts::{
    entry_head, filter, filter_group, game_filter, game_name, last, list, progress, progress_bar,
    tournaments_root,
};
use super::response::{Changes, Response};
use crate::platform::route::Route;
use crate::play::strings::gallery::joined;
use crate::site::strings::tournaments as words;
use leptos::prelude::*;
use parlour_protocol::tournaments::{Page, State, TournamentSummary};

/// `#/tournaments`.
#[component]
pub(crate) fn TournamentsPage() -> impl IntoView {
    let filters = Filters::here();
    let page = Response::<Page<TournamentSummary>>::new(move || {
        format!("api/v1/tournaments?{}", filters.text())
    });
    let control = Control::here();
    let changes = move || {
        let live = |item: &TournamentSummary| matches!(item.state, State::Running | State::Pausing);
        Some(match page.get()?.items.iter().any(live) {
            true => Changes::Often,
            false => Changes::Rarely,
        })
    };
    let states = [
        ("running", State::Running),
        ("open", State::Open),
        ("over", State::Over),
    ];
    let states = states.map(|(key, state)| (key.to_owned(), words::state(state).to_owned()));
    let body = move || {
        let fields = vec![
            game_filter(filters),
            filter(filters, "state", words::state_text(), states.to_vec()),
        ];
        let entries = move || {
            Some(list(
                filters,
                page.get()?,
                "tournaments",
                words::none_yet(),
                entry,
            ))
        };
        view! {
            <p>
                <a class="button" href=Route::Agents(String::new()).to_string()>
                    {words::agents()}
                </a>
            </p>
            <section class="home-part" aria-label=words::tournaments()>
                {filter_group(fields)}
                {entries}
            </section>
            {control.form()}
        }
    };
    Frame {
        title: Signal::stored(words::tournaments().to_owned()),
        lede: words::lede(),
        root: tournaments_root,
        above: None,
        sources: vec![page.source],
        changes: Signal::derive(changes),
        body: body.into(),
    }
    .view()
}

fn entry(summary: &TournamentSummary) -> AnyView {
    let facts = [
        game_name(&summary.game).to_owned(),
        progress(summary),
        last(summary),
    ];
    view! {
        <li class="entry" data-testid="tournament">
            <div class="entry-text">
                {entry_head(summary)} <small>{facts.join(" · ")}</small>
                <small>{joined(&summary.players)}</small>
                {summary.finished.is_none().then(|| progress_bar(summary))}
            </div>
        </li>
    }
    .into_any()
}
