//! Definitions as descriptors, which reflection services send and receive.
//!
//! Reading list: `descriptor.proto`.

use std::collections::{HashMap, HashSet};

use manyrpc_model::{Module, Semantics, Version};
use protox::file::{File, FileResolver, GoogleFileResolver};
use protox::prost_reflect::DescriptorPool;
use protox::prost_reflect::prost::{self, Message};
use protox::prost_reflect::prost_types::field_descriptor_proto::Type;
use protox::prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
    FileDescriptorSet,
};

use crate::diagnostic::Findings;
use crate::inexpressible::{Inexpressible, Reason};
use crate::options::Limits;
use crate::source::{MemoryFiles, Sources};

use super::raises;
use super::set::{Raises, Set};
use super::{json_names, lower, print_files, refused};

/// A file of a definition, as a descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The name under which it is imported.
    pub name: String,
    /// The names of the files that it imports.
    pub imports: Vec<String>,
    /// The full names of all its declarations: messages, enumerations, services, methods, and their
    /// members.
    pub symbols: Vec<String>,
    /// Its `FileDescriptorProto`.
    pub bytes: Vec<u8>,
}

/// The descriptors of a definition, each file after its imports; the definition's own file, called
/// `name`, is last. Identities of services on systems other than gRPC are left out.
///
/// # Errors
/// Everything that the language cannot express.
pub fn describe(module: &Module, name: &str) -> Result<Vec<Described>, Vec<Inexpressible>> {
    let wrong = |why: String| {
        vec![Inexpressible {
            subject: name.to_owned(),
            reason: Reason::ReadsBack(why),
        }]
    };
    let texts = print_files(&expressible_identities(module), name)?;
    let files = texts
        .iter()
        .map(|(name, text)| File::from_source(name, text));
    let files = files.collect::<Result<_, _>>();
    let files = Known {
        files: files.map_err(|e| wrong(e.to_string()))?,
        google: GoogleFileResolver::new(),
    };
    let mut compiler = protox::Compiler::with_file_resolver(files);
    compiler.include_imports(true);
    compiler.open_file(name).map_err(|e| wrong(e.to_string()))?;
    let files = compiler.file_descriptor_set().file;
    let encoded = Encoded::decode(&*compiler.encode_file_descriptor_set());
    let encoded = encoded.map_err(|e| wrong(e.to_string()))?;
    let described = |(file, bytes)| described(file, bytes);
    Ok(files.iter().zip(encoded.files).map(described).collect())
}

/// The module with only those identities of services that the language can express.
fn expressible_identities(module: &Module) -> Module {
    let mut module = module.clone();
    for interface in &mut module.interfaces {
        interface.identity.number = None;
        interface.identity.uuid = None;
        interface.identity.version = Version { major: 1, minor: 0 };
        for (at, operation) in interface.operations.iter_mut().enumerate() {
            operation.number = at as u32;
            if operation.semantics != Semantics::Idempotent {
                operation.semantics = Semantics::AtMostOnce;
            }
        }
    }
    module
}

struct Known {
    files: Vec<File>,
    google: GoogleFileResolver,
}

impl FileResolver for Known {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        match self.files.iter().find(|file| file.name() == name) {
            Some(file) => Ok(file.clone()),
            None => match raises::file(name) {
                Some(file) => Ok(file),
                None => self.google.open_file(name),
            },
        }
    }
}

/// A `FileDescriptorSet` whose files stay encoded: a [`FileDescriptorProto`] would lose our own
/// options.
#[derive(prost::Message)]
#[prost(prost_path = "prost")]
struct Encoded {
    #[prost(bytes = "vec", repeated, tag = "1")]
    files: Vec<Vec<u8>>,
}

