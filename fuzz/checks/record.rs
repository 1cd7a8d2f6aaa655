//! Records: no line panics, neither when it is read nor when it is replayed, and a record that
//! replays is written as it was read.

use parlour_engine::{Game, Record};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;

fn replay<G: Game>(line: &str) {
    let Ok(record) = Record::<G>::read(line) else {
        return;
    };
    if let Ok(table) = record.replay() {
        let again = Record::<G>::read(&table.record().to_line());
        let again = again.expect("what was written can be read");
        assert!(again.replay().is_ok());
    }
}

/// Panics when the input shows a fault.
pub(crate) fn check(data: &[u8]) {
    let Ok(line) = std::str::from_utf8(data) else {
        return;
    };
    replay::<Jaipur>(line);
    replay::<MastersGallery>(line);
    replay::<ModernArt>(line);
    replay::<PrimiComposti>(line);
}
