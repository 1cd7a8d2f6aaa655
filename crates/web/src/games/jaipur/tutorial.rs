//! The tutorial: small steps on real positions, each move checked by the rulebook.

use super::form::art;
use super::layout::{Layout, Slot};
use super::lesson::{RIVAL, STEPS, YOU};
use super::selection::{Mode, Selection, Zone};
use super::strings::{table as table_words, tutorial as words};
use crate::play::strings::tutorial as common;
use crate::play::tutorial::{self, Choosing, Course, Tutorial};
use leptos::prelude::*;
use parlour_art::{coins, jaipur};
use parlour_engine::{Game as _, Table, Viewer};
use parlour_games::jaipur::rules::{CAMEL_TOKEN, TOKENS};
use parlour_games::jaipur::{Bonus, Card, Event, Jaipur, RoundResult, View};

/// The tutorial's state.
#[derive(Clone, Copy)]
struct Lesson {
    course: Course,
    selection: RwSignal<Selection>,
    table: Memo<Table<Jaipur>>,
    state: Memo<Jaipur>,
    layout: Memo<Layout>,
}

impl Lesson {
    fn new() -> Lesson {
        let course = Course::new();
        let Course { step, done, .. } = course;
        let table = Memo::new(move |_| STEPS[step.get()].table());
        let ply = move || STEPS[step.get()].ply(done.get());
        Lesson {
            course,
            selection: RwSignal::default(),
            table,
            state: Memo::new(move |_| table.with(|table| table.at(ply()))),
            layout: Memo::new(move |_| table.with(|table| Layout::at(table, ply()))),
        }
    }

    /// Whether a move is awaited.
    fn asks(self) -> bool {
        let step = STEPS[self.course.step.get()];
        !self.course.done.get() && self.table.with(|table| step.asked(table).is_some())
    }

    fn choose(self, zone: Zone, slot: Slot) {
        self.course.nudge.set(false);
        self.layout.with_untracked(|layout| {
            self.selection
                .update(|selection| selection.toggle(zone, slot, layout));
        });
    }

    fn guidance(self) -> (String, bool) {
        let guidance = self.state.with(|state| {
            self.layout.with(|layout| {
                self.selection
                    .with(|chosen| chosen.guidance(state, YOU, layout))
            })
        });
        (guidance.line, guidance.action.is_some())
    }

    fn confirm(self) {
        let action = self.state.with_untracked(|state| {
            self.layout.with_untracked(|layout| {
                self.selection
                    .with_untracked(|chosen| chosen.guidance(state, YOU, layout).action)
            })
        });
        let step = STEPS[self.course.step.get_untracked()];
        let asked = self.table.with_untracked(|table| step.asked(table));
        if action.is_some() {
            if action == asked {
                self.selection.set(Selection::default());
            }
            self.course.played(action == asked);
        }
    }

    fn show(self) {
        let step = STEPS[self.course.step.get_untracked()];
        let asked = self.table.with_untracked(|table| step.asked(table));
        if let Some(action) = asked {
            self.layout.with_untracked(|layout| {
                self.selection
                    .set(Selection::of_action(action, YOU, layout));
            });
        }
    }
}

/// The tutorial.
#[component]
pub(crate) fn Learn() -> impl IntoView {
    let lesson = Lesson::new();
    let last = STEPS.len() - 1;
    let board = move || match lesson.course.step.get() == last {
        true => view! { <Count lesson=lesson /> }.into_any(),
        false => view! { <Board lesson=lesson /> }.into_any(),
    };
    Tutorial {
        game: Jaipur::NAME,
        title: words::title(),
        first: words::first_round(),
        steps: words::steps(),
        course: lesson.course,
        asks: Signal::derive(move || lesson.asks()),
        forget: Callback::new(move |()| lesson.selection.set(Selection::default())),
        show: Callback::new(move |()| lesson.show()),
        answer: view! { <Answer lesson=lesson /> }.into_any(),
        board: board.into_any(),
    }
    .page()
}

