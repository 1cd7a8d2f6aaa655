//! The tutorial: a short game by the rulebook, in which each step asks for the next card.

use crate::art::primi;
use crate::primi_composti::{Operation, drawn};
use crate::route::Route;
use crate::shell::set_title;
use crate::text::jaipur_learn as common;
use crate::text::primi as table_words;
use crate::text::primi_learn as words;
use leptos::html;
use leptos::prelude::*;
use parlour_engine::{DealSource, Game as _, Seat, Table};
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Action, Deal, Pair, PrimiComposti, Rules, Version};

/// The seat of the person who learns.
const YOU: Seat = Seat(0);
/// The other seat.
const RIVAL: Seat = Seat(1);

/// Both hands.
const HANDS: [[u8; 5]; 2] = [[2, 7, 10, 12, 21], [3, 4, 5, 6, 9]];
/// The cards in the order they are played, in turn.
const PLAYED: [u8; 10] = [7, 3, 21, 4, 10, 5, 2, 6, 12, 9];
/// How many cards lie before each step, and whether it asks for the next.
const STEPS: [(usize, bool); 7] = [
    (0, false),
    (0, true),
    (2, true),
    (4, true),
    (6, true),
    (8, true),
    (10, false),
];

/// The whole game.
fn game() -> Table<PrimiComposti> {
    let rules = Rules {
        cards: HANDS[0].len() as u8,
        ..Rules::two(Version::One)
    };
    let deal = Deal {
        hands: HANDS.map(Vec::from).to_vec(),
    };
    let mut table = Table::new(rules, DealSource::Cards(deal), names().to_vec())
        .expect("a test plays the game of the tutorial");
    for card in PLAYED {
        let seat = table.to_move().first().unwrap_or(YOU);
        table
            .play(seat, Action { card, using: None })
            .expect("a test plays the game of the tutorial");
    }
    table
}

/// The tutorial's state.
#[derive(Clone, Copy)]
struct Lesson {
    step: RwSignal<usize>,
    /// Whether the step's card is played.
    done: RwSignal<bool>,
    chosen: RwSignal<Option<u8>>,
    /// Whether something is said about a card that is not the one asked for.
    nudge: RwSignal<bool>,
    state: Memo<PrimiComposti>,
}

impl Lesson {
    fn new() -> Lesson {
        let (step, done) = (RwSignal::new(0), RwSignal::new(false));
        let table = StoredValue::new(game());
        let state = Memo::new(move |_| {
            let ply = STEPS[step.get()].0 + usize::from(done.get());
            table.with_value(|table| table.at(ply))
        });
        Lesson {
            step,
            done,
            chosen: RwSignal::new(None),
            nudge: RwSignal::new(false),
            state,
        }
    }

    fn go(self, step: usize) {
        self.step.set(step);
        self.done.set(false);
        self.chosen.set(None);
        self.nudge.set(false);
    }

    fn text(self) -> &'static words::Step {
        &words::STEPS[self.step.get()]
    }

    /// The card that is awaited.
    fn asked(self) -> Option<u8> {
        let (ply, asks) = STEPS[self.step.get()];
        (asks && !self.done.get()).then(|| PLAYED[ply])
    }

    fn confirm(self) {
        let Some(chosen) = self.chosen.get_untracked() else {
            return;
        };
        if untrack(|| self.asked()) == Some(chosen) {
            self.nudge.set(false);
            self.done.set(true);
            self.chosen.set(None);
        } else {
            self.nudge.set(true);
        }
    }

    /// What the chosen card would bring, else what the last one brought.
    fn operation(self) -> Option<Operation> {
        self.state.with(|state| match self.chosen.get() {
            Some(card) => {
                let play = state.board().play(YOU, Action { card, using: None });
                Some(Operation {
                    card,
                    operands: play.using.map(Pair::cards),
                    gain: play.gain,
                    line: None,
                })
            }
            None => state.history().last().map(|event| Operation {
                card: event.card,
                operands: event.operands,
                gain: event.gain,
                line: Some(table_words::event(event, &names())),
            }),
        })
    }
}

fn names() -> [String; 2] {
    [common::YOU, words::RIVAL].map(str::to_owned)
}

