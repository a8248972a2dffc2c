//! Values as the foreign program tells them.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use manyrpc_codec::cdr::Any;
use manyrpc_codec::cdr::any::{Arm, Body, Kind, Member, State, TypeRef};
use manyrpc_codec::meta::{Cdr, Field};
use manyrpc_dynamic::any;
use manyrpc_dynamic::{Lowered, Shape, TypeId};
use manyrpc_model::{Labelled, Value};

use crate::codecs::hex;
use crate::foreign::{array, digits};

/// A value in the words of the foreign program. Fields that follow from others are part of what is sent, so
/// only values of types without such fields can be shown.
pub(super) fn show(lowered: &Lowered, field: &Field, shape: &Shape, value: &Value) -> String {
    let mut out = String::new();
    let mut telling = Telling {
        lowered,
        begun: BTreeMap::new(),
        told: &mut 0,
    };
    let told = telling.put(&mut out, field, shape, value);
    told.expect("a text takes everything");
    out
}

/// Values of one definition.
struct Telling<'t> {
    lowered: &'t Lowered,
    /// The numbers of its valuetypes that have begun, by their identities.
    begun: BTreeMap<u32, usize>,
    /// How many have in all, with those in each `any`.
    told: &'t mut usize,
}

impl Telling<'_> {
    fn put(
        &mut self,
        out: &mut String,
        field: &Field,
        shape: &Shape,
        value: &Value,
    ) -> fmt::Result {
        match (shape, value) {
            (_, Value::Packed(v)) => self.put(out, field, shape, &v.unpack()),
            (_, Value::Void) => Ok(()),
            (_, Value::Bool(v)) => write!(out, "{}", u8::from(*v)),
            (_, Value::I8(v)) => write!(out, "{}", *v as u8),
            (_, Value::U8(v)) => write!(out, "{v}"),
            (_, Value::I16(v)) => write!(out, "{v}"),
            (_, Value::U16(v)) => write!(out, "{v}"),
            (_, Value::I32(v)) => write!(out, "{v}"),
            (_, Value::U32(v)) => write!(out, "{v}"),
            (_, Value::I64(v)) => write!(out, "{v}"),
            (_, Value::U64(v)) => write!(out, "{v}"),
            (_, Value::F32(v)) => write!(out, "f{:08x}", v.to_bits()),
            (_, Value::F64(v)) => write!(out, "d{:016x}", v.to_bits()),
            // As many bytes as the machine's own type has.
            (_, Value::F128(v)) => write!(out, "D{}", hex(&v[6..])),
            (Shape::Text, Value::Text(v)) => text(out, field, v),
            (Shape::Text, Value::Bytes(v)) => write!(out, "t{}", digits(v)),
            (_, Value::Bytes(v)) if field.cdr == Cdr::Any => self.any(out, v),
            (_, Value::Bytes(v)) => array(out, v, |out, v| write!(out, "{v}")),
            (_, Value::I32s(v)) => array(out, v, |out, v| write!(out, "{v}")),
            (_, Value::U32s(v)) => array(out, v, |out, v| write!(out, "{v}")),
            (_, Value::I64s(v)) => array(out, v, |out, v| write!(out, "{v}")),
            (_, Value::U64s(v)) => array(out, v, |out, v| write!(out, "{v}")),
            (_, Value::F32s(v)) => array(out, v, |out, v| write!(out, "f{:08x}", v.to_bits())),
            (_, Value::F64s(v)) => array(out, v, |out, v| write!(out, "d{:016x}", v.to_bits())),
            (Shape::Array(element) | Shape::Chain(element), Value::List(v)) => {
                array(out, v, |out, v| self.put(out, field.element(), element, v))
            }
            (Shape::Optional(inner), Value::Optional(v)) => {
                let held: Vec<_> = v.iter().collect();
                array(out, &held, |out, v| {
                    self.put(out, field.element(), inner, v)
                })
            }
            (Shape::Shared(inner), Value::Shared(v)) if field.cdr == Cdr::Value => match v {
                None => write!(out, "~"),
                Some(held) => self.valuetype(out, inner, held),
            },
            (Shape::Shared(inner), Value::Shared(v)) => {
                let held: Vec<_> = v.iter().filter_map(|v| v.value.as_ref()).collect();
                array(out, &held, |out, v| {
                    self.put(out, field.element(), inner, v)
                })
            }
            (Shape::Record(id), Value::Record(v)) => self.members(out, *id, v, ['{', '}']),
            (Shape::Union(id), Value::Union { label, value }) => {
                self.union(out, *id, *label, value)
            }
            (shape, value) => write!(out, "?{shape:?} {value:?}"),
        }
    }

    /// A valuetype, which a place of a base tells the type of.
    fn valuetype(&mut self, out: &mut String, inner: &Shape, held: &Labelled) -> fmt::Result {
        if let Some(number) = self.begun.get(&held.id) {
            return write!(out, "#{number}");
        }
        self.begun.insert(held.id, *self.told);
        *self.told += 1;
        let (shape, value) = match (inner, held.value.as_deref()) {
            (Shape::Union(of), Some(Value::Union { label, value })) => {
                let arms = self.lowered.union(*of);
                let arm = arms.meta.arm_of(*label).map(|arm| &arms.shapes[arm]);
                (arm, Some(&**value))
            }
            (shape, value) => (Some(shape), value),
        };
        match (shape, value) {
            (Some(Shape::Record(id)), Some(Value::Record(v))) => {
                write!(out, "v{}", self.lowered.types[id.0].repository_id)?;
                self.members(out, *id, v, ['[', ']'])
            }
            (shape, value) => write!(out, "?{shape:?} {value:?}"),
        }
    }

    fn union(&mut self, out: &mut String, id: TypeId, label: i64, value: &Value) -> fmt::Result {
        let arms = self.lowered.union(id);
        match arms.label {
            Shape::I8 => write!(out, "({}:", label as u8),
            Shape::U64 => write!(out, "({}:", label as u64),
            _ => write!(out, "({label}:"),
        }?;
        if let Some(arm) = arms.meta.arm_of(label) {
            let (field, shape) = (&arms.meta.arms[arm].field, &arms.shapes[arm]);
            self.put(out, field, shape, value)?;
        }
        write!(out, ")")
    }

    fn members(
        &mut self,
        out: &mut String,
        id: TypeId,
        values: &[Value],
        [open, close]: [char; 2],
    ) -> fmt::Result {
        let given = self.lowered.record(id).iter().zip(values);
        let given = given.filter(|((_, shape), _)| **shape != Shape::Void);
        out.push(open);
        for (at, ((field, shape), value)) in given.enumerate() {
            out.push_str(if at == 0 { "" } else { "," });
            self.put(out, field, shape, value)?;
        }
        out.push(close);
        Ok(())
    }

    /// A type and its value.
    fn any(&mut self, out: &mut String, encapsulation: &[u8]) -> fmt::Result {
        let any = Any::from_encapsulation(encapsulation);
        match any::value(&any) {
            Ok(Some((of, value))) => {
                write!(out, "<{}>", told(of.code.root(), &mut Vec::new()))?;
                let mut inside = Telling {
                    lowered: &of.lowered,
                    begun: BTreeMap::new(),
                    told: self.told,
                };
                inside.put(out, &of.place, &of.shape, &value)
            }
            Ok(None) => match any.type_code() {
                Ok(code) => write!(out, "<{}>?", told(code.root(), &mut Vec::new())),
                Err(e) => write!(out, "<{e}>"),
            },
            Err(e) => write!(out, "<{e}>"),
        }
    }
}

