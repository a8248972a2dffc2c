//! Hostile definitions in DCE's language: an error that says why, soon, and nothing worse.
//!
//! Each of these would take hours, all memory or the stack if its limit did not hold.

use manyrpc_idl::{Diagnostic, Limits, MemoryFiles, Options, load_from, load_text};

const HEADER: &str =
    "[uuid(12345678-9012-b456-8001-080020b033d7), pointer_default(unique)] interface a {";

fn judged(text: &str) -> Result<(), Vec<Diagnostic>> {
    let (module, diagnostics) = load_text("hostile.idl", text, &Options::default());
    assert!(diagnostics.len() <= Limits::default().diagnostics);
    if module.is_some() {
        Ok(())
    } else {
        Err(diagnostics)
    }
}

fn first(body: &str) -> String {
    let mut said = judged(&format!("{HEADER}{body}}}")).expect_err("a hostile definition");
    said.swap_remove(0).message
}

fn accepted(body: &str) {
    if let Err(said) = judged(&format!("{HEADER}{body}}}")) {
        panic!("{}", said[0]);
    }
}

/// `line` for each number, joined.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn nesting() {
    let deep = |n| {
        format!(
            "typedef {} long x; {} t;",
            "struct {".repeat(n),
            "} y;".repeat(n)
        )
    };
    let deep = |n| deep(n).replacen("} y; t;", "} t;", 1);
    assert_eq!(first(&deep(20_000)), "types nest too deep here");
    accepted(&deep(60));
    let many = format!("typedef long {}x;", "*".repeat(100_000));
    assert_eq!(first(&many), "types nest too deep here");
    let many = format!("typedef long {}x{};", "(".repeat(9_000), ")".repeat(9_000));
    assert_eq!(first(&many), "types nest too deep here");
    let many = format!("typedef long x{};", "[2]".repeat(9_000));
    assert_eq!(first(&many), "types nest too deep here");
    let many = format!("typedef {} long x;", "pipe ".repeat(20_000));
    assert_eq!(first(&many), "types nest too deep here");
    let many = format!("void x{}", "(long (*f)".repeat(20_000));
    assert_eq!(first(&many), "types nest too deep here");
    let many = format!("const long x = {}1;", "1 ? 2 : ".repeat(20_000));
    assert_eq!(first(&many), "this expression is too large");
    let many = format!("const long x = {}1;", "*".repeat(20_000));
    assert_eq!(first(&many), "this expression is too large");
}

#[test]
fn numbers() {
    let message = first("const hyper x = 0xfffffffffffffffffffffffff;");
    assert_eq!(message, "this is not a number of at most 64 bits");
    accepted("typedef long t[0xffffffff][0xffffffff];");
    let message = first("typedef long t[0 .. 0xffffffff];");
    assert_eq!(message, "a length is between 0 and 4294967295");
    let huge = "typedef struct { long n; [size_is(n * 0x7fffffff * 0x7fffffff)] long a[]; } t;";
    assert_eq!(first(huge), "this size cannot be carried out");
    let huge = "typedef struct { long n; [size_is(n << 99)] long a[]; } t;";
    assert_eq!(first(huge), "this size cannot be carried out");
    let zero = "typedef struct { long n; [size_is(n / 0)] long a[]; } t;";
    assert_eq!(first(zero), "this size cannot be carried out");
    let far = "typedef struct { long n; [max_is(0x7fffffffffffffff)] long *a; } t;";
    accepted(far);
}

#[test]
fn circles_of_imports_end() {
    let mut files = MemoryFiles::default();
    files.insert("a.idl", "import \"b.idl\", \"./a.idl\"; typedef t u;");
    files.insert("b.idl", "import \"x/../a.idl\"; typedef long t;");
    let (module, said) = load_from(&files, "a.idl", &Options::default());
    assert!(module.is_some(), "{}", said[0]);
    // However the way to the first is written.
    files.insert("y/../a.idl", "import \"b.idl\"; typedef t u;");
    let (module, said) = load_from(&files, "y/../a.idl", &Options::default());
    assert!(module.is_some(), "{}", said[0]);
    let mut files = MemoryFiles::default();
    for n in 0..100 {
        files.insert(format!("{n}.idl"), format!("import \"{}.idl\";", n + 1));
    }
    let (module, said) = load_from(&files, "0.idl", &Options::default());
    assert!(module.is_none());
    assert_eq!(said[0].message, "imports nest deeper than 32");
}

