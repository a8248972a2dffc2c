//! Stubs of `interfaces/`, as the generator writes them today.

/// `interfaces/rpcbind.x`: portmapper version 2, rpcbind versions 3 and 4.
#[rustfmt::skip]
pub mod rpcbind;
