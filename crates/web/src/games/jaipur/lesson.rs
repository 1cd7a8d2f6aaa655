//! The positions of the tutorial: real games, with the move that each step asks for.

use parlour_engine::{DealSource, Record, Seat, Table};
use parlour_games::jaipur::rules::{BONUS_TOKENS, CARD_COUNTS, MARKET_CAMELS};
use parlour_games::jaipur::{Action, Card, Deal, Jaipur, RoundDeal, Rules};

/// The seat of the person who learns.
pub(super) const YOU: Seat = Seat(0);
/// The other seat.
pub(super) const RIVAL: Seat = Seat(1);

/// A game to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    /// The first turns of a round.
    Opening,
    /// A hand that is full.
    FullHand,
    /// The last turn of a round, from a game between AIs.
    LastMove,
}

/// A position, and whether it asks for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    scene: Scene,
    /// How many actions lie behind it.
    ply: usize,
    /// Whether the next action of the game is what to do here.
    asks: bool,
}

const fn step(scene: Scene, ply: usize, asks: bool) -> Step {
    Step { scene, ply, asks }
}

/// The steps, in the order of their texts.
pub(super) const STEPS: [Step; 9] = [
    step(Scene::Opening, 0, false),
    step(Scene::Opening, 0, true),
    step(Scene::Opening, 2, true),
    step(Scene::Opening, 4, true),
    step(Scene::Opening, 6, true),
    step(Scene::Opening, 8, true),
    step(Scene::FullHand, 4, true),
    step(Scene::LastMove, 28, true),
    step(Scene::LastMove, 29, false),
];

/// The opening: what you do, and what your rival answers.
const OPENING: [&str; 9] = [
    "take gold",
    "take cloth",
    "sell 2 gold",
    "take spice",
    "take camels",
    "take diamond",
    "exchange 2 leather for 2 camels",
    "sell 3 cloth",
    "sell 4 leather",
];

/// How the hand came to be full.
const FULL_HAND: [&str; 5] = [
    "take leather",
    "take gold",
    "take cloth",
    "take spice",
    "exchange 2 diamonds for silver, spice",
];

/// The record of the game whose last move is asked for.
const LAST_MOVE: &str = include_str!("last_move.jsonl");

impl Step {
    /// The game, with everything that is played in it.
    pub(super) fn table(self) -> Table<Jaipur> {
        match self.scene {
            Scene::Opening => {
                use Card::{Camel, Cloth, Diamond, Gold, Leather, Silver, Spice};
                let dealt = [
                    [Leather, Leather, Gold, Spice, Camel],
                    [Cloth, Cloth, Diamond, Silver, Camel],
                ];
                let deck = [Leather, Spice, Diamond, Leather, Cloth, Silver, Spice];
                played(dealt, [Gold, Cloth], &deck, &OPENING)
            }
            Scene::FullHand => {
                use Card::{Cloth, Diamond, Gold, Leather, Silver, Spice};
                let dealt = [
                    [Leather, Leather, Cloth, Silver, Spice],
                    [Gold, Silver, Silver, Leather, Leather],
                ];
                let deck = [Cloth, Spice, Diamond, Diamond];
                played(dealt, [Leather, Gold], &deck, &FULL_HAND)
            }
            Scene::LastMove => Record::read(LAST_MOVE)
                .and_then(|record| record.replay())
                .expect("a test replays the record"),
        }
    }

    /// How many actions lie behind the position, once its own move is played or before.
    pub(super) const fn ply(self, done: bool) -> usize {
        self.ply + (done && self.asks) as usize
    }

    /// The move that the step asks for.
    pub(super) fn asked(self, table: &Table<Jaipur>) -> Option<Action> {
        let next = table.actions().get(self.ply).map(|(_, action)| *action);
        next.filter(|_| self.asks)
    }

    /// What the rival has just done, if this goes on from the step before.
    pub(super) fn answered(self, table: &Table<Jaipur>) -> Option<Action> {
        let last = self.ply.checked_sub(1)?;
        let &(seat, action) = table.actions().get(last)?;
        (self.asks && self.scene == Scene::Opening && seat == RIVAL).then_some(action)
    }
}

