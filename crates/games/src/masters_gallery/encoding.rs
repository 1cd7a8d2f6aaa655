//! Encoding: actions as indices, views as vectors. A kind of card is 6 × artist + symbol, in the order of
//! [`Artist::ALL`] and [`Symbol::ALL`](super::Symbol::ALL).
//!
//! | index | action |
//! |---|---|
//! | 0 | pass |
//! | 1–5 | award artist A to E |
//! | 6–35 | play a card of a kind |
//! | 36–65 | display it as the second card |
//! | 66–95 | lay it face down |
//! | 96–125 | show it together with the others' |
//! | 126–155 | add it after the close |

use super::cards::{Artist, Card, Cards, DECK};
use super::phase::Phase;
use super::rules::Rules;
use super::state::{Action, MastersGallery};
use super::view::View;
use parlour_engine::encoding::{Observer, around, turns_after};
use parlour_engine::{Encode, Seat};

const AWARD: usize = 1;
const CARDS: usize = AWARD + Artist::ALL.len();
/// The actions with a card, in the order of their indices.
const WITH_CARD: [fn(Card) -> Action; 5] = [
    Action::Play,
    Action::Second,
    Action::Lay,
    Action::Show,
    Action::Add,
];

fn counts(cards: Cards) -> [u8; Card::KINDS] {
    cards.counts()
}

impl Encode for MastersGallery {
    fn action_count(_rules: &Rules) -> usize {
        CARDS + WITH_CARD.len() * Card::KINDS
    }

    fn action_id(_rules: &Rules, action: Action) -> Option<usize> {
        let of = |verb: usize, card: Card| Some(CARDS + verb * Card::KINDS + card.index());
        match action {
            Action::Pass => Some(0),
            Action::Award(artist) => Some(AWARD + artist.index()),
            Action::Play(card) => of(0, card),
            Action::Second(card) => of(1, card),
            Action::Lay(card) => of(2, card),
            Action::Show(card) => of(3, card),
            Action::Add(card) => of(4, card),
        }
    }

    fn action_of(_rules: &Rules, id: usize) -> Option<Action> {
        match id {
            0 => Some(Action::Pass),
            AWARD..CARDS => Some(Action::Award(Artist::ALL[id - AWARD])),
            _ => {
                let (verb, kind) = ((id - CARDS) / Card::KINDS, (id - CARDS) % Card::KINDS);
                WITH_CARD
                    .get(verb)
                    .map(|action| action(Card::from_index(kind)))
            }
        }
    }

    fn observe(view: &View, out: &mut Observer<'_>) {
        let seats = view.players.len();
        let turn = |seat: Seat| turns_after(view.viewer, seat, seats);
        out.put("round", [0.0, 3.0], [view.round]);
        let (place, artist, closing, from) = match view.phase {
            Phase::Play => (0, None, false, 0),
            Phase::Second(artist) => (1, Some(artist), false, 0),
            Phase::Hidden => (2, None, false, 0),
            Phase::Together => (3, None, false, 0),
            Phase::Award { closing } => (4, None, closing, 0),
            Phase::Add { from, .. } => (5, None, true, from),
            Phase::Over => (6, None, false, 0),
        };
        out.marks(
            "phase: play, second, hidden, together, award, add, over",
            7,
            [place],
        );
        out.marks(
            "artist of the second card",
            Artist::ALL.len(),
            artist.map(Artist::index),
        );
        out.put("the round is closed", [0.0, 1.0], [u8::from(closing)]);
        out.put("first artist that may be added", [0.0, 5.0], [from]);
        out.marks(
            "turns until each is to move",
            seats,
            view.to_move.iter().map(turn),
        );
        out.marks("whose turn", seats, [turn(view.active)]);
        out.marks("who closed", seats, view.closer.map(turn));
        out.put("deck", [0.0, DECK as f32], [view.deck]);
        out.marks("extra card", Card::KINDS, view.extra.map(Card::index));
        out.put("discarded by kind", [0.0, 21.0], counts(view.discard));
        let values = view.values.map(|value| value as f32);
        out.put("value by artist", [0.0, 100.0], values);
        out.put("awards by artist", [0.0, DECK as f32], view.awards);
        let own = view.viewer.seat().map(|seat| &view.players[seat.index()]);
        let hand = own.and_then(|player| player.hand).unwrap_or_default();
        out.put("my hand by kind", [0.0, 21.0], counts(hand));
        let hidden: Cards = own
            .and_then(|player| player.hidden.as_ref())
            .into_iter()
            .flatten()
            .copied()
            .collect();
        out.put("my face-down cards by kind", [0.0, 21.0], counts(hidden));
        let chosen = own.and_then(|player| player.chosen);
        out.marks(
            "the card that I chose to show",
            Card::KINDS,
            chosen.map(Card::index),
        );
        for (turns, seat) in around(view.viewer, seats).enumerate() {
            let player = &view.players[seat.index()];
            out.put(
                format_args!("player {turns}: display by kind"),
                [0.0, 21.0],
                counts(player.display),
            );
            out.put(
                format_args!("player {turns}: cards in hand"),
                [0.0, DECK as f32],
                [player.hand_len],
            );
            out.put(
                format_args!("player {turns}: face-down cards"),
                [0.0, DECK as f32],
                [player.hidden_len],
            );
            out.put(
                format_args!("player {turns}: score"),
                [0.0, 4000.0],
                [player.score as f32],
            );
        }
    }
}
