//! `import` in OMG IDL (CORBA 3.0, section 3.6), which omniidl and JacORB's compiler refuse as a syntax
//! error. The standard leaves open where imported scopes are found.

use std::path::Path;

use manyrpc_idl::{Diagnostic, Limits, MemoryFiles, Options, load_from, omg};
use manyrpc_model::Module;

type Read = (Option<Module>, Vec<Diagnostic>);

/// Reads the first of these files; those in `parts/` are in an include directory.
fn read(files: &[(&str, &str)]) -> Read {
    let memory: MemoryFiles = files.iter().copied().collect();
    let options = Options {
        include_dirs: vec!["parts".into()],
        ..Options::default()
    };
    load_from(&memory, Path::new(files[0].0), &options)
}

fn accepted(files: &[(&str, &str)]) -> Module {
    let (module, diagnostics) = read(files);
    assert!(diagnostics.is_empty(), "{}", diagnostics[0].render(false));
    module.expect("a module")
}

/// The place of the first message, the message, and the help.
fn refused(files: &[(&str, &str)]) -> [String; 3] {
    let (module, mut diagnostics) = read(files);
    assert!(module.is_none());
    let first = diagnostics.swap_remove(0);
    let (file, line, column) = (
        first.place.file,
        first.place.line,
        first.place.columns.start,
    );
    let place = format!("{file}:{line}:{column}");
    [place, first.message, first.help.unwrap_or_default()]
}

fn names(module: &Module) -> Vec<&str> {
    module.types.iter().map(|ty| &*ty.name).collect()
}

const SHOP: &str = "#pragma prefix \"example.org\"
module shop {
    struct Item { long price; };
    interface Cart { typedef sequence<Item> Items; };
};
const long UNUSED = 1;";
const USE: &str = "interface Till { void pay(in ::shop::Cart::Items all); };";

#[test]
fn a_scope_is_read_from_the_file_that_is_named_for_it() {
    let included = accepted(&[
        ("main.idl", &format!("#include \"shop.idl\"\n{USE}")),
        ("shop.idl", SHOP),
    ]);
    assert_eq!(names(&included), ["Item", "Cart_Items"]);
    for import in [
        "import shop;",
        "import ::shop::Cart;",
        "import \"IDL:example.org/shop:1.0\";",
        "import \"IDL:example.org/shop/Cart:1.0\";",
        // A scope that others hold.
        "import shop; import shop::Cart; import shop::Item; import \"IDL:example.org/shop:1.0\";",
    ] {
        let main = format!("{import}\n{USE}");
        for place in ["shop.idl", "parts/shop.idl", "Cart.idl", "parts/Cart.idl"] {
            if place.ends_with("Cart.idl") && !import.contains("Cart;") {
                continue;
            }
            if place.ends_with("Cart.idl") && import.starts_with("import shop;") {
                continue;
            }
            let module = accepted(&[("main.idl", &main), (place, SHOP)]);
            assert_eq!(module, included, "{import} {place}");
        }
    }
    // What is printed has everything itself.
    let text = omg::print(&included).expect("it has words");
    assert!(!text.contains("import"), "{text}");
    assert_eq!(accepted(&[("main.idl", &text)]), included);
}

/// The file named for the outermost scope comes first.
#[test]
fn files_are_looked_for_from_the_outermost_scope_inwards() {
    let main = format!("import shop::Cart;\n{USE}");
    let module = accepted(&[
        ("main.idl", &main),
        ("parts/shop.idl", SHOP),
        ("Cart.idl", "module other {};"),
    ]);
    assert_eq!(names(&module), ["Item", "Cart_Items"]);
}

#[test]
fn what_has_been_declared_needs_no_file() {
    let main = format!(
        "#include \"all.idl\"\nimport shop;\nimport \"IDL:example.org/shop/Cart:1.0\";\n{USE}"
    );
    let module = accepted(&[
        ("main.idl", &main),
        ("all.idl", SHOP),
        // It would be declared twice.
        ("shop.idl", SHOP),
    ]);
    assert_eq!(names(&module), ["Item", "Cart_Items"]);
    // The scope that is there in any case.
    accepted(&[("main.idl", "import ::CORBA;\ninterface I {};")]);
}

