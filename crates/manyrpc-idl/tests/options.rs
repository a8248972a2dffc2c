//! What a caller can set: macros, include directories, where files come from.

use std::path::Path;

use manyrpc_idl::{Diagnostic, MemoryFiles, Options, load, load_from, load_text};
use manyrpc_model::{Length, Module, Type, TypeBody};

fn bound(module: &Module, name: &str) -> Length {
    match &module.find_type(name).expect("the type").body {
        TypeBody::Alias(Type::Bytes(length)) => *length,
        other => panic!("{other:?}"),
    }
}

fn sound((module, diagnostics): (Option<Module>, Vec<Diagnostic>)) -> Module {
    module.unwrap_or_else(|| panic!("{}", diagnostics[0]))
}

#[test]
fn macros_are_given() {
    let text = "#if DEPTH > 3 && defined(FLAG)\ntypedef opaque a[DEPTH];\n#endif\n";
    let defines = vec![
        ("DEPTH".into(), "(2 + 2)".into()),
        ("FLAG".into(), "1".into()),
    ];
    let options = Options {
        defines,
        ..Options::default()
    };
    assert_eq!(
        bound(&sound(load_text("a.x", text, &options)), "a"),
        Length::Fixed(4)
    );
    let without = sound(load_text("a.x", text, &Options::default()));
    assert!(without.types.is_empty());
}

#[test]
fn an_include_is_looked_for_beside_the_file_and_then_in_order() {
    let mut files = MemoryFiles::default();
    files.insert("src/main.x", "#include <size.x>\n#include \"near.x\"\n");
    files.insert("src/near.x", "typedef opaque near[SIZE];\n");
    files.insert("one/near.x", "typedef opaque far[SIZE];\n");
    files.insert("one/size.x", "const SIZE = 1;\n");
    files.insert("two/size.x", "const SIZE = 2;\n");
    let read = |dirs: &[&str]| {
        let include_dirs = dirs.iter().map(Into::into).collect();
        let options = Options {
            include_dirs,
            ..Options::default()
        };
        load_from(&files, "src/main.x", &options)
    };
    assert_eq!(
        bound(&sound(read(&["one", "two"])), "near"),
        Length::Fixed(1)
    );
    assert_eq!(
        bound(&sound(read(&["none", "two", "one"])), "near"),
        Length::Fixed(2)
    );
    let (module, diagnostics) = read(&[]);
    assert!(module.is_none());
    assert_eq!(&*diagnostics[0].place.file, "src/main.x");
    assert_eq!(
        (
            diagnostics[0].place.line,
            diagnostics[0].place.columns.clone()
        ),
        (1, 10..18)
    );
}

#[test]
fn a_module_has_the_name_of_its_file() {
    assert_eq!(
        sound(load_text("some/dir/name.v2.x", "", &Options::default())).name,
        "name.v2"
    );
    let bench = Path::new("../../interfaces/bench.x");
    assert_eq!(sound(load(bench, &Options::default())).name, "bench");
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let (module, diagnostics) = load("no/such/file.x", &Options::default());
    assert!(module.is_none());
    let shown = "error: cannot read the definition: there is no such file\n --> no/such/file.x";
    assert_eq!(diagnostics[0].to_string(), shown);
}

#[test]
fn text_of_other_encodings_is_read() {
    let mut files = MemoryFiles::default();
    files.insert("a.x", &b"/* \xa9 1988 */\nconst A = 1; /* \xff */\n"[..]);
    let module = sound(load_from(&files, "a.x", &Options::default()));
    assert_eq!(module.consts[0].value, 1);
}

#[test]
fn a_configuration_is_looked_for_beside_the_definition() {
    let text = "[uuid(12345678-9012-b456-8001-080020b033d7)] interface i { void f([in] long a); }";
    let mut files = MemoryFiles::default();
    files.insert("src/i.idl", text);
    let handle = |files: &MemoryFiles, options: &Options| {
        let module = sound(load_from(files, "src/i.idl", options));
        let annotations = &module.interfaces[0].operations[0].annotations;
        annotations.get("dce.handle").cloned()
    };
    let named = |acf: &str| Options {
        acf: Some(acf.into()),
        ..Options::default()
    };
    assert_eq!(handle(&files, &Options::default()), None);
    files.insert("src/i.acf", "[explicit_handle] interface i {}");
    files.insert("other.acf", "interface i {}");
    let explicit = Some("IDL_handle".to_owned());
    assert_eq!(handle(&files, &Options::default()), explicit);
    assert_eq!(handle(&files, &named("other.acf")), None);
    let (module, diagnostics) = load_from(&files, "src/i.idl", &named("none.acf"));
    assert!(module.is_none());
    assert_eq!(&*diagnostics[0].place.file, "none.acf");
    // What an imported definition's stubs do is no concern of ours.
    files.insert(
        "src/j.idl",
        text.replace("interface i", "interface j")
            .replace(" { void", " { import \"i.idl\"; void"),
    );
    let module = sound(load_from(&files, "src/j.idl", &Options::default()));
    assert!(module.interfaces[0].operations[0].annotations.is_empty());
}

