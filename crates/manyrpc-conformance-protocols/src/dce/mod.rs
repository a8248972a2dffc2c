//! The protocols of DCE, and its endpoint mapper, tested by Samba.
//!
//! - [`raw`]: PDUs written byte by byte, with the answers expected of Windows
//!   (`samba.tests.dcerpc.raw_protocol`)
//! - [`torture`]: whole clients, in every kind of binding (`smbtorture`)
//! - [`sequences`]: randomly drawn PDUs, compared with the answers of Samba's server
//! - [`server`]: our server under test, with [`handles`] to open and close
//! - [`subunit`]: the output format of Samba's test programs

pub mod handles;
pub mod raw;
mod realm;
pub mod sequences;
pub mod server;
pub mod subunit;
pub mod torture;
