//! From what is chosen and typed to an action, or to what is still missing.

use super::pieces::{Piece, Wall};
use super::strings::table as words;
use crate::play::gallery::Chooses;
use crate::play::table::Guidance;
use parlour_engine::{Game as _, Seat};
use parlour_games::modern_art::{Action, Event, ModernArt, Phase};

/// What the player has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// A painting of the hand, by id.
    pub(crate) piece: Option<u32>,
    /// What stands in the field.
    pub(crate) amount: String,
}

/// What a field for an amount takes, in thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    /// The least.
    pub(crate) least: u16,
    /// The most: the cash.
    pub(crate) most: u16,
    /// Whether it is a price, not a bid.
    pub(crate) price: bool,
}

/// What the field takes; `None` when nothing is to be typed.
pub(crate) fn range(state: &ModernArt, seat: Seat) -> Option<Range> {
    let cash = state.cash(seat);
    let (least, price) = match state.phase() {
        Phase::Sealed { .. } => (0, false),
        Phase::Price { .. } => (0, true),
        Phase::Open { best, .. } | Phase::OnceAround { best, .. } => {
            (best.map_or(0, |best| best.amount) + 1, false)
        }
        _ => return None,
    };
    (least <= cash).then_some(Range {
        least,
        most: cash,
        price,
    })
}

/// The hand of a seat as it is shown.
pub(crate) fn hand(state: &ModernArt, events: &[Event], seat: Seat) -> Vec<Piece> {
    let hand: Vec<_> = state.auctions().each(state.hand(seat)).collect();
    Wall::after(events).hand(seat, &hand)
}

/// What a painting is chosen for.
fn act_with(phase: Phase, piece: Piece) -> Option<Action> {
    match phase {
        Phase::Offer { .. } => Some(Action::Offer(piece.painting)),
        Phase::Add { .. } => Some(Action::Add(piece.painting)),
        _ => None,
    }
}

impl Choice {
    /// The amount, changed by a step and kept within what is allowed.
    pub(crate) fn step(&mut self, by: i32, range: Range) {
        let now = self.amount.trim().parse::<i32>();
        let (least, most) = (i32::from(range.least), i32::from(range.most));
        // The first step up from an empty field of a raise is the least raise.
        let next = match now {
            Ok(now) => now + by,
            Err(_) if by == 1 && least > 0 => least,
            Err(_) => least.saturating_sub(i32::from(least > 0)) + by,
        };
        self.amount = next.clamp(least, most).to_string();
    }
}

impl Chooses<ModernArt> for Choice {
    fn piece(&self) -> Option<u32> {
        self.piece
    }

    fn choose(&mut self, piece: Option<u32>) {
        self.piece = piece;
    }

    fn legal_pieces(state: &ModernArt, events: &[Event], seat: Seat) -> Vec<u32> {
        let fits = |piece: &Piece| {
            let action = act_with(state.phase(), *piece);
            action.is_some_and(|action| state.check(seat, action).is_ok())
        };
        let hand = hand(state, events, seat);
        hand.iter()
            .filter(|piece| fits(piece))
            .map(|piece| piece.id())
            .collect()
    }

    fn of_action(state: &ModernArt, events: &[Event], seat: Seat, action: Action) -> Choice {
        match action {
            Action::Offer(painting) | Action::Add(painting) => Choice {
                piece: hand(state, events, seat)
                    .iter()
                    .find(|piece| piece.painting == painting)
                    .map(|piece| piece.id()),
                ..Choice::default()
            },
            Action::Bid(amount) | Action::Price(amount) => Choice {
                amount: amount.to_string(),
                ..Choice::default()
            },
            Action::Take | Action::Pass => Choice::default(),
        }
    }

