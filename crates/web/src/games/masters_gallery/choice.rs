//! From what is chosen to an action, or to what is still missing.

use super::pieces::{Piece, Wall};
use super::strings::table as words;
use crate::play::gallery::Chooses;
use crate::play::table::Guidance;
use parlour_engine::{Game as _, Seat, Viewer};
use parlour_games::masters_gallery::rules::Artist;
use parlour_games::masters_gallery::{Action, Event, MastersGallery, Phase};

/// What the player has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// A card of the hand, by id.
    pub(crate) piece: Option<u32>,
    /// The artist of an award.
    pub(crate) artist: Option<Artist>,
}

/// What is asked now.
pub(crate) fn phase(state: &MastersGallery) -> Phase {
    state.view(Viewer::Public).phase
}

/// The hand of a seat as it is shown.
pub(crate) fn hand(state: &MastersGallery, events: &[Event], seat: Seat) -> Vec<Piece> {
    let view = state.view(Viewer::Seat(seat));
    let player = &view.players[seat.index()];
    let down = player.hidden.as_deref().unwrap_or_default();
    Wall::after(events).held(seat, state.hand(seat), down).0
}

/// What a card is chosen for.
fn act_with(phase: Phase, piece: Piece) -> Option<Action> {
    match phase {
        Phase::Play => Some(Action::Play(piece.card)),
        Phase::Second(_) => Some(Action::Second(piece.card)),
        Phase::Hidden => Some(Action::Lay(piece.card)),
        Phase::Together => Some(Action::Show(piece.card)),
        Phase::Add { .. } => Some(Action::Add(piece.card)),
        Phase::Award { .. } | Phase::Over => None,
    }
}

impl Chooses<MastersGallery> for Choice {
    fn piece(&self) -> Option<u32> {
        self.piece
    }

    fn choose(&mut self, piece: Option<u32>) {
        self.piece = piece;
    }

    fn legal_pieces(state: &MastersGallery, events: &[Event], seat: Seat) -> Vec<u32> {
        let phase = phase(state);
        hand(state, events, seat)
            .into_iter()
            .filter(|&piece| {
                act_with(phase, piece).is_some_and(|action| state.check(seat, action).is_ok())
            })
            .map(Piece::id)
            .collect()
    }

    fn of_action(state: &MastersGallery, events: &[Event], seat: Seat, action: Action) -> Choice {
        let wanted = match action {
            Action::Award(artist) => {
                return Choice {
                    artist: Some(artist),
                    piece: None,
                };
            }
            Action::Pass => return Choice::default(),
            Action::Play(card)
            | Action::Second(card)
            | Action::Lay(card)
            | Action::Show(card)
            | Action::Add(card) => card,
        };
        let hand = hand(state, events, seat);
        let piece = hand.iter().find(|piece| piece.card == wanted);
        Choice {
            piece: piece.map(|piece| piece.id()),
            artist: None,
        }
    }

    fn guidance(&self, state: &MastersGallery, events: &[Event], seat: Seat) -> Guidance<Action> {
        let missing = |line: String| Guidance { line, action: None };
        let phase = phase(state);
        let chosen = || {
            let hand = hand(state, events, seat);
            hand.into_iter()
                .find(|piece| Some(piece.id()) == self.piece)
        };
        let action = if let Phase::Award { .. } = phase {
            self.artist.map(Action::Award)
        } else {
            chosen().and_then(|piece| act_with(phase, piece))
        };
        let Some(action) = action else {
            let nothing_fits = || Choice::legal_pieces(state, events, seat).is_empty();
            return missing(match phase {
                Phase::Play => words::choose_play().to_owned(),
                Phase::Second(artist) if nothing_fits() => words::no_second(artist),
                Phase::Second(artist) => words::choose_second(artist),
                Phase::Hidden => words::choose_hidden().to_owned(),
                Phase::Together => words::choose_show().to_owned(),
                Phase::Award { .. } => words::choose_award().to_owned(),
                Phase::Add { .. } if nothing_fits() => words::nothing_to_add().to_owned(),
                Phase::Add { .. } => words::choose_add().to_owned(),
                Phase::Over => String::new(),
            });
        };
        match state.check(seat, action) {
            Ok(()) => Guidance {
                line: words::proposal(action),
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
    use parlour_games::masters_gallery::Rules;
    use rand::RngExt as _;

    /// Whatever is legal can be chosen, or is the button to pass; and there is always a line.
    #[test]
    fn every_legal_action_can_be_chosen() {
        for seed in 0..16 {
            let rules = Rules::named(&format!("full-{}", 2 + seed % 4)).unwrap();
            let names = vec![String::new(); rules.seats()];
            let deal = DealSource::Seed(seed);
            let mut table = Table::<MastersGallery>::new(rules, deal, names).unwrap();
            let mut rng = Streams::new(seed).task(1);
            while let Some(seat) = table.to_move().first() {
                let (state, events) = (table.state(), table.events());
                let legal = state.legal_actions(seat);
                let nothing = Choice::default().guidance(state, events, seat);
                assert!(!nothing.line.is_empty() && nothing.action.is_none());
                for &action in &legal {
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
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                table.play(seat, action).unwrap();
            }
        }
    }
}
