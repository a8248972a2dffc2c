//! The numbers of kinds of types (CORBA 3.0, table 15-2).

use super::type_code::{Body, Kind, Uncarried};

/// Instead of a kind: the position of another type code follows.
pub(super) const INDIRECTION: u32 = u32::MAX;

pub(super) const REFERENCE: u32 = 14;
pub(super) const STRUCT: u32 = 15;
pub(super) const UNION: u32 = 16;
pub(super) const ENUM: u32 = 17;
pub(super) const STRING: u32 = 18;
pub(super) const SEQUENCE: u32 = 19;
pub(super) const ARRAY: u32 = 20;
pub(super) const ALIAS: u32 = 21;
pub(super) const EXCEPTION: u32 = 22;
pub(super) const WSTRING: u32 = 27;
pub(super) const FIXED: u32 = 28;
pub(super) const VALUE: u32 = 29;
pub(super) const VALUE_BOX: u32 = 30;
pub(super) const NATIVE: u32 = 31;
pub(super) const ABSTRACT_INTERFACE: u32 = 32;
pub(super) const LOCAL_INTERFACE: u32 = 33;

/// Kinds that the number alone describes.
pub(super) static SIMPLE: [(u32, Kind); 18] = [
    (0, Kind::Null),
    (1, Kind::Void),
    (2, Kind::Short),
    (3, Kind::Long),
    (4, Kind::UShort),
    (5, Kind::ULong),
    (6, Kind::Float),
    (7, Kind::Double),
    (8, Kind::Boolean),
    (9, Kind::Char),
    (10, Kind::Octet),
    (11, Kind::Any),
    (12, Kind::TypeCode),
    (13, Kind::Principal),
    (23, Kind::LongLong),
    (24, Kind::ULongLong),
    (25, Kind::LongDouble),
    (26, Kind::WChar),
];

/// The number of a kind.
pub(super) fn number(kind: &Kind) -> u32 {
    match kind {
        Kind::String { .. } => STRING,
        Kind::WString { .. } => WSTRING,
        Kind::Fixed { .. } => FIXED,
        Kind::Sequence { .. } => SEQUENCE,
        Kind::Array { .. } => ARRAY,
        Kind::Named(_, body) => match body {
            Body::Reference => REFERENCE,
            Body::Struct(_) => STRUCT,
            Body::Exception(_) => EXCEPTION,
            Body::Union { .. } => UNION,
            Body::Enum(_) => ENUM,
            Body::Alias(_) => ALIAS,
            Body::Value { .. } => VALUE,
            Body::Box(_) => VALUE_BOX,
            Body::Other(Uncarried::Native) => NATIVE,
            Body::Other(Uncarried::AbstractInterface) => ABSTRACT_INTERFACE,
            Body::Other(Uncarried::LocalInterface) => LOCAL_INTERFACE,
        },
        simple => {
            let found = SIMPLE.iter().find(|(_, kind)| kind == simple);
            found.map_or(0, |(number, _)| *number)
        }
    }
}
