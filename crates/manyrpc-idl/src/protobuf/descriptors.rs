//! Definitions as descriptors: what a server's reflection gives, and what a client makes of it.
//!
//! Reading list: `descriptor.proto`.

use std::collections::{HashMap, HashSet};

use manyrpc_model::{Module, Semantics, Version};
use protox::file::{File, FileResolver, GoogleFileResolver};
use protox::prost_reflect::DescriptorPool;
use protox::prost_reflect::prost::Message;
use protox::prost_reflect::prost_types::field_descriptor_proto::Type;
use protox::prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FileDescriptorProto, FileDescriptorSet,
};

use crate::diagnostic::Findings;
use crate::source::{MemoryFiles, Sources};
use crate::unsayable::{Reason, Unsayable};

use super::read::Set;
use super::{lower, print_files, refused};

/// A file of a definition, as a descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Under which name it is imported.
    pub name: String,
    /// The names of the files that it imports.
    pub imports: Vec<String>,
    /// The full names of all that it declares: messages, enumerations, services, their methods, and
    /// what is in them.
    pub symbols: Vec<String>,
    /// Its `FileDescriptorProto`.
    pub bytes: Vec<u8>,
}

/// The descriptors of a definition, whose own file has that name; each file after those that it
/// imports, its own last. What names services elsewhere than in gRPC is left out.
///
/// # Errors
/// Everything that the language cannot say.
pub fn describe(module: &Module, name: &str) -> Result<Vec<Described>, Vec<Unsayable>> {
    let wrong = |why: String| {
        vec![Unsayable {
            subject: name.to_owned(),
            reason: Reason::ReadsBack(why),
        }]
    };
    let texts = print_files(&named_in_words(module), name)?;
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
    Ok(files.iter().map(described).collect())
}

/// The module with nothing in it but what the language says of services.
fn named_in_words(module: &Module) -> Module {
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
            None => self.google.open_file(name),
        }
    }
}

fn described(file: &FileDescriptorProto) -> Described {
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
        bytes: file.encode_to_vec(),
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
    symbols.extend(fields.chain(oneofs).map(|name| format!("{inner}{name}")));
    symbols.push(full);
}

/// Members stand beside their enumeration, not in it.
fn enum_symbols(definition: &EnumDescriptorProto, scope: &str, symbols: &mut Vec<String>) {
    let members = definition.value.iter().map(|member| member.name());
    symbols.extend(members.map(|name| format!("{scope}{name}")));
    symbols.push(format!("{scope}{}", definition.name()));
}

/// The names of the file that a `FileDescriptorProto` describes, and of those that it imports; `None`
/// if it is none.
pub fn imports(bytes: &[u8]) -> Option<(String, Vec<String>)> {
    let file = FileDescriptorProto::decode(bytes).ok()?;
    Some((file.name().to_owned(), file.dependency))
}

/// The definition of the file of that name among `FileDescriptorProto`s in any order, with what it
/// imports.
///
/// # Errors
/// What is wrong with them, in words: they are none, or do not fit together, or say what a model
/// does not hold.
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
    }
    let set = FileDescriptorSet {
        file: ordered.clone(),
    };
    // Names, numbers and references are checked here.
    DescriptorPool::from_file_descriptor_set(set).map_err(|e| e.to_string())?;
    let set = Set::of(ordered);
    let nowhere = MemoryFiles::default();
    let sources = Sources::new(&nowhere, crate::Limits::default());
    let mut findings = Findings::new(1);
    refused::check(&sources, &mut findings, &set);
    if let Some(found) = findings.into_list().into_iter().next() {
        return Err(found.message);
    }
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.strip_suffix(".proto").unwrap_or(stem);
    Ok(lower::lower(stem, &set))
}