#[test]
fn files_are_read_once() {
    let main = "import left; import right;\ninterface I { void f(in left::L l, in right::R r); };";
    let left = "import shop;\nmodule left { typedef ::shop::Item L; };";
    let right =
        "import \"IDL:example.org/shop/Cart:1.0\";\nmodule right { typedef ::shop::Item R; };";
    let files = [
        ("main.idl", main),
        ("left.idl", left),
        ("right.idl", right),
        ("shop.idl", SHOP),
    ];
    assert_eq!(names(&accepted(&files)), ["Item", "L", "R"]);
}

/// Two files may import each other; only a name that is used before it is declared is an error.
#[test]
fn imports_may_go_in_a_circle() {
    let left = "import right;\nmodule left { interface L { void f(in ::right::T t); }; };";
    let right = "import left; import \"IDL:left/L:1.0\";\nmodule right { typedef long T; };";
    let module = accepted(&[("left.idl", left), ("right.idl", right)]);
    assert_eq!(names(&module), ["T"]);
    let right = "import left;\nmodule right { typedef ::left::L T; };";
    assert_eq!(
        refused(&[("left.idl", left), ("right.idl", right)]),
        ["right.idl:2:26", "there is no `left`", ""]
    );
}

#[test]
fn what_is_nowhere_says_what_to_do() {
    let main = |import: &str| format!("import {import};\nmodule m {{}};");
    let said = refused(&[("main.idl", &main("shop::Cart"))]);
    let help = "`#include` what declares it, or name the directory of `shop.idl` or `Cart.idl` with `--include`";
    assert_eq!(
        said,
        ["main.idl:1:8", "nothing has declared `shop::Cart`", help]
    );
    let other = ("shop.idl", "module shop { typedef long T; };");
    let said = refused(&[("main.idl", &main("::shop::Cart")), other]);
    assert_eq!(
        said,
        [
            "main.idl:1:8",
            "`shop.idl` does not declare `::shop::Cart`",
            ""
        ]
    );
    // With the prefix forgotten.
    let said = refused(&[
        ("main.idl", &main("\"IDL:shop/Cart:1.0\"")),
        ("shop.idl", SHOP),
    ]);
    let message = "`shop.idl` does not declare `IDL:shop/Cart:1.0`";
    let help = "the identifier of `shop::Cart` is `IDL:example.org/shop/Cart:1.0`";
    assert_eq!(said, ["main.idl:1:8", message, help]);
    let said = refused(&[("main.idl", &main("shop::T")), other]);
    let message = "`shop::T` is a type: only scopes are imported";
    assert_eq!(said, ["main.idl:1:8", message, ""]);
}

/// Imports count as includes do, those that find nothing or need nothing, too.
#[test]
fn imports_have_limits() {
    let message = "includes nest deeper than 32 or number more than 1000";
    let many = "import CORBA;\n".repeat(1001);
    assert_eq!(
        refused(&[("main.idl", &many)])[..2],
        ["main.idl:1001:8", message]
    );
    let chain: Vec<(String, String)> = (0..40)
        .map(|n| {
            (
                format!("m{n}.idl"),
                format!("import m{};\nmodule m{n} {{}};", n + 1),
            )
        })
        .collect();
    let chain: Vec<(&str, &str)> = chain.iter().map(|(p, t)| (&**p, &**t)).collect();
    assert_eq!(refused(&chain)[..2], ["m32.idl:1:8", message]);
    // A file cannot make the next one longer.
    let limits = Limits {
        source_bytes: 60,
        ..Limits::default()
    };
    let files = [
        ("main.idl", "import shop;\nmodule m {};"),
        ("shop.idl", SHOP),
    ];
    let memory: MemoryFiles = files.iter().copied().collect();
    let options = Options {
        limits,
        ..Options::default()
    };
    let (module, diagnostics) = load_from(&memory, Path::new("main.idl"), &options);
    assert!(module.is_none());
    assert_eq!(
        diagnostics[0].message,
        "cannot read `shop.idl`: all files together are longer than 60 bytes"
    );
}
