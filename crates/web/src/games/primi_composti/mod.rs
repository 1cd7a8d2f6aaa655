//! Primi Composti.

mod board;
mod deals;
mod form;
mod rules;
mod strings;
mod study;
mod tutorial;
mod values;

use board::{Operation, drawn};

use crate::play::registry::{Game, Parts};
use crate::play::session::{LogLine, SessionGame, SumRow, Sums};
use crate::play::setup_form::Form;
use crate::play::table::{Board, Ctx, Kind, TableGame};
use crate::play::worker::{Ranking, Thinks, searched};
use leptos::prelude::*;
use parlour_agents::Policies;
use parlour_agents::analysis::Analyse;
use parlour_art::primi;
use parlour_engine::{Game as _, InformationState, Policy, Rng, Seat, json};
use parlour_games::primi_composti::{
    Action, Event, IllegalMove, PrimiComposti, Rules, Version, View,
};
use strings::{form as form_words, table as words};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The game, as the pages of the site see it.
pub(crate) static GAME: Game = Game {
    id: PrimiComposti::NAME,
    name: form_words::name,
    about: form_words::about,
    facts: form_words::facts,
    picture: parlour_art::home::primi_composti,
    form: &form::FORM,
    scale: <PrimiComposti as Analyse>::SCALE,
    has_tutorial: true,
    optima: Some(form_words::optima),
    parts: || Box::pin(parts()),
};

#[wasm_split(primi_composti, fallible)]
fn parts() -> Result<Parts, SplitLoaderError> {
    let rules = || view! { <rules::RulesPage /> }.into_any();
    Ok(Parts {
        learn: Some(|| view! { <tutorial::Learn /> }.into_any()),
        optima: Some(|| view! { <deals::Deals /> }.into_any()),
        ..Parts::of::<PrimiComposti>(form::glance, rules)
    })
}

impl Thinks for PrimiComposti {
    fn policy_here(name: &str) -> Result<Box<dyn Policy<PrimiComposti>>, String> {
        match name {
            "perfect" => Ok(Box::new(study::Perfect::default())),
            other => Self::policy(other).map_err(|error| error.to_string()),
        }
    }

    fn rank(known: &InformationState<'_, Self>, rng: &mut Rng) -> Ranking {
        study::ranking(known.view()).unwrap_or_else(|| searched(known, rng))
    }

    fn study(view: &View, question: &serde_json::Value) -> Result<serde_json::Value, String> {
        let ask = json::from_value(question).map_err(|error| error.to_string())?;
        let study = study::study(view, ask)?;
        serde_json::to_value(study).map_err(|error| error.to_string())
    }
}

impl SessionGame for PrimiComposti {
    fn log(_: &PrimiComposti, events: &[Event], names: &[String]) -> Vec<LogLine> {
        let events = events.iter().enumerate();
        events
            .map(|(at, event)| LogLine {
                number: Some(at + 1),
                text: words::event(event, names),
                gain: words::signed(event.gain.into()),
            })
            .collect()
    }

    fn sums(state: &PrimiComposti, events: &[Event], names: &[String]) -> Option<Sums> {
        let outcome = state.outcome()?;
        let seats = || Seat::all(names.len());
        let worth = |cards: &[u8]| -> i32 {
            let values = cards.iter().map(|&card| state.rules().value(card));
            values.map(i32::from).sum()
        };
        let row = |name: &str, value: &dyn Fn(Seat) -> i32| SumRow {
            name: name.to_owned(),
            values: seats().map(value).collect(),
        };
        let primes = |seat| worth(state.primes(seat));
        let composites = |seat| worth(state.composites(seat));
        let total = |seat: Seat| outcome.scores[seat.index()];
        let rows = match state.rules().version {
            Version::One => vec![
                row(words::sum_cards(), &|seat| primes(seat) + composites(seat)),
                row(words::sum_operations(), &|seat| {
                    total(seat) - primes(seat) - composites(seat)
                }),
            ],
            Version::Greedy | Version::Free => vec![
                row(words::sum_primes(), &primes),
                row(words::sum_composites(), &composites),
            ],
        };
        let winner = (outcome.winners.len() == 1)
            .then(|| outcome.winners.first())
            .flatten();
        let best = best_play(events);
        Some(Sums {
            heading: words::result(winner.map(|seat| names[seat.index()].as_str())),
            notes: best
                .iter()
                .map(|event| words::best_play(event, names))
                .collect(),
            unit: words::sums(),
            names: names.to_vec(),
            rows,
            total: row(words::sum_all(), &total),
            standing: None,
            picture: best.map_or_else(primi::back, |event| primi::card(event.card)),
        })
    }