#[test]
fn long_chains_cost_no_stack() {
    let chain = lines(20_000, |n| format!("typedef t{n} t{};\n", n + 1));
    accepted(&format!(
        "typedef long t0;{chain} typedef union switch (t20000 d) {{ case 1: ; }} u;"
    ));
    let chain = lines(20_000, |n| {
        format!("typedef struct {{ s{n} x; }} s{};\n", n + 1)
    });
    accepted(&format!("typedef long s0;{chain}"));
    let chain = |n| lines(n, |n| format!("typedef p{n} *p{};\n", n + 1));
    accepted(&format!("typedef long p0;{}", chain(60)));
    let message = first(&format!("typedef long p0;{}", chain(20_000)));
    assert_eq!(message, "types nest too deep here");
    let chain = lines(20_000, |n| format!("const long c{} = c{n} + 1;\n", n + 1));
    accepted(&format!("const long c0 = 0;{chain}"));
    // In an import only what is used is lowered, however long the way to it.
    let mut files = MemoryFiles::default();
    let chain = lines(20_000, |n| format!("typedef t{n} t{};\n", n + 1));
    files.insert("b.idl", format!("typedef long t0;{chain}"));
    files.insert("a.idl", "import \"b.idl\"; typedef t20000 t;");
    let (module, said) = load_from(&files, "a.idl", &Options::default());
    let module = module.unwrap_or_else(|| panic!("{}", said[0]));
    assert_eq!(module.types.len(), 20_002);
}

#[test]
fn many_faults_cost_no_time() {
    let many = |body: String| drop(judged(&format!("{HEADER}{body}}}")).expect_err("faults"));
    many(lines(20_000, |n| format!("typedef nothing{n} t{n};\n")));
    many(lines(20_000, |n| format!("void o{n}([in] t{n} a);\n")));
    many("@".repeat(500_000));
    many("typedef struct { long a; long a; } s;".repeat(10_000));
    many(format!(
        "typedef enum {{ {} }} e;",
        lines(20_000, |n| format!("m{n} = 1 / 0,"))
    ));
    many(format!(
        "typedef [{}] long t;",
        "unheard_of,".repeat(20_000)
    ));
    let fields = lines(5_000, |n| format!("[size_is(f{n})] long *g{n};"));
    many(format!("typedef struct {{ {fields} }} s;"));
}

/// Every field of a large record names another: each is looked up, none is looked for.
#[test]
fn large_records_cost_little() {
    let fields = lines(3_000, |n| {
        format!("long n{n}; [size_is(n{n})] long *a{n};\n")
    });
    accepted(&format!("typedef struct {{ {fields} }} s;"));
}

/// Each name of a declaration has all of what is said before it.
#[test]
fn what_names_share_is_not_copied_without_end() {
    let names = |n| lines(n, |n| format!(",x{n}"));
    let many = names(20_000);
    let attributes = "public,".repeat(20_000);
    let comment = format!("/* {} */", "word ".repeat(20_000));
    let body = format!("struct {{ {} }}", lines(5_000, |n| format!("long y{n};")));
    for large in [
        format!("[{attributes}] long"),
        format!("{comment} long"),
        body,
    ] {
        let message = first(&format!("typedef struct {{ {large} x{many}; }} s;"));
        assert_eq!(message, "this declaration has too many names");
        let large = large.replacen("/*", "typedef /*", 1);
        let typedef = if large.starts_with("typedef") {
            ""
        } else {
            "typedef "
        };
        let message = first(&format!("{typedef}{large} x{many};"));
        assert_eq!(message, "this declaration has too many names");
    }
    accepted(&format!("typedef struct {{ long x{}; }} s;", names(5_000)));
}
