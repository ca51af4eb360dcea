//! See `eights_fuzz::cards`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::cards::survive(bytes));
