//! Copying a value of which only its type code is known, from one representation to another.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;

use super::read::{self, label, labels};
use super::type_code::{
    Arm, Body, Kind, Labels, Member, Modifier, Name, TypeCode, TypeIndex, TypeRef, Uncarried,
};
use crate::cdr::encoder::Encoder;
use crate::cdr::source::{Decoder, Next};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Field, Length};

const VALUE: Field = Field::plain("any");

/// Copies values to an encoder.
pub(super) struct Copy<'c, 'w> {
    to: &'c mut Encoder<'w>,
    /// What tells identities of its values from others of the message.
    scope: u32,
    /// Arms by their labels, of unions of this type code that have many.
    unions: BTreeMap<TypeIndex, BTreeMap<i64, usize>>,
}

/// The most arms that are searched in turn.
const FEW_ARMS: usize = 16;

impl Decoder<'_> {
    /// Whether an exception's repository identifier precedes its members, which is then read (section
    /// 15.3.5.5). omniORB leaves it out, and takes it for a member.
    pub(super) fn takes_id(&mut self, name: &Name) -> bool {
        let mut behind = self.fork();
        let mut id = Cow::Borrowed("");
        let is_there = behind.string(&VALUE, &mut id).is_ok() && *id == *name.id;
        if is_there {
            self.join(behind);
        }
        is_there
    }
}

impl<'c, 'w> Copy<'c, 'w> {
    pub(super) fn to(to: &'c mut Encoder<'w>) -> Self {
        let scope = to.new_scope();
        Copy {
            to,
            scope,
            unions: BTreeMap::new(),
        }
    }

    /// A type code and a value of it.
    pub(super) fn any(&mut self, from: &mut Decoder<'_>) -> Result<(), Fail> {
        let code = self.type_code(from)?;
        let around = core::mem::take(&mut self.unions);
        from.nested(|from| self.value(code.root(), from))?;
        self.unions = around;
        Ok(())
    }

    /// A type code.
    fn type_code(&mut self, from: &mut Decoder<'_>) -> Result<TypeCode, Fail> {
        let code = read::type_code(from)?;
        self.to.put_type_code(&VALUE, &code);
        Ok(code)
    }

    /// A value.
    fn value(&mut self, ty: TypeRef<'_>, from: &mut Decoder<'_>) -> Result<(), Fail> {
        match ty.kind() {
            Kind::Null | Kind::Void => {}
            Kind::Boolean => self.to.put(&VALUE, [u8::from(from.truth()?)]),
            Kind::Char | Kind::Octet => self.to.put(&VALUE, [from.u8()?]),
            Kind::Short | Kind::UShort => self.to.put(&VALUE, from.u16()?.to_le_bytes()),
            Kind::Long | Kind::ULong | Kind::Float => {
                self.to.put(&VALUE, from.u32()?.to_le_bytes())
            }
            Kind::LongLong | Kind::ULongLong | Kind::Double => {
                self.to.put(&VALUE, from.u64()?.to_le_bytes());
            }
            Kind::LongDouble => {
                from.align::<8>()?;
                let mut bytes = [0; 16];
                bytes.copy_from_slice(from.take(16)?);
                if from.is_big() {
                    bytes.reverse();
                }
                self.to.align::<8>();
                self.to.put_here(&VALUE, bytes);
            }
            Kind::WChar => self.to.put_wide_char(&VALUE, from.wide_char()?),
            Kind::String { max } => self.string(&bounded(*max), from)?,
            Kind::WString { max } => {
                let field = bounded(*max);
                self.to.put_wide_text(&field, &from.wide_text(&field)?);
            }
            Kind::Fixed { digits, .. } => {
                self.to.put_octets(&VALUE, from.packed((*digits).into())?)
            }
            Kind::Any => from.nested(|from| self.any(from))?,
            Kind::TypeCode => drop(self.type_code(from)?),
            Kind::Principal => self.octets(from)?,
            Kind::Sequence { element, max } => {
                let n = from.element_count(&bounded(*max))?;
                self.to.put_u32(&VALUE, n as u32);
                self.elements(ty.at(*element), n, from)?;
            }
            Kind::Array { element, length } => {
                let n = from.element_count(&Field::sized("any", Length::Fixed(*length)))?;
                self.elements(ty.at(*element), n, from)?;
            }
            Kind::Named(name, body) => self.named(ty, name, body, from)?,
        }
        Ok(())
    }

