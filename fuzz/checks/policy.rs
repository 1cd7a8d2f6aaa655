//! Policies by name: no text panics.

use parlour_agents::Policies;
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;

/// Panics when the input shows a fault.
pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let _ = Jaipur::policy(text);
    let _ = MastersGallery::policy(text);
    let _ = ModernArt::policy(text);
    let _ = PrimiComposti::policy(text);
}
