//! See `eights_fuzz::paper`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::paper::survive(bytes));
