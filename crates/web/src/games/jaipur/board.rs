//! The board: market, tokens, both sides.

use super::layout::{Layout, Slot};
use super::selection::{Mode, Selection, Zone};
use super::strings::table as words;
use crate::play::table::motion::{DECK, DISCARD};
use crate::play::table::{Board, Ctx, Guidance, Kind};
use crate::ui::card_drag::Dragging;
use crate::ui::card_row::{CardButton, Rover};
use leptos::prelude::*;
use parlour_art::coins::{bonus_coin, bonus_pile, camel_coin, goods_coin, goods_pile, seal};
use parlour_art::jaipur::{JaipurCard, back, card};
use parlour_engine::{Game as _, Seat, Viewer};
use parlour_games::jaipur::rules::TOKENS;
use parlour_games::jaipur::{Action, Bonus, Card, Event, Jaipur, PlayerView, Rules, View};

/// What every part of the board looks at.
#[derive(Clone, Copy)]
struct Parts {
    ctx: Ctx<Jaipur>,
    view: Memo<View>,
    layout: Memo<Layout>,
    selection: RwSignal<Selection>,
    /// Cards that can be chosen now.
    legal: Memo<Vec<u32>>,
    /// Cards that the hint proposes.
    hinted: Memo<Selection>,
    /// What the chosen cards amount to.
    guidance: Signal<Guidance<Action>>,
}

pub(super) fn board(ctx: Ctx<Jaipur>) -> Board<Action> {
    let view = Memo::new(move |_| ctx.shown.with(|state| state.view(ctx.viewer.get())));
    let layout = Memo::new(move |_| {
        ctx.session
            .with(|session| match (session.table::<Jaipur>(), ctx.kind) {
                (Some(table), Kind::Replay) => Layout::at(table, ctx.ply.get()),
                (Some(table), Kind::Play | Kind::Watch) => Layout::at(table, table.actions().len()),
                (None, _) => Layout::heard(
                    session.state(),
                    session.events::<Jaipur>(),
                    ctx.viewer.get(),
                ),
            })
    });
    let selection = RwSignal::new(Selection::default());
    // Each turn begins with nothing chosen.
    Effect::watch(
        move || (layout.get(), ctx.mover.get()),
        move |now, before, _| {
            if before != Some(now) {
                // After a move of one's own; a choice made while others think stays.
                let moved = before.is_some_and(|(_, mover)| mover.is_some() && *mover != now.1);
                let mode = selection.with_untracked(|selection| selection.mode);
                selection.set(Selection::in_mode(if moved { Mode::Take } else { mode }));
            }
        },
        false,
    );
    let legal = ctx.legal(move |state, _, seat| {
        selection.with(|selection| layout.with(|layout| selection.legal_cards(state, seat, layout)))
    });
    let hinted = ctx.proposed(move |_, _, seat, action| {
        layout.with(|layout| Selection::of_action(action, seat, layout))
    });
    let guidance = ctx.guidance(move |state, _, seat| {
        let guidance = selection
            .with(|selection| layout.with(|layout| selection.guidance(state, seat, layout)));
        Guidance {
            line: guidance.line,
            action: guidance.action,
        }
    });
    let parts = Parts {
        ctx,
        view,
        layout,
        selection,
        legal,
        hinted,
        guidance,
    };
    ctx.keys(move |key| {
        let mode = match key {
            "t" => Mode::Take,
            "s" => Mode::Sell,
            "escape" => selection.with_untracked(|selection| selection.mode),
            _ => return false,
        };
        selection.set(Selection::in_mode(mode));
        true
    });
    Board {
        others: view! { {move || other_side(parts)} }.into_any(),
        common: (common(parts), words::common()),
        you: view! { {move || own_side(parts)} }.into_any(),
        modes: modes(parts),
        guidance,
    }
}

