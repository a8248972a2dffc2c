//! Valuetypes: places that hold the same value, or one that holds itself.

use manyrpc_codec::meta::{Cdr, Field};
use manyrpc_draw::Draw;
use manyrpc_dynamic::lower::ValueKind;
use manyrpc_dynamic::{Lowered, Shape};
use manyrpc_model::{Labelled, Type, Value};

use crate::codecs::Dynamic;

/// The place for a value of a type, which may lack one if it is a valuetype; `None` of what is implied where a valuetype
/// is declared, since that one has it.
pub(super) fn place(dynamic: &Dynamic, name: &str) -> Option<(Field, Shape)> {
    let lowered = &dynamic.lowered;
    let (field, shape) = dynamic.place(name);
    let (Shape::Record(id) | Shape::Union(id)) = shape else {
        return Some((field, shape));
    };
    let inner = match &lowered.types[id.0].value {
        None => return Some((field, shape)),
        Some(ValueKind::OneOf(Some(_))) => return None,
        Some(ValueKind::OneOf(None)) => name,
        Some(ValueKind::State(_)) => or_derived(lowered, &shape).unwrap_or(name),
    };
    let of = Type::Shared(Box::new(Type::Named(inner.to_owned())));
    Some(lowered.place("value", &of).expect("it is one of its types"))
}

/// The union of a valuetype and those that are derived from it, if there are any.
fn or_derived<'l>(lowered: &'l Lowered, declared: &Shape) -> Option<&'l str> {
    let is_it = |at: usize| match lowered.types[at].value {
        Some(ValueKind::OneOf(Some(arm))) => {
            lowered.union(manyrpc_dynamic::TypeId(at)).shapes[arm] == *declared
        }
        _ => false,
    };
    let at = (0..lowered.types.len()).find(|at| is_it(*at))?;
    Some(&lowered.types[at].name)
}

/// Lets places share values that the same types are declared for: earlier ones, or those that they are in.
pub(super) fn share(
    lowered: &Lowered,
    place: (&Field, &Shape),
    value: &mut Value,
    draw: &mut Draw,
) {
    let begun = Vec::new();
    Sharing { draw, begun }.inside(lowered, place, value);
}

struct Sharing<'d> {
    draw: &'d mut Draw,
    begun: Vec<(Shape, u32)>,
}

impl Sharing<'_> {
    fn inside(&mut self, lowered: &Lowered, (field, shape): (&Field, &Shape), value: &mut Value) {
        match (shape, value) {
            (Shape::Shared(of), Value::Shared(Some(labelled))) if field.cdr == Cdr::Value => {
                self.place(lowered, (field.element(), of), labelled);
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

    fn place(&mut self, lowered: &Lowered, place: (&Field, &Shape), labelled: &mut Labelled) {
        let alike = self.begun.iter().filter(|(of, _)| of == place.1);
        let alike: Vec<u32> = alike.map(|(_, label)| *label).collect();
        if !alike.is_empty() && self.draw.chance(40) {
            labelled.id = *self.draw.pick(&alike);
            labelled.value = None;
        } else if let Some(held) = &mut labelled.value {
            self.begun.push((place.1.clone(), labelled.id));
            self.inside(lowered, place, held);
        }
    }
}
