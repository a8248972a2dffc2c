//! The corpus: definitions with what the front end makes of them beside them.
//!
//! `good/x.x` lowers to `good/x.model` (and says `good/x.diag`, if anything);
//! `bad/x.x` is refused with `bad/x.diag`. `MANYRPC_BLESS=1 cargo test -p
//! manyrpc-idl --test corpus` writes these files anew; read the difference. Those of
//! DCE's language lie in `dce/good` and `dce/bad` and end in `.idl`; a few have their `.acf`.
//! Those of OMG's lie in `omg/good` and `omg/bad`; omniidl is asked about them.
//! Those of Protocol Buffers lie in `proto/good` and `proto/bad`; protoc is asked about them.
//! Those in WSDL and XML Schema lie in `wsdl/good` and `wsdl/bad`; the suite `wsdl` of
//! `manyrpc-conformance` asks zeep about them.
//!
//! rpcgen is asked about each file too. A file that it takes differently says so
//! in a comment: `rpcgen: rejects (why)` or `rpcgen: accepts (why)`; the one that
//! it never comes back from, `rpcgen: never ends`, is not put to it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use manyrpc_idl::{Options, dce, load, load_text, omg, protobuf, rpcl};
use manyrpc_model::Module;

fn definitions(dir: impl AsRef<Path>, ending: &str) -> Vec<PathBuf> {
    let dir = dir.as_ref();
    let entries = std::fs::read_dir(dir).unwrap_or_else(|e| panic!("{dir:?}: {e}"));
    let paths = entries.map(|e| e.expect("a directory entry").path());
    let mut found: Vec<_> = paths
        .filter(|p| p.extension().is_some_and(|e| e == ending))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

fn corpus(part: &str) -> Vec<PathBuf> {
    let endings: &[&str] = match part.split('/').next() {
        Some("dce" | "omg") => &["idl"],
        Some("proto") => &["proto"],
        Some("wsdl") => &["wsdl", "xsd"],
        _ => &["x"],
    };
    let folder = Path::new("tests/corpus").join(part);
    let all = endings
        .iter()
        .flat_map(|ending| definitions(&folder, ending));
    all.collect()
}

/// Every definition that must be accepted.
fn accepted() -> Vec<PathBuf> {
    let others = ["../../interfaces", "/usr/include/rpcsvc"];
    corpus("good")
        .into_iter()
        .chain(others.iter().flat_map(|dir| definitions(dir, "x")))
        .collect()
}

fn module(path: &Path) -> Module {
    let (module, diagnostics) = load(path, &Options::default());
    module.unwrap_or_else(|| panic!("{}", diagnostics[0]))
}

/// Compares with the file beside the definition, or writes it.
fn expect(definition: &Path, ending: &str, actual: &str, wrong: &mut String) {
    let path = definition.with_extension(ending);
    if std::env::var_os("MANYRPC_BLESS").is_some() {
        if actual.is_empty() {
            let _ = std::fs::remove_file(&path);
        } else {
            std::fs::write(&path, actual).expect("the corpus is writable");
        }
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if expected != actual {
        write!(
            wrong,
            "{}: expected\n{expected}\nis\n{actual}\n",
            path.display()
        )
        .expect("memory");
    }
}

fn rendered(path: &Path) -> (Option<Module>, String) {
    let (module, diagnostics) = load(path, &Options::default());
    let shown: Vec<String> = diagnostics.iter().map(|d| d.render(false)).collect();
    (module, shown.join("\n"))
}

#[test]
fn good_definitions_lower_as_expected() {
    let mut wrong = String::new();
    let others = ["dce/good", "omg/good", "proto/good", "wsdl/good"]
        .into_iter()
        .flat_map(corpus);
    for path in corpus("good").into_iter().chain(others) {
        let (module, said) = rendered(&path);
        let module = module.unwrap_or_else(|| panic!("{said}"));
        expect(
            &path,
            "model",
            &manyrpc_model::print::print(&module),
            &mut wrong,
        );
        expect(&path, "diag", &said, &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn bad_definitions_are_refused_as_expected() {
    let mut wrong = String::new();
    let others = ["dce/bad", "omg/bad", "proto/bad", "wsdl/bad"]
        .into_iter()
        .flat_map(corpus);
    for path in corpus("bad").into_iter().chain(others) {
        let (module, said) = rendered(&path);
        assert!(module.is_none(), "{} is accepted", path.display());
        expect(&path, "diag", &said, &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Our own definitions give no cause for a word.
#[test]
fn interfaces_are_accepted_in_silence() {
    let others = definitions("../../interfaces", "proto");
    for path in definitions("../../interfaces", "idl")
        .into_iter()
        .chain(others)
    {
        let (module, said) = rendered(&path);
        assert!(module.is_some() && said.is_empty(), "{said}");
    }
}

/// Invariant 7 of ARCHITECTURE.md: model → `.x` → model is the identity.
#[test]
fn what_is_printed_reads_back_as_the_same_module() {
    for path in accepted() {
        let module = module(&path);
        let text = rpcl::print(&module).unwrap_or_else(|e| panic!("{}: {}", path.display(), e[0]));
        let name = path.file_name().expect("a file");
        let (back, diagnostics) = load_text(name, &text, &Options::default());
        assert!(diagnostics.is_empty(), "{}", diagnostics[0]);
        assert_eq!(back.expect("a module"), module, "{}", path.display());
    }
}

/// The same of `.idl`: invariant 7 for DCE's language.
#[test]
fn what_is_printed_in_dces_words_reads_back_as_the_same_module() {
    let paths = corpus("dce/good");
    for path in paths
        .into_iter()
        .chain(definitions("../../interfaces", "idl"))
    {
        let module = module(&path);
        let text = dce::print(&module).unwrap_or_else(|e| panic!("{}: {}", path.display(), e[0]));
        let name = path.file_name().expect("a file");
        let (back, diagnostics) = load_text(name, &text, &Options::default());
        // What is printed gives no new cause for a word.
        let quiet = diagnostics.is_empty() || path.with_extension("diag").exists();
        assert!(quiet, "{}\n{text}", diagnostics[0]);
        assert_eq!(back.expect("a module"), module, "{}", path.display());
    }
}

/// The same of OMG IDL, which omniidl takes as well.
#[test]
fn what_is_printed_in_omgs_words_reads_back_as_the_same_module() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("printed-omg");
    std::fs::create_dir_all(&dir).expect("a directory");
    for path in corpus("omg/good") {
        let module = module(&path);
        let text = omg::print(&module).unwrap_or_else(|e| panic!("{}: {}", path.display(), e[0]));
        let name = path.file_name().expect("a file");
        let (back, diagnostics) = load_text(name, &text, &Options::default());
        let quiet = diagnostics.is_empty() || path.with_extension("diag").exists();
        assert!(quiet, "{}\n{text}", diagnostics[0]);
        assert_eq!(back.expect("a module"), module, "{}", path.display());
        let original = std::fs::read_to_string(&path).expect("readable");
        let printed = dir.join(name);
        std::fs::write(&printed, text).expect("writable");
        let is_refused = original.contains("omniidl: rejects");
        let expected = !is_refused || original.contains("but accepts as printed");
        assert_eq!(omniidl_accepts(&printed), expected, "{}", printed.display());
    }
}

fn omniidl_accepts(path: &Path) -> bool {
    let back_end = concat!("-p", env!("CARGO_MANIFEST_DIR"), "/../../peers/omniidl");
    let mut omniidl = Command::new("omniidl");
    omniidl
        .args(["-nf", back_end, "-brepository_ids"])
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    omniidl
        .status()
        .expect("omniidl (package omniidl) is installed")
        .success()
}

/// A file that omniidl takes differently says so in a comment.
#[test]
fn omniidl_accepts_and_rejects_the_same() {
    for (part, ours) in [("omg/good", true), ("omg/bad", false)] {
        for path in corpus(part) {
            let text = std::fs::read_to_string(&path).expect("readable");
            let expected = match ours {
                true => !text.contains("omniidl: rejects"),
                false => text.contains("omniidl: accepts"),
            };
            assert_eq!(omniidl_accepts(&path), expected, "{}", path.display());
        }
    }
}

/// The same of `.proto`, but for what stands in files beside the definition.
#[test]
fn what_is_printed_in_proto_reads_back_as_the_same_module() {
    let mut printed = 0;
    let all = corpus("proto/good").into_iter();
    for path in all.chain(definitions("../../interfaces", "proto")) {
        let module = module(&path);
        let name = path.file_name().expect("a file");
        if name == "imports.proto" || name == "named.proto" {
            protobuf::print(&module).expect_err("there are no words for other files");
            continue;
        }
        let text =
            protobuf::print(&module).unwrap_or_else(|e| panic!("{}: {}", path.display(), e[0]));
        let (back, diagnostics) = load_text(name, &text, &Options::default());
        assert!(diagnostics.is_empty(), "{}\n{text}", diagnostics[0]);
        assert_eq!(back.expect("a module"), module, "{}", path.display());
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("printed-proto");
        std::fs::create_dir_all(&dir).expect("a directory");
        std::fs::write(dir.join(name), text).expect("writable");
        assert!(protoc_accepts(&dir, Path::new(name)), "{}", path.display());
        printed += 1;
    }
    assert!(printed >= 3, "{printed} definitions");
}

fn protoc_accepts(dir: &Path, file: &Path) -> bool {
    let mut protoc = Command::new("protoc");
    protoc
        .current_dir(dir)
        .args(["-I.", concat!("-I", env!("CARGO_MANIFEST_DIR"), "/include")])
        .arg("-o/dev/null")
        .arg(file)
        .stderr(Stdio::null());
    let status = protoc.status();
    status
        .expect("protoc (package protobuf-compiler) is installed")
        .success()
}

/// What ours takes, protoc takes, and the other way round but for what is not supported.
#[test]
fn protoc_accepts_and_rejects_the_same() {
    for (part, ours) in [("proto/good", true), ("proto/bad", false)] {
        for path in corpus(part) {
            let dir = path.parent().expect("a folder");
            let file = Path::new(path.file_name().expect("a file"));
            let text = std::fs::read_to_string(&path).expect("readable");
            let theirs = protoc_accepts(dir, file);
            let expected = ours || text.contains("protoc: accepts");
            assert_eq!(theirs, expected, "{}", path.display());
        }
    }
}

fn rpcgen_accepts(path: &Path) -> bool {
    let mut rpcgen = Command::new("rpcgen");
    rpcgen
        .args(["-N", "-h"])
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    rpcgen
        .status()
        .expect("rpcgen (package rpcsvc-proto) is installed")
        .success()
}

#[test]
fn rpcgen_accepts_and_rejects_the_same() {
    for (part, ours) in [("good", true), ("bad", false)] {
        for path in corpus(part) {
            let bytes = std::fs::read(&path).expect("readable");
            let text = String::from_utf8_lossy(&bytes);
            let expected = match ours {
                true => !text.contains("rpcgen: rejects"),
                false => text.contains("rpcgen: accepts"),
            };
            if !text.contains("rpcgen: never ends") {
                assert_eq!(rpcgen_accepts(&path), expected, "{}", path.display());
            }
        }
    }
}

/// What we print is for others too: rpcgen takes it, whatever the original was; exceptions are told
/// as unions.
#[test]
fn rpcgen_accepts_what_is_printed() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("printed");
    std::fs::create_dir_all(&dir).expect("a directory");
    for path in accepted() {
        let plain = manyrpc_model::without_raises(&module(&path));
        let text = rpcl::print(&plain).unwrap_or_else(|e| panic!("{}", e[0]));
        let printed = dir.join(path.file_name().expect("a file"));
        std::fs::write(&printed, text).expect("writable");
        assert!(rpcgen_accepts(&printed), "{}", printed.display());
    }
}
