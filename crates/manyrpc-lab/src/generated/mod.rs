//! Stubs made by the generator from `interfaces/`.

/// The interface of the comparison.
#[rustfmt::skip]
pub mod bench;

/// The service of Király and Székely.
#[rustfmt::skip]
pub mod database;

/// The service of the calls of tasks.
#[rustfmt::skip]
pub mod exchange;

/// Messages in messages, which are marshalled alone.
#[rustfmt::skip]
pub mod nested;
