//! See `eights_fuzz::overrides`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::overrides::survive(bytes));
