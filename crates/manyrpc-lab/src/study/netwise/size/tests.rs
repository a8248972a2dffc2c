use std::path::PathBuf;
use std::process::Command;

use super::read::demangled;
use super::*;

#[test]
fn in_rust_a_function_is_whose_crate_it_names_first() {
    for (name, part) in [
        ("void_server::main", Some(Part::ServerInit)),
        (
            "<void_server::Nothing as void_server::void::VoidV1>::nothing",
            Some(Part::Generated),
        ),
        ("void_server::helper", Some(Part::Application)),
        ("manyrpc::server::Server::start", Some(Part::Library)),
        (
            "core::ptr::drop_in_place<manyrpc_engine::onc::Client>",
            Some(Part::Library),
        ),
        ("core::ptr::drop_in_place<alloc::vec::Vec<u8>>", None),
        ("<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", None),
        (
            "std::sys::backtrace::__rust_begin_short_backtrace::<fn()>",
            None,
        ),
        (
            "<&rustls::error::Error as core::fmt::Debug>::fmt",
            Some(Part::Library),
        ),
        ("aes_nohw_encrypt_batch", Some(Part::Library)),
        ("__rust_alloc", None),
        ("main", None),
        ("_start", None),
    ] {
        assert_eq!(of_rust(name, "void_server"), part, "{name}");
    }
    let of_client = |name| of_rust(name, "void_grpc_client");
    assert_eq!(
        of_client("void_grpc_client::main::{{closure}}"),
        Some(Part::Application)
    );
    assert_eq!(
        of_client("tonic::transport::Channel::new"),
        Some(Part::Library)
    );
    assert_eq!(
        first("<core::option::Option<serde_json::Value>>::map"),
        Some("serde_json")
    );
}

#[test]
fn in_cpp_a_function_is_whose_namespace_it_names_first() {
    for (name, part) in [
        ("main", Some(Part::ServerInit)),
        ("main.cold", Some(Part::ServerInit)),
        (
            "_ZN11application7Service7NothingEPN4grpc13ServerContextE",
            Some(Part::Application),
        ),
        ("_ZNK7minimal5Empty11GetMetadataEv", Some(Part::Generated)),
        (
            "descriptor_table_void_2eproto_getter",
            Some(Part::Generated),
        ),
        ("_ZN4grpc6Server4WaitEv", Some(Part::Library)),
        // std::unique_ptr<grpc::Server>::~unique_ptr(), and one of a standard type.
        (
            "_ZNSt10unique_ptrIN4grpc6ServerESt14default_deleteIS1_EED1Ev",
            Some(Part::Library),
        ),
        ("_ZNSt10unique_ptrIiSt14default_deleteIiEED1Ev", None),
        ("_ZNSt6vectorIiSaIiEED1Ev", None),
        ("grpc_init", Some(Part::Library)),
        ("SSL_connect", Some(Part::Library)),
        ("_start", None),
    ] {
        assert_eq!(of_cpp(&demangled(name), true), part, "{name}");
    }
    assert_eq!(of_cpp("main", false), Some(Part::Application));
}

#[test]
fn in_go_a_function_is_whose_package_it_names_first() {
    for (name, part) in [
        ("main.main", Some(Part::ServerInit)),
        ("main.main.func1", Some(Part::ServerInit)),
        ("main.nothing.Nothing", Some(Part::Application)),
        (
            "manyrpc/peers/minimal.(*voidClient).Nothing",
            Some(Part::Generated),
        ),
        (
            "google.golang.org/grpc.(*Server).Serve",
            Some(Part::Library),
        ),
        (
            "type:.eq.google.golang.org/grpc/resolver.Address",
            Some(Part::Library),
        ),
        (
            "sync/atomic.(*Pointer[google.golang.org/grpc/internal/transport.http2Client]).Load",
            Some(Part::Library),
        ),
        ("gopkg.in/yaml%2ev3.Unmarshal", Some(Part::Library)),
        ("runtime.main.func1", None),
        ("net/http.(*Transport).dialConn", None),
        ("vendor/golang.org/x/net/idna.ToASCII", None),
        ("go:struct { io.Reader; io.Closer }.Close", None),
        ("type:.eq.[2]interface {}", None),
        ("_cgo_topofstack", None),
        ("x_cgo_init", None),
    ] {
        assert_eq!(of_go(name, true), part, "{name}");
    }
    assert_eq!(of_go("main.main", false), Some(Part::Application));
}

#[test]
fn our_parts_and_engines_are_summed_up() {
    let of = |name: &str, bytes| Function {
        name: name.to_owned(),
        bytes,
    };
    let program = [
        of("void_server::main", 100),
        of(
            "<void_server::void::VoidV1Server<T> as manyrpc::Service>::call",
            30,
        ),
        of("manyrpc_engine::onc::server::Server::handle", 500),
        of(
            "<manyrpc_engine::dce::cl::client::Client as manyrpc_engine::contract::ClientEngine>::poll",
            700,
        ),
        of("__rust_alloc", 9),
    ];
    let sample = of_ours(&program, "void", "server").unwrap();
    for (figure, bytes) in [
        ("application_bytes", 0.0),
        ("server_init_bytes", 100.0),
        ("generated_bytes", 30.0),
        ("library_bytes", 1200.0),
        ("total_bytes", 1330.0),
        ("standard_bytes", 9.0),
        ("onc_engine_bytes", 500.0),
        ("ncs_engine_bytes", 700.0),
    ] {
        assert_eq!(sample.figures[figure], bytes, "{figure}");
    }
    let stripped = of_ours(&program[4..], "void", "server").unwrap_err();
    assert!(
        stripped.contains("void_server has no symbols of its own"),
        "{stripped}"
    );
}

