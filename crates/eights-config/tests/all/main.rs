//! All tests of documents, in one program: linking one is faster than linking 4.

#![allow(dead_code, missing_docs)]

mod common;
mod hostile;
mod layers;
mod mistakes;
mod schemas;
