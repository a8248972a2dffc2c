//! The tree that a value must be in a syntax of characters, by the tables in the documentation of the
//! codecs (`manyrpc_codec::json`, `manyrpc_codec::xml`), and whether what somebody has read is that.

use manyrpc_codec::meta::{Discriminant, Field};
use manyrpc_dynamic::{Lowered, Members, Shape};
use manyrpc_model::Value;

use super::tree::Tree;
use crate::codecs::Syntax;

/// The tree of a value.
pub(super) fn of(lowered: &Lowered, field: &Field, shape: &Shape, value: &Value) -> Tree {
    match (shape, value) {
        (Shape::Bool, Value::Bool(v)) => Tree::Bool(*v),
        (Shape::I8, Value::I8(v)) => Tree::Integer((*v).into()),
        (Shape::U8, Value::U8(v)) => Tree::Integer((*v).into()),
        (Shape::I16, Value::I16(v)) => Tree::Integer((*v).into()),
        (Shape::U16, Value::U16(v)) => Tree::Integer((*v).into()),
        (Shape::I32, Value::I32(v)) => Tree::Integer((*v).into()),
        (Shape::U32, Value::U32(v)) => Tree::Integer((*v).into()),
        (Shape::I64, Value::I64(v)) => Tree::Integer((*v).into()),
        (Shape::U64, Value::U64(v)) => Tree::Integer((*v).into()),
        (Shape::F32, Value::F32(v)) => Tree::Single(*v),
        (Shape::F64, Value::F64(v)) => Tree::Number(*v),
        (Shape::F128, Value::F128(v)) => Tree::Text(format!("{:#034x}", u128::from_be_bytes(*v))),
        (Shape::Text | Shape::Reference, Value::Text(v)) => Tree::Text(v.clone()),
        (Shape::Bytes, Value::Bytes(v)) => Tree::Bytes(v.clone()),
        (Shape::Array(_), Value::I32s(v)) => integers(v),
        (Shape::Array(_), Value::U32s(v)) => integers(v),
        (Shape::Array(_), Value::I64s(v)) => integers(v),
        (Shape::Array(_), Value::U64s(v)) => integers(v),
        (Shape::Array(_), Value::F32s(v)) => {
            Tree::List(v.iter().map(|v| Tree::Single(*v)).collect())
        }
        (Shape::Array(_), Value::F64s(v)) => {
            Tree::List(v.iter().map(|v| Tree::Number(*v)).collect())
        }
        (Shape::Array(element) | Shape::Chain(element), Value::List(items)) => {
            let items = items.iter();
            Tree::List(
                items
                    .map(|v| of(lowered, field.element(), element, v))
                    .collect(),
            )
        }
        (Shape::Optional(inner), Value::Optional(Some(v))) => {
            some(inner, of(lowered, field.element(), inner, v))
        }
        (Shape::Shared(inner), Value::Shared(Some(v))) => match &v.value {
            Some(v) => some(inner, of(lowered, field.element(), inner, v)),
            None => Tree::Nothing,
        },
        (Shape::Record(id), Value::Record(values)) => record(lowered, lowered.record(*id), values),
        (Shape::Union(id), Value::Union { label, value }) => {
            let arms = lowered.union(*id);
            let tag = match &arms.meta.discriminant {
                Discriminant::Bool => Tree::Bool(*label != 0),
                Discriminant::Enum(members) => member(&members.members, *label),
                _ => Tree::Integer((*label).into()),
            };
            let mut members = vec![(arms.discriminant.clone(), tag)];
            if let Some(at) = arms.meta.arm_of(*label) {
                let (arm, shape) = (&arms.meta.arms[at].field, &arms.shapes[at]);
                let name = match arm.name == arms.discriminant {
                    true => "value",
                    false => &*arm.name,
                };
                if *shape != Shape::Void {
                    let value = of(lowered, arm, shape, value);
                    members.push((name.to_owned(), value));
                }
            }
            Tree::Object(members)
        }
        (Shape::Enum(id), Value::I32(v)) => {
            member(&lowered.enumeration(*id).members, i64::from(*v))
        }
        _ => Tree::Nothing,
    }
}

