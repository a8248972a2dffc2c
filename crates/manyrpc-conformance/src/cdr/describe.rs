//! Types as OMG IDL has them, in the words of the foreign program (`peers/omniorb-codec`).
//!
//! The table of `manyrpc_codec::cdr` for definitions of other languages, written a second time: the first is
//! in the codec.

use manyrpc_codec::meta::{Cdr, Discriminant, Enum, Field, Length};
use manyrpc_dynamic::lower::{Arms, Body, ValueKind};
use manyrpc_dynamic::{Lowered, Shape, TypeId};

/// The description of a type; `None` if omniORB or IDL has none like it:
///
/// - omniORB's TypeCodes have no arrays of nothing, no negative labels of 16 bits, and of labels of 8 bits
///   only characters; it ends where a type names itself twice, or further inside than in its members.
/// - IDL has no empty structs, no unions that hold nothing, no arms that hold nothing beside a default arm
///   that holds something, and no default arm where each member of an enumeration has a label.
pub(super) fn describe(lowered: &Lowered, field: &Field, shape: &Shape) -> Option<String> {
    let mut description = Description {
        lowered,
        out: String::new(),
        around: Vec::new(),
        recurs: false,
    };
    description.put(field, shape)?;
    Some(description.out)
}

/// The name of the valuetype that is declared where this is; a star where any is.
fn value_place<'l>(lowered: &'l Lowered, inner: &Shape) -> Option<&'l str> {
    let (Shape::Record(id) | Shape::Union(id)) = inner else {
        return None;
    };
    let ty = &lowered.types[id.0];
    match &ty.value {
        Some(ValueKind::OneOf(Some(declared))) => match lowered.union(*id).shapes[*declared] {
            Shape::Record(id) => Some(&lowered.types[id.0].name),
            _ => None,
        },
        Some(ValueKind::OneOf(None)) if ty.name == "ValueBase" => Some("*"),
        Some(_) => Some(&ty.name),
        None => None,
    }
}

/// The requests by which the foreign program learns the valuetypes of a definition; `None` if omniORB lacks a type of
/// theirs.
pub(super) fn declarations(lowered: &Lowered) -> Option<Vec<String>> {
    let (mut declared, mut states) = (Vec::new(), Vec::new());
    for ty in &lowered.types {
        let (name, id) = (&ty.name, &ty.repository_id);
        match &ty.value {
            Some(ValueKind::OneOf(None)) if name != "ValueBase" => {
                declared.push(format!("declare {name} {id} - a"));
            }
            Some(ValueKind::State(state)) => {
                let base = state
                    .base
                    .map(|(base, _)| lowered.types[base.0].name.as_str());
                let flags = match (state.is_box, state.is_truncatable) {
                    (true, _) => "b",
                    (_, true) => "t",
                    _ => "-",
                };
                declared.push(format!(
                    "declare {name} {id} {} {flags}",
                    base.unwrap_or("-")
                ));
                let Body::Record(members) = &ty.body else {
                    return None;
                };
                let described = members.iter().map(|(f, shape)| describe(lowered, f, shape));
                let described: String = described.collect::<Option<_>>()?;
                let described = match described.is_empty() {
                    true => ".",
                    false => &described,
                };
                states.push(format!("state {name} {described}"));
            }
            _ => {}
        }
    }
    declared.append(&mut states);
    Some(declared)
}

struct Description<'l> {
    lowered: &'l Lowered,
    out: String,
    /// The records and unions around, which name themselves.
    around: Vec<TypeId>,
    /// Whether one of them has.
    recurs: bool,
}

