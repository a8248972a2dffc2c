//! Values in places that take any, drawn.

use manyrpc_codec::meta::{Cdr, Field};
use manyrpc_draw::Draw;
use manyrpc_dynamic::any::{self, Described};
use manyrpc_dynamic::lower::{Arms, ValueKind};
use manyrpc_dynamic::{Lowered, Sampler, Shape, TypeId};
use manyrpc_model::{Labelled, Value};

use super::describe::describe;
use super::families;

/// Types without a name in a definition.
const WORDS: [&str; 24] = [
    "null",
    "boolean",
    "octet",
    "char",
    "wchar",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "string",
    "string<20>",
    "wstring",
    "wstring<20>",
    "fixed<1, 0>",
    "fixed<12, 5>",
    "fixed<31, 31>",
    "Object",
    "any",
    "any[2]",
];

/// How many of them are in each other.
const DEPTH: u32 = 3;

/// How many of them a value has, in all: a sequence of them may hold itself, so that each level would have a
/// hundred times as many as the one around it.
const MOST: u32 = 16;

/// Puts values of drawn types into the places of a value that take any.
pub(super) fn fill(lowered: &Lowered, place: (&Field, &Shape), value: &mut Value, draw: &mut Draw) {
    let mut filling = Filling { draw, left: MOST };
    filling.inside(lowered, place, value, DEPTH);
}

struct Filling<'d> {
    draw: &'d mut Draw,
    /// How many more there may be.
    left: u32,
}

impl Filling<'_> {
    fn inside(
        &mut self,
        lowered: &Lowered,
        (field, shape): (&Field, &Shape),
        value: &mut Value,
        depth: u32,
    ) {
        match (shape, value) {
            (Shape::Bytes, Value::Bytes(bytes)) if field.cdr == Cdr::Any => {
                *bytes = self.drawn(lowered, depth);
            }
            (Shape::Array(element) | Shape::Chain(element), Value::List(all)) => {
                let place = (field.element(), &**element);
                all.iter_mut()
                    .for_each(|one| self.inside(lowered, place, one, depth));
            }
            (Shape::Optional(inner), Value::Optional(Some(held))) => {
                self.inside(lowered, (field.element(), inner), held, depth);
            }
            (
                Shape::Shared(inner),
                Value::Shared(Some(Labelled {
                    value: Some(held), ..
                })),
            ) => {
                self.inside(lowered, (field.element(), inner), held, depth);
            }
            (Shape::Record(id), Value::Record(values)) => {
                for (place, value) in lowered.record(*id).iter().zip(values) {
                    self.inside(lowered, place, value, depth);
                }
            }
            // omniORB's own characters are UTF-8, in which others take two.
            (Shape::U8 | Shape::I8, Value::U8(v)) if field.cdr == Cdr::Char => *v &= 0x7f,
            (Shape::Union(id), Value::Union { label, value }) => {
                let arms = lowered.union(*id);
                let is_char = matches!(arms.label, Shape::U8 | Shape::I8);
                if is_char && !(0..0x80).contains(label) && is_same_arm(arms, *label, 1) {
                    *label = 1;
                }
                if let Some(arm) = arms.meta.arm_of(*label) {
                    let place = (&arms.meta.arms[arm].field, &arms.shapes[arm]);
                    self.inside(lowered, place, value, depth);
                }
            }
            _ => {}
        }
    }

    /// A value of a drawn type, with the type; nothing if omniORB has no such type, or there are enough.
    fn drawn(&mut self, lowered: &Lowered, depth: u32) -> Vec<u8> {
        if depth == 0 || self.left == 0 {
            return Vec::new();
        }
        self.left -= 1;
        let ty = type_of(lowered, self.draw, 2);
        // Not one with a place of an abstract valuetype.
        let Ok(described) = any::named(lowered, &ty) else {
            return Vec::new();
        };
        let Described {
            lowered,
            place,
            shape,
            ..
        } = &described;
        // omniORB's DynAny has no valuetypes within other types.
        let ty = describe(lowered, place, shape);
        let is_shown =
            |ty: String| !ty.contains('v') || ty.starts_with('v') && is_tree(lowered, shape);
        if *shape != Shape::Void && !ty.is_some_and(is_shown) {
            return Vec::new();
        }
        let mut value = Sampler::new(self.draw.number()).value(lowered, place, shape);
        carried(&mut value);
        self.inside(lowered, (place, shape), &mut value, depth - 1);
        let any = described.any(&value).expect("it is of that type");
        any.encapsulation().to_vec()
    }
}

/// Whether no type of a valuetype is within itself, which omniORB's type codes can be less often than IDL.
fn is_tree(lowered: &Lowered, shape: &Shape) -> bool {
    fn within(lowered: &Lowered, shape: &Shape, around: &mut Vec<TypeId>) -> bool {
        let shapes: Vec<&Shape> = match shape {
            Shape::Array(of) | Shape::Chain(of) | Shape::Optional(of) | Shape::Shared(of) => {
                return within(lowered, of, around);
            }
            Shape::Record(id) => lowered.record(*id).iter().map(|(_, shape)| shape).collect(),
            Shape::Union(id) => lowered.union(*id).shapes.iter().collect(),
            _ => return true,
        };
        let (Shape::Record(id) | Shape::Union(id)) = shape else {
            return true;
        };
        if around.contains(id) {
            return false;
        }
        around.push(*id);
        let is_tree = shapes
            .into_iter()
            .all(|shape| within(lowered, shape, around));
        around.pop();
        is_tree
    }
    within(lowered, shape, &mut Vec::new())
}

fn is_same_arm(arms: &Arms, label: i64, other: i64) -> bool {
    arms.meta.arm_of(label) == arms.meta.arm_of(other)
}

/// A type as it is written, of at most this many levels of sequences and arrays.
fn type_of(lowered: &Lowered, draw: &mut Draw, levels: u32) -> String {
    match draw.below(10) {
        0..4 if !lowered.types.is_empty() => {
            let ty = draw.pick(&lowered.types);
            match &ty.value {
                // A union that is implied has no name, and what omniORB is to forget must not be asked for.
                Some(ValueKind::OneOf(_)) => "any".to_owned(),
                _ if families::is_unknown(&ty.name) => "any".to_owned(),
                _ => ty.repository_id.clone(),
            }
        }
        4 if levels > 0 => format!("sequence<{}>", type_of(lowered, draw, levels - 1)),
        5 if levels > 0 => format!("sequence<{}, 4>", type_of(lowered, draw, levels - 1)),
        6 if levels > 0 => format!("sequence<{}>[2]", type_of(lowered, draw, levels - 1)),
        _ => (*draw.pick(&WORDS)).to_owned(),
    }
}

/// Leaves out of a value what CDR or omniORB cannot carry: NULs in text; characters of 16 bits that are none,
/// or a byte order mark; and of numbers with 128 bits those that are not one of the machine's, which has 80.
pub(super) fn carried(value: &mut Value) {
    match value {
        Value::Text(text) => text.retain(|c| c != '\0'),
        Value::U16(v @ (0xd800..0xe000 | 0xfeff | 0xfffe)) => *v &= 0xff,
        Value::F128(v) => v[..9].fill(0),
        Value::List(v) | Value::Record(v) => v.iter_mut().for_each(carried),
        Value::Union { value, .. } => carried(value),
        Value::Optional(Some(v)) => carried(v),
        Value::Shared(Some(v)) => v.value.iter_mut().for_each(|v| carried(v)),
        _ => {}
    }
}