/// What the rival did since the step before.
#[component]
fn Answer(lesson: Lesson) -> impl IntoView {
    move || {
        let step = STEPS[lesson.course.step.get()];
        let line = lesson.table.with(|table| {
            step.answered(table)?;
            table_words::event(common::rival(), table.events_at(step.ply(false)).last()?)
        });
        line.map(|(line, gain)| {
            view! {
                <p class="learn-answer">
                    {words::meanwhile()} " " {line} " " <b>{gain}</b>
                </p>
            }
        })
    }
}

/// The table, as small as the tutorial needs it.
#[component]
fn Board(lesson: Lesson) -> impl IntoView {
    let view = Memo::new(move |_| lesson.state.with(|state| state.view(Viewer::Seat(YOU))));
    let market = move || lesson.layout.with(|layout| layout.market.clone());
    let hand = move || lesson.layout.with(|layout| layout.sorted_hand(YOU));
    let herd = move || {
        lesson
            .layout
            .with(|layout| layout.herds[YOU.index()].clone())
    };
    let herd_name = move || table_words::herd(herd().len() as u8);
    let rival = move || {
        view.with(|view| {
            let player = &view.players[RIVAL.index()];
            words::rival_holds(player.hand_len, player.herd)
        })
    };
    let rupees =
        move || view.with(|view| table_words::rupees(view.players[YOU.index()].rupees_seen()));
    view! {
        <section class="learn-board" aria-label=common::table()>
            <div class="seat">
                <h3 class="seat-name">{common::rival()}</h3>
                <span class="seat-status">{rival}</span>
            </div>
            <div class="table-common">
                <div class="jaipur-common">
                    <div class="market">
                        <Cards lesson=lesson zone=Zone::Market name=Signal::derive(|| table_words::market().to_owned()) slots=Signal::derive(market) />
                    </div>
                    <Piles view=view />
                </div>
            </div>
            <div class="seat">
                <h3 class="seat-name">{common::you()}</h3>
                <div class="facts">
                    <span class="fact">{rupees}</span>
                </div>
            </div>
            <div class="lanes">
                <div class="lane">
                    <p class="lane-name">{table_words::hand()}</p>
                    <Cards lesson=lesson zone=Zone::Hand name=Signal::derive(|| table_words::hand().to_owned()) slots=Signal::derive(hand) />
                </div>
                <div class="lane">
                    <p class="lane-name">{herd_name}</p>
                    <Cards lesson=lesson zone=Zone::Herd name=Signal::derive(herd_name) slots=Signal::derive(herd) />
                </div>
            </div>
            {move || lesson.asks().then(|| view! { <Controls lesson=lesson /> })}
        </section>
    }
}

/// A row of cards to choose from.
#[component]
fn Cards(
    lesson: Lesson,
    zone: Zone,
    name: Signal<String>,
    slots: Signal<Vec<Slot>>,
) -> impl IntoView {
    let legal = Memo::new(move |_| {
        if !lesson.asks() {
            return Vec::new();
        }
        lesson.state.with(|state| {
            lesson.layout.with(|layout| {
                lesson
                    .selection
                    .with(|chosen| chosen.legal_cards(state, YOU, layout))
            })
        })
    });
    let (class, place) = match zone {
        Zone::Market => ("cards", table_words::in_market()),
        Zone::Hand => ("cards hand", table_words::in_hand()),
        Zone::Herd => ("cards herd", table_words::in_herd()),
    };
    view! {
        <ul class=class aria-label=move || name.get() data-zone=zone.name()>
            {move || {
                let slots = slots.get();
                let asks = lesson.asks();
                let alike = |slots: &[Slot], card: Card| {
                    slots.iter().filter(|slot| slot.card == card).count()
                };
                slots
                    .iter()
                    .enumerate()
                    .map(|(index, &slot)| {
                        let number = alike(&slots[..=index], slot.card);
                        let of = alike(&slots, slot.card);
                        let name = table_words::card_name(slot.card, number, of, place);
                        let choosing = asks.then(|| Choosing {
                            is_legal: Signal::derive(move || {
                                legal.with(|ids| ids.contains(&slot.id))
                            }),
                            is_selected: Signal::derive(move || {
                                lesson.selection.with(|chosen| chosen.holds(slot.id))
                            }),
                            choose: Callback::new(move |()| lesson.choose(zone, slot)),
                        });
                        tutorial::card(name, jaipur::card(art(slot.card)), choosing)
                    })
                    .collect_view()
            }}
        </ul>
    }
}

