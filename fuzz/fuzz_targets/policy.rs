//! Policies by name: no text panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_agents::Policies;
use parlour_games::jaipur::Jaipur;

fuzz_target!(|text: &str| {
    let _ = Jaipur::policy(text);
});