    fn named(
        &mut self,
        ty: TypeRef<'_>,
        name: &Name,
        body: &Body,
        from: &mut Decoder<'_>,
    ) -> Result<(), Fail> {
        match body {
            Body::Alias(of) => from.nested(|from| self.value(ty.at(*of), from)),
            Body::Struct(all) => self.members(ty, all, from),
            Body::Exception(all) => {
                if from.takes_id(name) {
                    self.to.put_string(&VALUE, &name.id);
                }
                self.members(ty, all, from)
            }
            Body::Enum(names) => {
                let member = from.u32()?;
                if member as usize >= names.len() {
                    return Err(from.fail_back(4, MalformedKind::NotMember(member as i32)));
                }
                self.to.put_u32(&VALUE, member);
                Ok(())
            }
            Body::Union {
                discriminant,
                arms,
                default,
            } => {
                let labels = labels(from, ty.at(*discriminant))?;
                let label = label(from, labels)?;
                self.put_label(labels, label);
                let default = default.map(|at| at as usize);
                let arm = self.arm(ty.index(), arms, default, label).or(default);
                match arm.and_then(|at| arms.get(at)) {
                    Some(arm) => from.nested(|from| self.value(ty.at(arm.member.ty), from)),
                    None => Ok(()),
                }
            }
            Body::Reference => self.reference(from),
            Body::Value {
                modifier: Modifier::Custom | Modifier::Abstract,
                ..
            } => self.null(from),
            Body::Value { .. } => self.valuetype(name, from, |copy, from| copy.state(ty, from)),
            Body::Box(of) => self.valuetype(name, from, |copy, from| copy.value(ty.at(*of), from)),
            // Section 15.3.7: a reference, or a value, whose type the type code does not tell.
            Body::Other(Uncarried::AbstractInterface) => {
                let is_reference = from.truth()?;
                self.to.put(&VALUE, [u8::from(is_reference)]);
                match is_reference {
                    true => self.reference(from),
                    false => self.null(from),
                }
            }
            Body::Other(_) => {
                Err(from.fail_back(0, MalformedKind::Refused("values of this type in an any")))
            }
        }
    }

    /// Section 13.6.2: the interface's identifier, and profiles.
    fn reference(&mut self, from: &mut Decoder<'_>) -> Result<(), Fail> {
        self.string(&VALUE, from)?;
        let profiles = from.count(&VALUE, 8)?;
        self.to.put_u32(&VALUE, profiles as u32);
        for _ in 0..profiles {
            let tag = from.u32()?;
            self.to.put_u32(&VALUE, tag);
            self.octets(from)?;
        }
        Ok(())
    }

    /// A place of a valuetype of which no other value than none is carried.
    fn null(&mut self, from: &mut Decoder<'_>) -> Result<(), Fail> {
        match from.next_value()? {
            Next::Null => {
                self.to.put_u32(&VALUE, 0);
                Ok(())
            }
            _ => Err(from.fail_back(0, MalformedKind::Refused("this value in an any"))),
        }
    }

    /// A place of a valuetype: a value as one of this very type, whatever it was truncated from.
    fn valuetype(
        &mut self,
        name: &Name,
        from: &mut Decoder<'_>,
        state: impl FnOnce(&mut Self, &mut Decoder<'_>) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (id, end) = match from.next_value()? {
            Next::Null => {
                self.to.put_u32(&VALUE, 0);
                return Ok(());
            }
            Next::Same(id) => {
                return match self.to.put_same(&VALUE, self.scope, id) {
                    true => Ok(()),
                    // It stands around the `any`.
                    false => Err(from.fail_back(0, MalformedKind::OtherType)),
                };
            }
            Next::New(id) => (id, None),
            Next::Passed(id, end) => (id, Some(end)),
        };
        let start = from.offset();
        let entered = from.enter_value(&name.id)?;
        let chunked = self.to.begin_copy(&VALUE, self.scope, id, &name.id);
        from.nested(|from| state(self, from))?;
        if chunked {
            self.to.end_value(&VALUE);
        }
        from.leave_value(&entered)?;
        match end {
            Some(end) => from.go_back(start, end),
            None => Ok(()),
        }
    }

