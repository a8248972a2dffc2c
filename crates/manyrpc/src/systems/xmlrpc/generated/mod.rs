//! Stubs of `interfaces/`, as the generator writes them today.

/// `interfaces/system.x`: what servers of XML-RPC tell of themselves.
#[rustfmt::skip]
pub mod system;
