//! Stubs of `interfaces/`, as the generator writes them today.

/// `interfaces/epm.idl`: DCE's endpoint mapper.
#[rustfmt::skip]
pub mod epm;

/// `interfaces/mgmt.idl`: remote management of every server of DCE.
#[rustfmt::skip]
pub mod mgmt;
