#![no_main]

#[path = "../checks/action.rs"]
mod action;

libfuzzer_sys::fuzz_target!(|data: &[u8]| action::check(data));
