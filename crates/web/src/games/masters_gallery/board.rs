//! The board: what the artists have gained, what is going on, everybody's display.

use super::choice::Choice;
use super::controls::controls;
use super::pieces::{Piece, Wall, face_up};
use super::strings::table as words;
use crate::platform::sort::sort_short;
use crate::play::gallery::{self, Bidder, Lays, Seen, Values, bidders};
use crate::play::table::motion::DECK;
use crate::play::table::{Board, Ctx};
use leptos::prelude::*;
use parlour_art::jaipur::back;
use parlour_art::painting::{Artist as Painter, Mark, award};
use parlour_engine::{Game as _, Seat};
use parlour_games::masters_gallery::rules::{Artist, Card, GAINS, ROUNDS, Symbol};
use parlour_games::masters_gallery::{Action, MastersGallery, Phase, View};

/// What the parts of the board look at.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) names: Memo<Vec<String>>,
    pub(super) view: Memo<View>,
    pub(super) wall: Memo<Wall>,
}

pub(super) fn board(ctx: Ctx<MastersGallery>) -> Board<Action> {
    let view = Memo::new(move |_| ctx.shown.with(|state| state.view(ctx.viewer.get())));
    let wall = Memo::new(move |_| ctx.events.with(|events| Wall::after(events)));
    let choice = RwSignal::new(Choice::default());
    // Every question is a new one. A card chosen while others think stays chosen.
    Effect::watch(
        move || (ctx.mover.get(), ctx.events.with(Vec::len)),
        move |now, before, _| {
            if before.is_some_and(|before| before != now && before.0.is_some()) {
                choice.set(Choice::default());
            }
        },
        false,
    );
    let names = ctx.names;
    let parts = Parts { names, view, wall };
    let common = (common(parts), words::common());
    gallery::board(ctx, parts, choice, common, |_| controls(ctx, choice))
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

impl From<Piece> for Seen {
    fn from(piece: Piece) -> Seen {
        let Card { artist, symbol } = piece.card;
        Seen {
            id: piece.id(),
            artist: Painter::ALL[artist.index()],
            number: piece.number,
            mark: drawn(symbol),
            title: words::card_title(piece.card),
            text: piece.card.to_string(),
        }
    }
}

/// A card of a display: face up, one's own face down, or another's of which only the back is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shown {
    Up(Piece),
    Own(Piece),
    Down(u8),
}

impl Lays for Parts {
    const NOUN: &'static str = words::CARD;

    fn hand(self, seat: Seat) -> Option<Vec<Seen>> {
        self.view.with(|view| {
            let player = &view.players[seat.index()];
            let hand = player.hand?;
            let down = player.hidden.as_deref().unwrap_or_default();
            let (hand, _) = self.wall.with(|wall| wall.held(seat, hand, down));
            Some(hand.into_iter().map(Seen::from).collect())
        })
    }

    fn hand_len(self, seat: Seat) -> u8 {
        self.view.with(|view| view.players[seat.index()].hand_len)
    }

    /// Points, and what the display would pay.
    fn facts(self, seat: Seat) -> AnyView {
        let view = self.view;
        let score = Memo::new(move |_| view.with(|view| view.players[seat.index()].score));
        let pays = Memo::new(move |_| {
            view.with(|view| {
                let (pays, display) = (pays_now(view), &view.players[seat.index()].display);
                Artist::ALL
                    .into_iter()
                    .map(|artist| i32::from(display.of_artist(artist)) * pays[artist.index()])
                    .sum::<i32>()
            })
        });
        view! {
            <span class="fact" data-testid="score">
                <b>{move || score.get()}</b>
                " "
                {move || words::points(score.get())}
            </span>
            <span class="fact" hidden=move || pays.get() == 0>
                <b>{move || format!("+{}", pays.get())}</b>
                " "
                {words::from_display()}
            </span>
        }
        .into_any()
    }

