//! The board: what the artists have gained, the auction, everybody's side.

use super::choice::{Choice, legal_pieces};
use super::controls::controls;
use super::pieces::{Piece, Said, Sale, Wall};
use crate::art::painting::{Artist, Mark, card, gain, mark, tile};
use crate::table::{Board, Ctx, Guidance, Kind, Rover, on_row_key, others};
use crate::text::modern_art as words;
use leptos::prelude::*;
use parlour_engine::{Game as _, Seat, Viewer};
use parlour_games::modern_art::rules::{ARTISTS, GAINS, ROUNDS};
use parlour_games::modern_art::{Action, Auction, ModernArt, Phase, View, rank};

/// What every part of the board looks at.
#[derive(Clone, Copy)]
struct Parts {
    ctx: Ctx<ModernArt>,
    view: Memo<View>,
    wall: Memo<Wall>,
    choice: RwSignal<Choice>,
    /// Paintings that can be chosen now.
    legal: Memo<Vec<u32>>,
    /// What the hint proposes.
    hinted: Memo<Choice>,
}

pub(super) fn board(ctx: Ctx<ModernArt>) -> Board<Action> {
    let view = Memo::new(move |_| ctx.shown.with(|state| state.view(ctx.viewer.get())));
    let wall = Memo::new(move |_| ctx.shown.with(|state| Wall::after(state.history())));
    let choice = RwSignal::new(Choice::default());
    // Every question is a new one. A painting chosen while others think stays chosen.
    Effect::watch(
        // Not the phase: it knows who has bid, and others may bid while one types.
        move || {
            (
                ctx.mover.get(),
                ctx.shown.with(|state| state.history().len()),
            )
        },
        move |now, before, _| {
            if before == Some(now) {
                return;
            }
            let fresh = before.is_some_and(|before| before != now && before.0.is_some());
            choice.update(|choice| {
                choice.amount = String::new();
                if fresh {
                    choice.piece = None;
                }
            });
        },
        false,
    );
    let legal = Memo::new(move |_| match ctx.mover.get() {
        Some(seat) => ctx.shown.with(|state| legal_pieces(state, seat)),
        None => Vec::new(),
    });
    let hinted = Memo::new(move |_| {
        let action = ctx.hinted();
        ctx.shown
            .with(|state| match (action, state.to_move().first()) {
                (Some(action), Some(seat)) => Choice::of_action(state, seat, action),
                _ => Choice::default(),
            })
    });
    let parts = Parts {
        ctx,
        view,
        wall,
        choice,
        legal,
        hinted,
    };
    let guidance = Signal::derive(move || match ctx.mover.get() {
        Some(seat) => ctx
            .shown
            .with(|state| choice.with(|choice| choice.guidance(state, seat))),
        None => Guidance {
            line: String::new(),
            action: None,
        },
    });
    Board {
        others: view! { {move || rivals(parts)} }.into_any(),
        common: (common(parts), words::COMMON),
        you: view! { {move || own_side(parts)} }.into_any(),
        modes: controls(ctx, choice, guidance),
        guidance,
    }
}

/// How an auction is drawn.
const fn drawn(auction: Auction) -> Mark {
    match auction {
        Auction::Fixed => Mark::Fixed,
        Auction::Sealed => Mark::Sealed,
        Auction::Double => Mark::Double,
        Auction::Open => Mark::Open,
        Auction::Once => Mark::Once,
    }
}

/// The drawing of a painting.
fn picture(piece: Piece) -> String {
    let artist = Artist::ALL[piece.painting.artist()];
    card(artist, piece.number, piece.painting.auction.map(drawn))
}

/// A painting that only lies there.
fn still(piece: Piece, dim: bool) -> AnyView {
    view! {
        <div
            class="card"
            class:is-dim=dim
            role="img"
            aria-label=words::card_title(piece.painting)
            data-card=piece.painting.to_string()
            data-travel=piece.id().to_string()
            inner_html=picture(piece)
        ></div>
    }
    .into_any()
}

/// The middle of the table.
fn common(parts: Parts) -> AnyView {
    view! {
        <div class="gallery-common">
            {values(parts)}
            <div class="auction" data-testid="auction">
                {move || auction(parts)}
            </div>
        </div>
    }
    .into_any()
}

