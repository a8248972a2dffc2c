//! Definitions in OMG IDL: arbitrary text, printed again if accepted, and lowered to the form used by
//! generated and dynamic code.

use manyrpc_dynamic::lower;
use manyrpc_idl::{Options, load_text, omg};

use crate::Target;
use crate::definitions::accepted;

/// The front end, and the lowering of what it accepts.
pub const TARGET: Target = Target {
    name: "omg_idl",
    run,
    seeds,
    // One byte of text can be a token, which holds its place and its spelling.
    allocation_per_byte: 1024,
};

fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let options = Options {
        language: Some("omg".to_owned()),
        ..Options::default()
    };
    if let Some(module) = accepted(load_text("fuzz.idl", &text, &options)) {
        // The printer compares what reads back.
        let printed = omg::print(&module);
        assert!(printed.is_ok(), "{printed:?}");
        // What nothing carries is refused there with a message.
        let _ = lower(&module);
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let files = [
        "#pragma prefix \"example.org\"\nmodule m { exception e { long why; }; typedef sequence<octet, 4> o; \
         interface a; interface b { attribute a x; readonly attribute wstring<3> y raises (e); }; \
         interface a : b { enum k { p, q }; void f(in k v, inout o w, out Object z) raises (e); \
         oneway void g(in any d) context (\"c\"); }; };\n#pragma ID m::a \"IDL:x/y:2.1\"\n",
        "struct s; typedef sequence<s> ss; union u switch (char) { case 'a': case '\\n': ss x; default: \
         struct t { long double d[2][3]; fixed<5,2> f; } y; }; struct s { u v; wchar w; };",
        "const long a = (1 << 3) + ~2 % 5; const fixed f = 1.5d * 2d; const string t = \"a\" \"\\x41\"; \
         const wchar w = L'\\u1234'; enum e { x, y }; const e z = y; const boolean b = TRUE;",
        "abstract interface a {}; local interface l {}; valuetype v : truncatable w supports a { \
         public long x; factory m(in long y); }; native n; typeid a \"IDL:a:1.0\"; typeprefix m \"p\";",
        "#include <orb.idl>\nmodule m { module n { typedef CORBA::LongSeq t; }; }; \
         module m { interface i { typedef ::m::n::t _long; _long f(); }; };",
    ];
    files.map(|text| text.as_bytes().to_vec()).to_vec()
}
