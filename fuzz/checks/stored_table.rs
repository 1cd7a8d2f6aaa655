//! Stored tables: no text panics, neither when it is read nor when its game is resumed, and a table that is read is
//! written and read again as the same.

use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;
use parlour_protocol::Hosted;
use parlour_protocol::stored_table::StoredTable;

fn restore<G: Hosted>(text: &str) {
    let Ok(stored) = StoredTable::<G>::read(text) else {
        return;
    };
    let again = StoredTable::<G>::read(&stored.to_line());
    assert_eq!(again.as_ref(), Ok(&stored));
    if let Ok(Some(game)) = stored.resume() {
        let waits = game.table.to_move();
        assert!(game.awaited.iter().all(|seat| waits.contains(seat)));
        assert_eq!(game.awaited.is_empty(), waits.is_empty());
    }
}

/// Panics when the input shows a fault.
pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    restore::<Jaipur>(text);
    restore::<MastersGallery>(text);
    restore::<ModernArt>(text);
    restore::<PrimiComposti>(text);
}