/// The board of the four seasons: what each artist gained in each round, and how this round stands.
fn values(parts: Parts) -> AnyView {
    let view = parts.view;
    let heads = Artist::ALL.map(|artist| {
        view! {
            <th scope="col">
                <span class="tile" inner_html=tile(artist)></span>
                <span class="artist-name">{words::artist(artist as usize)}</span>
            </th>
        }
    });
    let round = Memo::new(move |_| view.with(|view| view.round));
    let over = Memo::new(move |_| view.with(|view| view.phase == Phase::Over));
    let rounds: Vec<_> = (0..ROUNDS)
        .map(|number| {
            let gained = Memo::new(move |_| view.with(|view| view.gained[number]));
            let cells: Vec<_> = (0..ARTISTS)
                .map(|artist| {
                    let cell = move || {
                        let value = gained.get()[artist];
                        match GAINS.iter().position(|&gain| gain == value) {
                            Some(place) => view! {
                                <span class="gain" aria-hidden="true" inner_html=gain(place, value)></span>
                                <span class="visually-hidden">{value}</span>
                            }
                            .into_any(),
                            None => view! {
                                <span class="no-gain" aria-hidden="true">"·"</span>
                                <span class="visually-hidden">{words::NO_GAIN}</span>
                            }
                            .into_any(),
                        }
                    };
                    view! { <td>{cell}</td> }
                })
                .collect();
            let current = move || usize::from(round.get()) == number && !over.get();
            view! {
                <tr class:is-current=current aria-current=move || current().then_some("true")>
                    <th scope="row">{words::round(number as u8)}</th>
                    {cells}
                </tr>
            }
        })
        .collect();
    let offered: Vec<_> = (0..ARTISTS)
        .map(|artist| {
            let count = Memo::new(move |_| view.with(|view| view.offered[artist]));
            let limit = view.with_untracked(|view| view.rules.limit);
            let pips = move || {
                (0..limit.min(8))
                    .map(|pip| view! { <i class:is-on=move || pip < count.get()></i> })
                    .collect::<Vec<_>>()
            };
            view! {
                <td data-offered=move || count.get().to_string()>
                    <span class="visually-hidden">{move || words::offered_of(count.get(), limit)}</span>
                    <span class="pips" aria-hidden="true">{pips()}</span>
                </td>
            }
        })
        .collect();
    let pays = Memo::new(move |_| view.with(pays_now));
    let now: Vec<_> = (0..ARTISTS)
        .map(|artist| {
            let value = move || pays.with(|pays| pays[artist]);
            view! {
                <td class:is-nothing=move || value() == 0>
                    <b>{value}</b>
                </td>
            }
        })
        .collect();
    view! {
        <table class="values" data-testid="values">
            <caption class="visually-hidden">{words::VALUES}</caption>
            <thead>
                <tr>
                    <td></td>
                    {heads}
                </tr>
            </thead>
            <tbody>{rounds}</tbody>
            <tfoot>
                <tr>
                    <th scope="row">{words::OFFERED}</th>
                    {offered}
                </tr>
                <tr title=words::PAYS_NOW_TITLE>
                    <th scope="row">{words::PAYS_NOW}</th>
                    {now}
                </tr>
            </tfoot>
        </table>
    }
    .into_any()
}

/// What a painting of each artist would pay if the round ended now, in thousands.
fn pays_now(view: &View) -> [u16; ARTISTS] {
    let mut pays = [0; ARTISTS];
    // After the last round its gains stand on the board already.
    let settled = view.phase == Phase::Over;
    for (artist, gain) in rank(&view.offered).into_iter().zip(GAINS) {
        if let Some(artist) = artist.map(usize::from) {
            pays[artist] = view.gained(artist) + if settled { 0 } else { gain };
        }
    }
    pays
}

