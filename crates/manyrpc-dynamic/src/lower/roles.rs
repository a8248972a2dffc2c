//! The roles of fields: which are derived from others, and which give the capacity of others.

use std::sync::Arc;

use manyrpc_codec::Relation;

/// The role of a field or parameter among its siblings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A plain field of values.
    Plain,
    /// A field of values with bounds for it or the arrays in it, from the outermost inwards.
    Part(Arc<[Bounds]>),
    /// The number of elements of a field; encoded, but not part of values.
    Count {
        /// The index of the counted field.
        of: usize,
        /// The relation between number and count.
        relation: Relation,
    },
    /// The label of a union; encoded, but not part of values.
    Label {
        /// The index of the union's field.
        of: usize,
    },
}

impl Role {
    /// Whether it is not part of values.
    pub fn is_derived(&self) -> bool {
        matches!(self, Role::Count { .. } | Role::Label { .. })
    }

    /// The bounds of arrays, from the outermost inwards.
    pub fn bounds(&self) -> &[Bounds] {
        match self {
            Role::Part(bounds) => bounds,
            _ => &[],
        }
    }
}

/// The bounds of one dimension of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The capacity in elements; `None` for the actual number.
    pub capacity: Option<Amount>,
    /// The index of the first element sent.
    pub first: Option<Amount>,
    /// The number of elements sent, if another field gives it.
    pub sent: Option<Amount>,
}

impl Bounds {
    /// All amounts.
    pub fn amounts(&self) -> impl Iterator<Item = Amount> {
        let all = [self.capacity, self.first, self.sent];
        all.into_iter().flatten()
    }
}

/// An amount: a number at some place, transformed by a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The place of the number.
    pub by: By,
    /// The relation between number and amount.
    pub relation: Relation,
    /// A number to subtract, if any.
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
    /// A field of the same record, by index.
    Sibling(usize),
    /// A field of the request, by index.
    Request(usize),
    /// A constant in the definition.
    Number(u32),
}
