//! What the fields of a record are to each other: which follow from others, and
//! which say how much room there is in others.

use std::sync::Arc;

use manyrpc_codec::Relation;
use manyrpc_model::{Annotations, Derived, Type};

use super::{LowerError, Lowered, Shape};

/// What precedes the name of a field of the request.
const REQUEST: &str = "request.";

/// What a field of a record, or a parameter, is to those beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing: values have it.
    Plain,
    /// Values have it; something is said of it or of the arrays in it, from the outermost on.
    Part(Arc<[Bounds]>),
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

    /// What is said of arrays, from the outermost on.
    pub fn bounds(&self) -> &[Bounds] {
        match self {
            Role::Part(bounds) => bounds,
            _ => &[],
        }
    }
}

/// What is said of one dimension of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// How many elements it has room for; `None` for as many as there are.
    pub capacity: Option<Amount>,
    /// The index of the first that is sent.
    pub first: Option<Amount>,
    /// How many are sent, where something beside the array says so.
    pub sent: Option<Amount>,
}

impl Bounds {
    /// All that is said.
    pub fn amounts(&self) -> impl Iterator<Item = Amount> {
        let all = [self.capacity, self.first, self.sent];
        all.into_iter().flatten()
    }
}

/// A number that is somewhere, or what a relation makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Where that number is.
    pub by: By,
    /// How the number belongs to the amount.
    pub relation: Relation,
    /// The number that is taken away, of two.
    pub less: Option<By>,
}

impl Amount {
    /// The places of its numbers.
    pub fn places(&self) -> impl Iterator<Item = By> {
        [Some(self.by), self.less].into_iter().flatten()
    }
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

/// Places beside each other: the fields of a record, or what travels one way.
pub(super) struct Beside<'a> {
    pub(super) lowered: &'a Lowered,
    pub(super) all: &'a [Said<'a>],
    pub(super) shapes: &'a [Shape],
    /// What travelled with the request that these answer.
    pub(super) request: &'a [Said<'a>],
    /// Of an operation's parameters not all travel each way: what follows from one that is not
    /// there is plain.
    pub(super) partial: bool,
}

