//! Rust types of shapes: as fields and as arguments, with their default values and conversions.

use manyrpc_codec::meta::{Cdr, Field, Length};
use manyrpc_dynamic::lower::{Shape, TypeId};

use crate::plan::{Plan, is_any_length, lacks_default};

/// A use of a type.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    plan: &'p Plan<'p>,
    field: &'p Field,
    shape: &'p Shape,
    /// Whether it owns its text and bytes.
    owns: bool,
}

/// How a client's method gives its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Giving {
    /// Borrowed from the client's buffer.
    Lent,
    /// Owned, since the reply is gone with the call's future.
    Owned,
    /// The same, but large bytes are parts of `memory`, which the reply was in.
    Shared,
}

impl Giving {
    /// The lifetime of the results.
    pub(super) fn lifetime(self) -> &'static str {
        match self {
            Giving::Lent => "'_",
            Giving::Owned | Giving::Shared => "'static",
        }
    }

    /// The head of the method that converts a named type so, with its documentation.
    pub(super) fn method(self) -> &'static str {
        match self {
            Giving::Shared => {
                "/// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
                pub fn into_shared(self, memory: &stub::Bytes)"
            }
            Giving::Lent | Giving::Owned => {
                "/// The same with text and bytes of its own.
                pub fn into_owned(self)"
            }
        }
    }

    /// A call of that method.
    fn call(self) -> &'static str {
        match self {
            Giving::Shared => "into_shared(memory)",
            Giving::Lent | Giving::Owned => "into_owned()",
        }
    }
}

/// A named type with its lifetime, if it has one.
pub(super) fn generic(plan: &Plan, id: TypeId, lifetime: &str) -> String {
    let name = plan.rust_name(id);
    match plan.type_borrows(id) {
        true => format!("{name}<{lifetime}>"),
        false => name.to_owned(),
    }
}

impl<'p> Place<'p> {
    pub(super) fn new(plan: &'p Plan<'p>, field: &'p Field, shape: &'p Shape) -> Self {
        let owns = false;
        Place {
            plan,
            field,
            shape,
            owns,
        }
    }

    /// A place within a named type, which may own what other places borrow.
    pub(super) fn within(self, id: TypeId) -> Self {
        let owns = self.plan.type_owns(id);
        Place { owns, ..self }
    }