fn described(file: &FileDescriptorProto, bytes: Vec<u8>) -> Described {
    let mut symbols = Vec::new();
    let scope = match file.package() {
        "" => String::new(),
        package => format!("{package}."),
    };
    for message in &file.message_type {
        message_symbols(message, &scope, &mut symbols);
    }
    for definition in &file.enum_type {
        enum_symbols(definition, &scope, &mut symbols);
    }
    let extensions = file.extension.iter();
    symbols.extend(extensions.map(|e| format!("{scope}{}", e.name())));
    for service in &file.service {
        let full = format!("{scope}{}", service.name());
        let methods = service.method.iter();
        symbols.extend(methods.map(|method| format!("{full}.{}", method.name())));
        symbols.push(full);
    }
    Described {
        name: file.name().to_owned(),
        imports: file.dependency.clone(),
        symbols,
        bytes,
    }
}

fn message_symbols(message: &DescriptorProto, scope: &str, symbols: &mut Vec<String>) {
    let full = format!("{scope}{}", message.name());
    let inner = format!("{full}.");
    for nested in &message.nested_type {
        message_symbols(nested, &inner, symbols);
    }
    for nested in &message.enum_type {
        enum_symbols(nested, &inner, symbols);
    }
    let fields = message.field.iter().map(|field| field.name());
    let oneofs = message.oneof_decl.iter().map(|oneof| oneof.name());
    let extensions = message.extension.iter().map(|field| field.name());
    let names = fields.chain(oneofs).chain(extensions);
    symbols.extend(names.map(|name| format!("{inner}{name}")));
    symbols.push(full);
}

/// Members belong to the scope around their enumeration.
fn enum_symbols(definition: &EnumDescriptorProto, scope: &str, symbols: &mut Vec<String>) {
    let members = definition.value.iter().map(|member| member.name());
    symbols.extend(members.map(|name| format!("{scope}{name}")));
    symbols.push(format!("{scope}{}", definition.name()));
}

/// The name of the file that a `FileDescriptorProto` describes, and the names of its imports;
/// `None` if `bytes` is not one.
pub fn imports(bytes: &[u8]) -> Option<(String, Vec<String>)> {
    let file = FileDescriptorProto::decode(bytes).ok()?;
    Some((file.name().to_owned(), file.dependency))
}

/// The definition in the file called `name`, from `FileDescriptorProto`s in any order that include
/// its imports.
///
/// # Errors
/// A message about what is wrong with them: they do not decode, contradict one another, or cannot
/// be represented in the model.
pub fn from_descriptors<B: AsRef<[u8]>>(files: &[B], name: &str) -> Result<Module, String> {
    let mut known = HashMap::new();
    for bytes in files {
        let file = FileDescriptorProto::decode(bytes.as_ref());
        let file = file.map_err(|e| format!("a file's descriptor is malformed: {e}"))?;
        if !matches!(file.syntax(), "" | "proto2" | "proto3") {
            return Err(format!(
                "`{}` is in an edition, which is not supported",
                file.name()
            ));
        }
        known.insert(file.name().to_owned(), file);
    }
    let mut ordered = Vec::new();
    order(name, &known, &mut HashSet::new(), &mut ordered)?;
    for file in &ordered {
        let scope = match file.package() {
            "" => String::new(),
            package => format!(".{package}"),
        };
        let mut messages = file.message_type.iter();
        messages.try_for_each(|message| is_sound(message, &scope))?;
        let extensions = file.extension.iter();
        are_sound(extensions, &file.message_type, &scope, file.name())?;
    }
    let apart =
        |file: &FileDescriptorProto| json_names::with_distinct_names(file).unwrap_or(file.clone());
    let set = FileDescriptorSet {
        file: ordered.iter().map(apart).collect(),
    };
    // Names, numbers and references are checked here.
    DescriptorPool::from_file_descriptor_set(set).map_err(|e| e.to_string())?;
    let raises = raises_of(files, &ordered);
    let set = Set::of(ordered, raises);
    let nowhere = MemoryFiles::default();
    let sources = Sources::new(&nowhere, Limits::default());
    let mut findings = Findings::new(1);
    refused::check(&sources, &mut findings, &set);
    raises::check(&sources, &mut findings, &set);
    if let Some(found) = findings.into_list().into_iter().next() {
        return Err(found.message);
    }
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.strip_suffix(".proto").unwrap_or(stem);
    Ok(lower::lower(stem, &set))
}

