//! Bytes of messages, drawn by their descriptors and by nothing of ours: fields in any order, several
//! times, split and packed either way, unknown ones between them, integers longer than they need be,
//! values beyond their type, and now and then what is malformed.

use manyrpc_draw::Draw;
use protox::prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
use protox::prost_reflect::prost_types::{DescriptorProto, FieldDescriptorProto};

use super::described::{Described, is_entry, is_set};

/// Levels of messages.
const DEEPEST: usize = 6;

const INTEGERS: [u64; 16] = [
    0,
    1,
    2,
    127,
    128,
    1 << 14,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    1 << 33 | 1,
    (1 << 63) - 1,
    1 << 63,
    u64::MAX,
    -2_i64 as u64,
    (1 << 35) + 5,
];

const TEXTS: [&str; 6] = ["", "a", "Grüße", "\u{1F980}", "seventeen letters", "\0"];

/// Draws bytes for the messages of one definition.
pub(in crate::protobuf) struct Wire<'a> {
    pub(in crate::protobuf) described: &'a Described,
    pub(in crate::protobuf) draw: Draw,
    /// Of a hundred places how many are malformed, at least on their face.
    pub(in crate::protobuf) spoils: u32,
}

impl Wire<'_> {
    /// A message of that full name, with a dot in front.
    pub(in crate::protobuf) fn message(&mut self, name: &str) -> Vec<u8> {
        let mut out = Vec::new();
        self.fields(name, 0, &mut out);
        out
    }

    fn fields(&mut self, name: &str, depth: usize, out: &mut Vec<u8>) {
        let described = self.described;
        let Some(message) = described.message(name) else {
            return;
        };
        let extensions = described.extensions(name);
        let all: Vec<&FieldDescriptorProto> = message.field.iter().chain(extensions).collect();
        let required = all.iter().filter(|f| f.label() == Label::Required);
        let mut chosen: Vec<&FieldDescriptorProto> = required.copied().collect();
        if self.draw.chance(5) {
            chosen.pop();
        }
        if depth < DEEPEST {
            let most = if depth == 0 { 9 } else { 4 };
            for _ in 0..self.draw.below(most) {
                if !all.is_empty() {
                    chosen.push(self.draw.pick::<&FieldDescriptorProto>(&all));
                }
            }
        } else if depth > 2 * DEEPEST {
            return;
        }
        if described.has_sets {
            // Items of one type that come again, in whatever parts of their set, are merged by us and by
            // Google's C++ and replace each other in upb.
            chosen.sort_by_key(|f| f.number());
            chosen.dedup_by_key(|f| f.number());
        }
        self.arrange(&mut chosen);
        for field in chosen {
            if self.draw.chance(6) {
                self.unknown(&all, 0, out);
            }
            self.field(message, field, depth, out);
        }
        if self.draw.chance(10) {
            self.unknown(&all, 0, out);
        }
    }

    /// In their order, as nearly all senders do, or in any.
    fn arrange(&mut self, chosen: &mut [&FieldDescriptorProto]) {
        if self.draw.chance(50) {
            chosen.sort_by_key(|f| f.number());
        } else {
            for i in (1..chosen.len()).rev() {
                chosen.swap(i, self.draw.below(i + 1));
            }
        }
    }

    fn field(
        &mut self,
        of: &DescriptorProto,
        field: &FieldDescriptorProto,
        depth: usize,
        out: &mut Vec<u8>,
    ) {
        let number = field.number() as u32;
        if self.draw.chance(3) {
            return self.other_wire(number, out);
        }
        let times = match field.label() {
            Label::Repeated => self.draw.below(5),
            _ if self.draw.chance(12) && !self.described.has_sets => 2,
            _ => 1,
        };
        let packable = !matches!(
            field.r#type(),
            Type::String | Type::Bytes | Type::Message | Type::Group
        );
        if packable && field.label() == Label::Repeated && self.draw.chance(50) {
            let mut packed = Vec::new();
            (0..times).for_each(|_| self.scalar(field, &mut packed));
            return self.delimited(number, &packed, out);
        }
        for _ in 0..times {
            match field.r#type() {
                Type::Group => self.group(field, depth, out),
                Type::Message if is_set(of) && self.draw.chance(80) => self.item(field, depth, out),
                Type::Message => {
                    let body = self.body(field.type_name(), depth);
                    self.delimited(number, &body, out);
                }
                _ => {
                    self.key(number, wire(field.r#type()), out);
                    self.scalar(field, out);
                }
            }
        }
    }

    fn body(&mut self, name: &str, depth: usize) -> Vec<u8> {
        let mut body = Vec::new();
        match self.described.message(name) {
            Some(entry) if is_entry(entry) => self.entry(entry, depth, &mut body),
            _ => self.fields(name, depth + 1, &mut body),
        }
        body
    }

    /// A key and a value, either of which may be missing, or come twice, in any order.
    fn entry(&mut self, entry: &DescriptorProto, depth: usize, out: &mut Vec<u8>) {
        let mut parts: Vec<usize> = vec![0, 1];
        match self.draw.below(12) {
            0 => drop(parts.remove(0)),
            1 => drop(parts.remove(1)),
            2 => parts.reverse(),
            3 => parts.push(self.draw.below(2)),
            _ => {}
        }
        for part in parts {
            let Some(field) = entry.field.get(part) else {
                return;
            };
            self.field(entry, field, depth + 1, out);
        }
    }

    fn group(&mut self, field: &FieldDescriptorProto, depth: usize, out: &mut Vec<u8>) {
        let number = field.number() as u32;
        self.key(number, 3, out);
        self.fields(field.type_name(), depth + 1, out);
        let end = if self.draw.chance(self.spoils) {
            number + 1
        } else {
            number
        };
        self.key(end, 4, out);
    }

    /// An item of a message set: a group of type and message.
    fn item(&mut self, field: &FieldDescriptorProto, depth: usize, out: &mut Vec<u8>) {
        let body = self.body(field.type_name(), depth);
        self.key(1, 3, out);
        let first = self.draw.chance(80);
        if !first {
            self.delimited(3, &body, out);
        }
        self.key(2, 0, out);
        self.varint(field.number() as u64, out);
        if first {
            self.delimited(3, &body, out);
        }
        self.key(1, 4, out);
    }

    fn scalar(&mut self, field: &FieldDescriptorProto, out: &mut Vec<u8>) {
        match field.r#type() {
            Type::Float | Type::Fixed32 | Type::Sfixed32 => {
                let bits = self.integer() as u32;
                out.extend(bits.to_le_bytes());
            }
            Type::Double | Type::Fixed64 | Type::Sfixed64 => {
                out.extend(self.integer().to_le_bytes())
            }
            Type::String => {
                let text = self.text();
                self.long(&text, out);
            }
            Type::Bytes => {
                let n = self.draw.length(300) as usize;
                let bytes: Vec<u8> = (0..n).map(|_| self.draw.number() as u8).collect();
                self.long(&bytes, out);
            }
            Type::Enum => {
                let values = self.described.values(field.type_name());
                let value = match self.draw.below(10) {
                    0 => self.integer(),
                    1 => u64::from(*self.draw.pick(&values) as u32),
                    _ => i64::from(*self.draw.pick(&values)) as u64,
                };
                self.varint(value, out);
            }
            Type::Bool if self.draw.chance(80) => out.push(self.draw.below(2) as u8),
            _ => {
                let value = self.integer();
                self.varint(value, out);
            }
        }
    }

    fn text(&mut self) -> Vec<u8> {
        if self.draw.chance(self.spoils) {
            return vec![0xc3, 0x28];
        }
        match self.draw.below(4) {
            0 => vec![b'x'; self.draw.length(300) as usize],
            _ => self.draw.pick(&TEXTS).as_bytes().to_vec(),
        }
    }

    fn integer(&mut self) -> u64 {
        match self.draw.below(3) {
            0 => *self.draw.pick(&INTEGERS),
            1 => self.draw.below(300) as u64,
            _ => self.draw.number() >> self.draw.below(64),
        }
    }

    /// A varint, now and then of more bytes than it needs.
    fn varint(&mut self, value: u64, out: &mut Vec<u8>) {
        let more = if self.draw.chance(4) {
            self.draw.between(1, 9)
        } else {
            0
        };
        self.varint_of(value, more, out);
    }

    fn varint_of(&mut self, mut value: u64, more: usize, out: &mut Vec<u8>) {
        let start = out.len();
        while value >= 0x80 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
        let longest = if self.draw.chance(self.spoils) {
            11
        } else {
            10
        };
        for _ in 0..more.min((start + longest).saturating_sub(out.len())) {
            if let Some(last) = out.last_mut() {
                *last |= 0x80;
            }
            out.push(0);
        }
    }

    fn key(&mut self, number: u32, wire: u8, out: &mut Vec<u8>) {
        let (number, wire) = match self.draw.chance(self.spoils) {
            true => (number & self.draw.number() as u32, self.draw.below(8) as u8),
            false => (number, wire),
        };
        let more = match self.draw.below(100) {
            0..2 => self.draw.between(1, 4),
            2 if self.spoils > 0 => self.draw.between(1, 9),
            _ => 0,
        };
        let start = out.len();
        self.varint_of(u64::from(number) << 3 | u64::from(wire), more, out);
        // Longer keys are for those that spoil.
        if self.spoils == 0 && out.len() - start > 5 {
            out.truncate(start);
            self.varint_of(u64::from(number) << 3 | u64::from(wire), 0, out);
        }
    }

    fn long(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        // Lengths of more than five bytes are for those that spoil.
        let more = match self.draw.below(100) {
            0..3 => self.draw.between(1, 3),
            3 if self.spoils > 0 => self.draw.between(4, 9),
            _ => 0,
        };
        self.varint_of(bytes.len() as u64, more, out);
        out.extend_from_slice(bytes);
    }

    fn delimited(&mut self, number: u32, bytes: &[u8], out: &mut Vec<u8>) {
        self.key(number, 2, out);
        self.long(bytes, out);
    }

    /// A field that nobody knows.
    fn unknown(&mut self, known: &[&FieldDescriptorProto], depth: usize, out: &mut Vec<u8>) {
        let number = *self.draw.pick(&[3, 14, 17, 130, 2049, 20_001, 536_870_910]);
        if known.iter().any(|f| f.number() as u32 == number) {
            return;
        }
        match self.draw.below(6) {
            0 if depth < 3 => {
                self.key(number, 3, out);
                for _ in 0..self.draw.below(3) {
                    self.unknown(&[], depth + 1, out);
                }
                self.key(number, 4, out);
            }
            _ => self.other_wire(number, out),
        }
    }

    /// A field of whatever kind.
    fn other_wire(&mut self, number: u32, out: &mut Vec<u8>) {
        match self.draw.below(4) {
            0 => {
                self.key(number, 0, out);
                let value = self.integer();
                self.varint(value, out);
            }
            1 => {
                self.key(number, 1, out);
                out.extend(self.integer().to_le_bytes());
            }
            2 => {
                self.key(number, 5, out);
                out.extend((self.integer() as u32).to_le_bytes());
            }
            _ => {
                let bytes = self.text();
                self.delimited(number, &bytes, out);
            }
        }
    }
}

/// How a scalar is told from what follows it.
pub(super) fn wire(ty: Type) -> u8 {
    match ty {
        Type::Group => 3,
        Type::Message => 2,
        Type::Float | Type::Fixed32 | Type::Sfixed32 => 5,
        Type::Double | Type::Fixed64 | Type::Sfixed64 => 1,
        Type::String | Type::Bytes => 2,
        _ => 0,
    }
}
