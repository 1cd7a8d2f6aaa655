//! The tutorial: a round with one other player, in which the learner carries out all five symbols and closes the round.

use super::board::{Parts, common};
use super::choice::{Choice, phase};
use super::controls::award_choice;
use super::pieces::Wall;
use super::strings::tutorial as words;
use crate::play::gallery::tutorial::{Lesson, Script, page};
use leptos::prelude::*;
use parlour_games::masters_gallery::{Action, Card, Deal, MastersGallery, Phase, Rules};

/// The first cards of the deck, as the rulebook writes them: the extra card, both hands, and the card that is drawn.
const DECK: [&str; 28] = [
    "B",
    "C",
    "C",
    "C",
    "C",
    "C",
    "C",
    "C second",
    "D draw",
    "A hidden",
    "B together",
    "E award",
    "B",
    "E",
    "A",
    "A",
    "A",
    "B",
    "B",
    "D",
    "D",
    "D",
    "E",
    "E",
    "E",
    "D hidden",
    "E draw",
    "A",
];

const ACTIONS: [&str; 23] = [
    "play C",
    "play A",
    "play D draw",
    "play E",
    "play C second",
    "second C",
    "play B",
    "play A hidden",
    "lay C",
    "play D",
    "play B together",
    "show C",
    "show E",
    "play A",
    "play E award",
    "award C",
    "play D",
    // Closes the round.
    "play C",
    "add A",
    "add D",
    "pass",
    "add C",
    "pass",
];

/// The numbers of actions before and after each step.
const STEPS: [(usize, usize); 10] = [
    (0, 0),
    (0, 1),
    (2, 3),
    (4, 6),
    (7, 9),
    (10, 13),
    (14, 16),
    (17, 18),
    (21, 23),
    (23, 23),
];

fn script() -> Script<MastersGallery> {
    let rules = Rules {
        players: 2,
        ..Rules::default()
    };
    let mut deck: Vec<Card> = DECK
        .iter()
        .map(|card| card.parse().expect("a test reads every card"))
        .collect();
    let mut dealt = deck.clone();
    deck.extend(rules.cards().filter(|card| {
        let at = dealt.iter().position(|other| other == card);
        at.map(|at| dealt.swap_remove(at)).is_none()
    }));
    Script {
        rules,
        deal: Deal { deck },
        actions: &ACTIONS,
        steps: &STEPS,
    }
}

/// The tutorial.
pub(super) fn learn() -> AnyView {
    let lay = |lesson: Lesson<MastersGallery, Choice>| {
        let wall = Memo::new(move |_| lesson.events.with(|events| Wall::after(events)));
        let parts = Parts {
            names: lesson.names,
            view: lesson.view(),
            wall,
        };
        let awards = Memo::new(move |_| {
            let gives = |state: &MastersGallery| matches!(phase(state), Phase::Award { .. });
            lesson.is_asked() && lesson.state.with(gives)
        });
        (parts, common(parts), award_choice(lesson.choice, awards))
    };
    page(words::texts(), script(), Action::Pass, lay)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::gallery::tutorial::{LEARNER, check};
    use parlour_engine::{Game as _, Viewer};
    use parlour_games::masters_gallery::Symbol;

    #[test]
    fn every_step_can_be_solved() {
        check::<MastersGallery, Choice>(script(), &words::texts(), Action::Pass);
    }

    /// All five symbols are learnt, and the numbers of the texts are those of the game.
    #[test]
    fn the_texts_say_what_is_there() {
        let table = script().play(words::texts().names());
        let played = table
            .actions()
            .iter()
            .filter_map(|(seat, action)| match action {
                Action::Play(card) if *seat == LEARNER => Some(card.symbol),
                _ => None,
            });
        let played: Vec<Symbol> = played.collect();
        assert!(Symbol::ALL.iter().all(|symbol| played.contains(symbol)));
        let closed = table.at(18).view(Viewer::Public);
        assert_eq!(closed.closer, Some(LEARNER));
        let view = table.state().view(Viewer::Public);
        let result = &view.results[0];
        assert_eq!(result.cards, [4, 3, 7, 4, 3]);
        assert_eq!(result.paid, [2, 0, 5, 1, 0]);
        assert_eq!(result.scored[..], [38, 9]);
    }
}