    fn before(self, seat: Seat) -> AnyView {
        let Parts { names, view, wall } = self;
        let shown = Memo::new(move |_| {
            let mut shown: Vec<Shown> =
                wall.with(|wall| wall.display(seat).into_iter().map(Shown::Up).collect());
            view.with(|view| {
                let player = &view.players[seat.index()];
                match (&player.hidden, player.hand) {
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
            names.with(|names| words::display_of(&names[seat.index()], counts, down))
        };
        let one = |card: Shown| match card {
            Shown::Up(piece) => Seen::from(piece).lying(false, true),
            Shown::Own(piece) => {
                let title = words::own_face_down(piece.card);
                Seen {
                    title,
                    ..piece.into()
                }
                .lying(true, true)
            }
            Shown::Down(_) => view! {
                <div class="card" role="img" aria-label=words::face_down() inner_html=back()></div>
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
}

/// The middle of the table.
pub(super) fn common(parts: Parts) -> AnyView {
    view! {
        <div class="gallery-common">
            {values(parts.view)}
            <div class="going-on" data-testid="going-on">
                {move || going_on(parts)}
            </div>
        </div>
    }
    .into_any()
}

/// What each artist gained in each round, awards, and how this round stands.
fn values(view: Memo<View>) -> AnyView {
    let gained = move |(round, artist): (usize, usize)| {
        view.with(|view| {
            let ranked = &view.results.get(round)?.ranked;
            let place = ranked.iter().position(|other| other.index() == artist)?;
            Some((place, GAINS[place].unsigned_abs() as u16))
        })
    };
    let has_awards = view.with_untracked(|view| view.rules.symbols.award > 0);
    let awards = has_awards.then(|| {
        let cells: Vec<_> = (0..5).map(|artist| award_cell(view, artist)).collect();
        view! {
            <tr>
                <th scope="row">{words::awards()}</th>
                {cells}
            </tr>
        }
        .into_any()
    });
    let closing = view.with_untracked(|view| view.rules.closing());
    Values {
        artists: words::artists(),
        rounds: ROUNDS,
        round: Memo::new(move |_| {
            view.with(|view| (view.phase != Phase::Over).then_some(usize::from(view.round)))
        }),
        gained: Callback::new(gained),
        more: awards,
        counted: (
            words::on_display(),
            Memo::new(move |_| view.with(face_up)),
            closing,
        ),
        pays: Memo::new(move |_| view.with(pays_now)),
        pays_title: words::pays_now_title(),
    }
    .table()
}

/// The awards of an artist.
fn award_cell(view: Memo<View>, artist: usize) -> AnyView {
    let count = Memo::new(move |_| view.with(|view| view.awards[artist]));
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

/// What a card of each artist would pay if the round ended now; after the last round what it paid.
fn pays_now(view: &View) -> [i32; 5] {
    if view.phase == Phase::Over {
        return view.results.last().map_or([0; 5], |result| result.paid);
    }
    pays_after(view, face_up(view))
}

/// The same with other numbers of cards face up.
pub(super) fn pays_after(view: &View, cards: [u8; 5]) -> [i32; 5] {
    let mut ranked: Vec<Artist> = Artist::ALL
        .into_iter()
        .filter(|artist| cards[artist.index()] > 0)
        .collect();
    // Stable: ties stay in the order of the row.
    sort_short(&mut ranked, |artist| {
        std::cmp::Reverse(cards[artist.index()])
    });
    let mut pays = [0; 5];
    for (artist, gain) in ranked.into_iter().zip(GAINS) {
        pays[artist.index()] = view.values[artist.index()] + gain;
    }
    pays
}

/// Whose turn it is and for what, the deck, and the extra card.
fn going_on(parts: Parts) -> AnyView {
    let Parts { names, view, wall } = parts;
    let names = names.get();
    let (phase, active, to_move, deck) =
        view.with(|view| (view.phase, view.active, view.to_move, view.deck));
    let closing = view.with(|view| view.rules.closing());
    let who = &names[active.index()];
    let (title, about) = match phase {
        Phase::Play => (words::displays(who), words::closes_at(closing)),
        Phase::Second(artist) => (words::may_second(who, artist), words::closes_at(closing)),
        Phase::Hidden => (words::may_hide(who), words::closes_at(closing)),
        Phase::Together => (
            words::all_choose().to_owned(),
            words::together_about().to_owned(),
        ),
        Phase::Award { .. } => (words::gives_award(who), words::closes_at(closing)),
        Phase::Add { .. } => (words::may_add(who), words::after_close().to_owned()),
        Phase::Over => (words::over().to_owned(), String::new()),
    };
    let choosing = (phase == Phase::Together).then(|| {
        let lines = Seat::all(names.len()).map(|seat| {
            let waits = to_move.contains(seat);
            let has_none = view.with(|view| view.players[seat.index()].hand_len == 0);
            let says = match (waits, has_none) {
                (true, _) => words::chooses(),
                (false, true) => words::no_card(),
                (false, false) => words::has_chosen(),
            };
            Bidder {
                name: names[seat.index()].clone(),
                role: "",
                leads: false,
                is_asked: waits,
                says: says.to_owned(),
            }
        });
        bidders(words::who_chooses(), lines.collect())
    });
    let extra = wall
        .with(|wall| wall.extra)
        .filter(|_| phase != Phase::Over);
    let extra = extra.map(|piece| {
        view! {
            <div class="stack" data-testid="extra">
                {Seen::from(piece).lying(false, true)}
                <span>{words::extra()}</span>
            </div>
        }
    });
    let latest = wall.with(|wall| wall.latest).map(|(_, piece)| {
        // The same card lies on a display, where it travels to.
        view! { <figure>{Seen::from(piece).lying(false, false)}</figure> }
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
                    {words::in_deck()}
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
