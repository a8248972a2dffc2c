//! Stubs of `interfaces/`, as the generator writes them today.

#[rustfmt::skip]
pub(crate) mod rpcbind;
