//! Modern Art.

mod board;
mod choice;
mod controls;
mod form;
mod log;
mod pieces;
mod rules;
mod strings;
mod tutorial;

use crate::play::registry::{Game, Parts};
use crate::play::session::{LogLine, SessionGame, Sums};
use crate::play::setup_form::Form;
use crate::play::strings::gallery::{fact_artist, fact_lot};
use crate::play::table::{Board, Ctx, TableGame};
use crate::play::worker::Thinks;
use leptos::prelude::*;
use parlour_agents::analysis::Analyse;
use parlour_art::jaipur::back;
use parlour_engine::Game as _;
use parlour_games::modern_art::{Action, Event, IllegalMove, ModernArt, Rules, View};
use strings::{form as form_words, table as words};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The game, as the pages of the site see it.
pub(crate) static GAME: Game = Game {
    id: ModernArt::NAME,
    name: form_words::name,
    about: form_words::about,
    facts: form_words::facts,
    picture: parlour_art::home::modern_art,
    form: &form::FORM,
    scale: <ModernArt as Analyse>::SCALE,
    has_tutorial: true,
    optima: None,
    parts: || Box::pin(parts()),
};

#[wasm_split(modern_art, fallible)]
fn parts() -> Result<Parts, SplitLoaderError> {
    let rules = || view! { <rules::RulesPage /> }.into_any();
    Ok(Parts {
        learn: Some(tutorial::learn),
        ..Parts::of::<ModernArt>(form::glance, rules)
    })
}

impl Thinks for ModernArt {}

impl SessionGame for ModernArt {
    fn log(state: &ModernArt, events: &[Event], names: &[String]) -> Vec<LogLine> {
        log::log(state, events, names)
    }

    fn between_rounds(events: &[Event]) -> bool {
        matches!(events.last(), Some(Event::Round { round, .. }) if *round > 0)
    }

    fn sums(_: &ModernArt, events: &[Event], names: &[String]) -> Option<Sums> {
        log::sums(events, names)
    }

    fn proposal(state: &ModernArt, action: Action) -> String {
        words::proposal(state.phase().lot(), action)
    }

    fn illegal(illegal: &IllegalMove) -> String {
        words::refusal(illegal)
    }

    fn fact(view: &View, action: Action) -> Option<String> {
        match (action, view.phase.lot()) {
            (Action::Offer(painting), _) | (Action::Add(painting), _) => {
                let artist = painting.artist();
                let mut offered = view.offered;
                offered[artist] += 1;
                let pays = board::pays_after(view, &offered)[artist];
                Some(fact_artist(words::artist(artist), pays.into()))
            }
            (Action::Bid(_) | Action::Price(_) | Action::Take | Action::Pass, Some(lot)) => {
                let each = board::pays_after(view, &view.offered)[lot.artist()];
                Some(fact_lot(u32::from(each) * u32::from(lot.card_count())))
            }
            (Action::Bid(_) | Action::Price(_) | Action::Take | Action::Pass, None) => None,
        }
    }

    fn position_kind(rules: &Rules, what: &str, at: usize) -> Option<String> {
        match what {
            "round" | "price" => Some(String::new()),
            "bought" | "gained" | "offered" | "earlier" => {
                words::artists().get(at).map(|&artist| artist.to_owned())
            }
            _ => {
                let all = rules
                    .auctions
                    .kinds(rules.auctions.paintings().into_iter().collect());
                all.map(words::card_title).nth(at)
            }
        }
    }
}

impl TableGame for ModernArt {
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

