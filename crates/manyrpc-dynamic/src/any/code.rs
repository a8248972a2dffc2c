//! Types of a definition in type codes.

use std::collections::HashMap;

use manyrpc_codec::cdr::any::{
    Arm, Body, Kind, Member, Modifier, Name, State, TypeIndex, Types, Uncarried,
};
use manyrpc_codec::cdr::repository_id;
use manyrpc_codec::meta::{Cdr, Field, Length};

use crate::lower::{self, Arms, Declared, Lowered, Members, Shape, TypeId, ValueKind, ValueState};

/// Adds types of a definition to a type code.
pub(super) struct Describer<'a, 't> {
    lowered: &'a Lowered,
    pub(super) types: &'t mut Types,
    known: HashMap<TypeId, TypeIndex>,
}

impl<'a, 't> Describer<'a, 't> {
    pub(super) fn new(lowered: &'a Lowered, types: &'t mut Types) -> Self {
        Describer {
            lowered,
            types,
            known: HashMap::new(),
        }
    }

    fn place(&mut self, field: &Field, shape: &Shape) -> TypeIndex {
        let max = match field.length {
            Length::UpTo(u32::MAX) => 0,
            Length::UpTo(max) | Length::Fixed(max) => max,
        };
        let kind = match (shape, field.cdr) {
            (Shape::Record(id) | Shape::Union(id) | Shape::Enum(id), _) => return self.named(*id),
            (Shape::Array(inner) | Shape::Chain(inner), _) => {
                let element = self.place(field.element(), inner);
                self.elements(element, field.length)
            }
            (Shape::Shared(inner), Cdr::Value) => return self.declared(inner),
            // As CDR writes them.
            (Shape::Optional(inner) | Shape::Shared(inner), _) => {
                let element = self.place(field.element(), inner);
                Kind::Sequence { element, max: 1 }
            }
            (Shape::Bytes, Cdr::Any) => Kind::Any,
            (Shape::Bytes, _) => {
                let element = self.types.add(Kind::Octet);
                self.elements(element, field.length)
            }
            (Shape::Text, Cdr::Reference) => {
                let name = Name {
                    id: repository_id::OBJECT.to_owned(),
                    name: "Object".to_owned(),
                };
                Kind::Named(name, Body::Reference)
            }
            (Shape::Text, Cdr::Wide) => Kind::WString { max },
            (Shape::Text, Cdr::Fixed { digits, scale }) => Kind::Fixed {
                digits: digits.into(),
                scale: scale.into(),
            },
            (Shape::Text, _) => Kind::String { max },
            (Shape::U16, Cdr::Wide) => Kind::WChar,
            (Shape::Void, _) => Kind::Void,
            (Shape::Bool, _) => Kind::Boolean,
            (Shape::I8 | Shape::U8, Cdr::Char) => Kind::Char,
            (Shape::I8 | Shape::U8, _) => Kind::Octet,
            (Shape::I16, _) => Kind::Short,
            (Shape::U16, _) => Kind::UShort,
            (Shape::I32, _) => Kind::Long,
            (Shape::U32, _) => Kind::ULong,
            (Shape::I64, _) => Kind::LongLong,
            (Shape::U64, _) => Kind::ULongLong,
            (Shape::F32, _) => Kind::Float,
            (Shape::F64, _) => Kind::Double,
            (Shape::F128, _) => Kind::LongDouble,
        };
        self.types.add(kind)
    }

    fn elements(&mut self, element: TypeIndex, length: Length) -> Kind {
        match length {
            Length::Fixed(length) => Kind::Array { element, length },
            Length::UpTo(u32::MAX) => Kind::Sequence { element, max: 0 },
            Length::UpTo(max) => Kind::Sequence { element, max },
        }
    }

    /// The valuetype that is declared where one is held.
    fn declared(&mut self, held: &Shape) -> TypeIndex {
        let (Shape::Record(id) | Shape::Union(id)) = held else {
            return self.types.add(Kind::Null);
        };
        let (lowered, id) = (self.lowered, *id);
        let of = match &lowered.types[id.0].value {
            Some(ValueKind::OneOf(Some(arm))) => match &lowered.union(id).shapes[*arm] {
                Shape::Record(declared) => *declared,
                _ => id,
            },
            _ => id,
        };
        self.named(of)
    }

