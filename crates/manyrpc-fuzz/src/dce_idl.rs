//! Definitions in DCE's language: arbitrary text, printed again if accepted, and lowered to the
//! form used by generated and dynamic code.

use manyrpc_dynamic::lower;
use manyrpc_idl::dce::{self, Reason};
use manyrpc_idl::{MemoryFiles, Options, load_from};

use crate::Target;
use crate::definitions::accepted;

/// The front end, and the lowering of what it accepts.
pub const TARGET: Target = Target {
    name: "dce_idl",
    run,
    seeds,
    // One byte of text can be a token, which holds its place and its spelling.
    allocation_per_byte: 1024,
};

const MARK: &str = "\n---\n";

fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    // A configuration file follows the mark.
    let mut files = MemoryFiles::default();
    let (definition, configuration) = text.split_once(MARK).unwrap_or((&text, ""));
    files.insert("fuzz.idl", definition);
    files.insert("fuzz.acf", configuration);
    let options = Options {
        language: Some("idl".to_owned()),
        ..Options::default()
    };
    if let Some(module) = accepted(load_from(&files, "fuzz.idl", &options)) {
        // The printer compares what reads back. Several files may give pointers within one type
        // different classes, which one text cannot express.
        let printed = dce::print(&module);
        let unsaid = printed.err().unwrap_or_default();
        let classes = |u: &dce::Inexpressible| u.reason == Reason::PointerClasses;
        assert!(unsaid.iter().all(classes), "{unsaid:?}");
        // What NDR cannot represent is refused there with a message.
        let _ = lower(&module);
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let files = [
        include_str!("../../../interfaces/bench.idl"),
        include_str!("../../../interfaces/rpcecho.idl"),
        include_str!("../../../interfaces/rshow.idl"),
        include_str!("../../../interfaces/rrpc.idl"),
        "[uuid(12345678-9012-b456-8001-080020b033d7)] interface a { typedef long t; \
         error_status_t o([in] t b); }\n---\n[explicit_handle] interface a { \
         typedef [represent_as(x)] t; [nocode, comm_status] o([heap] b, [fault_status] s); }",
        "[local] interface a { typedef void (*f)(long); typedef struct { f g; } h; }",
        "[uuid(12345678-9012-b456-8001-080020b033d7)] interface a { typedef struct t { \
         [ptr] struct t *n; long c; [size_is(c * 2 + 1), length_is(c)] hyper d[]; } t; \
         void o([in] handle_t h, [in, unique] t *x, [out] t **y); }",
        "[uuid(12345678-9012-b456-8001-080020b033d7)] interface a { typedef enum { A = 1, B } e; \
         typedef [switch_type(e)] union { [case(A)] long x; [default] ; } u; \
         void o([in, out] e *k, [in, out, switch_is(*k)] u *v); typedef pipe byte p; \
         void q([in] p i); typedef [context_handle] void *c; void r([out] c *s); }",
    ];
    files.map(|text| text.as_bytes().to_vec()).to_vec()
}