/// The tutorial.
#[component]
pub(crate) fn Learn() -> impl IntoView {
    set_title(words::TITLE);
    let lesson = Lesson::new();
    let heading = NodeRef::<html::H2>::new();
    let next = NodeRef::<html::Button>::new();
    // A new step is read from its heading; after a move one goes on with the button.
    Effect::new(move |before: Option<usize>| {
        let step = lesson.step.get();
        if before.is_some_and(|before| before != step)
            && let Some(heading) = heading.get_untracked()
        {
            // What is on the page can take the focus.
            let _ = heading.focus();
        }
        step
    });
    Effect::new(move |_| {
        if lesson.done.get() {
            request_animation_frame(move || {
                if let Some(next) = next.get_untracked() {
                    let _ = next.focus();
                }
            });
        }
    });
    let last = STEPS.len() - 1;
    let show = move |_| {
        lesson.nudge.set(false);
        lesson.chosen.set(untrack(|| lesson.asked()));
    };
    let onwards = move || {
        if lesson.step.get() == last {
            view! {
                <a class="button button-main" href=Route::New(PrimiComposti::NAME.to_owned()).to_string()>
                    {words::FIRST_GAME}
                </a>
                <a class="button" href=Route::Rules(PrimiComposti::NAME.to_owned()).to_string()>
                    {common::RULES}
                </a>
                <button type="button" class="button button-quiet" on:click=move |_| lesson.go(0)>
                    {common::AGAIN}
                </button>
            }
            .into_any()
        } else {
            let asks = move || lesson.asked().is_some();
            view! {
                <button
                    node_ref=next
                    type="button"
                    class="button"
                    class:button-quiet=asks
                    class:button-main=move || !asks()
                    on:click=move |_| lesson.go(lesson.step.get_untracked() + 1)
                >
                    {move || if asks() { common::SKIP } else { common::NEXT }}
                </button>
            }
            .into_any()
        }
    };
    view! {
        <main id="main" class="page learn" tabindex="-1" data-step=move || lesson.step.get() + 1>
            <div class="learn-head">
                <h1>{words::TITLE}</h1>
                <p class="learn-count">
                    {move || common::step_of(lesson.step.get() + 1, STEPS.len())}
                </p>
                <progress
                    class="meter learn-meter"
                    aria-label=common::PROGRESS
                    max=STEPS.len()
                    prop:value=move || (lesson.step.get() + 1) as f64
                ></progress>
            </div>
            <section class="panel learn-step">
                <h2 node_ref=heading tabindex="-1">
                    {move || lesson.text().title}
                </h2>
                {move || lesson.text().lines.iter().map(|line| view! { <p>{*line}</p> }).collect_view()}
                <p class="learn-task" class:is-done=move || lesson.done.get()>
                    {move || if lesson.done.get() { "" } else { lesson.text().task }}
                </p>
                <p class="learn-done" role="status">
                    {move || if lesson.done.get() { lesson.text().done } else { "" }}
                </p>
                <p class="learn-nudge" role="status">
                    {move || if lesson.nudge.get() { lesson.text().other } else { "" }}
                </p>
                <div class="button-row learn-buttons">
                    <button
                        type="button"
                        class="button button-quiet"
                        disabled=move || lesson.step.get() == 0
                        on:click=move |_| lesson.go(lesson.step.get_untracked().saturating_sub(1))
                    >
                        {common::BACK}
                    </button>
                    {move || {
                        lesson.asked().map(|_| {
                            view! {
                                <button type="button" class="button button-quiet" on:click=show>
                                    {common::SHOW}
                                </button>
                            }
                        })
                    }}
                    {onwards}
                </div>
            </section>
            <Board lesson />
        </main>
    }
}

/// The table, as small as the tutorial needs it.
#[component]
fn Board(lesson: Lesson) -> impl IntoView {
    let points = move |seat: Seat| {
        move || words::stands(lesson.state.with(|state| state.scores()[seat.index()]))
    };
    let stacks = move |seat: Seat| {
        let name = names()[seat.index()].clone();
        view! {
            <li class="stacks">
                <p class="stacks-name" aria-hidden="true">{name.clone()}</p>
                <div class="stacks-pair" role="group" aria-label=table_words::stacks_of(&name)>
                    {[true, false].map(|prime| view! { {move || stack(lesson, seat, prime)} })}
                </div>
            </li>
        }
    };
    let confirm = move || {
        lesson.asked().map(|_| {
            let line = move || match lesson.chosen.get() {
                None => table_words::CHOOSE.to_owned(),
                Some(card) => lesson.state.with(|state| {
                    let play = state.board().play(YOU, Action { card, using: None });
                    let proposal = table_words::proposal(Version::One, card, &play);
                    table_words::sentence(&proposal)
                }),
            };
            let chosen = move || lesson.chosen.with(Option::is_some);
            view! {
                <div class="action-bar">
                    <p class="action-reason" role="status">
                        {line}
                    </p>
                    <button
                        type="button"
                        class="button"
                        class:button-main=chosen
                        data-main
                        aria-disabled=move || (!chosen()).then_some("true")
                        on:click=move |_| lesson.confirm()
                    >
                        {common::CONFIRM}
                    </button>
                </div>
            }
        })
    };
    view! {
        <section class="learn-board" aria-label=common::TABLE>
            <div class="seat">
                <h3 class="seat-name">{words::RIVAL}</h3>
                <span class="seat-status">{points(RIVAL)}</span>
                <div class="seat-cards">{move || hand(lesson, RIVAL)}</div>
            </div>
            <div class="table-common">
                <div class="primi-common">
                    <ul class="primi-stacks" data-seats="2">
                        {[RIVAL, YOU].map(stacks)}
                    </ul>
                    <div class="operation-place">
                        {move || drawn(lesson.operation(), Version::One)}
                    </div>
                </div>
            </div>
            <div class="seat">
                <h3 class="seat-name">{common::YOU}</h3>
                <span class="seat-status">{points(YOU)}</span>
            </div>
            <div class="primi-hand">{move || hand(lesson, YOU)}</div>
            {confirm}
        </section>
    }
}

