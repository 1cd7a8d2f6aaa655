//! What the tables of Modern Art and Masters Gallery have in common: five painters and what they have gained,
//! hands to choose from, everybody's side.

pub(crate) mod rules;
pub(crate) mod tutorial;

use super::strings::gallery as words;
use super::table::{Board, Controller, Ctx, Guidance, Kind, TableGame, others};
use crate::ui::card_drag::Dragging;
use crate::ui::card_row::{CardButton, Rover};
use leptos::prelude::*;
use parlour_art::painting::{Artist, Mark, card, gain, tile};
use parlour_engine::{Rules as _, Seat, Viewer};

/// A card whose face is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// A number that no other card of the game has.
    pub(crate) id: u32,
    pub(crate) artist: Artist,
    /// Which of its artist it is.
    pub(crate) number: u32,
    pub(crate) mark: Option<Mark>,
    /// What it is, for ears.
    pub(crate) title: String,
    /// As the rulebook writes it.
    pub(crate) text: String,
}

impl Seen {
    fn picture(&self) -> String {
        card(self.artist, self.number, self.mark)
    }

    /// As a card that only lies there. One that travels lies nowhere else.
    pub(crate) fn lying(self, is_dim: bool, travels: bool) -> AnyView {
        let picture = self.picture();
        view! {
            <div
                class="card"
                class:is-dim=is_dim
                role="img"
                aria-label=self.title
                data-card=travels.then_some(self.text)
                data-travel=travels.then(|| self.id.to_string())
                inner_html=picture
            ></div>
        }
        .into_any()
    }
}

/// What a game lays on such a table.
pub(crate) trait Lays: Copy + Send + Sync + 'static {
    /// What a card is called.
    const NOUN: &'static str;

    /// The hand of a seat, if the viewer sees it.
    fn hand(self, seat: Seat) -> Option<Vec<Seen>>;

    /// How many cards a seat holds.
    fn hand_len(self, seat: Seat) -> u8;

    /// What stands beside a name.
    fn facts(self, seat: Seat) -> AnyView;

    /// What lies before a seat.
    fn before(self, seat: Seat) -> AnyView;
}

/// What a player chooses at such a table: a card, and what else the game asks for.
pub(crate) trait Chooses<G: TableGame>: Default + PartialEq + Send + Sync + 'static {
    /// The card, by id.
    fn piece(&self) -> Option<u32>;

    /// Chooses a card, or none.
    fn choose(&mut self, piece: Option<u32>);

    /// The cards that can be chosen now, by id.
    fn legal_pieces(state: &G, events: &[G::Event], seat: Seat) -> Vec<u32>;

    /// What an action is made of, chosen.
    fn of_action(state: &G, events: &[G::Event], seat: Seat, action: G::Action) -> Self;

    /// What the choice amounts to for a seat that is to move.
    fn guidance(&self, state: &G, events: &[G::Event], seat: Seat) -> Guidance<G::Action>;
}

