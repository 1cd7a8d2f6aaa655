//! The board: what the artists have gained, what is going on, everybody's display.

use super::choice::{Choice, legal_pieces};
use super::controls::controls;
use super::pieces::{Piece, Wall, face_up};
use crate::art::jaipur::back;
use crate::art::painting::{Artist as Painter, Mark, award, card, gain, tile};
use crate::table::motion::DECK;
use crate::table::{Board, Ctx, Guidance, Kind, Rover, on_row_key, others};
use crate::text::masters_gallery as words;
use leptos::prelude::*;
use parlour_engine::{Game as _, Seat, Viewer};
use parlour_games::masters_gallery::rules::{Artist, Card, GAINS, ROUNDS, Symbol};
use parlour_games::masters_gallery::{Action, MastersGallery, Phase, View};

/// What every part of the board looks at.
#[derive(Clone, Copy)]
struct Parts {
    ctx: Ctx<MastersGallery>,
    view: Memo<View>,
    wall: Memo<Wall>,
    choice: RwSignal<Choice>,
    /// Cards that can be chosen now.
    legal: Memo<Vec<u32>>,
    /// What the hint proposes.
    hinted: Memo<Choice>,
}

pub(super) fn board(ctx: Ctx<MastersGallery>) -> Board<Action> {
    let view = Memo::new(move |_| ctx.shown.with(|state| state.view(ctx.viewer.get())));
    let wall = Memo::new(move |_| view.with(|view| Wall::after(&view.history)));
    let choice = RwSignal::new(Choice::default());
    // Every question is a new one. A card chosen while others think stays chosen.
    Effect::watch(
        move || (ctx.mover.get(), view.with(|view| view.history.len())),
        move |now, before, _| {
            if before.is_some_and(|before| before != now && before.0.is_some()) {
                choice.set(Choice::default());
            }
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
        modes: controls(ctx, choice),
        guidance,
    }
}

/// How a symbol is drawn.
const fn drawn(symbol: Symbol) -> Option<Mark> {
    Some(match symbol {
        Symbol::Plain => return None,
        Symbol::Draw => Mark::Draw,
        Symbol::Second => Mark::Second,
        Symbol::Hidden => Mark::Hidden,
        Symbol::Together => Mark::Together,
        Symbol::Award => Mark::Award,
    })
}

/// The painter of an artist's cards.
const fn painter(artist: Artist) -> Painter {
    Painter::ALL[artist.index()]
}

/// The drawing of a card.
fn picture(piece: Piece) -> String {
    let Card { artist, symbol } = piece.card;
    card(painter(artist), piece.number, drawn(symbol))
}

/// A card that only lies there.
fn still(piece: Piece, name: String, dim: bool) -> AnyView {
    view! {
        <div
            class="card"
            class:is-dim=dim
            role="img"
            aria-label=name
            data-card=piece.card.to_string()
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
            <div class="going-on" data-testid="going-on">
                {move || going_on(parts)}
            </div>
        </div>
    }
    .into_any()
}

/// What each artist gained in each round, awards, and how this round stands.
fn values(parts: Parts) -> AnyView {
    let view = parts.view;
    let over = Memo::new(move |_| view.with(|view| view.phase == Phase::Over));
    let round = Memo::new(move |_| view.with(|view| usize::from(view.round)));
    let cells = move |cell: fn(Memo<View>, Artist) -> AnyView| {
        Artist::ALL
            .map(|artist| cell(view, artist))
            .into_iter()
            .collect_view()
    };
    let rounds: Vec<_> = (0..ROUNDS)
        .map(|number| {
            let cells: Vec<_> = Artist::ALL
                .into_iter()
                .map(|artist| {
                    let place = Memo::new(move |_| {
                        view.with(|view| {
                            let result = view.results.get(number)?;
                            result.ranked.iter().position(|&other| other == artist)
                        })
                    });
                    view! { <td>{move || gained(place.get())}</td> }
                })
                .collect();
            let current = move || round.get() == number && !over.get();
            view! {
                <tr class:is-current=current aria-current=move || current().then_some("true")>
                    <th scope="row">{words::round(number as u8)}</th>
                    {cells}
                </tr>
            }
        })
        .collect();
    let has_awards = view.with_untracked(|view| view.rules.symbols.award > 0);
    view! {
        <table class="values" data-testid="values">
            <caption class="visually-hidden">{words::VALUES}</caption>
            <thead>
                <tr>
                    <td></td>
                    {cells(|_, artist| {
                        view! {
                            <th scope="col">
                                <span class="tile" inner_html=tile(painter(artist))></span>
                                <span class="artist-name">{words::artist(artist)}</span>
                            </th>
                        }
                        .into_any()
                    })}
                </tr>
            </thead>
            <tbody>
                {rounds}
                <tr hidden=!has_awards>
                    <th scope="row">{words::AWARDS}</th>
                    {cells(award_cell)}
                </tr>
            </tbody>
            <tfoot>
                <tr>
                    <th scope="row">{words::ON_DISPLAY}</th>
                    {cells(display_cell)}
                </tr>
                <tr title=words::PAYS_NOW_TITLE>
                    <th scope="row">{words::PAYS_NOW}</th>
                    {cells(pays_cell)}
                </tr>
            </tfoot>
        </table>
    }
    .into_any()
}

/// What an artist gained by its place in the ranking.
fn gained(place: Option<usize>) -> AnyView {
    match place {
        Some(place) => {
            let value = GAINS[place].unsigned_abs() as u16;
            view! {
                <span class="gain" aria-hidden="true" inner_html=gain(place, value)></span>
                <span class="visually-hidden">{value}</span>
            }
            .into_any()
        }
        None => view! {
            <span class="no-gain" aria-hidden="true">"·"</span>
            <span class="visually-hidden">{words::NO_GAIN}</span>
        }
        .into_any(),
    }
}

/// The awards of an artist.
fn award_cell(view: Memo<View>, artist: Artist) -> AnyView {
    let count = Memo::new(move |_| view.with(|view| view.awards[artist.index()]));
    let stars = move || {
        (0..count.get())
            .map(|_| view! { <span class="award" inner_html=award()></span> })
            .collect_view()
    };
    view! {
        <td>
            <span class="visually-hidden">{move || words::award_count(count.get())}</span>
            <span class="awards" aria-hidden="true">{stars}</span>
        </td>
    }
    .into_any()
}

/// How many cards of an artist lie face up, of the number that closes the round.
fn display_cell(view: Memo<View>, artist: Artist) -> AnyView {
    let closing = view.with_untracked(|view| view.rules.closing());
    let count = Memo::new(move |_| view.with(|view| face_up(view)[artist.index()]));
    let pips = (0..closing)
        .map(|pip| view! { <i class:is-on=move || pip < count.get()></i> })
        .collect_view();
    view! {
        <td data-shown=move || count.get().to_string()>
            <span class="visually-hidden">{move || words::shown_of(count.get(), closing)}</span>
            <span class="pips" aria-hidden="true">{pips}</span>
        </td>
    }
    .into_any()
}

/// What a card of an artist would pay if the round ended now.
fn pays_cell(view: Memo<View>, artist: Artist) -> AnyView {
    let value = Memo::new(move |_| view.with(|view| pays_now(view)[artist.index()]));
    view! {
        <td class:is-nothing=move || value.get() == 0>
            <b>{move || value.get()}</b>
        </td>
    }
    .into_any()
}

/// What a card of each artist would pay if the round ended now; after the last round what it paid.
fn pays_now(view: &View) -> [i32; 5] {
    if view.phase == Phase::Over {
        return view.results.last().map_or([0; 5], |result| result.paid);
    }
    let cards = face_up(view);
    let mut ranked: Vec<Artist> = Artist::ALL
        .into_iter()
        .filter(|artist| cards[artist.index()] > 0)
        .collect();
    // Stable: ties stay in the order of the row.
    ranked.sort_by_key(|artist| std::cmp::Reverse(cards[artist.index()]));
    let mut pays = [0; 5];
    for (artist, gain) in ranked.into_iter().zip(GAINS) {
        pays[artist.index()] = view.values[artist.index()] + gain;
    }
    pays
}

/// Whose turn it is and for what, the deck, and the extra card.
fn going_on(parts: Parts) -> AnyView {
    let Parts {
        ctx, view, wall, ..
    } = parts;
    let names = ctx.names.get();
    let (phase, active, to_move, deck) =
        view.with(|view| (view.phase, view.active, view.to_move, view.deck));
    let closing = view.with(|view| view.rules.closing());
    let who = &names[active.index()];
    let (title, about) = match phase {
        Phase::Play => (words::displays(who), words::closes_at(closing)),
        Phase::Second(artist) => (words::may_second(who, artist), words::closes_at(closing)),
        Phase::Hidden => (words::may_hide(who), words::closes_at(closing)),
        Phase::Together => (
            words::ALL_CHOOSE.to_owned(),
            words::TOGETHER_ABOUT.to_owned(),
        ),
        Phase::Award { .. } => (words::gives_award(who), words::closes_at(closing)),
        Phase::Add { .. } => (words::may_add(who), words::AFTER_CLOSE.to_owned()),
        Phase::Over => (words::OVER.to_owned(), String::new()),
    };
    let choosing = (phase == Phase::Together).then(|| {
        let lines: Vec<_> = Seat::all(names.len())
            .map(|seat| {
                let waits = to_move.contains(seat);
                let has_none = view.with(|view| view.players[seat.index()].hand_len == 0);
                let text = match (waits, has_none) {
                    (true, _) => words::CHOOSES,
                    (false, true) => words::NO_CARD,
                    (false, false) => words::HAS_CHOSEN,
                };
                view! {
                    <li class:is-asked=waits>
                        <span class="bidder-name">{names[seat.index()].clone()}</span>
                        <small></small>
                        <b>{text}</b>
                    </li>
                }
            })
            .collect();
        view! {
            <ol class="bidders" aria-label=words::WHO_CHOOSES>
                {lines}
            </ol>
        }
    });
    let extra = wall
        .with(|wall| wall.extra)
        .filter(|_| phase != Phase::Over);
    let extra = extra.map(|piece| {
        view! {
            <div class="stack" data-testid="extra">
                {still(piece, words::card_title(piece.card), false)}
                <span>{words::EXTRA}</span>
            </div>
        }
    });
    let latest = wall.with(|wall| wall.latest).map(|(_, piece)| {
        // The same card lies on a display, where it travels to.
        view! {
            <figure>
                <div
                    class="card"
                    role="img"
                    aria-label=words::card_title(piece.card)
                    inner_html=picture(piece)
                ></div>
            </figure>
        }
    });
    let told = wall.with(|wall| wall.latest).map(|(seat, piece)| {
        let name = &names[seat.index()];
        view! { <p class="auction-stands">{words::latest(name, piece.card)}</p> }
    });
    let top = if deck == 0 {
        view! { <div class="card-place" data-travel=DECK></div> }.into_any()
    } else {
        view! { <div class="card" data-travel=DECK inner_html=back()></div> }.into_any()
    };
    view! {
        <h2 class="auction-title" data-testid="title">
            {title}
        </h2>
        <p class="auction-about">{about}</p>
        {latest}
        <div class="auction-said">
        <div class="supply">
            <div class="stack" data-testid="deck">
                {top}
                <span>
                    <b>{deck}</b>
                    " "
                    {words::IN_DECK}
                </span>
            </div>
            {extra}
        </div>
        {told}
        {choosing}
        </div>
    }
    .into_any()
}

/// Name, turn, points, hand, and what is on display.
fn facts(parts: Parts, seat: Seat, counts_hand: bool) -> AnyView {
    let Parts { ctx, view, .. } = parts;
    let score = Memo::new(move |_| view.with(|view| view.players[seat.index()].score));
    let hand_len = Memo::new(move |_| view.with(|view| view.players[seat.index()].hand_len));
    let pays = Memo::new(move |_| {
        view.with(|view| {
            let (pays, display) = (pays_now(view), &view.players[seat.index()].display);
            Artist::ALL
                .into_iter()
                .map(|artist| i32::from(display.of(artist)) * pays[artist.index()])
                .sum::<i32>()
        })
    });
    view! {
        <div class="rival-facts">
        <h2 class="seat-name">{move || ctx.name(seat)}</h2>
        <span class="seat-status">{move || ctx.status(seat)}</span>
        <div class="facts">
            <span class="fact" data-testid="score">
                <b>{move || score.get()}</b>
                " "
                {move || words::points(score.get())}
            </span>
            <span class="fact" hidden=move || pays.get() == 0>
                <b>{move || format!("+{}", pays.get())}</b>
                " "
                {words::FROM_DISPLAY}
            </span>
            <span class="fact" hidden=!counts_hand>
                <b>{move || hand_len.get()}</b>
                " "
                {words::IN_HAND}
            </span>
        </div>
        </div>
        {display(parts, seat)}
    }
    .into_any()
}

/// A card of a display: face up, one's own face down, or another's of which only the back is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shown {
    Up(Piece),
    Own(Piece),
    Down(u8),
}

