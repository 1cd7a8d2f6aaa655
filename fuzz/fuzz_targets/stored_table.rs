#![no_main]

#[path = "../checks/stored_table.rs"]
mod stored_table;

libfuzzer_sys::fuzz_target!(|data: &[u8]| stored_table::check(data));
