//! The board: everybody's two stacks, the operation that counts, and the hands.

use super::stack_of;
use super::strings::table as words;
use super::values::Values;
use crate::play::session::SessionGame as _;
use crate::play::table::{Board, Ctx, Guidance, Kind, others};
use crate::ui::card_drag::Dragging;
use crate::ui::card_row::{CardButton, Rover};
use leptos::prelude::*;
use parlour_art::primi;
use parlour_engine::{Game as _, Seat};
use parlour_games::primi_composti::{Action, Pair, PrimiComposti, Version, View};

/// What every part of the board looks at.
#[derive(Clone, Copy)]
struct Parts {
    ctx: Ctx<PrimiComposti>,
    view: Memo<View>,
    /// What the player is about to do.
    chosen: RwSignal<Option<Action>>,
    /// What the hint proposes.
    hinted: Memo<Option<Action>>,
    values: Values,
}

pub(super) fn board(ctx: Ctx<PrimiComposti>) -> Board<Action> {
    let view = Memo::new(move |_| ctx.shown.with(|state| state.view(ctx.viewer.get())));
    let chosen = RwSignal::new(None::<Action>);
    // Each turn begins with nothing chosen; a choice made while others think stays.
    Effect::watch(
        move || (ctx.events.with(Vec::len), ctx.mover.get()),
        move |now, before, _| {
            if before.is_some_and(|before| before != now) {
                chosen.set(None);
            }
        },
        false,
    );
    let parts = Parts {
        ctx,
        view,
        chosen,
        hinted: Memo::new(move |_| ctx.hinted()),
        values: Values::provide(ctx),
    };
    let guidance = Signal::derive(move || match (ctx.mover.get(), chosen.get()) {
        (Some(_), Some(action)) => Guidance {
            line: ctx
                .shown
                .with(|state| words::sentence(&PrimiComposti::proposal(state, action))),
            action: Some(action),
        },
        _ => Guidance {
            line: words::choose().to_owned(),
            action: None,
        },
    });
    ctx.keys(move |key| {
        let clears = key == "escape";
        if clears {
            chosen.set(None);
        }
        clears
    });
    Board {
        others: view! { {move || others_side(parts)} }.into_any(),
        common: (common(parts), words::common()),
        you: view! { {move || own_side(parts)} }.into_any(),
        modes: ().into_any(),
        guidance,
    }
}

impl Parts {
    fn version(self) -> Version {
        self.view.with_untracked(|view| view.rules.version)
    }

    /// The player points at a card of their hand: it is chosen, with the steal that takes most, or no longer.
    fn toggle(self, seat: Seat, card: u8) {
        let same = self
            .chosen
            .with_untracked(|chosen| chosen.is_some_and(|action| action.card == card));
        let best = self.ctx.shown.with_untracked(|state| Action {
            card,
            using: match state.rules().version {
                Version::Free => state.board().steal(seat, card).using,
                Version::One | Version::Greedy => None,
            },
        });
        self.chosen.set((!same).then_some(best));
    }

    /// The operation that is drawn: that of the chosen card, else that of the last card played.
    fn operation(self) -> Option<Operation> {
        let preview = self.chosen.get().zip(self.ctx.mover.get());
        if let Some((action, seat)) = preview {
            let play = self
                .ctx
                .shown
                .with(|state| state.board().play(seat, action));
            return Some(Operation {
                card: action.card,
                operands: play.using.map(Pair::cards),
                gain: play.gain,
                line: None,
            });
        }
        let names = self.ctx.names.get();
        self.ctx.events.with(|events| {
            events.last().map(|event| Operation {
                card: event.card,
                operands: event.operands,
                gain: event.gain,
                line: Some(words::event(event, &names)),
            })
        })
    }

