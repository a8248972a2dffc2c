//! Stubs of `interfaces/`, as the generator writes them today.

#[allow(dead_code, unreachable_pub, reason = "the registry uses what it needs of it")]
#[rustfmt::skip]
pub(crate) mod rpcbind;