/// The top of a stack.
fn stack(lesson: Lesson, seat: Seat, prime: bool) -> AnyView {
    let cards: Vec<u8> = lesson.state.with(|state| {
        let of_seat = state.history().iter().filter(|event| event.seat == seat);
        let cards = of_seat.map(|event| event.card);
        cards.filter(|&card| is_prime(card) == prime).collect()
    });
    let top = match cards.last() {
        None => view! {
            <div class="card-place" aria-hidden="true">
                {table_words::kind(prime)}
            </div>
        }
        .into_any(),
        Some(&card) => {
            view! { <div class="card" aria-hidden="true" inner_html=primi::card(card)></div> }
                .into_any()
        }
    };
    view! {
        <div class="primi-stack">
            {top}
            <p class="visually-hidden">{table_words::stack(prime, &cards)}</p>
            <p class="primi-below" aria-hidden="true">
                {table_words::height(cards.len())}
            </p>
        </div>
    }
    .into_any()
}

/// A hand: one's own can be chosen from where a card is asked for.
fn hand(lesson: Lesson, seat: Seat) -> AnyView {
    let played: Vec<u8> = lesson
        .state
        .with(|state| state.history().iter().map(|event| event.card).collect());
    let held = HANDS[seat.index()];
    let held = held.into_iter().filter(|card| !played.contains(card));
    let asks = seat == YOU && lesson.asked().is_some();
    let cards: Vec<AnyView> = held
        .map(|card| {
            if !asks {
                let name = table_words::card(card);
                return view! {
                    <li>
                        <div class="card" role="img" aria-label=name inner_html=primi::card(card)></div>
                    </li>
                }
                .into_any();
            }
            let selected = move || lesson.chosen.get() == Some(card);
            let choose = move |_| {
                lesson.nudge.set(false);
                lesson.chosen.set((lesson.chosen.get_untracked() != Some(card)).then_some(card));
            };
            view! {
                <li>
                    <button
                        type="button"
                        class="card"
                        class:is-legal=move || !selected()
                        class:is-selected=selected
                        aria-pressed=move || selected().to_string()
                        aria-label=table_words::in_hand(card, None)
                        on:click=choose
                        inner_html=primi::card(card)
                    ></button>
                </li>
            }
            .into_any()
        })
        .collect();
    let label = table_words::hand_of(&names()[seat.index()], cards.len() as u8);
    view! {
        <ul class="cards" aria-label=label>
            {cards}
        </ul>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every card brings what the texts say.
    #[test]
    fn the_game_of_the_tutorial_scores_as_it_is_told() {
        let table = game();
        let gains: Vec<u8> = table
            .state()
            .history()
            .iter()
            .map(|event| event.gain)
            .collect();
        assert_eq!(gains, [2, 2, 5, 5, 5, 2, 6, 4, 4, 1]);
        assert_eq!(STEPS.len(), words::STEPS.len());
        for ((ply, asks), text) in STEPS.into_iter().zip(&words::STEPS) {
            assert_eq!(asks, !text.task.is_empty());
            assert_eq!(table.at(ply).to_move().first(), (ply < 10).then_some(YOU));
        }
        // The card that brings less, of the step that asks for the better one.
        let board = table.at(4).board();
        let less = board.play(
            YOU,
            Action {
                card: 12,
                using: None,
            },
        );
        assert_eq!(less.gain, 4);
        // Of the step before the last: no card brings more than its six points.
        let board = table.at(6).board();
        let most = HANDS[0].map(|card| board.play(YOU, Action { card, using: None }).gain);
        assert_eq!(most.into_iter().max(), Some(6));
    }
}
