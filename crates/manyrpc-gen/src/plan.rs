//! The plan of a module's stubs: which types borrow, which recurse, and every name, decided before any
//! text is written.

use std::cell::Cell;
use std::collections::BTreeSet;

use manyrpc_codec::Syntaxes;
use manyrpc_codec::meta::{Cdr, Field, Length, Notation, Others};
use manyrpc_dynamic::contexts;
use manyrpc_dynamic::lower::{Body, Lowered, Role, Shape, TypeId, lower};
use manyrpc_model::{Module, TypeBody};

use crate::name::{self, Scope};
use crate::problem::Problem;

/// The longest array that implements `Default` in Rust.
const DEFAULT_ARRAY: u32 = 32;

/// Suffixes of the names of statics.
const STATIC_ENDINGS: &[&str] = &["_FIELDS", "_ARMS", "_ELEMENTS"];

/// The decisions about one module.
pub(crate) struct Plan<'m> {
    /// The definition.
    pub(crate) module: &'m Module,
    /// Its lowering, shared with dynamic calls.
    pub(crate) lowered: Lowered,
    /// By [`TypeId`].
    types: Vec<Facts>,
    /// Names of types and traits at the top level.
    pub(crate) type_names: Scope,
    /// Names of constants and statics at the top level.
    static_names: Scope,
    /// The name of the table of messages, if a value may contain a message of any type.
    pub(crate) messages: Option<String>,
    /// The name of the definition's text, if servers offer it.
    pub(crate) definition: Option<String>,
    /// The type identifiers of each interface, its own first, where they do not follow from its name.
    pub(crate) type_ids: Vec<Vec<String>>,
    /// The constants' names, in the module's order.
    pub(crate) constants: Vec<String>,
    /// The transfer syntaxes that parameters are compiled for.
    pub(crate) syntaxes: Syntaxes,
    /// Whether named types have type codes.
    pub(crate) type_codes: bool,
    /// Whether bytes of any length can be shared.
    pub(crate) cow_bytes: bool,
    /// Whether the text so far needs an import of `Cow`.
    pub(crate) says_cow: Cell<bool>,
    /// Whether the text so far needs the facade.
    pub(crate) says_stub: Cell<bool>,
}

/// Whether bytes are of any length, and of no type.
pub(crate) fn is_any_length(field: &Field) -> bool {
    matches!(field.length, Length::UpTo(_)) && field.cdr != Cdr::Any
}

/// The decisions about one type.
struct Facts {
    rust: String,
    statics: String,
    borrows: bool,
    /// Whether it holds bytes of any length that it may borrow.
    holds_bytes: bool,
    /// Whether shared values may contain it, so that it must not borrow.
    owns: bool,
    /// For a union, whether a sibling field may hold its label; for an enumeration, whether it is the
    /// type of such a field.
    labelled: bool,
    reaches: BTreeSet<TypeId>,
}

impl<'m> Plan<'m> {
    /// Makes the plan, or reports the problems.
    pub(crate) fn new(module: &'m Module) -> Result<Self, Vec<Problem>> {
        let problems = problems(module);
        if !problems.is_empty() {
            return Err(problems);
        }
        let lowered = lower(module).map_err(|why| vec![Problem::Module(why)])?;
        let mut type_names = Scope::reserving(name::TYPE_NAMES);
        let mut static_names = Scope::reserving(&constructors(&lowered));
        let constants = module.consts.iter();
        let constants = constants.map(|c| static_names.take(name::screaming(&c.name)));
        let constants = constants.collect();
        let used: BTreeSet<TypeId> = lowered.used().collect();
        let types = lowered.types.iter().enumerate().map(|(at, ty)| {
            // Types without values are not generated and do not occupy names.
            let (mut nowhere, mut no_statics) = (Scope::default(), Scope::default());
            let (names, statics) = match used.contains(&TypeId(at)) {
                true => (&mut type_names, &mut static_names),
                false => (&mut nowhere, &mut no_statics),
            };
            Facts {
                rust: names.take(name::camel(&ty.name)),
                statics: statics.take_with(name::screaming(&ty.name), STATIC_ENDINGS),
                borrows: false,
                holds_bytes: false,
                owns: false,
                labelled: false,
                reaches: BTreeSet::new(),
            }
        });
        let types = types.collect();
        let any = lowered
            .types
            .iter()
            .any(|ty| matches!(&ty.body, Body::Record(m) if m.meta.notation == Notation::Any));
        let messages = any.then(|| static_names.take("MESSAGES".to_owned()));
        let mut plan = Plan {
            module,
            types,
            messages,
            definition: None,
            type_ids: Vec::new(),
            lowered,
            type_names,
            static_names,
            constants,
            syntaxes: Syntaxes::ALL,
            type_codes: false,
            cow_bytes: false,
            says_cow: Cell::new(false),
            says_stub: Cell::new(false),
        };
        plan.find_owners();
        plan.find_labelled();
        plan.spread();
        Ok(plan)
    }

