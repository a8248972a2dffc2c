//! Protocol Buffers: `.proto` files, proto2 and proto3, with what they import.
//!
//! Reading list: the language guides and specifications of proto2 and proto3 (protobuf.dev), and
//! `descriptor.proto`.
//!
//! `read` fetches the text, `protox` parses and checks it, `json_names`, `visible`, `refused`, `harmless` and `ranges` say where that is too strict and too lax, `lower` makes the model, `identities` adds what names services elsewhere;
//! `print` leads back; `descriptors` are what reflection gives instead of text.
//!
//! # What becomes of what
//!
//! | in `.proto` | in the model |
//! | --- | --- |
//! | message, its nested ones | records `Outer`, `Outer_Inner`, by field number; `protobuf.name` is the full name |
//! | singular message, `optional` | an optional value |
//! | `required` | a plain value, marked `protobuf.presence`; an optional one where its message must hold itself |
//! | `oneof` | an optional union `Message_oneof`, whose labels are the arms' numbers |
//! | `map<K, V>` | an array of records `Message_FieldEntry` |
//! | `group` | a record, marked `protobuf.type` |
//! | `extend` | a further field of the message, called `[package.name]` as in JSON, from whichever file of the definition |
//! | message set | a record, marked `protobuf.message_set`, of its extensions |
//! | `enum` | an enumeration, `protobuf.enum` is `open` (proto3) or `closed` (proto2) |
//! | service | an interface, version 1.0, named in full; operations are numbered from 0 in their order |
//! | `rpc` | an operation of one parameter, `request` |
//!
//! A definition is its own file with those that it imports publicly (`import public`), and where these
//! declare nothing, with all that they import: a file that only imports stands for what it imports.
//! Types of other files are there as far as the definition uses them, and services are those of its
//! package. Options mean nothing here, but for `packed`, `default`, `deprecated`, `json_name`,
//! `idempotency_level` and our own `(manyrpc.raises)`. Editions are refused.

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

pub use crate::unsayable::{Reason, Unsayable};

/// Reads a definition and what it imports; the module is there unless a diagnostic is an error.
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
