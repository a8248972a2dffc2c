//! How the roles of fields follow from their declarations.

use manyrpc_codec::Relation;
use manyrpc_model::{Annotations, Derived, Type};

use super::roles::{Amount, Bounds, By, Role};
use super::{LowerError, Lowered, Shape};

/// The prefix of the name of a request's field.
const REQUEST: &str = "request.";

/// The declaration of one field, before the roles are resolved.
#[derive(Clone, Copy)]
pub(super) struct Declaration<'m> {
    pub(super) name: &'m str,
    pub(super) ty: &'m Type,
    pub(super) derived: Option<&'m Derived>,
    pub(super) annotations: &'m Annotations,
}

/// Sibling fields: those of a record, or the parameters of one direction.
pub(super) struct Siblings<'a> {
    pub(super) lowered: &'a Lowered,
    pub(super) all: &'a [Declaration<'a>],
    pub(super) shapes: &'a [Shape],
    /// The fields of the request, for a reply.
    pub(super) request: &'a [Declaration<'a>],
    /// Whether these are parameters, which are not all sent in each direction: a field derived from an
    /// absent one is plain.
    pub(super) partial: bool,
}

impl Siblings<'_> {
    /// The roles of all fields.
    pub(super) fn roles(&self) -> Result<Vec<Role>, LowerError> {
        (0..self.all.len()).map(|at| self.role(at)).collect()
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|declared| declared.name == name)
    }

    fn role(&self, at: usize) -> Result<Role, LowerError> {
        let declared = &self.all[at];
        let wrong = || LowerError::Derived(declared.name.to_owned());
        let shape = &self.shapes[at];
        let (of, role) = match declared.derived {
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

    /// The bounds of an array, if it has any that are not derived from it; `None` if they are
    /// inconsistent.
    fn part(&self, at: usize) -> Option<Role> {
        let declared = &self.all[at];
        let mut bounds = Vec::new();
        let mut marks = vec![declared.annotations];
        let mut ty = declared.ty;
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
                // Annotations on an alias apply if it is an array.
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

    /// The bounds of one dimension, from its marks.
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

    /// Whether an amount is derived from this same array.
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

    /// `10`, `max`, `request.max`, optionally followed by ` * 2`, ` / 3` and ` + 1`.
    ///
    /// `None` if the name does not exist, `Some(None)` if it is not sent in this direction.
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

    /// The place of a named number. For a field of the request itself, its siblings are the request's
    /// fields.
    fn by(&self, name: &str) -> Option<Option<By>> {
        let number = |fields: &[Declaration]| {
            let name = name.strip_prefix(REQUEST).unwrap_or(name);
            let at = fields.iter().position(|declared| declared.name == name)?;
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

    /// This amount minus another of the same message.
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

/// Whether a shape has a number of elements.
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

/// Whether a shape can be an amount: an integer, also behind a pointer, which may be null.
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
