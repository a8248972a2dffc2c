//! Definitions in the language of Protocol Buffers: arbitrary text, lowered to the form used by
//! generated and dynamic code if accepted, and printed again.

use manyrpc_dynamic::lower;
use manyrpc_idl::protobuf;
use manyrpc_idl::{MemoryFiles, Options, load_from};

use crate::Target;
use crate::definitions::accepted;

/// The front end, and the lowering of what it accepts.
pub const TARGET: Target = Target {
    name: "proto_idl",
    run,
    seeds,
    // One byte of text can be a token, which the parser describes with its place.
    allocation_per_byte: 4096,
};

const MARK: &str = "\n---\n";

fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    // A file of identities follows the mark.
    let mut files = MemoryFiles::default();
    let (definition, identities) = text.split_once(MARK).unwrap_or((&text, ""));
    files.insert("fuzz.proto", definition);
    files.insert("fuzz.ids", identities);
    if let Some(module) = accepted(load_from(&files, "fuzz.proto", &Options::default())) {
        // The printer compares what reads back, and reports differences.
        let _ = protobuf::print(&module);
        lower(&module).expect("what is accepted can be called");
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let files = [
        include_str!("../../../interfaces/database.proto"),
        include_str!("../../manyrpc-idl/tests/corpus/proto/good/types.proto"),
        include_str!("../../manyrpc-idl/tests/corpus/proto/good/proto2.proto"),
        include_str!("../../manyrpc-idl/tests/corpus/proto/good/extensions.proto"),
        include_str!("../../manyrpc-idl/tests/corpus/proto/good/services.proto"),
        "syntax = \"proto3\"; message A {} service S { rpc O(A) returns (stream A); }\n---\n\
         S program 0x20000001\nS version 2.1\nS.O number 3\nS.O idempotent # so it is",
    ];
    files.map(|text| text.as_bytes().to_vec()).to_vec()
}
