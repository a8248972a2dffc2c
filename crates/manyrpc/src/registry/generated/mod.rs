//! Stubs of `interfaces/`, as the generator writes them today.

/// `interfaces/rpcbind.x`: portmapper version 2, rpcbind versions 3 and 4.
#[cfg(feature = "onc")]
#[rustfmt::skip]
pub mod rpcbind;

/// `interfaces/epm.idl`: DCE's endpoint mapper.
#[cfg(feature = "dce")]
#[rustfmt::skip]
pub mod epm;

/// `interfaces/mgmt.idl`: remote management of every server of DCE.
#[cfg(feature = "dce")]
#[rustfmt::skip]
pub mod mgmt;

/// `interfaces/llb.idl`: the location brokers of Apollo NCS.
#[cfg(feature = "dce")]
#[rustfmt::skip]
pub mod llb;

/// `interfaces/system.x`: what servers of XML-RPC tell of themselves.
#[cfg(all(feature = "dynamic", feature = "xmlrpc"))]
#[rustfmt::skip]
pub mod system;

/// `interfaces/rrpc.idl`: remote management of every server of Apollo NCS.
#[cfg(feature = "dce")]
#[rustfmt::skip]
pub mod rrpc;