fn integers<T: Copy + Into<i128>>(values: &[T]) -> Tree {
    Tree::List(values.iter().map(|v| Tree::Integer((*v).into())).collect())
}

/// A value that is there, where null would say that it is not; a chain without elements is an empty
/// list, never null.
fn some(inner: &Shape, value: Tree) -> Tree {
    match inner {
        Shape::Optional(_) | Shape::Shared(_) | Shape::Void => {
            Tree::Object(vec![("some".to_owned(), value)])
        }
        _ => value,
    }
}

fn record(lowered: &Lowered, members: &Members, values: &[Value]) -> Tree {
    let each = members.iter().zip(values);
    let each = each
        .map(|((field, shape), value)| (field.name.to_string(), of(lowered, field, shape, value)));
    Tree::Record(each.collect())
}

fn member(members: &[(std::borrow::Cow<'_, str>, i32)], value: i64) -> Tree {
    let found = members
        .iter()
        .find(|(_, number)| i64::from(*number) == value);
    match found {
        Some((name, _)) => Tree::Member(name.to_string(), value),
        None => Tree::Stranger(value),
    }
}

/// Whether what was read from our text is what it must be, in one of its forms: members in their order
/// and all of them.
pub(super) fn is(syntax: Syntax, meant: &Tree, read: &Tree) -> bool {
    match (meant, read) {
        (Tree::Nothing, Tree::Nothing) => true,
        (Tree::Bool(a), Tree::Bool(b)) => a == b,
        (Tree::Integer(a), _) if syntax == Syntax::Xml && i64::try_from(*a).is_err() => {
            *read == Tree::Text(a.to_string())
        }
        (Tree::Integer(a), Tree::Integer(b)) => a == b,
        (Tree::Stranger(a), Tree::Integer(b)) => i128::from(*a) == *b,
        (Tree::Number(a), _) => is_number(syntax, *a, read, |read| read == *a),
        (Tree::Single(a), _) => is_number(syntax, (*a).into(), read, |read| read as f32 == *a),
        (Tree::Text(a), Tree::Text(b)) => a == b,
        (Tree::Member(name, _), Tree::Text(b)) => name == b,
        (Tree::Bytes(a), Tree::Bytes(b)) => syntax == Syntax::Xml && a == b,
        (Tree::Bytes(a), Tree::Text(b)) => syntax == Syntax::Json && base64(a) == *b,
        (Tree::List(a), Tree::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is(syntax, a, b))
        }
        (Tree::Object(a) | Tree::Record(a), Tree::Object(b)) => {
            let same =
                |((a, x), (b, y)): (&(String, Tree), &(String, Tree))| a == b && is(syntax, x, y);
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        _ => false,
    }
}

fn is_number(syntax: Syntax, meant: f64, read: &Tree, same: impl Fn(f64) -> bool) -> bool {
    match read {
        // Readers of JSON tell integers from others by what they look like.
        Tree::Integer(b) if syntax == Syntax::Json => same(*b as f64),
        Tree::Number(b) if meant.is_nan() => b.is_nan(),
        Tree::Number(b) => {
            same(*b) && (*b != 0.0 || b.is_sign_negative() == meant.is_sign_negative())
        }
        Tree::Text(name) if syntax == Syntax::Json => *name == special(meant),
        _ => false,
    }
}

fn special(v: f64) -> &'static str {
    match v {
        f64::INFINITY => "Infinity",
        f64::NEG_INFINITY => "-Infinity",
        _ if v.is_nan() => "NaN",
        _ => "",
    }
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let mut group = [0; 3];
        group[..three.len()].copy_from_slice(three);
        let bits = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 4648, section 10.
    #[test]
    fn the_vectors_of_base64() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
