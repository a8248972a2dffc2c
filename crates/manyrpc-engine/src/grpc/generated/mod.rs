//! Records of `interfaces/`, as the generator writes them today, for what the protocol itself says.

/// `interfaces/google_rpc.proto`: statuses and their details.
#[rustfmt::skip]
pub mod google_rpc;
