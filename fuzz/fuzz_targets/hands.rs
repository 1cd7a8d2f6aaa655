#![no_main]

#[path = "../checks/hands.rs"]
mod hands;

libfuzzer_sys::fuzz_target!(|data: &[u8]| hands::check(data));
