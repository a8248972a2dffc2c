//! What the generator writes, against files: those in use and those of the corpus
//! (`UPDATE_EXPECT=1` writes them).

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use std::path::{Path, PathBuf};

use manyrpc_codec::Syntaxes;
use manyrpc_gen::{Options, Problem, rust};
use manyrpc_model::{Enum, Module, TypeBody, TypeDef};
use support::{expect_file, generate, generate_records, generate_with, load, root};

/// Each definition with the file generated from it.
const PAIRS: &[(&str, &str)] = &[
    (
        "interfaces/bench.x",
        "crates/manyrpc-lab/src/generated/bench.rs",
    ),
    (
        "interfaces/database.proto",
        "crates/manyrpc-lab/src/generated/database.rs",
    ),
    (
        "interfaces/exchange.proto",
        "crates/manyrpc-lab/src/generated/exchange.rs",
    ),
    (
        "interfaces/nested.proto",
        "crates/manyrpc-lab/src/generated/nested.rs",
    ),
    (
        "crates/manyrpc-lab/tests/support/grpc_testing.proto",
        "crates/manyrpc-lab/tests/support/grpc_testing.rs",
    ),
    (
        "interfaces/bench.idl",
        "crates/manyrpc-gen/tests/corpus/bench_idl.rs",
    ),
    (
        "interfaces/rshow.idl",
        "crates/manyrpc-gen/tests/corpus/rshow.rs",
    ),
    (
        "crates/manyrpc-gen/tests/corpus/semantics.idl",
        "crates/manyrpc-gen/tests/corpus/semantics.rs",
    ),
    (
        "crates/manyrpc-gen/tests/corpus/shapes.idl",
        "crates/manyrpc-gen/tests/corpus/shapes.rs",
    ),
    (
        "crates/manyrpc-gen/tests/corpus/raises.idl",
        "crates/manyrpc-gen/tests/corpus/raises_idl.rs",
    ),
    (
        "crates/manyrpc-gen/tests/corpus/statuses.idl",
        "crates/manyrpc-gen/tests/corpus/statuses.rs",
    ),
    (
        "vectors/ndr/graph.idl",
        "crates/manyrpc-gen/tests/corpus/graph.rs",
    ),
    (
        "interfaces/corba/values.idl",
        "crates/manyrpc-gen/tests/corpus/values.rs",
    ),
    (
        "peers/xdr-bench/samples.x",
        "crates/manyrpc-gen/tests/corpus/samples.rs",
    ),
    (
        "interfaces/soap/features.wsdl",
        "crates/manyrpc-lab/tests/soap/generated/features.rs",
    ),
    (
        "interfaces/soap/graphs.wsdl",
        "crates/manyrpc-lab/tests/soap/generated/graphs.rs",
    ),
];

/// Likewise, of interfaces that are used over some systems only.
const OF_SYSTEMS: &[(&str, &str, Syntaxes)] = &[
    (
        "interfaces/rpcbind.x",
        "crates/manyrpc/src/systems/onc/generated/rpcbind.rs",
        Syntaxes::XDR,
    ),
    (
        "interfaces/epm.idl",
        "crates/manyrpc/src/systems/dce/generated/epm.rs",
        Syntaxes::NDR,
    ),
    (
        "interfaces/mgmt.idl",
        "crates/manyrpc/src/systems/dce/generated/mgmt.rs",
        Syntaxes::NDR,
    ),
    (
        "interfaces/llb.idl",
        "crates/manyrpc/src/systems/ncs/generated/llb.rs",
        Syntaxes::NDR,
    ),
    (
        "interfaces/rrpc.idl",
        "crates/manyrpc/src/systems/ncs/generated/rrpc.rs",
        Syntaxes::NDR,
    ),
    (
        "interfaces/system.x",
        "crates/manyrpc/src/systems/xmlrpc/generated/system.rs",
        Syntaxes::XML,
    ),
    (
        "interfaces/corba/naming.idl",
        "crates/manyrpc/src/systems/corba/generated/naming.rs",
        Syntaxes::CDR,
    ),
    (
        "crates/manyrpc-gen/tests/corpus/operations.x",
        "crates/manyrpc-gen/tests/corpus/operations_onc.rs",
        Syntaxes::XDR,
    ),
];

