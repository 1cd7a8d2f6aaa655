//! The state machine.

use super::rules::{CARDS, HAND, Rules};
use super::view::{Event, View};
use parlour_engine::{
    EventSink, Game, Outcome, Redeal, Resample, Reveals, Rng, Seat, SeatSet, SetupError, Streams,
    Table, Viewer,
};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

/// Plays a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action(pub u8);

impl parlour_engine::Action for Action {
    fn number(self) -> u64 {
        self.0.into()
    }
}

/// The rule that forbids an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The card is not in hand.
    #[error("You do not hold the {0}")]
    NotInHand(u8),
}

/// A game of High Card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HighCard {
    rules: Rules,
    pub(super) deck: Vec<u8>,
    pub(super) hands: [Vec<u8>; 2],
    played: Vec<u8>,
    led: Option<u8>,
    to_move: Option<Seat>,
    points: [i32; 2],
}

impl Game for HighCard {
    const NAME: &'static str = "high-card";
    type Rules = Rules;
    type Deal = Vec<u8>;
    type Action = Action;
    type View = View;
    type Event = Event;
    type IllegalMove = IllegalMove;

    fn deal(_: &Rules, seed: u64) -> Vec<u8> {
        let mut deck: Vec<u8> = (1..=CARDS).collect();
        deck.shuffle(&mut Streams::new(seed).deal());
        deck
    }

    fn start(
        rules: Rules,
        mut deck: Vec<u8>,
        _: &mut impl EventSink<Event>,
    ) -> Result<HighCard, SetupError> {
        let mut sorted = deck.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(1..=CARDS) {
            return Err(SetupError::Deal(format!("the cards are 1 to {CARDS}")));
        }
        let mut hands = [deck.split_off(deck.len() - HAND), deck.split_off(deck.len() - HAND)];
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        Ok(HighCard {
            rules,
            deck,
            hands,
            played: Vec::new(),
            led: None,
            to_move: Some(Seat(0)),
            points: [0; 2],
        })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn to_move(&self) -> SeatSet {
        self.to_move.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.to_move == Some(seat) {
            out.extend(self.hands[seat.index()].iter().copied().map(Action));
        }
    }

    fn check(&self, seat: Seat, Action(card): Action) -> Result<(), IllegalMove> {
        match self.hands[seat.index()].contains(&card) {
            true => Ok(()),
            false => Err(IllegalMove::NotInHand(card)),
        }
    }

    fn apply(&mut self, seat: Seat, Action(card): Action, events: &mut impl EventSink<Event>) {
        self.hands[seat.index()].retain(|&other| other != card);
        self.played.push(card);
        events.emit(|| Event { seat, card });
        let next = match self.led.take() {
            None => {
                self.led = Some(card);
                seat.other()
            }
            Some(led) => {
                let winner = if card > led { seat } else { seat.other() };
                self.points[winner.index()] += 1;
                winner
            }
        };
        self.to_move = (!self.hands[next.index()].is_empty()).then_some(next);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.to_move.is_none()).then(|| Outcome::highest_score_wins(self.scores()))
    }

    fn scores(&self) -> Vec<i32> {
        self.points.to_vec()
    }

    fn view(&self, viewer: Viewer) -> View {
        let hand = |seat: Seat| viewer.sees(seat).then(|| self.hands[seat.index()].clone());
        View {
            viewer,
            hands: [hand(Seat(0)), hand(Seat(1))],
            hand_lens: self.hands.each_ref().map(|hand| hand.len() as u8),
            played: self.played.clone(),
            led: self.led,
            to_move: self.to_move,
            points: self.points,
        }
    }

    fn audit(&self) -> Result<(), String> {
        let mut all = [&self.deck[..], &self.hands[0], &self.hands[1], &self.played].concat();
        all.sort_unstable();
        match all.iter().copied().eq(1..=CARDS) {
            true => Ok(()),
            false => Err(format!("cards {all:?}")),
        }
    }
}

impl Resample for HighCard {
    fn resample(view: &View, rng: &mut Rng) -> HighCard {
        let seen = |card: &u8| {
            view.played.contains(card) || view.hands.iter().flatten().flatten().any(|c| c == card)
        };
        let mut deck: Vec<u8> = (1..=CARDS).filter(|card| !seen(card)).collect();
        deck.shuffle(rng);
        let hands = [0, 1].map(|seat| match &view.hands[seat] {
            Some(hand) => hand.clone(),
            None => {
                let mut hand = deck.split_off(deck.len() - usize::from(view.hand_lens[seat]));
                hand.sort_unstable();
                hand
            }
        });
        HighCard {
            rules: Rules {},
            deck,
            hands,
            played: view.played.clone(),
            led: view.led,
            to_move: view.to_move,
            points: view.points,
        }
    }
}

impl Redeal for HighCard {
    fn redeal(&self, played: &Table<HighCard>) -> (Vec<u8>, Vec<(Seat, Action)>) {
        let mut deck = self.deck.clone();
        // The last cards of the deck are the hand of seat 0, those before them that of seat 1.
        for seat in [Seat(1), Seat(0)] {
            let own = played.actions().iter().filter(|(by, _)| *by == seat);
            deck.extend(&self.hands[seat.index()]);
            deck.extend(own.map(|(_, Action(card))| card));
        }
        (deck, played.actions().to_vec())
    }
}

impl Reveals for HighCard {
    fn reveals(&self, _: Seat, _: Action) -> bool {
        false
    }
}
