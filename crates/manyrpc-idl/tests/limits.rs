//! Hostile definitions: an error that says why, soon, and nothing worse.
//!
//! Each of these would take hours, all memory or the stack if its limit did not hold.

use manyrpc_idl::{Diagnostic, Limits, MemoryFiles, Options, load_from, load_text};

fn refused(text: &str) -> Vec<Diagnostic> {
    let (module, diagnostics) = load_text("hostile.x", text, &Options::default());
    assert!(module.is_none());
    assert!(diagnostics.len() <= Limits::default().diagnostics);
    diagnostics
}

fn first(text: &str) -> String {
    refused(text).swap_remove(0).message
}

fn accepted(text: &str) {
    let (module, diagnostics) = load_text("large.x", text, &Options::default());
    assert!(module.is_some(), "{}", diagnostics[0]);
}

/// `line` for each number, joined.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn nesting() {
    let deep = |n| format!("{}int x;{}", "struct {".repeat(n), "} y;".repeat(n));
    assert_eq!(
        first(&format!("struct a {{ {} }};", deep(20_000))),
        "types nest too deep here"
    );
    accepted(&format!("struct a {{ {} }};", deep(60)));
    let deep = |n| format!("const a = {}1{};", "(".repeat(n), ")".repeat(n));
    assert_eq!(first(&deep(20_000)), "this expression is too large");
    accepted(&deep(60));
    assert_eq!(
        first(&format!("const a = {}1;", "- ".repeat(100_000))),
        "this expression is too large"
    );
    assert_eq!(
        first(&format!("const a = 1{};", "+1".repeat(100_000))),
        "this expression is too large"
    );
    assert_eq!(
        first(&"#if 1\n".repeat(50_000)),
        "conditionals nest too deep"
    );
}

#[test]
fn macros() {
    let doubled = lines(60, |n| format!("#define m{n} m{m} m{m}\n", m = n + 1));
    let message = first(&format!("{doubled}#define m60\nm0 const a = 1;"));
    assert_eq!(message, "the macros of this definition expand without end");
    let message = first(&format!("{doubled}#define m60 ;\nm0"));
    assert_eq!(message, "the definition has more than 262144 tokens");
    let chain = lines(5000, |n| format!("#define m{n} m{}\n", n + 1));
    assert_eq!(
        first(&format!("{chain} m0")),
        "the macros of this definition nest too deep"
    );
    // What C would compute from `%` lines.
    let doubled = lines(64, |n| format!("%#define m{n} m{m}+m{m}\n", m = n + 1));
    let message = first(&format!("{doubled}typedef opaque a<m0>;"));
    assert_eq!(message, "there is no constant `m0`");
    accepted("%#define a a\n%#define b 3\ntypedef opaque c<b>;");
}

#[test]
fn includes() {
    let read = |files: &[(&str, &str)], max: usize| {
        let mut memory = MemoryFiles::default();
        files
            .iter()
            .for_each(|(path, text)| memory.insert(*path, *text));
        let limits = Limits {
            source_bytes: max,
            ..Limits::default()
        };
        let options = Options {
            limits,
            ..Options::default()
        };
        let (module, mut diagnostics) = load_from(&memory, files[0].0, &options);
        assert!(module.is_none());
        diagnostics.swap_remove(0).message
    };
    let max = Limits::default().source_bytes;
    let twice = "#include \"a.x\"\n#include \"a.x\"\n";
    assert_eq!(
        read(&[("a.x", twice)], max),
        "includes nest deeper than 32 or number more than 1000"
    );
    let long = " ".repeat(100);
    assert_eq!(
        read(&[("d/a.x", "#include \"b.x\"\n"), ("d/b.x", &long)], 99),
        "cannot read `b.x`: all files together are longer than 99 bytes"
    );
    let often = "#include \"b.x\"\n".repeat(12);
    assert_eq!(
        read(&[("a.x", &often), ("b.x", &" ".repeat(600))], 800),
        "the includes of this definition add up to too much text"
    );
    let message = "cannot read the definition: all files together are longer than 99 bytes";
    assert_eq!(read(&[("a.x", &long)], 99), message);
}

#[test]
fn long_chains_cost_no_stack() {
    let chain = |n| lines(n, |n| format!("struct s{n} {{ s{} x; }};\n", n + 1));
    accepted(&format!("{}struct s20000 {{ int x; }};", chain(20_000)));
    refused(&format!("{}struct s20000 {{ s0 x; }};", chain(20_000)));
    let chain = lines(20_000, |n| format!("typedef t{} t{n};\n", n + 1));
    accepted(&format!("{chain}typedef int t20000;"));
    let chain = lines(20_000, |n| format!("const c{n} = c{};\n", n + 1));
    let message = first(&format!("{chain}const c20000 = 1;"));
    assert_eq!(message, "`c9` has a value that depends on too many others");
    accepted(
        &lines(20_000, |n| format!("const c{} = c{n} + 1;\n", n + 1)).replacen("c0 ", "0 ", 1),
    );
}

#[test]
fn many_faults_cost_no_time() {
    refused(&lines(20_000, |n| format!("typedef nothing{n} t{n};\n")));
    refused(&format!(
        "enum e {{ {} z }};",
        lines(40_000, |n| format!("m{n} = 1 / 0,"))
    ));
    refused(&"@".repeat(1_000_000));
    refused(&"\n@".repeat(200_000));
    refused(&"struct a { int a; int a; };".repeat(20_000));
    let members = lines(20_000, |n| format!("m{n},"));
    let cases = lines(20_000, |n| format!("case m{n}: void;"));
    refused(&format!(
        "enum e {{ {members} z }}; union u switch (e t) {{ {cases} case 1: void; }};"
    ));
    let back = lines(20_000, |n| {
        format!("struct s{n} {{ s{} x; s{n} y; }};\n", n + 1)
    });
    refused(&back);
}
