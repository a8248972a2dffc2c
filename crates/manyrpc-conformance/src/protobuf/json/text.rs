//! JSON of messages, drawn by their descriptors: members in any order and by either of their names,
//! numbers in every form that is one, text in every form, null for what is not there, and space
//! wherever it may be.

use manyrpc_draw::Draw;
use protox::prost_reflect::prost_types::FieldDescriptorProto;
use protox::prost_reflect::prost_types::field_descriptor_proto::{Label, Type};

use super::super::drawn::described::{Described, is_entry};

/// Levels of messages.
const DEEPEST: usize = 5;

const TEXTS: [&str; 7] = [
    "",
    "a",
    "Grüße",
    "\u{1F980}",
    "say \"it\" \\ /",
    "\u{0}\u{1f}\u{7f}\n\t",
    "\u{2028}\u{ffff}",
];

/// Draws JSON for the messages of one definition.
pub(super) struct Text<'a> {
    pub(super) described: &'a Described,
    pub(super) draw: Draw,
    pub(super) out: String,
}

impl<'a> Text<'a> {
    pub(super) fn new(described: &'a Described, draw: Draw) -> Self {
        Text {
            described,
            draw,
            out: String::new(),
        }
    }

    /// A message of that full name, with a dot in front.
    pub(super) fn message(&mut self, name: &str) -> String {
        self.space();
        self.value(name, 0);
        self.space();
        std::mem::take(&mut self.out)
    }

    /// A message as a value; those that come with the language have forms of their own.
    fn value(&mut self, name: &str, depth: usize) {
        match name.strip_prefix(".google.protobuf.") {
            Some(known) => self.known(known, depth),
            None => {
                let members = self.members(name, depth);
                self.object(members);
            }
        }
    }

    /// The members of a message, each as text.
    pub(super) fn members(&mut self, name: &str, depth: usize) -> Vec<String> {
        let described = self.described;
        let Some(message) = described.message(name) else {
            return Vec::new();
        };
        let extensions = described.extensions(name);
        let all: Vec<&FieldDescriptorProto> = message.field.iter().chain(extensions).collect();
        let mut chosen: Vec<&FieldDescriptorProto> = Vec::new();
        let mut others = Vec::new();
        for field in all {
            let beside = chosen
                .iter()
                .any(|f| f.oneof_index.is_some() && f.oneof_index == field.oneof_index);
            let wanted = self.draw.chance(if depth == 0 { 60 } else { 30 }) && depth < DEEPEST;
            let ends = depth < 2 * DEEPEST;
            match wanted || (field.label() == Label::Required && ends) {
                true if !beside => chosen.push(field),
                _ => others.push(field),
            }
        }
        let mut members: Vec<String> = Vec::new();
        let oneofs: Vec<&str> = message.oneof_decl.iter().map(|o| o.name()).collect();
        for field in chosen {
            let member = self.aside(|text| {
                text.name(field, &oneofs);
                text.separator(':');
                text.field(field, depth);
            });
            members.push(member);
        }
        for field in others {
            // Null says that it is not there, but where null is a value. (Python fails where an array
            // of such values is null.)
            let is_value = field.type_name() == ".google.protobuf.Value";
            if !is_value && self.draw.chance(8) && field.label() != Label::Required {
                let member = self.aside(|text| {
                    text.name(field, &oneofs);
                    text.separator(':');
                    text.out.push_str("null");
                });
                members.push(member);
            }
        }
        self.shuffle(&mut members);
        members
    }

    /// What is written meanwhile.
    pub(super) fn aside(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::take(&mut self.out);
        write(self);
        std::mem::replace(&mut self.out, outer)
    }

    fn shuffle(&mut self, members: &mut [String]) {
        if self.draw.chance(60) {
            for i in (1..members.len()).rev() {
                members.swap(i, self.draw.below(i + 1));
            }
        }
    }

    pub(super) fn object(&mut self, members: Vec<String>) {
        self.list('{', '}', members);
    }

    pub(super) fn list(&mut self, open: char, close: char, parts: Vec<String>) {
        self.out.push(open);
        self.space();
        for (at, part) in parts.into_iter().enumerate() {
            if at > 0 {
                self.separator(',');
            }
            self.out.push_str(&part);
        }
        self.space();
        self.out.push(close);
    }

