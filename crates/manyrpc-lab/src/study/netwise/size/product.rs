//! The products whose minimal programs are read, and their locations.

use std::path::PathBuf;

use crate::system::Programs;

/// The language of a product's programs, which determines the form of function names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// Rust, by us.
    Ours,
    Rust,
    C,
    Cpp,
    Go,
}

/// A product.
#[derive(Debug)]
pub(super) struct Product {
    /// Its name in tables.
    pub(super) name: &'static str,
    pub(super) written: Written,
    /// The directory of its programs among the built peers.
    directory: &'static str,
    /// The prefix of its programs' names, before the side.
    pub(super) stem: &'static str,
}

const fn product(
    name: &'static str,
    written: Written,
    directory: &'static str,
    stem: &'static str,
) -> Product {
    Product {
        name,
        written,
        directory,
        stem,
    }
}

/// Ours, the real rpcgen, and the other systems.
pub(super) const PRODUCTS: [Product; 7] = [
    product("manyrpc", Written::Ours, "", "void"),
    product("libtirpc", Written::C, "void", "void"),
    product("grpc-c++", Written::Cpp, "cpp", "void_grpc"),
    product("grpc-go", Written::Go, "go", "void_grpc"),
    product("tonic", Written::Rust, "rust", "void_grpc"),
    product("xmlrpc-c", Written::Cpp, "cpp", "void_xmlrpc"),
    product("libjson-rpc-cpp", Written::Cpp, "cpp", "void_jsonrpc"),
];

impl Product {
    /// The path of its program for a side.
    pub(super) fn program(&self, side: &str, programs: &Programs) -> PathBuf {
        let name = format!("{}_{side}", self.stem);
        match self.written {
            Written::Ours => programs.ours.with_file_name(name),
            _ => programs.peers.join(self.directory).join(name),
        }
    }

    /// Why it cannot be read, if so, and what to build.
    pub(super) fn absent(&self, side: &str, programs: &Programs) -> Option<String> {
        const BUILD: &str = "`cargo build --release -p manyrpc-example-void` builds it";
        let build = match self.written {
            Written::Ours if !is_release() => {
                return Some(format!(
                    "this program is a debug build, and so are the programs next to it ({BUILD}, and `make build` builds this one)"
                ));
            }
            Written::Ours => BUILD.to_owned(),
            _ => format!("`peers/build.sh {}` builds it", self.directory),
        };
        let missing = !self.program(side, programs).is_file();
        missing.then(|| format!("{}_{side} is not built ({build})", self.stem))
    }
}

/// Whether this is a release build, and with it the programs next to it.
const fn is_release() -> bool {
    !cfg!(debug_assertions)
}
