//! Writing type codes (CORBA 3.0, section 15.3.5.1), little-endian.
//!
//! A type code begins at a multiple of 4 and holds nothing that counts from elsewhere, so its bytes
//! are the same in every message.

use alloc::vec;
use alloc::vec::Vec;

use super::kinds;
use super::type_code::{Arm, Body, Kind, Labels, Member, State, TypeCode, TypeIndex};
use crate::cdr::octets::Octets;
use crate::error::UnencodableKind;

/// The bytes of a type code; no more than `depth` types in each other.
pub(super) fn type_code(code: &TypeCode, depth: u32) -> Result<Vec<u8>, UnencodableKind> {
    let mut writer = Writer {
        code,
        out: Octets::default(),
        written: vec![None; code.kinds.len()],
    };
    writer.put(code.root, depth)?;
    Ok(writer.out.bytes)
}

struct Writer<'t> {
    code: &'t TypeCode,
    out: Octets,
    /// Where the types begin that later ones may refer to: so a type that occurs often takes its
    /// bytes once, and one that contains itself can be written.
    written: Vec<Option<usize>>,
}

impl Writer<'_> {
    fn put(&mut self, index: TypeIndex, depth: u32) -> Result<(), UnencodableKind> {
        let code = self.code;
        let kind = &code.kinds[index.0 as usize];
        self.out.align(4);
        if let Some(earlier) = self.written[index.0 as usize] {
            self.out.u32(kinds::INDIRECTION);
            let distance = earlier as i64 - self.out.bytes.len() as i64;
            self.out.u32(distance as i32 as u32);
            return Ok(());
        }
        let at = self.out.bytes.len();
        self.out.u32(kinds::number(kind));
        match kind {
            Kind::String { max } | Kind::WString { max } => self.out.u32(*max),
            Kind::Fixed { digits, scale } => {
                self.out.put(digits.to_le_bytes());
                self.out.put(scale.to_le_bytes());
            }
            Kind::Sequence { .. } | Kind::Array { .. } | Kind::Named(..) => {
                self.written[index.0 as usize] = Some(at);
                let depth = depth.checked_sub(1).ok_or(UnencodableKind::TooDeep)?;
                let outer = self.out.begin();
                self.describe(kind, depth)?;
                self.out.end(outer);
            }
            _ => {}
        }
        Ok(())
    }

    fn describe(&mut self, kind: &Kind, depth: u32) -> Result<(), UnencodableKind> {
        let (name, body) = match kind {
            Kind::Sequence { element, max: n } | Kind::Array { element, length: n } => {
                self.put(*element, depth)?;
                self.out.u32(*n);
                return Ok(());
            }
            Kind::Named(name, body) => (name, body),
            _ => return Ok(()),
        };
        self.out.text(name.id.as_bytes());
        self.out.text(name.name.as_bytes());
        match body {
            Body::Reference | Body::Other(_) => {}
            Body::Struct(members) | Body::Exception(members) => {
                self.out.u32(members.len() as u32);
                for member in members {
                    self.member(member, depth)?;
                }
            }
            Body::Union {
                discriminant,
                arms,
                default,
            } => {
                let ty = self.code.root().at(*discriminant);
                let labels = ty.labels().ok_or(UnencodableKind::Not("a discriminant"))?;
                self.put(*discriminant, depth)?;
                self.out.u32(default.unwrap_or(u32::MAX));
                self.out.u32(arms.len() as u32);
                for Arm { label, member } in arms {
                    self.label(labels, *label);
                    self.member(member, depth)?;
                }
            }
            Body::Enum(members) => {
                self.out.u32(members.len() as u32);
                for member in members {
                    self.out.text(member.as_bytes());
                }
            }
            Body::Alias(of) | Body::Box(of) => self.put(*of, depth)?,
            Body::Value {
                modifier,
                base,
                state,
            } => {
                self.out.put((*modifier as u16).to_le_bytes());
                self.put(*base, depth)?;
                self.out.u32(state.len() as u32);
                for State { member, is_public } in state {
                    self.member(member, depth)?;
                    self.out.put(u16::from(*is_public).to_le_bytes());
                }
            }
        }
        Ok(())
    }

    fn member(&mut self, member: &Member, depth: u32) -> Result<(), UnencodableKind> {
        self.out.text(member.name.as_bytes());
        self.put(member.ty, depth)
    }

    fn label(&mut self, labels: Labels, label: i64) {
        match labels {
            Labels::Bool | Labels::U8 => self.out.put([label as u8]),
            Labels::I16 | Labels::U16 => self.out.put((label as u16).to_le_bytes()),
            Labels::I32 | Labels::U32 => self.out.u32(label as u32),
            Labels::I64 => self.out.put(label.to_le_bytes()),
            // As in GIOP 1.2.
            Labels::Wide => {
                let [high, low] = (label as u16).to_be_bytes();
                for octet in [2, high, low] {
                    self.out.put([octet]);
                }
            }
        }
    }
}
