//! The tutorial: a short game by the rulebook, in which each step asks for the next card.

use super::strings::{table as table_words, tutorial as words};
use super::{Operation, drawn};
use crate::play::strings::tutorial as common;
use crate::play::tutorial::{self, Choosing, Course, Tutorial};
use leptos::prelude::*;
use parlour_art::primi;
use parlour_engine::{DealSource, Game as _, Seat, Table};
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Action, Deal, Event, Pair, PrimiComposti, Rules, Version};

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
    course: Course,
    chosen: RwSignal<Option<u8>>,
    state: Memo<PrimiComposti>,
    events: Memo<Vec<Event>>,
}

impl Lesson {
    fn new() -> Lesson {
        let course = Course::new();
        let table = StoredValue::new(game());
        let ply = move || STEPS[course.step.get()].0 + usize::from(course.done.get());
        let state = Memo::new(move |_| table.with_value(|table| table.at(ply())));
        let events = Memo::new(move |_| table.with_value(|table| table.events_at(ply()).to_vec()));
        Lesson {
            course,
            chosen: RwSignal::new(None),
            state,
            events,
        }
    }

    /// The card that is awaited.
    fn asked(self) -> Option<u8> {
        let (ply, asks) = STEPS[self.course.step.get()];
        (asks && !self.course.done.get()).then(|| PLAYED[ply])
    }

    fn confirm(self) {
        if let Some(chosen) = self.chosen.get_untracked() {
            let is_asked = untrack(|| self.asked()) == Some(chosen);
            if is_asked {
                self.chosen.set(None);
            }
            self.course.played(is_asked);
        }
    }

    /// What the chosen card would bring, else what the last one brought.
    fn operation(self) -> Option<Operation> {
        let Some(card) = self.chosen.get() else {
            return self.events.with(|events| {
                events.last().map(|event| Operation {
                    card: event.card,
                    operands: event.operands,
                    gain: event.gain,
                    line: Some(table_words::event(event, &names())),
                })
            });
        };
        let action = Action { card, using: None };
        let play = self.state.with(|state| state.board().play(YOU, action));
        Some(Operation {
            card,
            operands: play.using.map(Pair::cards),
            gain: play.gain,
            line: None,
        })
    }
}

fn names() -> [String; 2] {
    [common::you(), common::rival()].map(str::to_owned)
}

/// The tutorial.
#[component]
pub(crate) fn Learn() -> impl IntoView {
    let lesson = Lesson::new();
    Tutorial {
        game: PrimiComposti::NAME,
        title: words::title(),
        first: words::first_game(),
        steps: words::steps(),
        course: lesson.course,
        asks: Signal::derive(move || lesson.asked().is_some()),
        forget: Callback::new(move |()| lesson.chosen.set(None)),
        show: Callback::new(move |()| lesson.chosen.set(untrack(|| lesson.asked()))),
        answer: ().into_any(),
        board: view! { <Board lesson /> }.into_any(),
    }
    .page()
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
                None => table_words::choose().to_owned(),
                Some(card) => lesson.state.with(|state| {
                    let play = state.board().play(YOU, Action { card, using: None });
                    let proposal = table_words::proposal(Version::One, card, &play);
                    table_words::sentence(&proposal)
                }),
            };
            tutorial::controls(
                ().into_any(),
                Signal::derive(line),
                Signal::derive(move || lesson.chosen.with(Option::is_some)),
                Callback::new(move |()| lesson.confirm()),
            )
        })
    };
    view! {
        <section class="learn-board" aria-label=common::table()>
            <div class="seat">
                <h3 class="seat-name">{common::rival()}</h3>
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
                <h3 class="seat-name">{common::you()}</h3>
                <span class="seat-status">{points(YOU)}</span>
            </div>
            <div class="primi-hand">{move || hand(lesson, YOU)}</div>
            {confirm}
        </section>
    }
}

/// The top of a stack.
fn stack(lesson: Lesson, seat: Seat, prime: bool) -> AnyView {
    let cards: Vec<u8> = lesson.events.with(|events| {
        let of_seat = events.iter().filter(|event| event.seat == seat);
        let cards = of_seat.map(|event| event.card);
        cards.filter(|&card| is_prime(card) == prime).collect()
    });
    let top = match cards.last() {
        None => view! {
            <div class="card-place" aria-hidden="true">
                {table_words::place(prime)}
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
        .events
        .with(|events| events.iter().map(|event| event.card).collect());
    let held = HANDS[seat.index()];
    let held = held.into_iter().filter(|card| !played.contains(card));
    let asks = seat == YOU && lesson.asked().is_some();
    let cards: Vec<AnyView> = held
        .map(|card| {
            let name = match asks {
                true => table_words::in_hand(card, None),
                false => table_words::card(card),
            };
            let is_selected = move || lesson.chosen.get() == Some(card);
            let choosing = asks.then(|| Choosing {
                is_legal: Signal::derive(move || !is_selected()),
                is_selected: Signal::derive(is_selected),
                choose: Callback::new(move |()| {
                    lesson.course.nudge.set(false);
                    let chosen = lesson.chosen.get_untracked() != Some(card);
                    lesson.chosen.set(chosen.then_some(card));
                }),
            });
            tutorial::card(name, primi::card(card), choosing)
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
        let gains: Vec<u8> = table.events().iter().map(|event| event.gain).collect();
        assert_eq!(gains, [2, 2, 5, 5, 5, 2, 6, 4, 4, 1]);
        assert_eq!(STEPS.len(), words::steps().len());
        for ((ply, asks), text) in STEPS.into_iter().zip(&words::steps()) {
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
