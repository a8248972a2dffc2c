//! The pointers and arrays that a declaration puts around a type, from its name outward.
//!
//! Reading list: C706 sections 4.2.15 (arrays), 4.2.18 (their attributes), 4.2.20
//! (pointers and their classes), 4.2.21 (pointers as arrays).

use std::rc::Rc;

use manyrpc_model::{Annotations, Length, Type};

use super::ast::Scalar;

/// Pointer classes (C706 section 4.2.20.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Never null, never an alias of another.
    Ref,
    /// May be null.
    Unique,
    /// May be null, and may be an alias of another.
    Full,
}

impl Class {
    /// The class that an attribute stands for.
    pub(crate) fn named(word: &str) -> Option<Self> {
        match word {
            "ref" => Some(Class::Ref),
            "unique" => Some(Class::Unique),
            "ptr" => Some(Class::Full),
            _ => None,
        }
    }

    /// The attribute for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Class::Ref => "ref",
            Class::Unique => "unique",
            Class::Full => "ptr",
        }
    }

    /// The type of a pointer to `target` that is visible on the wire.
    pub(crate) fn pointer_to(self, target: Type) -> Type {
        match self {
            Class::Unique => target.optional(),
            Class::Full => Type::Shared(Box::new(target)),
            Class::Ref if target.mark(POINTER).is_some() => {
                let marks = Annotations::from([(POINTER.to_owned(), "ref".to_owned())]);
                Type::Marked(Box::new(target), marks)
            }
            Class::Ref => target.marked(POINTER, "ref"),
        }
    }
}

/// Key of a pointer's class if the type does not determine it.
pub(crate) const POINTER: &str = "dce.pointer";
/// Key of an array's transmission if it is not the default one.
pub(crate) const ARRAY: &str = "dce.array";
/// Key of the characters in bytes and texts.
pub(crate) const CHARS: &str = "dce.chars";
/// Key of bytes that are null-terminated on the wire.
pub(crate) const STRING: &str = "dce.string";

/// One step from a name to its type.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Pointer {
        class: Class,
        /// Whether the class was written at the pointer.
        explicit: bool,
    },
    Array(Dimension),
    Function,
}

/// One dimension of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dimension {
    /// The lower bound, if known.
    pub(crate) lower: Option<i128>,
    /// The length, if known.
    pub(crate) length: Option<u32>,
}

/// The type that a specifier denotes.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    Void,
    Handle,
    Scalar(Scalar),
    Enum(Rc<str>),
    Record {
        name: Rc<str>,
        conformant: bool,
    },
    Union {
        name: Rc<str>,
        /// Whether its discriminant is elsewhere.
        switch_is: bool,
    },
    Context(Rc<str>),
    Pipe(Rc<str>),
    Alias(Rc<Alias>),
}

/// A name for a type with pointers or arrays.
#[derive(Debug)]
pub(crate) struct Alias {
    pub(crate) name: Rc<str>,
    /// For an alias of another alias, the other's steps.
    pub(crate) steps: Vec<Step>,
    /// Not an alias if there are no steps.
    pub(crate) base: Base,
    pub(crate) string: bool,
}

/// A declaration's type, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) steps: Vec<Step>,
    pub(crate) base: Base,
    /// The innermost step leads to null-terminated characters.
    pub(crate) string: bool,
}

impl Shape {
    /// Expands an alias; `false` if there is none.
    pub(crate) fn unfold(&mut self) -> bool {
        let Base::Alias(alias) = &self.base else {
            return false;
        };
        let alias = alias.clone();
        self.steps.extend(alias.steps.iter().cloned());
        self.base = alias.base.clone();
        self.string |= alias.string;
        true
    }

    /// The type with all aliases expanded.
    pub(crate) fn unfolded(&self) -> Shape {
        let mut shape = self.clone();
        while shape.unfold() {}
        shape
    }

