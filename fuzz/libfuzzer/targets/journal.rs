//! See `eights_fuzz::journal`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::journal::survive(bytes));