    /// The place's name in the definition.
    pub(super) fn name(self) -> &'p str {
        &self.field.name
    }

    /// Whether it is void.
    pub(super) fn is_void(self) -> bool {
        matches!(self.shape, Shape::Void)
    }

    /// Whether its Rust type has a lifetime.
    pub(super) fn borrows(self) -> bool {
        !self.owns && self.plan.borrows(self.field, self.shape)
    }

    /// Whether it may hold parts of memory that others have too.
    pub(super) fn shares(self) -> bool {
        !self.owns && self.plan.shares(self.field, self.shape)
    }

    /// Whether callers pass it as any kind of text or bytes (`impl Into`).
    pub(super) fn converts(self) -> bool {
        match self.shape {
            Shape::Text => true,
            Shape::Bytes => is_any_length(self.field),
            _ => false,
        }
    }

    /// Whether it holds a value of any type, with the type.
    fn is_any(self) -> bool {
        *self.shape == Shape::Bytes && self.field.cdr == Cdr::Any
    }

    /// Whether its type lacks `Default`.
    pub(super) fn lacks_default(self) -> bool {
        lacks_default(self.field, self.shape)
    }

    fn inner(self, shape: &'p Shape) -> Self {
        let owns = self.owns || matches!(self.shape, Shape::Shared(_));
        Place {
            field: self.field.element(),
            shape,
            owns,
            ..self
        }
    }

    /// A line of documentation: its name in the definition, and its bound.
    pub(super) fn description(self, what: &str) -> String {
        let name = self.name();
        let unit = match self.shape {
            Shape::Text | Shape::Bytes => "bytes",
            _ => "elements",
        };
        match self.field.length {
            Length::UpTo(n) if n < u32::MAX => format!("{what} `{name}`, at most {n} {unit}."),
            _ => format!("{what} `{name}`."),
        }
    }

    /// The type of a field, which decoding fills, borrowing if possible.
    pub(super) fn owned(self, lifetime: &str) -> String {
        match (self.shape, self.field.length) {
            (Shape::Bytes, Length::Fixed(n)) => format!("[u8; {n}]"),
            (Shape::Array(element), Length::Fixed(n)) => {
                format!("[{}; {n}]", self.inner(element).element(lifetime, false))
            }
            _ => self.with_default(lifetime),
        }
    }

    /// The same with a `Default`, as required for elements and pointees.
    fn with_default(self, lifetime: &str) -> String {
        let element = |shape| self.inner(shape).element(lifetime, true);
        match (self.shape, self.field.length) {
            (Shape::Text, _) if self.field.octets => {
                let lifetime = if self.owns { "'static" } else { lifetime };
                self.stub(&format!("ByteText<{lifetime}>"))
            }
            (Shape::Text, _) if self.owns => "String".to_owned(),
            (Shape::Text, _) => self.cow(lifetime, "str"),
            (Shape::Bytes, _) if self.is_any() => self.stub("Any"),
            (Shape::Bytes, Length::UpTo(_)) if self.owns => "Vec<u8>".to_owned(),
            (Shape::Bytes, Length::UpTo(_)) if self.plan.cow_bytes => {
                self.stub(&format!("CowBytes<{lifetime}>"))
            }
            (Shape::Bytes, Length::UpTo(_)) => self.cow(lifetime, "[u8]"),
            (Shape::Bytes, Length::Fixed(n)) if self.lacks_default() => {
                self.stub(&format!("Fixed<u8, {n}>"))
            }
            (Shape::Bytes, Length::Fixed(n)) => format!("[u8; {n}]"),
            (Shape::Array(inner), Length::UpTo(_)) => format!("Vec<{}>", element(inner)),
            (Shape::Array(inner), Length::Fixed(n)) if self.lacks_default() => {
                self.stub(&format!("Fixed<{}, {n}>", element(inner)))
            }
            (Shape::Array(inner), Length::Fixed(n)) => format!("[{}; {n}]", element(inner)),
            (Shape::Chain(inner), _) => self.stub(&format!("Chain<{}>", element(inner))),
            (Shape::Optional(inner), _) => {
                let place = self.inner(inner).with_default(lifetime);
                match self.plan.recurs(inner) {
                    true => format!("Option<Box<{place}>>"),
                    false => format!("Option<{place}>"),
                }
            }
            (Shape::Shared(inner), _) => self.stub(&format!(
                "Shared<{}>",
                self.inner(inner).with_default("'static")
            )),
            (Shape::Record(id) | Shape::Union(id) | Shape::Enum(id), _) => {
                generic(self.plan, *id, lifetime)
            }
            (Shape::F128, _) => self.stub("Quad"),
            _ => self.scalar().to_owned(),
        }
    }

    /// The type as an array element, where `u8` would mean an opaque byte.
    fn element(self, lifetime: &str, default: bool) -> String {
        match (self.shape, default) {
            (Shape::U8, _) => self.stub("Octet"),
            (_, true) => self.with_default(lifetime),
            (_, false) => self.owned(lifetime),
        }
    }

    /// The type of an argument of a client's method, borrowed if possible.
    pub(super) fn argument(self, lifetime: &str) -> String {
        let borrow = match lifetime {
            "'_" => "&".to_owned(),
            named => format!("&{named} "),
        };
        match (self.shape, self.field.length) {
            (Shape::Text, _) if self.field.octets => self.owned(lifetime),
            (Shape::Text, _) => format!("{borrow}str"),
            (Shape::Bytes, _) if self.is_any() => format!("{borrow}{}", self.owned(lifetime)),
            (Shape::Bytes, Length::UpTo(_)) => format!("{borrow}[u8]"),
            (Shape::Array(inner), Length::UpTo(_)) => {
                format!("{borrow}[{}]", self.inner(inner).element(lifetime, true))
            }
            (Shape::Bytes | Shape::Array(_), Length::Fixed(_))
            | (Shape::Chain(_) | Shape::Shared(_) | Shape::Union(_), _) => {
                format!("{borrow}{}", self.owned(lifetime))
            }
            (Shape::Record(id), _) if !self.plan.is_context_handle(*id) => {
                format!("{borrow}{}", self.owned(lifetime))
            }
            (Shape::Optional(inner), _) => {
                format!("Option<{}>", self.inner(inner).argument(lifetime))
            }
            _ => self.owned(lifetime),
        }
    }

    /// Whether [`Self::argument`] has a lifetime.
    pub(super) fn argument_borrows(self) -> bool {
        match self.shape {
            Shape::Text
            | Shape::Bytes
            | Shape::Array(_)
            | Shape::Chain(_)
            | Shape::Shared(_)
            | Shape::Union(_) => true,
            Shape::Record(id) => !self.plan.is_context_handle(*id),
            Shape::Optional(inner) => self.inner(inner).argument_borrows(),
            _ => false,
        }
    }

    /// An expression of the type of [`Self::argument`] for `value`, a variable of type [`Self::owned`]
    /// that is not moved if any part of it is borrowed.
    pub(super) fn lent(self, value: &str) -> String {
        match self.shape {
            _ if !self.is_lent() => value.to_owned(),
            Shape::Optional(inner) => self
                .inner(inner)
                .lent_inside(value, self.plan.recurs(inner)),
            _ => format!("&{value}"),
        }
    }

    /// The same for a variable that is a reference to such a value.
    pub(super) fn lent_by(self, reference: &str) -> String {
        match self.shape {
            Shape::Optional(_) => self.lent(reference),
            _ if self.is_lent() => reference.to_owned(),
            _ if self.borrows() => format!("{reference}.clone()"),
            _ => format!("*{reference}"),
        }
    }

    /// The same for the content of an option, boxed or not.
    fn lent_inside(self, option: &str, boxed: bool) -> String {
        let sequence =
            !self.is_any() && matches!(self.shape, Shape::Text | Shape::Bytes | Shape::Array(_));
        let fixed = matches!(self.field.length, Length::Fixed(_));
        match self.shape {
            Shape::Optional(inner) => {
                let inside = self.inner(inner).lent_inside("v", self.plan.recurs(inner));
                format!("{option}.as_ref().map(|v| {inside})")
            }
            _ if boxed || sequence && !fixed => format!("{option}.as_deref()"),
            _ if sequence && self.lacks_default() => format!("{option}.as_ref().map(|v| &v.0)"),
            _ => format!("{option}.as_ref()"),
        }
    }

    /// Whether an argument is a reference, or an option of one.
    fn is_lent(self) -> bool {
        match self.shape {
            Shape::Text => !self.field.octets,
            Shape::Optional(inner) => self.inner(inner).is_lent(),
            _ => self.argument_borrows(),
        }
    }

    /// An expression for the number of elements of `value`, a reference to the place; `field` is an
    /// expression for its metadata. An option if there may be no array.
    fn elements(self, value: &str, field: &str) -> (bool, String) {
        let below = |inner: &'p Shape| {
            // The type of shared values has methods with the same names.
            let hides = matches!(self.shape, Shape::Shared(_))
                && matches!(inner, Shape::Optional(_) | Shape::Text);
            self.inner(inner).elements(
                if hides { "(*v)" } else { "v" },
                &format!("{field}.element()"),
            )
        };
        match (self.shape, self.field.length) {
            (Shape::Text, _) => {
                // A nested value is already a reference.
                let borrow = |text: &str, inside: bool| if inside { String::new() } else { "&".to_owned() } + text;
                let field = borrow(field, field.ends_with(')'));
                let value = borrow(value, value == "v");
                (false, format!("stub::units({field}, {value})"))
            }
            (_, Length::Fixed(n)) => (false, n.to_string()),
            (Shape::Optional(inner), _) => match below(inner) {
                (false, len) => (true, format!("{value}.as_ref().map(|v| {len})")),
                (true, len) => (true, format!("{value}.as_ref().and_then(|v| {len})")),
            },
            (Shape::Shared(inner), _) => match below(inner) {
                (false, len) => (true, format!("{value}.get().map(|v| {len})")),
                (true, len) => (true, format!("{value}.get().and_then(|v| {len})")),
            },
            _ => (false, format!("{value}.len()")),
        }
    }

    /// An expression for the number of elements of `value`, an option.
    pub(super) fn count(self, value: &str, field: &str) -> String {
        match self.elements(value, field) {
            (false, len) => format!("Some({len})"),
            (true, len) => len,
        }
    }

    /// An expression for the integer that `value` is or points to, an option.
    pub(super) fn number(self, value: &str) -> String {
        let (inner, reach) = match self.shape {
            Shape::Optional(inner) => (inner, "as_ref"),
            Shape::Shared(inner) => (inner, "get"),
            _ => return format!("Some(stub::Number::to_i64(&{value}))"),
        };
        let inner = self.inner(inner).number("(*v)");
        format!("{value}.{reach}().and_then(|v| {inner})")
    }

    /// An expression for the label of a union; that of its first arm if it is absent.
    pub(super) fn label(self, value: &str) -> String {
        match (self.label_if_any(value), self.union_below()) {
            (None, _) => format!("{value}.label()"),
            (Some(label), Some(id)) => {
                let arms = &self.plan.lowered.union(id).meta.arms;
                let first = arms.iter().flat_map(|arm| arm.labels.iter()).next();
                format!("{label}.unwrap_or({})", first.copied().unwrap_or_default())
            }
            (Some(label), None) => label,
        }
    }

    /// An expression for the label of a union that may be absent, an option.
    pub(super) fn label_if_any(self, value: &str) -> Option<String> {
        let (inner, reach) = match self.shape {
            Shape::Optional(inner) => (inner, "as_ref"),
            Shape::Shared(inner) => (inner, "get"),
            _ => return None,
        };
        Some(match self.inner(inner).label_if_any("v") {
            None => format!("{value}.{reach}().map(|v| v.label())"),
            Some(label) => format!("{value}.{reach}().and_then(|v| {label})"),
        })
    }

    fn union_below(self) -> Option<TypeId> {
        match self.shape {
            Shape::Union(id) => Some(*id),
            Shape::Optional(inner) | Shape::Shared(inner) => self.inner(inner).union_below(),
            _ => None,
        }
    }

    /// An expression for the default value.
    pub(super) fn default_value(self) -> String {
        match (self.shape, self.field.length) {
            _ if !self.lacks_default() => "Default::default()".to_owned(),
            (Shape::Array(inner), _) => {
                let inner = self.inner(inner).default_value();
                format!("core::array::from_fn(|_| {inner})")
            }
            (_, Length::Fixed(n)) => format!("[0; {n}]"),
            _ => "Default::default()".to_owned(),
        }
    }

    /// An expression for `value`, of type [`Self::owned`], as a client's method gives it.
    pub(super) fn given(self, value: &str, giving: Giving) -> String {
        match giving {
            Giving::Lent => value.to_owned(),
            _ if !self.borrows() => value.to_owned(),
            // Only bytes can be shared.
            _ if !self.shares() => self.converted(value, Giving::Owned),
            _ => self.converted(value, giving),
        }
    }

    /// The same for a value that borrows.
    fn converted(self, value: &str, giving: Giving) -> String {
        let each = |shape| {
            let inner = self.inner(shape).given("v", giving);
            format!("|v| {inner}")
        };
        match (self.shape, self.field.length) {
            (Shape::Text, _) if self.field.octets => format!("{value}.into_owned()"),
            (Shape::Bytes, _) if self.plan.cow_bytes => format!("{value}.{}", giving.call()),
            (Shape::Text | Shape::Bytes, _) => format!("Cow::Owned({value}.into_owned())"),
            (Shape::Array(inner), Length::Fixed(_)) => format!("{value}.map({})", each(inner)),
            (Shape::Array(inner), Length::UpTo(_)) => {
                format!("{value}.into_iter().map({}).collect()", each(inner))
            }
            (Shape::Chain(inner), _) => {
                let each = each(inner);
                format!("stub::Chain({value}.0.into_iter().map({each}).collect())")
            }
            (Shape::Optional(inner), _) if self.plan.recurs(inner) => {
                let inner = self.inner(inner).given("v", giving);
                format!("{value}.map(|v| Box::new({inner}))")
            }
            (Shape::Optional(inner), _) => format!("{value}.map({})", each(inner)),
            _ => format!("{value}.{}", giving.call()),
        }
    }

    fn cow(self, lifetime: &str, of: &str) -> String {
        self.plan.says_cow.set(true);
        format!("Cow<{lifetime}, {of}>")
    }

    fn stub(self, name: &str) -> String {
        self.plan.says_stub.set(true);
        format!("stub::{name}")
    }

    fn scalar(self) -> &'static str {
        match self.shape {
            Shape::Bool => "bool",
            Shape::I8 => "i8",
            Shape::U8 => "u8",
            Shape::I16 => "i16",
            Shape::U16 => "u16",
            Shape::I32 => "i32",
            Shape::U32 => "u32",
            Shape::I64 => "i64",
            Shape::U64 => "u64",
            Shape::F32 => "f32",
            Shape::F64 => "f64",
            _ => "()",
        }
    }
}
