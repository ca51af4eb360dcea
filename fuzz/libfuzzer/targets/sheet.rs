//! See `eights_fuzz::sheet`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::sheet::survive(bytes));