/// Take or sell.
fn modes(parts: Parts) -> AnyView {
    let selection = parts.selection;
    let choice = move |mode: Mode, name: &'static str, value: &'static str| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="mode"
                    value=value
                    prop:checked=move || selection.with(|selection| selection.mode) == mode
                    on:change=move |_| selection.set(Selection::in_mode(mode))
                />
                <span>{name}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments" data-testid="mode">
            <legend class="visually-hidden">{words::mode()}</legend>
            {choice(Mode::Take, words::take(), "take")}
            {choice(Mode::Sell, words::sell(), "sell")}
        </fieldset>
    }
    .into_any()
}

/// The drawing of a kind.
fn drawn(card: Card) -> JaipurCard {
    JaipurCard::ALL[card.index()]
}

/// The name of a card's button: which of its like it is.
fn name_of(slot: Slot, slots: &[Slot], place: &str) -> String {
    let like = slots.iter().filter(|other| other.card == slot.card);
    let ids: Vec<u32> = like.map(|slot| slot.id).collect();
    let number = ids.iter().position(|&id| id == slot.id).unwrap_or_default();
    words::card_name(slot.card, number + 1, ids.len(), place)
}

/// A row of cards that can be chosen from.
fn row(
    parts: Parts,
    zone: Zone,
    class: &'static str,
    label: impl Fn() -> String + Send + Sync + 'static,
    slots: impl Fn() -> Vec<Slot> + Copy + Send + Sync + 'static,
) -> AnyView {
    let Parts {
        ctx,
        layout,
        selection,
        legal,
        hinted,
        guidance,
        ..
    } = parts;
    let slots = Memo::new(move |_| slots());
    let rover = Rover::new(move || slots.with(|slots| slots.iter().map(|slot| slot.id).collect()));
    let place = match zone {
        Zone::Market => words::in_market(),
        Zone::Hand => words::in_hand(),
        Zone::Herd => words::in_herd(),
    };
    let button = move |slot: Slot| {
        let Slot { id, card: kind } = slot;
        let selected = Memo::new(move |_| selection.with(|selection| selection.holds(id)));
        let is_legal = Memo::new(move |_| legal.with(|legal| legal.contains(&id)));
        let my_turn = move || ctx.mover.get().is_some();
        CardButton {
            id,
            picture: card(drawn(kind)),
            name: Signal::derive(move || slots.with(|slots| name_of(slot, slots, place))),
            text: Some(kind.name().to_owned()),
            zone: Some(zone.name()),
            rover: Some(rover),
            is_selected: selected.into(),
            is_legal: is_legal.into(),
            shows_legal: Signal::derive(move || ctx.shows_legal()),
            is_dim: Signal::derive(move || {
                ctx.shows_legal() && my_turn() && !is_legal.get() && !selected.get()
            }),
            is_hint: Signal::derive(move || hinted.with(|hinted| hinted.holds(id))),
            is_disabled: Signal::derive(move || !my_turn()),
            choose: Callback::new(move |()| {
                if ctx.mover.get_untracked().is_some() {
                    layout.with_untracked(|layout| {
                        selection.update(|selection| selection.toggle(zone, slot, layout));
                    });
                }
            }),
            dragging: Some(Dragging {
                is_ready: Signal::derive(my_turn),
                picked: Callback::new(move |()| {
                    if !selected.get_untracked() {
                        layout.with_untracked(|layout| {
                            selection.update(|selection| selection.toggle(zone, slot, layout));
                        });
                    }
                }),
                dropped: Callback::new(move |_| {
                    selection.update(Selection::lay_out);
                    if let Some(action) = guidance.with_untracked(|guidance| guidance.action) {
                        ctx.play(action);
                    }
                }),
            }),
        }
        .view()
    };
    view! {
        <ul class=format!("cards {class}") aria-label=label>
            <For each=move || slots.get() key=|slot| slot.id let:slot>
                <li>{button(slot)}</li>
            </For>
        </ul>
    }
    .into_any()
}