/// Likewise, with bytes that can be shared.
const COW_BYTES: &[(&str, &str)] = &[
    (
        "interfaces/exchange.proto",
        "crates/manyrpc-gen/tests/corpus/bytes/exchange.rs",
    ),
    (
        "crates/manyrpc-gen/tests/corpus/bytes/album.x",
        "crates/manyrpc-gen/tests/corpus/bytes/album.rs",
    ),
    (
        "crates/manyrpc-gen/tests/corpus/bytes/photos.proto",
        "crates/manyrpc-gen/tests/corpus/bytes/photos.rs",
    ),
];

/// Likewise, with type codes.
const TYPE_CODES: &[(&str, &str)] = &[
    (
        "vectors/cdr/shop.idl",
        "crates/manyrpc-gen/tests/corpus/shop.rs",
    ),
    (
        "interfaces/corba/switches.idl",
        "crates/manyrpc-gen/tests/corpus/switches.rs",
    ),
];

/// Likewise, for a crate below the facade.
const RECORDS: &[(&str, &str)] = &[
    (
        "interfaces/conv.idl",
        "crates/manyrpc-engine/src/dce/cl/generated/conv.rs",
    ),
    (
        "interfaces/google_rpc.proto",
        "crates/manyrpc-engine/src/grpc/generated/google_rpc.rs",
    ),
    (
        "vectors/ndr/graph.idl",
        "crates/manyrpc-fuzz/src/generated/graph.rs",
    ),
    (
        "crates/manyrpc-gen/tests/corpus/well_known.proto",
        "crates/manyrpc-fuzz/src/generated/well_known.rs",
    ),
];

fn definitions(directory: &Path) -> Vec<PathBuf> {
    definitions_in(directory, "x")
}

fn definitions_in(directory: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory)
        .unwrap_or_else(|e| panic!("{}: {e}", directory.display()))
        .map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    found.sort();
    found
}

#[test]
fn committed_files_are_current() {
    for (definition, output) in PAIRS {
        expect_file(&root(output), &generate(&root(definition)));
    }
    for (definition, output, syntaxes) in OF_SYSTEMS {
        let options = Options {
            syntaxes: *syntaxes,
            ..Options::default()
        };
        expect_file(&root(output), &generate_with(&root(definition), options));
    }
    for (definition, output) in COW_BYTES {
        let options = Options {
            cow_bytes: true,
            ..Options::default()
        };
        expect_file(&root(output), &generate_with(&root(definition), options));
    }
    for (definition, output) in TYPE_CODES {
        let options = Options {
            type_codes: true,
            ..Options::default()
        };
        expect_file(&root(output), &generate_with(&root(definition), options));
    }
    for (definition, output) in RECORDS {
        expect_file(&root(output), &generate_records(&root(definition)));
    }
}

#[test]
fn the_corpus_is_current() {
    let corpus = definitions(&root("crates/manyrpc-gen/tests/corpus"));
    assert!(corpus.len() >= 5, "only {corpus:?}");
    let messages = definitions_in(&root("crates/manyrpc-gen/tests/corpus"), "proto");
    assert!(messages.len() >= 2, "only {messages:?}");
    for definition in corpus.into_iter().chain(messages) {
        expect_file(&definition.with_extension("rs"), &generate(&definition));
    }
}

#[test]
fn what_follows_from_values_is_current() {
    let corpus = root("crates/manyrpc-gen/tests/corpus/derived");
    expect_file(&corpus.with_extension("rs"), &generate(&corpus));
    let records = generate_records(&corpus);
    for word in ["std::", "Client", "Server", "Context<", "trait", "if_tokio"] {
        assert!(!records.contains(word), "{word}");
    }
    let file = root("crates/manyrpc-gen/tests/corpus/derived_records.rs");
    expect_file(&file, &records);
}