    fn proposal(state: &PrimiComposti, action: Action) -> String {
        let Some(seat) = state.to_move().first() else {
            return action.to_string();
        };
        let play = state.board().play(seat, action);
        words::proposal(state.rules().version, action.card, &play)
    }

    fn illegal(illegal: &IllegalMove) -> String {
        words::refusal(illegal)
    }

    fn brief(action: Action) -> String {
        action.card.to_string()
    }

    fn position_kind(_: &Rules, _: &str, at: usize) -> Option<String> {
        Some(at.to_string())
    }
}

impl TableGame for PrimiComposti {
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
        primi::back()
    }

    fn board(ctx: Ctx<PrimiComposti>) -> Board<Action> {
        board::board(ctx)
    }

    fn side(ctx: Ctx<PrimiComposti>) -> Option<AnyView> {
        let is_shown = ctx.kind == Kind::Play && (ctx.link.is_some() || ctx.has_help());
        is_shown.then(|| values::panel(ctx))
    }
}

/// The play that gained most by an operation; of equals the largest card.
fn best_play(events: &[Event]) -> Option<&Event> {
    let operations = events.iter().filter(|event| event.operands.is_some());
    operations.max_by_key(|event| (event.gain, event.card))
}

/// The kind of a card's stack.
fn stack_of(state: &View, seat: Seat, prime: bool) -> &[u8] {
    let player = &state.players[seat.index()];
    if prime {
        &player.primes
    } else {
        &player.composites
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Rules as _, Streams, Table};
    use parlour_games::primi_composti::Rules;
    use parlour_games::primi_composti::rules::is_prime;
    use rand::RngExt as _;

    /// Plays every rule set at random and looks at everything the page says about it.
    #[test]
    fn every_position_can_be_told() {
        for name in Rules::names() {
            let rules = Rules::named(name).unwrap();
            let names: Vec<String> = ["You", "Ada", "Ben", "Cy", "Di", "Eve"]
                .map(str::to_owned)
                .into_iter()
                .take(rules.seats())
                .collect();
            let mut table =
                Table::<PrimiComposti>::new(rules, DealSource::Seed(5), names.clone()).unwrap();
            let mut rng = Streams::new(6).task(2);
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                assert!(!PrimiComposti::proposal(table.state(), action).is_empty());
                assert_eq!(
                    PrimiComposti::sums(table.state(), table.events(), &names),
                    None
                );
                table.play(seat, action).unwrap();
                let log = PrimiComposti::log(table.state(), table.events(), &names);
                assert_eq!(log.len(), table.actions().len());
                let operation = table.events().last().unwrap().operands.is_some();
                assert_eq!(log.last().unwrap().text.contains(" = "), operation);
            }
            let sums = PrimiComposti::sums(table.state(), table.events(), &names).unwrap();
            for seat in 0..names.len() {
                let parts: i32 = sums.rows.iter().map(|row| row.values[seat]).sum();
                assert_eq!(parts, sums.total.values[seat]);
                assert!(sums.rows.iter().all(|row| row.values[seat] >= 0));
            }
            assert!(!sums.picture.is_empty());
        }
    }

    #[test]
    fn a_stack_holds_its_kind() {
        let state: PrimiComposti = DealSource::Seed(1).start(Rules::default()).unwrap();
        let view = state.view(parlour_engine::Viewer::Public);
        for seat in Seat::all(2) {
            assert!(
                stack_of(&view, seat, true)
                    .iter()
                    .all(|&card| is_prime(card))
            );
        }
    }
}
