//! Messages that upb reads otherwise than everybody else.

use protox::prost_reflect::prost_types::FieldDescriptorProto;
use protox::prost_reflect::prost_types::field_descriptor_proto::{Label, Type};

use super::described::{Described, is_entry, is_set};

/// Whether these bytes have what upb alone takes otherwise.
///
/// An entry of a map with a field that is neither its key nor its value is no entry to upb, but an unknown
/// field; Google's other codecs and ours go without such fields. Items of one type that come again in a
/// message set, or in another part of it, replace each other in upb; others and ours merge them.
pub(super) fn is_odd_to_upb(described: &Described, name: &str, bytes: &[u8]) -> bool {
    let mut walk = Walk {
        described,
        rest: bytes,
        odd: false,
    };
    // What is malformed is odd as far as it goes.
    let _ = walk.message(name, 0);
    walk.odd
}

struct Walk<'a> {
    described: &'a Described,
    rest: &'a [u8],
    odd: bool,
}

impl<'a> Walk<'a> {
    /// Up to the end of the bytes, or of the group of that number.
    fn message(&mut self, name: &str, group: u64) -> Option<()> {
        let described = self.described;
        let message = described.message(name);
        let is_entry = message.is_some_and(is_entry);
        // What there is once, of messages and of items.
        let (mut once, mut types) = (Vec::new(), Vec::new());
        while !self.rest.is_empty() {
            let key = self.varint()?;
            let (number, wire) = (key >> 3, key & 7);
            if wire == 4 {
                return (number == group).then_some(());
            }
            let extensions = described.extensions(name).iter();
            let fields = message.iter().flat_map(|m| &m.field).chain(extensions);
            let mut fields = fields.filter(|f| f.number() as u64 == number);
            let field = fields.next();
            self.odd |=
                is_entry && field.is_none_or(|f| u64::from(super::wire::wire(f.r#type())) != wire);
            let below = field.map_or("", |f| f.type_name());
            let is_message = |f: &FieldDescriptorProto| {
                f.label() != Label::Repeated && matches!(f.r#type(), Type::Message | Type::Group)
            };
            if described.has_sets && field.is_some_and(is_message) {
                self.odd |= once.contains(&number);
                once.push(number);
            }
            match wire {
                0 => drop(self.varint()?),
                1 => drop(self.take(8)?),
                5 => drop(self.take(4)?),
                3 if message.is_some_and(is_set) && number == 1 => {
                    let ty = self.item(name)?;
                    self.odd |= types.contains(&ty);
                    types.push(ty);
                }
                3 => self.message(below, number)?,
                2 => {
                    let length = self.varint()?;
                    let body = self.take(length as usize)?;
                    let rest = std::mem::replace(&mut self.rest, body);
                    // Whatever it is, what is behind it may be odd too.
                    let _ = self.message(below, 0);
                    self.rest = rest;
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// An item of a message set, up to its end: its type.
    fn item(&mut self, name: &str) -> Option<u64> {
        let (mut ty, mut body) = (0, &[][..]);
        loop {
            match self.varint()? {
                12 => break,
                16 => ty = self.varint()?,
                26 => {
                    let length = self.varint()?;
                    body = self.take(length as usize)?;
                }
                // Others are so rare that none need be compared.
                _ => {
                    self.odd = true;
                    return None;
                }
            }
        }
        let mut extensions = self.described.extensions(name).iter();
        let below = extensions.find(|f| f.number() as u64 == ty);
        let rest = std::mem::replace(&mut self.rest, body);
        let _ = self.message(below.map_or("", |f| f.type_name()), 0);
        self.rest = rest;
        Some(ty)
    }

    fn varint(&mut self) -> Option<u64> {
        let n = self.rest.iter().position(|byte| *byte < 0x80)?;
        let bytes = self.take(n + 1)?;
        let bits = bytes.iter().take(10).enumerate();
        Some(bits.fold(0, |v, (i, byte)| v | u64::from(byte & 0x7f) << (7 * i)))
    }

    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(taken)
    }
}
