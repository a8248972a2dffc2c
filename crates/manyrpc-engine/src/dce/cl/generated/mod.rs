//! Records of `interfaces/`, as the generator writes them today, for what the protocol itself calls.

/// `interfaces/conv.idl`: the conversation manager.
#[rustfmt::skip]
pub mod conv;
