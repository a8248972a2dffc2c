//! Sizes of values in memory, to reject values too large for a stack.

use manyrpc_codec::meta::{Field, Length};
use manyrpc_dynamic::lower::{Body, Shape, TypeId};

use crate::plan::Plan;
use crate::problem::Problem;

/// The largest value that stubs pass by value, in bytes; a thread's stack has 2 MiB.
const LARGEST: u64 = 1 << 18;

/// Types and parameters above the limit, which are always due to large fixed-length arrays.
pub(crate) fn problems(plan: &Plan) -> Vec<Problem> {
    let mut sizes = Sizes {
        plan,
        known: vec![None; plan.lowered.types.len()],
    };
    let mut found = Vec::new();
    let mut note = |name: &str, bytes| {
        if bytes > LARGEST {
            let name = name.to_owned();
            found.push(Problem::Large { name, bytes });
        }
    };
    for id in plan.lowered.used() {
        note(plan.lowered.name(id), sizes.of_type(id));
    }
    let interfaces = plan.lowered.interfaces.iter();
    for operation in interfaces.flat_map(|i| &i.operations) {
        let result = operation.raising.as_ref().map(|raising| &raising.result);
        let members = [&operation.input, &operation.output];
        for members in members.into_iter().chain(result) {
            let bytes = members.iter().map(|(f, s)| sizes.of(f, s));
            note(&operation.name, bytes.fold(0, u64::saturating_add));
        }
    }
    found
}

/// Memoised sizes of types. Lowering has ensured that types are finite.
struct Sizes<'p> {
    plan: &'p Plan<'p>,
    known: Vec<Option<u64>>,
}

impl<'p> Sizes<'p> {
    fn of_type(&mut self, id: TypeId) -> u64 {
        if let Some(bytes) = self.known[id.0] {
            return bytes;
        }
        let plan = self.plan;
        let bytes = match &plan.lowered.types[id.0].body {
            Body::Alias(field, shape) => self.of(field, shape),
            Body::Record(members) => {
                let all = members.iter().map(|(f, s)| self.of(f, s));
                all.fold(0, u64::saturating_add)
            }
            Body::Union(arms) => {
                let fields = arms.meta.arms.iter().map(|arm| &arm.field);
                let all = fields.zip(&arms.shapes).map(|(f, s)| self.of(f, s));
                all.max().unwrap_or_default().saturating_add(8)
            }
            Body::Enum(_) => 4,
        };
        self.known[id.0] = Some(bytes);
        bytes
    }

    fn of(&mut self, field: &'p Field, shape: &'p Shape) -> u64 {
        match (shape, field.length) {
            (Shape::Bytes, Length::Fixed(n)) => u64::from(n),
            (Shape::Array(inner), Length::Fixed(n)) => {
                self.of(field.element(), inner).saturating_mul(n.into())
            }
            (Shape::Optional(inner), _) if self.plan.recurs(inner) => 8,
            (Shape::Optional(inner), _) => self.of(field.element(), inner).saturating_add(8),
            (Shape::Record(id) | Shape::Union(id) | Shape::Enum(id), _) => self.of_type(*id),
            (
                Shape::Text
                | Shape::Reference
                | Shape::Bytes
                | Shape::Array(_)
                | Shape::Chain(_)
                | Shape::Shared(_),
                _,
            ) => 24,
            (Shape::F128, _) => 16,
            _ => 8,
        }
    }
}
