#![no_main]

#[path = "../checks/record_link.rs"]
mod record_link;

libfuzzer_sys::fuzz_target!(|data: &[u8]| record_link::check(data));
