//! A game at a server's table: as it was received, and as a state that a board can draw.

use parlour_engine::{Game, Outcome, Resample, Seat, SeatSet, Streams, View as _, Viewer, json};
use serde_json::Value;

/// A game at a server's table as it was received: the information state as JSON.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RemoteGame {
    /// The view, as JSON.
    pub(crate) view: Value,
    /// Every public event so far, as JSON.
    pub(crate) events: Vec<Value>,
    /// How the game ended, if it has.
    pub(crate) end: Option<GameEnd>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEnd {
    /// The final scores.
    pub(crate) scores: Vec<i32>,
    /// Who won.
    pub(crate) winners: SeatSet,
    /// Who gave up.
    pub(crate) resigned: Option<Seat>,
}

/// A game at a server's table as one of those who sit there or watch knows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ObservedGame<G: Game> {
    /// A state that fits what is known; what is hidden in it is made up.
    pub(crate) state: G,
    /// Every public event so far.
    pub(crate) events: Vec<G::Event>,
    /// Who observes.
    pub(crate) viewer: Viewer,
    /// How it ended, if it has.
    pub(crate) outcome: Option<Outcome>,
    /// The seat that resigned, if one did.
    pub(crate) resigned: Option<Seat>,
}

/// The game as a state of its type: what is hidden in it is drawn at random.
///
/// # Errors
/// Why it cannot be read: the server is of another version.
pub(crate) fn observed_game<G: Resample>(game: &RemoteGame) -> Result<ObservedGame<G>, String> {
    let (view, events): (G::View, _) = read::<G>(game).map_err(|error| error.to_string())?;
    let mut rng = Streams::new(events.len() as u64).task(0);
    Ok(ObservedGame {
        viewer: view.viewer(),
        state: <G as Resample>::resample(&view, &mut rng),
        events,
        outcome: game.end.as_ref().map(|end| Outcome {
            scores: end.scores.clone(),
            winners: end.winners,
        }),
        resigned: game.end.as_ref().and_then(|end| end.resigned),
    })
}

fn read<G: Game>(game: &RemoteGame) -> Result<(G::View, Vec<G::Event>), serde_json::Error> {
    let events = game.events.iter().map(json::from_value);
    Ok((
        json::from_value(&game.view)?,
        events.collect::<Result<_, _>>()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Rules as _, Table};
    use parlour_games::jaipur::Jaipur;
    use parlour_games::masters_gallery::MastersGallery;
    use parlour_games::modern_art::ModernArt;
    use parlour_games::primi_composti::PrimiComposti;
    use rand::RngExt as _;

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
                let remote = RemoteGame {
                    view: serde_json::to_value(&view).unwrap(),
                    events: (table.events().iter())
                        .map(|event| serde_json::to_value(event).unwrap())
                        .collect(),
                    end: None,
                };
                let observed = observed_game::<G>(&remote).unwrap();
                assert_eq!(observed.viewer, viewer);
                assert_eq!(observed.state.view(viewer), view);
                assert_eq!(observed.events, table.events());
                assert_eq!(observed.state.to_move(), state.to_move());
                if let Viewer::Seat(seat) = viewer {
                    let known = observed.state.legal_actions(seat);
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
    fn every_game_can_be_rebuilt_from_its_view() {
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
    fn a_view_of_another_version_is_an_error() {
        let remote = RemoteGame {
            view: Value::Null,
            events: Vec::new(),
            end: None,
        };
        assert!(observed_game::<Jaipur>(&remote).is_err());
    }
}