const APPLICATION: &str = "int nothing(void);\nint main(void) { return nothing(); }\n";
const GENERATED: &str = "int call(int);\nint nothing(void) { return call(3) + 1; }\n";
const LIBRARY: &str =
    "int call(int n) { return n * n; }\nint other(int n) __attribute__((alias(\"call\")));\n";
const UNUSED: &str = "int unused(int n) { return n + n; }\n";

/// A test's own directory, removed when dropped.
struct Workshop(PathBuf);

impl Workshop {
    fn new(name: &str) -> Self {
        let own = format!("manyrpc-sizes-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(own);
        std::fs::create_dir_all(&directory).unwrap();
        Workshop(directory)
    }

    /// Runs a command in it and returns its output.
    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Compiles an object file with the C compiler that links Rust programs.
    fn compile(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name).with_extension("c"), text).unwrap();
        self.run("cc", &["-O1", "-fPIC", "-c", &format!("{name}.c")]);
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program of three objects and an archive: sizes match `nm`, and code that the linker left in the archive is
/// not counted.
#[test]
fn sizes_are_those_of_nm() {
    let workshop = Workshop::new("nm");
    for (name, text) in [
        ("void_client", APPLICATION),
        ("void_clnt", GENERATED),
        ("library", LIBRARY),
        ("unused", UNUSED),
    ] {
        workshop.compile(name, text);
    }
    workshop.run("ar", &["rcs", "library.a", "library.o", "unused.o"]);
    let parts = ["void_client.o", "void_clnt.o", "library.a"];
    workshop.run("cc", &[&["-o", "void_client"][..], &parts].concat());
    let program = functions(&file(&workshop.0.join("void_client")).unwrap()).unwrap();
    let sample = by_object(&program, "client", &workshop.0).unwrap();
    let by_nm = |function: &str| {
        let table = workshop.run("nm", &["-S", "void_client"]);
        let line = table
            .lines()
            .find(|line| line.ends_with(&format!(" T {function}")))
            .unwrap()
            .to_owned();
        u64::from_str_radix(line.split(' ').nth(1).unwrap(), 16).unwrap() as f64
    };
    for (figure, bytes) in [
        ("application_bytes", by_nm("main")),
        ("server_init_bytes", 0.0),
        ("generated_bytes", by_nm("nothing")),
        ("library_bytes", by_nm("call")),
    ] {
        assert!(sample.figures[figure] == bytes, "{figure}: {sample:?}");
    }
    let library = names(&file(&workshop.0.join("library.o")).unwrap()).unwrap();
    assert_eq!(Vec::from_iter(library), ["call", "other"]);
}

/// A program that needs a library that needs another, and the system's mathematical library: `size` reports the
/// code of the first two.
#[test]
fn shared_libraries_are_counted_whole_with_what_they_need() {
    let workshop = Workshop::new("shared");
    let inner = "int inner(int n) { return n + 1; }\n";
    let outer = "int inner(int);\nint call(int n) { return inner(n) * 2; }\n";
    let main = "#include <math.h>\nint call(int);\nint main(int c, char **v) { return call(c) + (int)cbrt(c); }\n";
    for (name, text) in [("inner", inner), ("outer", outer), ("main", main)] {
        workshop.compile(name, text);
    }
    let link = |output: &str, parts: &[&str]| {
        let path = "-Wl,-rpath,$ORIGIN";
        let arguments = [&["-o", output, path, "-L."][..], parts];
        workshop.run("cc", &arguments.concat());
    };
    link("libinner.so", &["-shared", "inner.o"]);
    link("libouter.so", &["-shared", "outer.o", "-linner"]);
    link("program", &["main.o", "-louter", "-lm"]);
    let by_size = |library: &str| -> u64 {
        let table = workshop.run("size", &["-A", library]);
        let executable = table.lines().filter_map(|line| {
            let (section, rest) = line.split_once(' ')?;
            let is_executable =
                [".init", ".plt", ".plt.got", ".plt.sec", ".text", ".fini"].contains(&section);
            is_executable.then(|| rest.split_whitespace().next()?.parse::<u64>().ok())?
        });
        executable.sum()
    };
    let program = workshop.0.join("program");
    let whole = by_size("libinner.so") + by_size("libouter.so");
    assert_eq!(shared(&program).unwrap(), whole);
    std::fs::remove_file(workshop.0.join("libinner.so")).unwrap();
    let why = shared(&program).unwrap_err();
    assert_eq!(why, "libinner.so is not found");
}

/// This test's own program contains this module's functions, in mangled form.
#[test]
fn rust_programs_are_read_and_demangled() {
    let own = functions(&file(&std::env::current_exe().unwrap()).unwrap()).unwrap();
    let of = |part: &str| own.iter().filter(|f| f.name.contains(part)).count();
    assert!(own.len() > 1000 && of("manyrpc_lab::study::netwise::size") > 0);
    assert!(of("::h0") < own.len() / 100, "hashes are left off");
    let none = functions(b"#!/bin/sh\n").unwrap_err();
    assert!(none.starts_with("not an object file"), "{none}");
}

#[test]
fn what_is_missing_says_what_builds_it() {
    let programs = Programs {
        ours: "/nonexistent/manyrpc".into(),
        peers: "/nonexistent".into(),
    };
    let why = |product| cannot(&cell("server", product), &programs).unwrap();
    assert_eq!(
        why("libtirpc"),
        "void_server is not built (`peers/build.sh void` builds it)"
    );
    assert_eq!(
        why("grpc-go"),
        "void_grpc_server is not built (`peers/build.sh go` builds it)"
    );
    assert!(why("manyrpc").contains("cargo build --release -p manyrpc-example-void"));
}