#[test]
fn what_only_c_has_is_taken_from_preludes() {
    let mut files = MemoryFiles::default();
    let text = "struct got { stamp when; mode how; authsys_parms who; opaque data[LIMIT]; };";
    files.insert("src/main.x", text);
    let times =
        "typedef unsigned int seconds;\nstruct stamp { seconds s; };\nstruct other { int x; };";
    files.insert("c/time.x", times);
    let types = "#ifndef NARROW\nenum mode { READ, WRITE };\n#endif\n\
        const LIMIT = WIDEST;\nconst WIDEST = 9;\n\
        struct authsys_parms { mode m; };\ntypedef int stamp;\n\
        program UNUSED { version U { void F(void) = 1; } = 1; } = 1;";
    files.insert("c/types.x", types);
    let read = |preludes: &[&str], defines: &[&str]| {
        let options = Options {
            preludes: preludes.iter().map(Into::into).collect(),
            defines: defines.iter().map(|d| ((*d).into(), "1".into())).collect(),
            ..Options::default()
        };
        load_from(&files, "src/main.x", &options)
    };
    // Of several that define something the first counts, RPC's own headers last, and what nobody
    // needs is left out.
    let module = sound(read(&["c/time.x", "c/types.x"], &[]));
    let names: Vec<_> = module.types.iter().map(|t| &*t.name).collect();
    assert_eq!(names, ["mode", "authsys_parms", "seconds", "stamp", "got"]);
    let consts: Vec<_> = module.consts.iter().map(|c| (&*c.name, c.value)).collect();
    assert_eq!(consts, [("LIMIT", 9), ("WIDEST", 9)]);
    assert!(module.interfaces.is_empty());

    // They are read as the definition is, and what is still missing is told at its place.
    let (module, diagnostics) = read(&["c/time.x", "c/types.x"], &["NARROW"]);
    assert!(module.is_none());
    let said = |d: &Diagnostic| (d.message.clone(), d.place.file.to_string(), d.place.line);
    let missing = "there is no type `mode`".to_owned();
    let places = [("c/types.x", 6), ("src/main.x", 1)];
    let expected = places.map(|(file, line)| (missing.clone(), file.to_owned(), line));
    assert_eq!(diagnostics.iter().map(said).collect::<Vec<_>>(), expected);
    let (_, diagnostics) = read(&["c/times.x"], &[]);
    assert_eq!(
        diagnostics[0].message,
        "cannot read the definition: there is no such file"
    );
    assert_eq!(&*diagnostics[0].place.file, "c/times.x");
}

#[test]
fn a_definitions_own_go_before_preludes() {
    let mut files = MemoryFiles::default();
    files.insert(
        "own.x",
        "const A = 1;\ntypedef opaque a[A];\ntypedef b c[B];",
    );
    files.insert("pre.x", "const A = 2;\nconst B = A;\ntypedef opaque b[A];");
    let options = Options {
        preludes: vec!["pre.x".into()],
        ..Options::default()
    };
    let module = sound(load_from(&files, "own.x", &options));
    assert_eq!(bound(&module, "a"), Length::Fixed(1));
    assert_eq!(bound(&module, "b"), Length::Fixed(1));
}

#[test]
fn only_suns_language_has_preludes() {
    let options = Options {
        preludes: vec!["pre.x".into()],
        ..Options::default()
    };
    let (module, diagnostics) = load_text("a.proto", "syntax = \"proto3\";", &options);
    assert!(module.is_none());
    let message = "only definitions in Sun's RPC language (.x) have preludes";
    assert_eq!(diagnostics[0].message, message);
}

/// A schema in an encoding, with `price` as documentation.
fn in_encoding(name: &str, price: &[u8]) -> (Option<Module>, Vec<Diagnostic>) {
    let text = format!(
        "<?xml version='1.0' encoding = \"{name}\"?><s:schema xmlns:s='http://www.w3.org/2001/XMLSchema'>\
         <s:complexType name='A'><s:annotation><s:documentation>$</s:documentation></s:annotation>\
         </s:complexType></s:schema>"
    );
    let (before, behind) = text.split_once('$').expect("the place");
    let bytes = [before.as_bytes(), price, behind.as_bytes()].concat();
    let files = MemoryFiles::from_iter([("a.xsd", bytes)]);
    load_from(&files, "a.xsd", &Options::default())
}

#[test]
fn encodings_of_xml_are_known_or_refused() {
    let doc = |name: &str, price: &[u8]| sound(in_encoding(name, price)).types[0].doc.clone();
    assert_eq!(doc("UTF-8", "5 \u{20ac}".as_bytes()), "5 \u{20ac}");
    assert_eq!(doc("ISO-8859-1", b"5 \xa3"), "5 \u{a3}");
    // What is UTF-8 as well is read.
    assert_eq!(doc("windows-1252", b"5 EUR"), "5 EUR");
    let (module, diagnostics) = in_encoding("ISO-8859-15", b"5 \xa4");
    assert!(module.is_none());
    let message = &diagnostics[0].message;
    assert!(message.contains("`ISO-8859-15`"), "{message}");
}
