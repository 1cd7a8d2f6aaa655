//! The board: what the artists have gained, the auction, everybody's side.

use super::choice::Choice;
use super::controls::controls;
use super::pieces::{Piece, Said, Sale, Wall};
use super::strings::table as words;
use crate::play::gallery::{self, Bidder, Lays, Seen, Values, bidders};
use crate::play::strings::table as table_words;
use crate::play::table::{Board, Ctx, others};
use leptos::prelude::*;
use parlour_art::painting::{Artist, Mark, mark};
use parlour_engine::{Game as _, Seat};
use parlour_games::modern_art::rules::{ARTISTS, GAINS, ROUNDS};
use parlour_games::modern_art::{Action, Auction, ModernArt, Phase, View, rank};

/// What the parts of the board look at.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) names: Memo<Vec<String>>,
    pub(super) view: Memo<View>,
    pub(super) wall: Memo<Wall>,
}

pub(super) fn board(ctx: Ctx<ModernArt>) -> Board<Action> {
    let view = Memo::new(move |_| ctx.shown.with(|state| state.view(ctx.viewer.get())));
    let wall = Memo::new(move |_| ctx.events.with(|events| Wall::after(events)));
    let choice = RwSignal::new(Choice::default());
    // Every question is a new one. A painting chosen while others think stays chosen.
    Effect::watch(
        // Not the phase: it knows who has bid, and others may bid while one types.
        move || (ctx.mover.get(), ctx.events.with(Vec::len)),
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
    let names = ctx.names;
    let parts = Parts { names, view, wall };
    let common = (common(parts), words::common());
    gallery::board(ctx, parts, choice, common, |guidance| {
        controls(ctx, choice, guidance)
    })
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

impl From<Piece> for Seen {
    fn from(piece: Piece) -> Seen {
        Seen {
            id: piece.id(),
            artist: Artist::ALL[piece.painting.artist()],
            number: piece.number,
            mark: piece.painting.auction.map(drawn),
            title: words::card_title(piece.painting),
            text: piece.painting.to_string(),
        }
    }
}

impl Lays for Parts {
    const NOUN: &'static str = words::PAINTING;

    fn hand(self, seat: Seat) -> Option<Vec<Seen>> {
        self.view.with(|view| {
            let hand = view.players[seat.index()].hand.as_ref()?;
            let hand = self.wall.with(|wall| wall.hand(seat, hand));
            Some(hand.into_iter().map(Seen::from).collect())
        })
    }

    fn hand_len(self, seat: Seat) -> u8 {
        self.view.with(|view| view.players[seat.index()].hand_len)
    }

    /// The cash.
    fn facts(self, seat: Seat) -> AnyView {
        let view = self.view;
        let cash = move |view: &View| {
            let cash = view.players[seat.index()].cash;
            view.shows_cash(seat).then_some(cash)
        };
        let cash = Memo::new(move |_| view.with(cash));
        view! {
            <span class="fact" data-testid="cash">
                <b>
                    {move || {
                        cash.get().map_or_else(|| words::hidden().to_owned(), |cash| cash.to_string())
                    }}
                </b>
                " "
                {words::cash()}
            </span>
        }
        .into_any()
    }

    /// What was bought in this round.
    fn before(self, seat: Seat) -> AnyView {
        let Parts { names, wall, .. } = self;
        let bought = Memo::new(move |_| wall.with(|wall| wall.bought[seat.index()].clone()));
        let row = move || {
            let pieces = bought.get();
            let mut counts = [0; ARTISTS];
            for piece in &pieces {
                counts[piece.painting.artist()] += 1;
            }
            (!pieces.is_empty()).then(|| {
                let cards: Vec<_> = pieces
                    .into_iter()
                    .map(|piece| view! { <li>{Seen::from(piece).lying(false, true)}</li> })
                    .collect();
                view! {
                    <ul
                        class="cards bought"
                        aria-label=names.with(|names| words::bought_of(&names[seat.index()], counts))
                        data-testid="bought"
                    >
                        {cards}
                    </ul>
                }
            })
        };
        row.into_any()
    }
}

/// The middle of the table.
pub(super) fn common(parts: Parts) -> AnyView {
    view! {
        <div class="gallery-common">
            {values(parts.view)}
            <div class="auction" data-testid="auction">
                {move || auction(parts)}
            </div>
        </div>
    }
    .into_any()
}

/// The board of the four seasons: what each artist gained in each round, and how this round stands.
fn values(view: Memo<View>) -> AnyView {
    let gained = move |(round, artist): (usize, usize)| {
        let value = view.with(|view| view.gained[round][artist]);
        let place = GAINS.iter().position(|&gain| gain == value)?;
        Some((place, value))
    };
    let limit = view.with_untracked(|view| view.rules.limit);
    Values {
        artists: words::artists(),
        rounds: ROUNDS,
        round: Memo::new(move |_| {
            view.with(|view| (view.phase != Phase::Over).then_some(usize::from(view.round)))
        }),
        gained: Callback::new(gained),
        more: None,
        counted: (
            words::offered_text(),
            Memo::new(move |_| view.with(|view| view.offered)),
            limit,
        ),
        pays: Memo::new(move |_| view.with(|view| pays_now(view).map(i32::from))),
        pays_title: words::pays_now_title(),
    }
    .table()
}

/// What a painting of each artist would pay if the round ended now, in thousands.
fn pays_now(view: &View) -> [u16; ARTISTS] {
    pays_after(view, &view.offered)
}

/// The same with other numbers of paintings offered.
pub(super) fn pays_after(view: &View, offered: &[u8; ARTISTS]) -> [u16; ARTISTS] {
    let mut pays = [0; ARTISTS];
    // After the last round its gains stand on the board already.
    let settled = view.phase == Phase::Over;
    for (artist, gain) in rank(offered).into_iter().zip(GAINS) {
        if let Some(artist) = artist.map(usize::from) {
            pays[artist] = view.gained(artist) + if settled { 0 } else { gain };
        }
    }
    pays
}

/// The auction that is held, or the last one.
fn auction(parts: Parts) -> AnyView {
    let Parts { names, view, wall } = parts;
    let names = names.get();
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
                    {words::over()}
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
        Phase::Open { best, .. } | Phase::OnceAround { best, .. } => best,
        _ => None,
    };
    let stands = match phase {
        Phase::Price { .. } => words::price_comes().to_owned(),
        Phase::Fixed { price, .. } => words::price_is(price),
        Phase::Sealed { waiting, .. } => words::bids_in(seats - waiting.iter().count(), seats),
        Phase::Open { .. } | Phase::OnceAround { .. } => match best {
            Some(best) => words::leads(&names[best.seat.index()], best.amount),
            None => words::no_bid().to_owned(),
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
            let says = match (wall.said[seat.index()], phase) {
                (_, Phase::Sealed { .. }) if !waits => words::said_sealed().to_owned(),
                (_, _) if waits && name == table_words::you() => words::you_asked().to_owned(),
                (_, _) if waits => words::said_asked().to_owned(),
                (Said::Bid(amount), _) => amount.to_string(),
                (Said::Passed, _) => words::said_pass().to_owned(),
                (Said::NotAdded, _) => words::said_not_added().to_owned(),
                (Said::Nothing, _) => String::new(),
            };
            bidder(name, seat == seller, leads, waits, says)
        })
        .collect();
    let paintings: Vec<_> = wall
        .lot
        .iter()
        .map(|&piece| view! { <li>{Seen::from(piece).lying(false, true)}</li> })
        .collect();
    view! {
        <h2 class="auction-title" data-testid="auction-title">
            <span class="auction-mark" aria-hidden="true" inner_html=mark(drawn(kind))></span>
            {words::auction(kind)}
        </h2>
        <p class="auction-about">{words::auction_about(kind)}</p>
        <ul class="cards lot" aria-label=words::auction_text() data-testid="lot">
            {paintings}
        </ul>
        <div class="auction-said">
            <p class="auction-stands" data-testid="stands">
                {stands}
            </p>
            {bidders(words::bidders(), said)}
        </div>
    }
    .into_any()
}

/// One of the bidders.
fn bidder(name: String, sells: bool, leads: bool, is_asked: bool, says: String) -> Bidder {
    let role = match (leads, sells) {
        (true, _) => words::leads_text(),
        (false, true) => words::sells(),
        (false, false) => "",
    };
    Bidder {
        name,
        role,
        leads,
        is_asked,
        says,
    }
}

/// A sale that is over.
fn sale_view(sale: &Sale, names: &[String]) -> AnyView {
    let paintings: Vec<_> = sale
        .pieces
        .iter()
        .map(|&piece| view! { <li>{Seen::from(piece).lying(true, false)}</li> })
        .collect();
    let bids = sale.bids.map(|bids| {
        let lines = clockwise(sale.lot.seller, names.len())
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
        bidders(words::bidders(), lines)
    });
    view! {
        <p class="auction-about">
            {words::last_sale(sale.lot, sale.buyer, sale.price, names)}
        </p>
        <ul class="cards lot" aria-label=words::auction_text()>
            {paintings}
        </ul>
        <div class="auction-said">{bids}</div>
    }
    .into_any()
}
