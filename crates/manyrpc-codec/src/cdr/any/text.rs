//! Type codes as text, in the notation of OMG IDL.

use core::fmt;

use super::super::repository_id;
use super::type_code::{Body, Kind, TypeCode, TypeRef};

/// As in OMG IDL: `sequence<long, 5>`. Types with names are written by their scoped name if the
/// repository identifier tells it (`shop::Item`), otherwise by that identifier or their own name.
impl fmt::Display for TypeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root().fmt(f)
    }
}

/// As of [`TypeCode`].
impl fmt::Display for TypeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Sequences and arrays may be nested as deep as the message had it.
        let mut ty = *self;
        let mut open = 0usize;
        let mut dimensions = alloc::vec::Vec::new();
        loop {
            match ty.kind() {
                Kind::Sequence { element, max } => {
                    f.write_str("sequence<")?;
                    open += 1;
                    dimensions.push(Suffix::Bound(*max));
                    ty = ty.at(*element);
                }
                Kind::Array { element, length } => {
                    dimensions.push(Suffix::Length(*length));
                    ty = ty.at(*element);
                }
                _ => break,
            }
            // A sequence whose element is itself has no end.
            if open + dimensions.len() > MOST_NESTED {
                return f.write_str("...");
            }
        }
        f.write_str(word(ty.kind()))?;
        match ty.kind() {
            Kind::String { max: 0 } | Kind::WString { max: 0 } => {}
            Kind::String { max } | Kind::WString { max } => write!(f, "<{max}>")?,
            Kind::Fixed { digits, scale } => write!(f, "<{digits}, {scale}>")?,
            Kind::Named(name, body) => match (scoped(&name.id), &*name.id, &*name.name) {
                (_, repository_id::OBJECT, _) => f.write_str("Object")?,
                (Some(parts), ..) => {
                    for (i, part) in parts.split('/').enumerate() {
                        f.write_str(if i > 0 { "::" } else { "" })?;
                        f.write_str(part)?;
                    }
                }
                (None, "", "") => f.write_str(unnamed(body))?,
                (None, "", name) => f.write_str(name)?,
                (None, id, _) => f.write_str(id)?,
            },
            _ => {}
        }
        // Inside out: the dimensions of an array of sequences stand behind the sequence.
        let mut suffixes = dimensions.into_iter().rev().peekable();
        while let Some(suffix) = suffixes.next() {
            match suffix {
                Suffix::Bound(0) => f.write_str(">")?,
                Suffix::Bound(max) => write!(f, ", {max}>")?,
                Suffix::Length(_) => {
                    // Of an array of arrays the outermost dimension comes first.
                    let mut lengths = alloc::vec::Vec::from([suffix]);
                    while let Some(next @ Suffix::Length(_)) = suffixes.peek() {
                        lengths.push(*next);
                        suffixes.next();
                    }
                    for length in lengths.into_iter().rev() {
                        if let Suffix::Length(n) = length {
                            write!(f, "[{n}]")?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// How deep sequences and arrays are written.
const MOST_NESTED: usize = 128;

#[derive(Clone, Copy)]
enum Suffix {
    Bound(u32),
    Length(u32),
}

/// The scoped name in a repository identifier of the usual form, with `/` between its parts.
fn scoped(id: &str) -> Option<&str> {
    let name = id.strip_prefix("IDL:")?.strip_suffix(":1.0")?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '/';
    (!name.is_empty() && name.chars().all(is_plain)).then_some(name)
}

fn unnamed(body: &Body) -> &'static str {
    match body {
        Body::Reference => "Object",
        Body::Struct(_) => "struct",
        Body::Exception(_) => "exception",
        Body::Union { .. } => "union",
        Body::Enum(_) => "enum",
        Body::Alias(_) => "typedef",
        Body::Value { .. } | Body::Box(_) => "valuetype",
        Body::Other(_) => "native",
    }
}

fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Void => "void",
        Kind::Short => "short",
        Kind::Long => "long",
        Kind::UShort => "unsigned short",
        Kind::ULong => "unsigned long",
        Kind::Float => "float",
        Kind::Double => "double",
        Kind::Boolean => "boolean",
        Kind::Char => "char",
        Kind::Octet => "octet",
        Kind::Any => "any",
        Kind::TypeCode => "CORBA::TypeCode",
        Kind::Principal => "CORBA::Principal",
        Kind::LongLong => "long long",
        Kind::ULongLong => "unsigned long long",
        Kind::LongDouble => "long double",
        Kind::WChar => "wchar",
        Kind::String { .. } => "string",
        Kind::WString { .. } => "wstring",
        Kind::Fixed { .. } => "fixed",
        Kind::Sequence { .. } | Kind::Array { .. } | Kind::Named(..) => "",
    }
}