    /// Whether it ends in an array whose length is known when the call is made.
    pub(crate) fn conformant(&self) -> bool {
        let shape = self.unfolded();
        match shape.steps.first() {
            Some(Step::Array(_)) => shape.steps.iter().any(|s| match s {
                Step::Array(dimension) => dimension.length.is_none(),
                _ => false,
            }),
            Some(_) => false,
            None => matches!(
                shape.base,
                Base::Record {
                    conformant: true,
                    ..
                }
            ),
        }
    }

    /// Whether it is an integer, boolean or enumeration, possibly behind pointers.
    pub(crate) fn is_discrete(&self) -> bool {
        let is_enum = matches!(self.unfolded().base, Base::Enum(_));
        self.leads_to(
            |scalar| !matches!(scalar, Scalar::F32 | Scalar::F64),
            is_enum,
        )
    }

    /// Whether it is an integer or character, possibly behind pointers.
    pub(crate) fn is_integer(&self) -> bool {
        self.leads_to(
            |scalar| !matches!(scalar, Scalar::F32 | Scalar::F64 | Scalar::Bool),
            false,
        )
    }

    /// Whether it is a scalar of that kind, or `otherwise`, possibly behind pointers.
    fn leads_to(&self, kind: impl Fn(Scalar) -> bool, otherwise: bool) -> bool {
        let shape = self.unfolded();
        let mut steps = shape.steps.iter();
        let pointers = steps.all(|s| matches!(s, Step::Pointer { .. }));
        let found = match shape.base {
            Base::Scalar(scalar) => kind(scalar),
            _ => otherwise,
        };
        pointers && found
    }
}

impl Base {
    /// The model's type, without pointers and arrays.
    pub(crate) fn ty(&self) -> Type {
        match self {
            Base::Void | Base::Handle => Type::Void,
            Base::Scalar(scalar) => scalar_type(*scalar),
            Base::Enum(name)
            | Base::Record { name, .. }
            | Base::Union { name, .. }
            | Base::Context(name)
            | Base::Pipe(name) => Type::Named(name.to_string()),
            Base::Alias(alias) => Type::Named(alias.name.to_string()),
        }
    }
}

pub(crate) fn scalar_type(scalar: Scalar) -> Type {
    match scalar {
        Scalar::Bool => Type::Bool,
        Scalar::Byte | Scalar::U8 => Type::U8,
        // Characters are converted if the peers' character sets differ (C706 section 14.2.4).
        Scalar::Char => Type::U8.marked(CHARS, "narrow"),
        Scalar::I8 => Type::I8,
        Scalar::I16 => Type::I16,
        Scalar::U16 | Scalar::WideChar => Type::U16,
        Scalar::I32 => Type::I32,
        Scalar::U32 => Type::U32,
        Scalar::I64 => Type::I64,
        Scalar::U64 => Type::U64,
        Scalar::F32 => Type::F32,
        Scalar::F64 => Type::F64,
    }
}

/// An array of `base`; bytes and characters are held as bytes.
pub(crate) fn array(base: Option<Scalar>, element: Type, length: Length) -> Type {
    match base {
        Some(Scalar::Byte) => Type::Bytes(length),
        Some(Scalar::Char) => Type::Bytes(length).marked(CHARS, "narrow"),
        _ => Type::array(element, length),
    }
}

/// A null-terminated string of at most `room` characters including the terminator; `None` for
/// scalars that do not form strings (C706 section 4.2.16.5).
pub(crate) fn string(scalar: Scalar, room: Option<u32>) -> Option<Type> {
    let max = room.map(|n| n.saturating_sub(1));
    Some(match scalar {
        Scalar::Char => Type::Text { max },
        Scalar::WideChar | Scalar::U16 => Type::Text { max }.marked(CHARS, "wide"),
        Scalar::Byte | Scalar::U8 => Type::Bytes(Length::UpTo(max)).marked(STRING, "true"),
        _ => return None,
    })
}