#[test]
fn what_omg_idl_alone_has_is_current() {
    let corpus = root("crates/manyrpc-gen/tests/corpus/omg");
    expect_file(&corpus.with_extension("rs"), &generate(&corpus));
}

/// Everything that the front end's own corpus accepts becomes Rust.
#[test]
fn what_the_front_end_accepts_becomes_rust() {
    let all = definitions(&root("crates/manyrpc-idl/tests/corpus/good"));
    assert!(all.len() >= 15, "only {all:?}");
    for definition in all {
        generate(&definition);
    }
}

/// Everything that Debian's `rpcsvc-proto` defines becomes Rust, the same each time.
#[test]
fn the_definitions_of_rpcsvc_become_rust() {
    let all = definitions(Path::new("/usr/include/rpcsvc"));
    assert!(all.len() >= 17, "only {all:?}");
    for definition in all {
        let text = generate(&definition);
        assert_eq!(text, generate(&definition), "{}", definition.display());
        for interface in &load(&definition).interfaces {
            let number = format!("program: {:#x}", interface.identity.number.unwrap());
            assert!(text.contains(&number), "{}", definition.display());
        }
    }
}

#[test]
fn what_is_not_wanted_is_left_out() {
    let module = load(&root("interfaces/bench.x"));
    let text = |clients, servers| {
        let options = Options {
            crate_path: "crate".to_owned(),
            origin: "two\nlines".to_owned(),
            clients,
            servers,
            ..Options::default()
        };
        rust(&module, &options).unwrap()
    };
    let neither = text(false, false);
    assert!(neither.starts_with("// Generated from two lines by manyrpc; do not edit.\n"));
    assert!(neither.contains("use crate::stub;"));
    for word in [
        "BenchV1Client",
        "BenchV1Server",
        "trait",
        "Args",
        "In<",
        "if_tokio",
    ] {
        assert!(!neither.contains(word), "{word}");
    }
    let client = text(true, false);
    assert!(client.contains("BenchV1Client") && !client.contains("BenchV1Server"));
    assert!(client.contains("AsyncBenchV1Client") && !client.contains("AsyncBenchV1:"));
    let server = text(false, true);
    assert!(server.contains("BenchV1Server") && !server.contains("BenchV1Client"));
    assert!(server.contains("AsyncBenchV1Server") && server.contains("AsyncBenchV1:"));
}

#[test]
fn problems_are_all_named() {
    let mut module = Module::default();
    module.types.push(TypeDef {
        name: "hollow".to_owned(),
        doc: String::new(),
        body: TypeBody::Enum(Enum::default()),
        annotations: Default::default(),
    });
    let problems = rust(&module, &Options::default()).unwrap_err();
    let empty = Problem::Empty("hollow".to_owned());
    assert_eq!(problems, [empty]);
}

