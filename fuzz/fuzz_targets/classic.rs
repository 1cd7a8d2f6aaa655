#![no_main]

#[path = "../checks/classic.rs"]
mod classic;

libfuzzer_sys::fuzz_target!(|data: &[u8]| classic::check(data));
