//! Values as the foreign program tells them.

use std::fmt::Write;

use manyrpc_codec::meta::Field;
use manyrpc_dynamic::{Lowered, Members, Shape};
use manyrpc_model::Value;

use crate::foreign::array;

/// A value in the words of the foreign program; lists are told as the pointers that they are in C.
pub(super) fn show(lowered: &Lowered, shape: &Shape, value: &Value) -> String {
    let mut out = String::new();
    put(&mut out, lowered, shape, value);
    out
}

/// The same of arguments: as the struct that rpcgen makes of several.
pub(super) fn show_all(lowered: &Lowered, members: &Members, values: &[Value]) -> String {
    let mut out = "{".to_owned();
    fields(&mut out, lowered, &mut members.iter(), values);
    out + "}"
}

fn put(out: &mut String, lowered: &Lowered, shape: &Shape, value: &Value) {
    let _ = match (shape, value) {
        (_, Value::Packed(v)) => return put(out, lowered, shape, &v.unpack()),
        (_, Value::Bool(v)) => write!(out, "{}", u8::from(*v)),
        (_, Value::I8(v)) => write!(out, "{v}"),
        (_, Value::U8(v)) => write!(out, "{v}"),
        (_, Value::I16(v)) => write!(out, "{v}"),
        (_, Value::U16(v)) => write!(out, "{v}"),
        (_, Value::I32(v)) => write!(out, "{v}"),
        (_, Value::U32(v)) => write!(out, "{v}"),
        (_, Value::I64(v)) => write!(out, "{v}"),
        (_, Value::U64(v)) => write!(out, "{v}"),
        (_, Value::F32(v)) => write!(out, "f{:x}", v.to_bits()),
        (_, Value::F64(v)) => write!(out, "d{:x}", v.to_bits()),
        (_, Value::F128(v)) => write!(out, "q{}", crate::codecs::hex(v)),
        (_, Value::Text(v)) => write!(out, "t{}", crate::codecs::hex(v.as_bytes())),
        (Shape::Text, Value::Bytes(v)) => write!(out, "t{}", crate::codecs::hex(v)),
        (_, Value::Bytes(v)) => write!(out, "x{}", crate::codecs::hex(v)),
        (_, Value::I32s(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::U32s(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::I64s(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::U64s(v)) => array(out, v, |out, v| write!(out, "{v}")),
        (_, Value::F32s(v)) => array(out, v, |out, v| write!(out, "f{:x}", v.to_bits())),
        (_, Value::F64s(v)) => array(out, v, |out, v| write!(out, "d{:x}", v.to_bits())),
        (Shape::Array(element), Value::List(v)) => array(out, v, |out, v| {
            put(out, lowered, element, v);
            Ok(())
        }),
        (Shape::Chain(element), Value::List(v)) => return chain(out, lowered, element, v),
        (Shape::Optional(inner), Value::Optional(v)) => match v {
            None => write!(out, "-"),
            Some(v) => {
                out.push('+');
                return put(out, lowered, inner, v);
            }
        },
        (Shape::Record(id), Value::Record(v)) => {
            let members = lowered.record(*id);
            out.push('{');
            fields(out, lowered, &mut members.iter(), v);
            write!(out, "}}")
        }
        (Shape::Union(id), Value::Union { label, value }) => {
            let arms = lowered.union(*id);
            let arm = arms.meta.arm_of(*label);
            let _ = write!(out, "({label}:");
            if let Some(arm) = arm {
                put(out, lowered, &arms.shapes[arm], value);
            }
            write!(out, ")")
        }
        (_, Value::Void) => Ok(()),
        (shape, value) => write!(out, "?{shape:?} {value:?}"),
    };
}

fn fields<'l>(
    out: &mut String,
    lowered: &Lowered,
    members: &mut dyn Iterator<Item = (&'l Field, &'l Shape)>,
    values: &[Value],
) {
    for (at, ((_, shape), value)) in members.zip(values).enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        put(out, lowered, shape, value);
    }
}

/// Elements without the last field, which leads to the next of them.
fn chain(out: &mut String, lowered: &Lowered, element: &Shape, values: &[Value]) {
    for value in values {
        let (Shape::Record(id), Value::Record(v)) = (element, value) else {
            let _ = write!(out, "?{element:?} {value:?}");
            return;
        };
        out.push_str("+{");
        fields(out, lowered, &mut lowered.record(*id).iter(), v);
        out.push(',');
    }
    out.push('-');
    out.extend(values.iter().map(|_| '}'));
}
