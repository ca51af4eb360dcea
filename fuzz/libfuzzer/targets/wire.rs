//! See `eights_fuzz::wire`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::wire::survive(bytes));