    /// The Rust name of a type of the definition.
    pub(crate) fn rust_name(&self, id: TypeId) -> &str {
        &self.types[id.0].rust
    }

    /// The prefix of the names of a type's statics.
    pub(crate) fn statics(&self, id: TypeId) -> &str {
        &self.types[id.0].statics
    }

    /// A prefix for the statics of something other than a type of the definition.
    pub(crate) fn new_statics(&mut self, wanted: &str) -> String {
        self.static_names
            .take_with(wanted.to_owned(), STATIC_ENDINGS)
    }

    /// Whether a named type has a lifetime.
    pub(crate) fn type_borrows(&self, id: TypeId) -> bool {
        self.types[id.0].borrows
    }

    /// Whether values of a named type always own their text and bytes.
    pub(crate) fn type_owns(&self, id: TypeId) -> bool {
        self.types[id.0].owns
    }

    /// Whether a field holds a union's label; whether an enumeration is such a field's type.
    pub(crate) fn is_labelled(&self, id: TypeId) -> bool {
        self.types[id.0].labelled
    }

    /// Whether a type is that of context handles.
    pub(crate) fn is_context_handle(&self, id: TypeId) -> bool {
        contexts::is_handle(self.module, id)
    }

    /// Whether a value of this shape is or contains (by value) a context handle.
    pub(crate) fn holds_context(&self, shape: &Shape) -> bool {
        contexts::holds(self.module, shape)
    }

    /// Whether the Rust type has a lifetime: it holds text or bytes of any length.
    pub(crate) fn borrows(&self, field: &Field, shape: &Shape) -> bool {
        match shape {
            // Shared values own their contents.
            Shape::Shared(_) => false,
            Shape::Text => true,
            Shape::Bytes => is_any_length(field),
            Shape::Array(inner) | Shape::Chain(inner) | Shape::Optional(inner) => {
                self.borrows(field.element(), inner)
            }
            Shape::Record(id) | Shape::Union(id) => self.types[id.0].borrows,
            _ => false,
        }
    }

