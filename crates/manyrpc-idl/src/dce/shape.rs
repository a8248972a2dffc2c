//! The pointers and arrays that a declaration puts around a type, from its name outward.
//!
//! Reading list: C706 sections 4.2.15 (arrays), 4.2.18 (their attributes), 4.2.20
//! (pointers and their classes), 4.2.21 (pointers as arrays).

use std::rc::Rc;

use manyrpc_model::{Annotations, Length, Type};

use super::ast::Scalar;

/// How a pointer may be used (C706 section 4.2.20.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Always there, never the same as another.
    Ref,
    /// There or not.
    Unique,
    /// There or not, and perhaps the same as another.
    Full,
}

impl Class {
    /// The class that an attribute names.
    pub(crate) fn named(word: &str) -> Option<Self> {
        match word {
            "ref" => Some(Class::Ref),
            "unique" => Some(Class::Unique),
            "ptr" => Some(Class::Full),
            _ => None,
        }
    }

    /// The attribute that names it.
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

/// Key of a pointer's class, where it is not said by the type.
pub(crate) const POINTER: &str = "dce.pointer";
/// Key of how an array travels, where that is not natural.
pub(crate) const ARRAY: &str = "dce.array";
/// Key of the characters that bytes and texts consist of.
pub(crate) const CHARS: &str = "dce.chars";
/// Key of bytes that end with one of value 0 on the wire.
pub(crate) const STRING: &str = "dce.string";

/// One step from a name to its type.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Pointer {
        class: Class,
        /// The class was written where the pointer was.
        explicit: bool,
    },
    Array(Dimension),
    Function,
}

/// One dimension of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dimension {
    /// The lowest index, if it is known.
    pub(crate) lower: Option<i128>,
    /// How many, if that is known.
    pub(crate) length: Option<u32>,
}

/// What a type specifier leads to.
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
        /// Its discriminant stands elsewhere.
        switch_is: bool,
    },
    Context(Rc<str>),
    Pipe(Rc<str>),
    Alias(Rc<Alias>),
}

/// A name that stands for a type with pointers or arrays about it.
#[derive(Debug)]
pub(crate) struct Alias {
    pub(crate) name: Rc<str>,
    /// Of another alias alone, that one's.
    pub(crate) steps: Vec<Step>,
    /// No alias where there are no steps.
    pub(crate) base: Base,
    pub(crate) string: bool,
}

/// A declaration's type, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) steps: Vec<Step>,
    pub(crate) base: Base,
    /// The innermost step leads to characters that end with one of value 0.
    pub(crate) string: bool,
}

impl Shape {
    /// Replaces an alias by what it stands for; `false` if there is none.
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

    /// The type behind every name.
    pub(crate) fn unfolded(&self) -> Shape {
        let mut shape = self.clone();
        while shape.unfold() {}
        shape
    }

    /// Ends in an array whose length is known when the call is made.
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

    /// An integer, boolean or enumeration, perhaps behind pointers.
    pub(crate) fn is_discrete(&self) -> bool {
        let is_enum = matches!(self.unfolded().base, Base::Enum(_));
        self.leads_to(
            |scalar| !matches!(scalar, Scalar::F32 | Scalar::F64),
            is_enum,
        )
    }

    /// An integer or character, perhaps behind pointers.
    pub(crate) fn is_integer(&self) -> bool {
        self.leads_to(
            |scalar| !matches!(scalar, Scalar::F32 | Scalar::F64 | Scalar::Bool),
            false,
        )
    }

    /// A scalar of some kind, or `otherwise`, perhaps behind pointers.
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
        // Characters are converted where peers have other ones (C706 section 14.2.4).
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

/// An array of what `base` is; bytes and characters are kept as bytes.
pub(crate) fn array(base: Option<Scalar>, element: Type, length: Length) -> Type {
    match base {
        Some(Scalar::Byte) => Type::Bytes(length),
        Some(Scalar::Char) => Type::Bytes(length).marked(CHARS, "narrow"),
        _ => Type::array(element, length),
    }
}

/// Characters that end with one of value 0, of at most `room` with that one; `None` where
/// such a scalar makes no string (C706 section 4.2.16.5).
pub(crate) fn string(scalar: Scalar, room: Option<u32>) -> Option<Type> {
    let max = room.map(|n| n.saturating_sub(1));
    Some(match scalar {
        Scalar::Char => Type::Text { max },
        Scalar::WideChar | Scalar::U16 => Type::Text { max }.marked(CHARS, "wide"),
        Scalar::Byte | Scalar::U8 => Type::Bytes(Length::UpTo(max)).marked(STRING, "true"),
        _ => return None,
    })
}
