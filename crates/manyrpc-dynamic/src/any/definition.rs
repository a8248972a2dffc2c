//! The definition of a type that a type code describes.

use std::collections::HashMap;

use manyrpc_codec::cdr::any::{self, Body, Kind, Modifier, TypeIndex, TypeRef};
use manyrpc_model::{
    Annotations, Arm, Enum, EnumMember, Field, Length, Module, Record, Type, TypeBody, TypeDef,
    Union,
};

/// The name of a union's discriminant, which type codes do not tell: that of definitions in OMG IDL.
const DISCRIMINANT: &str = "switch";

/// A definition with all types of a type code, and the type itself; `None` if it describes values
/// that are not carried, or has more parts or longer names than people read.
pub(super) fn definition(ty: TypeRef<'_>) -> Option<(Module, Type)> {
    let mut definer = Definer::default();
    let ty = definer.ty(ty)?;
    Some((definer.module, ty))
}

/// The most parts of a definition: uses of types, and members that valuetypes have from their bases. A type
/// code may refer to the types before it, so it can stand for more than it takes.
const MOST_PARTS: usize = 4096;

/// How deep types may be in each other.
const DEPTH: usize = 128;

/// The longest name of a member, which each value repeats in JSON.
const LONGEST_NAME: usize = 255;

fn is_short(name: &str) -> Option<()> {
    (name.len() <= LONGEST_NAME).then_some(())
}

#[derive(Default)]
struct Definer {
    module: Module,
    /// The names of types that are defined, or about to be.
    names: HashMap<TypeIndex, String>,
    /// How many bases a valuetype has, one above another.
    bases: HashMap<TypeIndex, usize>,
    parts: usize,
    depth: usize,
}

impl Definer {
    /// Counts parts; `None` if there are too many.
    fn charge(&mut self, parts: usize) -> Option<()> {
        self.parts = self.parts.checked_add(parts)?;
        (self.parts <= MOST_PARTS).then_some(())
    }

    fn ty(&mut self, ty: TypeRef<'_>) -> Option<Type> {
        self.charge(1)?;
        self.depth += 1;
        let defined = (self.depth <= DEPTH).then(|| self.kind(ty.resolved()));
        self.depth -= 1;
        defined?
    }

    fn kind(&mut self, ty: TypeRef<'_>) -> Option<Type> {
        let bound = |max: u32| Some(max).filter(|max| *max > 0);
        Some(match ty.kind() {
            Kind::Null | Kind::Void => Type::Void,
            Kind::Short => Type::I16,
            Kind::Long => Type::I32,
            Kind::UShort => Type::U16,
            Kind::ULong => Type::U32,
            Kind::Float => Type::F32,
            Kind::Double => Type::F64,
            Kind::Boolean => Type::Bool,
            Kind::Char => Type::U8.marked("omg.char", ""),
            Kind::Octet => Type::U8,
            Kind::Any => Type::Any,
            Kind::LongLong => Type::I64,
            Kind::ULongLong => Type::U64,
            Kind::LongDouble => Type::F128,
            Kind::WChar => Type::U16.marked("omg.wchar", ""),
            Kind::String { max } => Type::Text { max: bound(*max) },
            Kind::WString { max } => Type::Text { max: bound(*max) }.marked("omg.wide", ""),
            Kind::Fixed { digits, scale } => {
                // Section 3.10.3.4.
                let is_one = (0..=*digits as i16).contains(scale) && *digits <= 31;
                if !is_one {
                    return None;
                }
                Type::Text { max: None }.marked("omg.fixed", &format!("{digits},{scale}"))
            }
            Kind::Sequence { element, max } => {
                self.array(ty.at(*element), Length::UpTo(bound(*max)))?
            }
            Kind::Array { element, length } => {
                self.array(ty.at(*element), Length::Fixed(*length))?
            }
            Kind::Named(_, Body::Reference) => Type::Reference(None),
            Kind::Named(name, body @ (Body::Value { .. } | Body::Box(_))) => {
                let held = self.named(ty, name, body)?;
                Type::Shared(Box::new(held))
            }
            Kind::Named(name, body) => self.named(ty, name, body)?,
            Kind::TypeCode | Kind::Principal => return None,
        })
    }

    fn array(&mut self, element: TypeRef<'_>, length: Length) -> Option<Type> {
        match element.resolved().kind() {
            Kind::Octet => Some(Type::Bytes(length)),
            _ => Some(Type::array(self.ty(element)?, length)),
        }
    }

