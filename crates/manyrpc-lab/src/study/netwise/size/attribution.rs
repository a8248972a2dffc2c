//! Which library a function belongs to, by its name.
//!
//! Names of Rust, C++ and Go are paths. The first crate, namespace or package in one that is of no standard library has
//! the function: so what is generic and not standard counts to where it was written, not to who uses it. Names of C are
//! no paths: there the object files say, and in programs of another language they are of libraries.

use std::collections::BTreeSet;

/// Whose code a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Application,
    ServerInit,
    Generated,
    Library,
}

/// Of programs in Rust: the stubs are the application's module `void`. `None` of the standard library.
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

/// What crates have in C (ring's ciphers); the compiler's own names begin with two underscores.
fn of_c_in_rust(name: &str) -> Option<Part> {
    const COMPILERS: [&str; 2] = ["main", "rust_eh_personality"];
    let is_standard = name.contains("::") || name.starts_with("__") || COMPILERS.contains(&name);
    of_c(name).filter(|_| !is_standard)
}

/// Of programs in C++: the stubs have the namespace of examples/void/void.proto, the application has one of its own.
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
        // What is in a namespace, and in a standard one only.
        None if name.contains("::") => None,
        None => of_c(name),
    }
}

/// What is no application's and not generated, in a program in C.
fn of_c(name: &str) -> Option<Part> {
    (!START.contains(&name)).then_some(Part::Library)
}

/// What the C library puts into every program.
const START: [&str; 4] = ["_start", "_init", "_fini", "atexit"];

/// Of programs that rpcgen made; who defines a name is known of objects.
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

/// Of programs in Go: packages whose path does not begin with the name of a host are the standard library's, but for those
/// of the peers themselves.
pub(super) fn of_go(name: &str, is_server: bool) -> Option<Part> {
    // What compares and hashes a type is named for it.
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

/// The crates and namespaces that stand for the C library.
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

/// The first crate or namespace that a function's name has which is no standard one. Names of C have none.
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
