//! The protocols of DCE, and its endpoint mapper, by what Samba says of them.
//!
//! - [`raw`]: PDUs written byte by byte, with the answers of Windows (`samba.tests.dcerpc.raw_protocol`)
//! - [`torture`]: whole clients, in every kind of binding (`smbtorture`)
//! - [`sequences`]: PDUs drawn at random, with the answers of Samba's server
//! - [`server`]: ours, as they examine it, with [`handles`] to open and close
//! - [`subunit`]: what Samba's test programs print

pub mod handles;
pub mod raw;
mod realm;
pub mod sequences;
pub mod server;
pub mod subunit;
pub mod torture;
