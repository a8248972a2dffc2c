//! Values as the foreign program tells them.

use std::fmt::{self, Write};

use manyrpc_codec::meta::{Cdr, Field};
use manyrpc_dynamic::{Lowered, Shape};
use manyrpc_model::Value;

use super::anys;
use crate::codecs::hex;
use crate::foreign::digits;

/// A value in the words of the foreign program. Fields that follow from others are part of what is sent, so
/// only values of types without such fields can be shown.
pub(super) fn show(lowered: &Lowered, field: &Field, shape: &Shape, value: &Value) -> String {
    let mut out = String::new();
    put(&mut out, lowered, field, shape, value).expect("a text takes everything");
    out
}

fn put(
    out: &mut String,
    lowered: &Lowered,
    field: &Field,
    shape: &Shape,
    value: &Value,
) -> fmt::Result {
    match (shape, value) {
        (_, Value::Packed(v)) => put(out, lowered, field, shape, &v.unpack()),
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
        (_, Value::Bytes(v)) if field.cdr == Cdr::Any => out.write_str(&anys::shown(v)),
        (_, Value::Bytes(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::I32s(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::U32s(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::I64s(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::U64s(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::F32s(v)) => array(out, v, |out, v| write!(out, "f{:08x}", v.to_bits())),
        (_, Value::F64s(v)) => array(out, v, |out, v| write!(out, "d{:016x}", v.to_bits())),
        (Shape::Array(element) | Shape::Chain(element), Value::List(v)) => {
            array(out, v, |out, v| {
                put(out, lowered, field.element(), element, v)
            })
        }
        (Shape::Optional(inner), Value::Optional(v)) => {
            let held: Vec<_> = v.iter().collect();
            array(out, &held, |out, v| {
                put(out, lowered, field.element(), inner, v)
            })
        }
        (Shape::Shared(inner), Value::Shared(v)) => {
            let held: Vec<_> = v.iter().filter_map(|v| v.value.as_ref()).collect();
            array(out, &held, |out, v| {
                put(out, lowered, field.element(), inner, v)
            })
        }
        (Shape::Record(id), Value::Record(v)) => {
            let members = lowered.record(*id).iter().zip(v);
            let shown: Vec<String> = members
                .filter(|((_, shape), _)| **shape != Shape::Void)
                .map(|((field, shape), v)| show(lowered, field, shape, v))
                .collect();
            write!(out, "{{{}}}", shown.join(","))
        }
        (Shape::Union(id), Value::Union { label, value }) => {
            let arms = lowered.union(*id);
            match arms.label {
                Shape::I8 => write!(out, "({}:", *label as u8),
                Shape::U64 => write!(out, "({}:", *label as u64),
                _ => write!(out, "({label}:"),
            }?;
            if let Some(arm) = arms.meta.arm_of(*label) {
                put(
                    out,
                    lowered,
                    &arms.meta.arms[arm].field,
                    &arms.shapes[arm],
                    value,
                )?;
            }
            write!(out, ")")
        }
        (shape, value) => write!(out, "?{shape:?} {value:?}"),
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

fn array<T>(
    out: &mut String,
    values: &[T],
    each: impl Fn(&mut String, &T) -> fmt::Result,
) -> fmt::Result {
    out.push('[');
    for (at, value) in values.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        each(out, value)?;
    }
    out.push(']');
    Ok(())
}
