//! Bots at matches: legal answers, no hidden information, no allocations, and strength.

mod alloc;
mod belief;
mod common;
mod fair;
mod fast_rollout;
mod policy;
mod seated;
