//! The text form of actions: no text panics, and what is read comes back as it is written.

use parlour_engine::Game;
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;

fn round_trip<G: Game>(text: &str) {
    if let Ok(action) = text.parse::<G::Action>() {
        let written = action.to_string();
        let read = written.parse::<G::Action>();
        assert_eq!(read.ok().map(|action| action.to_string()), Some(written));
    }
}

/// Panics when the input shows a fault.
pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    round_trip::<Jaipur>(text);
    round_trip::<MastersGallery>(text);
    round_trip::<ModernArt>(text);
    round_trip::<PrimiComposti>(text);
}
