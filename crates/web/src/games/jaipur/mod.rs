//! Jaipur.

mod board;
mod facts;
mod form;
mod layout;
mod lesson;
mod rules;
mod selection;
mod strings;
mod tutorial;

use crate::play::registry::{Game, Parts};
use crate::play::session::{LogLine, SessionGame, SumRow, Sums};
use crate::play::setup_form::Form;
use crate::play::table::{Board, Ctx, TableGame};
use crate::play::worker::Thinks;
use leptos::prelude::*;
use parlour_agents::analysis::Analyse;
use parlour_art::coins::seal;
use parlour_art::jaipur::back;
use parlour_engine::{Game as _, Viewer};
use parlour_games::jaipur::rules::CAMEL_TOKEN;
use parlour_games::jaipur::{Action, Card, Event, IllegalMove, Jaipur, Rules, View};
use strings::{form as form_words, table as words};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The game, as the pages of the site see it.
pub(crate) static GAME: Game = Game {
    id: Jaipur::NAME,
    name: form_words::name,
    about: form_words::about,
    facts: form_words::facts,
    picture: parlour_art::home::jaipur,
    form: &form::FORM,
    scale: <Jaipur as Analyse>::SCALE,
    has_tutorial: true,
    optima: None,
    parts: || Box::pin(parts()),
};

#[wasm_split(jaipur, fallible)]
fn parts() -> Result<Parts, SplitLoaderError> {
    let rules = || view! { <rules::RulesPage /> }.into_any();
    Ok(Parts {
        learn: Some(|| view! { <tutorial::Learn /> }.into_any()),
        ..Parts::of::<Jaipur>(form::glance, rules)
    })
}

impl Thinks for Jaipur {}

impl SessionGame for Jaipur {
    fn log(state: &Jaipur, events: &[Event], names: &[String]) -> Vec<LogLine> {
        let is_match = *state.rules() != Rules::ROUND;
        let mut number = 0;
        let plain = |text: String| LogLine {
            number: None,
            text,
            gain: String::new(),
        };
        let mut lines = Vec::with_capacity(events.len());
        for event in events {
            match event {
                Event::Deal { round, starter, .. } => {
                    if is_match {
                        let starter = &names[starter.index()];
                        lines.push(plain(words::round_begins(*round, starter)));
                    }
                }
                Event::RoundEnd(result) => lines.push(plain(words::round_over(result, names))),
                Event::Take { seat, .. }
                | Event::Camels { seat, .. }
                | Event::Exchange { seat, .. }
                | Event::Sell { seat, .. } => {
                    number += 1;
                    if let Some((text, gain)) = words::event(&names[seat.index()], event) {
                        lines.push(LogLine {
                            number: Some(number),
                            text,
                            gain,
                        });
                    }
                }
            }
        }
        lines
    }

    fn between_rounds(events: &[Event]) -> bool {
        matches!(events.last(), Some(Event::Deal { round, .. }) if *round > 0)
    }

    fn sums(state: &Jaipur, events: &[Event], names: &[String]) -> Option<Sums> {
        let result = events.iter().rev().find_map(|event| match event {
            Event::RoundEnd(result) => Some(result),
            _ => None,
        })?;
        let row = |name: &str, values: [u16; 2]| SumRow {
            name: name.to_owned(),
            values: values.map(i32::from).to_vec(),
        };
        let mut camels = [0; 2];
        if let Some(seat) = result.camel_token {
            camels[seat.index()] = CAMEL_TOKEN;
        }
        let mut notes = vec![words::reason(result.reason).to_owned()];
        if result.rupees[0] == result.rupees[1] {
            notes.push(words::tie_break().to_owned());
        }
        let winner = result.winner.map(|seat| names[seat.index()].as_str());
        let view = state.view(Viewer::Public);
        let is_match = view.rules != Rules::ROUND;
        let seals = view.players.each_ref().map(|player| player.seals.into());
        Some(Sums {
            heading: words::round_result(winner),
            notes,
            unit: words::sums(),
            names: names.to_vec(),
            rows: vec![
                row(words::sum_goods(), result.goods),
                row(words::sum_bonus(), result.bonus),
                row(&words::sum_camels(result.herds), camels),
            ],
            total: row(words::sum_all(), result.rupees),
            standing: is_match.then(|| row(words::sum_seals(), seals)),
            picture: seal(result.winner.is_some()),
        })
    }

    fn proposal(state: &Jaipur, action: Action) -> String {
        words::proposal(state, action)
    }

    fn illegal(illegal: &IllegalMove) -> String {
        words::refusal(illegal)
    }

    fn fact(view: &View, action: Action) -> Option<String> {
        facts::fact(view, action)
    }

    fn position_kind(_: &Rules, what: &str, at: usize) -> Option<String> {
        match what {
            "round" | "exchanges" | "deck" | "empty" | "sales" => Some(String::new()),
            "bonus" | "bonuses" => [1, 2, 3, 4, 5, 6, 8, 9, 10]
                .get(at)
                .map(|value| value.to_string()),
            _ => Card::ALL
                .get(at)
                .map(|&card| words::card_title(card).to_owned()),
        }
    }
}

impl TableGame for Jaipur {
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

    fn board(ctx: Ctx<Jaipur>) -> Board<Action> {
        board::board(ctx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Streams, Table};
    use rand::RngExt as _;

    /// Plays a match at random and looks at everything the page says about it.
    #[test]
    fn every_position_can_be_told() {
        let names = vec!["You".to_owned(), "Ada".to_owned()];
        for seed in 0..10 {
            let mut table =
                Table::<Jaipur>::new(Rules::MATCH, DealSource::Seed(seed), names.clone()).unwrap();
            let mut rng = Streams::new(seed).task(2);
            let mut rounds = 0;
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                assert!(!Jaipur::proposal(table.state(), action).is_empty());
                table.play(seat, action).unwrap();
                let log = Jaipur::log(table.state(), table.events(), &names);
                let moves = log.iter().filter(|line| line.number.is_some()).count();
                assert_eq!(moves, table.actions().len());
                if Jaipur::between_rounds(table.events()) {
                    rounds += 1;
                    let sums = Jaipur::sums(table.state(), table.events(), &names).unwrap();
                    for seat in 0..2 {
                        let parts: i32 = sums.rows.iter().map(|row| row.values[seat]).sum();
                        assert_eq!(parts, sums.total.values[seat]);
                    }
                    assert!(sums.standing.is_some());
                }
            }
            assert!(rounds >= 1);
            assert!(!Jaipur::between_rounds(table.events()));
        }
    }
}
