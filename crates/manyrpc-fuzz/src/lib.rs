//! Fuzz targets: arbitrary bytes into every decoder, engine and front end, without panics or
//! disproportionate allocations; what is accepted can be encoded again to the same bytes.
//!
//! Each target is a plain function with two runners: `fuzz/` under cargo-fuzz, for as long as
//! wanted, and `tests/smoke.rs`, which needs no other tool, on seeds, mutated seeds and random
//! bytes. Both start with the seeds and all earlier finds; the program of this crate writes them
//! where cargo-fuzz reads them.
//!
//! New finds are added to `finds.txt`.
//!
//! ```
//! let target = manyrpc_fuzz::TARGETS.iter().find(|target| target.name == "xdr").unwrap();
//! for input in target.inputs() {
//!     (target.run)(&input);
//! }
//! (target.run)(b"arbitrary bytes");
//! ```
//!
//! - [`cdr`]: values in CDR
//! - [`corba_names`]: names of CORBA's naming service, and URLs with them
//! - [`dce_cl`]: DCE RPC over datagrams, and NCS
//! - [`dce_co`]: DCE RPC over a connection
//! - [`dce_idl`]: definitions in DCE's language
//! - [`descriptors`]: descriptors from gRPC's reflection, up to calls that use them
//! - [`dynamic`]: values without generated code
//! - [`engine`]: checks for the engines of all protocols
//! - [`engines`]: the engines of all protocols, from the table shared by suites
//! - [`finds`]: inputs that once broke a rule of a target
//! - [`generated`]: records for [`ndr`]
//! - [`giop`]: CORBA's GIOP: both roles, and object references
//! - [`grpc`]: both roles of gRPC, with single and several messages
//! - [`gzip`]: compressed gRPC messages
//! - [`hpack`], [`http2`]: header blocks and connections of HTTP/2
//! - [`ndr`]: values in NDR, single ones and both messages of a call
//! - [`http1`]: requests and responses of HTTP/1.1
//! - [`json`]: values in JSON, and the messages of JSON-RPC
//! - [`jsonrpc`]: JSON-RPC in all of its framings
//! - [`omg_idl`]: definitions in OMG IDL
//! - [`peer`]: connections on which both ends call
//! - [`proto_idl`]: definitions in the language of Protocol Buffers
//! - [`protobuf`]: values in Protocol Buffers
//! - [`record_mark`]: fragments of records on a stream
//! - [`rpcl`]: definitions in Sun's RPC language
//! - [`security`]: tokens of NTLM and SPNEGO
//! - [`soap`]: bodies of SOAP, with references and attachments, and its messages
//! - [`untyped`]: calls of JSON-RPC and XML-RPC without a definition
//! - [`valuetypes`]: valuetypes of CDR
//! - [`wsdl`]: definitions in WSDL and XML Schema
//! - [`xmlrpc`]: XML-RPC over HTTP
//! - [`xdr`]: values in XDR
//! - [`xml`]: values of XML-RPC, and its messages

// Code generated for crates without the standard library refers to it.
extern crate alloc;

pub mod cdr;
pub mod corba_names;
pub mod dce_cl;
pub mod dce_co;
pub mod dce_idl;
mod definitions;
pub mod descriptors;
pub mod dynamic;
pub mod engine;
pub mod engines;
pub mod finds;
pub mod generated;
pub mod giop;
pub mod grpc;
pub mod gzip;
pub mod hpack;
pub mod http1;
pub mod http2;
pub mod json;
pub mod jsonrpc;
pub mod ndr;
pub mod omg_idl;
pub mod peer;
pub mod proto_idl;
pub mod protobuf;
pub mod record_mark;
pub mod rpcl;
pub mod security;
pub mod soap;
mod stream;
pub mod untyped;
pub mod valuetypes;
pub mod wsdl;
pub mod xdr;
pub mod xml;
pub mod xmlrpc;

/// A fuzz target.
pub struct Target {
    /// Its name, and that of its file in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Consumes arbitrary bytes; panics if a rule is broken.
    pub run: fn(&[u8]),
    /// Valid inputs to start from, so that they need not be found by chance.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// The permitted size of an allocation per byte of input, beyond a floor of 64 KiB.
    pub allocation_per_byte: usize,
}

impl Target {
    /// The first inputs of every run: the seeds and earlier finds.
    pub fn inputs(&self) -> Vec<Vec<u8>> {
        let mut inputs = (self.seeds)();
        inputs.extend(finds::of(self.name));
        inputs
    }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    cdr::TARGET,
    corba_names::TARGET,
    dce_cl::TARGET,
    dce_co::TARGET,
    dce_idl::TARGET,
    descriptors::TARGET,
    dynamic::TARGET,
    engines::TARGET,
    giop::TARGET,
    http1::TARGET,
    json::TARGET,
    jsonrpc::TARGET,
    grpc::TARGET,
    gzip::TARGET,
    hpack::TARGET,
    http2::TARGET,
    ndr::TARGET,
    omg_idl::TARGET,
    peer::TARGET,
    proto_idl::TARGET,
    protobuf::TARGET,
    record_mark::TARGET,
    rpcl::TARGET,
    security::TARGET,
    soap::TARGET,
    untyped::TARGET,
    valuetypes::TARGET,
    wsdl::TARGET,
    xdr::TARGET,
    xml::TARGET,
    xmlrpc::TARGET,
];
