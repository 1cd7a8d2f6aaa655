//! Masters Gallery.

mod board;
mod choice;
mod controls;
mod form;
mod log;
mod optima;
mod pieces;
mod rules;
mod strings;
mod tutorial;

use crate::play::registry::{Game, Parts};
use crate::play::session::{LogLine, SessionGame, Sums};
use crate::play::setup_form::Form;
use crate::play::strings::gallery::fact_artist;
use crate::play::table::{Board, Ctx, TableGame};
use crate::play::worker::Thinks;
use leptos::prelude::*;
use parlour_agents::analysis::Analyse;
use parlour_art::jaipur::back;
use parlour_engine::Game as _;
use parlour_games::masters_gallery::{
    Action, Card, Event, IllegalMove, MastersGallery, Rules, Symbol, View,
};
use strings::{form as form_words, table as words};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The game, as the pages of the site see it.
pub(crate) static GAME: Game = Game {
    id: MastersGallery::NAME,
    name: form_words::name,
    about: form_words::about,
    facts: form_words::facts,
    picture: parlour_art::home::masters_gallery,
    form: &form::FORM,
    scale: <MastersGallery as Analyse>::SCALE,
    has_tutorial: true,
    optima: Some(form_words::optima),
    parts: || Box::pin(parts()),
};

#[wasm_split(masters_gallery, fallible)]
fn parts() -> Result<Parts, SplitLoaderError> {
    let rules = || view! { <rules::RulesPage /> }.into_any();
    Ok(Parts {
        learn: Some(tutorial::learn),
        optima: Some(|| view! { <optima::Optima /> }.into_any()),
        ..Parts::of::<MastersGallery>(form::glance, rules)
    })
}

impl Thinks for MastersGallery {}

impl SessionGame for MastersGallery {
    fn log(state: &MastersGallery, events: &[Event], names: &[String]) -> Vec<LogLine> {
        log::log(state, events, names)
    }

    fn between_rounds(events: &[Event]) -> bool {
        matches!(events.last(), Some(Event::Round { round, .. }) if *round > 0)
    }

    fn sums(state: &MastersGallery, events: &[Event], names: &[String]) -> Option<Sums> {
        log::sums(state, events, names)
    }

    fn proposal(_: &MastersGallery, action: Action) -> String {
        words::proposal(action)
    }

    fn illegal(illegal: &IllegalMove) -> String {
        words::refusal(illegal)
    }

    fn fact(view: &View, action: Action) -> Option<String> {
        let (Action::Play(card) | Action::Second(card) | Action::Show(card) | Action::Add(card)) =
            action
        else {
            return None;
        };
        let mut cards = pieces::face_up(view);
        cards[card.artist.index()] += 1;
        let pays = board::pays_after(view, cards)[card.artist.index()];
        Some(fact_artist(words::artist(card.artist), pays))
    }

    fn position_kind(rules: &Rules, what: &str, at: usize) -> Option<String> {
        match what {
            "round" => Some(String::new()),
            "symbols" => Symbol::ALL
                .get(at)
                .map(|&symbol| words::symbol(symbol).to_owned()),
            "artist" | "from" | "awards" | "cards" | "face_up" | "earlier" => {
                words::artists().get(at).map(|&artist| artist.to_owned())
            }
            _ if at < Card::KINDS => {
                let card = Card::from_index(at);
                (rules.count(card) > 0).then(|| words::card_title(card))
            }
            _ => None,
        }
    }
}

impl TableGame for MastersGallery {
    fn title() -> &'static str {
        words::title()
    }

    fn keys() -> Vec<(&'static str, &'static str)> {
        words::keys()
    }

    fn form() -> &'static Form {
        &form::FORM
    }

    fn card_back() -> String {
        back()
    }

    fn board(ctx: Ctx<MastersGallery>) -> Board<Action> {
        board::board(ctx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Rules as _, Streams, Table};
    use parlour_games::masters_gallery::{Phase, Rules};
    use rand::RngExt as _;

    /// The number of a fact is what the artist pays with that card face up.
    #[test]
    fn every_number_of_a_fact_is_what_the_rules_pay() {
        let mut checked = 0;
        for seed in 0..8 {
            let rules = Rules::named("full-3").unwrap();
            let names = vec![String::new(); 3];
            let mut table =
                Table::<MastersGallery>::new(rules, DealSource::Seed(seed), names).unwrap();
            let mut rng = Streams::new(seed).task(2);
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let view = table.state().view(parlour_engine::Viewer::Seat(seat));
                for &action in &legal {
                    let told = MastersGallery::fact(&view, action);
                    let (Action::Play(card)
                    | Action::Second(card)
                    | Action::Show(card)
                    | Action::Add(card)) = action
                    else {
                        assert_eq!(told, None);
                        continue;
                    };
                    // Counted by hand: the artists by their cards face up, ties in the order of the row.
                    let mut cards = pieces::face_up(&view);
                    let own = card.artist.index();
                    cards[own] += 1;
                    let ahead = (0..5).filter(|&other| {
                        cards[other] > cards[own] || cards[other] == cards[own] && other < own
                    });
                    let gain = [3, 2, 1].get(ahead.count());
                    let pays = gain.map_or(0, |gain| view.values[own] + gain);
                    let told = told.unwrap();
                    assert!(told.contains(&format!(" pay {pays} ")), "{told}: {pays}");
                    checked += 1;
                }
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                table.play(seat, action).unwrap();
            }
        }
        assert!(checked > 200, "{checked}");
    }

    /// Plays games at random and looks at everything the page says about them.
    #[test]
    fn every_position_can_be_told() {
        for seed in 0..12 {
            let players = 2 + (seed % 4) as usize;
            let all = ["You", "Ada", "Bea", "Cem", "Dov"];
            let names: Vec<String> = all[..players]
                .iter()
                .map(|name| (*name).to_owned())
                .collect();
            let set = ["full", "seed-draw", "seed-base"][(seed / 4) as usize % 3];
            let rules = Rules::named(&format!("{set}-{players}")).unwrap();
            let mut table =
                Table::<MastersGallery>::new(rules, DealSource::Seed(seed), names.clone()).unwrap();
            let mut rng = Streams::new(seed).task(2);
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                assert!(!MastersGallery::proposal(table.state(), action).is_empty());
                table.play(seat, action).unwrap();
                let log = MastersGallery::log(table.state(), table.events(), &names);
                assert!(log.iter().all(|line| !line.text.is_empty()));
                let last = log.iter().filter_map(|line| line.number).max().unwrap_or(0);
                if choice::phase(table.state()) != Phase::Together {
                    assert_eq!(last, table.actions().len());
                }
                if let Some(sums) = MastersGallery::sums(table.state(), table.events(), &names) {
                    for seat in 0..players {
                        let parts: i32 = sums.rows.iter().map(|row| row.values[seat]).sum();
                        assert_eq!(parts, sums.total.values[seat]);
                    }
                }
            }
            let sums = MastersGallery::sums(table.state(), table.events(), &names).unwrap();
            assert_eq!(sums.standing.unwrap().values, table.state().scores());
        }
    }
}