/// As `docs/stubs.md` says.
#[test]
fn an_interface_has_the_names_of_the_document() {
    let text = "program PP { version VV { int NEXT_ONE(int) = 1; } = 1; } = 0x20260042;";
    let (module, diagnostics) =
        manyrpc_idl::load_text("pp.x", text, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let text = rust(&module, &Options::default()).unwrap();
    for item in [
        "pub trait Vv:",
        "pub struct VvServer<",
        "pub struct VvClient ",
        "pub static VV:",
        "fn next_one(",
        "pub static VV_NEXT_ONE:",
        "pub struct VvNextOneArgs ",
        "pub struct VvNextOneOut ",
        "pub trait AsyncVv:",
        "pub struct AsyncVvServer<",
        "pub struct AsyncVvClient ",
    ] {
        assert!(text.contains(item), "{item}");
    }
    let (_, futures) = text.split_once("\nstub::if_tokio! {\n").expect("futures");
    assert!(futures.ends_with("\n}\n") && !futures.contains("\n\n\n"));
    assert_eq!(futures.matches("    pub async fn next_one(").count(), 1);
    // The macro is the facade's, and so is the runtime.
    assert!(!text.replace("if_tokio", "").contains("tokio"));
    let rest = text.len() - futures.len();
    assert!(!text[..rest].contains("Async"));
}

/// The code that `docs/stubs.md` shows is that of the example, which is tested.
#[test]
fn the_document_shows_the_example() {
    let document = std::fs::read_to_string(root("docs/stubs.md")).unwrap();
    let example = std::fs::read_to_string(root("examples/greeter-async/src/main.rs")).unwrap();
    let mark = "<!-- the example: examples/greeter-async -->\n```rust\n";
    let shown: Vec<&str> = document.split(mark).skip(1).collect();
    assert_eq!(shown.len(), 4);
    for shown in shown {
        let (code, _) = shown.split_once("```").unwrap();
        assert!(example.contains(code), "{code}");
    }
}

/// Names of the definition that those for futures would have had.
#[test]
fn names_of_futures_are_numbered_like_others() {
    let names = |definition: &str| {
        let options = manyrpc_idl::Options::default();
        let (module, found) = manyrpc_idl::load_text("pp.x", definition, &options);
        let text = rust(
            &module.unwrap_or_else(|| panic!("{found:?}")),
            &Options::default(),
        );
        text.unwrap()
    };
    let text = names(
        "struct AsyncOneClient { int a; };
        program PP {
            version ONE { AsyncOneClient GET(void) = 1; } = 1;
            version TWO { int GET(void) = 1; } = 2;
            version ASYNC_TWO { int GET(void) = 1; } = 3;
        } = 0x20260043;",
    );
    for item in [
        "pub struct AsyncOneClient ",
        "pub trait One2:",
        "pub struct AsyncOne2Client ",
        "pub struct AsyncTwoClient ",
        "pub trait AsyncTwo2:",
        "pub struct AsyncAsyncTwo2Client ",
    ] {
        assert_eq!(text.matches(item).count(), 1, "{item}");
    }
}

#[test]
fn what_no_stack_can_hold_is_refused() {
    let text = "
        typedef opaque block[1000000];
        typedef opaque kilo[1000];
        struct many { kilo all[300]; };
        struct few { kilo all[200]; opaque rest<>; };
        typedef few *maybe;
    ";
    let (module, diagnostics) =
        manyrpc_idl::load_text("large.x", text, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let problems = rust(&module, &Options::default()).unwrap_err();
    let names: Vec<&str> = problems
        .iter()
        .map(|problem| match problem {
            Problem::Large { name, .. } => name.as_str(),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(names, ["block", "many"]);
}

/// C706 section 4.3.7: `nocode` takes the stub from the client alone.
#[test]
fn clients_have_no_method_without_code() {
    let definition = root("crates/manyrpc-idl/tests/corpus/dce/good/configured.idl");
    let text = generate(&definition);
    let (client, server) = text
        .split_once("pub trait ")
        .expect("a client and a server");
    let (_, client) = client
        .split_once("pub struct ConfiguredClient")
        .expect("a client");
    for (method, code) in [
        ("bound", false),
        ("left_out", false),
        ("added", true),
        ("kept", true),
    ] {
        let method = format!("fn {method}(");
        assert_eq!(client.contains(&method), code, "{method}");
        assert!(server.contains(&method), "{method}");
    }
}

/// Everything that the front end takes of DCE's language becomes Rust.
#[test]
fn what_the_front_end_accepts_in_dces_language_becomes_rust() {
    let corpus = root("crates/manyrpc-idl/tests/corpus/dce/good");
    let all = definitions_in(&corpus, "idl");
    assert!(all.len() >= 10, "only {all:?}");
    for definition in all
        .into_iter()
        .chain(definitions_in(&root("interfaces"), "idl"))
    {
        generate(&definition);
    }
}
