//! See `eights_fuzz::rulebook`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::rulebook::survive(bytes));
