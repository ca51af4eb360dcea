//! See `eights_fuzz::notation`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::notation::survive(bytes));