    /// The name of a field, by which it is a member. (Python takes one that is a `oneof`'s name for its
    /// second arm.)
    fn name(&mut self, field: &FieldDescriptorProto, oneofs: &[&str]) {
        let name = match field.extendee() {
            "" if self.draw.chance(50) || oneofs.contains(&field.json_name()) => {
                field.name().to_owned()
            }
            "" => field.json_name().to_owned(),
            _ => format!("[{}]", self.described.extension_name(field)),
        };
        self.string(&name);
    }

    fn field(&mut self, field: &FieldDescriptorProto, depth: usize) {
        if field.label() != Label::Repeated {
            return self.single(field, depth);
        }
        let times = self.draw.below(4);
        match self.described.message(field.type_name()) {
            Some(entry) if is_entry(entry) => {
                let (key, value) = (&entry.field[0], &entry.field[1]);
                let mut keys = std::collections::BTreeSet::new();
                let mut members = Vec::new();
                for _ in 0..times {
                    let key = self.key(key);
                    if !keys.insert(key.clone()) {
                        continue;
                    }
                    members.push(self.aside(|text| {
                        text.string(&key);
                        text.separator(':');
                        text.single(value, depth);
                    }));
                }
                self.object(members);
            }
            _ => {
                let parts = (0..times).map(|_| self.aside(|text| text.single(field, depth)));
                let parts = parts.collect();
                self.list('[', ']', parts);
            }
        }
    }

