use std::process::Command;

use super::read::{functions, names};
use super::*;

fn whose(name: &str) -> Option<Part> {
    whose_of_ours(name, "void_server")
}

#[test]
fn a_function_is_whose_crate_it_names_first() {
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
        ("memcpy", None),
        ("_start", None),
    ] {
        assert_eq!(whose(name), part, "{name}");
    }
    assert_eq!(
        first_crate("<core::option::Option<serde_json::Value>>::map"),
        Some("serde_json")
    );
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
        of("memcpy", 9),
    ];
    let sample = of_ours("server", &program).unwrap();
    for (figure, bytes) in [
        ("application_bytes", 0.0),
        ("server_init_bytes", 100.0),
        ("generated_bytes", 30.0),
        ("library_bytes", 1200.0),
        ("total_bytes", 1330.0),
        ("onc_engine_bytes", 500.0),
        ("ncs_engine_bytes", 700.0),
    ] {
        assert_eq!(sample.figures[figure], bytes, "{figure}");
    }
    let stripped = of_ours("server", &program[4..]).unwrap_err();
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

/// A program of three objects and an archive, by the C compiler that every Rust program is linked with: sizes are
/// those that `nm` has, and what the linker left in the archive is not counted.
#[test]
fn sizes_are_those_of_nm() {
    let directory = std::env::temp_dir().join(format!("manyrpc-sizes-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&directory)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for (name, text) in [
        ("void_client", APPLICATION),
        ("void_clnt", GENERATED),
        ("library", LIBRARY),
        ("unused", UNUSED),
    ] {
        std::fs::write(directory.join(name).with_extension("c"), text).unwrap();
        run("cc", &["-O1", "-c", &format!("{name}.c")]);
    }
    run("ar", &["rcs", "libtirpc.a", "library.o", "unused.o"]);
    run(
        "cc",
        &[
            "-o",
            "void_client",
            "void_client.o",
            "void_clnt.o",
            "libtirpc.a",
        ],
    );
    let sample = of_rpcgen("client", &directory).unwrap();
    let by_nm = |function: &str| {
        let table = run("nm", &["-S", "void_client"]);
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
    let archive = names(&file(&directory.join("libtirpc.a")).unwrap()).unwrap();
    assert_eq!(Vec::from_iter(archive), ["call", "other", "unused"]);
    std::fs::remove_dir_all(&directory).unwrap();
}

/// This test's own program has this module's functions, whatever they were mangled to.
#[test]
fn rust_programs_are_read_and_demangled() {
    let own = functions(&file(&std::env::current_exe().unwrap()).unwrap()).unwrap();
    let of = |part: &str| own.iter().filter(|f| f.name.contains(part)).count();
    assert!(own.len() > 1000 && of("manyrpc_lab::study::netwise::size") > 0);
    assert!(of("::h0") < own.len() / 100, "hashes are left off");
    let none = functions(b"#!/bin/sh\n").unwrap_err();
    assert!(none.starts_with("no object file"), "{none}");
    assert!(names(b"!<arch>\nbroken").is_err());
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
    assert!(why("manyrpc").contains("cargo build --release -p manyrpc-example-void"));
}