    /// Name, turn, points.
    fn facts(self, seat: Seat) -> AnyView {
        let Parts { ctx, view, .. } = self;
        let points = Memo::new(move |_| view.with(|view| view.players[seat.index()].points));
        let held = Memo::new(move |_| view.with(|view| view.players[seat.index()].hand_len));
        view! {
            <h2 class="seat-name">{move || ctx.name(seat)}</h2>
            <span class="seat-status">{move || ctx.status(seat)}</span>
            <div class="facts">
                <span class="fact" data-testid="points">
                    <b>{points}</b>
                    " "
                    {move || words::points_unit(points.get())}
                </span>
                <span class="fact">
                    <b>{held}</b>
                    " "
                    {move || words::cards_unit(held.get())}
                </span>
            </div>
        }
        .into_any()
    }

    /// A hand that only lies there; a hidden one is seen from behind.
    fn still_hand(self, seat: Seat) -> AnyView {
        let Parts { ctx, view, .. } = self;
        let held = Memo::new(move |_| {
            view.with(|view| {
                let player = &view.players[seat.index()];
                match player.hand {
                    Some(hand) => hand.iter().map(Some).collect::<Vec<Option<u8>>>(),
                    None => vec![None; player.hand_len.into()],
                }
            })
        });
        let label = move || words::hand_of(&ctx.name(seat), held.with(Vec::len) as u8);
        let one = move |card: Option<u8>| match card {
            Some(number) => view! {
                <div
                    class="card"
                    role="img"
                    aria-label=words::card(number)
                    data-card=number.to_string()
                    data-travel=number.to_string()
                    inner_html=primi::card(number)
                ></div>
            }
            .into_any(),
            None => view! { <div class="card" aria-hidden="true" inner_html=primi::back()></div> }
                .into_any(),
        };
        let cards = move || held.get().into_iter().enumerate().collect::<Vec<_>>();
        view! {
            <ul class="cards" aria-label=label>
                <For
                    each=cards
                    key=|(at, card)| (card.is_none().then_some(*at), *card)
                    let:entry
                >
                    <li>{one(entry.1)}</li>
                </For>
            </ul>
        }
        .into_any()
    }
}

/// A card and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Operation {
    /// The card.
    pub(crate) card: u8,
    /// The two cards that make it.
    pub(crate) operands: Option<[u8; 2]>,
    /// What it brings.
    pub(crate) gain: u8,
    /// Who played it; nothing for what is only chosen.
    pub(crate) line: Option<String>,
}

/// The middle of the table.
fn common(parts: Parts) -> AnyView {
    let Parts { ctx, view, .. } = parts;
    let operation = Memo::new(move |_| parts.operation());
    let operands = Memo::new(move |_| {
        operation.with(|operation| operation.as_ref().and_then(|operation| operation.operands))
    });
    let seats = move || {
        let bottom = ctx.bottom.get();
        let mut seats = others(bottom, ctx.names.with(Vec::len));
        seats.push(bottom);
        seats
    };
    let stacks = move || {
        seats()
            .into_iter()
            .map(|seat| {
                let label = move || words::stacks_of(&ctx.name(seat));
                let is_turn = move || ctx.shown.with(|state| state.to_move().contains(seat));
                view! {
                    <li class="stacks" class:is-turn=is_turn data-seat=seat.0.to_string()>
                        <p class="stacks-name" aria-hidden="true">
                            {move || ctx.name(seat)}
                        </p>
                        <div class="stacks-pair" role="group" aria-label=label>
                            {[true, false].map(|prime| stack(parts, seat, prime, operands))}
                        </div>
                    </li>
                }
            })
            .collect_view()
    };
    let count = Memo::new(move |_| view.with(|view| (view.plies(), view.deck.len())));
    view! {
        <div class="primi-common">
            <ul class="primi-stacks" data-seats=ctx.names.with_untracked(Vec::len).to_string()>
                {stacks}
            </ul>
            <div class="operation-place">
                {move || drawn(operation.get(), parts.version())}
                <p class="primi-left" data-testid="left">
                    {move || {
                        let (played, of) = count.get();
                        words::played(played, of)
                    }}
                </p>
            </div>
        </div>
    }
    .into_any()
}

