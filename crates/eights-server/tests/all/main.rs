//! All tests of the server, in one program: linking one is faster than linking many.

mod access;
mod clock;
mod cluster;
mod common;
mod faults;
mod floods;
mod hints;
mod limits;
mod long_match;
mod metrics;
mod openapi;
mod play;
mod privacy;
mod quotas;
mod retention;
mod rfc6455;
mod secrecy;
mod sheets;
mod startup;
mod tls;
mod upkeep;
