//! The protocols of DCE, and its endpoint mapper, by what Samba says of them.
//!
//! - [`raw`]: PDUs written byte by byte, with the answers of Windows (`samba.tests.dcerpc.raw_protocol`)
//! - [`server`]: ours, as they examine it
//! - [`subunit`]: what Samba's test programs print

pub mod raw;
pub mod server;
pub mod subunit;