/// One stack: its top, and what lies below.
fn stack(
    parts: Parts,
    seat: Seat,
    prime: bool,
    operands: Memo<Option<[u8; 2]>>,
) -> impl IntoView + use<> {
    let Parts { view, .. } = parts;
    let cards = Memo::new(move |_| view.with(|view| stack_of(view, seat, prime).to_vec()));
    let version = parts.version();
    let top = Memo::new(move |_| cards.with(|cards| cards.last().copied()));
    let card = move || match top.get() {
        None => view! {
            <div class="card-place" aria-hidden="true">
                {words::place(prime)}
            </div>
        }
        .into_any(),
        Some(number) => view! {
            <div
                class="card"
                class:is-operand=move || operands.get().is_some_and(|pair| pair.contains(&number))
                aria-hidden="true"
                data-card=number.to_string()
                data-travel=number.to_string()
                inner_html=primi::card(number)
            ></div>
        }
        .into_any(),
    };
    view! {
        <div class="primi-stack" data-kind=if prime { "primes" } else { "composites" }>
            {card}
            <p class="visually-hidden">{move || cards.with(|cards| words::stack(prime, cards))}</p>
            <p class="primi-below" aria-hidden=(version == Version::One).then_some("true")>
                {move || {
                    cards
                        .with(|cards| match version {
                            Version::One => words::height(cards.len()),
                            Version::Greedy | Version::Free => words::below(cards),
                        })
                }}
            </p>
        </div>
    }
}

/// The operation between its three cards.
pub(crate) fn drawn(operation: Option<Operation>, version: Version) -> AnyView {
    let Some(Operation {
        card,
        operands,
        gain,
        line,
    }) = operation
    else {
        let text = match version {
            Version::One => words::nothing_yet(),
            Version::Greedy | Version::Free => words::nothing_stolen_yet(),
        };
        return view! { <p class="operation-none">{text}</p> }.into_any();
    };
    let small = |number: String| {
        let number: u8 = number.parse().unwrap_or(card);
        view! { <div class="card" inner_html=primi::card(number)></div> }
    };
    let parts = operands.and_then(|operands| words::operation(card, operands));
    let before = parts.map(|(a, sign, b)| {
        view! {
            {small(a)}
            <span class="operation-sign">{sign}</span>
            {small(b)}
            <span class="operation-sign">"="</span>
        }
    });
    let preview = line.is_none();
    view! {
        <div class="operation" class:is-preview=preview data-testid="operation">
            <div class="operation-cards" aria-hidden="true">
                {before}
                {small(card.to_string())}
                <span class="operation-gain">{words::signed(gain.into())}</span>
            </div>
            <p class="operation-line">
                {line.unwrap_or_else(|| words::equation(card, operands))}
                <span class="visually-hidden">", " {words::points(gain.into())}</span>
            </p>
        </div>
    }
    .into_any()
}

/// The sides of those above.
fn others_side(parts: Parts) -> AnyView {
    let ctx = parts.ctx;
    let seats = others(ctx.bottom.get(), ctx.names.with(Vec::len));
    let count = seats.len();
    let sides = seats
        .into_iter()
        .map(|seat| {
            let is_turn = move || ctx.shown.with(|state| state.to_move().contains(seat));
            view! {
                <div
                    class="seat"
                    class:is-turn=is_turn
                    data-seat=seat.0.to_string()
                    data-testid="opponent"
                >
                    {parts.facts(seat)}
                    <div class="seat-cards">{parts.still_hand(seat)}</div>
                </div>
            }
        })
        .collect_view();
    view! {
        <div class="primi-others" data-count=count.to_string()>
            {sides}
        </div>
    }
    .into_any()
}

/// The side of the one below.
fn own_side(parts: Parts) -> AnyView {
    let Parts { ctx, .. } = parts;
    let seat = ctx.bottom.get();
    let is_turn = move || ctx.shown.with(|state| state.to_move().contains(seat));
    let hand = if ctx.kind == Kind::Play && ctx.viewer.get().sees(seat) {
        view! {
            {hand(parts, seat)}
            {move || steals(parts, seat)}
        }
        .into_any()
    } else {
        parts.still_hand(seat)
    };
    view! {
        <div class="seat" class:is-turn=is_turn data-seat=seat.0.to_string() data-testid="you">
            {parts.facts(seat)}
        </div>
        <div class="primi-hand">{hand}</div>
    }
    .into_any()
}

