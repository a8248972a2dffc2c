//! Records of definitions in `vectors/`, as the generator writes them today.

/// `vectors/ndr/graph.idl`: full pointers that go both ways.
#[rustfmt::skip]
pub mod graph;