    fn guidance(&self, state: &ModernArt, events: &[Event], seat: Seat) -> Guidance<Action> {
        let missing = |line: String| Guidance { line, action: None };
        let phase = state.phase();
        let chosen = || {
            let hand = hand(state, events, seat);
            hand.into_iter()
                .find(|piece| Some(piece.id()) == self.piece)
        };
        let (action, line) = match phase {
            Phase::Offer { .. } => match chosen() {
                None => return missing(words::choose_offer().to_owned()),
                Some(piece) => {
                    let action = Action::Offer(piece.painting);
                    (action, words::proposal(None, action))
                }
            },
            Phase::Add { double, .. } => match chosen() {
                None if Choice::legal_pieces(state, events, seat).is_empty() => {
                    return missing(words::nothing_to_add(double.artist()));
                }
                None => return missing(words::choose_add(double.artist())),
                Some(piece) => {
                    let action = Action::Add(piece.painting);
                    (action, words::proposal(None, action))
                }
            },
            Phase::Fixed { lot, price, .. } => {
                if state.check(seat, Action::Take).is_err() {
                    return missing(words::too_dear(price));
                }
                (Action::Take, words::take_or_pass(price, lot))
            }
            Phase::Sealed { .. }
            | Phase::Price { .. }
            | Phase::Open { .. }
            | Phase::OnceAround { .. } => {
                let cash = state.cash(seat);
                let Some(range) = range(state, seat) else {
                    return missing(words::cannot_raise(cash));
                };
                let sealed = matches!(phase, Phase::Sealed { .. });
                if self.amount.trim().is_empty() {
                    return missing(match (range.price, sealed) {
                        (true, _) => words::type_price(cash),
                        (_, true) => words::type_bid(cash),
                        _ => words::type_raise(range.least, cash),
                    });
                }
                let Ok(amount) = self.amount.trim().parse::<u16>() else {
                    return missing(words::no_number().to_owned());
                };
                if range.price {
                    let action = Action::Price(amount);
                    (action, words::proposal(None, action))
                } else if sealed {
                    (Action::Bid(amount), words::bid_sealed(amount))
                } else {
                    (Action::Bid(amount), words::raise_to(amount))
                }
            }
            Phase::Over => return missing(String::new()),
        };
        match state.check(seat, action) {
            Ok(()) => Guidance {
                line,
                action: Some(action),
            },
            Err(refusal) => missing(words::refusal(&refusal)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Rules as _, Streams, Table};
    use parlour_games::modern_art::Rules;
    use rand::RngExt as _;

    fn playout(seed: u64, mut look: impl FnMut(&ModernArt, &[Event], Seat)) {
        let rules = if seed.is_multiple_of(3) {
            Rules::SIMPLE
        } else {
            Rules::FULL
        };
        let names = vec![String::new(); rules.seats()];
        let deal = DealSource::Seed(seed);
        let mut table = Table::<ModernArt>::new(rules, deal, names).unwrap();
        let mut rng = Streams::new(seed).task(1);
        while let Some(seat) = table.to_move().first() {
            look(table.state(), table.events(), seat);
            let legal = table.state().legal_actions(seat);
            // Cheap bids keep everybody in the game.
            let most = legal.len().min(6) as u32;
            table
                .play(seat, legal[rng.random_range(0..most) as usize])
                .unwrap();
        }
    }

    /// Whatever is legal can be chosen or typed, or is the button to pass.
    #[test]
    fn every_legal_action_can_be_chosen() {
        for seed in 0..12 {
            playout(seed, |state, events, seat| {
                for action in state.legal_actions(seat) {
                    // A button of its own.
                    if action == Action::Pass {
                        continue;
                    }
                    let choice = Choice::of_action(state, events, seat, action);
                    if let Some(id) = choice.piece {
                        assert!(Choice::legal_pieces(state, events, seat).contains(&id));
                    }
                    let guidance = choice.guidance(state, events, seat);
                    assert_eq!(guidance.action, Some(action), "{}", guidance.line);
                }
            });
        }
    }

    /// Whatever is typed, the line says something, and nothing illegal is offered.
    #[test]
    fn every_choice_has_a_line() {
        for seed in 20..26 {
            playout(seed, |state, events, seat| {
                let legal = state.legal_actions(seat);
                for amount in [
                    "", " ", "0", "7", "100", "-3", "1e3", "99999999", "12 ", "x",
                ] {
                    let choice = Choice {
                        piece: None,
                        amount: amount.to_owned(),
                    };
                    let guidance = choice.guidance(state, events, seat);
                    assert!(!guidance.line.is_empty());
                    assert!(guidance.action.is_none_or(|action| legal.contains(&action)));
                }
            });
        }
    }

    #[test]
    fn steps_stay_within_what_is_allowed() {
        let mut choice = Choice::default();
        let raise = Range {
            least: 15,
            most: 40,
            price: false,
        };
        choice.step(1, raise);
        assert_eq!(choice.amount, "15");
        choice.step(5, raise);
        assert_eq!(choice.amount, "20");
        choice.step(-10, raise);
        assert_eq!(choice.amount, "15");
        choice.step(100, raise);
        assert_eq!(choice.amount, "40");
        let sealed = Range {
            least: 0,
            most: 9,
            price: false,
        };
        let mut choice = Choice::default();
        choice.step(1, sealed);
        assert_eq!(choice.amount, "1");
        let mut choice = Choice::default();
        choice.step(-1, sealed);
        assert_eq!(choice.amount, "0");
        let mut choice = Choice::default();
        choice.step(5, raise);
        assert_eq!(choice.amount, "19");
    }
}
