//! What a definition declares, in all its files together.

use std::collections::BTreeMap;

use crate::Draw;

use super::names::{self, Taken};

/// Most messages of a definition, groups included.
const MOST: usize = 16;

/// Messages that come with the language, each with the file that it is imported from.
pub(super) const KNOWN: [(&str, &str); 8] = [
    ("Timestamp", "timestamp"),
    ("Duration", "duration"),
    ("Any", "any"),
    ("Struct", "struct"),
    ("Value", "struct"),
    ("BytesValue", "wrappers"),
    ("Empty", "empty"),
    ("FieldMask", "field_mask"),
];

/// A definition.
pub(super) struct Shape {
    /// Its own file first; each imports some behind it.
    pub(super) files: Vec<File>,
    /// What is declared in each package itself.
    pub(super) packages: BTreeMap<String, Taken>,
    pub(super) messages: Vec<Message>,
    pub(super) enums: Vec<Enum>,
    pub(super) extensions: Vec<Extension>,
    pub(super) services: Vec<Service>,
}

pub(super) struct File {
    /// As it is imported by.
    pub(super) name: String,
    pub(super) package: String,
    /// proto3, or proto2.
    pub(super) new: bool,
    /// Whether it only imports.
    pub(super) is_bare: bool,
    pub(super) imports: Vec<Import>,
}

/// An import of another file of the definition.
pub(super) struct Import {
    pub(super) file: usize,
    pub(super) kind: ImportKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ImportKind {
    Plain,
    /// Whoever imports this file sees that one too.
    Public,
    Weak,
}

/// Where something is declared: in the package of a file, or in a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    File(usize),
    Message(usize),
}

pub(super) struct Message {
    pub(super) name: String,
    pub(super) within: Within,
    /// Whether a field declares it along with itself.
    pub(super) is_group: bool,
    /// Whether it is a message set.
    pub(super) is_set: bool,
    pub(super) taken: Taken,
    pub(super) fields: Vec<Field>,
    pub(super) oneofs: Vec<String>,
    /// Ranges of numbers that its fields must not have, and whether these are for extensions.
    pub(super) blocked: Vec<(u32, u32, bool)>,
}

pub(super) struct Enum {
    pub(super) name: String,
    pub(super) within: Within,
    pub(super) members: Vec<(String, i32)>,
}

pub(super) struct Field {
    pub(super) name: String,
    pub(super) number: u32,
    pub(super) label: Label,
    pub(super) kind: Kind,
    pub(super) options: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// proto3's fields without presence.
    None,
    Optional,
    Required,
    Repeated,
    /// An arm of the message's `oneof` of that index.
    Arm(usize),
}

pub(super) enum Kind {
    Scalar(&'static str),
    Message(usize),
    Enum(usize),
    Group(usize),
    Map(&'static str, Box<Kind>),
    /// One of [`KNOWN`].
    Known(usize),
}

pub(super) struct Extension {
    pub(super) of: usize,
    pub(super) within: Within,
    pub(super) field: Field,
}

pub(super) struct Service {
    pub(super) file: usize,
    pub(super) name: String,
    pub(super) methods: Vec<Method>,
}

pub(super) struct Method {
    pub(super) name: String,
    /// Request and reply, each with whether it is a stream.
    pub(super) sides: [(usize, bool); 2],
}

impl Shape {
    /// A place in a file: in so many of a hundred in one of its messages.
    pub(super) fn somewhere(&self, draw: &mut Draw, file: usize, percent: u32) -> Within {
        let all = 0..self.messages.len();
        let own: Vec<usize> = all
            .filter(|at| self.file_of(Within::Message(*at)) == file && !self.messages[*at].is_set)
            .collect();
        match !own.is_empty() && draw.chance(percent) {
            true => Within::Message(*draw.pick(&own)),
            false => Within::File(file),
        }
    }

    /// The file in which a place is.
    pub(super) fn file_of(&self, within: Within) -> usize {
        match within {
            Within::File(file) => file,
            Within::Message(at) => self.file_of(self.messages[at].within),
        }
    }

    /// Whether a place is in a file of proto3.
    pub(super) fn is_new(&self, within: Within) -> bool {
        self.files[self.file_of(within)].new
    }

    /// What is declared in a scope.
    pub(super) fn taken(&mut self, within: Within) -> &mut Taken {
        match within {
            Within::File(file) => {
                let package = self.files[file].package.clone();
                self.packages.entry(package).or_default()
            }
            Within::Message(at) => &mut self.messages[at].taken,
        }
    }

    /// Declares a message without fields yet; its index. A group's field has its name in small letters.
    pub(super) fn message(&mut self, draw: &mut Draw, within: Within, is_group: bool) -> usize {
        let new = self.is_new(within);
        // Messages may be called as a part of a package is, which hides that from what is in them.
        let package = self.files[self.file_of(within)].package.clone();
        let mut odd = names::TYPES.to_vec();
        odd.extend(package.split('.').cycle().take(8));
        let taken = self.taken(within);
        let name = match is_group {
            true => taken.take(draw, "Group", &["GROUP", "Type", "E", "G_1"], capital),
            false => taken.take(draw, "Message", &odd, names::alone),
        };
        self.messages.push(Message {
            name,
            within,
            is_group,
            is_set: !new && !is_group && draw.chance(5),
            taken: Taken::new(new),
            fields: Vec::new(),
            oneofs: Vec::new(),
            blocked: Vec::new(),
        });
        self.messages.len() - 1
    }

    /// Whether there is room for one more group.
    pub(super) fn may_grow(&self) -> bool {
        self.messages.len() < MOST
    }

    /// The full name of a scope.
    pub(super) fn scope(&self, within: Within) -> String {
        match within {
            Within::File(file) => self.files[file].package.clone(),
            Within::Message(at) => self.full(self.messages[at].within, &self.messages[at].name),
        }
    }

    /// The full name of what is declared there.
    pub(super) fn full(&self, within: Within, name: &str) -> String {
        format!("{}.{name}", self.scope(within))
    }

    /// The messages that a file sees.
    pub(super) fn messages_seen(&self, file: usize) -> Vec<usize> {
        let files = self.seen(file);
        let all = 0..self.messages.len();
        all.filter(|at| files.contains(&self.file_of(Within::Message(*at))))
            .collect()
    }
}

/// The name of a group, which begins with a capital; its field is named likewise in small letters.
fn capital(name: &str) -> Option<Vec<String>> {
    let small = name.to_lowercase();
    (name.starts_with(char::is_uppercase) && small != name).then(|| vec![small])
}
