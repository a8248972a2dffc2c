//! Stubs of `interfaces/`, as the generator writes them today.

/// `interfaces/llb.idl`: the location brokers of Apollo NCS.
#[rustfmt::skip]
pub mod llb;

/// `interfaces/rrpc.idl`: remote management of every server of Apollo NCS.
#[rustfmt::skip]
pub mod rrpc;