/// One's own hand, to choose from.
fn hand(parts: Parts, seat: Seat) -> AnyView {
    let Parts {
        ctx,
        view,
        chosen,
        hinted,
        values,
    } = parts;
    let held = Memo::new(move |_| {
        view.with(|view| {
            let hand = view.players[seat.index()].hand;
            hand.map_or_else(Vec::new, Vec::from)
        })
    });
    let first = view.with_untracked(|view| view.first);
    let rover = Rover::new(move || held.with(|held| held.iter().map(|&n| u32::from(n)).collect()));
    let label = move || words::hand_of(&ctx.name(seat), held.with(Vec::len) as u8);
    let my_turn = move || ctx.mover.get() == Some(seat);
    let one = move |number: u8| {
        let id = u32::from(number);
        let is_chosen = Memo::new(move |_| chosen.get().is_some_and(|a| a.card == number));
        let worth = Memo::new(move |_| values.of(number, seat, first));
        let badge = move || {
            worth.get().map(|(value, best)| {
                view! {
                    <span class="worth" class:is-best=best aria-hidden="true">
                        {words::signed(value)}
                    </span>
                }
            })
        };
        let button = CardButton {
            id,
            picture: primi::card(number),
            name: Signal::derive(move || {
                words::in_hand(number, worth.get().map(|(value, _)| value))
            }),
            text: Some(number.to_string()),
            zone: None,
            rover: Some(rover),
            is_selected: is_chosen.into(),
            is_legal: Signal::derive(my_turn),
            shows_legal: Signal::derive(move || ctx.shows_legal()),
            is_dim: Signal::derive(|| false),
            is_hint: Signal::derive(move || hinted.get().is_some_and(|a| a.card == number)),
            is_disabled: Signal::derive(move || !my_turn()),
            choose: Callback::new(move |()| {
                if ctx.mover.get_untracked() == Some(seat) {
                    parts.toggle(seat, number);
                }
            }),
            dragging: Some(Dragging {
                is_ready: Signal::derive(my_turn),
                picked: Callback::new(move |()| {
                    if !is_chosen.get_untracked() {
                        parts.toggle(seat, number);
                    }
                }),
                dropped: Callback::new(move |_| {
                    if let Some(action) = chosen.get_untracked() {
                        ctx.play(action);
                    }
                }),
            }),
        };
        view! {
            <li>
                {button.view()}
                {badge}
            </li>
        }
    };
    view! {
        <ul class="cards hand" aria-label=label data-testid="hand">
            <For each=move || held.get() key=|number| *number let:number>
                {one(number)}
            </For>
        </ul>
    }
    .into_any()
}

/// With free choice: what the chosen card can steal.
fn steals(parts: Parts, seat: Seat) -> Option<AnyView> {
    let Parts {
        ctx,
        chosen,
        values,
        view,
        ..
    } = parts;
    if parts.version() != Version::Free || ctx.mover.get() != Some(seat) {
        return None;
    }
    let card = Memo::new(move |_| chosen.get().map(|action| action.card)).get()?;
    let first = view.with_untracked(|view| view.first);
    let plays = ctx.shown.with(|state| state.board().steals(seat, card));
    if plays.is_empty() {
        return None;
    }
    let options = std::iter::once(None).chain(plays.into_iter().map(Some));
    let options = options.map(|play| {
        let using = play.as_ref().and_then(|play| play.using);
        let action = Action { card, using };
        let name = match &play {
            None => words::no_steal().to_owned(),
            Some(play) => words::steal(card, play),
        };
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="steal"
                    prop:checked=move || chosen.get() == Some(action)
                    on:change=move |_| chosen.set(Some(action))
                />
                <span>
                    {name}
                    {move || {
                        values
                            .of_action(action, seat, first)
                            .map(|value| view! { <b class="worth">{words::signed(value)}</b> })
                    }}
                </span>
            </label>
        }
    });
    Some(
        view! {
            <fieldset class="segments primi-steals" data-testid="steals">
                <legend class="visually-hidden">{words::operation_text()}</legend>
                {options.collect_view()}
            </fieldset>
        }
        .into_any(),
    )
}