impl Beside<'_> {
    /// The roles of all.
    pub(super) fn roles(&self) -> Result<Vec<Role>, LowerError> {
        (0..self.all.len()).map(|at| self.role(at)).collect()
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|said| said.name == name)
    }

    fn role(&self, at: usize) -> Result<Role, LowerError> {
        let said = &self.all[at];
        let wrong = || LowerError::Derived(said.name.to_owned());
        let shape = &self.shapes[at];
        let (of, role) = match said.derived {
            None => return self.part(at).ok_or_else(wrong),
            Some(Derived::Count { of, relation }) => {
                let fits = |of: usize| counted(&self.shapes[of]) && is_integer(shape);
                let relation = Relation::of(relation.times, relation.over, relation.plus);
                let of = self.find(of).map(|of| (of, fits(of)));
                (of, of.map(|(of, _)| Role::Count { of, relation }))
            }
            Some(Derived::Label { of }) => {
                let fits = |of: usize| labelled(&self.shapes[of]) && is_label(shape);
                let of = self.find(of).map(|of| (of, fits(of)));
                (of, of.map(|(of, _)| Role::Label { of }))
            }
        };
        match (of, role) {
            (Some((_, true)), Some(role)) => Ok(role),
            (None, _) if self.partial => Ok(Role::Plain),
            _ => Err(wrong()),
        }
    }

    /// What is said of an array, if anything is that does not follow from it; `None` where that
    /// makes no sense.
    fn part(&self, at: usize) -> Option<Role> {
        let said = &self.all[at];
        let mut bounds = Vec::new();
        let mut marks = vec![said.annotations];
        let mut ty = said.ty;
        loop {
            match ty {
                Type::Marked(inner, more) => {
                    marks.push(more);
                    ty = inner;
                }
                Type::Optional(inner) | Type::Shared(inner) => ty = inner,
                Type::Array { element, .. } => {
                    bounds.push(self.bounds(at, &marks)?);
                    marks.clear();
                    ty = element;
                }
                // Of a name something is said where it stands for an array.
                _ => {
                    bounds.push(self.bounds(at, &marks)?);
                    break;
                }
            }
        }
        while bounds.last() == Some(&Bounds::default()) {
            bounds.pop();
        }
        Some(match bounds.is_empty() {
            true => Role::Plain,
            false => Role::Part(bounds.into()),
        })
    }

    /// What marks say of one dimension.
    fn bounds(&self, at: usize, marks: &[&Annotations]) -> Option<Bounds> {
        let read = |key: &str| {
            let text = marks.iter().find_map(|marks| marks.get(key));
            text.map_or(Some(None), |text| self.amount(text))
        };
        let (min, first) = (read("dce.min_is")?, read("dce.first_is")?);
        let up_to = |last: Option<Amount>, from: Option<Amount>| match (last, from) {
            (Some(last), Some(from)) => last.after(from),
            _ => None,
        };
        let capacity = read("dce.size_is")?.or(read("dce.room")?);
        let sent = read("dce.length_is")?;
        let last = read("dce.last_is")?;
        let not_its_own = |amount: &Amount| !self.follows(at, *amount);
        Some(Bounds {
            capacity: capacity
                .or(up_to(read("dce.max_is")?, min))
                .filter(not_its_own),
            first: match (first, min) {
                (Some(first), Some(min)) => first.less(min),
                _ => first,
            },
            sent: sent.or(up_to(last, first.or(min))).filter(not_its_own),
        })
    }

    /// Whether the number of an amount follows from that very array, as that amount.
    fn follows(&self, at: usize, amount: Amount) -> bool {
        let By::Sibling(by) = amount.by else {
            return false;
        };
        match self.all[by].derived {
            Some(Derived::Count { of, relation }) => {
                let relation = Relation::of(relation.times, relation.over, relation.plus);
                *of == self.all[at].name && relation == amount.relation && amount.less.is_none()
            }
            _ => false,
        }
    }

    /// `10`, `max`, `request.max`, with ` * 2`, ` / 3` and ` + 1` behind it where they say anything.
    ///
    /// `None` where there is no such thing, `Some(None)` where it does not travel this way.
    fn amount(&self, text: &str) -> Option<Option<Amount>> {
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
        let by = match name.parse() {
            Ok(number) => Some(By::Number(number)),
            Err(_) => self.by(name)?,
        };
        let less = None;
        Some(by.map(|by| Amount { by, relation, less }))
    }

    /// Where a number is that has a name. One of the request is beside what it is said of where
    /// that is the request itself.
    fn by(&self, name: &str) -> Option<Option<By>> {
        let number = |fields: &[Said]| {
            let name = name.strip_prefix(REQUEST).unwrap_or(name);
            let at = fields.iter().position(|said| said.name == name)?;
            let shape = self.lowered.shape(fields[at].ty).ok()?;
            Some((at, is_number(&shape)))
        };
        match (number(self.all), number(self.request)) {
            (Some((at, true)), _) => Some(Some(By::Sibling(at))),
            (None, Some((at, true))) => Some(Some(By::Request(at))),
            (None, None) if self.partial => Some(None),
            _ => None,
        }
    }
}

impl Amount {
    /// The number of indexes from `from` to this one.
    fn after(self, from: Amount) -> Option<Amount> {
        let mut amount = self.less(from)?;
        amount.relation.plus = amount.relation.plus.checked_add(1)?;
        Some(amount)
    }

    /// This one, with another taken away that came with the same message.
    fn less(self, other: Amount) -> Option<Amount> {
        let apart = matches!(
            (self.by, other.by),
            (By::Sibling(_), By::Request(_)) | (By::Request(_), By::Sibling(_))
        );
        (!apart && other.relation.times == 1 && other.relation.over == 1).then(|| {
            let mut amount = self;
            amount.less = Some(other.by);
            amount.relation.plus = amount.relation.plus.saturating_sub(other.relation.plus);
            amount
        })
    }
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

/// What an amount is: behind a pointer, too, which may be null where nothing is.
fn is_number(shape: &Shape) -> bool {
    match shape {
        Shape::Optional(inner) | Shape::Shared(inner) => is_number(inner),
        shape => is_integer(shape),
    }
}

fn is_integer(shape: &Shape) -> bool {
    use Shape::{I8, I16, I32, I64, U8, U16, U32, U64};
    matches!(shape, I8 | U8 | I16 | U16 | I32 | U32 | I64 | U64)
}
