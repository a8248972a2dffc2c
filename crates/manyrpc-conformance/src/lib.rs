//! What others say of our front ends and transfer syntaxes: official conformance suites, and
//! definitions drawn at random against foreign codecs.
//!
//! - [`suite`]: what a suite is, and the list of them
//! - [`known`]: files of known failures, which only shrink
//! - [`batches`]: work on several threads
//! - `foreign`: programs that are asked
//! - [`protobuf`]: the suites of Protocol Buffers
//! - [`text`]: suites of JSON and XML
//! - [`codecs`]: our codecs of one definition, as functions from bytes to bytes
//! - [`ndr`]: NDR against foreign compilers and runtimes
//! - [`idl`]: DCE's IDL as a language
//! - [`xdr`]: drawn `.x` files against rpcgen and libtirpc
//!
//! Stubs of drawn definitions are a crate of their own. The command that runs them whole is in the crate of the suites of protocols; the tests of this
//! crate run their quick parts.

// Stubs for crates below the facade name it.
extern crate alloc;

pub mod batches;
pub mod codecs;
mod foreign;
pub mod idl;
pub mod known;
pub mod ndr;
pub mod protobuf;
pub mod suite;
pub mod text;
pub mod xdr;
