//! See `eights_fuzz::games`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| eights_fuzz::games::survive(bytes));