/// A round with these cards on top, and these actions played.
fn played(
    hands: [[Card; 5]; 2],
    market: [Card; 2],
    deck: &[Card],
    actions: &[&str],
) -> Table<Jaipur> {
    let mut cards: Vec<Card> = hands.into_iter().flatten().chain(market).collect();
    cards.extend(deck);
    let mut left = CARD_COUNTS;
    left[Card::Camel.index()] -= MARKET_CAMELS;
    for card in &cards {
        left[card.index()] -= 1;
    }
    cards.extend(
        Card::ALL
            .into_iter()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(left[card.index()]))),
    );
    let round = RoundDeal {
        deck: cards,
        bonus: BONUS_TOKENS.map(<[u8]>::to_vec),
    };
    let deal = Deal {
        rounds: vec![round],
        then: 0,
    };
    let names = vec![String::new(); 2];
    let mut table = Table::new(Rules::ROUND, DealSource::Cards(deal), names)
        .expect("a test deals every position");
    for (index, action) in actions.iter().enumerate() {
        let action = action.parse().expect("a test reads every action");
        table
            .play([YOU, RIVAL][index % 2], action)
            .expect("a test plays every action");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::jaipur::strings::tutorial as words;
    use parlour_engine::{Game as _, Viewer};
    use parlour_games::jaipur::EndReason;
    use parlour_games::jaipur::Event;

    #[test]
    fn every_step_can_be_solved() {
        for (index, step) in STEPS.into_iter().enumerate() {
            let table = step.table();
            let state = table.at(step.ply(false));
            state.audit().unwrap();
            let texts = &words::steps()[index];
            assert!(!texts.title.is_empty() && !texts.lines.is_empty());
            assert_eq!(step.asks, !texts.task.is_empty(), "step {index}");
            assert_eq!(step.asks, !texts.done.is_empty(), "step {index}");
            assert_eq!(step.asks, !texts.other.is_empty(), "step {index}");
            match step.asked(&table) {
                None => assert!(!step.asks),
                Some(action) => {
                    assert!(state.to_move().contains(YOU), "step {index}");
                    assert!(state.legal_actions(YOU).contains(&action), "step {index}");
                    // Something else is legal, so that there is something to say about it.
                    assert!(state.legal_actions(YOU).len() > 1, "step {index}");
                }
            }
        }
    }

    #[test]
    fn every_kind_of_move_is_learnt() {
        let asked: Vec<Action> = STEPS
            .iter()
            .filter_map(|step| step.asked(&step.table()))
            .collect();
        assert!(asked.iter().any(|action| matches!(action, Action::Take(_))));
        assert!(asked.contains(&Action::Camels));
        assert!(
            asked
                .iter()
                .any(|action| matches!(action, Action::Sell(_, 2)))
        );
        assert!(
            asked
                .iter()
                .any(|action| matches!(action, Action::Sell(_, 4)))
        );
        assert!(
            asked
                .iter()
                .any(|action| matches!(action, Action::Exchange { give, .. } if give.camels() > 0))
        );
    }

    #[test]
    fn the_texts_say_what_is_there() {
        let gained = |index: usize| {
            let table = STEPS[index].table();
            let rupees = |done| table.at(STEPS[index].ply(done)).scores()[0];
            rupees(true) - rupees(false)
        };
        assert_eq!(gained(2), 12);
        assert_eq!(gained(5), 4 + 3 + 2 + 1 + 4);
        let camels = STEPS[3].table().at(STEPS[3].ply(true));
        assert_eq!(camels.herd(YOU), 4);
        let full = STEPS[6].table().at(STEPS[6].ply(false));
        assert_eq!(full.hand(YOU).len(), 7);
        assert_eq!(full.market().count(Card::Diamond), 2);
        for single in [Card::Spice, Card::Silver] {
            assert_eq!(full.hand(YOU).count(single), 1);
        }
        let last = STEPS[7].table();
        let before = last.at(STEPS[7].ply(false)).view(Viewer::Public);
        assert_eq!(before.tokens_taken[Card::Gold.index()], 5);
        assert_eq!(before.tokens_taken[Card::Spice.index()], 7);
        assert_eq!(before.tokens_taken[Card::Leather.index()], 6);
        let Some(Event::RoundEnd(result)) = last.events_at(STEPS[8].ply(false)).last() else {
            panic!("the round is over");
        };
        assert_eq!(result.reason, EndReason::TokensGone);
        assert_eq!(result.winner, Some(YOU));
    }

    #[test]
    fn the_rival_answers_between_the_steps() {
        let answers = |step: &Step| step.answered(&step.table());
        assert_eq!(STEPS.iter().filter_map(answers).count(), 4);
    }
}