/// The auction that is held, or the last one.
fn auction(parts: Parts) -> AnyView {
    let Parts {
        ctx, view, wall, ..
    } = parts;
    let names = ctx.names.get();
    let phase = view.with(|view| view.phase);
    let wall = wall.get();
    match phase {
        Phase::Offer { seat } => {
            let limit = view.with(|view| view.rules.limit);
            let last = match wall.last {
                Some(sale) => sale_view(&sale, &names),
                None => view! { <p class="auction-about">{words::ends_with(limit)}</p> }.into_any(),
            };
            view! {
                <h2 class="auction-title" data-testid="auction-title">
                    {words::offers(&names[seat.index()])}
                </h2>
                {last}
            }
            .into_any()
        }
        Phase::Over => {
            let last = wall.last.map(|sale| sale_view(&sale, &names));
            view! {
                <h2 class="auction-title" data-testid="auction-title">
                    {words::OVER}
                </h2>
                {last}
            }
            .into_any()
        }
        _ => held(phase, &wall, &names),
    }
}

/// The seats as they are asked: from the seller's left round to the seller.
fn clockwise(seller: Seat, seats: usize) -> Vec<Seat> {
    let mut order = others(seller, seats);
    order.push(seller);
    order
}

/// An auction that is held.
fn held(phase: Phase, wall: &Wall, names: &[String]) -> AnyView {
    let seats = names.len();
    let (seller, kind) = match phase {
        Phase::Add { first, .. } => (first, Auction::Double),
        _ => phase.lot().map_or((Seat(0), Auction::Sealed), |lot| {
            (lot.seller, lot.painting.sold_by())
        }),
    };
    let best = match phase {
        Phase::Open { best, .. } | Phase::Once { best, .. } => best,
        _ => None,
    };
    let stands = match phase {
        Phase::Price { .. } => words::PRICE_COMES.to_owned(),
        Phase::Fixed { price, .. } => words::price_is(price),
        Phase::Sealed { waiting, .. } => words::bids_in(seats - waiting.iter().count(), seats),
        Phase::Open { .. } | Phase::Once { .. } => match best {
            Some(best) => words::leads(&names[best.seat.index()], best.amount),
            None => words::NO_BID.to_owned(),
        },
        _ => String::new(),
    };
    let asked = phase.to_move();
    let said: Vec<_> = clockwise(seller, seats)
        .into_iter()
        .map(|seat| {
            let leads = best.is_some_and(|best| best.seat == seat);
            let name = names[seat.index()].clone();
            let waits = asked.contains(seat);
            let text = match (wall.said[seat.index()], phase) {
                (_, Phase::Sealed { .. }) if !waits => words::SAID_SEALED.to_owned(),
                (_, _) if waits && name == crate::text::table::YOU => words::YOU_ASKED.to_owned(),
                (_, _) if waits => words::SAID_ASKED.to_owned(),
                (Said::Bid(amount), _) => amount.to_string(),
                (Said::Passed, _) => words::SAID_PASS.to_owned(),
                (Said::NotAdded, _) => words::SAID_NOT_ADDED.to_owned(),
                (Said::Nothing, _) => String::new(),
            };
            bidder(name, seat == seller, leads, waits, text)
        })
        .collect();
    let paintings: Vec<_> = wall
        .lot
        .iter()
        .map(|&piece| view! { <li>{still(piece, false)}</li> })
        .collect();
    view! {
        <h2 class="auction-title" data-testid="auction-title">
            <span class="auction-mark" aria-hidden="true" inner_html=mark(drawn(kind))></span>
            {words::auction(kind)}
        </h2>
        <p class="auction-about">{words::auction_about(kind)}</p>
        <ul class="cards lot" aria-label=words::AUCTION data-testid="lot">
            {paintings}
        </ul>
        <div class="auction-said">
            <p class="auction-stands" data-testid="stands">
                {stands}
            </p>
            <ol class="bidders" aria-label=words::BIDDERS>
                {said}
            </ol>
        </div>
    }
    .into_any()
}

/// One line of the bidders.
fn bidder(name: String, sells: bool, leads: bool, asked: bool, text: String) -> AnyView {
    let role = if leads {
        words::LEADS
    } else if sells {
        words::SELLS
    } else {
        ""
    };
    view! {
        <li class:is-leading=leads class:is-asked=asked>
            <span class="bidder-name">{name}</span>
            <small>{role}</small>
            <b>{text}</b>
        </li>
    }
    .into_any()
}

