//! All tests of the client, in one program.

mod addresses;
mod connections;
