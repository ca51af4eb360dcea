//! Views and events as clients receive them: redacted and serialized.

pub(crate) mod redact;
pub(crate) mod serialize;