    fn named(&mut self, ty: TypeRef<'_>, name: &any::Name, body: &Body) -> Option<Type> {
        if let Some(name) = self.names.get(&ty.index()) {
            return Some(Type::Named(name.clone()));
        }
        // Types of several modules may have the same name.
        let unique = format!("{}_{}", name.name, self.names.len());
        self.names.insert(ty.index(), unique.clone());
        let mut annotations = Annotations::new();
        let body = match body {
            Body::Value { .. } | Body::Box(_) => {
                annotations.insert("omg.id".to_owned(), name.id.clone());
                TypeBody::Record(self.value(ty, body, &mut annotations)?)
            }
            Body::Struct(members) | Body::Exception(members) => {
                let members = members.iter().map(|member| self.field(ty, member));
                let fields = members.collect::<Option<_>>()?;
                if let Body::Exception(_) = body {
                    annotations.insert("omg.exception".to_owned(), "true".to_owned());
                }
                TypeBody::Record(Record { fields })
            }
            Body::Enum(names) => {
                names.iter().try_for_each(|name| is_short(name))?;
                let members = names.iter().zip(0..).map(|(name, value)| EnumMember {
                    name: name.clone(),
                    value,
                    doc: String::new(),
                });
                TypeBody::Enum(Enum {
                    members: members.collect(),
                })
            }
            Body::Union {
                discriminant,
                arms,
                default,
            } => TypeBody::Union(self.union(ty, *discriminant, arms, *default)?),
            _ => return None,
        };
        self.module.types.push(TypeDef {
            name: unique.clone(),
            doc: String::new(),
            body,
            annotations,
        });
        Some(Type::Named(unique))
    }

    /// The state of a valuetype, with that of its bases.
    fn value(
        &mut self,
        ty: TypeRef<'_>,
        body: &Body,
        annotations: &mut Annotations,
    ) -> Option<Record> {
        let mut say = |key: &str, value: &str| drop(annotations.insert(key.into(), value.into()));
        let (modifier, base, state) = match body {
            Body::Value {
                modifier,
                base,
                state,
            } => (modifier, ty.at(*base), state),
            Body::Box(of) => {
                say("omg.value", "boxed");
                let field = Field::new("value", self.ty(ty.at(*of))?);
                return Some(Record {
                    fields: vec![field],
                });
            }
            _ => return None,
        };
        say("omg.value", "true");
        let mut fields = Vec::new();
        match (modifier, base.resolved().kind()) {
            (Modifier::Custom | Modifier::Abstract, _) => return None,
            (modifier, Kind::Named(_, Body::Value { .. })) => {
                let base = base.resolved();
                let Type::Shared(held) = self.ty(base)? else {
                    return None;
                };
                let Type::Named(name) = *held else {
                    return None;
                };
                let above = self.bases.get(&base.index()).map_or(1, |above| above + 1);
                self.bases.insert(ty.index(), above);
                say("omg.bases", &name);
                if *modifier == Modifier::Truncatable {
                    say("omg.truncatable", "true");
                }
                // A base that is its own has not been defined yet.
                let base = self.module.find_type(&name)?;
                let TypeBody::Record(record) = &base.body else {
                    return None;
                };
                fields.clone_from(&record.fields);
                self.charge(above.checked_add(fields.len())?)?;
            }
            _ => {}
        }
        for state in state {
            let mut field = self.field(ty, &state.member)?;
            if !state.is_public {
                field
                    .annotations
                    .insert("omg.private".into(), "true".into());
            }
            fields.push(field);
        }
        Some(Record { fields })
    }

    fn field(&mut self, ty: TypeRef<'_>, member: &any::Member) -> Option<Field> {
        is_short(&member.name)?;
        Some(Field::new(&*member.name, self.ty(ty.at(member.ty))?))
    }

    fn union(
        &mut self,
        ty: TypeRef<'_>,
        discriminant: TypeIndex,
        arms: &[any::Arm],
        default: Option<u32>,
    ) -> Option<Union> {
        let mut defined: Vec<Arm> = Vec::new();
        let mut others = None;
        for (arm, at) in arms.iter().zip(0..) {
            let field = self.field(ty, &arm.member)?;
            if default == Some(at) {
                others = Some(field);
                continue;
            }
            // Several labels of one arm follow each other.
            match defined.last_mut() {
                Some(last) if last.field == field => last.labels.push(arm.label),
                _ => defined.push(Arm {
                    labels: vec![arm.label],
                    field,
                }),
            }
        }
        // Labels without an arm hold nothing.
        let default = others.or_else(|| Some(Field::new("nothing", Type::Void)));
        Some(Union {
            discriminant: DISCRIMINANT.to_owned(),
            discriminant_type: self.ty(ty.at(discriminant))?,
            arms: defined,
            default,
        })
    }
}
