//! Stubs made by the generator from `interfaces/`.

/// The interface of the comparison.
#[rustfmt::skip]
pub mod bench;