/// The exceptions of methods. Decoded descriptors lose our own options, so the bytes are read once
/// more.
fn raises_of<B: AsRef<[u8]>>(
    files: &[B],
    ordered: &[FileDescriptorProto],
) -> HashMap<String, Raises> {
    let mut bytes: HashMap<String, &[u8]> = HashMap::new();
    for file in files {
        if let Some((name, _)) = imports(file.as_ref()) {
            bytes.insert(name, file.as_ref());
        }
    }
    let mut pool = DescriptorPool::new();
    for file in ordered {
        let added = match bytes.get(file.name()) {
            Some(bytes) => pool.decode_file_descriptor_proto(*bytes),
            None => pool.add_file_descriptor_proto(file.clone()),
        };
        if added.is_err() {
            return HashMap::new();
        }
    }
    raises::of_pool(&pool, ordered)
}

/// Checks what the parser of text guarantees and descriptors need not satisfy: names are
/// identifiers, every arm of a `oneof` refers to an existing one, and a group's message is declared
/// in the message that has the group.
fn is_sound(message: &DescriptorProto, scope: &str) -> Result<(), String> {
    let full = format!("{scope}.{}", message.name());
    let wrong = |what: &str| Err(format!("`{}` {what}", message.name()));
    if !is_name(message.name()) {
        return wrong("is no name");
    }
    for field in &message.field {
        let oneof = field.oneof_index.map(usize::try_from);
        if oneof.is_some_and(|at| at.map_or(true, |at| at >= message.oneof_decl.len())) {
            return wrong("has an arm of no oneof");
        }
    }
    let fields = message.field.iter().chain(&message.extension);
    are_sound(fields, &message.nested_type, &full, message.name())?;
    let mut within = message.nested_type.iter();
    within.try_for_each(|nested| is_sound(nested, &full))
}

/// The same for the fields and extensions of a scope with these messages.
fn are_sound<'a>(
    fields: impl Iterator<Item = &'a FieldDescriptorProto>,
    beside: &[DescriptorProto],
    scope: &str,
    name: &str,
) -> Result<(), String> {
    let mut groups = HashSet::new();
    for field in fields {
        let within = || {
            let mut names = beside.iter().map(|nested| nested.name());
            names.any(|name| field.type_name() == format!("{scope}.{name}"))
        };
        if field.r#type() == Type::Group && !(within() && groups.insert(field.type_name())) {
            return Err(format!("`{name}` has a group whose message is elsewhere"));
        }
        if field.r#type() == Type::Bytes && !is_bytes(field.default_value()) {
            return Err(format!("`{name}` has a default that is no bytes"));
        }
    }
    Ok(())
}

/// Whether a default value is bytes in escaped form, with octal escapes no larger than a byte. (The
/// crate that checks the rest relies on it.)
fn is_bytes(text: &str) -> bool {
    let large = |w: &[u8]| {
        let octal = |c: &u8| (b'0'..=b'7').contains(c);
        w[0] == b'\\' && w[1] >= b'4' && w[1..].iter().all(octal)
    };
    text.is_ascii() && !text.as_bytes().windows(4).any(large)
}

fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Adds a file after its imports, each once.
fn order(
    name: &str,
    known: &HashMap<String, FileDescriptorProto>,
    seen: &mut HashSet<String>,
    ordered: &mut Vec<FileDescriptorProto>,
) -> Result<(), String> {
    // Standard files that were not given are the same everywhere.
    let google = || GoogleFileResolver::new().open_file(name).ok();
    let file = match known.get(name) {
        Some(file) => file.clone(),
        None => match google() {
            Some(file) => file.file_descriptor_proto().clone(),
            None => return Err(format!("there is no file `{name}`")),
        },
    };
    if !seen.insert(name.to_owned()) {
        return Ok(());
    }
    if seen.len() > Limits::default().files {
        return Err("there are too many files".to_owned());
    }
    for import in &file.dependency {
        order(import, known, seen, ordered)?;
    }
    ordered.push(file);
    Ok(())
}

#[cfg(test)]
mod tests;