/// What lies before a seat.
fn display(parts: Parts, seat: Seat) -> AnyView {
    let Parts {
        ctx, view, wall, ..
    } = parts;
    let shown = Memo::new(move |_| {
        let mut shown: Vec<Shown> =
            wall.with(|wall| wall.display(seat).into_iter().map(Shown::Up).collect());
        view.with(|view| {
            let player = &view.players[seat.index()];
            match (&player.hidden, &player.hand) {
                (Some(hidden), Some(hand)) => {
                    let (_, down) = wall.with(|wall| wall.held(seat, hand, hidden));
                    shown.extend(down.into_iter().map(Shown::Own));
                }
                _ => shown.extend((0..player.hidden_len).map(Shown::Down)),
            }
        });
        shown
    });
    let label = move || {
        let mut counts = [0; 5];
        let mut down = 0;
        shown.with(|shown| {
            for card in shown {
                match card {
                    Shown::Up(piece) => counts[piece.card.artist.index()] += 1,
                    Shown::Own(_) | Shown::Down(_) => down += 1,
                }
            }
        });
        words::display_of(&ctx.name(seat), counts, down)
    };
    let one = |card: Shown| match card {
        Shown::Up(piece) => still(piece, words::card_title(piece.card), false),
        Shown::Own(piece) => still(piece, words::own_face_down(piece.card), true),
        Shown::Down(_) => view! {
            <div class="card" role="img" aria-label=words::FACE_DOWN inner_html=back()></div>
        }
        .into_any(),
    };
    view! {
        <ul
            class="cards bought"
            aria-label=label
            hidden=move || shown.with(Vec::is_empty)
            data-testid="display"
        >
            <For each=move || shown.get() key=|card| *card let:card>
                <li>{one(card)}</li>
            </For>
        </ul>
    }
    .into_any()
}

