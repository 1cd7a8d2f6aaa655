//! The tutorial: half a round with two others, in which the learner sells and buys in all five auctions.

use super::board::{Parts, common};
use super::choice::{Choice, range};
use super::controls::amount;
use super::pieces::Wall;
use super::strings::tutorial as words;
use crate::play::gallery::tutorial::{LEARNER, Lesson, Script, page};
use leptos::html;
use leptos::prelude::*;
use parlour_games::modern_art::{Action, Auctions, Deal, ModernArt, Painting, Rules};

/// The hands by seat, as the rulebook writes paintings.
const HANDS: [[&str; 10]; 3] = [
    [
        "3 open", "2 fixed", "4 once", "4 sealed", "0 open", "0 once", "1 fixed", "1 double",
        "2 sealed", "3 double",
    ],
    [
        "4 once", "4 double", "0 fixed", "0 sealed", "1 open", "1 sealed", "2 open", "2 once",
        "3 once", "3 sealed",
    ],
    [
        "4 sealed", "3 fixed", "0 double", "0 fixed", "1 once", "1 open", "2 double", "2 fixed",
        "3 open", "3 once",
    ],
];

const ACTIONS: [&str; 30] = [
    // An open auction of the learner.
    "offer 3 open",
    "bid 12",
    "bid 18",
    "pass",
    "pass",
    // Once around.
    "offer 4 once",
    "bid 10",
    "bid 15",
    "pass",
    // Sealed bids.
    "offer 4 sealed",
    "bid 20",
    "bid 14",
    "bid 8",
    // A fixed price of the learner.
    "offer 2 fixed",
    "price 25",
    "take",
    // A double auction, which the learner takes over.
    "offer 4 double",
    "pass",
    "pass",
    "add 4 once",
    "bid 30",
    "bid 40",
    "pass",
    // Fixed prices of the others.
    "offer 0 fixed",
    "price 10",
    "take",
    "offer 3 fixed",
    "price 12",
    "take",
    // The fifth painting of an artist.
    "offer 4 sealed",
];

/// The numbers of actions before and after each step.
const STEPS: [(usize, usize); 9] = [
    (0, 0),
    (0, 5),
    (7, 9),
    (10, 13),
    (13, 16),
    (19, 23),
    (28, 29),
    (29, 30),
    (30, 30),
];

fn script() -> Script<ModernArt> {
    let hands = HANDS.iter().flatten();
    let mut deck: Vec<Painting> = hands
        .map(|painting| painting.parse().expect("a test reads every painting"))
        .collect();
    let mut rest = Auctions::Full.paintings();
    rest.retain({
        let mut dealt = deck.clone();
        move |painting| match dealt.iter().position(|other| other == painting) {
            Some(at) => {
                dealt.swap_remove(at);
                false
            }
            None => true,
        }
    });
    deck.extend(rest);
    Script {
        rules: Rules::of(Auctions::Full, HANDS.len() as u8),
        deal: Deal { deck },
        actions: &ACTIONS,
        steps: &STEPS,
    }
}

/// The tutorial.
pub(super) fn learn() -> AnyView {
    let lay = |lesson: Lesson<ModernArt, Choice>| {
        let wall = Memo::new(move |_| lesson.events.with(|events| Wall::after(events)));
        let parts = Parts {
            names: lesson.names,
            view: lesson.view(),
            wall,
        };
        let allowed = Memo::new(move |_| {
            let asked = lesson.is_asked();
            lesson
                .state
                .with(|state| range(state, LEARNER).filter(|_| asked))
        });
        let enter = Callback::new(move |()| lesson.confirm());
        let field = NodeRef::<html::Input>::new();
        (
            parts,
            common(parts),
            amount(lesson.choice, allowed, field, enter),
        )
    };
    page(words::texts(), script(), Action::Pass, lay)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::gallery::tutorial::check;
    use parlour_engine::Seat;
    use parlour_games::modern_art::{Auction, Event};

    #[test]
    fn every_step_can_be_solved() {
        check::<ModernArt, Choice>(script(), &words::texts(), Action::Pass);
    }

    /// All five auctions are learnt, and the numbers of the texts are those of the game.
    #[test]
    fn the_texts_say_what_is_there() {
        let table = script().play(words::texts().names());
        let mut kinds = Vec::new();
        for (ply, (seat, action)) in table.actions().iter().enumerate() {
            let phase = table.at(ply).phase();
            if *seat == LEARNER && !matches!(action, Action::Offer(_)) {
                kinds.push(match action {
                    Action::Add(_) => Auction::Double,
                    Action::Price(_) => Auction::Fixed,
                    _ => phase.lot().unwrap().painting.sold_by(),
                });
            }
        }
        for auction in Auction::ALL {
            let is_learnt = kinds.contains(&auction);
            assert!(is_learnt, "{auction}");
        }
        let cash = |ply: usize| [0, 1, 2].map(|seat| table.at(ply).cash(Seat(seat)));
        assert_eq!(cash(29), [136, 100, 64]);
        assert_eq!(cash(30), [216, 100, 154]);
        let ends = table.events().iter().filter_map(|event| match event {
            Event::RoundEnd(result) => Some(result),
            _ => None,
        });
        let ends: Vec<_> = ends.collect();
        assert_eq!(ends.len(), 1);
        assert_eq!(ends[0].offered, [1, 0, 1, 2, 5]);
        assert_eq!(ends[0].ranked, [Some(4), Some(3), Some(0)]);
    }
}