/// What the parser of text sees to, and others need not: names are names, every arm of a `oneof` is
/// of one that there is, and a group's message stands in the message that the group is in.
fn is_sound(message: &DescriptorProto, scope: &str) -> Result<(), String> {
    let full = format!("{scope}.{}", message.name());
    let wrong = |what: &str| Err(format!("`{}` {what}", message.name()));
    let nested = message.nested_type.iter().map(|nested| nested.name());
    if !is_name(message.name()) {
        return wrong("is no name");
    }
    for field in &message.field {
        let oneof = field.oneof_index.map(usize::try_from);
        if oneof.is_some_and(|at| at.map_or(true, |at| at >= message.oneof_decl.len())) {
            return wrong("has an arm of no oneof");
        }
        let within = || {
            nested
                .clone()
                .any(|name| field.type_name() == format!("{full}.{name}"))
        };
        if field.r#type() == Type::Group && !within() {
            return wrong("has a group whose message is elsewhere");
        }
        if field.r#type() == Type::Bytes && !is_bytes(field.default_value()) {
            return wrong("has a default that is no bytes");
        }
    }
    let mut within = message.nested_type.iter();
    within.try_for_each(|nested| is_sound(nested, &full))
}

/// Whether a default is bytes, with escapes: octal ones no larger than a byte. (The crate that checks
/// the rest counts on it.)
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

