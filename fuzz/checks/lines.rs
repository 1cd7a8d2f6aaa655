//! The Parlour dialect and the messages of shared replays: no line panics, what is read is UTF-8 and comes back as it is
//! written, and an action that is taken for legal can be played.

use parlour_engine::{DealSource, Rules as _, Seat};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;
use parlour_protocol::Hosted;
use parlour_protocol::lines::{FromAgent, read_action, tidy_name};
use parlour_protocol::shared_replay::FromViewer;

fn act<G: Hosted>(text: &str) {
    let rules = G::Rules::named(G::Rules::names()[0]).expect("every name has its rules");
    let mut state: G = DealSource::Seed(1).start(rules).expect("a seed is a deal");
    if let Ok(action) = read_action(&state, Seat(0), text) {
        assert!(state.play(Seat(0), action).is_ok());
    }
}

/// Panics when the input shows a fault.
pub(crate) fn check(line: &[u8]) {
    if let Ok(said) = serde_json::from_slice::<FromViewer>(line) {
        let written = serde_json::to_vec(&said).expect("a message is JSON");
        assert_eq!(
            serde_json::from_slice::<FromViewer>(&written).ok(),
            Some(said)
        );
    }
    let said = serde_json::from_slice::<FromAgent>(line).ok();
    assert_eq!(FromAgent::read(line).ok(), said);
    let Some(said) = said else {
        return;
    };
    assert!(std::str::from_utf8(line).is_ok(), "a line is UTF-8");
    let written = serde_json::to_vec(&said).expect("a message is JSON");
    assert_eq!(
        serde_json::from_slice::<FromAgent>(&written).ok().as_ref(),
        Some(&said)
    );
    match said {
        FromAgent::Hello(hello) => {
            let name = tidy_name(hello.name.as_deref().unwrap_or_default());
            assert!(!name.is_empty() && !name.chars().any(char::is_control));
        }
        FromAgent::Action { action, .. } => {
            act::<Jaipur>(&action);
            act::<MastersGallery>(&action);
            act::<ModernArt>(&action);
            act::<PrimiComposti>(&action);
        }
        FromAgent::Resign
        | FromAgent::Again { .. }
        | FromAgent::Undo { .. }
        | FromAgent::Phrase { .. } => {}
    }
}
