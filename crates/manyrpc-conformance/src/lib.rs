//! Conformance tests of our front ends and transfer syntaxes: official suites, and randomly drawn definitions
//! against foreign codecs.
//!
//! - [`suite`]: what a suite is; [`suites`]: their list
//! - [`known`]: lists of known failures, which may only shrink
//! - [`batches`]: work on several threads
//! - `foreign`: foreign programs that answer requests
//! - [`protobuf`]: the suites of Protocol Buffers
//! - [`text`]: suites of JSON and XML
//! - [`cdr`]: CDR against omniORB and GlassFish's ORB
//! - [`codecs`]: our codecs of one definition, as functions from bytes to bytes
//! - [`ndr`]: NDR against foreign compilers and runtimes
//! - [`idl`]: DCE's IDL as a language
//! - [`wsdl`]: WSDL as a language; [`soap`]: bodies of SOAP against libxml2 and zeep
//! - [`xdr`]: drawn `.x` files against rpcgen and libtirpc
//!
//! Stubs of drawn definitions are in a separate crate. The command that runs the suites in full is in the
//! crate of the protocol suites; the tests of this crate run their quick parts.

// Stubs for crates below the facade refer to it.
extern crate alloc;

pub mod batches;
mod case;
pub mod cdr;
pub mod codecs;
mod foreign;
pub mod idl;
pub mod known;
pub mod ndr;
pub mod protobuf;
pub mod soap;
pub mod suite;
pub mod suites;
pub mod text;
pub mod wsdl;
pub mod xdr;