/// Puts a file behind those that it imports, each once.
fn order(
    name: &str,
    known: &HashMap<String, FileDescriptorProto>,
    seen: &mut HashSet<String>,
    ordered: &mut Vec<FileDescriptorProto>,
) -> Result<(), String> {
    // What is not told of and comes with the language is the same everywhere.
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
    if seen.len() > crate::Limits::default().files {
        return Err("there are too many files".to_owned());
    }
    for import in &file.dependency {
        order(import, known, seen, ordered)?;
    }
    ordered.push(file);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, load_text};

    const TEXT: &str = "syntax = \"proto3\";\npackage shop;\n\
        import \"google/protobuf/timestamp.proto\";\n\
        service Cart { rpc Put(Item) returns (Item.Seen); }\n\
        message Item { int32 id = 1; oneof how { string text = 2; bytes raw = 4; }\n\
        map<string, Kind> kinds = 5; enum Kind { NONE = 0; ALL = 3; }\n\
        message Seen { google.protobuf.Timestamp at = 1; } }\n";

    fn module() -> Module {
        let (module, problems) = load_text("cart.proto", TEXT, &Options::default());
        module.unwrap_or_else(|| panic!("{problems:?}"))
    }

    #[test]
    fn a_definition_comes_back_from_its_descriptors() {
        let module = module();
        let files = describe(&module, "cart.proto").unwrap();
        let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["google/protobuf/timestamp.proto", "cart.proto"]);
        let own = &files[1];
        assert_eq!(own.imports, ["google/protobuf/timestamp.proto"]);
        let all = [
            "shop.Cart",
            "shop.Cart.Put",
            "shop.Item",
            "shop.Item.Seen",
            "shop.Item.Seen.at",
            "shop.Item.Kind",
            "shop.Item.ALL",
            "shop.Item.how",
            "shop.Item.KindsEntry",
        ];
        for symbol in all {
            assert!(own.symbols.iter().any(|s| s == symbol), "{symbol}");
        }
        let bytes: Vec<&[u8]> = files.iter().rev().map(|f| &f.bytes[..]).collect();
        assert_eq!(from_descriptors(&bytes, "cart.proto").as_ref(), Ok(&module));
        // What comes with the language need not be told.
        assert_eq!(from_descriptors(&[&own.bytes], "cart.proto"), Ok(module));
    }

    #[test]
    fn types_of_other_packages_are_in_files_of_their_own() {
        let mut files = MemoryFiles::default();
        files.insert(
            "cart.proto",
            "syntax = \"proto3\"; package shop; import \"price.proto\";
            message Item { acme.money.Price price = 1; repeated acme.money.Price.Kind kinds = 2; }
            service Cart { rpc Put(Item) returns (acme.money.Price); }",
        );
        files.insert(
            "price.proto",
            "syntax = \"proto2\"; package acme.money;
            import \"google/protobuf/duration.proto\";
            message Price { enum Kind { NET = 1; } required Kind kind = 1; optional int64 cents = 2;
              oneof valid { google.protobuf.Duration within = 3; bool always = 4; } }",
        );
        let (module, problems) = crate::load_from(&files, "cart.proto", &Options::default());
        let module = module.unwrap_or_else(|| panic!("{problems:?}"));
        let files = describe(&module, "cart.proto").unwrap();
        let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "google/protobuf/duration.proto",
                "acme/money.proto",
                "cart.proto"
            ]
        );
        let bytes: Vec<&[u8]> = files.iter().map(|f| &f.bytes[..]).collect();
        assert_eq!(from_descriptors(&bytes, "cart.proto"), Ok(module));
    }

    #[test]
    fn identities_of_elsewhere_are_no_hindrance() {
        let mut module = module();
        module.interfaces[0].identity.number = Some(7);
        module.interfaces[0].operations[0].number = 9;
        module.interfaces[0].operations[0].semantics = Semantics::Maybe;
        assert!(super::super::print(&module).is_err());
        assert!(describe(&module, "cart.proto").is_ok());
    }

    #[test]
    fn what_is_wrong_with_descriptors_is_said() {
        let own = describe(&module(), "cart.proto").unwrap().pop().unwrap();
        let malformed = from_descriptors(&[&own.bytes[..9]], "cart.proto").unwrap_err();
        assert!(malformed.contains("malformed"), "{malformed}");
        let absent = from_descriptors(&[&own.bytes], "shop.proto").unwrap_err();
        assert_eq!(absent, "there is no file `shop.proto`");
        let mut file = FileDescriptorProto::decode(&own.bytes[..]).unwrap();
        file.dependency.clear();
        let missing = from_descriptors(&[file.encode_to_vec()], "cart.proto").unwrap_err();
        assert!(missing.contains("google.protobuf.Timestamp"), "{missing}");
        file.dependency = vec!["cart.proto".to_owned()];
        let round = from_descriptors(&[file.encode_to_vec()], "cart.proto").unwrap_err();
        assert!(!round.is_empty());
        let item = FileDescriptorProto::decode(&own.bytes[..]).unwrap();
        let mut item = FileDescriptorProto {
            dependency: Vec::new(),
            ..item
        };
        item.message_type[0]
            .nested_type
            .retain(|nested| nested.name() != "Seen");
        item.service.clear();
        assert!(from_descriptors(&[item.encode_to_vec()], "cart.proto").is_ok());
        item.message_type[0].oneof_decl.clear();
        let arm = from_descriptors(&[item.encode_to_vec()], "cart.proto");
        assert!(arm.is_err(), "{arm:?}");
        for default in ["\\777", "\\x\u{e9}1"] {
            let mut file = FileDescriptorProto::decode(&own.bytes[..]).unwrap();
            file.syntax = None;
            let fields = file.message_type[0].field.iter_mut();
            for field in fields.filter(|f| f.r#type() == Type::Bytes) {
                field.default_value = Some(default.to_owned());
            }
            let told = from_descriptors(&[file.encode_to_vec()], "cart.proto").unwrap_err();
            assert_eq!(told, "`Item` has a default that is no bytes");
        }
        // A group of the message that it is in.
        let mut endless = FileDescriptorProto::decode(&own.bytes[..]).unwrap();
        let [message, ..] = &mut endless.message_type[..] else {
            unreachable!("there is one");
        };
        message.field[0].r#type = Some(Type::Group.into());
        message.field[0].type_name = Some(".shop.Item".to_owned());
        let endless = from_descriptors(&[endless.encode_to_vec()], "cart.proto");
        assert!(endless.is_err(), "{endless:?}");
        file.syntax = Some("editions".to_owned());
        let edition = from_descriptors(&[file.encode_to_vec()], "cart.proto").unwrap_err();
        assert_eq!(
            edition,
            "`cart.proto` is in an edition, which is not supported"
        );
    }
}
