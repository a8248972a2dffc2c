//! Any bytes into any decoder, engine or front end: no panic, no allocation out of
//! proportion, and what was understood can be said again in the same bytes.
//!
//! Each target is a plain function. Two runners share them: `fuzz/` under cargo-fuzz,
//! for as long as one likes, and `tests/smoke.rs`, which needs no other tool, on
//! seeds, broken seeds and random bytes. Both begin with the seeds and with all that was ever
//! found; the program of this crate writes them where cargo-fuzz reads them.
//!
//! Who finds something adds the input to `finds.txt`.
//!
//! - [`dce_cl`]: DCE RPC over datagrams, and NCS
//! - [`dce_co`]: DCE RPC over a connection
//! - [`dce_idl`]: definitions in DCE's language
//! - [`descriptors`]: what gRPC's reflection tells, up to calls that go by it
//! - [`dynamic`]: values without generated code
//! - [`engine`]: what every protocol's engine is asked
//! - [`engines`]: the engines of all protocols, by the table that other suites have, too
//! - [`finds`]: inputs on which a target broke a rule once
//! - [`generated`]: records for [`ndr`]
//! - [`grpc`]: both roles of gRPC, with one message and with many
//! - [`gzip`]: messages of gRPC that are compressed
//! - [`hpack`], [`http2`]: header blocks and connections of HTTP/2
//! - [`ndr`]: values in NDR, alone and as the two messages of a call
//! - [`http1`]: requests and responses of HTTP/1.1
//! - [`json`]: values in JSON, and the messages of JSON-RPC
//! - [`jsonrpc`]: JSON-RPC in each of its framings
//! - [`peer`]: connections on which both ends call
//! - [`proto_idl`]: definitions in the language of Protocol Buffers
//! - [`protobuf`]: values in Protocol Buffers
//! - [`record_mark`]: fragments of records on a stream
//! - [`rpcl`]: definitions in Sun's RPC language
//! - [`security`]: tokens of NTLM and SPNEGO
//! - [`untyped`]: calls of JSON-RPC and XML-RPC without a definition
//! - [`xmlrpc`]: XML-RPC over HTTP
//! - [`xdr`]: values in XDR
//! - [`xml`]: values of XML-RPC, and its messages

// What is generated for crates without the standard library names it.
extern crate alloc;

pub mod dce_cl;
pub mod dce_co;
pub mod dce_idl;
pub mod descriptors;
pub mod dynamic;
pub mod engine;
pub mod engines;
pub mod finds;
pub mod generated;
pub mod grpc;
pub mod gzip;
pub mod hpack;
pub mod http1;
pub mod http2;
pub mod json;
pub mod jsonrpc;
pub mod ndr;
pub mod peer;
pub mod proto_idl;
pub mod protobuf;
pub mod record_mark;
pub mod rpcl;
pub mod security;
mod stream;
pub mod untyped;
pub mod xdr;
pub mod xml;
pub mod xmlrpc;

/// One thing to throw bytes at.
pub struct Target {
    /// Its name, and that of its file in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Consumes any bytes; panics when a rule is broken.
    pub run: fn(&[u8]),
    /// Valid inputs to start from, so that luck need not find them.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Bytes one allocation may have for each byte of input, beyond a floor of 64 KiB.
    pub allocation_per_byte: usize,
}

impl Target {
    /// What every run begins with: the seeds, and what was found before.
    pub fn inputs(&self) -> Vec<Vec<u8>> {
        let mut inputs = (self.seeds)();
        inputs.extend(finds::of(self.name));
        inputs
    }
}

/// Every target there is.
pub const TARGETS: &[Target] = &[
    dce_cl::TARGET,
    dce_co::TARGET,
    dce_idl::TARGET,
    descriptors::TARGET,
    dynamic::TARGET,
    engines::TARGET,
    http1::TARGET,
    json::TARGET,
    jsonrpc::TARGET,
    grpc::TARGET,
    gzip::TARGET,
    hpack::TARGET,
    http2::TARGET,
    ndr::TARGET,
    peer::TARGET,
    proto_idl::TARGET,
    protobuf::TARGET,
    record_mark::TARGET,
    rpcl::TARGET,
    security::TARGET,
    untyped::TARGET,
    xdr::TARGET,
    xml::TARGET,
    xmlrpc::TARGET,
];