/// The hand of a seat as the viewer sees it; none if he does not.
fn hand_of(parts: Parts, seat: Seat) -> Memo<Option<Vec<Piece>>> {
    let Parts { view, wall, .. } = parts;
    Memo::new(move |_| {
        view.with(|view| {
            let player = &view.players[seat.index()];
            let hand = player.hand.as_ref()?;
            let down = player.hidden.as_deref().unwrap_or_default();
            Some(wall.with(|wall| wall.held(seat, hand, down).0))
        })
    })
}

/// A hand that is looked at, not chosen from.
fn still_hand(parts: Parts, seat: Seat, class: &'static str) -> AnyView {
    let Parts { ctx, hinted, .. } = parts;
    let hand = hand_of(parts, seat);
    let len = move || hand.with(|hand| hand.as_ref().map_or(0, Vec::len));
    view! {
        <ul
            class=format!("cards {class}")
            aria-label=move || words::hand_of(&ctx.name(seat), len())
            hidden=move || len() == 0
        >
            <For
                each=move || hand.get().unwrap_or_default()
                key=|piece| piece.id()
                let:piece
            >
                <li>
                    <div
                        class="card"
                        class:is-hint=move || hinted.with(|hinted| hinted.piece == Some(piece.id()))
                        role="img"
                        aria-label=words::card_title(piece.card)
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
            let is_turn = move || view.with(|view| view.to_move.contains(seat));
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
    let Parts { ctx, view, .. } = parts;
    let seat = ctx.bottom.get();
    let sees = matches!(ctx.viewer.get(), viewer if viewer.sees(seat) && viewer != Viewer::Public);
    let is_turn = move || view.with(|view| view.to_move.contains(seat));
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
                words::card_name(piece.card, at.map_or(0, |at| at + 1), hand.len())
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
                data-card=piece.card.to_string()
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
            aria-label=move || words::hand_of(&ctx.name(seat), hand.with(Vec::len))
            data-testid="hand"
        >
            <For each=move || hand.get() key=|piece| piece.id() let:piece>
                <li>{card(piece)}</li>
            </For>
        </ul>
    }
    .into_any()
}
