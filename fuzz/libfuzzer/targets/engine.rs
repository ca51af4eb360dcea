//! See `eights_fuzz::engine`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::engine::survive(bytes));
