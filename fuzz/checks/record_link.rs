//! Links of games: no text panics, neither when it is read nor when it is played, and a link that plays is
//! written as it was read.

use parlour_engine::{Game, RecordLink};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;

fn play<G: Game>(link: &RecordLink) {
    if let Ok(table) = link.clone().table::<G>() {
        let again = RecordLink::read(&RecordLink::write(&table));
        let again = again.and_then(RecordLink::table::<G>);
        assert!(again.as_ref() == Ok(&table));
    }
}

/// Panics when the input shows a fault.
pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(link) = RecordLink::read(text) else {
        return;
    };
    play::<Jaipur>(&link);
    play::<MastersGallery>(&link);
    play::<ModernArt>(&link);
    play::<PrimiComposti>(&link);
}
