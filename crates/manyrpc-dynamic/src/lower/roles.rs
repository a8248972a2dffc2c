//! What the fields of a record are to each other: which follow from others, and
//! which say how much room there is in others.

use manyrpc_codec::Relation;
use manyrpc_model::{Annotations, Derived, Type};

use super::{LowerError, Lowered, Shape};

/// Annotations that say how much room there is: what holds the number, or the number.
const CAPACITY: [&str; 2] = ["dce.size_is", "dce.room"];

/// The annotation that says where the part of an array begins that travels.
const FIRST: &str = "dce.first_is";

/// What precedes the name of a field of the request.
const REQUEST: &str = "request.";

/// What a field of a record, or a parameter, is to those beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing: values have it.
    Plain,
    /// Values have it; it is a part of an array that is larger.
    Part {
        /// How many elements the whole has room for; `None` for as many as there are.
        capacity: Option<Amount>,
        /// The index of the first element.
        first: Option<Amount>,
    },
    /// How many elements a field has: it travels, values do not have it.
    Count {
        /// The index of that field.
        of: usize,
        /// How the number belongs to the count.
        relation: Relation,
    },
    /// Which arm a union is in: it travels, values do not have it.
    Label {
        /// The index of the union's field.
        of: usize,
    },
}

impl Role {
    /// Whether values do not have it.
    pub fn is_derived(&self) -> bool {
        matches!(self, Role::Count { .. } | Role::Label { .. })
    }

    /// Capacity and first index, where anything is said about them.
    pub fn amounts(&self) -> [Option<Amount>; 2] {
        match *self {
            Role::Part { capacity, first } => [capacity, first],
            _ => [None, None],
        }
    }
}

/// A number that is somewhere, or what a relation makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Where that number is.
    pub by: By,
    /// How the number belongs to the amount.
    pub relation: Relation,
}

/// The place of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The field of that index in the same record.
    Sibling(usize),
    /// The field of that index in the record that travelled with the request.
    Request(usize),
    /// The definition.
    Number(u32),
}

/// What is said of one place, before the others are known.
#[derive(Clone, Copy)]
pub(super) struct Said<'m> {
    pub(super) name: &'m str,
    pub(super) ty: &'m Type,
    pub(super) derived: Option<&'m Derived>,
    pub(super) annotations: &'m Annotations,
}

/// The roles of all fields of a record. What follows from a field that is not there is plain if
/// `partial`: of an operation's parameters not all travel each way.
pub(super) fn of(
    lowered: &Lowered,
    all: &[Said],
    shapes: &[Shape],
    request: &[Said],
    partial: bool,
) -> Result<Vec<Role>, LowerError> {
    let find = |name: &str| all.iter().position(|said| said.name == name);
    let role = |said: &Said, shape: &Shape| {
        let wrong = || LowerError::Derived(said.name.to_owned());
        match said.derived {
            Some(Derived::Count { of, relation }) => match find(of) {
                Some(at) if counted(&shapes[at]) && is_integer(shape) => Ok(Role::Count {
                    of: at,
                    relation: Relation::of(relation.times, relation.over, relation.plus),
                }),
                None if partial => Ok(Role::Plain),
                _ => Err(wrong()),
            },
            Some(Derived::Label { of }) => match find(of) {
                Some(at) if labelled(&shapes[at]) && is_label(shape) => Ok(Role::Label { of: at }),
                None if partial => Ok(Role::Plain),
                _ => Err(wrong()),
            },
            None => {
                let about = |key: &str| {
                    let place = said.annotations.get(key).map(String::as_str);
                    match place.or_else(|| said.ty.mark(key)) {
                        None => Ok(None),
                        Some(text) => {
                            amount(lowered, text, all, request, partial).ok_or_else(wrong)
                        }
                    }
                };
                let [size, room] = CAPACITY.map(about);
                Ok(match (size?.or(room?), about(FIRST)?) {
                    (None, None) => Role::Plain,
                    (capacity, first) => Role::Part { capacity, first },
                })
            }
        }
    };
    let roles = all
        .iter()
        .zip(shapes)
        .map(|(said, shape)| role(said, shape));
    roles.collect()
}

/// `10`, `max`, `request.max`, with ` * 2`, ` / 3` and ` + 1` behind it where they say anything.
///
/// `None` where there is no such thing, `Some(None)` where it does not travel this way.
fn amount(
    lowered: &Lowered,
    text: &str,
    all: &[Said],
    request: &[Said],
    partial: bool,
) -> Option<Option<Amount>> {
    let mut words = text.split(' ');
    let name = words.next()?;
    let mut relation = Relation::SAME;
    while let Some(sign) = words.next() {
        let number = words.next()?;
        match sign {
            "*" => relation.times = number.parse().ok()?,
            "/" => relation.over = number.parse().ok()?,
            "+" => relation.plus = number.parse().ok()?,
            "-" => relation.plus = format!("-{number}").parse().ok()?,
            _ => return None,
        }
    }
    let find = |fields: &[Said], name: &str| {
        let at = fields.iter().position(|said| said.name == name)?;
        let shape = lowered.shape(fields[at].ty).ok()?;
        is_integer(&shape).then_some(at)
    };
    let by = match (name.strip_prefix(REQUEST), name.parse()) {
        (Some(name), _) => By::Request(find(request, name)?),
        (None, Ok(number)) => By::Number(number),
        (None, Err(_)) => match find(all, name) {
            Some(at) => By::Sibling(at),
            None if partial => return Some(None),
            None => return None,
        },
    };
    Some(Some(Amount { by, relation }))
}

/// Whether it has a number of elements.
fn counted(shape: &Shape) -> bool {
    match shape {
        Shape::Text | Shape::Bytes | Shape::Array(_) | Shape::Chain(_) => true,
        Shape::Optional(inner) | Shape::Shared(inner) => counted(inner),
        _ => false,
    }
}

fn labelled(shape: &Shape) -> bool {
    match shape {
        Shape::Union(_) => true,
        Shape::Optional(inner) | Shape::Shared(inner) => labelled(inner),
        _ => false,
    }
}

fn is_label(shape: &Shape) -> bool {
    is_integer(shape) || matches!(shape, Shape::Bool | Shape::Enum(_))
}

fn is_integer(shape: &Shape) -> bool {
    use Shape::{I8, I16, I32, I64, U8, U16, U32, U64};
    matches!(shape, I8 | U8 | I16 | U16 | I32 | U32 | I64 | U64)
}