/// The board: the others, what the game has in the middle, one's own side. `controls` are the left of the
/// action bar, made from what the choice amounts to.
pub(crate) fn board<G: TableGame, L: Lays, C: Chooses<G>>(
    ctx: Ctx<G>,
    lays: L,
    choice: RwSignal<C>,
    common: (AnyView, &'static str),
    controls: impl FnOnce(Signal<Guidance<G::Action>>) -> AnyView,
) -> Board<G::Action> {
    let hinted = ctx.proposed(C::of_action);
    let guidance = ctx.guidance(move |state, events, seat| {
        choice.with(|choice| choice.guidance(state, events, seat))
    });
    let gallery = Gallery {
        controller: *ctx,
        seats: ctx.shown.with_untracked(|state| state.rules().seats()),
        noun: L::NOUN,
        hand: Callback::new(move |seat| lays.hand(seat)),
        hand_len: Callback::new(move |seat| lays.hand_len(seat)),
        facts: Callback::new(move |seat| lays.facts(seat)),
        before: Callback::new(move |seat| lays.before(seat)),
        chosen: Signal::derive(move || choice.with(C::piece)),
        choose: Callback::new(move |piece| choice.update(|choice| choice.choose(piece))),
        legal: ctx.legal(C::legal_pieces),
        hinted: Signal::derive(move || hinted.with(C::piece)),
        play: Callback::new(move |()| {
            if let Some(action) = guidance.with_untracked(|guidance| guidance.action) {
                ctx.play(action);
            }
        }),
    };
    Board {
        others: view! { {move || gallery.rivals()} }.into_any(),
        common,
        you: view! { {move || gallery.own_side()} }.into_any(),
        modes: controls(guidance),
        guidance,
    }
}

/// What every part of such a table looks at.
#[derive(Clone, Copy)]
struct Gallery {
    controller: Controller,
    /// How many play.
    seats: usize,
    /// What a card is called.
    noun: &'static str,
    /// The hand of a seat, if the viewer sees it.
    hand: Callback<Seat, Option<Vec<Seen>>>,
    /// How many cards a seat holds.
    hand_len: Callback<Seat, u8>,
    /// What stands beside a name.
    facts: Callback<Seat, AnyView>,
    /// What lies before a seat.
    before: Callback<Seat, AnyView>,
    /// The card that is chosen, by id.
    chosen: Signal<Option<u32>>,
    /// Chooses a card, or none.
    choose: Callback<Option<u32>>,
    /// Cards that can be chosen now.
    legal: Memo<Vec<u32>>,
    /// The card that the hint proposes.
    hinted: Signal<Option<u32>>,
    /// Plays what is chosen, if it is an action.
    play: Callback<()>,
}

impl Gallery {
    fn is_turn(self, seat: Seat) -> impl Fn() -> bool + Copy + Send + Sync {
        move || self.controller.to_move_here.get().contains(seat)
    }

    /// Name, turn, and what the game tells of a seat.
    fn side(self, seat: Seat, counts_hand: bool) -> AnyView {
        let controller = self.controller;
        let hand_len = Memo::new(move |_| self.hand_len.run(seat));
        view! {
            <div class="rival-facts">
                <h2 class="seat-name">{move || controller.name(seat)}</h2>
                <span class="seat-status">{move || controller.status(seat)}</span>
                <div class="facts">
                    {self.facts.run(seat)}
                    <span class="fact" hidden=!counts_hand>
                        <b>{move || hand_len.get()}</b>
                        " "
                        {words::in_hand()}
                    </span>
                </div>
            </div>
            {self.before.run(seat)}
        }
        .into_any()
    }

    /// The others, clockwise from the one below.
    fn rivals(self) -> AnyView {
        let sides: Vec<_> = others(self.controller.bottom.get(), self.seats)
            .into_iter()
            .map(|seat| {
                view! {
                    <div
                        class="seat rival"
                        class:is-turn=self.is_turn(seat)
                        data-seat=seat.0.to_string()
                        data-testid="opponent"
                    >
                        {self.side(seat, true)}
                        {self.still_hand(seat, "rival-hand")}
                    </div>
                }
            })
            .collect();
        view! { <div class="rivals">{sides}</div> }.into_any()
    }

    /// The side of the one below.
    fn own_side(self) -> AnyView {
        let controller = self.controller;
        let seat = controller.bottom.get();
        let viewer = controller.viewer.get();
        let sees = viewer.sees(seat) && viewer != Viewer::Public;
        let hand = match sees && controller.kind == Kind::Play {
            true => self.hand_row(seat),
            false => self.still_hand(seat, "hand"),
        };
        view! {
            <div
                class="seat"
                class:is-turn=self.is_turn(seat)
                data-seat=seat.0.to_string()
                data-testid="you"
            >
                {self.side(seat, !sees)}
            </div>
            <div class="lanes">
                <div class="lane">
                    <p class="lane-name" data-plain="">
                        {words::hand()}
                    </p>
                    {hand}
                </div>
            </div>
        }
        .into_any()
    }

    fn is_hinted(self, id: u32) -> impl Fn() -> bool + Copy + Send + Sync {
        move || self.hinted.get() == Some(id)
    }

    /// A hand that cannot be chosen from.
    fn still_hand(self, seat: Seat, class: &'static str) -> AnyView {
        let hand = Memo::new(move |_| self.hand.run(seat).unwrap_or_default());
        let len = move || hand.with(Vec::len);
        view! {
            <ul
                class=format!("cards {class}")
                aria-label=move || words::hand_of(&self.controller.name(seat), self.noun, len())
                hidden=move || len() == 0
            >
                <For each=move || hand.get() key=|seen| seen.id let:seen>
                    <li>
                        <div
                            class="card"
                            class:is-hint=self.is_hinted(seen.id)
                            role="img"
                            data-travel=seen.id.to_string()
                            inner_html=seen.picture()
                            aria-label=seen.title
                        ></div>
                    </li>
                </For>
            </ul>
        }
        .into_any()
    }

    /// One's own hand, to choose from.
    fn hand_row(self, seat: Seat) -> AnyView {
        let hand = Memo::new(move |_| self.hand.run(seat).unwrap_or_default());
        let ids = move || hand.with(|hand| hand.iter().map(|seen| seen.id).collect());
        let rover = Rover::new(ids);
        view! {
            <ul
                class="cards hand"
                aria-label=move || {
                    words::hand_of(&self.controller.name(seat), self.noun, hand.with(Vec::len))
                }
                data-testid="hand"
            >
                <For each=move || hand.get() key=|seen| seen.id let:seen>
                    <li>{self.choice(seen, hand, rover)}</li>
                </For>
            </ul>
        }
        .into_any()
    }

    /// A card of one's own hand.
    fn choice(self, seen: Seen, hand: Memo<Vec<Seen>>, rover: Rover) -> AnyView {
        let Gallery {
            controller,
            legal,
            chosen,
            ..
        } = self;
        let id = seen.id;
        let selected = Memo::new(move |_| chosen.get() == Some(id));
        let is_legal = Memo::new(move |_| legal.with(|legal| legal.contains(&id)));
        let choosing = move || legal.with(|legal| !legal.is_empty());
        let picture = seen.picture();
        let text = seen.text.clone();
        let name = Signal::derive(move || {
            hand.with(|hand| {
                let at = hand.iter().position(|other| other.id == id);
                let number = at.map_or(0, |at| at + 1);
                words::card_name(&seen.title, self.noun, number, hand.len())
            })
        });
        CardButton {
            id,
            picture,
            name,
            text: Some(text),
            zone: None,
            rover: Some(rover),
            is_selected: selected.into(),
            is_legal: is_legal.into(),
            shows_legal: Signal::derive(move || controller.shows_legal() && !selected.get()),
            is_dim: Signal::derive(move || {
                controller.shows_legal() && choosing() && !is_legal.get() && !selected.get()
            }),
            is_hint: Signal::derive(self.is_hinted(id)),
            is_disabled: Signal::derive(move || !is_legal.get()),
            choose: Callback::new(move |()| {
                if controller.mover.get_untracked().is_some() && is_legal.get_untracked() {
                    self.choose.run((!selected.get_untracked()).then_some(id));
                }
            }),
            dragging: Some(Dragging {
                is_ready: Signal::derive(move || {
                    controller.mover.get().is_some() && is_legal.get()
                }),
                picked: Callback::new(move |()| self.choose.run(Some(id))),
                dropped: Callback::new(move |_| self.play.run(())),
            }),
        }
        .view()
    }
}

/// What the artists have gained, and how the round stands.
pub(crate) struct Values {
    /// The names of the artists.
    pub(crate) artists: &'static [&'static str; 5],
    /// How many rounds there are.
    pub(crate) rounds: usize,
    /// The round that is played; none when all are over.
    pub(crate) round: Memo<Option<usize>>,
    /// The place of an artist in the ranking of a round, and what it gained by that.
    pub(crate) gained: Callback<(usize, usize), Option<(usize, u16)>>,
    /// A row below the rounds.
    pub(crate) more: Option<AnyView>,
    /// What is counted in a round, how many there are of each artist, and how many end it.
    pub(crate) counted: (&'static str, Memo<[u8; 5]>, u8),
    /// What a card of each artist would pay if the round ended now.
    pub(crate) pays: Memo<[i32; 5]>,
    /// What that means.
    pub(crate) pays_title: &'static str,
}

/// The most pips that are drawn.
const PIPS: u8 = 8;

impl Values {
    pub(crate) fn table(self) -> AnyView {
        let Values {
            round,
            gained,
            counted: (counted, counts, limit),
            pays,
            ..
        } = self;
        let row = |number: usize| {
            let cell = |artist: usize| {
                let gained = Memo::new(move |_| gained.run((number, artist)));
                view! { <td>{move || gain_cell(gained.get())}</td> }
            };
            let cells: Vec<_> = (0..5).map(cell).collect();
            let current = move || round.get() == Some(number);
            let later = move || round.get().is_some_and(|round| round < number);
            view! {
                <tr
                    class:is-current=current
                    class:is-later=later
                    aria-current=move || current().then_some("true")
                >
                    <th scope="row">{words::round(number as u8)}</th>
                    {cells}
                </tr>
            }
        };
        let rounds: Vec<_> = (0..self.rounds).map(row).collect();
        let shown = |artist: usize| {
            let count = Memo::new(move |_| counts.with(|counts| counts[artist]));
            let pips: Vec<_> = (0..limit.min(PIPS))
                .map(|pip| view! { <i class:is-on=move || pip < count.get()></i> })
                .collect();
            view! {
                <td>
                    <span class="visually-hidden">{move || words::shown_of(count.get(), limit)}</span>
                    <span class="pips" aria-hidden="true">
                        {pips}
                    </span>
                </td>
            }
        };
        let shown: Vec<_> = (0..5).map(shown).collect();
        let now = |artist: usize| {
            let value = move || pays.with(|pays| pays[artist]);
            view! {
                <td class:is-nothing=move || value() == 0>
                    <b>{value}</b>
                </td>
            }
        };
        let now: Vec<_> = (0..5).map(now).collect();
        view! {
            <table class="values" data-testid="values">
                <caption class="visually-hidden">{words::values()}</caption>
                {artists_head(self.artists)}
                <tbody>{rounds} {self.more}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{counted}</th>
                        {shown}
                    </tr>
                    <tr title=self.pays_title>
                        <th scope="row">{words::pays_now()}</th>
                        {now}
                    </tr>
                </tfoot>
            </table>
        }
        .into_any()
    }
}

/// The head of a table with a column for each artist.
pub(crate) fn artists_head(artists: &[&'static str; 5]) -> AnyView {
    let heads: Vec<_> = Artist::ALL
        .into_iter()
        .zip(artists)
        .map(|(artist, name)| {
            view! {
                <th scope="col">
                    <span class="tile" inner_html=tile(artist)></span>
                    <span class="artist-name">{*name}</span>
                </th>
            }
        })
        .collect();
    view! {
        <thead>
            <tr>
                <td></td>
                {heads}
            </tr>
        </thead>
    }
    .into_any()
}

/// What an artist gained by its place in a ranking.
pub(crate) fn gain_cell(gained: Option<(usize, u16)>) -> AnyView {
    let Some((place, value)) = gained else {
        return view! {
            <span class="no-gain" aria-hidden="true">
                "·"
            </span>
            <span class="visually-hidden">{words::no_gain()}</span>
        }
        .into_any();
    };
    view! {
        <span class="gain" aria-hidden="true" inner_html=gain(place, value)></span>
        <span class="visually-hidden">{value}</span>
    }
    .into_any()
}

/// What one of the others says or does.
pub(crate) struct Bidder {
    pub(crate) name: String,
    /// Their part in the auction.
    pub(crate) role: &'static str,
    pub(crate) leads: bool,
    pub(crate) is_asked: bool,
    pub(crate) says: String,
}

/// Who says what.
pub(crate) fn bidders(label: &'static str, bidders: Vec<Bidder>) -> AnyView {
    let lines: Vec<_> = bidders
        .into_iter()
        .map(|bidder| {
            view! {
                <li class:is-leading=bidder.leads class:is-asked=bidder.is_asked>
                    <span class="bidder-name">{bidder.name}</span>
                    <small>{bidder.role}</small>
                    <b>{bidder.says}</b>
                </li>
            }
        })
        .collect();
    view! {
        <ol class="bidders" aria-label=label>
            {lines}
        </ol>
    }
    .into_any()
}

/// Whether the player who may move here may pass, and how.
pub(crate) fn passing<G: TableGame>(ctx: Ctx<G>, pass: G::Action) -> (Memo<bool>, Callback<()>) {
    let passes = Memo::new(move |_| {
        ctx.mover.get().is_some_and(|seat| {
            ctx.shown
                .with(|state| state.to_move().contains(seat) && state.check(seat, pass).is_ok())
        })
    });
    let pass = move |()| {
        if passes.get_untracked() {
            ctx.play(pass);
        }
    };
    (passes, Callback::new(pass))
}

/// What one answers with besides a card: what the game asks for, and the button to pass.
pub(crate) fn answers(asked: AnyView, passes: Memo<bool>, pass: Callback<()>) -> AnyView {
    view! {
        <div class="auction-controls" role="group" aria-label=words::controls()>
            {asked}
            <button
                type="button"
                class="button"
                data-testid="pass"
                hidden=move || !passes.get()
                on:click=move |_| pass.run(())
            >
                {words::pass()}
            </button>
        </div>
    }
    .into_any()
}