/// A sale that is over.
fn sale_view(sale: &Sale, names: &[String]) -> AnyView {
    let paintings: Vec<_> = sale
        .pieces
        .iter()
        .map(|&piece| {
            view! {
                <li>
                    <div
                        class="card is-dim"
                        role="img"
                        aria-label=words::card_title(piece.painting)
                        inner_html=picture(piece)
                    ></div>
                </li>
            }
        })
        .collect();
    let bids = sale.bids.map(|bids| {
        let lines: Vec<_> = clockwise(sale.lot.seller, names.len())
            .into_iter()
            .map(|seat| {
                bidder(
                    names[seat.index()].clone(),
                    seat == sale.lot.seller,
                    seat == sale.buyer,
                    false,
                    bids[seat.index()].to_string(),
                )
            })
            .collect();
        view! {
            <ol class="bidders" aria-label=words::BIDDERS>
                {lines}
            </ol>
        }
    });
    view! {
        <p class="auction-about">
            {words::last_sale(sale.lot, sale.buyer, sale.price, names)}
        </p>
        <ul class="cards lot" aria-label=words::AUCTION>
            {paintings}
        </ul>
        <div class="auction-said">{bids}</div>
    }
    .into_any()
}

/// Name, turn, cash, hand, and what was bought in this round.
fn facts(parts: Parts, seat: Seat, counts_hand: bool) -> AnyView {
    let Parts {
        ctx, view, wall, ..
    } = parts;
    let cash = Memo::new(move |_| view.with(|view| view.players[seat.index()].cash));
    let hand_len = Memo::new(move |_| view.with(|view| view.players[seat.index()].hand_len));
    let bought = Memo::new(move |_| wall.with(|wall| wall.bought[seat.index()].clone()));
    let counts = move || {
        let mut counts = [0; ARTISTS];
        bought.with(|bought| {
            for piece in bought {
                counts[piece.painting.artist()] += 1;
            }
        });
        counts
    };
    let row = move || {
        let pieces = bought.get();
        (!pieces.is_empty()).then(|| {
            let cards: Vec<_> = pieces
                .into_iter()
                .map(|piece| view! { <li>{still(piece, false)}</li> })
                .collect();
            view! {
                <ul
                    class="cards bought"
                    aria-label=words::bought_of(&ctx.name(seat), counts())
                    data-testid="bought"
                >
                    {cards}
                </ul>
            }
        })
    };
    view! {
        <div class="rival-facts">
        <h2 class="seat-name">{move || ctx.name(seat)}</h2>
        <span class="seat-status">{move || ctx.status(seat)}</span>
        <div class="facts">
            <span class="fact" data-testid="cash">
                <b>
                    {move || {
                        cash.get().map_or_else(|| words::HIDDEN.to_owned(), |cash| cash.to_string())
                    }}
                </b>
                " "
                {words::CASH}
            </span>
            <span class="fact" hidden=!counts_hand>
                <b>{move || hand_len.get()}</b>
                " "
                {words::IN_HAND}
            </span>
        </div>
        </div>
        {row}
    }
    .into_any()
}

/// The hand of a seat as the viewer sees it; none if he does not.
fn hand_of(parts: Parts, seat: Seat) -> Memo<Option<Vec<Piece>>> {
    let Parts { view, wall, .. } = parts;
    Memo::new(move |_| {
        view.with(|view| {
            let hand = view.players[seat.index()].hand.as_ref()?;
            Some(wall.with(|wall| wall.hand(seat, hand)))
        })
    })
}

/// A hand that is looked at, not chosen from.
fn still_hand(parts: Parts, seat: Seat, class: &'static str) -> AnyView {
    let ctx = parts.ctx;
    let hand = hand_of(parts, seat);
    let len = move || hand.with(|hand| hand.as_ref().map_or(0, Vec::len)) as u8;
    let hinted = parts.hinted;
    view! {
        <ul
            class=format!("cards {class}")
            aria-label=move || words::hand_of(&ctx.name(seat), len())
            hidden=move || hand.with(Option::is_none)
        >
            <For
                each=move || hand.get().unwrap_or_default()
                key=|piece| piece.id()
                let:piece
            >
                <li>
                    <div
                        class="card"
                        class:is-hint=move || {
                            hinted.with(|hinted| hinted.piece == Some(piece.id()))
                                && ctx.shown.with(|state| state.to_move().contains(seat))
                        }
                        role="img"
                        aria-label=words::card_title(piece.painting)
                        data-travel=piece.id().to_string()
                        inner_html=picture(piece)
                    ></div>
                </li>
            </For>
        </ul>
    }
    .into_any()
}

