//! Stubs of what foreign programs call. Some are from definitions that the programs bring: where peers were
//! not built there are none, and the suites say so. And drawn services, for a test.

mod services;

use std::path::{Path, PathBuf};
use std::{env, fs};

use manyrpc_build::{Error, compile};

/// The definitions of ConnectRPC's conformance suite, each behind those that it needs.
const CONNECT: [&str; 4] = ["config", "service", "server_compat", "client_compat"];

fn main() -> Result<(), Error> {
    compile("../../interfaces/rpcecho.idl")?;
    compile("interfaces/handles.idl")?;
    services::write(&out_dir());
    connect_conformance()
}

fn out_dir() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"))
}

fn connect_conformance() -> Result<(), Error> {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rustc-check-cfg=cfg(connect_conformance)");
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build");
    let folder = peers.join("connect-conformance/proto/connectrpc/conformance/v1");
    let files = CONNECT.map(|name| folder.join(name).with_extension("proto"));
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
    }
    if !files.iter().all(|file| file.exists()) {
        return Ok(());
    }
    println!("cargo:rustc-cfg=connect_conformance");
    let whole = out_dir().join("conformance.proto");
    fs::write(&whole, one_file(&files)).unwrap_or_else(|e| panic!("{}: {e}", whole.display()));
    compile(whole)
}

/// The same declarations in one file, so that they become one module: what it imports of others has
/// types there, and no services.
fn one_file(files: &[PathBuf]) -> String {
    let mut text = String::from("syntax = \"proto3\";\npackage connectrpc.conformance.v1;\n");
    let mut imports: Vec<String> = Vec::new();
    let mut rest = String::new();
    for file in files {
        let own = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        for line in own.lines() {
            match line.split_whitespace().next() {
                Some("syntax" | "package") => {}
                Some("import") if line.contains("\"google/") => imports.push(line.to_owned()),
                Some("import") => {}
                _ => rest.extend([line, "\n"]),
            }
        }
    }
    imports.sort_unstable();
    imports.dedup();
    text.push_str(&imports.join("\n"));
    text.push('\n');
    text + &rest
}