/// A row of cards that only lie there; hidden ones are seen from behind.
fn still_row(
    parts: Parts,
    class: &'static str,
    label: impl Fn() -> String + Send + Sync + 'static,
    slots: impl Fn() -> Vec<Slot> + Copy + Send + Sync + 'static,
    hidden: bool,
) -> AnyView {
    let hinted = parts.hinted;
    view! {
        <ul class=format!("cards {class}") aria-label=label>
            <For each=slots key=|slot| slot.id let:slot>
                <li>
                    <div
                        class="card"
                        class:is-hint=move || hinted.with(|hinted| hinted.holds(slot.id))
                        role="img"
                        aria-label=if hidden { "" } else { words::card_title(slot.card) }
                        aria-hidden=hidden.then_some("true")
                        data-card=(!hidden).then_some(slot.card.name())
                        data-travel=slot.id.to_string()
                        inner_html=if hidden { back() } else { card(drawn(slot.card)) }
                    ></div>
                </li>
            </For>
        </ul>
    }
    .into_any()
}

/// The middle of the table.
fn common(parts: Parts) -> AnyView {
    let Parts {
        ctx, view, layout, ..
    } = parts;
    let market = move || layout.with(|layout| layout.market.clone());
    let deck = Memo::new(move |_| view.with(|view| view.deck));
    let discarded = Memo::new(move |_| view.with(|view| view.discard.len()));
    let top = Memo::new(move |_| layout.with(|layout| layout.discard));
    let market = match ctx.kind {
        Kind::Play => row(
            parts,
            Zone::Market,
            "",
            || words::market().to_owned(),
            market,
        ),
        Kind::Watch | Kind::Replay => {
            still_row(parts, "", || words::market().to_owned(), market, false)
        }
    };
    let deck_card = move || {
        if deck.get() == 0 {
            view! { <div class="card-place" data-travel=DECK></div> }.into_any()
        } else {
            view! { <div class="card" data-travel=DECK inner_html=back()></div> }.into_any()
        }
    };
    let discard_card = move || match top.get() {
        None => view! { <div class="card-place" data-travel=DISCARD></div> }.into_any(),
        Some(slot) => view! {
            <div class="card" data-travel=DISCARD inner_html=card(drawn(slot.card))></div>
        }
        .into_any(),
    };
    let piles = Card::GOODS.map(|good| {
        let taken = Memo::new(move |_| view.with(|view| view.tokens_taken[good.index()]));
        let left = move || &TOKENS[good.index()][usize::from(taken.get())..];
        view! {
            <li data-pile=good.name() data-left=move || left().len().to_string()>
                <span class="visually-hidden">{move || words::pile(good, left())}</span>
                <span inner_html=move || goods_pile(drawn(good), left())></span>
            </li>
        }
    });
    let bonus = Bonus::ALL.map(|bonus| {
        let left = Memo::new(move |_| view.with(|view| view.bonus_left[bonus.index()]));
        view! {
            <div
                class="bonus-left"
                data-pile=format!("bonus-{}", bonus.cards())
                data-left=move || left.get().to_string()
                title=move || words::bonus_pile(bonus, left.get())
            >
                <span class="visually-hidden">{move || words::bonus_pile(bonus, left.get())}</span>
                <span inner_html=move || bonus_pile(bonus.cards(), left.get())></span>
                <span class="bonus-count" aria-hidden="true">{move || left.get()}</span>
            </div>
        }
    });
    view! {
        <div class="jaipur-common">
            <div class="market" data-testid="market">
                {market}
            </div>
            <div class="supply">
                <div class="stack" data-testid="deck">
                    {deck_card}
                    <span>
                        <b>{move || deck.get()}</b>
                        " "
                        {words::in_deck()}
                    </span>
                </div>
                <div class="stack" data-testid="discard">
                    {discard_card}
                    <span>
                        <b>{move || discarded.get()}</b>
                        " "
                        {words::discarded()}
                    </span>
                </div>
            </div>
            <ul class="piles" aria-label=words::tokens_label() data-testid="tokens">
                {piles}
                <li class="piles-bonus">{bonus}</li>
            </ul>
        </div>
    }
    .into_any()
}

