//! Parts of a module that a definition language cannot express, and shared code of all printers.

use std::collections::HashMap;
use std::fmt;

use manyrpc_model::{EnumMember, Module, Type, TypeBody};

use crate::c::doc;
use crate::names;
use crate::options::{Limits, Options};
use crate::read::Load;
use crate::source::MemoryFiles;

/// Something in a module that a definition language cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inexpressible {
    /// Its path: names from outer to inner, separated by dots.
    pub subject: String,
    /// Why it cannot be expressed.
    pub reason: Reason,
}

/// Why something cannot be expressed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// An interface without a program number.
    NoNumber,
    /// An interface whose program has no name (annotation `rpcl.program`).
    NoProgram,
    /// An interface identified by a UUID, in a language without UUIDs.
    Uuid,
    /// An interface without a UUID, in a language that requires one.
    NoUuid,
    /// An interface identified by a program number, in a language without them.
    ProgramNumber,
    /// An interface identified by a qualified name.
    QualifiedName,
    /// An interface without a qualified name, in a language in which names are what identifies it.
    NoQualifiedName,
    /// An interface with a minor version.
    MinorVersion,
    /// Operations whose numbers do not match their order.
    OperationNumbers,
    /// An output parameter.
    Direction,
    /// An operation with other semantics than at most once.
    Semantics,
    /// An anonymous type where a name is required.
    TypeNeedsName,
    /// A 128-bit floating-point number.
    Quadruple,
    /// A text or array whose bound is not the length of its container.
    Bound,
    /// A result that is an array or text without a pointer.
    ArrayResult,
    /// Pointers of several classes within one type.
    PointerClasses,
    /// `void` other than as a result or in a union.
    Void,
    /// A shared value.
    Shared,
    /// A derived field or parameter.
    Derived,
    /// A name that is not an identifier, or is a keyword.
    Name,
    /// A void arm whose name differs from its label's.
    ArmName,
    /// A label that is not a member of the discriminant's enumeration.
    Label,
    /// Documentation that a comment cannot preserve: with `*/`, or a space or an empty line at its end.
    Doc,
    /// A constant, in a language without constants.
    Constant,
    /// A type without its full name (annotation `protobuf.name`).
    FullName,
    /// A type of another package.
    Elsewhere,
    /// A field without a number (annotation `protobuf.number`).
    FieldNumber,
    /// A type that the language does not have.
    NoWord,
    /// A streaming operation.
    OneMessage,
    /// An interface with bases or attributes.
    Inherits,
    /// An operation that raises exceptions.
    Raises,
    /// An operation whose callers find failures among its results.
    Statuses,
    /// A second declaration of a name, with something else.
    DeclaredTwice,
    /// An annotation of another dialect, by its key.
    Annotation(String),
    /// The text does not read back as the same module; the difference or the diagnostic.
    ReadsBack(String),
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.subject, self.reason)
    }
}

impl std::error::Error for Inexpressible {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoNumber => "a program needs a number",
            Reason::NoProgram => "a program needs a name (annotation `rpcl.program`)",
            Reason::Uuid => "a program has no UUID",
            Reason::NoUuid => "an interface needs a UUID",
            Reason::ProgramNumber => "an interface has no program number",
            Reason::QualifiedName => "there are no qualified names",
            Reason::NoQualifiedName => "an interface needs a qualified name",
            Reason::MinorVersion => "a version has one number",
            Reason::OperationNumbers => "operations are numbered from 0 in their order",
            Reason::Direction => "arguments travel with the call only",
            Reason::Semantics => "a definition does not say how often a call is carried out",
            Reason::TypeNeedsName => "a type of this shape needs a name of its own here",
            Reason::Quadruple => "there are no numbers of 128 bits",
            Reason::Bound => "a bound is the length of the array that a part is sent of",
            Reason::ArrayResult => "a result cannot be an array, but a pointer to one",
            Reason::PointerClasses => {
                "pointers behind the first of a declaration have one class, that of the interface"
            }
            Reason::Void => "void is a result or an arm of a union",
            Reason::Shared => "a pointer is the only one to its value",
            Reason::Derived => "no field follows from another",
            Reason::Name => "this is no identifier of the language",
            Reason::ArmName => "an arm that holds nothing is named like its first label",
            Reason::Label => "a label is a value of the discriminant's enumeration",
            Reason::Doc => "no comment gives this documentation back",
            Reason::Constant => "there are no constants",
            Reason::FullName => "a type needs its full name (annotation `protobuf.name`)",
            Reason::Elsewhere => "this type belongs to another package",
            Reason::FieldNumber => "a field needs a number (annotation `protobuf.number`)",
            Reason::NoWord => "there is no word for this type here",
            Reason::Inherits => "an interface has neither bases nor attributes",
            Reason::Raises => "an operation raises no exceptions",
            Reason::Statuses => "failures of calls are not among results",
            Reason::OneMessage => "a method has one message each way",
            Reason::DeclaredTwice => "this name is declared for something else already",
            Reason::Annotation(key) => return write!(f, "there are no words for `{key}`"),
            Reason::ReadsBack(why) => {
                return write!(f, "what is printed does not read back: {why}");
            }
        })
    }
}

