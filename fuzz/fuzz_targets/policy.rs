//! Policies by name: no text panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_agents::Policies;
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;

fuzz_target!(|text: &str| {
    let _ = Jaipur::policy(text);
    let _ = MastersGallery::policy(text);
    let _ = ModernArt::policy(text);
    let _ = PrimiComposti::policy(text);
});
