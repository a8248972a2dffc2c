//! Valuetypes: places that hold the same value.

use std::collections::BTreeMap;

use manyrpc_codec::meta::{Cdr, Field};
use manyrpc_draw::Draw;
use manyrpc_dynamic::{Lowered, Shape, TypeId};
use manyrpc_model::{Labelled, Type, Value};

use crate::codecs::Dynamic;

/// The place for a value of a type, which may lack one if it is a valuetype.
pub(super) fn place(dynamic: &Dynamic, name: &str) -> (Field, Shape) {
    let (field, shape) = dynamic.place(name);
    match shape {
        Shape::Record(id) if dynamic.lowered.types[id.0].value.is_some() => {
            let of = Type::Shared(Box::new(Type::Named(name.to_owned())));
            let place = dynamic.lowered.place("value", &of);
            place.expect("it is one of its types")
        }
        _ => (field, shape),
    }
}

/// Lets places share values of their type that are complete before them: omniORB's stack has no end where one
/// holds itself.
pub(super) fn share(
    lowered: &Lowered,
    place: (&Field, &Shape),
    value: &mut Value,
    draw: &mut Draw,
) {
    let complete = Vec::new();
    Sharing { draw, complete }.inside(lowered, place, value);
}

struct Sharing<'d> {
    draw: &'d mut Draw,
    complete: Vec<(TypeId, u32)>,
}

impl Sharing<'_> {
    fn inside(&mut self, lowered: &Lowered, (field, shape): (&Field, &Shape), value: &mut Value) {
        match (shape, value) {
            (Shape::Shared(of), Value::Shared(Some(labelled))) if field.cdr == Cdr::Value => {
                if let Shape::Record(id) = **of {
                    self.place(lowered, (field.element(), of), id, labelled);
                }
            }
            (Shape::Array(element) | Shape::Chain(element), Value::List(all)) => {
                let place = (field.element(), &**element);
                all.iter_mut()
                    .for_each(|one| self.inside(lowered, place, one));
            }
            (Shape::Record(id), Value::Record(values)) => {
                for (place, value) in lowered.record(*id).iter().zip(values) {
                    self.inside(lowered, place, value);
                }
            }
            (Shape::Union(id), Value::Union { label, value }) => {
                let arms = lowered.union(*id);
                if let Some(arm) = arms.meta.arm_of(*label) {
                    let place = (&arms.meta.arms[arm].field, &arms.shapes[arm]);
                    self.inside(lowered, place, value);
                }
            }
            _ => {}
        }
    }

    fn place(
        &mut self,
        lowered: &Lowered,
        place: (&Field, &Shape),
        id: TypeId,
        labelled: &mut Labelled,
    ) {
        let of_type = self.complete.iter().filter(|(of, _)| *of == id);
        let earlier: Vec<u32> = of_type.map(|(_, label)| *label).collect();
        if !earlier.is_empty() && self.draw.chance(40) {
            labelled.id = *self.draw.pick(&earlier);
            labelled.value = None;
        } else if let Some(held) = &mut labelled.value {
            self.inside(lowered, place, held);
            self.complete.push((id, labelled.id));
        }
    }
}

/// The value with a copy in each place that shares one.
pub(super) fn unshared(value: &Value) -> Value {
    let mut value = value.clone();
    copy(&mut value, &mut BTreeMap::new());
    value
}

fn copy(value: &mut Value, complete: &mut BTreeMap<u32, Box<Value>>) {
    match value {
        Value::List(all) | Value::Record(all) => all.iter_mut().for_each(|v| copy(v, complete)),
        Value::Union { value, .. } | Value::Optional(Some(value)) => copy(value, complete),
        Value::Shared(Some(Labelled { id, value })) => match value {
            Some(held) => {
                copy(held, complete);
                complete.insert(*id, held.clone());
            }
            None => *value = complete.get(id).cloned(),
        },
        _ => {}
    }
}
