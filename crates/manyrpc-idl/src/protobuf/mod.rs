//! Protocol Buffers: `.proto` files of proto2 and proto3, with their imports.
//!
//! Reading list: the language guides and specifications of proto2 and proto3 (protobuf.dev), and
//! `descriptor.proto`.
//!
//! ```
//! let text = "syntax = \"proto3\";
//!             message Name { string text = 1; }
//!             service Greeter { rpc Greet(Name) returns (Name); }";
//! let (module, _) = manyrpc_idl::load_text("greeter.proto", text, &manyrpc_idl::Options::default());
//! let module = module.expect("the definition has no errors");
//! assert_eq!(module.interfaces[0].operations[0].name, "Greet");
//! assert!(manyrpc_idl::protobuf::print(&module).unwrap().contains("service Greeter {"));
//! ```
//!
//! `read` fetches the text and `protox` parses and checks it; `json_names`, `visible`, `refused`,
//! `harmless` and `ranges` correct where protox is too strict or too lax; `lower` makes the model;
//! `identities` adds the names of services on other systems; `print` turns a model back into text;
//! `descriptors` converts to and from the descriptors of reflection.
//!
//! # How definitions are modelled
//!
//! | in `.proto` | in the model |
//! | --- | --- |
//! | message, nested message | records `Outer`, `Outer_Inner`, by field number; `protobuf.name` is the full name |
//! | singular message, `optional` | an optional value |
//! | `required` | a plain value, marked `protobuf.presence`; an optional one if its message requires itself |
//! | `oneof` | an optional union `Message_oneof`, whose labels are the arms' numbers |
//! | `map<K, V>` | an array of records `Message_FieldEntry` |
//! | `group` | a record, marked `protobuf.type` |
//! | `extend` | a further field of the message, called `[package.name]` as in JSON, from any file of the definition |
//! | message set | a record, marked `protobuf.message_set`, of its extensions |
//! | `enum` | an enumeration, `protobuf.enum` is `open` (proto3) or `closed` (proto2) |
//! | service | an interface, version 1.0, with its full name; operations are numbered from 0 in order |
//! | `rpc` | an operation of one parameter, `request` |
//!
//! A definition is its own file and the files that it imports publicly (`import public`); if none
//! of these declares anything, all their imports as well, so that a file of imports stands for what
//! it imports. Types of other files are included if the definition uses them; services are those of
//! its package. Options other than `packed`, `default`, `deprecated`, `json_name`,
//! `idempotency_level` and our own `(manyrpc.raises)` are ignored. Editions are refused.

mod comments;
mod descriptors;
mod files;
mod harmless;
mod identities;
mod json_names;
mod lower;
mod print;
mod raises;
mod ranges;
mod read;
mod refused;
mod set;
mod visible;

use std::path::Path;

use manyrpc_model::Module;

use crate::diagnostic::{Diagnostic, Findings};
use crate::options::Options;
use crate::read::read_by;
use crate::source::{Files, Sources};

pub use descriptors::{Described, describe, from_descriptors, imports};
pub use files::print_files;
pub use print::print;

pub use crate::inexpressible::{Inexpressible, Reason};

/// Reads a definition and its imports. The module is `Some` unless a diagnostic is an error.
pub fn load(
    files: &dyn Files,
    path: &Path,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    read_by(files, path, options, |sources, findings, file| {
        translate(sources, findings, path, options, file)
    })
}

fn translate(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    path: &Path,
    options: &Options,
    file: u32,
) -> Option<Module> {
    let set = read::read(sources, findings, options, path, file)?;
    refused::check(sources, findings, &set);
    raises::check(sources, findings, &set);
    harmless::check(sources, findings, &set);
    if findings.has_errors() {
        return None;
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut module = lower::lower(&name, &set);
    identities::add(sources, findings, options, path, &mut module);
    Some(module)
}
