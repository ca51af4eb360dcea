//! Conformance suites for stores: each backend's tests run them, and so can authors of other backends.

mod cluster;
mod samples;
mod stores;

pub use cluster::cluster;
pub use stores::all;
