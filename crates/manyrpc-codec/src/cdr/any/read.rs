//! Reading type codes (CORBA 3.0, section 15.3.5.1).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::kinds;
use super::type_code::{
    Arm, Body, Kind, Labels, Member, Modifier, Name, State, TypeCode, TypeIndex, TypeRef, Types,
    Uncarried,
};
use crate::cdr::source::Decoder;
use crate::error::{Fail, MalformedKind};
use crate::meta::Field;

const NAME: Field = Field::plain("name");
const COUNT: Field = Field::plain("count");

/// Reads a type code.
pub(super) fn type_code(source: &mut Decoder<'_>) -> Result<TypeCode, Fail> {
    let mut reader = Reader::default();
    let root = reader.read(source)?;
    Ok(TypeCode {
        kinds: reader.types.0,
        root,
    })
}

/// A label of a union.
pub(super) fn label(source: &mut Decoder<'_>, labels: Labels) -> Result<i64, Fail> {
    Ok(match labels {
        Labels::Bool => i64::from(source.truth()?),
        Labels::U8 => i64::from(source.u8()?),
        Labels::I16 => i64::from(source.u16()? as i16),
        Labels::U16 => i64::from(source.u16()?),
        Labels::I32 => i64::from(source.u32()? as i32),
        Labels::U32 => i64::from(source.u32()?),
        Labels::I64 => source.u64()? as i64,
        Labels::Wide => i64::from(source.wide_char()?),
    })
}

/// The labels of a union with this discriminant.
pub(super) fn labels(source: &mut Decoder<'_>, discriminant: TypeRef<'_>) -> Result<Labels, Fail> {
    let labels = discriminant.labels();
    labels.ok_or_else(|| source.fail_back(0, MalformedKind::Expected("a discriminant")))
}

#[derive(Default)]
struct Reader {
    types: Types,
    /// Where the types that others may refer to began, in ascending order.
    seen: Vec<(usize, TypeIndex)>,
}

impl Reader {
    fn read(&mut self, source: &mut Decoder<'_>) -> Result<TypeIndex, Fail> {
        let number = source.u32()?;
        let at = source.offset() - 4;
        if number == kinds::INDIRECTION {
            return self.indirection(source);
        }
        let simple = match number {
            kinds::STRING => Kind::String { max: source.u32()? },
            kinds::WSTRING => Kind::WString { max: source.u32()? },
            kinds::FIXED => Kind::Fixed {
                digits: source.u16()?,
                scale: source.u16()? as i16,
            },
            _ => match kinds::SIMPLE.iter().find(|(n, _)| *n == number) {
                Some((_, kind)) => kind.clone(),
                None => return self.complex(source, at, number),
            },
        };
        Ok(self.types.add(simple))
    }

    /// A reference to a type that began earlier in the same type code, perhaps one around it.
    fn indirection(&self, source: &mut Decoder<'_>) -> Result<TypeIndex, Fail> {
        let distance = source.u32()? as i32;
        let at = source.offset() - 4;
        let target = usize::try_from(at as i64 + i64::from(distance)).ok();
        let found = target.and_then(|target| {
            let found = self.seen.binary_search_by_key(&target, |(at, _)| *at);
            found.ok().map(|i| self.seen[i].1)
        });
        found.ok_or_else(|| source.fail_back(4, MalformedKind::Expected("an earlier type code")))
    }

    /// A type whose description is an encapsulation.
    fn complex(
        &mut self,
        source: &mut Decoder<'_>,
        at: usize,
        number: u32,
    ) -> Result<TypeIndex, Fail> {
        let index = self.types.reserve();
        self.seen.push((at, index));
        let mut kind = Kind::Null;
        source.nested(|source| {
            source.encapsulated(|source| {
                kind = self.description(source, number)?;
                Ok(())
            })
        })?;
        self.types.set(index, kind);
        Ok(index)
    }