/// Name, turn, rupees, seals.
fn seat_facts(parts: Parts, seat: Seat) -> AnyView {
    let Parts { ctx, view, .. } = parts;
    let name = move || ctx.name(seat);
    let status = move || ctx.status(seat);
    let player = Memo::new(move |_| view.with(|view| view.players[seat.index()].clone()));
    let exact = move || {
        player.with(|player| {
            player.bonus_values.is_some() || player.bonus.iter().all(|&count| count == 0)
        })
    };
    let camel_token = Memo::new(move |_| {
        ctx.events.with(|events| match events.last() {
            Some(Event::RoundEnd(result)) => result.camel_token == Some(seat),
            _ => false,
        })
    });
    let rupees = move || {
        let seen = player.with(PlayerView::rupees_seen);
        let token = if camel_token.get() {
            parlour_games::jaipur::rules::CAMEL_TOKEN
        } else {
            0
        };
        seen + token
    };
    let hidden_bonus = move || {
        let count: u8 = player.with(|player| player.bonus.iter().sum());
        (!exact()).then(|| {
            view! {
                <span class="fact">
                    <b>{count}</b>
                    " "
                    {words::bonus_unit(count)}
                </span>
            }
        })
    };
    let seals = move || {
        let (won, of) = view.with(|view| (view.players[seat.index()].seals, view.rules.seals()));
        let is_match = view.with(|view| view.rules != Rules::ROUND);
        is_match.then(|| {
            let drawn: Vec<_> = (0..of)
                .map(|number| view! { <li inner_html=seal(number < won)></li> })
                .collect();
            view! {
                <ul class="seals" aria-label=words::seals(won, of)>
                    {drawn}
                </ul>
            }
        })
    };
    view! {
        <h2 class="seat-name">{name}</h2>
        <span class="seat-status">{status}</span>
        <div class="facts">
            <span class="fact" data-testid="rupees">
                <b>{rupees}</b>
                " "
                {move || words::rupees_unit(exact(), rupees())}
            </span>
            {hidden_bonus}
        </div>
        {seals}
        <TokensOf player camel_token />
    }
    .into_any()
}

/// The tokens that lie before a player: the sum of each good, and every bonus token.
#[component]
fn TokensOf(player: Memo<PlayerView>, camel_token: Memo<bool>) -> impl IntoView {
    let goods = move || {
        player.with(|player| {
            let earned = Card::GOODS.into_iter().zip(player.rupees);
            earned
                .filter(|(_, rupees)| *rupees > 0)
                .map(|(good, rupees)| {
                    let name = format!(
                        "{}: {}",
                        words::card_title(good),
                        words::rupees(rupees.into())
                    );
                    let title = name.clone();
                    view! {
                        <li title=title>
                            <span class="visually-hidden">{name}</span>
                            <span inner_html=goods_coin(drawn(good), rupees)></span>
                        </li>
                    }
                })
                .collect::<Vec<_>>()
        })
    };
    let bonus = move || {
        player.with(|player| {
            let mut coins = Vec::new();
            for bonus in Bonus::ALL {
                let pile = bonus.index();
                for number in 0..player.bonus[pile] {
                    let values = player.bonus_values.as_ref();
                    let value = values.map(|values| values[pile][usize::from(number)]);
                    let name = words::bonus_token(bonus, value);
                    let title = name.clone();
                    coins.push(view! {
                        <li title=title>
                            <span class="visually-hidden">{name}</span>
                            <span inner_html=bonus_coin(bonus.cards(), value)></span>
                        </li>
                    });
                }
            }
            coins
        })
    };
    let camel = move || {
        camel_token.get().then(|| {
            view! {
                <li title=words::camel_token()>
                    <span class="visually-hidden">{words::camel_token()}</span>
                    <span inner_html=camel_coin()></span>
                </li>
            }
        })
    };
    let empty = move || player.with(|player| player.tokens == 0) && !camel_token.get();
    view! {
        <ul class="coins" aria-label=words::tokens_of() hidden=empty>
            {goods}
            {bonus}
            {camel}
        </ul>
    }
}