/// The problems found by a printer.
#[derive(Default)]
pub(crate) struct Faults(pub(crate) Vec<Inexpressible>);

impl Faults {
    pub(crate) fn push(&mut self, subject: &str, reason: Reason) {
        self.0.push(Inexpressible {
            subject: subject.to_owned(),
            reason,
        });
    }

    pub(crate) fn or(&mut self, subject: &str, said: Result<String, Reason>) -> String {
        said.unwrap_or_else(|reason| {
            self.push(subject, reason);
            String::new()
        })
    }

    /// A name, which must be an identifier and not a keyword.
    pub(crate) fn name(&mut self, subject: &str, name: &str, keywords: &[&str]) -> String {
        let mut letters = name.chars();
        let first = letters
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        let plain = first && letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !plain || keywords.contains(&name) {
            self.push(subject, Reason::Name);
        }
        name.to_owned()
    }

    /// Documentation as a comment on separate lines.
    pub(crate) fn comment(&mut self, subject: &str, text: &str, indent: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let comment = doc::comment(text, indent).ok_or(Reason::Doc);
        format!("{indent}{}\n", self.or(subject, comment))
    }
}

/// The text, if `load` reads it back as the printed module from a file with the given `ending`.
pub(crate) fn read_back(
    module: &Module,
    text: String,
    ending: &str,
    load: Load,
) -> Result<String, Vec<Inexpressible>> {
    // No limits, since the text is our own.
    let limits = Limits {
        source_bytes: text.len(),
        tokens: text.len(),
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let path = format!("{}.{ending}", module.name);
    let mut files = MemoryFiles::default();
    files.insert(&path, text.as_str());
    let (back, diagnostics) = load(&files, path.as_ref(), &options);
    if back.as_ref() == Some(module) {
        return Ok(text);
    }
    let first = diagnostics.first().map(|d| d.message.clone());
    let why = match back {
        Some(back) => difference(module, &back),
        None => first.unwrap_or_default(),
    };
    Err(vec![Inexpressible {
        subject: module.name.clone(),
        reason: Reason::ReadsBack(why),
    }])
}

/// The first differing line of two modules' printed forms.
fn difference(wanted: &Module, found: &Module) -> String {
    let (wanted, found) = (wanted.to_string(), found.to_string());
    let (mut wanted, mut found) = (wanted.lines(), found.lines());
    loop {
        let (wanted, found) = (wanted.next(), found.next());
        if wanted != found || wanted.is_none() {
            let shown = |line: Option<&str>| line.map_or("nothing", str::trim).to_owned();
            return format!("`{}` becomes `{}`", shown(wanted), shown(found));
        }
    }
}

/// The names of union labels.
pub(crate) struct Labels<'m> {
    module: &'m Module,
    values: HashMap<&'m str, i128>,
}

impl<'m> Labels<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        let mut values: HashMap<&str, i128> = [("TRUE", 1), ("FALSE", 0)].into();
        values.extend(module.consts.iter().map(|c| (&*c.name, c.value)));
        for definition in &module.types {
            if let TypeBody::Enum(body) = &definition.body {
                values.extend(body.members.iter().map(|m| (&*m.name, m.value.into())));
            }
        }
        Labels { module, values }
    }

    /// The members of a type's enumeration, through aliases.
    pub(crate) fn members(&self, ty: &Type) -> Option<&'m [EnumMember]> {
        let Type::Named(name) = ty else {
            return None;
        };
        let mut name = name;
        for _ in 0..=self.module.types.len() {
            match &self.module.find_type(name)?.body {
                TypeBody::Enum(body) => return Some(&body.members),
                TypeBody::Alias(Type::Named(next)) => name = next,
                _ => return None,
            }
        }
        None
    }

    /// The label that a void arm is named after.
    pub(crate) fn naming(&self, arm: &str, label: i64) -> Option<String> {
        if self.values.get(arm) == Some(&label.into()) {
            return Some(arm.to_owned());
        }
        (arm == names::numbered_arm(label)).then(|| label.to_string())
    }

    /// The name of a label, if its type has one.
    pub(crate) fn name(
        &self,
        ty: &Type,
        members: Option<&[EnumMember]>,
        label: i64,
    ) -> Option<String> {
        if let Some(members) = members {
            let member = members.iter().find(|m| i64::from(m.value) == label);
            return member.map(|m| m.name.clone());
        }
        let word = if label == 0 { "FALSE" } else { "TRUE" };
        let is_word = *ty == Type::Bool && self.values.get(word) == Some(&label.into());
        is_word.then(|| word.to_owned())
    }
}