    fn description(&mut self, source: &mut Decoder<'_>, number: u32) -> Result<Kind, Fail> {
        match number {
            kinds::SEQUENCE => {
                let element = self.read(source)?;
                let max = source.u32()?;
                return Ok(Kind::Sequence { element, max });
            }
            kinds::ARRAY => {
                let element = self.read(source)?;
                let length = source.u32()?;
                return Ok(Kind::Array { element, length });
            }
            _ => {}
        }
        let name = Name {
            id: text(source)?,
            name: text(source)?,
        };
        let body = match number {
            kinds::REFERENCE => Body::Reference,
            kinds::STRUCT => Body::Struct(self.members(source)?),
            kinds::EXCEPTION => Body::Exception(self.members(source)?),
            kinds::UNION => self.union(source)?,
            kinds::ENUM => {
                let n = source.count(&COUNT, 4)?;
                let mut members = Vec::new();
                for _ in 0..n {
                    members.push(text(source)?);
                }
                Body::Enum(members)
            }
            kinds::ALIAS => Body::Alias(self.read(source)?),
            kinds::VALUE => self.value(source)?,
            kinds::VALUE_BOX => Body::Box(self.read(source)?),
            kinds::NATIVE => Body::Other(Uncarried::Native),
            kinds::ABSTRACT_INTERFACE => Body::Other(Uncarried::AbstractInterface),
            kinds::LOCAL_INTERFACE => Body::Other(Uncarried::LocalInterface),
            _ => return Err(source.fail_back(8, MalformedKind::Expected("a type code"))),
        };
        Ok(Kind::Named(name, body))
    }

    fn members(&mut self, source: &mut Decoder<'_>) -> Result<Vec<Member>, Fail> {
        let n = source.count(&COUNT, 8)?;
        let mut members = Vec::new();
        for _ in 0..n {
            members.push(self.member(source)?);
        }
        Ok(members)
    }

    fn value(&mut self, source: &mut Decoder<'_>) -> Result<Body, Fail> {
        let modifier = match source.u16()? {
            0 => Modifier::None,
            1 => Modifier::Custom,
            2 => Modifier::Abstract,
            3 => Modifier::Truncatable,
            _ => return Err(source.fail_back(2, MalformedKind::Expected("a modifier"))),
        };
        let base = self.read(source)?;
        let n = source.count(&COUNT, 12)?;
        let mut state = Vec::new();
        for _ in 0..n {
            let member = self.member(source)?;
            let is_public = source.u16()? != 0;
            state.push(State { member, is_public });
        }
        Ok(Body::Value {
            modifier,
            base,
            state,
        })
    }

    fn member(&mut self, source: &mut Decoder<'_>) -> Result<Member, Fail> {
        let name = text(source)?;
        let ty = self.read(source)?;
        Ok(Member { name, ty })
    }

    fn union(&mut self, source: &mut Decoder<'_>) -> Result<Body, Fail> {
        let discriminant = self.read(source)?;
        let default = source.u32()? as i32;
        let n = source.count(&COUNT, 8)?;
        let of = TypeRef {
            kinds: &self.types.0,
            index: discriminant,
        };
        let labels = labels(source, of)?;
        let mut arms = Vec::new();
        for _ in 0..n {
            let label = label(source, labels)?;
            let member = self.member(source)?;
            arms.push(Arm { label, member });
        }
        let default = match u32::try_from(default) {
            Ok(index) if (index as usize) < n => Some(index),
            Ok(_) => return Err(source.fail_back(0, MalformedKind::Expected("an arm"))),
            Err(_) => None,
        };
        Ok(Body::Union {
            discriminant,
            arms,
            default,
        })
    }
}

/// Names and identifiers, which are ASCII in OMG IDL; those that are not UTF-8, whatever the code set of
/// text is, are refused.
fn text(source: &mut Decoder<'_>) -> Result<String, Fail> {
    let bytes = source.string_bytes(&NAME)?;
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(source.fail_back(bytes.len() + 1, MalformedKind::NotUtf8)),
    }
}
