//! All tests of the screen, in one program: linking one is faster than linking three.

mod common;
mod games;
mod looks;
mod screens;
