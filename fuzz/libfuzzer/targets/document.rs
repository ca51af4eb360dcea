//! See `eights_fuzz::document`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::document::survive(bytes));