/// The others, clockwise from the one below.
fn rivals(parts: Parts) -> AnyView {
    let Parts { ctx, view, .. } = parts;
    let bottom = ctx.bottom.get();
    let seats = view.with_untracked(|view| view.players.len());
    let sides: Vec<_> = others(bottom, seats)
        .into_iter()
        .map(|seat| {
            let is_turn = move || ctx.shown.with(|state| state.to_move().contains(seat));
            view! {
                <div
                    class="seat rival"
                    class:is-turn=is_turn
                    data-seat=seat.0.to_string()
                    data-testid="opponent"
                >
                    {facts(parts, seat, true)}
                    {still_hand(parts, seat, "rival-hand")}
                </div>
            }
        })
        .collect();
    view! { <div class="rivals">{sides}</div> }.into_any()
}

/// The side of the one below.
fn own_side(parts: Parts) -> AnyView {
    let ctx = parts.ctx;
    let seat = ctx.bottom.get();
    let sees = matches!(ctx.viewer.get(), viewer if viewer.sees(seat) && viewer != Viewer::Public);
    let is_turn = move || ctx.shown.with(|state| state.to_move().contains(seat));
    let hand = if sees && ctx.kind == Kind::Play {
        hand_row(parts, seat)
    } else {
        still_hand(parts, seat, "hand")
    };
    view! {
        <div class="seat" class:is-turn=is_turn data-seat=seat.0.to_string() data-testid="you">
            {facts(parts, seat, !sees)}
        </div>
        <div class="lanes">
            <div class="lane">
                <p class="lane-name" data-plain="">
                    {words::HAND}
                </p>
                {hand}
            </div>
        </div>
    }
    .into_any()
}

/// One's own hand, to choose from.
fn hand_row(parts: Parts, seat: Seat) -> AnyView {
    let Parts {
        ctx,
        choice,
        legal,
        hinted,
        ..
    } = parts;
    let shown = hand_of(parts, seat);
    let hand = Memo::new(move |_| shown.get().unwrap_or_default());
    let rover = Rover::new(move || hand.with(|hand| hand.iter().map(|piece| piece.id()).collect()));
    let card = move |piece: Piece| {
        let id = piece.id();
        let selected = Memo::new(move |_| choice.with(|choice| choice.piece == Some(id)));
        let is_legal = Memo::new(move |_| legal.with(|legal| legal.contains(&id)));
        let choosing = move || legal.with(|legal| !legal.is_empty());
        let name = move || {
            hand.with(|hand| {
                let at = hand.iter().position(|other| other.id() == id);
                words::card_name(piece.painting, at.map_or(0, |at| at + 1), hand.len())
            })
        };
        view! {
            <button
                type="button"
                class="card"
                class:is-selected=move || selected.get()
                class:is-legal=move || ctx.shows_legal() && is_legal.get() && !selected.get()
                class:is-dim=move || {
                    ctx.shows_legal() && choosing() && !is_legal.get() && !selected.get()
                }
                class:is-hint=move || hinted.with(|hinted| hinted.piece == Some(id))
                aria-pressed=move || if selected.get() { "true" } else { "false" }
                aria-disabled=move || (!is_legal.get()).then_some("true")
                aria-label=name
                tabindex=move || rover.tabindex(id)
                data-card=piece.painting.to_string()
                data-legal=move || is_legal.get().then_some("")
                data-travel=id.to_string()
                on:focus=move |_| rover.focused(id)
                on:keydown=move |event| on_row_key(&event)
                on:click=move |_| {
                    if ctx.mover.get_untracked().is_some() && is_legal.get_untracked() {
                        choice.update(|choice| {
                            choice.piece = (choice.piece != Some(id)).then_some(id);
                        });
                    }
                }
                inner_html=picture(piece)
            ></button>
        }
    };
    view! {
        <ul
            class="cards hand"
            aria-label=move || words::hand_of(&ctx.name(seat), hand.with(Vec::len) as u8)
            data-testid="hand"
        >
            <For each=move || hand.get() key=|piece| piece.id() let:piece>
                <li>{card(piece)}</li>
            </For>
        </ul>
    }
    .into_any()
}