    /// The members of a valuetype, those of its bases first.
    fn state(&mut self, ty: TypeRef<'_>, from: &mut Decoder<'_>) -> Result<(), Fail> {
        let ty = ty.resolved();
        let Kind::Named(_, Body::Value { base, state, .. }) = ty.kind() else {
            return Ok(());
        };
        from.nested(|from| {
            self.state(ty.at(*base), from)?;
            let mut members = state.iter();
            members.try_for_each(|state| self.part(ty.at(state.member.ty), from))
        })
    }

    fn members(
        &mut self,
        ty: TypeRef<'_>,
        members: &[Member],
        from: &mut Decoder<'_>,
    ) -> Result<(), Fail> {
        from.nested(|from| {
            let mut members = members.iter();
            members.try_for_each(|member| self.part(ty.at(member.ty), from))
        })
    }

    /// A member or an element. Those without bytes are counted: of structures that have the same one
    /// without members twice, each, sixty in each other would have as many as there are numbers.
    fn part(&mut self, ty: TypeRef<'_>, from: &mut Decoder<'_>) -> Result<(), Fail> {
        let before = from.offset();
        self.value(ty, from)?;
        match from.offset() == before {
            true => from.charge_element(),
            false => Ok(()),
        }
    }

    /// The arm that has the label.
    fn arm(
        &mut self,
        union: TypeIndex,
        arms: &[Arm],
        default: Option<usize>,
        label: i64,
    ) -> Option<usize> {
        let mut labelled = arms.iter().enumerate().filter(|(i, _)| default != Some(*i));
        if arms.len() <= FEW_ARMS {
            return labelled.find(|(_, arm)| arm.label == label).map(|(i, _)| i);
        }
        // Each value may select the last of as many arms as the message has room for.
        let of = self.unions.entry(union).or_insert_with(|| {
            let mut by_label = BTreeMap::new();
            for (i, arm) in labelled {
                by_label.entry(arm.label).or_insert(i);
            }
            by_label
        });
        of.get(&label).copied()
    }

    fn elements(&mut self, ty: TypeRef<'_>, n: usize, from: &mut Decoder<'_>) -> Result<(), Fail> {
        if let Kind::Octet | Kind::Char = ty.resolved().kind() {
            self.to.put_octets(&VALUE, from.take(n)?);
            return Ok(());
        }
        from.nested(|from| (0..n).try_for_each(|_| self.part(ty, from)))
    }

    fn put_label(&mut self, labels: Labels, label: i64) {
        match labels {
            Labels::Bool | Labels::U8 => self.to.put(&VALUE, [label as u8]),
            Labels::I16 | Labels::U16 => self.to.put(&VALUE, (label as u16).to_le_bytes()),
            Labels::I32 | Labels::U32 => self.to.put(&VALUE, (label as u32).to_le_bytes()),
            Labels::I64 => self.to.put(&VALUE, label.to_le_bytes()),
            Labels::Wide => self.to.put_wide_char(&VALUE, label as u16),
        }
    }

    /// Text, in whatever code set.
    fn string(&mut self, f: &Field, from: &mut Decoder<'_>) -> Result<(), Fail> {
        let mut text = Cow::Borrowed("");
        from.string(f, &mut text)?;
        self.to.put_string(f, &text);
        Ok(())
    }

    fn octets(&mut self, from: &mut Decoder<'_>) -> Result<(), Fail> {
        let n = from.count(&VALUE, 1)?;
        let bytes = from.take(n)?;
        self.to.put_u32(&VALUE, n as u32);
        self.to.put_octets(&VALUE, bytes);
        Ok(())
    }
}

/// A place with a bound; 0 is none.
fn bounded(max: u32) -> Field {
    let max = if max == 0 { u32::MAX } else { max };
    Field::sized("any", Length::UpTo(max))
}
