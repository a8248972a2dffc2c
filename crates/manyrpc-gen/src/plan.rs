//! What a module becomes: which types borrow, which recurse, and every name,
//! decided before a line is written.

use std::cell::Cell;
use std::collections::BTreeSet;

use manyrpc_codec::meta::{Field, Length};
use manyrpc_dynamic::lower::{Body, Lowered, Shape, TypeId, lower};
use manyrpc_model::{Module, TypeBody};

use crate::name::{self, Scope};
use crate::problem::Problem;

/// The longest array that has a `Default` of its own in Rust.
const DEFAULT_ARRAY: u32 = 32;

/// Endings of the names of statics.
const STATIC_ENDINGS: &[&str] = &["_FIELDS", "_ARMS", "_ELEMENTS"];

/// The decisions about one module.
pub(crate) struct Plan<'m> {
    /// What the definition says.
    pub(crate) module: &'m Module,
    /// What dynamic calls make of it.
    pub(crate) lowered: Lowered,
    /// By [`TypeId`].
    types: Vec<Facts>,
    /// Names of types, traits and the like at the top of the file.
    pub(crate) type_names: Scope,
    /// Names of constants and statics there.
    static_names: Scope,
    /// The constants' names, in the module's order.
    pub(crate) constants: Vec<String>,
    /// Whether the text written so far needs an import of `Cow`.
    pub(crate) says_cow: Cell<bool>,
    /// Whether it needs the facade.
    pub(crate) says_stub: Cell<bool>,
}

/// The decisions about one type.
struct Facts {
    rust: String,
    statics: String,
    borrows: bool,
    reaches: BTreeSet<TypeId>,
}

impl<'m> Plan<'m> {
    /// Decides, or says what stands against it.
    pub(crate) fn new(module: &'m Module) -> Result<Self, Vec<Problem>> {
        let problems = problems(module);
        if !problems.is_empty() {
            return Err(problems);
        }
        let lowered = lower(module).map_err(|why| vec![Problem::Module(why)])?;
        let mut type_names = Scope::reserving(name::TYPE_NAMES);
        let mut static_names = Scope::default();
        let constants = module.consts.iter();
        let constants = constants.map(|c| static_names.take(name::screaming(&c.name)));
        let constants = constants.collect();
        let types = module.types.iter().map(|definition| Facts {
            rust: type_names.take(name::camel(&definition.name)),
            statics: static_names.take_with(name::screaming(&definition.name), STATIC_ENDINGS),
            borrows: false,
            reaches: BTreeSet::new(),
        });
        let mut plan = Plan {
            module,
            types: types.collect(),
            lowered,
            type_names,
            static_names,
            constants,
            says_cow: Cell::new(false),
            says_stub: Cell::new(false),
        };
        plan.spread();
        Ok(plan)
    }

    /// The Rust name of a type of the definition.
    pub(crate) fn rust_name(&self, id: TypeId) -> &str {
        &self.types[id.0].rust
    }

    /// What the names of a type's statics start with.
    pub(crate) fn statics(&self, id: TypeId) -> &str {
        &self.types[id.0].statics
    }

    /// Names for the statics of something that is not a type of the definition.
    pub(crate) fn new_statics(&mut self, wanted: &str) -> String {
        self.static_names
            .take_with(wanted.to_owned(), STATIC_ENDINGS)
    }

    /// Whether a named type has a lifetime.
    pub(crate) fn type_borrows(&self, id: TypeId) -> bool {
        self.types[id.0].borrows
    }

    /// Whether the Rust type has a lifetime: it holds text or bytes of any length.
    pub(crate) fn borrows(&self, field: &Field, shape: &Shape) -> bool {
        match shape {
            Shape::Text => true,
            Shape::Bytes => matches!(field.length, Length::UpTo(_)),
            Shape::Array(inner) | Shape::Chain(inner) | Shape::Optional(inner) => {
                self.borrows(field.element(), inner)
            }
            Shape::Record(id) | Shape::Union(id) => self.types[id.0].borrows,
            _ => false,
        }
    }

    /// Whether an optional of this must be boxed: a value of it may hold another
    /// of its kind, with nothing between them that has memory of its own.
    pub(crate) fn recurs(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Record(id) | Shape::Union(id) => self.types[id.0].reaches.contains(id),
            _ => false,
        }
    }

    /// Spreads what holds for a part to what holds it, until nothing changes.
    fn spread(&mut self) {
        loop {
            let mut changed = false;
            for at in 0..self.types.len() {
                let mut borrows = false;
                let mut reaches = BTreeSet::new();
                for (field, shape) in parts(&self.lowered.types[at].body) {
                    borrows |= self.borrows(field, shape);
                    self.reach(field, shape, &mut reaches);
                }
                let facts = &mut self.types[at];
                changed |= facts.borrows != borrows || facts.reaches != reaches;
                (facts.borrows, facts.reaches) = (borrows, reaches);
            }
            if !changed {
                return;
            }
        }
    }

    fn reach(&self, field: &Field, shape: &Shape, found: &mut BTreeSet<TypeId>) {
        match shape {
            Shape::Record(id) | Shape::Union(id) => {
                found.insert(*id);
                found.extend(&self.types[id.0].reaches);
            }
            Shape::Optional(inner) => self.reach(field.element(), inner, found),
            Shape::Array(inner) if matches!(field.length, Length::Fixed(_)) => {
                self.reach(field.element(), inner, found);
            }
            _ => {}
        }
    }
}

/// Whether a type is a fixed array that has no `Default` of its own.
pub(crate) fn lacks_default(field: &Field, shape: &Shape) -> bool {
    let Length::Fixed(n) = field.length else {
        return false;
    };
    match shape {
        Shape::Bytes => n > DEFAULT_ARRAY,
        Shape::Array(inner) => n > DEFAULT_ARRAY || lacks_default(field.element(), inner),
        _ => false,
    }
}

/// What a type is made of.
fn parts(body: &Body) -> Vec<(&Field, &Shape)> {
    match body {
        Body::Alias(field, shape) => vec![(field, shape)],
        Body::Record(members) => members.iter().collect(),
        Body::Union(arms) => {
            let fields = arms.meta.arms.iter().map(|arm| &arm.field);
            fields.zip(&arms.shapes).collect()
        }
        Body::Enum(_) => Vec::new(),
    }
}

fn problems(module: &Module) -> Vec<Problem> {
    let types = module.types.iter();
    let empty = types.filter(|definition| match &definition.body {
        TypeBody::Enum(e) => e.members.is_empty(),
        TypeBody::Union(u) => u.arms.is_empty() && u.default.is_none(),
        TypeBody::Alias(_) | TypeBody::Record(_) => false,
    });
    empty.map(|d| Problem::Empty(d.name.clone())).collect()
}
