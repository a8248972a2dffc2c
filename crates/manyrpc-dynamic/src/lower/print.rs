//! The printed form of a lowered module, for people and snapshots.

use std::fmt;

use manyrpc_codec::Relation;
use manyrpc_codec::meta::{Discriminant, Field, Length};

use super::{Amount, Arms, Body, By, Lowered, Member, Members, Role, Shape};

/// Types and operations in the module's order, one field per line.
///
/// A type reads from its left: `i32<10>` is an array of at most ten, `text[3]`
/// of exactly three; `?` marks an optional value, `*` a shared one, `list` a linked list.
/// `= count of data` is derived from the length of `data`; `in max` has a capacity of `max` elements,
/// `in request 0` a capacity given by the first parameter of the request; `from first` is the start of
/// the encoded part.
impl fmt::Display for Lowered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ty in self.used().map(|id| &self.types[id.0]) {
            let name = &ty.name;
            match &ty.body {
                Body::Alias(field, shape) => {
                    writeln!(f, "alias {name} = {}", self.print(field, shape))?;
                }
                Body::Record(members) => {
                    let what = if ty.chain { "element" } else { "record" };
                    writeln!(f, "{what} {name}")?;
                    self.print_members(f, "", members)?;
                }
                Body::Union(arms) => self.print_union(f, name, arms)?,
                Body::Enum(members) => {
                    writeln!(f, "enum {name}")?;
                    for (name, value) in members.members.iter() {
                        writeln!(f, "    {name} = {value}")?;
                    }
                }
            }
        }
        for interface in &self.interfaces {
            for operation in &interface.operations {
                let number = operation.number;
                writeln!(
                    f,
                    "operation {}.{} = {number}",
                    interface.name, operation.name
                )?;
                self.print_members(f, "in ", &operation.input)?;
                self.print_members(f, "out ", &operation.output)?;
                let raising = operation.raising.iter();
                for (exception, number) in raising.flat_map(|r| &r.exceptions).zip(1..) {
                    writeln!(f, "    raises {number} {}", exception.full_name)?;
                }
            }
        }
        Ok(())
    }
}

impl Lowered {
    /// The printed form of one place's type.
    pub fn print(&self, field: &Field, shape: &Shape) -> String {
        let length = match field.length {
            Length::Fixed(n) => format!("[{n}]"),
            Length::UpTo(u32::MAX) => "<>".to_owned(),
            Length::UpTo(n) => format!("<{n}>"),
        };
        match shape {
            Shape::Text => format!("text{length}"),
            Shape::Reference => "object".to_owned(),
            Shape::Bytes => format!("bytes{length}"),
            Shape::Array(element) => format!("{}{length}", self.print(field.element(), element)),
            Shape::Chain(element) => format!("list {}", self.print(field.element(), element)),
            Shape::Optional(inner) => format!("?{}", self.print(field.element(), inner)),
            Shape::Shared(inner) => format!("*{}", self.print(field.element(), inner)),
            Shape::Record(id) | Shape::Union(id) | Shape::Enum(id) => self.name(*id).to_owned(),
            flat => format!("{flat:?}").to_lowercase(),
        }
    }

    fn print_members(&self, f: &mut fmt::Formatter<'_>, way: &str, m: &Members) -> fmt::Result {
        m.all().try_for_each(
            |Member {
                 field, shape, role, ..
             }| {
                write!(f, "    {way}{}: {}", field.name, self.print(field, shape))?;
                let name = |at: usize| &m.meta.fields[at].name;
                match role {
                    Role::Plain => Ok(()),
                    Role::Label { of } => write!(f, " = label of {}", name(*of)),
                    Role::Count { of, relation } => {
                        write!(f, " = count of {}{}", name(*of), Sums(*relation))
                    }
                    Role::Part(bounds) => {
                        let place = |by: By| match by {
                            By::Sibling(at) => name(at).to_string(),
                            By::Request(at) => format!("request {at}"),
                            By::Number(number) => number.to_string(),
                        };
                        for (at, bounds) in bounds.iter().enumerate() {
                            if at > 0 {
                                write!(f, ",")?;
                            }
                            let said = [
                                ("in", bounds.capacity),
                                ("from", bounds.first),
                                ("sent", bounds.sent),
                            ];
                            for (word, amount) in said {
                                let Some(Amount { by, relation, less }) = amount else {
                                    continue;
                                };
                                write!(f, " {word} {}{}", place(by), Sums(relation))?;
                                if let Some(less) = less {
                                    write!(f, " less {}", place(less))?;
                                }
                            }
                        }
                        Ok(())
                    }
                }?;
                writeln!(f)
            },
        )
    }

    fn print_union(&self, f: &mut fmt::Formatter<'_>, name: &str, arms: &Arms) -> fmt::Result {
        let discriminant = match &arms.meta.discriminant {
            Discriminant::I32 => "i32",
            Discriminant::U32 => "u32",
            Discriminant::Bool => "bool",
            Discriminant::Enum(members) => &members.name,
        };
        writeln!(f, "union {name} ({}: {discriminant})", arms.discriminant)?;
        for (arm, shape) in arms.meta.arms.iter().zip(&arms.shapes) {
            let labels: Vec<String> = arm.labels.iter().map(i64::to_string).collect();
            let labels = match labels.is_empty() {
                true => "default".to_owned(),
                false => labels.join(", "),
            };
            let held = self.print(&arm.field, shape);
            writeln!(f, "    {labels} => {}: {held}", arm.field.name)?;
        }
        Ok(())
    }
}

/// A relation, printed after the name of its number; empty if number and count are equal.
struct Sums(Relation);

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Relation { times, over, plus } = self.0;
        match (times, over) {
            (1, 1) => {}
            (times, 1) => write!(f, " * {times}")?,
            (1, over) => write!(f, " / {over}")?,
            (times, over) => write!(f, " * {times} / {over}")?,
        }
        match plus {
            0 => Ok(()),
            1.. => write!(f, " + {plus}"),
            _ => write!(f, " - {}", plus.unsigned_abs()),
        }
    }
}
