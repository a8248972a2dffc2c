//! What Google's compiler says of a definition, looked up by names.

use std::collections::{BTreeMap, BTreeSet};

use protox::prost_reflect::prost::Message;
use protox::prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
    FileDescriptorSet,
};

/// A definition's messages and enumerations by their full names, with a dot in front.
pub(in crate::protobuf) struct Described {
    /// Its bytes with what it imports, as a `FileDescriptorSet`.
    pub(in crate::protobuf) set: Vec<u8>,
    /// The definition's own messages, and those of other files that it uses, but for the entries of maps
    /// and what comes with the language.
    pub(in crate::protobuf) own: Vec<String>,
    /// Whether all its files are of proto3.
    pub(in crate::protobuf) is_proto3: bool,
    pub(in crate::protobuf) has_sets: bool,
    messages: BTreeMap<String, DescriptorProto>,
    enums: BTreeMap<String, EnumDescriptorProto>,
    extensions: BTreeMap<String, Vec<FieldDescriptorProto>>,
    /// The full names of extensions, by what they extend and their numbers.
    extension_names: BTreeMap<(String, i32), String>,
}

impl Described {
    /// One file of a set, which has all that this one imports.
    pub(in crate::protobuf) fn of(set: &FileDescriptorSet, file: &str) -> Option<Self> {
        Self::named(set, file, without_json)
    }

    /// The same with the names that its fields have in JSON.
    pub(in crate::protobuf) fn with_json(set: &FileDescriptorSet, file: &str) -> Option<Self> {
        Self::named(set, file, |_| ())
    }

    fn named(set: &FileDescriptorSet, file: &str, name: fn(&mut DescriptorProto)) -> Option<Self> {
        let mut file = closure(set, file)?;
        let own: Vec<&FileDescriptorProto> = file.iter().filter(|f| !is_google(f)).collect();
        let is_proto3 = own.iter().all(|f| f.syntax() == "proto3");
        let mut roots = Vec::new();
        roots_of(&file)
            .into_iter()
            .for_each(|f| needs_of_file(f, &mut roots));
        let messages = file.iter_mut().flat_map(|f| &mut f.message_type);
        messages.for_each(name);
        let mut described = Described {
            set: Vec::new(),
            own: Vec::new(),
            is_proto3,
            has_sets: false,
            messages: BTreeMap::new(),
            enums: BTreeMap::new(),
            extensions: BTreeMap::new(),
            extension_names: BTreeMap::new(),
        };
        for file in &file {
            described.take(file);
        }
        described.has_sets = described.messages.values().any(is_set);
        let reached = described.reached(roots);
        // What nothing mentions is in no module.
        described.messages.retain(|name, _| reached.contains(name));
        let own = described
            .messages
            .iter()
            .filter(|(name, message)| !is_entry(message) && !name.starts_with(".google.protobuf."));
        described.own = own.map(|(name, _)| name.clone()).collect();
        described.set = FileDescriptorSet { file }.encode_to_vec();
        Some(described)
    }

    /// The messages among these types and whatever they mention.
    fn reached(&self, mut waiting: Vec<String>) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            let Some(message) = self.message(&name) else {
                continue;
            };
            if !reached.insert(name.clone()) {
                continue;
            }
            let fields = message.field.iter().chain(self.extensions(&name));
            waiting.extend(fields.map(|f| f.type_name().to_owned()));
        }
        reached
    }

    fn take(&mut self, file: &FileDescriptorProto) {
        let scope = format!(".{}", file.package());
        self.scope(&scope, &file.message_type, &file.enum_type, &file.extension);
    }

    fn scope(
        &mut self,
        scope: &str,
        messages: &[DescriptorProto],
        enums: &[EnumDescriptorProto],
        extensions: &[FieldDescriptorProto],
    ) {
        for of in enums {
            self.enums
                .insert(format!("{scope}.{}", of.name()), of.clone());
        }
        for extension in extensions {
            let name = format!("{}.{}", &scope[1..], extension.name());
            let at = (extension.extendee().to_owned(), extension.number());
            self.extension_names.insert(at, name);
            let of = self.extensions.entry(extension.extendee().to_owned());
            of.or_default().push(extension.clone());
        }
        for message in messages {
            let name = format!("{scope}.{}", message.name());
            self.scope(
                &name,
                &message.nested_type,
                &message.enum_type,
                &message.extension,
            );
            self.messages.insert(name, message.clone());
        }
    }

    pub(in crate::protobuf) fn message(&self, name: &str) -> Option<&DescriptorProto> {
        self.messages.get(name)
    }

    pub(in crate::protobuf) fn values(&self, name: &str) -> Vec<i32> {
        let found = self.enums.get(name);
        found
            .iter()
            .flat_map(|e| &e.value)
            .map(|value| value.number())
            .collect()
    }

    /// The names and numbers of the members of an enumeration.
    pub(in crate::protobuf) fn members(&self, name: &str) -> Vec<(&str, i32)> {
        let found = self.enums.get(name);
        let values = found.iter().flat_map(|e| &e.value);
        values.map(|v| (v.name(), v.number())).collect()
    }

    /// The full name of an extension.
    pub(in crate::protobuf) fn extension_name(&self, extension: &FieldDescriptorProto) -> &str {
        let at = (extension.extendee().to_owned(), extension.number());
        self.extension_names.get(&at).map_or("", String::as_str)
    }

    pub(in crate::protobuf) fn extensions(&self, name: &str) -> &[FieldDescriptorProto] {
        self.extensions.get(name).map_or(&[], Vec::as_slice)
    }
}

