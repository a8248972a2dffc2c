//! Attribution of functions to libraries, by name.
//!
//! Names in Rust, C++ and Go are paths. A function is attributed to the first crate, namespace or package in its
//! path that is not of a standard library, so generic code counts towards the library that defines it, not its
//! user. C names are not paths: they are attributed by object file, and in programs of another language to
//! libraries.

use std::collections::BTreeSet;

/// The part that a function belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Application,
    ServerInit,
    Generated,
    Library,
}

/// For programs in Rust: the stubs are the application's module `void`. `None` for the standard library.
pub(super) fn of_rust(name: &str, application: &str) -> Option<Part> {
    let Some(first) = first(name) else {
        return of_c_in_rust(name);
    };
    let is_server = application.ends_with("server");
    match first == application {
        false => Some(Part::Library),
        true if name.contains(&format!("{application}::void::")) => Some(Part::Generated),
        true if is_server && name.starts_with(&format!("{application}::main")) => {
            Some(Part::ServerInit)
        }
        true => Some(Part::Application),
    }
}

/// C code within crates (ring's ciphers); the compiler's own names begin with two underscores.
fn of_c_in_rust(name: &str) -> Option<Part> {
    const COMPILERS: [&str; 2] = ["main", "rust_eh_personality"];
    let is_standard = name.contains("::") || name.starts_with("__") || COMPILERS.contains(&name);
    of_c(name).filter(|_| !is_standard)
}

/// For programs in C++: the stubs have the namespace of examples/void/void.proto, the application its own.
pub(super) fn of_cpp(name: &str, is_server: bool) -> Option<Part> {
    const GENERATED_FILE: &str = "void_2eproto";
    let plain = name.split('.').next().unwrap_or(name);
    match first(name) {
        Some("application") => Some(Part::Application),
        Some("minimal") => Some(Part::Generated),
        Some(_) => Some(Part::Library),
        None if plain == "main" && is_server => Some(Part::ServerInit),
        None if plain == "main" => Some(Part::Application),
        None if name.contains(GENERATED_FILE) => Some(Part::Generated),
        // Names that are only in standard namespaces.
        None if name.contains("::") => None,
        None => of_c(name),
    }
}

/// The remaining functions of a C program, neither the application's nor generated.
fn of_c(name: &str) -> Option<Part> {
    (!START.contains(&name)).then_some(Part::Library)
}

/// Start-up functions of the C library, in every program.
const START: [&str; 4] = ["_start", "_init", "_fini", "atexit"];

/// For programs made with rpcgen; the object files tell who defines a name.
pub(super) fn of_rpcgen(
    name: &str,
    application: &BTreeSet<String>,
    generated: &BTreeSet<String>,
) -> Option<Part> {
    match () {
        () if application.contains(name) => Some(Part::Application),
        () if generated.contains(name) && name == "main" => Some(Part::ServerInit),
        () if generated.contains(name) => Some(Part::Generated),
        () => of_c(name),
    }
}

/// For programs in Go: packages whose path does not begin with a host name are the standard library's, except for
/// the peers' own.
pub(super) fn of_go(name: &str, is_server: bool) -> Option<Part> {
    // Functions that compare and hash a type are named after it.
    let of_type = ["type:.eq.", "type:.hash."].map(|prefix| name.strip_prefix(prefix));
    let named = of_type.into_iter().flatten().next().unwrap_or(name);
    let words = named.split(|c: char| !c.is_alphanumeric() && !"_./%~-".contains(c));
    let packages = words.filter_map(package);
    let mut parts = packages.filter_map(|package| match package {
        "main" if is_server && name.starts_with("main.main") => Some(Part::ServerInit),
        "main" => Some(Part::Application),
        "manyrpc/peers/minimal" => Some(Part::Generated),
        _ => {
            let host = package.split_once('/').map(|(host, _)| host);
            host.is_some_and(|host| host.contains('.'))
                .then_some(Part::Library)
        }
    });
    parts.next()
}

/// The package of a name: `google.golang.org/grpc` of `google.golang.org/grpc.NewClient`.
fn package(name: &str) -> Option<&str> {
    let path = name.rfind('/').map_or(0, |slash| slash + 1);
    let end = path + name[path..].find('.')?;
    let is_path = name.starts_with(|c: char| c.is_alphabetic());
    is_path.then_some(&name[..end])
}

/// The crates and namespaces of standard libraries.
const STANDARD: [&str; 14] = [
    "std",
    "core",
    "alloc",
    "compiler_builtins",
    "std_detect",
    "panic_unwind",
    "rustc_demangle",
    "addr2line",
    "gimli",
    "object",
    "miniz_oxide",
    "hashbrown",
    "__gnu_cxx",
    "__cxxabiv1",
];

/// The first non-standard crate or namespace in a function's name. C names have none.
pub(super) fn first(name: &str) -> Option<&str> {
    let mut before = "";
    let mut words = name.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let is_own = |word: &&str| !STANDARD.contains(word);
    words.find_map(|part| {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let begins = !before.ends_with(':');
        before = part;
        let rest = &name[(word.as_ptr() as usize - name.as_ptr() as usize) + word.len()..];
        (begins && rest.starts_with("::") && !word.is_empty())
            .then_some(word)
            .filter(is_own)
    })
}
