//! Definitions in Sun's RPC language: arbitrary text, lowered to the form used by generated and
//! dynamic code if accepted.

use manyrpc_dynamic::lower;
use manyrpc_idl::{Options, load_text, rpcl};

use crate::Target;
use crate::definitions::accepted;

/// The front end, and the lowering of what it accepts.
pub const TARGET: Target = Target {
    name: "rpcl",
    run,
    seeds,
    // One byte of text can be a token, which holds its place and its spelling.
    allocation_per_byte: 1024,
};

fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Some(module) = accepted(load_text("fuzz.x", &text, &Options::default())) {
        // The printer compares what reads back. A definition may undefine the one predefined macro
        // and use its name, which the printed text does not.
        let printed = rpcl::print(&module);
        assert!(printed.is_ok() || text.contains("RPC_HDR"), "{printed:?}");
        lower(&module).expect("what the front end accepts can be lowered");
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let files = [
        include_str!("../../../interfaces/bench.x"),
        include_str!("../../../interfaces/rpcbind.x"),
        include_str!("../../../peers/xdr-bench/samples.x"),
        "%#include <x>\n#ifdef A\nconst B = 1;\n#else\nconst B = 0x10;\n#endif\n",
        "struct a { a *next; opaque b[B]; quadruple q; }; const B = 017;",
        "#define X 2\nenum e { ONE = 1, TWO = X };\nunion u switch (e k) { case ONE: int a; default: void; };",
        "program P { version V { int f(int, string<>) = 1; } = 1; version W { void g(void) = 0; } = 2; } = 0x20000000;",
    ];
    files.map(|text| text.as_bytes().to_vec()).to_vec()
}