    /// A valuetype with a state.
    fn value(&mut self, value: &ValueState, members: &Members) -> Body {
        let mut all = self.members(members);
        if value.is_box
            && let Some(only) = all.pop()
        {
            return Body::Box(only.ty);
        }
        let (base, inherited) = match value.base {
            Some((base, inherited)) => (self.named(base), inherited),
            None => (self.types.add(Kind::Null), 0),
        };
        let own = all.into_iter().zip(&value.is_public).skip(inherited);
        Body::Value {
            modifier: match value.is_truncatable {
                true => Modifier::Truncatable,
                false => Modifier::None,
            },
            base,
            state: own
                .map(|(member, is_public)| State {
                    member,
                    is_public: *is_public,
                })
                .collect(),
        }
    }

    pub(super) fn named(&mut self, id: TypeId) -> TypeIndex {
        if let Some(index) = self.known.get(&id) {
            return *index;
        }
        let index = self.types.reserve();
        self.known.insert(id, index);
        let lowered = self.lowered;
        let ty = &lowered.types[id.0];
        let name = match ty.declared {
            Declared::AbstractInterface => repository_id::last_part(&ty.repository_id),
            _ => lowered.name(id),
        };
        let kind = match &lowered.types[id.0].body {
            lower::Body::Alias(field, shape) => Body::Alias(self.place(field, shape)),
            lower::Body::Record(members) => match &lowered.types[id.0].value {
                Some(ValueKind::State(value)) => self.value(value, members),
                _ => match lowered.types[id.0].declared {
                    Declared::Exception => Body::Exception(self.members(members)),
                    _ => Body::Struct(self.members(members)),
                },
            },
            lower::Body::Union(_) if lowered.types[id.0].value.is_some() => Body::Value {
                modifier: Modifier::Abstract,
                base: self.types.add(Kind::Null),
                state: Vec::new(),
            },
            lower::Body::Union(_)
                if lowered.types[id.0].declared == Declared::AbstractInterface =>
            {
                Body::Other(Uncarried::AbstractInterface)
            }
            lower::Body::Union(arms) => self.union(arms),
            lower::Body::Enum(meta) => {
                let is_plain = meta.members.iter().zip(0..).all(|((_, v), at)| *v == at);
                if !is_plain {
                    // As CDR writes it.
                    self.types.set(index, Kind::Long);
                    return index;
                }
                let names = meta.members.iter().map(|(name, _)| name.to_string());
                Body::Enum(names.collect())
            }
        };
        let name = Name {
            id: lowered.types[id.0].repository_id.clone(),
            name: name.to_owned(),
        };
        self.types.set(index, Kind::Named(name, kind));
        index
    }

    fn members(&mut self, members: &Members) -> Vec<Member> {
        let all = members.all().map(|member| Member {
            name: member.field.name.to_string(),
            ty: self.place(member.field, member.shape),
        });
        all.collect()
    }

    fn union(&mut self, arms: &Arms) -> Body {
        // CORBA 3.0, section 3.11.2.2: no discriminant is an octet.
        let cdr = match (&arms.label, arms.meta.cdr) {
            (Shape::U8 | Shape::I8, _) => Cdr::Char,
            (_, cdr) => cdr,
        };
        let discriminant = self.place(&Field::plain("").cdr(cdr), &arms.label);
        let mut all = Vec::new();
        let mut default = None;
        for (arm, shape) in arms.meta.arms.iter().zip(&arms.shapes) {
            if *shape == Shape::Void {
                // Such labels are in no arm of a type code.
                continue;
            }
            let member = Member {
                name: arm.field.name.to_string(),
                ty: self.place(&arm.field, shape),
            };
            if arm.labels.is_empty() {
                default = Some(all.len() as u32);
                all.push(Arm { label: 0, member });
                continue;
            }
            let labels = arm.labels.iter().map(|label| Arm {
                label: *label,
                member: member.clone(),
            });
            all.extend(labels);
        }
        Body::Union {
            discriminant,
            arms: all,
            default,
        }
    }
}