    fn board(ctx: Ctx<ModernArt>) -> Board<Action> {
        board::board(ctx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Streams, Table};
    use parlour_games::modern_art::Rules;
    use rand::RngExt as _;

    /// The number of a fact is what the rulebook pays when the round ends there.
    #[test]
    fn every_number_of_a_fact_is_what_the_rules_pay() {
        let amount = |told: &str| -> u16 {
            let number = told.rsplit_once("pay ").unwrap().1;
            number.split(' ').next().unwrap().parse().unwrap()
        };
        let mut checked = [0; 2];
        for seed in 0..6 {
            let rules = Rules::of(Rules::FULL.auctions, 3);
            let names = vec![String::new(); 3];
            let mut table = Table::<ModernArt>::new(rules, DealSource::Seed(seed), names).unwrap();
            let mut rng = Streams::new(seed).task(2);
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let view = table.state().view(parlour_engine::Viewer::Seat(seat));
                for &action in &legal {
                    let told = ModernArt::fact(&view, action);
                    // Counted by hand: the artists by the number offered, ties to the first.
                    let pays = |extra: Option<usize>, artist: usize| {
                        let mut offered = view.offered.map(u16::from);
                        if let Some(extra) = extra {
                            offered[extra] += 1;
                        }
                        let ahead = (0..5).filter(|&other| {
                            offered[other] > offered[artist]
                                || offered[other] == offered[artist] && other < artist
                        });
                        match ahead.count() {
                            place @ 0..3 if offered[artist] > 0 => {
                                view.gained(artist) + [30, 20, 10][place]
                            }
                            _ => 0,
                        }
                    };
                    match (action, view.phase.lot()) {
                        (Action::Offer(painting) | Action::Add(painting), _) => {
                            let artist = painting.artist();
                            assert_eq!(amount(&told.unwrap()), pays(Some(artist), artist));
                            checked[0] += 1;
                        }
                        (_, Some(lot)) => {
                            let each = pays(None, lot.artist());
                            let count = u16::from(lot.card_count());
                            assert_eq!(amount(&told.unwrap()), each * count);
                            checked[1] += 1;
                        }
                        (_, None) => assert_eq!(told, None),
                    }
                }
                let action = legal[rng.random_range(0..legal.len().min(9) as u32) as usize];
                table.play(seat, action).unwrap();
            }
        }
        assert!(checked.iter().all(|&count| count > 100), "{checked:?}");
    }

    /// Plays games at random and looks at everything the page says about them.
    #[test]
    fn every_position_can_be_told() {
        for seed in 0..12 {
            let players = 3 + (seed % 3) as usize;
            let all = ["You", "Ada", "Bea", "Cem", "Dov"];
            let names: Vec<String> = all[..players]
                .iter()
                .map(|name| (*name).to_owned())
                .collect();
            let auctions = if seed < 6 { Rules::FULL } else { Rules::SIMPLE }.auctions;
            let rules = Rules::of(auctions, players as u8);
            let mut table =
                Table::<ModernArt>::new(rules, DealSource::Seed(seed), names.clone()).unwrap();
            let mut rng = Streams::new(seed).task(2);
            let mut rounds = 0;
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let action = legal[rng.random_range(0..legal.len().min(9) as u32) as usize];
                assert!(!ModernArt::proposal(table.state(), action).is_empty());
                table.play(seat, action).unwrap();
                let log = ModernArt::log(table.state(), table.events(), &names);
                assert!(log.iter().all(|line| !line.text.is_empty()));
                // The last line belongs to the last action, unless it is a sealed bid that others still owe.
                let last = log.iter().filter_map(|line| line.number).max().unwrap_or(0);
                match table.state().phase() {
                    parlour_games::modern_art::Phase::Sealed { waiting, .. } => {
                        let open = players - waiting.iter().count();
                        assert_eq!(last + open, table.actions().len());
                    }
                    _ => assert_eq!(last, table.actions().len()),
                }
                if ModernArt::between_rounds(table.events()) {
                    rounds += 1;
                }
                if let Some(sums) = ModernArt::sums(table.state(), table.events(), &names) {
                    for seat in 0..players {
                        let parts: i32 = sums.rows.iter().map(|row| row.values[seat]).sum();
                        assert_eq!(parts, sums.total.values[seat]);
                    }
                }
            }
            assert_eq!(rounds, 3);
            let sums = ModernArt::sums(table.state(), table.events(), &names).unwrap();
            assert_eq!(sums.standing.unwrap().values, table.state().scores());
        }
    }
}