fn text(out: &mut String, field: &Field, v: &str) -> fmt::Result {
    match field.cdr {
        Cdr::Natural | Cdr::Char | Cdr::Any | Cdr::Value | Cdr::Derived => {
            write!(out, "t{}", digits(v.as_bytes()))
        }
        Cdr::Reference => write!(out, "O{v}"),
        Cdr::Wide => {
            out.push('T');
            v.encode_utf16()
                .try_for_each(|unit| write!(out, "{unit:04x}"))
        }
        // The foreign program tells no zeros at the end of a fraction.
        Cdr::Fixed { scale: 0, .. } => write!(out, "F{v}"),
        Cdr::Fixed { .. } => {
            let v = v.trim_end_matches('0').trim_end_matches('.');
            write!(out, "F{v}")
        }
    }
}

/// A type, within the named types that are `around` it.
fn told(ty: TypeRef<'_>, around: &mut Vec<String>) -> String {
    let simple = match ty.kind() {
        Kind::Null => "n",
        Kind::Void => "v",
        Kind::Boolean => "b",
        Kind::Octet => "o",
        Kind::Char => "c",
        Kind::WChar => "w",
        Kind::Short => "h",
        Kind::UShort => "H",
        Kind::Long => "l",
        Kind::ULong => "L",
        Kind::LongLong => "q",
        Kind::ULongLong => "Q",
        Kind::Float => "f",
        Kind::Double => "d",
        Kind::LongDouble => "D",
        Kind::Any => "Y",
        Kind::TypeCode => "t",
        Kind::Principal => "p",
        Kind::String { max } => return format!("s{max};"),
        Kind::WString { max } => return format!("W{max};"),
        Kind::Fixed { digits, scale } => return format!("F{digits},{scale};"),
        Kind::Sequence { element, max } => {
            return format!("S{max};{}", told(ty.at(*element), around));
        }
        Kind::Array { element, length } => {
            return format!("A{length};{}", told(ty.at(*element), around));
        }
        Kind::Named(name, _) if around.contains(&name.id) => return format!("R{};", name.id),
        Kind::Named(name, body) => {
            around.push(name.id.clone());
            let body = of_body(ty, body, around);
            around.pop();
            let mark = body.0;
            return format!("{mark}{};{};{}", name.id, name.name, body.1);
        }
    };
    simple.to_owned()
}

