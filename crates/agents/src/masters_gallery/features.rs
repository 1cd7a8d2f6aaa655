//! Features of Masters Gallery's actions, for a [log-linear policy](crate::log_linear).
//!
//! They say what the rule of thumb of [`Greedy`](super::Greedy) expects of an action, how the card's artist stands on
//! display, in the own hand and in value, and how near the round is to its close. Of the other players they know their
//! displays and scores.

use super::situation::Situation;
use crate::log_linear::{Block, Features};
use parlour_engine::{Game, Rules as _, Seat};
use parlour_games::masters_gallery::{Action, Artist, MastersGallery, Symbol};

/// The points that the rule of thumb expects of the action, in eighths: by the kind of the action and the round.
const EXPECTED: Block = Block::first([7, 4, 1]);
/// The same, by the cards that lack to close the round.
const EXPECTED_LACKING: Block = EXPECTED.then([7, 1, 1]);
/// The kind of the action, by the round, and whether the round is closed.
const KIND: Block = EXPECTED_LACKING.then([7, 4, 2]);
/// The symbol that is carried out, by the round, and whether it can have an effect: = needs a second card of the artist.
const SYMBOL: Block = KIND.then([6, 4, 2]);
/// The artist's cards face up after the action, by the round, and by the artist's place.
const FACE_UP: Block = SYMBOL.then([8, 4, 5]);
/// The artist's cards in the own hand, by the round.
const HELD: Block = FACE_UP.then([8, 4, 1]);
/// The artist's cards in the own display, by those in the others'.
const DISPLAY: Block = HELD.then([6, 6, 1]);
/// Half the artist's value, by the artist's place.
const VALUE: Block = DISPLAY.then([12, 5, 1]);
/// The action closes the round: by the round and the lead.
const CLOSES: Block = VALUE.then([4, LEADS, 1]);
/// The cards that lack to close the round after the action, by the lead.
const LACKING: Block = CLOSES.then([7, LEADS, 1]);
/// The cards in the own hand after the action, by the round.
const HAND: Block = LACKING.then([14, 4, 1]);
/// The artist's cards in the own hand after the action, by half its value.
const KEPT: Block = HAND.then([6, 12, 1]);

/// Classes of the lead in points.
const LEADS: usize = 7;
/// Points from one class to the next.
const LEAD_STEP: f32 = 4.0;

/// What a seat knows, as far as the features need it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    situation: Situation,
    /// What the rule of thumb expects without an action.
    expected: f32,
    /// The class of the lead over the best other seat by the scores of complete rounds; the middle one is level.
    lead: usize,
}

/// Kinds of actions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Play,
    Second,
    Lay,
    Show,
    Award,
    Add,
    Pass,
}

fn kind(action: Action) -> (Kind, Option<Artist>) {
    match action {
        Action::Play(card) => (Kind::Play, Some(card.artist)),
        Action::Second(card) => (Kind::Second, Some(card.artist)),
        Action::Lay(card) => (Kind::Lay, Some(card.artist)),
        Action::Show(card) => (Kind::Show, Some(card.artist)),
        Action::Award(artist) => (Kind::Award, Some(artist)),
        Action::Add(card) => (Kind::Add, Some(card.artist)),
        Action::Pass => (Kind::Pass, None),
    }
}

/// The class of a lead.
fn class(lead: i32) -> usize {
    let middle = (LEADS / 2) as f32;
    let class = libm::roundf(lead as f32 / LEAD_STEP) + middle;
    class.clamp(0.0, (LEADS - 1) as f32) as usize
}

impl Position {
    /// What the rule of thumb expects after each of these actions.
    pub(super) fn scores(&self, actions: &[Action]) -> impl Iterator<Item = (Action, f32)> {
        self.situation.scores(actions)
    }

    /// Adds the features of an action after which the rule of thumb expects this.
    pub(super) fn features_of(
        &self,
        action: Action,
        expected: f32,
        mut add: impl FnMut(usize, i32),
    ) {
        let situation = &self.situation;
        let gain = libm::roundf(8.0 * (expected - self.expected)) as i32;
        let (kind, artist) = kind(action);
        let round = situation.round;
        let lacking = situation.lacking();
        add(EXPECTED.at([kind as usize, round, 0]), gain);
        add(EXPECTED_LACKING.at([lacking.into(), 0, 0]), gain);
        add(KIND.at([kind as usize, round, situation.closed.into()]), 1);
        let Some(artist) = artist else {
            return;
        };
        let is_face_up = !matches!(kind, Kind::Lay | Kind::Award);
        let more = u8::from(is_face_up);
        let place = situation.place(artist, more);
        let artist = artist.index();
        let face_up = situation.face_up[artist] + more;
        let held = situation.hand[artist];
        let from_hand = kind != Kind::Award;
        let kept = held.saturating_sub(from_hand.into());
        let value = situation.values[artist].unsigned_abs() as usize / 2;
        if let Action::Play(card) = action {
            let has_second = card.symbol != Symbol::Second || held > 1;
            add(
                SYMBOL.at([card.symbol as usize, round, has_second.into()]),
                1,
            );
        }
        add(FACE_UP.at([face_up.into(), round, place]), 1);
        add(HELD.at([held.into(), round, 0]), 1);
        let own = situation.displays[situation.seat][artist];
        let others = situation.of_others(artist);
        add(DISPLAY.at([own.into(), others.into(), 0]), 1);
        add(VALUE.at([value, place, 0]), 1);
        add(KEPT.at([kept.into(), value, 0]), 1);
        if from_hand {
            let left = situation.hand.iter().sum::<u8>().saturating_sub(1);
            add(HAND.at([left.into(), round, 0]), 1);
        }
        if is_face_up && !situation.closed {
            let lacking = lacking.min(situation.closing.saturating_sub(face_up));
            if lacking == 0 {
                add(CLOSES.at([round, self.lead, 0]), 1);
            }
            add(LACKING.at([lacking.into(), self.lead, 0]), 1);
        }
    }
}

impl Features for MastersGallery {
    const FEATURES: usize = KEPT.end();

    type Situation = Position;

    fn situation(state: &MastersGallery, seat: Seat) -> Position {
        let situation = Situation::of(state, seat);
        let others = Seat::all(Game::rules(state).seats()).filter(|&other| other != seat);
        let best = others.map(|other| state.score(other)).max();
        Position {
            situation,
            expected: situation.worth(),
            lead: class(state.score(seat) - best.unwrap_or(0)),
        }
    }

    fn features(position: &Position, action: Action, add: impl FnMut(usize, i32)) {
        let expected = position.scores(&[action]).next();
        let (_, expected) = expected.expect("an action has a score");
        position.features_of(action, expected, add);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_linear::tests::assert_features_are_known;
    use parlour_games::masters_gallery::Rules;

    #[test]
    fn features_are_of_what_a_seat_knows() {
        let games = (0..60).map(|game| Rules {
            players: 2 + game % 4,
            ..Rules::default()
        });
        assert_features_are_known::<MastersGallery>(games, |_| ());
    }

    #[test]
    fn leads_have_classes() {
        assert_eq!([-99, -2, 0, 2, 99].map(class), [0, 2, 3, 4, 6]);
        assert_eq!([-1, 1].map(class), [3, 3]);
    }
}