    /// A key of a map, in the one form in which it is compared.
    fn key(&mut self, key: &FieldDescriptorProto) -> String {
        match key.r#type() {
            Type::String => (*self.draw.pick(&TEXTS)).to_owned(),
            Type::Bool => self.draw.chance(50).to_string(),
            ty => self.integer(ty).to_string(),
        }
    }

    fn single(&mut self, field: &FieldDescriptorProto, depth: usize) {
        match field.r#type() {
            Type::Message | Type::Group => self.value(field.type_name(), depth + 1),
            Type::String => {
                let text = *self.draw.pick(&TEXTS);
                self.string(text);
            }
            Type::Bytes => self.bytes(),
            Type::Bool => {
                let truth = self.draw.chance(50).to_string();
                self.out.push_str(&truth);
            }
            Type::Enum => self.enumerator(field.type_name()),
            Type::Float | Type::Double => self.float(field.r#type() == Type::Float),
            ty => {
                let value = self.integer(ty);
                self.written(value);
            }
        }
    }

    fn enumerator(&mut self, name: &str) {
        if name == ".google.protobuf.NullValue" {
            let form = *self.draw.pick(&["null", "\"NULL_VALUE\"", "0"]);
            return self.out.push_str(form);
        }
        let described = self.described;
        let members = described.members(name);
        let (name, number) = *self.draw.pick(&members);
        match self.draw.chance(70) {
            true => self.string(name),
            // Between quotes there are names only.
            false => self.out.push_str(&number.to_string()),
        }
    }

    /// An integer of a type, often at the ends of its range.
    fn integer(&mut self, ty: Type) -> i128 {
        let (low, high): (i128, i128) = match ty {
            Type::Int32 | Type::Sint32 | Type::Sfixed32 => (i32::MIN.into(), i32::MAX.into()),
            Type::Uint32 | Type::Fixed32 => (0, u32::MAX.into()),
            Type::Uint64 | Type::Fixed64 => (0, u64::MAX.into()),
            _ => (i64::MIN.into(), i64::MAX.into()),
        };
        match self.draw.below(6) {
            0 => low,
            1 => high,
            2 => 0,
            3 => i128::from(self.draw.number()).clamp(low, high),
            4 => (-i128::from(self.draw.number() >> self.draw.below(64))).clamp(low, high),
            _ => self.draw.below(1000) as i128,
        }
    }

    /// An integer in one of its forms. Those of a float are exact.
    fn written(&mut self, value: i128) {
        let exact = value.unsigned_abs() < 1 << 53;
        let text = match self.draw.below(8) {
            0 | 1 => format!("\"{value}\""),
            2 if exact => format!("{value}.0"),
            3 if exact => format!("{value}e0"),
            4 if exact && value % 100 == 0 => format!("{}E+2", value / 100),
            5 if exact => format!("{value}0e-1"),
            _ => value.to_string(),
        };
        self.out.push_str(&text);
    }

    fn float(&mut self, single: bool) {
        let value = match self.draw.below(6) {
            0 => 0.0,
            1 => -0.0,
            2 => f64::from(f32::from_bits(self.draw.number() as u32)),
            3 if !single => f64::from_bits(self.draw.number()),
            _ => self.draw.below(1 << 20) as f64 / 16.0,
        };
        let text = match value {
            v if v.is_nan() => "\"NaN\"".to_owned(),
            v if v.is_infinite() => format!("\"{}Infinity\"", if v < 0.0 { "-" } else { "" }),
            v => match self.draw.below(4) {
                0 => format!("\"{v}\""),
                1 => format!("{v:e}"),
                // To Python -0 is the integer 0.
                2 if v.to_bits() << 1 != 0 => v.to_string(),
                _ => format!("{v:?}"),
            },
        };
        self.out.push_str(&text);
    }

    fn bytes(&mut self) {
        const STANDARD: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let length = self.draw.length(80) as usize;
        let bytes: Vec<u8> = (0..length).map(|_| self.draw.number() as u8).collect();
        let mut text = String::new();
        for chunk in bytes.chunks(3) {
            let mut bits = 0_u32;
            (0..3).for_each(|i| bits = bits << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
            for i in 0..=chunk.len() {
                text.push(char::from(STANDARD[(bits >> (18 - 6 * i)) as usize & 63]));
            }
            (chunk.len()..3).for_each(|_| text.push('='));
        }
        if self.draw.chance(30) {
            text = text.replace('+', "-").replace('/', "_");
        }
        if self.draw.chance(30) {
            text.truncate(text.trim_end_matches('=').len());
        }
        self.string(&text);
    }

    /// Text between quotes, some of it escaped without need.
    pub(super) fn string(&mut self, text: &str) {
        self.out.push('"');
        let often = if self.draw.chance(15) { 40 } else { 1 };
        for c in text.chars() {
            let short = "\"\\/\u{8}\u{c}\n\r\t"
                .find(c)
                .filter(|_| self.draw.chance(50));
            let must = c < ' ' || c == '"' || c == '\\';
            match short {
                Some(_) => {
                    self.out.push('\\');
                    self.out.push(match c {
                        '\u{8}' => 'b',
                        '\u{c}' => 'f',
                        '\n' => 'n',
                        '\r' => 'r',
                        '\t' => 't',
                        c => c,
                    });
                }
                None if must || self.draw.chance(often) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        let digits = match self.draw.chance(50) {
                            true => format!("\\u{unit:04x}"),
                            false => format!("\\u{unit:04X}"),
                        };
                        self.out.push_str(&digits);
                    }
                }
                None => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    pub(super) fn separator(&mut self, c: char) {
        self.space();
        self.out.push(c);
        self.space();
    }

    fn space(&mut self) {
        if self.draw.chance(6) {
            let space = *self.draw.pick(&[" ", "\n", "\t", " \r\n  "]);
            self.out.push_str(space);
        }
    }
}

/// The same with a character changed, left out or put in, or with a part of it twice; not in numbers,
/// which Python rounds twice where they have too many digits.
pub(super) fn damaged(text: &str, draw: &mut Draw) -> String {
    const OTHERS: [char; 15] = [
        '"', '{', '}', '[', ']', ',', ':', '0', '-', '.', 'n', 'x', ' ', '\\', '_',
    ];
    let mut characters: Vec<char> = text.chars().collect();
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    let fits = |at: &usize| {
        let before = at.checked_sub(1).and_then(|at| characters.get(at));
        !is_digit(characters.get(*at)) && !is_digit(before)
    };
    let places: Vec<usize> = (0..characters.len()).filter(fits).collect();
    if places.is_empty() {
        return String::new();
    }
    let at = *draw.pick(&places);
    match draw.below(5) {
        0 => characters[at] = *draw.pick(&OTHERS),
        1 => drop(characters.remove(at)),
        2 => characters.insert(at, *draw.pick(&OTHERS)),
        3 => characters.truncate(at),
        _ => {
            let end = (at + draw.below(12)).min(characters.len());
            let part: Vec<char> = characters[at..end].to_vec();
            if !part.iter().any(char::is_ascii_digit) {
                characters.splice(at..at, part);
            }
        }
    }
    characters.into_iter().collect()
}