/// The mark of a kind of type with a name, and what follows the name.
fn of_body(ty: TypeRef<'_>, body: &Body, around: &mut Vec<String>) -> (char, String) {
    let all = |members: &[Member], around: &mut Vec<String>| {
        let told = members
            .iter()
            .map(|member| format!("{}:{},", member.name, told(ty.at(member.ty), around)));
        told.collect::<String>() + "}"
    };
    match body {
        Body::Reference => ('O', String::new()),
        Body::Struct(members) => ('{', all(members, around)),
        Body::Exception(members) => ('X', all(members, around)),
        Body::Enum(names) => ('E', names.join(",") + ";"),
        Body::Alias(of) => ('=', told(ty.at(*of), around)),
        Body::Union {
            discriminant,
            arms,
            default,
        } => {
            let of = ty.at(*discriminant);
            let is_wide = *of.resolved().kind() == Kind::ULongLong;
            let label = |(at, arm): (u32, &Arm)| match *default == Some(at) {
                true => "*".to_owned(),
                false if is_wide => (arm.label as u64).to_string(),
                false => arm.label.to_string(),
            };
            let mut out = told(of, around);
            for (at, arm) in (0..).zip(arms) {
                let member = told(ty.at(arm.member.ty), around);
                out += &format!("{}:{}:{member},", label((at, arm)), arm.member.name);
            }
            ('U', out + "}")
        }
        Body::Value {
            modifier,
            base,
            state,
        } => {
            let mut out = format!("{};{};", *modifier as u8, told(ty.at(*base), around));
            for State { member, is_public } in state {
                let of = told(ty.at(member.ty), around);
                out += &format!("{}{}:{of},", u8::from(*is_public), member.name);
            }
            ('V', out + "}")
        }
        Body::Box(of) => ('B', told(ty.at(*of), around)),
        // The foreign program makes none of these.
        Body::Other(_) => ('?', String::new()),
    }
}
