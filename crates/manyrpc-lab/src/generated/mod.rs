//! Stubs made by the generator from `interfaces/`.

/// The interface of the comparison.
#[rustfmt::skip]
pub mod bench;

/// The service of Király and Székely.
#[rustfmt::skip]
pub mod database;

/// Messages in messages, which are marshalled alone.
#[rustfmt::skip]
pub mod nested;
