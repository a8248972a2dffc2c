//! Stubs made by the generator from `interfaces/`.

/// The interface of the comparison.
#[rustfmt::skip]
pub mod bench;

/// The service of Király and Székely.
#[rustfmt::skip]
pub mod database;