/// A file and all that it needs, each behind those that it imports.
fn closure(set: &FileDescriptorSet, file: &str) -> Option<Vec<FileDescriptorProto>> {
    set.file.iter().find(|f| f.name() == file)?;
    let mut names = BTreeSet::from([file]);
    // The compiler gives files in this order.
    for file in set.file.iter().rev() {
        if names.contains(file.name()) {
            names.extend(file.dependency.iter().map(String::as_str));
        }
    }
    let needed = set.file.iter().filter(|f| names.contains(f.name()));
    let (own, others): (Vec<_>, Vec<_>) = needed.cloned().partition(|f| f.name() == file);
    Some(others.into_iter().chain(own).collect())
}

fn is_google(file: &FileDescriptorProto) -> bool {
    file.package() == "google.protobuf"
}

/// The files that the last one stands for: itself and what it imports publicly, on and on; where all of
/// these are empty, what they import.
fn roots_of<'f>(files: &'f [FileDescriptorProto]) -> Vec<&'f FileDescriptorProto> {
    let is_empty = |f: &FileDescriptorProto| {
        let types = f.message_type.is_empty() && f.enum_type.is_empty();
        types && f.service.is_empty() && f.extension.is_empty()
    };
    let named = |name: &String| files.iter().find(|f| f.name() == name);
    let public = |f: &FileDescriptorProto| -> Vec<String> {
        let indices = f.public_dependency.iter();
        let names = indices.map(|at| f.dependency[*at as usize].clone());
        names.collect()
    };
    let all = |f: &FileDescriptorProto| f.dependency.clone();
    let mut roots: Vec<&'f FileDescriptorProto> = files.last().into_iter().collect();
    let grow = |roots: &mut Vec<&'f FileDescriptorProto>,
                through: &dyn Fn(&FileDescriptorProto) -> Vec<String>| {
        let further: Vec<String> = roots.iter().flat_map(|f| through(f)).collect();
        let before = roots.len();
        for file in further.iter().filter_map(named) {
            if !roots.contains(&file) {
                roots.push(file);
            }
        }
        roots.len() > before
    };
    while grow(&mut roots, &public) || roots.iter().all(|f| is_empty(f)) && grow(&mut roots, &all) {
    }
    roots
}

/// The types that a file declares, and those that it mentions outside of messages.
fn needs_of_file(file: &FileDescriptorProto, to: &mut Vec<String>) {
    fn messages(scope: &str, of: &[DescriptorProto], to: &mut Vec<String>) {
        for message in of {
            let name = format!("{scope}.{}", message.name());
            messages(&name, &message.nested_type, to);
            to.extend(message.extension.iter().map(|e| e.extendee().to_owned()));
            to.push(name);
        }
    }
    messages(&format!(".{}", file.package()), &file.message_type, to);
    to.extend(file.extension.iter().map(|e| e.extendee().to_owned()));
    let methods = file.service.iter().flat_map(|s| &s.method);
    to.extend(methods.flat_map(|m| [m.input_type().to_owned(), m.output_type().to_owned()]));
}

/// Fields of proto2 may have one name in JSON, which upb refuses.
fn without_json(message: &mut DescriptorProto) {
    for field in &mut message.field {
        field.json_name = Some(format!("json{}", field.number()));
    }
    message.nested_type.iter_mut().for_each(without_json);
}

pub(in crate::protobuf) fn is_entry(message: &DescriptorProto) -> bool {
    message.options.as_ref().is_some_and(|o| o.map_entry())
}

pub(in crate::protobuf) fn is_set(message: &DescriptorProto) -> bool {
    message
        .options
        .as_ref()
        .is_some_and(|o| o.message_set_wire_format())
}
