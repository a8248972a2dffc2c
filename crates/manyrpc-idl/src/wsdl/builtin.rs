//! The built-in types of XML Schema (part 2, section 3), the same of SOAP's encoding, and the facets that restrict them
//! (section 4.3).

use std::mem::discriminant;

use manyrpc_model::{Length, Type};

const TEXT: Type = Type::Text { max: None };
const BYTES: Type = Type::Bytes(Length::UpTo(None));

/// Types that are texts in the model, kept as they are written. [`ANY`] is an element's content and attributes as
/// XML.
const TEXTS: &[&str] = &[
    "decimal",
    "integer",
    "nonPositiveInteger",
    "negativeInteger",
    "nonNegativeInteger",
    "positiveInteger",
    "dateTime",
    "date",
    "time",
    "duration",
    "gYear",
    "gYearMonth",
    "gMonth",
    "gMonthDay",
    "gDay",
    "QName",
    "NOTATION",
    "anyURI",
    "normalizedString",
    "token",
    "language",
    "Name",
    "NCName",
    "NMTOKEN",
    "ID",
    "IDREF",
    "ENTITY",
    ANY,
    "anySimpleType",
];

/// Lists, with the types of their items.
const LISTS: &[(&str, &str)] = &[
    ("NMTOKENS", "NMTOKEN"),
    ("IDREFS", "IDREF"),
    ("ENTITIES", "ENTITY"),
];

/// The type of everything.
pub(super) const ANY: &str = "anyType";

/// The mark of a type that is not what its model type would be.
pub(super) const TYPE: &str = "xsd.type";
/// The mark of a text that is a value of one of several types.
pub(super) const UNION: &str = "xsd.union";
/// The mark of a type without a name that restricts the built-in one, though it says nothing of its values.
pub(super) const OWN: &str = "xsd.own";
/// The mark of how white space in a text is treated.
pub(super) const WHITE_SPACE: &str = "xsd.whiteSpace";
/// The ways to do that, each tighter than the one before (section 4.3.6).
pub(super) const WHITE_SPACES: [&str; 3] = ["preserve", "replace", "collapse"];
/// The mark of an array whose items stand in one text.
pub(super) const LIST: &str = "xsd.list";

/// The built-in type of that name.
pub(super) fn of(local: &str) -> Option<Type> {
    if let Some((_, ty)) = NATURAL.iter().find(|(name, _)| *name == local) {
        return Some(ty.clone());
    }
    if let Some((_, item)) = LISTS.iter().find(|(name, _)| *name == local) {
        let list = Type::array(TEXT.marked(TYPE, item), Length::UpTo(None));
        return Some(list.marked(LIST, ""));
    }
    match local {
        "hexBinary" => Some(BYTES.marked(TYPE, local)),
        _ if TEXTS.contains(&local) => Some(TEXT.marked(TYPE, local)),
        _ => None,
    }
}

/// The type of that name in SOAP's encoding, which has those of XML Schema again.
pub(super) fn of_encoding(local: &str) -> Option<Type> {
    match local {
        "Array" => Some(Type::array(any(), Length::UpTo(None))),
        "base64" => Some(BYTES),
        "Struct" => Some(any()),
        other => of(other),
    }
}

/// Anything, as XML.
pub(super) fn any() -> Type {
    TEXT.marked(TYPE, ANY)
}

/// The built-in type that is meant by a type of the model without marks.
pub(super) fn natural(ty: &Type) -> Option<&'static str> {
    let is_it = |known: &Type| discriminant(known) == discriminant(ty);
    let found = NATURAL.iter().find(|(_, known)| is_it(known))?;
    Some(found.0)
}

const NATURAL: &[(&str, Type)] = &[
    ("boolean", Type::Bool),
    ("byte", Type::I8),
    ("unsignedByte", Type::U8),
    ("short", Type::I16),
    ("unsignedShort", Type::U16),
    ("int", Type::I32),
    ("unsignedInt", Type::U32),
    ("long", Type::I64),
    ("unsignedLong", Type::U64),
    ("float", Type::F32),
    ("double", Type::F64),
    ("string", TEXT),
    ("base64Binary", BYTES),
];

/// Facets, as elements; annotations have them with a dot, as `xsd.length`.
pub(super) const FACETS: &[&str] = &[
    "xsd:length",
    "xsd:minLength",
    "xsd:maxLength",
    "xsd:whiteSpace",
    "xsd:minInclusive",
    "xsd:minExclusive",
    "xsd:maxInclusive",
    "xsd:maxExclusive",
    "xsd:totalDigits",
    "xsd:fractionDigits",
    "xsd:pattern",
    "xsd:enumeration",
];

/// Whether an element of that name is a facet.
pub(super) fn is_facet(local: &str) -> bool {
    let mut all = FACETS.iter();
    all.any(|facet| facet.strip_prefix("xsd:") == Some(local))
}