/// Take or sell, what the chosen cards amount to, and the button that plays it.
#[component]
fn Controls(lesson: Lesson) -> impl IntoView {
    let mode = move || lesson.selection.with(|chosen| chosen.mode);
    let guidance = Memo::new(move |_| lesson.guidance());
    let segment = move |label: &'static str, value: Mode| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="learn-mode"
                    prop:checked=move || mode() == value
                    on:change=move |_| {
                        lesson.course.nudge.set(false);
                        lesson.selection.set(Selection::in_mode(value));
                    }
                />
                <span>{label}</span>
            </label>
        }
    };
    let modes = view! {
        <fieldset class="segments">
            <legend class="visually-hidden">{table_words::mode()}</legend>
            {segment(table_words::take(), Mode::Take)}
            {segment(table_words::sell(), Mode::Sell)}
        </fieldset>
    };
    tutorial::controls(
        modes.into_any(),
        Signal::derive(move || guidance.with(|(line, _)| line.clone())),
        Signal::derive(move || guidance.with(|(_, legal)| *legal)),
        Callback::new(move |()| lesson.confirm()),
    )
}

/// What is left of the tokens.
#[component]
fn Piles(view: Memo<View>) -> impl IntoView {
    move || {
        view.with(|view| {
            let goods = Card::GOODS
                .map(|good| {
                    let taken = usize::from(view.tokens_taken[good.index()]);
                    let left = &TOKENS[good.index()][taken..];
                    view! {
                        <li>
                            <span class="visually-hidden">{table_words::pile(good, left)}</span>
                            <div inner_html=coins::goods_pile(art(good), left)></div>
                        </li>
                    }
                })
                .collect_view();
            let bonus = Bonus::ALL
                .map(|bonus| {
                    let left = view.bonus_left[bonus.index()];
                    view! {
                        <span class="visually-hidden">{table_words::bonus_pile(bonus, left)}</span>
                        <div inner_html=coins::bonus_pile(bonus.cards(), left)></div>
                    }
                })
                .collect_view();
            view! {
                <ul class="piles" aria-label=table_words::tokens_label()>
                    {goods}
                    <li class="piles-bonus">{bonus}</li>
                </ul>
            }
        })
    }
}

/// The sums at the end of the round.
#[component]
fn Count(lesson: Lesson) -> impl IntoView {
    let result = lesson.table.with_untracked(|table| {
        table.events().iter().rev().find_map(|event| match event {
            Event::RoundEnd(result) => Some(*result),
            _ => None,
        })
    });
    result.map(|result: RoundResult| {
        let mut camels = [0; 2];
        if let Some(seat) = result.camel_token {
            camels[seat.index()] = CAMEL_TOKEN;
        }
        let row = |name: &str, values: [u16; 2]| {
            let name = name.to_owned();
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    {values.map(|value| view! { <td>{value}</td> }).collect_view()}
                </tr>
            }
        };
        view! {
            <div class="panel learn-count-panel">
                <div class="learn-seal" inner_html=coins::seal(true)></div>
                <table class="sums">
                    <thead>
                        <tr>
                            <td></td>
                            <th scope="col">{common::you()}</th>
                            <th scope="col">{common::rival()}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {row(table_words::sum_goods(), result.goods)} {row(table_words::sum_bonus(), result.bonus)}
                        {row(&table_words::sum_camels(result.herds), camels)}
                    </tbody>
                    <tfoot>{row(table_words::sum_all(), result.rupees)}</tfoot>
                </table>
            </div>
        }
    })
}
