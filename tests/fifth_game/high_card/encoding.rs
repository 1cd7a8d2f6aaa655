//! Actions as indices, views as vectors.

use super::rules::CARDS;
use super::{Action, HighCard, Rules, View};
use parlour_engine::Encode;
use parlour_engine::encoding::{Observer, around};

impl Encode for HighCard {
    fn action_count(_: &Rules) -> usize {
        CARDS.into()
    }

    fn action_id(_: &Rules, Action(card): Action) -> Option<usize> {
        (1..=CARDS).contains(&card).then(|| usize::from(card) - 1)
    }

    fn action_of(rules: &Rules, id: usize) -> Option<Action> {
        (id < HighCard::action_count(rules)).then(|| Action(id as u8 + 1))
    }

    fn observe(view: &View, out: &mut Observer<'_>) {
        let places = |cards: &[u8]| cards.iter().map(|&card| usize::from(card) - 1).collect::<Vec<_>>();
        let own = view.viewer.seat().and_then(|seat| view.hands[seat.index()].as_deref());
        out.marks("hand", CARDS.into(), places(own.unwrap_or_default()));
        out.marks("played", CARDS.into(), places(&view.played));
        out.marks("led", CARDS.into(), places(view.led.as_slice()));
        let points = around(view.viewer, 2).map(|seat| view.points[seat.index()] as f32);
        out.put("points", [0.0, 3.0], points);
    }
}
