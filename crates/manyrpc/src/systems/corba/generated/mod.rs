//! Stubs of `interfaces/`, as the generator writes them today.

/// `interfaces/corba/naming.idl`: the naming service of CORBA.
#[rustfmt::skip]
pub mod naming;