/// The cards of a hand; in order where they are seen.
fn hand_of(
    layout: Memo<Layout>,
    seat: Seat,
    open: bool,
) -> impl Fn() -> Vec<Slot> + Copy + Send + Sync + 'static {
    move || {
        layout.with(|layout| match open {
            true => layout.sorted_hand(seat),
            false => layout.hands[seat.index()].clone(),
        })
    }
}

/// The side of the one above.
fn other_side(parts: Parts) -> AnyView {
    let Parts {
        ctx, view, layout, ..
    } = parts;
    let bottom = ctx.bottom.get();
    let seat = bottom.other();
    let open = ctx.viewer.get().sees(seat);
    let is_turn = move || ctx.shown.with(|state| state.to_move().contains(seat));
    let name = move || ctx.name(seat);
    let hand_len = Memo::new(move |_| view.with(|view| view.players[seat.index()].hand_len));
    let herd_len = Memo::new(move |_| view.with(|view| view.players[seat.index()].herd));
    let hand = hand_of(layout, seat, open);
    let herd = move || layout.with(|layout| layout.herds[seat.index()].clone());
    view! {
        <div class="seat" class:is-turn=is_turn data-seat=seat.0.to_string() data-testid="opponent">
            {seat_facts(parts, seat)}
            <div class="seat-cards" class:is-open=open>
                {still_row(parts, "", move || words::hand_of(&name(), hand_len.get()), hand, !open)}
                {still_row(parts, "", move || words::herd_of(&name(), herd_len.get()), herd, false)}
            </div>
        </div>
    }
    .into_any()
}

/// The side of the one below.
fn own_side(parts: Parts) -> AnyView {
    let Parts {
        ctx, view, layout, ..
    } = parts;
    let seat = ctx.bottom.get();
    let open = matches!(ctx.viewer.get(), viewer if viewer.sees(seat) && viewer != Viewer::Public);
    let is_turn = move || ctx.shown.with(|state| state.to_move().contains(seat));
    let name = move || ctx.name(seat);
    let hand_len = Memo::new(move |_| view.with(|view| view.players[seat.index()].hand_len));
    let herd_len = Memo::new(move |_| view.with(|view| view.players[seat.index()].herd));
    let hand_label = move || words::hand_of(&name(), hand_len.get());
    let herd_label = move || words::herd_of(&name(), herd_len.get());
    let herd = move || layout.with(|layout| layout.herds[seat.index()].clone());
    let hand = hand_of(layout, seat, open);
    let (hand, herd) = if open && ctx.kind == Kind::Play {
        (
            row(parts, Zone::Hand, "hand", hand_label, hand),
            row(parts, Zone::Herd, "herd", herd_label, herd),
        )
    } else {
        (
            still_row(parts, "hand", hand_label, hand, !open),
            still_row(parts, "herd", herd_label, herd, false),
        )
    };
    view! {
        <div class="seat" class:is-turn=is_turn data-seat=seat.0.to_string() data-testid="you">
            {seat_facts(parts, seat)}
        </div>
        <div class="lanes">
            <div class="lane">
                <p class="lane-name" data-plain="">
                    {words::hand()}
                </p>
                {hand}
            </div>
            <div class="lane" hidden=move || herd_len.get() == 0>
                <p class="lane-name">{move || words::herd(herd_len.get())}</p>
                {herd}
            </div>
        </div>
    }
    .into_any()
}
