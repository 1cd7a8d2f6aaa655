//! From what was heard to a state that a board can draw.

use super::link::Told;
use super::messages::{SeatKind, Summary};
use crate::session::{self, Heard};
use crate::text::common;
use parlour_engine::{Outcome, Resample, Seat, Streams, View as _};
use serde::Deserialize as _;

/// What one may know of the game, as a state: what is hidden in it is drawn at random.
///
/// # Errors
/// Why what was heard makes no view: the server is of another version.
pub(crate) fn heard<G: Resample>(told: &Told) -> Result<Heard<G>, String> {
    let view = G::View::deserialize(&told.view).map_err(|error| error.to_string())?;
    let events = told.events.iter().map(G::Event::deserialize);
    let events: Vec<G::Event> = events
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let mut rng = Streams::new(events.len() as u64).task(0);
    Ok(Heard {
        viewer: view.viewer(),
        state: <G as Resample>::resample(&view, &mut rng),
        events,
        outcome: told.end.as_ref().map(|end| Outcome {
            scores: end.scores.clone(),
            winners: end.winners,
        }),
        resigned: told.end.as_ref().and_then(|end| end.resigned),
    })
}

/// Who sits at the table, seen from `own`.
pub(crate) fn seats(summary: &Summary, own: Option<Seat>) -> Vec<session::SeatKind> {
    let seats = summary.seats.iter().enumerate();
    seats
        .map(|(at, seat)| {
            let name = seat.name.clone().unwrap_or_default();
            match seat.kind {
                _ if own.is_some_and(|own| own.index() == at) => session::SeatKind::Person { name },
                SeatKind::Policy => session::SeatKind::Away {
                    name: common::policy(&name),
                },
                SeatKind::Person | SeatKind::Agent => session::SeatKind::Away { name },
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Game, Rules as _, Table, Viewer};
    use parlour_games::jaipur::Jaipur;
    use parlour_games::masters_gallery::MastersGallery;
    use parlour_games::modern_art::ModernArt;
    use parlour_games::primi_composti::PrimiComposti;
    use rand::RngExt as _;
    use serde_json::Value;

    /// Plays a game and rebuilds each position from the view as it is sent, for every seat and
    /// for a spectator.
    fn check<G: Resample>(rules: &str, seed: u64) {
        let rules = G::Rules::named(rules).unwrap();
        let names = vec![String::new(); rules.seats()];
        let mut table = Table::<G>::new(rules.clone(), DealSource::Seed(seed), names).unwrap();
        let mut rng = Streams::new(seed).task(1);
        let viewers: Vec<Viewer> = Seat::all(rules.seats())
            .map(Viewer::Seat)
            .chain([Viewer::Public])
            .collect();
        loop {
            let state = table.state();
            for &viewer in &viewers {
                let view = state.view(viewer);
                let told = Told {
                    view: serde_json::to_value(&view).unwrap(),
                    events: (table.events().iter())
                        .map(|event| serde_json::to_value(event).unwrap())
                        .collect(),
                    end: None,
                };
                let heard = heard::<G>(&told).unwrap();
                assert_eq!(heard.viewer, viewer);
                assert_eq!(heard.state.view(viewer), view);
                assert_eq!(heard.events, table.events());
                assert_eq!(heard.state.to_move(), state.to_move());
                if let Viewer::Seat(seat) = viewer {
                    let known = heard.state.legal_actions(seat);
                    assert_eq!(known, state.legal_actions(seat));
                }
            }
            let movers: Vec<Seat> = state.to_move().iter().collect();
            if movers.is_empty() {
                return;
            }
            let seat = movers[rng.random_range(0..movers.len() as u32) as usize];
            let legal = state.legal_actions(seat);
            let action = legal[rng.random_range(0..legal.len() as u32) as usize];
            table.play(seat, action).unwrap();
        }
    }

    #[test]
    fn every_game_can_be_rebuilt_from_what_is_heard() {
        for seed in 0..2 {
            check::<Jaipur>("match", seed);
            for name in <MastersGallery as Game>::Rules::names() {
                check::<MastersGallery>(name, seed);
            }
            for name in <ModernArt as Game>::Rules::names() {
                check::<ModernArt>(name, seed);
            }
            for name in <PrimiComposti as Game>::Rules::names() {
                check::<PrimiComposti>(name, seed);
            }
        }
    }

    #[test]
    fn a_view_of_another_version_is_told() {
        let told = Told {
            view: Value::Null,
            events: Vec::new(),
            end: None,
        };
        assert!(heard::<Jaipur>(&told).is_err());
    }
}