impl Description<'_> {
    fn put(&mut self, field: &Field, shape: &Shape) -> Option<()> {
        match shape {
            Shape::Void => return None,
            Shape::Bool => self.out.push('b'),
            Shape::I8 | Shape::U8 => self.out.push('o'),
            Shape::I16 => self.out.push('h'),
            Shape::U16 if field.cdr == Cdr::Wide => self.out.push('w'),
            Shape::U16 => self.out.push('H'),
            Shape::I32 => self.out.push('l'),
            Shape::U32 => self.out.push('L'),
            Shape::I64 => self.out.push('q'),
            Shape::U64 => self.out.push('Q'),
            Shape::F32 => self.out.push('f'),
            Shape::F64 => self.out.push('d'),
            Shape::F128 => self.out.push('D'),
            Shape::Text => self.text(field),
            Shape::Bytes if field.cdr == Cdr::Any => self.out.push('Y'),
            Shape::Bytes => {
                self.counted(field.length)?;
                self.out.push('o');
            }
            Shape::Array(element) => {
                self.counted(field.length)?;
                self.put(field.element(), element)?;
            }
            Shape::Chain(element) => {
                let (Length::UpTo(max) | Length::Fixed(max)) = field.length;
                self.counted(Length::UpTo(max))?;
                self.put(field.element(), element)?;
            }
            Shape::Shared(inner) if field.cdr == Cdr::Value => {
                let place = value_place(self.lowered, inner)?;
                self.out.push_str(&format!("v{place};"));
            }
            Shape::Optional(inner) | Shape::Shared(inner) => {
                self.counted(Length::UpTo(1))?;
                self.put(field.element(), inner)?;
            }
            Shape::Enum(id) => self.enumeration(self.lowered.enumeration(*id)),
            Shape::Record(id) | Shape::Union(id) if self.around.contains(id) => self.again(*id)?,
            // A valuetype is in places of its own.
            Shape::Record(id) if self.lowered.types[id.0].value.is_some() => return None,
            Shape::Record(id) => self.inside(*id, Self::record)?,
            Shape::Union(id) => self.inside(*id, Self::union)?,
        }
        Some(())
    }

    /// A type within itself.
    fn again(&mut self, id: TypeId) -> Option<()> {
        if self.around.last() != Some(&id) || std::mem::replace(&mut self.recurs, true) {
            return None;
        }
        self.out.push_str(&format!("Rt{};", id.0));
        Some(())
    }

    fn inside(
        &mut self,
        id: TypeId,
        body: impl FnOnce(&mut Self, TypeId) -> Option<()>,
    ) -> Option<()> {
        self.around.push(id);
        body(self, id)?;
        self.around.pop();
        self.out.push('}');
        Some(())
    }

    fn record(&mut self, id: TypeId) -> Option<()> {
        self.out.push_str(&format!("{{t{};", id.0));
        let members = self.lowered.record(id);
        if members.shapes.iter().all(|shape| *shape == Shape::Void) {
            return None;
        }
        let mut given = members.all().filter(|m| *m.shape != Shape::Void);
        given.try_for_each(|m| self.put(m.field, m.shape))
    }

    /// Arms that hold nothing are left out, and their labels select none.
    fn union(&mut self, id: TypeId) -> Option<()> {
        self.out.push_str(&format!("Ut{};", id.0));
        let arms = self.lowered.union(id);
        match (&arms.meta.discriminant, &arms.label) {
            // Only what is no member would select the default arm.
            (Discriminant::Enum(members), _) if leaves_nothing(arms, members) => return None,
            (Discriminant::Enum(members), _) => self.enumeration(members),
            (_, Shape::I8 | Shape::U8) => self.out.push('c'),
            (_, label) => self.put(&Field::plain(""), label)?,
        }
        let mut labels = arms.meta.arms.iter().flat_map(|arm| arm.labels.iter());
        let is_possible = |label: &i64| match arms.label {
            Shape::I8 | Shape::U8 => (0..128).contains(label),
            Shape::I16 => *label >= 0,
            _ => true,
        };
        if arms.shapes.iter().all(|shape| *shape == Shape::Void) || !labels.all(is_possible) {
            return None;
        }
        for (arm, shape) in arms.meta.arms.iter().zip(&arms.shapes) {
            let is_default = arm.labels.is_empty();
            match shape {
                // Its labels would select the default arm.
                Shape::Void if holds_by_default(arms) && !is_default => return None,
                Shape::Void => continue,
                _ => {}
            }
            let labels: Vec<String> = arm.labels.iter().map(i64::to_string).collect();
            match is_default {
                true => self.out.push_str("*:"),
                false => self.out.push_str(&format!("{}:", labels.join(","))),
            }
            self.put(&arm.field, shape)?;
        }
        Some(())
    }

    fn text(&mut self, field: &Field) {
        let (Length::UpTo(max) | Length::Fixed(max)) = field.length;
        self.out.push_str(&match field.cdr {
            Cdr::Natural | Cdr::Char | Cdr::Any | Cdr::Value | Cdr::Derived => {
                format!("s{};", bound(max))
            }
            Cdr::Reference => "O".to_owned(),
            Cdr::Wide => format!("W{};", bound(max)),
            Cdr::Fixed { digits, scale } => format!("F{digits},{scale};"),
        });
    }

    fn counted(&mut self, length: Length) -> Option<()> {
        match length {
            // 0 is no bound, so a bound of none is one.
            Length::UpTo(max) => self.out.push_str(&format!("S{};", bound(max.max(1)))),
            Length::Fixed(0) => return None,
            Length::Fixed(n) => self.out.push_str(&format!("A{n};")),
        }
        Some(())
    }

    /// An enumeration of other values than IDL counts is a number.
    fn enumeration(&mut self, members: &Enum) {
        match is_counted(members) {
            true => self.out.push_str(&format!("E{};", members.members.len())),
            false => self.out.push('l'),
        }
    }
}

/// Whether the default arm holds something.
fn holds_by_default(arms: &Arms) -> bool {
    let default = arms.meta.default.and_then(|at| arms.shapes.get(at));
    default.is_some_and(|shape| *shape != Shape::Void)
}

/// Whether there is a default arm though each member has a label.
fn leaves_nothing(arms: &Arms, members: &Enum) -> bool {
    let has_label = |value: i32| {
        let mut labelled = arms.meta.arms.iter();
        labelled.any(|arm| arm.labels.contains(&value.into()))
    };
    arms.meta.default.is_some() && members.members.iter().all(|(_, value)| has_label(*value))
}

fn is_counted(members: &Enum) -> bool {
    let mut values: Vec<i32> = members.members.iter().map(|(_, value)| *value).collect();
    values.sort_unstable();
    values.into_iter().eq(0..members.members.len() as i32)
}

fn bound(max: u32) -> u32 {
    if max == u32::MAX { 0 } else { max }
}
