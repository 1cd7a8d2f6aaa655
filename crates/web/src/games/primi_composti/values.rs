//! What each of one's cards is worth, while one plays: the study mode.

use super::strings::table as words;
use super::study::{Ask, Study};
use crate::platform::settings;
use crate::play::table::{Ctx, Kind, is_shortcut};
use crate::play::worker::{Basis, Question, Reply, SeatKnowledge, analysts};
use leptos::prelude::*;
use parlour_agents::primi_composti::solved_from;
use parlour_engine::{Game as _, Seat, json};
use parlour_games::primi_composti::{Action, PrimiComposti};

/// What has been found out.
#[derive(Clone, Debug, Default, PartialEq)]
enum Found {
    /// Nothing is asked.
    #[default]
    None,
    /// The worker computes.
    Asking,
    /// Its answer.
    Known(Study),
    /// Why there is none.
    Failed(String),
}

/// The values of the cards of the player to move. A context of the table.
#[derive(Clone, Copy)]
pub(super) struct Values {
    found: RwSignal<Found>,
    /// Whether there are any: for two players at this device, and where there is help at all.
    two: bool,
}

impl Values {
    /// For a table; asks the worker whenever it is a person's turn and the values are wanted.
    pub(super) fn provide(ctx: Ctx<PrimiComposti>) -> Values {
        let values = Values {
            found: RwSignal::new(Found::None),
            two: ctx.has_help()
                && (ctx.session)
                    .with_untracked(|session| session.seats().len() == 2 && session.is_whole()),
        };
        provide_context(values);
        if ctx.kind != Kind::Play || !values.two {
            return values;
        }
        let settings = settings::shared();
        Effect::new(move |_| {
            let wanted = settings.with(|settings| settings.study);
            let state = ctx.shown.get();
            let found = values.found;
            match ctx.mover.get() {
                Some(seat) if wanted => {
                    found.set(Found::Asking);
                    ask(&state, seat, Ask::Options, move |answer| {
                        found.try_set(match answer {
                            Ok(study) => Found::Known(study),
                            Err(reason) => Found::Failed(reason),
                        });
                    });
                }
                _ => {
                    analysts().cancel();
                    found.set(Found::None);
                }
            }
        });
        let keys = window_event_listener(leptos::ev::keydown, move |event| {
            if is_shortcut(&event) && event.key().eq_ignore_ascii_case("v") {
                settings.update(|settings| settings.study = !settings.study);
            }
        });
        on_cleanup(move || {
            keys.remove();
            analysts().cancel();
        });
        values
    }

    /// What a card is worth for the seat to move, played in the best way, and whether no other is worth more.
    pub(super) fn of(self, card: u8, seat: Seat, first: Seat) -> Option<(i32, bool)> {
        self.found.with(|found| {
            let Found::Known(study) = found else {
                return None;
            };
            let sign = if seat == first { 1 } else { -1 };
            // The best comes first.
            let worth = study
                .options
                .iter()
                .find(|worth| worth.action.card == card)?;
            Some((sign * worth.value, worth.value == study.value))
        })
    }

    /// What an action is worth for the seat to move.
    pub(super) fn of_action(self, action: Action, seat: Seat, first: Seat) -> Option<i32> {
        self.found.with(|found| {
            let Found::Known(study) = found else {
                return None;
            };
            let worth = study.options.iter().find(|worth| worth.action == action)?;
            Some(if seat == first {
                worth.value
            } else {
                -worth.value
            })
        })
    }
}

/// Asks the worker that analyses.
pub(super) fn ask(
    state: &PrimiComposti,
    seat: Seat,
    ask: Ask,
    done: impl FnOnce(Result<Study, String>) + 'static,
) {
    let question = serde_json::to_value(ask).expect("a question is a word");
    // Values follow from the view alone.
    let asked = SeatKnowledge::about(state, &[], seat);
    let told = move |answer: Result<Reply, String>| {
        done(answer.and_then(|reply| match reply {
            Reply::Studied(study) => json::from_value(&study).map_err(|error| error.to_string()),
            other => Err(format!("{other:?}")),
        }));
    };
    analysts().ask(asked, Question::Study(question), 0, Box::new(told));
}

/// The switch, and what the numbers are.
pub(super) fn panel(ctx: Ctx<PrimiComposti>) -> AnyView {
    let values: Values = expect_context();
    let settings = settings::shared();
    if !values.two {
        return view! {
            <section class="panel values-panel" data-testid="values">
                <h2>{words::study()}</h2>
                <p class="field-hint">{words::two_only()}</p>
            </section>
        }
        .into_any();
    }
    let wanted = move || settings.with(|settings| settings.study);
    let text = move || {
        if !wanted() {
            return None;
        }
        let line = values.found.with(|found| match found {
            Found::None => words::on_your_turn().to_owned(),
            Found::Asking => words::computing().to_owned(),
            Found::Failed(reason) => reason.clone(),
            Found::Known(study) => {
                let version = ctx.shown.with(|state| state.rules().version);
                match study.basis {
                    Basis::Simulations(count) => words::searched(count, solved_from(version)),
                    Basis::Exact => words::exact().to_owned(),
                }
            }
        });
        Some(view! {
            <p class="field-hint" role="status" data-testid="values-text">
                {line}
            </p>
        })
    };
    view! {
        <section class="panel values-panel" data-testid="values">
            <h2>{words::study()}</h2>
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=wanted
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        settings.update(|settings| settings.study = on);
                    }
                />
                {words::study_on()}
            </label>
            {text}
        </section>
    }
    .into_any()
}
