//! What a file declares.

use crate::Draw;

use super::names::{self, Taken};
use super::{enums, fields};

/// Most messages of a definition, groups included.
const MOST: usize = 14;

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

/// A file.
pub(super) struct File {
    pub(super) package: String,
    /// proto3, or proto2.
    pub(super) new: bool,
    /// What is declared in the package itself.
    pub(super) taken: Taken,
    pub(super) messages: Vec<Message>,
    pub(super) enums: Vec<Enum>,
    pub(super) extensions: Vec<Extension>,
    pub(super) services: Vec<Service>,
}

/// Where something is declared: in a message, or in the package.
pub(super) type Within = Option<usize>;

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
    pub(super) name: String,
    /// Name, request and reply, each with whether it is a stream.
    pub(super) methods: Vec<(String, [(usize, bool); 2])>,
}

impl File {
    pub(super) fn draw(name: &str, draw: &mut Draw) -> Self {
        let new = draw.chance(50);
        let mut file = File {
            package: format!("{name}{}", if draw.chance(20) { ".inner" } else { "" }),
            new,
            taken: Taken::new(new),
            messages: Vec::new(),
            enums: Vec::new(),
            extensions: Vec::new(),
            services: Vec::new(),
        };
        file.taken.insert("inner", &[]);
        for _ in 0..draw.between(1, 6) {
            let within = (!file.messages.is_empty() && draw.chance(40))
                .then(|| draw.below(file.messages.len()));
            file.message(draw, within, false);
        }
        for _ in 0..draw.below(4) {
            enums::draw(&mut file, draw);
        }
        // Groups are messages that come with fields.
        let mut at = 0;
        while at < file.messages.len() {
            fields::of_message(&mut file, draw, at);
            at += 1;
        }
        let filled = at;
        fields::extensions(&mut file, draw);
        for at in filled..file.messages.len() {
            fields::of_message(&mut file, draw, at);
        }
        file.services(draw);
        file
    }

    /// What is declared in a scope.
    pub(super) fn taken(&mut self, within: Within) -> &mut Taken {
        match within {
            None => &mut self.taken,
            Some(at) => &mut self.messages[at].taken,
        }
    }

    /// Declares a message without fields yet; its index. A group's field has its name in small letters.
    pub(super) fn message(&mut self, draw: &mut Draw, within: Within, is_group: bool) -> usize {
        let new = self.new;
        let taken = self.taken(within);
        let name = match is_group {
            true => taken.take(draw, "Group", &["GROUP", "Type", "E", "G_1"], capital),
            false => taken.take(draw, "Message", &names::TYPES, names::alone),
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

    /// The full name of what is declared there.
    pub(super) fn full(&self, within: Within, name: &str) -> String {
        match within {
            None => format!("{}.{name}", self.package),
            Some(at) => {
                let message = &self.messages[at];
                format!("{}.{name}", self.full(message.within, &message.name))
            }
        }
    }

    fn services(&mut self, draw: &mut Draw) {
        if !draw.chance(30) {
            return;
        }
        let name = self
            .taken
            .take(draw, "Service", &names::TYPES, names::alone);
        let mut taken = Taken::default();
        let methods = (0..draw.below(4)).map(|_| {
            let name = taken.take(draw, "Method", &names::TYPES, names::alone);
            let mut side = || (draw.below(self.messages.len()), draw.chance(30));
            (name, [side(), side()])
        });
        let methods = methods.collect();
        self.services.push(Service { name, methods });
    }
}

/// The name of a group, which begins with a capital; its field is named likewise in small letters.
fn capital(name: &str) -> Option<Vec<String>> {
    let small = name.to_lowercase();
    (name.starts_with(char::is_uppercase) && small != name).then(|| vec![small])
}