    /// Whether an optional of this must be boxed: its value may contain another of the same type without
    /// a heap allocation in between.
    pub(crate) fn recurs(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Record(id) | Shape::Union(id) => self.types[id.0].reaches.contains(id),
            _ => false,
        }
    }

    /// Whether values of a named type may hold parts of memory that others have too.
    pub(crate) fn type_shares(&self, id: TypeId) -> bool {
        self.cow_bytes && self.types[id.0].holds_bytes
    }

    /// The same for the values of a place.
    pub(crate) fn shares(&self, field: &Field, shape: &Shape) -> bool {
        self.cow_bytes && self.holds_bytes(field, shape)
    }

    fn holds_bytes(&self, field: &Field, shape: &Shape) -> bool {
        match shape {
            Shape::Bytes => is_any_length(field),
            Shape::Array(inner) | Shape::Chain(inner) | Shape::Optional(inner) => {
                self.holds_bytes(field.element(), inner)
            }
            Shape::Record(id) | Shape::Union(id) => self.types[id.0].holds_bytes,
            _ => false,
        }
    }

    /// Finds the types contained in shared values, at any depth.
    fn find_owners(&mut self) {
        let mut found = Vec::new();
        for ty in &self.lowered.types {
            parts(&ty.body)
                .iter()
                .for_each(|(_, shape)| shared(shape, false, &mut found));
        }
        let interfaces = self.lowered.interfaces.iter();
        for operation in interfaces.flat_map(|i| &i.operations) {
            let raising = operation.raising.iter().flat_map(|r| r.result.iter());
            let places = operation.input.iter().chain(operation.output.iter());
            let places = places.chain(raising);
            places.for_each(|(_, shape)| shared(shape, false, &mut found));
        }
        while let Some(id) = found.pop() {
            if !std::mem::replace(&mut self.types[id.0].owns, true) {
                let parts = parts(&self.lowered.types[id.0].body);
                parts
                    .iter()
                    .for_each(|(_, shape)| shared(shape, true, &mut found));
            }
        }
    }

    /// Finds the unions whose label a field holds, and the enumerations of such fields.
    fn find_labelled(&mut self) {
        let records = self.lowered.types.iter().filter_map(|ty| match &ty.body {
            Body::Record(members) => Some(members),
            _ => None,
        });
        let interfaces = self.lowered.interfaces.iter();
        let operations = interfaces.flat_map(|i| &i.operations);
        let all = records.chain(operations.flat_map(|o| [&o.input, &o.output]));
        for members in all {
            for member in members.all() {
                if let Role::Label { of } = *member.role {
                    for shape in [member.shape, &members.shapes[of]] {
                        let mut shape = shape;
                        while let Shape::Optional(inner) | Shape::Shared(inner) = shape {
                            shape = inner;
                        }
                        if let Shape::Union(id) | Shape::Enum(id) = shape {
                            self.types[id.0].labelled = true;
                        }
                    }
                }
            }
        }
    }

    /// Propagates properties from parts to their containers until nothing changes.
    fn spread(&mut self) {
        loop {
            let mut changed = false;
            for at in 0..self.types.len() {
                let (mut borrows, mut holds_bytes) = (false, false);
                let mut reaches = BTreeSet::new();
                for (field, shape) in parts(&self.lowered.types[at].body) {
                    borrows |= self.borrows(field, shape);
                    holds_bytes |= self.holds_bytes(field, shape);
                    self.reach(field, shape, &mut reaches);
                }
                let facts = &mut self.types[at];
                borrows &= !facts.owns;
                holds_bytes &= !facts.owns;
                changed |= facts.borrows != borrows || facts.reaches != reaches;
                changed |= facts.holds_bytes != holds_bytes;
                (facts.borrows, facts.reaches) = (borrows, reaches);
                facts.holds_bytes = holds_bytes;
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

/// The Rust names of open enumerations: tuple structs, whose constructors share the namespace of
/// statics.
fn constructors(lowered: &Lowered) -> Vec<String> {
    let mut names = Scope::reserving(name::TYPE_NAMES);
    let named = lowered
        .types
        .iter()
        .map(|ty| (names.take(name::camel(&ty.name)), &ty.body));
    let open = |body: &Body| matches!(body, Body::Enum(e) if e.others == Others::Kept);
    let open = named.filter(|(_, body)| open(body));
    open.map(|(name, _)| name).collect()
}

/// Collects the named types within shared values.
fn shared(shape: &Shape, inside: bool, found: &mut Vec<TypeId>) {
    match shape {
        Shape::Shared(inner) => shared(inner, true, found),
        Shape::Array(inner) | Shape::Chain(inner) | Shape::Optional(inner) => {
            shared(inner, inside, found);
        }
        Shape::Record(id) | Shape::Union(id) if inside => found.push(*id),
        _ => {}
    }
}

/// Whether a type is a fixed array without `Default`.
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

/// The parts of a type.
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
