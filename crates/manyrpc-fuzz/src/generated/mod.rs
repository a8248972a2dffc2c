//! Records of definitions, as the generator writes them today.

/// `vectors/ndr/graph.idl`: full pointers that go both ways.
#[rustfmt::skip]
pub mod graph;

/// `well_known.proto` of the generator's corpus: what is no object in JSON and no struct in XML-RPC.
#[rustfmt::skip]
pub mod well_known;
